// Mesh files that are broken or hostile: refused with one line that names the file, the place and
// the cause, quickly and in little memory. Any change to a sound file gives a sound mesh or a
// refusal.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "test.h"

static void expect_refused(const char *path, enum buoy_status status, const char *cause) {
    struct mesh_data data;
    struct buoy_error error;
    const enum buoy_status got = mesh_data_load(path, &data, &error);
    const char *slash = strrchr(path, '/');
    FAIL_IF(got != status || error.status != status ||
                !strstr(error.message, slash ? slash : path) || !strstr(error.message, cause) ||
                strchr(error.message, '\n'),
            "%s: status %d instead of %d, and \"%s\" instead of \"%s\"", path, got, status,
            error.message, cause);
    assert_null(data.positions);
    assert_null(data.indices);
    assert_null(data.name);
    mesh_data_free(&data);
}

#define V "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define PLY "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
#define PLY_Z PLY "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"

TEST(broken_text) {
    static const struct {
        const char *name, *text, *cause;
        enum buoy_status status; // of the argument, if it is none
    } cases[] = {
        // Faces of vertices that do not exist, are not numbers, or are not there.
        {"a.obj", V "f 1 2 3\nf 1 2 5\n", "line 6: there is no vertex 5; the file has 4",
         BUOY_ERROR_INDEX},
        {"a.obj", V "f 0 1 2\n", .cause = "line 5: there is no vertex 0", BUOY_ERROR_INDEX},
        {"a.obj", "v 0 0 0\nf -1 -2 -3\n" V, .cause = "line 2: there is no vertex -2",
         BUOY_ERROR_INDEX},
        {"a.obj", V "f 1 2 4294967297\n", .cause = "no vertex 4294967297", BUOY_ERROR_INDEX},
        {"a.obj", V "f 1 2 18446744073709551617\n", .cause = "is not a vertex number"},
        {"a.obj", V "f 1 2 3.5\n", .cause = "line 5: '3.5' is not a vertex number"},
        {"a.obj", V "f 1 2 x\n", .cause = "'x' is not a vertex number"},
        {"a.obj", V "f 1 2 /3\n", .cause = "'/3' is not a vertex number"},
        {"a.obj", V "f 1 2\\\n3 4\n",
         .cause = "line 5: '2\\' is continued without a blank on the next line"},
        {"a.obj", "v 0 0.\\\r\n5 0\n", .cause = "line 1: '0.\\' is continued"},
        {"a.obj", V, .cause = "no triangles"},
        {"a.obj", V "l 1 2 3\n", .cause = "no triangles"},
        {"a.obj", "f 1 2 3\n", .cause = "line 1: there is no vertex 3; the file has 0",
         BUOY_ERROR_INDEX},
        {"a.obj",
         "\x7f"
         "ELF\x02\x01\x01",
         .cause = "no triangles"},
        {"a.obj", V "cstype bspline\nsurf 0 1 0 1 1 2 3 4\nend\n",
         .cause = "line 6: free-form surfaces"},
        // Coordinates that are not finite decimal numbers.
        {"a.obj", "v 0 0 nan\n", .cause = "line 1: coordinate 'nan' is not a number",
         BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 -Inf 0\n", .cause = "'-Inf' is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 1e309\n", .cause = "'1e309' is out of range", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 -1e999\n", .cause = "out of range", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 1e99999999999999999999\n", .cause = "out of range", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 0x10\n", .cause = "'0x10' is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 1,5\n", .cause = "'1,5' is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 1.5.0\n", .cause = "is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 1e\n", .cause = "is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 .\n", .cause = "is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "v 0 0 --1\n", .cause = "is not a number", BUOY_ERROR_NON_FINITE},
        {"a.obj", "\r\n# x\r\nv 1 2\r\n", .cause = "line 3: a vertex of 2 coordinates"},
        {"a.obj", "v\n", .cause = "line 1: a vertex of 0 coordinates"},
        {"a.obj", "v 0 0 \x1b[31m\n\xff", .cause = "'?[31m'", BUOY_ERROR_NON_FINITE},
        // STL as text.
        {"a.stl", "solid x\n", .cause = "no triangles"},
        {"a.stl", "solid x\nendsolid x\n", .cause = "no triangles"},
        {"a.stl", "solid x\n" FACET, .cause = "line 7: the file ends in the middle of a facet"},
        {"a.stl", "solid x\nfacet\nouter\n",
         .cause = "line 4: the file ends in the middle of a facet"},
        {"a.stl", "solid x\nfacet", .cause = "line 2: the file ends in the middle of a facet"},
        {"a.stl", "solid x\n" FACET "vertex 0 0 1\nendloop\nendfacet\nendsolid\n",
         .cause = "line 7: found 'vertex', expected 'endloop'"},
        {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n",
         .cause = "line 4: a vertex of 2 coordinates"},
        {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n",
         .cause = "line 4: coordinate 'nan'", BUOY_ERROR_NON_FINITE},
        {"a.stl", "solid x\nfacet\nhello\n",
         .cause = "line 3: found 'hello', expected 'normal' or 'outer'"},
        {"a.stl", "hello", .cause = "too few for binary STL"},
        // OFF.
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
         .cause = "line 6: there is no vertex 3; the file has 0 to 2", BUOY_ERROR_INDEX},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", .cause = "no vertex -1",
         BUOY_ERROR_INDEX},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n",
         .cause = "line 6: a face of 4 corners has only 3"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n", .cause = "the file ends after 0 of 1 faces"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n", .cause = "the file ends after 2 of 3 vertices"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 inf\n0 1 0\n3 0 1 2\n", "line 4: coordinate 'inf'",
         BUOY_ERROR_NON_FINITE},
        {"a.off", "OFF\n0 1 0\n3 0 0 0\n", "line 3: there is no vertex 0; the file has none",
         BUOY_ERROR_INDEX},
        {"a.off", "OFF\n4000000000 1 0\n", .cause = "more than the file can hold"},
        {"a.off", "OFF\n-3 1 0\n", .cause = "'-3' is not the number of vertices"},
        {"a.off", "OFF BINARY\n", .cause = "line 1: 'BINARY' is not the number"},
        {"a.off", "OFF\n", .cause = "is not the number of vertices"},
        {"a.off", "4OFF\n", .cause = "found '4OFF', expected 'OFF'"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n9999999 0 1 2\n", "too many triangles",
         BUOY_ERROR_TOO_LARGE},
        // PLY.
        {"a.ply", "plx\n", .cause = "line 1: the file does not start with 'ply'"},
        {"a.ply", "ply\nend_header\n", .cause = "line 2: no format"},
        {"a.ply", "ply\nformat ascii 1.0\nend_header\n", .cause = "no vertices with x, y and z"},
        {"a.ply", PLY "end_header\n", .cause = "no vertices with x, y and z"},
        {"a.ply", PLY "property float z\nend_header\n", .cause = "no faces with a list"},
        {"a.ply", PLY "property float z\nproperty float x\n",
         .cause = "line 7: property 'x' occurs twice"},
        {"a.ply", PLY "property quad z\n", .cause = "line 6: 'quad' is not a PLY type"},
        {"a.ply", PLY "element face -1\n", .cause = "line 6: '-1' is not a number of elements"},
        {"a.ply", PLY "property list float int z\n",
         .cause = "'float' is not a type of list lengths"},
        {"a.ply", PLY "element tristrips 1\n", .cause = "triangle strips are not supported"},
        {"a.ply", PLY "property float z\nelement face 1\nproperty list uchar float vertex_index\n",
         .cause = "is not a list of whole numbers"},
        {"a.ply", "ply\nformat ascii 1.0\nproperty int a\n",
         .cause = "line 3: a property before any element"},
        {"a.ply", "ply\nformat ascii 1.0\nelement face 1\nelement vertex 3\nend_header\n",
         .cause = "no vertices with x"},
        {"a.ply", PLY_Z, .cause = "the file ends in the header"},
        {"a.ply", PLY_Z "hello\n", .cause = "line 9: 'hello' is not a line of a PLY header"},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
         .cause = "line 13: no vertex has the number", BUOY_ERROR_INDEX},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2.5\n",
         .cause = "line 13: not a whole number"},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n",
         .cause = "line 13: a number is missing"},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n",
         .cause = "line 11: a number is missing"},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0 0x1\n0 1 0\n3 0 1 2\n", "line 11: coordinate '0x1'",
         BUOY_ERROR_NON_FINITE},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0 0\n0 1 0\n",
         .cause = "the file ends before the last element"},
        {"a.ply", PLY_Z "end_header\n0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", "line 13: not a list length",
         BUOY_ERROR_INDEX},
        {"a.ply",
         "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float "
         "y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n",
         .cause = "promises 4000000000 vertices", BUOY_ERROR_TOO_LARGE},
        {"a.ply",
         "ply\nformat ascii 1.0\nelement x 4000000000\nproperty float x\nelement vertex "
         "0\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list "
         "uchar int vertex_index\nend_header\n",
         .cause = "promises 4000000000 elements"},
        // Files that are not mesh files.
        {"a.xyz", "v 0 0 0\n", .cause = "unknown extension"},
        {"obj", "v 0 0 0\n", .cause = "unknown extension"},
        {"a.obj", "", .cause = "the file is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const enum buoy_status status = cases[i].status;
        expect_refused(scratch_write_text(cases[i].name, cases[i].text),
                       status == BUOY_OK ? BUOY_ERROR_ARGUMENT : status, cases[i].cause);
    }
}

