// Error bounds for areas and waterplanes of `hydrostatics`, for each query. They hold for every
// mesh and every combination of roundings.
//
// Heights. In the baked frame, u = 2⁻²⁴, ε = 2⁻⁵³. On compact bodies float rounds coordinates,
// three products, the offset d and three sums: Σ|n x| u for each of the first two, |d| u, and the
// sums at most (2 Σ|n x| + 2 |d|) u and |s| u ≤ (Σ|n x| + |d|) u: in all δ = 5 Σ|n x| u + 4 |d| u.
// Other bodies' heights, and all of `indexed`, are right but for u |s| and what double does.
// `hierarchy` takes x from the apex p, and what is left of d is of the size of p's rounding: δ = 5
// Σ|n (x − p)| u + u |s|, and next to nothing (simd/cut_leaves.h).
//
// Water square to an axis rounds with the corners that are level with it, so that their heights are
// 0 in every kernel: a body in doubles has these coordinates in float, and other normals than ±1
// round alike.
//
// What is submerged. Kernels find a vertex's height once, or alike for all its triangles, so that
// the surface they cut off is closed but for the waterplane. The part of a triangle of area A that
// they take for submerged contains the part submerged with heights s + δ and is contained in the
// one with s − δ: an integral over it is off by A (f(s − δ) − f(s + δ)) × the integrand's largest
// value (shares.h). By Stokes, the waterplane's integrals are those of the submerged surface's
// shadow.
//
// Points of the waterline. t and u of a cut edge are off by 3 u. With the corners' own rounding,
// products, sum and difference, a point is off by 6 u m + u r along each axis, m being the largest
// coordinate of the triangle and r its largest distance from the apex. Both triangles of an edge
// have the same point, so that the errors move corners of closed polygons: by √2 of that. For each
// segment, of length l ≤ the triangle's longest edge, the corners sweep √2 l (6 u m + u r), with
// the integrand there. Each term of the sums is off by no more than 9 roundings of l r, and its
// addition to a lane's sum by one for each further block until the next flush: K. In all, a
// triangle that may be cut adds e = A_up Δf + u l (9 m + (11 + K) r); first moments err by e r,
// second ones by e r². The errors of the shadow are smaller than the waterplane's by the normal's
// component n_up.
//
// Centroid and second moments. With R the largest distance of a corner from the apex, D the
// diagonal, E₀, E₁, E₂ the sums of e, e r, e r²: the centroid S'/A' is off by (E₁ + R E₀)/A', and
// is moved to the nearest point of the bounding box, which contains the true one. So |w' − w| ≤ D,
// and A |w' − w| ≤ E₁ + (R + D) E₀. Second moments are taken about w', at most R + D from the apex:
// they are off by E₂ + 2 (R + D) E₁ + (R + D)² E₀ for the sums and A |w' − w|² for the point. (The
// norm is √Σ mᵢⱼ². In it, making the moments positive semidefinite takes them no farther from any
// positive semidefinite matrix.)
//
// Flush. Water square to no axis is lowered where a face is as good as level with it
// (mesh/plane.h): all heights are off by that much more.
//
// `clip64` finds everything from the submerged surface, in double, adding up n terms: e is A Δf + ε
// ((n + 64) A f + 32 l (m + r)) of every triangle that is wet. Its second moments also use the
// pieces' volumes: there r counts along the normal as well.
#include "base/arithmetic.h"

#include <math.h>

#include "base/vector.h"
#include "dispatch/methods.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "mesh/shares.h"

#define U BUOY_FLOAT_ROUNDOFF
#define EPSILON BUOY_DOUBLE_ROUNDOFF

enum arithmetic {
    BLOCKS,
    HIERARCHY,
    INDEXED,
    IN_DOUBLE,
};

struct outlook {
    bool level;     // heights of 0 are exact
    double lowered; // how far the water may be, with what counts as flush
    const struct buoy_mesh *mesh;
    struct buoy_baked_plane plane;
    struct buoy_shadow axes;
    double apex[3];
    enum arithmetic arithmetic;
    const double *shift; // of the coordinates that the kernel reads
    double far;          // magnitudes that the offset is made of
    double additions;    // K
    double sum[3];       // E₀, E₁, E₂
    double wetted;
    double area, first[2]; // the waterplane's, about the apex, in the shadow
};

// A triangle in the baked frame.
struct facet {
    double s[3], delta[3];
    double x[3][2];                               // corners, from the apex, in the shadow
    double area, shadow, longest, largest, reach; // A, A_up, l, m, r
};

static double dot_of_magnitudes(const double a[3], const double b[3]) {
    return fabs(a[0] * b[0]) + fabs(a[1] * b[1]) + fabs(a[2] * b[2]);
}

