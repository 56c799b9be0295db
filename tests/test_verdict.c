// The last screen of `run` on made-up times: it fits 80 columns and 24 rows with the default
// meshes, names for every mesh what results.json recommends, says how far to trust it, and ends in
// what to call and where the report is.
#include <unistd.h>

#include "capture.h"
#include "child.h"
#include "cli.h"
#include "families.h"
#include "host.h"
#include "made_results.h"
#include "measured.h"
#include "numbers.h"
#include "planted.h"
#include "results_model.h"
#include "table.h"
#include "test.h"
#include "verdict.h"

#define HOT 0
#define CROWD 1
#define COLD 2
#define UNCUT 3

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
    {"builtin:box", 12, UNCUT, NULL},
    {"builtin:barrel", 100, UNCUT, NULL},
    {"boxes", 0, 0, &family_box},
    {"polygons", 0, 0, &family_polygon},
    // What the step is raced in: one box, 1024, on all processors, in waves.
    {"boxes/still-1", 0, 0, &family_step},
    {"boxes/still-1024", 0, 2, &family_step},
    {"boxes/still-1024-t", 0, 3, &family_step},
    {"boxes/waves8-1024", 0, 6, &family_step},
};
#define DEFAULTS (sizeof defaults / sizeof defaults[0])
#define STEPS (DEFAULTS - 4)
#define VOLUMES (STEPS - 2)

#define REPORT "results/latest/index.html"

static struct capture capture;

static char *end_capture(void) {
    const char *text = close_capture(&capture);
    char *copy = test_alloc(strlen(text) + 1);
    memcpy(copy, text, strlen(text) + 1);
    return copy;
}

// What is printed while standard output is a file.
static char *captured(const struct results *results, bool tables, const char *width) {
    open_capture(&capture, stdout, STDOUT_FILENO);
    setenv("COLUMNS", width, 1);
    if (tables) {
        table_print(results, true);
    }
    verdict_print(results, REPORT);
    return end_capture();
}

// The verdict on a race, 80 columns wide.
static char *judged(struct planted *planted, struct results *results) {
    planted_judge(planted, results);
    return captured(results, false, "80");
}

static void plant(struct planted *planted, size_t subject, const char *kernel, double median,
                  double width) {
    planted_time(planted, planted_entry(planted, subject, kernel), median, width);
}

static size_t check_width(const char *text, size_t width) {
    size_t rows = 0;
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        char row[2000];
        snprintf(row, sizeof row, "%.*s", (int)(end - line), line);
        FAIL_IF(padding_columns(row) > width, "more than %zu columns: %s", width, row);
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
    const struct result *one = results->subjects[STEPS].automatic;
    const struct result *many = results->subjects[STEPS + 2].automatic;
    char text[200];
    snprintf(text, sizeof text, "\nstep/auto/best: one box %s ns, of 1024 ",
             number_short(one->times.median).text);
    const char *row = strstr(screen, text);
    assert_non_null(row);
    if (many) {
        const struct result *single = results->subjects[STEPS + 1].automatic;
        const double scaling = single->times.median / many->times.median;
        assert_true(results_scaling(many) == scaling);
        snprintf(text, sizeof text, " threads ×%s\n", number_short(scaling).text);
        const char *found = strstr(row, text);
        assert_non_null(found);
        assert_ptr_equal(strchr(row + 1, '\n'), found + strlen(text) - 1); // in one row
    }
}

// As many reasons as a machine may have, or none.
static void set_noise(struct results *results, size_t reasons) {
    const struct noise loud = {1e6, 0.47, 1.5, 2.0, 12.0, 17.0, 9.0};
    const struct noise_reasons all = noise_judge(&loud);
    json_t *warnings = json_array();
    for (size_t i = 0; i < reasons; ++i) {
        json_array_append_new(warnings, json_string(all.text[i]));
    }
    json_object_set_new(
        results->context, "noise",
        json_pack("{s:b, s:o}", "trusted", reasons == 0 ? 1 : 0, "warnings", warnings));
}

