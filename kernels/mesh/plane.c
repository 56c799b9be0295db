// Puts water level with faces that it is flush with; converts areas and waterplanes from the baked
// frame to the caller's answer.
#include "base/arithmetic.h"

#include "mesh/plane.h"

#include <math.h>

#include "base/vector.h"
#include "mesh/leaves.h"

double buoy_settle_along(const struct buoy_mesh *mesh, const double n[3], int axis, double offset,
                         double more) {
    const struct buoy_levels *levels = buoy_levels_behind(mesh);
    const double at = offset / n[axis];
    uint32_t low = axis > 0 ? levels->end[axis - 1] : 0, high = levels->end[axis] - 1;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        *(levels->at[middle] <= at ? &low : &high) = middle;
    }
    const double below = levels->at[low], above = levels->at[high];
    const double level = fabs(above - at) < fabs(below - at) ? above : below; // the nearest
    const double terms = fabs(at) + 2.0 * fabs(mesh->centre[axis]) * mesh->inverse_scale;
    const double doubt = 0x1p-24 * fabs(level) + 0x1p-52 * terms;
    return fabs(at - level) <= fmin(doubt, mesh->moved) + more ? n[axis] * level : offset;
}

// A plane's normal in the baked frame, and its offset before it is settled.
static double find_offset(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                          double n[3]) {
    const double x = plane->normal[0], y = plane->normal[1], z = plane->normal[2];
    const double k = buoy_power_of_two_below(fmax(fabs(x), fmax(fabs(y), fabs(z))));
    n[0] = x * k;
    n[1] = y * k;
    n[2] = z * k;
    return (d * k - buoy_dot(n, mesh->centre)) * mesh->inverse_scale;
}

double buoy_settled_offset(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d) {
    double n[3];
    const double offset = find_offset(mesh, plane, d, n);
    return buoy_settle(mesh, n, offset);
}

double buoy_settled_by(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d) {
    double n[3];
    const double offset = find_offset(mesh, plane, d, n), settled = buoy_settle(mesh, n, offset);
    return settled == offset ? 0.0 : fabs(settled - offset) / buoy_length(n) * mesh->scale;
}

// ------------------------------------------------------------------------------------- waterplanes

// Moves a point, in the shadow, if rounding put it where the plane is outside the bounding box: to
// the nearest point where the plane is inside, which is no farther from any such point than the old
// one was. With h the half extents, those points are a rectangle, |u| ≤ h_u and |v| ≤ h_v, without
// the part beyond |up| ≤ h_up. If the rectangle's nearest point is in that part, the nearest of all
// is on the line up = ± h_up, where that crosses the rectangle.
static void keep_in_box(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                        const struct buoy_shadow *shadow, double w[2]) {
    const int axes[2] = {shadow->u, shadow->v}, up = shadow->up;
    const double half[2] = {mesh->half_extent[axes[0]], mesh->half_extent[axes[1]]};
    const double by[2] = {0.0 - plane->n[axes[0]] / plane->n[up],
                          0.0 - plane->n[axes[1]] / plane->n[up]};
    const double top = mesh->half_extent[up], by2 = by[0] * by[0] + by[1] * by[1];
    for (int i = 0; i < 2; ++i) {
        w[i] = buoy_clamp(w[i], -half[i], half[i]);
    }
    const double height = plane->offset / plane->n[up] + by[0] * w[0] + by[1] * w[1];
    const double beyond = height - buoy_clamp(height, -top, top);
    if (beyond == 0.0 || !(by2 > 0.0)) {
        return;
    }
    // The foot on the line, and how far along it the rectangle goes.
    const double foot[2] = {w[0] - beyond * by[0] / by2, w[1] - beyond * by[1] / by2};
    const double along[2] = {-by[1], by[0]};
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int i = 0; i < 2; ++i) {
        if (along[i] != 0.0) {
            const double a = (-half[i] - foot[i]) / along[i], b = (half[i] - foot[i]) / along[i];
            low = fmax(low, fmin(a, b));
            high = fmin(high, fmax(a, b));
        }
    }
    const double step = low > 0.0 ? low : high < 0.0 ? high : 0.0;
    for (int i = 0; i < 2; ++i) {
        w[i] = buoy_clamp(foot[i] + step * along[i], -half[i], half[i]);
    }
}

