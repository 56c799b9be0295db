// `buoybench report`: its numbers are those of the files, its page is well-formed, self-contained
// and safe whatever the names in the files; tables for other programs.
#include <jansson.h>
#include <unistd.h>

#include "child.h"
#include "made_results.h"
#include "reals.h"
#include "results.h"
#include "test.h"

// ------------------------------------------------------------------------------- helpers

// Takes parts of a text out of it.
static void cut(char *text, const char *begin, const char *end) {
    for (char *at = text; (at = strstr(at, begin));) {
        const char *behind = strstr(at + strlen(begin), end) + strlen(end);
        memmove(at, behind, strlen(behind) + 1);
    }
}

// What the page shows that `report` makes of some files, without what only sorting and colours
// need.
static char *report(const char *a, const char *b) {
    const char *folder = scratch_path("report");
    struct outcome outcome = child_run(CHILD("report", "--out", folder, a, b));
    expect_success(&outcome);
    char *page = child_page(folder), *whole = malloc(strlen(page) + 20);
    assert_non_null(whole);
    sprintf(whole, "<body>%s</body>", page);
    scratch_write_text("report/drawn.xml", whole);
    free(whole);
    cut(page, " data-value=\"", "\"");
    cut(page, "<button type=\"button\" data-sort", ">");
    cut(page, "</button", ">");
    cut(page, "<i class", "</i>");
    return page;
}

static bool has_tool(const char *tool) {
    struct outcome outcome =
        child_run_program("sh", CHILD("-c", "command -v \"$0\" >/dev/null", tool));
    const bool found = outcome.exit_code == 0;
    return found;
}

// The page and what it shows are XML by xmllint, the page is HTML by tidy, where these are
// installed.
static void expect_valid(void) {
    const char *path = scratch_path("report/index.html");
    if (has_tool("xmllint")) {
        struct outcome outcome =
            child_run_program("xmllint", CHILD("--noout", "--nonet", "--huge", path,
                                               scratch_path("report/drawn.xml")));
        expect_success(&outcome);
    }
    if (has_tool("tidy")) {
        struct outcome outcome = child_run_program("tidy", CHILD("-q", "-e", "-utf8", path));
        FAIL_IF(outcome.exit_code != 0, "tidy: %.2000s", outcome.error);
    }
}

// The median of a benchmark's repetitions, as the file has them.
static double median_of(const json_t *results, const char *name) {
    const json_t *rows = json_object_get(results, "benchmarks");
    double times[64];
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(rows) && count < 64; ++i) {
        const json_t *row = json_array_get(rows, i);
        if (is_repetition(row) && strcmp(text_of(row, "name"), name) == 0) {
            times[count++] = number_of(row, "ns_per_body");
        }
    }
    assert_true(count > 0);
    reals_sort(times, count);
    return 0.5 * (times[(count - 1) / 2] + times[count / 2]);
}

static void expect_text(const char *text, const char *end, const char *part) {
    const char *found = strstr(text, part);
    FAIL_IF(!found || found > end, "no '%s' in %.*s", part, (int)(end - text), text);
}

// ------------------------------------------------------------------------------- numbers

// One row of the ranking: the median to the bit, speed-up and errors as printed.
static void check_row(const char *page, const json_t *results, const json_t *row) {
    char text[300];
    const char *subject = strstr(page, "<section id=\"ranking\">");
    const char *name = text_of(row, "name"), *mesh = strrchr(name, '/') + 1;
    snprintf(text, sizeof text, "<summary>numbers: volume, %s:", mesh);
    subject = strstr(subject, text);
    assert_non_null(subject);
    snprintf(text, sizeof text, "<code>%.*s</code>", (int)(mesh - 1 - name), name);
    const char *begin = strstr(subject, text);
    assert_non_null(begin);
    const char *end = strstr(begin, "</tr>");
    const char *value = strstr(begin, "data-value=\"");
    if (!value || value > end) {
        fail_msg("no time of %s", name);
        return;
    }
    const double median = median_of(results, name);
    assert_true(strtod(value + strlen("data-value=\""), NULL) == median);
    snprintf(text, sizeof text, median < 10.0 ? ">%.2f<" : ">%.1f<", median);
    if (median < 1000.0) {
        expect_text(begin, end, text);
    }
    snprintf(text, sizeof text, ">%.2f<", number_of(row, "speedup"));
    expect_text(begin, end, text);
    snprintf(text, sizeof text, ">%.1e<", number_of(row, "max_error_volume"));
    expect_text(begin, end, text);
    snprintf(text, sizeof text, ">%.1e<", number_of(row, "max_error_centroid"));
    expect_text(begin, end, text);
    snprintf(text, sizeof text, ">%.3f<", median / number_of(row, "triangles"));
    expect_text(begin, end, text);
}

