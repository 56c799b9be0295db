// `buoybench mesh`: verdicts and exit codes; repaired files that appear whole or not at all.
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "child.h"
#include "cli.h"
#include "meshes/meshes.h"

// A unit cube of triangles, and what can be wrong with one.
#define CORNERS "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define BOTTOM "f 1 3 2\nf 1 4 3\n"
#define SIDES "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n"
#define LID "f 5 6 7\nf 5 7 8\n"
#define LID_TURNED "f 5 7 6\nf 5 8 7\n"
#define CORNERS_FLAT "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n" BOTTOM
#define TWICE "f 1 1 2\n"

static const char sound[] = CORNERS BOTTOM SIDES LID;
static const char open_above[] = CORNERS BOTTOM SIDES;
static const char turned[] = CORNERS BOTTOM SIDES LID_TURNED;

static struct outcome examine(const char *mesh, const char *repaired) {
    return child_run(
        &(struct child){.arguments = {"mesh", mesh, repaired ? "--repair" : NULL, repaired}});
}

static void expect_report(const struct outcome *outcome, int exit_code, const char *headline) {
    if (outcome->exit_code != exit_code || outcome->error[0] != '\0' ||
        strncmp(outcome->output, headline, strlen(headline)) != 0) {
        fail_msg("wanted exit code %d and \"%s\"; got %d, \"%s\" and on stderr \"%s\"", exit_code,
                 headline, outcome->exit_code, outcome->output, outcome->error);
    }
}

// -------------------------------------------------------------------------------- verdict

static void test_sound(void **state) {
    (void)state;
    struct outcome outcome = examine("builtin:sphere:320", NULL);
    expect_report(&outcome, 0, "builtin:sphere:320: closed, outward: ready\n");
    outcome_free(&outcome);
}

// A cube of side 1: every number of the JSON is known in closed form.
static void test_json(void **state) {
    (void)state;
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"mesh", "--format", "json", "builtin:box"}});
    expect_success(&outcome);
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    const char *mesh, *problem, *remedy;
    int usable, closed, outward, triangles, edges, open_edges, parts;
    double volume, area, xx, xy, yy;
    assert_int_equal(json_unpack(report,
                                 "{s:s, s:b, s:s, s:s, s:b, s:b, s:i, s:i, s:i, s:i, s:F, s:F, "
                                 "s:[[F,F,F],[F,F,F],[F,F,F]]}",
                                 "mesh", &mesh, "usable", &usable, "problem", &problem, "remedy",
                                 &remedy, "closed", &closed, "outward", &outward, "triangles",
                                 &triangles, "edges", &edges, "open_edges", &open_edges, "parts",
                                 &parts, "volume", &volume, "area", &area, "inertia", &xx, &xy, &xy,
                                 &xy, &yy, &xy, &xy, &xy, &yy),
                     0);
    assert_string_equal(mesh, "builtin:box");
    assert_string_equal(problem, "");
    assert_true(usable && closed && outward);
    assert_int_equal(triangles, 12);
    assert_int_equal(edges, 18);
    assert_int_equal(open_edges, 0);
    assert_int_equal(parts, 1);
    // Sums of a few dozen products of ones and halves, divided by 6, 24 or 60: a few roundings.
    assert_true(fabs(volume - 1.0) < 1e-14);
    assert_true(fabs(area - 6.0) < 1e-14);
    assert_true(fabs(xx - 1.0 / 6.0) < 1e-14);
    json_decref(report);
    outcome_free(&outcome);
}

// The verdict of `mesh` on a mesh.
static double held_bytes(const char *mesh, int code) {
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"mesh", "--format", "json", mesh}});
    assert_int_equal(outcome.exit_code, code);
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    double bytes, milliseconds;
    assert_int_equal(json_unpack(report, "{s:F, s:F}", "bytes", &bytes, "making_ms", &milliseconds),
                     0);
    assert_true(milliseconds >= 0.0);
    json_decref(report);
    outcome_free(&outcome);
    return bytes;
}

