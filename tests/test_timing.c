// The counters of a timed kernel, with a harness and a counter of energy that are made up: this
// file's functions take the place of Google Benchmark's and of those that read Linux's powercap.
#include "host.h"
#include "opening.h"
#include "shim/google_benchmark.h"
#include "test.h"
#include "timing.h"

#define ITERATIONS 16
#define JOULES 3.0

struct google_benchmark_state {
    int64_t left; // bodies
};

static bool asked; // by a build that has a harness

// What was registered, in its order, and what was seen of it.
static struct registered {
    google_benchmark_function *function;
    void *context;
    int64_t at_once;   // bodies
    double nanojoules; // the counter
} all[2], *running;
static size_t count;

bool google_benchmark_initialize(int *argc, char **argv) {
    asked = true;
    argv[1] = NULL; // all flags are taken
    *argc = 1;
    return true;
}

void google_benchmark_print_flags(void) {}

bool google_benchmark_register(const char *name, google_benchmark_function *function,
                               void *context) {
    assert_true(count < 2 && strstr(name, count == 0 ? "/blocks/" : "/voxel/"));
    all[count++] = (struct registered){.function = function, .context = context};
    return true;
}

size_t google_benchmark_run(char **json) {
    for (size_t i = 0; i < count; ++i) {
        struct google_benchmark_state state = {.left = ITERATIONS};
        running = &all[i];
        running->function(&state, running->context);
    }
    *json = strdup("{\"benchmarks\": []}");
    return count;
}

bool google_benchmark_keep_running(struct google_benchmark_state *state, int64_t bodies) {
    running->at_once = bodies;
    state->left -= bodies;
    return state->left + bodies > 0;
}

int64_t google_benchmark_iterations(const struct google_benchmark_state *state) {
    (void)state;
    return ITERATIONS;
}

void google_benchmark_set_counter(struct google_benchmark_state *state, const char *name,
                                  double value, enum google_benchmark_counter kind) {
    (void)state;
    if (strcmp(name, "nj_per_body") == 0) {
        assert_int_equal(kind, GOOGLE_BENCHMARK_VALUE);
        running->nanojoules = value;
    }
}

void google_benchmark_skip(struct google_benchmark_state *state, const char *reason) {
    (void)state, (void)reason;
}

void energy_open(const char *folder, struct energy *energy) {
    (void)folder;
    *energy = (struct energy){.count = 1};
}

struct energy_reading energy_read(const struct energy *energy) {
    (void)energy;
    return (struct energy_reading){{0.0}};
}

double energy_between(const struct energy *energy, const struct energy_reading *before,
                      const struct energy_reading *after) {
    (void)energy, (void)before, (void)after;
    return JOULES;
}

// A repetition's energy is that of all its bodies. A pass over all queries is one repetition,
// unless it lasts long: then each asks some of them.
TEST(repetitions) {
    const char *kernels[] = {"volume/blocks/scalar", "volume/voxel/scalar"};
    const char *mesh = "builtin:box", *workload = "hot";
    const struct cli_strings globs = {kernels, 2}, none = {NULL, 0};
    struct race_choice choice = {.meshes = {&mesh, 1}, .workloads = {&workload, 1}};
    struct race race = {.seed = 1, .pose_count = 16, .voxels = 2048}; // which takes long
    json_t *report = NULL;
    bool done = false;
    assert_int_equal(cli_select_kernels(NULL, &globs, &choice.kernels), 0);
    assert_int_equal(race_open(&race, &choice), 0);
    const int status = timing_begin(&race, &none, &done);
    SKIP_IF(!asked, "built without Google Benchmark");
    assert_int_equal(status, 0);
    assert_int_equal(race_prepare(&race), 0);
    assert_int_equal(timing_run(&race, &report), 0);
    assert_true(all[0].at_once == 16 && all[1].at_once < 16);
    for (int i = 0; i < 2; ++i) {
        assert_true(fabs(all[i].nanojoules / (1e9 * JOULES / ITERATIONS) - 1.0) <= 1e-12);
    }
    json_decref(report);
    race_close(&race);
    cli_kernels_free(&choice.kernels);
}
