// `buoybench eval pressure`: the library's own answers, to the bit, and strict reading of water.
#include <float.h>

#include "body.h"
#include "child.h"
#include "pressing.h"
#include "test.h"

#define HEADER "fx,fy,fz,tx,ty,tz,wetted_area\n"

static struct child eval(const char *mesh, const char *water, const char *kernel) {
    return (struct child){.arguments = {"eval", "pressure", "--mesh", mesh, "--water", water,
                                        kernel ? "--kernel" : NULL, kernel}};
}

static struct buoy_pressure run(const struct child *child) {
    struct outcome outcome = child_run(child);
    expect_success(&outcome);
    assert_memory_equal(outcome.output, HEADER, strlen(HEADER));
    struct buoy_pressure read = {.wetted_area = 0.0}; // without a motion no drag
    double *f = read.force, *t = read.torque;
    int length = 0;
    const char *row = outcome.output + strlen(HEADER);
    assert_int_equal(sscanf(row, "%lf,%lf,%lf,%lf,%lf,%lf,%lf%n", &f[0], &f[1], &f[2], &t[0], &t[1],
                            &t[2], &read.wetted_area, &length),
                     7);
    assert_string_equal(row + length, "\n");
    outcome_free(&outcome);
    return read;
}

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
    assert_int_equal(buoy_waves_create(components, 2, BUOY_GRAVITY, waves, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_create(&grid, patch, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_set(*patch, heights, NULL), BUOY_OK);
    water.kind = kind;
    water.plane64 = (struct buoy_plane64){{0.1, -0.2, 3.0}, 0.1};
    water.waves = *waves;
    water.time = 2.5;
    water.patch = *patch;
    return water;
}

TEST(same_as_library) {
    static const char *const texts[] = {plane_text, grid_text, waves_text};
    struct body body = body_builtin("builtin:sphere:320");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
        struct buoy_waves *waves;
        struct buoy_patch *patch;
        const struct pressing pressing = {.mesh = mesh,
                                          .pose = buoy_pose_identity(),
                                          .water =
                                              waters(&waves, &patch, (enum buoy_water_kind)kind)};
        const char *path = scratch_write_text("water.json", texts[kind]);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_pressure_kernel(&i));) {
            struct buoy_kernel_info info;
            buoy_kernel_get_info(kernel, &info, NULL);
            const struct buoy_pressure expected = ask_pressure(kernel, &pressing);
            const struct child child = eval("builtin:sphere:320", path, info.id);
            const struct buoy_pressure got = run(&child);
            assert_memory_equal(&got, &expected, sizeof got);
        }
        const struct buoy_pressure expected =
            ask_pressure(buoy_kernel_find("pressure/auto/best"), &pressing);
        const struct child child = eval("builtin:sphere:320", path, NULL);
        const struct buoy_pressure got = run(&child);
        assert_memory_equal(&got, &expected, sizeof got);
        buoy_patch_destroy(patch);
        buoy_waves_destroy(waves);
    }
    buoy_mesh_destroy(mesh);
    body_free(&body);
}

// A cube of volume 8 half under fresh water on the Moon.
TEST(density_and_gravity) {
    const struct child child = {.arguments = {"eval", "pressure", "--mesh", "builtin:box",
                                              "--water", "-", "--density", "1000", "--gravity",
                                              "1.625"},
                                .input = "{\"type\":\"plane\",\"normal\":[0,0,2],\"offset\":0}"};
    struct body body = body_builtin("builtin:box");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const struct buoy_pressure got = run(&child);
    const double expected = 1625.0 * info.volume / 2.0;
    assert_true(fabs(got.force[2] - expected) <= 1e-6 * expected);
    assert_true(fabs(got.force[0]) + fabs(got.force[1]) <= 1e-6 * expected);
    buoy_mesh_destroy(mesh);
    body_free(&body);
}

