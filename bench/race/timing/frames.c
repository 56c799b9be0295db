// Frames timed one by one.
#include "frames.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "interrupt.h"
#include "json_output.h"
#include "processors.h"
#include "progress.h"
#include "reals.h"
#include "scenes.h"
#include "team.h"
#include "ticks.h"

#define WARM_UP_FRAMES 16
#define CONTROL_TURNS ((size_t)1000) // the fewest

static double time_control(size_t turns) {
    const uint64_t began = ticks_now();
    // Each turn waits for the one before (xorshift), so that no compiler shortens it.
    static volatile uint32_t state = 1;
    uint32_t x = state;
    for (size_t i = 0; i < turns; ++i) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    state = x;
    return ticks_nanoseconds() * (double)(ticks_now() - began);
}

static double time_step(const struct frames_job *job, size_t frame) {
    job->prepare(job->context, frame);
    const uint64_t began = ticks_now();
    job->step(job->context, frame);
    return ticks_nanoseconds() * (double)(ticks_now() - began);
}

void frames_time(const struct frames_job *job, size_t count, struct frames *frames) {
    for (size_t end = frames->count + count; frames->count < end; ++frames->count) {
        frames->step[frames->count] = time_step(job, frames->count);
        frames->control[frames->count] = time_control(frames->turns);
    }
}

// The least of three times: the first warms up, and clocks of browsers tick once in a millisecond.
static double time_control_undisturbed(size_t turns) {
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        least = fmin(least, time_control(turns));
    }
    return least;
}

int frames_make(const struct frames_job *job, size_t room, struct frames *frames) {
    double steps[WARM_UP_FRAMES];
    *frames = (struct frames){.step = calloc(room + 1, sizeof *frames->step),
                              .control = calloc(room + 1, sizeof *frames->control),
                              .room = room};
    if (!frames->step || !frames->control) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < WARM_UP_FRAMES; ++i) {
        steps[i] = time_step(job, i);
    }
    const double wanted = frames_tail(steps, WARM_UP_FRAMES).p50;
    size_t turns = CONTROL_TURNS;
    double time = time_control_undisturbed(turns);
    while (time < wanted) {
        turns *= 2;
        time = time_control_undisturbed(turns);
    }
    frames->turns = wanted > 0.0 ? 1 + (size_t)((double)turns * (wanted / time)) : turns;
    return 0;
}

void frames_free(struct frames *frames) {
    free(frames->step);
    free(frames->control);
    *frames = (struct frames){.step = NULL};
}

struct frames_tail frames_tail(double *times, size_t count) {
    reals_sort(times, count);
    return (struct frames_tail){.p50 = reals_quantile(times, count, 0.5),
                                .p99 = reals_quantile(times, count, 0.99),
                                .p999 = reals_quantile(times, count, 0.999),
                                .most = times[count - 1]};
}

// ----------------------------------------------------------------------------------------- voyages

#define STATE 13 // floats, which come first

#define MOST_RECORDED ((size_t)1 << 26) // bytes: a longer voyage ends there

#define CHUNK 32 // bodies that a thread takes at once
#define LINE 64  // bytes, of the caches

int voyage_open(const char *word, struct voyage *voyage) {
    const char *slash = strrchr(word, '/'), *base = slash ? slash + 1 : word;
    *voyage = (struct voyage){.frames = 0};
    snprintf(voyage->name, sizeof voyage->name, "%.*s", (int)strcspn(base, "."), base);
    json_clean(voyage->name);
    return scenes_open(word, 0, &voyage->scene);
}

void voyage_close(struct voyage *voyage) {
    simulation_end(&voyage->simulation);
    scene_file_free(&voyage->scene);
    free(voyage->record);
    free(voyage->bodies);
    free(voyage->order);
    free(voyage->begins);
    *voyage = (struct voyage){.frames = 0};
}

static void put_floats(const double *from, size_t count, float **to) {
    for (size_t i = 0; i < count; ++i) {
        *(*to)++ = (float)from[i];
    }
}

// What the engine has before the step that follows so many others.
static void record_frame(struct voyage *voyage, size_t frame) {
    const size_t count = voyage->scene.count;
    float *to = voyage->record + STATE * count * frame;
    for (size_t i = 0; i < count; ++i) {
        const struct motion_body *body = &voyage->simulation.bodies[i];
        put_floats(body->position, 3, &to);
        put_floats(body->rotation, 4, &to);
        put_floats(body->velocity, 3, &to);
        put_floats(body->angular_velocity, 3, &to);
    }
}

