// The published algorithm, written once over a real type: volume and centroid of a triangle mesh
// below a plane, after Erin Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6 (2006).
//
// Heights of all vertices come first. Then every triangle that has a part under water, clipped if
// need be, spans a tetrahedron with one apex on the water plane. The cap of the submerged body lies
// in that plane and would add flat tetrahedra only, so it is never built.
//
// The order of the steps and of the sums, the clip cases and both robustness guards are kept as
// published. Three things differ, because the source's absolute lengths would tie answers to the
// body's size, and a fourth, because products of small heights are 0 in float:
// - the apex is the foot of the deepest vertex on the plane; the source takes any submerged vertex
//   and leaves the choice open. Under the deepest one, barely wet bodies keep most of their digits;
// - the guards are shares of the body's own reach and volume, not 1e-6 of a unit;
// - n has any length, as the baked frame gives it, so that it need not be rounded to a unit vector;
// - heights below 2⁻⁶⁰ of the body count as 0.
//
// The source that includes this defines
//   CATTO_FUNCTION  the name of the kernel
//   CATTO_DOUBLE    for double precision, from vertices and plane as given; else single precision,
//                   from what is rounded into the baked frame
#include <float.h>
#include <math.h>

#include "dispatch/methods.h"
#include "mesh/plane.h"

// Shares of the plane's reach and of the total volume: a body none of which is deeper is dry, and
// so is one whose sum is no larger, which is rounding error. A height in float is the rounded sum
// of terms of up to the plane's reach.
#ifdef CATTO_DOUBLE
typedef double real;
#define LEAST_DEPTH (2.0 * DBL_EPSILON)
#define LEAST_VOLUME DBL_EPSILON
#else
typedef float real;
#define LEAST_DEPTH 2.4e-7
#define LEAST_VOLUME FLT_EPSILON
#endif

// Heights below this share count as 0: signs are compared by products, which must not underflow.
#define LEAST_HEIGHT 0x1p-60

struct vec {
    real x, y, z;
};

// Sums over tetrahedra: volume, and volume times centroid.
struct sums {
    real v;
    struct vec vc;
};

