// Records: results that are kept in the tree, as bench/record/CPU-COMPILER-DATE.json, and that
// others can send. A record is what `run` wrote of a whole, quiet run, without the machine's names,
// counters that are the same in all repetitions, and what follows from them.
#ifndef BENCH_SUBMISSION_H
#define BENCH_SUBMISSION_H

#include "results_model.h"

// Refuses results that cannot be a record: changed since they were written, of a part of what `run`
// does, interrupted, noisy, with a failed check, of changed sources or a build without
// optimisation. `noisy_ok` takes noisy ones: their record says so, in its name, too. `own`: what a
// run of this program would say of itself and its machine (machine.h), from which they may not
// differ; or NULL: they are a record by anybody, which may not name its host. Returns 0, or CLI_BAD
// after complaining.
int submission_check(const struct results *results, const json_t *own, bool noisy_ok);

// Writes the record of some results to a folder; `name` is set to its file's name. Returns 0, or
// CLI_BAD after complaining.
#define SUBMISSION_NAME_BYTES 256
int submission_write(const struct results *results, const char *directory,
                     char name[SUBMISSION_NAME_BYTES]);

#endif
