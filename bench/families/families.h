// Every family's file defines one of these.
#ifndef BENCH_FAMILIES_H
#define BENCH_FAMILIES_H

#include "family.h"

extern const struct family family_volume;
extern const struct family family_hydrostatics;
extern const struct family family_box;
extern const struct family family_polygon;
extern const struct family family_water;
extern const struct family family_pressure;

#endif
