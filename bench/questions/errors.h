// The errors of a volume and its centre.
#ifndef BENCH_ERRORS_H
#define BENCH_ERRORS_H

#include "family.h"

// What is not a number is wrong by any measure.
double infinite_if_nan(double error);

// For a body with that whole volume and that diagonal of its bounding box.
struct family_errors errors_of_volume(double total, double diagonal,
                                      const struct buoy_volume *truth,
                                      const struct buoy_volume *answer);

#endif
