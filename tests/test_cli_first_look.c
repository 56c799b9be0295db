// The first answer comes within seconds: longer runs print a provisional verdict before all else,
// and `run --quick` stops there. What is printed before anything is built is what the program says.
#include <time.h>

#include "child.h"
#include "results.h"
#include "test.h"

// Whether a benchmark is one of single queries about volumes.
static bool is_single(const char *name, const char *mesh) {
    const char *end = name;
    for (int i = 0; i < 3 && end; ++i) {
        end = strchr(end, '/');
        end = end ? end + 1 : NULL;
    }
    return strncmp(name, "volume/", 7) == 0 && end && strcmp(end, mesh) == 0;
}

TEST(quick) {
    const time_t began = time(NULL);
    struct outcome outcome =
        child_race(CHILD("run", "--quick", "--mesh", "builtin:barrel:48", "--mesh", "builtin:box",
                         "--mesh", "builtin:sphere:5120", "--out", scratch_path("quick")));
    assert_true(time(NULL) - began < 60); // ten seconds where nothing else runs
    assert_null(strstr(outcome.output, "provisional"));
    assert_non_null(strstr(outcome.output, "\ncall buoy_volume_compute(): "));
    assert_non_null(strstr(outcome.output, "\nfull report: "));
    json_t *results = load_results(scratch_path("quick"));
    const json_t *rows = json_object_get(results, "benchmarks");
    size_t barrels = 0, boxes = 0, automatic = 0, catto = 0, blocks = 0, all = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        const char *name = text_of(row, "name");
        if (is_repetition(row) && number_of(row, "repetition_index") == 0.0) {
            barrels += is_single(name, "builtin:barrel:48");
            boxes += is_single(name, "builtin:box");
            automatic += strncmp(name, "volume/auto/best/", 17) == 0;
            catto += strncmp(name, CATTO "/", sizeof CATTO) == 0;
            blocks += strncmp(name, "volume/blocks/", 14) == 0;
            ++all;
        }
    }
    assert_true(barrels > 3 && barrels < 20 && barrels == boxes && all == barrels + boxes);
    assert_true(automatic == 2 && catto == 2 && blocks == 2);
    assert_true(json_is_false(json_object_get(json_object_get(results, "context"), "whole")));
}

// The provisional verdict comes first, is marked, and leaves nothing in the results.
TEST(provisional) {
    struct outcome outcome = child_race(
        CHILD("run", "--mesh", "builtin:box", "--poses", "4", "--out", scratch_path("whole"), "--",
              "--benchmark_min_time=0.0001", "--benchmark_repetitions=1"));
    const char *first = "\nprovisional, from a first look; the whole run takes some minutes more\n";
    assert_memory_equal(outcome.output, first, strlen(first));
    const char *call = strstr(outcome.output, "\ncall buoy_volume_compute(): ");
    const char *table = strstr(outcome.output, " rank kernel ");
    assert_true(call && table && call < table);
    assert_null(strstr(call + 1, "\nprovisional"));
    const char *end = strstr(call + 1, "\ncall buoy_volume_compute(): ");
    assert_non_null(end);
    assert_non_null(strstr(end, "\nfull report: "));
    json_t *results = load_results(scratch_path("whole"));
    const json_t *rows = json_object_get(results, "benchmarks");
    size_t automatic = 0, others = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const char *name = text_of(json_array_get(rows, i), "name");
        automatic += strcmp(name, "volume/auto/best/builtin:box") == 0;
        others += !is_single(name, "builtin:box");
    }
    assert_int_equal(automatic, 1);
    assert_true(others > 20);
}

// What is raced for a reason of its own is timed at once.
TEST(asked_for) {
    struct outcome outcome =
        child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--kernel", BLOCKS,
                         "--out", scratch_path("two"), "--", SHORT, FEW));
    assert_null(strstr(outcome.output, "provisional"));
    expect_refusal(CHILD("run", "--quick", "--sweep", "count"), "--quick");
}

TEST(help_without_a_build) {
    char *file = read_file(TEST_HELP);
    assert_non_null(file);
    assert_string_equal(child_succeed(CHILD("--help")).output, file);
}

TEST_NEEDS(can_time)
