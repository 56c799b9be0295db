// `buoybench eval` of a mesh in water: stiffness, radii, pose, waterline, surface-drag, and
// pressure at a pose. The library's own answers, to the bit; closed forms; what is refused.
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_pressure.h"
#include "number_table.h"
#include "test.h"

#define PLANES "nx,ny,nz,d\n"
#define STIFFNESS                                                                                  \
    "k00,k01,k02,k03,k04,k05,k10,k11,k12,k13,k14,k15,k20,k21,k22,k23,k24,k25,"                     \
    "k30,k31,k32,k33,k34,k35,k40,k41,k42,k43,k44,k45,k50,k51,k52,k53,k54,k55\n"
#define RADII "transverse,longitudinal,axis_x,axis_y,axis_z\n"
#define POSES "x,y,z,qx,qy,qz,qw,nx,ny,nz,d\n"
#define WATERLINE "x0,y0,z0,x1,y1,z1\n"
#define PRESSURE "fx,fy,fz,tx,ty,tz,wetted_area\n"
#define SURFACE_DRAG                                                                               \
    "fx,fy,fz,tx,ty,tz,wetted_area,drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"
#define TRIANGLES                                                                                  \
    "x,y,z,nx,ny,nz,depth,area,fx,fy,fz,tx,ty,tz,"                                                 \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"
#define LEVEL "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}"

enum {
    PLANE_COUNT = 8
};
static const float planes[PLANE_COUNT][4] = {
    {0, 0, 1, 0},     {0, 0, 2, 0.5f},   {0.25f, 0.125f, 1, 0.1f}, {1, 0, 0, 0.2f},
    {0, 1, 0.5f, -1}, {0, 0, 1, -0.25f}, {0, 0, 1, -1000.0f},      {0.5f, -3, 4, 9},
};

static struct buoy_mesh *make_barrel(void) {
    struct body body = body_builtin("builtin:barrel:96");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    body_free(&body);
    return mesh;
}

static void expect_near(const char *what, double got, double expected, double scale) {
    if (!(fabs(got - expected) <= 1e-6 * scale)) {
        fail_msg("%s: %.17g, not %.17g", what, got, expected);
    }
}

// ---------------------------------------------------------------------- below planes

TEST(stiffness_and_radii) {
    struct buoy_mesh *mesh = make_barrel();
    const double point[3] = {0.25, -0.5, 1.0};
    double stiffness[PLANE_COUNT][6][6], rows[PLANE_COUNT][5];
    for (int i = 0; i < PLANE_COUNT; ++i) {
        const struct buoy_plane plane = {{planes[i][0], planes[i][1], planes[i][2]}, planes[i][3]};
        struct buoy_hydrostatics body;
        struct buoy_metacentric_radii radii;
        assert_int_equal(buoy_hydrostatics_compute(mesh, &plane, 1, &body, NULL), BUOY_OK);
        assert_int_equal(
            buoy_stiffness(&body, plane.normal, 1000.0 * 10.0, point, stiffness[i], NULL), BUOY_OK);
        assert_int_equal(buoy_metacentric_radii_compute(&body, plane.normal, &radii, NULL),
                         BUOY_OK);
        rows[i][0] = radii.transverse;
        rows[i][1] = radii.longitudinal;
        memcpy(&rows[i][2], radii.axis, sizeof radii.axis);
    }
    const char *path = table_write("planes.csv", PLANES, planes[0], PLANE_COUNT, 4);
    expect_table(&(struct child){.arguments = {"eval", "stiffness", "--mesh", "builtin:barrel:96",
                                               "--planes", path, "--point", "0.25,-0.5,1",
                                               "--density", "1000", "--gravity", "10"}},
                 STIFFNESS, stiffness[0][0], PLANE_COUNT);
    expect_table(&(struct child){.arguments = {"eval", "radii", "--mesh", "builtin:barrel:96",
                                               "--planes", path}},
                 RADII, rows[0], PLANE_COUNT);
    buoy_mesh_destroy(mesh);
}