// In proportion to the triangles, and bounded: kernels/README.md.
static void test_memory(void **state) {
    (void)state;
    const double small = held_bytes("builtin:sphere:5120", 0);
    const double large = held_bytes("builtin:sphere:81920", 0);
    assert_true(small > 100.0 * 5120 && large < 170.0 * 81920);
    assert_true(fabs(large / small - 16.0) < 0.5);
    assert_true(held_bytes(scratch_write_text("open.obj", open_above), 1) == 0.0);
}

static void test_open(void **state) {
    (void)state;
    struct outcome outcome = examine(scratch_write_text("open.obj", open_above), NULL);
    expect_report(&outcome, 1, "open.obj: not closed: 4 open edges, 0 wound inconsistently\n");
    assert_null(strstr(outcome.output, "--open-ok"));
    outcome_free(&outcome);
}

// JSON has the command that the text has; NULL: none.
static void expect_command(const char *mesh, const char *command) {
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"mesh", "--format", "json", mesh}});
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    json_t *advice = json_object_get(report, "advice");
    assert_non_null(advice);
    assert_true(command || json_is_null(advice) ||
                json_is_null(json_object_get(advice, "command")));
    if (command) {
        assert_string_equal(json_string_value(json_object_get(advice, "command")), command);
    }
    json_decref(report);
    outcome_free(&outcome);
}

// The one piece of advice stands first, and is a command: pasted, it writes a usable mesh.
static void test_pasted(void **state) {
    (void)state;
    static const struct {
        const char *file, *text, *written;
    } cases[] = {{"my hull.obj", open_above, "my hull_close.obj"},
                 {"turned.obj", turned, "turned_repair.obj"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct outcome outcome = examine(scratch_write_text(cases[i].file, cases[i].text), NULL);
        char pasted[4000], folder[1000];
        const char *advice = strchr(outcome.output, '\n');
        assert_int_equal(strncmp(advice, "\n  advice        ", 17), 0);
        assert_null(strstr(advice + 17, "advice"));
        snprintf(folder, sizeof folder, "%s", scratch_folder());
        snprintf(pasted, sizeof pasted, "cd '%s' && exec %.*s", folder,
                 (int)strcspn(advice + 17, "\n"), advice + 17);
        outcome_free(&outcome);
        expect_command(scratch_path(cases[i].file), strstr(pasted, "exec ") + 5);
        outcome = child_run_program("sh", &(struct child){.arguments = {"-c", pasted}});
        assert_int_equal(outcome.exit_code, 0);
        outcome_free(&outcome);
        outcome = examine(scratch_path(cases[i].written), NULL);
        assert_int_equal(outcome.exit_code, 0);
        outcome_free(&outcome);
    }
    expect_command("builtin:box", NULL);
    expect_command(scratch_write_text("flat.obj", CORNERS_FLAT), NULL);
}

// Whether the program has qhull.
static bool takes_hulls(void) {
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"mesh", "builtin:box", "--hull"}});
    const bool takes = outcome.exit_code == 0;
    assert_true(takes || strstr(outcome.error, "--hull: this program was built without qhull"));
    outcome_free(&outcome);
    return takes;
}

// What is said of a mesh: three volumes, and which way is the better one.
struct said {
    double closed, hull, winding, error, doubtful;
    char option[16];
};

static struct said advise(const char *mesh) {
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"mesh", "--format", "json", mesh}});
    assert_int_equal(outcome.exit_code, 1);
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    const json_t *advice = json_object_get(report, "advice");
    struct said said = {
        .closed = json_number_value(json_object_get(advice, "closed_volume")),
        .hull = json_number_value(json_object_get(advice, "hull_volume")),
        .winding = json_number_value(json_object_get(advice, "winding_volume")),
        .error = json_number_value(json_object_get(advice, "winding_error")),
        .doubtful = json_number_value(json_object_get(advice, "doubtful_volume")),
    };
    assert_non_null(advice);
    snprintf(said.option, sizeof said.option, "%s",
             json_string_value(json_object_get(advice, "option")));
    assert_true(strlen(json_string_value(json_object_get(advice, "why"))) > 20);
    json_decref(report);
    outcome_free(&outcome);
    return said;
}

