// What a pass over a mesh adds up, and the answer from these sums. For templates, on whatever
// lanes_<isa>.h came before.
//
// Sums run in float over 16 logical lanes, whatever the register width, and are flushed to double
// every SUMS_FLUSH blocks or leaves: the order of every rounding is fixed, so all variants return
// the same bits.
//
// Rounding. Float is precise enough for weights and sums, but not always for heights and h.
//
// Heights rounded at the body's size tilt the cut through a small part of a large body; with the
// apex up to a diagonal away the error grows to (diagonal / part)² roundings. Four cubes on a
// square of 5 000 times their size came out 6 % off. On bodies that are not compact (mesh.h),
// heights are therefore taken in double from unrounded coordinates, so that a share t of an edge is
// right to a few roundings of itself.
//
// h = A·(v1 − p) is taken in double, because on thin bodies the terms of opposite faces cancel. The
// apex p is inside the body, near the middle of its waterplane (buoy_section_centre): any point of
// the plane would do in exact arithmetic, but there h is small and so is its rounding. The foot of
// the mesh's centre would lie far off a thin body's own plane. Together these two choices took the
// error of a plate 10⁴ times as wide as thick from 1.6e-4 to 7e-8 of its volume.
//
// Bodies of which less than 2⁻¹⁶ is wet are summed again, in double (barely_wet.h): the apex may
// lie far from what is wet, and its terms cancel. Where heights are taken in float, a few corners
// in the water may be off by several times what the rounding of the input alone would do; compact
// bodies are summed again below 2⁻¹². That is rare: in random poses it costs 2 to 3 % of the
// instructions on a body of 12 triangles, and less on larger ones.
#ifndef BUOY_SUMS_H
#define BUOY_SUMS_H

#include <string.h>

#include "barely_wet.h"
#include "weights.h"

// Cut blocks or leaves between two flushes: so few that a lane's float sum stays exact to 64
// roundings.
#define SUMS_FLUSH 64

// The share of the total volume below which a body is barely wet: where heights are taken in
// double, and in float.
#define SUMS_BARELY_WET 0x1p-16
#define SUMS_BARELY_WET_IN_FLOAT 0x1p-12

static inline double sums_barely_wet_share(const struct buoy_mesh *mesh) {
    return mesh->compact ? SUMS_BARELY_WET_IN_FLOAT : SUMS_BARELY_WET;
}

// Float sums over cut triangles, one per logical lane: f h and h (β₁v1 + β₂v2 + β₃v3).
struct sums_in_lanes {
    _Alignas(64) float volume[BUOY_LANES], x[BUOY_LANES], y[BUOY_LANES], z[BUOY_LANES];
};

// The same sums in double, and the moments of whatever is wholly submerged.
struct sums {
    double volume, moment[3];
    _Alignas(64) double wet[16];
};

// A pass over a mesh.
struct sums_pass {
    const struct buoy_mesh *mesh;
    struct buoy_baked_plane centred; // in the baked frame
    struct buoy_baked_plane plane;   // in that of the blocks' or leaves' coordinates
    const double *shift;             // from the baked frame to that one
    double p[3];                     // the apex, in that frame
    bool precise;                    // take heights in double
    bool barely_wet;                 // the answer came from there
    struct surface *surface;         // sums for hydrostatics beyond V and V c (surface.h)
};

static inline void sums_flush(struct sums_in_lanes *lane_sums, struct sums *sums) {
    sums->volume += lanes_sum16(lane_sums->volume);
    sums->moment[0] += lanes_sum16(lane_sums->x);
    sums->moment[1] += lanes_sum16(lane_sums->y);
    sums->moment[2] += lanes_sum16(lane_sums->z);
    memset(lane_sums, 0, sizeof *lane_sums);
}

// V and V c, baked frame, from the sums of a pass with apex p (see weights.h). The moments m are K
// = m[0], ΣA = m[1..3], Σ k X = m[4..6] and Σ X Aᵀ = m[7..15].
static double sums_finish(const struct sums *sums, const double p[3], double vc[3]) {
    const double *m = sums->wet;
    const double h = m[0] - buoy_dot(&m[1], p);
    const double v = (h + sums->volume) / 3.0;
    for (int i = 0; i < 3; ++i) {
        const double *row = m + 7 + 3 * i;
        const double wet = m[4 + i] - buoy_dot(row, p);
        vc[i] = (wet + sums->moment[i]) / 12.0 + p[i] * v / 4.0;
    }
    return v;
}

// What a method does in a pass.
typedef void sums_function(const struct sums_pass *pass, struct sums *sums);

// V and V c of a body that is barely wet. Its apex becomes the pass's, for the other sums.
static __attribute__((noinline)) double sums_find_barely_wet(struct sums_pass *pass, double vc[3]) {
    double apex[3];
    const double v = barely_wet_volume(pass->mesh, &pass->centred, apex, vc);
    for (int i = 0; i < 3 && v != 0.0; ++i) {
        pass->p[i] = apex[i] + pass->shift[i];
    }
    return v;
}

// V and V c, baked frame, of a body that the centred plane of the pass may cross; 0 if all its
// corners are dry.
static inline __attribute__((always_inline)) double
sums_find_volume(struct sums_pass *pass, sums_function *sum, double vc[3]) {
    const struct buoy_mesh *mesh = pass->mesh;
    pass->plane = buoy_shift_plane(&pass->centred, pass->shift);
    buoy_section_centre(mesh, &pass->centred, pass->p);
    for (int i = 0; i < 3; ++i) {
        pass->p[i] += pass->shift[i];
    }
    struct sums sums;
    sum(pass, &sums);
    const double v = sums_finish(&sums, pass->p, vc);
    pass->barely_wet = v < sums_barely_wet_share(mesh) * mesh->volume;
    if (pass->barely_wet) {
        return sums_find_barely_wet(pass, vc);
    }
    for (int i = 0; i < 3; ++i) {
        vc[i] -= v * pass->shift[i];
    }
    return v;
}

// Answers from a pass whose plane is baked. shift: of the coordinates that are summed.
static inline __attribute__((always_inline)) void
sums_answer(struct sums_pass *pass, const struct buoy_mesh *mesh, const double shift[3],
            sums_function *sum, struct buoy_volume *result) {
    pass->mesh = mesh;
    pass->shift = shift;
    pass->surface = NULL;
    pass->precise = !mesh->compact;
    if (pass->centred.side == BUOY_SIDE_DRY) {
        buoy_answer_dry(mesh, result);
    } else if (pass->centred.side == BUOY_SIDE_WET) {
        buoy_answer_wet(mesh, result);
    } else {
        double vc[3];
        const double v = sums_find_volume(pass, sum, vc);
        buoy_answer_sums(mesh, &pass->centred, v, vc, result);
    }
}

// d: the offset, in place of the plane's.
static inline void sums_answer_query(const struct buoy_mesh *mesh, const double shift[3],
                                     const struct buoy_plane *caller_plane, double d,
                                     sums_function *sum, struct buoy_volume *result) {
    struct sums_pass pass;
    pass.centred = buoy_bake_plane_at(mesh, caller_plane, d);
    sums_answer(&pass, mesh, shift, sum, result);
}

#endif
