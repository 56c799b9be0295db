// Floating bodies for the family `step`.
#include "step_bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/pose.h"
#include "cli.h"
#include "columns.h"
#include "poses.h"

// ------------------------------------------------------------------------------------------- kinds

#define BOXES 16
#define SHAPES 10 // two of each kind
#define HULLS 30  // of a compound
#define MOST_KINDS 64

struct making {
    struct step_bodies *bodies;
    uint64_t state; // of random numbers
    bool hard;      // drag that needs the wetted area, and ballast
    bool quadratic; // such drag for all
    bool merged;    // the meshes of a body are one
    size_t count;   // of bodies
};

// ---------------------------------------------------------------------------------- reach

// How far a body reaches along a direction of its frame.
static double step_kinds_reach(const struct step_kind *kind, const double along[3]) {
    double most = -HUGE_VAL;
    for (size_t i = 0; i < kind->part_count; ++i) {
        const struct buoy_part *part = &kind->parts[i];
        struct buoy_rotation rotation;
        double n[3];
        buoy_pose_rotation(&part->place, &rotation);
        buoy_rotate_back(&rotation, along, n);
        most = fmax(most, buoy_dot(along, part->place.position) +
                              (part->mesh ? reach_of_mesh(part->mesh, n)
                                          : reach_of_shape(&part->shape, n)));
    }
    return most;
}

#define PI 3.14159265358979323846

// -------------------------------------------------------------------------------- models

static int refuse(const char *what, const struct buoy_error *error) {
    return cli_bad("step: %s: %s", what, error->message);
}

static int finish(struct making *making, struct step_kind *kind) {
    double densities[STEP_MOST_PARTS];
    struct buoy_error error;
    for (size_t i = 0; i < kind->part_count; ++i) {
        densities[i] = random_between(&making->state, 200.0, 900.0);
        if (step_truth_find_extent(&kind->parts[i], 1, &kind->extents[i]) != 0) {
            return CLI_BAD;
        }
    }
    if (buoy_mass_of_parts(kind->parts, densities, kind->part_count, &kind->mass, &error) !=
        BUOY_OK) {
        return refuse("mass", &error);
    }
    kind->drag = (struct buoy_drag){.linear = 1.0, .angular = 1.0};
    kind->drag.quadratic = making->quadratic ? 0.5 : 0.0;
    if (making->hard && making->bodies->kind_count % 2 == 0) {
        kind->drag.quadratic = 0.5;
        // A third of the mass moves down and aside: the centre of mass is no longer the volume's.
        const double down[3] = {0.1, -0.05, -1.0};
        const double depth = 0.3 * step_kinds_reach(kind, down);
        for (int i = 0; i < 3; ++i) {
            kind->mass.centre_of_mass[i] += depth * down[i];
        }
    }
    const struct buoy_model_input input = {
        .parts = kind->parts,
        .part_count = kind->part_count,
        .mass = kind->mass,
        .drag = kind->drag,
        .merge = making->merged,
    };
    return buoy_model_create(&input, &kind->model, &error) == BUOY_OK ? 0 : refuse("model", &error);
}

static struct step_kind *begin(struct making *making, size_t parts) {
    struct step_kind *kind = &making->bodies->kinds[making->bodies->kind_count++];
    kind->part_count = parts;
    for (size_t i = 0; i < parts; ++i) {
        kind->parts[i] = buoy_part_default();
    }
    return kind;
}

static float length(struct making *making, double low, double high) {
    return (float)random_between(&making->state, low, high);
}

static void set_shape(enum buoy_shape_kind shape, float a, float b, float c,
                      struct buoy_part *part) {
    part->shape = (struct buoy_shape){shape, {a, b, c}};
}

// ---------------------------------------------------------------------------------- kinds

static int add_box(struct making *making) {
    struct step_kind *kind = begin(making, 1);
    const float a = length(making, 0.15, 1.0), b = length(making, 0.15, 1.0);
    set_shape(BUOY_SHAPE_BOX, a, b, length(making, 0.15, 1.0), &kind->parts[0]);
    return finish(making, kind);
}

