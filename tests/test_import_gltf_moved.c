// glTF files that place a mesh by more than its node: instances, skins, morph targets and hidden
// nodes, at rest as the specification says; and buffers in files beside them.
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "glb.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "test.h"

// ----------------------------------------------------------------------------- the file

// What the accessors of all files here hold, in their order from 0 on.
struct content {
    float points[4][3]; // a tetrahedron whose volume is 1/6
    unsigned char corners[12];
    float translations[3][3], rotations[3][4], scales[3][3];
    signed char small_rotations[3][4];
    short rotations16[3][4];
    unsigned char joints[4][4], more_joints[4][4];
    unsigned short joints16[4][4];
    float weights[4][4], more_weights[4][4];
    unsigned char small_weights[4][4];
    unsigned short weights16[4][4];
    float bindings[2][16]; // column by column
    float shift[4][3], other_shift[4][3];
    unsigned char shifted; // for the last, sparse one: a vertex, by the first of the other shifts
};

#define ACCESSOR(member, component, normalised, count, type)                                       \
    { offsetof(struct content, member), component, normalised, count, type }

static const struct {
    size_t offset;
    int component;
    const char *normalised;
    int count;
    const char *type;
} accessors[] = {
    ACCESSOR(points, 5126, "false", 4, "VEC3"),
    ACCESSOR(corners, 5121, "false", 12, "SCALAR"),
    ACCESSOR(translations, 5126, "false", 3, "VEC3"),
    ACCESSOR(rotations, 5126, "false", 3, "VEC4"),
    ACCESSOR(scales, 5126, "false", 3, "VEC3"),
    ACCESSOR(small_rotations, 5120, "true", 3, "VEC4"),
    ACCESSOR(rotations16, 5122, "true", 3, "VEC4"),
    ACCESSOR(joints, 5121, "false", 4, "VEC4"),
    ACCESSOR(more_joints, 5121, "false", 4, "VEC4"),
    ACCESSOR(joints16, 5123, "false", 4, "VEC4"),
    ACCESSOR(weights, 5126, "false", 4, "VEC4"),
    ACCESSOR(more_weights, 5126, "false", 4, "VEC4"),
    ACCESSOR(small_weights, 5121, "true", 4, "VEC4"),
    ACCESSOR(weights16, 5123, "true", 4, "VEC4"),
    ACCESSOR(bindings, 5126, "false", 2, "MAT4"),
    ACCESSOR(shift, 5126, "false", 4, "VEC3"),
    ACCESSOR(other_shift, 5126, "false", 4, "VEC3"),
};

// What is in a mesh's primitive and in the rest of the document; `nodes` may be NULL for one node.
struct scene {
    const char *attributes, *targets, *weights, *nodes, *rest;
};

static size_t write_json(char *json, size_t size, const struct scene *scene, const char *buffer) {
    FILE *file = fmemopen(json, size, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[%s],%s"
            "\"meshes\":[{%s\"primitives\":[{\"attributes\":{\"POSITION\":0%s},\"indices\":1%s}]}],"
            "\"buffers\":[{%s\"byteLength\":%zu}],\"accessors\":[",
            scene->nodes ? scene->nodes : "{\"mesh\":0}", scene->rest ? scene->rest : "",
            scene->weights ? scene->weights : "", scene->attributes ? scene->attributes : "",
            scene->targets ? scene->targets : "", buffer, sizeof(struct content));
    const size_t count = sizeof accessors / sizeof *accessors;
    for (size_t i = 0; i < count; ++i) {
        fprintf(file,
                "{\"bufferView\":%zu,\"componentType\":%d,\"normalized\":%s,\"count\":%d,"
                "\"type\":\"%s\"},",
                i, accessors[i].component, accessors[i].normalised, accessors[i].count,
                accessors[i].type);
    }
    fprintf(
        file,
        "{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
        "\"indices\":{\"bufferView\":%zu,\"componentType\":5121},\"values\":{\"bufferView\":%zu}"
        "}}],\"bufferViews\":[",
        count, count - 1);
    for (size_t i = 0; i <= count; ++i) {
        const size_t offset = i < count ? accessors[i].offset : offsetof(struct content, shifted);
        fprintf(file, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", i > 0 ? "," : "",
                offset, sizeof(struct content) - offset);
    }
    fprintf(file, "]}");
    assert_int_equal(fclose(file), 0);
    return strlen(json);
}

