// `float`: one body from the command line, as a scene.
#include "float_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/kinds.h"
#include "turning.h"

#define MOST 1e12     // of the library
#define DENSITY 500.0 // of a body, kg/m³
#define LOOSE 0.02    // as scenes have it

static void fill_nan(double *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = (double)NAN;
    }
}

struct float_body float_body_none(void) {
    struct float_body body = {.mass = (double)NAN, .density = (double)NAN};
    fill_nan(body.com, 3);
    fill_nan(body.inertia, 6);
    fill_nan(body.drag, 3);
    fill_nan(body.position, 3);
    fill_nan(body.rotation, 4);
    fill_nan(body.velocity, 3);
    fill_nan(body.spin, 3);
    fill_nan(body.up, 3);
    return body;
}

bool float_body_upright(const struct float_body *body, double turn[9]) {
    double quaternion[4];
    if (isnan(body->up[0])) {
        return false;
    }
    turning_upright(body->up, turn, quaternion);
    return true;
}

// ---------------------------------------------------------------------------------- parts

static int parse_shape(const char *text, struct buoy_shape *shape) {
    const size_t length = strcspn(text, ",");
    for (int kind = BUOY_SHAPE_BOX; kind < BUOY_SHAPE_MESH; ++kind) {
        const char *name = buoy_kind_name((enum buoy_shape_kind)kind);
        if (strlen(name) != length || strncmp(name, text, length) != 0) {
            continue;
        }
        double sizes[3] = {0.0, 0.0, 0.0};
        shape->kind = (enum buoy_shape_kind)kind;
        const int count = buoy_kind_sizes(shape->kind);
        const char *numbers = text[length] == ',' ? text + length + 1 : "";
        if (cli_parse_numbers("--shape", numbers, -MOST, MOST, (size_t)count, sizes) != 0) {
            return CLI_BAD;
        }
        for (int i = 0; i < count; ++i) {
            shape->size[i] = (float)sizes[i];
        }
        const int wrong = buoy_shape_wrong_size(shape);
        return wrong < 0 ? 0 : cli_bad("--shape: '%s': %.9g is not above 0", text, sizes[wrong]);
    }
    return cli_bad("--shape: '%s' begins with none of box, sphere, ellipsoid, capsule, cylinder "
                   "and cone",
                   text);
}

static int make_part(const struct float_body *body, const struct cli_making *making,
                     struct scene *scene) {
    struct buoy_part *part = &scene->kinds[0].parts[0];
    double turn[9];
    *part = buoy_part_default();
    if (!isnan(body->up[0])) {
        turning_upright(body->up, turn, part->place.rotation);
    }
    if (body->shape) {
        return parse_shape(body->shape, &part->shape);
    }
    if (cli_open_mesh(body->mesh, making, &scene->meshes[0]) != 0) {
        return CLI_BAD;
    }
    scene->mesh_count = 1;
    part->shape.kind = BUOY_SHAPE_MESH;
    part->mesh = scene->meshes[0];
    return 0;
}

// ----------------------------------------------------------------------------------- mass

// m I mᵀ for a symmetric I: twice the columns, turned, become rows.
static void turn_tensor(const double m[9], double rows[9]) {
    for (int pass = 0; pass < 2; ++pass) {
        double turned[9];
        for (int i = 0; i < 9; ++i) {
            turned[i] = rows[i % 3 * 3 + i / 3];
        }
        for (int i = 0; i < 3; ++i) {
            turning_turn(m, false, turned + 3 * i);
        }
        memcpy(rows, turned, sizeof turned);
    }
}

