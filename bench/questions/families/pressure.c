// The family `pressure`: bodies in water that need not be flat. The bodies and planes are those of
// `volume`; in other water a body is rotated and sunk as its plane says.
//
// Errors of forces are shares of ρ g V_total and take the place of the errors of volumes; errors of
// torques about the mesh's centre are shares of ρ g V_total × the diagonal and take the place of
// the errors of centroids; errors of the wetted area are shares of the whole surface.
#include "buoyancy_kernels.h"
#include "buoyancy_pressure.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "bodies.h"
#include "buoyancy_truth.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "errors.h"
#include "families.h"
#include "poses.h"

enum {
    WAVES = 8,
    SIDE = 32 // samples of a patch
};

// The motion of a boat at speed, rolling and turning.
static const struct buoy_surface_motion motion_of_boat = {
    .velocity = {6.0, 1.0, -0.5},
    .angular_velocity = {0.3, -0.2, 0.1},
    .drag = 0.5,
    .lift = 0.5,
    .skin = 0.004,
};

#define WEIGHT (BUOY_SEA_WATER * BUOY_GRAVITY)

struct content {
    struct queries bodies; // of planes
    struct buoy_wave made_of[WAVES];
    struct buoy_waves *waves;
    struct buoy_patch *patch;
    const struct buoy_surface_motion *motion; // of all, or NULL
    // One per query.
    struct buoy_pose *poses;
    struct buoy_water *waters;
    struct known known;     // bounds
    struct scratch scratch; // to find them with
};

static const struct bodies *bodies_of(const struct content *content) {
    return content->bodies.content;
}

// ------------------------------------------------------------------------------- making

// A swell about as long as the body, and shorter waves down to an eighth of its length: some 5 % of
// the body's size up and down.
#define STEEPNESS 60.0 // wavelength / amplitude

// The waves' heights on a grid that is wider than the body in any orientation.
static int make_patch(struct content *content, double size) {
    const float spacing = (float)(1.3 * size / (SIDE - 1));
    const struct buoy_patch_grid grid = {
        {-0.65 * size, -0.65 * size}, {spacing, spacing}, SIDE, SIDE};
    struct buoy_error error;
    if (buoy_patch_create(&grid, &content->patch, &error) != BUOY_OK) {
        return cli_bad("a patch of water: %s", error.message);
    }
    return buoy_patch_fill_waves(content->patch, content->waves, 0.0, NULL) == BUOY_OK
               ? 0
               : cli_bad("a patch of water cannot be filled");
}

// The kind of water for a query: the one the workload is named after, else a plane; for `verify`
// each kind in turn, except that hard queries use planes.
static enum buoy_water_kind water_kind(const struct queries *queries, size_t index) {
    const char *name = queries->workload->name;
    if (queries->workload == &workload_trial) {
        const bool hard = index + queries->workload->hard >= queries->count;
        return hard ? BUOY_WATER_PLANE : (enum buoy_water_kind)(index % 3);
    }
    const bool patch = strcmp(name, "grid32") == 0 || strcmp(name, "drag") == 0;
    return patch                        ? BUOY_WATER_PATCH
           : strcmp(name, "waves") == 0 ? BUOY_WATER_WAVES
                                        : BUOY_WATER_PLANE;
}

static void add_cross(const double a[3], const double b[3], double k, double sum[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        sum[i] += k * (a[j] * b[l] - a[l] * b[j]);
    }
}

// Rotates x by the pose.
static void turn(const struct buoy_pose *pose, const double x[3], double y[3]) {
    const double *v = pose->rotation;
    double across[3] = {0.0, 0.0, 0.0};
    memcpy(y, x, 3 * sizeof *y);
    add_cross(v, x, 2.0, across); // y = x + w a + v × a, a = 2 v × x
    for (int i = 0; i < 3; ++i) {
        y[i] += v[3] * across[i];
    }
    add_cross(v, across, 1.0, y);
}