// The last two lines: what to call, and where the report is.
static void check_end(const char *text) {
    static const char end[] = "\nfull report: " REPORT "\n";
    const size_t length = strlen(text);
    assert_true(length > sizeof end);
    assert_string_equal(text + length - (sizeof end - 1), end);
    const char *call = text + length - sizeof end;
    while (*call != '\n') {
        --call;
    }
    assert_memory_equal(call, "\ncall buoy_volume_compute(): ", 29);
}

static bool is_in_row(const char *row, const char *text) {
    const char *found = strstr(row, text);
    return found && found < strchr(row, '\n');
}

// How far from the beginning of its line a word stands.
static size_t column_of(const char *text, const char *word) {
    const char *at = strstr(text, word);
    size_t column = 0;
    assert_non_null(at);
    while (at - column > text && at[-(ptrdiff_t)column - 1] != '\n') {
        ++column;
    }
    return column;
}

// How much is said of noise, up to all reasons: the rows of what must be there make room.
TEST(one_screen) {
    for (uint64_t seed = 0; seed < (uint64_t)in_a_hurry(6, 42); ++seed) {
        const size_t reasons = (size_t)seed % (NOISE_REASONS + 1);
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, DEFAULTS, seed);
        planted_judge(&planted, &results);
        set_noise(&results, reasons);
        char *text = captured(&results, false, "80");
        check_width(text, 80);
        // The cursor takes the last row of 24, and a blank one, which may scroll, is before it all.
        assert_in_range(count_rows(text) - 1, 15, 23);
        check_headline(&results, text);
        check_end(text);
        assert_int_equal(strstr(text, "\nquiet: times spread by ") != NULL, reasons == 0);
        assert_int_equal(strstr(text, "\nNOISY: ") != NULL, reasons > 0);
        assert_int_equal(strstr(text, " faster\n") != NULL, reasons == 0);
        assert_int_equal(strstr(text, " same bits ") != NULL, reasons == 0);
        for (size_t i = 0; i < VOLUMES; ++i) {
            if (defaults[i].workload == HOT || (defaults[i].workload == CROWD && reasons < 2)) {
                const char *id = results.subjects[i].best->call;
                const char *row = row_of(text, defaults[i].workload == HOT ? "one query" : "crowds",
                                         defaults[i].mesh);
                FAIL_IF(!is_in_row(row, id), "seed %d: %s is not in the row of %s:\n%s", (int)seed,
                        id, defaults[i].mesh, text);
                assert_int_equal(strlen(defaults[i].mesh) + column_of(row, id),
                                 column_of(text, "called directly"));
            }
        }
        if (reasons < 2) { // what else there is to call
            assert_non_null(strstr(text, "\nothers, ns each: buoy_shapes_compute() "));
        }
    }
}

// Meshes that are asked for have their rows, however many.
TEST(many_meshes) {
    char names[30][8];
    struct planted_subject subjects[30];
    for (size_t i = 0; i < 30; ++i) {
        snprintf(names[i], sizeof names[i], "m%zu.obj", i);
        subjects[i] = (struct planted_subject){names[i], 12, i < 25 ? HOT : CROWD, NULL};
    }
    struct planted planted;
    struct results results;
    planted_make(&planted, subjects, 30, 7);
    char *text = judged(&planted, &results);
    for (size_t i = 0; i < 30; ++i) {
        row_of(text, i < 25 ? "\none query" : "\ncrowds", names[i]);
    }
    check_end(text);
}

// A noisy run says what to do, by the name that the program was called by.
TEST(noisy) {
    struct planted planted;
    struct results results;
    planted_make(&planted, defaults, 1, 7);
    planted_judge(&planted, &results);
    json_object_set_new(results.context, "noise",
                        json_pack("{s:b, s:[s]}", "trusted", 0, "warnings",
                                  "times spread by 9 % where 3 % is the limit"));
    cli_set_program("bench/run");
    char *text = captured(&results, false, "120");
    cli_set_program("buoybench");
    assert_non_null(strstr(text, "\nNOISY: times spread by 9 % where 3 % is the limit; run again "
                                 "when nothing else runs, or `bench/run run --cpu N`\n"));
}

