// `buoybench eval body`: the library's own answers about a scene, to the bit; cases by hand; and
// strict reading, which names what is wrong, and where.
#include "body.h"
#include "buoyancy_step.h"
#include "child.h"
#include "number_table.h"
#include "test.h"

#define HEADER "fx,fy,fz,tx,ty,tz,volume,cx,cy,cz\n"
#define MOST_ROWS 4

static struct child eval(const char *scene, const char *kernel) {
    return (struct child){
        .arguments = {"eval", "body", "--scene", scene, kernel ? "--kernel" : NULL, kernel}};
}

// Returns the number of rows.
static size_t run(const struct child *child, double rows[MOST_ROWS][10]) {
    size_t count;
    double *numbers = table_of(child, HEADER, &count);
    assert_true(count <= MOST_ROWS);
    memcpy(rows, numbers, count * sizeof rows[0]);
    free(numbers);
    return count;
}

static void assert_near(const char *what, double got, double expected) {
    if (!(fabs(got - expected) <= 1e-6 * fmax(1.0, fabs(expected)))) {
        fail_msg("%s: %.17g, not %.17g", what, got, expected);
    }
}

// A cube of 1 m half in fresh water of the Moon, in a current. The same with its mass off the
// middle.
TEST(by_hand) {
    static const char scene[] =
        "{\"water\":{\"type\":\"plane\",\"normal\":[0,0,3],\"offset\":1.5,\"density\":1000,\n"
        "\"gravity\":1.5,\"current\":[2,0,0]},\"models\":{\"crate\":{\n"
        "\"parts\":[{\"shape\":\"box\",\"size\":[0.5,0.5,0.5],\"density\":300}],\n"
        "\"drag\":{\"linear\":4}},\n"
        "\"loaded\":{\"parts\":[{\"shape\":\"box\",\"size\":[0.5,0.5,0.5]}],\n"
        "\"mass\":300,\"centre_of_mass\":[0,0.25,0],\"inertia\":[0,0,0,0,0,0]}},\n"
        "\"bodies\":[{\"model\":\"crate\",\"position\":[7,8,0.5],\"velocity\":[3,0,0]},\n"
        "{\"model\":\"loaded\",\"position\":[0,0,0.5]}]}";
    const struct child child = {.arguments = {"eval", "body", "--scene", "-"}, .input = scene};
    double rows[MOST_ROWS][10] = {{0.0}};
    assert_int_equal(run(&child, rows), 2);
    assert_near("drag", rows[0][0], -4.0 * 150.0 * 1.0);
    assert_near("fz", rows[0][2], 750.0);
    assert_near("ty", rows[0][4], 0.25 * 600.0); // r × F = (0, 0, −¼) × (−600, 0, …)
    assert_near("volume", rows[0][6], 0.5);
    assert_near("cx", rows[0][7], 7.0);
    assert_near("cz", rows[0][9], 0.25);
    assert_near("fx", rows[1][0], 0.0);
    assert_near("tx", rows[1][3], -0.25 * 750.0);
}

// With a step, drag is less: F = −k u / (1 + dt k/m) for a body that cannot be turned.
TEST(step) {
    static const char scene[] =
        "{\"models\":{\"m\":{\"parts\":[{\"shape\":\"box\",\"size\":[1,1,1]}],\"mass\":100,\n"
        "\"inertia\":[0,0,0,0,0,0],\"drag\":{\"linear\":2}}},\n"
        "\"bodies\":[{\"position\":[0,0,-9],\"velocity\":[0,1,0]}]}";
    const struct child child = {.arguments = {"eval", "body", "--scene", "-", "--step", "0.25"},
                                .input = scene};
    double rows[MOST_ROWS][10] = {{0.0}};
    assert_int_equal(run(&child, rows), 1);
    assert_near("fy", rows[0][1], -200.0 / (1.0 + 0.25 * 2.0));
    assert_near("volume", rows[0][6], 8.0);
}

// No bodies: the header alone.
TEST(empty) {
    const struct child child = {.arguments = {"eval", "body", "--scene", "-"},
                                .input = "{\"models\":{},\"bodies\":[]}"};
    double rows[MOST_ROWS][10] = {{0.0}};
    assert_int_equal(run(&child, rows), 0);
}

