// `run` end to end: the content of results.json and the consistency of its numbers, flags passed
// through, refusals, pictures.
#include <dirent.h>
#include <jansson.h>
#include <unistd.h>

#include "child.h"
#include "results.h"
#include "test.h"

// ------------------------------------------------------------------------------- helpers

static size_t count_repetitions(const json_t *results, const char *name) {
    const json_t *rows = json_object_get(results, "benchmarks");
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        count += is_repetition(row) && strcmp(text_of(row, "name"), name) == 0;
    }
    return count;
}

// ------------------------------------------------------------------------ what is written

// Every repetition is a row, complete and consistent; the speed-up is the ratio of the medians.
TEST(results) {
    const char *folder = scratch_path("made/on/the/way");
    child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--kernel", BLOCKS, "--out",
                     folder, "--", SHORT, FEW));
    json_t *results = load_results(folder);
    const json_t *rows = json_object_get(results, "benchmarks");
    size_t catto = 0, blocks = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        if (is_repetition(row)) {
            const double body = number_of(row, "ns_per_body");
            assert_true(body > 0.0);
            assert_true(is_near(body, number_of(row, "cpu_time")));
            assert_string_equal(text_of(row, "time_unit"), "ns");
            assert_true(number_of(row, "triangles") == 12.0);
            assert_true(is_near(12.0 * number_of(row, "ns_per_triangle"), body));
            assert_true(is_near(number_of(row, "bodies_per_ms") * body, 1e6));
            const double clipped = number_of(row, "clipped_triangles");
            assert_true(clipped >= 0.0 && clipped <= 12.0);
            // Both kernels are documented to stay below. Centroids of barely wet bodies are not
            // judged, and wholly wet ones may be exact.
            const bool uncut = strstr(text_of(row, "name"), "/uncut") != NULL;
            const double volume = number_of(row, "max_error_volume");
            assert_true((uncut || volume > 0.0) && volume < 3e-6);
            if (!strstr(text_of(row, "name"), "/barely")) {
                const double centroid = number_of(row, "max_error_centroid");
                assert_true((uncut || centroid > 0.0) && centroid < 3e-5);
            }
            catto += strcmp(text_of(row, "name"), CATTO "/builtin:box") == 0;
            blocks += strcmp(text_of(row, "name"), BLOCKS "/builtin:box") == 0;
        }
    }
    assert_int_equal(catto, REPETITIONS);
    assert_int_equal(blocks, REPETITIONS);

    const json_t *baseline = find_row(results, CATTO "/builtin:box_median");
    const json_t *other = find_row(results, BLOCKS "/builtin:box_median");
    assert_true(number_of(baseline, "speedup_vs_catto") == 1.0);
    assert_true(is_near(number_of(other, "speedup_vs_catto"),
                        number_of(baseline, "ns_per_body") / number_of(other, "ns_per_body")));
}

// A result file names the machine, the software and the settings of its measurements.
TEST(context) {
    const char *folder = scratch_path("context");
    struct outcome outcome =
        child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--seed", "7",
                         "--poses", "300", "--budget-us", "250", "--out", folder, "--", SHORT));
    assert_non_null(strstr(outcome.output, "in 250 µs"));
    json_t *results = load_results(folder);
    const json_t *context = json_object_get(results, "context");
    static const char *const texts[] = {"date",     "cpu",   "system",     "instruction_set",
                                        "compiler", "flags", "build_type", "commit",
                                        "version"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        FAIL_IF(text_of(context, texts[i])[0] == '\0', "no '%s' in the context", texts[i]);
    }
    assert_true(json_is_array(json_object_get(context, "cpu_features")));
    const json_t *libraries = json_object_get(context, "libraries");
    assert_true(text_of(libraries, "google_benchmark")[0] != '\0');
    assert_true(text_of(libraries, "gmp")[0] != '\0'); // tests need it
    assert_non_null(json_object_get(context, "governor"));
    assert_non_null(json_object_get(context, "frequency_mhz"));
    assert_true(number_of(context, "seed") == 7.0);
    assert_true(number_of(context, "poses") == 300.0);
    assert_true(number_of(context, "budget_us") == 250.0);
}

// Without the baseline there is no speed-up, neither in the table nor in the file.
TEST(without_baseline) {
    const char *folder = scratch_path("alone");
    struct outcome outcome = child_run(CHILD("run", "--mesh", "builtin:box", "--kernel", BLOCKS,
                                             "--out", folder, "--", SHORT, FEW));
    expect_raced(&outcome);
    json_t *results = load_results(folder);
    assert_null(json_object_get(find_row(results, BLOCKS "/builtin:box"), "speedup_vs_catto"));
    assert_null(json_object_get(find_row(results, BLOCKS "/builtin:box"), "speedup"));
    assert_null(strstr(outcome.output, "×catto"));
}

// ----------------------------------------------------------------- Google Benchmark's flags