static const char *write_scene(const struct scene *scene, const struct content *content) {
    static char json[1 << 20];
    write_json(json, sizeof json, scene, "");
    return write_glb("moved.glb", json, content, sizeof *content);
}

// Points, turns by a third about (1, 1, 1), and joints 0 and 1 by halves.
static struct content make_content(void) {
    struct content content = {
        .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        .corners = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3},
        .translations = {{0, 0, 0}, {10, 0, 0}, {0, 20, 5}},
        .rotations = {{0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {0, 0, 0, -1}},
        .scales = {{1, 1, 1}, {2, 2, 2}, {-1, 1, 3}},
        .small_rotations = {{0, 0, 0, 127}, {64, 64, 64, 64}, {0, 0, 0, -128}},
        .rotations16 = {{0, 0, 0, 32767}, {16384, 16384, 16384, 16384}, {0, 0, 0, -32767}},
        .bindings = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                     {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1}},
        .shift = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        .other_shift = {{0, 0, 4}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
        .shifted = 3,
    };
    for (int v = 0; v < 4; ++v) {
        content.joints[v][1] = content.more_joints[v][0] = 1;
        content.joints16[v][1] = 1;
        content.weights[v][0] = content.weights[v][1] = 0.5f;
        content.small_weights[v][0] = 128;
        content.small_weights[v][1] = 127;
        content.weights16[v][0] = 32768;
        content.weights16[v][1] = 32767;
    }
    return content;
}

// Every copy of the tetrahedron is wound outward, and its points are `expected` but for `slack`.
static void expect_points(const char *path, size_t copies, const double *expected, double slack) {
    struct mesh_data data = loaded(path);
    assert_int_equal(data.triangle_count, 4 * copies);
    assert_int_equal(data.vertex_count, 4 * copies);
    for (size_t i = 0; i < 12 * copies; ++i) {
        const double difference = fabs((double)data.positions[i] - expected[i]);
        FAIL_IF(!(difference <= slack), "%s: coordinate %zu of point %zu is %.9g instead of %.9g",
                path, i % 3, i / 3, (double)data.positions[i], expected[i]);
    }
    double volume[2] = {0.0, 0.0}; // signed, of the points alone and of the triangles
    for (size_t t = 0; t < 4 * copies; ++t) {
        const size_t base = t / 4 * 4;
        double v[3][3];
        for (int k = 0; k < 9; ++k) {
            v[k / 3][k % 3] = (double)data.positions[3 * data.indices[3 * t + k / 3] + k % 3] -
                              (double)data.positions[3 * base + k % 3];
        }
        volume[1] += v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
                     v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
                     v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
        assert_true(t % 4 < 3 || volume[1] > volume[0]);
        volume[0] = t % 4 == 3 ? volume[1] : volume[0];
    }
}

// ---------------------------------------------------------------------------- instances

#define INSTANCED(attributes)                                                                      \
    "{\"mesh\":0,\"translation\":[0,0,7],\"extensions\":{\"EXT_mesh_gpu_instancing\":"             \
    "{\"attributes\":{" attributes "}}}}"
#define USED "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],"

