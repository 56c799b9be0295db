// The flags that `run` hands to Google Benchmark.
#ifndef BENCH_FLAGS_H
#define BENCH_FLAGS_H

#include "cli.h"

// Hands over our defaults and then the user's flags, which override them; returns the resulting
// number of repetitions in `repetitions` and, of what is only there to compare with, in `fewer`:
// the same if the user has chosen. Returns 0, or CLI_BAD after complaining about an unknown flag or
// value.
int flags_take(const struct cli_strings *flags, size_t *repetitions, size_t *fewer);

// Whether the user asked for Google Benchmark's own list of flags.
bool flags_ask_for_help(const struct cli_strings *flags);

#endif
