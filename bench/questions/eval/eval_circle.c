// `buoybench eval circle`: discs, each below its own line.
#include "buoyancy_polygon.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_motion2d.h"
#include "eval_options.h"

#define COLUMNS "x,y,radius,nx,ny,d"

#define AREAS "area,cx,cy"
#define FORCES AREAS ",drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque"

struct question {
    const char *input;
    unsigned forces;
    struct eval_motion2d moving;
    struct csv_table table;
};

static enum buoy_status answer_circle(const void *context, size_t index, double *row,
                                      struct buoy_error *error) {
    const struct question *question = context;
    const struct eval_motion2d *moving = &question->moving;
    const float *v = question->table.values + question->table.columns * index;
    const struct buoy_circle circle = {{v[0], v[1]}, v[2]};
    const struct buoy_line line = {{v[3], v[4]}, v[5]};
    struct buoy_area area = {0.0, {0.0, 0.0}};
    struct buoy_force2d drag, lift;
    enum buoy_status status = buoy_circle_compute(&circle, &line, 1, &area, error);
    row[0] = area.area;
    row[1] = area.centre[0];
    row[2] = area.centre[1];
    if (status == BUOY_OK && question->forces) {
        status = buoy_circle_drag(&circle, &line, &moving->motion, moving->density, moving->drag,
                                  moving->lift, &drag, &lift, error);
        if (status == BUOY_OK) {
            eval_put_force2d(&drag, row + 3);
            eval_put_force2d(&lift, row + 6);
        }
    }
    return status;
}

// What the library would say about the only circle of a question.
static int check_rows(const char *path, const struct csv_table *table) {
    for (size_t i = 0; i < table->rows; ++i) {
        const float *v = table->values + table->columns * i;
        if (!(v[2] > 0.0f)) {
            return cli_bad("%s: line %zu, column 3 (radius): a radius must be > 0", csv_name(path),
                           csv_line_of_row(i));
        }
        if (v[3] == 0.0f && v[4] == 0.0f) {
            return cli_bad("%s: line %zu, columns 4-5 (nx,ny): the normal is zero", csv_name(path),
                           csv_line_of_row(i));
        }
    }
    return 0;
}

static int run(int argc, char **argv) {
    struct question question = {.moving = eval_motion2d_default()};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &question.input),
        {.name = "forces", .kind = EVAL_FLAG, .value = &question.forces, .flag = 1},
        EVAL_MOTION2D_OPTIONS(&question.moving),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 ||
        eval_motion2d_take("circle", options, &question.moving) != 0 ||
        csv_read(question.input, COLUMNS, &question.table) != 0) {
        return CLI_BAD;
    }
    int status = check_rows(question.input, &question.table);
    if (status == 0) {
        status = eval_each_row(question.input, &question.table,
                               &(struct eval_questions){.header = question.forces ? FORCES : AREAS,
                                                        .columns = question.forces ? 9 : 3,
                                                        .context = &question,
                                                        .answer = answer_circle});
    }
    csv_free(&question.table);
    return status;
}

const struct eval_family eval_circle = {
    .name = "circle",
    .help =
        "usage: buoybench eval circle --input C.csv [--forces [--velocity V] [--spin W] [--point "
        "X]\n"
        "                             [--drag C] [--lift C] [--step S --mass M [--inertia I]]\n"
        "                             [--density R]]\n"
        "\n"
        "Prints the submerged area and its centroid for each disc in C.csv, each below its own\n"
        "line, one CSV row each, with enough digits to get the same bits back.\n"
        "\n"
        "C.csv has the header " COLUMNS ": the disc's centre and its radius > 0, and the\n"
        "line. The water is where nx x + ny y < d; the normal points up, out of the water, and\n"
        "may have any length > 0. Numbers are rounded to 32-bit floats as read. The output has\n"
        "the header area,cx,cy. If the disc is dry, the area is 0 and c is its centre.\n"
        "\n"
        "  --input C      the CSV file; - reads standard input\n"
        "  --forces       print drag and lift of each disc, too, behind the area: the columns\n"
        "                 drag_fx, drag_fy, drag_torque, lift_fx, lift_fy, lift_torque. Torques "
        "are\n"
        "                 counter-clockwise, about --point. All discs move "
        "alike:\n" EVAL_MOTION2D_HELP "\n"
        "examples:\n"
        "  printf '" COLUMNS "\\n0,0,1,0,1,0\\n2,3,0.5,1,2,8\\n' |\n"
        "      buoybench eval circle --input -\n"
        "  buoybench eval circle --input discs.csv\n",
    .run = run,
};
