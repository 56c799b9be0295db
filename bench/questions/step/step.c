// The family `step`: forces of the water on bodies of shapes, the whole call as a simulation makes
// it. Errors of the force, buoyancy and drag together, are shares of ρ g V_total and take the place
// of the errors of volumes; errors of its torque about the centre of mass are shares of that times
// the diagonal and take the place of the errors of centroids. V and c are judged with them.
//
// Where all bodies are boxes, the baseline answers, too: V and c of the 12-triangle box below the
// plane that each body meets, given, without pose, forces and drag. A negative wetted area marks
// its answers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/pose.h"
#include "buoyancy_kernels.h"
#include "buoyancy_step.h"
#include "buoyancy_truth.h"
#include "cli.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "errors.h"
#include "families.h"
#include "mesh/kinds.h"
#include "step_bodies.h"

// ------------------------------------------------------------------------------------------ bounds

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

struct step_bounds {
    double volume; // of V, m³
    double force;  // of buoyancy and drag together, N
    double torque; // N m, about the centre of mass
    double moment; // of V times the distance of c from its true place, m⁴
};

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
    buoy_bound_shapes(part->mesh ? &box : &part->shape, &plane, &of_shape);
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

// For one of the bodies, which follow from the documented bounds of what answers its parts. Returns
// 0, or CLI_BAD after complaining.
static int step_bounds_find(const struct step_bodies *bodies, size_t index,
                            struct step_bounds *bounds) {
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

#define ONLY_VOLUME (-1.0)

struct content {
    struct step_bodies bodies;
    struct step_bounds *bounds; // one per query
    // For the baseline, if all bodies are boxes: a cube of half extents 1, and for each body the
    // plane transformed to it. Room for the answers to one call.
    struct buoy_mesh *cube;
    struct buoy_plane *planes;
};

// ------------------------------------------------------------------------------- making

// Seen from a cube that is stretched into the box, x = h ξ, the plane n·x = d is (n h)·ξ = d.
static void make_plane(const struct step_bodies *bodies, size_t index, struct buoy_plane *plane) {
    const struct step_case body = step_bodies_case(bodies, index);
    real n[3], d;
    step_truth_plane(&bodies->truths[index], &body, &body.parts[0].place, n, &d);
    for (int i = 0; i < 3; ++i) {
        plane->normal[i] = (float)(n[i] * (real)body.parts[0].shape.size[i]);
    }
    plane->d = (float)d;
}

static int make_baseline(struct content *content) {
    const struct step_bodies *bodies = &content->bodies;
    content->planes = calloc(bodies->count, sizeof *content->planes);
    if (!content->planes) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < bodies->count; ++i) {
        make_plane(bodies, i, &content->planes[i]);
    }
    struct buoy_error error;
    return families_box_mesh(&(struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}},
                             &content->cube, &error) == BUOY_OK
               ? 0
               : cli_bad("a box as a mesh: %s", error.message);
}

static int find_all_bounds(struct content *content) {
    const size_t count = content->bodies.count;
    content->bounds = calloc(count, sizeof *content->bounds);
    int status = content->bounds ? 0 : cli_out_of_memory();
    for (size_t i = 0; i < count && status == 0; ++i) {
        status = step_bounds_find(&content->bodies, i, &content->bounds[i]);
    }
    return status;
}

static bool is_irregular(const struct workload *workload) {
    return strncmp(workload->name, "sea", strlen("sea")) == 0;
}

static enum buoy_water_kind water_of(const struct workload *workload) {
    return strncmp(workload->name, "waves", strlen("waves")) == 0 || is_irregular(workload)
               ? BUOY_WATER_WAVES
           : strncmp(workload->name, "patch", strlen("patch")) == 0 ? BUOY_WATER_PATCH
                                                                    : BUOY_WATER_PLANE;
}

// Names of the kinds of water.
static const char *const water_names[] = {"still water", "a patch of 64 x 64", "8 waves"};

