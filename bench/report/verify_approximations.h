// The errors of approximations without a bound, which `verify` shows and does not judge.
#ifndef BENCH_VERIFY_APPROXIMATIONS_H
#define BENCH_VERIFY_APPROXIMATIONS_H

#include "verify_findings.h"

// Prints the worst errors over all subjects of their family; nothing if there are none.
void verify_print_approximations(const struct verify_findings *findings);

#endif