TEST(what_is_no_file) {
    expect_refused("/nowhere/at all/a.obj", BUOY_ERROR_ARGUMENT, "No such file");
    expect_refused("", BUOY_ERROR_ARGUMENT, "No such file");
    assert_int_equal(mkdir(scratch_path("folder.obj"), 0700), 0);
    expect_refused(scratch_path("folder.obj"), BUOY_ERROR_ARGUMENT, "is a directory");
    assert_int_equal(mkfifo(scratch_path("pipe.stl"), 0600), 0);
    expect_refused(scratch_path("pipe.stl"), BUOY_ERROR_ARGUMENT, "is not a regular file");
    expect_refused("/dev/zero", BUOY_ERROR_ARGUMENT, "is not a regular file");
    // Huge, though it takes no room on the disk.
    const int huge = open(scratch_path("huge.obj"), O_WRONLY | O_CREAT, 0600);
    assert_int_equal(ftruncate(huge, (off_t)1 << 40), 0);
    close(huge);
    expect_refused(scratch_path("huge.obj"), BUOY_ERROR_TOO_LARGE,
                   "1099511627776 bytes, more than");
}

// A line break in a name does not break the message; a long name keeps its end.
TEST(odd_names) {
    struct mesh_data data;
    struct buoy_error error;
    assert_int_not_equal(mesh_data_load("a\nb.obj", &data, &error), BUOY_OK);
    assert_string_equal(error.message, "a?b.obj: No such file or directory");
    char path[400];
    memset(path, 'x', sizeof path);
    snprintf(path + sizeof path - 12, 12, "/hull.obj");
    assert_int_not_equal(mesh_data_load(path, &data, &error), BUOY_OK);
    assert_non_null(strstr(error.message, "...xxx"));
    assert_non_null(strstr(error.message, "/hull.obj: "));
    assert_int_equal(mesh_data_load(path, &data, NULL), BUOY_ERROR_ARGUMENT);
}

