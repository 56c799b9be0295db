// How deep a body floats: Newton's method in brackets, on a straightened curve.
//
// V grows with the water's height y along a curve that is steep in the middle of a body and flat at
// its ends, where Newton's method goes astray. For an ellipsoid that curve is known,
//   V / V_total = (2 + 3t − t³) / 4,   t = (y − middle) / radius, −1 ≤ t ≤ 1,
// and for any body it looks much the same if the ellipsoid has the body's centroid and its spread
// along the normal: radius² = 5 × spread. So t(V / V_total) is used in place of V: it is almost a
// straight line of y, and exactly one for an ellipsoid. The first guess is on that line, 1 % of the
// volume off on most bodies; the second is the tangent's; later ones are on the cubic, of y over t,
// through the last two guesses with their slopes, so that no equation needs to be solved. All is +
// − × ÷ √, for the same bits everywhere.
//
// The kernels used on the way compute in float, and their bounds are of no use for bodies whose
// parts are far apart. So the offset found is checked in double (section.c), once if all is well.
// If not, the search goes on in double, in a bracket that only double has narrowed.
#include "base/arithmetic.h"

#include <math.h>

#include "base/status.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "queries/section.h"

// Errors of an answer: as a share of the whole volume; as a share of the volume asked for, where
// that is less; but no less than the last.
#define TOLERANCE 1e-6
#define RELATIVE_TOLERANCE 1e-3
#define LEAST_TOLERANCE 1e-10

// The share of the whole volume by which the volume asked for may exceed it.
#define FORGIVEN 1e-6

// The most steps in float; a search that has not converged by then continues in double.
#define MOST_EVALUATIONS 12u

// A search in a bracket of offsets: `low` displaces less, `high` as much or more.
struct search {
    const struct buoy_mesh *mesh;
    struct buoy_plane64 plane; // the normal; its d is not used
    double length;             // |normal|
    double whole;              // the volume that counts as 1
    double share, t;           // what is asked for
    double tolerance;          // of the share
    double low, high;
    struct buoy_draft_info *info;
};

// The result of an evaluation.
struct sample {
    double y, share;    // offset, V / whole
    double t, dy_by_dt; // the straightened curve; its slope is 0 where there is none
};

// t of an ellipsoid's share. On the side where t < 0, with u = 1 + t: u² (3 − u) / 4 = share.
static double straighten(double share) {
    const double less = share < 0.5 ? share : 1.0 - share;
    if (!(less > 0.0)) {
        return share < 0.5 ? -1.0 : 1.0;
    }
    double u = 0.0;
    for (int i = 0; i < 4; ++i) { // each time at least 4 times as near
        u = 2.0 * sqrt(less / (3.0 - u));
    }
    for (int i = 0; i < 2; ++i) { // Newton
        u -= (0.25 * u * u * (3.0 - u) - less) / (0.75 * u * (2.0 - u));
    }
    return share < 0.5 ? u - 1.0 : 1.0 - u;
}

static struct buoy_plane64 plane_at(const struct search *search, double y) {
    const double *n = search->plane.normal;
    return (struct buoy_plane64){{n[0], n[1], n[2]}, y};
}

static struct sample evaluate(const struct search *search, double y) {
    struct buoy_plane64 plane;
    double moved;
    const struct buoy_plane64 asked = plane_at(search, y);
    const struct buoy_hydrostatics_query query = {
        .mesh = search->mesh, .planes64 = &plane, .count = 1};
    struct buoy_hydrostatics *at = &search->info->at;
    buoy_round_plane(search->mesh, &asked, &plane, &moved);
    buoy_hydrostatics_auto_best(&query, at);
    ++search->info->evaluations;
    struct sample sample = {.y = y, .share = at->volume / search->whole};
    const double slope = at->waterplane_area / (search->whole * search->length);
    sample.t = straighten(buoy_clamp(sample.share, 0.0, 1.0));
    sample.dy_by_dt = slope > 0.0 ? 0.75 * (1.0 - sample.t * sample.t) / slope : 0.0;
    return sample;
}

// Whether so little is displaced, or so little is not, that the shape of the body's ends matters.
static bool is_near_end(double share) {
    return share < 0.01 || share > 0.99;
}

static bool is_inside(const struct search *search, double y) {
    return y > search->low && y < search->high; // false for NaN
}