static int add_shape(struct making *making, enum buoy_shape_kind shape) {
    struct step_kind *kind = begin(making, 1);
    const float a = length(making, 0.2, 1.0), b = length(making, 0.2, 1.0);
    const float c = length(making, 0.2, 1.0);
    const bool sphere = shape == BUOY_SHAPE_SPHERE, ellipsoid = shape == BUOY_SHAPE_ELLIPSOID;
    set_shape(shape, a, sphere ? 0.0f : b, ellipsoid ? c : 0.0f, &kind->parts[0]);
    return finish(making, kind);
}

static int open_mesh(struct making *making, const char *specification, struct buoy_mesh **mesh) {
    struct step_bodies *bodies = making->bodies;
    if (cli_open_mesh(specification, 0, mesh) != 0) {
        return CLI_BAD;
    }
    bodies->meshes[bodies->mesh_count++] = *mesh;
    return 0;
}

static int add_mesh(struct making *making, const char *specification) {
    struct buoy_mesh *mesh;
    if (open_mesh(making, specification, &mesh) != 0) {
        return CLI_BAD;
    }
    struct step_kind *kind = begin(making, 1);
    kind->parts[0].shape.kind = BUOY_SHAPE_MESH;
    kind->parts[0].mesh = mesh;
    return finish(making, kind);
}

// A raft: a deck on two floats, one of which lies across its own axis.
static int add_raft(struct making *making) {
    static const double lying[4] = {0.70710678118654752, 0.0, 0.0, 0.70710678118654752};
    struct step_kind *kind = begin(making, 3);
    set_shape(BUOY_SHAPE_BOX, 1.0f, 1.5f, 0.1f, &kind->parts[0]);
    for (int i = 1; i < 3; ++i) {
        struct buoy_pose *place = &kind->parts[i].place;
        set_shape(i == 1 ? BUOY_SHAPE_CAPSULE : BUOY_SHAPE_CYLINDER, 0.25f, 1.2f, 0.0f,
                  &kind->parts[i]);
        place->position[0] = i == 1 ? 0.7 : -0.7;
        place->position[2] = -0.3;
        memcpy(place->rotation, lying, sizeof lying);
    }
    return finish(making, kind);
}

// ---------------------------------------------------------------------------------- words

static int add_boxes(struct making *making) {
    int status = 0;
    for (int i = 0; i < BOXES && status == 0; ++i) {
        status = add_box(making);
    }
    return status;
}

static int add_shapes(struct making *making) {
    static const enum buoy_shape_kind shapes[] = {BUOY_SHAPE_SPHERE, BUOY_SHAPE_ELLIPSOID,
                                                  BUOY_SHAPE_CAPSULE, BUOY_SHAPE_CYLINDER,
                                                  BUOY_SHAPE_CONE};
    int status = 0;
    for (int i = 0; i < SHAPES && status == 0; ++i) {
        status = add_shape(making, shapes[i % 5]);
    }
    return status;
}

static int add_of_kind(struct making *making, enum buoy_shape_kind shape) {
    int status = 0;
    for (int i = 0; i < BOXES && status == 0; ++i) {
        status = add_shape(making, shape);
    }
    return status;
}

static int add_spheres(struct making *making) {
    return add_of_kind(making, BUOY_SHAPE_SPHERE);
}

static int add_capsules(struct making *making) {
    return add_of_kind(making, BUOY_SHAPE_CAPSULE);
}

static int add_cylinders(struct making *making) {
    return add_of_kind(making, BUOY_SHAPE_CYLINDER);
}

// What most bodies of games are.
static int add_primitives(struct making *making) {
    const int status = add_box(making) == 0 ? add_spheres(making) : CLI_BAD;
    return status == 0 && add_capsules(making) == 0 ? add_cylinders(making) : CLI_BAD;
}

// A mesh for each body.
static int add_distinct(struct making *making) {
    int status = 0;
    for (size_t i = 0; i < making->count && status == 0; ++i) {
        status = add_mesh(making, "builtin:barrel:124");
    }
    return status;
}

