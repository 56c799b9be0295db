// Which of --repair, --close, --hull and nothing suits a mesh that kernels refuse, and why.
#ifndef BENCH_ADVICE_H
#define BENCH_ADVICE_H

#include "meshes/meshes.h"
#include "meshes/winding_volume.h"

struct advice {
    bool repairable;               // then the three volumes are not found
    double inside_out;             // the share of the volume, if a mesh is refused for that alone
    struct winding_volume winding; // of the triangles given, wound alike as far as possible
    double closed_volume;          // with lids; NaN if they enclose nothing
    double hull_volume;            // NaN if the vertices are flat, or without qhull
    const char *option; // "--repair", "--inside-out-ok", "--close", "--hull", "none"; NULL
    char why[200];
};

// Tries them. A repair that is enough changes the least. Otherwise winding numbers decide: they
// need no lids, and the volume next to theirs is the better guess. Returns 0, or CLI_BAD after
// complaining.
//
// What is inside out by a twentieth or less is accepted so: a hull would change more.
//
// Lids are as good as winding numbers if the two volumes differ by at most 5 % plus three times the
// error of the latter. Winding numbers that find less than three times their error find nothing. If
// the points that may be on either side make up more than a quarter of their volume, the reason
// ends with a warning.
int advice_make(const struct mesh_data *data, struct advice *advice);

// Sets option and why from what else `advice` says.
void advice_decide(struct advice *advice);

#endif