static int make(struct queries *queries) {
    struct content *content = calloc(1, sizeof *content);
    if (!content) {
        return cli_out_of_memory();
    }
    queries->content = content;
    const struct workload *workload = queries->workload;
    const size_t call = workload->per_call;
    if (call > 0) {
        queries->per_call = call;
        queries->count = (queries->count + call - 1) / call * call;
    } else {
        queries->per_call = (queries->count + workload->hard + 1) / 2;
        queries->count = 2 * queries->per_call;
    }
    const struct step_wish wish = {
        .bodies = queries->workload->place,
        .water = water_of(queries->workload),
        .irregular = is_irregular(queries->workload),
        .quadratic = strstr(queries->workload->name, "-quadratic"),
        .floats = strstr(queries->workload->name, "-float"),
        .thirds = strncmp(queries->workload->name, "thirds", strlen("thirds")) == 0,
        .seed = queries->seed,
        .count = queries->count,
        .hard = queries->workload->hard / 2,
    };
    if (step_bodies_make(&wish, &content->bodies) != 0 || find_all_bounds(content) != 0) {
        return CLI_BAD;
    }
    return queries->workload->with_baseline ? make_baseline(content) : 0;
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        step_bodies_free(&content->bodies);
        buoy_mesh_destroy(content->cube);
        free(content->planes);
        free(content->bounds);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

// Only the baseline belongs to another family.
static bool is_baseline(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, "step") != 0;
}

// Points a query at bodies.
static void take_bodies(const struct step_bodies *bodies, size_t begin, size_t count,
                        struct buoy_step_query *query) {
    const struct step_state *state = &bodies->states[begin];
    struct step_float *engine = bodies->floats ? &bodies->floats[begin] : NULL;
    query->models = &bodies->models[begin];
    query->states.position = buoy_doubles(state->position, sizeof *state);
    query->states.rotation = buoy_doubles(state->rotation, sizeof *state);
    query->states.velocity = buoy_doubles(state->velocity, sizeof *state);
    query->states.spin = buoy_doubles(state->spin, sizeof *state);
    if (engine) {
        query->states.position = buoy_floats(engine->position, sizeof *engine);
        query->states.rotation = buoy_floats(engine->rotation, sizeof *engine);
        query->states.velocity = buoy_floats(engine->velocity, sizeof *engine);
        query->states.spin = buoy_floats(engine->spin, sizeof *engine);
        query->effects.kind = BUOY_VELOCITIES;
        query->effects.linear = buoy_to_floats(engine->push, sizeof *engine);
        query->effects.angular = buoy_to_floats(engine->turn, sizeof *engine);
        query->frame = BUOY_Y_UP_LEFT;
    }
    query->count = count;
    query->water = engine ? &bodies->seas_of[begin]->turned : &bodies->seas_of[begin]->water;
}

static struct buoy_step_query new_query(void) {
    struct buoy_step_query query = {0};
    query.dt = STEP_SECONDS;
    return query;
}

static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    const struct content *content = queries->content;
    if (is_baseline(kernel)) {
        return buoy_volume_scratch_bytes(kernel, content->cube, NULL);
    }
    const struct buoy_step_options options = {.kernel = kernel};
    struct buoy_step_query query = new_query();
    query.options = &options;
    take_bodies(&content->bodies, 0, queries->count, &query);
    return buoy_step_scratch_bytes(&query, NULL);
}

// What cannot be answered becomes NaN, which no check passes.
static void ask_step(const struct queries *queries, const struct buoy_kernel *kernel,
                     const struct scratch *scratch, size_t begin, size_t end,
                     struct buoy_body_forces *answers) {
    const struct content *content = queries->content;
    const struct buoy_step_options options = {
        .kernel = kernel, .scratch = scratch->memory, .scratch_bytes = scratch->bytes};
    struct buoy_step_query query = new_query();
    query.options = kernel->step == buoy_step_auto_best ? NULL : &options; // as users call it
    for (size_t i = begin; i < end; i += queries->per_call) {
        const size_t left = end - i;
        take_bodies(&content->bodies, i, left < queries->per_call ? left : queries->per_call,
                    &query);
        struct buoy_body_forces *whole = content->bodies.floats ? NULL : &answers[i];
        if (buoy_water_forces_compute(&query, whole, NULL) != BUOY_OK) {
            answers[i].volume = (double)NAN;
        }
    }
}

// Body by body, as from within an engine's own loop.
static void ask_one_by_one(const struct queries *queries, size_t begin, size_t end,
                           struct buoy_body_forces *answers) {
    const struct content *content = queries->content;
    struct buoy_step_query query = new_query();
    struct buoy_step_pass pass;
    take_bodies(&content->bodies, begin, end - begin, &query);
    const bool begun = buoy_step_begin(&query, &pass, NULL) == BUOY_OK;
    for (size_t i = begin; i < end; ++i) {
        if (!begun || buoy_step_one(&pass, i - begin) != BUOY_OK) {
            answers[i].volume = (double)NAN;
        }
    }
}

