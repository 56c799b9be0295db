// Bounds on the errors of a step's answers.
//
// What a step returns follows from the submerged volume V of each part, its moment M = V (c − x)
// about the centre of mass x, its wetted area S, and the water's normal n. Bounds on the errors of
// these, e_V, e_M, e_S and e_n, are found first. Then, with W = ρ g:
//
// Buoyancy. F = W V n, so |δF| ≤ W (e_V + V e_n); τ = W M × n, so |δτ| ≤ W (e_M + |M| e_n).
//
// Drag. F = −k u', u' = (1 + dt k K)⁻¹ u. K is symmetric and positive, so that the inverse's norm
// is at most 1: |u'| ≤ |u|, and δu' is at most |δu| + |δ(dt k K)| |u|. With |K| ≤ κ = 1/m + |r|² t,
// t the trace of I⁻¹, and |δK| ≤ 3 |r| |δr| t, and |δu| ≤ |ω| |δr|:
//   |δF| ≤ |δk| |u| + k (|ω| |δr| + dt (|δk| κ + 3 k |r| |δr| t) |u|).
// Torque. r × F is off by |δr| k |u| + |r| |δF|. For the rest, b ω', the inverse of 1 + dt b I⁻¹
// has a norm of at most 1, too: |ω'| ≤ |ω| + dt t |r| k |u| =: ω₁, so that with δτ_F the error of r
// × F
//   |δ(b ω')| ≤ |δb| ω₁ + b dt t (|δτ_F| + |δb| ω₁).
// k and b are linear in V, but for the quadratic part of k, which is linear in S |u|. What rounding
// adds, once V, M, S and n are known, is in kernels/bounds/bounds_forces.c, as is e_n in waves.
#include "step_bounds.h"

#include <math.h>

#include "buoyancy_truth.h"
#include "cli.h"
#include "dispatch/methods.h"

#define PI 3.141592653589793238462643383279502884L
#define EPSILON 0x1p-53L

// The least share of a shape that must be submerged for the bound on its centre to hold.
#define RESOLVED 1e-3L

// Errors of the water, as a body meets it.
struct water_errors {
    real height, normal;
};

// Heights and slopes of waves are off by a share of the sums of amplitudes a and of a × wave
// number. Heights on a patch are rounded to float, in the truth as well, at places that may differ;
// those of the rule have a mean distance of less than .6 from its middle, which the slope is 5 × as
// large as, over the reach. The plane's offset is rounded at the distance of the body.
static struct water_errors find_water(const struct step_bodies *bodies, size_t index) {
    const struct step_sea *sea = bodies->seas_of[index];
    const double *p = bodies->states[index].position;
    real high = 0.0L, steep = 0.0L;
    for (size_t i = 0; sea->water.kind != BUOY_WATER_PLANE && i < sea->wave_count; ++i) {
        high += (real)sea->waves[i].amplitude;
        steep += (real)sea->waves[i].amplitude * 2.0L * PI / (real)sea->waves[i].wavelength;
    }
    const real bound = (real)buoy_bound_step_fit();
    const real rounding = sea->patch ? 0x1p-22L * high : 0.0L;
    const real of_patch = sea->patch ? 8.0L * rounding / bodies->truths[index].reach : 0.0L;
    const real normal = bound * steep + of_patch + 16.0L * EPSILON;
    const real away = fabsl((real)p[0]) + fabsl((real)p[1]) + fabsl((real)p[2]);
    const real radius = bodies->truths[index].extent.diagonal / 2.0L;
    return (struct water_errors){bound * high + rounding + normal * radius + 16.0L * EPSILON * away,
                                 normal};
}

// What the kernels promise for a plane that they are given: shares of the whole volume, of the
// diagonal, and of the surface.
struct shape_bounds {
    real volume, centre, area;
};

// Wetted areas of meshes, besides what a plane that is off changes: a hundred roundings to float.
#define MESH_AREA 1e-5L

static struct shape_bounds promised(const struct buoy_part *part, const real n[3], real d) {
    const struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}}; // bounds are for all sizes
    struct buoy_shapes_bounds of_shape;
    buoy_bound_shapes_auto(part->mesh ? &box : &part->shape, &plane, &of_shape);
    struct shape_bounds bounds = {(real)of_shape.volume, (real)of_shape.centroid,
                                  (real)of_shape.wetted_area};
    if (part->mesh) { // which may be recognised as a box
        const struct buoy_volume_bounds of_mesh = buoy_bound_tuned(part->mesh, &plane, 0);
        bounds.volume = fmaxl(bounds.volume, (real)of_mesh.volume);
        bounds.centre = fmaxl(bounds.centre, (real)of_mesh.centroid);
        bounds.area = fmaxl(bounds.area, MESH_AREA);
    }
    return bounds;
}

// Errors of what is submerged.
struct wet_errors {
    real volume, moment, area;
};

