// The choice of `tune` on planted times: what its choices make of a profile, how a kernel is timed,
// and the duel: leads, ties, noise, and time's end.
#include "buoyancy_kernels.h"
#include "clock.h"
#include "dispatch/profile.h"
#include "dispatch/registry.h"
#include "duel.h"
#include "poses.h"
#include "test.h"
#include "tune.h"

enum {
    most = 4
};

// Times of candidates, in nanoseconds, and how they waver from call to call, each at its own pace.
struct planted {
    double times[most];
    double waver[most]; // as a share: a triangle wave of this height
    double drift;       // by which all times grow with each call
    size_t until;       // calls after which time is over; 0: never
    size_t before;      // the duel's
    // ---- what was seen
    size_t calls, calls_of[most];
};

static double plant(void *context, size_t candidate) {
    struct planted *planted = context;
    static const double places[] = {0.0, 0.6, -0.4, 1.0, -1.0, 0.4, -0.6};
    const size_t call = planted->calls++;
    const double place = places[(3 * candidate + planted->calls_of[candidate]++) % 7];
    return planted->times[candidate] * (1.0 + planted->waver[candidate] * place) *
           (1.0 + planted->drift * (double)call);
}

static bool is_over(void *context) {
    const struct planted *planted = context;
    return planted->until != 0 && planted->calls >= planted->until;
}

// In one go.
static void fight_at_least(struct duel *duel, const struct duel_clock *clock, size_t rounds) {
    assert_true(duel_open(duel));
    duel_go_on(duel, clock, rounds, DUEL_MOST_ROUNDS);
    duel_end(duel);
    assert_null(duel->contest);
}

static void fight(struct duel *duel, const struct duel_clock *clock) {
    fight_at_least(duel, clock, DUEL_FEWEST_ROUNDS);
}

static struct duel run(struct planted *planted, size_t count, size_t current) {
    struct duel duel = {.count = count, .current = current, .before = planted->before};
    const struct duel_clock clock = {planted, plant, is_over};
    fight(&duel, &clock);
    return duel;
}

// The fastest is chosen after the fewest rounds, wherever it stands and whatever is chosen today.
TEST(leader) {
    for (size_t fastest = 0; fastest < most; ++fastest) {
        for (size_t current = 0; current < most; ++current) {
            struct planted planted = {.waver = {0.01, 0.01, 0.01, 0.01}};
            for (size_t k = 0; k < most; ++k) {
                planted.times[k] = k == fastest ? 100.0 : 110.0;
            }
            const struct duel duel = run(&planted, most, current);
            assert_true(duel.is_decided);
            assert_int_equal(duel.chosen, fastest);
            assert_int_equal(duel.rounds, DUEL_FEWEST_ROUNDS);
            assert_true(duel.relative[fastest] == 1.0);
            assert_true(current == fastest || fabs(duel.relative[current] - 1.1) < 0.02);
        }
    }
}

// Within 1.5 % of the fastest: what is chosen today stays, and else the first in the list is taken.
TEST(level) {
    struct planted below = {.times = {101.4, 100.0, 101.4, 120.0}};
    assert_int_equal(run(&below, most, 2).chosen, 2);
    struct planted first = {.times = {101.4, 100.0, 101.4, 120.0}};
    assert_int_equal(run(&first, most, 3).chosen, 0);
    struct planted before = {.times = {101.4, 100.0, 101.4, 120.0}, .before = 2};
    assert_int_equal(run(&before, most, 3).chosen, 2);
    struct planted behind = {.times = {101.4, 100.0, 101.6, 120.0}, .before = 2};
    assert_int_equal(run(&behind, most, 3).chosen, 0);
    struct planted above = {.times = {101.6, 100.0, 101.6, 120.0}};
    assert_int_equal(run(&above, most, 2).chosen, 1);
    struct planted equal = {.times = {100.0, 100.0, 100.0, 100.0}};
    assert_int_equal(run(&equal, most, 1).chosen, 1);
}

