// What the families about a mesh below planes have in common for `eval`.
#ifndef BENCH_EVAL_MESH_H
#define BENCH_EVAL_MESH_H

#include "plugins.h"
#include "rows.h"

// nx,ny,nz,d: a struct buoy_plane64.
extern const struct column eval_plane_columns[2];

// What help texts say of the file of planes, of the mesh, and of what comes last.
#define EVAL_PLANES_HELP                                                                           \
    "P.csv has the header nx,ny,nz,d. The water is where nx x + ny y + nz z < d; the normal\n"     \
    "points up, out of the water, and may have any length > 0. Numbers are doubles, and\n"         \
    "planes are rounded about the mesh's centre."
#define EVAL_MESH_HELP                                                                             \
    "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
#define EVAL_MESH_AND_PLANES_HELP                                                                  \
    EVAL_MESH_HELP "  --planes P     the CSV file; - reads standard input\n"
#define EVAL_PLUGIN_HELP                                                                           \
    "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
#define EVAL_OPEN_HELP                                                                             \
    "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"    \
    "                 is open or wound inconsistently is under water\n"
#define EVAL_HYDROSTATICS_HELP                                                                     \
    "  --kernel ID    the kernel, or a glob that matches just one (default\n"                      \
    "                 hydrostatics/auto/best)\n" EVAL_PLUGIN_HELP EVAL_OPEN_HELP CLI_CLOSED_HELP

// Members of a struct rows: the planes of a file, in a mesh's frame.
#define EVAL_BELOW_PLANES                                                                          \
    .columns = eval_plane_columns, .column_count = 2, .reals = true, .has_header = true,           \
    .has_mesh = true, .has_plugin = true, .input = "planes"

#endif