// A cube without its lid wants a lid; triangles that enclose nothing want their hull; nothing helps
// a flat sheet.
static void test_advice(void **state) {
    (void)state;
    const bool hulls = takes_hulls();
    struct said said = advise(scratch_write_text("open.obj", open_above));
    assert_string_equal(said.option, "--close");
    assert_true(said.closed == 1.0 && fabs(said.winding - 1.0) < 5.0 * said.error + 0.2);
    assert_true(!hulls || fabs(said.hull - 1.0) < 1e-6);
    said = advise(scratch_write_text("strewn.obj", CORNERS "f 1 2 3\nf 5 7 8\n"));
    assert_string_equal(said.option, hulls ? "--hull" : "none");
    assert_true(said.winding < 0.5 && (!hulls || fabs(said.hull - 5.0 / 6.0) < 0.4));
    said = advise(scratch_write_text("flat.obj", CORNERS_FLAT));
    assert_string_equal(said.option, "none");
}

// With --close and --hull the mesh is usable, also as it is written.
static void test_changed(void **state) {
    (void)state;
    const char *open = scratch_write_text("open.obj", open_above);
    const char *written = scratch_path("written.obj");
    const char *const options[] = {"--close", "--hull"};
    for (int i = 0; i < (takes_hulls() ? 2 : 1); ++i) {
        struct outcome outcome = child_run(
            &(struct child){.arguments = {"mesh", open, options[i], "--repair", written}});
        assert_int_equal(outcome.exit_code, 0);
        assert_non_null(strstr(outcome.error, i == 0 ? "closed 1 loop of 4 open edges"
                                                     : "convex hull: volume 1, by winding"));
        assert_non_null(strstr(outcome.error, "by winding numbers"));
        outcome_free(&outcome);
        outcome = examine(written, NULL);
        expect_report(&outcome, 0, "written.obj: closed, outward: ready\n");
        assert_non_null(strstr(outcome.output, "\n  volume        1\n"));
        outcome_free(&outcome);
    }
    const char *flat = scratch_write_text("flat.obj", CORNERS_FLAT);
    for (int i = 0; i < (takes_hulls() ? 2 : 1); ++i) { // read, but refused
        struct outcome outcome = child_run(
            &(struct child){.arguments = {"mesh", flat, options[i], "--repair", written}});
        expect_report(&outcome, 1, "flat.obj: flat\n  problem  ");
        assert_string_equal(outcome.error, "");
        outcome_free(&outcome);
        expect_refusal(&(struct child){.arguments = {"mesh", scratch_path("none.obj"), options[i]}},
                       "none.obj");
    }
}

static void test_turned(void **state) {
    (void)state;
    struct outcome outcome = examine(scratch_write_text("turned.obj", turned), NULL);
    expect_report(&outcome, 1, "turned.obj: not closed: 0 open edges, 4 wound inconsistently\n");
    assert_non_null(strstr(outcome.output, "--repair turned_repair.obj\n"));
    outcome_free(&outcome);
}

// Commands that judge kernels take signed sums, too.
static void expect_judged(const char *mesh) {
    const struct child children[] = {
        {.arguments = {"verify", "--inside-out-ok", "--mesh", mesh, "--kernel",
                       "volume/auto/best"}},
        {.arguments = {"profile", "--inside-out-ok", "--mesh", mesh, "--kernel", "volume/auto/best",
                       "--seconds", ".001"}},
        {.arguments = {"approximate", "--inside-out-ok", "--mesh", mesh, "--poses", "2"}},
    };
    for (size_t i = 0; i < sizeof children / sizeof *children; ++i) {
        struct outcome outcome = child_run(&children[i]);
        assert_int_equal(outcome.exit_code, 0);
        assert_non_null(strstr(outcome.error, "counts negatively"));
        outcome_free(&outcome);
    }
}

