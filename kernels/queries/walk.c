// Strides towards an attitude, each followed by one step of Newton's method across the way.
#include "base/arithmetic.h"

#include "queries/walk.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

// The strides of a walk, radians, and how many there may be: once round and half as many again.
#define STRIDE 0.06
#define MOST_STRIDES 160

// The strides of a walk to a pass.
#define PASS_STRIDES 12

// How near a walk has to come to an attitude, and how far apart the places of a trail are at least.
#define ARRIVED (1.5 * STRIDE)
#define APART (0.75 * STRIDE)

struct walker {
    struct buoy_rest rest;
    double heading[3]; // of the last stride; zero before the first
};

// The direction across n towards an attitude; any, if that is opposite.
static void face(const struct buoy_rest *rest, const double to[3], double direction[3]) {
    const double *n = rest->at.water.n, along = buoy_dot(n, to);
    for (int i = 0; i < 3; ++i) {
        direction[i] = to[i] - along * n[i];
    }
    if (!(buoy_length(direction) > 1e-9)) {
        memcpy(direction, rest->e, sizeof rest->e);
    }
    buoy_unit(direction);
}

// Sets the heading: towards an attitude; or, if the walk may bend and the energy is far flatter
// along one axis than along the other, along that axis and on in the same sense, round a ring.
static void set_heading(struct walker *walker, const double to[3], bool bend) {
    const struct buoy_rest *rest = &walker->rest;
    const struct buoy_principal *gm = &rest->gm;
    double direction[3];
    face(rest, to, direction);
    const bool larger = fabs(gm->larger) < fabs(gm->smaller);
    const double flat = larger ? gm->larger : gm->smaller,
                 steep = larger ? gm->smaller : gm->larger;
    if (bend && fabs(flat) < 0.1 * fabs(steep)) {
        const bool first = buoy_dot(walker->heading, walker->heading) == 0.0;
        double axis[3];
        for (int i = 0; i < 3; ++i) {
            axis[i] = larger ? gm->x * rest->e[i] + gm->y * rest->f[i]
                             : gm->x * rest->f[i] - gm->y * rest->e[i];
        }
        const double sense = buoy_dot(axis, first ? direction : walker->heading);
        for (int i = 0; i < 3; ++i) {
            direction[i] = sense < 0.0 ? -axis[i] : axis[i];
        }
    }
    memcpy(walker->heading, direction, sizeof direction);
}

// Strides ahead, and then to where the energy is level across the way.
static bool stride(const struct buoy_floater *floater, double reach, struct walker *walker) {
    struct buoy_rest *rest = &walker->rest;
    const double *ahead = walker->heading;
    double n[3], across[3];
    buoy_turn(rest, reach * buoy_dot(ahead, rest->e), reach * buoy_dot(ahead, rest->f), n);
    if (!buoy_rest_at(floater, n, &rest->at, rest)) {
        return false;
    }
    buoy_cross_product(n, ahead, across);
    buoy_unit(across);
    const double slope = buoy_dot(rest->at.lever, across);
    const double curvature = buoy_metacentric_form(&rest->at, across, across);
    if (!(fabs(curvature) > BUOY_FLAT * floater->range)) {
        return true;
    }
    const double step = fmax(-0.5 * reach, fmin(0.5 * reach, -slope / curvature));
    buoy_turn(rest, step * buoy_dot(across, rest->e), step * buoy_dot(across, rest->f), n);
    return buoy_rest_at(floater, n, &rest->at, rest);
}

// ------------------------------------------------------------------------------------- trails

// The place on a trail that is nearest to an attitude; NULL if the trail is empty.
static const double *nearest(const struct buoy_trail *trail, const double up[3]) {
    const double *found = NULL;
    double least = (double)INFINITY;
    for (size_t i = 0; i < trail->count; ++i) {
        const double distance = buoy_distance(trail->up[i], up);
        found = distance < least ? trail->up[i] : found;
        least = fmin(least, distance);
    }
    return found;
}

bool buoy_trail_passes(const struct buoy_trail *trail, const double up[3], double energy,
                       double band) {
    const double *place = nearest(trail, up);
    return place && trail->high - energy <= band && energy - trail->low <= band &&
           buoy_distance(place, up) < ARRIVED;
}

static void continue_trail(struct buoy_trail *trail, const struct buoy_rest *rest) {
    const double *place = nearest(trail, rest->at.water.n), energy = rest->at.energy;
    if (trail->count < sizeof trail->up / sizeof *trail->up &&
        !(place && buoy_distance(place, rest->at.water.n) < APART)) {
        trail->low = place ? fmin(trail->low, energy) : energy;
        trail->high = place ? fmax(trail->high, energy) : energy;
        memcpy(trail->up[trail->count++], rest->at.water.n, sizeof *trail->up);
    }
}

bool buoy_walk_is_level(const struct buoy_floater *floater, const double from[3],
                        const struct buoy_rest *rest, double band, struct buoy_trail *trail) {
    const double *to = rest->at.water.n, energy = rest->at.energy;
    const double *place = trail ? nearest(trail, to) : NULL;
    struct walker walker = {.heading = {0.0, 0.0, 0.0}};
    if (!buoy_rest_at(floater, place ? place : from, NULL, &walker.rest)) {
        return false;
    }
    for (int i = 0; i < MOST_STRIDES; ++i) {
        if (fabs(walker.rest.at.energy - energy) > band) {
            return false;
        }
        if (trail) {
            continue_trail(trail, &walker.rest);
        }
        if (buoy_distance(walker.rest.at.water.n, to) < ARRIVED) {
            return true;
        }
        set_heading(&walker, to, true);
        if (!stride(floater, STRIDE, &walker)) {
            return false;
        }
    }
    return false;
}

// ------------------------------------------------------------------------------------- passes

bool buoy_walk_to_pass(const struct buoy_floater *floater, const double from[3], const double to[3],
                       bool minima, struct buoy_rest *pass) {
    struct walker walker = {.heading = {0.0, 0.0, 0.0}};
    const double reach = buoy_distance(from, to) / PASS_STRIDES;
    if (!buoy_rest_at(floater, from, NULL, &walker.rest)) {
        return false;
    }
    *pass = walker.rest;
    for (int i = 1; i < PASS_STRIDES; ++i) {
        set_heading(&walker, to, false);
        if (!stride(floater, reach, &walker)) {
            return false;
        }
        if ((walker.rest.at.energy > pass->at.energy) == minima) {
            *pass = walker.rest;
        }
    }
    return true;
}
