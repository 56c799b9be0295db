// Measures which kernels of `volume` are fastest here, point by point.
#include "tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "progress.h"
#include "stand.h"

// The bodies: compact ones, and ones that are not.
static const char *const shapes[2] = {"barrel", "wigley"};

// Beyond the sizes for `batch`, calls of other numbers of planes are like calls of the next lower
// of these.
static const size_t planes_if_large[] = {1, 16};

struct session {
    struct tuning *tuning;
    struct progress progress;
    double ends; // seconds on the clock
    struct stand stand;
    const struct buoy_kernel *kernels[TRIAL_MOST_CANDIDATES];
    size_t count; // of kernels, the preferred ones first
    size_t planes;
    size_t calls[TRIAL_MOST_CANDIDATES][TRIAL_WORKLOADS];
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double time_candidate(void *context, size_t candidate, int workload) {
    struct session *session = context;
    return stand_time(&session->stand, session->kernels[candidate], session->planes, workload,
                      &session->calls[candidate][workload]);
}

static bool is_over(void *context) {
    const struct session *session = context;
    return now() > session->ends;
}

// All runnable kernels of a method, from the best instruction set down: of level candidates the
// first is chosen.
static void add_method(struct session *session, const char *method) {
    for (size_t i = buoy_kernel_count(); i-- > 0;) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, "volume") == 0 && strcmp(info.method, method) == 0 &&
            info.runnable && (info.deterministic || session->tuning->fma) &&
            session->count < TRIAL_MOST_CANDIDATES) {
            session->kernels[session->count++] = buoy_kernel_at(i);
        }
    }
}

// The simplest method first.
static void find_candidates(struct session *session) {
    session->count = 0;
    add_method(session, "blocks");
    add_method(session, "hierarchy");
    if (session->stand.info.triangle_count <= BUOY_PROFILE_BATCH_TRIANGLES) {
        add_method(session, "batch");
    }
}

static size_t place_of(const struct session *session, const struct buoy_kernel *kernel) {
    size_t place = 0;
    while (place + 1 < session->count && session->kernels[place] != kernel) {
        ++place;
    }
    return place;
}

static double find_lead(const struct session *session, const struct trial *trial, int workload) {
    const struct buoy_method *method = session->kernels[trial->chosen]->method;
    double best = HUGE_VAL;
    for (size_t k = 0; k < session->count; ++k) {
        if (session->kernels[k]->method != method) {
            best = fmin(best, trial->relative[k][workload]);
        }
    }
    return best / trial->relative[trial->chosen][workload] - 1.0;
}

static int choose(struct session *session, bool compact, struct choice *choice) {
    const struct buoy_kernel *current =
        choices_built_in(compact, session->stand.info.triangle_count, session->planes);
    struct trial trial = {.count = session->count, .current = place_of(session, current)};
    const struct trial_clock clock = {session, time_candidate, is_over};
    trial.measures[TRIAL_HOT] = true;
    trial.measures[TRIAL_COLD] =
        session->stand.copies.count > 0 && session->planes <= STAND_MOST_COLD_PLANES;
    memset(session->calls, 0, sizeof session->calls);
    if (!trial_run(&trial, &clock)) {
        return cli_out_of_memory();
    }
    choice->kernel = session->kernels[trial.chosen];
    choice->is_measured = trial.is_decided;
    for (int w = 0; w < TRIAL_WORKLOADS; ++w) {
        choice->lead[w] =
            trial.is_decided && trial.measures[w] ? find_lead(session, &trial, w) : (double)NAN;
    }
    session->tuning->measured += trial.is_decided;
    return 0;
}

static bool is_of_large(size_t planes) {
    for (size_t i = 0; i < sizeof planes_if_large / sizeof *planes_if_large; ++i) {
        if (planes_if_large[i] == planes) {
            return true;
        }
    }
    return false;
}

static int measure_row(struct session *session, bool compact, struct choice *row) {
    const bool large = session->stand.info.triangle_count > BUOY_PROFILE_BATCH_TRIANGLES;
    int status = 0;
    for (size_t column = 0; column < CHOICES_PLANES && status == 0; ++column) {
        session->planes = choices_planes[column];
        if (large && !is_of_large(session->planes)) {
            row[column] = row[column - 1];
            continue;
        }
        ++session->tuning->points;
        status = choose(session, compact, &row[column]);
    }
    return status;
}

// A size that there is no time for.
static void keep_row(struct session *session, bool compact, size_t triangles, struct choice *row) {
    for (size_t column = 0; column < CHOICES_PLANES; ++column) {
        row[column] =
            (struct choice){.kernel = choices_built_in(compact, triangles, choices_planes[column]),
                            .lead = {(double)NAN, (double)NAN}};
        session->tuning->points +=
            triangles <= BUOY_PROFILE_BATCH_TRIANGLES || is_of_large(choices_planes[column]);
    }
}

static int tune_size(struct session *session, bool compact, size_t index, struct choices *choices) {
    char name[64];
    snprintf(name, sizeof name, "builtin:%s:%zu", shapes[!compact], choices_sizes[index]);
    progress_show(&session->progress, name);
    struct choice *row = choices->choices[index];
    choices->triangles[index] = choices_sizes[index];
    int status = 0;
    if (is_over(session)) {
        keep_row(session, compact, choices_sizes[index], row);
    } else {
        status = stand_open(&session->stand, name);
        if (status == 0) {
            choices->triangles[index] = session->stand.info.triangle_count;
            find_candidates(session);
            status = measure_row(session, compact, row);
        }
        stand_close(&session->stand);
    }
    progress_step(&session->progress);
    return status;
}

static void begin(struct choices *choices) {
    *choices = (struct choices){.rows = CHOICES_SIZES, .columns = CHOICES_PLANES};
    memcpy(choices->planes, choices_planes, sizeof choices_planes);
}

int tune(struct tuning *tuning) {
    struct session session = {.tuning = tuning, .ends = now() + tuning->seconds};
    int status = 0;
    tuning->points = tuning->measured = 0;
    begin(&tuning->compact);
    begin(&tuning->not_compact);
    progress_begin(&session.progress, "tuning", (size_t)2 * CHOICES_SIZES);
    for (size_t i = 0; i < CHOICES_SIZES && status == 0; ++i) {
        status = tune_size(&session, true, i, &tuning->compact);
        status = status == 0 ? tune_size(&session, false, i, &tuning->not_compact) : status;
    }
    cli_progress_end();
    return status;
}