static void sort_by_kind(struct voyage *voyage) {
    const struct scene *scene = &voyage->scene;
    size_t placed = 0;
    for (size_t k = 0; k < scene->kind_count; ++k) {
        voyage->begins[k] = placed;
        for (size_t i = 0; i < scene->count; ++i) {
            if (scene->kind_of[i] == &scene->kinds[k]) {
                voyage->order[placed++] = (uint32_t)i;
            }
        }
    }
    voyage->begins[scene->kind_count] = placed;
}

int voyage_record(struct voyage *voyage) {
    struct scene *scene = &voyage->scene;
    const struct scene_hulls none = {.count = 0};
    size_t steps;
    scene->motion.by_pressure = false;
    if (voyage->frames > 0) {
        return 0;
    }
    if (simulation_steps(scene, &steps) != 0 ||
        simulation_begin(scene, &none, &voyage->simulation) != 0) {
        return CLI_BAD;
    }
    const size_t most = MOST_RECORDED / ((scene->count + 1) * STATE * sizeof *voyage->record);
    steps = steps < most ? steps : most;
    steps = steps > 0 ? steps : 1;
    voyage->record = calloc(steps * scene->count + 1, STATE * sizeof *voyage->record);
    voyage->bodies = calloc(scene->count + 1, sizeof *voyage->bodies);
    voyage->order = calloc(scene->count + 1, sizeof *voyage->order);
    voyage->begins = calloc(scene->kind_count + 1, sizeof *voyage->begins);
    if (!voyage->record || !voyage->bodies || !voyage->order || !voyage->begins) {
        return cli_out_of_memory();
    }
    sort_by_kind(voyage);
    for (size_t i = 0; i < steps; ++i) {
        record_frame(voyage, i);
        if (simulation_step(&voyage->simulation, i) != 0) {
            return CLI_BAD;
        }
    }
    voyage->frames = steps;
    return 0;
}

// -------------------------------------------------------------------------------- frames

// Bodies of a list, all if it is NULL.
static struct buoy_step_query query_of(const struct voyage_frames *frames, const uint32_t *bodies,
                                       size_t count) {
    const struct voyage *voyage = frames->voyage;
    struct voyage_body *first = voyage->bodies;
    struct buoy_step_query query = {0};
    query.models = voyage->scene.models;
    query.states = (struct buoy_states){
        .position = buoy_floats(first->position, sizeof *first),
        .rotation = buoy_floats(first->rotation, sizeof *first),
        .velocity = buoy_floats(first->velocity, sizeof *first),
        .spin = buoy_floats(first->spin, sizeof *first),
    };
    query.effects = (struct buoy_effects){
        .kind = BUOY_VELOCITIES,
        .linear = buoy_to_floats(first->push, sizeof *first),
        .angular = buoy_to_floats(first->turn, sizeof *first),
    };
    query.bodies = bodies;
    query.count = count;
    query.water = &frames->water;
    query.dt = voyage->scene.motion.step;
    return query;
}

// The engine's own work: it has moved the bodies, and its water.
static void place(struct voyage_frames *frames, size_t frame) {
    struct voyage *voyage = frames->voyage;
    struct simulation *simulation = &voyage->simulation;
    const struct scene *scene = &voyage->scene;
    const size_t at = frame % voyage->frames;
    const float *from = voyage->record + STATE * scene->count * at;
    const double time = scene->water.water.time + (double)at * scene->motion.step;
    for (size_t i = 0; i < scene->count; ++i, from += STATE) {
        memcpy(voyage->bodies[i].position, from, STATE * sizeof *from);
        for (int k = 0; k < 3 && simulation->sea.patch; ++k) {
            simulation->bodies[i].position[k] = (double)from[k];
        }
    }
    voyage->scene.water.orbital.time = time;
    sea_follow(&simulation->sea, simulation->bodies, scene->count, time, NULL);
    frames->water = simulation->sea.water;
    frames->water.time = time;
}

// Whatever else a world does meanwhile, it uses the caches for that.
static void prepare(void *context, size_t frame) {
    const struct voyage_frames *frames = context;
    place(context, frame);
    for (size_t i = 0; i < frames->between; i += LINE) {
        ++frames->memory[i];
    }
}

