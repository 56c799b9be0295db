// `buoybench eval` in the plane: circle, pool and forces2d. The library's own answers, to the bit;
// closed forms; what is refused.
#include "number_table.h"
#include "outline.h"
#include "test.h"

#define CIRCLES "x,y,radius,nx,ny,d\n"
#define AREAS "area,cx,cy\n"
#define FORCES                                                                                     \
    "area,cx,cy,buoyancy_fx,buoyancy_fy,buoyancy_torque,drag_fx,drag_fy,drag_torque,"              \
    "lift_fx,lift_fy,lift_torque\n"

TEST(circles) {
    enum {
        COUNT = 40
    };
    struct rng rng = rng_make("cli_eval_circle");
    struct buoy_circle circles[COUNT];
    struct buoy_line lines[COUNT];
    struct buoy_area areas[COUNT];
    float rows[COUNT][6];
    for (int i = 0; i < COUNT; ++i) {
        for (int k = 0; k < 6; ++k) {
            rows[i][k] = (float)rng_between(&rng, k == 2 ? 0.1 : -2.0, 2.0);
        }
        memcpy(&circles[i], rows[i], sizeof circles[i]);
        memcpy(&lines[i], rows[i] + 3, sizeof lines[i]);
    }
    assert_int_equal(buoy_circle_compute(circles, lines, COUNT, areas, NULL), BUOY_OK);
    const char *path = table_write("circles.csv", CIRCLES, rows[0], COUNT, 6);
    expect_table(&(struct child){.arguments = {"eval", "circle", "--input", path}}, AREAS,
                 (const double *)areas, COUNT);
    expect_table(&(struct child){.arguments = {"eval", "circle", "--input", "-"}, .input = CIRCLES},
                 AREAS, NULL, 0);
}

// A disc in a disc, a disc in a polygon, a polygon in a polygon; one pool for each, and one for
// all.
TEST(pools) {
    static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const float pool[] = {0, -3, 4, -3, 4, 0.25f, 0, 0.25f};
    const struct buoy_circle disc = {{0.25f, 0.0f}, 1.5f}, well = {{1.0f, 0.5f}, 1.0f};
    const struct buoy_polygon body = {square, 4}, water = {pool, 4};
    struct buoy_area areas[3];
    assert_int_equal(buoy_circle_in_circle(&disc, &well, &areas[0], NULL), BUOY_OK);
    assert_int_equal(buoy_circle_in_polygon(&disc, &water, &areas[1], NULL), BUOY_OK);
    assert_int_equal(buoy_polygon_in_polygon(&body, &water, &areas[2], NULL), BUOY_OK);
    assert_true(areas[2].area == 1.25);
    const char *bodies =
        scratch_write_text("bodies.csv", "0.25,0,1.5\n0.25,0,1.5\n-1,-1,1,-1,1,1,-1,1\n");
    const char *pools = scratch_write_text(
        "pools.csv", "1,0.5,1\n0,-3,4,-3,4,0.25,0,0.25\n0,-3,4,-3,4,0.25,0,0.25\n");
    expect_table(&(struct child){.arguments = {"eval", "pool", "--input", bodies, "--pool", pools}},
                 AREAS, (const double *)areas, 3);
    areas[0] = areas[1];
    expect_table(&(struct child){.arguments = {"eval", "pool", "--input", bodies, "--pool", "-"},
                                 .input = "0,-3,4,-3,4,0.25,0,0.25\n"},
                 AREAS, (const double *)areas, 3);
}