TEST(filter_and_out) {
    const char *folder = scratch_path("filtered"), *own = scratch_path("own.json");
    char flag[600];
    snprintf(flag, sizeof flag, "--benchmark_out=%s", own);
    struct outcome outcome = child_race(CHILD(
        "run", "--mesh", "builtin:box", "--mesh", "builtin:barrel", "--kernel", "*/scalar", "--out",
        folder, "--", SHORT, FEW, "--benchmark_filter=volume/blocks/scalar/.*barrel$", flag));
    json_t *results = load_results(folder);
    const json_t *rows = json_object_get(results, "benchmarks");
    assert_true(json_array_size(rows) >= REPETITIONS);
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        assert_string_equal(text_of(json_array_get(rows, i), "run_name"), BLOCKS "/builtin:barrel");
    }
    assert_null(strstr(outcome.output, "builtin:box"));
    json_t *theirs = json_load_file(own, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(theirs, "benchmarks")), json_array_size(rows));
    json_decref(theirs);
}

// Aggregates alone would leave nothing to rank: repetitions are always there.
TEST(aggregates_only) {
    const char *folder = scratch_path("aggregates");
    child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", BLOCKS, "--out", folder, "--",
                     SHORT, FEW, "--benchmark_report_aggregates_only=true"));
    json_t *results = load_results(folder);
    assert_true(is_repetition(find_row(results, BLOCKS "/builtin:box")));
}

// A list is printed, and nothing measured or written.
TEST(list) {
    const char *folder = scratch_path("listed");
    struct outcome outcome =
        child_race(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--kernel", BLOCKS,
                         "--out", folder, "--", "--benchmark_list_tests=true"));
    assert_string_equal(outcome.output,
                        BLOCKS "/builtin:box\n" CATTO "/builtin:box\n" BLOCKS
                               "/builtin:box/crowd\n" CATTO "/builtin:box/crowd\n" BLOCKS
                               "/builtin:box/cold\n" CATTO "/builtin:box/cold\n" BLOCKS
                               "/builtin:box/uncut\n" CATTO "/builtin:box/uncut\n" BLOCKS
                               "/builtin:box/barely\n" CATTO "/builtin:box/barely\n");
    assert_null(opendir(folder));
}

static void expect_flag_refused(const char *flag, const char *text) {
    expect_refusal(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--out",
                         scratch_path("refused"), "--", flag),
                   text);
}

TEST(bad_flags) {
    expect_flag_refused("--benchmark_nonsense=1", "--benchmark_nonsense=1");
    expect_flag_refused("hull.obj", "hull.obj");
    expect_flag_refused("--benchmark_format=xml", "--benchmark_format=xml");
    expect_flag_refused("--benchmark_min_time=abc", "--benchmark_min_time=abc");
    expect_flag_refused("--benchmark_repetitions=0", "--benchmark_repetitions");
    expect_flag_refused("--benchmark_repetitions=many", "--benchmark_repetitions");
    expect_flag_refused("--benchmark_out=/nowhere/at/all.json", "/nowhere/at/all.json");
    expect_flag_refused("--benchmark_filter=no such kernel", "filter");
    expect_flag_refused("--benchmark_filter=(", "filter");
    assert_null(opendir(scratch_path("refused")));
}

// Debian's Google Benchmark cannot count and aborts if asked to: that must not look like a crash.
// Others may well count.
TEST(performance_counters) {
    struct outcome outcome =
        child_run(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--out",
                        scratch_path("counted"), "--", SHORT, "--benchmark_perf_counters=CYCLES"));
    assert_in_range(outcome.exit_code, 0, 2);
    assert_true(outcome.exit_code != 2 || strstr(outcome.error, "flags"));
}

// ------------------------------------------------------------------------------ refusals

static void expect_option_refused(const char *option, const char *value, const char *text) {
    expect_refusal(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--out",
                         scratch_path("refused"), option, value),
                   text);
}

TEST(bad_options) {
    expect_option_refused("--poses", "0", "--poses");
    expect_option_refused("--poses", "1e3", "--poses");
    expect_option_refused("--seed", "-1", "--seed");
    expect_option_refused("--budget-us", "nan", "--budget-us");
    expect_option_refused("--budget-us", "0", "--budget-us");
    expect_option_refused("--voxels", "5000", "--voxels");
    expect_option_refused("--kernel", "volume/none/*", "volume/none/*");
    expect_option_refused("--mesh", "builtin:teapot", "teapot");
    expect_option_refused("--benchmark_filter", "box", "--benchmark_filter");
    expect_option_refused("hull.obj", NULL, "hull.obj");
    const char *file = scratch_write_text("a-file", "not a folder");
    char below[600];
    snprintf(below, sizeof below, "%s/results", file);
    const char *const folders[] = {file, below, ""}, *const texts[] = {file, below, "--out"};
    for (int i = 0; i < 3; ++i) {
        expect_refusal(
            CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO, "--out", folders[i]),
            texts[i]);
    }
    expect_option_refused("--out", "again", "run: --out is given twice");
}