// A lead that is smaller than the spread takes longer to find; where rounds are lost as often as
// won, it is none.
TEST(spread) {
    struct planted noisy = {.times = {115.0, 100.0}, .waver = {0.15, 0.15}};
    struct duel duel = run(&noisy, 2, 0);
    assert_int_equal(duel.chosen, 1);
    assert_in_range(duel.rounds, DUEL_MANY_ROUNDS, DUEL_MOST_ROUNDS);
    struct planted level = {.times = {101.0, 100.0}, .waver = {0.3, 0.3}};
    duel = run(&level, 2, 0);
    assert_int_equal(duel.chosen, 0);
    assert_in_range(duel.rounds, DUEL_FEWEST_ROUNDS + 1, DUEL_MOST_ROUNDS);
    struct planted clear = {.times = {200.0, 100.0}, .waver = {0.2, 0.2}};
    assert_int_equal(run(&clear, 2, 0).chosen, 1);
}

// A lead in most rounds is none if many others are lost: medians are luck where times come in
// bursts.
static double plant_bursts(void *context, size_t candidate) {
    struct planted *planted = context;
    const size_t round = planted->calls++ / 2;
    return candidate == 0 ? 100.0 : round % 15 < planted->until ? 140.0 : 60.0;
}

static bool never(void *context) {
    (void)context;
    return false;
}

TEST(bursts) {
    for (size_t lost = 0; lost <= 15; ++lost) { // of 15
        struct planted planted = {.until = lost};
        struct duel duel = {.count = 2};
        const struct duel_clock clock = {&planted, plant_bursts, never};
        fight(&duel, &clock);
        assert_int_equal(duel.chosen, lost <= 4); // from 5 on, the first rounds were enough
    }
}

// The current one is slow in the first round: the lead over what is dropped soon is told from least
// times nevertheless.
static double plant_slow_start(void *context, size_t candidate) {
    static const double times[] = {100.0, 90.0, 200.0};
    struct planted *planted = context;
    return candidate == 0 && planted->calls++ == 0 ? 250.0 : times[candidate];
}

TEST(dropped_early) {
    struct planted planted = {.until = 0};
    struct duel duel = {.count = 3};
    const struct duel_clock clock = {&planted, plant_slow_start, never};
    fight(&duel, &clock);
    assert_int_equal(duel.chosen, 1);
    assert_true(duel.relative[1] == 1.0);
    assert_true(fabs(duel.relative[2] - 200.0 / 90.0) < 1e-12);
}

// One candidate is interrupted in the first two rounds, and the fastest, unless it is that one, in
// the third. That changes neither the choice nor what is said of the others.
static double plant_interruption(void *context, size_t candidate) {
    static const double times[] = {100.0, 90.0, 250.0};
    struct planted *planted = context;
    const size_t round = planted->calls_of[candidate]++;
    const bool interrupted = candidate == planted->until ? round < 2 : candidate == 1 && round == 2;
    return times[candidate] * (interrupted ? 10.0 : 1.0);
}

TEST(interrupted) {
    for (size_t first = 0; first < 3; ++first) {
        struct planted planted = {.until = first};
        struct duel duel = {.count = 3};
        const struct duel_clock clock = {&planted, plant_interruption, never};
        fight(&duel, &clock);
        assert_int_equal(duel.chosen, 1);
        assert_true(fabs(duel.relative[2] - 250.0 / 90.0) < 1e-12);
    }
}

// A clock that gets faster once others are dropped does not change by how much they were behind.
static double plant_faster_clock(void *context, size_t candidate) {
    static const double times[] = {100.0, 90.0, 250.0};
    struct planted *planted = context;
    return times[candidate] * (planted->calls_of[candidate]++ < 3 ? 1.0 : 0.5);
}

TEST(faster_clock) {
    struct planted planted = {.until = 0};
    struct duel duel = {.count = 3};
    const struct duel_clock clock = {&planted, plant_faster_clock, never};
    fight(&duel, &clock);
    assert_int_equal(duel.chosen, 1);
    assert_int_equal(planted.calls_of[2], 3);
    assert_true(fabs(duel.relative[2] - 250.0 / 90.0) < 1e-12);
}

