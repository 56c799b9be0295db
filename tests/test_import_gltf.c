// glTF files: scenes of nodes and meshes, the ways they store numbers, numbers that are not
// consecutive plain floats, and refusals.
#include "child.h"
#include "glb.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "test.h"

// The binary chunk of all files here: a tetrahedron whose volume is 1/6.
//   0  4 points as floats      60  12 indices of 8 bits     72  12 indices of 16 bits
//  48  strip 0 1 2 3 0 1       96  12 indices of 32 bits   144  the points, each followed by
//      of 16 bits                                               12 bytes of something else
#define CHUNK_BYTES 240

static const float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const unsigned corners[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
static const unsigned strip[6] = {0, 2, 1, 3, 0, 2};

// Accessors: 0 points, 1–3 indices of 8, 16, 32 bits, 4 strip, 5 interleaved points whose last one
// is not followed by anything, 6 single corners.
#define ACCESSORS                                                                                  \
    "\"accessors\":["                                                                              \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0]},"     \
    "{\"bufferView\":1,\"componentType\":5121,\"count\":12,\"type\":\"SCALAR\"},"                  \
    "{\"bufferView\":1,\"byteOffset\":12,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}" \
    ","                                                                                            \
    "{\"bufferView\":1,\"byteOffset\":36,\"componentType\":5125,\"count\":12,\"type\":\"SCALAR\"}" \
    ","                                                                                            \
    "{\"bufferView\":2,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},"                   \
    "{\"bufferView\":3,\"byteOffset\":12,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"   \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"                    \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},"                                           \
    "{\"buffer\":0,\"byteOffset\":60,\"byteLength\":84},"                                          \
    "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12},"                                          \
    "{\"buffer\":0,\"byteOffset\":144,\"byteLength\":96,\"byteStride\":24}],"                      \
    "\"buffers\":[{\"byteLength\":240}]"
#define ASSET "\"asset\":{\"version\":\"2.0\"},"
#define MESH(primitives) "\"meshes\":[{\"primitives\":[" primitives "]}],"
#define SOLID "{\"attributes\":{\"POSITION\":0},\"indices\":1}"
#define ONE_NODE "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
#define WITH_MESH(primitives) "{" ASSET ONE_NODE MESH(primitives) ACCESSORS "}"
#define WITH_NODES(roots, nodes)                                                                   \
    "{" ASSET "\"scenes\":[{\"nodes\":" roots "}],\"nodes\":" nodes "," MESH(SOLID) ACCESSORS "}"

static const char *write_scene(const char *json) {
    unsigned char chunk[CHUNK_BYTES];
    memset(chunk, 0xff, CHUNK_BYTES);
    for (int i = 0; i < 12; ++i) {
        uint32_t bits;
        memcpy(&bits, &points[i / 3][i % 3], sizeof bits);
        put_little_endian(chunk + 4 * i, bits, 4);
        put_little_endian(chunk + 156 + 24 * (i / 3) + 4 * (i % 3), bits, 4);
        put_little_endian(chunk + 60 + i, corners[i], 1);
        put_little_endian(chunk + 72 + 2 * i, corners[i], 2);
        put_little_endian(chunk + 96 + 4 * i, corners[i], 4);
    }
    for (int i = 0; i < 6; ++i) {
        put_little_endian(chunk + 48 + 2 * i, strip[i], 2);
    }
    return write_glb("scene.glb", json, chunk, CHUNK_BYTES);
}

static struct mesh_data load_glb(const char *json) {
    return loaded(write_scene(json));
}

static double volume_of(const struct mesh_data *data) {
    double volume = 0.0;
    for (size_t i = 0; i < data->triangle_count; ++i) {
        double v[3][3];
        for (int k = 0; k < 9; ++k) {
            v[k / 3][k % 3] = data->positions[(size_t)3 * data->indices[3 * i + k / 3] + k % 3];
        }
        for (int k = 0; k < 3; ++k) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            volume += v[0][k] * (v[1][l] * v[2][m] - v[1][m] * v[2][l]) / 6.0;
        }
    }
    return volume;
}

static void expect_volume(const char *json, size_t triangles, double volume) {
    struct mesh_data data = load_glb(json);
    assert_int_equal(data.triangle_count, triangles);
    FAIL_IF(fabs(volume_of(&data) - volume) > 1e-6 * fabs(volume),
            "volume %.9g instead of %.9g: %s", volume_of(&data), volume, json);
}

