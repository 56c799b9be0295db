// `buoybench eval forces2d`: buoyancy, drag and lift of polygons in the plane.
#include <string.h>

#include "cli.h"
#include "eval.h"
#include "eval_motion2d.h"
#include "rows.h"

static const struct column columns[] = {
    {.kind = &column_normal2d, .names = "nx,ny", .part = 1},
    {.kind = &column_offset, .names = "d", .part = 1},
    {.kind = &column_outline, .names = "x0,y0,x1,y1,..."},
};

static struct {
    struct eval_motion2d moving;
    double gravity;
    double simple[2]; // in place of drag and lift, if `is_simple`
    bool is_simple;
} asked;

// The tutorial's simple drag, which the step limits if there is one.
static struct buoy_force2d find_simple_drag(const struct buoy_area *area) {
    const struct buoy_motion2d *motion = &asked.moving.motion;
    struct buoy_force2d drag;
    buoy_simple_drag2d(area, motion, asked.moving.density, asked.simple[0], asked.simple[1], &drag);
    if (motion->dt > 0.0) {
        buoy_limit_drag2d(motion, motion->inverse_mass, motion->inverse_inertia, motion->dt, &drag);
    }
    return drag;
}

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const struct eval_motion2d *m = &asked.moving;
    double *row = answer;
    struct buoy_area area;
    struct buoy_force2d buoyancy, drag = {{0.0, 0.0}, 0.0}, lift = drag;
    enum buoy_status status = buoy_polygon_compute(
        &(struct buoy_polygon_query){.polygons = one->part[0], .lines = one->part[1], .count = 1},
        &area, error);
    (void)kernel;
    (void)checked;
    if (status == BUOY_OK) {
        memcpy(row, &area, sizeof area);
        buoy_buoyancy2d(&area, one->part[1], m->density, asked.gravity, m->motion.point, &buoyancy);
        if (asked.is_simple) {
            drag = find_simple_drag(&area);
        } else {
            struct buoy_drag2d_query query = eval_motion2d_query(m);
            query.polygon = one->part[0];
            query.line = one->part[1];
            status = buoy_drag2d_compute(&query, &drag, &lift, error);
        }
    }
    if (status == BUOY_OK) {
        eval_put_force2d(&buoyancy, row + 3);
        eval_put_force2d(&drag, row + 6);
        eval_put_force2d(&lift, row + 9);
    }
    return status;
}

static size_t list_options(struct cli_option *options) {
    asked.moving = eval_motion2d_default();
    asked.gravity = 9.81;
    return ROWS_OPTIONS(options, EVAL_MOTION2D_OPTIONS(&asked.moving),
                        CLI_NUMBERS_OPTION("simple", asked.simple, 2),
                        CLI_REAL_OPTION("gravity", &asked.gravity, 0.0, 1e12));
}

static int open_asked(const struct cli_option *options) {
    asked.is_simple = cli_given(options, "simple");
    if (asked.is_simple && (cli_given(options, "drag") || cli_given(options, "lift"))) {
        return cli_bad("eval forces2d: --simple and --%s exclude each other",
                       cli_given(options, "drag") ? "drag" : "lift");
    }
    return eval_motion2d_take("forces2d", options, &asked.moving);
}

static const char help[] =
    "usage: buoybench eval forces2d --input P.csv [--velocity V] [--spin W] [--point X]\n"
    "                               [--drag C --lift C | --simple LINEAR,ANGULAR]\n"
    "                               [--step S --mass M [--inertia I]] [--density R]\n"
    "                               [--gravity G]\n"
    "\n"
    "Prints what is submerged of each polygon in P.csv, and the forces of the water on it:\n"
    "one CSV row each with the header\n"
    "  area,cx,cy,buoyancy_fx,buoyancy_fy,buoyancy_torque,drag_fx,drag_fy,drag_torque,\n"
    "  lift_fx,lift_fy,lift_torque\n"
    "(without the line break). Torques are counter-clockwise, about --point. All polygons\n"
    "move alike.\n"
    "\n"
    "P.csv has no header. A row is nx,ny,d,x0,y0,x1,y1,... with two vertices or more,\n"
    "clockwise or counter-clockwise, convex or not. The water is where nx x + ny y < d; the\n"
    "normal points up, out of the water, and may have any length > 0. Numbers are rounded to\n"
    "32-bit floats as read.\n"
    "\n"
    "  --input P      the CSV file; - reads standard input\n" EVAL_MOTION2D_HELP
    "  --simple C     LINEAR,ANGULAR: in place of --drag and --lift the tutorial's simple "
    "drag,\n"
    "                 which takes the polygon as a whole\n"
    "  --gravity G    gravity, metres per second squared (default 9.81)\n"
    "\n"
    "examples:\n"
    "  printf '0,1,0,-1,-1,1,-1,1,1,-1,1\\n' |\n"
    "      buoybench eval forces2d --input - --velocity 2,0 --drag 0.25 --lift 0.25\n"
    "  buoybench eval forces2d --input boats.csv --velocity 2,0 --simple 1,1\n";
static const char *const header =
    "area,cx,cy,buoyancy_fx,buoyancy_fy,buoyancy_torque,drag_fx,drag_fy,drag_torque,"
    "lift_fx,lift_fy,lift_torque";

static const struct rows rows = {
    .columns = columns,
    .column_count = sizeof columns / sizeof columns[0],
    .by_line = true,
    .help = help,
    .ask = ask,
    .header = &header,
    .list_options = list_options,
    .open = open_asked,
};

const struct family eval_forces2d = ROWS_OF_EVAL("forces2d", &rows, 12);
