// `buoybench eval` of forces, water and mass: the library's own answers, to the bit; closed forms;
// what is refused.
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_step.h"
#include "number_table.h"
#include "rng.h"
#include "test.h"

#define BODIES                                                                                     \
    "volume,cx,cy,cz,wetted_area,mass,body_volume,length,j00,j01,j02,j10,j11,j12,j20,j21,j22,"     \
    "x,y,z,vx,vy,vz,wx,wy,wz,ux,uy,uz,water_vx,water_vy,water_vz\n"
#define FORCES                                                                                     \
    "buoyancy_fx,buoyancy_fy,buoyancy_fz,buoyancy_tx,buoyancy_ty,buoyancy_tz,"                     \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"
#define WATER "height,slope_x,slope_y,vx,vy,vz\n"
#define MASS                                                                                       \
    "mass,cx,cy,cz,ixx,iyy,izz,ixy,ixz,iyz,volume,length,diagonal,middle_x,middle_y,middle_z,"     \
    "part_count,is_box\n"

// --------------------------------------------------------------------------------- forces

enum {
    COUNT = 20
};

// A row's numbers, exact in few digits.
static void make_row(struct rng *rng, double row[32]) {
    for (int k = 0; k < 32; ++k) {
        row[k] = (double)rng_below(rng, 257) / 64.0 - 2.0;
    }
    for (int k = 0; k < 9; ++k) { // symmetric, positive definite
        row[8 + k] = k % 4 == 0 ? 1.0 + k : 0.125;
    }
    row[0] = 0.5 + row[0] / 8.0;
    row[4] = 3.0 + row[4];
    row[5] = 500.0 + row[5];
    row[6] = 1.0;
    row[7] = 1.5;
    row[26] = 0.6;
    row[27] = 0.0;
    row[28] = 0.8;
}

static void ask_library(const double *v, double *row) {
    const struct buoy_submerged wet = {v[0], {v[1], v[2], v[3]}, v[4]};
    struct buoy_drag_body body = {.mass = v[5], .volume = v[6], .length = v[7]};
    const struct buoy_drag_motion motion = {
        {v[17], v[18], v[19]}, {v[20], v[21], v[22]}, {v[23], v[24], v[25]}};
    const struct buoy_drag drag = {2.0, 0.5, 0.25};
    struct buoy_force force;
    memcpy(body.inverse_inertia, v + 8, sizeof body.inverse_inertia);
    buoy_buoyancy_force(&wet, motion.centre_of_mass, v + 26, 1000.0, 9.0, &force);
    memcpy(row, &force, sizeof force);
    buoy_drag_force(&wet, &body, &motion, v + 29, 1000.0, &drag, 0.25, &force);
    memcpy(row + 6, &force, sizeof force);
}