// Heights in float of a compact body, without the last rounding: `blocks` has them from the mesh's
// centre, `hierarchy` from the apex, with an offset that is next to nothing.
static double float_doubt(const struct outlook *outlook, const double x[3]) {
    const double *n = outlook->plane.n;
    const bool from_apex = outlook->arithmetic == HIERARCHY;
    double from[3] = {0.0, 0.0, 0.0}, sizes = 0.0;
    for (int i = 0; from_apex && i < 3; ++i) {
        from[i] = outlook->apex[i];
        sizes += fabs(n[i]) * (fabs(from[i]) + fabs(outlook->shift[i]));
    }
    const double near = 8.0 * U * U * sizes; // the apex as it is rounded, and what makes up for it
    return U * (5.0 * fabs(n[0] * (x[0] - from[0])) + 4.0 * fabs(n[1] * (x[1] - from[1])) +
                3.0 * fabs(n[2] * (x[2] - from[2]))) +
           (from_apex ? near : 4.0 * U * fabs(outlook->plane.offset));
}

static void find_height(const struct outlook *outlook, const double x[3], double *s,
                        double *delta) {
    const struct buoy_baked_plane *plane = &outlook->plane;
    const double size = dot_of_magnitudes(plane->n, x);
    *s = buoy_dot(plane->n, x) - plane->offset;
    if (*s == 0.0 && outlook->level) {
        *delta = 0.0;
        return;
    }
    *delta =
        outlook->lowered + 16.0 * EPSILON * (outlook->far + size) + 2.0 * BUOY_STATED_LEAST_DEPTH;
    if (outlook->arithmetic != IN_DOUBLE) {
        const bool in_float = outlook->mesh->compact && outlook->arithmetic != INDEXED;
        *delta += in_float && outlook->arithmetic == BLOCKS
                      ? float_doubt(outlook, x)
                      : U * fabs(*s) + (in_float ? float_doubt(outlook, x) : 0.0);
    }
}

// False if the triangle is dry, however wrong its heights.
static bool fetch(const struct outlook *outlook, uint32_t t, struct facet *facet) {
    const struct buoy_mesh *mesh = outlook->mesh;
    double v[3][3];
    bool dry = true;
    buoy_exact_corners(mesh, mesh->middle, t, v);
    for (int k = 0; k < 3; ++k) {
        find_height(outlook, v[k], &facet->s[k], &facet->delta[k]);
        dry = dry && facet->s[k] - facet->delta[k] >= 0.0;
    }
    if (dry) {
        return false;
    }
    const int u = outlook->axes.u, w = outlook->axes.v;
    double edges[3][3], twice[3];
    facet->longest = facet->largest = facet->reach = 0.0;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            edges[k][i] = v[(k + 1) % 3][i] - v[k][i];
            facet->largest = fmax(facet->largest, fabs(v[k][i]) + fabs(outlook->shift[i]));
        }
        facet->longest = fmax(facet->longest, buoy_length(edges[k]));
        double *x = facet->x[k];
        x[0] = v[k][u] - outlook->apex[u];
        x[1] = v[k][w] - outlook->apex[w];
        facet->reach =
            fmax(facet->reach, outlook->arithmetic == IN_DOUBLE ? buoy_distance(v[k], outlook->apex)
                                                                : sqrt(x[0] * x[0] + x[1] * x[1]));
    }
    facet->reach += 4.0 * U; // the apex, as it is rounded
    // A small triangle far from the centre may keep next to nothing of its edges.
    facet->longest += 4.0 * EPSILON * facet->largest;
    buoy_cross_product(edges[0], edges[1], twice);
    facet->area = 0.5 * buoy_length(twice);
    facet->shadow = 0.5 * twice[outlook->axes.up];
    return true;
}

static void begin(const struct buoy_mesh *mesh, const struct buoy_plane *given, double d,
                  enum arithmetic arithmetic, struct outlook *outlook) {
    *outlook = (struct outlook){.mesh = mesh,
                                .arithmetic = arithmetic,
                                .shift = arithmetic == HIERARCHY ? mesh->tree.shift
                                                                 : buoy_blocks_shift(mesh)};
    outlook->plane = buoy_bake_plane_at(mesh, given, d);
    outlook->axes = buoy_shadow_axes(&outlook->plane);
    const int axis = buoy_axis_along(outlook->plane.n);
    outlook->level = axis >= 0 && (mesh->in_doubles || fabs(outlook->plane.n[axis]) == 1.0);
    if (arithmetic == IN_DOUBLE) {
        buoy_apex_near(mesh, &outlook->plane, outlook->apex);
    } else {
        buoy_section_centre(mesh, &outlook->plane, outlook->apex);
    }
    // The offset given equals the baked plane's offset plus the centre's height.
    outlook->far = 2.0 * dot_of_magnitudes(outlook->plane.n, mesh->centre) * mesh->inverse_scale +
                   dot_of_magnitudes(outlook->plane.n, outlook->shift) +
                   2.0 * fabs(outlook->plane.offset);
    const uint32_t items = arithmetic == HIERARCHY
                               ? mesh->tree.leaf_count
                               : (mesh->triangle_count + BUOY_LANES - 1) / BUOY_LANES;
    outlook->additions = fmin(items, BUOY_STATED_FLUSH) - 1.0;
}