// The cube is in the nearest cache all the time.
static void ask_baseline(const struct queries *queries, const struct buoy_kernel *kernel,
                         const struct scratch *scratch, size_t begin, size_t end,
                         struct buoy_body_forces *answers) {
    const struct content *content = queries->content;
    struct buoy_volume volumes[64];
    struct buoy_volume_query query = {
        .mesh = content->cube,
        .scratch = scratch->memory,
        .scratch_bytes = scratch->bytes,
    };
    for (size_t i = begin; i < end; i += query.count) {
        const size_t left = end - i, call = queries->per_call < 64 ? queries->per_call : 64;
        query.planes = &content->planes[i];
        query.count = left < call ? left : call;
        kernel->volume(&query, volumes);
        for (size_t k = 0; k < query.count; ++k) {
            struct buoy_body_forces *answer = &answers[i + k];
            const float *h = content->bodies.kinds_of[i + k]->parts[0].shape.size;
            answer->volume = volumes[k].volume * (double)h[0] * (double)h[1] * (double)h[2];
            for (int j = 0; j < 3; ++j) {
                answer->centre[j] = volumes[k].centre[j] * (double)h[j];
            }
            answer->wetted_area = ONLY_VOLUME;
        }
    }
}

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    if (is_baseline(kernel)) {
        ask_baseline(queries, kernel, scratch, begin, end, answers);
    } else if (queries->workload->by_itself) {
        ask_one_by_one(queries, begin, end, answers);
    } else {
        ask_step(queries, kernel, scratch, begin, end, answers);
    }
}

// ------------------------------------------------------------------------------ judging

static int find_truth(const struct queries *queries, void *truth) {
    const struct content *content = queries->content;
    memcpy(truth, content->bodies.answers, queries->count * sizeof *content->bodies.answers);
    return 0;
}

static double distance(const double a[3], const double b[3]) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return infinite_if_nan(sqrt(x * x + y * y + z * z));
}

// A body's whole, which errors are shares of.
struct whole {
    double volume, diagonal, weight;
};

static struct whole whole_of(const struct step_truth *truth) {
    const double weight = (double)(truth->forces.density * truth->forces.gravity);
    const double volume = (double)truth->extent.volume;
    return (struct whole){volume, (double)truth->extent.diagonal, weight * volume};
}

// The errors of V and c alone, c in the frame of the body, which is that of its only part: the
// force and torque of buoyancy follow from them.
static struct family_errors volume_errors(const struct content *content, size_t index,
                                          const struct buoy_body_forces *expected,
                                          const struct buoy_body_forces *got) {
    const struct step_truth *truth = &content->bodies.truths[index];
    const struct whole whole = whole_of(truth);
    const double volume = infinite_if_nan(fabs(got->volume - expected->volume));
    const double centre[3] = {(double)truth->own_centre[0], (double)truth->own_centre[1],
                              (double)truth->own_centre[2]};
    const double share = expected->volume / whole.volume;
    return (struct family_errors){
        .immersion = share,
        .of_total = volume / whole.volume,
        .of_submerged = infinite_if_nan(volume / expected->volume),
        .centroid = distance(got->centre, centre) * share / whole.diagonal,
    };
}

static void add_forces(const struct buoy_body_forces *answer, double force[3], double torque[3]) {
    for (int i = 0; i < 3; ++i) {
        force[i] = answer->buoyancy.force[i] + answer->drag.force[i];
        torque[i] = answer->buoyancy.torque[i] + answer->drag.torque[i];
    }
}