// A unit cube half under water: heave ρ g A; roll γ (I − V BG) about its middle, of which the
// centre of buoyancy is a quarter below; BM = I / V = (1/12)/(1/2).
TEST(cube) {
    size_t count;
    double *k = table_of(
        &(struct child){.arguments = {"eval", "stiffness", "--mesh", "builtin:box", "--planes", "-",
                                      "--density", "1000", "--gravity", "10"},
                        .input = PLANES "0,0,1,0\n"},
        STIFFNESS, &count);
    assert_int_equal(count, 1);
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const double rolling = 1.0 / 12.0 - 0.5 * 0.25;
            const double expected = i != j             ? 0.0
                                    : i == 2           ? 1e4
                                    : i == 3 || i == 4 ? 1e4 * rolling
                                                       : 0.0;
            expect_near("stiffness", k[6 * i + j], expected, 1e4);
        }
    }
    free(k);
    double *radii = table_of(
        &(struct child){.arguments = {"eval", "radii", "--mesh", "builtin:box", "--planes", "-"},
                        .input = PLANES "0,0,1,0\n0,0,1,-7\n"},
        RADII, &count);
    assert_int_equal(count, 2);
    expect_near("BM", radii[0], 1.0 / 6.0, 1.0);
    expect_near("BM", radii[1], 1.0 / 6.0, 1.0);
    assert_true(radii[5] == 0.0 && radii[6] == 0.0); // dry
    free(radii);
}

// An open edge under water: NaN, and nothing else is.
TEST(open) {
    if (!importer_is_built()) {
        skip();
    }
    const char *mesh = scratch_write_text("open.obj", "v 1 0 1\nv 0 1 1\nv -1 -1 1\nv 0 0 -1\n"
                                                      "f 2 1 4\nf 3 2 4\nf 1 3 4\n");
    size_t count;
    struct child child = {.arguments = {"eval", "radii", "--mesh", mesh, "--planes", "-"},
                          .input = PLANES "0,0,1,0\n0,0,1,2\n"};
    expect_refusal(&child, "open.obj");
    child.arguments[6] = "--open-ok";
    double *radii = table_of(&child, RADII, &count);
    assert_int_equal(count, 2);
    assert_true(radii[0] > 0.0 && isnan(radii[5]) && isnan(radii[9]));
    free(radii);
    child.arguments[1] = "stiffness";
    double *k = table_of(&child, STIFFNESS, &count);
    assert_int_equal(count, 2);
    assert_true(k[14] > 0.0 && isnan(k[36]) && isnan(k[71]));
    free(k);
}

// A quarter turn about x, and no turn: the plane as the header has it.
TEST(pose) {
    const double rows[2][4] = {{0, 0, 1, 3.25}, {2, 1.5, 0, 11.5}};
    size_t count;
    double *got = table_of(&(struct child){.arguments = {"eval", "pose", "--input", "-"},
                                           .input = POSES
                                           "4,5,-3.25,0,0,0,1,0,0,1,0\n"
                                           // y is z of the world
                                           "1,2,-3,0.70710678118654757,0,0,0.70710678118654757,"
                                           "2,0,1.5,9\n"},
                           "nx,ny,nz,d\n", &count);
    assert_int_equal(count, 2);
    for (int i = 0; i < 8; ++i) {
        expect_near("plane", got[i], rows[i / 4][i % 4], 1.0);
    }
    free(got);
}

// ------------------------------------------------------------------------- in any water

static struct buoy_pressure ask(struct buoy_pressure_query *query, struct buoy_waterline *line) {
    struct buoy_pressure answer;
    query->scratch_bytes = buoy_pressure_scratch_bytes(query->mesh, NULL);
    query->scratch = aligned_alloc(64, (query->scratch_bytes + 63) / 64 * 64);
    assert_int_equal(buoy_pressure_compute(query, line, &answer, NULL), BUOY_OK);
    free(query->scratch);
    return answer;
}

#define WAVES                                                                                      \
    "{\"type\":\"waves\",\"time\":2,\"components\":[{\"amplitude\":0.25,\"wavelength\":16,"        \
    "\"direction_degrees\":0,\"phase\":0.5}]}"

