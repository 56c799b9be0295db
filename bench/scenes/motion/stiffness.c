// The stiffness of buoyancy, positive semidefinite.
//
// When a point of a body moves by u and the body turns by the small vector θ, a point x of its
// waterplane, at r from that point, rises by n·(u + θ × r) = p·(u, θ) with p = (n, r × n), and
// takes ρ g times that of pressure away. So the waterplane's share of the stiffness is K = ρ g ∫ p
// pᵀ dA, which has no negative eigenvalue. With its area A, its centroid at w from the point, and
// its second moments J about its centroid, it is
//   ρ g A p pᵀ, with p at w, and ρ g Nᵀ J N among rotations, N v = n × v.
// That a body is turned also moves the centre of buoyancy: by ρ g V h for rotations about level
// axes, if it lies h above the centre of mass (buoy_stiffness() has all of it). It is added if h >
// 0; else it would make the body less stiff, which is left to the forces themselves.
//
// A body below the surface has no waterplane, but if it is light it is out of the water within a
// step, with the speed that its buoyancy at the step's beginning gives it. Buoyancy is gone when
// the body has risen by its depth T. Therefore it counts as ρ g V/T stiff at least, which is
// what a box has, too, and next to nothing far below.
#include "base/arithmetic.h"

#include "stiffness.h"

#include <float.h>
#include <string.h>

#include "bodies/pose.h"
#include "dispatch/methods.h"
#include "matrix.h"
#include "step/model.h"
#include "water/water.h"

// The share that a pool holds of a body whose box has its middle there.
static double find_share(const struct buoy_region *region, const struct buoy_model *model,
                         const struct motion_moving *moving, const double middle[3],
                         const struct buoy_met *met) {
    static const double upright[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const double(*axes)[3] = model->count == 1 ? model->parts[0].rotation : upright;
    struct buoy_wader wader = {.depth = met->offset - buoy_dot(met->up, middle)};
    struct buoy_held held;
    for (int i = 0; i < 3; ++i) {
        const double *row = moving->frame.row[i];
        double turned[3];
        for (int j = 0; j < 3; ++j) {
            turned[j] = row[0] * axes[0][j] + row[1] * axes[1][j] + row[2] * axes[2][j];
        }
        wader.middle[i] = middle[i];
        wader.up[i] = met->up[i];
        wader.reach[i] = buoy_reach(turned, model->half_extent);
    }
    buoy_pool_hold(region, &wader, &held);
    return held.share;
}

enum buoy_status buoy_meet(const struct buoy_water *water, const struct buoy_model *model,
                           const struct motion_moving *moving, const double position[3],
                           struct buoy_met *met) {
    double middle[3];
    buoy_rotate(&moving->frame, model->info.middle, middle);
    for (int i = 0; i < 3; ++i) {
        middle[i] += position[i];
    }
    const enum buoy_status status =
        buoy_find_surface(water, &moving->frame, middle, &model->spread, met->up, &met->offset);
    if (status == BUOY_OK) {
        met->share = find_share(water->region, model, moving, middle, met);
    }
    return status;
}

// A waterplane: its area, its centroid and its second moments about that, and the frame that they
// are given in.
struct waterplane {
    double area, centroid[3], moments[6]; // xx, xy, xz, yy, yz, zz
    struct buoy_rotation frame;           // in the world
};

// Adds ρ g ∫ p pᵀ dA; the centroid is given from the centre of mass, in the world.
static void add_waterplane(const struct waterplane *plane, const double n[3], double weight,
                           double k[MOTION_DEGREES][MOTION_DEGREES]) {
    static const int place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    double p[MOTION_DEGREES] = {n[0], n[1], n[2], 0.0, 0.0, 0.0}, in_frame[3], columns[3][3];
    buoy_add_cross(plane->centroid, n, p + 3);
    buoy_rotate_back(&plane->frame, n, in_frame);
    for (int j = 0; j < 3; ++j) { // n × eⱼ, in the waterplane's frame
        const double axis[3] = {plane->frame.row[j][0], plane->frame.row[j][1],
                                plane->frame.row[j][2]};
        buoy_cross_product(in_frame, axis, columns[j]);
    }
    for (int i = 0; i < MOTION_DEGREES; ++i) {
        for (int j = 0; j < MOTION_DEGREES; ++j) {
            k[i][j] += weight * plane->area * p[i] * p[j];
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double form = 0.0;
            for (int a = 0; a < 3; ++a) {
                for (int b = 0; b < 3; ++b) {
                    form += columns[i][a] * plane->moments[place[a][b]] * columns[j][b];
                }
            }
            k[3 + i][3 + j] += weight * form;
        }
    }
}

// Below a plane n·x = d in the part's frame: of a mesh, moved to the centre of its bounding box.
static enum buoy_status find_of_mesh(const struct buoy_mesh *mesh, const double n[3], double d,
                                     struct waterplane *found) {
    const struct buoy_plane64 plane = {{n[0], n[1], n[2]}, d + buoy_dot(n, mesh->centre)};
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes64 = &plane, .count = 1};
    struct buoy_hydrostatics below;
    const enum buoy_status status = buoy_hydrostatics_compute(&query, &below, NULL);
    if (status != BUOY_OK) {
        return status;
    }
    if (isnan(below.volume)) {
        return BUOY_ERROR_OPEN;
    }
    *found = (struct waterplane){
        .area = below.waterplane_area,
        .moments = {below.xx, below.xy, below.xz, below.yy, below.yz, below.zz},
    };
    for (int i = 0; i < 3; ++i) {
        found->centroid[i] = below.waterplane_centroid[i] - mesh->centre[i];
    }
    return BUOY_OK;
}

