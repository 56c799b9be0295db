// Any number of threads may query one mesh, or anything else, while another thread changes the
// instruction set in use: all get the same bits. Threads may also make things while another changes
// the allocator: each block goes back to the allocator it came from. And they may load tuning
// profiles.
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_shapes.h"
#include "buoyancy_step.h"
#include "dispatch/cpu.h"
#include "dispatch/registry.h"
#include "profiles.h"
#include "rng.h"
#include "test.h"

enum {
    thread_count = 4,
    count = 100, // of each kind of question
    rounds = 100
};

// The queries of all threads.
static struct questions {
    struct buoy_mesh *mesh;
    struct buoy_plane planes[count];
    struct buoy_shape boxes[count];
    float triangles[count][6];
    struct buoy_polygon polygons[count];
    struct buoy_line lines[count];
    struct buoy_waves *waves;
    double x[count], y[count];
    struct buoy_model *model;
    const struct buoy_model *models[count];
    struct buoy_pose poses[count];
} questions;

struct answers {
    struct buoy_volume volumes[count], boxes[count];
    struct buoy_area areas[count];
    struct buoy_hydrostatics hydrostatics[count];
    float heights[count];
    struct buoy_body_forces forces[count];
};

struct work {
    struct answers *first, *later;
    size_t refused, differing; // rounds
};

static bool ask(struct answers *answers) {
    const struct questions *q = &questions;
    struct buoy_surface surface = {
        .x = q->x, .y = q->y, .count = count, .height = answers->heights};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_WAVES;
    water.waves = q->waves;
    const struct buoy_step_query bodies = {
        .models = q->models,
        .states.position = buoy_doubles(q->poses->position, sizeof *q->poses),
        .states.rotation = buoy_doubles(q->poses->rotation, sizeof *q->poses),
        .count = count,
        .water = &water,
    };
    return buoy_volume_compute(
               &(struct buoy_volume_query){.mesh = q->mesh, .planes = q->planes, .count = count},
               answers->volumes, NULL) == BUOY_OK &&
           buoy_hydrostatics_compute(&(struct buoy_hydrostatics_query){.mesh = q->mesh,
                                                                       .planes = q->planes,
                                                                       .count = count},
                                     answers->hydrostatics, NULL) == BUOY_OK &&
           buoy_shapes_compute(
               &(struct buoy_shapes_query){.shapes = q->boxes, .planes = q->planes, .count = count},
               answers->boxes, NULL) == BUOY_OK &&
           buoy_polygon_compute(&(struct buoy_polygon_query){.polygons = q->polygons,
                                                             .lines = q->lines,
                                                             .count = count},
                                answers->areas, NULL) == BUOY_OK &&
           buoy_waves_sample(q->waves, 1.0, &surface, NULL) == BUOY_OK &&
           buoy_water_forces_compute(&bodies, answers->forces, NULL) == BUOY_OK;
}

static void *run(void *argument) {
    struct work *work = argument;
    work->refused += !ask(work->first);
    for (int round = 1; round < rounds; ++round) {
        work->refused += !ask(work->later);
        work->differing += memcmp(work->first, work->later, sizeof *work->first) != 0;
    }
    return NULL;
}

static struct answers *make_answers(void) {
    struct answers *answers = calloc(1, sizeof *answers);
    assert_non_null(answers);
    return answers;
}

