// `buoybench gz --out`: criteria of a barge by formula, the files, and what stands in their way.
#include "body.h"
#include "child.h"
#include "gz_report.h"
#include "test.h"

// Wall-sided up to atan(T / ½B) = 30.3°: GZ = sin φ (GM + ½ BM tan² φ), whose integral from 0 is
// GM (1 − cos φ) + ½ BM (1 / cos φ + cos φ − 2). Trapezoids of 0.25° are off by 1.6e-6 of the
// slope.
TEST(barge) {
    const double beam = 6.0, depth = 4.0, draught = 1.755, kg = 2.0;
    struct buoy_mesh *mesh = mesh_of(body_box(10.0f, 3.0f, 2.0f), 0);
    struct buoy_floating body = {mesh, 20.0 * beam * draught, {0.0, 0.0, kg - 0.5 * depth}};
    const struct buoy_heeling heeling = buoy_heeling_default();
    const double bm = beam * beam / (12.0 * draught), gm = 0.5 * draught + bm - kg;
    struct gz_criteria found;
    assert_int_equal(gz_find_criteria(&body, &heeling, &found), 0);
    expect_within("GM", found.gm, gm, 1e-6);
    const double c = sqrt(0.75);
    expect_within("area", found.area_to_30, gm * (1.0 - c) + 0.5 * bm * (1.0 / c + c - 2.0), 1e-5);
    assert_true(found.area_to_40 > found.area_to_30);
    expect_within("righting from", found.upright, 0.0, 0.0);
    const double angles[3] = {found.vanishes - 0.01, found.vanishes + 0.01, found.most_at};
    struct buoy_righting_arm arms[3];
    assert_int_equal(buoy_righting_arms(&body, &heeling, angles, 3, arms, NULL), BUOY_OK);
    assert_true(arms[0].arm > 0.0 && arms[1].arm < 0.0);
    expect_within("largest arm", found.most, arms[2].arm, 0.0);
    assert_true(found.most_from_30 == found.most && found.most_at > 30.0);
    // With a list of known angle: tan φ = y / GM for small ones.
    body.centre_of_mass[1] = 0.01;
    assert_int_equal(gz_find_criteria(&body, &heeling, &found), 0);
    expect_within("lists to the other side", found.upright, 0.0, 0.0);
    body.centre_of_mass[1] = -0.01;
    assert_int_equal(gz_find_criteria(&body, &heeling, &found), 0);
    expect_within("list", found.upright, atan(0.01 / gm) * 57.29577951308232, 1e-3);
    // Too high a centre of mass: nothing rights.
    body.centre_of_mass[1] = 0.0;
    body.centre_of_mass[2] = 9.0;
    assert_int_equal(gz_find_criteria(&body, &heeling, &found), 0);
    assert_true(isnan(found.upright) && isnan(found.most) && isnan(found.area_to_30));
    assert_true(found.gm < 0.0);
}

// The largest arms are those of the first range: a bar that rights to 30 degrees, and from 92 on
// with larger arms; and a raft whose arms fall before 30 degrees.
TEST(largest_arms) {
    const struct buoy_heeling heeling = buoy_heeling_default();
    struct buoy_mesh *bar = mesh_of(body_box(10.0f, 1.0f, 1.2f), 0);
    struct buoy_mesh *raft = mesh_of(body_box(10.0f, 3.0f, 1.0f), 0);
    const struct buoy_floating listing = {bar, 0.2 * 96.0, {0.0, 0.1, 0.0}};
    const struct buoy_floating flat = {raft, 0.2 * 240.0, {0.0, 0.0, 0.6}};
    const double angles[2] = {115.0, 30.0};
    struct buoy_righting_arm arms[2];
    struct gz_criteria found;
    assert_int_equal(gz_find_criteria(&listing, &heeling, &found), 0);
    assert_int_equal(buoy_righting_arms(&listing, &heeling, angles, 1, arms, NULL), BUOY_OK);
    assert_true(found.vanishes > 29.0 && found.vanishes < 33.0);
    expect_within("largest arm, upright", found.most, 0.1, 1e-6);
    assert_true(arms[0].arm > 0.14);
    assert_int_equal(gz_find_criteria(&flat, &heeling, &found), 0);
    assert_int_equal(buoy_righting_arms(&flat, &heeling, &angles[1], 1, arms, NULL), BUOY_OK);
    assert_true(found.most_at > 20.0 && found.most_at < 25.0 && found.most > arms[0].arm);
    expect_within("largest arm from 30 degrees on", found.most_from_30, arms[0].arm, 1e-9);
}