// Searches from a first guess; returns the offset found. Each guess halves the error, or the one
// after it halves the bracket.
static double find_offset(struct search *search, double y) {
    const double tolerance = 0.5 * search->tolerance; // the kernel may be off by as much again
    const double s = search->mesh->scale;
    // A waterplane is at most half as large as the surface, whose shadow it is from either side.
    const double steepest = 0.5 * search->mesh->area * (s * s) / (search->whole * search->length);
    struct sample last = {.share = INFINITY};
    for (;;) {
        const struct sample sample = evaluate(search, y);
        const double error = sample.share - search->share;
        if (fabs(error) <= tolerance || search->share == 0.0 ||
            search->info->evaluations >= MOST_EVALUATIONS) {
            return y; // for a share of 0, the lowest vertex
        }
        *(error < 0.0 ? &search->low : &search->high) = y;
        const double width = search->high - search->low;
        if (width * steepest < 0.25 * tolerance) {
            return y; // the rest is the kernel's rounding, or worse
        }
        const bool slow = fabs(error) > 0.5 * fabs(last.share - search->share);
        y = slow ? search->low + 0.5 * width : 0.5 * (search->low + search->high);
        if (!slow && sample.dy_by_dt > 0.0) { // the cubic through two samples, or the last slope
            const double step = sample.t - last.t, q = (search->t - last.t) / step, r = 1.0 - q;
            const double cubic = r * r * ((1.0 + 2.0 * q) * last.y + q * step * last.dy_by_dt) +
                                 q * q * ((1.0 + 2.0 * r) * sample.y - r * step * sample.dy_by_dt);
            const double newton = sample.y + (search->t - sample.t) * sample.dy_by_dt;
            y = last.dy_by_dt > 0.0 && is_inside(search, cubic) ? cubic
                : is_inside(search, newton)                     ? newton
                                                                : y;
        }
        last = sample;
    }
}

// Goes on in double, from an offset y and its slope, between offsets that displace too little and
// too much. Every second step halves the bracket, so that the search ends: at the latest, without
// an answer, at neighbouring doubles of which one displaces too little, the other too much.
static enum buoy_status settle(struct search *search, double low, double high, double y,
                               double *found) {
    double slope = search->info->at.waterplane_area / (search->whole * search->length);
    double last = (double)INFINITY, at = y;
    for (bool halve = false;; halve = !halve) {
        const struct buoy_plane64 asked = plane_at(search, at);
        const struct buoy_displaced displaced = buoy_displaced_below(search->mesh, &asked);
        const double error = displaced.volume / search->whole - search->share;
        const double doubt = displaced.error / search->whole;
        ++search->info->checks;
        *found = at;
        if (fabs(error) + doubt <= search->tolerance || search->share == 0.0) {
            return BUOY_OK;
        }
        *(error < 0.0 ? &low : &high) = at;
        const double middle = low + 0.5 * (high - low);
        const bool is_lost = doubt >= search->tolerance && fabs(error) <= doubt;
        if (is_lost || !(middle > low && middle < high)) {
            return BUOY_ERROR_PRECISION;
        }
        if (isfinite(last) && y != at && error != last) {
            slope = (error - last) / (at - y); // from here on a secant's
        }
        y = at;
        last = error;
        at = slope > 0.0 ? at - error / slope : middle;
        at = !halve && at > low && at < high ? at : middle; // also for NaN
    }
}

// The least n·x of all vertices, and the greatest below which no open edge is wet.
static void vertex_range(const struct search *search, double *low, double *high) {
    const struct buoy_mesh *mesh = search->mesh;
    const double nx = search->plane.normal[0], ny = search->plane.normal[1],
                 nz = search->plane.normal[2];
    const double at = mesh->origin[0] * nx + mesh->origin[1] * ny + mesh->origin[2] * nz;
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t i = 0; i < buoy_point_count(mesh); ++i) {
        double p[3];
        buoy_own_point(mesh, i, p);
        const double s = at + (p[0] * nx + p[1] * ny + p[2] * nz);
        *low = s < *low ? s : *low;
        *high = s > *high ? s : *high;
    }
    for (uint32_t i = 0; i < mesh->open_vertex_count; ++i) {
        const float *p = mesh->open_points + 3 * (size_t)i;
        const double s = at + (p[0] * nx + p[1] * ny + p[2] * nz);
        *high = s < *high ? s : *high;
    }
}

static void ask_for(struct search *search, double volume) {
    search->share = fmin(volume / search->whole, 1.0);
    search->tolerance = buoy_clamp(RELATIVE_TOLERANCE * search->share, LEAST_TOLERANCE, TOLERANCE);
    search->t = straighten(search->share);
}

