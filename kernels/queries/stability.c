// Hydrostatics of small motions: metacentric radii and the stiffness of buoyancy; curves of form;
// and righting arms.
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/vector.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_hydrostatics.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "queries/section.h"

static bool unit_normal(const float normal[3], double n[3]) {
    for (int i = 0; i < 3; ++i) {
        n[i] = normal[i];
    }
    return buoy_unit(n);
}

// ∫ (x − o)(x − o)ᵀ dA over the waterplane, r = w − o.
static void moments_about(const struct buoy_hydrostatics *body, const double r[3],
                          double moments[3][3]) {
    const double about_w[3][3] = {{body->xx, body->xy, body->xz},
                                  {body->xy, body->yy, body->yz},
                                  {body->xz, body->yz, body->zz}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            moments[i][j] = about_w[i][j] + body->waterplane_area * r[i] * r[j];
        }
    }
}

// aᵀ M b
static double form(const double a[3], double m[3][3], const double b[3]) {
    return a[0] * buoy_dot(m[0], b) + a[1] * buoy_dot(m[1], b) + a[2] * buoy_dot(m[2], b);
}

enum buoy_status buoy_metacentric_radii_compute(const struct buoy_hydrostatics *body,
                                                const float normal[3],
                                                struct buoy_metacentric_radii *radii,
                                                struct buoy_error *error) {
    double n[3], e[3], f[3], m[3][3];
    BUOY_REFUSE_IF(!body || !normal || !radii, ARGUMENT,
                   "no body, no normal, or no room for radii");
    BUOY_REFUSE_IF(!unit_normal(normal, n), NON_FINITE, "the normal is zero or not finite");
    buoy_span_plane(n, e, f);
    moments_about(body, (const double[3]){0.0, 0.0, 0.0}, m);
    const double a = form(e, m, e), b = form(e, m, f), c = form(f, m, f);
    const double mean = 0.5 * (a + c), half = 0.5 * (a - c), radius = sqrt(half * half + b * b);
    const double smaller = mean - radius;
    const double volume = body->volume;
    double found[5] = {
        volume != 0.0 ? (smaller < 0.0 ? 0.0 : smaller) / volume : 0.0,
        volume != 0.0 ? (mean + radius) / volume : 0.0,
    };
    // The eigenvector of mean + radius, by the row of the matrix that does not cancel.
    const double along_e = half >= 0.0 ? radius + half : b,
                 along_f = half >= 0.0 ? b : radius - half;
    for (int i = 0; i < 3; ++i) {
        found[2 + i] = radius > 0.0 ? along_e * e[i] + along_f * f[i] : e[i];
    }
    BUOY_REFUSE_IF(!isfinite(volume) || !buoy_within(found, 5, DBL_MAX), NON_FINITE,
                   "the body's numbers are not finite, or too large");
    buoy_unit(&found[2]);
    *radii = (struct buoy_metacentric_radii){found[0], found[1], {found[2], found[3], found[4]}};
    return buoy_succeed(error);
}

enum buoy_status buoy_stiffness(const struct buoy_hydrostatics *body, const float normal[3],
                                double density, const double point[3], double stiffness[6][6],
                                struct buoy_error *error) {
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double n[3], rc[3], rw[3], lever[3], m[3][3], k[6][6];
    BUOY_REFUSE_IF(!body || !normal || !point || !stiffness, ARGUMENT,
                   "no body, no normal, no point, or no room for the stiffness");
    BUOY_REFUSE_IF(!unit_normal(normal, n), NON_FINITE, "the normal is zero or not finite");
    for (int i = 0; i < 3; ++i) {
        rc[i] = body->centre[i] - point[i];
        rw[i] = body->waterplane_centroid[i] - point[i];
    }
    moments_about(body, rw, m);
    buoy_cross_product(rw, n, lever);
    const double area = density * body->waterplane_area, volume = density * body->volume;
    const double height = buoy_dot(rc, n);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double ni[3], nj[3];
            buoy_cross_product(n, axes[i], ni);
            buoy_cross_product(n, axes[j], nj);
            k[i][j] = area * n[i] * n[j];
            k[i][3 + j] = area * n[i] * lever[j];
            k[3 + i][j] = area * lever[i] * n[j];
            k[3 + i][3 + j] =
                density * form(ni, m, nj) + volume * ((i == j ? height : 0.0) - rc[i] * n[j]);
        }
    }
    BUOY_REFUSE_IF(!buoy_within(&k[0][0], 36, DBL_MAX), NON_FINITE,
                   "a number is not finite, or the stiffness too large");
    memcpy(stiffness, k, sizeof k);
    return buoy_succeed(error);
}

// ---------------------------------------------------------------------------------- curves of form

