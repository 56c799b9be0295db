// Floating bodies for the family `step`.
#include "step_bodies.h"

#include <math.h>
#include <stdlib.h>

#include "bodies/pose.h"
#include "cli.h"
#include "poses.h"
#include "random.h"
#include "step_kinds.h"

#define PI 3.14159265358979323846

// --------------------------------------------------------------------------------- water

// A swell and shorter waves, of 4 to 32 m, some tenths of a metre high together.
static int make_sea(uint64_t seed, bool flowing, bool irregular, struct step_sea *sea) {
    const struct buoy_sea state = {
        .significant_height = 1.0, .peak_period = 5.0, .spreading = 8.0, .seed = seed};
    struct buoy_error error;
    sea->water = buoy_calm_sea();
    sea->wave_count = irregular ? STEP_MOST_WAVES : STEP_WAVES;
    if (irregular &&
        buoy_sea_state(&state, BUOY_GRAVITY, 0.0, sea->wave_count, sea->waves, &error) != BUOY_OK) {
        return cli_bad("step: the sea: %s", error.message);
    }
    for (size_t i = 0; i < sea->wave_count && irregular; ++i) {
        sea->waves[i].period = 0.0f; // that of the wavelength, as the truth has it
    }
    for (int i = 0; i < STEP_WAVES && !irregular; ++i) {
        const double wavelength = 32.0 * exp2(-3.0 * i / (STEP_WAVES - 1));
        sea->waves[i] = (struct buoy_wave){
            .amplitude = (float)(wavelength / 160.0),
            .wavelength = (float)wavelength,
            .direction = (float)random_between(&seed, -1.0, 1.0),
            .phase = (float)random_between(&seed, 0.0, 2.0 * PI),
        };
    }
    if (flowing) {
        sea->water.current[0] = 0.75;
        sea->water.current[1] = -0.25;
    }
    sea->water.kind = BUOY_WATER_WAVES;
    sea->water.time = 12.5;
    if (buoy_waves_create(sea->waves, sea->wave_count, BUOY_GRAVITY, 0.0, &sea->prepared, &error) !=
        BUOY_OK) {
        return cli_bad("step: waves: %s", error.message);
    }
    sea->water.waves = sea->prepared;
    return 0;
}

// Samples along a side of a patch, and how far apart they are.
#define SIDE 64
#define SPACING 1.75f

// A patch of the same sea, beyond all bodies that are not far away.
static int make_patch(const struct step_sea *waves, struct step_sea *sea) {
    const double corner = -0.5 * (SIDE - 1) * (double)SPACING;
    const struct buoy_patch_grid grid = {{corner, corner}, {SPACING, SPACING}, SIDE, SIDE};
    *sea = *waves;
    sea->prepared = NULL;
    if (buoy_patch_create(&grid, &sea->patch, NULL) != BUOY_OK ||
        buoy_patch_fill_waves(sea->patch, waves->prepared, sea->water.time, NULL) != BUOY_OK) {
        return cli_out_of_memory();
    }
    sea->water.kind = BUOY_WATER_PATCH;
    sea->water.patch = sea->patch;
    return 0;
}

// Still water; for `verify`, a plane that is neither level nor at height 0.
static void make_still(bool flowing, struct step_sea *sea) {
    sea->water = buoy_calm_sea();
    if (flowing) {
        sea->water.plane = (struct buoy_plane){{0.2f, -0.1f, 2.0f}, 0.5f};
        sea->water.current[1] = 1.5;
    }
}

// Normal and offset of the surface about a place, as far as it matters for where to put a body.
static int find_level(const struct step_sea *sea, double x, double y, double up[3],
                      double *offset) {
    const struct buoy_plane *plane = &sea->water.plane;
    float height = 0.0f;
    if (sea->water.kind != BUOY_WATER_PLANE) {
        struct buoy_surface surface = {.x = &x, .y = &y, .count = 1, .height = &height};
        up[0] = up[1] = 0.0;
        up[2] = 1.0;
        if (buoy_water_sample(&sea->water, &surface, NULL) != BUOY_OK) {
            return cli_bad("step: no water at %g, %g", x, y);
        }
        *offset = (double)height;
        return 0;
    }
    for (int i = 0; i < 3; ++i) {
        up[i] = (double)plane->normal[i];
    }
    const double length = buoy_length(up);
    for (int i = 0; i < 3; ++i) {
        up[i] /= length;
    }
    *offset = (double)plane->d / length;
    return 0;
}

// -------------------------------------------------------------------------------- states

