// The frames of scenes as measurements of `run`.
#include "frame_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "processors.h"
#include "progress.h"
#include "voyage.h"

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
    .columns = (const char *const[]){"p50_ns",
                                     "p50",
                                     "ns",
                                     "p99_ns",
                                     "p99",
                                     "ns",
                                     "p999_ns",
                                     "p99.9",
                                     "ns",
                                     "control_p999_ns",
                                     "loop p99.9",
                                     "ns",
                                     "p99_ns",
                                     "fits at p99",
                                     "fits",
                                     "over_budget",
                                     "over",
                                     "share",
                                     "max_ns",
                                     "longest",
                                     "ns",
                                     "control_p99_ns",
                                     "loop p99",
                                     "ns",
                                     "control_p50_ns",
                                     "loop p50",
                                     "ns",
                                     NULL},
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

// The histogram of frames and of the loop, whose times are sorted.
static json_t *describe_histogram(const struct frames *frames) {
    const double low = fmax(1.0, fmin(frames->step[0], frames->control[0]));
    return json_pack("{sf sf so so}", "low_ns", low, "ratio", BIN_RATIO, "frames",
                     count_bins(frames->step, frames->count, low), "control",
                     count_bins(frames->control, frames->count, low));
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
    json_object_set_new(measurement->subject, "histogram", describe_histogram(frames));
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

static double median_of_latest(const struct frames *frames, size_t latest, double *room) {
    memcpy(room, frames->step + frames->count - latest, latest * sizeof *room);
    return frames_tail(room, latest).p50;
}

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
        measurement->samples[i] = median_of_latest(&frames, each, room);
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
