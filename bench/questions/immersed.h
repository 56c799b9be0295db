// Water planes that submerge a given share of a body.
#ifndef BENCH_IMMERSED_H
#define BENCH_IMMERSED_H

#include "buoyancy.h"

// Lowers the water on a body to an immersion V / V_total, for timing: accurate to about 1e-6.
// Returns 0, or CLI_BAD after complaining.
int immersed_lower(const struct buoy_mesh *mesh, double immersion, struct buoy_plane *plane);

// Moves water planes above or below a body, as random bits say.
void immersed_leave_uncut(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                          struct buoy_plane *planes);

// Lowers water planes on a body to immersions V / V_total from 1e-9 to 1e-4, each decade alike, or
// as little above as the rounding of the offset allows. Returns 0, or CLI_BAD after complaining.
int immersed_wet_barely(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                        struct buoy_plane *planes);

// Water planes that wet next to nothing of a body, where errors relative to the wet part are worst.
// Fills `planes` with `count` planes at V / V_total of 1e-1, 1e-2 … 1e-6 in turn, or as little
// above as the rounding of the offset allows; their directions come from poses_make(). Returns 0,
// or CLI_BAD after complaining.
int immersed_make_barely_wet(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                             struct buoy_plane *planes);

#endif