TEST(indices_of_every_size) {
    expect_volume(WITH_MESH(SOLID), 4, 1.0 / 6.0);
    expect_volume(WITH_MESH("{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":4}"), 4,
                  1.0 / 6.0);
    expect_volume(WITH_MESH("{\"attributes\":{\"POSITION\":0},\"indices\":3}"), 4, 1.0 / 6.0);
}

// The last element of an interleaved array is not padded to the stride.
TEST(interleaved_positions) {
    expect_volume(WITH_MESH("{\"attributes\":{\"POSITION\":5},\"indices\":3}"), 4, 1.0 / 6.0);
}

// A strip turns every other triangle round: 0 2 1, (2 1 3 →) 1 2 3, 1 3 0, (3 0 2 →) 0 3 2 is the
// tetrahedron but for the order of its faces. A fan of four corners is two of its faces.
TEST(strips_fans_and_loose_corners) {
    expect_volume(WITH_MESH("{\"attributes\":{\"POSITION\":0},\"indices\":4,\"mode\":5}"), 4,
                  1.0 / 6.0);
    expect_volume(WITH_MESH("{\"attributes\":{\"POSITION\":0},\"mode\":6}"), 2, 0.0);
    expect_volume(WITH_MESH("{\"attributes\":{\"POSITION\":6}}"), 1, 0.0);
}

TEST(points_and_lines_are_counted_and_left_out) {
    struct mesh_data data = load_glb(WITH_MESH("{\"attributes\":{\"POSITION\":0},\"mode\":0}," SOLID
                                               ",{\"attributes\":{\"POSITION\":0},\"indices\":1,"
                                               "\"mode\":1},{\"attributes\":{},\"mode\":3}"));
    assert_int_equal(data.triangle_count, 4);
    assert_int_equal(data.ignored_elements, 3);
}

// Nodes scale, turn, shift and mirror; a mirrored body stays wound outward. Each use of a mesh
// counts.
TEST(nodes_place_meshes) {
    expect_volume(WITH_NODES("[0]", "[{\"mesh\":0,\"scale\":[2,3,4],\"rotation\":[0.6,0,0,0.8],"
                                    "\"translation\":[7,8,9]}]"),
                  4, 24.0 / 6.0);
    expect_volume(WITH_NODES("[0]", "[{\"mesh\":0,\"scale\":[-1,1,1]}]"), 4, 1.0 / 6.0);
    expect_volume(WITH_NODES("[0]", "[{\"mesh\":0,\"scale\":[-1,-1,-2]}]"), 4, 2.0 / 6.0);
    expect_volume(WITH_NODES("[1]", "[{\"mesh\":0},{\"children\":[2,3],\"scale\":[2,2,2]},"
                                    "{\"mesh\":0},{\"children\":[0],\"mesh\":0}]"),
                  12, 3.0 * 8.0 / 6.0);
    expect_volume(WITH_NODES("[0,1]", "[{\"mesh\":0},{\"mesh\":0,\"translation\":[5,0,0]}]"), 8,
                  2.0 / 6.0);
}

// A column-major matrix that turns x to y, y to z, z to x and shifts by (5, 6, 7).
TEST(a_matrix_moves_points_exactly) {
    struct mesh_data data =
        load_glb(WITH_NODES("[0]", "[{\"mesh\":0,\"matrix\":[0,1,0,0,0,0,1,0,1,0,0,0,5,6,7,1]}]"));
    for (size_t i = 0; i < 4; ++i) {
        const double *p = data.positions + 3 * i;
        assert_true(p[0] == (double)points[i][2] + 5.0);
        assert_true(p[1] == (double)points[i][0] + 6.0);
        assert_true(p[2] == (double)points[i][1] + 7.0);
    }
}

// Far away, half a step aside, and back again: if the way were rounded to f32 at every node, the
// half would be lost.
TEST(transforms_are_composed_in_double) {
    struct mesh_data data =
        load_glb(WITH_NODES("[0]", "[{\"translation\":[16777216,0,0],\"children\":[1]},"
                                   "{\"translation\":[0.5,0,0],\"children\":[2]},"
                                   "{\"translation\":[-16777216,0,0],\"mesh\":0}]"));
    for (size_t i = 0; i < 4; ++i) {
        assert_true(data.positions[3 * i] == (double)points[i][0] + 0.5);
    }
}