// A body of five by three by two hulls, each of its own.
static int add_compound(struct making *making) {
    struct step_kind *kind = begin(making, HULLS);
    for (int i = 0; i < HULLS; ++i) {
        struct buoy_part *part = &kind->parts[i];
        struct buoy_mesh *mesh;
        if (open_mesh(making, "builtin:barrel:44", &mesh) != 0) {
            return CLI_BAD;
        }
        part->shape.kind = BUOY_SHAPE_MESH;
        part->mesh = mesh;
        part->place.position[0] = 1.2 * (i % 5 - 2);
        part->place.position[1] = 1.2 * (i / 5 % 3 - 1);
        const int layer = i / 15;
        part->place.position[2] = 1.8 * layer - 0.9;
    }
    return finish(making, kind);
}

static int add_merged(struct making *making) {
    making->merged = true;
    return add_compound(making);
}

static int add_barrels(struct making *making) {
    return add_mesh(making, "builtin:barrel");
}

// Ten kinds: a box, four round shapes, four meshes and a body of several parts.
static int add_mix(struct making *making) {
    static const enum buoy_shape_kind shapes[] = {BUOY_SHAPE_SPHERE, BUOY_SHAPE_CAPSULE,
                                                  BUOY_SHAPE_CYLINDER, BUOY_SHAPE_CONE};
    static const char *const meshes[] = {"builtin:box", "builtin:barrel", "builtin:torus:288",
                                         "builtin:wigley:320"};
    int status = add_box(making);
    for (int i = 0; i < 4 && status == 0; ++i) {
        status = add_shape(making, shapes[i]) != 0 ? CLI_BAD : add_mesh(making, meshes[i]);
    }
    return status == 0 ? add_raft(making) : status;
}

// Adds the kinds of bodies wished for: of one word, or without a word all that `verify` asks about,
// every other one with quadratic drag and ballast. Returns 0, or CLI_BAD after complaining.
static int step_kinds_make(const struct step_wish *wish, struct step_bodies *bodies) {
    const char *word = wish->bodies;
    static const struct {
        const char *word;
        int (*add)(struct making *making);
    } words[] = {// What `verify` asks about, and what it does not.
                 {"boxes", add_boxes},         {"shapes", add_shapes},
                 {"barrels", add_barrels},     {"mix", add_mix},
                 {"spheres", add_spheres},     {"capsules", add_capsules},
                 {"cylinders", add_cylinders}, {"primitives", add_primitives},
                 {"distinct", add_distinct},   {"compound", add_compound},
                 {"merged", add_merged}};
    enum {
        verified = 4
    };
    struct making making = {.bodies = bodies,
                            .state = wish->seed,
                            .hard = !word,
                            .quadratic = wish->quadratic,
                            .count = wish->count};
    const size_t room = MOST_KINDS + (word ? wish->count : 0);
    bodies->kinds = calloc(room, sizeof *bodies->kinds);
    bodies->meshes = calloc(room, sizeof(struct buoy_mesh *));
    if (!bodies->kinds || !bodies->meshes) {
        return cli_out_of_memory();
    }
    int status = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && status == 0; ++i) {
        if (word ? strcmp(word, words[i].word) == 0 : i < verified) {
            status = words[i].add(&making);
        }
    }
    return status;
}

// --------------------------------------------------------------------------------- water