static enum buoy_status find_of_shape(const struct buoy_model_part *part, const double n[3],
                                      double d, struct waterplane *found) {
    const struct buoy_shape shape = {part->kind, {part->size[0], part->size[1], part->size[2]}};
    const struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
    struct buoy_volume volume;
    struct buoy_shape_surface surface;
    const struct buoy_shapes_query query = {
        .shapes = &shape, .planes = &plane, .count = 1, .surfaces = &surface};
    if (!buoy_shapes_auto_best(&query, &volume)) {
        return BUOY_ERROR_NON_FINITE;
    }
    *found = (struct waterplane){
        .area = surface.waterplane_area,
        .moments = {surface.xx, surface.xy, surface.xz, surface.yy, surface.yz, surface.zz},
    };
    memcpy(found->centroid, surface.waterplane_centroid, sizeof found->centroid);
    return BUOY_OK;
}

// How far the lowest point of a part lies below the plane n·x = d in its frame, or somewhat more: a
// mesh counts as its bounding box, a cone as a cylinder.
static double find_depth(const struct buoy_model_part *part, const double n[3], double d) {
    const double x = fabs(n[0]), y = fabs(n[1]), z = fabs(n[2]), level = sqrt(x * x + y * y);
    const double a = part->size[0], b = part->size[1], c = part->size[2];
    switch (part->kind) {
    case BUOY_SHAPE_BOX:
        return d + x * a + y * b + z * c;
    case BUOY_SHAPE_SPHERE:
        return d + a;
    case BUOY_SHAPE_ELLIPSOID:
        return d + sqrt(x * x * a * a + y * y * b * b + z * z * c * c);
    case BUOY_SHAPE_CAPSULE:
        return d + a + z * b;
    case BUOY_SHAPE_CYLINDER:
    case BUOY_SHAPE_CONE:
        return d + level * a + z * b;
    case BUOY_SHAPE_MESH:
        break;
    }
    const double *half = part->mesh->half_extent;
    return d + part->mesh->scale * (x * half[0] + y * half[1] + z * half[2]);
}

static enum buoy_status add_part(const struct buoy_model *model, size_t index,
                                 const struct motion_moving *moving, const struct buoy_met *met,
                                 const double about[3], double weight, double *depth,
                                 double k[MOTION_DEGREES][MOTION_DEGREES]) {
    const struct buoy_model_part *part = &model->parts[index];
    struct buoy_rotation frame;
    struct waterplane found;
    double at[3], n[3];
    // The frame of a part in the world, and where its origin lies there.
    double in_body[3];
    for (int i = 0; i < 3; ++i) {
        in_body[i] = model->info.middle[i] + part->place[i] - model->info.mass.centre_of_mass[i];
        const double *row = moving->frame.row[i];
        for (int j = 0; j < 3; ++j) {
            frame.row[i][j] = row[0] * part->rotation[0][j] + row[1] * part->rotation[1][j] +
                              row[2] * part->rotation[2][j];
        }
    }
    buoy_rotate(&moving->frame, in_body, at);
    for (int i = 0; i < 3; ++i) {
        at[i] += moving->centre[i];
    }
    buoy_rotate_back(&frame, met->up, n);
    const double d = met->offset - buoy_dot(met->up, at), lowest = find_depth(part, n, d);
    *depth = lowest > *depth ? lowest : *depth;
    const enum buoy_status status = part->kind == BUOY_SHAPE_MESH
                                        ? find_of_mesh(part->mesh, n, d, &found)
                                        : find_of_shape(part, n, d, &found);
    if (status != BUOY_OK || found.area == 0.0) {
        return status;
    }
    double arm[3];
    buoy_rotate(&frame, found.centroid, arm);
    for (int i = 0; i < 3; ++i) {
        found.centroid[i] = arm[i] + (at[i] - about[i]);
    }
    found.frame = frame;
    add_waterplane(&found, met->up, weight, k);
    return BUOY_OK;
}

