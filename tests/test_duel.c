// The choice of `tune` on planted times: leads, ties, noise, and time's end.
#include "duel.h"
#include "poses.h"
#include "test.h"

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
