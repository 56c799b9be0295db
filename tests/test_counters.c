// The processor's counters, on machines that these tests play: what can be read is passed on as it
// is, and whatever cannot be read is explained and never made up.
#include <errno.h>

#include "counters.h"
#include "test.h"

// A machine: what it refuses, how many counters run together, what they count.
static struct {
    int errors[COUNTER_COUNT]; // 0: opens
    int paranoid;
    size_t room;          // counters that run together; more never do
    uint64_t rate_wanted; // nanoseconds per run
    uint64_t rate_ran;    // of which it counted
    size_t turns_off;     // trials in which others have the counters
    bool unreadable, does_not_start;
    bool idle; // runs for a moment, but counts nothing
    // ----
    bool open[COUNTER_COUNT];
    uint64_t wanted, ran;
    size_t starts, closed;
} machine;

static const uint64_t counts[COUNTER_COUNT] = {4000, 10000, 30, 20};

static size_t count_open(void) {
    size_t count = 0;
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        count += machine.open[i];
    }
    return count;
}

static int open_counter(enum counter counter, int group) {
    // The first one leads; its descriptor is 100.
    assert_int_equal(group, counter == COUNTER_CYCLES ? -1 : 100);
    if (machine.errors[counter] != 0) {
        return -machine.errors[counter];
    }
    machine.open[counter] = true;
    return 100 + (int)counter;
}

static int start(int group) {
    assert_int_equal(group, 100);
    ++machine.starts;
    return machine.does_not_start ? -EINVAL : 0;
}

static int stop(int group) {
    assert_int_equal(group, 100);
    machine.wanted += machine.rate_wanted;
    const bool runs = count_open() <= machine.room && machine.starts > machine.turns_off;
    machine.ran += runs ? machine.rate_ran : 0;
    return 0;
}

static bool read_numbers(int group, uint64_t *numbers, size_t count) {
    assert_int_equal(group, 100);
    assert_int_equal(count, 3 + count_open());
    size_t next = 3;
    numbers[0] = count_open();
    numbers[1] = machine.wanted;
    numbers[2] = machine.ran;
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        if (machine.open[i]) {
            numbers[next++] = machine.idle ? 0 : counts[i];
        }
    }
    return !machine.unreadable;
}

static void close_counter(int descriptor) {
    assert_in_range(descriptor, 100, 100 + COUNTER_COUNT - 1);
    assert_true(machine.open[descriptor - 100]);
    machine.open[descriptor - 100] = false;
    ++machine.closed;
}

static int paranoid(void) {
    return machine.paranoid;
}

static const struct counters_system played = {
    .open = open_counter,
    .start = start,
    .stop = stop,
    .read = read_numbers,
    .close = close_counter,
    .paranoid = paranoid,
};

static int reset(void **state) {
    (void)state;
    memset(&machine, 0, sizeof machine);
    machine.paranoid = 2;
    machine.room = COUNTER_COUNT;
    machine.rate_wanted = machine.rate_ran = 1000000;
    return 0;
}

static struct counters_reading count_once(void) {
    struct counters counters;
    struct counters_reading reading;
    counters_open(&played, &counters);
    counters_start(&counters);
    counters_stop(&counters, &reading);
    counters_close(&counters);
    assert_int_equal(count_open(), 0);
    return reading;
}

static void expect_none(const struct counters_reading *reading, const char *reason) {
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        assert_false(reading->known[i]);
        assert_true(reading->values[i] == 0.0);
    }
    assert_non_null(strstr(reading->reason, reason));
}

TEST(all_are_read) {
    const struct counters_reading reading = count_once();
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        assert_true(reading.known[i]);
        assert_true(reading.values[i] == (double)counts[i]);
    }
    assert_true(reading.share == 1.0);
    assert_string_equal(reading.reason, "");
}

// Values are scaled to the whole time, and the reader is told.
TEST(shared_counters_are_scaled) {
    machine.rate_ran = machine.rate_wanted / 4;
    const struct counters_reading reading = count_once();
    assert_true(reading.values[COUNTER_CYCLES] == 4.0 * (double)counts[COUNTER_CYCLES]);
    assert_true(reading.values[COUNTER_L1D_MISSES] == 4.0 * (double)counts[COUNTER_L1D_MISSES]);
    assert_non_null(strstr(reading.reason, "scaled up: the counters ran in 25 % of the time"));
}

// A tenth of a percent is the limit.
TEST(nearly_all_the_time_is_all) {
    machine.rate_ran = machine.rate_wanted - 900;
    assert_string_equal(count_once().reason, "");
    machine.rate_ran = machine.rate_wanted - 1100;
    assert_non_null(strstr(count_once().reason, "scaled"));
}

