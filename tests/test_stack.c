// The stack that calls of the library take, found on a painted stack: no more than buoyancy.h says.
#include "test.h"

#ifdef __linux__
#include <pthread.h>

#include "base/memory.h"
#include "body.h"
#include "broken.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_forces.h"
#include "buoyancy_polygon.h"
#include "drifting.h"
#include "everything.h"
#include "pressing.h"
#include "stepping.h"

// What buoyancy.h documents, in KiB, by the beginning of the call's name or the kernel's; the first
// that fits counts.
static const struct {
    const char *begins;
    size_t most;
} documented[] = {
    {"motion_", 128},
    {"buoy_water_forces, one part", 20},
    {"buoy_water_forces", 40},
    {"step/", 40},
    {"shapes/", 96},
    {"buoy_equilibria", 32},
    {"", 24},
};
enum {
    documented_count = sizeof documented / sizeof *documented
};

// ----------------------------------------------------------------------------- measuring

enum {
    stack_bytes = 4 << 20,
    painted = 160 << 10, // more than any call may take
    paint = 0xa5,
    // What the painter's own frames may take, and what lies between them and the call.
    clearance = 1024,
};

static const char *called;
static unsigned char *above; // the call's frames

// The most that a call took, by name.
static struct {
    char name[64];
    size_t bytes;
} taken[400];
static size_t taken_count;

static void before(const char *call) {
    called = call;
    above = __builtin_frame_address(0);
    memset(above - painted, paint, painted - clearance);
}

static void after(const char *about, size_t question) {
    (void)about;
    (void)question;
    const unsigned char *lowest = above - painted;
    while (lowest < above && *lowest == paint) {
        ++lowest;
    }
    const size_t bytes = (size_t)(above - lowest);
    size_t i = 0;
    while (i < taken_count && strcmp(taken[i].name, called) != 0) {
        ++i;
    }
    if (i == taken_count) {
        assert_true(taken_count < sizeof taken / sizeof *taken);
        snprintf(taken[taken_count++].name, sizeof taken->name, "%s", called);
    }
    taken[i].bytes = bytes > taken[i].bytes ? bytes : taken[i].bytes;
}

static void answered(const double *numbers, size_t count) {
    (void)numbers;
    (void)count;
}

// Calls a function that must succeed, and measures it.
#define MEASURE(name, call)                                                                        \
    do {                                                                                           \
        before(name);                                                                              \
        const enum buoy_status status_ = (call);                                                   \
        after("", 0);                                                                              \
        if (status_ != BUOY_OK) {                                                                  \
            fail_msg("%s: %s", name, buoy_status_text(status_));                                   \
        }                                                                                          \
    } while (0)

// ---------------------------------------------------------------------------------- calls

static void ask_step(void) {
    static struct stepping crowd;
    static struct buoy_body_forces results[stepping_most];
    struct rng rng = rng_make("a step on the stack");
    stepping_make(NULL);
    for (size_t i = 0; i < stepping_made_count; ++i) {
        struct buoy_model *model;
        MEASURE("buoy_model_create", buoy_model_create(&stepping_made[i].input, &model, NULL));
        buoy_model_destroy(model);
    }
    stepping_random(&rng, stepping_most, &crowd);
    struct buoy_step_query query = stepping_query(&crowd);
    query.count = 1;
    for (uint32_t body = 0; body < stepping_most; ++body) {
        query.bodies = &body;
        if (stepping_made[crowd.made[body]].input.part_count == 1) {
            MEASURE("buoy_water_forces, one part",
                    buoy_water_forces_compute(&query, results, NULL));
        }
    }
}

static void ask_motion(void) {
    const struct buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
    const struct buoy_drag drag = {.linear = 0.5, .angular = 0.5, .quadratic = 0.5};
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:barrel:100"), 0);
    struct buoy_model *models[2] = {drifting_mesh(mesh, 500.0, drag),
                                    drifting_shape(BUOY_SHAPE_BOX, 1, 2, 1, 500.0, drag)};
    for (int way = 0; way < 4; ++way) {
        struct motion_body bodies[2];
        struct buoy_body_forces forces[2];
        double numbers[2];
        for (int i = 0; i < 2; ++i) {
            bodies[i] = drifting_body(models[way & 1 ? 0 : i], 0.1, 0.2, 0.1, 0.3);
        }
        struct motion_query query =
            drifting_query(bodies, 2, &sea, 1.0 / 240.0, way & 2 ? MOTION_IMPLICIT : MOTION_VERLET);
        struct motion_surface surface = {.mesh = mesh};
        if (way & 1) {
            query.forces = MOTION_PRESSURE;
            bodies[0].surface = bodies[1].surface = &surface;
        }
        query.scratch_bytes = motion_scratch_bytes(&query, NULL);
        query.scratch = buoy_aligned_alloc(query.scratch_bytes);
        MEASURE("motion_advance", motion_advance(&query, 3, NULL));
        MEASURE("motion_forces_now", motion_forces_now(&query, forces, NULL));
        MEASURE("motion_energy", motion_energy(&query, numbers, NULL));
        MEASURE("motion_stiffness_numbers", motion_stiffness_numbers(&query, numbers, NULL));
        buoy_aligned_free(query.scratch);
    }
}