TEST(other_scenes_and_nodes_do_not_count) {
    expect_volume("{" ASSET "\"scene\":1,\"scenes\":[{\"nodes\":[0,1,7]},{\"nodes\":[1]}],"
                  "\"nodes\":[{\"mesh\":99},{\"mesh\":0},{\"children\":[2]}]," MESH(SOLID) ACCESSORS
                  "}",
                  4, 1.0 / 6.0);
}

// Names, pictures, skins of no mesh, targets without weights, animations and unknown extensions are
// not looked at.
TEST(what_is_not_geometry_is_left_out) {
    expect_volume(
        "{" ASSET "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":[1,1,1],"
        "\"camera\":8,\"name\":\"\\u00e9\"}],\"images\":[{\"uri\":\"/dev/zero\"}],"
        "\"skins\":[{}],\"animations\":7,\"extensionsRequired\":[\"KHR_materials_unlit\"],"
        "\"meshes\":[{\"weights\":[0],\"primitives\":[{\"attributes\":{\"POSITION\":0,"
        "\"NORMAL\":77},\"indices\":1,\"material\":9,\"targets\":[{\"POSITION\":44}],"
        "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":9}}}]}]," ACCESSORS "}",
        4, 1.0 / 6.0);
}

// The points of a triangle (0 0 0), (1 0 0), (0 1 0) and its indices, in the text of the file.
#define BASE64 "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAECAA=="
#define TEXT_FILE(uri)                                                                             \
    "\xEF\xBB\xBF{" ASSET ONE_NODE MESH(                                                           \
        SOLID) "\"accessors\":[{\"bufferView\":0,\"componentType\":"                               \
               "5126,\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,"     \
               "\"count\":3,"                                                                      \
               "\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{"         \
               "\"buffer\":0,"                                                                     \
               "\"byteOffset\":36,\"byteLength\":4}],\"buffers\":[{\"byteLength\":40,\"uri\":"     \
               "\"" uri "\"}]}"

// The same bytes as they are, with %41 for whatever is no character.
#define FOUR "%00%00%00%00"
#define PERCENT FOUR FOUR FOUR "%00%00%80%3F" FOUR FOUR FOUR "%00%00%80?" FOUR "%00%01%02%00"

TEST(text_with_data) {
    static const char *const texts[] = {
        TEXT_FILE("data:application/octet-stream;base64," BASE64),
        TEXT_FILE("data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8"
                  "AAAAA%41A%45CAA%3d%3D"),
        TEXT_FILE("data:application/octet-stream," PERCENT),
        TEXT_FILE("data:," PERCENT),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        const struct mesh_data data = loaded(scratch_write_text("scene.gltf", texts[i]));
        assert_int_equal(data.triangle_count, 1);
        for (size_t k = 0; k < 9; ++k) {
            assert_true(data.positions[k] == (double)points[k / 3][k % 3]);
        }
    }
}