static void make_query(const struct queries *queries, size_t index) {
    const struct content *content = queries->content;
    const struct bodies *bodies = bodies_of(content);
    struct buoy_water *water = &content->waters[index];
    *water = buoy_calm_sea(BUOY_Z_UP);
    water->kind = water_kind(queries, index);
    water->waves = content->waves;
    water->patch = content->patch;
    if (water->kind == BUOY_WATER_PLANE) {
        water->plane = bodies->planes[index];
        content->poses[index] = buoy_pose_identity();
    } else {
        // Rotates a plane's normal upward by the shortest way and puts the plane at height 0, with
        // the mesh's centre above the middle of the world.
        const struct buoy_plane *plane = &bodies->planes[index];
        const double x = plane->normal[0], y = plane->normal[1], z = plane->normal[2],
                     length = sqrt(x * x + y * y + z * z);
        const double twice_w = sqrt(2.0 * (1.0 + z / length)); // (n × up, 1 + n·up), normalised
        struct buoy_pose pose = {.rotation = {1.0, 0.0, 0.0, 0.0}}; // if n points down
        struct buoy_mesh_info info;
        double centre[3];
        if (twice_w > 1e-6) {
            pose.rotation[0] = y / length / twice_w;
            pose.rotation[1] = -x / length / twice_w;
            pose.rotation[3] = 0.5 * twice_w;
        }
        buoy_mesh_get_info(bodies->meshes[index], &info, NULL);
        turn(&pose, info.centre, centre);
        pose.position[0] = -centre[0];
        pose.position[1] = -centre[1];
        pose.position[2] = (double)-plane->d / length;
        content->poses[index] = pose;
    }
}

static int make(struct queries *queries) {
    struct content *content = calloc(1, sizeof *content);
    struct buoy_mesh_info info;
    uint64_t state = queries->seed;
    if (!content) {
        return cli_out_of_memory();
    }
    content->motion =
        (strcmp(queries->workload->name, "drag") == 0 || queries->workload == &workload_trial)
            ? &motion_of_boat
            : NULL;
    content->bodies = *queries;
    queries->content = content;
    if (bodies_make(&content->bodies) != 0) {
        return CLI_BAD;
    }
    queries->count = content->bodies.count;
    queries->per_call = content->bodies.per_call;
    content->poses = calloc(queries->count, sizeof *content->poses);
    content->waters = calloc(queries->count, sizeof *content->waters);
    if (!content->poses || !content->waters) {
        return cli_out_of_memory();
    }
    if (scratch_make(buoy_pressure_scratch_bytes(queries->mesh, NULL), &content->scratch) != 0) {
        return CLI_BAD;
    }
    buoy_mesh_get_info(queries->mesh, &info, NULL);
    struct buoy_error error;
    for (int i = 0; i < WAVES; ++i) {
        const double wavelength = info.diagonal * exp2(-3.0 * i / (WAVES - 1));
        content->made_of[i] = (struct buoy_wave){
            .amplitude = (float)(wavelength / STEEPNESS),
            .wavelength = (float)wavelength,
            .direction = (float)random_between(&state, -3.0, 3.0),
            .phase = (float)random_between(&state, -3.0, 3.0),
        };
    }
    if (buoy_waves_create(content->made_of, WAVES, BUOY_GRAVITY, 0.0, &content->waves, &error) !=
        BUOY_OK) {
        return cli_bad("waves: %s", error.message);
    }
    if (make_patch(content, info.diagonal) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < queries->count; ++i) {
        make_query(queries, i);
    }
    return 0;
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        bodies_free(&content->bodies);
        buoy_patch_destroy(content->patch);
        buoy_waves_destroy(content->waves);
        scratch_free(&content->scratch);
        free(content->poses);
        free(content->waters);
        known_free(&content->known);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)kernel;
    return buoy_pressure_scratch_bytes(queries->mesh, NULL);
}

static struct buoy_pressure_query query_at(const struct queries *queries, size_t index,
                                           const struct scratch *scratch) {
    const struct content *content = queries->content;
    return (struct buoy_pressure_query){
        .mesh = bodies_of(content)->meshes[index],
        .pose = content->poses[index],
        .water = &content->waters[index],
        .motion = content->motion,
        .scratch = scratch->memory,
        .scratch_bytes = scratch->bytes,
    };
}

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    struct buoy_pressure *results = answers;
    for (size_t i = begin; i < end; ++i) {
        const struct buoy_pressure_query query = query_at(queries, i, scratch);
        kernel->pressure(&query, NULL, &results[i]);
    }
}

