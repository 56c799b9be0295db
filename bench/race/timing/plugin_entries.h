// What becomes of plug-ins' kernels in a race.
#ifndef BENCH_PLUGIN_ENTRIES_H
#define BENCH_PLUGIN_ENTRIES_H

#include "race.h"

// Takes over what its session knows so far: an entry that declined is not
// selected any more, one that failed has failed its check.
void plugin_note_trial(struct race_entry *entry);

// Says on stderr, in a line for each kernel, which subjects it declined, and why.
void plugin_print_declined(const struct race *race);

#endif
