// Newton's method on the sphere of directions up, with the energy's own curvature (flotation.c).
//
// Downhill, a step has the curvatures' magnitudes in place of the curvatures, so that it leads down
// from saddles and tops, too; it is shortened until the energy falls as the slope promises. Where
// the promise is below the energy's rounding, the slope must fall instead.
#include "base/arithmetic.h"

#include "queries/rest.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

// A slope below LEVEL counts as 0 (baked frame). Rounding leaves 10⁻¹⁵ κ, which can be more: then a
// search also ends at a slope below NEARLY_LEVEL × its range that no step improves.
#define LEVEL 1e-12
#define NEARLY_LEVEL 1e-8

// The longest step in radians, the least curvature that divides a slope, and the energy's rounding.
#define LONGEST_STEP 0.25
#define LEAST_CURVATURE 1e-9
#define ENERGY_ROUNDING 1e-13

// By how much a search steps off a place that is level but no minimum.
#define STEP_OFF 0.02

#define MOST_STEPS 200
#define MOST_HALVINGS 40

bool buoy_rest_at(const struct buoy_floater *floater, const double n[3],
                  const struct buoy_flotation *near, struct buoy_rest *rest) {
    struct buoy_rest found;
    if (buoy_float(floater, n, near, &found.at) != BUOY_OK) {
        return false;
    }
    buoy_span_plane(n, found.e, found.f);
    found.slope[0] = buoy_dot(found.at.lever, found.e);
    found.slope[1] = buoy_dot(found.at.lever, found.f);
    found.gm = buoy_principal_axes(buoy_metacentric_form(&found.at, found.e, found.e),
                                   buoy_metacentric_form(&found.at, found.e, found.f),
                                   buoy_metacentric_form(&found.at, found.f, found.f));
    *rest = found;
    return true;
}

void buoy_turn(const struct buoy_rest *rest, double along_e, double along_f, double n[3]) {
    for (int i = 0; i < 3; ++i) {
        n[i] = rest->at.water.n[i] + along_e * rest->e[i] + along_f * rest->f[i];
    }
    buoy_unit(n);
}

static double steepness(const struct buoy_rest *rest) {
    return sqrt(rest->slope[0] * rest->slope[0] + rest->slope[1] * rest->slope[1]);
}

// Newton's step along the principal axes, for the curvatures or for their magnitudes.
static void newton_step(const struct buoy_rest *rest, bool downhill, double along[2]) {
    const double x = rest->gm.x, y = rest->gm.y; // the axis of the larger one
    const double slopes[2] = {-y * rest->slope[0] + x * rest->slope[1],
                              x * rest->slope[0] + y * rest->slope[1]};
    const double curvatures[2] = {rest->gm.smaller, rest->gm.larger};
    for (int i = 0; i < 2; ++i) {
        const double size = fmax(fabs(curvatures[i]), LEAST_CURVATURE);
        along[i] = -slopes[i] / (curvatures[i] < 0.0 && !downhill ? -size : size);
    }
}

// A step along e and f, multiplied by a factor or with both parts kept within a length.
static void shorten(const struct buoy_rest *rest, const double along[2], double factor, double most,
                    double step[2]) {
    const double x = rest->gm.x, y = rest->gm.y;
    const double a = fmax(-most, fmin(along[0], most)), b = fmax(-most, fmin(along[1], most));
    step[0] = factor * (-y * a + x * b);
    step[1] = factor * (x * a + y * b);
}

// By how much the energy falls if a step leads where it should.
static double promise_of(const struct buoy_rest *rest, const double step[2]) {
    return -(rest->slope[0] * step[0] + rest->slope[1] * step[1]);
}