// Makes second moments positive semidefinite if rounding left them otherwise: takes the nearest
// such matrix, whose eigenvalue is 0 in place of the negative one.
static void keep_semidefinite(struct buoy_shadow *shadow) {
    const double uv = shadow->uv, mean = 0.5 * (shadow->uu + shadow->vv);
    const double half = 0.5 * (shadow->uu - shadow->vv), radius = sqrt(half * half + uv * uv);
    if (shadow->uu >= 0.0 && shadow->vv >= 0.0 && uv * uv <= shadow->uu * shadow->vv) {
        return;
    }
    const double largest = mean + radius, share = radius > 0.0 ? 0.5 / radius : 0.0;
    const bool none = !(largest > 0.0);
    shadow->uu = none ? 0.0 : largest * fmax(0.5 + share * half, 0.0);
    shadow->vv = none ? 0.0 : largest * fmax(0.5 - share * half, 0.0);
    shadow->uv = none ? 0.0 : largest * share * uv;
}

static void answer_waterplane(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                              struct buoy_shadow shadow, struct buoy_hydrostatics *result) {
    const int u = shadow.u, v = shadow.v, up = shadow.up;
    const double *n = plane->n, by_u = 0.0 - n[u] / n[up], by_v = 0.0 - n[v] / n[up];
    const double eu = shadow.eu, ev = shadow.ev, area = shadow.area;
    if (!buoy_found_any(mesh, area)) {
        return;
    }
    // The centroid, in the box if the mesh is closed; and the second moments about that place, from
    // those about the shadow's point, from which it lies at (wu, wv).
    const double found[2] = {shadow.pu + eu, shadow.pv + ev};
    double at[2] = {found[0], found[1]};
    if (mesh->closed) {
        keep_in_box(mesh, plane, &shadow, at);
    }
    const bool kept = at[0] == found[0] && at[1] == found[1];
    const double wu = kept ? eu : at[0] - shadow.pu, wv = kept ? ev : at[1] - shadow.pv;
    if (wu == eu && wv == ev) {
        shadow.uu -= area * eu * eu;
        shadow.uv -= area * eu * ev;
        shadow.vv -= area * ev * ev;
    } else {
        shadow.uu -= area * wu * (2.0 * eu - wu);
        shadow.uv -= area * (eu * wv + ev * wu - wu * wv);
        shadow.vv -= area * wv * (2.0 * ev - wv);
    }
    if (mesh->closed) {
        keep_semidefinite(&shadow);
    }
    double w[3] = {0.0}, m[3][3] = {{0.0}};
    w[u] = at[0];
    w[v] = at[1];
    w[up] = plane->offset / n[up] + by_u * w[u] + by_v * w[v];
    m[u][u] = shadow.uu;
    m[v][v] = shadow.vv;
    m[u][v] = m[v][u] = shadow.uv;
    m[u][up] = m[up][u] = by_u * shadow.uu + by_v * shadow.uv;
    m[v][up] = m[up][v] = by_u * shadow.uv + by_v * shadow.vv;
    m[up][up] = by_u * m[u][up] + by_v * m[v][up];
    if (mesh->closed && !(m[up][up] > 0.0)) {
        m[up][up] = 0.0; // for a waterplane that is a line the two terms may cancel
    }
    const double s = mesh->scale, s2 = s * s, s4 = s2 * s2;
    result->waterplane_area = area * s2;
    for (int i = 0; i < 3; ++i) {
        result->waterplane_centroid[i] = w[i] * s + mesh->centre[i];
    }
    result->xx = m[0][0] * s4;
    result->xy = m[0][1] * s4;
    result->xz = m[0][2] * s4;
    result->yy = m[1][1] * s4;
    result->yz = m[1][2] * s4;
    result->zz = m[2][2] * s4;
}

void buoy_answer_surface(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                         const struct buoy_volume *wet, double wetted_area,
                         const struct buoy_shadow *shadow, struct buoy_hydrostatics *result) {
    buoy_answer_without_waterplane(mesh, wet, result);
    // Kept possible in spite of rounding.
    const double area = mesh->closed ? buoy_clamp(wetted_area, 0.0, mesh->area) : wetted_area;
    result->wetted_area = area * (mesh->scale * mesh->scale);
    if (shadow) {
        answer_waterplane(mesh, plane, *shadow, result);
    }
}

void buoy_deepest_foot(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                       double p[3]) {
    double least = 0.0;
    for (uint32_t i = 0; i < buoy_point_count(mesh); ++i) {
        double v[3];
        buoy_point(mesh, i, mesh->tree.shift, v);
        const double s = buoy_dot(plane->n, v) - plane->offset;
        if (s < least) {
            least = s;
            const double rise = -s * buoy_inverse_n2(plane);
            for (int k = 0; k < 3; ++k) {
                p[k] = v[k] + plane->n[k] * rise;
            }
        }
    }
}