// Where the published algorithm in plain C is faster, why, as far as numbers tell.
TEST(slower) {
    static const struct {
        double triangles, error, published_error;
        const char *set, *why;
    } cases[] = {
        {12, 1e-8, 1e-8, "scalar", "no vector instructions are used here\n"},
        {12, 1e-8, 2e-7, "avx2", "it errs by 1e-08, that by 2e-07\n"},
        {12, 1e-8, 9e-8, "avx2",
         "so few triangles do not fill vectors, and the call checks what it is given\n"},
        {127, 1e-8, 9e-8, "avx2",
         "so few triangles do not fill vectors, and the call checks what it is given\n"},
        {128, 1e-8, 9e-8, "avx2", "why is not known, please report it\n"},
        {12, 1e-8, 9e-8, "", NULL}, // it is not slower beyond the spreads
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct planted_subject subject = {"m.obj", (size_t)cases[i].triangles, HOT, NULL};
        struct planted planted;
        struct results results;
        planted_make(&planted, &subject, 1, 7);
        plant(&planted, 0, "volume/auto/best", 200.0, cases[i].why ? 1.0 : 200.0);
        plant(&planted, 0, "volume/catto/scalar", 180.0, 1.0);
        planted_entry(&planted, 0, "volume/auto/best")->max_error_volume = cases[i].error;
        planted_entry(&planted, 0, "volume/catto/scalar")->max_error_volume =
            cases[i].published_error;
        planted_judge(&planted, &results);
        json_object_set_new(results.context, "instruction_set", json_string(cases[i].set));
        char *text = captured(&results, false, "200");
        const char *found = strstr(text, "\nslower than volume/catto/scalar: m.obj, ×0.90: ");
        assert_int_equal(found != NULL, cases[i].why != NULL);
        FAIL_IF(found && !strstr(found, cases[i].why), "no '%s' in:\n%s", cases[i].why, text);
    }
}

