// Queries that threads share: each call is cut into as many parts as there are threads.
#ifndef BENCH_SHARES_H
#define BENCH_SHARES_H

#include "race.h"

// Makes the threads of a subject, if its workload has some. Returns 0, or CLI_BAD after
// complaining.
int shares_prepare(struct race_subject *subject);

// Allocates scratch memory for an entry, for each thread its own. Returns as
// queries_make_scratch().
int shares_make_scratch(struct race_entry *entry);

// Around a timed loop.
void shares_begin(const struct race_entry *entry);
void shares_end(const struct race_entry *entry);

// Asks whole calls, one after the other, each by all threads together.
void shares_ask(const struct race_entry *entry, size_t begin, size_t end);

#endif