// Takes a step, shortened as needed; false if none improves.
//
// Downhill, a step that is shortened until its promise is lost in rounding gets one more trial,
// shortened along each axis by itself: on a ring along which the energy hardly changes, the part
// along it is long and useless, while the one across leads to the bottom. It must halve the slope.
// Steps that lessen it, no matter how little, lead to where it is least, though not 0.
static bool advance(const struct buoy_floater *floater, struct buoy_rest *rest, bool downhill) {
    double along[2];
    newton_step(rest, downhill, along);
    const double length = sqrt(along[0] * along[0] + along[1] * along[1]);
    double factor = length > LONGEST_STEP ? LONGEST_STEP / length : 1.0;
    const double before = steepness(rest);
    for (int i = 0; i < MOST_HALVINGS; ++i) {
        struct buoy_rest next;
        double step[2], n[3];
        shorten(rest, along, factor, INFINITY, step);
        const double promise = promise_of(rest, step);
        const bool last = downhill && i > 0 && promise <= ENERGY_ROUNDING;
        if (last) {
            shorten(rest, along, 1.0, factor * length, step);
        }
        buoy_turn(rest, step[0], step[1], n);
        if (buoy_rest_at(floater, n, &rest->at, &next)) {
            const double after = steepness(&next);
            if (!downhill                   ? after < 0.999 * before
                : last                      ? after < 0.5 * before
                : promise > ENERGY_ROUNDING ? next.at.energy <= rest->at.energy - 1e-4 * promise
                                            : after < before) {
                *rest = next;
                return true;
            }
        }
        if (last) {
            return false;
        }
        factor *= 0.5;
    }
    return false;
}

static bool level_out(const struct buoy_floater *floater, struct buoy_rest *rest, bool downhill) {
    for (int i = 0; i < MOST_STEPS && steepness(rest) > LEVEL; ++i) {
        if (!advance(floater, rest, downhill)) {
            break;
        }
    }
    return steepness(rest) <= fmax(LEVEL, NEARLY_LEVEL * floater->range);
}

bool buoy_find_level(const struct buoy_floater *floater, struct buoy_rest *rest) {
    return level_out(floater, rest, false);
}

// Steps off along the axis of the smaller curvature, to the lower side; false if neither is lower.
static bool step_off(const struct buoy_floater *floater, struct buoy_rest *rest) {
    struct buoy_rest lowest = *rest;
    for (int side = -1; side <= 1; side += 2) {
        struct buoy_rest next;
        double n[3];
        buoy_turn(rest, side * STEP_OFF * -rest->gm.y, side * STEP_OFF * rest->gm.x, n);
        if (buoy_rest_at(floater, n, &rest->at, &next) && next.at.energy < lowest.at.energy) {
            lowest = next;
        }
    }
    const bool lower = lowest.at.energy < rest->at.energy;
    *rest = lowest;
    return lower;
}

bool buoy_roll_downhill(const struct buoy_floater *floater, struct buoy_rest *rest) {
    for (int i = 0; i < MOST_STEPS; ++i) {
        if (!level_out(floater, rest, true)) {
            return false;
        }
        if (rest->gm.smaller >= -BUOY_FLAT * floater->range || !step_off(floater, rest)) {
            return true;
        }
    }
    return false;
}

bool buoy_rest_is_stable(const struct buoy_floater *floater, const struct buoy_rest *rest) {
    static const double angles[] = {0.005, 0.02};
    static const double directions[8][2] = {
        {1, 0},  {0.7071, 0.7071},   {0, 1},  {-0.7071, 0.7071},
        {-1, 0}, {-0.7071, -0.7071}, {0, -1}, {0.7071, -0.7071},
    };
    if (fabs(rest->gm.smaller) > BUOY_FLAT * floater->range) {
        return rest->gm.smaller > 0.0;
    }
    for (int i = 0; i < 16; ++i) { // along the principal axes and between
        const double *a = directions[i % 8], angle = angles[i / 8];
        double n[3];
        struct buoy_rest next;
        buoy_turn(rest, angle * (rest->gm.x * a[0] - rest->gm.y * a[1]),
                  angle * (rest->gm.y * a[0] + rest->gm.x * a[1]), n);
        if (buoy_rest_at(floater, n, &rest->at, &next) &&
            next.at.energy < rest->at.energy - ENERGY_ROUNDING) {
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------- walks

// Strides towards an attitude, each followed by one step of Newton's method across the way.

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
