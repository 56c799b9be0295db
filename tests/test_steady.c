// The steady loop of `profile`: it asks all queries in turn, in whole calls, for as long as wanted,
// and ends when it is interrupted.
#include <signal.h>

#include "profile_report.h"
#include "test.h"

#define QUERIES 12
#define PER_CALL 4

// What the loop asked.
static size_t asked[QUERIES], asked_in_all, next_begin, interrupt_after;

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    (void)kernel;
    (void)scratch;
    (void)answers;
    assert_int_equal(begin, next_begin);
    assert_true(begin < end && end <= queries->count);
    assert_int_equal(begin % PER_CALL, 0);
    assert_int_equal(end % PER_CALL, 0);
    next_begin = end % queries->count;
    for (size_t i = begin; i < end; ++i) {
        ++asked[i];
        ++asked_in_all;
    }
    if (interrupt_after > 0 && asked_in_all >= interrupt_after) {
        interrupt_after = 0;
        raise(SIGINT);
    }
}

static const struct family family = {.name = "played", .ask = ask};
static const struct counters_system no_counters = {.missing = "none here"};

static struct steady_result loop(double seconds) {
    const struct race_subject subject = {
        .queries = {.family = &family, .count = QUERIES, .per_call = PER_CALL}};
    const struct race_entry entry = {.subject = &subject};
    struct steady_result result;
    memset(asked, 0, sizeof asked);
    asked_in_all = next_begin = 0;
    steady_run(&entry, seconds, &no_counters, &result);
    return result;
}

TEST(all_in_turn) {
    const struct steady_result result = loop(0.01);
    assert_false(result.interrupted);
    assert_true(result.seconds >= 0.01);
    assert_true(result.cpu_seconds > 0.0);
    assert_true(result.bodies >= PER_CALL && result.bodies <= (double)asked_in_all);
    for (size_t i = 0; i < QUERIES; ++i) {
        assert_in_range(asked[0] - asked[i], 0, 1);
    }
    assert_string_equal(result.counters.reason, "none here");
}

TEST(interruption) {
    interrupt_after = 1; // while it still looks for the length of a batch
    struct steady_result result = loop(60.0);
    assert_true(result.interrupted && result.bodies > 0.0);
    assert_true(result.seconds < 30.0);
    loop(0.002);
    interrupt_after = 2 * asked_in_all; // later
    result = loop(60.0);
    assert_true(result.interrupted && result.bodies > 0.0);
    assert_true(result.seconds < 30.0);
}

static void leave_alone(int signal_number) {
    (void)signal_number;
}

// The caller's own way with SIGINT is back afterwards.
TEST(handler_is_restored) {
    struct sigaction mine = {.sa_handler = leave_alone}, found;
    sigemptyset(&mine.sa_mask);
    sigaction(SIGINT, &mine, NULL);
    loop(0.001);
    sigaction(SIGINT, NULL, &found);
    assert_true(found.sa_handler == leave_alone);
    mine.sa_handler = SIG_DFL;
    sigaction(SIGINT, &mine, NULL);
}
