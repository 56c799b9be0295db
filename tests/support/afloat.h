// Bodies afloat, computed in double by another method than the library's: columns of water between
// each triangle and the surface, drafts by bisection, trim by bisection.
#ifndef TESTS_AFLOAT_H
#define TESTS_AFLOAT_H

#include "body.h"

// What lies below the plane n·x = d, n of unit length.
struct afloat {
    double volume, centre[3];
};
struct afloat afloat_below(const struct body *body, const double n[3], double d);

// The offset at which a body displaces a volume.
double afloat_draft(const struct body *body, const double n[3], double volume);

// The height n·(g − c) at that draft.
double afloat_energy(const struct body *body, const double n[3], double volume, const double g[3]);

// The righting arm at a heel in degrees about x, up z: with free trim if `trim` is not NULL, which
// receives it; the rest is looked for within a bracket of ± `most` degrees.
double afloat_arm(const struct body *body, double volume, const double g[3], double heel,
                  double most, double *trim);

#endif
