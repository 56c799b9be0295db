// Measures which kernels of `volume` are fastest here, point by point.
#include "tune.h"
#include "buoyancy_kernels.h"

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

// Rounds that a pass over all points goes on to: at least, and at most. What slows the machine down
// for seconds is seen in one pass of the three. A point that time left with fewer rounds than two
// passes take stays as it is built in.
static const struct {
    size_t fewest, most;
} passes[] = {{2 * DUEL_FEWEST_ROUNDS, 2 * DUEL_FEWEST_ROUNDS},
              {4 * DUEL_FEWEST_ROUNDS, DUEL_MOST_ROUNDS / 2},
              {4 * DUEL_FEWEST_ROUNDS, DUEL_MOST_ROUNDS}};
#define PASSES (sizeof passes / sizeof *passes)

struct session {
    struct tuning *tuning;
    struct progress progress;
    double ends; // seconds on the clock
    struct stand stand;
    const struct buoy_kernel *kernels[DUEL_MOST_CANDIDATES];
    size_t count; // of kernels, the preferred ones first
    bool compact, cold;
    size_t triangles, planes;
    size_t queries[DUEL_MOST_CANDIDATES];                    // of a measurement
    struct duel duels[2 * CHOICES_SIZES][2][CHOICES_PLANES]; // of bodies, cold, planes
};

static double time_candidate(void *context, size_t candidate) {
    struct session *session = context;
    return stand_time(&session->stand, session->kernels[candidate], session->planes, session->cold,
                      &session->queries[candidate]);
}

