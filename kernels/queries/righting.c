// Righting arms: the body heels about an axis, and trims until nothing turns it across.
//
// With k up, e the axis and s = k × e, a body heeled by φ and trimmed by τ has
//   m = s sin φ + k cos φ,   n = m cos τ − e sin τ,
// and the directions along the water t = s cos φ − k sin φ and e' = e cos τ + m sin τ, e made
// level. The energy E = n·(g − c) grows by −e'·(g − c) as τ grows, the moment across, and the arm
// is t·(g − c) whatever the trim.
#include "base/arithmetic.h"

#include <math.h>

#include "base/angles.h"
#include "base/elements.h"
#include "base/status.h"
#include "base/vector.h"
#include "queries/flotation.h"

// The moment across that counts as none, as an arm in the baked frame. Rounding leaves 10⁻¹⁵ κ.
#define NO_MOMENT 1e-12

// The longest step of the trim's sine or angle, and the sine beyond which a body stands on its end.
#define LONGEST_STEP 0.25
#define ON_END 0.9999

#define MOST_STEPS 100

struct heeling {
    const struct buoy_floater *floater;
    double e[3], m[3], t[3];
    struct buoy_flotation at;
    double sine, cosine; // of the trim
    double moment;       // dE/dτ
    double stiffness;    // d²E/dτ²
};

// Trims to a sine; false if the body cannot float there with its open edges dry.
static bool trim_to(struct heeling *heeling, double sine, bool begin) {
    const double cosine = sqrt((1.0 - sine) * (1.0 + sine));
    double n[3], level[3];
    for (int i = 0; i < 3; ++i) {
        n[i] = heeling->m[i] * cosine - heeling->e[i] * sine;
        level[i] = heeling->e[i] * cosine + heeling->m[i] * sine;
    }
    if (buoy_float(heeling->floater, n, begin ? NULL : &heeling->at, &heeling->at) != BUOY_OK) {
        return false;
    }
    heeling->sine = sine;
    heeling->cosine = cosine;
    heeling->moment = -buoy_dot(heeling->at.lever, level);
    heeling->stiffness = buoy_metacentric_form(&heeling->at, level, level);
    return true;
}

// Where Newton's method would trim to.
static double newton(const struct heeling *heeling) {
    return heeling->sine - heeling->cosine * heeling->moment / heeling->stiffness;
}

// Between a place from which the energy falls and one from which it rises.
static bool settle(struct heeling *heeling, double falls, double rises) {
    double last = INFINITY;
    for (int step = 0; step < MOST_STEPS; ++step) {
        if (fabs(heeling->moment) <= NO_MOMENT) {
            return true;
        }
        const bool downhill = (heeling->moment < 0.0) == (rises > falls);
        *(downhill ? &falls : &rises) = heeling->sine;
        const double low = fmin(falls, rises), high = fmax(falls, rises);
        double next = newton(heeling);
        if (!(next > low && next < high) || fabs(heeling->moment) > 0.5 * last) {
            next = 0.5 * (low + high);
            last = INFINITY;
        } else {
            last = fabs(heeling->moment);
        }
        if (!(next > low && next < high)) {
            return true; // neighbouring doubles
        }
        if (!trim_to(heeling, next, false)) {
            return false;
        }
    }
    return true;
}

// From level trim downhill, to where the energy rises again: the rest that a body comes to. Some
// fifteen of the longest steps end it, and Newton's method takes less than forty where it closes in
// slowest; only numbers that no body has take more.
static bool find_rest(struct heeling *heeling) {
    if (fabs(heeling->moment) <= NO_MOMENT) {
        return true;
    }
    const double direction = heeling->moment < 0.0 ? 1.0 : -1.0;
    for (int step = 0; step < MOST_STEPS; ++step) {
        const double from = heeling->sine;
        double next = newton(heeling);
        const double ahead = direction * (next - from);
        if (!(heeling->stiffness > 0.0 && ahead <= LONGEST_STEP)) {
            next = from + direction * LONGEST_STEP * heeling->cosine;
        }
        if (!(fabs(next) < ON_END) || !trim_to(heeling, next, false)) {
            return false;
        }
        if (direction * heeling->moment >= 0.0) {
            return settle(heeling, from, next);
        }
        if (fabs(heeling->moment) <= NO_MOMENT || next == from) {
            return true;
        }
    }
    return false;
}