// The page that `run` writes, and the one `report` makes of its results, say the same.
TEST(numbers_of_run) {
    SKIP_IF(!can_time(), "built without Google Benchmark");
    const char *folder = scratch_path("run");
    struct outcome outcome = child_race(
        CHILD("run", "--mesh", "builtin:box", "--workload", "hot", "--kernel", CATTO, "--kernel",
              "volume/blocks/*", "--export", "csv", "--out", folder, "--", SHORT, FEW));
    assert_non_null(strstr(outcome.output, "index.html"));
    json_t *results = load_results(folder);
    char *page = child_page(folder);
    report(scratch_path("run/results.json"), NULL);
    char *again = child_page(scratch_path("report"));
    expect_valid();
    assert_string_equal(page, again);
    const json_t *rows = json_object_get(results, "benchmarks");
    size_t checked = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        if (is_repetition(row)) {
            check_row(page, results, row);
            ++checked;
        }
    }
    assert_true(checked >= (size_t)2 * REPETITIONS);
    char *csv = read_file(scratch_path("run/results.csv"));
    assert_non_null(csv);
    char expected[100];
    snprintf(expected, sizeof expected, ",%.17g,", median_of(results, CATTO "/builtin:box"));
    assert_non_null(strstr(csv, expected));
}

// --------------------------------------------------------------------------------- pages

#define COUNTERS(triangles, error)                                                                 \
    ", \"triangles\": " triangles ", \"max_error_volume\": " error                                 \
    ", \"max_error_centroid\": 1e-9, \"speedup_vs_catto\": 2.5"

// Several meshes and workloads, so that every figure is drawn.
static const char *make(const char *name, const char *context, double factor) {
    static const struct {
        const char *subject, *counters;
        double ns;
    } subjects[] = {
        {"builtin:box", COUNTERS("12", "1e-7"), 100.0},
        {"builtin:sphere:1280", COUNTERS("1280", "2e-7"), 400.0},
        {"builtin:box/crowd", COUNTERS("12", "1e-7"), 30.0},
        {"builtin:box/immersed10", COUNTERS("12", "1e-7"), 80.0},
        {"builtin:box/immersed50", COUNTERS("12", "1e-7"), 120.0},
    };
    static const char *const kernels[] = {"volume/catto/scalar", "volume/blocks/avx2",
                                          "volume/blocks/avx2+fma", "volume/hierarchy/avx2"};
    struct made_results made;
    made_begin(&made, context);
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; ++s) {
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
            char text[100];
            snprintf(text, sizeof text, "%s/%s", kernels[k], subjects[s].subject);
            made_add_calm(&made, text, factor * subjects[s].ns / (double)(k + 1),
                          subjects[s].counters);
        }
    }
    return made_end(&made, name);
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)); ++text) {
        ++count;
    }
    return count;
}

