// The flags that `run` hands to Google Benchmark.
#ifndef BENCH_FLAGS_H
#define BENCH_FLAGS_H

#include "cli.h"

// Hands over our defaults and then the user's flags, which override them; tells how many
// repetitions that makes. Returns 0, or CLI_BAD after complaining about an unknown flag or value.
int flags_take(const struct cli_strings *flags, size_t *repetitions);

// Whether Google Benchmark's own list of flags is wanted.
bool flags_ask_for_help(const struct cli_strings *flags);

#endif
