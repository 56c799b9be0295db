// `buoybench eval pool`: polygons and discs in pools.
#include <stdio.h>

#include "cli.h"
#include "eval.h"
#include "eval_motion2d.h"
#include "eval_options.h"
#include "eval_rows2d.h"

#define AREAS "area,cx,cy"
#define FORCES AREAS ",drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque"

struct question {
    const char *input, *pool;
    unsigned forces;
    struct eval_motion2d moving;
    struct csv_ragged bodies, pools;
};

// The pool of a body: its own, or the only one.
static size_t pool_row(const struct question *question, size_t index) {
    return question->pools.rows == 1 ? 0 : index;
}

static enum buoy_status find_area(const struct eval_outline *body, const struct eval_outline *pool,
                                  struct buoy_area *area, struct buoy_error *error) {
    if (body->is_circle) {
        return pool->is_circle ? buoy_circle_in_circle(&body->circle, &pool->circle, area, error)
                               : buoy_circle_in_polygon(&body->circle, &pool->polygon, area, error);
    }
    return pool->is_circle ? buoy_polygon_in_circle(&body->polygon, &pool->circle, area, error)
                           : buoy_polygon_in_polygon(&body->polygon, &pool->polygon, area, error);
}

static enum buoy_status find_forces(const struct eval_motion2d *m, const struct eval_outline *body,
                                    const struct eval_outline *pool, struct buoy_force2d *drag,
                                    struct buoy_force2d *lift, struct buoy_error *error) {
    if (body->is_circle) {
        return pool->is_circle
                   ? buoy_circle_drag_in_circle(&body->circle, &pool->circle, &m->motion,
                                                m->density, m->drag, m->lift, drag, lift, error)
                   : buoy_circle_drag_in_polygon(&body->circle, &pool->polygon, &m->motion,
                                                 m->density, m->drag, m->lift, drag, lift, error);
    }
    return pool->is_circle
               ? buoy_polygon_drag_in_circle(&body->polygon, &pool->circle, &m->motion, m->density,
                                             m->drag, m->lift, drag, lift, error)
               : buoy_polygon_drag_in_polygon(&body->polygon, &pool->polygon, &m->motion,
                                              m->density, m->drag, m->lift, drag, lift, error);
}

static enum buoy_status answer_body(const void *context, size_t index, double *row,
                                    struct buoy_error *error) {
    const struct question *question = context;
    const struct eval_outline body = eval_outline_of_row(&question->bodies, index);
    const struct eval_outline pool =
        eval_outline_of_row(&question->pools, pool_row(question, index));
    struct buoy_area area = {0.0, {0.0, 0.0}};
    struct buoy_force2d drag, lift;
    enum buoy_status status = find_area(&body, &pool, &area, error);
    row[0] = area.area;
    row[1] = area.centre[0];
    row[2] = area.centre[1];
    if (status == BUOY_OK && question->forces) {
        status = find_forces(&question->moving, &body, &pool, &drag, &lift, error);
        if (status == BUOY_OK) {
            eval_put_force2d(&drag, row + 3);
            eval_put_force2d(&lift, row + 6);
        }
    }
    return status;
}

static int check_pools(const struct question *question) {
    const size_t bodies = question->bodies.rows, pools = question->pools.rows;
    if (pools != 1 && pools != bodies) {
        return cli_bad("%s: %zu pools for the %zu bodies of %s; one is needed, or one for each",
                       csv_name(question->pool), pools, bodies, csv_name(question->input));
    }
    return 0;
}

static int run(int argc, char **argv) {
    struct question question = {.moving = eval_motion2d_default()};
    struct eval_option options[] = {
        EVAL_FILE_OPTION("input", &question.input),
        EVAL_FILE_OPTION("pool", &question.pool),
        {.name = "forces", .kind = EVAL_FLAG, .value = &question.forces, .flag = 1},
        EVAL_MOTION2D_OPTIONS(&question.moving),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 ||
        eval_motion2d_take("pool", options, &question.moving) != 0 ||
        eval_read_outlines(question.input, &question.bodies) != 0) {
        return CLI_BAD;
    }
    int status = eval_read_outlines(question.pool, &question.pools);
    if (status == 0) {
        status = check_pools(&question);
    }
    if (status == 0) {
        status = eval_each_ragged_row(
            question.input, &question.bodies,
            &(struct eval_questions){.header = question.forces ? FORCES : AREAS,
                                     .columns = question.forces ? 9 : 3,
                                     .context = &question,
                                     .answer = answer_body});
    }
    csv_free_ragged(&question.pools);
    csv_free_ragged(&question.bodies);
    return status;
}

const struct eval_family eval_pool = {
    .name = "pool",
    .help =
        "usage: buoybench eval pool --input B.csv --pool P.csv [--forces [--velocity V] [--spin "
        "W]\n"
        "                           [--point X] [--drag C] [--lift C] [--step S --mass M\n"
        "                           [--inertia I]] [--density R]]\n"
        "\n"
        "Prints the area that each body in B.csv has in common with its pool of water, and the\n"
        "centroid of that area: one CSV row each with the header area,cx,cy, with enough digits\n"
        "to get the same bits back. If the two do not meet, the area is 0 and c is the centre of\n"
        "the body's bounding box.\n"
        "\n"
        "Neither file has a header. A row of three numbers x,y,radius is a disc; a row\n"
        "x0,y0,x1,y1,... is a polygon, clockwise or counter-clockwise, convex or not. P.csv has\n"
        "one pool for all bodies, or one for each. A pool is a disc or a convex polygon of 3 to "
        "64\n"
        "vertices; without --forces, the pool of a disc may be any simple polygon.\n"
        "Numbers are rounded to 32-bit floats as read.\n"
        "\n"
        "  --input B      the CSV file of bodies; - reads standard input\n"
        "  --pool P       the CSV file of pools\n"
        "  --forces       print drag and lift of each body, too, behind the area: the columns\n"
        "                 drag_fx, drag_fy, drag_torque, lift_fx, lift_fy, lift_torque. Torques "
        "are\n"
        "                 counter-clockwise, about --point. All bodies move "
        "alike:\n" EVAL_MOTION2D_HELP "\n"
        "examples:\n"
        "  echo 0,0,4,0,4,3,0,3 >pool.csv && printf '1,1,2\\n-1,1,1,1,1,2,-1,2\\n' |\n"
        "      buoybench eval pool --input - --pool pool.csv\n",
    .run = run,
};
