// Measures which kernels of `volume` are fastest here, point by point.
#include "tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "clock.h"
#include "duel.h"
#include "progress.h"
#include "stand.h"

// The bodies: ones that are not compact, and ones that are.
static const char *const shapes[2] = {"wigley", "barrel"};

struct session {
    struct tuning *tuning;
    struct progress progress;
    double ends; // seconds on the clock
    struct stand stand;
    const struct buoy_kernel *kernels[DUEL_MOST_CANDIDATES];
    size_t count; // of kernels, the preferred ones first
    bool compact, cold;
    size_t planes;
    size_t calls[DUEL_MOST_CANDIDATES];
};

static double time_candidate(void *context, size_t candidate) {
    struct session *session = context;
    return stand_time(&session->stand, session->kernels[candidate], session->planes, session->cold,
                      &session->calls[candidate]);
}

static bool is_over(void *context) {
    const struct session *session = context;
    return clock_seconds(CLOCK_MONOTONIC) > session->ends;
}

// All runnable kernels of a method, from the best instruction set down: of level candidates the
// first is chosen.
static void add_method(struct session *session, const char *method) {
    for (size_t i = buoy_kernel_count(); i-- > 0;) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, "volume") == 0 && strcmp(info.method, method) == 0 &&
            info.runnable && (info.deterministic || session->tuning->fma) &&
            session->count < DUEL_MOST_CANDIDATES) {
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

static double find_lead(const struct session *session, const struct duel *duel) {
    const struct buoy_method *method = session->kernels[duel->chosen]->method;
    double best = HUGE_VAL;
    for (size_t k = 0; k < session->count; ++k) {
        if (session->kernels[k]->method != method) {
            best = fmin(best, duel->relative[k]);
        }
    }
    return best / duel->relative[duel->chosen] - 1.0;
}

// What is built in stays unless something is certainly ahead; of that, `before`, which was chosen
// for fewer planes, or NULL, where it is level. So what hardly matters changes neither from one run
// to the next nor from one number of planes to the next.
static int choose(struct session *session, const struct choice *before, struct choice *choice) {
    const struct buoy_kernel *built_in = choices_built_in(
        session->cold, session->compact, session->stand.info.triangle_count, session->planes);
    struct duel duel = {
        .count = session->count,
        .current = place_of(session, built_in),
        .before = before ? place_of(session, before->kernel) : 0,
    };
    const struct duel_clock clock = {session, time_candidate, is_over};
    memset(session->calls, 0, sizeof session->calls);
    if (!duel_run(&duel, &clock)) {
        return cli_out_of_memory();
    }
    *choice = (struct choice){
        .kernel = duel.is_decided ? session->kernels[duel.chosen] : built_in,
        .is_measured = duel.is_decided,
        .lead = duel.is_decided ? find_lead(session, &duel) : (double)NAN,
    };
    session->tuning->measured += duel.is_decided;
    return 0;
}

// Whether a point is measured: calls of other numbers of planes are like those of the next lower
// number that is.
static bool is_measured(size_t triangles, size_t planes, bool cold) {
    const bool large = triangles > BUOY_PROFILE_BATCH_TRIANGLES;
    return large ? planes == 1 || planes == STAND_MOST_COLD_PLANES
                 : !cold || planes <= STAND_MOST_COLD_PLANES;
}

// A row of points; if time is over, all of it stays built in.
static int measure_row(struct session *session, size_t triangles, struct choice *row) {
    const bool can_measure = session->stand.mesh && !is_over(session);
    int status = can_measure && session->cold ? stand_open_copies(&session->stand) : 0;
    for (size_t column = 0; column < CHOICES_PLANES && status == 0; ++column) {
        session->planes = choices_planes[column];
        if (!is_measured(triangles, session->planes, session->cold)) {
            row[column] = row[column - 1];
            continue;
        }
        ++session->tuning->count;
        if (can_measure) {
            status = choose(session, column > 0 ? &row[column - 1] : NULL, &row[column]);
        } else {
            row[column] =
                (struct choice){.kernel = choices_built_in(session->cold, session->compact,
                                                           triangles, session->planes),
                                .lead = (double)NAN};
        }
    }
    return status;
}

static int open_body(struct session *session, size_t *triangles) {
    char name[64];
    snprintf(name, sizeof name, "builtin:%s:%zu", shapes[session->compact], *triangles);
    progress_show(&session->progress, name);
    if (is_over(session)) {
        return 0;
    }
    const int status = stand_open(&session->stand, name);
    if (status == 0) {
        *triangles = session->stand.info.triangle_count;
        find_candidates(session);
    }
    return status;
}

// All points of one body, hot and cold.
static int tune_body(struct session *session, size_t index) {
    size_t triangles = choices_sizes[index];
    int status = open_body(session, &triangles);
    for (int cold = 0; cold < 2 && status == 0; ++cold) {
        struct choices *choices = &session->tuning->points.of[cold][session->compact];
        choices->triangles[index] = triangles;
        session->cold = cold != 0;
        status = measure_row(session, triangles, choices->choices[index]);
    }
    stand_close(&session->stand);
    progress_step(&session->progress);
    return status;
}

static void begin(struct tuning *tuning) {
    tuning->count = tuning->measured = 0;
    for (int i = 0; i < 4; ++i) {
        struct choices *choices = &tuning->points.of[i / 2][i % 2];
        *choices = (struct choices){.rows = CHOICES_SIZES, .columns = CHOICES_PLANES};
        memcpy(choices->planes, choices_planes, sizeof choices_planes);
    }
}

int tune(struct tuning *tuning) {
    struct session session = {.tuning = tuning,
                              .ends = clock_seconds(CLOCK_MONOTONIC) + tuning->seconds};
    int status = 0;
    begin(tuning);
    cli_stage("tuning for bodies of %zu to %zu triangles, %g s at most", choices_sizes[0],
              choices_sizes[CHOICES_SIZES - 1], tuning->seconds);
    progress_begin(&session.progress, "tuning", (size_t)2 * CHOICES_SIZES);
    for (size_t i = 0; i < (size_t)2 * CHOICES_SIZES && status == 0; ++i) {
        session.compact = i % 2 == 0;
        status = tune_body(&session, i / 2);
    }
    cli_progress_end();
    return status;
}
