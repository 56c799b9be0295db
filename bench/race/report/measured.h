// What was measured beside the races: a table for each such family, of its counters.
#ifndef BENCH_MEASURED_H
#define BENCH_MEASURED_H

#include "numbers.h"
#include "results_model.h"

#define MEASURED_MOST_COLUMNS 16

struct measured_column {
    const char *counter, *heading;
    // "ns" and "bytes" get a prefix, "share" becomes per cent, "fits" yes or no; "each" is the
    // time of a triangle, "count" is as it is.
    const char *unit;
};

// The columns of a family's table; 0 if its kernels race.
size_t measured_columns(const struct results_family *family,
                        struct measured_column columns[MEASURED_MOST_COLUMNS]);

// A counter as people read it: "241 µs", "1.5 MB", "0.12 %"; "-" if there is none.
struct number measured_text(const struct results *results, const struct result *result,
                            const struct measured_column *column);

// The only result of a subject that was measured; NULL if kernels race there, or it has no time.
const struct result *measured_result(const struct results_subject *subject);

// All tables as text, as wide as the terminal allows.
void measured_print(const struct results *results);

// A sentence for the verdict: what each subject of a family usually takes, which its first column
// says, and whether it fits; "" if kernels race there, or nothing was measured.
void measured_sentence(const struct results *results, const struct results_family *family,
                       char *text, size_t size);

#endif