// All sections are there, figures have titles and descriptions, and nothing is fetched or run.
TEST(page) {
    char *page = report(make("a.json", "\"cpu\": \"A processor\", \"budget_us\": 500", 1.0), NULL);
    expect_valid();
    static const char *const ids[] = {"verdict", "ranking",   "scaling",
                                      "crowds",  "immersion", "machine"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) {
        char text[60];
        snprintf(text, sizeof text, "<section id=\"%s\">", ids[i]);
        assert_int_equal(count_of(page, text), 1);
        snprintf(text, sizeof text, "<a href=\"#%s\">", ids[i]);
        assert_int_equal(count_of(page, text), 1);
    }
    const size_t figures = count_of(page, "<figure");
    assert_true(figures >= 5);
    assert_int_equal(count_of(page, "<desc>"), figures);
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "url("));
    assert_null(strstr(page, "src="));
    assert_int_equal(count_of(page, "href="), count_of(page, "href=\"#"));
    assert_int_equal(count_of(page, "http"), count_of(page, "xmlns=\"http"));
    assert_null(strstr(page, "nan"));
    assert_null(strstr(page, "NaN"));
    const char *file = read_file(scratch_path("report/index.html"));
    assert_int_equal(count_of(file, "<script"), 2); // its numbers, and what draws them
    static const char *const fetching[] = {"src=", "url(", "href=\"http", "fetch(", "import("};
    for (size_t i = 0; i < COUNT_OF(fetching); ++i) {
        assert_null(strstr(file, fetching[i]));
    }
    // Without scripts the verdict is there as text.
    expect_text(file, strstr(file, "</noscript>"),
                "builtin:box: volume/hierarchy/avx2, 25.0 ns, 20,000 in 500 µs; called directly "
                "volume/hierarchy/avx2\n");
    // The verdict: the fastest of the box is hierarchy, 25 ns, 20,000 of which fit into 500 µs.
    const char *verdict = strstr(page, "<section id=\"verdict\">");
    expect_text(verdict, strstr(verdict, "</tbody>"),
                "builtin:box</th><td><code>volume/hierarchy/avx2</code></td>"
                "<td class=\"n\" data-unit=\"ns\">25.0</td>"
                "<td class=\"n\" data-unit=\"bodies\">20,000</td>"
                "<td class=\"n\" data-unit=\"× baseline\">4.0</td>");
}

// An error of a thousandth of the volume is no approximation yet. An approximation stands below the
// exact kernels, with its error for a rank, and is never recommended; the scale is theirs.
TEST(approximations) {
    static const char *const errors[] = {COUNTERS("12", "0.001"), COUNTERS("12", "0.043")};
    for (size_t i = 0; i < 2; ++i) {
        struct made_results made;
        made_begin(&made, "");
        made_add_calm(&made, "volume/fast/avx2/m", 10.0, errors[i]);
        made_add_calm(&made, "volume/exact/avx2/m", 90.0, COUNTERS("12", "1e-7"));
        char *page = report(made_end(&made, "a.json"), NULL);
        const char *verdict = strstr(page, "<section id=\"verdict\">");
        expect_text(verdict, strstr(verdict, "</tbody>"),
                    i == 0 ? "<code>volume/fast/avx2</code>" : "<code>volume/exact/avx2</code>");
        const char *figure = strstr(page, "<figure "), *table = strstr(figure, "<tbody>");
        const char *const places[] = {figure, table};
        for (int k = 0; k < 2; ++k) {
            const char *fast = strstr(places[k], "volume/fast/avx2");
            const char *exact = strstr(places[k], "volume/exact/avx2");
            assert_true(fast && exact && (fast < exact) == (i == 0));
        }
        assert_true((strstr(figure, ">10.0 ns, 4.3 % wrong</text>") != NULL) == (i == 1));
        assert_true((strstr(table, "<td class=\"n\">4.3 %</td>") != NULL) == (i == 1));
        if (i == 1) { // the bar of 90 ns takes nearly all the width, that of 10 a ninth
            assert_non_null(strstr(figure, "<rect class=\"c8 bar\" x=\"4\" y=\"47\" width=\"45."));
        }
    }
}