// The instances' transforms come before their node's. The third one is a mirror.
TEST(instances) {
    static const struct {
        const char *node, *rest;
        bool turned, moved, scaled;
    } cases[] = {
        {INSTANCED("\"TRANSLATION\":2"), USED, false, true, false},
        {INSTANCED("\"SCALE\":4"), USED, false, false, true},
        {INSTANCED("\"TRANSLATION\":2,\"SCALE\":4"),
         USED "\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],", false, true, true},
        {INSTANCED("\"TRANSLATION\":2,\"ROTATION\":3,\"SCALE\":4,\"_ID\":2"), "", true, true, true},
        {INSTANCED("\"ROTATION\":5"), USED, true, false, false},
        {INSTANCED("\"ROTATION\":6"), USED, true, false, false},
        {INSTANCED("\"_ID\":2"), USED, false, false, false},
    };
    const struct content content = make_content();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double expected[12][3];
        for (int v = 0; v < 36; ++v) {
            const int instance = v / 12, axis = v % 3;
            const int from = cases[i].turned && instance == 1 ? (axis + 2) % 3 : axis; // x to y
            const double scale = cases[i].scaled ? (double)content.scales[instance][from] : 1.0;
            const double shift =
                cases[i].moved ? (double)content.translations[instance][axis] : 0.0;
            expected[v / 3][axis] =
                (double)content.points[v / 3 % 4][from] * scale + shift + (axis == 2 ? 7.0 : 0.0);
        }
        const struct scene scene = {.nodes = cases[i].node, .rest = cases[i].rest};
        expect_points(write_scene(&scene, &content), 3, expected[0], 0.0);
    }
}

// -------------------------------------------------------------------------------- skins

#define SKINNED(joints, weights) ",\"JOINTS_0\":" joints ",\"WEIGHTS_0\":" weights
#define SKIN(members) "\"skins\":[{\"joints\":[1,2]" members "}],"
// The mesh's node is far away and large, its joints behind it: one at z = 4 inside a parent of
// scale 2, one unmoved.
#define RIG                                                                                        \
    "{\"mesh\":0,\"skin\":0,\"translation\":[100,0,0],\"scale\":[3,3,3],\"children\":[3]},"        \
    "{\"translation\":[0,0,2]},{},{\"matrix\":[0.01,0,0,0,0,0.01,0,0,0,0,0.01,0,-1,0,0,1],"        \
    "\"children\":[2,4]},{\"scale\":[2,2,2],\"children\":[1]}"

TEST(skins) {
    // Joint 1: scale 3 · 0.01 · 2 = 0.06 at z = 0.12, x = 97; joint 2: 0.03 at x = 97.
    static const char *const attributes[] = {SKINNED("7", "10"), SKINNED("9", "10"),
                                             SKINNED("7", "12"), SKINNED("7", "13"),
                                             SKINNED("7", "10") ",\"JOINTS_1\":8,\"WEIGHTS_1\":11"};
    for (size_t i = 0; i < 10; ++i) {
        const bool bound = i % 2;
        struct content content = make_content();
        double expected[4][3], share = 0.5;
        if (i / 2 == 4) { // the same joints by halves, in two sets
            for (int v = 0; v < 4; ++v) {
                content.weights[v][1] = 0.0f;
                content.more_weights[v][0] = 0.5f;
            }
        }
        for (int v = 0; v < 4 && i / 2 == 1; ++v) { // a sum of .98, which is divided out
            content.weights[v][0] = content.weights[v][1] = 0.49f;
        }
        share = i / 2 == 2 ? 128.0 / 255.0 : i / 2 == 3 ? 32768.0 / 65535.0 : share;
        for (int v = 0; v < 4; ++v) {
            for (int axis = 0; axis < 3; ++axis) {
                const double p = (double)content.points[v][axis], z = axis == 2 ? 1.0 : 0.0;
                const double one = 0.06 * p + 0.12 * z;
                const double two = 0.03 * (p - (bound ? z : 0.0));
                expected[v][axis] = share * one + (1.0 - share) * two + (axis == 0 ? 97.0 : 0.0);
            }
        }
        const struct scene scene = {.attributes = attributes[i / 2],
                                    .nodes = RIG,
                                    .rest = bound ? SKIN(",\"inverseBindMatrices\":14") : SKIN("")};
        expect_points(write_scene(&scene, &content), 1, expected[0], 97.0 * 0x1p-50);
    }
}

