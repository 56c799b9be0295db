// The kinds of bodies that the family `step` asks about.
#include "step_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/pose.h"
#include "cli.h"
#include "random.h"
#include "reach.h"

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

// -------------------------------------------------------------------------------- models

static int refuse(const char *what, const struct buoy_error *error) {
    return cli_bad("step: %s: %s", what, error->message);
}

// A third of the mass moves down and aside: the centre of mass is no longer the volume's.
static void add_ballast(struct step_kind *kind) {
    const double down[3] = {0.1, -0.05, -1.0};
    const double depth = 0.3 * step_kinds_reach(kind, down);
    for (int i = 0; i < 3; ++i) {
        kind->mass.centre_of_mass[i] += depth * down[i];
    }
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
        add_ballast(kind);
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

int step_kinds_make(const struct step_wish *wish, struct step_bodies *bodies) {
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

// ---------------------------------------------------------------------------------- reach

static double reach_of_part(const struct buoy_part *part, const double n[3]) {
    return part->mesh ? reach_of_mesh(part->mesh, n) : reach_of_shape(&part->shape, n);
}

double step_kinds_reach(const struct step_kind *kind, const double along[3]) {
    double most = -HUGE_VAL;
    for (size_t i = 0; i < kind->part_count; ++i) {
        const struct buoy_part *part = &kind->parts[i];
        struct buoy_rotation rotation;
        double n[3];
        buoy_pose_rotation(&part->place, &rotation);
        buoy_rotate_back(&rotation, along, n);
        most = fmax(most, buoy_dot(along, part->place.position) + reach_of_part(part, n));
    }
    return most;
}
