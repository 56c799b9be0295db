// glTF files whose numbers are not consecutive plain floats: quantised positions, sparse accessors,
// and their faults.
#include "child.h"
#include "glb.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "test.h"

#define CHUNK_BYTES 240

// Nodes as given, one mesh of all corners of accessor 0 in turn, and a chunk of its own.
static const char *write_stored(const char *extensions, const char *nodes, const char *accessors,
                                const void *bytes, size_t size) {
    unsigned char chunk[CHUNK_BYTES] = {0};
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
    return write_glb("stored.glb", json, chunk, CHUNK_BYTES);
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
        enum buoy_status status;
        const char *cause;
    } cases[] = {
        {2, 1, "", SPARSE("\"bufferView\":0,", "2"), BUOY_ERROR_INDEX,
         "accessor 0: sparse index 1 is 1"},
        {1, 1, "", SPARSE("\"bufferView\":0,", "2"), BUOY_ERROR_INDEX,
         "accessor 0: sparse index 1 is 1"},
        {0, 3, "", SPARSE("\"bufferView\":0,", "2"), BUOY_ERROR_INDEX,
         "accessor 0: sparse index 1 is 3"},
        {0, 1, "", SPARSE("\"bufferView\":0,", "4"), BUOY_ERROR_ARGUMENT, "its sparse part"},
        {0, 1, "", SPARSE("\"bufferView\":0,", "-1"), BUOY_ERROR_ARGUMENT, "its sparse part"},
        {0, 1, "",
         "{\"componentType\":5126,\"count\":9000000,\"type\":\"VEC3\",\"sparse\":{\"count\":2,"
         "\"indices\":{\"bufferView\":1,\"componentType\":5123},"
         "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}",
         BUOY_ERROR_TOO_LARGE, "accessor 0: too many vertices"},
        {0, 1, "",
         "{\"componentType\":5126,\"count\":99,\"type\":\"VEC3\",\"sparse\":{\"count\":99,"
         "\"indices\":{\"bufferView\":1,\"componentType\":5123},"
         "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}",
         BUOY_ERROR_ARGUMENT, "accessor 0: 99 sparse indices' elements do not fit"},
        {0, 1, "",
         "{\"componentType\":5126,\"count\":60,\"type\":\"VEC3\",\"sparse\":{\"count\":60,"
         "\"indices\":{\"bufferView\":1,\"componentType\":5123},"
         "\"values\":{\"bufferView\":1,\"byteOffset\":12}}}",
         BUOY_ERROR_ARGUMENT, "accessor 0: 60 sparse values' elements do not fit"},
        {0, 1, "", "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}", BUOY_ERROR_ARGUMENT,
         "accessor 0: it has no bufferView"},
        {0, 1, "", "{\"bufferView\":0,\"componentType\":5123,\"count\":3,\"type\":\"VEC3\"}",
         BUOY_ERROR_ARGUMENT, "need the extension KHR_mesh_quantization"},
        {0, 1, QUANTISED, "{\"bufferView\":0,\"componentType\":5125,\"count\":3,\"type\":\"VEC3\"}",
         BUOY_ERROR_ARGUMENT, "need the extension KHR_mesh_quantization, and 8 or 16 bits"},
        {0, 1, QUANTISED, "{\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"}",
         BUOY_ERROR_ARGUMENT, "glTF has no such component type"},
        {0, 1, "\"extensionsRequired\":[\"EXT_meshopt_compression\"],", "", BUOY_ERROR_ARGUMENT,
         "requires the extension EXT_meshopt_compression"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        unsigned char bytes[160];
        make_sparse(bytes, (unsigned short)cases[i].first, (unsigned short)cases[i].second);
        expect_gltf_refused(write_stored(cases[i].extensions, "{\"mesh\":0}", cases[i].accessor,
                                         bytes, sizeof bytes),
                            cases[i].status, cases[i].cause);
    }
}

TEST_NEEDS(importer_is_built)
