// Mesh files of every format, in all the forms that programs write: all give the same body, bit for
// bit.
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "test.h"

static struct mesh_data load_text(const char *name, const char *text) {
    return loaded(scratch_write_text(name, text));
}

// The tetrahedron that all formats get to hold: corners, and faces wound outward.
static const float corners[4][3] = {{0, 0, 0}, {1.5f, 0, 0}, {0, -2.25f, 0}, {0, 0, -4e-3f}};
static const unsigned faces[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};

// Face by face and corner by corner the tetrahedron, however the vertices are shared.
static void expect_tetrahedron(const struct mesh_data *data, const char *what) {
    FAIL_IF(data->triangle_count != 4, "%s: %zu triangles", what, data->triangle_count);
    for (size_t i = 0; i < 12; ++i) {
        assert_true(data->indices[i] < data->vertex_count);
        const float *expected = corners[faces[i / 3][i % 3]];
        const double *found = data->positions + (size_t)3 * data->indices[i];
        for (size_t k = 0; k < 3; ++k) {
            FAIL_IF((float)found[k] != expected[k], "%s: triangle %zu, corner %zu is wrong", what,
                    i / 3, i % 3);
        }
    }
}

static void expect_text(const char *name, const char *text) {
    struct mesh_data data = load_text(name, text);
    expect_tetrahedron(&data, text);
    assert_true(isnan(data.closed_form_volume));
}

static void expect_bytes(const char *name, const void *bytes, size_t size) {
    struct mesh_data data = loaded(scratch_write(name, bytes, size));
    expect_tetrahedron(&data, name);
}

// A binary file being written.
struct bytes {
    unsigned char at[1024];
    size_t size;
    bool big_endian;
};

static void put(struct bytes *bytes, const void *value, size_t size) {
    assert_true(bytes->size + size <= sizeof bytes->at);
    for (size_t i = 0; i < size; ++i) {
        bytes->at[bytes->size + (bytes->big_endian ? size - 1 - i : i)] =
            ((const unsigned char *)value)[i];
    }
    bytes->size += size;
}

static void put_text(struct bytes *bytes, const char *text) {
    memcpy(bytes->at + bytes->size, text, strlen(text));
    bytes->size += strlen(text);
}

static void put_point(struct bytes *bytes, const float point[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        put(bytes, &point[axis], 4);
    }
}

#define OBJ_CORNERS "v 0 0 0\nv 1.5 0 0\nv 0 -2.25 0\nv 0 0 -0.004\n"
#define OBJ_FACES "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n"

TEST(obj) {
    expect_text("plain.obj", OBJ_CORNERS OBJ_FACES);
    expect_text("no_newline.obj", OBJ_CORNERS "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3");
    expect_text("mark.obj", "\xEF\xBB\xBF" OBJ_CORNERS OBJ_FACES);
    expect_text("UPPER.OBJ", OBJ_CORNERS OBJ_FACES);
    expect_text("crlf.obj", "v 0 0 0\r\nv 1.5 0 0\r\nv 0 -2.25 0\r\nv 0 0 -0.004\r\n"
                            "f 1 2 3\r\nf 1 3 4\r\nf 1 4 2\r\nf 2 4 3\r\n");
    expect_text("cr.obj", "v 0 0 0\rv 1.5 0 0\rv 0 -2.25 0\rv 0 0 -0.004\r"
                          "f 1 2 3\rf 1 3 4\rf 1 4 2\rf 2 4 3\r");
    expect_text("numbers.obj",
                "v 0 .0 0.\nv +1.5 0e0 0E+00\nv 0 -225e-2 0.0\nv 0 0 -.004\n" OBJ_FACES);
    expect_text("blanks.obj",
                "\n\n  v\t0  0\t0  \nv 1.5 0 0\n\nv 0 -2.25 0\nv 0 0 -0.004\n"
                "# a remark\n f  1\t2 3 \nf 1 3 4 # another\nf 1 4 2\n#\nf 2 4 3\n\n");
    expect_text("colours.obj", "v 0 0 0 1 0 0\nv 1.5 0 0 0 1 0\nv 0 -2.25 0 1 1 1\n"
                               "v 0 0 -0.004 0.5 0.5 0.5\n" OBJ_FACES);
    expect_text("weights.obj", "v 0 0 0 1\nv 1.5 0 0 1\nv 0 -2.25 0 1\nv 0 0 -0.004 1\n" OBJ_FACES);
    expect_text("references.obj", OBJ_CORNERS "vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1\nf 1//1 3//1 4//1\n"
                                              "f 1/1/1 4/1/1 2/1/1\nf 2/ 4/ 3/\n");
    expect_text("negative.obj", "v 0 0 0\nv 1.5 0 0\nv 0 -2.25 0\nf -3 -2 -1\nv 0 0 -0.004\n"
                                "f -4 -2 -1\nf 1 -1 2\nf 2 4 3\n");
    expect_text("ahead.obj", OBJ_FACES OBJ_CORNERS);
    expect_text("joined.obj", OBJ_CORNERS "f 1 2 \\\n3\nf 1 \\\r\n 3 4\nf 1 4 2\nf 2 4 3\n");
    // Skipped statements are continued, too; comments are not: a folder's name ends in a backslash.
    expect_text("skipped.obj", OBJ_CORNERS "g a \\\nf 1 2 3\nvn 0 \\\r\n0 \\\r\n f\r\n"
                                           "usemtl b#\\\nv 9 9 9\n# x\\y\\\n" OBJ_FACES);
    expect_text("remark.obj",
                "#\\\n" OBJ_CORNERS "g a # b\\\nf 1 2 3 # x\\\nf 1 3 4\nf 1 4 2\nf 2\\\n 4 3\n");
    expect_text("parts.obj", "mtllib none.mtl\no a\n" OBJ_CORNERS "g b c\nusemtl red\nf 1 2 3\n"
                             "s off\nf 1 3 4\no d\nusemtl green\nf 1 4 2\ng\nf 2 4 3\n");
}

