// `buoybench eval body`: the forces of the water on the bodies of a scene.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_step.h"
#include "cli.h"
#include "eval.h"
#include "options.h"
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
    struct buoy_step_options options = {.kernel = kernel};
    struct scratch scratch;
    struct buoy_error error;
    query.options = &options;
    if (scratch_make(buoy_step_scratch_bytes(&query, NULL), &scratch) != 0) {
        return CLI_BAD;
    }
    options.scratch = scratch.memory;
    options.scratch_bytes = scratch.bytes;
    const enum buoy_status status = buoy_water_forces_compute(&query, answers, &error);
    scratch_free(&scratch);
    return status == BUOY_OK ? 0 : scene_file_bad(scene, 0, error.message);
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

static int answer_scene(const struct buoy_kernel *kernel, const struct scene *scene, double dt) {
    struct buoy_body_forces *answers = calloc(scene->count + 1, sizeof *answers);
    if (!answers) {
        return cli_out_of_memory();
    }
    const int status = ask(kernel, scene, dt, answers);
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
    struct cli_option options[] = {
        CLI_NEEDED("scene", &arguments.scene),
        CLI_REAL_OPTION("step", &arguments.step, 0.0, 1e12),
        CLI_TEXT_OPTION("kernel", &arguments.kernel),
        CLI_MENDING_OPTIONS(&arguments.making),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    if (eval_select_kernel("step", arguments.kernel, &kernel) != 0) {
        return CLI_BAD;
    }
    int status = scene_file_read(arguments.scene, arguments.making.flags, &scene);
    if (status == 0) {
        status = answer_scene(kernel, &scene, arguments.step);
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
        "with enough digits to get the same bits back. Forces in N, torques about the centre of\n"
        "mass in N m, submerged volume and centre of buoyancy, in the world's frame. The centre of "
        "a dry body is the middle of its bounding box.\n"
        "\n"
        "S.json describes the scene. Other keys are refused. Sizes of shapes, grids and single\n"
        "waves are rounded to 32-bit floats.\n" SCENE_FILE_HELP "\n"
        "  --scene S        the JSON file; - reads standard input\n"
        "  --step S         a step in seconds: drag is limited so that it reverses no motion "
        "within\n"
        "                   it (default 0: not limited)\n"
        "  --kernel ID      the kernel, or a glob that matches just one (default step/auto/best)\n"
        "  --open-ok        accept meshes that are not closed, as long as open edges are "
        "dry\n" CLI_MENDING_HELP "\n"
        "examples:\n"
        "  printf '{\"models\":{\"ball\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[1]}]}},\n"
        "      \"bodies\":[{\"position\":[0,0,0.5]}]}' | buoybench eval body --scene -\n"
        "  buoybench eval body --scene harbour.json --step 0.0167\n",
    .run = run,
};