// Operations and bytes against the peaks of the kernel's own instruction set, as `profile` puts
// them.
TEST(roofline) {
    static const char context[] =
        "\"peaks\": {\"flops\": {\"avx2\": {\"add\": 180, \"multiply\": 150, \"mixed\": 200, "
        "\"fma\": 390}, \"avx512\": {\"add\": 999}}, \"bandwidth\": {\"l1\": 400, \"memory\": 12}}";
    static const char work[] =
        ", \"flops_per_body\": 900, \"double_flops_per_body\": 100, \"bytes_per_body\": 500";
    struct made_results made;
    made_begin(&made, context);
    made_add_calm(&made, "volume/a/avx2/m", 10.0, work);
    made_add_calm(&made, "volume/b/scalar/m", 10.0, work); // its peak is not known
    made_add_calm(&made, "volume/c/avx2/m", 10.0,
                  ", \"flops_per_body\": 900, \"double_flops_per_body\": 100, \"bytes_per_body\": "
                  "5000");                               // bound by loads
    made_add_calm(&made, "volume/a/avx2/n", 10.0, work); // at the place of another
    char *page = report(made_end(&made, "a.json"), NULL);
    expect_valid();
    const char *section = strstr(page, "<section id=\"roofline\">");
    assert_non_null(section);
    const char *row = strstr(section, "<code>volume/a/avx2</code></td>");
    assert_non_null(row);
    expect_text(row, strstr(row, "</tr>"),
                "<td class=\"n\">900</td><td class=\"n\">500</td><td class=\"n\">2.00</td>"
                "<td class=\"n\">100.00</td><td class=\"n\">200.0</td><td class=\"n\">50</td>");
    assert_non_null(strstr(section, ">1.80</td><td class=\"n\">90.00</td><td class=\"n\"></td>"));
    row = strstr(section, "<code>volume/c/avx2</code></td>");
    assert_non_null(row);
    expect_text(row, strstr(row, "</tr>"),
                "<td class=\"n\">0.20</td><td class=\"n\">100.00</td><td class=\"n\">80.0</td>"
                "<td class=\"n\">125</td>");
    // Bandwidths are lines of slope 1 on logarithmic axes, hence parallel, and rise to the right.
    double slopes[2], at[4];
    for (int i = 0; i < 2; ++i) {
        section = strstr(section, "<path class=\"line\" d=\"M");
        assert_non_null(section);
        section += 23;
        assert_int_equal(sscanf(section, "%lf %lfL%lf %lf", at, at + 1, at + 2, at + 3), 4);
        slopes[i] = (at[3] - at[1]) / (at[2] - at[0]);
    }
    assert_true(slopes[0] < -0.1 && fabs(slopes[1] / slopes[0] - 1.0) <= 0.02);
    // No label lies over another, if letters are 6 units wide and 10 high.
    double x[8], y[8], width[8];
    size_t count = 0;
    section = strstr(section, "<g class=\"labels\">");
    assert_non_null(section);
    for (const char *end = strstr(section, "</g>"); count < 8; ++count) {
        char label[80];
        section = strstr(section + 1, "<text ");
        if (!section || section > end) {
            break;
        }
        assert_int_equal(sscanf(strstr(section, " x="), " x=\"%lf\" y=\"%lf\">%79[^<]", &x[count],
                                &y[count], label),
                         3);
        width[count] = 6.0 * (double)strlen(label);
        for (size_t i = 0; i < count; ++i) {
            assert_true(fabs(y[i] - y[count]) >= 10.0 || x[i] + width[i] <= x[count] ||
                        x[count] + width[count] <= x[i]);
        }
    }
    assert_int_equal(count, 4); // of two roofs, and of two subjects
}

// However many points and rows there are, all are shown.
TEST(roofline_of_many) {
    struct made_results made;
    made_begin(&made,
               "\"peaks\": {\"flops\": {\"avx2\": {\"add\": 180}}, \"bandwidth\": {\"l1\": 400}}");
    for (size_t i = 0; i < 50; ++i) {
        static const char *const methods[] = {"a", "b", "c", "d", "e"};
        for (size_t k = 0; k < COUNT_OF(methods); ++k) {
            char name[40];
            snprintf(name, sizeof name, "volume/%s/avx2/m%zu", methods[k], i);
            made_add_calm(&made, name, 10.0 + (double)(i + k),
                          ", \"flops_per_body\": 900, \"bytes_per_body\": 500");
        }
    }
    char *page = report(made_end(&made, "a.json"), NULL);
    char *section = strstr(page, "<section id=\"roofline\">");
    assert_int_equal(count_of(section, "<circle"), 5 * 50 + 1); // and the ridge
    *strstr(section, "</section>") = '\0';
    assert_int_equal(count_of(strstr(section, "<tbody>"), "<tr"), 5 * 50);
}