// The scene of the next test, as the library has it.
static void ask_library(const struct buoy_kernel *kernel, double rows[2][10]) {
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 16.0f, .phase = 0.5f};
    const double position[2][3] = {{0.5, -1.0, 0.125}, {20.0, 3.0, -0.25}};
    const double rotation[2][4] = {{0.0, 0.0, 0.0, 1.0}, {0.6, 0.0, 0.0, 0.8}};
    const double velocity[2][3] = {{0.0, 0.0, 0.0}, {1.0, -2.0, 0.5}};
    const double spin[2][3] = {{0.0, 0.0, 0.0}, {0.25, 0.0, -1.0}};
    struct body body = body_builtin("builtin:barrel:96");
    struct buoy_part parts[2] = {buoy_part_default(), buoy_part_default()};
    struct buoy_model_input input = buoy_model_input_default();
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_water water = buoy_calm_sea();
    struct buoy_waves *waves;
    struct buoy_model *model;
    const double densities[2] = {700.0, 200.0};
    parts[0].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 0.5f, 0.25f}};
    parts[1].shape.kind = BUOY_SHAPE_MESH;
    parts[1].mesh = mesh;
    parts[1].place.position[2] = 0.75;
    assert_int_equal(buoy_mass_of_parts(parts, densities, 2, &input.mass, NULL), BUOY_OK);
    input.parts = parts;
    input.part_count = 2;
    input.drag = (struct buoy_drag){1.0, 0.5, 0.25};
    assert_int_equal(buoy_model_create(&input, &model, NULL), BUOY_OK);
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, &waves, NULL), BUOY_OK);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    water.time = 2.0;

    const struct buoy_model *models[2] = {model, model};
    struct buoy_body_forces answers[2];
    struct buoy_step_query query = buoy_step_query_default();
    query.models = models;
    query.states = (struct buoy_states){position[0], rotation[0], velocity[0], spin[0], 3, 1};
    query.water = &water;
    query.count = 1;
    // The rotation has four numbers, so that the bodies are asked one by one.
    for (int i = 0; i < 2; ++i) {
        query.states.position = position[i];
        query.states.rotation = rotation[i];
        query.states.velocity = velocity[i];
        query.states.angular_velocity = spin[i];
        query.scratch_bytes = buoy_step_scratch_bytes(kernel, &query, NULL);
        query.scratch = aligned_alloc(64, (query.scratch_bytes + 127) / 64 * 64);
        assert_int_equal(buoy_step_with(kernel, &query, &answers[i], NULL), BUOY_OK);
        free(query.scratch);
        for (int k = 0; k < 3; ++k) {
            rows[i][k] = answers[i].buoyancy.force[k] + answers[i].drag.force[k];
            rows[i][3 + k] = answers[i].buoyancy.torque[k] + answers[i].drag.torque[k];
            rows[i][7 + k] = answers[i].centre[k];
        }
        rows[i][6] = answers[i].volume;
    }
    buoy_model_destroy(model);
    buoy_waves_destroy(waves);
    buoy_mesh_destroy(mesh);
    body_free(&body);
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

TEST(same_as_library) {
    const char *path = scratch_write_text("raft.json", raft);
    size_t asked = 0;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, "step") == 0 && info.runnable) {
            double expected[2][10], got[MOST_ROWS][10];
            const struct child child = eval(path, info.id);
            ask_library(buoy_kernel_at(i), expected);
            assert_int_equal(run(&child, got), 2);
            assert_memory_equal(got, expected, sizeof expected);
            asked += 1;
        }
    }
    assert_true(asked >= 3);
    double expected[2][10], got[MOST_ROWS][10];
    const struct child child = eval(path, NULL);
    ask_library(buoy_kernel_find("step/auto/best"), expected);
    assert_int_equal(run(&child, got), 2);
    assert_memory_equal(got, expected, sizeof expected);
}