static int weigh(const struct float_body *body, struct scene_model *kind) {
    struct buoy_mass *mass = &kind->mass;
    struct buoy_error error;
    const double density = isnan(body->density) ? DENSITY : body->density;
    if (!isnan(body->mass) && !isnan(body->density)) {
        return cli_bad("float: give one of --mass and --density");
    }
    if (buoy_mass_of_parts(kind->parts, &density, 1, mass, &error) != BUOY_OK) {
        return cli_bad("float: %s: %s", body->mesh ? body->mesh : body->shape, error.message);
    }
    const double uniform = mass->mass;
    mass->mass = isnan(body->mass) ? uniform : body->mass;
    for (int i = 0; i < 9; ++i) {
        mass->inertia[i] *= mass->mass / uniform;
    }
    double turn[9];
    const bool turned = float_body_upright(body, turn);
    if (!isnan(body->com[0])) {
        memcpy(mass->centre_of_mass, body->com, sizeof mass->centre_of_mass);
        if (turned) {
            turning_turn(turn, false, mass->centre_of_mass);
        }
    }
    if (!isnan(body->inertia[0])) {
        const double *i = body->inertia; // xx, yy, zz, xy, xz, yz
        double rows[9] = {i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]};
        if (turned) {
            turn_tensor(turn, rows);
        }
        memcpy(mass->inertia, rows, sizeof rows);
    }
    return 0;
}

static int make_model(const struct float_body *body, struct scene_model *kind) {
    struct buoy_error error;
    if (weigh(body, kind) != 0) {
        return CLI_BAD;
    }
    if (!isnan(body->drag[0])) {
        kind->drag = (struct buoy_drag){body->drag[0], body->drag[1], body->drag[2]};
    }
    return scene_model_make(kind, &error) == BUOY_OK
               ? 0
               : cli_bad("float: %s: %s", body->mesh ? body->mesh : body->shape, error.message);
}

// ---------------------------------------------------------------------------------- state

static int set_state(const struct float_body *body, struct scene_state *state) {
    static const double level[4] = {0.0, 0.0, 0.0, 1.0};
    double square = 0.0;
    memcpy(state->rotation, isnan(body->rotation[0]) ? level : body->rotation,
           sizeof state->rotation);
    for (int i = 0; i < 3; ++i) {
        state->position[i] = isnan(body->position[0]) ? 0.0 : body->position[i];
        state->velocity[i] = isnan(body->velocity[0]) ? 0.0 : body->velocity[i];
        state->spin[i] = isnan(body->spin[0]) ? 0.0 : body->spin[i];
    }
    double turn[9];
    if (float_body_upright(body, turn)) {
        double *const vectors[] = {state->position, state->velocity, state->spin, state->rotation};
        for (int i = 0; i < 4; ++i) {
            turning_turn(turn, false, vectors[i]);
        }
    }
    for (int i = 0; i < 4; ++i) {
        square += state->rotation[i] * state->rotation[i];
    }
    return fabs(square - 1.0) <= LOOSE
               ? 0
               : cli_bad("--rotation: not a unit quaternion x,y,z,w: its length is %.9g",
                         sqrt(square));
}

int float_body_scene(const struct float_body *body, const struct cli_making *making,
                     struct scene *scene) {
    *scene = (struct scene){.count = 0, .flags = making->flags};
    if (body->water ? water_file_read(body->water, BUOY_GRAVITY, &scene->water) != 0 : false) {
        return CLI_BAD;
    }
    if (!body->water) {
        scene->water.water = buoy_calm_sea();
    }
    scene->kinds = calloc(1, sizeof *scene->kinds);
    scene->meshes = calloc(1, sizeof(struct buoy_mesh *));
    scene->models = calloc(1, sizeof(struct buoy_model *));
    scene->kind_of = calloc(1, sizeof(struct scene_model *));
    scene->states = calloc(1, sizeof *scene->states);
    if (!scene->kinds || !scene->meshes || !scene->models || !scene->kind_of || !scene->states) {
        return cli_out_of_memory();
    }
    scene->kind_count = 1;
    scene->kinds[0].name = body->mesh ? body->mesh : body->shape;
    scene->kinds[0].parts = calloc(1, sizeof *scene->kinds[0].parts);
    if (!scene->kinds[0].parts) {
        return cli_out_of_memory();
    }
    scene->kinds[0].part_count = 1;
    if (make_part(body, making, scene) != 0 || make_model(body, &scene->kinds[0]) != 0) {
        return CLI_BAD;
    }
    scene->count = 1;
    scene->kind_of[0] = &scene->kinds[0];
    scene->models[0] = scene->kinds[0].model;
    return set_state(body, &scene->states[0]);
}
