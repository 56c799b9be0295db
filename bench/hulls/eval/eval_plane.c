// `buoybench eval forces2d`, `circle` and `pool`: bodies in the plane.
#include <stdio.h>
#include <string.h>

#include "buoyancy_polygon.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "options.h"
#include "rows.h"

// ------------------------------------------------------------------------------------------ motion

struct eval_motion2d {
    struct buoy_motion2d motion;
    double density, drag, lift; // coefficients
    double mass, inertia;
};

// The options, for a table.
#define EVAL_MOTION2D_OPTIONS(m)                                                                   \
    CLI_NUMBERS_OPTION("point", (m)->motion.point, 2),                                             \
        CLI_NUMBERS_OPTION("velocity", (m)->motion.velocity, 2),                                   \
        CLI_REAL_OPTION("spin", &(m)->motion.angular_velocity, -1e12, 1e12),                       \
        CLI_REAL_OPTION("drag", &(m)->drag, 0.0, 1e12),                                            \
        CLI_REAL_OPTION("lift", &(m)->lift, -1e12, 1e12),                                          \
        CLI_REAL_OPTION("step", &(m)->motion.dt, 0.0, 1e12),                                       \
        CLI_REAL_OPTION("mass", &(m)->mass, 1e-30, 1e30),                                          \
        CLI_REAL_OPTION("inertia", &(m)->inertia, 1e-30, 1e30),                                    \
        CLI_REAL_OPTION("density", &(m)->density, 1e-12, 1e12)

// The options in help texts.
#define EVAL_MOTION2D_HELP                                                                         \
    "  --point X      x,y of the centre of mass (default 0,0)\n"                                   \
    "  --velocity V   x,y: of that point through the water, metres per second (default 0,0)\n"     \
    "  --spin W       the angular velocity, radians per second (default 0)\n"                      \
    "  --drag C       the coefficient of drag of what leads (default 0)\n"                         \
    "  --lift C       the coefficient of lift of what leads (default 0)\n"                         \
    "  --step S       the step in seconds within which drag and lift add no energy (default 0:\n"  \
    "                 forces as they are now)\n"                                                   \
    "  --mass M       of the body, kg; needed with --step\n"                                       \
    "  --inertia I    about the centre of mass, kg square metres; without it the body cannot\n"    \
    "                 be turned\n"                                                                 \
    "  --density R    density of the water times the thickness of the body, kg per square\n"       \
    "                 metre (default 1025)\n"

static struct eval_motion2d eval_motion2d_default(void) {
    return (struct eval_motion2d){.density = 1025.0};
}

// A question about drag and lift of a body that moves so, but for the body and the water.
static struct buoy_drag2d_query eval_motion2d_query(const struct eval_motion2d *m) {
    return (struct buoy_drag2d_query){
        .motion = &m->motion, .density = m->density, .drag = m->drag, .lift = m->lift};
}

// Checks what goes together, and sets what mass and inertia mean for the motion. Returns 0, or
// CLI_BAD after complaining.
static int eval_motion2d_take(const char *family, const struct cli_option *options,
                              struct eval_motion2d *motion) {
    if (motion->motion.dt > 0.0 && !cli_given(options, "mass")) {
        return cli_bad("eval %s: with --step, --mass is missing", family);
    }
    motion->motion.inverse_mass = cli_given(options, "mass") ? 1.0 / motion->mass : 0.0;
    motion->motion.inverse_inertia = cli_given(options, "inertia") ? 1.0 / motion->inertia : 0.0;
    return 0;
}

// Writes a force and its torque into a row.
static void eval_put_force2d(const struct buoy_force2d *force, double row[3]) {
    row[0] = force->force[0];
    row[1] = force->force[1];
    row[2] = force->torque;
}

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
    ROWS_COLUMNS(columns),        .by_line = true,    .help = help, .ask = ask, .header = &header,
    .list_options = list_options, .open = open_asked,
};

const struct family eval_forces2d = ROWS_OF_EVAL("forces2d", &rows, 12);

// ------------------------------------------------------------------------------------------ circle

static const struct column circle_columns[] = {
    {.kind = &column_disc, .names = "x,y,radius", .rule = "a radius must be > 0"},
    {.kind = &column_normal2d, .names = "nx,ny", .part = 1},
    {.kind = &column_offset, .names = "d", .part = 1},
};

static struct {
    unsigned forces;
    struct eval_motion2d moving;
    const char *header;
} circle_asked;

static enum buoy_status circle_ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                                   bool checked, void *answer, struct buoy_error *error) {
    const struct eval_motion2d *m = &circle_asked.moving;
    double *row = answer;
    struct buoy_force2d drag, lift;
    enum buoy_status status = buoy_circle_compute(one->part[0], one->part[1], 1, answer, error);
    (void)kernel;
    (void)checked;
    if (status == BUOY_OK && circle_asked.forces) {
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

static size_t circle_list_options(struct cli_option *options) {
    circle_asked.forces = 0;
    circle_asked.moving = eval_motion2d_default();
    return ROWS_OPTIONS(options, CLI_BIT_OPTION("forces", &circle_asked.forces, 1),
                        EVAL_MOTION2D_OPTIONS(&circle_asked.moving));
}

static int circle_open_asked(const struct cli_option *options) {
    circle_asked.header = circle_asked.forces
                              ? "area,cx,cy,drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque"
                              : "area,cx,cy";
    return eval_motion2d_take("circle", options, &circle_asked.moving);
}

static const char circle_help[] =
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

static const struct rows circle_rows = {
    ROWS_COLUMNS(circle_columns),
    .by_line = true,
    .help = circle_help,
    .has_header = true,
    .ask = circle_ask,
    .header = &circle_asked.header,
    .list_options = circle_list_options,
    .open = circle_open_asked,
};

const struct family eval_circle = ROWS_OF_EVAL("circle", &circle_rows, 9);

// -------------------------------------------------------------------------------------------- pool

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
