// `run --workload`: the subjects that are raced and their names; and only the kernels of one
// subject are compared with each other.
#include "buoyancy.h"
#include "results.h"
#include "test.h"

static size_t count_rows(const json_t *results, const char *name) {
    const json_t *rows = json_object_get(results, "benchmarks");
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        count += strcmp(text_of(json_array_get(rows, i), "run_name"), name) == 0;
    }
    return count;
}

// All of them: a row each, with a speed-up against the baseline in the same workload.
TEST(all) {
    static const char *const names[] = {"/builtin:box", "/builtin:box/crowd", "/builtin:box/cold"};
    const char *folder = scratch_path("workloads");
    struct outcome outcome =
        child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--kernel", BLOCKS,
                         "--workload", "all", "--out", folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    double ns[3];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char baseline[64], other[64];
        snprintf(baseline, sizeof baseline, "%s%s_median", CATTO, names[i]);
        snprintf(other, sizeof other, "%s%s_median", BLOCKS, names[i]);
        const json_t *row = find_row(results, other);
        ns[i] = number_of(row, "ns_per_body");
        assert_true(is_near(number_of(row, "speedup_vs_catto"),
                            number_of(find_row(results, baseline), "ns_per_body") / ns[i]));
        assert_true(number_of(row, "triangles") == 12.0);
        assert_true(number_of(row, "max_error_volume") < 3e-7);
        assert_non_null(strstr(outcome.output, names[i] + 1));
    }
    assert_true(ns[2] > ns[0]); // cold memory costs time
}

// Hot ones go without a name; a small mesh of one's own races in all workloads unless told
// otherwise.
TEST(default_and_chosen) {
    const char *folder = scratch_path("chosen");
    struct child child = {.arguments = {"run", "--mesh", "builtin:box", "--kernel", CATTO, "--out",
                                        folder, "--", SHORT, "--benchmark_repetitions=1"}};
    struct outcome outcome = child_race(&child);
    json_t *results = load_results(folder);
    assert_int_equal(count_rows(results, CATTO "/builtin:box"), 1);
    assert_int_equal(count_rows(results, CATTO "/builtin:box/crowd"), 1);
    assert_int_equal(count_rows(results, CATTO "/builtin:box/cold"), 1);
    assert_int_equal(count_rows(results, CATTO "/builtin:box/uncut"), 1);
    assert_int_equal(count_rows(results, CATTO "/builtin:box/barely"), 1);
    assert_int_equal(json_array_size(json_object_get(results, "benchmarks")), 5);

    outcome = child_run(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--workload",
                              "crowd", "--workload", "hot", "--out", folder, "--", SHORT,
                              "--benchmark_repetitions=1"));
    expect_raced(&outcome);
    results = load_results(folder);
    assert_int_equal(count_rows(results, CATTO "/builtin:box"), 1);
    assert_int_equal(count_rows(results, CATTO "/builtin:box/crowd"), 1);
    assert_int_equal(json_array_size(json_object_get(results, "benchmarks")), 2);
}

// A kernel that is for crowds only races in one, beside all that could beat it.
TEST(needed) {
    struct outcome outcome =
        child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", "volume/*/scalar", "--out",
                         scratch_path("none"), "--", "--benchmark_list_tests=true"));
    assert_non_null(strstr(outcome.output, "volume/batch/scalar/builtin:box/crowd\n"));
    assert_null(strstr(outcome.output, "volume/batch/scalar/builtin:box\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:box/crowd\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:box\n"));
    assert_non_null(strstr(outcome.output, BLOCKS "/builtin:box/crowd\n"));
}

// The benchmarks of bench/run without arguments: hot everywhere, crowd and cold by size.
TEST(default_meshes) {
    struct outcome outcome =
        child_race(CHILD("run", "--kernel", CATTO, "--poses", "1", "--out", scratch_path("none"),
                         "--", "--benchmark_list_tests=true"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:box/crowd\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:wigley:1300/cold\n"));
    assert_null(strstr(outcome.output, CATTO "/builtin:wigley:1300/crowd\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:sphere:20480\n"));
    assert_null(strstr(outcome.output, CATTO "/builtin:sphere:20480/cold\n"));
}

// Boxes need no mesh, and are there whatever the meshes; the baseline answers for them as a mesh.
TEST(boxes) {
    const char *folder = scratch_path("boxes");
    struct outcome outcome =
        child_race(CHILD("run", "--mesh", "builtin:barrel", "--kernel", "box/corners/scalar",
                         "--kernel", CATTO, "--out", folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    const json_t *box = find_row(results, "box/corners/scalar/boxes_median");
    const json_t *baseline = find_row(results, CATTO "/boxes_median");
    assert_int_equal(count_rows(results, CATTO "/builtin:barrel") > 0, true);
    assert_true(is_near(number_of(box, "speedup_vs_catto"),
                        number_of(baseline, "ns_per_body") / number_of(box, "ns_per_body")));
    assert_true(number_of(box, "triangles") == 0.0);
    assert_null(json_object_get(box, "ns_per_triangle"));
    assert_true(number_of(baseline, "triangles") == 12.0);
    assert_true(number_of(box, "max_error_volume") < 3e-7);

    outcome = child_run(CHILD("run", "--kernel", "box/corners/*", "--out", folder, "--",
                              "--benchmark_list_tests=true"));
    expect_raced(&outcome);
    assert_int_equal(strncmp(outcome.output, "box/corners/scalar/boxes\n", 25), 0);
    assert_null(strstr(outcome.output, "builtin:"));
}

// Polygons likewise, without a baseline: no mesh stands for them.
TEST(polygons) {
    const char *folder = scratch_path("polygons");
    child_race(CHILD("run", "--kernel", "polygon/*/scalar", "--kernel", CATTO, "--mesh",
                     "builtin:box", "--out", folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    const json_t *polygons = find_row(results, "polygon/batch/scalar/polygons_median");
    assert_int_equal(count_rows(results, CATTO "/polygons"), 0);
    assert_null(json_object_get(polygons, "speedup_vs_catto"));
    assert_true(number_of(polygons, "ns_per_body") > 0.0);
    assert_true(number_of(polygons, "max_error_volume") < 3e-7);
    assert_true(number_of(find_row(results, "polygon/clip/scalar/polygons_median"),
                          "max_error_volume") < 1e-14);
}

