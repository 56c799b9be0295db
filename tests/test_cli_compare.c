// `buoybench compare`: what it says of planted differences, and what it refuses.
#include <jansson.h>
#include <sys/stat.h>

#include "child.h"
#include "made_results.h"
#include "rng.h"
#include "test.h"

#define LONG_NAME                                                                                  \
    "hydrostatics/blocks/avx512+fma/a-hull-with-a-very-long-name-that-does-not-end-so-soon-"       \
    "one-might-think.obj/crowd"

// Thirty benchmarks; one of them, and the long one, takes some times as long as usual.
static const char *make(const char *name, const char *context, double factor) {
    struct made_results made;
    made_begin(&made, context);
    for (int i = 0; i < 30; ++i) {
        char text[80];
        snprintf(text, sizeof text, "volume/m%d/avx2/builtin:sphere:%d", i % 6, i / 6);
        made_add_calm(&made, text, (i == 17 ? factor : 1.0) * (100.0 + i), "");
    }
    made_add_calm(&made, LONG_NAME, 50.0 * factor, "");
    return made_end(&made, name);
}

static struct outcome compare(const char *a, const char *b, const char *option, const char *value) {
    return child_run(CHILD("compare", a, b, option, value));
}

TEST(same) {
    const char *a = make("a.json", "", 1.0);
    struct outcome outcome = compare(a, a, NULL, NULL);
    expect_success(&outcome);
    assert_non_null(strstr(outcome.output, "31 benchmarks: 0 slower in B, 0 faster, 31 level"));
    assert_non_null(strstr(outcome.output, "mean of B/A: 1.000 (1.000 to 1.000)\n"));
    assert_null(strstr(outcome.output, "warning"));
}

// A slowdown of 10 % in two of 31: exit code 1, worst first; within a larger threshold it passes.
TEST(slower) {
    const char *a = make("a.json", "", 1.0), *b = make("b.json", "", 1.1);
    struct outcome outcome = compare(a, b, NULL, NULL);
    assert_int_equal(outcome.exit_code, 1);
    assert_string_equal(outcome.error, "");
    assert_non_null(strstr(outcome.output, "  1.100  "));
    assert_non_null(strstr(outcome.output, "slower  volume/m5/avx2/builtin:sphere:2\n"));
    assert_non_null(strstr(outcome.output, ": 2 slower in B, 0 faster, 29 level"));
    assert_non_null(strstr(outcome.output, "\nB is slower than A.\n"));
    const char *text = outcome.output;
    const size_t most = 80;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        FAIL_IF(length > most, "%zu columns: %.*s", length, (int)length, text);
        text += length + (text[length] == '\n');
    }
    outcome = compare(a, b, "--threshold", "10.1");
    expect_success(&outcome);
    outcome = compare(b, a, NULL, NULL); // faster
    expect_success(&outcome);
    assert_non_null(strstr(outcome.output, ": 0 slower in B, 2 faster"));
}

// Every number of each file is that file's: B has other times, other repetitions, and a benchmark
// of its own.
TEST(json_of_either) {
    struct made_results made;
    const double few[4] = {200.0, 201.0, 202.0, 203.0};
    const char *shared = "volume/blocks/avx2/builtin:box";
    made_begin(&made, "");
    made_add_calm(&made, shared, 100.0, "");
    made_add_calm(&made, "volume/blocks/avx2/builtin:sphere:5", 100.0, "");
    const char *a = made_end(&made, "a.json");
    made_begin(&made, "");
    made_add(&made, shared, few, 4, "");
    made_add_calm(&made, "volume/blocks/avx2/builtin:star:9", 100.0, "");
    const char *b = made_end(&made, "b.json");
    struct outcome outcome =
        child_run(CHILD("compare", a, b, "--format", "json", "--threshold", "2.5"));
    json_t *root = json_loads(outcome.output, 0, NULL);
    const json_t *row = json_array_get(json_object_get(root, "benchmarks"), 0);
    assert_int_equal(json_array_size(json_object_get(root, "benchmarks")), 1);
    assert_true(fabs(json_number_value(json_object_get(row, "ns_a")) - 100.0) <= 1.0);
    assert_true(fabs(json_number_value(json_object_get(row, "ns_b")) - 201.5) <= 1.0);
    assert_int_equal(json_integer_value(json_object_get(row, "repetitions_a")), 9);
    assert_int_equal(json_integer_value(json_object_get(row, "repetitions_b")), 4);
    assert_true(json_number_value(json_object_get(root, "threshold_percent")) == 2.5);
    const char *const only[2][2] = {{"only_a", "volume/blocks/avx2/builtin:sphere:5"},
                                    {"only_b", "volume/blocks/avx2/builtin:star:9"}};
    for (int i = 0; i < 2; ++i) {
        const json_t *names = json_object_get(root, only[i][0]);
        assert_int_equal(json_array_size(names), 1);
        assert_string_equal(json_string_value(json_array_get(names, 0)), only[i][1]);
    }
    json_decref(root);
}

