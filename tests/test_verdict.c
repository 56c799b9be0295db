// The last screen of `run` on made-up times: it fits 80 columns and 24 rows with the default
// meshes, names for every mesh what results.json recommends, and says why not to trust it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "padding.h"
#include "planted.h"
#include "recommend.h"
#include "table.h"
#include "verdict.h"
#include "verdict_json.h"

#define HOT 0
#define CROWD 1
#define COLD 2

// What a run without arguments asks about.
static const struct planted_subject defaults[] = {
    {"builtin:box", 12, HOT},
    {"builtin:box", 12, CROWD},
    {"builtin:box", 12, COLD},
    {"builtin:barrel", 100, HOT},
    {"builtin:barrel", 100, CROWD},
    {"builtin:barrel", 100, COLD},
    {"builtin:wigley:1300", 1310, HOT},
    {"builtin:wigley:1300", 1310, COLD},
    {"builtin:star:5000", 5000, HOT},
    {"builtin:sphere:20480", 20480, HOT},
    {"builtin:sphere:327680", 327680, HOT},
};
#define DEFAULTS (sizeof defaults / sizeof defaults[0])

#define WARNING "NOISY: it had the CPU 80 % of the time, times spread by 7 %"

// What is printed while standard output is a file.
static char *captured(const struct race *race, const char *warning, bool tables,
                      const char *width) {
    const char *path = scratch_path("output");
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_non_null(freopen(path, "w", stdout));
    setenv("COLUMNS", width, 1);
    if (tables) {
        table_print(race, true);
    }
    verdict_print(race, warning);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    char *text = read_file(path);
    assert_non_null(text);
    return text;
}

static size_t check_width(const char *text, size_t width) {
    size_t rows = 0;
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        char row[2000];
        snprintf(row, sizeof row, "%.*s", (int)(end - line), line);
        if (padding_columns(row) > width) {
            fail_msg("more than %zu columns: %s", width, row);
        }
        ++rows;
    }
    return rows;
}

// The text behind a mesh's name in the row that begins with it, after the row with `heading`.
static const char *row_of(const char *text, const char *heading, const char *mesh) {
    char wanted[300];
    snprintf(wanted, sizeof wanted, "\n%s", mesh);
    const char *section = strstr(text, heading);
    assert_non_null(section);
    const char *row = strstr(section, wanted);
    assert_non_null(row);
    return row + strlen(wanted);
}

static void test_one_screen(void **state) {
    (void)state;
    static const char *const headings[] = {"volume: one query", "volume: crowds", "volume: cold"};
    for (uint64_t seed = 0; seed < 40; ++seed) {
        struct race *race = planted_race(defaults, DEFAULTS, seed);
        race_rank(race);
        char *text = captured(race, WARNING, false, "80");
        // The cursor takes the last row, and a blank one is before it all.
        assert_in_range(check_width(text, 80), 15, 24);
        assert_non_null(strstr(text, WARNING));
        for (size_t i = 0; i < DEFAULTS; ++i) {
            const char *id = recommend(&race->subjects[i])->info.id;
            const char *row = row_of(text, headings[defaults[i].workload], defaults[i].mesh);
            const char *call = strstr(row, id);
            if (!call || call > strchr(row, '\n')) {
                fail_msg("seed %d: %s is not in the row of %s:\n%s", (int)seed, id,
                         defaults[i].mesh, text);
            }
        }
        free(text);
        planted_free(race);
    }
}

// What programs read is what people read, and the recommended kernel's row is never slower.
static void test_json(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, DEFAULTS, 3);
    race_rank(race);
    json_t *verdict = verdict_describe(race);
    assert_int_equal(json_array_size(verdict), DEFAULTS);
    for (size_t i = 0; i < DEFAULTS; ++i) {
        const json_t *said = json_array_get(verdict, i);
        const struct race_entry *best = recommend(&race->subjects[i]);
        assert_string_equal(json_string_value(json_object_get(said, "recommended")), best->info.id);
        assert_string_equal(json_string_value(json_object_get(said, "subject")),
                            race->subjects[i].name);
        assert_true(json_number_value(json_object_get(said, "ns_per_body")) ==
                    race_times(best)->median);
    }
    json_decref(verdict);
    planted_free(race);
}

// Long names get a row of their own, the kernel the next one; nothing is wider than the terminal.
static void test_long_names(void **state) {
    (void)state;
    char long_name[250];
    memset(long_name, 'h', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    const struct planted_subject subjects[] = {{"HMS-Victory-with-all-her-sails.obj", 2000000, HOT},
                                               {long_name, 12, HOT},
                                               {"größe", 8, HOT}};
    static const char *const widths[] = {"80", "100", "120", "200"};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; ++i) {
        struct race *race = planted_race(subjects, 3, 7);
        race_rank(race);
        char *text = captured(race, NULL, true, widths[i]);
        check_width(text, (size_t)atoi(widths[i]));
        const char *row = row_of(strstr(text, "volume: one query"), "volume", subjects[0].mesh);
        assert_int_equal(row[0], '\n');
        const char *id = recommend(&race->subjects[0])->info.id, *next = strchr(row + 1, '\n');
        const char *found = strstr(row, id);
        assert_true(found && found < next);
        assert_null(strstr(text, "NOISY"));
        free(text);
        planted_free(race);
    }
}

// Wider terminals show more.
static void test_columns(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, 1, 7);
    race_rank(race);
    char *narrow = captured(race, NULL, true, "99"), *middle = captured(race, NULL, true, "100");
    char *wide = captured(race, NULL, true, "120");
    assert_null(strstr(narrow, "|Δc|/diagonal"));
    assert_non_null(strstr(middle, "|Δc|/diagonal"));
    assert_null(strstr(middle, "ns/triangle"));
    assert_non_null(strstr(wide, "ns/triangle"));
    free(narrow);
    free(middle);
    free(wide);
    planted_free(race);
}

// Nothing timed, nothing recommended: no crash, and the failure is told.
static void test_nothing(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, 1, 7);
    struct race_subject *subject = &race->subjects[0];
    for (size_t i = 0; i < subject->entry_count; ++i) {
        subject->times[i].sample_count = 0;
        snprintf(subject->entries[i].failure, sizeof subject->entries[i].failure, "wrong");
    }
    race_rank(race);
    char *text = captured(race, NULL, true, "80");
    assert_non_null(strstr(text, "checks FAILED"));
    assert_null(strstr(text, "buoy_kernel_find"));
    free(text);
    planted_free(race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_screen), cmocka_unit_test(test_json),
        cmocka_unit_test(test_long_names), cmocka_unit_test(test_columns),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
