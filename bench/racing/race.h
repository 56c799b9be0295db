// What `run` measures: every chosen kernel on every chosen mesh, with all that is found out about
// each pair.
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include "buoyancy.h"
#include "cli.h"
#include "ranking.h"

// The denominator of every speed-up.
#define RACE_BASELINE "volume/catto/scalar"

struct race_mesh {
    char *name; // as in results: unique, printable UTF-8
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
    struct buoy_plane *planes; // race.pose_count of them, the same for every kernel
};

// A kernel on a mesh.
struct race_entry {
    const struct buoy_kernel *kernel;
    struct buoy_kernel_info info;
    const struct race_mesh *mesh;
    char *name; // family/method/isa/mesh
    bool selected;
    char failure[160];         // why its check failed, or ""
    double clipped_triangles;  // mean number examined one by one in a query
    double max_error_volume;   // |ΔV| / V_total
    double max_error_centroid; // |Δc| / diagonal
    void *scratch;
    size_t scratch_bytes;
};

struct race {
    uint64_t seed;
    size_t pose_count;
    double budget_us;
    unsigned voxels; // cells per axis for `voxel`

    struct race_mesh *meshes;
    size_t mesh_count;
    // Mesh by mesh; of each mesh all kernels, in the registry's order.
    size_t kernel_count;
    struct race_entry *entries;
    // Of each entry: nanoseconds of CPU time per body, one sample a repetition.
    struct ranking_candidate *times;
    // Of each mesh: its entries, counted from its first, by their medians.
    size_t *order;
};

// Opens the meshes, makes their poses and pairs them with the kernels. The numbers above are set by
// the caller. Returns 0, or CLI_BAD after complaining; race_close() is allowed either way.
int race_open(struct race *race, const struct cli_strings *meshes,
              const struct cli_kernels *kernels);
void race_close(struct race *race);

// Whether an entry is timed: Google Benchmark's filter selects it and it passed its check.
bool race_runs(const struct race_entry *entry);

// Summarises the times and ranks each mesh's entries among each other.
void race_rank(struct race *race);

// How many times faster an entry is than volume/catto/scalar on the same mesh, by their medians; 0
// if either was not timed. Needs ranked times, as whatever reads medians does.
double race_speedup(const struct race *race, const struct race_entry *entry);

// Compares the selected entries' answers with the truth and, where a method promises the same bits
// on every instruction set, with its first variant. Fills the entries' errors and failures.
// Returns 0, or CLI_BAD after complaining if that could not be found out.
int race_check(struct race *race);

#endif
