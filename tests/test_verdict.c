// The last screen of `run` on made-up times: it fits 80 columns and 24 rows with the default
// meshes, names for every mesh what results.json recommends, and says why not to trust it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "families.h"
#include "numbers.h"
#include "padding.h"
#include "planted.h"
#include "recommend.h"
#include "samples.h"
#include "table.h"
#include "verdict.h"
#include "verdict_json.h"

#define HOT 0
#define CROWD 1
#define COLD 2

// What a run without arguments asks about.
static const struct planted_subject defaults[] = {
    {"builtin:box", 12, HOT, NULL},
    {"builtin:box", 12, CROWD, NULL},
    {"builtin:box", 12, COLD, NULL},
    {"builtin:barrel", 100, HOT, NULL},
    {"builtin:barrel", 100, CROWD, NULL},
    {"builtin:barrel", 100, COLD, NULL},
    {"builtin:wigley:1300", 1310, HOT, NULL},
    {"builtin:wigley:1300", 1310, COLD, NULL},
    {"builtin:star:5000", 5000, HOT, NULL},
    {"builtin:sphere:20480", 20480, HOT, NULL},
    {"builtin:sphere:327680", 327680, HOT, NULL},
    // What the step is raced in: one box, 1024, on all processors, in waves.
    {"boxes/still-1", 0, 0, &family_step},
    {"boxes/still-1024", 0, 2, &family_step},
    {"boxes/still-1024-t", 0, 3, &family_step},
    {"boxes/waves8-1024", 0, 6, &family_step},
};
#define DEFAULTS (sizeof defaults / sizeof defaults[0])
#define VOLUMES (DEFAULTS - 4)

#define WARNING "NOISY: this program had the CPU 80 % of the time, times spread by 7 %"

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

static size_t count_rows(const char *text) {
    size_t rows = 0;
    for (; (text = strchr(text, '\n')); ++text) {
        ++rows;
    }
    return rows;
}

// One row sums up the step: times of the library's own choice, and how threads scale.
static void check_headline(const struct race *race, const char *screen) {
    const struct race_subject *steps = &race->subjects[VOLUMES];
    const struct race_entry *one = recommend_automatic(&steps[0]);
    const struct race_entry *many = recommend_automatic(&steps[2]);
    char text[200];
    snprintf(text, sizeof text, "\nstep/auto/best: one box %s ns, of 1024 ",
             number_short(race_times(one)->median).text);
    const char *row = strstr(screen, text);
    assert_non_null(row);
    if (many) {
        const struct race_entry *single = recommend_automatic(&steps[1]);
        const double scaling = race_times(single)->median / race_times(many)->median;
        assert_true(race_scaling(race, many) == scaling);
        snprintf(text, sizeof text, " threads ×%s\n", number_short(scaling).text);
        const char *found = strstr(row, text);
        assert_non_null(found);
        assert_ptr_equal(strchr(row + 1, '\n'), found + strlen(text) - 1); // in one row
    }
}

