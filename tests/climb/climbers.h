// The families to climb in: each has a file climb_<name>.c, and a line here and in climbers.c;
// those of rows, and those of planes through a mesh, a table in one file.
#ifndef TESTS_CLIMB_CLIMBERS_H
#define TESTS_CLIMB_CLIMBERS_H

#include "climb.h"

enum {
    CLIMB_PLANES = 13,
    CLIMB_ROWS = 10
};
extern const struct climb_family climb_planes[CLIMB_PLANES], climb_rows[CLIMB_ROWS];
extern const struct climb_family climb_draft, climb_waves;
extern const struct climb_family climb_pressure, climb_pressure64, climb_pressure_centre;

#endif
