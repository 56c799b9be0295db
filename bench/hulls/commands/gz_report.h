// What `gz --out` writes about a righting-arm curve: the usual criteria, and a plot.
#ifndef BENCH_GZ_REPORT_H
#define BENCH_GZ_REPORT_H

#include <stdbool.h>

#include "buoyancy_equilibrium.h"

// A curve from 0 to 180 degrees, and what follows from it. Angles in degrees; NaN where there is
// none.
struct gz_criteria {
    double gm;                     // slope at 0 degrees, per radian
    double upright;                // from where on the arm rights
    double vanishes;               // where it no longer does
    double most, most_at;          // the largest arm in between
    double most_from_30;           // the largest arm at 30 degrees or beyond
    double area_to_30, area_to_40; // under the curve from `upright` on, m rad
    bool has_holes;                // some arms are not known
    bool largest_known;            // none of these may be the largest
};

// Computes the criteria. Returns 0, or CLI_BAD after complaining.
int gz_find_criteria(const struct buoy_floating *body, const struct buoy_heeling *heeling,
                     struct gz_criteria *criteria);

// Writes criteria.txt and the rows that were printed as a page and figures, gz.svg and trim.svg;
// says on stderr what it wrote. Returns 0, or CLI_BAD after complaining.
int gz_write_report(const struct gz_criteria *criteria, const struct buoy_righting_arm *arms,
                    size_t count, const char *directory);

#endif
