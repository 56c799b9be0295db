// The last screen of `run` on made-up times: it fits 80 columns and 24 rows with the default
// meshes, names for every mesh what results.json recommends, and says why not to trust it.
#include <unistd.h>

#include "child.h"
#include "families.h"
#include "hurry.h"
#include "made_results.h"
#include "numbers.h"
#include "padding.h"
#include "planted.h"
#include "recommend.h"
#include "table.h"
#include "test.h"
#include "verdict.h"

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

static int begin_capture(void) {
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_non_null(freopen(scratch_path("output"), "w", stdout));
    return kept;
}

static char *end_capture(int kept) {
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    char *text = read_file(scratch_path("output"));
    assert_non_null(text);
    return text;
}

// What is printed while standard output is a file.
static char *captured(const struct results *results, const char *warning, bool tables,
                      const char *width) {
    const int kept = begin_capture();
    setenv("COLUMNS", width, 1);
    if (tables) {
        table_print(results, true);
    }
    verdict_print(results, warning);
    return end_capture(kept);
}

// The verdict on a race, 80 columns wide.
static char *judged(struct planted *planted, struct results *results) {
    planted_judge(planted, results);
    return captured(results, NULL, false, "80");
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
static void check_headline(const struct results *results, const char *screen) {
    const struct result *one = results->subjects[VOLUMES].automatic;
    const struct result *many = results->subjects[VOLUMES + 2].automatic;
    char text[200];
    snprintf(text, sizeof text, "\nstep/auto/best: one box %s ns, of 1024 ",
             number_short(one->times.median).text);
    const char *row = strstr(screen, text);
    assert_non_null(row);
    if (many) {
        const struct result *single = results->subjects[VOLUMES + 1].automatic;
        const double scaling = single->times.median / many->times.median;
        assert_true(results_scaling(many) == scaling);
        snprintf(text, sizeof text, " threads ×%s\n", number_short(scaling).text);
        const char *found = strstr(row, text);
        assert_non_null(found);
        assert_ptr_equal(strchr(row + 1, '\n'), found + strlen(text) - 1); // in one row
    }
}

TEST(one_screen) {
    static const char *const headings[] = {"\none query per call", "\ncrowds", "\ncold"};
    for (uint64_t seed = 0; seed < (uint64_t)in_a_hurry(6, 40); ++seed) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, DEFAULTS, seed);
        planted_judge(&planted, &results);
        char *text = captured(&results, WARNING, false, "80");
        check_width(text, 80);
        // The cursor takes the last row, and a blank one is before it all. The step's own section
        // is above this screen.
        const char *screen = strstr(text, "; fit: bodies in ");
        assert_non_null(screen);
        assert_in_range(count_rows(screen) + 1, 15, 25);
        check_headline(&results, screen);
        assert_non_null(strstr(text, WARNING));
        for (size_t i = 0; i < DEFAULTS; ++i) {
            if (defaults[i].family && !results.subjects[i].best) {
                continue; // threads, on one processor
            }
            const char *id = results.subjects[i].best->call;
            const char *heading = i < VOLUMES ? headings[defaults[i].workload] : "forces, whole";
            const char *row = row_of(i < VOLUMES ? screen : text, heading, defaults[i].mesh);
            const char *call = strstr(row, id);
            if (!call || call > strchr(row, '\n')) {
                fail_msg("seed %d: %s is not in the row of %s:\n%s", (int)seed, id,
                         defaults[i].mesh, text);
            }
        }
    }
}

static void plant(struct planted *planted, size_t subject, const char *kernel, double median,
                  double width) {
    planted_time(planted, planted_entry(planted, subject, kernel), median, width);
}