// Hydrostatics in double, at one draft after another.
enum buoy_status buoy_curves_of_form(const struct buoy_mesh *mesh, const double up[3],
                                     const double *drafts, size_t count, struct buoy_form *rows,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !up || (count > 0 && !rows), ARGUMENT, "%s",
                   !mesh ? "no mesh"
                   : !up ? "no direction up"
                         : "no room for rows");
    struct buoy_water_plane water = {.n = {up[0], up[1], up[2]}};
    BUOY_REFUSE_IF(!buoy_unit(water.n), NON_FINITE,
                   "the direction up (%g, %g, %g) is zero or not finite", up[0], up[1], up[2]);
    double low, high, e[3], f[3], me[3], mf[3];
    buoy_corner_range(mesh, water.n, &low, &high);
    buoy_span_plane(water.n, e, f);
    const double height = (high - low) * mesh->scale;
    const double at_centre = buoy_dot(water.n, mesh->centre);
    struct buoy_elements elements;
    buoy_elements_begin(&elements, NULL);
    for (size_t i = 0; i < count; ++i) {
        const double draft =
            drafts ? drafts[i] : height * ((double)(i + 1) / ((double)count + 1.0));
        if (!isfinite(draft)) {
            buoy_fail(buoy_elements_cause(&elements, i), BUOY_ERROR_NON_FINITE,
                      "draft %zu, %g, is not finite", i, draft);
            buoy_elements_fail(&elements, i);
            buoy_make_nan(&rows[i], sizeof rows[i]);
            continue;
        }
        rows[i].draft = draft;
        // Drafts are counted from a keel that was rounded.
        water.offset = buoy_settle_within(mesh, water.n, low + draft * mesh->inverse_scale,
                                          0x1p-24 * fabs(low));
        rows[i].d = water.offset * mesh->scale + at_centre;
        // Water far off is no other than water just off.
        const double margin = 0.25 * (high - low);
        water.offset = buoy_clamp(water.offset, low - margin, high + margin);
        if (buoy_section_floods(mesh, &water)) {
            buoy_make_nan(&rows[i].at, sizeof rows[i].at);
            rows[i].bm_transverse = rows[i].bm_longitudinal = (double)NAN;
            continue;
        }
        struct buoy_section section;
        buoy_section_below(mesh, &water, &section);
        buoy_given_section(mesh, &section, &rows[i].at);
        for (int k = 0; k < 3; ++k) {
            me[k] = buoy_dot(section.moments[k], e);
            mf[k] = buoy_dot(section.moments[k], f);
        }
        const struct buoy_principal moments =
            buoy_principal_axes(buoy_dot(me, e), buoy_dot(me, f), buoy_dot(mf, f));
        const double scale = section.volume > 0.0 ? mesh->scale / section.volume : 0.0;
        rows[i].bm_transverse = (moments.smaller > 0.0 ? moments.smaller : 0.0) * scale;
        rows[i].bm_longitudinal = moments.larger * scale;
    }
    return buoy_elements_end(&elements, count, error);
}

// ---------------------------------------------------------------------------------- righting arms

// Righting arms: the body heels about an axis, and trims until nothing turns it across.
//
// With k up, e the axis and s = k × e, a body heeled by φ and trimmed by τ has
//   m = s sin φ + k cos φ,   n = m cos τ − e sin τ,
// and the directions along the water t = s cos φ − k sin φ and e' = e cos τ + m sin τ, e made
// level. The energy E = n·(g − c) grows by −e'·(g − c) as τ grows, the moment across, and the arm
// is t·(g − c) whatever the trim.

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
    // Directions of unit length, the axis square to up.
    BUOY_REFUSE_IF(!buoy_unit(way.up) || !buoy_unit(way.axis), NON_FINITE,
                   "up (%g, %g, %g) or the axis (%g, %g, %g) is zero or not finite", heeling->up[0],
                   heeling->up[1], heeling->up[2], heeling->axis[0], heeling->axis[1],
                   heeling->axis[2]);
    for (int turn = 0; turn < 2; ++turn) { // the second time takes off what rounding left
        const double along = buoy_dot(way.axis, way.up);
        for (int i = 0; i < 3; ++i) {
            way.axis[i] -= along * way.up[i];
        }
        BUOY_REFUSE_IF(!(buoy_length(way.axis) > 1e-6), ARGUMENT,
                       "up (%g, %g, %g) and the axis (%g, %g, %g) are parallel", heeling->up[0],
                       heeling->up[1], heeling->up[2], heeling->axis[0], heeling->axis[1],
                       heeling->axis[2]);
        buoy_unit(way.axis);
    }
    struct buoy_elements elements;
    buoy_elements_begin(&elements, NULL);
    for (size_t i = 0; i < count; ++i) {
        if (fabs(heel_degrees[i]) <= 1e6) {
            struct heeling heeled = {.floater = &floater};
            double s[3], sine, cosine;
            buoy_cross_product(way.up, way.axis, s);
            buoy_sine_of_degrees(heel_degrees[i], &sine, &cosine);
            for (int k = 0; k < 3; ++k) {
                heeled.e[k] = way.axis[k];
                heeled.m[k] = s[k] * sine + way.up[k] * cosine;
                heeled.t[k] = s[k] * cosine - way.up[k] * sine;
            }
            const bool rests =
                trim_to(&heeled, 0.0, true) && (way.fixed_trim || find_rest(&heeled));
            if (rests) {
                const struct buoy_water_plane *water = &heeled.at.water;
                arms[i] = (struct buoy_righting_arm){
                    .arm = buoy_dot(heeled.at.lever, heeled.t) * body->mesh->scale,
                    .trim_degrees = buoy_angle(heeled.sine, heeled.cosine) * (180.0 / BUOY_PI),
                    .d = buoy_given_offset(body->mesh, water),
                    .up = {water->n[0], water->n[1], water->n[2]},
                };
            } else {
                buoy_make_nan(&arms[i], sizeof arms[i]);
            }
            arms[i].heel_degrees = heel_degrees[i];
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
