// `buoybench eval mass`: mass properties of the models of a scene.
#include <stdio.h>

#include "buoyancy_step.h"
#include "cli.h"
#include "eval.h"
#include "options.h"
#include "scene_file.h"

#define HEADER                                                                                     \
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

static int run(int argc, char **argv) {
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
                .header = HEADER, .columns = 18, .context = &scene, .answer = answer_model});
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
    .run = run,
};
