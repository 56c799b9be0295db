// results.json: Google Benchmark's report, completed by what a reader needs beyond it.
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include <jansson.h>

#include "race.h"

// The number of the format of what is beyond Google Benchmark's. Files of others are refused.
#define RECORD_SCHEMA 2

// Adds to the context: the number of the schema, machine, build and settings, the families,
// subjects and kernels; and to each row the id of its kernel and the index of its subject, so that
// nobody need cut names apart. Returns 0, or CLI_BAD after complaining.
int record_complete(const struct race *race, json_t *report);

// Adds what was known of the machine only after the report was judged.
int record_noise(const struct race *race, json_t *report);

// Puts the rows of an earlier report whose subjects are not in the later one in front of its rows.
int record_merge(const struct race *race, const json_t *earlier, json_t *later);

// Seals the report (seal.h) and writes it to DIRECTORY/results.json. Returns 0, or CLI_BAD after
// complaining.
int record_write(json_t *report, const char *directory);

#endif
