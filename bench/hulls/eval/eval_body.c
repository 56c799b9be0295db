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

// -------------------------------------------------------------------------------------------- mass

#define MASS_HEADER                                                                                \
    "mass,cx,cy,cz,ixx,iyy,izz,ixy,ixz,iyz,volume,length,diagonal,middle_x,middle_y,middle_z,"     \
    "part_count,is_box"

static enum buoy_status answer_model(const void *context, size_t index, double *row,
                                     struct buoy_error *error) {
    const struct scene *scene = context;
    struct buoy_model_info info;
    const enum buoy_status status = buoy_model_get_info(scene->kinds[index].model, &info, error);
    if (status != BUOY_OK) {
        return status;
    }
    const struct buoy_mass *mass = &info.mass;
    const double numbers[18] = {
        mass->mass,
        mass->centre_of_mass[0],
        mass->centre_of_mass[1],
        mass->centre_of_mass[2],
        mass->inertia[0],
        mass->inertia[4],
        mass->inertia[8],
        mass->inertia[1],
        mass->inertia[2],
        mass->inertia[5],
        info.volume,
        info.length,
        info.diagonal,
        info.middle[0],
        info.middle[1],
        info.middle[2],
        (double)info.part_count,
        info.is_box ? 1.0 : 0.0,
    };
    for (int i = 0; i < 18; ++i) {
        row[i] = numbers[i];
    }
    return BUOY_OK;
}

static int mass_run(int argc, char **argv) {
    const char *input = NULL;
    struct cli_making making = {0};
    struct cli_option options[] = {CLI_NEEDED("scene", &input), CLI_MENDING_OPTIONS(&making), {0}};
    struct scene scene = {.count = 0};
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    int status = scene_file_read(input, making.flags, &scene);
    if (status == 0) {
        status = eval_each(
            input, 0, scene.kind_count,
            &(struct eval_questions){
                .header = MASS_HEADER, .columns = 18, .context = &scene, .answer = answer_model});
    }
    scene_file_free(&scene);
    return status;
}

const struct eval_family eval_mass = {
    .name = "mass",
    .help =
        "usage: buoybench eval mass --scene S.json [MESH OPTION]...\n"
        "\n"
        "Prints the properties of each model of a scene, in the order of the file: mass, centre\n"
        "of mass and inertia about it, the volume of all parts, the mean extent that angular drag\n"
        "takes, diagonal and middle of the box around the body, the number of parts, and whether\n"
        "the body is a box. One CSV row each with the header\n"
        "  mass,cx,cy,cz,ixx,iyy,izz,ixy,ixz,iyz,volume,length,diagonal,middle_x,middle_y,\n"
        "  middle_z,part_count,is_box\n"
        "on one line, in the body's frame, with ixx = integral of y^2 + z^2 dm and\n"
        "ixy = -integral of x y dm.\n"
        "\n"
        "S.json describes the scene. The water's surface and sizes of shapes are rounded to\n"
        "32-bit floats as read, everything else is double; no other keys are "
        "allowed:\n" SCENE_FILE_HELP "\n"
        "  --scene S        the JSON file; - reads standard input\n"
        "  --open-ok        accept meshes that are not closed\n" CLI_MENDING_HELP "\n"
        "examples:\n"
        "  printf '{\"models\":{\"ball\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[1]}]}},\n"
        "      \"bodies\":[]}' | buoybench eval mass --scene -\n"
        "  buoybench eval mass --scene harbour.json\n",
    .run = mass_run,
};