// A joint that mirrors makes no body inside out; one that moves nothing may do what it likes, and
// joints without a weight need not exist.
TEST(mirroring_skins) {
    struct content content = make_content();
    double expected[4][3];
    for (int v = 0; v < 4; ++v) {
        content.weights[v][0] = 1.0f;
        content.weights[v][1] = 0.0f;
        content.joints[v][1] = 99;
        for (int axis = 0; axis < 3; ++axis) {
            expected[v][axis] = -(double)content.points[v][axis];
        }
    }
    const struct scene scene = {.attributes = SKINNED("7", "10"),
                                .nodes = "{\"mesh\":0,\"skin\":0,\"children\":[1,2]},"
                                         "{\"scale\":[-1,-1,-1]},{\"scale\":[0,0,0]}",
                                .rest = SKIN("")};
    expect_points(write_scene(&scene, &content), 1, expected[0], 0.0);
}

// Any weights, maps and shifts, against sums of 4 × 4 matrices in long double.
struct matrix {
    long double at[4][4];
};

static struct matrix product(const struct matrix *a, const struct matrix *b) {
    struct matrix c = {{{0}}};
    for (int i = 0; i < 64; ++i) {
        c.at[i / 16][i / 4 % 4] += a->at[i / 16][i % 4] * b->at[i % 4][i / 4 % 4];
    }
    return c;
}

static struct matrix random_matrix(struct rng *rng) {
    struct matrix m = {{{0}}};
    for (int i = 0; i < 12; ++i) { // far from singular
        m.at[i / 4][i % 4] =
            (long double)(float)((i % 5 == 0 ? 2.0 : 0.0) + rng_between(rng, -0.5, 0.5));
    }
    m.at[3][3] = 1;
    return m;
}

TEST(random_skins) {
    struct rng rng = rng_make("skins");
    for (int round = 0; round < 200; ++round) {
        struct content content = make_content();
        struct matrix nodes[3], maps[2]; // two joints, the second below the third node
        char nodes_json[2048], *at = nodes_json;
        at += sprintf(at, "{\"mesh\":0,\"skin\":0,\"children\":[1,3],\"weights\":[0.25,0,-1.5]}");
        for (int i = 0; i < 3; ++i) {
            nodes[i] = random_matrix(&rng);
            at += sprintf(at, ",{%s\"matrix\":[", i == 2 ? "\"children\":[2]," : "");
            const struct matrix *m = &nodes[i];
            int length = 0;
            for (int k = 0; k < 16; ++k) {
                length +=
                    sprintf(at + length, "%s%.17g", k ? "," : "", (double)m->at[k % 4][k / 4]);
            }
            at += length;
            at += sprintf(at, "]}");
        }
        nodes[1] = product(&nodes[2], &nodes[1]);
        for (int i = 0; i < 2; ++i) {
            const struct matrix binding = random_matrix(&rng);
            for (int k = 0; k < 16; ++k) {
                content.bindings[i][k] = (float)binding.at[k % 4][k / 4];
            }
            maps[i] = product(&nodes[i], &binding);
        }
        double expected[4][3];
        for (int v = 0; v < 4; ++v) {
            const float share = (float)rng_between(&rng, 0.0, 1.0);
            const long double total = (long double)share + (long double)(1.0f - share);
            long double point[4] = {0, 0, 0, 1};
            content.weights[v][0] = share;
            content.weights[v][1] = 1.0f - share;
            for (int k = 0; k < 3; ++k) {
                content.shift[v][k] = (float)rng_between(&rng, -0.1, 0.1);
                const float other = k == 2 && v == 3 ? 4.0f : 0.0f; // sparse
                point[k] = (long double)content.points[v][k] +
                           0.25L * (long double)content.shift[v][k] - 1.5L * (long double)other;
            }
            for (int k = 0; k < 3; ++k) {
                long double sum = 0;
                for (int j = 0; j < 4; ++j) {
                    sum += point[j] * ((long double)share * maps[0].at[k][j] +
                                       (long double)(1.0f - share) * maps[1].at[k][j]);
                }
                expected[v][k] = (double)(sum / total);
            }
        }
        const struct scene scene = {
            .attributes = SKINNED("7", "10"),
            .targets = ",\"targets\":[{\"POSITION\":15},{\"POSITION\":16},{\"POSITION\":17}]",
            .nodes = nodes_json,
            .rest = SKIN(",\"inverseBindMatrices\":14")};
        struct mesh_data data = loaded(write_scene(&scene, &content));
        for (size_t i = 0; i < 12; ++i) {
            // Some fifty roundings of numbers below 100.
            assert_true(fabs((double)data.positions[i] - expected[i / 3][i % 3]) < 100.0 * 0x1p-47);
        }
    }
}