static void take_chunks(void *context, size_t share, size_t shares) {
    struct voyage_frames *frames = context;
    const size_t count = frames->voyage->scene.count;
    (void)share, (void)shares;
    for (;;) {
        const size_t i = atomic_fetch_add(&frames->next, CHUNK), left = count - i;
        if (i >= count) {
            return;
        }
        const struct buoy_step_query query =
            query_of(frames, frames->voyage->order + i, left < CHUNK ? left : CHUNK);
        buoy_water_forces_compute(&query, NULL, NULL);
    }
}

static void step(void *context, size_t frame) {
    struct voyage_frames *frames = context;
    (void)frame;
    if (frames->team) {
        atomic_store(&frames->next, 0);
        team_run(frames->team, take_chunks, frames);
    } else {
        const struct buoy_step_query query = query_of(frames, NULL, frames->voyage->scene.count);
        buoy_water_forces_compute(&query, NULL, NULL);
    }
}

struct frames_job voyage_whole(struct voyage_frames *frames) {
    return (struct frames_job){.prepare = prepare, .step = step, .context = frames};
}

static void prepare_kind(void *context, size_t frame) {
    const struct voyage_frames *frames = context;
    const size_t kinds = frames->voyage->scene.kind_count;
    if (frame % kinds == 0) {
        prepare(context, frame / kinds);
    }
}

static void step_kind(void *context, size_t frame) {
    const struct voyage_frames *frames = context;
    const struct voyage *voyage = frames->voyage;
    const size_t kind = frame % voyage->scene.kind_count, begin = voyage->begins[kind];
    const struct buoy_step_query query =
        query_of(frames, voyage->order + begin, voyage->begins[kind + 1] - begin);
    buoy_water_forces_compute(&query, NULL, NULL);
}

struct frames_job voyage_by_kind(struct voyage_frames *frames) {
    return (struct frames_job){.prepare = prepare_kind, .step = step_kind, .context = frames};
}

int voyage_begin_frames(struct voyage *voyage, size_t between, size_t threads,
                        struct voyage_frames *frames) {
    struct buoy_error error;
    *frames = (struct voyage_frames){
        .voyage = voyage,
        .between = between,
        .memory = calloc(between + 1, 1),
    };
    if (!frames->memory) {
        return cli_out_of_memory();
    }
    if (voyage_record(voyage) != 0) {
        return CLI_BAD;
    }
    // Whatever is wrong is wrong in the first frame.
    place(frames, 0);
    const struct buoy_step_query query = query_of(frames, NULL, voyage->scene.count);
    if (buoy_water_forces_compute(&query, NULL, &error) != BUOY_OK) {
        return scene_file_bad(&voyage->scene, 0, error.message);
    }
    frames->team = threads > 1 ? team_make(threads) : NULL;
    if (frames->team) {
        team_wake(frames->team);
    }
    return threads == 1 || frames->team
               ? 0
               : cli_bad("frames of %s: %zu threads cannot be made", voyage->name, threads);
}

void voyage_end_frames(struct voyage_frames *frames) {
    if (frames->team) {
        team_rest(frames->team);
    }
    team_free(frames->team);
    free(frames->memory);
}

// -------------------------------------------------------------------------------------------- rows

static const char *const own_scenes[] = {"harbour", "harbour-distinct"};

// The median of each is a repetition of the row, as `compare` wants them; tails are those of all
// frames together.
#define ROUNDS 10

// In each round kinds of bodies are timed apart in one frame for so many whole ones.
#define WHOLE_FOR_PARTS 8

// Bins of the histogram, each longer than the one before by that factor.
#define BIN_RATIO 1.0442737824274138 // the sixteenth root of 2
#define MOST_BINS 400

static const struct measured_family family = {
    .name = "frame",
    .one = "frame",
    .many = "frames",
    .automatic = "buoy_water_forces_compute",
    .note = "Each call that steps all bodies of a scene, timed by itself, on a recorded voyage. "
            "Beside it runs a loop of fixed work as long as a frame: its tail is the machine's.",
    .columns =
        (const char *const[][3]){
            {"p50_ns", "p50", "ns"},
            {"p99_ns", "p99", "ns"},
            {"p999_ns", "p99.9", "ns"},
            {"control_p999_ns", "loop p99.9", "ns"},
            {"p99_ns", "fits at p99", "fits"},
            {"over_budget", "over", "share"},
            {"max_ns", "longest", "ns"},
            {"control_p99_ns", "loop p99", "ns"},
            {"control_p50_ns", "loop p50", "ns"},
            {NULL},
        },
};

