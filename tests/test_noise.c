// When a machine is called noisy: every limit from both sides, and what is unknown is not held
// against it.
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
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

// ------------------------------------------------------------------------------------------ energy

// Energy, from a folder as Linux's powercap has it.

static void write_package(const char *package, const char *name, const char *microjoules) {
    char path[100];
    mkdir(scratch_path(package), 0777);
    snprintf(path, sizeof path, "%s/name", package);
    scratch_write_text(path, name);
    snprintf(path, sizeof path, "%s/max_energy_range_uj", package);
    scratch_write_text(path, "10000000\n");
    snprintf(path, sizeof path, "%s/energy_uj", package);
    scratch_write_text(path, microjoules);
}

TEST(packages) {
    struct energy energy;
    energy_open(scratch_folder(), &energy);
    assert_int_equal(energy.count, 0);
    const struct energy_reading none = energy_read(&energy);
    assert_true(isnan(energy_between(&energy, &none, &none)));

    write_package("intel-rapl:0", "package-0\n", "2500000\n");
    write_package("intel-rapl:0:0", "core\n", "1000000\n"); // within the package
    write_package("intel-rapl:1", "package-1\n", "9000000\n");
    write_package("intel-rapl:2", "psys\n", "1\n"); // all of the machine
    energy_open(scratch_folder(), &energy);
    assert_int_equal(energy.count, 2);
    const struct energy_reading before = energy_read(&energy);
    write_package("intel-rapl:0", "package-0\n", "3000000\n");
    write_package("intel-rapl:1", "package-1\n", "1000000\n"); // begun anew
    const struct energy_reading after = energy_read(&energy);
    assert_true(fabs(energy_between(&energy, &before, &after) - 2.5) < 1e-9);
    assert_true(energy_between(&energy, &before, &before) == 0.0);

    assert_int_equal(unlink(scratch_path("intel-rapl:1/energy_uj")), 0); // not readable any more
    const struct energy_reading lost = energy_read(&energy);
    assert_true(isnan(energy_between(&energy, &before, &lost)));
}

// ------------------------------------------------------------------------------------------- cores

// Kinds of cores, from folders as Linux has them.

static void write_number(const char *machine, size_t processor, const char *file, int number) {
    char folder[200], path[300], text[20];
    const char *parts[] = {"", "/system", "/system/cpu", "/system/cpu/cpu%zu",
                           "/system/cpu/cpu%zu/cpufreq"};
    for (size_t i = 0; i < COUNT_OF(parts); ++i) {
        snprintf(path, sizeof path, "%s%s", machine, parts[i]);
        char *place = strstr(path, "%zu");
        if (place) {
            char rest[40];
            snprintf(rest, sizeof rest, "%s", place + 3);
            snprintf(place, sizeof path - (size_t)(place - path), "%zu%s", processor, rest);
        }
        mkdir(scratch_path(path), 0777);
    }
    snprintf(folder, sizeof folder, "%s/system/cpu/cpu%zu/%s", machine, processor, file);
    snprintf(text, sizeof text, "%d\n", number);
    scratch_write_text(folder, text);
}

static void expect_kind(const struct core_kind *kind, const char *name, size_t first, size_t last) {
    assert_string_equal(kind->name, name);
    assert_int_equal(kind->count, last - first + 1);
    for (size_t i = 0; i <= PROCESSORS_MOST; ++i) {
        assert_int_equal(kind->has[i], i >= first && i <= last);
    }
}

static struct core_kinds kinds;

TEST(intel) {
    static const char *const folders[] = {"intel", "intel/cpu_core", "intel/cpu_atom"};
    for (size_t i = 0; i < COUNT_OF(folders); ++i) {
        mkdir(scratch_path(folders[i]), 0777);
    }
    scratch_write_text("intel/cpu_core/cpus", "0-3,4,5-15\n");
    cores_find(scratch_path("intel"), &kinds);
    assert_int_equal(kinds.count, 0); // one kind is none
    scratch_write_text("intel/cpu_atom/cpus", "16-23\n");
    cores_find(scratch_path("intel"), &kinds);
    assert_int_equal(kinds.count, 2);
    expect_kind(&kinds.kinds[0], "P", 0, 15);
    expect_kind(&kinds.kinds[1], "E", 16, 23);
}

// Little cores are numbered first; three kinds.
TEST(arm) {
    static const int capacities[] = {250, 250, 250, 250, 870, 870, 870, 1024};
    for (size_t i = 0; i < COUNT_OF(capacities); ++i) {
        write_number("arm", i, "cpu_capacity", capacities[i]);
    }
    cores_find(scratch_path("arm"), &kinds);
    assert_int_equal(kinds.count, 3);
    expect_kind(&kinds.kinds[0], "1024", 7, 7);
    expect_kind(&kinds.kinds[1], "870", 4, 6);
    expect_kind(&kinds.kinds[2], "250", 0, 3);
}

// Favoured cores of one kind differ by a few percent, compact ones by more: on either side of 15 %.
TEST(clocks) {
    for (size_t i = 0; i < 8; ++i) {
        write_number("alike", i, "cpufreq/cpuinfo_max_freq", i < 4 ? 4599000 : 4000000);
        write_number("apart", i, "cpufreq/cpuinfo_max_freq", i < 4 ? 4601000 : 4000000);
        write_number("apart", i, "cpu_capacity", 1024);
    }
    cores_find(scratch_path("alike"), &kinds);
    assert_int_equal(kinds.count, 0);
    cores_find(scratch_path("apart"), &kinds);
    assert_int_equal(kinds.count, 2);
    expect_kind(&kinds.kinds[0], "4601MHz", 0, 3);
    expect_kind(&kinds.kinds[1], "4000MHz", 4, 7);
}

TEST(nothing) {
    cores_find(scratch_path("none"), &kinds);
    assert_int_equal(kinds.count, 0);
}

// On this machine: each kind into a folder of its own, or the one kind as ever.
TEST(each_core_type) {
    struct outcome outcome =
        child_run(CHILD("run", "--mesh", "builtin:box", "--kernel", "volume/catto/scalar",
                        "--poses", "4", "--out", scratch_path("each"), "--each-core-type", "--",
                        "--benchmark_repetitions=1", "--benchmark_min_time=0.0001"));
    SKIP_IF(strstr(outcome.error, "without Google Benchmark"), "built without Google Benchmark");
    assert_int_equal(outcome.exit_code, 0);
    assert_true(strstr(outcome.output, "side by side") || strstr(outcome.error, "of one kind"));
    char *page = read_file(scratch_path("each/index.html"));
    assert_non_null(page);
    expect_refusal(CHILD("run", "--cpu", "0", "--each-core-type"),
                   "--cpu and --each-core-type exclude each other");
}
