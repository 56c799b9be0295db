// Approximations of volumes without a bound: what engines and articles put in place of a body.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"
#include "mesh/plane.h"

// What a method does: answers below a plane that may cross the mesh, or the rim of an open one.
typedef void each_plane_answer(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                               struct buoy_volume *result);

static inline void each_plane(const struct buoy_volume_query *query, each_plane_answer *answer,
                              struct buoy_volume *restrict results) {
    const struct buoy_mesh *mesh = query->mesh;
    for (size_t i = 0; i < query->count; ++i) {
        double d;
        const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, i, &d);
        const struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, &given, d);
        if (plane.side == BUOY_SIDE_DRY) {
            buoy_answer_dry(mesh, &results[i]);
        } else if (plane.side == BUOY_SIDE_WET) {
            buoy_answer_wet(mesh, &results[i]);
        } else {
            answer(mesh, &plane, &results[i]);
        }
    }
}

// ------------------------------------------------------------------------------ volume/boundingbox

// The bounding box stands for the body: as large a
// share of the body counts as submerged as of its box, and the centre of buoyancy is that of the
// submerged part of the box.
//
// Physics engines do this for shapes for which they have nothing better: Jolt Physics for capsules,
// cylinders and all other convex shapes without a method of their own (ConvexShape,
// GetSubmergedVolume), whose force is in proportion to the submerged share, too. The box is
// answered in closed form (box/corners). The answer is exact for boxes whose edges lie along the
// axes. For other bodies no bound on its error is known.

// The least half extent of a box that stands for an open mesh in an axis plane.
#define LEAST_HALF 0x1p-100f

static void answer_box(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                       struct buoy_volume *result) {
    struct buoy_shape box = {.kind = BUOY_SHAPE_BOX};
    for (int i = 0; i < 3; ++i) {
        const float half = (float)mesh->half_extent[i];
        box.size[i] = half > LEAST_HALF ? half : LEAST_HALF;
    }
    const struct buoy_plane water = {{plane->nx, plane->ny, plane->nz}, plane->d};
    const struct buoy_shapes_query query = {.shapes = &box, .planes = &water, .count = 1};
    struct buoy_volume wet;
    buoy_box_corners_scalar(&query, &wet); // refuses nothing: the box and the plane are finite
    const double whole = 8.0 * (double)box.size[0] * (double)box.size[1] * (double)box.size[2];
    const double v = mesh->volume * (wet.volume / whole);
    const double vc[3] = {v * wet.centre[0], v * wet.centre[1], v * wet.centre[2]};
    buoy_answer_sums(mesh, plane, v, vc, result);
}

void buoy_volume_boundingbox_scalar(const struct buoy_volume_query *query,
                                    struct buoy_volume *restrict results) {
    each_plane(query, answer_box, results);
}

// ----------------------------------------------------------------------------------- volume/points

// M. Gomez, "Interactive Simulation of Water Surfaces"
// (Game Programming Gems, 2000), section on floating objects: points of the surface, each of which
// stands for a patch, carry the columns of water between themselves and the water's surface.
// Columns above patches that face down add to the submerged volume, those above patches that face
// up subtract. Here every triangle is a patch, and its point is its centre.
//
// A patch counts wholly or not at all, so the error is largest where few large triangles cross the
// water; it falls as triangles get smaller. A wholly submerged body has the exact volume, because
// depth is linear over a triangle; its centre of buoyancy is taken from the mesh. No bound on other
// errors is known.

// Sums over columns. Depths are along n, in units of 1/|n|² of its length.
struct columns {
    double volume; // Σ column
    double at[3];  // Σ column × its lower end
    double raised; // Σ column × half its depth, along n
};

static void answer_points(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                          struct buoy_volume *result) {
    const struct buoy_triangles *of = mesh->triangles;
    struct columns columns = {.volume = 0.0};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t a = of->i0[t], b = of->i1[t], c = of->i2[t];
        const float third = 1.0f / 3.0f;
        const float x = (of->x[a] + of->x[b] + of->x[c]) * third;
        const float y = (of->y[a] + of->y[b] + of->y[c]) * third;
        const float z = (of->z[a] + of->z[b] + of->z[c]) * third;
        const float depth = plane->d - (plane->nx * x + plane->ny * y + plane->nz * z);
        if (!(depth > 0.0f)) {
            continue;
        }
        const float ux = of->x[b] - of->x[a], vx = of->x[c] - of->x[a];
        const float uy = of->y[b] - of->y[a], vy = of->y[c] - of->y[a];
        const float uz = of->z[b] - of->z[a], vz = of->z[c] - of->z[a];
        const float up = plane->nx * (uy * vz - uz * vy) + plane->ny * (uz * vx - ux * vz) +
                         plane->nz * (ux * vy - uy * vx);
        const double column = -(double)(up * depth);
        columns.volume += column;
        columns.at[0] += column * (double)x;
        columns.at[1] += column * (double)y;
        columns.at[2] += column * (double)z;
        columns.raised += column * 0.5 * (double)depth;
    }
    // Twice the area, and depth and area each in units of n's length.
    const double inverse_n2 = buoy_inverse_n2(plane);
    const double per = 0.5 * inverse_n2, up = columns.raised * inverse_n2;
    const double vc[3] = {per * (columns.at[0] + up * plane->n[0]),
                          per * (columns.at[1] + up * plane->n[1]),
                          per * (columns.at[2] + up * plane->n[2])};
    buoy_answer_sums(mesh, plane, per * columns.volume, vc, result);
}