// A tent without a floor.
TEST(open) {
    if (!importer_is_built()) {
        skip();
    }
    const char *mesh = scratch_write_text(
        "open.obj", "v 1 0 1\nv 0 1 1\nv -1 -1 1\nv 0 0 -1\nf 2 1 4\nf 3 2 4\nf 1 3 4\n");
    struct child child = eval(mesh, "-", NULL);
    child.input = "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":2}";
    expect_refusal(&child, "open.obj");
    child.arguments[6] = "--open-ok";
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, HEADER "nan,nan,nan,nan,nan,nan,nan\n");
    outcome_free(&outcome);
    child.input = "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":-2}";
    outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, HEADER "0,0,0,0,0,0,0\n");
    outcome_free(&outcome);
    child.input = "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}";
    assert_true(run(&child).force[2] > 0.0);
}

#define GRID "{\"type\":\"grid\",\"origin\":[0,0],\"spacing\":[1,1],"
#define WAVES "{\"type\":\"waves\",\"time\":0,\"components\":"
#define WAVE "{\"amplitude\":1,\"wavelength\":2,\"direction_degrees\":0,\"phase\":0}"

TEST(refused_water) {
    static const struct {
        const char *json, *text;
    } cases[] = {
        {"", "water.json: line 1: "},
        {"{", "line 1: "},
        {"\n\n{\"type\":}", "line 3: "},
        {"[1]", "line 1: not an object"},
        {"3", "line 1: "},
        {"{\"type\":\"plane\",\"type\":\"plane\"}", "line 1: duplicate"},
        {"{\"type\":\"plane\",\"normal\":[0,0,NaN],\"offset\":0}", "line 1: "},
        {"{\"type\":\"plane\",\"normal\":[0,0,1e999],\"offset\":0}", "line 1: "},
        {"{\"type\":\"plane\"\n,\"normal\":[0,0,1],\n\"offset\":1e39}",
         "line 3: offset is 1e+39, not between"},
        {"{\"normal\":[0,0,1],\"offset\":0}", "line 1: type is missing"},
        {"{\n\"type\":7}", "line 2: type is neither"},
        {"{\"type\":\"lake\"}", "line 1: type is neither"},
        {"{\"type\":\"plane\",\"normal\":[0,0,1]}", "line 1: offset is missing"},
        {"{\"type\":\"plane\",\"offset\":0}", "line 1: normal is missing"},
        {"{\"type\":\"plane\",\"normal\":1,\"offset\":0}", "line 1: normal is not an array"},
        {"{\"type\":\"plane\",\"normal\":[0,1],\"offset\":0}", "normal has 2 numbers, not 3"},
        {"{\"type\":\"plane\",\"normal\":[0,\n0,\n\"1\"],\"offset\":0}",
         "line 3: normal[2] is not a number"},
        {"{\"type\":\"plane\",\"normal\":[0,0,0],\"offset\":0}", "line 1: normal is zero"},
        {"{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":null}", "offset is not a number"},
        {"{\"type\":\"plane\",\"normal\":[\"]}\\\"\\\\\",{\"}\":[[]]},[]],\n\n\"deep\":1}",
         "line 3: unknown key 'deep'"},
        {"{\"type\":\"plane\",\n\"de\\\"ep\":1}", "unknown key 'de\"ep'"},
        {GRID "\"columns\":2,\"rows\":2}", "heights is missing"},
        {GRID "\"columns\":2.5,\"rows\":2,\"heights\":[]}", "columns is not a whole number"},
        {GRID "\"columns\":1,\"rows\":2,\"heights\":[]}", "columns is 1, not between 2 and 4096"},
        {GRID "\"columns\":1e9,\"rows\":1e9,\"heights\":[]}", "columns is 1e+09, not between"},
        {GRID "\"columns\":4096,\"rows\":4096,\"heights\":[1]}",
         "heights has 1 numbers, not 16777216"},
        {GRID "\"columns\":2,\"rows\":2,\"heights\":[1,2,\n3,[4]]}", "line 2: heights[3] is not a"},
        {GRID "\"columns\":2,\"rows\":2,\"heights\":[1,2,\n3,1e20]}", "heights are not all within"},
        {"{\"type\":\"grid\",\"origin\":[0,0],\"columns\":2,\"rows\":2,\n\"spacing\":[1,0],"
         "\"heights\":[0,0,0,0]}",
         "line 2: the grid's spacing"},
        {"{\"type\":\"waves\",\"time\":0}", "components are missing"},
        {"{\"tpe\":\"waves\",\"components\":[]}", "unknown key 'tpe'"},
        {"{\"type\":\"waves\",\"kind\":\"waves\"}", "kind is \"type\" by its other name"},
        {"{\"type\":\"waves\",\"waves\":[],\n\"components\":[]}", "line 1: waves is \"comp"},
        {"{\"type\":\"waves\",\"components\":[],\n\"decay\":1}", "line 2: decay is neither"},
        {"{\"type\":\"plane\",\"normal\":[0,0,1],\"d\":0,\"decay\":true}", "unknown key 'decay'"},
        {WAVES "[{\"wavelength\":2,\"perod\":2}]}", "components[0]: unknown key 'perod'"},
        {WAVES "[{\"amplitude\":1,\"wavelength\":2,\"direction_degrees\":0,\"direction\":0}]}",
         "components[0].direction is \"direction_degrees\" by its other name"},
        {WAVES "{}}", "components is not an array"},
        {WAVES "[1]}", "components[0] is not an object"},
        {WAVES "[" WAVE ",\n{}]}", "line 2: components[1].amplitude is missing"},
        {WAVES "[" WAVE ",\n" WAVE ",{\"amplitude\":1,\n\"wavelength\":0,\"direction_degrees\":0,"
               "\"phase\":0}]}",
         "line 3: components[2].wavelength is 0, not between"},
        {WAVES "[{\"amplitude\":-1,\"wavelength\":2,\"direction_degrees\":0,\"phase\":0}]}",
         "components[0].amplitude is -1, not between"},
        {WAVES
         "[{\"amplitude\":1,\"wavelength\":2,\"direction_degrees\":0,\"phase\":0,\n\"perod\":2}]}",
         "line 2: components[0]: unknown key 'perod'"},
        {WAVES "[{\"amplitude\":1e20,\"wavelength\":2,\"direction_degrees\":0,\"phase\":0}]}",
         "line 1: wave 0 is higher"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *path = scratch_write_text("water.json", cases[i].json);
        const struct child child = eval("builtin:box", path, NULL);
        expect_refusal(&child, cases[i].text);
        expect_refusal(&child, "water.json: line ");
    }
}

// The names of the library's headers do as well, and the time may be left out.
TEST(names) {
    static const char *const waters[][2] = {
        {"{\"type\":\"plane\",\"normal\":[0,1,3],\"offset\":0.1}",
         "{\"kind\":\"plane\",\"normal\":[0,1,3],\"d\":0.1}"},
        {GRID "\"columns\":2,\"rows\":2,\"heights\":[0,0.1,0.2,0.3]}",
         "{\"kind\":\"patch\",\"origin\":[0,0],\"spacing\":[1,1],\"columns\":2,\"rows\":2,"
         "\"heights\":[0,0.1,0.2,0.3]}"},
        {WAVES "[{\"amplitude\":0.3,\"wavelength\":2,\"direction_degrees\":90,\"phase\":1}]}",
         "{\"kind\":\"waves\",\"waves\":[{\"amplitude\":0.3,\"wavelength\":2,"
         "\"direction\":1.5707963267948966,\"phase\":1}]}"},
    };
    for (size_t i = 0; i < sizeof waters / sizeof waters[0]; ++i) {
        struct outcome outcomes[2];
        for (int k = 0; k < 2; ++k) {
            const char *path = scratch_write_text("water.json", waters[i][k]);
            const struct child child = eval("builtin:box", path, NULL);
            outcomes[k] = child_run(&child);
            expect_success(&outcomes[k]);
        }
        assert_string_equal(outcomes[0].output, outcomes[1].output);
        outcome_free(&outcomes[0]);
        outcome_free(&outcomes[1]);
    }
}

// Nested deeper than any stack, or without an end.
// A plane's normal may have any length, also beyond what the library takes.
TEST(normal_of_any_length) {
    static const char *const planes[] = {
        "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0.125}",
        "{\"type\":\"plane\",\"normal\":[0,0,8e-36],\"offset\":1e-36}",
        "{\"type\":\"plane\",\"normal\":[0,0,8e35],\"offset\":1e35}",
    };
    char *answer = NULL;
    for (int i = 0; i < 3; ++i) {
        const struct child child =
            eval("builtin:box", scratch_write_text("plane.json", planes[i]), NULL);
        struct outcome outcome = child_run(&child);
        expect_success(&outcome);
        if (answer) {
            assert_string_equal(outcome.output, answer);
        } else {
            answer = strdup(outcome.output);
        }
        outcome_free(&outcome);
    }
    free(answer);
}

TEST(hostile_water) {
    enum {
        depth = 200000
    };
    char *text = malloc(depth + 1);
    assert_non_null(text);
    memset(text, '[', depth);
    text[depth] = '\0';
    struct child child = eval("builtin:box", scratch_write_text("deep.json", text), NULL);
    expect_refusal(&child, "deep.json: line 1: ");
    free(text);
    child = eval("builtin:box", scratch_write("nul.json", "{\"type\0\":1}", 11), NULL);
    expect_refusal(&child, "nul.json: line 1: ");
    static const char between[] =
        "{\"tpe\":\"grid\",\n\"heights\":[1,2\0,3]}"; // where space may be
    child = eval("builtin:box", scratch_write("nul.json", between, sizeof between - 1), NULL);
    expect_refusal(&child, "nul.json: line 2: a NUL byte");
    child = eval("builtin:box", scratch_write("le.json", "\xff\xfe{\0}\0", 6), NULL);
    expect_refusal(&child, "le.json: line 1: UTF-16 text; save it as UTF-8");
    child = eval("builtin:box", scratch_write("bytes.json", "\xff\xfe{}", 4), NULL);
    expect_refusal(&child, "bytes.json: line 1: ");
    child = eval("builtin:box", scratch_folder(), NULL);
    expect_refusal(&child, "directory");
    child = eval("builtin:box", scratch_path("none.json"), NULL);
    expect_refusal(&child, "none.json: No such file");
}

TEST(refused_arguments) {
    const char *path = scratch_write_text("good.json", plane_text);
    struct child child = eval("builtin:box", path, "volume/auto/best");
    expect_refusal(&child, "volume/auto/best");
    child = eval("builtin:box", path, "pressure/*");
    expect_refusal(&child, "eval takes one kernel");
    child = eval("builtin:nothing", path, NULL);
    expect_refusal(&child, "nothing");
    child = eval("builtin:box", path, NULL);
    child.arguments[6] = "--density";
    child.arguments[7] = "0";
    expect_refusal(&child, "--density: 0 is not between");
    child.arguments[6] = "--gravity";
    child.arguments[7] = "nan";
    expect_refusal(&child, "--gravity");
    child.arguments[5] = scratch_write_text("waves.json", waves_text);
    child.arguments[7] = "0";
    expect_refusal(&child, "components need gravity above 0");
    child.arguments[6] = "--mesh";
    child.arguments[7] = "builtin:sphere";
    expect_refusal(&child, "--mesh is given twice");
    child.arguments[6] = "--water";
    expect_refusal(&child, "eval pressure: --water is given twice");
    child.arguments[6] = "--mesh";
    child.arguments[4] = NULL;
    expect_refusal(&child, "--water is missing");
    child.arguments[2] = "--water";
    child.arguments[3] = path;
    expect_refusal(&child, "--mesh is missing");
}