struct frame_row {
    const struct frame_wish *wish;
    struct voyage *voyage;
    bool cold;
    size_t threads;
};

// ------------------------------------------------------------------------------- counting

static json_t *count_bins(const double *sorted, size_t count, double low) {
    json_t *bins = json_array();
    double end = low * BIN_RATIO;
    for (size_t i = 0, bin = 0; i < count && bin < MOST_BINS; ++bin) {
        const size_t begin = i;
        while (i < count && (sorted[i] < end || bin + 1 == MOST_BINS)) {
            ++i;
        }
        json_array_append_new(bins, json_integer((json_int_t)(i - begin)));
        end *= BIN_RATIO;
    }
    return bins;
}

static void count(const struct frame_row *row, struct frames *frames,
                  struct measurement *measurement) {
    const struct frames_tail step = frames_tail(frames->step, frames->count);
    const struct frames_tail control = frames_tail(frames->control, frames->count);
    size_t within = 0;
    while (within < frames->count && frames->step[within] <= 1e3 * row->wish->budget_us) {
        ++within;
    }
    measurement->counters =
        json_pack("{sf sf sf sf sf sf sf sf sI}", "p50_ns", step.p50, "p99_ns", step.p99, "p999_ns",
                  step.p999, "max_ns", step.most, "over_budget",
                  (double)(frames->count - within) / (double)frames->count, "control_p50_ns",
                  control.p50, "control_p99_ns", control.p99, "control_p999_ns", control.p999,
                  "bodies", (json_int_t)row->voyage->scene.count);
    // The histogram of frames and of the loop, whose times are sorted.
    const double low = fmax(1.0, fmin(frames->step[0], frames->control[0]));
    json_object_set_new(measurement->subject, "histogram",
                        json_pack("{sf sf so so}", "low_ns", low, "ratio", BIN_RATIO, "frames",
                                  count_bins(frames->step, frames->count, low), "control",
                                  count_bins(frames->control, frames->count, low)));
}

// The median of each kind's calls, which take turns.
static void describe_parts(const struct frame_row *row, const struct frames *parts,
                           json_t *subject) {
    const struct scene *scene = &row->voyage->scene;
    const size_t each = parts->count / scene->kind_count;
    double *times = calloc(each + 1, sizeof *times);
    json_t *medians = json_object();
    for (size_t k = 0; k < scene->kind_count && times && each > 0; ++k) {
        for (size_t i = 0; i < each; ++i) {
            times[i] = parts->step[i * scene->kind_count + k];
        }
        json_object_set_new(medians, scene->kinds[k].name, json_real(frames_tail(times, each).p50));
    }
    json_object_set_new(subject, "parts", medians);
    free(times);
}

// -------------------------------------------------------------------------------- timing

static int time_rounds(const struct frame_row *row, struct voyage_frames *voyage,
                       struct measurement *measurement) {
    const size_t each = (size_t)row->wish->frames / ROUNDS, kinds = row->voyage->scene.kind_count;
    const size_t each_parts = row->threads == 1 ? kinds * (each / WHOLE_FOR_PARTS + 1) : 0;
    const struct frames_job whole = voyage_whole(voyage), by_kind = voyage_by_kind(voyage);
    struct frames frames, parts;
    double *room = calloc(each, sizeof *room);
    int status = room ? measurement_make_room(measurement, ROUNDS) : cli_out_of_memory();
    status |= frames_make(&whole, each * ROUNDS, &frames);
    status |= frames_make(&by_kind, each_parts * ROUNDS, &parts);
    for (size_t i = 0; i < ROUNDS && status == 0 && room && !interrupt_came(); ++i) {
        cli_progress("%s: frame %zu of %zu", measurement->name, i * each, ROUNDS * each);
        frames_time(&whole, each, &frames);
        frames_time(&by_kind, each_parts, &parts);
        memcpy(room, frames.step + frames.count - each, each * sizeof *room);
        measurement->samples[i] = frames_tail(room, each).p50;
        measurement->sample_count = i + 1;
        measurement->iterations = each;
    }
    if (measurement->sample_count > 0) {
        count(row, &frames, measurement);
        describe_parts(row, &parts, measurement->subject);
    }
    frames_free(&frames);
    frames_free(&parts);
    free(room);
    return status;
}

