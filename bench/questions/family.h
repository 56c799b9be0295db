// The description of a family of kernels for `run` and `verify`: how to make up queries, ask them,
// find the true answers, and compute the errors of answers and their bounds. Each family has one
// file in this folder, which defines a struct family and has a line in families.c.
#ifndef BENCH_FAMILY_H
#define BENCH_FAMILY_H

#include "buoyancy.h"
#include "cli.h"
#include "scratch.h"

// The published method of the family `volume`.
#define FAMILY_CATTO "volume/catto/scalar"

struct family;

// A kind of queries, and how they are asked.
// Where the water of a workload's queries is.
enum workload_poses {
    POSES_RANDOM, // at random depths
    POSES_UNCUT,  // above or below the body, each for half of them
    POSES_BARELY, // V / V_total from 1e-9 to 1e-4, each decade alike
};

struct workload {
    const char *name;    // after the mesh in a benchmark's name; WORKLOAD_HOT stays unnamed
    const char *how;     // in words
    size_t most_default; // raced by default on meshes with at most this many triangles
    size_t per_call;     // queries in one call; 0: all
    double immersion;    // V / V_total of every query; 0: as `poses` says
    enum workload_poses poses;
    size_t hard; // queries added that are hard to answer right

    // For families without a mesh. The word that takes the mesh's place; NULL: the family's. If
    // there are such words, the workload's name need be unique with its word only.
    const char *place;
    const char *line;     // its name without how many bodies a call takes; NULL: all of it
    const char *headline; // names it where the verdict sums the family up; NULL: not there

    bool certified;     // with an error bound for each answer
    bool cold;          // asked about more meshes in turn than the caches hold
    bool with_baseline; // in a family with own_workloads: the baseline races, chosen or not
    bool on_request;    // raced only if the user chooses kernels, or names it
    bool by_name;       // raced only if the user names it
    bool by_itself;     // only what the library chooses by itself is raced so
    // Each call is divided among as many threads as there are processors; timed by the clock on the
    // wall. As with by_itself.
    bool threaded;
};
#define WORKLOAD_HOT "hot"

// The name: for a threaded one, with the number of threads behind it, as in NAME-t8.
#define WORKLOAD_NAME_BYTES 64
const char *workload_name(const struct workload *workload, char text[WORKLOAD_NAME_BYTES]);

// Whether that is its name, or its name behind its word and a slash, as in WORD/NAME.
bool workload_is(const struct workload *workload, const char *name);

// The number of threads that ask at once.
size_t workload_threads(const struct workload *workload);

// What takes a mesh's place in names.
const char *workload_place(const struct family *family, const struct workload *workload);

// The workloads for `verify`: QUERIES_HARD on top of the random queries, all in one call; with
// errors by immersion, so many of these that each decade has some.
#define QUERIES_HARD 24
extern const struct workload workload_trial, workload_by_immersion;

// Queries of one family, made up from the members above the line. The mesh must live as long.
struct queries {
    const struct family *family;
    const struct workload *workload;
    const struct buoy_mesh *mesh; // NULL for a family with a substitute for it
    uint64_t seed;
    size_t count;    // at least this many; set to the actual number
    unsigned voxels; // cells per axis, as for buoy_volume_query
    // ----
    size_t per_call; // a divisor of the count
    void *content;   // the queries themselves, as the family keeps them
};

// The errors of an answer, as shares of the body. An answer that is not a number has infinite
// errors.
struct family_errors {
    double immersion;    // V / V_total of the truth
    double of_total;     // |ΔV| / V_total
    double of_submerged; // |ΔV| / V
    double centroid;     // |Δc| / diagonal
    double surface; // of areas and waterplane, each as a share of the surface's; 0 if not asked
};

// The documented bounds on `of_total`, `centroid` and `surface`.
struct family_bounds {
    double of_total, centroid, surface;
};

// The headings of the errors in reports; each names the whole that the error is a share of.
struct family_headings {
    const char *of_total, *of_submerged, *centroid; // at most 15 characters each
    const char *immersion;                          // NULL if bodies are not immersed
};

struct rows;

struct family {
    const char *name;
    const struct rows *rows; // of questions that are rows of numbers; else NULL
    // Which of the kernels of that name are this family's; NULL: all. Families may share a name, if
    // no two of them share a place and a workload.
    bool (*owns)(const struct buoy_kernel *kernel);
    const char *place;       // takes a mesh's place in names, for queries without a mesh; else NULL
    const char *whole_place; // the place with the workload, if families share the place; else NULL
    const char *label;       // behind a mesh where that alone would mean another family; else NULL
    const char *automatic;   // the library's function for it