// a b, of quaternions x, y, z, w.
static void multiply(const double a[4], const double b[4], double product[4]) {
    product[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    product[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    product[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    product[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

// The shortest way from one direction to another, of unit length both.
static void find_turn(const double from[3], const double to[3], double turn[4]) {
    const double w = 1.0 + buoy_dot(from, to);
    const bool opposite = w < 1e-6;
    turn[0] = opposite ? 1.0 : from[1] * to[2] - from[2] * to[1];
    turn[1] = opposite ? 0.0 : from[2] * to[0] - from[0] * to[2];
    turn[2] = opposite ? 0.0 : from[0] * to[1] - from[1] * to[0];
    turn[3] = opposite ? 0.0 : w;
}

// A direction of the body turned up, and any turn about it.
static void set_rotation(const double n[3], const double up[3], uint64_t *state,
                         double rotation[4]) {
    const double a = random_between(state, -1.0, 1.0), b = random_between(state, 0.05, 1.0);
    const double about[4] = {a * up[0], a * up[1], a * up[2], b};
    double turn[4], square = 0.0;
    find_turn(n, up, turn);
    multiply(about, turn, rotation);
    for (int i = 0; i < 4; ++i) {
        square += rotation[i] * rotation[i];
    }
    for (int i = 0; i < 4; ++i) {
        rotation[i] /= sqrt(square);
    }
}

// Where the water meets the body along a direction of its frame: random, or barely above its lowest
// point, or, of two thirds, out of its reach on either side.
static double find_depth(const struct step_kind *kind, const struct pose *pose, bool hard,
                         unsigned third, size_t index) {
    static const double barely[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    const double n[3] = {(double)pose->nx, (double)pose->ny, (double)pose->nz};
    const double back[3] = {-n[0], -n[1], -n[2]};
    const double low = -step_kinds_reach(kind, back), high = step_kinds_reach(kind, n);
    const double out = 0.5 * (high - low);
    return third == 1   ? low - out
           : third == 2 ? high + out
                        : low + (high - low) * (hard ? barely[index % 6] : pose->share);
}

// Rounds a body's state to floats, and hands it to an engine: (x, y, z) become (x, z, y), what
// turns changes its sign.
static void make_float(struct step_state *state, struct step_float *engine) {
    double *number = state->position;
    for (size_t k = 0; k < sizeof *state / sizeof *number; ++k) {
        number[k] = (double)(float)number[k];
    }
    for (int k = 0; k < 3; ++k) {
        const int from = (3 - k) % 3;
        engine->position[k] = (float)state->position[from];
        engine->velocity[k] = (float)state->velocity[from];
        engine->rotation[k] = -(float)state->rotation[from];
        engine->spin[k] = -(float)state->spin[from];
    }
    engine->rotation[3] = (float)state->rotation[3];
}

// Bodies within 100 m, at random attitudes and depths; hard ones barely wet or far away, and fast.
static int make_state(const struct step_wish *wish, size_t index, bool hard,
                      struct step_bodies *bodies) {
    uint64_t state = wish->seed + 17 * index;
    const struct step_kind *kind = bodies->kinds_of[index];
    struct step_state *s = &bodies->states[index];
    const struct pose pose = poses_at(wish->seed, index);
    const double n[3] = {(double)pose.nx, (double)pose.ny, (double)pose.nz};
    const double far = hard && index % 2 == 0 ? 1e4 : 50.0, fast = hard ? 100.0 : 5.0;
    double up[3], offset = 0.0;
    s->position[0] = random_between(&state, -far, far);
    s->position[1] = random_between(&state, -far, far);
    if (find_level(bodies->seas_of[index], s->position[0], s->position[1], up, &offset) != 0) {
        return CLI_BAD;
    }
    set_rotation(n, up, &state, s->rotation);
    uint64_t sorts = wish->seed + 31 * index + 5;
    const unsigned third = wish->thirds ? (unsigned)(random_bits(&sorts) % 3) : 0;
    s->position[2] = (offset - find_depth(kind, &pose, hard, third, index) -
                      up[0] * s->position[0] - up[1] * s->position[1]) /
                     up[2];
    for (int i = 0; i < 3; ++i) {
        s->velocity[i] = random_between(&state, -fast, fast);
        s->spin[i] = random_between(&state, -3.0, 3.0);
    }
    if (bodies->floats) {
        make_float(s, &bodies->floats[index]);
    }
    return 0;
}

// ----------------------------------------------------------------------------------- all

static int allocate(const struct step_wish *wish, struct step_bodies *bodies) {
    const size_t count = wish->count;
    bodies->count = count;
    bodies->floats = wish->floats ? calloc(count, sizeof *bodies->floats) : NULL;
    bodies->models = calloc(count, sizeof(struct buoy_model *));
    bodies->kinds_of = calloc(count, sizeof(struct step_kind *));
    bodies->seas_of = calloc(count, sizeof(struct step_sea *));
    bodies->states = calloc(count, sizeof *bodies->states);
    bodies->truths = calloc(count, sizeof *bodies->truths);
    bodies->answers = calloc(count, sizeof *bodies->answers);
    return bodies->models && bodies->kinds_of && bodies->seas_of && bodies->states &&
                   bodies->truths && bodies->answers && (bodies->floats || !wish->floats)
               ? 0
               : cli_out_of_memory();
}

// Kinds in random order, so that neighbours differ, as in a game.
static int fill(const struct step_wish *wish, struct step_bodies *bodies) {
    const size_t half = wish->bodies ? wish->count : wish->count / 2;
    uint64_t state = wish->seed + 1;
    int status = 0;
    for (size_t i = 0; i < wish->count && status == 0; ++i) {
        const size_t kind = random_bits(&state) % bodies->kind_count;
        const enum buoy_water_kind water = wish->bodies ? wish->water
                                           : i < half   ? BUOY_WATER_PLANE
                                                        : BUOY_WATER_WAVES;
        bodies->kinds_of[i] = &bodies->kinds[kind];
        bodies->models[i] = bodies->kinds[kind].model;
        bodies->seas_of[i] = &bodies->seas[water];
        const size_t in_half = i < half ? i : i - half;
        status = make_state(wish, i, in_half + wish->hard >= half, bodies);
        if (status == 0) {
            const struct step_case body = step_bodies_case(bodies, i);
            status = step_truth_find(&body, &bodies->truths[i], &bodies->answers[i]);
        }
    }
    return status;
}

int step_bodies_make(const struct step_wish *wish, struct step_bodies *bodies) {
    if (allocate(wish, bodies) != 0 || step_kinds_make(wish, bodies) != 0) {
        return CLI_BAD;
    }
    if (bodies->kind_count == 0) {
        return cli_bad("step: no kernel answers any of the %s", wish->bodies);
    }
    struct step_sea *seas = bodies->seas, *waves = &seas[BUOY_WATER_WAVES];
    make_still(!wish->bodies, &seas[BUOY_WATER_PLANE]);
    if (make_sea(wish->seed, !wish->bodies, wish->irregular, waves) != 0 ||
        make_patch(waves, &seas[BUOY_WATER_PATCH]) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 3; ++i) { // level and at rest, unless `verify` asks
        seas[i].turned = seas[i].water;
        seas[i].turned.plane = buoy_calm_sea_in(BUOY_Y_UP_LEFT).plane;
    }
    return fill(wish, bodies);
}

void step_bodies_free(struct step_bodies *bodies) {
    for (size_t i = 0; i < bodies->kind_count; ++i) {
        buoy_model_destroy(bodies->kinds[i].model);
    }
    for (size_t i = 0; i < bodies->mesh_count; ++i) {
        buoy_mesh_destroy(bodies->meshes[i]);
    }
    for (int i = 0; i < 3; ++i) {
        buoy_waves_destroy(bodies->seas[i].prepared);
        buoy_patch_destroy(bodies->seas[i].patch);
    }
    free(bodies->meshes);
    free(bodies->kinds);
    free(bodies->models);
    free(bodies->kinds_of);
    free(bodies->seas_of);
    free(bodies->states);
    free(bodies->floats);
    free(bodies->truths);
    free(bodies->answers);
    *bodies = (struct step_bodies){.mesh_count = 0};
}

struct step_case step_bodies_case(const struct step_bodies *bodies, size_t index) {
    const struct step_kind *kind = bodies->kinds_of[index];
    const struct step_sea *sea = bodies->seas_of[index];
    const struct step_state *state = &bodies->states[index];
    return (struct step_case){
        .parts = kind->parts,
        .part_count = kind->part_count,
        .mass = &kind->mass,
        .drag = &kind->drag,
        .position = state->position,
        .rotation = state->rotation,
        .velocity = state->velocity,
        .spin = state->spin,
        .water = &sea->water,
        .waves = sea->waves,
        .wave_count = sea->prepared ? sea->wave_count : 0,
        .dt = STEP_SECONDS,
    };
}
