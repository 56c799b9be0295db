#include "stepping.h"

#include "base/memory.h"
#include "body.h"
#include "owned.h"
#include "test.h"

struct stepping_model stepping_made[stepping_models];
size_t stepping_made_count;
static struct buoy_mesh *meshes[4]; // a box, a sheared box, a star-shaped body, a ball

static struct buoy_waves *waves;
static struct buoy_patch *patch;

static struct buoy_part box_part(float a, float b, float c) {
    struct buoy_part part = buoy_part_default();
    part.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {a, b, c}};
    return part;
}

static struct buoy_part shape_part(enum buoy_shape_kind kind, float a, float b, float c) {
    struct buoy_part part = box_part(a, b, c);
    part.shape.kind = kind;
    return part;
}

static struct buoy_part mesh_part(const struct buoy_mesh *mesh) {
    struct buoy_part part = buoy_part_default();
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = mesh;
    return part;
}

static void put(struct buoy_part *part, double x, double y, double z, const double q[4]) {
    const double at[3] = {x, y, z};
    memcpy(part->place.position, at, sizeof at);
    if (q) {
        memcpy(part->place.rotation, q, 4 * sizeof *q);
    }
}

// A model of the first parts of the next stepping_model, half as dense as water.
static struct stepping_model *make(const char *name, size_t parts, double quadratic) {
    struct stepping_model *made = &stepping_made[stepping_made_count++];
    static const double densities[stepping_parts] = {500.0, 400.0, 700.0, 250.0};
    made->name = name;
    made->input = (struct buoy_model_input){0};
    made->input.parts = made->parts;
    made->input.part_count = parts;
    made->input.drag = (struct buoy_drag){2.0, 1.5, quadratic};
    assert_int_equal(buoy_mass_of_parts(made->parts, densities, parts, &made->input.mass, NULL),
                     BUOY_OK);
    return made;
}

static void bake(struct stepping_model *made) {
    made->model = model_of(&made->input);
}

static struct stepping_model *next(void) {
    assert_true(stepping_made_count < stepping_models);
    return &stepping_made[stepping_made_count];
}

static const double turn[4] = {0.5, -0.5, 0.5, 0.5}, tilt[4] = {0.0, 0.6, 0.0, 0.8};

static void make_shapes(void) {
    next()->parts[0] = shape_part(BUOY_SHAPE_SPHERE, 0.75f, 0.0f, 0.0f);
    bake(make("sphere", 1, 0.0));
    next()->parts[0] = shape_part(BUOY_SHAPE_ELLIPSOID, 0.75f, 0.5f, 1.0f);
    put(&next()->parts[0], 0.25, 0.5, -0.25, tilt);
    bake(make("ellipsoid with quadratic drag", 1, 0.5));
    next()->parts[0] = shape_part(BUOY_SHAPE_CAPSULE, 0.375f, 0.75f, 0.0f);
    bake(make("capsule", 1, 0.0));
    next()->parts[0] = shape_part(BUOY_SHAPE_CYLINDER, 0.5f, 0.625f, 0.0f);
    put(&next()->parts[0], 0.0, 0.0, 0.25, NULL);
    struct stepping_model *made = make("cylinder with ballast", 1, 0.0);
    made->input.mass.centre_of_mass[2] -= 0.375;
    bake(made);
    next()->parts[0] = shape_part(BUOY_SHAPE_CYLINDER, 0.75f, 0.25f, 0.0f);
    made = make("leaning cylinder", 1, 0.0);
    made->input.mass.centre_of_mass[1] += 0.25;
    bake(made);
    next()->parts[0] = shape_part(BUOY_SHAPE_CAPSULE, 0.5f, 0.25f, 0.0f);
    made = make("uneven capsule", 1, 0.0);
    made->input.mass.inertia[0] *= 1.25;
    bake(made);
    next()->parts[0] = mesh_part(meshes[1]);
    next()->parts[1] = shape_part(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f);
    next()->parts[2] = box_part(0.5f, 0.25f, 0.5f);
    next()->parts[3] = shape_part(BUOY_SHAPE_SPHERE, 0.25f, 0.0f, 0.0f);
    put(&next()->parts[1], 1.0, 0.0, -0.5, turn);
    put(&next()->parts[2], -1.0, 0.25, 0.0, tilt);
    put(&next()->parts[3], 0.0, 1.0, 0.5, NULL);
    bake(make("four kinds of parts", 4, 0.25));
}