    const struct family_headings *headings;
    bool has_surface; // errors and bounds have a member `surface`

    // The id of the published method, the denominator of every speed-up; NULL if none is published.
    // It may belong to another family: then this one can ask it the same.
    const char *baseline;

    // What one answer is about: "body" and "bodies".
    const char *one, *many;

    bool one_by_one;    // its calls take one query each
    bool own_workloads; // asked in no others: a sweep leaves it out, and not all have a baseline

    size_t workload_count;
    const struct workload *workloads; // the first is WORKLOAD_HOT, or none is

    // The size of an answer, and the names of the doubles in it.
    size_t answer_bytes;
    const char *const *fields;

    // Makes queries up. Returns 0, or CLI_BAD after complaining; queries_free() is allowed either
    // way.
    int (*make)(struct queries *queries);
    void (*free)(struct queries *queries);

    size_t (*scratch_bytes)(const struct queries *queries, const struct buoy_kernel *kernel);

    // Asks a kernel that can run the queries from `begin` to before `end`, which are whole calls,
    // and writes each answer to its place among the answers to all queries. This is the code that
    // is timed: it checks nothing.
    void (*ask)(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers);

    const char *truth; // the source of the true answers; NULL: truth_source()

    // The true answers. Returns 0, or CLI_BAD after complaining.
    int (*find_truth)(const struct queries *queries, void *truth);

    // The errors of an answer, and the bounds on them, for one of the queries.
    struct family_errors (*errors)(const struct queries *queries, size_t index, const void *truth,
                                   const void *answer);
    struct family_bounds (*bounds)(const struct queries *queries, const struct buoy_kernel *kernel,
                                   size_t index);

    // The conditioning floors of all queries, as shares of V_total: what half a float's step in the
    // heights does to a volume. Returns 0, or CLI_BAD after complaining. NULL: there are none.
    int (*find_floors)(const struct queries *queries, double *floors);

    // The error bounds that a kernel gives with its answers, of volumes and centroids, on request.
    // Overwrites the answers, with the same ones. NULL: there are none.
    void (*certify)(const struct queries *queries, const struct buoy_kernel *kernel,
                    const struct scratch *scratch, void *answers, struct family_bounds *bounds);

    // The mean number of triangles that a query hands the kernel, and the mean number that it
    // examines one by one.
    size_t (*triangles)(const struct queries *queries, const struct buoy_kernel *kernel);
    double (*examined)(const struct queries *queries, const struct buoy_kernel *kernel);

    // In a few words and numbers: all the queries; one of them.
    void (*summarise)(const struct queries *queries, char *text, size_t size);
    void (*describe)(const struct queries *queries, size_t index, char *text, size_t size);
};

// All families, in the order of reports; NULL past the last.
const struct family *family_at(size_t index);

bool family_owns(const struct family *family, const struct buoy_kernel *kernel);

// The source of the family's true answers, in words.
const char *family_truth(const struct family *family);

// Whether a kernel is the family's baseline, or that of any family.
bool family_has_baseline(const struct family *family, const struct buoy_kernel *kernel);
bool families_have_baseline(const struct buoy_kernel *kernel);

// Whether any of the kernels belongs to the family.
bool family_owns_any(const struct family *family, const struct cli_kernels *kernels);

// Whether any of the kernels needs a mesh.
bool families_need_meshes(const struct cli_kernels *kernels);

// Whether a kernel can race in a workload: kernels that need many queries per call do not race
// where queries are asked one by one, approximations do not race cold, and no workload of many
// threads where there is one processor.
bool family_takes(const struct family *family, const struct workload *workload,
                  const struct buoy_kernel *kernel);

// Allocates scratch memory for a kernel's queries. For a plug-in's kernel it opens a session, in
// which the first query has been asked: the session knows whether the kernel declines or fails.
// Returns 0, or CLI_BAD after complaining; scratch_free() is allowed either way.
int queries_make_scratch(const struct queries *queries, const struct buoy_kernel *kernel,
                         struct scratch *scratch);

// The family's ask(), for kernels of plug-ins as well.
void queries_ask(const struct queries *queries, const struct buoy_kernel *kernel,
                 const struct scratch *scratch, size_t begin, size_t end, void *answers);

// The family's bounds() of the library's kernels, INFINITY of approximations without a bound and on
// meshes that are inside out in part; for a plug-in's kernel what it states. Call it after the
// kernel was asked.
struct family_bounds queries_bounds(const struct queries *queries, const struct buoy_kernel *kernel,
                                    size_t index);

void queries_free(struct queries *queries);

#endif