// A part that crosses itself, so that its upper half counts against the lower: a prism over a bow
// tie, of 2 below and 2/4 above. Accepted as such, it is usable, and answers are signed sums.
static void test_inside_out(void **state) {
    (void)state;
    const char *mesh = scratch_write_text("bow_tie.obj", "v -1 -1 -1\nv -1 1 -1\nv -1 -.5 .5\n"
                                                         "v -1 .5 .5\nv 1 -1 -1\nv 1 1 -1\n"
                                                         "v 1 -.5 .5\nv 1 .5 .5\n"
                                                         "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\n"
                                                         "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\n"
                                                         "f 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n");
    struct outcome outcome = examine(mesh, NULL);
    expect_report(&outcome, 1, "bow_tie.obj: closed, but inside out in part\n");

    const char *volume = strstr(outcome.output, "encloses negative volume, 0.5\n");
    assert_non_null(volume);
    outcome_free(&outcome);

    outcome = child_run(&(struct child){.arguments = {"mesh", "--format", "json", mesh}});
    assert_int_equal(outcome.exit_code, 1);
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    assert_true(fabs(json_number_value(json_object_get(report, "inverted_volume")) - 0.5) < 1e-9);
    json_decref(report);
    outcome_free(&outcome);
    expect_refusal(&(struct child){.arguments = {"verify", "--mesh", mesh}}, "negative volume");

    outcome = child_run(&(struct child){.arguments = {"mesh", "--inside-out-ok", mesh}});
    expect_report(&outcome, 0, "bow_tie.obj: closed, inside out in part: ready\n");
    assert_non_null(strstr(outcome.output, "answers have no error bounds: inside out in part:"));
    outcome_free(&outcome);
    expect_judged(mesh);
    const char *planes = scratch_write_text("above.csv", "nx,ny,nz,d\n0,0,-1,0\n");
    outcome = child_run(&(struct child){.arguments = {"eval", "volume", "--mesh", mesh, "--planes",
                                                      planes, "--errors", "--inside-out-ok"}});
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(strstr(outcome.output, "\n-0.5,"));
    assert_non_null(strstr(outcome.output, ",inf,inf\n"));
    assert_non_null(strstr(outcome.error, "inside out in part: a volume of 0.5 counts negatively"));
    outcome_free(&outcome);

    // One function decides: what `mesh --close` finds usable, `eval --close` answers.
    outcome = child_run(&(struct child){.arguments = {"mesh", "--close", mesh}});
    assert_int_equal(outcome.exit_code, 1);
    assert_string_equal(outcome.error, "");
    outcome_free(&outcome);
    expect_refusal(&(struct child){.arguments = {"eval", "volume", "--close", "--mesh", mesh,
                                                 "--planes", planes}},
                   "negative volume");
}