TEST(threads) {
    pthread_t threads[thread_count];
    struct work works[thread_count];
    struct rng rng = rng_make("threads");
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 3.0f};
    struct questions *q = &questions;
    q->mesh = mesh_of(body_builtin("builtin:star:1000"), 0);
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, 0.0, &q->waves, NULL), BUOY_OK);
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
    const double density = 500.0;
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = q->mesh;
    input.parts = &part;
    input.part_count = 1;
    input.densities = &density;
    assert_int_equal(buoy_model_create(&input, &q->model, NULL), BUOY_OK);
    for (size_t i = 0; i < count; ++i) {
        q->planes[i] = rng_plane(&rng, q->mesh);
        q->boxes[i] =
            (struct buoy_shape){BUOY_SHAPE_BOX, {(float)rng_between(&rng, 0.1, 1.0), 0.5f, 0.25f}};
        for (int k = 0; k < 6; ++k) {
            q->triangles[i][k] = (float)rng_between(&rng, -1.0, 1.0);
        }
        q->polygons[i] = (struct buoy_polygon){q->triangles[i], 3};
        q->lines[i] = (struct buoy_line){{0.25f, 1.0f}, 0.0f};
        q->x[i] = rng_between(&rng, -9.0, 9.0);
        q->y[i] = rng_between(&rng, -9.0, 9.0);
        q->poses[i] = (struct buoy_pose){{q->x[i], q->y[i]}, {0.6, 0.0, 0.0, 0.8}};
        q->models[i] = q->model;
    }
    // Nobody has asked yet: the threads race for what is found out at first use.
    for (int i = 0; i < thread_count; ++i) {
        works[i] = (struct work){.first = make_answers(), .later = make_answers()};
        assert_int_equal(pthread_create(&threads[i], NULL, run, &works[i]), 0);
    }
    for (int round = 0; round < 100; ++round) {
        for (size_t i = 0; i < buoy_isa_count; ++i) {
            buoy_set_isa(buoy_isas[i].name, NULL); // an error where this machine has it not
        }
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    struct answers *expected = make_answers();
    assert_true(ask(expected));
    for (int i = 0; i < thread_count; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(works[i].refused, 0);
        assert_int_equal(works[i].differing, 0);
        assert_memory_equal(works[i].first, expected, sizeof *expected);
        free(works[i].first);
        free(works[i].later);
    }
    free(expected);
    buoy_waves_destroy(questions.waves);
    buoy_model_destroy(questions.model);
}

// Counters of an allocator that several threads may change at once.
struct counts {
    atomic_size_t asked, live, strange;
};

static void *allocate(void *context, size_t bytes, size_t alignment) {
    struct counts *counts = context;
    (void)alignment;
    char *piece = buoy_aligned_alloc(BUOY_ALIGNMENT + bytes);
    if (!piece) {
        return NULL;
    }
    memcpy(piece, &context, sizeof context); // whose it is
    atomic_fetch_add(&counts->asked, 1);
    atomic_fetch_add(&counts->live, 1);
    return piece + BUOY_ALIGNMENT;
}

static void release(void *context, void *memory, size_t bytes, size_t alignment) {
    struct counts *counts = context;
    char *piece = (char *)memory - BUOY_ALIGNMENT;
    (void)bytes;
    (void)alignment;
    atomic_fetch_add(&counts->strange, memcmp(piece, &context, sizeof context) != 0);
    atomic_fetch_sub(&counts->live, 1);
    buoy_aligned_free(piece);
}

static atomic_bool enough;

static void *make_waves(void *argument) {
    size_t *refused = argument;
    const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 3.0f};
    while (!atomic_load(&enough)) {
        struct buoy_waves *waves;
        *refused += buoy_waves_create(&wave, 1, BUOY_GRAVITY, 0.0, &waves, NULL) != BUOY_OK;
        buoy_waves_destroy(waves);
    }
    return NULL;
}

TEST(allocators) {
    static struct counts counts[2];
    const struct buoy_allocator allocators[2] = {{allocate, release, &counts[0]},
                                                 {allocate, release, &counts[1]}};
    pthread_t threads[thread_count];
    size_t refused[thread_count] = {0};
    for (int i = 0; i < thread_count; ++i) {
        assert_int_equal(pthread_create(&threads[i], NULL, make_waves, &refused[i]), 0);
    }
    for (int round = 0; round < 200000; ++round) {
        const enum buoy_status status =
            buoy_set_allocator(round % 3 ? &allocators[round % 3 - 1] : NULL, NULL);
        if (status != BUOY_OK) {
            assert_int_equal(status, BUOY_ERROR_ARGUMENT);
        }
    }
    atomic_store(&enough, true);
    for (int i = 0; i < thread_count; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(refused[i], 0);
    }
    assert_int_equal(buoy_set_allocator(NULL, NULL), BUOY_OK);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(atomic_load(&counts[i].live), 0);
        assert_int_equal(atomic_load(&counts[i].strange), 0);
    }
}

