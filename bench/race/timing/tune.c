// Measures which kernels of `volume` are fastest here, point by point.
#include "tune.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "clock.h"
#include "dispatch/cpu.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "duel.h"
#include "poses.h"
#include "progress.h"
#include "stopwatch.h"

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
            // What is built in stays unless something is certainly ahead; of that, `before`, which
            // was chosen for fewer planes, or NULL, where it is level. So what hardly matters
            // changes neither from one run to the next nor from one number of planes to the next.
            const struct choice *before = column > 0 ? &row[column - 1] : NULL;
            const bool was_open = duels[column].contest != NULL;
            duels[column].before = before ? place_of(session, before->kernel) : 0;
            duel_end(&duels[column]);
            const bool is_decided = was_open && duels[column].rounds >= passes[PASSES - 1].fewest;
            session->tuning->measured += is_decided;
            row[column] = (struct choice){
                .kernel = is_decided ? session->kernels[duels[column].chosen] : built_in(session),
                .is_measured = is_decided,
                .lead = is_decided ? find_lead(session, &duels[column]) : (double)NAN,
            };
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
        session->compact = i % 2 == 0;
        for (int cold = 0; cold < 2; ++cold) {
            session->cold = cold != 0;
            struct choices *choices = choices_of(session, session->cold);
            session->triangles = choices->triangles[i / 2];
            find_candidates(session);
            choose_row(session, session->duels[i][cold], choices->choices[i / 2]);
        }
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
    tuning->count = tuning->measured = 0;
    for (int i = 0; i < 4; ++i) {
        struct choices *choices = &tuning->points.of[i / 2][i % 2];
        *choices = (struct choices){.rows = CHOICES_SIZES, .columns = CHOICES_PLANES};
        memcpy(choices->planes, choices_planes, sizeof choices_planes);
        memcpy(choices->triangles, choices_sizes, sizeof choices_sizes);
    }
    cli_stage("tuning for bodies of %zu to %zu triangles, %g s at most", choices_sizes[0],
              choices_sizes[CHOICES_SIZES - 1], tuning->seconds);
    const int status = run_passes(session);
    free(session);
    return status;
}

// ----------------------------------------------------------------------------------------- choices

// Beyond the last, `hierarchy` is ahead of everything else by far.
const size_t choices_sizes[CHOICES_SIZES] = {12,  24,  48,  80,   112,  160,  220,
                                             300, 400, 500, 1000, 2500, 5000, 20000};
const size_t choices_planes[CHOICES_PLANES] = {1, 2, 3, 4, 6, 8, 12, 16, 64, 1024};

_Static_assert(CHOICES_SIZES <= BUOY_PROFILE_ROWS && CHOICES_PLANES <= BUOY_PROFILE_COLUMNS,
               "a profile has room for every point");

const struct buoy_kernel *choices_built_in(bool cold, bool compact, size_t triangles,
                                           size_t planes) {
    static const char *const best[BUOY_PROFILE_METHODS] = {
        [BUOY_PROFILE_BLOCKS] = "volume/blocks/best",
        [BUOY_PROFILE_HIERARCHY] = "volume/hierarchy/best",
        [BUOY_PROFILE_BATCH] = "volume/batch/best",
        [BUOY_PROFILE_INDEXED] = "volume/indexed/best",
    };
    const struct buoy_profile_table *table = &buoy_profile_built_in()->tables[cold][compact];
    const uint16_t choice = buoy_profile_choice(table, (uint32_t)triangles, planes);
    return buoy_kernel_find(best[buoy_profile_method_of(choice)]);
}

// -------------------------------------------------------------------------------- ranges

static size_t middle(size_t a, size_t b) {
    return (size_t)ceil(sqrt((double)a * (double)b));
}

static bool takes_batch(const struct choices *choices, size_t row) {
    for (size_t column = 0; column < choices->columns; ++column) {
        if (choices->choices[row][column].kernel->method->many) {
            return true;
        }
    }
    return false;
}

static void join(struct choice *into, const struct choice *other) {
    into->is_measured = into->is_measured && other->is_measured;
    into->lead = fmin(into->lead, other->lead); // a number, if one of them is
}

// Whether two rows, or two columns, have the same kernels.
static bool is_same(const struct choices *choices, bool columns, size_t a, size_t b) {
    for (size_t i = 0; i < (columns ? choices->rows : choices->columns); ++i) {
        const struct choice *of_a = columns ? &choices->choices[i][a] : &choices->choices[a][i];
        const struct choice *of_b = columns ? &choices->choices[i][b] : &choices->choices[b][i];
        if (of_a->kernel != of_b->kernel) {
            return false;
        }
    }
    return true;
}