#define FACET(a, b, c)                                                                             \
    "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet"  \
    "\n"
#define BARE(a, b, c)                                                                              \
    "facet outer loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
#define P0 "0 0 0"
#define P1 "1.5 0 0"
#define P2 "0 -2.25 0"
#define P3 "0 0 -0.004"

TEST(text_stl) {
    expect_text("plain.stl", "solid\n" FACET(P0, P1, P2) FACET(P0, P2, P3) FACET(P0, P3, P1)
                                 FACET(P1, P3, P2) "endsolid\n");
    expect_text("solids.stl", "solid a hull, drawn by hand\n" FACET(
                                  P0, P1, P2) "endsolid a hull\n"
                                              "solid b\nendsolid b\nsolid\n" FACET(P0, P2, P3)
                                                  FACET(P0, P3, P1) FACET(P1, P3, P2) "endsolid");
    // Some exporters leave out normals, or what ends a solid.
    expect_text("cut.stl", "solid a\n" FACET(P0, P1, P2) "solid b\n" FACET(P0, P2, P3)
                               FACET(P0, P3, P1) FACET(P1, P3, P2));
    expect_text("bare.stl", "solid\n" BARE(P0, P1, P2) BARE(P0, P2, P3) FACET(P0, P3, P1)
                                BARE(P1, P3, P2) "endsolid\n");
    expect_text("loose.stl",
                "SOLID x\r\n\tFacet Normal nan -nan(ind) 1e99\r\n OUTER LOOP vertex 0 0 0 \r\n"
                "vertex 1.5 0 0\r\nvertex 0 -225.e-2 0 endloop endfacet\r\n" FACET(P0, P2, P3)
                    FACET(P0, P3, P1) FACET(P1, P3, P2) "endsolid x");
}

static struct bytes binary_stl(const char *header, unsigned short attribute) {
    struct bytes file = {.size = 80};
    memset(file.at, 0, 80);
    memcpy(file.at, header, strlen(header));
    put(&file, &(uint32_t){4}, 4);
    for (int i = 0; i < 4; ++i) {
        put_point(&file, (float[]){(float)NAN, 0.0f, 0.0f});
        for (int k = 0; k < 3; ++k) {
            put_point(&file, corners[faces[i][k]]);
        }
        put(&file, &attribute, 2);
    }
    return file;
}

// Headers that look like text, like a byte order mark, or like colours are all headers.
TEST(binary_stl) {
    static const char *const headers[] = {
        "",       "solid made by a program", "\xFF\xFE", "\xEF\xBB\xBF", "COLOR=\xFF\x01\x02\x03",
        "x STL y"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i) {
        const struct bytes file = binary_stl(headers[i], i % 2 ? 0xffff : 0);
        expect_bytes("binary.stl", file.at, file.size);
    }
}

TEST(off) {
    expect_text("plain.off",
                "OFF\n4 4 6\n" P0 "\n" P1 "\n" P2 "\n" P3 "\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 1 3 2\n");
    expect_text("one_line.off",
                "OFF 4 4 6\n" P0 "\n" P1 "\n" P2 "\n" P3 "\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 1 3 2");
    expect_text("loose.off",
                "# a remark\r\nCOFF\r\n# one\r\n4\r\n\r\n4 0\r\n# two\r\n0 0 0 255 0 0 255\r\n"
                "1.5 0 0 0 0 0 1\r\n\r\n 0 -2.25 0 1 1 1 1\r\n0 0 -.004 1 1 1 1\r\n# three\r\n"
                "3 0 1 2 0.5 0.5 0.5\r\n3 0 2 3\r\n\r\n3 0 3 1 7\r\n3 1 3 2 # end\r\n");
}

