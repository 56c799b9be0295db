// Mesh files read in parts: whatever lies at the boundary between two parts, and however many
// boundaries there are, the result is the same mesh.
#include "child.h"
#include "glb.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "test.h"

// The initial size of the window: WINDOW_BYTES of bench/meshes/import/source.c.
#define WINDOW ((size_t)256 << 10)

// ------------------------------------------------------------------------ ends of the window

struct sample {
    const char *name, *before, *after; // a comment of any length goes in between
};

static const struct sample samples[] = {
    {"w.obj", "#",
     "\r\nv 1.5 -2.25e+00 .125\r\n\r\nv 0 0 0 # x\rv 0 10 0\nv 1 1 \\\r\n 1\\\n\ng a\\b c\\ \n"
     "g d \\\r\nf 1 2 3\n# \\\nf 1/2 2//3 \\\n3\r\nf 1 \\\r\n2 4\n  \tf 2 3 4 1\r\ng \\"},
    {"w.off", "OFF\r\n#",
     "\r\n4 3\r\n# x\r\n7\r\n1.5 -2.25e+00 .125\r\n\r\n0 0 0 # x\r\n0 10 0\n1 1 1\n"
     "3 0 1 2\r\n3 0 1 3 255 255\r\n \t4 1 2 3 0\n"},
    {"w.stl", "solid ",
     "\r\nfacet normal 0 0 1\r\nouter loop\r\nvertex 1.5 -2.25e+00 .125\r\nvertex 0 0 0\r"
     "vertex 0 10 0\nendloop endfacet\n\n\nfacet normal 0 0\nouter loop vertex 1.5 -2.25 .125\n"
     "vertex 0 0 0\nvertex 1 1 1\nendloop\nendfacet\nfacet normal\nouter loop\nvertex 0 0 0\n"
     "vertex 0 10 0\nvertex 1 1 1\nendloop\nendfacet\nfacet normal\nouter loop\nvertex 0 0 0\n"
     "vertex 1 1 1\nvertex 1.5 -2.25e0 .125\nendloop\nendfacet\nendsolid x"},
    {"w.ply", "ply\r\nformat ascii 1.0\r\ncomment ",
     "\r\nelement vertex 4\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\n"
     "element face 3\r\nproperty list uchar int vertex_indices\r\nend_header\r\n"
     "1.5 -2.25e+00 .125\r\n0 0 0\r\n\r\n0 10 0\r\n1 1 1\r\n3 0 1 2\r\n3 0 1 3\r\n4 1 2 3 0\r\n"},
};

// Every byte behind the comment is once the first of a window, and once the last.
TEST(every_place_of_a_text) {
    char *text = malloc(2 * WINDOW);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; ++i) {
        const struct sample *sample = &samples[i];
        const size_t before = strlen(sample->before), after = strlen(sample->after);
        memset(text, 'x', 2 * WINDOW);
        memcpy(text, sample->before, before);
        for (size_t offset = 0; offset <= after; ++offset) {
            memcpy(text + WINDOW - offset, sample->after, after);
            const char *path = scratch_write(sample->name, text, WINDOW - offset + after);
            static const double points[4][3] = {
                {1.5, -2.25, 0.125}, {0, 0, 0}, {0, 10, 0}, {1, 1, 1}};
            static const int corners[12] = {0, 1, 2, 0, 1, 3, 1, 2, 3, 1, 3, 0};
            struct mesh_data data = loaded(path);
            assert_int_equal(data.triangle_count, 4);
            // The quadrilateral may be split from either of two corners.
            for (size_t k = 0; k < 6; ++k) {
                const double *point = data.positions + (size_t)3 * data.indices[k];
                FAIL_IF(memcmp(point, points[corners[k]], sizeof points[0]) != 0,
                        "%s: corner %zu is wrong where %zu bytes are before the window's end", path,
                        k, offset);
            }
            memset(text + WINDOW - offset, 'x', after);
        }
    }
    free(text);
}

// ----------------------------------------------------------------------------- many triangles

#define TRIANGLES 20000

static double soup[TRIANGLES][3][3];

static void make_soup(void) {
    struct rng rng = rng_make("large");
    for (size_t i = 0; i < (size_t)9 * TRIANGLES; ++i) {
        soup[i / 9][i / 3 % 3][i % 3] = (double)(float)rng_between(&rng, -1e3, 1e3);
    }
}

static void expect_soup(const char *path) {
    struct mesh_data data = loaded(path);
    assert_int_equal(data.triangle_count, TRIANGLES);
    for (size_t i = 0; i < (size_t)3 * TRIANGLES; ++i) {
        FAIL_IF(memcmp(data.positions + (size_t)3 * data.indices[i], soup[i / 3][i % 3], 24) != 0,
                "%s: triangle %zu is wrong", path, i / 3);
    }
}

static void put_points(FILE *file, const char *before) {
    for (size_t i = 0; i < (size_t)3 * TRIANGLES; ++i) {
        const double *p = soup[i / 3][i % 3];
        fprintf(file, "%s%.17g %.17g %.17g\n", before, p[0], p[1], p[2]);
    }
}

static void put_faces(FILE *file, const char *before, unsigned first) {
    for (unsigned i = 0; i < 3 * TRIANGLES; i += 3) {
        fprintf(file, "%s %u %u %u\n", before, first + i, first + i + 1, first + i + 2);
    }
}