static void join_columns(struct choices *choices) {
    size_t last = 0;
    for (size_t column = 1; column < choices->columns; ++column) {
        const bool same = is_same(choices, true, last, column);
        last += !same;
        choices->planes[last] = same ? choices->planes[last] : choices->planes[column];
        for (size_t row = 0; row < choices->rows; ++row) {
            struct choice *cells = choices->choices[row];
            if (same) {
                join(&cells[last], &cells[column]);
            } else {
                cells[last] = cells[column];
            }
        }
    }
    choices->columns = last + 1;
}

void choices_make_ranges(struct choices *choices) {
    for (size_t row = choices->rows; row-- > 0;) {
        const size_t most = BUOY_PROFILE_BATCH_TRIANGLES + 1;
        size_t *limit = &choices->triangles[row];
        *limit = row > 0 ? middle(limit[-1], *limit) : 0;
        *limit = row > 0 && *limit > most && takes_batch(choices, row - 1) ? most : *limit;
    }
    for (size_t column = choices->columns; column-- > 0;) {
        size_t *limit = &choices->planes[column];
        *limit = column > 0 ? middle(limit[-1], *limit) : 0;
    }
    size_t last = 0;
    for (size_t row = 1; row < choices->rows; ++row) {
        if (is_same(choices, false, last, row)) {
            for (size_t column = 0; column < choices->columns; ++column) {
                join(&choices->choices[last][column], &choices->choices[row][column]);
            }
            continue;
        }
        ++last;
        choices->triangles[last] = choices->triangles[row];
        memmove(choices->choices[last], choices->choices[row], sizeof choices->choices[row]);
    }
    choices->rows = last + 1;
    join_columns(choices);
}

// ------------------------------------------------------------------------------ the file

// A text that grows within its memory.
struct text {
    char *bytes;
    size_t length, size;
};

static void add(struct text *text, const char *format, ...) BUOY_PRINTF(2, 3);
static void add(struct text *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    text->length +=
        (size_t)vsnprintf(text->bytes + text->length, text->size - text->length, format, values);
    va_end(values);
}

static void add_limits(struct text *text, const char *name, const size_t *limits, size_t count) {
    add(text, "    \"%s\": [", name);
    for (size_t i = 0; i < count; ++i) {
        add(text, "%s%zu", i > 0 ? ", " : "", limits[i]);
    }
    add(text, "],\n");
}

static void add_choices(struct text *text, const char *name, const struct choices *choices) {
    add(text, ",\n  \"%s\": {\n", name);
    add_limits(text, "triangles", choices->triangles, choices->rows);
    add_limits(text, "planes", choices->planes, choices->columns);
    add(text, "    \"kernels\": [");
    for (size_t row = 0; row < choices->rows; ++row) {
        for (size_t column = 0; column < choices->columns; ++column) {
            add(text, "%s\"%s\"",
                column > 0 ? ", "
                : row > 0  ? ",\n      ["
                           : "\n      [",
                choices->choices[row][column].kernel->id);
        }
        add(text, "]");
    }
    add(text, "\n    ]\n  }");
}

char *choices_write(const struct choices_all *all) {
    struct text text = {.bytes = malloc(BUOY_PROFILE_MOST_BYTES), .size = BUOY_PROFILE_MOST_BYTES};
    if (!text.bytes) {
        return NULL;
    }
    struct buoy_identity here;
    buoy_identify(&here);
    add(&text, "{\n  \"buoyancy_profile\": %d,\n", BUOY_PROFILE_FORMAT);
    add(&text, "  \"library\": \"%s\",\n  \"compiler\": \"%s\",\n", here.library, here.compiler);
    add(&text, "  \"cpu\": \"%s\",\n  \"features\": \"%s\"", here.cpu, here.features);
    add_choices(&text, "hot_compact", &all->of[false][true]);
    add_choices(&text, "hot_not_compact", &all->of[false][false]);
    add_choices(&text, "cold_compact", &all->of[true][true]);
    add_choices(&text, "cold_not_compact", &all->of[true][false]);
    add(&text, "\n}\n");
    return text.bytes;
}

// --------------------------------------------------------------------------------------- the stand

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

// By the clock on the wall: virtual machines subtract stolen time from CPU time late, so that a
// slice could seem to take none.
static double time_hot(struct stopwatch_job *job, size_t *queries) {
    if (*queries == 0) {
        *queries = stopwatch_fit(
            job, job->count, fmin(fmax(SLICE_SECONDS, SLICE_TICKS * clock_tick()), SLICE_AT_MOST));
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
