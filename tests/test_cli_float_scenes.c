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

static void expect_whole(const char *folder, const char *name, const char *words) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = read_file(path);
    if (!text || strncmp(text, "<svg xmlns", 10) != 0 ||
        strcmp(text + strlen(text) - 7, "</svg>\n") != 0 || !strstr(text, words) ||
        strstr(text, "nan") || strstr(text, "inf,")) {
        fail_msg("%s is not a whole picture", path);
    }
}

// The animation has a frame per class "f". All start together, by a style behind the last of them;
// until it is read, the first is visible and the others are hidden.
static void check_animation(const char *text, size_t expected) {
    static const char frame[] = "<g class=\"f\"", hidden[] = "<g class=\"f\" visibility=\"hidden\"";
    size_t frames = 0, lines = 0;
    for (const char *at = text; (at = strstr(at, "class=\"w\"")) != NULL; ++at) {
        lines += 1;
    }
    assert_true(lines >= expected); // waterlines
    const char *style = strstr(text, "animation:");
    assert_non_null(style);
    for (const char *at = text; (at = strstr(at, frame)) != NULL; ++at) {
        assert_true(at < style);
        assert_int_equal(strncmp(at, hidden, strlen(hidden)) == 0, frames > 0);
        frames += 1;
    }
    assert_int_equal(frames, expected);
}

// The rows that are printed, pictures, nothing of an earlier run.
TEST(files) {
    char folder[512], *text;
    snprintf(folder, sizeof folder, "%s", scratch_path("film"));
    struct child child = {.arguments = {"float", "--scene=kerner-boat", "--seconds=.5", "--every=6",
                                        "--out", folder}};
    struct outcome first = child_run(&child);
    assert_int_equal(first.exit_code, 0);
    expect_whole(folder, "frame-11.svg", "Look at");
    child.arguments[3] = "--every=20";
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(strstr(outcome.error, "animation.svg"));
    text = read_file(scratch_path("film/series.csv"));
    assert_string_equal(text, outcome.output);
    expect_whole(folder, "frame-00.svg", "Look at");
    expect_whole(folder, "frame-06.svg", "Look at");
    assert_null(read_file(scratch_path("film/frame-07.svg")));
    expect_whole(folder, "animation.svg", "Look at");
    expect_whole(folder, "heave.svg", ">time, s<");
    expect_whole(folder, "angles.svg", ">pitch (y)<");
    // The line rises and falls over most of the picture, which is some hundreds of units high.
    double x, y, low = HUGE_VAL, high = -HUGE_VAL;
    text = read_file(scratch_path("film/heave.svg"));
    for (char *at = strstr(text, "class=\"line\" d=\"M") + 16; *at != '"';) {
        x = strtod(at + 1, &at);
        y = strtod(at, &at);
        low = fmin(low, y);
        high = fmax(high, y);
        assert_true(x > 0.0 && y > 0.0);
    }
    assert_true(high - low > 100.0);
    // Labels to the right of the lines end within the picture, if letters are 6 units wide.
    text = read_file(scratch_path("film/angles.svg"));
    double width = 0.0;
    char label[80];
    assert_int_equal(sscanf(strstr(text, "viewBox=\"0 0 "), "viewBox=\"0 0 %lf", &width), 1);
    text = strstr(text, "<g class=\"labels\">");
    for (int i = 0; i < 3; ++i, ++text) { // roll, pitch and yaw
        text = strstr(text, " x=\"");
        assert_non_null(text);
        assert_int_equal(sscanf(text, " x=\"%lf\" y=\"%lf\">%79[^<]", &x, &y, label), 3);
        assert_true(x + 6.0 * (double)strlen(label) <= width);
    }
    text = read_file(scratch_path("film/animation.svg"));
    check_animation(text, 7);
}
