// The family `forces`: bodies with a known submerged part, in place of a mesh. Errors of forces and
// torques, as buoyancy_forces.h bounds them, take the place of the errors of volumes and centroids.
// They are divided by κ², so that the bounds are the same for all bodies.
#include "buoyancy_forces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "dispatch/methods.h"
#include "families.h"
#include "forces_truth.h"
#include "random.h"

#define STEP (1.0 / 60.0)
static const struct buoy_drag drag = {.linear = 1.0, .angular = 1.0, .quadratic = 0.05};

struct content {
    // One per query.
    struct buoy_submerged *submerged;
    struct buoy_drag_body *bodies;
    struct buoy_drag_motion *motions;
    struct buoy_met_water *waters;
};

// ------------------------------------------------------------------------------- making

static void random_vector(uint64_t *state, double most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = random_between(state, -most, most);
    }
}

static void normalise(double *v, int count) {
    double square = 0.0;
    for (int i = 0; i < count; ++i) {
        square += v[i] * v[i];
    }
    const double length = sqrt(square);
    for (int i = 0; i < count; ++i) {
        v[i] /= length;
    }
}

// The inverse inertia of a crate with these extents in a random orientation.
static void make_inertia(uint64_t *state, double mass, const double extent[3], double inverse[9]) {
    double q[4];
    for (int i = 0; i < 4; ++i) {
        q[i] = random_between(state, 0.1, 1.0);
    }
    normalise(q, 4);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rows[3][3] = {
        {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)},
        {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)},
        {2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)},
    };
    for (int i = 0; i < 9; ++i) {
        inverse[i] = 0.0;
    }
    for (int k = 0; k < 3; ++k) {
        const double a = extent[(k + 1) % 3], b = extent[(k + 2) % 3];
        const double per_inertia = 12.0 / (mass * (a * a + b * b));
        for (int i = 0; i < 9; ++i) {
            inverse[i] += per_inertia * rows[i / 3][k] * rows[i % 3][k];
        }
    }
}

// A floating crate of 0.3 to 3 m, thrown about in a current. Hard crates are lighter and faster, up
// to a speed that one step stops, and up to a million metres away.
static void make_one(uint64_t seed, size_t index, bool hard, struct content *content) {
    uint64_t state = seed + index;
    struct buoy_submerged *wet = &content->submerged[index];
    struct buoy_drag_body *body = &content->bodies[index];
    struct buoy_drag_motion *motion = &content->motions[index];
    struct buoy_met_water *water = &content->waters[index];
    static const double powers[] = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5};
    const double factor = hard ? powers[index % 6] : 1.0;
    double extent[3], arm[3];
    for (int i = 0; i < 3; ++i) {
        extent[i] = random_between(&state, 0.3, 3.0);
        arm[i] = random_between(&state, -0.3, 0.3) * extent[i];
    }
    body->volume = extent[0] * extent[1] * extent[2];
    body->mass = random_between(&state, 0.2, 0.9) * BUOY_SEA_WATER * body->volume / factor;
    body->length = (extent[0] + extent[1] + extent[2]) / 3.0;
    make_inertia(&state, body->mass, extent, body->inverse_inertia);
    const double share = random_between(&state, 0.02, 1.0);
    wet->volume = share * body->volume;
    wet->wetted_area =
        2.0 * share * (extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0]);
    random_vector(&state, hard ? 1e6 : 100.0, motion->centre_of_mass);
    for (int i = 0; i < 3; ++i) {
        wet->centre[i] = motion->centre_of_mass[i] + arm[i];
    }
    random_vector(&state, 5.0 * sqrt(factor), motion->velocity);
    random_vector(&state, 3.0, motion->angular_velocity);
    random_vector(&state, 2.0, water->velocity);
    random_vector(&state, 0.3, water->up);
    water->up[2] = 1.0;
    normalise(water->up, 3);
}

static bool allocate(struct queries *queries) {
    const size_t call = queries->workload->per_call > 0 ? queries->workload->per_call : 1;
    struct content *content = calloc(1, sizeof *content);
    if (!content) {
        return false;
    }
    queries->content = content;
    queries->count = (queries->count + call - 1) / call * call + queries->workload->hard;
    queries->per_call = queries->workload->per_call > 0 ? call : queries->count;
    content->submerged = calloc(queries->count, sizeof *content->submerged);
    content->bodies = calloc(queries->count, sizeof *content->bodies);
    content->motions = calloc(queries->count, sizeof *content->motions);
    content->waters = calloc(queries->count, sizeof *content->waters);
    return content->submerged && content->bodies && content->motions && content->waters;
}

static int make(struct queries *queries) {
    if (!allocate(queries)) {
        return cli_out_of_memory();
    }
    const size_t random = queries->count - queries->workload->hard;
    for (size_t i = 0; i < queries->count; ++i) {
        make_one(queries->seed, i, i >= random, queries->content);
    }
    return 0;
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        free(content->submerged);
        free(content->bodies);
        free(content->motions);
        free(content->waters);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct content *content = queries->content;
    struct buoy_forces *forces = answers;
    struct buoy_forces_query query = {
        .count = queries->per_call,
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
        .drag = drag,
        .dt = STEP,
    };
    (void)scratch;
    for (size_t i = begin; i < end; i += query.count) {
        query.submerged = &content->submerged[i];
        query.bodies = &content->bodies[i];
        query.motions = &content->motions[i];
        query.waters = &content->waters[i];
        kernel->forces(&query, &forces[i]);
    }
}

