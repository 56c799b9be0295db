// `run --sweep`: the benchmarks it makes, its tables and pictures, and its refusals.
#include <unistd.h>

#include "buoyancy.h"
#include "results.h"
#include "test.h"

// One number after another, those kernels that have a place there, a column each, a picture.
TEST(count) {
    const char *folder = scratch_path("count");
    struct outcome outcome = child_race(
        CHILD("run", "--sweep", "count", "--mesh", "builtin:box", "--kernel", CATTO, "--kernel",
              "volume/batch/scalar", "--out", folder, "--", SHORT, "--benchmark_repetitions=1"));
    json_t *results = load_results(folder);
    assert_string_equal(text_of(json_object_get(results, "context"), "sweep"), "count");
    find_row(results, CATTO "/builtin:box/count1");
    find_row(results, "volume/batch/scalar/builtin:box/count2");
    const json_t *row = find_row(results, "volume/batch/scalar/builtin:box/count1024");
    assert_true(number_of(row, "speedup_vs_catto") > 0.0);
    assert_null(strstr(outcome.output, "FAILED"));
    assert_non_null(strstr(outcome.output, " 256   1,024\n"));
    assert_non_null(strstr(outcome.output, "\n volume/batch/scalar       - ")); // none at 1
    assert_non_null(strstr(outcome.output, "1 repetitions cannot tell which is fastest: "));
    assert_non_null(
        strstr(child_page(folder), "<figcaption>volume, builtin:box, by bodies per call<"));
}

// Every family whose calls take many queries is swept, with that number in a call; pressure's take
// one.
TEST(count_of_all) {
    struct outcome outcome =
        child_race(CHILD("run", "--sweep", "count", "--out", scratch_path("none"), "--",
                         "--benchmark_list_tests=true"));
    static const char *const ends[] = {"/builtin:box/count1024\n", "/boxes/count1024\n",
                                       "/polygons/count1024\n", "/points/count1024\n",
                                       "/bodies/count1024\n"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i) {
        assert_non_null(strstr(outcome.output, ends[i]));
    }
    assert_non_null(strstr(outcome.output, "hydrostatics/blocks/"));
    assert_null(strstr(outcome.output, "\npressure/"));
}

// By default one variant of each method, and the sweep's own meshes in its own workloads.
TEST(defaults) {
    struct outcome outcome =
        child_race(CHILD("run", "--sweep", "immersion", "--out", scratch_path("none"), "--",
                         "--benchmark_list_tests=true"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:wigley:1300/immersed5\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:sphere:20480/immersed99\n"));
    assert_null(strstr(outcome.output, "/voxel/"));
    assert_null(strstr(outcome.output, "+fma"));
    size_t blocks = 0;
    for (const char *at = outcome.output; (at = strstr(at, "volume/blocks/")); ++at) {
        ++blocks;
    }
    size_t lines = 0;
    for (const char *at = outcome.output; (at = strstr(at, CATTO)); ++at) {
        ++lines;
    }
    assert_int_equal(blocks, lines);
}

// The sizes of a shape from its smallest, which is 96 here, and cold ones as long as four of them
// fit into memory.
TEST(triangles) {
    struct outcome outcome = child_race(
        CHILD("run", "--sweep", "triangles", "--mesh", "builtin:catamaran", "--kernel", CATTO,
              "--out", scratch_path("none"), "--", "--benchmark_list_tests=true"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:catamaran:12\n"));
    assert_null(strstr(outcome.output, CATTO "/builtin:catamaran:32\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:catamaran:320\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:catamaran:100000/cold\n"));
    assert_non_null(strstr(outcome.output, CATTO "/builtin:catamaran:2000000\n"));
    assert_null(strstr(outcome.output, CATTO "/builtin:catamaran:1000000/cold\n"));
}

// Water where the sweep puts it: at 10 % a kernel has less to do than at 50 %, as it says itself.
TEST(immersion) {
    const char *folder = scratch_path("immersion");
    struct outcome outcome =
        child_race(CHILD("run", "--sweep", "immersion", "--mesh", "builtin:sphere:1280", "--kernel",
                         BLOCKS, "--out", folder, "--", SHORT, "--benchmark_repetitions=1"));
    const char *table = strstr(outcome.output, "by % of the volume under water\n"); // one of them
    assert_non_null(table);
    assert_null(strstr(table + 1, "by % of the volume under water\n"));
    assert_non_null(strstr(table, "       1       5      10 "));
    assert_non_null(strstr(table, "      99\n"));
    json_t *results = load_results(folder);
    const json_t *little = find_row(results, BLOCKS "/builtin:sphere:1280/immersed1");
    const json_t *half = find_row(results, BLOCKS "/builtin:sphere:1280/immersed50");
    assert_true(1.5 * number_of(little, "clipped_triangles") <
                number_of(half, "clipped_triangles"));
}

static void expect_sweep_refused(const char *sweep, const char *option, const char *value,
                                 const char *text) {
    expect_refusal(CHILD("run", "--out", scratch_path("refused"), "--sweep", sweep, option, value),
                   text);
}

TEST(refusals) {
    expect_sweep_refused("temperature", NULL, NULL, "temperature");
    expect_sweep_refused("count", "--workload", "cold", "--workload");
    expect_sweep_refused("triangles", "--mesh", "hull.obj", "hull.obj");
    expect_sweep_refused("triangles", "--mesh", "builtin:sphere:1280", "builtin:sphere:1280");
    expect_sweep_refused("triangles", "--mesh", "builtin:teapot", "teapot");
}

TEST_NEEDS(can_time)