// A kernel of the family `volume`: what buoy_body_forces_compute() says, for meshes alone.
TEST(volume_kernel) {
    static const char scene[] =
        "{\"models\":{\"m\":{\"parts\":[{\"mesh\":\"builtin:barrel:96\"}],\"mass\":400,\n"
        "\"inertia\":[5,4,8,0,0,0],\"drag\":{\"linear\":1,\"angular\":0.5,\"length\":0.75}}},\n"
        "\"bodies\":[{\"position\":[0.5,0,0.125],\"velocity\":[1,-2,0.5],\"spin\":[0,0.5,1]}]}";
    struct body barrel = body_builtin("builtin:barrel:96");
    struct buoy_mesh *mesh = body_mesh(&barrel, 0);
    struct buoy_body body = {.mesh = mesh,
                             .pose = {{0.5, 0, 0.125}, {0, 0, 0, 1}},
                             .velocity = {1, -2, 0.5},
                             .angular_velocity = {0, 0.5, 1},
                             .mass = 400,
                             .length = 0.75,
                             .inverse_inertia = {0.2, 0, 0, 0, 0.25, 0, 0, 0, 0.125}};
    const struct buoy_water sea = buoy_calm_sea();
    struct buoy_body_query query = buoy_body_query_default();
    struct buoy_mesh_info info;
    struct buoy_body_forces forces;
    buoy_mesh_get_info(mesh, &info, NULL);
    memcpy(body.centre_of_mass, info.centroid, sizeof info.centroid);
    query.bodies = &body;
    query.count = 1;
    query.water = &sea;
    query.drag = (struct buoy_drag){1.0, 0.5, 0.0};
    query.dt = 0.25;
    query.kernel = buoy_kernel_find("volume/catto64/scalar");
    query.scratch_bytes = buoy_body_scratch_bytes(query.kernel, &body, 1, NULL);
    query.scratch = aligned_alloc(64, (query.scratch_bytes + 127) / 64 * 64);
    assert_int_equal(buoy_body_forces_compute(&query, &forces, NULL), BUOY_OK);
    free(query.scratch);
    struct child child = eval("-", "volume/catto64/scalar");
    double rows[MOST_ROWS][10] = {{0.0}};
    child.input = scene;
    child.arguments[6] = "--step=0.25";
    assert_int_equal(run(&child, rows), 1);
    for (int i = 0; i < 3; ++i) {
        assert_near("force", rows[0][i], forces.buoyancy.force[i] + forces.drag.force[i]);
        assert_near("torque", rows[0][3 + i], forces.buoyancy.torque[i] + forces.drag.torque[i]);
        assert_near("centre", rows[0][7 + i], forces.centre[i]);
    }
    assert_true(rows[0][6] == forces.volume);
    double stepped[MOST_ROWS][10] = {{0.0}};
    struct child step = eval("-", NULL); // the same length in a step
    step.input = scene;
    step.arguments[4] = "--step=0.25";
    assert_int_equal(run(&step, stepped), 1);
    for (int i = 3; i < 6; ++i) {
        assert_true(fabs(stepped[0][i] - rows[0][i]) <= 1e-5 * (1.0 + fabs(rows[0][i])));
    }
    child.input = raft;
    expect_refusal(&child, "models.raft: a kernel of the family volume takes bodies whose only");
    buoy_mesh_destroy(mesh);
    body_free(&barrel);
}

