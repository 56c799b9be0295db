// `buoybench eval` of bodies in water of any kind: the library's own answers, to the bit. The lists
// in commands/ have what is refused.
#include "body.h"
#include "buoyancy_pressure.h"
#include "buoyancy_step.h"
#include "number_table.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

#define WATERLINE "x0,y0,z0,x1,y1,z1\n"
#define PRESSURE "fx,fy,fz,tx,ty,tz,wetted_area\n"
#define SURFACE_DRAG                                                                               \
    "fx,fy,fz,tx,ty,tz,wetted_area,drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"
#define TRIANGLES                                                                                  \
    "x,y,z,nx,ny,nz,depth,area,fx,fy,fz,tx,ty,tz,"                                                 \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"

static struct buoy_mesh *make_mesh(const char *builtin) {
    struct buoy_mesh *mesh = mesh_of(body_builtin(builtin), 0);
    return mesh;
}

// -------------------------------------------------------------------------------- any kind of
// water

// Each kind of water, as a file and as the library has it.
static const char plane_text[] =
    "{\"type\": \"plane\", \"normal\": [0.1, -0.2, 3], \"offset\": 0.1}";
static const char waves_text[] =
    "{\"type\": \"waves\", \"time\": 2.5, \"components\": [\n"
    "  {\"amplitude\": 0.25, \"wavelength\": 3, \"direction_degrees\": 0, \"phase\": 0.5},\n"
    "  {\"amplitude\": 0.125, \"wavelength\": 2, \"direction_degrees\": 450, \"phase\": 0,\n"
    "   \"period\": 4}]}\n";
static const char grid_text[] = "{\"type\": \"grid\", \"origin\": [-1, -1.5], \"spacing\": [1, "
                                "1.5], \"columns\": 3, \"rows\": 2,\n"
                                " \"heights\": [0, 0.1, 0.2,\n 0.25, -0.1, 0]}";

static struct buoy_water waters(struct buoy_waves **waves, struct buoy_patch **patch,
                                enum buoy_water_kind kind) {
    const double quarter_turn = 1.57079632679489662;
    const struct buoy_wave components[2] = {{.amplitude = 0.25f, .wavelength = 3.0f, .phase = 0.5f},
                                            {.amplitude = 0.125f,
                                             .wavelength = 2.0f,
                                             .direction = (float)quarter_turn,
                                             .period = 4.0f}};
    const struct buoy_patch_grid grid = {{-1.0, -1.5}, {1.0f, 1.5f}, 3, 2};
    const float heights[6] = {0.0f, 0.1f, 0.2f, 0.25f, -0.1f, 0.0f};
    struct buoy_water water = buoy_calm_sea();
    *waves = waves_of(components, 2, BUOY_GRAVITY);
    *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_set(*patch, heights, NULL), BUOY_OK);
    water.kind = kind;
    water.plane64 = (struct buoy_plane64){{0.1, -0.2, 3.0}, 0.1};
    water.waves = *waves;
    water.time = 2.5;
    water.patch = *patch;
    return water;
}

TEST(kinds_of_water) {
    static const char *const texts[] = {plane_text, grid_text, waves_text};
    struct buoy_mesh *mesh = make_mesh("builtin:sphere:320");
    for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
        struct buoy_waves *waves;
        struct buoy_patch *patch;
        const struct pressing pressing = {.mesh = mesh,
                                          .pose = buoy_pose_identity(),
                                          .water =
                                              waters(&waves, &patch, (enum buoy_water_kind)kind)};
        struct child child = {.arguments = {"eval", "pressure", "--mesh=builtin:sphere:320",
                                            "--water",
                                            scratch_write_text("water.json", texts[kind])}};
        const struct buoy_kernel *kernel = buoy_kernel_find("pressure/auto/best");
        size_t i = 0;
        do { // the default first
            const struct buoy_pressure expected = ask_pressure(kernel, &pressing);
            expect_table(&child, PRESSURE, expected.force, 1);
            kernel = next_kernel("pressure", &i);
            struct buoy_kernel_info info;
            if (kernel) {
                buoy_kernel_get_info(kernel, &info, NULL);
                child.arguments[5] = "--kernel";
                child.arguments[6] = info.id;
            }
        } while (kernel);
    }
}

// Nested deeper than any stack.
TEST(deep_water) {
    enum {
        depth = 200000
    };
    char *text = test_alloc(depth + 1);
    memset(text, '[', depth);
    text[depth] = '\0';
    expect_refusal(&(struct child){.arguments = {"eval", "pressure", "--mesh=builtin:box",
                                                 "--water", scratch_write_text("deep.json", text)}},
                   "deep.json: line 1: ");
}

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
    struct buoy_mesh *mesh = make_mesh("builtin:barrel:96");
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const struct buoy_region pool = {{-0.25, -8, -8}, {8, 8, 8}};
    const char *waves = scratch_write_text("waves.json", WAVES);
    struct buoy_waves *sea = waves_of(&wave, 1, 9.0);
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
}

// Every triangle's numbers, and force and torque of the whole, are those of the library.
TEST(in_detail) {
    struct buoy_mesh *mesh = make_mesh("builtin:barrel:96");
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const char *waves = scratch_write_text("waves.json", WAVES);
    struct buoy_waves *sea = waves_of(&wave, 1, BUOY_GRAVITY);
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
}

#define WATER "height,slope_x,slope_y,vx,vy,vz\n"

TEST(waves) {
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const double points[3][3] = {{0, 0, 0}, {3.25, -7, -2}, {1e5, 3, 100}};
    struct buoy_orbital_motion motion = buoy_orbital_motion_default();
    double rows[3][6];
    struct buoy_waves *waves = waves_of(&wave, 1, 9.0);
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
}