// Prepares the search on a closed mesh, which `high` submerges as a whole. The vertices are only
// examined where their range matters. The first guess is the draft of an ellipsoid with the body's
// centroid and spread. Its curve is bent to end where the bracket ends if that is nearer, as on
// bodies with flat ends; and near the body's ends, which tell more there, it ends with the bracket
// in any case.
static enum buoy_status begin_closed(struct search *search, double volume, double *guess) {
    const struct buoy_mesh *mesh = search->mesh;
    const double *n = search->plane.normal, scale = mesh->scale;
    search->whole = mesh->volume * (scale * scale * scale);
    if (volume > search->whole * (1.0 + FORGIVEN)) {
        return BUOY_ERROR_RANGE;
    }
    ask_for(search, volume);
    double centre = 0.0, reach = 0.0, middle = 0.0, spread = 0.0;
    for (int i = 0; i < 3; ++i) {
        centre += n[i] * mesh->centre[i];
        reach += fabs(n[i]) * mesh->half_extent[i] * scale;
        middle += n[i] * (mesh->centroid[i] * scale + mesh->centre[i]);
        for (int j = 0; j < 3; ++j) {
            spread += n[i] * mesh->volume_spread[buoy_symmetric(i, j)] * n[j];
        }
    }
    const bool near_end = is_near_end(search->share);
    if (near_end) {
        vertex_range(search, &search->low, &search->high);
    } else {
        search->low = centre - reach;
        search->high = centre + reach;
    }
    const double t = search->t, radius = sqrt(5.0 * fmax(spread, 0.0)) * scale;
    const double end = t < 0.0 ? middle - search->low : search->high - middle;
    *guess = !near_end ? middle + t * (radius + t * t * fmin(end - radius, 0.0))
             : t < 0.0 ? search->low + (1.0 + t) * end
                       : search->high - (1.0 - t) * end;
    return BUOY_OK;
}

// The volume that an open mesh displaces at `high` counts as the whole.
static enum buoy_status begin_open(struct search *search, double volume, double *guess) {
    vertex_range(search, &search->low, &search->high);
    const struct buoy_plane64 highest = plane_at(search, search->high);
    search->whole = buoy_displaced_below(search->mesh, &highest).volume;
    if (volume > 0.0 && !(volume <= search->whole * (1.0 + FORGIVEN))) {
        return BUOY_ERROR_OPEN;
    }
    search->whole = search->whole > 0.0 ? search->whole : 1.0;
    ask_for(search, volume);
    *guess = search->low + search->share * (search->high - search->low);
    return BUOY_OK;
}

enum buoy_status buoy_draft(const struct buoy_mesh *mesh, const double normal[3], double volume,
                            double *d, struct buoy_draft_info *info, struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !normal || !d, ARGUMENT, "%s",
                   !mesh     ? "no mesh"
                   : !normal ? "no normal"
                             : "no room for d");
    // Normals that are no floats are brought to a length of about 1 by a power of two, so that
    // their squares are in range.
    const double *n = normal, largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const bool floats = buoy_is_float(n[0]) && buoy_is_float(n[1]) && buoy_is_float(n[2]);
    const struct buoy_two_powers k = floats || !(largest > 0.0) || isinf(largest)
                                         ? (struct buoy_two_powers){1.0, 1.0}
                                         : buoy_powers_below(n);
    struct buoy_draft_info details; // not the caller's, who gets none after an error
    struct search search = {
        .mesh = mesh,
        .plane = {{n[0] * k.first * k.second, n[1] * k.first * k.second, n[2] * k.first * k.second},
                  0.0},
        .info = &details,
    };
    BUOY_REFUSE_IF(!buoy_plane64_is_valid(&search.plane), NON_FINITE,
                   "the normal (%g, %g, %g) is zero or not finite", search.plane.normal[0],
                   search.plane.normal[1], search.plane.normal[2]);
    BUOY_REFUSE_IF(!isfinite(volume), NON_FINITE, "the volume %g is not finite", volume);
    BUOY_REFUSE_IF(volume < 0.0, RANGE, "the volume %g is below 0", volume);
    BUOY_TRY(buoy_get_isa(NULL, error));
    search.length = buoy_length(search.plane.normal);
    search.info->evaluations = search.info->checks = 0;
    double guess;
    enum buoy_status status =
        mesh->closed ? begin_closed(&search, volume, &guess) : begin_open(&search, volume, &guess);
    if (status != BUOY_OK) {
        return buoy_fail(error, status,
                         status == BUOY_ERROR_OPEN
                             ? "with its open edges dry, the mesh cannot displace %g, at most %g"
                             : "the mesh cannot displace %g: its whole volume is %g",
                         volume, search.whole);
    }
    const double low = search.low, high = search.high;
    const double y = find_offset(&search, buoy_clamp(guess, low, high));
    double found;
    status = settle(&search, low, high, y, &found);
    if (status != BUOY_OK) {
        return buoy_fail(error, status, "%s", buoy_status_text(status));
    }
    if (found != y) {
        evaluate(&search, found);
    }
    found = found / k.second / k.first;
    BUOY_REFUSE_IF(isinf(found), NON_FINITE, "the normal is so long that the offset is no double");
    *d = found;
    if (info) {
        *info = details;
    }
    return buoy_succeed(error);
}