// Files of meshes are beside the scene, wherever that is.
TEST(mesh_beside) {
    if (!importer_is_built()) {
        skip();
    }
    scratch_write_text("tent.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                   "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    const char *path =
        scratch_write_text("scene.json", "{\"models\":{\"tent\":{\"parts\":[{\"mesh\":"
                                         "\"tent.obj\"}]}},\"bodies\":[{\"position\":[0,0,-2]}]}");
    double rows[MOST_ROWS][10] = {{0.0}};
    const struct child child = eval(path, NULL);
    assert_int_equal(run(&child, rows), 1);
    assert_near("volume", rows[0][6], 1.0 / 6.0);
    assert_near("cz", rows[0][9], -1.75);
}

// Only with --open-ok, and only while its open edges are dry.
TEST(open) {
    if (!importer_is_built()) {
        skip();
    }
    scratch_write_text("open.obj", "v 1 0 1\nv 0 1 1\nv -1 -1 1\nv 0 0 -1\nf 2 1 4\nf 3 2 4\n"
                                   "f 1 3 4\n");
    static const char text[] = "{\"models\":{\"m\":{\"parts\":[{\"mesh\":\"open.obj\"}]}},\n"
                               "\"bodies\":[{},{\"position\":[0,0,%s]}]}";
    char scene[200];
    double rows[MOST_ROWS][10] = {{0.0}};
    snprintf(scene, sizeof scene, text, "0.5");
    struct child child = eval(scratch_write_text("open.json", scene), NULL);
    expect_refusal(&child, "open.obj");
    child.arguments[4] = "--open-ok";
    assert_int_equal(run(&child, rows), 2);
    assert_true(rows[0][6] > rows[1][6] && rows[1][6] > 0.0);
    snprintf(scene, sizeof scene, text, "-3");
    scratch_write_text("open.json", scene);
    expect_refusal(&child, "open.json: line 2: bodies[1]: an open edge is wet");
}

#define PART "{\"shape\":\"box\",\"size\":[1,1,1]}"
#define MODEL "{\"models\":{\"m\":{\"parts\":[" PART "]}},"

TEST(refused_scenes) {
    static const struct {
        const char *json, *text;
    } cases[] = {
        {"", "line 1: "},
        {"{}", "line 1: models is missing"},
        {"{\"models\":{}}", "line 1: bodies is missing"},
        {"{\"models\":[],\"bodies\":[]}", "line 1: models is not an object"},
        {"{\"models\":{},\"bodies\":{}}", "line 1: bodies is not an array"},
        {"{\"models\":{},\n\"bodys\":[]}", "line 2: unknown key 'bodys'"},
        {MODEL "\"bodies\":[3]}", "bodies[0] is not an object"},
        {MODEL "\"bodies\":[{},\n{\"model\":\"n\"}]}", "line 2: bodies[1].model is none of the"},
        {MODEL "\"bodies\":[{\"model\":1}]}", "bodies[0].model is none of the models"},
        {"{\"models\":{},\"bodies\":[{}]}", "bodies[0].model is missing"},
        {MODEL "\"bodies\":[{\"position\":[1,2]}]}", "bodies[0].position has 2 numbers, not 3"},
        {MODEL "\"bodies\":[{\"position\":[1,2,\n1e13]}]}",
         "line 2: bodies[0].position[2] is 1e+13, not between"},
        {MODEL "\"bodies\":[{\"rotation\":[0,0,0,0.9]}]}",
         "bodies[0].rotation is not a unit quaternion"},
        {MODEL "\"bodies\":[{\"spin\":0}]}", "bodies[0].spin is not an array"},
        {MODEL "\"bodies\":[{\"velcity\":[0,0,0]}]}", "bodies[0]: unknown key 'velcity'"},
        {"{\"water\":1,\"models\":{},\"bodies\":[]}", "water is not an object"},
        {"{\"water\":{},\"models\":{},\"bodies\":[]}", "water.type is missing"},
        {"{\"water\":{\"type\":\"plane\",\"normal\":[0,0,\n0],\"offset\":0}}",
         "line 1: water.normal is zero"},
        {"{\"water\":{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0,\n\"density\":0}}",
         "line 2: water.density is 0, not between"},
        {"{\"water\":{\"type\":\"waves\",\"time\":0,\"components\":[],\"gravity\":0}}",
         "water.components need gravity above 0"},
        {"{\"water\":{\"type\":\"waves\",\"time\":0,\"components\":[{},\n{}]}}",
         "line 1: water.components[0].amplitude is missing"},
        {"{\"models\":{\"m\":1}}", "models.m is not an object"},
        {"{\"models\":{\"m\":{}}}", "models.m.parts is missing"},
        {"{\"models\":{\"m\":{\"parts\":[]}}}", "models.m.parts has 0 elements, not 1 to 256"},
        {"{\"models\":{\"m\":{\"parts\":[\n{}]}}}",
         "line 2: models.m.parts[0] needs \"shape\" or \"mesh\""},
        {"{\"models\":{\"m\":{\"parts\":[{\"shape\":\"box\",\"mesh\":\"builtin:box\"}]}}}",
         "models.m.parts[0] needs \"shape\" or \"mesh\", and not both"},
        {"{\"models\":{\"m\":{\"parts\":[{\"mesh\":\"builtin:box\",\"size\":[1]}]}}}",
         "models.m.parts[0].size is of a mesh"},
        {"{\"models\":{\"m\":{\"parts\":[{\"mesh\":7}]}}}", "parts[0].mesh is not a string"},
        {"{\"models\":{\"m\":{\"parts\":[{\"mesh\":\"builtin:blob\"}]}}}", "builtin:blob"},
        {"{\"models\":{\"m\":{\"parts\":[{\"shape\":\"cube\",\"size\":[1]}]}}}",
         "models.m.parts[0].shape is neither box, sphere"},
        {"{\"models\":{\"m\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[1,1]}]}}}",
         "models.m.parts[0].size has 2 numbers, not 1"},
        {"{\"models\":{\"m\":{\"parts\":[{\"shape\":\"box\"}]}}}",
         "models.m.parts[0].size is missing"},
        {"{\"models\":{\"m\":{\"parts\":[" PART ",\n{\"shape\":\"box\",\"size\":[1,0,1]}]}}}",
         "line 2: models.m.parts[1]: "},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\n\"mass\":0}}}",
         "line 2: models.m.mass is 0, not between"},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\"density\":\"x\"}}}",
         "models.m.density is not a number"},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\n\"inertia\":[1,1,1,2,0,0]}}}",
         "line 2: models.m.inertia: the inertia is not symmetric"},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\n\"inertia\":[1,1,2.01,0,0,0]}}}",
         "line 2: models.m.inertia: no body has this inertia"},
        {"{\"models\":{\"m\":{\"parts\":[" PART ",\n{\"mesh\":\"no/such.obj\"}]}}}",
         "scene.json: line 2: models.m.parts[1].mesh: "},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\"inertia\":[1,1,1]}}}",
         "models.m.inertia has 3 numbers, not 6"},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\"drag\":{\"linear\":-1}}}}",
         "models.m.drag.linear is -1, not between 0"},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\"drag\":{\"lift\":1}}}}",
         "line 1: models.m.drag: unknown key 'lift'"},
        {"{\"models\":{\"m\":{\"parts\":[" PART "],\"m\":1,\"m\":1}}}", "line 1: duplicate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *path = scratch_write_text("scene.json", cases[i].json);
        const struct child child = eval(path, NULL);
        expect_refusal(&child, cases[i].text);
    }
}