// ------------------------------------------------------------------------------ judging

// By Archimedes.
static void find_force(const struct buoy_plane *plane, const struct buoy_volume *volume,
                       struct buoy_pressure *truth) {
    const double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const double c[3] = {volume->centre[0], volume->centre[1], volume->centre[2]};
    for (int i = 0; i < 3; ++i) {
        truth->force[i] = WEIGHT * volume->volume * n[i] / length;
        truth->torque[i] = 0.0;
    }
    add_cross(c, truth->force, 1.0, truth->torque);
}

static int find_in_long_double(const struct queries *queries, struct buoy_pressure *truth) {
    const struct content *content = queries->content;
    const struct pressure_waves waves = {content->made_of, WAVES, BUOY_GRAVITY};
    int status = 0;
    for (size_t i = 0; i < queries->count && status == 0; ++i) {
        const struct buoy_pressure_query query = query_at(queries, i, &content->scratch);
        status =
            pressure_truth_find(&query, &waves, &truth[i]) == BUOY_OK ? 0 : cli_out_of_memory();
    }
    return status;
}

static int find_truth(const struct queries *queries, void *truth) {
    const struct content *content = queries->content;
    struct buoy_pressure *expected = truth;
    struct queries bodies = content->bodies;
    bodies.count = queries->count; // of a large mesh fewer are asked than were made
    struct buoy_volume *volumes = calloc(queries->count, sizeof *volumes);
    if (!volumes) {
        return cli_out_of_memory();
    }
    int status = find_in_long_double(queries, expected);
    if (status == 0) {
        status = bodies_find_truth(&bodies, volumes);
    }
    for (size_t i = 0; i < queries->count && status == 0; ++i) {
        if (content->waters[i].kind == BUOY_WATER_PLANE) {
            find_force(&content->waters[i].plane, &volumes[i], &expected[i]);
        }
    }
    free(volumes);
    return status;
}

// The error of drag, as a share of the drag if the whole surface moved at its greatest speed.
static double drag_error(const struct buoy_surface_motion *motion,
                         const struct buoy_mesh_info *info, const struct buoy_pressure *truth,
                         const struct buoy_pressure *answer) {
    if (!motion) {
        return 0.0;
    }
    const double reach = buoy_length(info->centre) + 0.5 * info->diagonal;
    const double speed =
        buoy_length(motion->velocity) + buoy_length(motion->angular_velocity) * reach;
    const double most =
        BUOY_SEA_WATER * info->area * speed * speed * (motion->drag + motion->lift + motion->skin);
    double worst = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double force = fabs(answer->drag_force[i] - truth->drag_force[i]);
        const double torque = fabs(answer->drag_torque[i] - truth->drag_torque[i]);
        worst = fmax(worst, infinite_if_nan(force / most));
        worst = fmax(worst, infinite_if_nan(torque / (most * reach)));
    }
    return worst;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    const struct buoy_pressure *expected = truth, *got = answer;
    struct buoy_mesh_info info;
    double arm[3], force[3], torque[3];
    buoy_mesh_get_info(bodies_of(content)->meshes[index], &info, NULL);
    for (int i = 0; i < 3; ++i) {
        force[i] = got->force[i] - expected->force[i];
        torque[i] = got->torque[i] - expected->torque[i];
    }
    turn(&content->poses[index], info.centre, arm);
    add_cross(arm, force, -1.0, torque); // about the centre
    const double whole = WEIGHT * info.volume, true_force = buoy_length(expected->force);
    return (struct family_errors){
        .immersion = true_force / whole,
        .of_total = infinite_if_nan(buoy_length(force) / whole),
        .of_submerged = infinite_if_nan(buoy_length(force) / true_force),
        .centroid = infinite_if_nan(buoy_length(torque) / (whole * info.diagonal)),
        .surface = fmax(infinite_if_nan(fabs(got->wetted_area - expected->wetted_area) / info.area),
                        drag_error(content->motion, &info, expected, got)),
    };
}

// The bound on drag, as a share of the drag that the whole surface might feel: coefficients are
// known to two digits. Where the wetted area jumps, drag jumps too.
#define DRAG_BOUND 1e-5