// Bounds in metres from the shadow's bounds in the baked frame: the waterplane is larger than its
// shadow by at most `stretch`, and so are distances in it.
static void answer(const struct outlook *outlook, struct buoy_surface_bounds *bounds) {
    const struct buoy_mesh *mesh = outlook->mesh;
    const double *half = mesh->half_extent, *e = outlook->sum;
    const double stretch =
        1.0 / (fabs(outlook->plane.n[outlook->axes.up]) * sqrt(buoy_inverse_n2(&outlook->plane)));
    const double diagonal = 2.0 * buoy_length(half);
    // S, A, hence c are found in double: e covers their roundings, as for clip64.
    const double area = fmax(outlook->area - e[0], 0.0);
    const double first =
        sqrt(outlook->first[0] * outlook->first[0] + outlook->first[1] * outlook->first[1]);
    const double c = fmin((first + e[1]) / area, 2.0 * diagonal); // also if the area may be 0
    const double q = fmin((e[1] + c * e[0]) / fmax(area - e[0], 0.0), diagonal);
    const double arm = c + q, centroid = e[1] + arm * e[0];
    const double moments = e[2] + 2.0 * arm * e[1] + arm * arm * e[0] + q * centroid;
    const double s = mesh->scale, s2 = s * s;
    bounds->wetted_area = outlook->wetted * s2;
    bounds->waterplane_area = e[0] * stretch * s2;
    bounds->centroid = centroid * stretch * stretch * (s2 * s);
    bounds->moments = moments * stretch * stretch * stretch * (s2 * s2);
}

// Whether a face may count as flush with the water.
static bool may_be_flush(const struct outlook *outlook, double height) {
    for (uint32_t t = 0; height > 0.0 && t < outlook->mesh->triangle_count; ++t) {
        struct facet facet;
        bool flush = fetch(outlook, t, &facet);
        for (int k = 0; k < 3; ++k) {
            flush = flush && fabs(facet.s[k]) <= height + facet.delta[k];
        }
        if (flush) {
            return true;
        }
    }
    return false;
}

static void find_bounds(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                        enum arithmetic arithmetic, struct buoy_surface_bounds *bounds) {
    struct outlook outlook;
    begin(mesh, plane, d, arithmetic, &outlook);
    const bool in_float = arithmetic != IN_DOUBLE && arithmetic != INDEXED && mesh->compact;
    const double flush_height = buoy_flush_height(&outlook.plane, in_float);
    if (may_be_flush(&outlook, flush_height)) {
        outlook.lowered = 2.0 * flush_height;
    }
    const double n = mesh->triangle_count;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct facet facet;
        if (!fetch(&outlook, t, &facet)) {
            continue;
        }
        const double l = facet.longest, m = facet.largest, r = facet.reach;
        const double most = buoy_submerged_share(facet.s, facet.delta, -1.0);
        const bool cut = buoy_may_be_cut(facet.s, facet.delta);
        const double change = cut ? buoy_share_change(facet.s, facet.delta) : 0.0;
        const double in_double = EPSILON * ((n + 64.0) * facet.area * most + 32.0 * l * (m + r));
        double error = in_double;
        if (arithmetic == IN_DOUBLE) {
            error += facet.area * change;
            outlook.wetted += facet.area * change + in_double;
        } else {
            // `indexed` finds |A| in float from components rounded once: 4 roundings.
            const double k = outlook.additions + (arithmetic == INDEXED ? 4.0 : 0.0);
            error += cut ? fabs(facet.shadow) * change + U * l * (9.0 * m + (11.0 + k) * r) : 0.0;
            outlook.wetted +=
                facet.area * (change + U * ((cut ? 10.0 : 2.0) + k) * most) + in_double;
        }
        outlook.sum[0] += error;
        outlook.sum[1] += error * r;
        outlook.sum[2] += error * r * r;
        // What the submerged part contributes to the waterplane: by Stokes, its shadow is
        // subtracted, the first moments of which follow from the corners' weights.
        double beta[3];
        outlook.area -= facet.shadow * buoy_clip_triangle(facet.s, beta);
        for (int k = 0; k < 3; ++k) {
            outlook.first[0] -= facet.shadow * beta[k] * facet.x[k][0] / 3.0;
            outlook.first[1] -= facet.shadow * beta[k] * facet.x[k][1] / 3.0;
        }
    }
    answer(&outlook, bounds);
}

void buoy_bound_blocks_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                               double d, struct buoy_surface_bounds *bounds) {
    find_bounds(mesh, plane, d, BLOCKS, bounds);
}

void buoy_bound_hierarchy_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                  double d, struct buoy_surface_bounds *bounds) {
    find_bounds(mesh, plane, d, HIERARCHY, bounds);
}

// Other meshes are answered by `hierarchy`.
void buoy_bound_indexed_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                double d, struct buoy_surface_bounds *bounds) {
    find_bounds(mesh, plane, d, mesh->is_indexed ? INDEXED : HIERARCHY, bounds);
}

void buoy_bound_clip64_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                               double d, struct buoy_surface_bounds *bounds) {
    find_bounds(mesh, plane, d, IN_DOUBLE, bounds);
}