// What a file says may clear a screen, colour it, or break lines. None of that is printed.
static void expect_no_control(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; ++c) {
        FAIL_IF((*c < ' ' && *c != '\n') || *c == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0),
                "a control character: %02x %02x in: %s", c[0], c[1], text);
    }
}

TEST(control_characters) {
    static const char name[] = "volume/m1/avx2/\\u001b[31m\\u009b2Jbo\\nat.obj";
    const char *files[2];
    for (int i = 0; i < 2; ++i) {
        struct made_results made;
        made_begin(&made, "\"date\": \"\\u001b[2J\\u007f\", \"cpu\": \"\\u001b[31mred\\u0085\", "
                          "\"compiler\": \"a\\nb\"");
        made_add_calm(&made, name, i == 0 ? 100.0 : 200.0, "");
        files[i] = made_end(&made, i == 0 ? "red.json" : "blue\x1b[34m.json");
    }
    struct outcome outcome = compare(files[0], files[1], "--verbose", NULL);
    assert_int_equal(outcome.exit_code, 1);
    assert_non_null(strstr(outcome.output, "volume/m1/avx2/?[31m??2Jbo?at.obj\n"));
    expect_no_control(outcome.output);
    outcome = child_run(CHILD("report", files[1], "--out", scratch_path("coloured")));
    assert_int_equal(outcome.exit_code, 0);
    expect_no_control(outcome.output);
    expect_no_control(outcome.error);
}

// Programs get the same facts.
TEST(json) {
    const char *a = make("a.json", "", 1.0), *b = make("b.json", "", 1.2);
    struct outcome outcome = compare(a, b, "--format", "json");
    assert_int_equal(outcome.exit_code, 1);
    json_t *root = json_loads(outcome.output, 0, NULL);
    assert_true(json_is_true(json_object_get(root, "slower")));
    const json_t *rows = json_object_get(root, "benchmarks");
    assert_int_equal(json_array_size(rows), 31);
    for (size_t i = 0; i < 31; ++i) {
        const json_t *row = json_array_get(rows, i);
        const double ratio = json_number_value(json_object_get(row, "ratio"));
        const char *verdict = json_string_value(json_object_get(row, "verdict"));
        assert_true(fabs(ratio - (i < 2 ? 1.2 : 1.0)) < 1e-12);
        assert_string_equal(verdict, i < 2 ? "slower" : "level");
        assert_true(json_number_value(json_object_get(row, "low")) < ratio);
        assert_true(json_number_value(json_object_get(row, "high")) > ratio);
        assert_int_equal(json_integer_value(json_object_get(row, "repetitions_a")), 9);
    }
    json_decref(root);
}

// What is in one file only is named, and so are other machines and noise; none of it fails.
TEST(differences) {
    struct made_results made;
    made_begin(&made, "\"cpu\": \"One\", \"compiler\": \"gcc 12\", \"commit\": \"c\"");
    made_add_calm(&made, "volume/a/scalar/m", 10.0, "");
    made_add_calm(&made, "volume/b/scalar/m", 10.0, "");
    const char *a = made_end(&made, "a.json");
    made_begin(&made, "\"cpu\": \"Two\", \"compiler\": \"gcc 12\", \"commit\": \"d\", "
                      "\"noise\": {\"trusted\": false, \"warnings\": [\"load 7.5\"]}");
    made_add_calm(&made, "volume/b/scalar/m", 10.0, "");
    made_add_calm(&made, "volume/c/scalar/m", 10.0, "");
    const char *b = made_end(&made, "b.json");
    struct outcome outcome = compare(a, b, NULL, NULL);
    expect_success(&outcome);
    assert_non_null(strstr(outcome.output, "warning: different machines: One; Two\n"));
    assert_non_null(strstr(outcome.output, "warning: different commits: c; d\n"));
    assert_non_null(
        strstr(outcome.output, "warning: B was measured on a noisy machine: load 7.5\n"));
    assert_null(strstr(outcome.output, "compilers"));
    assert_non_null(strstr(outcome.output,
                           "only in A (or not timed in the other): 1\n    volume/a/scalar/m\n"));
    assert_non_null(strstr(outcome.output,
                           "only in B (or not timed in the other): 1\n    volume/c/scalar/m\n"));
}