// Multiples of 1/64 and the like, so that they are the same everywhere.
static void make_water(void) {
    struct buoy_wave all[8];
    struct buoy_patch_grid grid = buoy_patch_grid_default();
    for (size_t i = 0; i < 8; ++i) {
        all[i] = buoy_wave_default();
        all[i].amplitude = (float)(8 - i) / 64.0f;
        all[i].wavelength = 0.75f + 2.5f * (float)(i * i);
        all[i].direction = 0.75f * (float)i;
        all[i].phase = 0.5f * (float)i;
    }
    waves = waves_of(all, 8, BUOY_GRAVITY);
    grid.origin[0] = grid.origin[1] = -8.0;
    grid.spacing[0] = grid.spacing[1] = 0.5f;
    grid.columns = grid.rows = 33;
    patch = patch_of(&grid);
    assert_int_equal(buoy_patch_fill_waves(patch, waves, 2.0, NULL), BUOY_OK);
}

int stepping_make(void **state) {
    (void)state;
    stepping_made_count = 0;
    memset(stepping_made, 0, sizeof stepping_made);
    struct body box = body_box(0.75f, 0.5f, 0.25f), sheared = body_copy(&box);
    struct body star = body_builtin("builtin:star:96"), ball = body_builtin("builtin:sphere:320");
    static const double shear[9] = {1.0, 0.25, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    static const double away[3] = {0.5, -0.25, 1.0};
    body_move(&box, away);
    body_transform(&sheared, shear, away);
    struct body *const all[] = {&box, &sheared, &star, &ball};
    for (size_t i = 0; i < 4; ++i) {
        meshes[i] = body_mesh(all[i], 0);
    }
    next()->parts[0] = box_part(0.75f, 0.5f, 0.25f);
    bake(make("box", 1, 0.0));
    next()->parts[0] = box_part(0.75f, 0.5f, 0.25f);
    bake(make("box with quadratic drag", 1, 0.5));
    next()->parts[0] = box_part(0.25f, 1.0f, 0.5f);
    put(&next()->parts[0], 0.25, -0.5, 0.125, tilt);
    struct stepping_model *made = make("turned box", 1, 0.0);
    made->input.mass.centre_of_mass[2] -= 0.25;
    bake(made);
    next()->parts[0] = box_part(0.5f, 0.25f, 0.375f);
    put(&next()->parts[0], 0.25, -0.5, 0.375, NULL);
    bake(make("box off its origin", 1, 0.0));
    next()->parts[0] = box_part(0.5f, 0.5f, 0.5f);
    made = make("box that cannot be turned", 1, 0.25);
    memset(made->input.mass.inertia, 0, sizeof made->input.mass.inertia);
    made->input.flags = BUOY_BODY_DOES_NOT_TURN;
    bake(made);
    next()->parts[0] = mesh_part(meshes[0]);
    bake(make("mesh that is a box", 1, 0.0));
    next()->parts[0] = mesh_part(meshes[1]);
    bake(make("sheared box", 1, 0.0));
    next()->parts[0] = mesh_part(meshes[2]);
    put(&next()->parts[0], -0.25, 0.0, 0.5, turn);
    bake(make("star", 1, 0.25));
    next()->parts[0] = mesh_part(meshes[3]);
    bake(make("ball", 1, 0.0));
    make_shapes();
    next()->parts[0] = box_part(0.375f, 0.5f, 0.25f);
    next()->parts[1] = next()->parts[0];
    put(&next()->parts[0], -0.375, 0.0, 0.0, NULL);
    put(&next()->parts[1], 0.375, 0.0, 0.0, NULL);
    bake(make("two halves", 2, 0.5));
    next()->parts[0] = mesh_part(meshes[3]);
    next()->parts[1] = box_part(0.5f, 0.25f, 0.5f);
    next()->parts[2] = mesh_part(meshes[1]);
    put(&next()->parts[0], 1.0, 0.0, -0.5, NULL);
    put(&next()->parts[1], -1.0, 0.25, 0.0, tilt);
    put(&next()->parts[2], 0.0, 0.0, 0.5, turn);
    bake(make("three parts", 3, 0.0));
    next()->parts[0] = box_part(0.25f, 0.25f, 1.0f);
    next()->parts[1] = next()->parts[0];
    next()->parts[2] = next()->parts[0];
    next()->parts[3] = next()->parts[0];
    put(&next()->parts[1], 2.0, 0.0, 0.0, turn);
    put(&next()->parts[2], 2.0, 2.0, 0.0, tilt);
    put(&next()->parts[3], 0.0, 2.0, 0.5, NULL);
    bake(make("four boxes", 4, 0.0));
    make_water();
    return 0;
}

void stepping_free(void) {
    for (size_t i = 0; i < stepping_made_count; ++i) {
        test_end(stepping_made[i].model);
    }
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; ++i) {
        test_end(meshes[i]);
    }
    test_end(waves);
    test_end(patch);
}