TEST(broken_scenes) {
    static const struct {
        const char *json;
        const char *cause;
        enum buoy_status status; // of the argument, if it is none
    } cases[] = {
        {"{", .cause = "JSON: "},
        {"{}", .cause = "glTF version missing"},
        {"[]", .cause = "glTF version missing"},
        {"{\"asset\":{\"version\":\"1.0\"}}", .cause = "glTF version 1.0"},
        {"{\"asset\":{\"version\":\"2.5\",\"minVersion\":\"3.0\"}}", .cause = "glTF version 3.0"},
        {"{" ASSET "\"asset\":{}}", .cause = "duplicate"},
        {"{" ASSET "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
         .cause = "requires the extension KHR_draco_mesh_compression"},
        {"{" ASSET "\"scene\":0}", .cause = "the scene to show does not exist"},
        {"{" ASSET "\"scene\":-1,\"scenes\":[{}]}", .cause = "the scene to show does not exist"},
        {"{" ASSET "\"scenes\":[{}]}", .cause = "no triangles"},
        {"{" ASSET "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{}]}", .cause = "no triangles"},
        // Nodes.
        {WITH_NODES("[1]", "[{\"mesh\":0}]"), .cause = "the scene: number 0 of its nodes"},
        {WITH_NODES("[0]", "[{\"mesh\":1}]"), .cause = "node 0: its mesh does not exist"},
        {WITH_NODES("[0]", "[{\"mesh\":-1}]"), .cause = "node 0: its mesh does not exist"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"children\":[0]}]"),
         .cause = "node 0 has more than one parent"},
        {WITH_NODES("[0]", "[{\"children\":[1]},{\"children\":[0],\"mesh\":0}]"),
         .cause = "node 0 has more than one parent"},
        {WITH_NODES("[0]", "[{\"children\":[1,1]},{\"mesh\":0}]"),
         .cause = "node 1 has more than one parent"},
        {WITH_NODES("[0,0]", "[{\"mesh\":0}]"), .cause = "node 0 has more than one parent"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"children\":[5]}]"),
         .cause = "node 0: number 0 of its nodes"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"scale\":[1,2]}]"), .cause = "node 0: its transform"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"translation\":[1e99,0,0]}]"),
         .cause = "node 0: its transform"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"rotation\":[1,1,1,1]}]"),
         .cause = "node 0: its rotation"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]"),
         .cause = "node 0: its matrix is not affine"},
        {WITH_NODES("[0]", "[{\"mesh\":0,\"scale\":[1,1,2],"
                           "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]"),
         .cause = "node 0: it has a matrix beside a translation, rotation or scale"},
        {WITH_NODES("[0]",
                    "[{\"scale\":[1e30,1,1],\"children\":[1]},{\"mesh\":0,\"scale\":[1e30,1,1]}]"),
         .cause = "x reaches from 0 to 1e+60, which is out of float's range",
         BUOY_ERROR_NON_FINITE},
        // Meshes.
        {WITH_MESH("{}"), .cause = "mesh 0, primitive 0: its accessor for POSITION"},
        {WITH_MESH(SOLID ",{\"attributes\":{\"POSITION\":99}}"),
         .cause = "mesh 0, primitive 1: its accessor for POSITION"},
        {WITH_MESH("{\"attributes\":{\"POSITION\":0},\"indices\":99}"),
         .cause = "its accessor for indices"},
        {WITH_MESH("{\"attributes\":{\"POSITION\":1}}"), .cause = "accessor 1: its type or count"},
        {WITH_MESH("{\"attributes\":{\"POSITION\":0},\"indices\":0}"),
         .cause = "accessor 0: its type or count"},
        {WITH_MESH("{\"attributes\":{\"POSITION\":0},\"mode\":7}"),
         .cause = "glTF has no such mode"},
        {WITH_MESH("{\"attributes\":{\"POSITION\":0}}"), .cause = "do not make whole triangles"},
        {WITH_MESH("{\"attributes\":{\"POSITION\":6},\"indices\":1}"),
         .cause = "accessor 1: index 4 is 3, but there are 3 vertices", BUOY_ERROR_INDEX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        expect_gltf_refused(write_scene(cases[i].json), cases[i].status, cases[i].cause);
    }
}