// Three repetitions show a factor of two, but nobody can tell: no failure, and it says so.
TEST(too_few) {
    static const double times[] = {10.0, 10.1, 9.9}, slow[] = {20.0, 20.1, 19.9};
    struct made_results made;
    made_begin(&made, "");
    made_add(&made, "volume/a/scalar/m", times, 3, "");
    const char *a = made_end(&made, "a.json");
    made_begin(&made, "");
    made_add(&made, "volume/a/scalar/m", slow, 3, "");
    struct outcome outcome = compare(a, made_end(&made, "b.json"), "--verbose", NULL);
    expect_success(&outcome);
    assert_non_null(strstr(outcome.output, "1 unclear: fewer than 5 repetitions"));
    assert_non_null(strstr(outcome.output, "Too few repetitions to tell whether B is slower"));
    assert_non_null(strstr(outcome.output, "2.000"));
}

// Cold workloads of a noisy run are not judged, others are; of a quiet run both are.
TEST(noisy_cold) {
    static const char *const contexts[] = {"\"noise\": {\"trusted\": false}", ""};
    for (size_t i = 0; i < 2; ++i) {
        const char *paths[2];
        for (size_t k = 0; k < 2; ++k) {
            struct made_results made;
            made_begin(&made, k == 1 ? contexts[i] : "");
            made_add_calm(&made, "volume/a/scalar/m", 10.0, "");
            made_add_calm(&made, "volume/a/scalar/m/cold", k == 1 ? 20.0 : 10.0, "");
            paths[k] = made_end(&made, k == 0 ? "a.json" : "b.json");
        }
        struct outcome outcome = compare(paths[0], paths[1], NULL, NULL);
        assert_int_equal(outcome.exit_code, i == 0 ? 0 : 1);
        assert_true(!strstr(outcome.output, "1 unclear") == (i == 1));
    }
}

// ------------------------------------------------------------------------------- folders

enum {
    BENCHMARKS = 300,
    SPREAD_PERCENT = 3,
};

// A run of hundreds of benchmarks with normal noise, one of them slower by a factor.
static void make_run(struct rng *rng, const char *name, const char *context, double factor) {
    struct made_results made;
    made_begin(&made, context);
    for (int i = 0; i < BENCHMARKS; ++i) {
        char text[80];
        double times[9];
        for (int k = 0; k < 9; ++k) {
            double normal = -6.0;
            for (int part = 0; part < 12; ++part) {
                normal += rng_between(rng, 0.0, 1.0);
            }
            times[k] = (i == 123 ? factor : 1.0) * 100.0 * exp(0.01 * SPREAD_PERCENT * normal);
        }
        snprintf(text, sizeof text, "volume/m%d/avx2/builtin:sphere:%d", i % 12, i / 12);
        made_add(&made, text, times, 9, "");
    }
    made_end(&made, name);
}

// One of 300 benchmarks is 10 % slower, and repetitions spread by 3 %: single runs cannot show it,
// and say so; folders of ten runs each do.
TEST(folders) {
    struct rng rng = rng_make(__func__);
    mkdir(scratch_path("before"), 0777);
    mkdir(scratch_path("after"), 0777);
    for (int i = 0; i < 10; ++i) {
        char name[40];
        snprintf(name, sizeof name, "before/%d.json", i);
        make_run(&rng, name, "\"commit\": \"a\"", 1.0);
        snprintf(name, sizeof name, "after/%d.json", i);
        make_run(&rng, name, "\"commit\": \"b\"", 1.1);
    }
    struct outcome outcome =
        compare(scratch_path("before/0.json"), scratch_path("after/0.json"), NULL, NULL);
    expect_success(&outcome);
    const char *visible = strstr(outcome.output, "one benchmark alone shows if it is ");
    assert_non_null(visible);
    assert_in_range(atoi(visible + 35), 11, 30);
    assert_non_null(strstr(visible, "folders of several runs each show less"));

    outcome = compare(scratch_path("before"), scratch_path("after"), NULL, NULL);
    assert_int_equal(outcome.exit_code, 1);
    assert_string_equal(outcome.error, "");
    assert_non_null(strstr(outcome.output, "slower  volume/m3/avx2/builtin:sphere:10\n"));
    assert_non_null(strstr(outcome.output, ": 1 slower in B, 0 faster, 299 level"));
    outcome = compare(scratch_path("before"), scratch_path("before/1.json"), NULL, NULL);
    expect_success(&outcome);

    make_run(&rng, "after/x.json", "\"commit\": \"a\"", 1.1);
    expect_refusal(
        CHILD("compare", scratch_path("before"), scratch_path("after")),
        "x.json: not a run of the same program and machine as the folder's others: commit 'a', "
        "not 'b'");
    mkdir(scratch_path("empty"), 0777);
    expect_refusal(CHILD("compare", scratch_path("before"), scratch_path("empty")),
                   "empty: no file of results");
}