// ------------------------------------------------------------------- morph targets, hiding

#define TARGETS ",\"targets\":[{\"NORMAL\":15},{\"POSITION\":15},{\"POSITION\":17}]"

TEST(default_weights) {
    static const struct {
        const char *weights, *node;
        double first, second;
    } cases[] = {
        {NULL, "{\"mesh\":0}", 0.0, 0.0},
        {"\"weights\":[0,0.5,0],", "{\"mesh\":0}", 0.5, 0.0},
        {"\"weights\":[9,0.5,0.25],", "{\"mesh\":0}", 0.5, 0.25},
        {"\"weights\":[0,0.5,0],", "{\"mesh\":0,\"weights\":[0,0,-0.125]}", 0.0, -0.125},
        {"\"weights\":[0,0.5,0],", "{\"mesh\":0,\"weights\":[]}", 0.0, 0.0},
    };
    const struct content content = make_content();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double expected[4][3];
        for (int v = 0; v < 12; ++v) {
            expected[v / 3][v % 3] = (1.0 + cases[i].first) * (double)content.points[v / 3][v % 3];
        }
        expected[3][2] += 4.0 * cases[i].second;
        const struct scene scene = {
            .targets = TARGETS, .weights = cases[i].weights, .nodes = cases[i].node};
        expect_points(write_scene(&scene, &content), 1, expected[0], 0.0);
    }
}

// A hidden node hides all below it, but still moves them if they are joints.
TEST(hidden_nodes) {
    static const double expected[4][3] = {{0, 0, 5}, {1, 0, 5}, {0, 1, 5}, {0, 0, 6}};
    const struct content content = make_content();
    const struct scene scene = {
        .attributes = SKINNED("7", "10"),
        .nodes = "{\"mesh\":0,\"skin\":0,\"children\":[3,4]},{\"translation\":[0,0,5]},{"
                 "\"translation\":[0,0,5]},{\"extensions\":{\"KHR_node_visibility\":{\"visible\":"
                 "false}},\"children\":[1,2,5]},{\"extensions\":{\"KHR_node_visibility\":{"
                 "\"visible\":true}}},{\"mesh\":0}",
        .rest = SKIN("") "\"extensionsRequired\":[\"KHR_node_visibility\"],"};
    expect_points(write_scene(&scene, &content), 1, expected[0], 0.0);
}