#define STL_BYTES 512

static size_t stl(unsigned char bytes[STL_BYTES], uint32_t promised, size_t triangles) {
    memset(bytes, 0, STL_BYTES);
    memcpy(bytes, "solid", sizeof "solid");
    for (int i = 0; i < 4; ++i) {
        bytes[80 + i] = promised >> 8 * i & 0xff;
    }
    return 84 + 50 * triangles;
}

TEST(broken_binary_stl) {
    unsigned char bytes[STL_BYTES];
    size_t size = stl(bytes, 4294967295u, 2);
    expect_refused(scratch_write("a.stl", bytes, size), BUOY_ERROR_ARGUMENT,
                   "binary STL of 4294967295 triangles has 214748364834 bytes, this file has 184");
    // In 32 bits these would have 84 + 50 × 2 bytes.
    size = stl(bytes, 2147483650u, 2);
    expect_refused(scratch_write("a.stl", bytes, size), BUOY_ERROR_ARGUMENT,
                   "2147483650 triangles");
    size = stl(bytes, 2, 2);
    expect_refused(scratch_write("a.stl", bytes, size - 1), BUOY_ERROR_ARGUMENT,
                   "this file has 183");
    expect_refused(scratch_write("a.stl", bytes, size + 50), BUOY_ERROR_ARGUMENT,
                   "this file has 234");
    expect_refused(scratch_write("a.stl", bytes, 83), BUOY_ERROR_ARGUMENT, "83 bytes are too few");
    size = stl(bytes, 0, 0);
    expect_refused(scratch_write("a.stl", bytes, size), BUOY_ERROR_ARGUMENT, "no triangles");
    size = stl(bytes, 2, 2);
    bytes[84 + 50 + 12 + 15] = 0x7f; // second corner of the second triangle: NaN
    bytes[84 + 50 + 12 + 14] = 0xc0;
    expect_refused(scratch_write("a.stl", bytes, size), BUOY_ERROR_NON_FINITE,
                   "triangle 2, corner 2: a coordinate is not finite");
}