void buoy_volume_points_scalar(const struct buoy_volume_query *query,
                               struct buoy_volume *restrict results) {
    each_plane(query, answer_points, results);
}

// ------------------------------------------------------------------------ volume/pontoons, spheres

// Sums over spheres, in shares of the whole body's volume.
struct sphere_sums {
    double up[3], offset; // the water in the baked frame, with a normal of length 1
    double v, vc[3];
};

static struct sphere_sums sphere_sums(const struct buoy_baked_plane *plane) {
    const double per_length = sqrt(buoy_inverse_n2(plane));
    return (struct sphere_sums){
        .up = {plane->n[0] * per_length, plane->n[1] * per_length, plane->n[2] * per_length},
        .offset = plane->offset * per_length,
    };
}

// The submerged share of a sphere's diameter; 0 if it is dry.
static double sphere_depth(const struct sphere_sums *sums, const double at[3], double radius) {
    const double height = buoy_dot(sums->up, at) - sums->offset;
    return buoy_clamp((radius - height) / (2.0 * radius), 0.0, 1.0);
}

// The share of a sphere's volume that is submerged, if k of its diameter is: with h = 2 r k, a cap
// of height h has π h² (3 r − h) / 3 of 4 π r³ / 3.
static double cap_share(double k) {
    return k * k * (3.0 - 2.0 * k);
}

// Adds a volume that acts at a depth below a point.
static void add_cap(struct sphere_sums *sums, const double at[3], double volume, double drop) {
    sums->v += volume;
    for (int i = 0; i < 3; ++i) {
        sums->vc[i] += volume * (at[i] - drop * sums->up[i]);
    }
}

// The answer from shares of the whole volume.
static void finish(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   const struct sphere_sums *sums, struct buoy_volume *result) {
    const double whole = mesh->volume;
    const double vc[3] = {whole * sums->vc[0], whole * sums->vc[1], whole * sums->vc[2]};
    buoy_answer_sums(mesh, plane, whole * sums->v, vc, result);
}

// volume/pontoons: a few spheres float in place of the body, as users of
// Unreal Engine's buoyancy component and of Crest's probes place them: here eight, in the corners
// of the bounding box, each touching three of its faces, with half of the box's smallest half
// extent for a radius. Each stands for an eighth of the body's volume, and its force acts at its
// centre.
//
// Nothing of the body but its box and its volume is known, and no bound on the error is.

// The least radius, for an open mesh in an axis plane.
#define LEAST_RADIUS 0x1p-100

static void answer_pontoons(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                            struct buoy_volume *result) {
    const double *half = mesh->half_extent;
    double smallest = half[0] < half[1] ? half[0] : half[1];
    smallest = smallest < half[2] ? smallest : half[2];
    const double radius = 0.5 * smallest > LEAST_RADIUS ? 0.5 * smallest : LEAST_RADIUS;
    struct sphere_sums sums = sphere_sums(plane);
    for (unsigned corner = 0; corner < 8; ++corner) {
        double at[3];
        for (unsigned i = 0; i < 3; ++i) {
            at[i] = corner >> i & 1u ? half[i] - radius : radius - half[i];
        }
        const double wet = cap_share(sphere_depth(&sums, at, radius));
        add_cap(&sums, at, 0.125 * wet, 0.0);
    }
    finish(mesh, plane, &sums, result);
}

void buoy_volume_pontoons_scalar(const struct buoy_volume_query *query,
                                 struct buoy_volume *restrict results) {
    each_plane(query, answer_pontoons, results);
}

// volume/spheres: M. Fagerlund's "buoyancy particles" (for the Open
// Dynamics Engine, 2003): spheres inside the body, each of which displaces what its submerged cap
// holds, at the cap's centroid. They are packed when the mesh is made, if the caller asks for them
// (buoy_mesh_input.spheres, kernels/making/packing.c), and together count for the whole body's
// volume.
//
// A mesh without spheres is answered by volume/pontoons. The error falls slowly with the number of
// spheres, because what lies between them and the surface is missing where it is; no bound on it
// is known.

static void answer_spheres(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                           struct buoy_volume *result) {
    struct sphere_sums sums = sphere_sums(plane);
    for (uint32_t i = 0; i < mesh->sphere_count; ++i) {
        const struct buoy_sphere *sphere = &mesh->spheres[i];
        const double k = sphere_depth(&sums, sphere->at, sphere->radius);
        if (k > 0.0) {
            // The cap's centroid lies 3 (2 r − h)² / (4 (3 r − h)) below the sphere's centre.
            add_cap(&sums, sphere->at, sphere->share * cap_share(k),
                    3.0 * sphere->radius * (1.0 - k) * (1.0 - k) / (3.0 - 2.0 * k));
        }
    }
    finish(mesh, plane, &sums, result);
}

void buoy_volume_spheres_scalar(const struct buoy_volume_query *query,
                                struct buoy_volume *restrict results) {
    if (query->mesh->sphere_count == 0) {
        buoy_volume_pontoons_scalar(query, results);
        return;
    }
    each_plane(query, answer_spheres, results);
}
