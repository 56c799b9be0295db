// Where kernels of `volume` are timed for `tune`.
#include "stand.h"

#include <stdlib.h>

#include "cli.h"
#include "clock.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "poses.h"

#define SEED 1

// Long against a look at the clock, short against what an interruption takes.
#define MEASUREMENT_SECONDS 0.4e-3

// Some planes cost several times as much as others.
#define FEWEST_BODIES 64

// Another kernel used the branch predictor and, unless the body is cold, the caches until now.
#define WARM_UP_CALLS 4

static double cpu_seconds(void) {
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

int stand_open(struct stand *stand, const char *mesh) {
    *stand = (struct stand){0};
    if (cli_open_mesh(mesh, 0, &stand->mesh) != 0) {
        return CLI_BAD;
    }
    buoy_mesh_get_info(stand->mesh, &stand->info, NULL);
    stand->planes = calloc(STAND_MOST_PLANES, sizeof *stand->planes);
    stand->results = calloc(STAND_MOST_PLANES, sizeof *stand->results);
    if (!stand->planes || !stand->results) {
        return cli_out_of_memory();
    }
    poses_make(stand->mesh, SEED, STAND_MOST_PLANES, stand->planes);
    return stand->info.triangle_count <= BUOY_PROFILE_BATCH_TRIANGLES
               ? scratch_make(buoy_volume_batch_scratch_bytes(stand->mesh), &stand->scratch)
               : 0;
}

int stand_open_copies(struct stand *stand) {
    const size_t count = copies_count(stand->mesh), each = STAND_MOST_COLD_PLANES;
    if (copies_make(stand->mesh, SEED, count, &stand->copies) != 0) {
        return CLI_BAD;
    }
    stand->cold_planes = calloc(count * each, sizeof *stand->cold_planes);
    if (!stand->cold_planes) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count * each; ++i) {
        poses_make_one(stand->copies.meshes[i / each], SEED, i, &stand->cold_planes[i]);
    }
    return 0;
}

void stand_close(struct stand *stand) {
    buoy_mesh_destroy(stand->mesh);
    copies_free(&stand->copies);
    scratch_free(&stand->scratch);
    free(stand->planes);
    free(stand->cold_planes);
    free(stand->results);
    *stand = (struct stand){0};
}

// The same planes for every kernel.
static void ask_hot(struct stand *stand, const struct buoy_kernel *kernel,
                    struct buoy_volume_query *query, size_t calls) {
    const size_t turns = query->count < POSES_DEFAULT ? POSES_DEFAULT / query->count : 1;
    query->mesh = stand->mesh;
    for (size_t i = 0, turn = 0; i < calls; ++i, turn = turn + 1 < turns ? turn + 1 : 0) {
        query->planes = stand->planes + turn * query->count;
        kernel->volume(query, stand->results);
    }
}

// Beginning with the first copy.
static void ask_cold(struct stand *stand, const struct buoy_kernel *kernel,
                     struct buoy_volume_query *query, size_t calls) {
    for (size_t i = 0, c = 0; i < calls; ++i, c = c + 1 < stand->copies.count ? c + 1 : 0) {
        query->mesh = stand->copies.meshes[c];
        query->planes = stand->cold_planes + c * STAND_MOST_COLD_PLANES;
        kernel->volume(query, stand->results);
    }
}

static double time_calls(struct stand *stand, const struct buoy_kernel *kernel, size_t planes,
                         bool cold, size_t calls) {
    struct buoy_volume_query query = {
        .count = planes, .scratch = stand->scratch.memory, .scratch_bytes = stand->scratch.bytes};
    void (*ask)(struct stand *, const struct buoy_kernel *, struct buoy_volume_query *, size_t) =
        cold ? ask_cold : ask_hot;
    ask(stand, kernel, &query, calls < WARM_UP_CALLS ? calls : WARM_UP_CALLS);
    const double began = cpu_seconds();
    ask(stand, kernel, &query, calls);
    return cpu_seconds() - began;
}

// All copies, as often as makes FEWEST_BODIES: a part of them would give each kernel other bodies.
static size_t count_cold_calls(const struct stand *stand, size_t planes) {
    const size_t round = stand->copies.count;
    return (FEWEST_BODIES + round * planes - 1) / (round * planes) * round;
}

static size_t count_hot_calls(struct stand *stand, const struct buoy_kernel *kernel,
                              size_t planes) {
    const size_t fewest = (FEWEST_BODIES + planes - 1) / planes;
    size_t calls = 1;
    double seconds;
    while ((seconds = time_calls(stand, kernel, planes, false, calls)) <
           0.25 * MEASUREMENT_SECONDS) {
        calls *= 2;
    }
    const double wanted = (double)calls * MEASUREMENT_SECONDS / seconds;
    return wanted > (double)fewest ? (size_t)wanted : fewest;
}

double stand_time(struct stand *stand, const struct buoy_kernel *kernel, size_t planes, bool cold,
                  size_t *calls) {
    if (*calls == 0) {
        *calls = cold ? count_cold_calls(stand, planes) : count_hot_calls(stand, kernel, planes);
    }
    const double seconds = time_calls(stand, kernel, planes, cold, *calls);
    return 1e9 * seconds / ((double)*calls * (double)planes);
}