// What a body that leaves the water has at least, and what the centre of buoyancy adds.
static void add_submerged(const struct motion_moving *moving, const struct buoy_met *met,
                          const double about[3], double weight, double depth,
                          const struct buoy_body_forces *wet,
                          double k[MOTION_DEGREES][MOTION_DEGREES]) {
    const double *n = met->up;
    double arm[3], height = 0.0, heave = 0.0;
    for (int i = 0; i < 3; ++i) {
        arm[i] = wet->centre[i] - about[i];
        height += (wet->centre[i] - moving->centre[i]) * n[i];
        heave += k[i][i]; // ρ g A (n·n)
    }
    const double least = depth > 0.0 ? weight * wet->volume / depth : 0.0;
    const double more = least > heave ? least - heave : 0.0;
    const double righting = height > 0.0 ? weight * wet->volume * height : 0.0;
    double p[MOTION_DEGREES] = {n[0], n[1], n[2], 0.0, 0.0, 0.0};
    buoy_add_cross(arm, n, p + 3);
    for (int i = 0; i < MOTION_DEGREES; ++i) {
        for (int j = 0; j < MOTION_DEGREES; ++j) {
            k[i][j] += more * p[i] * p[j];
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            k[3 + i][3 + j] += righting * ((i == j ? 1.0 : 0.0) - n[i] * n[j]);
        }
    }
}

enum buoy_status motion_stiffness_of(const struct buoy_model *model,
                                     const struct motion_moving *moving, const struct buoy_met *met,
                                     const double about[3], double weight,
                                     const struct buoy_body_forces *wet,
                                     double stiffness[MOTION_DEGREES][MOTION_DEGREES]) {
    enum buoy_status status = BUOY_OK;
    double depth = 0.0; // of the lowest point
    memset(stiffness, 0, MOTION_DEGREES * sizeof *stiffness);
    if (met->share == 0.0) {
        return BUOY_OK;
    }
    for (size_t i = 0; i < model->count && status == BUOY_OK; ++i) {
        status = add_part(model, i, moving, met, about, met->share * weight, &depth, stiffness);
    }
    if (status == BUOY_OK && wet && wet->volume > 0.0) {
        add_submerged(moving, met, about, weight, depth, wet, stiffness);
    }
    return status;
}

// K x = ω² M x has the eigenvalues of Cᵀ K C, where C Cᵀ = M⁻¹.
double motion_largest_frequency(const struct motion_inertia *inertia,
                                double stiffness[MOTION_DEGREES][MOTION_DEGREES]) {
    double root[MOTION_DEGREES][MOTION_DEGREES] = {{0.0}}, half[MOTION_DEGREES][MOTION_DEGREES];
    double m[MOTION_DEGREES][MOTION_DEGREES];
    for (int i = 0; i < 3; ++i) {
        root[i][i] = sqrt(1.0 / inertia->mass);
        for (int j = 0; j <= i && inertia->turns; ++j) {
            const double left = inertia->inverse[i][j] - buoy_dot(&root[3 + i][3], &root[3 + j][3]);
            root[3 + i][3 + j] = i != j       ? left / root[3 + j][3 + j]
                                 : left > 0.0 ? sqrt(left)
                                              : DBL_MIN;
        }
    }
    for (int i = 0; i < MOTION_DEGREES; ++i) {
        for (int j = 0; j < MOTION_DEGREES; ++j) {
            half[i][j] = 0.0;
            for (int k = 0; k < MOTION_DEGREES; ++k) {
                half[i][j] += stiffness[i][k] * root[k][j];
            }
        }
    }
    for (int i = 0; i < MOTION_DEGREES; ++i) {
        for (int j = i; j < MOTION_DEGREES; ++j) {
            double sum = 0.0;
            for (int k = 0; k < MOTION_DEGREES; ++k) {
                sum += root[k][i] * half[k][j];
            }
            m[i][j] = m[j][i] = sum;
        }
    }
    const double largest = matrix_largest_eigenvalue(m);
    return largest > 0.0 ? sqrt(largest) : 0.0;
}
