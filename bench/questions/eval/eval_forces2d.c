// `buoybench eval forces2d`: buoyancy, drag and lift of polygons in the plane.
#include <stdio.h>

#include "cli.h"
#include "eval.h"
#include "eval_motion2d.h"
#include "eval_options.h"
#include "eval_rows2d.h"

#define HEADER                                                                                     \
    "area,cx,cy,buoyancy_fx,buoyancy_fy,buoyancy_torque,drag_fx,drag_fy,drag_torque,"              \
    "lift_fx,lift_fy,lift_torque"

struct question {
    const char *input;
    struct csv_ragged table;
    struct eval_motion2d moving;
    double gravity;
    double simple[2]; // in place of drag and lift, if `is_simple`
    bool is_simple;
};

// The tutorial's simple drag, which the step limits if there is one.
static struct buoy_force2d find_simple_drag(const struct question *question,
                                            const struct buoy_area *area) {
    const struct buoy_motion2d *motion = &question->moving.motion;
    struct buoy_force2d drag;
    buoy_simple_drag2d(area, motion, question->moving.density, question->simple[0],
                       question->simple[1], &drag);
    if (motion->dt > 0.0) {
        buoy_limit_drag2d(motion, motion->inverse_mass, motion->inverse_inertia, motion->dt, &drag);
    }
    return drag;
}

static enum buoy_status answer_polygon(const void *context, size_t index, double *row,
                                       struct buoy_error *error) {
    const struct question *question = context;
    const struct eval_motion2d *moving = &question->moving;
    struct buoy_line line;
    const struct buoy_polygon polygon = eval_polygon_of_row(&question->table, index, &line);
    struct buoy_area area;
    struct buoy_force2d buoyancy, drag = {{0.0, 0.0}, 0.0}, lift = drag;
    enum buoy_status status = buoy_polygon_compute(&polygon, &line, 1, &area, error);
    if (status == BUOY_OK) {
        buoy_buoyancy2d(&area, &line, moving->density, question->gravity, moving->motion.point,
                        &buoyancy);
        if (question->is_simple) {
            drag = find_simple_drag(question, &area);
        } else {
            status = buoy_polygon_drag(&polygon, &line, &moving->motion, moving->density,
                                       moving->drag, moving->lift, &drag, &lift, error);
        }
    }
    if (status == BUOY_OK) {
        row[0] = area.area;
        row[1] = area.centre[0];
        row[2] = area.centre[1];
        eval_put_force2d(&buoyancy, row + 3);
        eval_put_force2d(&drag, row + 6);
        eval_put_force2d(&lift, row + 9);
    }
    return status;
}

static int take_drag(const struct eval_option *options, struct question *question) {
    question->is_simple = eval_given(options, "simple");
    if (question->is_simple && (eval_given(options, "drag") || eval_given(options, "lift"))) {
        return cli_bad("eval forces2d: --simple and --%s exclude each other",
                       eval_given(options, "drag") ? "drag" : "lift");
    }
    return eval_motion2d_take("forces2d", options, &question->moving);
}

static int run(int argc, char **argv) {
    struct question question = {.moving = eval_motion2d_default(), .gravity = 9.81};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &question.input),
        EVAL_MOTION2D_OPTIONS(&question.moving),
        EVAL_NUMBERS_OPTION("simple", question.simple, 2),
        EVAL_GRAVITY_OPTION(&question.gravity),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 || take_drag(options, &question) != 0 ||
        eval_read_polygons(question.input, &question.table) != 0) {
        return CLI_BAD;
    }
    const int status = eval_each_ragged_row(
        question.input, &question.table,
        &(struct eval_questions){
            .header = HEADER, .columns = 12, .context = &question, .answer = answer_polygon});
    csv_free_ragged(&question.table);
    return status;
}

const struct eval_family eval_forces2d = {
    .name = "forces2d",
    .help =
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
        "  buoybench eval forces2d --input boats.csv --velocity 2,0 --simple 1,1\n",
    .run = run,
};