// An arm, NaN but for its heel.
static struct buoy_righting_arm no_arm(double heel) {
    const double nan = (double)NAN;
    return (struct buoy_righting_arm){heel, nan, nan, nan, {nan, nan, nan}};
}

static struct buoy_righting_arm find_arm(const struct buoy_floater *floater,
                                         const struct buoy_heeling *way, double heel) {
    struct heeling heeling = {.floater = floater};
    double s[3], sine, cosine;
    buoy_cross_product(way->up, way->axis, s);
    buoy_sine_of_degrees(heel, &sine, &cosine);
    for (int i = 0; i < 3; ++i) {
        heeling.e[i] = way->axis[i];
        heeling.m[i] = s[i] * sine + way->up[i] * cosine;
        heeling.t[i] = s[i] * cosine - way->up[i] * sine;
    }
    if (!trim_to(&heeling, 0.0, true) || (!way->fixed_trim && !find_rest(&heeling))) {
        return no_arm(heel);
    }
    const struct buoy_mesh *mesh = floater->mesh;
    const struct buoy_water_plane *water = &heeling.at.water;
    return (struct buoy_righting_arm){
        .heel_degrees = heel,
        .arm = buoy_dot(heeling.at.lever, heeling.t) * mesh->scale,
        .trim_degrees = buoy_angle(heeling.sine, heeling.cosine) * (180.0 / BUOY_PI),
        .d = buoy_given_offset(mesh, water),
        .up = {water->n[0], water->n[1], water->n[2]},
    };
}

// Brings the directions to unit length and the axis square to up.
static enum buoy_status check_directions(struct buoy_heeling *way, struct buoy_error *error) {
    const struct buoy_heeling given = *way;
    BUOY_REFUSE_IF(!buoy_unit(way->up) || !buoy_unit(way->axis), NON_FINITE,
                   "up (%g, %g, %g) or the axis (%g, %g, %g) is zero or not finite", given.up[0],
                   given.up[1], given.up[2], given.axis[0], given.axis[1], given.axis[2]);
    for (int turn = 0; turn < 2; ++turn) { // the second time takes off what rounding left
        const double along = buoy_dot(way->axis, way->up);
        for (int i = 0; i < 3; ++i) {
            way->axis[i] -= along * way->up[i];
        }
        BUOY_REFUSE_IF(!(buoy_length(way->axis) > 1e-6), ARGUMENT,
                       "up (%g, %g, %g) and the axis (%g, %g, %g) are parallel", given.up[0],
                       given.up[1], given.up[2], given.axis[0], given.axis[1], given.axis[2]);
        buoy_unit(way->axis);
    }
    return buoy_succeed(error);
}

struct buoy_heeling buoy_heeling_default(void) {
    return (struct buoy_heeling){.up = {0.0, 0.0, 1.0}, .axis = {1.0, 0.0, 0.0}};
}

enum buoy_status buoy_righting_arms(const struct buoy_floating *body,
                                    const struct buoy_heeling *heeling, const double *heel_degrees,
                                    size_t count, struct buoy_righting_arm *restrict arms,
                                    struct buoy_error *error) {
    BUOY_REFUSE_IF(!heeling || (count > 0 && (!heel_degrees || !arms)), ARGUMENT, "%s",
                   !heeling        ? "no way of heeling"
                   : !heel_degrees ? "no angles of heel"
                                   : "no room for arms");
    struct buoy_floater floater;
    struct buoy_heeling way = *heeling;
    BUOY_TRY(buoy_make_floater(body, &floater, error));
    BUOY_TRY(check_directions(&way, error));
    struct buoy_elements elements;
    buoy_elements_begin(&elements, NULL);
    for (size_t i = 0; i < count; ++i) {
        if (fabs(heel_degrees[i]) <= 1e6) {
            arms[i] = find_arm(&floater, &way, heel_degrees[i]);
        } else {
            buoy_fail(buoy_elements_cause(&elements, i), BUOY_ERROR_NON_FINITE,
                      "angle %zu, %g degrees, is beyond a million or not finite", i,
                      heel_degrees[i]);
            buoy_elements_fail(&elements, i);
            buoy_make_nan(&arms[i], sizeof arms[i]);
        }
    }
    return buoy_elements_end(&elements, count, error);
}