// First what to call, with its own numbers; then what is faster by itself, beyond both spreads.
TEST(call) {
    static const struct {
        double automatic, width;
        const char *sentence, *row;
    } cases[] = {
        {272.0, 1.0, "\ncall buoy_volume_compute(): 272 ns (builtin:box, one query per call);",
         " 272 3.68k "},
        {201.0, 30.0, "\ncall buoy_volume_compute(): 201 ns (builtin:box, one query per call)\n",
         " 201 "},
        {180.0, 1.0, "\ncall buoy_volume_compute(): 180 ns (builtin:box, one query per call)\n",
         " 180 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, 1, 7);
        for (size_t k = 0; k < planted.race.subjects[0].entry_count; ++k) {
            planted_time(&planted, &planted.race.subjects[0].entries[k], 900.0, 1.0);
        }
        plant(&planted, 0, "volume/auto/best", cases[i].automatic, cases[i].width);
        plant(&planted, 0, "volume/hierarchy/scalar", 200.0, 1.0);
        char *text = judged(&planted, &results);
        if (!strstr(text, cases[i].sentence) || !strstr(text, cases[i].row)) {
            fail_msg("no '%s' or '%s' in:\n%s", cases[i].sentence, cases[i].row, text);
        }
        assert_true((strstr(text, " by itself is 36 % faster") != NULL) == (i == 0));
        assert_true((strstr(text, "36 %\n") != NULL) == (i == 0));
        assert_non_null(strstr(text, "status = buoy_volume_compute(mesh, planes, n, results"));
    }
}

// Without the library's own choice, the program calls the kernel that the first row recommends, and
// the numbers are that kernel's.
TEST(program) {
    for (uint64_t seed = 0; seed < (uint64_t)in_a_hurry(4, 20); ++seed) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, 2, seed);
        for (size_t i = 0; i < 2; ++i) {
            plant(&planted, i, "volume/auto/best", 0.0, 0.0);
        }
        char *text = judged(&planted, &results), call[100];
        const struct result *best = results.subjects[0].best;
        snprintf(call, sizeof call, "buoy_kernel_find(\"%s\")", best->call);
        assert_non_null(strstr(text, call));
        snprintf(call, sizeof call, "\ncall %s: %s ns", best->call,
                 number_short(best->times.median).text);
        assert_non_null(strstr(text, call));
        assert_null(strstr(text, "faster"));
    }
}

// The last column but one is the volume's error, not the centroid's, whichever is larger.
TEST(errors) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    for (size_t i = 0; i < planted.race.subjects[0].entry_count; ++i) {
        planted.race.subjects[0].entries[i].max_error_volume = 3e-8;
        planted.race.subjects[0].entries[i].max_error_centroid = 5e-6;
    }
    char *text = judged(&planted, &results);
    const char *row = row_of(text, "\none query per call", defaults[0].mesh);
    assert_int_equal(strncmp(strchr(row, '\n') - 13, " 3e-08", 6), 0);
}

// Threads that are slower than one thread are told of, too.
TEST(slow_threads) {
    for (int way = 0; way < 2; ++way) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, DEFAULTS, 7);
        const bool many = planted.race.subjects[VOLUMES + 2].entry_count > 0; // processors
        plant(&planted, VOLUMES + 1, "step/auto/best", 100.0, 1.0);
        if (many) {
            plant(&planted, VOLUMES + 2, "step/auto/best", way == 0 ? 125.0 : 80.0, 1.0);
        }
        char *text = judged(&planted, &results), sentence[100];
        snprintf(sentence, sizeof sentence, " threads ×%s\n",
                 number_short(way == 0 ? 0.8 : 1.25).text);
        if (many && !strstr(text, sentence)) {
            fail_msg("no '%s' in:\n%s", sentence, text);
        }
    }
}

// The run's spread is that of the kernel in the middle, not that of the worst one.
TEST(spread) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    const struct race_subject *subject = &planted.race.subjects[0];
    const double widths[] = {1.0, 2.0, 40.0};
    for (size_t i = 0; i < subject->entry_count; ++i) {
        planted_time(&planted, &subject->entries[i], 100.0, widths[i % 3]);
    }
    planted_judge(&planted, &results);
    assert_true(fabs(results_spread(&results) - 1.4826 * 1.0) < 1e-9);
}

// The price of the same bits is the worst over all subjects, and is told only if any is measurable.
TEST(price) {
    for (int way = 0; way < 2; ++way) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, 2, 7);
        for (size_t i = 0; i < 2; ++i) {
            for (size_t k = 0; k < planted.race.subjects[i].entry_count; ++k) {
                planted_time(&planted, &planted.race.subjects[i].entries[k], 900.0, 1.0);
            }
            plant(&planted, i, "volume/blocks/avx2", i == 0 ? 110.0 : 125.0, way == 0 ? 1.0 : 90.0);
            plant(&planted, i, "volume/blocks/avx2+fma", 100.0, way == 0 ? 1.0 : 90.0);
        }
        char *text = judged(&planted, &results);
        assert_non_null(strstr(text, way == 0 ? "machine: up to +25 % (builtin:box/crowd)\n"
                                              : "machine: +0 %\n"));
    }
}