// ------------------------------------------------------------------------------- refusals

#define TIMES(name, count, own, cpu)                                                               \
    "{\"run_name\": \"" name "\", \"kernel\": \"k\", \"subject\": 0, \"repetitions\": " count      \
    ", \"ns_per_body\": " own ", \"cpu_time\": " cpu "}"
#define ROW(name, time) TIMES(name, "1", time, time)
#define WITH_SCHEMA(number, rows)                                                                  \
    "{\"context\": {\"buoybench_results\": " number ", \"families\": [{\"name\": \"volume\"}], "   \
    "\"subjects\": [{\"name\": \"m\", \"family\": \"volume\"}], \"kernels\": {\"k\": {}}}, "       \
    "\"benchmarks\": [" rows "]}"
#define FILE_OF(rows) WITH_SCHEMA("2", rows)

static void expect_bad(const char *text, const char *cause) {
    char expected[200];
    const char *good = make("good.json", "", 1.0), *bad = scratch_write_text("bad.json", text);
    snprintf(expected, sizeof expected, "bad.json: %s", cause);
    expect_refusal(CHILD("compare", good, bad), expected);
}

TEST(bad_files) {
    expect_bad("", "line 1: ");
    expect_bad("volume,cx,cy,cz\n", "line 1: ");
    expect_bad("[]", "line 1: not an object");
    expect_bad("{}", "not a file of results of this program, or one of an earlier version");
    expect_bad("{\"context\": 1, \"benchmarks\": [" ROW("a", "1") "]}", "not a file of results");
    expect_bad(WITH_SCHEMA("1", ROW("a", "1")), "results of another version: their schema is 1");
    expect_bad(WITH_SCHEMA("3", ROW("a", "1")), "results of another version: their schema is 3");
    expect_bad("{\"context\": {\"buoybench_results\": 2}}", "no array 'benchmarks'");
    expect_bad("{\"context\": {\"buoybench_results\": 2}, \"benchmarks\": 3}", "no array ");
    expect_bad(FILE_OF(""), "no array 'benchmarks' of 1 to ");
    expect_bad("{\"context\": {\"buoybench_results\": 2, \"subjects\": [{\"name\": \"m\"}]}}",
               "context.subjects[0] has no name, or a family");
    expect_bad("{\"benchmarks\": [\n" ROW("a", "1") ",\n{\"name\": \"a\", ", "line 3: ");
    expect_bad(FILE_OF("7"), "line 1: benchmark 1: no object with a 'run_name'");
    expect_bad(FILE_OF("{\"cpu_time\": 1}"), "line 1: benchmark 1: no object with a 'run_name'");
    expect_bad(FILE_OF("{\"run_name\": \"a\"}"),
               "line 1: benchmark 1: its 'kernel' or 'subject' is not");
    expect_bad(FILE_OF("{\"run_name\": \"a\", \"kernel\": \"k\", \"subject\": 1}"),
               "line 1: benchmark 1: its 'kernel' or 'subject' is not");
    expect_bad(FILE_OF("{\"run_name\": \"a\", \"iterations\": -5}"),
               "line 1: benchmark 1: its 'iterations' is -5, below 0");
    expect_bad(FILE_OF("{\"run_name\": \"a\", \"threads\": -1}"),
               "line 1: benchmark 1: its 'threads' is -1, below 0");
    expect_bad("{\"context\": {\"buoybench_results\": 2, \"families\": [{\"name\": \"volume\"}], "
               "\"subjects\": [{\"name\": \"m\", \"family\": \"volume\", \"threads\": -2}]}}",
               "context.subjects[0].threads is -2, below 0");
    expect_bad(FILE_OF("{\"run_name\": \"a\", \"kernel\": \"k\", \"subject\": 0}"),
               "line 1: benchmark 1: no number");
    expect_bad(FILE_OF(ROW("a", "\"1\"")), "line 1: benchmark 1: no number");
    expect_bad(FILE_OF(ROW("a", "0")), "line 1: benchmark 1: its time is not positive");
    expect_bad(FILE_OF(ROW("a", "-1")), "line 1: benchmark 1: its time is not positive");
    expect_bad(FILE_OF(ROW("a", "1.01e18")), "line 1: benchmark 1: its time is too long");
    expect_bad(FILE_OF(ROW("a", "1e999")), "line 1: ");
    expect_bad(FILE_OF(ROW("a", "NaN")), "line 1: ");
    expect_bad(FILE_OF(ROW("a", "1") ",\n" ROW("a", "1")),
               "line 2: benchmark 2: there are more of it than repetitions");
    expect_bad("{\"benchmarks\": [], \"benchmarks\": []}", "line 1: ");
    expect_bad("\xff\xfe{", "line 1: ");
}