// ----------------------------------------------------------------------------------------- scenes

#define BODY "fx,fy,fz,tx,ty,tz,volume,cx,cy,cz\n"
static void assert_near(const char *what, double got, double expected) {
    if (!(fabs(got - expected) <= 1e-6 * fmax(1.0, fabs(expected)))) {
        fail_msg("%s: %.17g, not %.17g", what, got, expected);
    }
}

// The scene of the next test, as the library has it.
static void ask_library(const struct buoy_kernel *kernel, double rows[2][10]) {
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const double position[2][3] = {{0.5, -1.0, 0.125}, {20.0, 3.0, -0.25}};
    const double rotation[2][4] = {{0.0, 0.0, 0.0, 1.0}, {0.6, 0.0, 0.0, 0.8}};
    const double velocity[2][3] = {{0.0, 0.0, 0.0}, {1.0, -2.0, 0.5}};
    const double spin[2][3] = {{0.0, 0.0, 0.0}, {0.25, 0.0, -1.0}};
    struct buoy_part parts[2] = {buoy_part_default(), buoy_part_default()};
    struct buoy_model_input input = buoy_model_input_default();
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:barrel:96"), 0);
    struct buoy_water water = buoy_calm_sea();
    const double densities[2] = {700.0, 200.0};
    parts[0].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 0.5f, 0.25f}};
    parts[1].shape.kind = BUOY_SHAPE_MESH;
    parts[1].mesh = mesh;
    parts[1].place.position[2] = 0.75;
    assert_int_equal(buoy_mass_of_parts(parts, densities, 2, &input.mass, NULL), BUOY_OK);
    input.parts = parts;
    input.part_count = 2;
    input.drag = (struct buoy_drag){1.0, 0.5, 0.25};
    struct buoy_model *model = model_of(&input);
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    water.time = 2.0;

    const struct buoy_model *models[2] = {model, model};
    struct buoy_body_forces answers[2];
    struct buoy_step_query query = buoy_step_query_default();
    query.models = models;
    query.states.position = buoy_doubles(position[0], sizeof position[0]);
    query.states.rotation = buoy_doubles(rotation[0], sizeof rotation[0]);
    query.states.velocity = buoy_doubles(velocity[0], sizeof velocity[0]);
    query.states.spin = buoy_doubles(spin[0], sizeof spin[0]);
    query.water = &water;
    query.count = 2;
    query.scratch_bytes = buoy_step_scratch_bytes(kernel, &query, NULL);
    query.scratch = aligned_alloc(64, (query.scratch_bytes + 127) / 64 * 64);
    assert_int_equal(buoy_step_with(kernel, &query, answers, NULL), BUOY_OK);
    free(query.scratch);
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 3; ++k) {
            rows[i][k] = answers[i].buoyancy.force[k] + answers[i].drag.force[k];
            rows[i][3 + k] = answers[i].buoyancy.torque[k] + answers[i].drag.torque[k];
            rows[i][7 + k] = answers[i].centre[k];
        }
        rows[i][6] = answers[i].volume;
    }
}

static const char raft[] =
    "{\"water\":{\"type\":\"waves\",\"time\":2,\"components\":[{\"amplitude\":0.25,\n"
    "\"wavelength\":16,\"direction_degrees\":0,\"phase\":0.5}]},\n"
    "\"models\":{\"raft\":{\"density\":700,\"drag\":{\"linear\":1,\"angular\":0.5,\n"
    "\"quadratic\":0.25},\"parts\":[{\"shape\":\"box\",\"size\":[1,0.5,0.25]},\n"
    "{\"mesh\":\"builtin:barrel:96\",\"position\":[0,0,0.75],\"density\":200}]}},\n"
    "\"bodies\":[{\"position\":[0.5,-1,0.125]},\n"
    "{\"model\":\"raft\",\"position\":[20,3,-0.25],\"rotation\":[0.6,0,0,0.8],\n"
    "\"velocity\":[1,-2,0.5],\"spin\":[0.25,0,-1]}]}";

TEST(bodies) {
    struct child child = {
        .arguments = {"eval", "body", "--scene", scratch_write_text("raft.json", raft)}};
    double expected[2][10];
    ask_library(buoy_kernel_find("step/auto/best"), expected);
    expect_table(&child, BODY, expected[0], 2);
    child.arguments[4] = "--kernel";
    size_t asked = 0;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, "step") == 0 && info.runnable) {
            child.arguments[5] = info.id;
            ask_library(buoy_kernel_at(i), expected);
            expect_table(&child, BODY, expected[0], 2);
            asked += 1;
        }
    }
    assert_true(asked >= 3);
}

// As many parts as a body may have, and one more.
TEST(many_parts) {
    for (size_t parts = 256; parts <= 257; ++parts) {
        char scene[257 * 40 + 100] = "{\"models\":{\"m\":{\"parts\":[";
        for (size_t i = 0; i < parts; ++i) {
            strcat(scene, i > 0 ? ",{\"shape\":\"box\",\"size\":[1,1,1]}"
                                : "{\"shape\":\"box\",\"size\":[1,1,1]}");
        }
        strcat(scene, "]}},\"bodies\":[{\"position\":[0,0,-5]}]}");
        const char *path = scratch_write_text("parts.json", scene);
        const struct child child = {.arguments = {"eval", "body", "--scene", path}};
        if (parts > 256) {
            expect_refusal(&child, "models.m.parts has 257 elements, not 1 to 256");
        } else {
            size_t count;
            double *row = table_of(&child, BODY, &count);
            assert_near("V", row[6], 256.0 * 8.0);
            free(row);
        }
    }
}