// Frames in bins, whole numbers or not, as a program that rewrites JSON may leave them: four
// points, of which three have frames, ten times as many each.
TEST(histogram) {
    struct made_results made;
    made_begin(&made, "");
    made_add_calm(&made, "volume/a/avx2/m", 20.0, "");
    json_t *results = json_loads(read_file(made_end(&made, "a.json")), 0, NULL);
    json_t *context = json_object_get(results, "context");
    json_object_set_new(json_array_get(json_object_get(context, "families"), 0), "columns",
                        json_pack("[[s, s, s]]", "", "p50", "ns"));
    json_object_set_new(json_array_get(json_object_get(context, "subjects"), 0), "histogram",
                        json_pack("{s:f, s:f, s:[i, f, i, i], s:[i, i, i, i]}", "low_ns", 1000.0,
                                  "ratio", 2.0, "frames", 1, 10.0, 100, 0, "control", 0, 0, 0, 7));
    char *text = json_dumps(results, 0);
    json_decref(results);
    const char *page = report(scratch_write_text("a.json", text), NULL);
    free(text);
    const char *frames = strstr(page, "<g class=\"c0 strong\"><title>frames</title>");
    assert_non_null(frames);
    double x[3], y[3];
    for (int i = 0; i < 3; ++i) {
        frames = strstr(frames + 1, "<circle");
        assert_int_equal(sscanf(frames, "<circle cx=\"%lf\" cy=\"%lf\"", &x[i], &y[i]), 2);
    }
    expect_text(strstr(frames, "/>"), strstr(frames, "\n"), "/></g>");
    assert_true(x[1] - x[0] > 50.0 && fabs(x[2] - 2.0 * x[1] + x[0]) < 0.2);
    assert_true(y[1] - y[0] < -50.0 && fabs(y[2] - 2.0 * y[1] + y[0]) < 0.2);
}

// First what to call, then what is faster if called directly; and what it says of noise before
// that.
TEST(verdict) {
    struct made_results made;
    made_begin(&made,
               "\"budget_us\": 1000, \"noise\": {\"trusted\": false, \"warnings\": [\"load <9> "
               "& rising\"]}");
    made_add_calm(&made, "volume/auto/best/m", 60.0, COUNTERS("12", "1e-7"));
    made_add_calm(&made, "volume/blocks/avx2/m", 50.0, COUNTERS("12", "1e-7"));
    made_add_calm(&made, "volume/catto/scalar/m", 300.0, COUNTERS("12", "1e-7"));
    made_add_calm(&made, "volume/rival/float/m", 90.0, COUNTERS("12", "1e-7"));
    char *page = report(made_end(&made, "a.json"), NULL);
    expect_valid();
    const char *noise = strstr(page, "load &lt;9&gt; &amp; rising");
    const char *verdict = strstr(page, "<section id=\"verdict\">");
    assert_true(noise && verdict && noise < verdict);
    expect_text(verdict, strstr(verdict, "</tbody>"),
                "<td><code>buoy_volume_compute()</code></td>"
                "<td class=\"n\" data-unit=\"ns\">60.0</td>"
                "<td class=\"n\" data-unit=\"bodies\">16,666</td>"
                "<td class=\"n\" data-unit=\"× baseline\">5.0</td>"
                "<td class=\"n\" data-unit=\"× rival\">1.5</td>"
                "<td class=\"n\" data-unit=\"error\">1.0e-07</td>"
                "<td data-unit=\"directly\"><code>volume/blocks/avx2</code></td>"
                "<td class=\"n\" data-unit=\"faster\">20 %</td>");
}

