// Where kernels of `volume` are timed for `tune`.
#include "stand.h"

#include <math.h>
#include <stdlib.h>

#include "cli.h"
#include "clock.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "poses.h"

#define SEED 1

// A measurement of a hot body is the fastest of many slices. What disturbs one adds time, and not
// the same to all kernels: beside a busy thread on the same core, blocks and hierarchy change
// places. A neighbour that is busy for seconds still pauses for milliseconds. So slices are long
// against a look at the clock and short against such a pause. With means of 0.4 ms in place of
// them, two runs on such a machine differed at 41 to 54 points of 396, with slices at 18 to 29.
#define SLICE_SECONDS 40e-6
#define MEASUREMENT_SECONDS 0.8e-3
#define MOST_ROUNDS 1e3 // through all poses in a slice, where the clock is too coarse to see one

// The first slice warms up: another kernel used the branch predictor and the caches until now.
#define FEWEST_SLICES 2
#define MOST_SLICES 100 // where the clock is too coarse to see them

// Some planes cost several times as much as others.
#define FEWEST_BODIES 64

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

// Calls that ask about all poses, or as many of them as whole calls can.
static size_t calls_for_poses(size_t planes) {
    return planes < POSES_DEFAULT ? POSES_DEFAULT / planes : 1;
}

// The same planes for every kernel.
static void ask_hot(struct stand *stand, const struct buoy_kernel *kernel,
                    struct buoy_volume_query *query, size_t calls) {
    const size_t turns = calls_for_poses(query->count);
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

// Time that other programs take does not count where it cannot be left out otherwise, for cold
// bodies. Hot ones have the clock on the wall: the CPU time of a slice may be nothing on a virtual
// machine, where what was stolen is taken off later.
static double time_calls(struct stand *stand, const struct buoy_kernel *kernel, size_t planes,
                         bool cold, size_t calls) {
    const clockid_t clock = cold ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    struct buoy_volume_query query = {
        .count = planes, .scratch = stand->scratch.memory, .scratch_bytes = stand->scratch.bytes};
    const double began = clock_seconds(clock);
    if (cold) {
        ask_cold(stand, kernel, &query, calls);
    } else {
        ask_hot(stand, kernel, &query, calls);
    }
    return clock_seconds(clock) - began;
}

// The fastest of as many slices as take `enough` seconds undisturbed: an interruption leaves no
// fewer.
static double time_slices(struct stand *stand, const struct buoy_kernel *kernel, size_t planes,
                          size_t calls, double enough) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < FEWEST_SLICES || (i < MOST_SLICES && (double)i * least < enough); ++i) {
        least = fmin(least, time_calls(stand, kernel, planes, false, calls));
    }
    return least;
}

// All copies, as often as makes FEWEST_BODIES: a part of them would give each kernel other bodies.
static size_t count_cold_calls(const struct stand *stand, size_t planes) {
    const size_t round = stand->copies.count;
    return (FEWEST_BODIES + round * planes - 1) / (round * planes) * round;
}

// All poses, as often as makes a slice.
static size_t count_hot_calls(struct stand *stand, const struct buoy_kernel *kernel,
                              size_t planes) {
    const size_t round = calls_for_poses(planes);
    const double seconds = time_slices(stand, kernel, planes, round, 0.0);
    return (size_t)fmin(ceil(SLICE_SECONDS / seconds), MOST_ROUNDS) * round;
}

double stand_time(struct stand *stand, const struct buoy_kernel *kernel, size_t planes, bool cold,
                  size_t *calls) {
    if (*calls == 0) {
        *calls = cold ? count_cold_calls(stand, planes) : count_hot_calls(stand, kernel, planes);
    }
    const double seconds = cold ? time_calls(stand, kernel, planes, true, *calls)
                                : time_slices(stand, kernel, planes, *calls, MEASUREMENT_SECONDS);
    return 1e9 * seconds / ((double)*calls * (double)planes);
}