void stepping_into_waves(struct stepping *crowd, double time) {
    crowd->water.kind = BUOY_WATER_WAVES;
    crowd->water.waves = waves;
    crowd->water.time = time;
}

void stepping_onto_patch(struct stepping *crowd) {
    crowd->water.kind = BUOY_WATER_PATCH;
    crowd->water.patch = patch;
}

const struct stepping_model *stepping_model(const char *name) {
    for (size_t i = 0; i < stepping_made_count; ++i) {
        if (strcmp(stepping_made[i].name, name) == 0) {
            return &stepping_made[i];
        }
    }
    fail_msg("no model '%s'", name);
    return NULL;
}

// Multiples of 1/64 between −most and most; all 0 for one vector in eight.
static void random_vector(struct rng *rng, size_t most, double v[3]) {
    const bool zero = rng_below(rng, 8) == 0;
    for (int i = 0; i < 3; ++i) {
        const double x = ((double)rng_below(rng, 128 * most) - 64.0 * (double)most) / 64.0;
        v[i] = zero ? 0.0 : x;
    }
}

void stepping_random(struct rng *rng, size_t count, struct stepping *crowd) {
    static const double turns[][4] = {{0.5, -0.5, 0.5, 0.5},     {0.0, 0.6, 0.0, 0.8},
                                      {0.8, 0.0, 0.0, -0.6},     {0.1, 0.7, -0.5, 0.5},
                                      {0.0, 0.0, 0.0, 1.0},      {-1.0, 0.0, 0.0, 0.0},
                                      {0.0, -0.7, -0.0, -0.713}, {0.3, 0.3, 0.3, -0.855}};
    static const double steps[] = {0.0, 1.0 / 64.0, 1.0 / 4.0, 16.0};
    crowd->count = count;
    crowd->water = buoy_calm_sea(BUOY_Z_UP);
    crowd->dt = steps[rng_below(rng, 4)];
    random_vector(rng, 1, crowd->water.current);
    if (rng_below(rng, 2)) {
        crowd->water.plane = (struct buoy_plane){{0.25f, -0.5f, 1.0f}, 0.125f};
    }
    for (size_t i = 0; i < count; ++i) {
        struct stepping_state *state = &crowd->states[i];
        crowd->made[i] = rng_below(rng, stepping_made_count);
        crowd->models[i] = stepping_made[crowd->made[i]].model;
        random_vector(rng, 1, state->position);
        memcpy(state->rotation, turns[rng_below(rng, 8)], sizeof state->rotation);
        random_vector(rng, 4, state->velocity);
        random_vector(rng, 4, state->angular_velocity);
    }
}

struct buoy_states stepping_states(const struct stepping_state *first) {
    return (struct buoy_states){
        .position = buoy_doubles(first->position, sizeof *first),
        .rotation = buoy_doubles(first->rotation, sizeof *first),
        .velocity = buoy_doubles(first->velocity, sizeof *first),
        .spin = buoy_doubles(first->angular_velocity, sizeof *first),
    };
}

struct buoy_step_query stepping_query(const struct stepping *crowd) {
    struct buoy_step_query query = {0};
    query.models = crowd->models;
    query.states = stepping_states(crowd->states);
    query.count = crowd->count;
    query.water = &crowd->water;
    query.dt = crowd->dt;
    return query;
}

void stepping_ask(const struct buoy_kernel *kernel, const struct buoy_step_query *query,
                  struct buoy_body_forces *results) {
    struct buoy_step_options options =
        query->options ? *query->options : (struct buoy_step_options){.kernel = NULL};
    struct buoy_step_query by_kernel = *query;
    struct buoy_error error;
    by_kernel.options = &options;
    options.kernel = kernel;
    options.scratch_bytes = buoy_step_scratch_bytes(&by_kernel, &error);
    assert_int_equal(error.status, BUOY_OK);
    options.scratch = buoy_aligned_alloc(options.scratch_bytes + 64);
    assert_non_null(options.scratch);
    FAIL_IF(buoy_water_forces_compute(&by_kernel, results, &error) != BUOY_OK, "%s", error.message);
    buoy_aligned_free(options.scratch);
}

void stepping_rotation(const double q[4], double rows[3][3]) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double s = 2.0 / (x * x + y * y + z * z + w * w);
    const double r[3][3] = {
        {1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (z * x + w * y)},
        {s * (x * y + w * z), 1.0 - s * (z * z + x * x), s * (y * z - w * x)},
        {s * (z * x - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)},
    };
    memcpy(rows, r, sizeof r);
}
