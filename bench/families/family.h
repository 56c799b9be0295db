// What `run` and `verify` need to know of a family of kernels: queries to make up for it, how they
// are put, what is true, and how wrong an answer is and may be. One file of this folder a family,
// which defines a struct family and has a line in families.c.
#ifndef BENCH_FAMILY_H
#define BENCH_FAMILY_H

#include "buoyancy.h"
#include "cli.h"
#include "scratch.h"

// The denominator of every speed-up.
#define FAMILY_BASELINE "volume/catto/scalar"

// Which queries, and how they are put.
struct workload {
    const char *name;    // behind the mesh in a benchmark's name; WORKLOAD_HOT stays unnamed
    size_t most_default; // raced by default on meshes of up to so many triangles
    size_t per_call;     // queries in one call; 0: all
    bool cold;           // on more meshes in turn than the caches hold
    double immersion;    // V / V_total of every query; 0: random depths
    size_t hard;         // queries added that are hard to answer right
};
#define WORKLOAD_HOT "hot"

// What `verify` asks: QUERIES_HARD on top of the random ones, all in one call.
#define QUERIES_HARD 24
extern const struct workload workload_trial;

// Queries of one family, made up from what stands above the line. The mesh must live as long.
struct queries {
    const struct family *family;
    const struct workload *workload;
    const struct buoy_mesh *mesh; // NULL for a family that has something in its place
    uint64_t seed;
    size_t count;    // at least so many; set to how many there are
    unsigned voxels; // cells per axis, as for buoy_volume_with()
    // ----
    size_t per_call; // a divisor of the count
    void *content;   // the queries themselves, as the family keeps them
};

// How far an answer is from the truth, as shares of the body. An answer that is not a number is
// infinitely wrong.
struct family_errors {
    double immersion;    // V / V_total, of the truth
    double of_total;     // |ΔV| / V_total
    double of_submerged; // |ΔV| / V
    double centroid;     // |Δc| / diagonal
    double surface; // of areas and waterplane, each as a share of the surface's; 0 if not asked
};

// What is documented for `of_total`, `centroid` and `surface`.
struct family_bounds {
    double of_total, centroid, surface;
};

// What reports call the errors, with what they are shares of.
struct family_headings {
    const char *of_total, *of_submerged, *centroid; // at most 15 characters each
    const char *immersion;                          // NULL where an answer is not of more or less
};

struct family {
    const char *name;
    const char *place;     // what names have in a mesh's place, for queries without; else NULL
    const char *label;     // behind a mesh where that alone would mean another family; else NULL
    const char *automatic; // the library's function for it
    const char *entrance;  // the same on a chosen kernel

    const struct family_headings *headings;
    bool has_surface;    // errors and bounds have a member `surface`
    bool takes_baseline; // can ask FAMILY_BASELINE, which is of another family, the same

    size_t workload_count;
    const struct workload *workloads; // the first is WORKLOAD_HOT, or there is none of that name

    // An answer, and the doubles that it consists of.
    size_t answer_bytes;
    const char *const *fields;

    // Makes queries up. Returns 0, or CLI_BAD after complaining; queries_free() is allowed either
    // way.
    int (*make)(struct queries *queries);
    void (*free)(struct queries *queries);

    size_t (*scratch_bytes)(const struct queries *queries, const struct buoy_kernel *kernel);

    // Puts the queries from `begin` to before `end`, whole calls, to a kernel that can run, and
    // writes their answers to their places among those of all queries. This is what is timed: it
    // checks nothing.
    void (*ask)(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers);

    const char *truth; // what answers are compared with; NULL: truth_source()

    // The true answers. Returns 0, or CLI_BAD after complaining.
    int (*find_truth)(const struct queries *queries, void *truth);

    // Of the answer to one of the queries.
    struct family_errors (*errors)(const struct queries *queries, size_t index, const void *truth,
                                   const void *answer);
    struct family_bounds (*bounds)(const struct queries *queries, const struct buoy_kernel *kernel,
                                   size_t index);

    // Triangles that a query hands the kernel, and how many of them it examines one by one, in the
    // mean.
    size_t (*triangles)(const struct queries *queries, const struct buoy_kernel *kernel);
    double (*examined)(const struct queries *queries, const struct buoy_kernel *kernel);

    // In a few words and numbers: the queries, and one of them.
    void (*summarise)(const struct queries *queries, char *text, size_t size);
    void (*describe)(const struct queries *queries, size_t index, char *text, size_t size);
};

// All families there are, in the order of reports; NULL past the last.
const struct family *family_at(size_t index);

bool family_owns(const struct family *family, const struct buoy_kernel *kernel);

// What its answers are compared with, in words.
const char *family_truth(const struct family *family);

// Whether any of some kernels is of the family.
bool family_owns_any(const struct family *family, const struct cli_kernels *kernels);

// Whether any of some kernels is asked about meshes.
bool families_need_meshes(const struct cli_kernels *kernels);

// Whether a kernel has a place in a race: one of a method that is for many queries a call has none
// where they are put one by one.
bool family_takes(const struct family *family, const struct workload *workload,
                  const struct buoy_kernel *kernel);

// Scratch memory for the queries on a kernel. Returns 0, or CLI_BAD after complaining.
int queries_make_scratch(const struct queries *queries, const struct buoy_kernel *kernel,
                         struct scratch *scratch);

void queries_free(struct queries *queries);

#endif