static void test_one_screen(void **state) {
    (void)state;
    static const char *const headings[] = {"volume: one query", "volume: crowds", "volume: cold"};
    for (uint64_t seed = 0; seed < 40; ++seed) {
        struct race *race = planted_race(defaults, DEFAULTS, seed);
        race_rank(race);
        char *text = captured(race, WARNING, false, "80");
        check_width(text, 80);
        // The cursor takes the last row, and a blank one is before it all. The step's own section
        // is above this screen.
        const char *screen = strstr(text, "; fit: bodies in ");
        assert_non_null(screen);
        assert_in_range(count_rows(screen) + 1, 15, 24);
        check_headline(race, screen);
        assert_non_null(strstr(text, WARNING));
        for (size_t i = 0; i < DEFAULTS; ++i) {
            if (defaults[i].family && !recommend(&race->subjects[i])) {
                continue; // threads, on one processor
            }
            const char *id = recommend(&race->subjects[i])->info.id;
            const char *heading = i < VOLUMES ? headings[defaults[i].workload] : "step: forces";
            const char *row = row_of(text, heading, defaults[i].mesh);
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

// Whether a row of the family's recommends what a piece of program calls.
static bool is_recommended(const struct race *race, const char *text) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_entry *best = recommend(&race->subjects[i]);
        char id[64], call[100];
        if (best && best->subject->queries.family == &family_volume) {
            snprintf(call, sizeof call, "buoy_kernel_find(\"%s\")", recommend_call(best, id));
            if (strstr(text, best == recommend_automatic(best->subject)
                                 ? "status = buoy_volume_compute(mesh, planes, n, results, &error)"
                                 : call)) {
                return true;
            }
        }
    }
    return false;
}

// The program at the end calls what a row recommends: a kernel, or the library's own choice. If a
// row's kernel has the same bits everywhere, so has the program's.
static void test_program(void **state) {
    (void)state;
    static const char *const winners[] = {"volume/auto/best", "volume/catto/scalar",
                                          "volume/blocks/avx2", "volume/blocks/avx2+fma"};
    const size_t count = sizeof winners / sizeof *winners;
    for (uint64_t seed = 0; seed < 20 + count; ++seed) {
        struct race *race = planted_race(defaults, VOLUMES, seed);
        const struct buoy_kernel *winner = buoy_kernel_find(winners[seed % count]);
        for (size_t i = 0; i < VOLUMES && seed >= 20; ++i) {
            const struct race_entry *entry = race_of_kernel(&race->subjects[i], winner);
            if (entry) {
                planted_time(entry, 1.0, 0.001);
            }
        }
        race_rank(race);
        char *text = captured(race, NULL, false, "80");
        if (!is_recommended(race, text)) {
            fail_msg("seed %d: no row recommends the program's kernel:\n%s", (int)seed, text);
        }
        assert_true(strstr(text, "buoy_kernel_find") || seed % count == 0 || seed < 20);
        free(text);
        planted_free(race);
    }
}

// The last column is the volume's error, not the centroid's, whichever is larger.
static void test_errors(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, 1, 7);
    for (size_t i = 0; i < race->subjects[0].entry_count; ++i) {
        race->subjects[0].entries[i].max_error_volume = 3e-8;
        race->subjects[0].entries[i].max_error_centroid = 5e-6;
    }
    race_rank(race);
    char *text = captured(race, NULL, false, "80");
    const char *row = row_of(text, "volume: one query", defaults[0].mesh);
    assert_int_equal(strncmp(strchr(row, '\n') - 6, " 3e-08", 6), 0);
    free(text);
    planted_free(race);
}

// Threads that are slower than one thread are told of, too.
static void test_slow_threads(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, DEFAULTS, 7);
    const struct race_subject *steps = &race->subjects[VOLUMES];
    const struct race_entry *single = recommend_automatic(&steps[1]);
    const struct race_entry *many = recommend_automatic(&steps[2]);
    if (many) { // more than one processor
        for (int way = 0; way < 2; ++way) {
            planted_time(single, 100.0, 1.0);
            planted_time(many, way == 0 ? 125.0 : 80.0, 1.0);
            race_rank(race);
            char *text = captured(race, NULL, false, "80"), sentence[100];
            snprintf(sentence, sizeof sentence, " threads ×%s\n",
                     number_short(way == 0 ? 0.8 : 1.25).text);
            if (!strstr(text, sentence)) {
                fail_msg("no '%s' in:\n%s", sentence, text);
            }
            free(text);
        }
    }
    planted_free(race);
}

// The run's spread is that of the kernel in the middle, not that of the worst one.
static void test_spread(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, 1, 7);
    const struct race_subject *subject = &race->subjects[0];
    const double widths[] = {1.0, 2.0, 40.0};
    for (size_t i = 0; i < subject->entry_count; ++i) {
        planted_time(&subject->entries[i], 100.0, widths[i % 3]);
    }
    race_rank(race);
    assert_true(fabs(samples_spread(race) - 1.4826 * 1.0) < 1e-9);
    planted_free(race);
}

// What programs read is what people read, and the recommended kernel's row is never slower.
static void test_json(void **state) {
    (void)state;
    struct race *race = planted_race(defaults, DEFAULTS, 3);
    race_rank(race);
    json_t *verdict = verdict_describe(race);
    assert_true(json_array_size(verdict) >= DEFAULTS - 1); // without threads on one processor
    for (size_t i = 0; i < VOLUMES; ++i) {
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
    const struct planted_subject subjects[] = {
        {"HMS-Victory-with-all-her-sails.obj", 2000000, HOT, NULL},
        {long_name, 12, HOT, NULL},
        {"größe", 8, HOT, NULL}};
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
        cmocka_unit_test(test_nothing),    cmocka_unit_test(test_program),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_slow_threads),
        cmocka_unit_test(test_spread),
    };
    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