// A swell and shorter waves, of 4 to 32 m, some tenths of a metre high together.
static int make_sea(uint64_t seed, bool flowing, bool irregular, struct step_sea *sea) {
    const struct buoy_sea state = {
        .significant_height = 1.0, .peak_period = 5.0, .spreading = 8.0, .seed = seed};
    struct buoy_error error;
    sea->water = buoy_calm_sea(BUOY_Z_UP);
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

// A direction of the body turned up, and any turn about it.
static void set_rotation(const double n[3], const double up[3], uint64_t *state,
                         double rotation[4]) {
    const double a = random_between(state, -1.0, 1.0), b = random_between(state, 0.05, 1.0);
    const double about[4] = {a * up[0], a * up[1], a * up[2], b};
    double turn[4], square = 0.0;
    // The shortest way from one direction to another, of unit length both.
    const double w = 1.0 + buoy_dot(n, up);
    const bool opposite = w < 1e-6;
    turn[0] = opposite ? 1.0 : n[1] * up[2] - n[2] * up[1];
    turn[1] = opposite ? 0.0 : n[2] * up[0] - n[0] * up[2];
    turn[2] = opposite ? 0.0 : n[0] * up[1] - n[1] * up[0];
    turn[3] = opposite ? 0.0 : w;
    // a b, of quaternions x, y, z, w.
    rotation[0] = about[3] * turn[0] + about[0] * turn[3] + about[1] * turn[2] - about[2] * turn[1];
    rotation[1] = about[3] * turn[1] - about[0] * turn[2] + about[1] * turn[3] + about[2] * turn[0];
    rotation[2] = about[3] * turn[2] + about[0] * turn[1] - about[1] * turn[0] + about[2] * turn[3];
    rotation[3] = about[3] * turn[3] - about[0] * turn[0] - about[1] * turn[1] - about[2] * turn[2];
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
        // Rounds a body's state to floats, and hands it to an engine: (x, y, z) become (x, z, y),
        // what turns changes its sign.
        struct step_float *engine = &bodies->floats[index];
        double *number = s->position;
        for (size_t k = 0; k < sizeof *s / sizeof *number; ++k) {
            number[k] = (double)(float)number[k];
        }
        for (int k = 0; k < 3; ++k) {
            const int from = (3 - k) % 3;
            engine->position[k] = (float)s->position[from];
            engine->velocity[k] = (float)s->velocity[from];
            engine->rotation[k] = -(float)s->rotation[from];
            engine->spin[k] = -(float)s->spin[from];
        }
        engine->rotation[3] = (float)s->rotation[3];
    }
    return 0;
}

// ----------------------------------------------------------------------------------- all

int step_bodies_make(const struct step_wish *wish, struct step_bodies *bodies) {
    const size_t count = wish->count;
    bodies->count = count;
    bodies->floats = wish->floats ? calloc(count, sizeof *bodies->floats) : NULL;
    bodies->models = calloc(count, sizeof(struct buoy_model *));
    bodies->kinds_of = calloc(count, sizeof(struct step_kind *));
    bodies->seas_of = calloc(count, sizeof(struct step_sea *));
    bodies->states = calloc(count, sizeof *bodies->states);
    bodies->truths = calloc(count, sizeof *bodies->truths);
    bodies->answers = calloc(count, sizeof *bodies->answers);
    if ((bodies->models && bodies->kinds_of && bodies->seas_of && bodies->states &&
                 bodies->truths && bodies->answers && (bodies->floats || !wish->floats)
             ? 0
             : cli_out_of_memory()) != 0 ||
        step_kinds_make(wish, bodies) != 0) {
        return CLI_BAD;
    }
    if (bodies->kind_count == 0) {
        return cli_bad("step: no kernel answers any of the %s", wish->bodies);
    }
    struct step_sea *seas = bodies->seas, *waves = &seas[BUOY_WATER_WAVES];
    // Still water; for `verify`, a plane that is neither level nor at height 0.
    struct step_sea *sea = &seas[BUOY_WATER_PLANE];
    sea->water = buoy_calm_sea(BUOY_Z_UP);
    if (!wish->bodies) {
        sea->water.plane = (struct buoy_plane){{0.2f, -0.1f, 2.0f}, 0.5f};
        sea->water.current[1] = 1.5;
    }
    if (make_sea(wish->seed, !wish->bodies, wish->irregular, waves) != 0 ||
        make_patch(waves, &seas[BUOY_WATER_PATCH]) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 3; ++i) { // level and at rest, unless `verify` asks
        seas[i].turned = seas[i].water;
        seas[i].turned.plane = buoy_calm_sea(BUOY_Y_UP_LEFT).plane;
    }
    // Kinds in random order, so that neighbours differ, as in a game.
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