TEST(files) {
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", scratch_path("curve"));
    struct child child = {.arguments = {"gz", "--mesh=builtin:wigley:300", "--density=500",
                                        "--com=0,0,-.25", "--out", folder}};
    struct outcome with = child_run(&child);
    child.arguments[4] = NULL;
    struct outcome without = child_run(&child);
    assert_int_equal(with.exit_code, 0);
    assert_string_equal(with.output, without.output);
    assert_non_null(strstr(with.error, "criteria.txt"));
    char *text = read_file(scratch_path("curve/criteria.txt"));
    assert_non_null(text);
    assert_non_null(strstr(text, "area from 30 to 40 degrees"));
    assert_non_null(strstr(text, "NOT met (at least 0.15)"));
    const char *page = read_file(scratch_path("curve/index.html"));
    assert_non_null(page);
    assert_non_null(strstr(page, "NOT met (at least 0.15)")); // without scripts, too
    const char *file = scratch_write_text("file", "");
    expect_refusal(CHILD("gz", "--mesh=builtin:box", "--density=500", "--com=0,0,0", "--out", file),
                   "file");
}

// The numbers of a path, x and y of each point in turn.
static size_t read_line(const char *figure, double *numbers, size_t most) {
    size_t count = 0;
    char *at = strstr(figure, "class=\"line\" d=\"M");
    assert_non_null(at);
    for (at += strlen("class=\"line\" d=\"M"); count < most && *at != '"'; at += *at == 'L') {
        numbers[count++] = strtod(at, &at);
    }
    return count;
}

// The curve is drawn, as a page and as files, as its numbers are: it rises from 0 and is highest at
// the largest arm; where Node.js is missing, the program says so instead.
TEST(figures) {
    const char *folder = scratch_path("drawn");
    struct outcome outcome =
        child_run(CHILD("gz", "--mesh=builtin:wigley:300", "--density=500", "--com=0,0,-.25",
                        "--to=60", "--by=10", "--out", folder));
    assert_int_equal(outcome.exit_code, 0);
    char *figure = read_file(scratch_path("drawn/gz.svg"));
    assert_true((figure != NULL) == (strstr(outcome.error, "SVG, too\n") != NULL));
    if (!figure) {
        assert_non_null(
            strstr(outcome.error, "; no figures as SVG: Node.js (Debian: nodejs) is missing"));
        SKIP("Node.js is missing");
    }
    const char *const drawn[] = {figure, child_page(folder)};
    double arms[7], least = HUGE_VAL, most = -HUGE_VAL;
    const char *row = outcome.output;
    for (int i = 0; i < 7; ++i) {
        row = strchr(row, '\n') + 1;
        assert_int_equal(sscanf(row, "%*[^,],%lf", &arms[i]), 1);
        least = fmin(least, arms[i]);
        most = fmax(most, arms[i]);
    }
    for (int k = 0; k < 2; ++k) {
        double line[14];
        assert_non_null(strstr(drawn[k], ">GZ, m</text>"));
        assert_non_null(strstr(drawn[k], ">heel, degrees</text>"));
        assert_int_equal(read_line(drawn[k], line, 14), 14);
        for (int i = 0; i < 7; ++i) { // the axes begin and end where the numbers do
            const double x = (line[2 * i] - line[0]) / (line[12] - line[0]);
            const double y = (304.0 - line[2 * i + 1]) / (304.0 - 18.0);
            expect_within("heel", x, i / 6.0, 1e-3);
            expect_within("arm", y, (arms[i] - least) / (most - least), 1e-3);
        }
    }
    // Figures of an earlier page go where none are drawn.
    scratch_write_text("drawn/gz.svg", "old");
    const char *path = getenv("PATH");
    char kept[4096];
    snprintf(kept, sizeof kept, "%s", path ? path : "");
    setenv("PATH", "/nowhere", 1);
    outcome = child_run(
        CHILD("gz", "--mesh=builtin:box", "--density=500", "--com=0,0,0", "--out", folder));
    setenv("PATH", kept, 1);
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(
        strstr(outcome.error,
               "; no figures as SVG: Node.js (Debian: nodejs) is missing or older than 18\n"));
    assert_null(read_file(scratch_path("drawn/gz.svg")));
}

