// Output that cannot be written: exit code 2 and one line on stderr, from every subcommand, but not
// a word if only the reader of a pipe has left; and files are complete or unchanged, wherever the
// disk fills up.
#include <unistd.h>

#include "child.h"
#include "test.h"

// Every subcommand but `run`, which test_cli_run.c asks.
TEST(standard_output) {
    const char *planes = scratch_write_text("planes.csv", "nx,ny,nz,d\n0,0,1,0\n");
    const char *boxes = scratch_write_text("boxes.csv", "hx,hy,hz,nx,ny,nz,d\n1,2,3,0,0,1,0\n");
    const char *shapes =
        scratch_write_text("shapes.csv", "shape,a,b,c,nx,ny,nz,d\nsphere,1,0,0,0,0,1,0\n");
    const char *polygons = scratch_write_text("polygons.csv", "0,1,0,-1,-1,1,-1,1,1\n");
    const char *drafts = scratch_write_text("drafts.csv", "nx,ny,nz,volume\n0,0,1,0.5\n");
    const char *water = scratch_write_text(
        "water.json", "{\"type\": \"plane\", \"normal\": [0, 0, 1], \"offset\": 0}");
    const char *const commands[][10] = {
        {"--help"},
        {"--version"},
        {"help", "eval"},
        {"list"},
        {"list", "--format", "json"},
        {"eval", "volume", "--mesh", "builtin:box", "--planes", planes},
        {"eval", "hydrostatics", "--mesh", "builtin:box", "--planes", planes},
        {"eval", "draft", "--mesh", "builtin:box", "--input", drafts},
        {"eval", "pressure", "--mesh", "builtin:box", "--water", water},
        {"eval", "box", "--input", boxes},
        {"eval", "shapes", "--input", shapes},
        {"eval", "polygon", "--input", polygons},
        {"mesh", "builtin:box"},
        {"mesh", "builtin:box", "--format", "json"},
        {"curves", "--mesh", "builtin:box"},
        {"float", "--shape=sphere,1", "--seconds=.1"},
        {"gz", "--mesh", "builtin:box", "--density", "500", "--com", "0,0,0"},
        {"equilibrium", "--mesh", "builtin:box", "--density", "500"},
        {"mesh", "builtin:box", "builtin:barrel"},
        {"verify", "--mesh", "builtin:box", "--kernel", "volume/blocks/scalar"},
        {"verify", "--mesh", "builtin:box", "--kernel", "volume/blocks/scalar", "--format", "json"},
    };
    const enum child_output outputs[] = {CHILD_TO_FULL_DISK, CHILD_TO_CLOSED_PIPE, CHILD_CLOSED};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; ++i) {
        if (outputs[i] == CHILD_TO_FULL_DISK && access("/dev/full", W_OK) != 0) {
            continue; // not on macOS
        }
        for (size_t k = 0; k < sizeof commands / sizeof commands[0]; ++k) {
            struct child child = {.output = outputs[i]};
            memcpy(child.arguments, commands[k], sizeof commands[k]);
            if (outputs[i] == CHILD_TO_CLOSED_PIPE) {
                const struct outcome outcome = child_run(&child);
                expect_success(&outcome);
            } else {
                expect_refusal(&child, "standard output: ");
            }
        }
    }
}

// The file was written before the report was lost, so it is whole.
TEST(repaired_but_not_reported) {
    if (access("/dev/full", W_OK) != 0) {
        SKIP("there is no /dev/full");
    }
    char whole[512], unreported[512];
    snprintf(whole, sizeof whole, "%s", scratch_path("whole.obj"));
    snprintf(unreported, sizeof unreported, "%s", scratch_path("unreported.obj"));
    struct child child = {.arguments = {"mesh", "builtin:sphere:320", "--repair", whole}};
    child_succeed(&child);
    child.arguments[3] = unreported;
    child.output = CHILD_TO_FULL_DISK;
    expect_refusal(&child, "standard output: ");
    char *texts[2] = {read_file(whole), read_file(unreported)};
    assert_true(texts[0] && texts[1]);
    assert_string_equal(texts[0], texts[1]);
}

// A file may grow to each of these sizes and no further; only the last lets all of it through. (The
// complaint on stderr is a file here, too, and has less than 200 bytes.)
TEST(full_disk) {
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path("large.obj"));
    struct child child = {.arguments = {"mesh", "builtin:sphere:1280", "--repair", path}};
    child_succeed(&child);
    char *whole = read_file(path);
    assert_non_null(whole);
    const size_t size = strlen(whole), sizes[] = {200, 4095, 4096, 4097, size / 2, size - 1, size};
    assert_true(size > 10000);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        scratch_write_text("large.obj", "as it was\n");
        child.largest_file = sizes[i];
        if (sizes[i] < size) {
            expect_refusal(&child, "large.obj: File too large");
        } else {
            child_succeed(&child);
        }
        char *text = read_file(path);
        assert_non_null(text);
        assert_string_equal(text, sizes[i] < size ? "as it was\n" : whole);
    }
}