// Two files of one name would share their benchmarks' names.
TEST(same_names) {
    SKIP_IF(!importer_is_built(), "no reader of mesh files is built");
    static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    struct outcome made =
        child_run_program("mkdir", CHILD("-p", scratch_path("a"), scratch_path("b")));
    expect_success(&made);
    const char *a = scratch_write_text("a/hull.obj", tetrahedron);
    const char *b = scratch_write_text("b/hull.obj", tetrahedron);
    expect_refusal(
        CHILD("run", "--mesh", a, "--mesh", b, "--out", scratch_path("refused"), "--", SHORT),
        "hull.obj");
    // One mesh given twice is one mesh, and a file goes by its base name.
    const char *folder = scratch_path("twice");
    child_race(CHILD("run", "--mesh", a, "--mesh", a, "--kernel", CATTO, "--out", folder, "--",
                     SHORT, "--benchmark_repetitions=1"));
    json_t *results = load_results(folder);
    assert_int_equal(count_repetitions(results, CATTO "/hull.obj"), 1);
}

// What is in plain C alone has five repetitions, other kernels nine; if the user says how many, all
// have these.
TEST(fewer_repetitions) {
    static const char *const said[] = {NULL, "--benchmark_repetitions=3"};
    for (size_t i = 0; i < COUNT_OF(said); ++i) {
        const char *folder = scratch_path("repetitions");
        child_race(CHILD("run", "--mesh", "builtin:box", "--workload", "hot", "--kernel",
                         "volume/*/scalar", "--poses", "4", "--out", folder, "--",
                         "--benchmark_min_time=0.0001", said[i]));
        json_t *results = load_results(folder);
        assert_int_equal(count_repetitions(results, CATTO "/builtin:box"), said[i] ? 3 : 5);
        assert_int_equal(count_repetitions(results, "volume/points/scalar/builtin:box"),
                         said[i] ? 3 : 5);
        assert_int_equal(count_repetitions(results, "volume/blocks/scalar/builtin:box"),
                         said[i] ? 3 : 9);
    }
}

// --cpu takes a CPU that is there, and only such.
TEST(cpu) {
#ifdef __linux__
    expect_option_refused("--cpu", "1023", "--cpu 1023");
#endif
    expect_option_refused("--cpu", "1024", "--cpu");
    expect_option_refused("--cpu", "first", "--cpu");
}

// --------------------------------------------------------------------------------- figures

// Two meshes of different size make a figure each and one of both; figures of earlier versions go.
// Approximations stand below the exact kernels, however fast they are, with their error.
TEST(figures) {
    const char *folder = scratch_path("figures");
    child_run_program("mkdir", CHILD("-p", folder));
    const char *old =
        scratch_write_text("figures/ns-per-body-hull.obj.png", "of an earlier version");
    const char *kept = scratch_write_text("figures/photo.svg", "the user's");
    const struct child child = {
        .arguments = {"run", "--mesh", "builtin:box", "--mesh", "builtin:barrel", "--kernel", CATTO,
                      "--kernel", "volume/boundingbox/scalar", "--workload", "hot", "--out", folder,
                      "--", SHORT, "--benchmark_repetitions=1"}};
    struct outcome outcome = child_race(&child);
    assert_non_null(strstr(outcome.output, "\nfull report: "));
    assert_null(read_file(old)); // not beside new results
    assert_int_equal(access(kept, R_OK), 0);
    char *page = child_page(folder);
    const char *bars =
        strstr(page, "<figcaption>builtin:barrel, 100 triangles: CPU time per body<");
    assert_non_null(strstr(page, "<figcaption>builtin:box, 12 triangles: CPU time per body<"));
    assert_non_null(strstr(page, "<figcaption>volume, by triangles<"));
    assert_non_null(bars);
    const char *exact = strstr(bars, " " CATTO "<"),
               *approximate = strstr(bars, ">volume/bounding");
    assert_true(exact && approximate && exact < approximate);
    assert_non_null(strstr(approximate, "% wrong"));
}

// A terminal has one line that tells how far the run is, and clears it; a pipe has a line for each
// stage.
TEST(progress) {
    const char *folder = scratch_path("progress");
    char command[700];
    const struct child on_terminal = {.arguments = {"-qec", command, "/dev/null"}};
    snprintf(command, sizeof command,
             "'%s/buoybench' run --kernel volume/blocks/scalar --mesh builtin:box --out '%s' -- "
             "--benchmark_min_time=0.001 --benchmark_repetitions=1 >/dev/null",
             program_folder(), folder);
    const struct outcome shown = child_run_program("script", &on_terminal);
    SKIP_IF(shown.exit_code == -1 || shown.exit_code == 127,
            "script, of util-linux, is not installed");
    assert_int_equal(shown.exit_code, 0);
    assert_non_null(strstr(shown.output, "\r\033[Kpreparing builtin:box"));
    assert_null(strstr(shown.output, "kernels, at most"));
    const struct outcome piped =
        child_run(CHILD("run", "--kernel", "volume/blocks/scalar", "--mesh", "builtin:box", "--out",
                        folder, "--", "--benchmark_min_time=0.001", "--benchmark_repetitions=1"));
    assert_non_null(strstr(piped.error, "kernels, at most 1 times each\n"));
    assert_null(strchr(piped.error, '\r'));
}
