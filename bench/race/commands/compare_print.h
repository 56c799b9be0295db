// The output of `compare`.
#ifndef BENCH_COMPARE_PRINT_H
#define BENCH_COMPARE_PRINT_H

#include "comparison.h"

struct compared {
    const struct results *a, *b;
    const struct comparison *comparison;
    double threshold; // a share
    bool verbose;     // level rows too
};

// As text in lines of up to 80 columns, a longer name on a line of its own.
void compare_print_text(const struct compared *compared);

// As a JSON object. Returns 0, or CLI_BAD after complaining.
int compare_print_json(const struct compared *compared);

#endif