// Accessors, views and buffers one by one, in a file whose mesh uses accessor 0 and no indices.
TEST(broken_buffers) {
    static const struct {
        const char *accessor, *view, *buffer, *cause;
    } cases[] = {
        {"\"count\":3", "\"byteLength\":36", "\"byteLength\":36", NULL},
        {"\"count\":21", "\"byteLength\":240", "\"byteLength\":240", "21 elements do not fit"},
        {"\"count\":3", "\"byteLength\":35", "\"byteLength\":36", "3 elements do not fit"},
        {"\"count\":3", "\"byteLength\":37", "\"byteLength\":36", "not inside a buffer"},
        {"\"count\":3", "\"byteLength\":36,\"byteOffset\":1", "\"byteLength\":36",
         "not inside a buffer"},
        {"\"count\":3", "\"byteLength\":36,\"byteOffset\":9223372036854775807", "\"byteLength\":36",
         "not inside a buffer"},
        {"\"count\":3,\"byteOffset\":37", "\"byteLength\":36", "\"byteLength\":36",
         "not inside a buffer"},
        {"\"count\":3,\"byteOffset\":-4", "\"byteLength\":36", "\"byteLength\":36",
         "not inside a buffer"},
        {"\"count\":4000000000", "\"byteLength\":36", "\"byteLength\":36",
         "4000000000 elements do not fit"},
        {"\"count\":9223372036854775807", "\"byteLength\":36", "\"byteLength\":36", "do not fit"},
        {"\"count\":3", "\"byteLength\":36,\"byteStride\":13", "\"byteLength\":36",
         "3 elements do not fit"},
        {"\"count\":3", "\"byteLength\":36,\"byteStride\":300", "\"byteLength\":36",
         "accessor 0: its bufferView has a byteStride of 300; elements of 12 bytes take 12 to 252"},
        {"\"count\":3", "\"byteLength\":36,\"byteStride\":4", "\"byteLength\":36",
         "a byteStride of 4; elements of 12 bytes take 12 to 252"},
        {"\"count\":3", "\"byteLength\":36,\"byteStride\":0", "\"byteLength\":36",
         "a byteStride of 0; elements of 12 bytes take 12 to 252"},
        {"\"count\":0", "\"byteLength\":36", "\"byteLength\":36", "do not make whole triangles"},
        {"\"count\":3,\"sparse\":{}", "\"byteLength\":36", "\"byteLength\":36", "sparse"},
        {"\"count\":3", "\"byteLength\":36", "\"byteLength\":241", "buffer 0 has 240 bytes"},
        {"\"count\":3", "\"byteLength\":36", "\"byteLength\":36,\"uri\":7",
         "buffer 0: its address is not a text"},
        {"\"count\":3", "\"byteLength\":36", "\"byteLength\":36,\"uri\":\"a\\u0000b\"", "JSON: "},
        {"\"count\":3", "\"byteLength\":36", "\"byteLength\":36,\"uri\":\"data:,abc\"",
         "buffer 0 has 3 bytes"},
        {"\"count\":3", "\"byteLength\":36", "\"byteLength\":36,\"uri\":\"data:abc\"",
         "buffer 0: its data has no comma"},
        {"\"count\":3", "\"byteLength\":3", "\"byteLength\":3,\"uri\":\"data:,a%4gb\"",
         "buffer 0 has a '%' that begins no byte"},
        {"\"count\":3", "\"byteLength\":3", "\"byteLength\":3,\"uri\":\"data:;base64,AA-A\"",
         "buffer 0 is not base64"},
        {"\"count\":3", "\"byteLength\":3", "\"byteLength\":3,\"uri\":\"data:;base64,AAA\"",
         "buffer 0 is not base64"},
        {"\"count\":3", "\"byteLength\":3", "\"byteLength\":3,\"uri\":\"data:;base64,A===\"",
         "buffer 0 is not base64"},
        {"\"count\":3", "\"byteLength\":3", "\"byteLength\":3,\"uri\":\"data:;base64,AA==\"",
         "buffer 0 has 1 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{" ASSET ONE_NODE MESH(
                     "{\"attributes\":{\"POSITION\":0}}") "\"accessors\":[{\"bufferView\":0,"
                                                          "\"componentType\":5126,\"type\":"
                                                          "\"VEC3\",%s}],"
                                                          "\"bufferViews\":[{\"buffer\":0,%s}],"
                                                          "\"buffers\":[{%s}]}",
                 cases[i].accessor, cases[i].view, cases[i].buffer);
        if (cases[i].cause) {
            expect_gltf_refused(write_scene(json), BUOY_ERROR_ARGUMENT, cases[i].cause);
        } else {
            expect_volume(json, 1, 0.0);
        }
    }
}

TEST(positions_that_are_not_finite) {
    // The bytes 0xff of the fillers between interleaved points.
    expect_gltf_refused(
        write_scene("{" ASSET ONE_NODE MESH(
            "{\"attributes\":{\"POSITION\":0}}") "\"accessors\":[{\"bufferView\":0,"
                                                 "\"componentType\":5126,\"type\":\"VEC3\","
                                                 "\"count\":6}],\"bufferViews\":[{\"buffer\":0,"
                                                 "\"byteOffset\":156,\"byteLength\":"
                                                 "84}],\"buffers\":[{\"byteLength\":240}]}"),
        BUOY_ERROR_NON_FINITE, "accessor 0: vertex 1 is not finite");
}