// ------------------------------------------------------------------------- tuning profiles

// Whatever profile is in use, an answer has the bits of one of the methods.
struct tuned_work {
    const struct buoy_mesh *mesh;
    size_t strange, loaded;
};

static struct buoy_volume by_method[4][count];

static void ask_volumes(const char *id, const struct buoy_mesh *mesh, size_t planes, void *scratch,
                        size_t bytes, struct buoy_volume *results) {
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = questions.planes,
                                            .count = planes,
                                            .scratch = scratch,
                                            .scratch_bytes = bytes,
                                            .kernel = buoy_kernel_find(id)};
    buoy_volume_compute(&query, results, NULL);
}

static atomic_bool all_loaded;

// Asks until all profiles are loaded, and once more.
static void *run_tuned(void *argument) {
    struct tuned_work *work = argument;
    _Alignas(64) char scratch[8192];
    struct buoy_volume results[count];
    bool are_all_loaded = false; // before the latest round
    for (size_t round = 0; round < 300 || !are_all_loaded; ++round) {
        are_all_loaded = atomic_load(&all_loaded);
        const size_t planes = 1 + round % 20;
        ask_volumes("volume/auto/tuned", work->mesh, planes, scratch, sizeof scratch, results);
        for (size_t i = 0; i < planes; ++i) {
            work->strange += memcmp(&results[i], &by_method[0][i], sizeof *results) != 0 &&
                             memcmp(&results[i], &by_method[1][i], sizeof *results) != 0 &&
                             memcmp(&results[i], &by_method[2][i], sizeof *results) != 0 &&
                             memcmp(&results[i], &by_method[3][i], sizeof *results) != 0;
        }
        const char *source = NULL;
        work->loaded += buoy_profile_get(&source, NULL) == BUOY_OK && strcmp(source, "loaded") == 0;
    }
    return NULL;
}

// Threads ask auto/tuned for the first time while others load profiles.
TEST(profiles) {
    static const char *const ids[4] = {"volume/blocks/scalar", "volume/hierarchy/scalar",
                                       "volume/batch/scalar", "volume/indexed/scalar"};
    static const char tree[] =
        "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/hierarchy/best\"]]}";
    static const char crowd[] =
        "{\"triangles\": [0, 99], \"planes\": [0, 4], \"kernels\": [[\"volume/blocks/best\", "
        "\"volume/batch/best\"], [\"volume/blocks/best\", \"volume/blocks/best\"]]}";
    const char *const tables[3] = {PROFILE_TABLE, tree, crowd};
    _Alignas(64) static char scratch[8192];
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:barrel:40"), 0);
    struct rng rng = rng_make("profiles");
    pthread_t threads[thread_count];
    struct tuned_work works[thread_count];
    for (size_t i = 0; i < count; ++i) {
        questions.planes[i] = rng_plane(&rng, mesh);
    }
    for (int i = 0; i < 4; ++i) {
        ask_volumes(ids[i], mesh, count, scratch, sizeof scratch, by_method[i]);
    }
    atomic_store(&all_loaded, false);
    for (int i = 0; i < thread_count; ++i) {
        works[i] = (struct tuned_work){.mesh = mesh};
        assert_int_equal(pthread_create(&threads[i], NULL, run_tuned, &works[i]), 0);
    }
    for (int round = 0; round < 100; ++round) {
        char *text = profile_make("hot_compact", tables[round % 3]);
        assert_int_equal(buoy_profile_load_text(text, strlen(text), NULL), BUOY_OK);
    }
    atomic_store(&all_loaded, true);
    for (int i = 0; i < thread_count; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(works[i].strange, 0);
        assert_true(works[i].loaded > 0);
    }
    buoy_profile_unload();
}