// ------------------------------------------------------------------------------- truth

static struct forces_case case_at(const struct content *content, size_t index) {
    const struct buoy_submerged *wet = &content->submerged[index];
    const struct buoy_drag_body *body = &content->bodies[index];
    const struct buoy_drag_motion *motion = &content->motions[index];
    const struct buoy_met_water *water = &content->waters[index];
    struct forces_case result = {
        .volume = (real)wet->volume,
        .wetted_area = (real)wet->wetted_area,
        .mass = (real)body->mass,
        .whole_volume = (real)body->volume,
        .length = (real)body->length,
        .density = (real)BUOY_SEA_WATER,
        .gravity = (real)BUOY_GRAVITY,
        .dt = (real)STEP,
        .linear = (real)drag.linear,
        .angular = (real)drag.angular,
        .quadratic = (real)drag.quadratic,
    };
    for (int i = 0; i < 3; ++i) {
        result.arm[i] = (real)wet->centre[i] - (real)motion->centre_of_mass[i];
        result.velocity[i] = (real)motion->velocity[i];
        result.spin[i] = (real)motion->angular_velocity[i];
        result.up[i] = (real)water->up[i];
        result.flow[i] = (real)water->velocity[i];
    }
    for (int i = 0; i < 9; ++i) {
        result.inverse_inertia[i] = (real)body->inverse_inertia[i];
    }
    return result;
}

static int find_truth(const struct queries *queries, void *truth) {
    struct buoy_forces *forces = truth;
    for (size_t i = 0; i < queries->count; ++i) {
        const struct forces_case body = case_at(queries->content, i);
        forces_find_truth(&body, &forces[i]);
    }
    return 0;
}

// ------------------------------------------------------------------------------ judging

static double share(const double got[3], const double expected[3], double of) {
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        square += (got[i] - expected[i]) * (got[i] - expected[i]);
    }
    return isfinite(square) ? sqrt(square) / of : (double)INFINITY;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    const struct buoy_forces *expected = truth, *got = answer;
    const struct forces_case body = case_at(content, index);
    const struct forces_scales scales = forces_find_scales(&body);
    const double weight = (double)scales.weight, arm = (double)real_length(body.arm);
    const double square = (double)(scales.conditioning * scales.conditioning);
    const double drag_scale = (double)scales.drag, turning = (double)scales.turning;
    const double force = fmax(share(got->buoyancy.force, expected->buoyancy.force, weight),
                              share(got->drag.force, expected->drag.force, drag_scale * square));
    const double torque = fmax(share(got->buoyancy.torque, expected->buoyancy.torque, weight * arm),
                               share(got->drag.torque, expected->drag.torque, turning * square));
    return (struct family_errors){
        .immersion = content->submerged[index].volume / content->bodies[index].volume,
        .of_total = force,
        .of_submerged = force,
        .centroid = torque,
    };
}

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    (void)queries;
    (void)kernel;
    (void)index;
    return (struct family_bounds){.of_total = buoy_bound_forces_force(),
                                  .centroid = buoy_bound_forces_torque()};
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    snprintf(text, size, "random, buoyancy and drag, %zu a call", queries->per_call);
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const double *c = content->submerged[index].centre;
    snprintf(text, size, "body %zu of %.17g kg, %.17g m3 submerged about (%.17g,%.17g,%.17g)",
             index, content->bodies[index].mass, content->submerged[index].volume, c[0], c[1],
             c[2]);
}

// F: forces, τ: torques, as in struct forces_scales, × κ² for drag.
static const struct family_headings headings = {"|ΔF|/F", "|ΔF|/F", "|Δτ|/τ", "V/V_total"};

static const char *const fields[] = {"fx",      "fy",      "fz",      "tx",
                                     "ty",      "tz",      "drag_fx", "drag_fy",
                                     "drag_fz", "drag_tx", "drag_ty", "drag_tz"};

#define QUERY                                                                                      \
    "struct buoy_forces_query q = buoy_forces_query_default();\n"                                  \
    "q.submerged = submerged, q.bodies = bodies, q.motions = motions;\n"                           \
    "q.waters = waters, q.count = n, q.dt = dt;\n"
static const char snippet[] =
    "const struct buoy_kernel *k = buoy_kernel_find(\"%s\");\n" QUERY
    "enum buoy_status status = buoy_forces_with(k, &q, results, &error);\n";
static const char plain[] =
    QUERY "enum buoy_status status = buoy_forces_compute(&q, results, &error);\n";
#undef QUERY

const struct family family_forces = {
    .name = "forces",
    .place = "bodies",
    .automatic = "buoy_forces_compute",
    .headings = &headings,
    .baseline = "forces/catto/scalar",
    .one = "body",
    .many = "bodies",
    .snippet = snippet,
    .plain = plain,
    .workload_count = 1,
    .workloads = &families_per_call,
    .answer_bytes = sizeof(struct buoy_forces),
    .fields = fields,
    .make = make,
    .free = free_content,
    .scratch_bytes = families_no_scratch,
    .ask = ask,
    .truth = "long double",
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = families_no_triangles,
    .examined = families_none_examined,
    .summarise = summarise,
    .describe = describe,
};
