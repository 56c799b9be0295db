// The draft in a given attitude: Newton's method in brackets, dV/dd being the waterplane's area.
//
// As n turns by δn across itself and the volume stays, the water turns about the waterplane's
// centroid w: it rises by −δn·(x − w) at x. So the centre of buoyancy moves by −J δn / V along the
// water, J the waterplane's second moments about w, and the energy n·(g − c) has the gradient g − c
// across n and the second derivatives J / V − n·(g − c).
#include "base/arithmetic.h"

#include "queries/flotation.h"

#include <math.h>

#include "base/status.h"
#include "base/vector.h"
#include "mesh/corners.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"

// The share of the whole volume by which the one to be displaced may exceed it.
#define FORGIVEN 1e-6

// Sections are right to some 1e-16 of the whole body: less than this share of it is not right to
// 1e-6 of itself.
#define LEAST_SHARE 1e-9

// Errors of the volume: the share of itself, and the share of the surface (times the half diagonal)
// that its sums lose to rounding.
#define VOLUME_TOLERANCE 1e-14
#define ROUNDING 4e-16

// Halvings of a bracket of doubles, and Newton's steps between them.
#define MOST_STEPS 200

enum buoy_status buoy_make_floater(const struct buoy_floating *body, struct buoy_floater *floater,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!body || !body->mesh, ARGUMENT, "%s", body ? "no mesh" : "no body");
    const struct buoy_mesh *mesh = body->mesh;
    const double *g = body->centre_of_mass, s = mesh->scale, whole = mesh->volume * (s * s * s);
    BUOY_REFUSE_IF(!isfinite(body->volume) || !buoy_within(g, 3, 1e300), NON_FINITE,
                   "the volume to be displaced or the centre of mass is not finite");
    BUOY_REFUSE_IF(
        !(body->volume > 0.0) || (mesh->closed && body->volume > whole * (1.0 + FORGIVEN)), RANGE,
        body->volume > 0.0 ? "the mesh cannot displace %g: its whole volume is %g"
                           : "the volume to be displaced, %g, is not above 0",
        body->volume, whole);
    BUOY_REFUSE_IF(mesh->closed && body->volume < LEAST_SHARE * whole, RANGE,
                   "the volume to be displaced, %g, is below %g of the mesh's, %g: too little "
                   "for double",
                   body->volume, LEAST_SHARE, whole);
    const double r = mesh->inverse_scale;
    floater->mesh = mesh;
    floater->volume = body->volume * r * r * r;
    if (mesh->closed && floater->volume > mesh->volume) {
        floater->volume = mesh->volume;
    }
    const double dry = (mesh->volume - floater->volume) / floater->volume;
    floater->range = mesh->closed ? buoy_clamp(dry, 1e-6, 1.0) : 1.0;
    for (int i = 0; i < 3; ++i) {
        floater->g[i] = (g[i] - mesh->centre[i]) * r;
    }
    return buoy_succeed(error);
}

// The offsets between which the body is cut and no open edge is wet.
static void bracket(const struct buoy_mesh *mesh, const double n[3], double *low, double *high) {
    const double *half = mesh->half_extent;
    const double reach = fabs(n[0]) * half[0] + fabs(n[1]) * half[1] + fabs(n[2]) * half[2];
    *low = -reach;
    *high = reach;
    for (uint32_t i = 0; i < mesh->open_vertex_count; ++i) {
        double v[3];
        buoy_open_point(mesh, i, v);
        const double height = buoy_dot(n, v);
        if (height < *high) { // with fmin(), gcc 12 for AArch64 fails at -O3
            *high = height;
        }
    }
}

// A body of which nothing is dry: the water at its highest vertex, and no waterplane.
static void submerge(const struct buoy_mesh *mesh, struct buoy_flotation *flotation, double high) {
    flotation->water.offset = high + 1.0;
    buoy_section_below(mesh, &flotation->water, &flotation->at);
    double lowest;
    buoy_corner_range(mesh, flotation->water.n, &lowest, &flotation->water.offset);
}

// Sets the flotation's section to that of the draft, from the first guess in its water.
static void find_draft(const struct buoy_floater *floater, struct buoy_flotation *flotation,
                       double low, double high) {
    const double volume = floater->volume;
    const double tolerance = fmax(VOLUME_TOLERANCE * volume, ROUNDING * floater->mesh->area);
    double *offset = &flotation->water.offset, last = INFINITY;
    for (int step = 0; step < MOST_STEPS; ++step) {
        buoy_section_below(floater->mesh, &flotation->water, &flotation->at);
        const double error = flotation->at.volume - volume;
        *(error < 0.0 ? &low : &high) = *offset;
        if (fabs(error) <= tolerance) {
            return;
        }
        // Each step halves the error, or the next one halves the bracket. Also for NaN. What would
        // leave the bracket by far is not divided: there may be no waterplane.
        const double area = flotation->at.area;
        double next = fabs(error) < 2.0 * area * (high - low) ? *offset - error / area : low;
        if (!(next > low && next < high) || fabs(error) > 0.5 * last) {
            next = low + 0.5 * (high - low);
            if (!(next > low && next < high)) {
                return; // neighbouring doubles
            }
            last = INFINITY;
        } else {
            last = fabs(error);
        }
        *offset = next;
    }
}

// Whether a body can displace its mass below an offset.
static bool displaces(const struct buoy_floater *floater, const double n[3], double offset) {
    const struct buoy_water_plane water = {{n[0], n[1], n[2]}, offset};
    struct buoy_section section;
    buoy_section_below(floater->mesh, &water, &section);
    return section.volume >= floater->volume;
}

// The first guess at an offset.
static double guess_offset(const struct buoy_floater *floater, const double n[3],
                           const struct buoy_flotation *near, double low, double high) {
    if (near) {
        return near->at.area != 0.0 ? buoy_dot(n, near->at.centroid) : near->water.offset;
    }
    return low +
           (floater->mesh->closed ? floater->volume / floater->mesh->volume : 0.5) * (high - low);
}

enum buoy_status buoy_float(const struct buoy_floater *floater, const double n[3],
                            const struct buoy_flotation *near, struct buoy_flotation *flotation) {
    const struct buoy_mesh *mesh = floater->mesh;
    struct buoy_flotation found = {.water = {.n = {n[0], n[1], n[2]}}};
    double low, high;
    bracket(mesh, n, &low, &high);
    if (!mesh->closed && !displaces(floater, n, high)) {
        return BUOY_ERROR_OPEN;
    }
    if (mesh->closed && floater->volume >= mesh->volume * (1.0 - VOLUME_TOLERANCE)) {
        submerge(mesh, &found, high);
    } else {
        found.water.offset = buoy_clamp(guess_offset(floater, n, near, low, high), low, high);
        find_draft(floater, &found, low, high);
    }
    for (int i = 0; i < 3; ++i) {
        found.lever[i] = floater->g[i] - found.at.centre[i];
    }
    found.energy = buoy_dot(n, found.lever);
    *flotation = found;
    return BUOY_OK;
}

double buoy_metacentric_form(const struct buoy_flotation *flotation, const double a[3],
                             const double b[3]) {
    double jb[3];
    for (int i = 0; i < 3; ++i) {
        jb[i] = buoy_dot(flotation->at.moments[i], b);
    }
    return buoy_dot(a, jb) / flotation->at.volume - buoy_dot(a, b) * flotation->energy;
}
