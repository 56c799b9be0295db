// What was measured beside the races, as people read it: units, the budget, tables as wide as the
// terminal, a line of the verdict.
#include <stdlib.h>
#include <unistd.h>

#include "capture.h"
#include "child.h"
#include "made_results.h"
#include "measured.h"
#include "numbers.h"
#include "test.h"

// Each counter's number, its unit and its text, with a budget of 500 µs and 100 triangles.
static const struct {
    double value;
    const char *unit, *text;
} rows[] = {
    {0.4, "ns", "0 ns"},         {999.4, "ns", "999 ns"},    {999.6, "ns", "1.00 µs"},
    {9994.0, "ns", "9.99 µs"},   {9996.0, "ns", "10.0 µs"},  {99940.0, "ns", "99.9 µs"},
    {99960.0, "ns", "100 µs"},   {2.5e6, "ns", "2.50 ms"},   {1.25e10, "ns", "12.5 s"},
    {4e14, "ns", "400000 s"},    {999.4, "bytes", "999 B"},  {1500.0, "bytes", "1.50 kB"},
    {2.5e7, "bytes", "25.0 MB"}, {3e12, "bytes", "3000 GB"}, {0.0, "share", "none"},
    {0.0012, "share", "0.12 %"}, {1.0, "share", "1e+02 %"},  {500.0, "fits", "yes"},
    {500e3, "fits", "yes"},      {500.001e3, "fits", "no"},  {1e7, "fits", "no"},
    {12.0, "count", "12"},       {12.0, "each", "30.0"}, // 3000 ns of 100 triangles
};

TEST(texts) {
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        json_t *row = json_pack("{s:f, s:i}", "counter", rows[i].value, "triangles", 100);
        const struct results results = {.budget_us = 500.0};
        const struct result result = {.times = {.median = 3000.0}, .row = row};
        const struct measured_column column = {"counter", "", rows[i].unit};
        const struct measured_column median = {"", "", "ns"}, missing = {"other", "", "ns"};
        assert_string_equal(measured_text(&results, &result, &column).text, rows[i].text);
        assert_string_equal(measured_text(&results, &result, &median).text, "3.00 µs");
        assert_string_equal(measured_text(&results, &result, &missing).text, "-");
        json_decref(row);
    }
}

// Two meshes, the second with a name so long, and too slow for the budget: its 99th percentile is
// beyond.
static void read_made(const char *mesh, struct results *results) {
    struct made_results made;
    char name[200];
    snprintf(name, sizeof name, "volume/a/avx2/%s", mesh);
    made_begin(&made, "\"budget_us\": 500");
    made_add_calm(&made, "volume/a/avx2/short", 2000.0, ", \"p99_ns\": 400000, \"over\": 0");
    made_add_calm(&made, name, 3e5, ", \"p99_ns\": 600000, \"over\": 0.5");
    json_t *file = json_loads(read_file(made_end(&made, "made.json")), 0, NULL);
    json_t *families = json_object_get(json_object_get(file, "context"), "families");
    json_t *family = json_array_get(families, 0);
    json_object_set_new(family, "note", json_string("What was measured."));
    json_object_set_new(family, "columns",
                        json_pack("[[s,s,s],[s,s,s],[s,s,s],[s,s,s]]", "", "median", "ns", "p99_ns",
                                  "p99", "ns", "p99_ns", "fits", "fits", "over", "frames over",
                                  "share"));
    char *text = json_dumps(file, 0);
    json_decref(file);
    assert_int_equal(results_read(scratch_write_text("made.json", text), results), 0);
    free(text);
}

// What a function prints on a terminal of 80 columns.
static const char *printed(void print(const struct results *results), const char *mesh) {
    static struct capture capture;
    struct results results;
    read_made(mesh, &results);
    setenv("COLUMNS", "80", 1);
    open_capture(&capture, stdout, STDOUT_FILENO);
    print(&results);
    const char *text = close_capture(&capture);
    results_free(&results);
    return text;
}

// Columns are right-aligned, two apart and seven wide at least; what does not fit is left out.
TEST(table) {
    assert_string_equal(
        printed(measured_print, "a-mesh-whose-name-is-of-forty-characters"),
        "\n"
        "What was measured.\n"
        "volume                                     median      p99     fits  frames over\n"
        "short                                     2.00 µs   400 µs      yes         none\n"
        "a-mesh-whose-name-is-of-forty-characters   300 µs   600 µs       no         50 %\n");
    assert_string_equal(printed(measured_print, "a-mesh-whose-name-has-forty-1-characters."),
                        "\n"
                        "What was measured.\n"
                        "volume                                      median      p99     fits\n"
                        "short                                      2.00 µs   400 µs      yes\n"
                        "a-mesh-whose-name-has-forty-1-characters.   300 µs   600 µs       no\n");
}

// ----------------------------------------------------------------------------------------- numbers

// Numbers as the tables print them: commas every three digits, a spread with the decimals of its
// median, or three digits and a prefix.

TEST(like) {
    assert_string_equal(number_like(1.234, 1.234).text, "1.23");
    assert_string_equal(number_like(12.34, 12.34).text, "12.3");
    assert_string_equal(number_like(999.96, 999.96).text, "1,000.0");
    assert_string_equal(number_like(1234.5, 1e4).text, "1,234"); // to even, as printf() does
    assert_string_equal(number_like(1234567.0, 1234567.0).text, "1,234,567");
    assert_string_equal(number_like(0.06, 54.6).text, "0.1");
    assert_string_equal(number_like(0.0, 54.6).text, "0.0");
    assert_string_equal(number_like(1e300, 1e300).text, "1,000,000,000,000,000,000");
}

// A body that fits half is no body that fits.
TEST(count) {
    assert_string_equal(number_count(0.99).text, "0");
    assert_string_equal(number_count(999.999).text, "999");
    assert_string_equal(number_count(1000.0).text, "1,000");
    assert_string_equal(number_count(18314.7).text, "18,314");
    assert_string_equal(number_count(123456789.0).text, "123,456,789");
}

// Three digits and a prefix for thousands; what would be rounded up to four digits gets the next.
TEST(short) {
    assert_string_equal(number_short(0.0).text, "0.00");
    assert_string_equal(number_short(9.994).text, "9.99");
    assert_string_equal(number_short(9.996).text, "10.0");
    assert_string_equal(number_short(99.94).text, "99.9");
    assert_string_equal(number_short(99.96).text, "100");
    assert_string_equal(number_short(999.4).text, "999");
    assert_string_equal(number_short(999.5).text, "1.00k");
    assert_string_equal(number_short(12345.0).text, "12.3k");
    assert_string_equal(number_short(999.6e3).text, "1.00M");
    assert_string_equal(number_short(2e9).text, "2.00G");
    assert_string_equal(number_short(2e15).text, "2000T");
}
