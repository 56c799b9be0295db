// How to run other profilers on exactly one profile.
#ifndef BENCH_RECIPES_H
#define BENCH_RECIPES_H

#include "race.h"

// What a recipe runs again.
struct recipe {
    const struct race_entry *entry;
    const char *kernel, *mesh, *workload; // as given; NULL: not given
    const struct cli_making *making;
    double seconds;
    double setup_seconds; // before the loop begins
};

void recipes_print(const struct recipe *recipe);

// The symbol in which an entry's kernel spends most of its time, or "" if it cannot be named:
// `auto` chooses its kernel later.
void recipes_symbol(const struct buoy_kernel_info *info, char *symbol, size_t size);

#endif