TEST(refusals) {
    static const struct {
        int error, paranoid;
        const char *reason;
    } refusals[] = {
        {EACCES, 3, "kernel.perf_event_paranoid is 3"},
        {EPERM, 4, "kernel.perf_event_paranoid is 4"},
        {EPERM, 2, "container"},
        {ENOENT, 2, "virtual machines"},
        {EOPNOTSUPP, 2, "virtual machines"},
        {ENOSYS, -1, "no perf_event_open()"},
        {EMFILE, 2, "too many files"},
        {EBUSY, 2, "reserved"},
        {EINVAL, 2, "Invalid argument"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; ++i) {
        for (int which = COUNTER_CYCLES; which <= COUNTER_INSTRUCTIONS; ++which) {
            reset(NULL);
            machine.errors[which] = refusals[i].error;
            machine.paranoid = refusals[i].paranoid;
            const struct counters_reading reading = count_once();
            expect_none(&reading, refusals[i].reason);
            assert_int_equal(machine.starts, 0);
        }
    }
}

// Cycles and instructions are worth having alone.
TEST(some_are_missing) {
    machine.errors[COUNTER_L1D_MISSES] = ENOENT;
    struct counters_reading reading = count_once();
    assert_true(reading.known[COUNTER_CYCLES] && reading.known[COUNTER_BRANCH_MISSES]);
    assert_false(reading.known[COUNTER_L1D_MISSES]);
    assert_non_null(strstr(reading.reason, "not counted: l1d_misses ("));

    reset(NULL);
    machine.errors[COUNTER_BRANCH_MISSES] = ENOENT;
    reading = count_once();
    assert_false(reading.known[COUNTER_BRANCH_MISSES]);
    assert_true(reading.values[COUNTER_L1D_MISSES] == (double)counts[COUNTER_L1D_MISSES]);
}

// A group that is too large never runs; fewer counters may.
TEST(few_counters) {
    machine.room = 2;
    struct counters_reading reading = count_once();
    assert_true(reading.known[COUNTER_INSTRUCTIONS]);
    assert_false(reading.known[COUNTER_BRANCH_MISSES] || reading.known[COUNTER_L1D_MISSES]);
    assert_non_null(strstr(reading.reason, "branch_misses, l1d_misses (too few counters"));

    reset(NULL);
    machine.room = 1;
    reading = count_once();
    expect_none(&reading, "never ran");
}

TEST(starved_while_counting) {
    struct counters counters;
    struct counters_reading reading;
    counters_open(&played, &counters);
    machine.room = 0; // another program takes them now
    counters_start(&counters);
    counters_stop(&counters, &reading);
    counters_close(&counters);
    expect_none(&reading, "did not run");
}

TEST(unreadable) {
    struct counters counters;
    struct counters_reading reading;
    counters_open(&played, &counters);
    counters_start(&counters);
    machine.unreadable = true;
    counters_stop(&counters, &reading);
    counters_close(&counters);
    expect_none(&reading, "cannot be read");
}

TEST(does_not_start) {
    struct counters counters;
    struct counters_reading reading;
    counters_open(&played, &counters);
    machine.does_not_start = true;
    counters_start(&counters);
    counters_stop(&counters, &reading);
    counters_close(&counters);
    expect_none(&reading, "do not start");
}

TEST(system_without_counters) {
    static const struct counters_system none = {.missing = "no counters here"};
    struct counters counters;
    struct counters_reading reading;
    counters_open(&none, &counters);
    counters_start(&counters);
    counters_stop(&counters, &reading);
    counters_close(&counters);
    expect_none(&reading, "no counters here");
}

// Whatever this machine lets one read: numbers that can be, or a reason.
TEST(this_machine) {
    struct counters counters;
    struct counters_reading reading;
    counters_open(&counters_of_machine, &counters);
    counters_start(&counters);
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 1000000; ++i) {
        sum = sum + i;
    }
    counters_stop(&counters, &reading);
    counters_close(&counters);
    if (reading.known[COUNTER_INSTRUCTIONS]) {
        assert_true(reading.values[COUNTER_INSTRUCTIONS] > 2e6); // at least load, add, store
        assert_true(reading.values[COUNTER_CYCLES] > 0.0);
    } else {
        assert_true(strlen(reading.reason) > 10);
        print_message("counters: %s\n", reading.reason);
    }
}

// Counters that are shared take turns: a first trial may see none of the group's.
TEST(turns) {
    machine.turns_off = 1;
    const struct counters_reading reading = count_once();
    assert_true(reading.known[COUNTER_L1D_MISSES]);
    assert_string_equal(reading.reason, "");
}

// The kernel says of a group without room that it ran while it tried. Zeros are no counts.
TEST(zeros) {
    machine.idle = true;
    struct counters_reading reading = count_once();
    expect_none(&reading, "the counters never ran");
    machine.idle = false;
    struct counters counters;
    counters_open(&played, &counters);
    counters_start(&counters);
    machine.idle = true;
    counters_stop(&counters, &reading);
    counters_close(&counters);
    expect_none(&reading, "the counters did not run");
}

// A counter that never opened is not closed for want of room, and its own reason stays if the
// others have room.
TEST(room_without_one) {
    machine.errors[COUNTER_L1D_MISSES] = ENOENT;
    machine.room = 3;
    struct counters_reading reading = count_once();
    assert_true(reading.known[COUNTER_BRANCH_MISSES]);
    assert_null(strstr(reading.reason, "too few"));
    machine.room = 2;
    machine.starts = machine.closed = 0;
    reading = count_once();
    assert_true(reading.known[COUNTER_INSTRUCTIONS] && !reading.known[COUNTER_BRANCH_MISSES]);
    assert_non_null(strstr(reading.reason, "too few"));
    assert_int_equal(machine.closed, 3);
}

TEST_EACH(reset, NULL)

// Numbers of a group are read whole or not at all, by this machine's own reader, from a file.
TEST(numbers) {
    static const uint64_t written[3] = {2, 1u << 20, UINT64_MAX};
    SKIP_IF(!counters_of_machine.read, counters_of_machine.missing);
    for (size_t count = 1; count <= 4; ++count) {
        uint64_t numbers[4] = {0};
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_int_equal(fwrite(written, sizeof *written, 3, file), 3);
        rewind(file);
        assert_int_equal(counters_of_machine.read(fileno(file), numbers, count), count <= 3);
        assert_memory_equal(numbers, written, (count < 3 ? count : 3) * sizeof *written);
        fclose(file);
    }
}