// A part below the plane that its body meets, and below planes as much lower and higher as the
// plane that the kernel takes may be off.
struct below {
    struct submerged_truth low, truth, high;
    real n[3], d;
};

static int find_below(const struct step_bodies *bodies, size_t index, size_t part, real off,
                      struct below *below) {
    const struct step_kind *kind = bodies->kinds_of[index];
    const struct buoy_part *of = &kind->parts[part];
    const struct step_case body = step_bodies_case(bodies, index);
    step_truth_plane(&bodies->truths[index], &body, &of->place, below->n, &below->d);
    const real levels[3] = {below->d - off, below->d, below->d + off};
    struct submerged_truth *const found[3] = {&below->low, &below->truth, &below->high};
    for (int i = 0; i < 3; ++i) {
        if (submerged_truth_find(&of->shape, of->mesh, below->n, levels[i], found[i]) != BUOY_OK) {
            return cli_out_of_memory();
        }
    }
    return 0;
}

// Adds those of a part. Normals and offsets are rounded to float: over the part, the plane is off
// by less than its diagonal × 2⁻²³, besides what the water is off. What is submerged contains what
// is below the plane's lowest place, and lies within what is below its highest.
static int add_part(const struct step_bodies *bodies, size_t index, size_t part,
                    struct wet_errors *errors) {
    const struct step_kind *kind = bodies->kinds_of[index];
    const struct step_extent *extent = &kind->extents[part];
    const struct water_errors water = find_water(bodies, index);
    struct below below;
    real away = 0.0L;
    if (find_below(bodies, index, part, water.height + 0x1p-23L * extent->diagonal, &below) != 0) {
        return CLI_BAD;
    }
    const struct shape_bounds bounds = promised(&kind->parts[part], below.n, below.d);
    const real wet = below.truth.volume;
    const real volume =
        bounds.volume * extent->volume + fmaxl(below.high.volume - wet, wet - below.low.volume);
    const bool resolved = wet >= RESOLVED * extent->volume;
    for (int i = 0; i < 3; ++i) {
        away += fabsl(extent->middle[i] - (real)kind->mass.centre_of_mass[i]);
    }
    errors->volume += volume;
    errors->moment += (resolved ? bounds.centre : 1.0L) * extent->diagonal * wet +
                      volume * (away + extent->diagonal);
    errors->area += bounds.area * extent->area +
                    fmaxl(below.high.area - below.truth.area, below.truth.area - below.low.area);
    return 0;
}

// The formulas of the head of this file.
static void find_drag(const struct forces_case *body, const struct wet_errors *errors,
                      struct step_bounds *bounds) {
    const struct forces_scales scales = forces_find_scales(body);
    const real r = real_length(body->arm), u = real_length(scales.through);
    const real trace =
        body->inverse_inertia[0] + body->inverse_inertia[4] + body->inverse_inertia[8];
    const real off = body->volume > 0.0L ? errors->moment / body->volume : 0.0L; // δr
    const real spin = real_length(body->spin), dt = body->dt;
    const real mass = body->mass * errors->volume / body->whole_volume;
    const real k_off =
        body->linear * mass + body->density * body->quadratic / 8.0L *
                                  (errors->area * u + body->wetted_area * spin * off);
    const real b_off = body->angular * mass * body->length * body->length;
    const real kappa = 1.0L / body->mass + r * r * trace;
    const real force =
        k_off * u +
        scales.k * (spin * off + dt * (k_off * kappa + 3.0L * scales.k * r * off * trace) * u);
    const real arm = off * scales.k * u + r * force;
    const real later = spin + dt * trace * r * scales.k * u;
    const real square = scales.conditioning * scales.conditioning;
    bounds->force += (double)(force + (real)buoy_bound_step_force() * square * scales.drag);
    bounds->torque += (double)(arm + b_off * later + scales.b * dt * trace * (arm + b_off * later) +
                               (real)buoy_bound_step_torque() * square * scales.turning);
}

int step_bounds_find(const struct step_bodies *bodies, size_t index, struct step_bounds *bounds) {
    const struct step_kind *kind = bodies->kinds_of[index];
    const struct forces_case *body = &bodies->truths[index].forces;
    const struct water_errors water = find_water(bodies, index);
    const real weight = body->density * body->gravity, arm = real_length(body->arm);
    struct wet_errors errors = {0.0L, 0.0L, 0.0L};
    for (size_t i = 0; i < kind->part_count; ++i) {
        if (add_part(bodies, index, i, &errors) != 0) {
            return CLI_BAD;
        }
    }
    const real force = water.normal + (real)buoy_bound_step_force();
    const real torque = water.normal + (real)buoy_bound_step_torque();
    *bounds = (struct step_bounds){
        .volume = (double)errors.volume,
        .moment = (double)errors.moment,
        .force = (double)(weight * (errors.volume + body->volume * force)),
        .torque = (double)(weight * (errors.moment + body->volume * arm * torque)),
    };
    find_drag(body, &errors, bounds);
    return 0;
}