typedef void pressure_bounds_function(const struct buoy_pressure_query *query,
                                      struct buoy_pressure_bounds *bounds);

// A function's bounds for one query, in the units of find_errors().
static struct family_bounds bounds_at(const struct queries *queries, known_function *of,
                                      size_t index) {
    const struct content *content = queries->content;
    const struct buoy_pressure_query query = query_at(queries, index, &content->scratch);
    struct buoy_pressure_bounds bounds;
    struct buoy_mesh_info info;
    ((pressure_bounds_function *)of)(&query, &bounds);
    buoy_mesh_get_info(query.mesh, &info, NULL);
    const double whole = WEIGHT * info.volume;
    return (struct family_bounds){
        .of_total = bounds.force / whole,
        .centroid = bounds.torque / (whole * info.diagonal),
        .surface = bounds.area / info.area,
    };
}

static struct family_bounds known_bounds(const struct queries *queries,
                                         const struct buoy_kernel *kernel, size_t index) {
    struct content *content = queries->content;
    known_function *of = (known_function *)kernel->method->pressure.bounds;
    return known_find(&content->known, of, queries, index, bounds_at);
}

// Where long double has no more digits than double, the truth is as far off as kerner64.
#define TRUTH_IS_IN_DOUBLE (LDBL_MANT_DIG < 64)

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct content *content = queries->content;
    struct family_bounds bounds = known_bounds(queries, kernel, index);
    if (TRUTH_IS_IN_DOUBLE) {
        const struct family_bounds truth =
            known_bounds(queries, buoy_kernel_find("pressure/kerner64/scalar"), index);
        bounds.of_total += truth.of_total;
        bounds.centroid += truth.centroid;
        bounds.surface += truth.surface;
    }
    bounds.surface += content->motion ? DRAG_BOUND : 0.0;
    return bounds;
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    return (double)bodies_triangles(queries, kernel);
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    static const char *const waters[] = {"below planes", "on a 32 x 32 patch", "in 8 waves"};
    const struct content *content = queries->content;
    bodies_summarise(&content->bodies, text, size);
    const size_t length = strlen(text);
    snprintf(text + length, size - length, ", %s%s", waters[content->waters[0].kind],
             content->motion ? ", with drag and lift" : "");
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    static const char *const waters[] = {"", ", on a patch", ", in waves"};
    const struct content *content = queries->content;
    bodies_describe(&content->bodies, index, text, size);
    const size_t length = strlen(text);
    snprintf(text + length, size - length, "%s", waters[content->waters[index].kind]);
}

// By default on hulls of sizes common in games, on a patch.
static const struct workload workloads[] = {
    {.name = "grid32", .how = "on a 32 x 32 patch", .most_default = 2000, .per_call = 1},
    {.name = "drag", .how = "with drag and lift", .most_default = 0, .per_call = 1},
    {.name = "plane", .how = "below planes", .most_default = 0, .per_call = 1},
    {.name = "waves", .how = "in 8 waves", .most_default = 0, .per_call = 1},
};

static const char *const fields[] = {"fx",      "fy",          "fz",      "tx",      "ty",
                                     "tz",      "wetted area", "drag fx", "drag fy", "drag fz",
                                     "drag tx", "drag ty",     "drag tz"};

// F: the force, τ: its torque about the mesh's centre, V: the whole volume, D: the diagonal.
static const struct family_headings headings = {"|ΔF|/ρgV", "|ΔF|/F", "|Δτ|/ρgVD", "F/ρgV"};

const struct family family_pressure = {
    .name = "pressure",
    .label = ", pressure",
    .automatic = "buoy_pressure_compute",
    .headings = &headings,
    .has_surface = true,
    .baseline = "pressure/appendix/scalar",
    .one = "body",
    .many = "bodies",
    .one_by_one = true,
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct buoy_pressure),
    .fields = fields,
    .make = make,
    .free = free_content,
    .scratch_bytes = scratch_bytes,
    .ask = ask,
    .truth = "exact arithmetic below planes, else long double",
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = bodies_triangles,
    .examined = examined,
    .summarise = summarise,
    .describe = describe,
};