TEST(refused) {
    static const struct {
        const char *cause;
        struct scene scene;
        enum buoy_status status; // of the argument, if it is none
    } cases[] = {
        // Instances.
        {"node 0: its instances have no attributes", .scene = {.nodes = INSTANCED("")}},
        {"node 0: an accessor of its instances does not exist",
         .scene = {.nodes = INSTANCED("\"TRANSLATION\":99")}},
        {"node 0: its instances' accessors differ in count",
         .scene = {.nodes = INSTANCED("\"TRANSLATION\":2,\"SCALE\":0")}},
        {"accessor 2: its type", .scene = {.nodes = INSTANCED("\"ROTATION\":2")}},
        {"accessor 7: its component type is not allowed for rotations",
         .scene = {.nodes = INSTANCED("\"ROTATION\":7")}},
        {"node 0: an instance's rotation is not a unit quaternion",
         .scene = {.nodes = INSTANCED("\"ROTATION\":11")}},
        {"node 0: instances (EXT_mesh_gpu_instancing) of a skinned mesh are not supported",
         .scene = {.attributes = SKINNED("7", "10"),
                   .nodes = "{\"mesh\":0,\"skin\":0,\"children\":[1,2],\"extensions\":{"
                            "\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"SCALE\":4}}}},{},{}",
                   .rest = SKIN("")}},
        // Skins.
        {"node 0: its skin does not", .scene = {.nodes = "{\"mesh\":0,\"skin\":0}"}},
        {"skin 0: it has no joints",
         .scene = {.nodes = "{\"mesh\":0,\"skin\":0}", .rest = "\"skins\":[{}],"}},
        {"skin 0: joint 1 is no node of the scene",
         .scene = {.nodes = "{\"mesh\":0,\"skin\":0,\"children\":[1]},{},{}", .rest = SKIN("")}},
        {"skin 0: its accessor for inverseBindMatrices does not exist",
         .scene = {.nodes = RIG, .rest = SKIN(",\"inverseBindMatrices\":99")}},
        {"accessor 0: its type or count",
         .scene = {.nodes = RIG, .rest = SKIN(",\"inverseBindMatrices\":0")}},
        {"skin 0: it has fewer inverseBindMatrices than joints",
         .scene = {.nodes = RIG,
                   .rest = "\"skins\":[{\"joints\":[1,2,3],\"inverseBindMatrices\":14}],"}},
        {"node 0, mesh 0: there is no accessor for JOINTS_0",
         .scene = {.nodes = RIG, .rest = SKIN("")}},
        {"node 0, mesh 0: there is no accessor for WEIGHTS_0",
         .scene = {.attributes = ",\"JOINTS_0\":7", .nodes = RIG, .rest = SKIN("")}},
        {"accessor 10: its component type is not allowed for joints",
         .scene = {.attributes = SKINNED("10", "10"), .nodes = RIG, .rest = SKIN("")}},
        {"accessor 9: its component type is not allowed for weights",
         .scene = {.attributes = SKINNED("7", "9"), .nodes = RIG, .rest = SKIN("")}},
        {"accessor 3: it has 3 elements for 4 vertices",
         .scene = {.attributes = SKINNED("7", "3"), .nodes = RIG, .rest = SKIN("")}},
        {"accessor 11: the joints' weights of vertex 0 add up to 0",
         .scene = {.attributes = SKINNED("7", "11"), .nodes = RIG, .rest = SKIN("")}},
        {"accessor 7: vertex 0 has joint 1, but the skin has 1",
         .scene = {.attributes = SKINNED("7", "10"),
                   .nodes = RIG,
                   .rest = "\"skins\":[{\"joints\":[1]}],"},
         BUOY_ERROR_INDEX},
        {"duplicate", .scene = {.attributes = SKINNED("7", "10") SKINNED("7", "10"),
                                .nodes = RIG,
                                .rest = SKIN("")}},
        {"more than 16 joints move a vertex",
         .scene = {.attributes = SKINNED(
                       "7",
                       "10") ",\"JOINTS_1\":7,\"WEIGHTS_1\":10,\"JOINTS_2\":7,\"WEIGHTS_2\":10,"
                             "\"JOINTS_3\":7,\"WEIGHTS_3\":10,\"JOINTS_4\":7,\"WEIGHTS_4\":10",
                   .nodes = RIG,
                   .rest = SKIN("")}},
        // Morph targets.
        {"node 0, mesh 0: there are more weights than targets",
         .scene = {.targets = TARGETS, .weights = "\"weights\":[0,0,0,1],"}},
        {"node 0, mesh 0: a weight is not a number",
         .scene = {.targets = TARGETS, .weights = "\"weights\":[0,null,0],"}},
        {"accessor 2: it has 3 elements for 4 vertices",
         .scene = {.targets = ",\"targets\":[{\"POSITION\":2}]", .weights = "\"weights\":[1],"}},
        {"x reaches from 0 to 1e+300, which is out of float's range",
         .scene = {.targets = ",\"targets\":[{\"POSITION\":15}]",
                   .weights = "\"weights\":[1e300],"},
         BUOY_ERROR_NON_FINITE},
        // Versions.
        {"requires the extension CESIUM_RTC",
         .scene = {.rest = "\"extensionsRequired\":[\"CESIUM_RTC\"],"}},
    };
    struct content content = make_content();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        expect_gltf_refused(write_scene(&cases[i].scene, &content), cases[i].status,
                            cases[i].cause);
    }
    content.bindings[1][5] = (float)NAN;
    expect_gltf_refused(write_scene(&(struct scene){.attributes = SKINNED("7", "10"),
                                                    .nodes = RIG,
                                                    .rest = SKIN(",\"inverseBindMatrices\":14")},
                                    &content),
                        BUOY_ERROR_NON_FINITE, "accessor 14: matrix 1 is not finite");
    content.translations[2][1] = (float)INFINITY;
    expect_gltf_refused(
        write_scene(&(struct scene){.nodes = INSTANCED("\"TRANSLATION\":2")}, &content),
        BUOY_ERROR_ARGUMENT, "node 0: an instance's transform is not made of finite numbers");
}