TEST(off_with_a_large_face) {
    struct mesh_data data = load_text(
        "large.off", "OFF\n12 1 0\n1 0 0\n2 0 0\n3 1 0\n3 2 0\n3 3 0\n2 4 0\n1 4 0\n0 4 0\n"
                     "-1 3 0\n-1 2 0\n-1 1 0\n0 0 0\n12 0 1 2 3 4 5 6 7 8 9 10 11\n");
    assert_int_equal(data.triangle_count, 10);
}

TEST(the_sign_of_zero_is_kept) {
    struct mesh_data data = load_text("zero.obj", "v -0 0 -0.0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const double *first = data.positions + (size_t)3 * data.indices[0];
    assert_true(signbit(first[0]) && !signbit(first[1]) && signbit(first[2]));
}

#define PLY_FACES "element face 4\nproperty list uchar int vertex_indices\nend_header\n"

TEST(text_ply) {
    expect_text("plain.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\n"
                             "property float y\nproperty float z\n" PLY_FACES P0 "\n" P1 "\n" P2
                             "\n" P3 "\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 1 3 2\n");
    // Rows that share a line.
    expect_text("row.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\n"
                           "property float y\nproperty float z\n" PLY_FACES P0 " " P1 " " P2 " " P3
                           " 3 0 1 2 3 0 2 3 3 0 3 1 3 1 3 2");
    expect_text("rows.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\n"
                            "property float y\nproperty float z\n" PLY_FACES P0 " # a\n" P1 "\t" P2
                            " \n\n" P3 "\r\n3 0 1 2\t3 0 2 3\n3 0 3 1 3 1 3 2 \n");
    // Other elements, other properties, other order, no newline at the end; a short last line after
    // a longer one.
    expect_text("rich.ply",
                "ply\r\nformat ascii 1.0\r\ncomment one\r\nobj_info two\r\nelement camera 1\r\n"
                "property float view\r\nelement vertex 4\r\nproperty uchar red\r\n"
                "property double z\r\nproperty double x\r\nproperty list uchar int near\r\n"
                "property float64 y\r\nelement empty 3\r\nelement face 4\r\n"
                "property uchar flag\r\nproperty list uint8 uint32 vertex_index\r\n"
                "property list uchar float texcoord\r\nelement edge 1\r\nproperty int a\r\n"
                "end_header\r\n7\r\n1 0 0 2 5 6 0\r\n2 0 1.5 0 0\r\n3 0 0 0 -2.25\r\n"
                "4 -.004 0 1 9 0\r\n0 3 0 1 2 6 0 0 0 0 0 0\r\n0 3 0 2 3 0\r\n0 3 0 3 1 0\r\n"
                "0 3 1 3 2 2 0.5 0.5\r\n5");
}

static struct bytes binary_ply(bool big_endian, bool doubles, const char *newline) {
    struct bytes file = {.big_endian = big_endian};
    char header[512];
    const char *real = doubles ? "double" : "float";
    snprintf(header, sizeof header,
             "ply%sformat binary_%s_endian 1.0%selement vertex 4%sproperty %s x%sproperty %s y%s"
             "property uchar red%sproperty %s z%selement face 4%s"
             "property list ushort short vertex_indices%send_header%s",
             newline, big_endian ? "big" : "little", newline, newline, real, newline, real, newline,
             newline, real, newline, newline, newline, newline);
    put_text(&file, header);
    for (int i = 0; i < 4; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double value = (double)corners[i][axis];
            put(&file, &(unsigned char){10}, axis == 2);
            put(&file, doubles ? (const void *)&value : (const void *)&corners[i][axis],
                doubles ? 8 : 4);
        }
    }
    for (int i = 0; i < 4; ++i) {
        put(&file, &(unsigned short){3}, 2);
        for (int k = 0; k < 3; ++k) {
            put(&file, &(short){(short)faces[i][k]}, 2);
        }
    }
    return file;
}

TEST(binary_ply) {
    for (int i = 0; i < 8; ++i) {
        const struct bytes file = binary_ply(i & 1, i & 2, i & 4 ? "\r\n" : "\n");
        expect_bytes("binary.ply", file.at, file.size);
    }
}