// Whoever plants a slowdown may change our counter or Google Benchmark's time.
TEST(either_time) {
#define BOTH(own, cpu) TIMES("a", "5", own, cpu)
#define FIVE(own, cpu)                                                                             \
    FILE_OF(BOTH(own, cpu) ", " BOTH(own, cpu) ", " BOTH(own, cpu) ", " BOTH(own, cpu) ", " BOTH(  \
        own, cpu))
    const char *a = scratch_write_text("even.json", FIVE("100", "100"));
    static const char *const texts[] = {FIVE("100", "110"), FIVE("110", "100"),
                                        FIVE("100", "100.00001")};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        const char *b = scratch_write_text("uneven.json", texts[i]);
        struct outcome outcome = child_run(CHILD("compare", a, b));
        assert_int_equal(outcome.exit_code, i < 2);
    }
}

TEST(bad_usage) {
    const char *a = make("a.json", "", 1.0);
    const char *b = scratch_write_text("b.json", FILE_OF(ROW("other", "1")));
    const char *bad = scratch_write_text("bad.json", "{}");
    expect_refusal(CHILD("compare", bad, a), "bad.json: not a file");
    expect_refusal(CHILD("report", a, bad, "--export", "csv"), "bad.json: not a file");
    expect_refusal(CHILD("compare", a, a, a), "there are 3");
    expect_refusal(CHILD("compare", a, b), "no benchmark is in both");
    expect_refusal(CHILD("compare", a, a, "--threshold", "-1"), "-1");
    expect_refusal(CHILD("compare", a, a, "--threshold", "x"), "x");
    expect_refusal(CHILD("compare", a, a, "--format", "xml"), "xml");
    expect_refusal(CHILD("compare", a, "none.json"), "none.json");
    expect_refusal(CHILD("report", a, scratch_folder()), "director");
}

// The longest time, and what is beyond it.
TEST(longest_time) {
    const char *a = scratch_write_text("a.json", FILE_OF(ROW("a", "1e18")));
    struct outcome outcome = compare(a, a, NULL, NULL);
    expect_success(&outcome);
    expect_bad(FILE_OF(ROW("a", "1.01e18")), "line 1: benchmark 1: its time is too long");
}

// Arrays within arrays; as many benchmarks as may be, and one too many.
TEST(hostile_sizes) {
    enum {
        DEEP = 100000,
        MANY = 10001,
    };
    char *text = test_alloc((size_t)MANY * 128);
    memset(text, '[', DEEP);
    text[DEEP] = '\0';
    expect_bad(text, "line 1: ");
    char *end = text + sprintf(text, "%s", FILE_OF("")) - 2;
    for (int i = 0; i < MANY; ++i) {
        if (i == MANY - 1) {
            memcpy(end, "]}", 3);
            const char *good = scratch_write_text("good.json", text);
            struct outcome outcome = compare(good, good, NULL, NULL);
            expect_success(&outcome);
            assert_non_null(strstr(outcome.output, "10000 benchmarks: 0 slower"));
        }
        end += sprintf(end, "%s" TIMES("%d", "1", "1", "1"), i > 0 ? ",\n" : "", i);
    }
    memcpy(end, "]}", 3);
    const char *bad = scratch_write_text("many.json", text);
    expect_refusal(CHILD("compare", bad, bad),
                   "many.json: line 10001: benchmark 10001: there are 10,000 before it");
}
