// What `run` and `verify` need to know of a family of kernels: queries to make up for it, how they
// are put, what is true, and how wrong an answer is and may be. One file of this folder a family,
// which defines a struct family and has a line in families.c.
#ifndef BENCH_FAMILY_H
#define BENCH_FAMILY_H

#include "buoyancy.h"
#include "scratch.h"

// Which queries, and how they are put.
enum workload {
    WORKLOAD_HOT,   // single queries about one mesh in random poses
    WORKLOAD_TRIAL, // for `verify`: random ones, and QUERIES_HARD that are hard to answer right
};
#define QUERIES_HARD 24

// Queries of one family, made up from what stands above the line. The mesh must live as long.
struct queries {
    const struct family *family;
    enum workload workload;
    const struct buoy_mesh *mesh;
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
};

// What is documented for `of_total` and `centroid`.
struct family_bounds {
    double of_total, centroid;
};

struct family {
    const char *name;
    const char *entrance; // the library's function that takes one of its kernels

    // An answer, and the doubles it consists of.
    size_t answer_bytes, field_count;
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

    // The true answers. Returns 0, or CLI_BAD after complaining.
    int (*find_truth)(const struct queries *queries, void *truth);

    // Of the answer to one of the queries.
    struct family_errors (*errors)(const struct queries *queries, size_t index, const void *truth,
                                   const void *answer);
    struct family_bounds (*bounds)(const struct queries *queries, const struct buoy_kernel *kernel,
                                   size_t index);

    // Triangles that a query hands the kernel, and how many of them it examines one by one in the
    // mean.
    size_t (*triangles)(const struct queries *queries, const struct buoy_kernel *kernel);
    double (*examined)(const struct queries *queries, const struct buoy_kernel *kernel);

    // A query in a few words and numbers.
    void (*describe)(const struct queries *queries, size_t index, char *text, size_t size);
};

// The family of that name, or NULL if nothing is known of it.
const struct family *family_find(const char *name);

// Scratch memory for the queries on a kernel. Returns 0, or CLI_BAD after complaining.
int queries_make_scratch(const struct queries *queries, const struct buoy_kernel *kernel,
                         struct scratch *scratch);

void queries_free(struct queries *queries);

#endif