// A line feed at the start of binary data is none of the header's end.
TEST(binary_ply_that_starts_with_a_line_feed) {
    struct bytes file = {.size = 0};
    put_text(&file, "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\n"
                    "property float y\nproperty float z\nelement face 1\n"
                    "property list uchar uchar vertex_indices\nend_header\n");
    const uint32_t first = UINT32_C(0x3f80000a); // a little more than 1
    put(&file, &first, 4);
    put(&file, (float[]){0, 0}, 8);
    put_point(&file, (float[]){0, 1, 0});
    put_point(&file, (float[]){0, 0, 1});
    put(&file, "\3\0\1\2", 4);
    struct mesh_data data = loaded(scratch_write("feed.ply", file.at, file.size));
    assert_int_equal(data.triangle_count, 1);
    const float read = (float)data.positions[(size_t)3 * data.indices[0]];
    assert_memory_equal(&read, &first, 4);
}

// In every format, and whatever they are; in binary STL, whose size tells it from text, fewer bytes
// than a facet has.
TEST(bytes_behind_the_last_element_are_left_out) {
    for (int bytes = 1; bytes < 50; bytes += 48) {
        struct bytes stl = binary_stl("solid", 0), ply = binary_ply(true, true, "\n");
        for (int i = 0; i < bytes; ++i) {
            put_text(&stl, "\n");
            put_text(&ply, "\n");
        }
        expect_bytes("behind.stl", stl.at, stl.size);
        expect_bytes("behind.ply", ply.at, ply.size);
    }
    expect_text("behind.off", "OFF\n4 4 6\n" P0 "\n" P1 "\n" P2 "\n" P3
                              "\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 1 3 2\n\nx\n");
}

TEST(the_name_is_the_base_name) {
    struct mesh_data data = load_text("a b.c.obj", OBJ_CORNERS OBJ_FACES);
    assert_string_equal(data.name, "a b.c.obj");
}

TEST(points_and_lines_are_counted_and_left_out) {
    struct mesh_data data =
        load_text("lines.obj", OBJ_CORNERS "p 1 2\nl 1 2 3\nf 1 2\nf 3\n" OBJ_FACES "f\n");
    expect_tetrahedron(&data, "lines.obj");
    assert_int_equal(data.ignored_elements, 5);
    data = load_text("lines.off", "OFF\n4 6 0\n" P0 "\n" P1 "\n" P2 "\n" P3
                                  "\n3 0 1 2\n2 0 1\n3 0 2 3\n3 0 3 1\n1 2\n3 1 3 2\n");
    expect_tetrahedron(&data, "lines.off");
    assert_int_equal(data.ignored_elements, 2);
}

// They would count as part of the mesh's extent.
TEST(vertices_of_no_face_are_dropped) {
    struct mesh_data data = load_text("unused.obj", "v 9 9 9\n" OBJ_CORNERS "v 7 7 7\n" OBJ_CORNERS
                                                    "f 2 3 4\nf 2 4 5\nf 2 5 3\nf 3 5 4\nl 1 2\n");
    expect_tetrahedron(&data, "unused.obj");
    assert_int_equal(data.vertex_count, 4);
}

TEST(vertices_are_shared_as_the_file_has_them) {
    struct mesh_data data = load_text("shared.off", "OFF\n4 4 6\n" P0 "\n" P1 "\n" P2 "\n" P3
                                                    "\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 1 3 2\n");
    assert_int_equal(data.vertex_count, 4);
    for (size_t i = 0; i < 12; ++i) {
        assert_int_equal(data.indices[i], faces[i / 3][i % 3]);
    }
}

// Opening a pipe that nobody writes to would wait until the alarm ends the test.
TEST(no_other_file_is_opened) {
    assert_int_equal(mkfifo(scratch_path("pipe.mtl"), 0600), 0);
    alarm(60);
    expect_text("pipe.obj", "mtllib pipe.mtl\n" OBJ_CORNERS OBJ_FACES);
    char text[512];
    snprintf(text, sizeof text, "mtllib %s\n" OBJ_CORNERS OBJ_FACES, scratch_path("pipe.mtl"));
    expect_text("absolute.obj", text);
    alarm(0);
}

// Lines of a million characters, more than are held at a time.
TEST(long_lines) {
    const size_t blanks = 1000000;
    char *text = test_alloc(4 * blanks);
    char *end = text;
    end += sprintf(end, "#%*s\nv%*s0 0 0\nv 1.5 0 0\n", (int)blanks, "x", (int)blanks, " ");
    end += sprintf(end, "v 0 -2.25 0\nv 0 0 -0.004\nf 1 2 %*s\n", (int)blanks, "3");
    sprintf(end, "f 1 3 4\nf 1 4 2\nf 2 4 3\n");
    expect_text("long.obj", text);
}

TEST_NEEDS(importer_is_built)