static void put_bytes(FILE *file, const void *bytes, size_t size, bool reversed) {
    for (size_t i = 0; i < size; ++i) {
        putc(((const unsigned char *)bytes)[reversed ? size - 1 - i : i], file);
    }
}

static void put_soup(FILE *file, const char *name) {
    if (strcmp(name, "s.obj") == 0) {
        put_points(file, "v ");
        put_faces(file, "f", 1);
    } else if (strcmp(name, "s.off") == 0) {
        fprintf(file, "OFF\n%d %d 0\n", 3 * TRIANGLES, TRIANGLES);
        put_points(file, "");
        put_faces(file, "3", 0);
    } else if (strcmp(name, "s.stl") == 0) {
        static const char nothing[80] = {0};
        put_bytes(file, nothing, 80, false);
        put_bytes(file, &(uint32_t){TRIANGLES}, 4, false);
        for (size_t i = 0; i < TRIANGLES; ++i) {
            put_bytes(file, nothing, 12, false);
            float corners[9];
            for (int k = 0; k < 9; ++k) {
                corners[k] = (float)soup[i][k / 3][k % 3];
            }
            put_bytes(file, corners, sizeof corners, false);
            put_bytes(file, nothing, 2, false);
        }
    } else {
        // With elements in front and properties in between that are skipped: some in one go, some
        // not.
        const bool big = strcmp(name, "big.ply") == 0;
        fprintf(file,
                "ply\nformat binary_%s_endian 1.0\nelement fixed 100000\nproperty double a\n"
                "element varied 100000\nproperty list uchar short b\nelement vertex %d\n"
                "property double x\nproperty uchar c\nproperty double y\nproperty float z\n"
                "element face %d\nproperty list uchar uint vertex_indices\nproperty ushort d\n"
                "end_header\n",
                big ? "big" : "little", 3 * TRIANGLES, TRIANGLES);
        for (size_t i = 0; i < 800000; ++i) {
            putc(0xff, file);
        }
        for (int i = 0; i < 100000; ++i) {
            putc(i % 4, file);
            put_bytes(file, "abcdef", (size_t)(i % 4 * 2), false);
        }
        for (size_t i = 0; i < (size_t)3 * TRIANGLES; ++i) {
            const double *p = soup[i / 3][i % 3];
            put_bytes(file, &p[0], 8, big);
            putc(10, file);
            put_bytes(file, &p[1], 8, big);
            put_bytes(file, &(float){(float)p[2]}, 4, big);
        }
        for (uint32_t i = 0; i < 3 * TRIANGLES; i += 3) {
            putc(3, file);
            for (uint32_t k = 0; k < 3; ++k) {
                put_bytes(file, &(uint32_t){i + k}, 4, big);
            }
            put_bytes(file, "dd", 2, false);
        }
    }
}

TEST(many_triangles) {
    static const char *const names[] = {"s.obj", "s.off", "s.stl", "little.ply", "big.ply"};
    make_soup();
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const char *path = scratch_path(names[i]);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        put_soup(file, names[i]);
        assert_int_equal(fclose(file), 0);
        expect_soup(path);
    }
}

// Points interleaved with others, of which every fifth is replaced; indices of 32 bits.
TEST(many_triangles_of_gltf) {
    enum {
        POINTS = 3 * TRIANGLES,
        REPLACED = POINTS / 5,
        INDICES = 36 * POINTS,
        PLACES = INDICES + 4 * POINTS,
        VALUES = PLACES + 4 * REPLACED,
        SIZE = VALUES + 12 * REPLACED,
    };
    unsigned char *chunk = malloc(SIZE);
    char json[1024];
    make_soup();
    memset(chunk, 0xff, SIZE);
    for (uint32_t i = 0; i < POINTS; ++i) {
        const double *p = soup[i / 3][i % 3];
        const float point[3] = {(float)p[0], (float)p[1], (float)p[2]};
        memcpy(chunk + INDICES + (size_t)4 * i, &i, 4);
        if (i % 5 != 3) {
            memcpy(chunk + (size_t)36 * i + 12, point, 12);
        } else {
            memset(chunk + (size_t)36 * i + 12, 0, 12);
            memcpy(chunk + PLACES + (size_t)4 * (i / 5), &i, 4);
            memcpy(chunk + VALUES + (size_t)12 * (i / 5), point, 12);
        }
    }
    snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"byteOffset\":12,\"componentType\":5126,"
        "\"count\":%d,\"type\":\"VEC3\",\"sparse\":{\"count\":%d,\"indices\":{"
        "\"bufferView\":2,\"componentType\":5125},\"values\":{\"bufferView\":3}}},"
        "{\"bufferView\":1,\"componentType\":5125,\"count\":%d,\"type\":\"SCALAR\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d,\"byteStride\":36},"
        "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d},"
        "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d},"
        "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}],"
        "\"buffers\":[{\"byteLength\":%d}]}",
        POINTS, REPLACED, POINTS, INDICES, INDICES, 4 * POINTS, PLACES, 4 * REPLACED, VALUES,
        12 * REPLACED, SIZE);
    expect_soup(write_glb("s.glb", json, chunk, SIZE));
    free(chunk);
}

TEST_NEEDS(importer_is_built)