TEST(points_of_waves) {
    const char *folder = scratch_path("points");
    child_race(CHILD("run", "--kernel", "water/waves/scalar", "--kernel", CATTO, "--mesh",
                     "builtin:box", "--out", folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    const json_t *points = find_row(results, "water/waves/scalar/points_median");
    assert_int_equal(count_rows(results, CATTO "/points"), 0);
    assert_true(number_of(points, "ns_per_body") > 0.0);
    assert_true(number_of(points, "max_error_volume") < 1e-6);
    assert_true(number_of(points, "max_error_centroid") < 1e-6);
}

// Forces on bodies are within rounding of the truth.
TEST(bodies) {
    const char *folder = scratch_path("bodies");
    child_race(CHILD("run", "--kernel", "forces/*/scalar", "--kernel", CATTO, "--mesh",
                     "builtin:box", "--out", folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    const json_t *bodies = find_row(results, "forces/catto/scalar/bodies_median");
    assert_int_equal(count_rows(results, CATTO "/bodies"), 0);
    assert_true(number_of(bodies, "ns_per_body") > 0.0);
    assert_true(number_of(bodies, "max_error_volume") < 7.2e-15);
    assert_true(number_of(bodies, "max_error_centroid") < 1.5e-14);
}

// Hydrostatics are asked about the same meshes, apart from volumes.
TEST(hydrostatics) {
    const char *folder = scratch_path("hydrostatics");
    struct outcome outcome =
        child_race(CHILD("run", "--kernel", "hydrostatics/*/scalar", "--kernel", CATTO, "--mesh",
                         "builtin:sphere:320", "--out", folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    const json_t *blocks =
        find_row(results, "hydrostatics/blocks/scalar/builtin:sphere:320_median");
    assert_null(json_object_get(blocks, "speedup_vs_catto"));
    assert_true(number_of(blocks, "ns_per_body") > 0.0);
    assert_true(number_of(blocks, "triangles") == 320.0);
    assert_true(number_of(blocks, "clipped_triangles") < 320.0);
    assert_true(number_of(blocks, "max_error_volume") < 3e-7);
    assert_true(number_of(find_row(results, CATTO "/builtin:sphere:320_median"),
                          "speedup_vs_catto") == 1.0);
    assert_non_null(strstr(outcome.output, "\nvolume, builtin:sphere:320: 320 triangles\n"));
    assert_non_null(strstr(outcome.output, "\nhydrostatics, builtin:sphere:320: 320 triangles\n"));

    outcome = child_race(CHILD("run", "--kernel", "hydrostatics/blocks/scalar", "--out", folder,
                               "--", "--benchmark_list_tests=true"));
    assert_non_null(strstr(outcome.output, "/builtin:wigley:1300\n"));
    assert_null(strstr(outcome.output, "/builtin:star:5000\n"));
}

// Frames of a scene are no race: a row each, with ordered tails, whatever the kernels.
TEST(frames) {
    static const char *const names[] = {"frame/celis-cuboid/hot", "frame/celis-cuboid/cold"};
    const char *folder = scratch_path("frames");
    struct outcome outcome =
        child_race(CHILD("run", "--workload", "frames", "--scene", "celis-cuboid", "--frames",
                         "209", "--out", folder, "--", "--benchmark_filter=(hot|cold)$"));
    json_t *results = load_results(folder);
    for (size_t i = 0; i < COUNT_OF(names); ++i) {
        const json_t *row = find_row(results, names[i]);
        assert_int_equal(count_rows(results, names[i]), number_of(row, "repetitions"));
        assert_true(number_of(row, "cpu_time") > 0.0);
        assert_true(number_of(row, "p50_ns") <= number_of(row, "p99_ns"));
        assert_true(number_of(row, "p99_ns") <= number_of(row, "p999_ns"));
        assert_true(number_of(row, "p999_ns") <= number_of(row, "max_ns"));
        assert_true(number_of(row, "control_p999_ns") > 0.0);
        assert_true(number_of(row, "over_budget") <= 1.0);
        assert_non_null(strstr(outcome.output, names[i] + strlen("frame/")));
    }
    const json_t *rows = json_object_get(results, "benchmarks");
    assert_int_equal(json_array_size(rows) % COUNT_OF(names), 0);
    const json_t *subjects = json_object_get(json_object_get(results, "context"), "subjects");
    assert_non_null(strstr(text_of(json_array_get(subjects, 0), "summary"), " 200 frames"));

    char *text = child_page(folder);
    assert_non_null(strstr(text, "<section id=\"measured\">"));
    assert_null(strstr(text, "<section id=\"ranking\">"));
}

// Meshes made of triangles and loaded of images, with the memory that this takes; the first call.
TEST(making) {
    static const char *const words[] = {"create", "create-repair", "load"};
    static const char *const meshes[] = {"builtin:box", "builtin:sphere:320"};
    const char *folder = scratch_path("making");
    struct outcome outcome = child_run(CHILD("run", "--workload", "making", "--mesh", meshes[0],
                                             "--mesh", meshes[1], "--out", folder));
    expect_raced(&outcome);
    json_t *results = load_results(folder);
    double allocations[COUNT_OF(words)] = {0.0};
    for (size_t i = 0; i < COUNT_OF(words); ++i) {
        double bytes = 0.0;
        for (size_t k = 0; k < COUNT_OF(meshes); ++k) {
            char name[80];
            snprintf(name, sizeof name, "mesh/%s/%s", words[i], meshes[k]);
            const json_t *row = find_row(results, name);
            const double triangles = number_of(row, "triangles"), time = number_of(row, "cpu_time");
            assert_int_equal(count_rows(results, name), number_of(row, "repetitions"));
            assert_true(triangles == (k == 0 ? 12.0 : 320.0));
            assert_true(is_near(number_of(row, "ns_per_triangle") * triangles, time));
            assert_true(number_of(row, "bytes") > bytes + 36.0 * (triangles - 12.0));
            assert_true(time < 1e7); // of one mesh, not of all that were made
            if (i < 2) {             // an image is read in place
                assert_true(number_of(row, "peak_bytes") > 1.2 * number_of(row, "bytes"));
            } else {
                assert_true(number_of(row, "peak_bytes") == number_of(row, "bytes"));
            }
            bytes = number_of(row, "bytes");
            allocations[i] = number_of(row, "allocations");
        }
    }
    assert_true(allocations[2] >= 1.0 && allocations[2] < allocations[0]);
    assert_true(allocations[0] < allocations[1]); // repairs take memory of their own
    assert_true(number_of(find_row(results, "mesh/first-call"), "cpu_time") > 0.0);
    assert_non_null(strstr(outcome.output, "\nmesh, create: builtin:box "));
}

// Without --mesh, of the meshes that all else is measured with.
TEST(making_by_default) {
    const char *folder = scratch_path("making_alone");
    const struct outcome outcome = child_run(CHILD("run", "--workload", "making", "--out", folder));
    expect_raced(&outcome);
    json_t *results = load_results(folder);
    assert_true(count_rows(results, "mesh/load/builtin:box") > 0);
    assert_true(count_rows(results, "mesh/create/builtin:barrel") > 0);
    assert_true(count_rows(results, "mesh/create-repair/builtin:wigley:1300") > 0);
    assert_true(count_rows(results, "mesh/create/builtin:sphere:20480") > 0);
    // Whatever the benchmark's library says of itself.
    assert_string_equal(text_of(json_object_get(results, "context"), "library_build_type"),
                        "release");
}

TEST(refusals) {
    expect_refusal(CHILD("run", "--workload", "frames", "--scene", "nowhere", "--out",
                         scratch_path("refused")),
                   "nowhere");
    expect_refusal(CHILD("run", "--workload", "frames", "--scene", "harbour", "--scene", "harbour",
                         "--out", scratch_path("refused")),
                   "another scene is called 'harbour'");
    expect_refusal(
        CHILD("run", "--kernel", CATTO, "--scene", "harbour", "--out", scratch_path("refused")),
        "--workload frames selects");
    expect_refusal(
        CHILD("run", "--workload", "frames", "--frames", "9", "--out", scratch_path("refused")),
        "--frames");
    expect_refusal(CHILD("run", "--mesh", "builtin:box", "--workload", "lukewarm", "--out",
                         scratch_path("refused")),
                   "lukewarm");
    expect_refusal(CHILD("run", "--mesh", "builtin:sphere:800000", "--kernel", BLOCKS, "--workload",
                         "cold", "--out", scratch_path("refused")),
                   "cold");
}

TEST_NEEDS(can_time)
