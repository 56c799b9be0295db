// `buoybench eval body`: the forces of the water on the bodies of a scene.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_step.h"
#include "cli.h"
#include "eval.h"
#include "eval_options.h"
#include "scene_file.h"
#include "scratch.h"

#define HEADER "fx,fy,fz,tx,ty,tz,volume,cx,cy,cz"

struct arguments {
    const char *scene, *kernel;
    struct cli_making making;
    double step;
};

static int ask(const struct buoy_kernel *kernel, const struct scene *scene, double dt,
               struct buoy_body_forces *answers) {
    struct buoy_step_query query = scene_file_query(scene, dt);
    struct scratch scratch;
    struct buoy_error error;
    if (scratch_make(buoy_step_scratch_bytes(kernel, &query, NULL), &scratch) != 0) {
        return CLI_BAD;
    }
    query.scratch = scratch.memory;
    query.scratch_bytes = scratch.bytes;
    const enum buoy_status status = buoy_step_with(kernel, &query, answers, &error);
    scratch_free(&scratch);
    return status == BUOY_OK ? 0 : scene_file_bad(scene, 0, error.message);
}

// A body whose only part is a mesh, in the body's own frame.
static int find_mesh_body(const struct scene *scene, size_t index, struct buoy_body *body,
                          struct buoy_drag *drag) {
    const struct scene_model *kind = scene->kinds;
    const struct scene_state *state = &scene->states[index];
    while (kind->model != scene->models[index]) {
        ++kind;
    }
    const struct buoy_part *part = kind->parts;
    const struct buoy_pose identity = buoy_pose_identity();
    const double *m = kind->mass.inertia;
    if (kind->part_count != 1 || part->shape.kind != BUOY_SHAPE_MESH ||
        memcmp(&part->place, &identity, sizeof identity) != 0) {
        return cli_bad("%s: models.%s: a kernel of the family volume takes bodies whose only part "
                       "is a mesh, without position and rotation",
                       scene->input.name, kind->name);
    }
    *body = buoy_body_default();
    body->mesh = part->mesh;
    body->mass = kind->mass.mass;
    memcpy(body->pose.position, state->position, sizeof state->position);
    memcpy(body->pose.rotation, state->rotation, sizeof state->rotation);
    memcpy(body->velocity, state->velocity, sizeof state->velocity);
    memcpy(body->angular_velocity, state->spin, sizeof state->spin);
    memcpy(body->centre_of_mass, kind->mass.centre_of_mass, sizeof body->centre_of_mass);
    eval_invert_inertia((const double[]){m[0], m[4], m[8], m[1], m[2], m[5]},
                        body->inverse_inertia); // or 0: it cannot be turned
    body->length = kind->length;
    *drag = kind->drag;
    return 0;
}

// Asks a kernel of the family `volume`, body by body: models differ in their drag.
static int ask_volume(const struct buoy_kernel *kernel, const struct scene *scene, double dt,
                      struct buoy_body_forces *answers) {
    int status = 0;
    for (size_t i = 0; i < scene->count && status == 0; ++i) {
        struct buoy_body body;
        struct buoy_body_query query = buoy_body_query_default();
        struct scratch scratch;
        struct buoy_error error;
        if (find_mesh_body(scene, i, &body, &query.drag) != 0 ||
            scratch_make(buoy_body_scratch_bytes(kernel, &body, 1, NULL), &scratch) != 0) {
            return CLI_BAD;
        }
        query.bodies = &body;
        query.count = 1;
        query.water = &scene->water.water;
        query.dt = dt;
        query.kernel = kernel;
        query.scratch = scratch.memory;
        query.scratch_bytes = scratch.bytes;
        if (buoy_body_forces_compute(&query, &answers[i], &error) != BUOY_OK) {
            status = scene_file_bad(scene, i, error.message);
        }
        scratch_free(&scratch);
    }
    return status;
}

static void print(const struct buoy_body_forces *answer) {
    double row[10];
    for (int i = 0; i < 3; ++i) {
        row[i] = answer->buoyancy.force[i] + answer->drag.force[i];
        row[3 + i] = answer->buoyancy.torque[i] + answer->drag.torque[i];
        row[7 + i] = answer->centre[i];
    }
    row[6] = answer->volume;
    eval_print_row(row, 10);
}

static int answer_scene(const struct buoy_kernel *kernel, bool is_volume, const struct scene *scene,
                        double dt) {
    struct buoy_body_forces *answers = calloc(scene->count + 1, sizeof *answers);
    if (!answers) {
        return cli_out_of_memory();
    }
    const int status =
        is_volume ? ask_volume(kernel, scene, dt, answers) : ask(kernel, scene, dt, answers);
    if (status == 0) {
        puts(HEADER);
        for (size_t i = 0; i < scene->count; ++i) {
            print(&answers[i]);
        }
    }
    free(answers);
    return status;
}

static int run(int argc, char **argv) {
    struct arguments arguments = {.kernel = "step/auto/best"};
    const struct buoy_kernel *kernel;
    struct scene scene = {.count = 0};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("scene", &arguments.scene),
        EVAL_REAL_OPTION("step", &arguments.step, 0.0, 1e12),
        EVAL_KERNEL_OPTION(&arguments.kernel),
        EVAL_MENDING_OPTIONS(&arguments.making),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    const bool is_volume = strncmp(arguments.kernel, "volume/", 7) == 0;
    if (eval_select_kernel(is_volume ? "volume" : "step", arguments.kernel, &kernel) != 0) {
        return CLI_BAD;
    }
    int status = scene_file_read(arguments.scene, arguments.making.flags, &scene);
    if (status == 0) {
        status = answer_scene(kernel, is_volume, &scene, arguments.step);
    }
    scene_file_free(&scene);
    return status;
}

const struct eval_family eval_body = {
    .name = "body",
    .help =
        "usage: buoybench eval body --scene S.json [--step S] [--kernel ID]\n"
        "                           [MESH OPTION]...\n"
        "\n"
        "Prints the forces of the water on each body of a scene, buoyancy and drag together:\n"
        "one CSV row per body with the header " HEADER ",\n"
        "with enough digits to get the same bits back. Forces in newtons, torques about the\n"
        "centre of mass in newton metres, submerged volume and centre of buoyancy, all in the\n"
        "world's frame. The centre of a dry body is the middle of its bounding box.\n"
        "\n"
        "S.json describes the scene. Other keys are refused. Sizes of shapes and the numbers of\n"
        "grids and of single waves are rounded to 32-bit floats, all others are "
        "doubles.\n" SCENE_FILE_HELP "\n"
        "  --scene S        the JSON file; - reads standard input\n"
        "  --step S         a step in seconds: drag is limited so that it reverses no motion "
        "within\n"
        "                   it (default 0: not limited)\n"
        "  --kernel ID      the kernel, or a glob that matches just one (default step/auto/best);\n"
        "                   one of the family volume takes bodies that are a single mesh\n"
        "  --open-ok        accept meshes that are not closed, as long as open edges are dry\n"
        "  --repair         weld vertices, drop degenerate triangles, turn inward ones outward\n"
        "  --inside-out-ok  accept meshes that are inside out in part, which counts negatively\n"
        "  --close          close loops of open edges by lids; stderr says what that added\n"
        "  --hull           take the convex hull (needs qhull); stderr says what that changed\n"
        "\n"
        "examples:\n"
        "  printf '{\"models\":{\"ball\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[1]}]}},\n"
        "      \"bodies\":[{\"position\":[0,0,0.5]}]}' | buoybench eval body --scene -\n"
        "  buoybench eval body --scene harbour.json --step 0.0167\n",
    .run = run,
};