// With --forces: a disc in a disc and in a polygon, a polygon in either, and a disc below a line.
TEST(forces_in_pools) {
    static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const float pool[] = {0, -3, 4, -3, 4, 0.25f, 0, 0.25f};
    const struct buoy_circle disc = {{0.25f, 0.0f}, 1.5f}, well = {{1.0f, 0.5f}, 1.0f};
    const struct buoy_polygon body = {square, 4}, water = {pool, 4};
    const struct buoy_line line = {{0.25f, 1.0f}, 0.5f};
    const struct buoy_motion2d motion = {.point = {0.5, 0.25},
                                         .velocity = {2.0, -1.0},
                                         .angular_velocity = 0.75,
                                         .dt = 0.125,
                                         .inverse_mass = 0.5,
                                         .inverse_inertia = 0.25};
    struct buoy_area areas[5];
    struct {
        struct buoy_force2d drag, lift;
    } f[5];
    double rows[5][9];
    buoy_circle_in_circle(&disc, &well, &areas[0], NULL);
    buoy_circle_in_polygon(&disc, &water, &areas[1], NULL);
    buoy_polygon_in_polygon(&body, &water, &areas[2], NULL);
    buoy_polygon_in_circle(&body, &well, &areas[3], NULL);
    buoy_circle_compute(&disc, &line, 1, &areas[4], NULL);
    buoy_circle_drag_in_circle(&disc, &well, &motion, 1000, 0.25, 0.5, &f[0].drag, &f[0].lift,
                               NULL);
    buoy_circle_drag_in_polygon(&disc, &water, &motion, 1000, 0.25, 0.5, &f[1].drag, &f[1].lift,
                                NULL);
    buoy_polygon_drag_in_polygon(&body, &water, &motion, 1000, 0.25, 0.5, &f[2].drag, &f[2].lift,
                                 NULL);
    buoy_polygon_drag_in_circle(&body, &well, &motion, 1000, 0.25, 0.5, &f[3].drag, &f[3].lift,
                                NULL);
    buoy_circle_drag(&disc, &line, &motion, 1000, 0.25, 0.5, &f[4].drag, &f[4].lift, NULL);
    for (int i = 0; i < 5; ++i) {
        memcpy(rows[i], &areas[i], sizeof areas[i]);
        memcpy(rows[i] + 3, &f[i], sizeof f[i]);
        assert_true(f[i].drag.force[0] < 0.0);
    }
    static const char header[] =
        "area,cx,cy,drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque\n";
    const char *bodies = scratch_write_text(
        "bodies.csv", "0.25,0,1.5\n0.25,0,1.5\n-1,-1,1,-1,1,1,-1,1\n-1,-1,1,-1,1,1,-1,1\n");
    const char *pools = scratch_write_text(
        "pools.csv", "1,0.5,1\n0,-3,4,-3,4,0.25,0,0.25\n0,-3,4,-3,4,0.25,0,0.25\n1,0.5,1\n");
    struct child child = {.arguments = {"eval", "pool", "--input", bodies, "--forces",
                                        "--point=0.5,0.25", "--velocity=2,-1", "--spin=0.75",
                                        "--step=0.125", "--mass=2", "--inertia=4", "--density=1000",
                                        "--drag=0.25", "--lift=0.5", "--pool", pools}};
    expect_table(&child, header, rows[0], 4);
    child.arguments[1] = "circle";
    child.arguments[3] = "-";
    child.arguments[14] = NULL;
    child.input = CIRCLES "0.25,0,1.5,0.25,1,0.5\n";
    expect_table(&child, header, rows[4], 1);
}

static void put(const struct buoy_force2d *force, double *row) {
    row[0] = force->force[0];
    row[1] = force->force[1];
    row[2] = force->torque;
}

TEST(forces) {
    static const float vertices[2][8] = {{-1, -1, 1, -1, 1, 1, -1, 1}, {0, 0, 3, -0.5f, 1, 2}};
    const struct buoy_polygon polygons[2] = {{vertices[0], 4}, {vertices[1], 3}};
    const struct buoy_line lines[2] = {{{0.25f, 1.0f}, 0.5f}, {{0.0f, 2.0f}, 1.0f}};
    const char *path =
        scratch_write_text("bodies.csv", "0.25,1,0.5,-1,-1,1,-1,1,1,-1,1\n0,2,1,0,0,3,-0.5,1,2\n");
    struct buoy_motion2d motion = {.point = {0.5, 0.25},
                                   .velocity = {2.0, -1.0},
                                   .angular_velocity = 0.75,
                                   .dt = 0.125,
                                   .inverse_mass = 0.5,
                                   .inverse_inertia = 0.25};
    double rows[2][12], simple[2][12];
    for (int i = 0; i < 2; ++i) {
        struct buoy_area area;
        struct buoy_force2d buoyancy, drag, lift;
        assert_int_equal(buoy_polygon_compute(&polygons[i], &lines[i], 1, &area, NULL), BUOY_OK);
        buoy_buoyancy2d(&area, &lines[i], 1000.0, 9.81, motion.point, &buoyancy);
        assert_int_equal(buoy_polygon_drag(&polygons[i], &lines[i], &motion, 1000.0, 0.25, 0.5,
                                           &drag, &lift, NULL),
                         BUOY_OK);
        memcpy(rows[i], &area, sizeof area);
        put(&buoyancy, rows[i] + 3);
        memcpy(simple[i], rows[i], sizeof rows[i]);
        put(&drag, rows[i] + 6);
        put(&lift, rows[i] + 9);
        buoy_simple_drag2d(&area, &motion, 1000.0, 1.0, 2.0, &drag);
        buoy_limit_drag2d(&motion, 0.5, 0.25, 0.125, &drag);
        put(&drag, simple[i] + 6);
        simple[i][9] = simple[i][10] = simple[i][11] = 0.0;
    }
    struct child child = {.arguments = {"eval", "forces2d", "--input", path, "--point=0.5,0.25",
                                        "--velocity=2,-1", "--spin=0.75", "--step=0.125",
                                        "--mass=2", "--inertia=4", "--density=1000", "--drag=0.25",
                                        "--lift=0.5"}};
    expect_table(&child, FORCES, rows[0], 2);
    child.arguments[11] = "--simple=1,2";
    child.arguments[12] = NULL;
    expect_table(&child, FORCES, simple[0], 2);
}