// A hull that heels about its short side trims until it stands on its end: what follows from no
// arms is unknown, and the program says what to do.
TEST(unknown) {
    const struct child child = {.arguments = {"gz", "--mesh=builtin:wigley:300", "--density=500",
                                              "--com=0,.01,.5", "--axis=0,1,0", "--out",
                                              scratch_path("across")}};
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 1);
    assert_non_null(strstr(outcome.error, "gz: 19 of 19 rows are nan: does not float upright about "
                                          "y: try --axis 1,0,0 (the hull is longest along x)\n"));
    char *text = read_file(scratch_path("across/criteria.txt"));
    assert_non_null(strstr(text, "unknown (at least 0.15)"));
    assert_null(strstr(text, "met (")); // nor "NOT met"
}

// Where arms end before the largest may come, that is unknown, too: 1.2 m at 5 degrees is no end,
// and 0 at 180 degrees is the least that an arm beyond 30 may be.
TEST(unknown_in_part) {
    static const char *const centres[] = {"--com=0,.01,-.3", "--com=0,.01,-.2"};
    for (size_t i = 0; i < 2; ++i) {
        const struct child child = {.arguments = {"gz", "--mesh=builtin:wigley:300",
                                                  "--density=500", centres[i], "--axis=0,1,0",
                                                  "--out", scratch_path("in_part")}};
        struct outcome outcome = child_run(&child);
        assert_int_equal(outcome.exit_code, 1);
        assert_non_null(strstr(outcome.error, i ? "gz: 18 of 19 rows" : "gz: 17 of 19 rows"));
        char *text = read_file(scratch_path("in_part/criteria.txt"));
        assert_non_null(strstr(text, " met (at least 0.15)")); // GM
        assert_non_null(strstr(text, " unknown (at least 0.2)"));
        assert_non_null(strstr(text, " unknown (at least 25)"));
        assert_null(strstr(text, "NOT met"));
    }
}

// A hull along y: its longest side is neither the first nor upright.
TEST(unknown_along_y) {
    SKIP_IF(!importer_is_built(), "no reader of mesh files is built");
    struct body hull = body_builtin("builtin:wigley:300");
    char *text = test_alloc(100 * (hull.vertex_count + hull.triangle_count)), *at = text;
    for (size_t i = 0; i < hull.vertex_count; ++i) {
        const float *p = &hull.positions[3 * i];
        at += sprintf(at, "v %.9g %.9g %.9g\n", (double)-p[1], (double)p[0], (double)p[2]);
    }
    for (size_t i = 0; i < hull.triangle_count; ++i) {
        const uint32_t *corner = &hull.indices[3 * i];
        at += sprintf(at, "f %u %u %u\n", (unsigned)corner[0] + 1, (unsigned)corner[1] + 1,
                      (unsigned)corner[2] + 1);
    }
    const char *path = scratch_write_text("along.obj", text);
    const struct child child = {
        .arguments = {"gz", "--mesh", path, "--density=500", "--com=.01,0,.5", "--axis=1,0,0"}};
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 1);
    assert_non_null(strstr(outcome.error, "does not float upright about x: try --axis 0,1,0 (the "
                                          "hull is longest along y)\n"));
    // Followed to the letter.
    outcome = child_succeed(
        CHILD("gz", "--mesh", path, "--density=500", "--com=.01,0,.5", "--axis=0,1,0"));
    assert_null(strstr(outcome.output, "nan"));
    // Arms about an axis that nobody chose are no surprise: short hulls trim little.
    outcome = child_run(CHILD("gz", "--mesh", path, "--density=500", "--com=0,0,-1", "--to=5"));
    assert_int_equal(outcome.exit_code, 0);
    assert_string_equal(outcome.error, "buoybench: gz: heels about x, though the hull is longest "
                                       "along y: --axis 0,1,0 heels it about that\n");
}

// A figure of one arm, whose axes each show one number.
TEST(one_arm) {
    const struct child child = {.arguments = {"gz", "--mesh=builtin:box", "--density=512.5",
                                              "--com=0,0,-.25", "--to=0", "--out",
                                              scratch_path("level")}};
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 0);
    assert_int_equal(strncmp(outcome.error, "gz: wrote ", 10), 0);
    assert_ptr_equal(strchr(outcome.error, '\n'), strrchr(outcome.error, '\n'));
}