// Accepted or refused with such a cause, on either side of each limit.
static void expect_limit(const struct scene *scene, const struct content *content, bool accepted,
                         const char *cause) {
    const char *path = write_scene(scene, content);
    if (accepted) {
        loaded(path);
    } else {
        expect_gltf_refused(path, BUOY_ERROR_ARGUMENT, cause);
    }
}

static char *repeat(char *to, const char *text, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        to += sprintf(to, "%s%s", i > 0 ? "," : "", text);
    }
    return to;
}

TEST(limits) {
    static const double off[4] = {-1.001, -0.999, 0.999, 1.001};
    struct content content = make_content();
    for (int i = 0; i < 4; ++i) {
        const bool accepted = i % 3;
        const double sum = 1.0 + 0.032 * off[i], square = 1.0 + 0.05 * off[i];
        content.rotations[1][0] = (float)sqrt(square);
        content.rotations[1][1] = content.rotations[1][2] = content.rotations[1][3] = 0.0f;
        for (int v = 0; v < 4; ++v) {
            content.weights[v][1] = (float)(sum - 0.5);
        }
        expect_limit(&(struct scene){.nodes = INSTANCED("\"ROTATION\":3")}, &content, accepted,
                     "rotation is not a unit quaternion");
        expect_limit(
            &(struct scene){.attributes = SKINNED("7", "10"), .nodes = RIG, .rest = SKIN("")},
            &content, accepted, "the joints' weights of vertex 0 add up to");
    }
    content = make_content();
    const char *const four =
        SKINNED("7", "10") ",\"JOINTS_1\":7,\"WEIGHTS_1\":11,\"JOINTS_2\":7,\"WEIGHTS_2\":11,"
                           "\"JOINTS_3\":7,\"WEIGHTS_3\":11";
    expect_limit(&(struct scene){.attributes = four, .nodes = RIG, .rest = SKIN("")}, &content,
                 true, NULL); // five sets: test_refused
    static char joints[1 << 20], zeros[1 << 14];
    for (size_t more = 0; more < 2; ++more) {
        char targets[4096] = ",\"targets\":[", weights[256] = "\"weights\":[";
        sprintf(repeat(strchr(targets, '\0'), "{\"POSITION\":15}", 64 + more), "]");
        sprintf(repeat(strchr(weights, '\0'), "1", 64 + more), "],");
        expect_limit(&(struct scene){.targets = targets, .weights = weights}, &content, more == 0,
                     "more than 64 targets have weights");
        sprintf(repeat(zeros + sprintf(zeros, "\"weights\":["), "0", 4096 + more), "],");
        expect_limit(&(struct scene){.weights = zeros}, &content, more == 0,
                     "more than 4096 targets");
        char *end = joints + sprintf(joints, "\"skins\":[{\"joints\":[");
        sprintf(repeat(end, "1", ((size_t)1 << 18) + more), "]}],");
        expect_limit(
            &(struct scene){.attributes = SKINNED("7", "10"), .nodes = RIG, .rest = joints},
            &content, more == 0, "skin 0: too many joints so far");
    }
}

