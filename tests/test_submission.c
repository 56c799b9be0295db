// Records: made of a whole, quiet run of this program; anything else is refused, and a changed one.
#include "child.h"
#include "made_results.h"
#include "seal.h"
#include "submission.h"
#include "test.h"

#define OWN                                                                                        \
    "\"cpu\": \"Some(R) Thing(TM) 7 CPU @ 2.50GHz\", \"compiler\": \"gcc 12.2.0\", "               \
    "\"flags\": \"-O3\", \"version\": \"1.0\", \"commit\": \"abc\""
#define RUN                                                                                        \
    OWN ", \"build_type\": \"Release\", \"whole\": true, \"interrupted\": false, "                 \
        "\"date\": \"2026-11-27T05:00:00+00:00\", \"host_name\": \"secret-host\", "                \
        "\"executable\": \"/home/me/buoybench\", \"noise\": {\"trusted\": true, \"warnings\": []}"

// A sealed file of results whose context is RUN, then `more`, whose members count.
static const char *make(const char *name, const char *more) {
    struct made_results made;
    made_begin(&made, RUN);
    made_add_calm(&made, "volume/catto/scalar/m", 400.0 / 3.0,
                  ", \"threads\": 1, \"iterations\": 256, \"max_error_volume\": 1.23456789e-7");
    made_add_calm(&made, "volume/blocks/avx2/m", 100.0, ", \"max_error_volume\": 2e-7");
    const char *path = made_end(&made, name);
    char *text = read_file(path);
    json_t *report = json_loads(text, 0, NULL), *changes = json_loads(more, 0, NULL);
    assert_non_null(changes);
    const json_t *rows = json_object_get(report, "benchmarks");
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        json_t *row = json_array_get(rows, i);
        const double ns = json_number_value(json_object_get(row, "ns_per_body"));
        json_object_set_new(row, "bodies_per_ms", json_real(1e6 / ns));
        json_object_set_new(row, "ns_per_triangle", json_real(ns / 12.0));
    }
    json_object_update(json_object_get(report, "context"), changes);
    seal_put(report);
    char *sealed = json_dumps(report, JSON_INDENT(3));
    path = scratch_write_text(name, sealed);
    json_decref(changes);
    json_decref(report);
    free(sealed);
    return path;
}

static size_t count_words(const char *text, const char *word) {
    size_t count = 0;
    for (; (text = strstr(text, word)); ++text) {
        ++count;
    }
    return count;
}

static json_t *own_machine(void) {
    json_t *own = json_loads("{" OWN "}", 0, NULL);
    assert_non_null(own);
    return own;
}

// A record of the file in the scratch folder; its path.
static const char *submit(const char *path, bool noisy) {
    struct results results;
    char name[SUBMISSION_NAME_BYTES];
    json_t *own = own_machine();
    assert_int_equal(results_read(path, &results), 0);
    assert_int_equal(submission_check(&results, own, noisy), 0);
    assert_int_equal(submission_write(&results, scratch_folder(), name), 0);
    assert_string_equal(name, noisy ? "some-thing-7-2.50ghz-gcc-12.2.0-2026-11-27-noisy.json"
                                    : "some-thing-7-2.50ghz-gcc-12.2.0-2026-11-27.json");
    results_free(&results);
    json_decref(own);
    return scratch_path(name);
}

TEST(record) {
    struct results before, after;
    const char *run = make("run.json", "{}"), *record = submit(run, false);
    assert_int_equal(results_read(run, &before), 0);
    assert_int_equal(results_read(record, &after), 0);
    assert_int_equal(submission_check(&after, NULL, false), 0);
    assert_int_equal(after.count, 2);
    for (size_t i = 0; i < 2; ++i) { // every repetition, and the counters, to seven digits
        const struct result *a = &before.items[i], *b = results_find(&after, a->name);
        assert_int_equal(b->times.sample_count, 9);
        for (size_t k = 0; k < 9; ++k) {
            assert_true(fabs(b->times.samples[k] / a->times.samples[k] - 1.0) < 6e-7);
        }
        assert_true(fabs(b->error / a->error - 1.0) < 6e-7);
    }
    results_free(&before);
    results_free(&after);
    char *text = read_file(record);
    assert_null(strstr(text, "secret-host"));
    assert_null(strstr(text, "/home/me"));
    assert_non_null(strstr(text, "\"iterations\":256,"));
    // What follows from a row's time is in the first of each benchmark's nine alone.
    assert_int_equal(count_words(text, "\"ns_per_body\""), 18);
    assert_int_equal(count_words(text, "\"bodies_per_ms\""), 2);
    assert_int_equal(count_words(text, "\"ns_per_triangle\""), 2);
    struct outcome outcome = child_run(CHILD("submit", "--check", record, record));
    expect_success(&outcome);
    assert_non_null(strstr(outcome.output, "a record of Some(R) Thing(TM) 7 CPU @ 2.50GHz, 2 "));
}

