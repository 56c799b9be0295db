// `buoybench float` of scenes, which have the same bits on every instruction set, and the files of
// `--out`, which are whole.
#include "child.h"
#include "test.h"

static const char *const scenes[] = {"catto-bobbing", "catto-tuning",   "celis-cuboid",
                                     "deeter-cube",   "deeter-swell",   "kerner-boat",
                                     "tutorial-boat", "tutorial-plank", "tutorial-sail"};
enum {
    SCENES = sizeof scenes / sizeof scenes[0]
};

// Each runs, with the same bits in scalar code and on the best instruction set, by its name alone.
TEST(scenes) {
    for (size_t i = 0; i < SCENES; ++i) {
        struct child child = {
            .arguments = {"float", "--scene", scenes[i], "--seconds=1.5", "--every=30"}};
        struct outcome best = child_run(&child);
        child.isa = "scalar";
        struct outcome scalar = child_run(&child);
        expect_success(&best);
        expect_success(&scalar);
        assert_string_equal(scalar.output, best.output);
        assert_true(strlen(best.output) > 12 * 100);
    }
}

TEST(list) {
    struct outcome outcome = child_succeed(&(struct child){.arguments = {"float", "--scenes"}});
    for (size_t i = 0; i < SCENES; ++i) {
        char line[64];
        snprintf(line, sizeof line, "%s: ", scenes[i]);
        const char *entry = strstr(outcome.output, line);
        assert_non_null(entry);
        assert_non_null(strstr(entry, "Look at"));
    }
    for (const char *line = outcome.output; line; line = strchr(line + 1, '\n')) {
        assert_true(strcspn(line + 1, "\n") <= 100);
    }
}

// ----------------------------------------------------------------------------------- files

// The rows as they are printed without files, a summary of them, the page that plays them, and by
// Node.js its figures: nothing of an earlier run.
TEST(files) {
    char folder[512], *text;
    snprintf(folder, sizeof folder, "%s", scratch_path("film"));
    scratch_write_text("of-the-folder", "");
    struct child child = {.arguments = {"float", "--scene=kerner-boat", "--seconds=.5", "--every=6",
                                        "--out", folder}};
    struct outcome first = child_run(&child);
    assert_int_equal(first.exit_code, 0);
    scratch_write_text("film/frame-11.svg", "old");
    scratch_write_text("film/animation.svg", "of an earlier version");
    child.arguments[3] = "--every=20";
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(strstr(outcome.error, "index.html and series.csv"));
    assert_int_equal(strncmp(outcome.output, "seconds,height_first,", 21), 0);
    child.arguments[4] = NULL;
    text = read_file(scratch_path("film/series.csv"));
    assert_string_equal(text, child_succeed(&child).output);
    assert_null(read_file(scratch_path("film/frame-11.svg")));
    assert_null(read_file(scratch_path("film/animation.svg")));
    text = read_file(scratch_path("film/index.html"));
    assert_non_null(strstr(text, "series.csv.</pre></noscript>"));
    char *page = child_page(folder);
    assert_non_null(strstr(page, "<canvas"));
    assert_non_null(strstr(page, ">time, s</text>"));
    assert_non_null(strstr(page, ">pitch (y)</text>"));
    // Seven moments, as pictures: both views, the surface as a line, waterlines and a scale.
    text = read_file(scratch_path("film/frame-06.svg"));
    assert_non_null(text);
    assert_null(read_file(scratch_path("film/frame-07.svg")));
    static const char *const parts[] = {"Look at", "<svg x=\"446\"", "stroke=\"#1d5f92\"",
                                        "stroke=\"#0b3d66\"", " m</text>"};
    for (size_t i = 0; i < COUNT_OF(parts); ++i) {
        assert_non_null(strstr(text, parts[i]));
    }
    assert_null(strstr(text, "NaN"));
}
