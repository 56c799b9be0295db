// `buoybench eval pool`: polygons and discs in pools.
#include <stdio.h>

#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "eval_motion2d.h"
#include "options.h"

#define AREAS "area,cx,cy"
#define FORCES AREAS ",drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque"

// A row of either file: a disc, or else a polygon, whose vertices stay in the table.
struct outline {
    bool is_circle;
    struct buoy_circle circle;
    struct buoy_polygon polygon;
};

static struct outline outline_of_row(const struct csv_ragged *table, size_t row) {
    const size_t begin = row == 0 ? 0 : table->ends[row - 1], count = table->ends[row] - begin;
    const float *values = table->values + begin;
    struct outline outline = {.is_circle = count == 3};
    if (outline.is_circle) {
        outline.circle = (struct buoy_circle){{values[0], values[1]}, values[2]};
    } else {
        outline.polygon = (struct buoy_polygon){values, (uint32_t)(count / 2)};
    }
    return outline;
}

static void name_vertex(const void *context, size_t column, char *text, size_t size) {
    (void)context;
    snprintf(text, size, "%c%zu", column % 2 == 0 ? 'x' : 'y', column / 2);
}

static int check_row(const char *path, const struct csv_ragged *table, size_t row) {
    const size_t count = table->ends[row] - (row == 0 ? 0 : table->ends[row - 1]);
    const size_t line = csv_line_of_ragged_row(row);
    char name[32];
    if (count == 3) {
        return table->values[table->ends[row] - 1] > 0.0f
                   ? 0
                   : cli_bad("%s: line %zu, column 3: the radius of a disc must be > 0",
                             csv_name(path), line);
    }
    name_vertex(NULL, count, name, sizeof name);
    return count < 4 || count % 2 != 0 ? cli_bad("%s: line %zu, column %zu (%s): missing field",
                                                 csv_name(path), line, count + 1, name)
                                       : 0;
}

static int read_outlines(const char *path, struct csv_ragged *table) {
    static const struct csv_ragged_format format = {"x,y,radius or x0,y0,x1,y1,...", name_vertex,
                                                    NULL};
    int status = csv_read_ragged(path, &format, table);
    for (size_t row = 0; status == 0 && row < table->rows; ++row) {
        status = check_row(path, table, row);
    }
    if (status != 0) {
        csv_free_ragged(table);
    }
    return status;
}

struct question {
    const char *input, *pool;
    unsigned forces;
    struct eval_motion2d moving;
    struct csv_ragged bodies, pools;
};

static enum buoy_status find_area(const struct outline *body, const struct outline *pool,
                                  struct buoy_area *area, struct buoy_error *error) {
    if (body->is_circle) {
        return pool->is_circle ? buoy_circle_in_circle(&body->circle, &pool->circle, area, error)
                               : buoy_circle_in_polygon(&body->circle, &pool->polygon, area, error);
    }
    return pool->is_circle ? buoy_polygon_in_circle(&body->polygon, &pool->circle, area, error)
                           : buoy_polygon_in_polygon(&body->polygon, &pool->polygon, area, error);
}

static enum buoy_status answer_body(const void *context, size_t index, double *row,
                                    struct buoy_error *error) {
    const struct question *question = context;
    const struct outline body = outline_of_row(&question->bodies, index);
    const struct outline pool =
        outline_of_row(&question->pools, question->pools.rows == 1 ? 0 : index);
    struct buoy_area area = {0.0, {0.0, 0.0}};
    struct buoy_force2d drag, lift;
    enum buoy_status status = find_area(&body, &pool, &area, error);
    row[0] = area.area;
    row[1] = area.centre[0];
    row[2] = area.centre[1];
    if (status == BUOY_OK && question->forces) {
        struct buoy_drag2d_query query = eval_motion2d_query(&question->moving);
        query.circle = body.is_circle ? &body.circle : NULL;
        query.polygon = body.is_circle ? NULL : &body.polygon;
        query.basin = pool.is_circle ? &pool.circle : NULL;
        query.pool = pool.is_circle ? NULL : &pool.polygon;
        status = buoy_drag2d_compute(&query, &drag, &lift, error);
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
    struct cli_option options[] = {
        CLI_NEEDED("input", &question.input),
        CLI_NEEDED("pool", &question.pool),
        CLI_BIT_OPTION("forces", &question.forces, 1),
        EVAL_MOTION2D_OPTIONS(&question.moving),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0 ||
        eval_motion2d_take("pool", options, &question.moving) != 0 ||
        read_outlines(question.input, &question.bodies) != 0) {
        return CLI_BAD;
    }
    int status = read_outlines(question.pool, &question.pools);
    if (status == 0) {
        status = check_pools(&question);
    }
    if (status == 0) {
        status = eval_each(question.input, csv_line_of_ragged_row(0), question.bodies.rows,
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