// One digit of one repetition, or of the context; other white space and order of rows' members do
// not matter to a reader, but only white space may change.
TEST(tampered) {
    const char *record = submit(make("run.json", "{}"), false);
    char *text = read_file(record), *digit = strstr(text, "\"ns_per_body\":");
    digit = strpbrk(digit, "123456789");
    *digit = *digit == '9' ? '8' : (char)(*digit + 1);
    expect_refusal(CHILD("submit", "--check", scratch_write_text("edited.json", text)),
                   "edited.json: changed since it was written");
    text = read_file(record);
    memcpy(strstr(text, "Some(R)"), "Best(R)", 7);
    expect_refusal(CHILD("submit", "--check", scratch_write_text("edited.json", text)),
                   "edited.json: changed since it was written");
    text = read_file(record);
    json_t *report = json_loads(text, 0, NULL);
    char *same = json_dumps(report, JSON_INDENT(7) | JSON_REAL_PRECISION(17));
    child_succeed(CHILD("submit", "--check", scratch_write_text("same.json", same)));
    free(same);
    json_decref(report);
}

TEST(refused) {
    static const struct {
        const char *changes, *why;
    } cases[] = {
        {"{\"noise\": {\"trusted\": false, \"warnings\": [\"times spread by 7 %\"]}}",
         "NOISY: times spread by 7 %; run again"},
        {"{\"noise\": {}}", "it does not say how quiet it was"},
        {"{\"whole\": false}", "not all of a default run"},
        {"{\"interrupted\": true}", "not all of a default run"},
        {"{\"build_type\": \"Debug\"}", "a build for debugging (Debug)"},
        {"{\"flags\": \"-O3 -fsanitize=address\"}", "a build for debugging"},
        {"{\"commit\": \"abc-dirty\"}", "sources that are in no commit ('abc-dirty')"},
        {"{\"commit\": \"unknown\"}", "sources that are in no commit"},
        {"{}", "tells its 'host_name'"}, // a run is no record
    };
    for (size_t i = 0; i < COUNT_OF(cases); ++i) {
        const char *path = make("run.json", cases[i].changes);
        expect_refusal(CHILD("submit", "--check", path), cases[i].why);
    }
    expect_refusal(&(struct child){.arguments = {"submit", make("run.json", "{}")}},
                   "run.json: not of this program on this machine: cpu 'Some(R) Thing(TM) 7 CPU");
    expect_refusal(CHILD("submit", "--check"), "--check needs files");
    expect_refusal(CHILD("submit", "a", "b"), "2 files");
}

// Noisy results are kept if they are asked for, and are called so wherever they are.
TEST(noisy) {
    const char *record = submit(make("run.json", "{\"noise\": {\"trusted\": false, \"warnings\": "
                                                 "[\"times spread by 7 %\"]}}"),
                                true);
    struct child child = {.arguments = {"submit", "--check", record}};
    expect_refusal(&child, "NOISY: times spread by 7 %");
    child.arguments[3] = "--noisy-ok";
    assert_non_null(strstr(child_succeed(&child).output, "a record of Some(R) Thing(TM)"));
    const char *silent = make("run.json", "{\"noise\": {}}");
    expect_refusal(CHILD("submit", "--check", "--noisy-ok", silent),
                   "it does not say how quiet it was");
}

// Each member that says whose results these are.
TEST(foreign) {
    static const char *const keys[] = {"cpu", "compiler", "flags", "version", "commit"};
    for (size_t i = 0; i < COUNT_OF(keys); ++i) {
        struct results results;
        assert_int_equal(results_read(make("run.json", "{}"), &results), 0);
        json_t *own = own_machine();
        assert_int_equal(submission_check(&results, own, false), 0);
        json_object_set_new(own, keys[i], json_string("another"));
        fflush(stderr);
        assert_int_equal(submission_check(&results, own, true), 2);
        json_decref(own);
        results_free(&results);
    }
}

// What `run` writes is sealed; a part of a run is refused.
TEST(of_a_run) {
    struct outcome outcome = child_run(CHILD(
        "run", "--mesh", "builtin:box", "--kernel", "volume/catto/scalar", "--poses", "4", "--out",
        scratch_path("run"), "--", "--benchmark_repetitions=1", "--benchmark_min_time=0.0001"));
    SKIP_IF(strstr(outcome.error, "without Google Benchmark"), "built without Google Benchmark");
    assert_int_equal(outcome.exit_code, 0);
    expect_refusal(CHILD("submit", scratch_path("run/results.json")),
                   "results.json: not all of a default run");
    char *text = read_file(scratch_path("run/results.json"));
    assert_non_null(strstr(text, "\"interrupted\": false"));
    assert_non_null(strstr(text, "\"whole\": false"));
    memcpy(strstr(text, "\"triangles\": 12"), "\"triangles\": 13", 15);
    expect_refusal(CHILD("submit", scratch_write_text("run/results.json", text)),
                   "results.json: changed since it was written");
}