static inline struct vec vec_add(struct vec a, struct vec b) {
    return (struct vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct vec vec_sub(struct vec a, struct vec b) {
    return (struct vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vec vec_scale(real k, struct vec a) {
    return (struct vec){k * a.x, k * a.y, k * a.z};
}

static inline real vec_dot(struct vec a, struct vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vec vec_cross(struct vec a, struct vec b) {
    return (struct vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline struct vec vertex(const struct buoy_mesh *mesh, const struct buoy_triangles *of,
                                uint32_t i) {
#ifdef CATTO_DOUBLE
    return (struct vec){(of->px[i] - mesh->middle[0]) * mesh->inverse_scale,
                        (of->py[i] - mesh->middle[1]) * mesh->inverse_scale,
                        (of->pz[i] - mesh->middle[2]) * mesh->inverse_scale};
#else
    (void)mesh;
    return (struct vec){of->x[i], of->y[i], of->z[i]};
#endif
}

// The point on the water of the edge from a to b, whose heights have opposite signs.
static inline struct vec on_water(struct vec a, struct vec b, real height_a, real height_b) {
    return vec_add(a, vec_scale(height_a / (height_a - height_b), vec_sub(b, a)));
}

// Positive where v1 v2 v3 run counter-clockwise seen from outside and the apex is inside.
static inline void add_tetrahedron(struct sums *sums, struct vec apex, struct vec v1, struct vec v2,
                                   struct vec v3) {
    const struct vec normal = vec_cross(vec_sub(v3, v1), vec_sub(v2, v1));
    const real volume = (real)1 / (real)6 * vec_dot(normal, vec_sub(apex, v1));
    const struct vec corners = vec_add(vec_add(v1, v2), vec_add(v3, apex));
    sums->v += volume;
    sums->vc = vec_add(sums->vc, vec_scale((real)0.25 * volume, corners));
}

// Adds the submerged part of a triangle whose edge v1 v2 crosses the water.
static inline void add_clipped(struct sums *sums, struct vec apex, struct vec v1, struct vec v2,
                               struct vec v3, real s1, real s2, real s3) {
    const struct vec cut = on_water(v1, v2, s1, s2);
    if (s1 < 0) {
        if (s3 < 0) { // case B: v1 and v3 below, a quadrilateral remains
            const struct vec cut2 = on_water(v2, v3, s2, s3);
            add_tetrahedron(sums, apex, cut, cut2, v1);
            add_tetrahedron(sums, apex, cut2, v3, v1);
        } else { // case A: only v1 below, a triangle remains
            add_tetrahedron(sums, apex, v1, cut, on_water(v1, v3, s1, s3));
        }
    } else {
        if (s3 < 0) { // case B: v2 and v3 below
            const struct vec cut2 = on_water(v1, v3, s1, s3);
            add_tetrahedron(sums, apex, cut, v2, v3);
            add_tetrahedron(sums, apex, cut, v3, cut2);
        } else { // case A: only v2 below
            add_tetrahedron(sums, apex, cut, v2, on_water(v2, v3, s2, s3));
        }
    }
}

static inline void add_triangle(struct sums *sums, struct vec apex, struct vec v1, struct vec v2,
                                struct vec v3, real s1, real s2, real s3) {
    if (s1 * s2 < 0) {
        add_clipped(sums, apex, v1, v2, v3, s1, s2, s3);
    } else if (s1 * s3 < 0) {
        add_clipped(sums, apex, v3, v1, v2, s3, s1, s2);
    } else if (s2 * s3 < 0) {
        add_clipped(sums, apex, v2, v3, v1, s2, s3, s1);
    } else if (s1 < 0 || s2 < 0 || s3 < 0) {
        add_tetrahedron(sums, apex, v1, v2, v3);
    }
}

static void answer(const struct buoy_mesh *mesh, const struct buoy_plane *caller_plane,
                   double given, real *restrict heights, struct buoy_volume *result) {
    const struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, caller_plane, given);
    const struct vec n = {(real)plane.n[0], (real)plane.n[1], (real)plane.n[2]};
    // Water beyond the bounding box is moved near it, where heights are finite in any type.
#ifdef CATTO_DOUBLE
    const double offset = buoy_fine_offset(mesh, caller_plane, given, &plane);
#else
    const double offset = plane.offset;
#endif
    const real d = (real)buoy_clamp(offset, -2.0 * plane.reach, 2.0 * plane.reach);

    const struct buoy_triangles of = *mesh->triangles;
    uint32_t deepest = mesh->vertex_count;
    real lowest = (real)(-LEAST_DEPTH * plane.reach);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const real height = vec_dot(n, vertex(mesh, &of, i)) - d;
        heights[i] = fabs((double)height) < LEAST_HEIGHT ? (real)0 : height;
        if (heights[i] < lowest) {
            lowest = heights[i];
            deepest = i;
        }
    }
    if (deepest == mesh->vertex_count) {
        buoy_answer_dry(mesh, result);
        return;
    }
    const struct vec to_water = vec_scale(lowest * (real)buoy_inverse_n2(&plane), n);
    const struct vec apex = vec_sub(vertex(mesh, &of, deepest), to_water);

    struct sums sums = {0, {0, 0, 0}};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t i0 = of.i0[t], i1 = of.i1[t], i2 = of.i2[t];
        add_triangle(&sums, apex, vertex(mesh, &of, i0), vertex(mesh, &of, i1),
                     vertex(mesh, &of, i2), heights[i0], heights[i1], heights[i2]);
    }
    if (fabs((double)sums.v) <= LEAST_VOLUME * fabs(mesh->volume)) {
        buoy_answer_dry(mesh, result);
        return;
    }
    const double vc[3] = {(double)sums.vc.x, (double)sums.vc.y, (double)sums.vc.z};
    buoy_answer_sums(mesh, &plane, (double)sums.v, vc, result);
}

void CATTO_FUNCTION(const struct buoy_volume_query *query, struct buoy_volume *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        double d;
        const struct buoy_plane plane = buoy_plane_of(query->planes, query->planes64, i, &d);
        answer(query->mesh, &plane, d, query->scratch, &results[i]);
    }
}