TEST(forces) {
    struct rng rng = rng_make("cli_eval_forces");
    double questions[COUNT][32], answers[COUNT][12];
    const char *path = scratch_path("bodies.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(BODIES, file);
    for (int i = 0; i < COUNT; ++i) {
        make_row(&rng, questions[i]);
        ask_library(questions[i], answers[i]);
        for (int k = 0; k < 32; ++k) {
            fprintf(file, "%.17g%c", questions[i][k], k < 31 ? ',' : '\n');
        }
    }
    fclose(file);
    struct child child = {.arguments = {"eval", "forces", "--input", path, "--drag", "2,0.5,0.25",
                                        "--density", "1000", "--gravity", "9", "--step", "0.25"}};
    expect_table(&child, FORCES, answers[0], COUNT);
    child.arguments[12] = "--kernel";
    child.arguments[13] = "forces/catto/scalar";
    expect_table(&child, FORCES, answers[0], COUNT);
}

// --------------------------------------------------------------------------- hydrodynamics

#define HYDRODYNAMICS                                                                              \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz,"                                             \
    "coriolis_fx,coriolis_fy,coriolis_fz,coriolis_tx,coriolis_ty,coriolis_tz\n"
#define MOTIONS "surge,sway,heave,roll,pitch,yaw\n"

TEST(hydrodynamics) {
    static const double inertia[9] = {1.0, 0.0, 0.0, 0.0, 2.0, 0.5, 0.0, 0.5, 3.0};
    static const double origin[3] = {0.0, 0.0, 0.0}, centre[3] = {0.25, 0.0, -0.5};
    static const double velocities[2][6] = {{2, 0.5, 0, 0, 0, 0.1}, {-1, 3, 0.25, 1, -2, 0.5}};
    struct buoy_hydrodynamics body = buoy_hydrodynamics_default();
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    double rows[2][12];
    for (int i = 0; i < 6; ++i) {
        body.linear[i][i] = 5.0 + i;
        body.quadratic[i][i] = 0.5;
        body.added_mass[i][i] = 4.0;
    }
    body.added_mass[1][5] = body.added_mass[5][1] = 1.5;
    buoy_mass_matrix(20.0, centre, inertia, origin, motion.mass);
    motion.share = 0.5;
    motion.dt = 0.25;
    for (int i = 0; i < 2; ++i) {
        memcpy(motion.velocity, velocities[i], sizeof velocities[i]);
        assert_int_equal(buoy_hydrodynamics_compute(&body, &motion, &forces, NULL), BUOY_OK);
        memcpy(rows[i], forces.drag, sizeof forces.drag);
        memcpy(rows[i] + 6, forces.coriolis, sizeof forces.coriolis);
    }
    const char *file = scratch_write_text(
        "rov.json", "{\"linear\":[5,6,7,8,9,10],\"quadratic\":[0.5,0.5,0.5,0.5,0.5,0.5],\n"
                    "\"added_mass\":[4,0,0,0,0,0, 0,4,0,0,0,1.5, 0,0,4,0,0,0, 0,0,0,4,0,0,\n"
                    "0,0,0,0,4,0, 0,1.5,0,0,0,4],\"mass\":20,\"centre_of_mass\":[0.25,0,-0.5],\n"
                    "\"inertia\":[1,2,3,0,0,0.5]}");
    expect_table(&(struct child){.arguments = {"eval", "hydrodynamics", "--body", file, "--input",
                                               "-", "--share", "0.5", "--step", "0.25"},
                                 .input = MOTIONS "2,0.5,0,0,0,0.1\n-1,3,0.25,1,-2,0.5\n"},
                 HYDRODYNAMICS, rows[0], 2);
}

// ---------------------------------------------------------------------------------- water

TEST(waves) {
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const double points[3][3] = {{0, 0, 0}, {3.25, -7, -2}, {1e5, 3, 100}};
    struct buoy_orbital_motion motion = buoy_orbital_motion_default();
    struct buoy_waves *waves;
    double rows[3][6];
    assert_int_equal(buoy_waves_create(&wave, 1, 9.0, &waves, NULL), BUOY_OK);
    motion.waves = waves;
    motion.time = 2.0;
    for (int i = 0; i < 3; ++i) {
        float height, slope[2];
        struct buoy_surface surface = {&points[i][0], &points[i][1], 1,
                                       &height,       &slope[0],     &slope[1]};
        assert_int_equal(buoy_waves_sample(waves, 2.0, &surface, NULL), BUOY_OK);
        rows[i][0] = (double)height;
        rows[i][1] = (double)slope[0];
        rows[i][2] = (double)slope[1];
        buoy_waves_orbital_velocity(&motion, points[i], 1, &rows[i][3]);
    }
    const char *sea = scratch_write_text(
        "waves.json", "{\"type\":\"waves\",\"time\":2,\"components\":[{\"amplitude\":0.25,"
                      "\"wavelength\":16,\"direction_degrees\":0,\"phase\":0.5}]}");
    struct child child = {
        .arguments = {"eval", "water", "--water", sea, "--input", "-", "--gravity", "9"},
        .input = "x,y,z\n0,0,0\n3.25,-7,-2\n1e5,3,100\n"};
    expect_table(&child, WATER, rows[0], 3);
    child.arguments[8] = "--kernel";
    child.arguments[9] = "water/waves/scalar";
    expect_table(&child, WATER, rows[0], 3);
    buoy_waves_destroy(waves);
}

// The plane 2 z = 4 − y, and a patch of one cell that rises by 1 along x.
TEST(flat) {
    const double plane[2][6] = {{2, 0, -0.5, 0, 0, 0}, {0, 0, -0.5, 0, 0, 0}};
    const char *slope = scratch_write_text("slope.json", "{\"type\":\"plane\",\"normal\":[0,1,2],"
                                                         "\"offset\":4}");
    size_t count;
    double *got =
        table_of(&(struct child){.arguments = {"eval", "water", "--water", slope, "--input", "-"},
                                 .input = "x,y,z\n0,0,0\n9,4,-1\n"},
                 WATER, &count);
    assert_int_equal(count, 2);
    for (int i = 0; i < 12; ++i) {
        assert_true(got[i] == plane[i / 6][i % 6]);
    }
    free(got);
    const double patch[6] = {0.25, 1, 0, 0, 0, 0};
    const char *grid = scratch_write_text(
        "grid.json", "{\"type\":\"grid\",\"origin\":[0,0],\"spacing\":[1,1],\"columns\":2,"
                     "\"rows\":2,\"heights\":[0,1,0,1]}");
    expect_table(&(struct child){.arguments = {"eval", "water", "--water", grid, "--input", "-"},
                                 .input = "x,y,z\n0.25,0.5,0\n"},
                 WATER, patch, 1);
}

// Four columns: two cubes in calm water, one of them dry.
TEST(columns) {
    const double rows[2][4] = {{3, 0, 0, -0.375}, {0, 5, 6, 7}};
    const char *level =
        scratch_write_text("level.json", "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}");
    struct child child = {.arguments = {"eval", "columns", "--water", level, "--input", "-"},
                          .input = "hx,hy,hz,x,y,z,qx,qy,qz,qw\n1,1,1,0,0,0.25,0,0,0,1\n"
                                   "1,1,1,5,6,7,0,0,0,1\n"};
    expect_table(&child, "volume,cx,cy,cz\n", rows[0], 2);
    child.input = "hx,hy,hz,x,y,z,qx,qy,qz,qw\n1,1,1,0,0,0,0,0,0,1\n1,1,0,5,6,7,0,0,0,1\n";
    expect_refusal(&child, "line 3: half extent 2 is 0");
    child.input = "hx,hy,hz,x,y,z,qx,qy,qz,qw\n1,1,1,0,0,0,0,0,0\n";
    expect_refusal(&child, "line 2, column 10 (qw): missing field");
    // Water that slopes by 1/4, below the corners of a cube: depths of 1 ± 1/4.
    const double corners[4] = {4, -0.25, 0, -0.46875};
    child.arguments[3] =
        scratch_write_text("slope.json", "{\"type\":\"plane\",\"normal\":[1,0,4],\"offset\":0}");
    child.arguments[6] = "--corners";
    child.input = "hx,hy,hz,x,y,z,qx,qy,qz,qw\n1,1,1,0,0,0,0,0,0,1\n";
    expect_table(&child, "volume,cx,cy,cz\n", corners, 1);
}

// ----------------------------------------------------------------------------------- mass

// A box of 2 × 4 × 6 m and 1 kg/m³, and a sphere whose mass is given.
TEST(mass) {
    static const char scene[] =
        "{\"models\":{\"box\":{\"density\":1,\"parts\":[{\"shape\":\"box\",\"size\":[1,2,3]}]},\n"
        "\"ball\":{\"mass\":7,\"centre_of_mass\":[0,0,-0.5],\"inertia\":[2,3,4,0.25,0.125,0.5],\n"
        "\"parts\":[{\"shape\":\"sphere\",\"size\":[2],\"position\":[1,0,0]}]}},\"bodies\":[]}";
    const double pi = 3.14159265358979323846;
    const double of_ball = 2.0 * sqrt(12.0 / 5.0); // L of the cube with its second moments
    const double rows[2][18] = {
        {48, 0, 0, 0, 208, 160, 80, 0, 0, 0, 48, 4, sqrt(56.0), 0, 0, 0, 1, 1},
        {7, 0, 0, -0.5, 2, 3, 4, 0.25, 0.125, 0.5, 32.0 / 3.0 * pi, of_ball, sqrt(48.0), 1, 0, 0, 1,
         0},
    };
    size_t count;
    double *got =
        table_of(&(struct child){.arguments = {"eval", "mass", "--scene", "-"}, .input = scene},
                 MASS, &count);
    assert_int_equal(count, 2);
    for (int i = 0; i < 36; ++i) {
        const double expected = rows[i / 18][i % 18];
        if (!(fabs(got[i] - expected) <= 1e-12 * fmax(1.0, fabs(expected)))) {
            fail_msg("model %d, column %d: %.17g, not %.17g", i / 18, i % 18 + 1, got[i], expected);
        }
    }
    free(got);
}

// -------------------------------------------------------------------------------- refused

#define BEGIN "0.5,0,0,0,1,"
#define END ",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0\n"

TEST(refused) {
    const char *level =
        scratch_write_text("level.json", "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}");
    const char *wall =
        scratch_write_text("wall.json", "{\"type\":\"plane\",\"normal\":[1,0,0],\"offset\":0}");
    const char *rov = scratch_write_text("rov.json", "{\"linear\":[1,1,1,1,1,1]}");
    const struct {
        const char *arguments[8], *input, *text;
    } cases[] = {
        {{"hydrodynamics", "--input", "-"}, "", "eval hydrodynamics: --body is missing"},
        {{"hydrodynamics", "--body", "-", "--input", "-"},
         "{\"linear\":[1,2]}",
         "line 1: linear has 2 numbers, neither 6 nor 36"},
        {{"hydrodynamics", "--body", "-", "--input", "-"},
         "{\"linear\":[1,2,3,4,5,\n\"6\"]}",
         "line 2: linear[5] is not a number"},
        {{"hydrodynamics", "--body", "-", "--input", "-"}, "{\"quadratic\":1}", "is not an array"},
        {{"hydrodynamics", "--body", "-", "--input", "-"}, "{\"damping\":[]}", "unknown key"},
        {{"hydrodynamics", "--body", "-", "--input", "-"}, "{\"mass\":-1}", "mass is -1, not"},
        {{"hydrodynamics", "--body", rov, "--input", "-"},
         MOTIONS "1,2,3,4,5\n",
         "line 2, column 6 (yaw): missing field"},
        {{"hydrodynamics", "--body", rov, "--input", "-", "--step", "1"},
         MOTIONS "1,2,3,4,5,6\n",
         "line 2: the mass is not symmetric and positive definite"},
        {{"hydrodynamics", "--body", rov, "--input", "-", "--share", "1.5"},
         "",
         "--share: 1.5 is not between 0 and 1"},
        {{"forces"}, "", "eval forces: --input is missing"},
        {{"forces", "--input", "-"}, BODIES "1,2\n", "line 2, column 3 (cy): missing field"},
        {{"forces", "--input", "-"}, BODIES BEGIN "x,1,1" END, "column 6 (mass): 'x' is not a"},
        {{"forces", "--input", "-"}, BODIES BEGIN "1e999,1,1" END, "(mass): '1e999' is not finite"},
        {{"forces", "--input", "-"},
         BODIES BEGIN "1,1,1" END BEGIN "0,1,1" END,
         "standard input: line 3: body 0: its mass"},
        {{"forces", "--input", "-", "--drag", "1,2"}, BODIES, "--drag: '1,2' is not 3 numbers"},
        {{"forces", "--input", "-", "--drag", "1,-2,3"},
         BODIES BEGIN "1,1,1" END,
         "a drag coefficient or the step is below 0"},
        {{"forces", "--input", "-", "--kernel", "step/auto/best"},
         "",
         "there is no such forces kernel"},
        {{"water", "--input", "-"}, "", "eval water: --water is missing"},
        {{"water", "--water", level, "--input", "-"}, "x,y\n", "line 1, column 3: ''"},
        {{"water", "--water", level, "--input", "-"}, "x,y,z\n0,0,nan\n", "column 3 (z): 'nan'"},
        {{"water", "--water", level, "--input", "-"}, "x,y,z\n0,0,0\n0,1e19,0\n", "line 3: "},
        {{"water", "--water", wall, "--input", "-"}, "x,y,z\n0,0,0\n", "line 2: "},
        {{"water", "--water", level, "--input", "-", "--kernel", "water/auto/best"},
         "x,y,z\n",
         "--kernel is for waves"},
        {{"mass", "--scene", "-"}, "{\"models\":{}}", "line 1: bodies is missing"},
        {{"mass"}, "", "eval mass: --scene is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct child child = {.arguments = {"eval"}, .input = cases[i].input};
        memcpy(child.arguments + 1, cases[i].arguments, sizeof cases[i].arguments);
        expect_refusal(&child, cases[i].text);
    }
}