// Why a mesh that is ready has no bounds: by what of a volume of 10 is inside out, and the doubt.
static void test_unbounded(void **state) {
    (void)state;
    static const struct {
        double inverted, doubt;
        const char *why; // NULL: it has bounds
    } cases[] = {
        {0.0, 0.0, NULL},
        {0.005, 0.0049, NULL},
        {0.005, 0.0051, "up to 0.0101 between them may be inside out, 0.101 %"},
        {0.02, 0.0101, "up to 0.0301 between them"},
        {0.02, 0.0099, "inside out in part: a volume of 0.02 counts negatively, 0.2 %"},
        {0.0, (double)INFINITY, "crosses itself so often"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct buoy_mesh_info info = {.closed = true,
                                            .volume = 10.0,
                                            .inverted_volume = cases[i].inverted,
                                            .inverted_doubt = cases[i].doubt};
        char text[CLI_MOST_TEXT] = "";
        assert_true(cli_unbounded(&info, text) == (cases[i].why != NULL));
        if (cases[i].why && !strstr(text, cases[i].why)) {
            fail_msg("case %zu: %s", i, text);
        }
    }
}

// A cube whose lid has one corner higher by a half: 7/6 or 13/12, by the lid's diagonal.
static void test_not_flat(void **state) {
    (void)state;
    const char *mesh = scratch_write_text(
        "twisted.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1.5\nv 0 1 1\n"
                       "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    struct outcome outcome = examine(mesh, NULL);
    expect_report(&outcome, 0, "twisted.obj: closed, outward: ready\n");
    assert_non_null(
        strstr(outcome.output, "not flat      1 polygon: the volume may differ by 0.0833"));
    outcome_free(&outcome);
    outcome = child_run(&(struct child){.arguments = {"mesh", "--format", "json", mesh}});
    json_t *report = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_integer_value(json_object_get(report, "bent_polygons")), 1);
    assert_true(fabs(json_number_value(json_object_get(report, "bent_volume")) - 1.0 / 12) < 1e-12);
    json_decref(report);
    outcome_free(&outcome);
    outcome =
        examine(scratch_write_text("quads.obj", CORNERS "f 1 4 3 2\nf 5 6 7 8\n" SIDES), NULL);
    assert_null(strstr(outcome.output, "not flat"));
    outcome_free(&outcome);
}

// What makes rounding coarse is named: numbers with few bits as floats, or places far away.
static void test_coarse(void **state) {
    (void)state;
    static const char *const texts[] = {
        "v 0 0 0\nv 1e-42 0 0\nv 0 1e-42 0\nv 0 0 1.1e-42\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
        "v 1e16 0 0\nv 10000000000000008 0 0\nv 1e16 8 0\nv 1e16 0 8\nf 1 3 2\nf 1 2 4\n"
        "f 2 3 4\nf 3 1 4\n"};
    static const char *const causes[] = {"rounding      numbers so small are off by",
                                         "rounding      numbers so far from the origin are off"};
    for (int i = 0; i < 2; ++i) {
        struct outcome outcome = examine(scratch_write_text("coarse.obj", texts[i]), NULL);
        expect_report(&outcome, 0, "coarse.obj: closed, outward: ready\n");
        assert_non_null(strstr(outcome.output, causes[i]));
        outcome_free(&outcome);
    }
}

// A cube whose corner is written twice, 2⁻⁶⁰ apart, which is a float; a cube with a triangle
// written twice; a sheet with two sides, wound alike.
static void test_noise(void **state) {
    (void)state;
    const char *const names[] = {"noise_cube.obj", "twice.obj", "sheet.obj"};
    const char *const texts[] = {
        (CORNERS
         "v 1 8.673617379884035e-19 0\nf 1 4 3 2\nf 5 6 7 8\nf 1 9 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
         "f 4 1 5 8\n"),
        (CORNERS "f 1 4 3\nf 1 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
                 "f 1 4 3\n"),
        CORNERS "f 4 3 2 1\nf 4 3 2\nf 4 2 1\n",
    };
    const char *const headlines[] = {
        "noise_cube.obj: not closed: 4 open edges, 0 wound inconsistently\n",
        "twice.obj: not closed: 0 open edges, 0 wound inconsistently, 3 unbalanced; 1 triangle is",
        "sheet.obj: flat\n",
    };
    const char *const mended[] = {"repaired: welded 0 vertices, dropped 0 triangles, flipped 0 "
                                  "triangles\n"
                                  "  merged        1 vertex that was up to 8.7e-19 apart\n",
                                  "dropped 1 triangles", NULL};
    for (int i = 0; i < 3; ++i) {
        const char *mesh = scratch_write_text(names[i], texts[i]);
        const char *written = scratch_path("mended.obj");
        struct outcome outcome = examine(mesh, NULL);
        expect_report(&outcome, 1, headlines[i]);
        outcome_free(&outcome);
        if (mended[i]) {
            outcome = child_run(&(struct child){.arguments = {"mesh", mesh, "--repair", written}});
            assert_int_equal(outcome.exit_code, 0);
            assert_non_null(strstr(outcome.output, mended[i]));
            outcome_free(&outcome);
            outcome = examine(written, NULL);
            expect_report(&outcome, 0, "mended.obj: closed, outward: ready\n");
            assert_non_null(strstr(outcome.output, "\n  volume        1\n  area          6\n"));
            outcome_free(&outcome);
            outcome = child_run(&(struct child){.arguments = {"mesh", mesh, "--close"}});
            assert_int_equal(outcome.exit_code, 0); // and no lid
            assert_non_null(strstr(outcome.output, "\n  volume        1\n  area          6\n"));
            outcome_free(&outcome);
        }
    }
}

static void test_refused(void **state) {
    (void)state;
    const char *bad = scratch_write_text("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n");
    expect_refusal(&(struct child){.arguments = {"mesh", bad}}, "bad.obj");
    expect_refusal(&(struct child){.arguments = {"mesh", scratch_folder()}}, scratch_folder());
}

// --------------------------------------------------------------------------------- repair

// Unshared, turned and degenerate triangles are mended; the file says so when read again.
static void test_repair(void **state) {
    (void)state;
    const char *broken = scratch_write_text("broken.obj", CORNERS
                                            "v 0 0 0\n" BOTTOM SIDES LID_TURNED TWICE "f 9 1 2\n");
    const char *mended = scratch_path("mended.obj");
    struct outcome outcome = examine(broken, mended);
    expect_report(&outcome, 0, "broken.obj: not closed: 0 open edges, 4 wound inconsistently\n");
    assert_non_null(strstr(outcome.output, "dropped 2 triangles, flipped 2 triangles\n"));
    assert_non_null(strstr(outcome.output, "mended.obj: closed, outward: ready\n"));
    outcome_free(&outcome);

    outcome = examine(mended, NULL);
    expect_report(&outcome, 0, "mended.obj: closed, outward: ready\n");
    assert_non_null(strstr(outcome.output, " 12, 0 of them without area\n"));
    outcome_free(&outcome);
}

// What cannot be mended is written as far as it can be, and the exit code says that it is not
// enough.
static void test_repair_leaves_holes(void **state) {
    (void)state;
    const char *mended = scratch_path("still_open.obj");
    struct outcome outcome = examine(scratch_write_text("open.obj", open_above), mended);
    expect_report(&outcome, 1, "open.obj: not closed");
    assert_non_null(strstr(outcome.output, "still_open.obj: not closed: 4 open edges"));
    assert_int_equal(access(mended, R_OK), 0);
    outcome_free(&outcome);
}

static void expect_repair_keeps_numbers(const char *specification) {
    struct mesh_data data;
    struct buoy_error error;
    assert_int_equal(mesh_data_load(specification, &data, &error), BUOY_OK);
    const char *path = scratch_path("kept.obj");
    struct outcome outcome = examine(specification, path);
    expect_report(&outcome, 0, data.name);
    outcome_free(&outcome);

    char *text = read_file(path);
    const char *line = strstr(text, "\nv ");
    for (size_t i = 0; i < data.vertex_count; ++i) {
        assert_non_null(line);
        char *end = (char *)line + strlen("\nv");
        for (size_t axis = 0; axis < 3; ++axis) {
            const double read = strtod(end, &end);
            assert_memory_equal(&read, &data.positions[3 * i + axis], sizeof read);
        }
        line = strstr(end, "\nv ");
    }
    assert_null(line);
    free(text);
    mesh_data_free(&data);
}

// A corner of a box far from its origin, in decimals that are no floats.
static const char far_corner[] = "v 500000.1 4000000.1 -17.3\nv 500000.7 4000000.1 -17.3\n"
                                 "v 500000.1 4000000.4 -17.3\nv 500000.1 4000000.1 -17.05\n"
                                 "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

// Coordinates survive being written, to the bit.
static void test_repair_keeps_floats(void **state) {
    (void)state;
    expect_repair_keeps_numbers("builtin:star:960");
}

// So do doubles. The mesh is rounded relative to its centre, so that its volume keeps its digits.
static void test_far_from_the_origin(void **state) {
    (void)state;
    expect_repair_keeps_numbers(scratch_write_text("far.obj", far_corner));
    const char *path = scratch_write_text("far.obj", far_corner);
    struct outcome outcome = examine(path, NULL);
    expect_report(&outcome, 0, "far.obj: closed, outward: ready");
    const char *volume = strstr(outcome.output, "volume");
    assert_non_null(volume);
    assert_true(fabs(strtod(volume + strlen("volume"), NULL) - 0.6 * 0.3 * 0.25 / 6.0) < 1e-9);
    outcome_free(&outcome);
}

static size_t count_files(const char *folder) {
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    size_t count = 0;
    while (readdir(listing)) {
        ++count;
    }
    closedir(listing);
    return count;
}

// However writing fails, the old file stays and nothing is left beside it.
static void test_repair_is_all_or_nothing(void **state) {
    (void)state;
    const char *source = scratch_write_text("sound.obj", sound);
    const char *kept = scratch_write_text("kept.obj", "as it was\n");
    const char *folder = scratch_path("folder.obj");
    mkdir(folder, 0777);
    scratch_write_text("folder.obj/inhabitant", "");
    const size_t files = count_files(scratch_folder());

    // The disk fills up while the file is written.
    expect_refusal(
        &(struct child){.arguments = {"mesh", source, "--repair", kept}, .largest_file = 100},
        "kept.obj: File too large");
    char *text = read_file(kept);
    assert_string_equal(text, "as it was\n");
    free(text);

    // The name is taken by a folder that is not empty.
    expect_refusal(&(struct child){.arguments = {"mesh", source, "--repair", folder}},
                   "folder.obj: Is a directory");
    // There is no such folder.
    expect_refusal(
        &(struct child){.arguments = {"mesh", source, "--repair", scratch_path("none/out.obj")}},
        "none/out.obj: No such file");
    assert_int_equal(count_files(scratch_folder()), files);
}

// A mesh may be repaired in place.
static void test_repair_in_place(void **state) {
    (void)state;
    const char *mesh = scratch_write_text("in_place.obj", turned);
    struct outcome outcome = examine(mesh, mesh);
    expect_report(&outcome, 0, "in_place.obj: not closed");
    outcome_free(&outcome);
    outcome = examine(mesh, NULL);
    expect_report(&outcome, 0, "in_place.obj: closed, outward: ready\n");
    outcome_free(&outcome);
}

// Every command that takes a mesh takes its scale; 8 is a power of two, so that the numbers of a
// unit cube are exact.
static void test_scale(void **state) {
    (void)state;
    const char *planes = scratch_write_text("planes.csv", "nx,ny,nz,d\n0,0,1,9\n");
    const char *queries = scratch_write_text("queries.csv", "nx,ny,nz,volume\n0,0,1,256\n");
    const char *water =
        scratch_write_text("water.json", "{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":9}");
    const struct {
        const char *arguments[12], *printed;
    } cases[] = {
        {{"mesh", "builtin:box"}, "\n  volume        512\n"},
        {{"eval", "volume", "--mesh", "builtin:box", "--planes", planes}, "\n512,0,0,0\n"},
        {{"eval", "draft", "--mesh", "builtin:box", "--input", queries}, "\n0\n"},
        {{"eval", "pressure", "--mesh", "builtin:box", "--water", water, "--density", "1",
          "--gravity", "1"},
         "\n0,0,512,"},
        {{"curves", "--mesh", "builtin:box", "--count", "1"}, "\n4,256,0,0,-2,64,0,0,0,192,"},
        {{"equilibrium", "--mesh", "builtin:box", "--mass", "262400"}, ",256,"},
        {{"gz", "--mesh", "builtin:box", "--mass", "262400", "--com", "0,0,0", "--to", "0"},
         "\n0,0,0,0,"},
        {{"float", "--mesh", "builtin:box", "--seconds", "0"}, ",256,"},
        {{"verify", "--mesh", "builtin:box", "--kernel", "volume/blocks/scalar", "--poses", "1"},
         " --scale 8"},
        {{"profile", "--mesh", "builtin:box", "--kernel", "volume/blocks/scalar", "--recipes"},
         " --scale 8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct child child = {.arguments = {NULL}};
        size_t count = 0;
        for (; cases[i].arguments[count]; ++count) {
            child.arguments[count] = cases[i].arguments[count];
        }
        child.arguments[count++] = "--scale";
        child.arguments[count++] = "8";
        struct outcome outcome = child_run(&child);
        if (outcome.exit_code != 0 || !strstr(outcome.output, cases[i].printed)) {
            fail_msg("%s: exit code %d, on stdout \"%s\", on stderr \"%s\"", cases[i].arguments[0],
                     outcome.exit_code, outcome.output, outcome.error);
        }
        outcome_free(&outcome);
        child.arguments[count - 1] = "0";
        expect_refusal(&child, "--scale: 0 is not between");
        child.arguments[count - 1] = "8";
        child.arguments[count++] = "--scale";
        child.arguments[count++] = "8";
        expect_refusal(&child, "--scale is given twice");
    }
    expect_refusal(&(struct child){.arguments = {"float", "--shape", "sphere,1", "--scale", "2"}},
                   "--scale is for --mesh");
    expect_refusal(&(struct child){.arguments = {"eval", "body", "--scene", "-", "--scale", "2"}},
                   "unknown option '--scale'");
}

// Scaled before anything is rounded: a box of .6 x .6 x .5 m far away, in millimetres.
static void test_scale_keeps_digits(void **state) {
    (void)state;
    char text[1024], *end = text;
    for (int i = 0; i < 8; ++i) {
        end += sprintf(end, "v %d %d %d\n", 500000100 + (i % 4 == 1 || i % 4 == 2 ? 600 : 0),
                       i % 4 < 2 ? -2000000100 : -1999999500, i < 4 ? 0 : 500);
    }
    sprintf(end, BOTTOM SIDES LID);
    struct outcome outcome = child_run(&(struct child){
        .arguments = {"mesh", scratch_write_text("far.obj", text), "--scale", ".001"}});
    expect_report(&outcome, 0, "far.obj: closed, outward: ready\n");
    // Corners are 4e-8 of the diagonal off, by their one rounding.
    assert_non_null(strstr(outcome.output, "\n  volume        0.180000"));
    outcome_free(&outcome);
}

// Commands that take z for up say so, once, of files that have y up; not if they are told, and not
// beside another complaint.
static void test_y_up(void **state) {
    (void)state;
    const char *path = scratch_write_text(
        "up.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5121,\"count\":12,"
        "\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":60}],"
        "\"buffers\":[{\"byteLength\":60,\"uri\":\"data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAA"
        "AIA/AAIBAAMCAAEDAQID\"}]}");
    const char *waves = scratch_write_text(
        "waves.json", "{\"type\":\"waves\",\"components\":[{\"amplitude\":1,\"wavelength\":9,"
                      "\"direction_degrees\":0,\"phase\":0}]}");
    const char *const commands[][10] = {
        {"float", "--seconds=0", "--position=0,-.25,0"},
        {"curves", "--count=1"},
        {"eval", "pressure", "--water", waves},
        {"gz", "--density=500", "--com=.25,.25,.25", "--to=0"},
        {"equilibrium", "--density=500"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        struct child child = {.arguments = {NULL}};
        memcpy(child.arguments, commands[i], sizeof commands[i]);
        const char **next = child.arguments;
        while (*next) {
            ++next;
        }
        *next++ = "--mesh";
        *next++ = path;
        struct outcome outcome = child_run(&child);
        assert_int_equal(outcome.exit_code, 0);
        const char *note = strstr(outcome.error, "up.gltf: glTF files have y up, but ");
        assert_non_null(note);
        assert_null(strstr(note + strlen("up.gltf: glTF"), "glTF"));
        outcome_free(&outcome);
        *next = i == 2 ? "--rotation=.70710678,0,0,.70710678" : "--up=0,1,0";
        outcome = child_run(&child);
        expect_success(&outcome);
        outcome_free(&outcome);
        *next = "--mass=1e9";
        if (i >= 3) {
            expect_refusal(&child, "give one of --mass and --density");
        }
    }
}

int main(void) {
    const struct CMUnitTest always[] = {
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_repair_keeps_floats),
        cmocka_unit_test(test_scale),
    };
    const struct CMUnitTest with_files[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_scale_keeps_digits),
        cmocka_unit_test(test_y_up),
        cmocka_unit_test(test_far_from_the_origin),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_pasted),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_coarse),
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_turned),
        cmocka_unit_test(test_inside_out),
        cmocka_unit_test(test_unbounded),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_not_flat),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_repair),
        cmocka_unit_test(test_repair_leaves_holes),
        cmocka_unit_test(test_repair_is_all_or_nothing),
        cmocka_unit_test(test_repair_in_place),
    };
    int failures = cmocka_run_group_tests(always, NULL, NULL);
    if (importer_is_built()) {
        failures += cmocka_run_group_tests(with_files, NULL, NULL);
    }
    return failures;
}