static int measure(struct measurement *measurement) {
    const struct frame_row *row = measurement->context;
    struct voyage_frames frames;
    const size_t between = row->cold ? (size_t)row->wish->between << 20 : 0;
    int status = voyage_begin_frames(row->voyage, between, row->threads, &frames);
    if (status == 0) {
        status = time_rounds(row, &frames, measurement);
    }
    voyage_end_frames(&frames);
    return status;
}

// --------------------------------------------------------------------------------- rows

static int add_row(struct frame_rows *rows, struct voyage *voyage, bool cold, size_t threads) {
    struct measurement *measurement = &rows->rows[rows->row_count];
    struct frame_row *row = malloc(sizeof *row);
    char workload[40], text[200];
    snprintf(workload, sizeof workload, threads > 1 ? "%s-t%zu" : "%s", cold ? "cold" : "hot",
             threads);
    snprintf(text, sizeof text, "%s/%s", voyage->name, workload);
    if (!row || measurement_make(&family, text, voyage->name, workload, measurement) != 0) {
        free(row);
        return cli_out_of_memory();
    }
    ++rows->row_count;
    *row = (struct frame_row){rows->wish, voyage, cold, threads};
    measurement->context = row;
    measurement->measure = measure;
    measurement->kernel = "step/auto/best";
    measurement->method = "auto";
    measurement->one_thread = threads > 1 ? measurement - 1 : NULL;
    const size_t frames = (size_t)rows->wish->frames / ROUNDS * ROUNDS;
    const size_t length =
        (size_t)snprintf(text, sizeof text, "%zu bodies; %zu frames", voyage->scene.count, frames);
    if (cold) {
        snprintf(text + length, sizeof text - length, ", before each %.0f MiB of other memory used",
                 (double)rows->wish->between);
    }
    json_object_set_new(measurement->subject, "summary", json_string(text));
    json_object_set_new(measurement->subject, "threads", json_integer((json_int_t)threads));
    json_object_set_new(measurement->subject, "cold", json_boolean(cold));
    return 0;
}

// One thread first, then as many as there are processors.
static int add_rows(struct frame_rows *rows, struct voyage *voyage) {
    const size_t most = processors_count();
    const bool all = rows->wish->all;
    int status = 0;
    for (int cold = 0; cold < (all ? 2 : 1); ++cold) {
        status |= add_row(rows, voyage, cold == 1, 1);
        if (most > 1 && all && status == 0) {
            status = add_row(rows, voyage, cold == 1, most);
        }
    }
    return status;
}

// Opens the next scene, whose name no other has.
static int open_voyage(const char *word, struct frame_rows *rows) {
    struct voyage *voyage = &rows->voyages[rows->voyage_count];
    const int status = voyage_open(word, voyage);
    for (size_t i = 0; i < rows->voyage_count && status == 0; ++i) {
        if (strcmp(rows->voyages[i].name, voyage->name) == 0) {
            voyage_close(voyage);
            return cli_bad("--scene %s: another scene is called '%s'; their results would have the "
                           "same names",
                           word, rows->voyages[i].name);
        }
    }
    ++rows->voyage_count;
    return status;
}

int frame_rows_make(const struct frame_wish *wish, struct frame_rows *rows) {
    const bool own = wish->scenes.count == 0;
    const size_t known = sizeof own_scenes / sizeof *own_scenes;
    const size_t count = !own ? wish->scenes.count : wish->all ? known : 1;
    *rows = (struct frame_rows){.wish = wish,
                                .voyages = calloc(count, sizeof *rows->voyages),
                                .rows = calloc(4 * count, sizeof *rows->rows)};
    int status = rows->voyages && rows->rows ? 0 : cli_out_of_memory();
    for (size_t i = 0; i < count && status == 0; ++i) {
        status = open_voyage(own ? own_scenes[i] : wish->scenes.items[i], rows);
        if (status == 0) {
            status = add_rows(rows, &rows->voyages[i]);
        }
    }
    return status;
}

void frame_rows_free(struct frame_rows *rows) {
    for (size_t i = 0; i < rows->row_count; ++i) {
        free(rows->rows[i].context);
        measurement_free(&rows->rows[i]);
    }
    for (size_t i = 0; i < rows->voyage_count; ++i) {
        voyage_close(&rows->voyages[i]);
    }
    free(rows->rows);
    free(rows->voyages);
    *rows = (struct frame_rows){.wish = NULL};
}