// After how many rounds a candidate is dropped that takes so many times as long as the fastest.
TEST(when_dropped) {
    static const struct {
        double time;
        size_t rounds;
    } cases[] = {{201.0, 3},  {199.0, 4},  {141.0, 4},
                 {139.0, 10}, {111.0, 10}, {109.0, DUEL_MOST_ROUNDS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct planted planted = {.times = {100.0, cases[i].time}};
        struct duel duel = {.count = 2};
        const struct duel_clock clock = {&planted, plant, is_over};
        fight_at_least(&duel, &clock, DUEL_MOST_ROUNDS);
        assert_int_equal(planted.calls_of[1], cases[i].rounds);
    }
}

// A neighbour on the same core makes the fastest take longer for three rounds.
static double plant_neighbour(void *context, size_t candidate) {
    struct planted *planted = context;
    const size_t round = planted->calls_of[candidate]++;
    return candidate == 0 ? 100.0 : round < 3 ? 150.0 : 90.0;
}

TEST(neighbour) {
    struct planted planted = {.until = 0};
    struct duel duel = {.count = 2};
    const struct duel_clock clock = {&planted, plant_neighbour, never};
    fight_at_least(&duel, &clock, 2 * DUEL_FEWEST_ROUNDS);
    assert_int_equal(duel.chosen, 1);
}

// In parts, what the first one saw is no verdict.
TEST(parts) {
    for (size_t lost = 0; lost <= 15; ++lost) { // of 15
        struct planted planted = {.until = lost};
        struct duel duel = {.count = 2};
        const struct duel_clock clock = {&planted, plant_bursts, never};
        assert_true(duel_open(&duel));
        duel_go_on(&duel, &clock, DUEL_FEWEST_ROUNDS, DUEL_FEWEST_ROUNDS);
        assert_int_equal(duel.rounds, DUEL_FEWEST_ROUNDS);
        duel_go_on(&duel, &clock, 3 * DUEL_FEWEST_ROUNDS, DUEL_MOST_ROUNDS);
        assert_true(duel.rounds >= 3 * (size_t)DUEL_FEWEST_ROUNDS);
        duel_end(&duel);
        assert_int_equal(duel.chosen, lost <= 5);
    }
}

// A clock that slows down makes no difference, for only times of the same round are compared.
TEST(drift) {
    struct planted planted = {.times = {100.0, 106.0, 106.0}, .drift = 0.002};
    assert_int_equal(run(&planted, 3, 1).chosen, 0);
}

// Who is far behind is not timed again; what is chosen today is, for the others are compared with
// it.
TEST(dropped) {
    struct planted planted = {.times = {500.0, 100.0, 500.0, 125.0}};
    const struct duel duel = run(&planted, most, 0);
    assert_int_equal(duel.chosen, 1);
    assert_int_equal(planted.calls_of[0], duel.rounds);
    assert_int_equal(planted.calls_of[1], duel.rounds);
    assert_int_equal(planted.calls_of[2], 3);
    assert_int_equal(planted.calls_of[3], duel.rounds);
}

// Time that ends before the fewest rounds decides nothing; after them it decides by what there is.
TEST(time_ends) {
    for (size_t until = 1; until <= 2 * DUEL_FEWEST_ROUNDS; ++until) {
        struct planted planted = {.times = {110.0, 100.0}, .until = until};
        const struct duel duel = run(&planted, 2, 0);
        assert_int_equal(planted.calls, until);
        assert_int_equal(duel.rounds, until / 2);
        assert_int_equal(duel.is_decided, until == 2 * DUEL_FEWEST_ROUNDS);
        assert_int_equal(duel.chosen, duel.is_decided ? 1 : 0);
    }
}

// An idle machine: times within 1 % of what they are, now and then an interruption, and a clock
// that changes for all candidates alike.
struct idle {
    double times[DUEL_MOST_CANDIDATES];
    uint64_t seed;
    double clock; // by which it is slow
};

static double plant_idle(void *context, size_t candidate) {
    struct idle *idle = context;
    const double interruption =
        random_between(&idle->seed, 0.0, 1.0) < 0.02 ? random_between(&idle->seed, 1.1, 10.0) : 1.0;
    if (random_between(&idle->seed, 0.0, 1.0) < 0.01) {
        idle->clock = random_between(&idle->seed, 1.0, 1.4);
    }
    return idle->times[candidate] * idle->clock * interruption *
           random_between(&idle->seed, 0.99, 1.01);
}

// What a run with that seed chooses, in parts as `tune` does.
static size_t choose_idle(const struct idle *point, size_t count, size_t current, uint64_t seed) {
    struct idle idle = *point;
    idle.seed = seed;
    struct duel duel = {.count = count, .current = current};
    const struct duel_clock clock = {&idle, plant_idle, never};
    assert_true(duel_open(&duel));
    duel_go_on(&duel, &clock, 2 * DUEL_FEWEST_ROUNDS, 2 * DUEL_FEWEST_ROUNDS);
    duel_go_on(&duel, &clock, 4 * DUEL_FEWEST_ROUNDS, DUEL_MOST_ROUNDS);
    duel_end(&duel);
    return duel.chosen;
}

// Twice on an idle machine: the same choices except within 3 %, and what is chosen is within 3 % of
// the fastest. Half of the points have candidates that are nearly level.
TEST(twice) {
    enum {
        points = 400,
        count = 12
    };
    const double tolerance = 1.03;
    uint64_t seed = 1;
    size_t differ = 0;
    for (size_t i = 0; i < points; ++i) {
        struct idle point = {.clock = 1.0};
        size_t fastest = 0;
        for (size_t k = 0; k < count; ++k) {
            point.times[k] = 100.0 * random_between(&seed, 1.0, i % 2 == 0 ? 1.06 : 2.0);
            fastest = point.times[k] < point.times[fastest] ? k : fastest;
        }
        const size_t current = random_bits(&seed) % count;
        const size_t a = choose_idle(&point, count, current, random_bits(&seed));
        const size_t b = choose_idle(&point, count, current, random_bits(&seed));
        const double times[] = {point.times[a], point.times[b], point.times[fastest]};
        assert_true(times[0] <= tolerance * times[2] && times[1] <= tolerance * times[2]);
        assert_true(times[0] <= tolerance * times[1] && times[1] <= tolerance * times[0]);
        differ += a != b;
    }
    assert_in_range(differ, 1, points / 4); // the points are hard enough to tell
}

// ----------------------------------------------------------------------------------------- choices

// What `tune` makes of its choices: ranges with limits in the middle between points, and a profile
// that the library reads as it was meant.

static const char *const ids[BUOY_PROFILE_METHODS] = {
    "volume/blocks/scalar", "volume/hierarchy/scalar", "volume/batch/scalar",
    "volume/indexed/scalar"};

// Choices of methods on all points, drawn as letters: b(locks), h(ierarchy), c(rowd).
static struct choices draw(const char *const rows[CHOICES_SIZES]) {
    struct choices choices = {.rows = CHOICES_SIZES, .columns = CHOICES_PLANES};
    for (size_t row = 0; row < CHOICES_SIZES; ++row) {
        choices.triangles[row] = choices_sizes[row];
        assert_int_equal(strlen(rows[row]), CHOICES_PLANES);
        for (size_t column = 0; column < CHOICES_PLANES; ++column) {
            const char c = rows[row][column];
            choices.choices[row][column] =
                (struct choice){.kernel = buoy_kernel_find(ids[c == 'b'   ? 0
                                                               : c == 'h' ? 1
                                                                          : 2]),
                                .is_measured = true,
                                .lead = row == 6 ? (double)NAN : 0.01 * (double)(row + column)};
        }
    }
    memcpy(choices.planes, choices_planes, sizeof choices_planes);
    return choices;
}

static const char *const drawn[CHOICES_SIZES] = {
    "bbbbcccccc", "bbbbcccccc", "bbbbbbcccc", "bbbbbbcccc", "bbbbbbcccc",
    "hhbbbbbccc", "hhbbbbbccc", "hhbbbbbbbb", "hhbbbbbbbb", "hhbbbbbccc",
    "hhhhhhhbbb", "hhhhhhhhhh", "hhhhhhhhhh", "hhhhhhhhhh"};

static size_t nearest(const size_t *points, size_t count, size_t x) {
    size_t best = 0;
    for (size_t i = 1; i < count; ++i) {
        // As ratios go, so that nothing is divided; halfway goes up.
        best = (double)x * (double)x >= (double)points[i] * (double)points[i - 1] ? i : best;
    }
    return best;
}

static const char *kernel_for(const struct buoy_profile_table *table, size_t triangles,
                              size_t planes) {
    return buoy_profile_kernel_of(buoy_profile_choice(table, (uint32_t)triangles, planes))->id;
}

// Any query is answered as its nearest point, except that batch ends at 512 triangles.
TEST(nearest) {
    const struct choices points = draw(drawn);
    struct choices ranges = points;
    choices_make_ranges(&ranges);
    const struct choices_all all = {{{ranges, ranges}, {ranges, ranges}}};
    char *text = choices_write(&all);
    struct buoy_text_file file;
    struct buoy_profile profile;
    struct buoy_error error;
    assert_non_null(text);
    buoy_text_file_from_memory(&file, text, strlen(text));
    FAIL_IF(buoy_profile_parse(&file, "text", &profile, &error) != BUOY_OK, "%s\n%s", error.message,
            text);
    for (size_t triangles = 1; triangles < 30000; triangles += 1 + triangles / 100) {
        for (size_t planes = 1; planes < 1100; planes += 1 + planes / 20) {
            const size_t row = nearest(points.triangles, CHOICES_SIZES, triangles);
            const size_t column = nearest(points.planes, CHOICES_PLANES, planes);
            const char *expected = points.choices[row][column].kernel->id;
            if (triangles > BUOY_PROFILE_BATCH_TRIANGLES && triangles < 1000) {
                expected = points.choices[10][column].kernel->id; // the next row's
            }
            for (int i = 0; i < 4; ++i) {
                assert_string_equal(kernel_for(&profile.tables[i / 2][i % 2], triangles, planes),
                                    expected);
            }
        }
    }
    free(text);
}

// Equal rows and columns are one, with the least lead.
TEST(joined) {
    struct choices ranges = draw(drawn);
    ranges.choices[1][1].is_measured = false;
    choices_make_ranges(&ranges);
    static const size_t triangles[] = {0, 34, 134, 257, 448, 513, 1582};
    static const size_t planes[] = {0, 3, 5, 10, 14};
    assert_int_equal(ranges.rows, sizeof triangles / sizeof *triangles);
    assert_int_equal(ranges.columns, sizeof planes / sizeof *planes);
    assert_memory_equal(ranges.triangles, triangles, sizeof triangles);
    assert_memory_equal(ranges.planes, planes, sizeof planes);
    assert_false(ranges.choices[0][0].is_measured);
    assert_true(ranges.choices[1][0].is_measured);
    assert_true(ranges.choices[1][2].lead == 0.01 * 6.0);
    assert_true(isnan(ranges.choices[2][0].lead) == false); // a number, if one of them is
}

// The largest table there can be fits into a file.
TEST(largest) {
    const char *rows[CHOICES_SIZES];
    for (size_t row = 0; row < CHOICES_SIZES; ++row) {
        rows[row] = row % 2 ? "hbhbhbhbhb" : "bhbhbhbhbh";
    }
    struct choices ranges = draw(rows);
    choices_make_ranges(&ranges);
    assert_int_equal(ranges.rows, CHOICES_SIZES);
    assert_int_equal(ranges.columns, CHOICES_PLANES);
    const struct choices_all all = {{{ranges, ranges}, {ranges, ranges}}};
    char *text = choices_write(&all);
    assert_int_equal(buoy_profile_load_text(text, strlen(text), NULL), BUOY_OK);
    assert_true(strlen(text) < BUOY_PROFILE_MOST_BYTES / 2);
    buoy_profile_unload();
    free(text);
}

// The built-in rule, on both sides of its limits.
TEST(built_in) {
    static const struct {
        bool cold, compact;
        size_t triangles, planes;
        const char *method;
    } cases[] = {
        {false, true, 12, 1, "indexed"},  {false, false, 41, 1, "indexed"},
        {true, true, 40, 5, "indexed"},   {false, false, 40, 6, "batch"},
        {true, true, 41, 6, "indexed"},   {true, true, 64, 7, "indexed"},
        {true, true, 64, 8, "batch"},     {true, true, 65, 15, "indexed"},
        {true, true, 65, 16, "batch"},    {true, true, 16, 4, "indexed"},
        {true, false, 65, 15, "indexed"}, {true, true, 16, 5, "batch"},
        {false, true, 128, 16, "batch"},  {false, true, 129, 16, "indexed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct buoy_kernel *kernel =
            choices_built_in(cases[i].cold, cases[i].compact, cases[i].triangles, cases[i].planes);
        assert_string_equal(kernel->method->name, cases[i].method);
    }
}

// ------------------------------------------------------------------------------------------- stand

// How `tune` times a kernel: all poses equally often, and in moments in which nothing disturbs it.

// What the planted kernels see.
static struct {
    const struct buoy_plane *first;
    size_t asked[STAND_MOST_PLANES]; // by the first plane of a call
} seen;

static double now(void) {
    return clock_wall();
}

static void count_calls(const struct buoy_volume_query *query, struct buoy_volume *results) {
    (void)results;
    ++seen.asked[query->planes - seen.first];
}

// Ten microseconds a call; thirty for three quarters of each millisecond, as beside a
// stand_neighbour; and now and then an interruption.
#define UNDISTURBED 10e-6
static void call_beside_a_neighbour(const struct buoy_volume_query *query,
                                    struct buoy_volume *results) {
    static size_t calls;
    (void)query;
    (void)results;
    const double seconds = ++calls % 10 == 0             ? 1.1e-3
                           : fmod(now(), 1e-3) < 0.75e-3 ? 3.0 * UNDISTURBED
                                                         : UNDISTURBED;
    const double began = now();
    while (now() - began < seconds) {
    }
}

// Some poses cost more than others: every slice has all of them, whatever a call takes.
static void expect_all_poses(struct stand *stand, size_t poses, size_t planes) {
    const struct buoy_kernel counting = {.volume = count_calls};
    size_t queries = 0;
    memset(&seen, 0, sizeof seen);
    seen.first = stand->planes;
    assert_true(stand_time(stand, &counting, planes, false, &queries) > 0.0);
    for (size_t k = 0; k < STAND_MOST_PLANES; ++k) {
        const bool begins = k % planes == 0 && (k == 0 || k + planes <= poses);
        assert_int_equal(seen.asked[k], begins ? seen.asked[0] : 0);
    }
    assert_true(seen.asked[0] >= queries / planes / (poses / planes + 1));
}

TEST(all_poses) {
    static const struct {
        const char *mesh;
        size_t poses;
    } bodies[] = {{"builtin:box", POSES_DEFAULT},
                  {"builtin:barrel:996", POSES_DEFAULT},
                  {"builtin:barrel:1004", 64}};
    static const size_t planes[] = {1, 3, 64, POSES_DEFAULT, STAND_MOST_PLANES};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct stand stand;
        assert_int_equal(stand_open(&stand, bodies[i].mesh), 0);
        for (size_t k = 0; k < sizeof planes / sizeof *planes; ++k) {
            expect_all_poses(&stand, bodies[i].poses, planes[k]);
        }
        stand_close(&stand);
    }
}

// Not always, because the machine may be busy indeed; but a mean is never as fast, and few slices
// seldom are.
TEST(stand_neighbour) {
    struct stand stand;
    const struct buoy_kernel disturbed = {.volume = call_beside_a_neighbour};
    const size_t planes = POSES_DEFAULT;
    size_t queries = 0, undisturbed = 0;
    assert_int_equal(stand_open(&stand, "builtin:box"), 0);
    for (int i = 0; i < 30; ++i) {
        const double seconds =
            1e-9 * (double)planes * stand_time(&stand, &disturbed, planes, false, &queries);
        assert_true(seconds >= 0.999 * UNDISTURBED);
        undisturbed += seconds < 1.5 * UNDISTURBED;
    }
    stand_close(&stand);
    assert_in_range(undisturbed, 24, 30);
}
