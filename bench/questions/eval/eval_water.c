// `buoybench eval water`: heights, slopes and velocities of water of any shape.
#include <stdio.h>

#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_options.h"
#include "water_file.h"

struct question {
    const char *water_name, *input, *kernel_name;
    const struct buoy_kernel *kernel; // NULL unless one is named
    double gravity;
    struct water_file file;
    struct csv_table table;
};

static enum buoy_status answer_point(const void *context, size_t index, double *row,
                                     struct buoy_error *error) {
    const struct question *question = context;
    const struct buoy_water *water = &question->file.water;
    const double *x = question->table.reals + 3 * index;
    float height = 0.0f, slope[2] = {0.0f, 0.0f};
    struct buoy_surface surface = {x, x + 1, 1, &height, slope, slope + 1};
    const enum buoy_status status =
        question->kernel
            ? buoy_waves_sample_with(question->kernel, water->waves, water->time, &surface, error)
            : buoy_water_sample(water, &surface, error);
    row[0] = (double)height;
    row[1] = (double)slope[0];
    row[2] = (double)slope[1];
    row[3] = row[4] = row[5] = 0.0;
    if (status == BUOY_OK && water->kind == BUOY_WATER_WAVES) {
        struct buoy_orbital_motion motion = buoy_orbital_motion_default();
        motion.waves = water->waves;
        motion.time = water->time;
        buoy_waves_orbital_velocity(&motion, x, 1, row + 3);
    }
    return status;
}

static int select_kernel(struct question *question) {
    if (!question->kernel_name) {
        return 0;
    }
    if (question->file.water.kind != BUOY_WATER_WAVES) {
        return cli_bad("eval water: --kernel is for waves, but %s describes other water",
                       csv_name(question->water_name));
    }
    return eval_select_kernel("water", question->kernel_name, &question->kernel);
}

static int run(int argc, char **argv) {
    struct question question = {.gravity = BUOY_GRAVITY};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("water", &question.water_name),
        EVAL_FILE_OPTION("input", &question.input),
        EVAL_GRAVITY_OPTION(&question.gravity),
        EVAL_KERNEL_OPTION(&question.kernel_name),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    int status = water_file_read(question.water_name, question.gravity, &question.file);
    if (status == 0) {
        status = select_kernel(&question);
    }
    if (status == 0) {
        status = csv_read_reals(question.input, "x,y,z", &question.table);
    }
    if (status == 0) {
        status = eval_each_row(question.input, &question.table,
                               &(struct eval_questions){.header = "height,slope_x,slope_y,vx,vy,vz",
                                                        .columns = 6,
                                                        .context = &question,
                                                        .answer = answer_point});
    }
    csv_free(&question.table);
    water_file_free(&question.file);
    return status;
}

const struct eval_family eval_water = {
    .name = "water",
    .help =
        "usage: buoybench eval water --water W.json --input P.csv [--gravity G] [--kernel ID]\n"
        "\n"
        "Prints the water's height above each point in P.csv, its slopes there, and the velocity\n"
        "of the water at the point: one CSV row each with the header\n"
        "  height,slope_x,slope_y,vx,vy,vz\n"
        "with enough digits to get the same bits back. The velocity is that of waves in deep\n"
        "water, which dies away with depth; above the surface it is that at the surface, and it\n"
        "is 0 in water without waves.\n"
        "\n"
        "P.csv has the header x,y,z; its numbers are doubles. W.json describes the water. Its\n"
        "numbers are rounded to 32-bit floats as read. Only period, time, decay and orbital may\n"
        "be left out; other keys are refused:\n" WATER_FILE_HELP "\n"
        "  --water W      the JSON file; - reads standard input\n"
        "  --input P      the CSV file; - reads standard input\n"
        "  --gravity G    gravity, metres per second squared (default 9.81)\n"
        "  --kernel ID    the kernel for the heights of waves, or a glob that matches just one\n"
        "                 (default water/auto/best)\n"
        "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,1,4],\"offset\":2}' >slope.json\n"
        "  printf 'x,y,z\\n0,0,0\\n3,4,-1\\n' |\n"
        "      buoybench eval water --water slope.json --input -\n",
    .run = run,
};