// What an engine was told, as the force and torque that do so within a step.
static void read_effects(const struct step_bodies *bodies, size_t index, double force[3],
                         double torque[3]) {
    const struct step_float *engine = &bodies->floats[index];
    const struct buoy_mass *mass = &bodies->kinds_of[index]->mass;
    struct buoy_pose pose = {.position = {0.0}};
    struct buoy_rotation rotation;
    double inertia[9];
    memcpy(pose.rotation, bodies->states[index].rotation, sizeof pose.rotation);
    buoy_pose_rotation(&pose, &rotation);
    buoy_turn_tensor(&rotation, mass->inertia, inertia);
    for (int i = 0; i < 3; ++i) {
        force[i] = (double)engine->push[(3 - i) % 3] * mass->mass / STEP_SECONDS;
        torque[i] = 0.0;
        for (int k = 0; k < 3; ++k) {
            torque[i] -= inertia[3 * i + k] * (double)engine->turn[(3 - k) % 3] / STEP_SECONDS;
        }
    }
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    const struct buoy_body_forces *expected = truth, *got = answer;
    const struct whole whole = whole_of(&content->bodies.truths[index]);
    double force[2][3], torque[2][3];
    if (got->wetted_area == ONLY_VOLUME) {
        return volume_errors(content, index, expected, got);
    }
    add_forces(expected, force[0], torque[0]);
    const double share = expected->volume / whole.volume;
    double volume = 0.0, centre = 0.0;
    if (content->bodies.floats && !isnan(got->volume)) {
        read_effects(&content->bodies, index, force[1], torque[1]);
    } else {
        add_forces(got, force[1], torque[1]);
        volume = infinite_if_nan(fabs(got->volume - expected->volume)) / whole.volume;
        centre = distance(got->centre, expected->centre) * share / whole.diagonal;
    }
    const double of_total = distance(force[0], force[1]) / whole.weight;
    return (struct family_errors){
        .immersion = share,
        .of_total = fmax(of_total, volume),
        .of_submerged = infinite_if_nan(of_total / share),
        .centroid = fmax(distance(torque[0], torque[1]) / (whole.weight * whole.diagonal), centre),
    };
}

// What rounding effects to floats adds: u of each, three of which make a torque by way of I, whose
// condition is at most tr I tr I⁻¹.
static struct step_bounds rounding_of(const struct content *content, size_t index) {
    const struct buoy_body_forces *answer = &content->bodies.answers[index];
    const double *inertia = content->bodies.kinds_of[index]->mass.inertia;
    const real *inverse = content->bodies.truths[index].forces.inverse_inertia;
    const double condition =
        (inertia[0] + inertia[4] + inertia[8]) * (double)(inverse[0] + inverse[4] + inverse[8]);
    const double none[3] = {0.0}, u = content->bodies.floats ? 0x1p-24 : 0.0;
    double force[3], torque[3];
    add_forces(answer, force, torque);
    return (struct step_bounds){.force = u * distance(force, none),
                                .torque = u * condition * distance(torque, none)};
}

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct content *content = queries->content;
    const struct whole whole = whole_of(&content->bodies.truths[index]);
    const struct step_bounds *bounds = &content->bounds[index];
    if (is_baseline(kernel)) {
        return families_cube_bounds(kernel, content->cube, &content->planes[index]);
    }
    const struct step_bounds rounding = rounding_of(content, index);
    const double force = bounds->force + rounding.force, torque = bounds->torque + rounding.torque;
    return (struct family_bounds){
        .of_total = fmax(force / whole.weight, bounds->volume / whole.volume),
        .centroid = fmax(torque / whole.weight, bounds->moment / whole.volume) / whole.diagonal,
    };
}

static size_t triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    return is_baseline(kernel) ? 12 : 0;
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    return (double)triangles(queries, kernel);
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    const struct workload *workload = queries->workload;
    const struct content *content = queries->content;
    const size_t threads = workload_threads(workload);
    char how[32] = "";
    if (threads > 1) {
        snprintf(how, sizeof how, ", %zu threads", threads);
    }
    snprintf(text, size, "%zu kind%s, %s, %zu a call%s", content->bodies.kind_count,
             content->bodies.kind_count > 1 ? "s" : "",
             is_irregular(workload) ? "a sea of 200 waves" : water_names[water_of(workload)],
             queries->per_call, how);
}

static const char *name_of(const struct step_kind *kind) {
    const struct buoy_part *part = &kind->parts[0];
    return kind->part_count > 1 ? "raft" : part->mesh ? "mesh" : buoy_kind_name(part->shape.kind);
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct step_bodies *bodies = &content->bodies;
    const struct step_state *state = &bodies->states[index];
    snprintf(text, size, "body %zu, a %s of %.9g kg in %s, at (%.17g,%.17g,%.17g)", index,
             name_of(bodies->kinds_of[index]), bodies->kinds_of[index]->mass.mass,
             water_names[bodies->seas_of[index]->water.kind], state->position[0],
             state->position[1], state->position[2]);
}

#define NAMED(word, water, text, bodies, ...)                                                      \
    {                                                                                              \
        .name = text, .how = "forces, whole call", .most_default = SIZE_MAX, .per_call = (bodies), \
        .place = (word), .line = water, __VA_ARGS__                                                \
    }
