// Kinds of cores, from folders as Linux has them.
#include <sys/stat.h>

#include "child.h"
#include "host.h"
#include "test.h"

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
    struct outcome outcome = child_run(&(struct child){
        .arguments = {"run", "--mesh", "builtin:box", "--kernel", "volume/catto/scalar", "--poses",
                      "4", "--out", scratch_path("each"), "--each-core-type", "--",
                      "--benchmark_repetitions=1", "--benchmark_min_time=0.0001"}});
    if (strstr(outcome.error, "without Google Benchmark")) {
        SKIP("built without Google Benchmark");
    }
    assert_int_equal(outcome.exit_code, 0);
    assert_true(strstr(outcome.output, "side by side") || strstr(outcome.error, "of one kind"));
    char *page = read_file(scratch_path("each/index.html"));
    assert_non_null(page);
    expect_refusal(&(struct child){.arguments = {"run", "--cpu", "0", "--each-core-type"}},
                   "--cpu and --each-core-type exclude each other");
}