// -------------------------------------------------------------------------- files beside

static const char *write_beside(const char *address) {
    char json[8192], buffer[256];
    snprintf(buffer, sizeof buffer, "\"uri\":\"%s\",", address);
    const size_t size = write_json(json, sizeof json, &(struct scene){.rest = ""}, buffer);
    return scratch_write("beside.gltf", json, size);
}

static void expect_beside(const char *address) {
    static const double expected[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    expect_points(write_beside(address), 1, expected[0], 0.0);
}

TEST(files_beside) {
    struct {
        struct content content;
        char more[3];
    } file = {.content = make_content()};
    const size_t size = sizeof file.content;
    mkdir(scratch_path("below"), 0700);
    scratch_write("a b%.bin", &file, size);
    scratch_write("below/c.bin", &file, sizeof file); // longer than it needs to be
    assert_int_equal(symlink("below/c.bin", scratch_path("link.bin")), 0);
    expect_beside("a%20b%25.bin");
    expect_beside("a b%25.bin");
    expect_beside("./%61%20b%25.bin");
    expect_beside("below/c.bin");
    expect_beside("below%2Fc.bin");
    expect_beside("below//./c.bin");
    expect_beside("link.bin");

    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    write_beside("below/c.bin");
    assert_int_equal(chdir(scratch_folder()), 0);
    loaded("beside.gltf");
    assert_int_equal(chdir(here), 0);

    scratch_write("short.bin", &file, size - 1);
    char cause[80];
    snprintf(cause, sizeof cause, "buffer 0 has %zu bytes, fewer than", size - 1);
    expect_gltf_refused(write_beside("short.bin"), BUOY_ERROR_ARGUMENT, cause);
    scratch_write("empty.bin", "", 0);
    expect_gltf_refused(write_beside("empty.bin"), BUOY_ERROR_ARGUMENT, "empty.bin: the file is");
    expect_gltf_refused(write_beside("none.bin"), BUOY_ERROR_ARGUMENT, "none.bin: No such file");
    expect_gltf_refused(write_beside("below"), BUOY_ERROR_ARGUMENT, "below: is a directory");
}

TEST(files_elsewhere_are_refused) {
    static const char *const outside[] = {"",
                                          ".",
                                          "/etc/passwd",
                                          "%2Fetc/passwd",
                                          "//host/a.bin",
                                          "../a.bin",
                                          "..",
                                          "%2e./a.bin",
                                          "%2E%2e/a",
                                          "below/../../a.bin",
                                          "below/..",
                                          "file:///etc/passwd",
                                          "https://host/a.bin",
                                          "c:a.bin",
                                          "below\\\\..\\\\a.bin",
                                          "%5ca.bin",
                                          "out.bin",
                                          "away/passwd"};
    static const char *const broken[] = {"a%", "a%2", "a%2g.bin", "%00a.bin", "a%%20", "% 1"};
    mkdir(scratch_path("below"), 0700);
    assert_int_equal(symlink("/etc/passwd", scratch_path("out.bin")), 0);
    assert_int_equal(symlink("/etc", scratch_path("away")), 0);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i) {
        expect_gltf_refused(write_beside(outside[i]), BUOY_ERROR_ARGUMENT,
                            "is not in this file's folder or below");
    }
    for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
        expect_gltf_refused(write_beside(broken[i]), BUOY_ERROR_ARGUMENT,
                            "has a '%' that begins no character");
    }
}

TEST_NEEDS(importer_is_built)