TEST(broken_containers) {
    static const char sound[] = WITH_MESH(SOLID);
    char *bytes = read_file(write_scene(sound));
    const size_t size = 28 + (sizeof sound + 2) / 4 * 4 + CHUNK_BYTES;
    for (size_t cut = 0; cut < size; cut += cut < 64 ? 1 : 17) {
        struct mesh_data data;
        struct buoy_error error;
        const char *path = scratch_write("cut.glb", bytes, cut);
        assert_int_equal(mesh_data_load(path, &data, &error), BUOY_ERROR_ARGUMENT);
    }
    expect_gltf_refused(scratch_write("cut.glb", bytes, size - 4), BUOY_ERROR_ARGUMENT,
                        "the header promises");
    bytes[12] = (char)0xff; // the length of the first chunk
    bytes[15] = (char)0xff;
    expect_gltf_refused(scratch_write("a.glb", bytes, size), BUOY_ERROR_ARGUMENT,
                        "chunk 0 promises");
    bytes[4] = 1;
    expect_gltf_refused(scratch_write("a.glb", bytes, size), BUOY_ERROR_ARGUMENT, "version 1");
    bytes[0] = 'x';
    expect_gltf_refused(scratch_write("a.glb", bytes, size), BUOY_ERROR_ARGUMENT, "JSON");
}

// A chain of nodes as deep as the file is long, brackets likewise, and many values in a short file.
TEST(deep_and_wide_documents) {
    const size_t count = 100000;
    char *text = test_alloc(count * 64), *end = text;
    end += sprintf(end, "{" ASSET "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for (size_t i = 1; i < count; ++i) {
        end += sprintf(end, "{\"children\":[%zu]},", i);
    }
    sprintf(end, "{\"mesh\":0}]}");
    expect_gltf_refused(scratch_write_text("deep.gltf", text), BUOY_ERROR_ARGUMENT,
                        "nested too deeply");
    memset(text, '[', count);
    text[count] = '\0';
    expect_gltf_refused(scratch_write_text("deep.gltf", text), BUOY_ERROR_ARGUMENT, "JSON: ");
    const size_t size = (size_t)20 << 20;
    text = test_alloc(size + 1);
    for (size_t i = 0; i < size; i += 2) {
        memcpy(text + i, i == 0 ? "[0" : ",0", 2);
    }
    text[size] = '\0';
    expect_gltf_refused(scratch_write_text("wide.gltf", text), BUOY_ERROR_TOO_LARGE, "values");
}

// Compressed data that is the only one is refused by its name, even if no extension is required.
TEST(compressed_data) {
    expect_gltf_refused(
        write_scene("{" ASSET ONE_NODE MESH(
            "{\"attributes\":{\"POSITION\":0},\"extensions\":"
            "{\"KHR_draco_mesh_compression\":{\"bufferView\":0}}}") "\"accessors\":[{"
                                                                    "\"componentType\":5126,"
                                                                    "\"count\":3,"
                                                                    "\"type\":\"VEC3\"}]}"),
        BUOY_ERROR_ARGUMENT, "mesh 0, primitive 0: compressed by KHR_draco_mesh_compression");
    expect_gltf_refused(write_scene("{" ASSET ONE_NODE MESH(
                            SOLID) "\"buffers\":[{\"byteLength\":9},{"
                                   "\"byteLength\":9,\"extensions\":{\"EXT_meshopt_compression\":"
                                   "{\"fallback\":true}}}]}"),
                        BUOY_ERROR_ARGUMENT, "buffer 1: compressed by EXT_meshopt_compression");
}

// Parts of a mesh in a row that use the same vertices share them here, too.
TEST(primitives_share_vertices) {
    struct mesh_data data =
        load_glb(WITH_MESH(SOLID "," SOLID ",{\"attributes\":{\"POSITION\":5},\"indices\":1}"));
    assert_int_equal(data.triangle_count, 12);
    assert_int_equal(data.vertex_count, 8);
}

TEST_NEEDS(importer_is_built)

// ----------------------------------------------------------------------------- import gltf storage

// glTF files whose numbers are not consecutive plain floats: quantised positions, sparse accessors,
// and their faults.

#define STORED_BYTES 240