static void ask_water(void) {
    struct rng rng = rng_make("water on the stack");
    struct waters waters = waters_make(&rng);
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 0.5f, 0.25f}};
    const struct buoy_pose pose = buoy_pose_identity();
    const struct buoy_wave wave = {.amplitude = 1, .wavelength = 20};
    struct buoy_volume volume;
    struct buoy_waves *waves;
    MEASURE("buoy_waves_create", buoy_waves_create(&wave, 1, 9.81, 0.0, &waves, NULL));
    MEASURE("buoy_patch_fill_waves", buoy_patch_fill_waves(waters.patch, waves, 1.0, NULL));
    for (int kind = 0; kind < 3; ++kind) {
        water.kind = (enum buoy_water_kind)kind;
        water.patch = waters.patch;
        water.waves = waters.waves;
        MEASURE("buoy_box_on_columns",
                buoy_box_on_columns(&box, &pose, &water, false, &volume, NULL));
        MEASURE("buoy_box_on_columns, at corners",
                buoy_box_on_columns(&box, &pose, &water, true, &volume, NULL));
    }
    buoy_waves_destroy(waves);
}

static void *ask_all(void *nothing) {
    (void)nothing;
    const struct everything_hooks hooks = {before, after, answered};
    everything_ask(&hooks);
    struct rng rng = rng_make("meshes on the stack");
    static const unsigned ways[] = {0, BUOY_MESH_REPAIR, BUOY_MESH_CLOSE};
    for (int round = 0; round < 6; ++round) {
        struct body sound, body = body_builtin(round == 0 ? "builtin:star:5000" : "builtin:box");
        if (round > 1) {
            broken_make(&rng, (enum broken_kind)(round % BROKEN_KINDS), &sound, &body);
        }
        for (size_t i = round > 1 ? 2 : 0; i < 3; ++i) {
            const struct buoy_mesh_input input = body_input(&body, ways[i]);
            struct buoy_mesh *mesh;
            MEASURE("buoy_mesh_create", buoy_mesh_create(&input, &mesh, NULL));
            uint8_t *hidden = test_alloc(2 * body.triangle_count + 100);
            MEASURE("buoy_mesh_find_hidden", buoy_mesh_find_hidden(mesh, hidden, NULL));
            buoy_mesh_destroy(mesh);
        }
        struct buoy_diagnosis diagnosis;
        const struct buoy_mesh_input input = body_input(&body, 0);
        MEASURE("buoy_mesh_diagnose", buoy_mesh_diagnose(&input, &diagnosis, NULL));
    }
    static const char *const names[] = {"builtin:box", "builtin:wigley:300", "builtin:sphere:320"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        static struct buoy_attitude found[200];
        struct buoy_mesh *mesh = mesh_of(body_builtin(names[i]), 0);
        const struct buoy_mesh_info info = mesh_info(mesh);
        const struct buoy_floating body = {
            mesh, 0.3 * info.volume, {info.centroid[0], info.centroid[1], info.centroid[2]}};
        struct buoy_equilibria_options options = {0};
        const struct buoy_heeling way = buoy_heeling_default();
        const double up[3] = {0.1, 0.2, 1.0}, angles[2] = {5.0, 70.0};
        struct buoy_righting_arm arms[2];
        struct buoy_form rows[5];
        size_t count;
        options.all = true;
        MEASURE("buoy_equilibria", buoy_equilibria(&body, &options, found, 200, &count, NULL));
        MEASURE("buoy_equilibrium", buoy_equilibrium(&body, up, found, NULL));
        MEASURE("buoy_righting_arms", buoy_righting_arms(&body, &way, angles, 2, arms, NULL));
        MEASURE("buoy_curves_of_form", buoy_curves_of_form(mesh, up, NULL, 5, rows, NULL));
    }
    ask_step();
    ask_motion();
    ask_water();
    return NULL;
}

// ---------------------------------------------------------------------------------- tests

TEST(limits) {
    pthread_attr_t attributes;
    pthread_t thread;
    void *stack = buoy_aligned_alloc(stack_bytes);
    assert_non_null(stack);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, stack_bytes), 0);
    assert_int_equal(pthread_create(&thread, &attributes, ask_all, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    buoy_aligned_free(stack);
    size_t over = 0, most[documented_count] = {0};
    for (size_t i = 0; i < taken_count; ++i) {
        size_t k = 0;
        while (strncmp(taken[i].name, documented[k].begins, strlen(documented[k].begins)) != 0) {
            ++k;
        }
        most[k] = taken[i].bytes > most[k] ? taken[i].bytes : most[k];
        if (taken[i].bytes > documented[k].most << 10) {
            print_error("%s: %zu bytes of stack, more than %zu KiB\n", taken[i].name,
                        taken[i].bytes, documented[k].most);
            ++over;
        }
    }
    assert_int_equal(over, 0);
    for (size_t k = 0; k < documented_count; ++k) {
        print_message("%-20s %6zu of %zu KiB\n", documented[k].begins, most[k] >> 10,
                      documented[k].most);
    }
}

TEST_FIXTURE(everything_make, everything_free)
#endif

static bool frames_are_documented(void) {
#if !defined(__linux__) || !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) ||                    \
    defined(__SANITIZE_THREAD__)
    return false; // threads on no stack of one's own, or with larger frames
#else
    return true;
#endif
}

TEST_NEEDS(frames_are_documented)