// Two machines: a column for each, and ratios to the first.
TEST(side_by_side) {
    const char *a = make("slow.json", "\"cpu\": \"Slow\"", 1.0);
    char *page = report(a, make("fast.json", "\"cpu\": \"Fast\"", 0.8));
    expect_valid();
    const char *ranking = strstr(page, "<section id=\"ranking\">");
    assert_non_null(strstr(ranking, ">slow, ns/body</th>"));
    assert_non_null(strstr(ranking, ">fast, ns/body</th>"));
    assert_non_null(strstr(ranking, ">0.80</td>"));
    assert_null(strstr(ranking, ">1.25</td>"));
    assert_non_null(strstr(page, "<td>Slow</td><td>Fast</td>"));
}

// What only the second file has is shown, too, without a ratio.
TEST(only_in_second) {
    struct made_results made;
    made_begin(&made, "");
    made_add_calm(&made, "volume/a/avx2/m", 10.0, "");
    const char *a = made_end(&made, "a.json");
    made_begin(&made, "");
    made_add_calm(&made, "volume/a/avx2/m", 20.0, "");
    made_add_calm(&made, "volume/b/avx2/m", 31.5, "");
    made_add_calm(&made, "volume/a/avx2/n", 42.5, "");
    char *page = report(a, made_end(&made, "b.json"));
    expect_valid();
    const char *ranking = strstr(page, "<section id=\"ranking\">");
    assert_int_equal(count_of(ranking, ">2.00</td>"), 1);
    assert_int_equal(count_of(ranking, ">31.5</td>"), 1);
    assert_int_equal(count_of(ranking, ">42.5</td>"), 1);
    assert_int_equal(count_of(ranking, "<h3>"), 2);
}

// Names that would be markup, and bytes that neither HTML nor XML can hold.
TEST(hostile_names) {
    struct made_results made;
    made_begin(&made,
               "\"cpu\": \"<script>alert(1)</script>\\u0001\", \"flags\": \"-DA=\\\"&x\\\"\","
               "\"compiler\": \"\\uffff ]]> <!-- --\"");
    made_add_calm(&made, "volume/a/avx2/<b onclick='x'>&amp;\\\"@\\u0007.obj", 10.0,
                  COUNTERS("12", "1e300"));
    made_add_calm(&made, "volume/<i>/&lt;/m", 1e17, "");
    made_add_calm(&made, "volume/a/avx2/n", 1e-17, COUNTERS("0", "0"));
    made_add_calm(&made, "volume/b/avx2/n", 1.0, COUNTERS("0", "-1"));
    char *page = report(made_end(&made, "a.json"), NULL);
    expect_valid();
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "<b "));
    assert_null(strstr(page, "<i>"));
    assert_non_null(strstr(page, "&lt;b onclick='x'&gt;&amp;amp;&quot;@?.obj"));
}

// A family whose columns are none is one of kernels that race.
TEST(hostile_columns) {
    static const char *const columns[] = {"[]", "{}", "null", "5", "\"x\""};
    struct made_results made;
    made_begin(&made, "");
    made_add_calm(&made, "volume/a/avx2/m", 20.0, "");
    char *text = read_file(made_end(&made, "a.json"));
    json_t *results = json_loads(text, 0, NULL);
    json_t *families = json_object_get(json_object_get(results, "context"), "families");
    for (size_t i = 0; i < COUNT_OF(columns); ++i) {
        json_object_set_new(json_array_get(families, 0), "columns",
                            json_loads(columns[i], JSON_DECODE_ANY, NULL));
        char *changed = json_dumps(results, 0);
        const char *path = scratch_write_text("a.json", changed);
        struct outcome outcome = child_run(CHILD("report", path, "--verdict"));
        expect_success(&outcome);
        report(path, NULL);
        free(changed);
    }
    json_decref(results);
}

// -------------------------------------------------------------------------------- tables