TEST(in_waves) {
    struct buoy_mesh *mesh = make_barrel();
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const struct buoy_region pool = {{-0.25, -8, -8}, {8, 8, 8}};
    const char *waves = scratch_write_text("waves.json", WAVES);
    struct buoy_waves *sea;
    assert_int_equal(buoy_waves_create(&wave, 1, 9.0, &sea, NULL), BUOY_OK);
    struct buoy_water water = buoy_calm_sea();
    struct buoy_surface_motion motion = buoy_surface_motion_default();
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_waterline line = {.points = NULL};
    double points[6 * 96];
    water.kind = BUOY_WATER_WAVES;
    water.waves = sea;
    water.time = 2.0;
    water.gravity = 9.0;
    water.density = 1000.0;
    query.mesh = mesh;
    query.pose = (struct buoy_pose){{0.5, 0.25, 0.125}, {0.6, 0.0, 0.0, 0.8}};
    query.water = &water;
    line = (struct buoy_waterline){points, 96, 0};
    ask(&query, &line);
    assert_in_range(line.count, 8, 96);
    struct child child = {.arguments = {"eval", "waterline", "--mesh", "builtin:barrel:96",
                                        "--water", waves, "--position=0.5,0.25,0.125",
                                        "--rotation=0.6,0,0,0.8", "--density=1000", "--gravity=9"}};
    expect_table(&child, WATERLINE, points, line.count);

    water.wave_pressure = BUOY_WAVES_DECAY;
    water.region = &pool;
    struct buoy_pressure answer = ask(&query, NULL);
    child.arguments[1] = "pressure";
    child.arguments[10] = "--decay";
    child.arguments[11] = "--pool=-0.25,-8,-8,8,8,8";
    double row[13];
    memcpy(row, &answer, 7 * sizeof *row);
    expect_table(&child, PRESSURE, row, 1);

    water.wave_pressure = BUOY_WAVES_STATIC;
    water.region = NULL;
    water.current[1] = -0.5;
    motion = (struct buoy_surface_motion){.velocity = {3, 2, -1},
                                          .angular_velocity = {0.25, 0, -1},
                                          .drag = 1,
                                          .lift = 0.5,
                                          .skin = 0.0625,
                                          .dt = 0.125,
                                          .mass = 50,
                                          .centre_of_mass = {0, 0.25, 0},
                                          .inverse_inertia = {0.25, 0, 0, 0, 0.5, 0, 0, 0, 0.125}};
    query.motion = &motion;
    answer = ask(&query, NULL);
    child = (struct child){
        .arguments = {"eval", "surface-drag", "--mesh=builtin:barrel:96", "--water", waves,
                      "--position=0.5,0.25,0.125", "--rotation=0.6,0,0,0.8", "--density=1000",
                      "--gravity=9", "--velocity=3,2,-1", "--spin=0.25,0,-1", "--drag=1",
                      "--lift=0.5", "--skin=0.0625", "--current=0,-0.5,0", NULL}};
    motion.dt = 0.0;
    const struct buoy_pressure now = ask(&query, NULL);
    memcpy(row, &now, 13 * sizeof *row);
    expect_table(&child, SURFACE_DRAG, row, 1);
    child.arguments[7] = "--step=0.125"; // sea water's density
    child.arguments[11] = "--mass=50";   // no drag
    child.arguments[14] = "--inertia=4,2,8,0,0,0";
    child.arguments[15] = "--com=0,0.25,0";
    water.density = BUOY_SEA_WATER;
    water.current[1] = 0.0;
    motion.drag = 0.0;
    motion.dt = 0.125;
    answer = ask(&query, NULL);
    memcpy(row, &answer, 13 * sizeof *row);
    expect_table(&child, SURFACE_DRAG, row, 1);
    buoy_waves_destroy(sea);
    buoy_mesh_destroy(mesh);
}

