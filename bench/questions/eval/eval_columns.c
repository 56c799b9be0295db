// `buoybench eval columns`: boxes in any water, on four columns.
#include <stdio.h>
#include <string.h>

#include "buoyancy_forces.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_options.h"
#include "water_file.h"

#define COLUMNS "hx,hy,hz,x,y,z,qx,qy,qz,qw"

struct question {
    const char *water_name, *input;
    unsigned corners;
    double gravity;
    struct water_file file;
    struct csv_table table;
};

static enum buoy_status answer_box(const void *context, size_t index, double *row,
                                   struct buoy_error *error) {
    const struct question *question = context;
    const double *v = question->table.reals + question->table.columns * index;
    const struct buoy_box box = {{(float)v[0], (float)v[1], (float)v[2]}};
    const struct buoy_pose pose = {{v[3], v[4], v[5]}, {v[6], v[7], v[8], v[9]}};
    struct buoy_volume answer = {0.0, {0.0, 0.0, 0.0}};
    const enum buoy_status status = (question->corners ? buoy_box_on_corners : buoy_box_on_columns)(
        &box, &pose, &question->file.water, &answer, error);
    memcpy(row, &answer, sizeof answer);
    return status;
}

static int run(int argc, char **argv) {
    struct question question = {.gravity = BUOY_GRAVITY};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("water", &question.water_name),
        EVAL_FILE_OPTION("input", &question.input),
        EVAL_GRAVITY_OPTION(&question.gravity),
        {.name = "corners", .kind = EVAL_FLAG, .value = &question.corners, .flag = 1},
        {0},
    };
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    int status = water_file_read(question.water_name, question.gravity, &question.file);
    if (status == 0) {
        status = csv_read_reals(question.input, COLUMNS, &question.table);
    }
    if (status == 0) {
        status = eval_each_row(question.input, &question.table,
                               &(struct eval_questions){.header = "volume,cx,cy,cz",
                                                        .columns = 4,
                                                        .context = &question,
                                                        .answer = answer_box});
    }
    csv_free(&question.table);
    water_file_free(&question.file);
    return status;
}

const struct eval_family eval_columns = {
    .name = "columns",
    .help =
        "usage: buoybench eval columns --water W.json --input B.csv [--corners] [--gravity G]\n"
        "\n"
        "Prints how much of each box in B.csv is submerged in water of any shape, from four\n"
        "columns, an approximation: one CSV row each with the header volume,cx,cy,cz, in the\n"
        "world's frame. The centre of a dry box is its middle. Columns are the upright quarters\n"
        "of the box; with --corners they stand at its four lower corners, as Deeter's cube in\n"
        "waves has them, each submerged by its corner's depth.\n"
        "\n"
        "B.csv has the header " COLUMNS ": half extents, where the box's\n"
        "middle is in the world, and the unit quaternion that turns the box's frame into the\n"
        "world's. Half extents are rounded to 32-bit floats, the others are doubles. W.json\n"
        "describes the water, as for 'eval water'.\n"
        "\n"
        "  --water W      the JSON file; - reads standard input\n"
        "  --input B      the CSV file; - reads standard input\n"
        "  --corners      columns at the four lower corners\n"
        "  --gravity G    gravity, metres per second squared (default 9.81)\n"
        "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' >calm.json\n"
        "  printf '" COLUMNS "\\n1,1,1,0,0,0.5,0,0,0,1\\n' |\n"
        "      buoybench eval columns --water calm.json --input -\n",
    .run = run,
};
