// Where kernels of `volume` are timed for `tune`.
#include "stand.h"

#include <math.h>
#include <stdlib.h>

#include "cli.h"
#include "clock.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "poses.h"
#include "stopwatch.h"

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

// A kernel at work on a body.
struct work {
    const struct stand *stand;
    const struct buoy_kernel *kernel;
    size_t planes; // a call
};

// Asks every kernel about equal planes.
static void ask_hot(const void *context, size_t begin, size_t end) {
    const struct work *work = context;
    const struct stand *stand = work->stand;
    struct buoy_volume_query query = {.mesh = stand->mesh,
                                      .count = work->planes,
                                      .scratch = stand->scratch.memory,
                                      .scratch_bytes = stand->scratch.bytes};
    for (size_t i = begin; i < end; i += work->planes) {
        query.planes = stand->planes + i;
        work->kernel->volume(&query, stand->results);
    }
}

static void ask_cold(const void *context, size_t begin, size_t end) {
    const struct work *work = context;
    const struct stand *stand = work->stand;
    struct buoy_volume_query query = {.count = work->planes,
                                      .scratch = stand->scratch.memory,
                                      .scratch_bytes = stand->scratch.bytes};
    for (size_t c = begin / work->planes; c < end / work->planes; ++c) {
        query.mesh = stand->copies.meshes[c];
        query.planes = stand->cold_planes + c * STAND_MOST_COLD_PLANES;
        work->kernel->volume(&query, stand->results);
    }
}

// Calls that ask about all poses of a body, or as many of them as whole calls can.
static size_t calls_for_poses(const struct stand *stand, size_t planes) {
    const size_t poses =
        stand->info.triangle_count > LARGE_TRIANGLES ? FEWEST_BODIES : POSES_DEFAULT;
    return planes < poses ? poses / planes : 1;
}

// From the first copy to the last, which warm the kernel up: they are cold again when their turn
// comes; all of them, as often as makes FEWEST_BODIES: a part would give each kernel other bodies.
// By CPU time, which leaves out other programs.
static double time_cold(struct stopwatch_job *job, size_t *queries) {
    const size_t copies = job->count / job->per_call;
    const size_t few = copies < WARM_UP_BODIES ? copies : WARM_UP_BODIES;
    *queries = (FEWEST_BODIES + job->count - 1) / job->count * job->count;
    job->next = (copies - few) * job->per_call;
    stopwatch_ask(job, few * job->per_call);
    return stopwatch_time(job, *queries, clock_cpu_of_thread);
}

static double slice_seconds(void) {
    return fmin(fmax(SLICE_SECONDS, SLICE_TICKS * clock_tick()), SLICE_AT_MOST);
}

// By the clock on the wall: virtual machines subtract stolen time from CPU time late, so that a
// slice could seem to take none.
static double time_hot(struct stopwatch_job *job, size_t *queries) {
    if (*queries == 0) {
        *queries = stopwatch_fit(job, job->count, slice_seconds());
    }
    return stopwatch_least(job, *queries, MEASUREMENT_SECONDS);
}

double stand_time(struct stand *stand, const struct buoy_kernel *kernel, size_t planes, bool cold,
                  size_t *queries) {
    const struct work work = {stand, kernel, planes};
    const size_t calls = cold ? stand->copies.count : calls_for_poses(stand, planes);
    struct stopwatch_job job = {.ask = cold ? ask_cold : ask_hot,
                                .context = &work,
                                .count = calls * planes,
                                .per_call = planes};
    const double seconds = cold ? time_cold(&job, queries) : time_hot(&job, queries);
    return 1e9 * seconds / (double)*queries;
}
