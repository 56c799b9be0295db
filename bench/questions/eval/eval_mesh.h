// Shared by the families of `eval` that answer queries about a mesh.
#ifndef BENCH_EVAL_MESH_H
#define BENCH_EVAL_MESH_H

#include <stdint.h>

#include "buoyancy_hydrostatics.h"
#include "csv.h"
#include "eval_options.h"

struct eval_mesh_arguments {
    const char *mesh, *kernel;
    const char *queries; // the CSV file
    struct cli_making making;
    uint64_t voxels;
    unsigned errors; // 1: error bounds of the answers, too
};

// Answers the queries, one per row of `table`, and prints the answers. Returns the exit code.
typedef int eval_mesh_answer(const struct eval_mesh_arguments *arguments,
                             const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                             const struct csv_table *table);

// Reads the queries, whose first three columns are a normal that must not be zero, opens the mesh
// and has the queries answered, by a kernel of `family` unless that is NULL. Returns the exit code.
int eval_mesh_run(const struct eval_mesh_arguments *arguments, const char *family,
                  const char *header, eval_mesh_answer *answer);

// The options of families about a mesh below planes, for a struct eval_mesh_arguments.
#define EVAL_PLANES_OPTIONS(arguments)                                                             \
    EVAL_MESH_OPTION(&(arguments)->mesh), EVAL_FILE_OPTION("planes", &(arguments)->queries),       \
        EVAL_KERNEL_OPTION(&(arguments)->kernel), EVAL_MAKING_OPTIONS(&(arguments)->making),       \
        EVAL_PLUGIN_OPTION
#define EVAL_PLANES_HEADER "nx,ny,nz,d"

// The run() of a family that has no other options and asks kernels of the family `hydrostatics`.
int eval_hydrostatics_run(int argc, char **argv, eval_mesh_answer *answer);

// Sets the planes for `count` rows nx,ny,nz,d.
void eval_planes(const double *rows, size_t count, struct buoy_plane64 *planes);

// A mesh below the planes of a table whose rows are nx,ny,nz,d.
struct eval_afloat {
    const struct buoy_kernel *kernel; // of the family `hydrostatics`
    const struct buoy_mesh *mesh;
    const struct csv_table *table;
};

// The hydrostatics below the plane of a row, and the direction of its normal.
enum buoy_status eval_afloat(const struct eval_afloat *afloat, size_t index, float normal[3],
                             struct buoy_hydrostatics *body, struct buoy_error *error);

#endif