static bool is_over(void *context) {
    const struct session *session = context;
    return clock_wall() > session->ends;
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
    add_method(session, "indexed");
    if (session->triangles <= BUOY_PROFILE_BATCH_TRIANGLES) {
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

// How far the best kernel of another method is behind.
static double find_lead(const struct session *session, const struct duel *duel) {
    const struct buoy_method *method = session->kernels[duel->chosen]->method;
    double best = HUGE_VAL;
    for (size_t k = 0; k < session->count; ++k) {
        if (session->kernels[k]->method != method) {
            best = fmin(best, duel->relative[k]);
        }
    }
    return best - 1.0;
}

static const struct buoy_kernel *built_in(const struct session *session) {
    return choices_built_in(session->cold, session->compact, session->triangles, session->planes);
}

static int fight(struct session *session, struct duel *duel, size_t pass) {
    const struct duel_clock clock = {session, time_candidate, is_over};
    if (pass == 0) {
        *duel =
            (struct duel){.count = session->count, .current = place_of(session, built_in(session))};
        if (!duel_open(duel)) {
            return cli_out_of_memory();
        }
    }
    if (duel->contest) {
        memset(session->queries, 0, sizeof session->queries);
        duel_go_on(duel, &clock, passes[pass].fewest, passes[pass].most);
    }
    return 0;
}

// What is built in stays unless something is certainly ahead; of that, `before`, which was chosen
// for fewer planes, or NULL, where it is level. So what hardly matters changes neither from one run
// to the next nor from one number of planes to the next.
static struct choice choose(struct session *session, const struct choice *before,
                            struct duel *duel) {
    const bool was_open = duel->contest != NULL;
    duel->before = before ? place_of(session, before->kernel) : 0;
    duel_end(duel);
    const bool is_decided = was_open && duel->rounds >= passes[PASSES - 1].fewest;
    session->tuning->measured += is_decided;
    return (struct choice){
        .kernel = is_decided ? session->kernels[duel->chosen] : built_in(session),
        .is_measured = is_decided,
        .lead = is_decided ? find_lead(session, duel) : (double)NAN,
    };
}

// Whether a point is measured: calls of other numbers of planes are like those of the next lower
// number that is.
static bool is_measured(size_t triangles, size_t planes, bool cold) {
    const bool large = triangles > BUOY_PROFILE_BATCH_TRIANGLES;
    return large ? planes == 1 || planes == STAND_MOST_COLD_PLANES
                 : !cold || planes <= STAND_MOST_COLD_PLANES;
}

// Which passes, from the first to the last, a body's points go through before the next point's
// turn.
struct span {
    size_t first, last;
};

// A row of points.
static int measure_row(struct session *session, struct duel *row, struct span span) {
    int status = session->cold ? stand_open_copies(&session->stand) : 0;
    for (size_t column = 0; column < CHOICES_PLANES && status == 0; ++column) {
        session->planes = choices_planes[column];
        if (is_measured(session->triangles, session->planes, session->cold)) {
            for (size_t pass = span.first; pass <= span.last && status == 0; ++pass) {
                status = fight(session, &row[column], pass);
            }
        }
    }
    return status;
}

static void choose_row(struct session *session, struct duel *duels, struct choice *row) {
    for (size_t column = 0; column < CHOICES_PLANES; ++column) {
        session->planes = choices_planes[column];
        if (is_measured(session->triangles, session->planes, session->cold)) {
            ++session->tuning->count;
            row[column] = choose(session, column > 0 ? &row[column - 1] : NULL, &duels[column]);
        } else {
            row[column] = row[column - 1];
        }
    }
}

static struct choices *choices_of(struct session *session, bool cold) {
    return &session->tuning->points.of[cold][session->compact];
}

// What all points take, more or less.
#define ENOUGH_SECONDS 240.0

// As many triangles as the body of that size has.
static int open_body(struct session *session, size_t size) {
    char name[64];
    snprintf(name, sizeof name, "builtin:%s:%zu", shapes[session->compact], choices_sizes[size]);
    progress_show(&session->progress, name);
    if (is_over(session)) {
        return 0;
    }
    const int status = stand_open(&session->stand, name);
    if (status == 0) {
        session->triangles = session->stand.info.triangle_count;
        find_candidates(session);
    }
    return status;
}

// All points of one body, hot and cold. If time is over, they stay as they are.
static int tune_body(struct session *session, size_t body, struct span span) {
    session->compact = body % 2 == 0;
    int status = open_body(session, body / 2);
    for (int cold = 0; cold < 2 && status == 0 && session->stand.mesh; ++cold) {
        session->cold = cold != 0;
        choices_of(session, session->cold)->triangles[body / 2] = session->triangles;
        status = measure_row(session, session->duels[body][cold], span);
    }
    stand_close(&session->stand);
    progress_step(&session->progress);
    return status;
}

static void choose_body(struct session *session, size_t body) {
    session->compact = body % 2 == 0;
    for (int cold = 0; cold < 2; ++cold) {
        session->cold = cold != 0;
        struct choices *choices = choices_of(session, session->cold);
        session->triangles = choices->triangles[body / 2];
        find_candidates(session);
        choose_row(session, session->duels[body][cold], choices->choices[body / 2]);
    }
}

static void begin(struct tuning *tuning) {
    tuning->count = tuning->measured = 0;
    for (int i = 0; i < 4; ++i) {
        struct choices *choices = &tuning->points.of[i / 2][i % 2];
        *choices = (struct choices){.rows = CHOICES_SIZES, .columns = CHOICES_PLANES};
        memcpy(choices->planes, choices_planes, sizeof choices_planes);
        memcpy(choices->triangles, choices_sizes, sizeof choices_sizes);
    }
}

static int run_passes(struct session *session) {
    enum {
        bodies = 2 * CHOICES_SIZES
    };
    int status = 0;
    // Little time decides a few points, rather than none of all.
    const bool hasty = session->tuning->seconds < ENOUGH_SECONDS;
    const size_t turns = hasty ? 1 : PASSES;
    progress_begin(&session->progress, "tuning", turns * bodies);
    for (size_t i = 0; i < turns * bodies && status == 0; ++i) {
        const size_t turn = i / bodies;
        status = tune_body(session, i % bodies, (struct span){turn, hasty ? PASSES - 1 : turn});
    }
    for (size_t i = 0; i < bodies; ++i) { // after an error, too: it frees
        choose_body(session, i);
    }
    cli_progress_end();
    return status;
}

int tune(struct tuning *tuning) {
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        return cli_out_of_memory();
    }
    session->tuning = tuning;
    session->ends = clock_wall() + tuning->seconds;
    begin(tuning);
    cli_stage("tuning for bodies of %zu to %zu triangles, %g s at most", choices_sizes[0],
              choices_sizes[CHOICES_SIZES - 1], tuning->seconds);
    const int status = run_passes(session);
    free(session);
    return status;
}