TEST(csv) {
    struct made_results made;
    static const double times[] = {10.0, 11.0, 12.5, 13.0, 14.0};
    made_begin(&made, "");
    made_add(&made, "volume/a/avx2/a, \\\"b\\\".obj/crowd", times, 5, COUNTERS("12", "1e-7"));
    struct outcome outcome =
        child_succeed(CHILD("report", made_end(&made, "a.json"), "--export", "csv"));
    assert_string_equal(
        outcome.output,
        "name,kernel,family,method,isa,mesh,workload,rank,repetitions,ns_per_body,spread_ns,"
        "triangles,"
        "speedup,speedup_vs_catto,clipped_triangles,max_error_volume,max_error_centroid,failure,"
        "nj_per_body\n"
        "\"volume/a/avx2/a, \"\"b\"\".obj/crowd\",volume/a/avx2,volume,a,avx2,\"a, \"\"b\"\".obj\","
        "crowd,1,5,12.5,2.2239,12,,2.5,,9.9999999999999995e-08,1.0000000000000001e-09,,\n");
}

TEST(markdown) {
    const char *folder = scratch_path("tables");
    struct outcome outcome = child_run(CHILD("report", make("a.json", "\"cpu\": \"A|B\"", 1.0),
                                             "--export", "markdown", "--out", folder));
    expect_success(&outcome);
    char *text = read_file(scratch_path("tables/results.md"));
    assert_non_null(text);
    assert_non_null(strstr(text, "cpu A\\|B\n"));
    assert_non_null(strstr(text, "\n### volume, builtin:box/crowd\n\n| rank | kernel | ns/body |"));
    assert_non_null(
        strstr(text, "| 4 | volume/catto/scalar | 100.0 ± 0.4 | 1.00 | 1.0e-07 | 1.0e-09 |\n"));
}

// The verdict as `run` prints it; and a board of several without --out.
TEST(verdict_and_board) {
    const char *a = make("a.json", "\"cpu\": \"A\"", 1.0);
    struct outcome outcome = child_succeed(CHILD("report", a, "--verdict"));
    assert_non_null(strstr(outcome.output, "\ncall "));
    assert_null(strstr(outcome.output, "full report"));
    // Its page, if that is beside it, or is written now.
    scratch_write_text("index.html", "");
    char page[4200];
    snprintf(page, sizeof page, "\nfull report: %s\n", scratch_path("index.html"));
    outcome = child_succeed(CHILD("report", a, "--verdict"));
    assert_non_null(strstr(outcome.output, page));
    snprintf(page, sizeof page, "\nfull report: %s/index.html\n", scratch_path("report"));
    outcome = child_succeed(CHILD("report", a, "--verdict", "--out", scratch_path("report")));
    assert_non_null(strstr(outcome.output, page));
    const char *noisy =
        make("b.json", "\"noise\": {\"trusted\": false, \"warnings\": [\"x\", \"y\"]}", 1.0);
    outcome = child_succeed(CHILD("report", noisy, "--verdict"));
    assert_non_null(strstr(outcome.output, "\nNOISY: x, y; run again when nothing else runs, or"));
    outcome = child_run_program(
        "sh", CHILD("-c", "cd \"$0\" && exec \"$1\"/buoybench report a.json b.json",
                    scratch_folder(), program_folder()));
    expect_success(&outcome);
    assert_string_equal(outcome.output, "wrote board/index.html\n");
}

TEST(bad_usage) {
    const char *a = make("a.json", "", 1.0);
    const char *file = scratch_write_text("a-file", "not a folder");
    expect_refusal(CHILD("report", a, "--export", "pdf"), "pdf");
    expect_refusal(CHILD("report", a, "--out", file), "a-file");
    expect_refusal(CHILD("report", a, a, a, a, a, a, a, a, a, a, a, a, a), "13 files");
}

// A disk that fills up leaves the old page, and no rubbish.
TEST(full_disk) {
    const char *a = make("a.json", "", 1.0);
    report(a, NULL);
    char *before = read_file(scratch_path("report/index.html"));
    struct outcome outcome = child_run(&(struct child){
        .arguments = {"report", a, "--out", scratch_path("report")}, .largest_file = 4000});
    assert_int_equal(outcome.exit_code, 2);
    assert_non_null(strstr(outcome.error, "index.html"));
    char *after = read_file(scratch_path("report/index.html"));
    assert_string_equal(before, after);
}
