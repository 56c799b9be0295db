// Runs that are kept: each has a folder of its own, results/DATE-TIME-WHAT, and results/latest
// leads to the newest. WHAT is what was raced, in a word.
#ifndef BENCH_KEPT_H
#define BENCH_KEPT_H

#include <stdbool.h>

#define KEPT_LATEST "results/latest"
#define KEPT_DEFAULT "default" // WHAT, of a run of everything

enum {
    KEPT_PATH_BYTES = 200,
};

// Makes a folder for a run that begins. Characters of `what` that are trouble in names become
// hyphens. Returns 0, or CLI_BAD after complaining.
int kept_begin(const char *what, char folder[KEPT_PATH_BYTES]);

// Leads results/latest to a folder; false where links are not to be had.
bool kept_lead(const char *folder);

// The path of results.json of the newest run of `what`, NULL: of any; of those older than the run
// that `before` is such a path of, unless that is NULL. Returns 0, or CLI_BAD after complaining.
int kept_find(const char *what, const char *before, char path[KEPT_PATH_BYTES]);

// What was raced, by such a path.
const char *kept_what(const char *path);

#endif