// Nodes as given, one mesh of all corners of accessor 0 in turn, and a chunk of its own.
static const char *write_stored(const char *extensions, const char *nodes, const char *accessors,
                                const void *bytes, size_t size) {
    unsigned char chunk[STORED_BYTES] = {0};
    char json[4096];
    memcpy(chunk, bytes, size);
    snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},%s\"scenes\":[{\"nodes\":[0]}],\"nodes\":[%s],\"meshes\":"
        "[{\"primitives\":["
        "{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[%s],\"bufferViews\":["
        "{\"buffer\":0,\"byteLength\":240},{\"buffer\":0,\"byteOffset\":120,\"byteLength\":120}"
        "],\"buffers\":[{\"byteLength\":240}]}",
        extensions, nodes, accessors);
    return write_glb("stored.glb", json, chunk, STORED_BYTES);
}

#define QUANTISED                                                                                  \
    "\"extensionsUsed\":[\"KHR_mesh_quantization\"],"                                              \
    "\"extensionsRequired\":[\"KHR_mesh_quantization\"],"

static void expect_positions(const char *path, const float *expected, size_t count) {
    const struct mesh_data data = loaded(path);
    assert_int_equal(data.vertex_count, count);
    for (size_t i = 0; i < 3 * count; ++i) {
        FAIL_IF((float)data.positions[i] != expected[i], "coordinate %zu is %.9g instead of %.9g",
                i, data.positions[i], (double)expected[i]);
    }
}

// Whole numbers of each kind, as they are or as parts of 1: the most negative counts as −1.
TEST(quantised_positions) {
    static const signed char small[9] = {-128, -127, 0, 1, 127, 2, 3, 4, 5};
    static const unsigned char positive[9] = {0, 1, 128, 255, 2, 3, 4, 5, 6};
    static const short medium[9] = {-32768, -32767, 0, 1, 32767, 2, 3, 4, 5};
    static const unsigned short large[9] = {0, 1, 32768, 65535, 2, 3, 4, 5, 6};
    static const struct {
        unsigned component;
        const void *bytes;
        size_t size;
        double one;
    } kinds[] = {
        {5120, small, 1, 127},
        {5121, positive, 1, 255},
        {5122, medium, 2, 32767},
        {5123, large, 2, 65535},
    };
    for (size_t i = 0; i < 8; ++i) {
        const size_t kind = i / 2;
        const bool normalised = i % 2;
        char accessor[256];
        float expected[9];
        for (size_t k = 0; k < 9; ++k) {
            const double value = kind == 0   ? small[k]
                                 : kind == 1 ? positive[k]
                                 : kind == 2 ? medium[k]
                                             : large[k];
            expected[k] = (float)(normalised ? fmax(value / kinds[kind].one, -1.0) : value);
        }
        snprintf(accessor, sizeof accessor,
                 "{\"bufferView\":0,\"componentType\":%u,\"normalized\":%s,\"count\":3,"
                 "\"type\":\"VEC3\"}",
                 kinds[kind].component, normalised ? "true" : "false");
        expect_positions(write_stored(QUANTISED, "{\"mesh\":0}", accessor, kinds[kind].bytes,
                                      9 * kinds[kind].size),
                         expected, 3);
    }
}

// A node makes metres of them: that is rounded once, not first to a part of 1 and then to metres.
TEST(quantised_positions_are_rounded_once) {
    static const unsigned short parts[9] = {1, 2, 3, 5, 7, 11, 12345, 54321, 65534};
    float expected[9];
    for (size_t k = 0; k < 9; ++k) {
        expected[k] = (float)((double)parts[k] / 65535.0 * 123.456 + 0.1);
    }
    expect_positions(
        write_stored(
            QUANTISED,
            "{\"mesh\":0,\"scale\":[123.456,123.456,123.456],\"translation\":[0.1,0.1,0.1]}",
            "{\"bufferView\":0,\"componentType\":5123,\"normalized\":true,\"count\":3,"
            "\"type\":\"VEC3\"}",
            parts, sizeof parts),
        expected, 3);
}

