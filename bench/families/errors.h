// How far a volume and its centre are from the truth.
#ifndef BENCH_ERRORS_H
#define BENCH_ERRORS_H

#include "family.h"

// Of a body of that whole volume and with a bounding box of that diagonal.
struct family_errors errors_of_volume(double total, double diagonal,
                                      const struct buoy_volume *truth,
                                      const struct buoy_volume *answer);

#endif
