// Where kernels of `volume` are timed for `tune`.
#include "stand.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "cli.h"
#include "clock.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "poses.h"

#define SEED 1

// A measurement of a hot body is the fastest of many slices. Disturbances add time, and to some
// kernels more than to others: beside a busy thread on the same core, blocks and hierarchy change
// places. A neighbour that is busy for seconds still pauses for milliseconds. So slices are long
// against a look at the clock and, up to some thousand triangles, short against such a pause. With
// means of 0.4 ms in place of them, two runs on such a machine differed at 41 to 66 points of 396,
// with slices at 18 to 47.
#define SLICE_SECONDS 40e-6
#define SLICE_TICKS 200.0  // of a coarse clock,
#define SLICE_AT_MOST 1e-3 // which may be better than the system says
#define MEASUREMENT_SECONDS 0.8e-3

// The first slice warms up: another kernel used the branch predictor and the caches until now.
#define FEWEST_SLICES 3

// What warms a kernel's code up for cold bodies, whose data stay cold.
#define WARM_UP_BODIES 4

// Some planes cost several times as much as others. A large body is asked about fewer of them.
#define FEWEST_BODIES 64
#define LARGE_TRIANGLES 1000

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

// A query about so many planes; which ones, and of which mesh, is still to be set.
static struct buoy_volume_query query_of(const struct stand *stand, size_t planes) {
    return (struct buoy_volume_query){
        .count = planes, .scratch = stand->scratch.memory, .scratch_bytes = stand->scratch.bytes};
}

// Calls that ask about all poses of a body, or as many of them as whole calls can.
static size_t calls_for_poses(const struct stand *stand, size_t planes) {
    const size_t poses =
        stand->info.triangle_count > LARGE_TRIANGLES ? FEWEST_BODIES : POSES_DEFAULT;
    return planes < poses ? poses / planes : 1;
}

// Asks every kernel about equal planes.
static void ask_hot(struct stand *stand, const struct buoy_kernel *kernel,
                    struct buoy_volume_query *query, size_t calls) {
    const size_t turns = calls_for_poses(stand, query->count);
    query->mesh = stand->mesh;
    for (size_t i = 0, turn = 0; i < calls; ++i, turn = turn + 1 < turns ? turn + 1 : 0) {
        query->planes = stand->planes + turn * query->count;
        kernel->volume(query, stand->results);
    }
}

static void ask_cold(struct stand *stand, const struct buoy_kernel *kernel,
                     struct buoy_volume_query *query, size_t first, size_t calls) {
    for (size_t i = 0, c = first; i < calls; ++i, c = c + 1 < stand->copies.count ? c + 1 : 0) {
        query->mesh = stand->copies.meshes[c];
        query->planes = stand->cold_planes + c * STAND_MOST_COLD_PLANES;
        kernel->volume(query, stand->results);
    }
}

// From the first copy to the last, which warm the kernel up: they are cold again when their turn
// comes. By CPU time, which leaves out other programs.
static double time_cold(struct stand *stand, const struct buoy_kernel *kernel, size_t planes,
                        size_t calls) {
    const size_t copies = stand->copies.count;
    const size_t few = copies < WARM_UP_BODIES ? copies : WARM_UP_BODIES;
    struct buoy_volume_query query = query_of(stand, planes);
    ask_cold(stand, kernel, &query, copies - few, few);
    const double began = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    ask_cold(stand, kernel, &query, 0, calls);
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID) - began;
}

// By the clock on the wall: virtual machines subtract stolen time from CPU time late, so that a
// slice could seem to take none.
static double time_slice(struct stand *stand, const struct buoy_kernel *kernel, size_t planes,
                         size_t calls) {
    struct buoy_volume_query query = query_of(stand, planes);
    const double began = clock_seconds(CLOCK_MONOTONIC);
    ask_hot(stand, kernel, &query, calls);
    return clock_seconds(CLOCK_MONOTONIC) - began;
}

// The fastest of as many slices as take `enough` seconds undisturbed: an interruption leaves no
// fewer.
static double time_slices(struct stand *stand, const struct buoy_kernel *kernel, size_t planes,
                          size_t calls, double enough) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < FEWEST_SLICES || (double)i * least < enough; ++i) {
        least = fmin(least, time_slice(stand, kernel, planes, calls));
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
    struct timespec tick = {.tv_nsec = 1};
    clock_getres(CLOCK_MONOTONIC, &tick);
    const double ticks = SLICE_TICKS * (1e-9 * (double)tick.tv_nsec + (double)tick.tv_sec);
    const double seconds = fmin(fmax(SLICE_SECONDS, ticks), SLICE_AT_MOST);
    size_t calls = calls_for_poses(stand, planes);
    while (time_slices(stand, kernel, planes, calls, 0.0) < seconds) {
        calls *= 2;
    }
    return calls;
}

double stand_time(struct stand *stand, const struct buoy_kernel *kernel, size_t planes, bool cold,
                  size_t *calls) {
    if (*calls == 0) {
        *calls = cold ? count_cold_calls(stand, planes) : count_hot_calls(stand, kernel, planes);
    }
    const double seconds = cold ? time_cold(stand, kernel, planes, *calls)
                                : time_slices(stand, kernel, planes, *calls, MEASUREMENT_SECONDS);
    return 1e9 * seconds / ((double)*calls * (double)planes);
}
