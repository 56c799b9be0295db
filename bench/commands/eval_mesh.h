// Shared by the families of `eval` that answer queries about a mesh: options, and opening the mesh.
#ifndef BENCH_EVAL_MESH_H
#define BENCH_EVAL_MESH_H

#include "buoyancy.h"
#include "cli.h"
#include "csv.h"
#include "plugins.h"

struct eval_mesh_arguments {
    const char *mesh, *kernel;
    const char *queries; // the CSV file
    unsigned flags;      // of enum buoy_mesh_flags
    uint64_t voxels;
};

// Options for a family's table; eval_mesh_parse() handles all of them. The family chooses the name
// of the option for the queries.
#define EVAL_MESH_OPTION                                                                           \
    { "mesh", required_argument, NULL, 'm' }
#define EVAL_QUERIES_OPTION(name)                                                                  \
    { name, required_argument, NULL, 'q' }
#define EVAL_KERNEL_OPTION                                                                         \
    { "kernel", required_argument, NULL, 'k' }
#define EVAL_PLUGIN_OPTION PLUGINS_OPTION
#define EVAL_VOXELS_OPTION                                                                         \
    { "voxels", required_argument, NULL, 'v' }
#define EVAL_OPEN_OK_OPTION                                                                        \
    { "open-ok", no_argument, NULL, 'o' }
#define EVAL_REPAIR_OPTION                                                                         \
    { "repair", no_argument, NULL, 'r' }

// Reads a family's arguments; the mesh and the queries must be given. `arguments` holds the
// defaults. Returns 0, or CLI_BAD after complaining.
int eval_mesh_parse(int argc, char **argv, const struct option *options,
                    struct eval_mesh_arguments *arguments);

// Answers the queries, one per row of `table`, and prints the answers. Returns the exit code.
typedef int eval_mesh_answer(const struct eval_mesh_arguments *arguments,
                             const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                             const struct csv_table *table);

// Reads the queries, whose first three columns are a normal that must not be zero, opens the mesh
// and has the queries answered, by a kernel of `family` unless that is NULL. Returns the exit code.
int eval_mesh_run(const struct eval_mesh_arguments *arguments, const char *family,
                  const char *header, eval_mesh_answer *answer);

// Sets the planes for `count` rows nx,ny,nz,d.
void eval_planes(const float *rows, size_t count, struct buoy_plane *planes);

#endif
