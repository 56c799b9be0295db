// What a run has found: the one model that tables, verdict, page and figures are drawn from, right
// after the race or out of its file. Every part of a benchmark's name is a member of its own.
#ifndef BENCH_RESULTS_MODEL_H
#define BENCH_RESULTS_MODEL_H

#include <stdbool.h>

#include "json_input.h"
#include "ranking.h"

// What holds for all rows of a family. Texts belong to the file; "" is none.
struct results_family {
    const char *name;
    const char *baseline;                    // the id of what its speed-ups are relative to
    const char *automatic;                   // the library's function for it
    const char *one, *many;                  // what one answer is about: "body", "bodies"
    const char *of_total, *centroid, *truth; // what errors are of, and against what
    const char *note;                        // above its table, if it has one of its own,
    const json_t *columns; // whose columns are counters and their headings; NULL: kernels race
};

// A kernel on a subject.
struct result {
    const struct results_subject *subject;
    const char *name;                           // of the benchmark
    const char *kernel, *family, *method, *isa; // family/method/isa, and its parts
    const char *call;                           // what a program asks for: the kernel, or …/best
    bool deterministic, automatic, plugin, baseline;
    bool approximate; // by its method, or because it errs by more than a thousandth

    // Nanoseconds per body. Ranks are those among exact kernels; 0: none.
    struct ranking_candidate times;
    const char *failure; // why it was not timed; NULL: it was
    bool declined;       // because it does not answer such queries, which is no fault
    double error;        // max_error_volume; NaN: not known
    const json_t *row;   // the first of its rows, which has the counters
};

// The benchmarks that may be compared with each other: one family's about one mesh in one workload.
struct results_subject {
    const struct results_family *family;
    const char *name;     // MESH or MESH/WORKLOAD
    const char *mesh;     // or what takes its place
    const char *shape;    // the mesh without the size that a sweep has chosen
    const char *workload; // "hot", …
    const char *line;     // the workload without the number that it is swept by
    const char *how;      // the workload in words
    const char *summary;  // the queries in a few words
    const char *headline; // names it where the family is summed up
    double triangles;     // 0: no mesh
    double per_call;      // queries in a call
    double threads;       // that share each call
    double immersion;     // of every query, a share; 0: random depths
    bool cold;
    const json_t *histogram, *parts;          // of frames; NULL: none
    const struct results_subject *one_thread; // the same on one thread, where that was raced

    // Exact kernels by median, then approximations by median, then what has no time.
    struct result **results;
    size_t count, exact, timed;
    // Each NULL if there is none: what speed-ups are relative to; the library's own choice; what is
    // recommended; the fastest exact kernel of a plug-in.
    const struct result *baseline, *automatic, *best, *rival;
};

struct results {
    struct json_input input;
    json_t *context;
    const char *sweep; // "": none
    double budget_us;

    struct results_family *families; // in the order of reports
    size_t family_count;
    struct results_subject *subjects; // in the order of the race
    size_t subject_count;
    struct result *items; // in the file's order
    size_t count;
    json_t *indices; // of items, by name
    struct result **order;
};

// Takes a report that `run` has completed (racing/record.h), which then belongs to the results; or
// reads it from a file. Returns 0, or CLI_BAD after naming file, line and cause: a file of another
// program or schema, what is missing, a benchmark that is there twice, a time that is not positive
// or beyond 1e18 ns; then there is nothing to free.
int results_take(json_t *report, struct results *results);
int results_read(const char *path, struct results *results);

// Reads a file; or all files *.json of a folder, which are runs of one program on one machine, as
// one: the repetitions of each benchmark of the first file together. Noisy if any of them is.
int results_read_runs(const char *path, struct results *results);
void results_free(struct results *results);

// Adds what follows from all rows to the report: ratios to each row, the verdict to the context.
// Returns 0, or CLI_BAD after complaining.
int results_complete(struct results *results);

bool results_timed(const struct result *result);

// The value of a row's counter, or NaN if the row has no counter of that name.
double results_counter(const struct result *result, const char *name);

// Times as fast as the baseline, as the rival, and as on one thread; NaN if that was not timed.
double results_speedup(const struct result *result);
double results_versus_rival(const struct result *result);
double results_scaling(const struct result *result);

// The result of that name; NULL if there is none.
const struct result *results_find(const struct results *results, const char *name);

// A subject's result of a kernel, or NULL.
const struct result *results_of_kernel(const struct results_subject *subject, const char *kernel);

// A text or a number of the context; "" or NaN if there is none.
const char *results_text(const struct results *results, const char *key);
double results_number(const struct results *results, const char *key);

// Whether it says itself not to trust its times; and why, and what else to mind: an array, or NULL.
bool results_noisy(const struct results *results);
const json_t *results_warnings(const struct results *results);

// The median over all timed results of spread / median, in percent; NaN if none has a spread.
double results_spread(const struct results *results);

// ---- Which kernel to take for a subject, judged by its times.

// The kernel to recommend, or NULL if no exact one was timed; neither one of a plug-in, which
// cannot be called in the library, nor a baseline of another family, which answers less than is
// asked. No such kernel of the subject leads it. Among those that nobody leads, it is the fastest
// of the first kind that is there:
//   1. deterministic, and a method by name;
//   2. deterministic, chosen by the library (`auto/best`);
//   3. any other.
const struct result *recommend(const struct results_subject *subject);

// The library's fastest exact kernel by median that is (or is not) deterministic, without `auto`;
// NULL if there is none.
const struct result *recommend_fastest(const struct results_subject *subject, bool deterministic);

// Whether no faster kernel is of the same method and as deterministic or not as this one: of all
// its variants it is the one to look at.
bool recommend_is_best_variant(const struct result *result);

// By how many percent the recommended kernel is faster than the library's own choice, if it is that
// beyond both spreads; else 0.
double recommend_lead(const struct results_subject *subject);

// How much longer one takes than another, in percent of the other.
double recommend_percent_slower(const struct result *slow, const struct result *fast);

#endif
