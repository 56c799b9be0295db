// What `buoybench mesh` prints.
#ifndef BENCH_MESH_REPORT_H
#define BENCH_MESH_REPORT_H

#include <stdio.h>

#include "advice.h"
#include "cli.h"
#include "json_output.h"
#include "making/repair.h"
#include "meshes/meshes.h"

// ---- Mends a mesh as far as it is safe, and writes it to a file.

struct mending {
    struct buoy_soup mended;
    double *positions; // of its vertices, as they were given
    struct buoy_repairs repairs;
    size_t dropped_triangles; // triangles that used a vertex twice, or repeated another
};

// Makes the same repairs as BUOY_MESH_REPAIR. Returns 0, or CLI_BAD after complaining.
int mending_make(const struct mesh_data *data, struct mending *mending);
void mending_free(struct mending *mending);

// Checks that a file's name ends in .obj, the only format written.
int mending_check_name(const char *path);

// Writes the mended mesh as OBJ, with enough digits to get the same numbers back. The file appears
// whole or not at all; until then an existing file of that name stays as it is.
int mending_write(const struct mending *mending, const char *path);

// A mesh as kernels read it.
struct made {
    size_t bytes, triangles; // 0 if it could not be made
    size_t all_bytes;        // if it keeps all layouts
    double milliseconds;     // of the processor
    double rounding;         // how far vertices may have been moved, as a share of the diagonal
};

// The kernels' verdict on a mesh.
struct mesh_verdict {
    struct buoy_diagnosis diagnosis;
    bool usable, inside_out;
    enum buoy_status status;
    char problem[sizeof((struct buoy_error *)0)->message]; // the first fault, or ""
    char unbounded[CLI_MOST_TEXT]; // why answers have no error bounds, or ""
    struct made made;              // unmended; zero unless usable
    double hollow;                 // volume within that counts as water, and --fill would not
    struct advice advice;          // empty if usable
};

// Prints what is known of a mesh. `mesh` is its name on the command line and `making` how it was
// made, for a command that would make it usable; NULL: without advice.
void mesh_report_print(const struct mesh_data *data, const char *mesh,
                       const struct cli_making *making, const struct mesh_verdict *verdict);

// Writes the first line of that alone: what is wrong with a file and what to add.
void mesh_report_put_line(const char *file, const char *mesh, const struct mesh_verdict *verdict,
                          FILE *to);

void mesh_report_print_repair(const struct mending *mending, const char *path,
                              const struct mesh_verdict *verdict);

json_t *mesh_report_json(const char *name, const struct mesh_data *data, const char *mesh,
                         const struct cli_making *making, const struct mesh_verdict *verdict);
json_t *mesh_report_json_repair(const struct mending *mending, const char *path,
                                const struct mesh_verdict *verdict);

#endif
