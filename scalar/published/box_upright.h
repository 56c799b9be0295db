// A box stood upright in the water, for methods that fill columns: `up` is the axis that the water
// crosses most steeply, measured in units of the box, so that along a column its level changes by
// no more than the column's height from one end of the box to the other.
#ifndef BUOY_BOX_UPRIGHT_H
#define BUOY_BOX_UPRIGHT_H

#include <math.h>

#include "buoyancy_shapes.h"

struct buoy_upright {
    int up, across, along; // axes
    double h[3], n[3], d;
};

static inline struct buoy_upright buoy_stand_up(const struct buoy_shape *box,
                                                const struct buoy_plane *plane) {
    struct buoy_upright u = {.h = {box->size[0], box->size[1], box->size[2]},
                             .n = {plane->normal[0], plane->normal[1], plane->normal[2]},
                             .d = plane->d};
    for (int i = 1; i < 3; ++i) {
        u.up = fabs(u.n[i]) * u.h[i] > fabs(u.n[u.up]) * u.h[u.up] ? i : u.up;
    }
    u.across = (u.up + 1) % 3;
    u.along = (u.up + 2) % 3;
    return u;
}

// The water's height in the column at x and y, above the column's lower end: below 0 if the column
// is dry, above 2 h_up if it is wet.
static inline double buoy_level(const struct buoy_upright *u, double x, double y) {
    const double left = u->d - u->n[u->across] * x - u->n[u->along] * y;
    return left / fabs(u->n[u->up]) + u->h[u->up];
}

// The answer of volume v and centroid (x, y) at height z above the lower end.
static inline void buoy_answer_upright(const struct buoy_upright *u, double v, double x, double y,
                                       double z, struct buoy_volume *result) {
    const double above = z - u->h[u->up];
    double c[3];
    c[u->up] = u->n[u->up] > 0.0 ? above : 0.0 - above; // never −0
    c[u->across] = x;
    c[u->along] = y;
    *result = (struct buoy_volume){v, {c[0], c[1], c[2]}};
}

#endif
