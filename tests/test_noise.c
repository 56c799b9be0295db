// When a machine is called noisy: every limit from both sides, and what is unknown is not held
// against it.
#include "host.h"
#include "test.h"

static const struct noise quiet = {
    .load_average = 1.0,
    .cpu_share = 1.0,
    .others = 0.0,
    .cpus = 2.0,
    .steal_percent = 0.0,
    .clock_percent = 0.0,
    .spread_percent = 0.5,
};

static void expect_reason(const struct noise *noise, const char *reason) {
    const struct noise_reasons reasons = noise_judge(noise);
    assert_int_equal(reasons.count, reason ? 1 : 0);
    assert_true(!reason || strstr(reasons.text[0], reason));
}

static void expect_limit(double *figure, struct noise *noise, double limit, double beyond,
                         const char *reason) {
    *noise = quiet;
    *figure = limit;
    expect_reason(noise, NULL);
    *figure = nextafter(limit, beyond);
    expect_reason(noise, reason);
}

TEST(limits) {
    struct noise noise;
    expect_limit(&noise.cpu_share, &noise, NOISE_LEAST_CPU_SHARE, 0.0,
                 "had the CPU 97 % of the time where 97 % is the least");
    expect_limit(&noise.others, &noise, NOISE_MOST_OTHERS * quiet.cpus, HUGE_VAL,
                 "other programs kept 0.2 of 2 CPUs busy where 0.2 is the limit");
    expect_limit(&noise.steal_percent, &noise, NOISE_MOST_STEAL_PERCENT, HUGE_VAL,
                 "hypervisor took 1 % of CPU time where 1 % is the limit");
    expect_limit(&noise.clock_percent, &noise, NOISE_MOST_CLOCK_PERCENT, HUGE_VAL,
                 "clock changed by 5 % where 5 % is the limit");
    expect_limit(&noise.spread_percent, &noise, NOISE_MOST_SPREAD_PERCENT, HUGE_VAL,
                 "times spread by 3 % where 3 % is the limit");
}

// All reasons at once fit, and are in the file.
TEST(all) {
    const struct noise loud = {1e6, 0.0, 1e3, 1e3, 100.0, 1e9, 1e9};
    const struct noise_reasons reasons = noise_judge(&loud);
    assert_int_equal(reasons.count, NOISE_REASONS);
    for (size_t i = 0; i < reasons.count; ++i) {
        assert_true(strstr(reasons.text[i], " is the limit") || strstr(reasons.text[i], " least"));
    }
    json_t *object = noise_describe(&loud);
    assert_true(json_is_false(json_object_get(object, "trusted")));
    assert_int_equal(json_array_size(json_object_get(object, "warnings")), NOISE_REASONS);
    json_decref(object);
    object = noise_describe(&quiet);
    assert_true(json_is_true(json_object_get(object, "trusted")));
    assert_int_equal(json_array_size(json_object_get(object, "warnings")), 0);
    json_decref(object);
}

TEST(unknown) {
    const double unknown = (double)NAN;
    const struct noise noise = {unknown, unknown, unknown, unknown, unknown, unknown, unknown};
    expect_reason(&noise, NULL);
    json_t *object = noise_describe(&noise);
    assert_true(json_is_null(json_object_get(object, "load_average")));
    assert_true(json_is_true(json_object_get(object, "trusted")));
    json_decref(object);
}

// Two CPUs for ten seconds: we had one for eight, others had six seconds, the hypervisor one.
TEST(readings) {
    const struct noise_counters begin = {100.0, 5.0, 1000.0, 10.0, 3000.0, 2000.0, 0.7};
    const struct noise_counters end = {110.0, 13.0, 1014.0, 11.0, 3020.0, 2100.0, 0.9};
    const struct noise noise = noise_between(&begin, &end);
    assert_true(fabs(noise.cpu_share - 0.8) < 1e-12);
    assert_true(fabs(noise.others - 0.6) < 1e-12);
    assert_true(fabs(noise.cpus - 2.0) < 1e-12);
    assert_true(fabs(noise.steal_percent - 5.0) < 1e-12);
    assert_true(fabs(noise.clock_percent - 5.0) < 1e-9);
    assert_true(noise.load_average == 0.7);
    assert_true(isnan(noise.spread_percent));
    // Clocks of different grain must not make less than nobody busy.
    struct noise_counters idle = end;
    idle.busy = begin.busy + 7.9;
    assert_true(noise_between(&begin, &idle).others == 0.0);
}

// In less than a second, the system's ticks say nothing; in a second they do.
TEST(short) {
    const struct noise_counters begin = {100.0, 5.0, 1000.0, 10.0, 3000.0, 2000.0, 0.7};
    struct noise_counters end = {101.0, 5.5, 1001.5, 10.1, 3002.0, 2000.0, 0.7};
    assert_true(fabs(noise_between(&begin, &end).others - 1.0) < 1e-12);
    end.clock = nextafter(101.0, 0.0);
    const struct noise noise = noise_between(&begin, &end);
    assert_true(isnan(noise.others) && isnan(noise.steal_percent) && isnan(noise.cpus));
    assert_true(noise.cpu_share > 0.4);
}

// What this system says makes sense.
TEST(reading) {
    const struct noise_counters begin = noise_read();
    struct noise_counters end = noise_read();
    while (end.own - begin.own < 0.02) { // works, so that there is something to count
        end = noise_read();
    }
    assert_true(end.clock > begin.clock);
    assert_true(end.own > begin.own);
    assert_true(!(end.busy < begin.busy) && !(end.total < begin.total));
    const struct noise noise = noise_between(&begin, &end);
    assert_true(noise.cpu_share > 0.0 && noise.cpu_share < 1.1);
}