#define STEP(word, water, bodies, ...) NAMED(word, #water, #water "-" #bodies, bodies, __VA_ARGS__)
#define BOXES(water, bodies, ...) STEP("boxes", water, bodies, .with_baseline = true, __VA_ARGS__)
#define OTHERS(word)                                                                               \
    STEP(word, still, 1, .on_request = true), STEP(word, still, 64, .on_request = true),           \
        STEP(word, still, 1024, .on_request = true),                                               \
        STEP(word, still, 1024, .on_request = true, .threaded = true),                             \
        STEP(word, waves8, 1, .on_request = true), STEP(word, waves8, 64, .on_request = true),     \
        STEP(word, waves8, 1024, .on_request = true),                                              \
        STEP(word, waves8, 1024, .on_request = true, .threaded = true)

// Structs of floats, as engines keep them, with how drag is told.
#define FLOATS(word, water, bodies, how, ...)                                                      \
    NAMED(word, #water how "-float", #water "-" #bodies how "-float", bodies, .by_name = true,     \
          __VA_ARGS__)
// By buoy_step_one().
#define ONE(word, water, ...)                                                                      \
    NAMED(word, #water "-float-one", #water "-1-float-one", 1, .by_name = true, .by_itself = true, \
          __VA_ARGS__)
#define ENGINE(word, ...)                                                                          \
    FLOATS(word, still, 1, "", __VA_ARGS__), FLOATS(word, still, 1024, "", __VA_ARGS__),           \
        FLOATS(word, waves8, 1, "", __VA_ARGS__), FLOATS(word, waves8, 1024, "", __VA_ARGS__),     \
        FLOATS(word, patch64, 1, "", __VA_ARGS__), FLOATS(word, patch64, 1024, "", __VA_ARGS__),   \
        FLOATS(word, still, 1, "-quadratic", __VA_ARGS__), ONE(word, still, __VA_ARGS__),          \
        FLOATS(word, thirds, 1, "", __VA_ARGS__), ONE(word, thirds, __VA_ARGS__),                  \
        FLOATS(word, thirds, 1024, "", __VA_ARGS__)

// Those with a headline are raced by a run without arguments.
static const struct workload workloads[] = {
    BOXES(still, 1, .headline = "one box"),
    BOXES(still, 64, .on_request = true),
    BOXES(still, 1024, .headline = "of 1024"),
    STEP("boxes", still, 1024, .headline = "", .threaded = true),
    BOXES(waves8, 1, .on_request = true),
    BOXES(waves8, 64, .on_request = true),
    BOXES(waves8, 1024, .headline = "in waves"),
    STEP("boxes", waves8, 1024, .on_request = true, .threaded = true),
    STEP("boxes", sea200, 1000, .by_name = true),
    OTHERS("shapes"),
    OTHERS("barrels"),
    OTHERS("mix"),
    ENGINE("boxes", .with_baseline = true),
    ENGINE("spheres", .on_request = true),
    ENGINE("capsules", .on_request = true),
    ENGINE("cylinders", .on_request = true),
    ENGINE("primitives", .on_request = true),
    ENGINE("barrels", .on_request = true),
    ENGINE("mix", .on_request = true),
    FLOATS("distinct", still, 4000, "", .on_request = true),
    FLOATS("compound", still, 64, "", .on_request = true),
    FLOATS("merged", still, 64, "", .on_request = true),
};

// F: the force, τ: its torque, V: the whole volume, D: the diagonal.
static const struct family_headings headings = {"|ΔF|/ρgV", "|ΔF|/F", "|Δτ|/ρgVD", "V/V_total"};

static const char *const fields[] = {
    "buoyancy fx", "buoyancy fy", "buoyancy fz", "buoyancy tx", "buoyancy ty", "buoyancy tz",
    "drag fx",     "drag fy",     "drag fz",     "drag tx",     "drag ty",     "drag tz",
    "volume",      "cx",          "cy",          "cz",          "wetted area"};

const struct family family_step = {
    .name = "step",
    .place = "bodies",
    .automatic = "buoy_water_forces_compute",
    .headings = &headings,
    .baseline = FAMILY_CATTO,
    .one = "body",
    .many = "bodies",
    .own_workloads = true,
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct buoy_body_forces),
    .fields = fields,
    .make = make,
    .free = free_content,
    .scratch_bytes = scratch_bytes,
    .ask = ask,
    .truth = "integrals in long double",
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = triangles,
    .examined = examined,
    .summarise = summarise,
    .describe = describe,
};
