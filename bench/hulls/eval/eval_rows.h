// `eval` of the families whose questions are rows of numbers.
#ifndef BENCH_EVAL_ROWS_H
#define BENCH_EVAL_ROWS_H

#include "family.h"

// argv[0] is "eval", argv[1] the family's name. Returns the exit code.
int eval_rows(const struct family *family, int argc, char **argv);

#endif