// Every triangle's numbers, and force and torque of the whole, are those of the library.
TEST(in_detail) {
    struct buoy_mesh *mesh = make_barrel();
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const char *waves = scratch_write_text("waves.json", WAVES);
    struct buoy_waves *sea;
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, &sea, NULL), BUOY_OK);
    struct buoy_water water = buoy_calm_sea();
    const struct buoy_surface_motion motion = {.velocity = {3, 2, -1},
                                               .angular_velocity = {0.25, 0, -1},
                                               .drag = 1,
                                               .lift = 0.5,
                                               .skin = 0.0625};
    struct buoy_triangle_force forces[96];
    struct buoy_pressure_detail detail = {.tolerance = 0.001, .triangles = forces};
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_pressure whole;
    double rows[96][20];
    water.kind = BUOY_WATER_WAVES;
    water.waves = sea;
    water.time = 2.0;
    water.current[1] = -0.5;
    query.mesh = mesh;
    query.water = &water;
    query.motion = &motion;
    query.scratch_bytes = buoy_pressure_scratch_bytes(query.mesh, NULL);
    query.scratch = aligned_alloc(64, (query.scratch_bytes + 63) / 64 * 64);
    assert_int_equal(buoy_pressure_in_detail(&query, &detail, &whole, NULL), BUOY_OK);
    for (int t = 0; t < 96; ++t) {
        memcpy(rows[t], &forces[t], sizeof rows[t]);
    }
    struct child child = {.arguments = {"eval", "triangles", "--mesh=builtin:barrel:96", "--water",
                                        waves, "--tolerance=0.001", "--velocity=3,2,-1",
                                        "--spin=0.25,0,-1", "--drag=1", "--lift=0.5",
                                        "--skin=0.0625", "--current=0,-0.5,0"}};
    expect_table(&child, TRIANGLES, rows[0], 96);
    child = (struct child){.arguments = {"eval", "pressure", "--mesh=builtin:barrel:96", "--water",
                                         waves, "--tolerance=0.001"}};
    memcpy(rows[0], &whole, 7 * sizeof rows[0][0]);
    expect_table(&child, PRESSURE, rows[0], 1);
    free(query.scratch);
    buoy_waves_destroy(sea);
    buoy_mesh_destroy(mesh);
}

// Where two boxes cross, the part of each that lies inside the other has no drag.
TEST(hidden) {
    size_t count;
    struct child child = {.arguments = {"eval", "surface-drag", "--mesh", "builtin:catamaran",
                                        "--water", "-", "--velocity", "2,0,0", "--drag", "1"},
                          .input = LEVEL};
    double *all = table_of(&child, SURFACE_DRAG, &count);
    child.arguments[10] = "--hide";
    double *some = table_of(&child, SURFACE_DRAG, &count);
    assert_true(all[7] < 0.0 && some[7] < 0.0 && some[7] >= all[7]);
    free(all);
    free(some);
}

TEST(no_waterline) {
    expect_table(&(struct child){.arguments = {"eval", "waterline", "--mesh", "builtin:box",
                                               "--water", "-", "--position", "0,0,5"},
                                 .input = LEVEL},
                 WATERLINE, NULL, 0);
}

// ------------------------------------------------------------------------------ refused