// A frame beyond the budget is the library's only if the loop of fixed work beside it was not, on a
// quiet machine.
TEST(frames) {
    static const struct {
        double p99, control;
        bool noisy;
        const char *tail;
    } cases[] = {
        {999e3, 5e6, true, " (p99 999 µs)\n"},
        {8.5e6, 1e6, false, " (p99 8.50 ms, beyond the budget)\n"},
        {8.5e6, 1.1e6, false, " (p99 8.50 ms, of a loop of fixed work 1.10 ms: the machine's)\n"},
        {8.5e6, 9e5, true, " (p99 8.50 ms, of a loop of fixed work 900 µs: the machine's)\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, 1, 7);
        planted_judge(&planted, &results);
        set_noise(&results, cases[i].noisy ? 1 : 0);
        // The box's row as if it were a scene's.
        json_t *row = (json_t *)results.subjects[0].results[0]->row;
        json_object_set_new(row, "p99_ns", json_real(cases[i].p99));
        json_object_set_new(row, "control_p99_ns", json_real(cases[i].control));
        results.families[0].columns =
            json_pack("[[s, s, s], [s, s, s]]", "p99_ns", "p99", "ns", "p99_ns", "fits", "fits");
        char text[500];
        measured_sentence(&results, &results.families[0], text, sizeof text - 1);
        strcat(text, "\n");
        json_decref((json_t *)results.families[0].columns);
        results.families[0].columns = NULL;
        FAIL_IF(!strstr(text, cases[i].tail), "no '%s' in %s", cases[i].tail, text);
    }
}

// Last what to call, with its own numbers; in its row what is faster if called directly, beyond
// both spreads.
TEST(call) {
    static const struct {
        double automatic, width;
        const char *sentence, *row;
    } cases[] = {
        {272.0, 1.0, "\ncall buoy_volume_compute(): 272 ns (builtin:box, one query per call)\n",
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
        FAIL_IF(!strstr(text, cases[i].sentence) || !strstr(text, cases[i].row),
                "no '%s' or '%s' in:\n%s", cases[i].sentence, cases[i].row, text);
        assert_true((strstr(text, "36 %\n") != NULL) == (i == 0));
    }
}

// Without the library's own choice, what to call is the kernel that the first row recommends, and
// the numbers are that kernel's.
TEST(kernel) {
    for (uint64_t seed = 0; seed < (uint64_t)in_a_hurry(4, 20); ++seed) {
        struct planted planted;
        struct results results;
        planted_make(&planted, defaults, 2, seed);
        for (size_t i = 0; i < 2; ++i) {
            plant(&planted, i, "volume/auto/best", 0.0, 0.0);
        }
        char *text = judged(&planted, &results), call[100];
        const struct result *best = results.subjects[0].best;
        snprintf(call, sizeof call, "\ncall %s by buoy_kernel_find(): %s ns", best->call,
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
        const bool many = planted.race.subjects[STEPS + 2].entry_count > 0; // processors
        plant(&planted, STEPS + 1, "step/auto/best", 100.0, 1.0);
        if (!many && way == 0) {
            tests_left_out(__func__, "one processor");
        }
        if (many) {
            plant(&planted, STEPS + 2, "step/auto/best", way == 0 ? 125.0 : 80.0, 1.0);
        }
        char *text = judged(&planted, &results), sentence[100];
        snprintf(sentence, sizeof sentence, " threads ×%s\n",
                 number_short(way == 0 ? 0.8 : 1.25).text);
        FAIL_IF(many && !strstr(text, sentence), "no '%s' in:\n%s", sentence, text);
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
        assert_true((strstr(text, " 1 %\n") != NULL) == (way == 1));
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
        char *text = captured(&results, true, widths[i]);
        check_width(text, (size_t)atoi(widths[i]));
        const char *row = row_of(strstr(text, "\n\n") + 1, "\none query", subjects[0].mesh);
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
    char *narrow = captured(&results, true, "99");
    char *middle = captured(&results, true, "100");
    char *wide = captured(&results, true, "120");
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
    char *text = captured(&results, true, "100");
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
        open_capture(&capture, stdout, STDOUT_FILENO);
        table_print_sweep(&results);
        char *text = end_capture();
        FAIL_IF(!strstr(text, cases[i].text), "no '%s' in:\n%s", cases[i].text, text);
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
    char *text = captured(&results, true, "80"), sentence[100];
    snprintf(sentence, sizeof sentence, "\n%zu of %zu checks FAILED", subject->entry_count,
             subject->entry_count);
    assert_non_null(strstr(text, sentence));
    assert_null(strstr(text, "\ncall "));
    // What a kernel declines to answer is no failure.
    results.items[0].declined = true;
    text = captured(&results, true, "80");
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
    FAIL_IF(!strstr(text, " 260k  3.00 "), "not 3 in:\n%s", text);
}

// Plug-ins that are faster than all kernels of the library are named, with their errors; others are
// not.
TEST(plugins) {
    static const char counters[] = ", \"max_error_volume\": 3e-7";
    struct made_results made;
    struct results results;
    made_begin(&made, "");
    made_add_calm(&made, "volume/hierarchy/avx2/builtin:box", 100.0, counters);
    made_add_calm(&made, "volume/rival/avx2/builtin:box", 50.0, counters);
    made_add_calm(&made, "volume/hierarchy/avx2/builtin:barrel", 100.0, counters);
    made_add_calm(&made, "volume/rival/avx2/builtin:barrel", 200.0, counters);
    assert_int_equal(results_read(made_end(&made, "plugins.json"), &results), 0);
    const char *text = captured(&results, false, "120");
    const char *said = "volume/rival/avx2 (plug-in) is faster: 50.0 ns, error 3e-07 (builtin:box)";
    FAIL_IF(!strstr(text, said) || strstr(strstr(text, said) + strlen(said), "(plug-in) is faster"),
            "not just '%s' in:\n%s", said, text);
    results_free(&results);
}