// Half a percent is the least lead told of. Where nothing else is deterministic or not, there is no
// price. Another family than volumes has the last word if only that was raced.
TEST(corners) {
    const struct planted_subject others[] = {{"builtin:box", 12, 0, &family_pressure}};
    for (int way = 0; way < 3; ++way) {
        struct planted planted;
        struct results results;
        planted_make(&planted, way == 2 ? others : defaults, 1, 7);
        for (size_t k = 0; k < planted.race.subjects[0].entry_count; ++k) {
            struct race_entry *entry = &planted.race.subjects[0].entries[k];
            planted_time(&planted, entry, entry->info.deterministic || way == 2 ? 900.0 : 0.0, 1.0);
        }
        if (way < 2) {
            plant(&planted, 0, "volume/auto/best", way == 0 ? 200.8 : 201.2, 0.01);
            plant(&planted, 0, "volume/hierarchy/scalar", 200.0, 0.01);
        }
        char *text = judged(&planted, &results);
        assert_true((strstr(text, "by itself is 1 % faster") != NULL) == (way == 1));
        assert_true((strstr(text, "same bits on every machine") != NULL) == (way == 2));
        assert_true((strstr(text, "call buoy_pressure_compute(): 900 ns") != NULL) == (way == 2));
        assert_true((strstr(text, " fit ×appendix error ") != NULL) == (way == 2));
    }
}

// What programs read is what people read, and the recommended kernel's row is never slower.
TEST(json) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, DEFAULTS, 3);
    planted_judge(&planted, &results);
    const json_t *verdict = json_object_get(results.context, "verdict");
    assert_true(json_array_size(verdict) >= DEFAULTS - 1); // without threads on one processor
    for (size_t i = 0; i < VOLUMES; ++i) {
        const json_t *said = json_array_get(verdict, i);
        const struct results_subject *subject = &results.subjects[i];
        const json_t *level = json_object_get(said, "level_with");
        size_t count = 0;
        assert_string_equal(json_string_value(json_object_get(said, "recommended")),
                            subject->best->kernel);
        assert_string_equal(json_string_value(json_object_get(said, "subject")), subject->name);
        assert_true(json_number_value(json_object_get(said, "ns_per_body")) ==
                    subject->best->times.median);
        for (size_t k = 0; k < subject->exact; ++k) {
            const struct result *other = subject->results[k];
            count += other != subject->best && !ranking_leads(&subject->best->times, &other->times);
        }
        assert_int_equal(json_array_size(level), count);
    }
}

// Long names get a row of their own, the kernel the next one; nothing is wider than the terminal.
TEST(long_names) {
    char long_name[250];
    memset(long_name, 'h', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    const struct planted_subject subjects[] = {
        {"HMS-Victory-with-all-her-sails.obj", 2000000, HOT, NULL},
        {long_name, 12, HOT, NULL},
        {"größe", 8, HOT, NULL}};
    static const char *const widths[] = {"80", "100", "120", "200"};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; ++i) {
        struct planted planted;
        struct results results;
        planted_make(&planted, subjects, 3, 7);
        planted_judge(&planted, &results);
        char *text = captured(&results, NULL, true, widths[i]);
        check_width(text, (size_t)atoi(widths[i]));
        const char *row = row_of(strstr(text, "; fit: "), "\none query", subjects[0].mesh);
        assert_int_equal(row[0], '\n');
        const char *id = results.subjects[0].best->call, *next = strchr(row + 1, '\n');
        const char *found = strstr(row, id);
        assert_true(found && found < next);
        assert_null(strstr(text, "NOISY"));
    }
}

// Wider terminals show more.
TEST(columns) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    planted_judge(&planted, &results);
    char *narrow = captured(&results, NULL, true, "99");
    char *middle = captured(&results, NULL, true, "100");
    char *wide = captured(&results, NULL, true, "120");
    assert_null(strstr(narrow, "|Δc|/diagonal"));
    assert_non_null(strstr(middle, "|Δc|/diagonal"));
    assert_null(strstr(middle, "ns/triangle"));
    assert_non_null(strstr(wide, "ns/triangle"));
}