#define BINARY_PLY                                                                                 \
    "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty double x\n"                  \
    "property float y\nproperty float z\nelement face 1\n"                                         \
    "property list int int vertex_indices\nend_header\n"

TEST(broken_binary_ply) {
    unsigned char bytes[512] = BINARY_PLY;
    const size_t header = strlen(BINARY_PLY), size = header + 3 * 16 + 16;
    unsigned char *face = bytes + header + 3 * 16;
    face[0] = 3;
    face[8] = 1;
    face[12] = 2;
    for (size_t cut = header; cut < size; ++cut) {
        const char *path = scratch_write("a.ply", bytes, cut);
        struct mesh_data data;
        struct buoy_error error;
        assert_int_equal(mesh_data_load(path, &data, &error), BUOY_ERROR_ARGUMENT);
    }
    expect_refused(scratch_write("a.ply", bytes, size - 1), BUOY_ERROR_ARGUMENT,
                   "face 1: the file ends here");
    face[3] = 0x7f; // a list of two billion
    expect_refused(scratch_write("a.ply", bytes, size), BUOY_ERROR_TOO_LARGE, "too many triangles");
    face[3] = 0x80; // of minus two billion
    expect_refused(scratch_write("a.ply", bytes, size), BUOY_ERROR_INDEX,
                   "face 1: not a list length");
    face[3] = 0;
    face[12] = 3;
    expect_refused(scratch_write("a.ply", bytes, size), BUOY_ERROR_INDEX,
                   "face 1: no vertex has the number of this corner");
    face[12] = 2;
    memset(bytes + header + 16, 0x7e, 8); // 1e300, beyond f32
    expect_refused(scratch_write("a.ply", bytes, size), BUOY_ERROR_NON_FINITE,
                   "x reaches from 0 to 2.04217e+301, which is out of float's range");
    memset(bytes + header + 16, 0xff, 8); // no number
    expect_refused(scratch_write("a.ply", bytes, size), BUOY_ERROR_NON_FINITE,
                   "vertex 2: a coordinate is not finite");
}

// Half a ring: each of the ears along its outer arc is tried against every corner of the inner one.
TEST(intricate_polygons_end) {
    enum {
        ARC = 20000
    };
    char *text = test_alloc((size_t)ARC * 100), *end = text;
    for (int i = 0; i < 2 * ARC; ++i) {
        const double angle = 3.0 * (i < ARC ? i : 2 * ARC - 1 - i) / ARC, r = i < ARC ? 2.0 : 1.0;
        end += sprintf(end, "v %.9f %.9f 0\n", r * cos(angle), r * sin(angle));
    }
    end += sprintf(end, "f");
    for (int i = 0; i < 2 * ARC; ++i) {
        end += sprintf(end, " %d", i + 1);
    }
    sprintf(end, "\n");
    expect_refused(scratch_write_text("arc.obj", text), BUOY_ERROR_ARGUMENT, "too intricate");
}

