// Files that change or end while they are read: the reader reports it, and never uses bytes that
// are not the file's content; and the parts of a file that can be read directly.
#include <unistd.h>

#include "child.h"
#include "meshes/meshes.h"
#ifdef BUOY_HAVE_MESH_FILES
#include "meshes/import/readers.h"
#include "test.h"

// Bytes that tell where they stand.
#define SIZE ((size_t)700000)

static unsigned char byte_at(size_t place) {
    return (unsigned char)(place * 2654435761u >> 13);
}

static const char *write_bytes(void) {
    unsigned char *bytes = test_alloc(SIZE);
    for (size_t i = 0; i < SIZE; ++i) {
        bytes[i] = byte_at(i);
    }
    const char *path = scratch_write("bytes", bytes, SIZE);
    return path;
}

static void expect_bytes(const char *bytes, size_t from, size_t count) {
    assert_non_null(bytes);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal((unsigned char)bytes[i], byte_at(from + i));
    }
}

TEST(taking_skipping_and_copying) {
    struct source source;
    struct buoy_error error;
    char copy[100];
    assert_true(source_open(&source, write_bytes(), &error));
    expect_bytes(source_take(&source, 10), 0, 10);
    assert_true(source_copy(&source, SIZE - 100, copy, 100)); // leaves the place alone
    expect_bytes(copy, SIZE - 100, 100);
    expect_bytes(source_take(&source, 500000), 10, 500000); // more than the window has
    source_skip(&source, 7);
    expect_bytes(source_take(&source, 3), 500017, 3);
    source_skip(&source, 199000); // beyond what is held
    assert_int_equal(source_left(&source), 700000 - 699020);
    expect_bytes(source_take(&source, 980), 699020, 980);
    assert_null(source_take(&source, 1));
    assert_false(source_more(&source));
    source_rewind(&source);
    expect_bytes(source_take(&source, 10), 0, 10);
    assert_int_equal(source.status, BUOY_OK);
    source_close(&source);
}

// The first thing that goes wrong is the cause, whatever follows from it.
TEST(a_file_that_shrinks) {
    static const char line[] = "v 1 2 3\nf 1 1 1\n";
    const size_t lines = 100000;
    char *text = test_alloc(lines * (sizeof line - 1));
    for (size_t i = 0; i < lines; ++i) {
        memcpy(text + i * (sizeof line - 1), line, sizeof line - 1);
    }
    const char *path = scratch_write("shrinks.obj", text, lines * (sizeof line - 1));
    struct source source;
    struct faces faces = {0};
    struct buoy_error error;
    assert_true(source_open(&source, path, &error));
    assert_int_equal(truncate(path, 800000), 0);
    assert_true(read_obj(&source, &faces)); // as far as it goes
    assert_int_equal(source.status, BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "shrinks.obj: the file shrank while it was read"));
    assert_false(source_fail(&source, 7, BUOY_ERROR_INDEX, "something else"));
    assert_int_equal(source.status, BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "the file shrank"));
    faces_free(&faces);
    source_close(&source);
}
#endif

TEST_NEEDS(importer_is_built)
