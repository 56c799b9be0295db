// `buoybench eval circle`: discs, each below its own line.
#include "eval.h"
#include "eval_motion2d.h"
#include "rows.h"

static const struct column columns[] = {
    {.kind = &column_disc, .names = "x,y,radius", .rule = "a radius must be > 0"},
    {.kind = &column_normal2d, .names = "nx,ny", .part = 1},
    {.kind = &column_offset, .names = "d", .part = 1},
};

static struct {
    unsigned forces;
    struct eval_motion2d moving;
    const char *header;
} asked;

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const struct eval_motion2d *m = &asked.moving;
    double *row = answer;
    struct buoy_force2d drag, lift;
    enum buoy_status status = buoy_circle_compute(one->part[0], one->part[1], 1, answer, error);
    (void)kernel;
    (void)checked;
    if (status == BUOY_OK && asked.forces) {
        struct buoy_drag2d_query query = eval_motion2d_query(m);
        query.circle = one->part[0];
        query.line = one->part[1];
        status = buoy_drag2d_compute(&query, &drag, &lift, error);
        if (status == BUOY_OK) {
            eval_put_force2d(&drag, row + 3);
            eval_put_force2d(&lift, row + 6);
        }
    }
    return status;
}

static size_t list_options(struct cli_option *options) {
    asked.forces = 0;
    asked.moving = eval_motion2d_default();
    return ROWS_OPTIONS(options, CLI_BIT_OPTION("forces", &asked.forces, 1),
                        EVAL_MOTION2D_OPTIONS(&asked.moving));
}

static int open_asked(const struct cli_option *options) {
    asked.header = asked.forces
                       ? "area,cx,cy,drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque"
                       : "area,cx,cy";
    return eval_motion2d_take("circle", options, &asked.moving);
}

static const char help[] =
    "usage: buoybench eval circle --input C.csv [--forces [--velocity V] [--spin W] [--point "
    "X]\n"
    "                             [--drag C] [--lift C] [--step S --mass M [--inertia I]]\n"
    "                             [--density R]]\n"
    "\n"
    "Prints the submerged area and its centroid for each disc in C.csv, each below its own\n"
    "line, one CSV row each, with enough digits to get the same bits back.\n"
    "\n"
    "C.csv has the header x,y,radius,nx,ny,d: the disc's centre and its radius > 0, and the\n"
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
    "  printf 'x,y,radius,nx,ny,d\\n0,0,1,0,1,0\\n2,3,0.5,1,2,8\\n' |\n"
    "      buoybench eval circle --input -\n"
    "  buoybench eval circle --input discs.csv\n";

static const struct rows rows = {
    .columns = columns,
    .column_count = sizeof columns / sizeof columns[0],
    .by_line = true,
    .help = help,
    .has_header = true,
    .ask = ask,
    .header = &asked.header,
    .list_options = list_options,
    .open = open_asked,
};

const struct family eval_circle = ROWS_OF_EVAL("circle", &rows, 9);