// Approximations stand below the exact kernels, however fast, with their error in place of a rank.
TEST(approximations) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    plant(&planted, 0, "volume/voxel/scalar", 1.0, 0.01);
    planted_entry(&planted, 0, "volume/voxel/scalar")->max_error_volume = 0.043;
    planted_judge(&planted, &results);
    char *text = captured(&results, NULL, true, "100");
    const char *line = strstr(text, "\nerror of approximations");
    const char *voxel = strstr(text, "\n 4.3% volume/voxel/scalar ");
    assert_true(line && voxel && line < voxel);
    for (size_t i = 0; i < results.subjects[0].exact; ++i) {
        const char *row = strstr(text, results.subjects[0].results[i]->kernel);
        assert_true(row && row < line);
    }
}

// A sweep names the kernel that leads, an exact one, where it begins to; no kernel if repetitions
// are too few to tell.
TEST(sweep) {
    static const struct {
        double at_64;
        size_t repetitions;
        const char *text;
    } cases[] = {
        {50.0, 9, "the fastest: volume/a/avx2, from 64 on volume/b/avx2\n"},
        {99.7, 9, "the fastest: volume/a/avx2\n"},
        {50.0, 5, "the fastest: volume/a/avx2, from 64 on volume/b/avx2\n"},
        {50.0, 4, "\n4 repetitions cannot tell which is fastest: "},
        {50.0, 3, "\n3 repetitions cannot tell which is fastest: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct {
            const char *name;
            double ns;
            const char *counters;
        } rows[] = {
            {"volume/a/avx2/m/count1", 100.0, ""},
            {"volume/b/avx2/m/count1", 120.0, ""},
            {"volume/fast/avx2/m/count1", 1.0, ", \"max_error_volume\": 0.1"},
            {"volume/a/avx2/m/count64", 100.0, ""},
            {"volume/b/avx2/m/count64", cases[i].at_64, ""},
            {"volume/fast/avx2/m/count64", 1.0, ", \"max_error_volume\": 0.1"},
        };
        struct made_results made;
        struct results results;
        made_begin(&made, "\"sweep\": \"count\"");
        for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
            double times[9];
            for (size_t s = 0; s < 9; ++s) {
                times[s] = rows[k].ns + (s % 3 == 1 ? 0.5 : s % 3 == 2 ? -0.5 : 0.0);
            }
            made_add(&made, rows[k].name, times, cases[i].repetitions, rows[k].counters);
        }
        assert_int_equal(results_read(made_end(&made, "sweep.json"), &results), 0);
        setenv("COLUMNS", "100", 1);
        const int kept = begin_capture();
        table_print_sweep(&results);
        char *text = end_capture(kept);
        if (!strstr(text, cases[i].text)) {
            fail_msg("no '%s' in:\n%s", cases[i].text, text);
        }
        assert_non_null(strstr(text, "\n volume/fast/avx2    1.00    1.00\n")); // last
        results_free(&results);
    }
}

// Nothing timed, nothing recommended: no crash, and the failure is told.
TEST(nothing) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    struct race_subject *subject = &planted.race.subjects[0];
    for (size_t i = 0; i < subject->entry_count; ++i) {
        planted_time(&planted, &subject->entries[i], 0.0, 0.0);
        snprintf(subject->entries[i].failure, sizeof subject->entries[i].failure, "wrong");
    }
    planted_judge(&planted, &results);
    char *text = captured(&results, NULL, true, "80"), sentence[100];
    snprintf(sentence, sizeof sentence, "\n%zu of %zu checks FAILED", subject->entry_count,
             subject->entry_count);
    assert_non_null(strstr(text, sentence));
    assert_null(strstr(text, "buoy_kernel_find"));
    // What a kernel declines to answer is no failure.
    results.items[0].declined = true;
    text = captured(&results, NULL, true, "80");
    snprintf(sentence, sizeof sentence, "\n%zu of %zu checks FAILED", subject->entry_count - 1,
             subject->entry_count);
    assert_non_null(strstr(text, sentence));
}

// Bodies that fit into the budget of 1000 µs are whole ones.
TEST(whole_bodies) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    for (size_t k = 0; k < planted.race.subjects[0].entry_count; ++k) {
        planted_time(&planted, &planted.race.subjects[0].entries[k], 900000.0, 1.0);
    }
    plant(&planted, 0, "volume/auto/best", 260000.0, 1.0);
    char *text = judged(&planted, &results); // 3.85 of them
    if (!strstr(text, " 260k  3.00 ")) {
        fail_msg("not 3 in:\n%s", text);
    }
}