// Sound files to be spoilt.
static const char *const sound[][2] = {
    {"s.obj", V "vn 0 0 1\nf 1/1/1 3//1 2\nf 1 2 4\nf -4 4 3\nf 2 3 4 1 # x\n"},
    {"s.stl", "solid x\n" FACET "endloop\nendfacet\n" FACET "endloop\nendfacet\nendsolid x\n"},
    {"s.off", "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n4 1 2 3 0\n"},
    {"s.ply", PLY_Z "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"},
    {"s.gltf",
     "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,"
     "\"children\":[1],\"rotation\":[0,0,0,1],\"scale\":[1,2,3]},{\"mesh\":0,\"matrix\":[1,0,0,0,0,"
     "1,0,0,0,0,1,0,5,6,7,1]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
     "\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
     "\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":"
     "\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":"
     "36,\"byteLength\":4}],\"buffers\":[{\"byteLength\":40,\"uri\":\"data:;base64,"
     "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAECAA==\"}]}"},
};

// With a mark and without one, in either order of bytes.
TEST(utf16_is_named) {
    for (size_t i = 0; i < 4 * sizeof sound / sizeof *sound; ++i) {
        const char *const *file = sound[i / 4];
        const size_t high = i & 1, mark = i & 2;
        char text[4096] = {0};
        text[high] = (char)0xFE;
        text[1 - high] = (char)0xFF;
        for (size_t k = 0; file[1][k]; ++k) {
            text[mark + 2 * k + high] = file[1][k];
            text[mark + 2 * k + 1 - high] = 0;
        }
        expect_refused(scratch_write(file[0], text, mark + 2 * strlen(file[1])),
                       BUOY_ERROR_ARGUMENT, "is UTF-16 text; save it as UTF-8");
    }
}

// Spoils a few bytes: others, twice, not at all, cut off, or with what is special somewhere.
static size_t spoil(struct rng *rng, char *text, size_t size) {
    static const char special[] = "\0\n\r\\-+./#,[]{}\"0123456789eE \xff\x80nvf";
    for (size_t k = 1 + rng_below(rng, 4); k > 0 && size > 1; --k) {
        const size_t at = rng_below(rng, size), most = size - at;
        const size_t length = 1 + rng_below(rng, most < 40 ? most : 40);
        switch (rng_below(rng, 5)) {
        case 0:
            text[at] = (char)rng_below(rng, 256);
            break;
        case 1:
            text[at] = special[rng_below(rng, sizeof special - 1)];
            break;
        case 2:
            memmove(text + at, text + at + length, most - length);
            size -= length;
            break;
        case 3:
            memmove(text + at + length, text + at, most);
            size += length;
            break;
        default:
            size = rng_below(rng, 8) ? size : at + 1;
        }
    }
    return size;
}

TEST(spoilt_files_are_refused_or_sound) {
    struct rng rng = rng_make("spoilt");
    for (size_t i = 0; i < sizeof sound / sizeof *sound; ++i) {
        size_t accepted = 0;
        for (int round = 0; round < 1000; ++round) {
            char text[2048];
            size_t size = strlen(sound[i][1]);
            memcpy(text, sound[i][1], size);
            size = round == 0 ? size : spoil(&rng, text, size);
            struct mesh_data data;
            struct buoy_error error;
            const char *path = scratch_write(sound[i][0], text, size);
            if (mesh_data_load(path, &data, &error) == BUOY_OK) {
                ++accepted;
                assert_true(data.triangle_count > 0);
                for (size_t k = 0; k < 3 * data.triangle_count; ++k) {
                    assert_true(data.indices[k] < data.vertex_count);
                }
                for (size_t k = 0; k < 3 * data.vertex_count; ++k) {
                    assert_true(isfinite(data.positions[k]));
                }
            } else if (round == 0) {
                fail_msg("%s", error.message);
            }
            mesh_data_free(&data);
        }
        assert_true(accepted > 0 && accepted < 1000);
    }
}

// All of the above has run by now.
TEST(memory_stayed_small) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
#ifdef __APPLE__
    const long kilobyte = 1024;
#else
    const long kilobyte = 1;
#endif
    assert_true(usage.ru_maxrss < 300000 * kilobyte);
}

TEST_NEEDS(importer_is_built)