static const float triangle[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

// The chunk: three points, then at 120 an index of 16 bits per replacement, at 132 those points.
static void make_sparse(unsigned char bytes[160], unsigned short first, unsigned short second) {
    static const float replacements[6] = {10, 20, 30, 40, 50, 60};
    memset(bytes, 0, 160);
    memcpy(bytes, triangle, sizeof triangle);
    memcpy(bytes + 120, &first, 2);
    memcpy(bytes + 122, &second, 2);
    memcpy(bytes + 132, replacements, sizeof replacements);
}

#define SPARSE(base, count)                                                                        \
    "{" base "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":" count   \
    ",\"indices\":{\"bufferView\":1,\"componentType\":5123},"                                      \
    "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}"

TEST(sparse_positions) {
    static const float both[9] = {10, 20, 30, 4, 5, 6, 40, 50, 60};
    static const float one[9] = {1, 2, 3, 10, 20, 30, 7, 8, 9};
    static const float on_zeros[9] = {0, 0, 0, 10, 20, 30, 40, 50, 60};
    unsigned char bytes[160];
    make_sparse(bytes, 0, 2);
    expect_positions(
        write_stored("", "{\"mesh\":0}", SPARSE("\"bufferView\":0,", "2"), bytes, sizeof bytes),
        both, 3);
    make_sparse(bytes, 1, 2);
    expect_positions(
        write_stored("", "{\"mesh\":0}", SPARSE("\"bufferView\":0,", "1"), bytes, sizeof bytes),
        one, 3);
    expect_positions(write_stored("", "{\"mesh\":0}", SPARSE("", "2"), bytes, sizeof bytes),
                     on_zeros, 3);
}

TEST(broken_storage) {
    static const struct {
        unsigned first, second;
        const char *extensions, *accessor;
        const char *cause;
        enum buoy_status status; // of the argument, if it is none
    } cases[] = {
        {2, 1, "", SPARSE("\"bufferView\":0,", "2"), "accessor 0: sparse index 1 is 1",
         BUOY_ERROR_INDEX},
        {1, 1, "", SPARSE("\"bufferView\":0,", "2"), "accessor 0: sparse index 1 is 1",
         BUOY_ERROR_INDEX},
        {0, 3, "", SPARSE("\"bufferView\":0,", "2"), "accessor 0: sparse index 1 is 3",
         BUOY_ERROR_INDEX},
        {0, 1, "", SPARSE("\"bufferView\":0,", "4"), .cause = "its sparse part"},
        {0, 1, "", SPARSE("\"bufferView\":0,", "-1"), .cause = "its sparse part"},
        {0, 1, "",
         "{\"componentType\":5126,\"count\":9000000,\"type\":\"VEC3\",\"sparse\":{\"count\":2,"
         "\"indices\":{\"bufferView\":1,\"componentType\":5123},"
         "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}",
         .cause = "accessor 0: too many vertices", BUOY_ERROR_TOO_LARGE},
        {0, 1, "",
         "{\"componentType\":5126,\"count\":99,\"type\":\"VEC3\",\"sparse\":{\"count\":99,"
         "\"indices\":{\"bufferView\":1,\"componentType\":5123},"
         "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}",
         .cause = "accessor 0: 99 sparse indices' elements do not fit"},
        {0, 1, "",
         "{\"componentType\":5126,\"count\":60,\"type\":\"VEC3\",\"sparse\":{\"count\":60,"
         "\"indices\":{\"bufferView\":1,\"componentType\":5123},"
         "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}",
         .cause = "accessor 0: 60 sparse values' elements do not fit"},
        {0, 1, "", "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}",
         .cause = "accessor 0: it has no bufferView"},
        {0, 1, "", "{\"bufferView\":0,\"componentType\":5123,\"count\":3,\"type\":\"VEC3\"}",
         .cause = "need the extension KHR_mesh_quantization"},
        {0, 1, QUANTISED, "{\"bufferView\":0,\"componentType\":5125,\"count\":3,\"type\":\"VEC3\"}",
         .cause = "need the extension KHR_mesh_quantization, and 8 or 16 bits"},
        {0, 1, QUANTISED, "{\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"}",
         .cause = "glTF has no such component type"},
        {0, 1, "\"extensionsRequired\":[\"EXT_meshopt_compression\"],", "",
         .cause = "requires the extension EXT_meshopt_compression"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        unsigned char bytes[160];
        make_sparse(bytes, (unsigned short)cases[i].first, (unsigned short)cases[i].second);
        expect_gltf_refused(write_stored(cases[i].extensions, "{\"mesh\":0}", cases[i].accessor,
                                         bytes, sizeof bytes),
                            cases[i].status, cases[i].cause);
    }
}