// Right at the limits and just beyond them.
TEST(limits) {
    static const struct {
        const char *body, *text; // NULL: taken
    } cases[] = {
        {"\"position\":[0,0,1e12]", NULL},
        {"\"position\":[0,0,1.0000000000001e12]", "is 1e+12, not between"},
        {"\"velocity\":[-1e12,0,0]", NULL},
        {"\"velocity\":[-1.0000000000001e12,0,0]", "is -1e+12, not between"},
        {"\"rotation\":[0,0,0,1.0099]", NULL}, // squared: 1.0199
        {"\"rotation\":[0,0,0,1.01]", "is not a unit quaternion"},
        {"\"rotation\":[0,0,0,0.99]", NULL}, // 0.9801
        {"\"rotation\":[0,0,0,0.9899]", "is not a unit quaternion"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char scene[300];
        snprintf(scene, sizeof scene, MODEL "\"bodies\":[{%s}]}", cases[i].body);
        const char *path = scratch_write_text("limit.json", scene);
        const struct child child = eval(path, NULL);
        if (cases[i].text) {
            expect_refusal(&child, cases[i].text);
        } else {
            double rows[MOST_ROWS][10] = {{0.0}};
            assert_int_equal(run(&child, rows), 1);
        }
    }
}

// As many parts as a body may have, and one more.
TEST(many_parts) {
    for (size_t parts = 256; parts <= 257; ++parts) {
        char scene[257 * 40 + 100] = "{\"models\":{\"m\":{\"parts\":[";
        for (size_t i = 0; i < parts; ++i) {
            strcat(scene, i > 0 ? "," PART : PART);
        }
        strcat(scene, "]}},\"bodies\":[{\"position\":[0,0,-5]}]}");
        const char *path = scratch_write_text("parts.json", scene);
        const struct child child = eval(path, NULL);
        if (parts > 256) {
            expect_refusal(&child, "models.m.parts has 257 elements, not 1 to 256");
        } else {
            double rows[MOST_ROWS][10] = {{0.0}};
            assert_int_equal(run(&child, rows), 1);
            assert_near("V", rows[0][6], 256.0 * 8.0);
        }
    }
}

TEST(refused_arguments) {
    const char *path = scratch_write_text("raft.json", raft);
    struct child child = {.arguments = {"eval", "body"}};
    expect_refusal(&child, "eval body: --scene is missing");
    child = eval(path, "forces/auto/best");
    expect_refusal(&child, "forces/auto/best");
    child = eval(path, "step/*");
    expect_refusal(&child, "eval takes one kernel");
    child = eval(scratch_path("none.json"), NULL);
    expect_refusal(&child, "none.json: No such file");
    child = eval(path, NULL);
    child.arguments[4] = "--step";
    child.arguments[5] = "-1";
    expect_refusal(&child, "--step: -1 is not between");
    child.arguments[4] = "--scene";
    child.arguments[5] = path;
    expect_refusal(&child, "--scene is given twice");
}