// A square half under water that moves along x: only its leading edge, ½ m of it, has drag, at a
// quarter below the middle.
TEST(square) {
    const double row[12] = {0.5, 0.0, -0.25, 0.0, 5000.0, 0.0, -500.0, 0.0, -125.0, 0.0, 0.0, 0.0};
    expect_table(
        &(struct child){.arguments = {"eval", "forces2d", "--input", "-", "--density", "1000",
                                      "--gravity", "10", "--velocity", "2,0", "--drag", "0.25"},
                        .input = "0,1,0,-0.5,-0.5,0.5,-0.5,0.5,0.5,-0.5,0.5\n"},
        FORCES, row, 1);
}

TEST(refused) {
    const char *square = scratch_write_text("square.csv", "0,0,1,0,1,1,0,1\n");
    const char *disc = scratch_write_text("disc.csv", "0,0,1\n");
    const char *two = scratch_write_text("two.csv", "0,0,1\n1,1,1\n");
    const char *star = scratch_write_text("star.csv", "0,0,4,0,1,1,0,4\n");
    const struct {
        const char *arguments[7], *input, *text;
    } cases[] = {
        {{"circle"}, "", "eval circle: --input is missing"},
        {{"circle", "--input", "-"}, CIRCLES "0,0,1,0,1\n", "line 2, column 6 (d): missing"},
        {{"circle", "--input", "-"}, CIRCLES "0,0,1,0,1,0,0\n", "line 2, column 7: extra"},
        {{"circle", "--input", "-"}, CIRCLES "0,0,inf,0,1,0\n", "column 3 (radius): 'inf' is not"},
        {{"circle", "--input", "-"},
         CIRCLES "0,0,1,0,1,0\n0,0,0,0,1,0\n",
         "line 3, column 3 (radius): a radius must be > 0"},
        {{"circle", "--input", "-"}, CIRCLES "0,0,1,0,0,0\n", "line 2, columns 4-5 (nx,ny)"},
        {{"pool", "--input", "-"}, "0,0,1\n", "eval pool: --pool is missing"},
        {{"pool", "--input", "-", "--pool", disc}, "0,0\n", "line 1, column 3 (x1): missing field"},
        {{"pool", "--input", "-", "--pool", disc}, "0,0,1,0,2\n", "line 1, column 6 (y2): missing"},
        {{"pool", "--input", "-", "--pool", disc}, "0,0,-1\n", "column 3: the radius of a disc"},
        {{"pool", "--input", "-", "--pool", disc}, "0,0,nan\n", "'nan' is not finite"},
        {{"pool", "--input", "-", "--pool", disc}, "", "standard input: empty"},
        {{"pool", "--input", square, "--pool", two}, "", "two.csv: 2 pools for the 1 bodies of"},
        {{"pool", "--input", square, "--pool", star}, "", "square.csv: line 1: pool: not convex"},
        {{"forces2d", "--input", "-"}, "0,1,0,0,0,1\n", "line 1, column 7 (y1): missing field"},
        {{"forces2d", "--input", "-"}, "0,0,1,0,0,1,1\n", "columns 1-2 (nx,ny): the normal is"},
        {{"forces2d", "--input", "-", "--step", "1"}, "0,1,1,0,0,1,1\n", "--mass is missing"},
        {{"forces2d", "--input", "-", "--simple", "1,1", "--lift", "1"},
         "0,1,1,0,0,1,1\n",
         "--simple and --lift exclude each other"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct child child = {.arguments = {"eval"}, .input = cases[i].input};
        memcpy(child.arguments + 1, cases[i].arguments, sizeof cases[i].arguments);
        expect_refusal(&child, cases[i].text);
    }
}