TEST(refused) {
    static const struct {
        const char *arguments[9], *input, *text;
    } cases[] = {
        {{"stiffness", "--mesh", "builtin:box"}, "", "eval stiffness: --planes is missing"},
        {{"stiffness", "--mesh", "builtin:box", "--planes", "-", "--point", "1,2"},
         "",
         "--point: '1,2' is not 3 numbers"},
        {{"stiffness", "--mesh", "builtin:box", "--planes", "-", "--point", "1,2,x"},
         "",
         "--point: 'x' is not a number"},
        {{"stiffness", "--mesh", "builtin:box", "--planes", "-", "--point", "1,2,nan"},
         "",
         "--point: nan is not between"},
        {{"stiffness", "--mesh", "builtin:box", "--planes", "-", "--point", "1,2,3,4"},
         "",
         "--point: '1,2,3,4' is not 3 numbers"},
        {{"stiffness", "--mesh", "builtin:box", "--planes", "-"},
         PLANES "0,0,1\n",
         "standard input: line 2, column 4 (d): missing"},
        {{"radii", "--mesh", "builtin:box", "--planes", "-"},
         PLANES "0,0,1,0\n0,0,0,1\n",
         "line 3, columns 1-3 (nx,ny,nz): the normal is zero"},
        {{"radii", "--mesh", "builtin:box", "--planes", "-", "--kernel", "volume/auto/best"},
         "",
         "there is no such hydrostatics kernel"},
        {{"pose", "--input", "-"}, POSES "0,0,0,0,0,0,1,0,0,1\n", "line 2, column 11 (d): missing"},
        {{"pose", "--input", "-"}, POSES "0,0,0,0,0,0,1,0,0,1,0,0\n", "line 2, column 12: extra"},
        {{"pose", "--input", "-"},
         POSES "0,0,0,0,0,0,nan,0,0,1,0\n",
         "line 2, column 7 (qw): 'nan' is not finite"},
        {{"pose", "--input", "-"},
         POSES "0,0,0,0,0,0,1,0,0,1,1\n0,0,0,0,0,0,2,0,0,1,0\n",
         "line 3: columns 4-7 (qx,qy,qz,qw): not a unit quaternion"},
        {{"pose", "--input", "-"},
         POSES "0,0,0,0,0,0,1,0,0,0,1\n",
         "line 2: columns 8-10 (nx,ny,nz): the normal is zero"},
        {{"pose", "--input", "-"}, POSES "0,0,1e300,0,0,0,1,0,0,1e300,1\n", "beyond doubles"},
        {{"waterline", "--mesh", "builtin:box"}, "", "eval waterline: --water is missing"},
        {{"waterline", "--mesh", "builtin:box", "--water", "-", "--rotation", "0,0,0,2"},
         LEVEL,
         "eval waterline: "},
        {{"waterline", "--mesh", "builtin:box", "--water", "-", "--pool", "1,1,1,0,0,0"},
         LEVEL,
         "eval waterline: "},
        {{"triangles", "--mesh", "builtin:box", "--water", "-", "--tolerance", "0"},
         LEVEL,
         "--tolerance: 0 is not between 1e-12"},
        {{"triangles", "--mesh", "builtin:box", "--water", "-", "--kernel=pressure/kerner/scalar"},
         LEVEL,
         "eval triangles: no kernel answers in detail; leave out --kernel"},
        {{"pressure", "--mesh", "builtin:box:100000", "--water", "-", "--tolerance=1e-12"},
         "{\"type\":\"waves\",\"time\":0,\"components\":[{\"amplitude\":1,\"wavelength\":1,"
         "\"direction_degrees\":0,\"phase\":0}]}",
         "a tolerance of 1e-12 m would need more than 1048576 cuts of triangles"},
        {{"surface-drag", "--mesh", "builtin:box", "--water", "-", "--drag", "-1"},
         LEVEL,
         "--drag: -1 is not between 0"},
        {{"surface-drag", "--mesh", "builtin:box", "--water", "-", "--step", "1"},
         LEVEL,
         "with --step, --mass is missing"},
        {{"surface-drag", "--mesh", "builtin:box", "--water", "-", "--inertia", "1,1,1,2,0,0"},
         LEVEL,
         "--inertia is not positive definite"},
        {{"surface-drag", "--mesh", "builtin:box", "--water", "-", "--inertia", "-1,-1,1,0,0,0"},
         LEVEL,
         "--inertia is not positive definite"},
        {{"surface-drag", "--mesh", "builtin:box", "--water", "-", "--inertia", "1,-1,-1,0,0,0"},
         LEVEL,
         "--inertia is not positive definite"},
        {{"surface-drag", "--mesh", "builtin:box", "--water", "-", "--spin=1,0,0", "--spin=1,0,0"},
         LEVEL,
         "eval surface-drag: --spin is given twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct child child = {.arguments = {"eval"}, .input = cases[i].input};
        memcpy(child.arguments + 1, cases[i].arguments, sizeof cases[i].arguments);
        expect_refusal(&child, cases[i].text);
    }
}
