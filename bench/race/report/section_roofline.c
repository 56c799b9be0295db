// The roofline: what the machine could do at most, and what kernels do.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "sections.h"

enum {
    MOST_ROOFS = 4,
    MOST_POINTS = PAGE_MOST_SERIES - 2 * MOST_ROOFS,
    MOST_LABELS = 8,
};

// What one core of the machine can do.
struct peaks {
    const json_t *sets; // GFLOP/s of each instruction set
    double flops;       // of the fastest one, without multiply-add
    const char *isa;    // that one
    double fused;       // of the fastest one with multiply-add; NaN: not known
    size_t level_count; // of caches and memory
    struct {
        const char *name;
        double bandwidth; // GB/s
    } levels[MOST_ROOFS];
};

// A kernel on a subject as a point.
struct point {
    const struct result *result;
    double intensity; // FLOP per byte
    double speed;     // GFLOP/s of floats
};

// ----------------------------------------------------------------------------------- peaks

static double number_of(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) && json_number_value(number) > 0.0 ? json_number_value(number)
                                                                     : (double)NAN;
}

// The most GFLOP/s without multiply-add.
static double plain_flops(const json_t *set) {
    return fmax(fmax(number_of(set, "add"), number_of(set, "multiply")), number_of(set, "mixed"));
}

// The most GFLOP/s of a kernel's instruction set; NaN if that is not known.
static double most_flops(const struct peaks *peaks, const struct result *result) {
    char name[32];
    const size_t length = strcspn(result->isa, "+");
    snprintf(name, sizeof name, "%.*s", (int)length, result->isa);
    const json_t *set = json_object_get(peaks->sets, name);
    return fmax(plain_flops(set), result->isa[length] == '+' ? number_of(set, "fma") : (double)NAN);
}

static bool find_peaks(const struct results *file, struct peaks *peaks) {
    static const char *const levels[MOST_ROOFS][2] = {
        {"l1", "L1"}, {"l2", "L2"}, {"l3", "L3"}, {"memory", "memory"}};
    const json_t *found = json_object_get(file->context, "peaks");
    json_t *flops = json_object_get(found, "flops"), *set;
    const json_t *bandwidth = json_object_get(found, "bandwidth");
    const char *isa;
    *peaks = (struct peaks){.sets = flops, .fused = (double)NAN};
    json_object_foreach(flops, isa, set) {
        const double most = plain_flops(set);
        peaks->isa = most > peaks->flops ? isa : peaks->isa;
        peaks->flops = fmax(most, peaks->flops);
        peaks->fused = fmax(peaks->fused, number_of(set, "fma"));
    }
    for (size_t i = 0; i < MOST_ROOFS; ++i) {
        const double speed = number_of(bandwidth, levels[i][0]);
        if (!isnan(speed)) {
            peaks->levels[peaks->level_count].name = levels[i][1];
            peaks->levels[peaks->level_count++].bandwidth = speed;
        }
    }
    return peaks->flops > 0.0 && peaks->level_count > 0;
}

// ---------------------------------------------------------------------------------- points

static bool make_point(const struct result *result, struct point *point) {
    const double flops = results_counter(result, "flops_per_body");
    const double bytes = results_counter(result, "bytes_per_body");
    if (!results_timed(result) || result->automatic || !(flops > 0.0) || !(bytes > 0.0)) {
        return false;
    }
    // A vector holds half as many doubles as floats.
    const double doubles = results_counter(result, "double_flops_per_body");
    const bool is_vector = strcmp(result->isa, "scalar") != 0 && doubles > 0.0;
    const double places = flops + (is_vector ? doubles : 0.0);
    *point = (struct point){result, places / bytes, places / result->times.median};
    return true;
}

static bool is_strong(const struct point *point) {
    return page_is_strong(point->result) && strcmp(point->result->subject->workload, "hot") == 0;
}

// ---------------------------------------------------------------------------------- figure

struct drawing {
    struct point points[MOST_POINTS];
    size_t point_count;
    struct chart_series series[PAGE_MOST_SERIES];
    double roofs[MOST_ROOFS][2][3]; // x and y: slope, ridge, flat end
    char roof_names[MOST_ROOFS][60];
    size_t count;
};

// A level's bandwidth up to the ridge, which is labelled, and the most operations from there on.
static void add_roof(struct drawing *drawing, size_t index, const struct peaks *peaks,
                     const double ends[2]) {
    double(*at)[3] = drawing->roofs[index];
    const double bandwidth = peaks->levels[index].bandwidth, ridge = peaks->flops / bandwidth;
    const double x[3] = {ends[0], ridge, ends[1]};
    const double y[3] = {ends[0] * bandwidth, peaks->flops, peaks->flops};
    memcpy(at[0], x, sizeof x);
    memcpy(at[1], y, sizeof y);
    snprintf(drawing->roof_names[index], sizeof drawing->roof_names[index], "%s: %.1f GB/s",
             peaks->levels[index].name, bandwidth);
    struct chart_series *roof = &drawing->series[drawing->count++];
    struct chart_series *label = &drawing->series[drawing->count++];
    *roof = (struct chart_series){.name = drawing->roof_names[index],
                                  .colour = CHART_GREY,
                                  .joined = true,
                                  .count = 3,
                                  .x = at[0],
                                  .y = at[1]};
    *label = (struct chart_series){.name = drawing->roof_names[index],
                                   .colour = CHART_GREY,
                                   .strong = true,
                                   .count = 1,
                                   .x = &at[0][1],
                                   .y = &at[1][1]};
    snprintf(label->label, sizeof label->label, "%s", peaks->levels[index].name);
}

// The fastest method of each subject gets the label.
static void add_point(const struct page *page, struct drawing *drawing, size_t index,
                      size_t *labels) {
    const struct point *point = &drawing->points[index];
    const struct results_subject *subject = point->result->subject;
    const bool strong = is_strong(point);
    bool first = strong;
    for (size_t i = 0; i < index; ++i) {
        first = first &&
                !(drawing->points[i].result->subject == subject && is_strong(&drawing->points[i]));
    }
    struct chart_series *series = &drawing->series[drawing->count++];
    *series = (struct chart_series){.name = point->result->name,
                                    .colour = page_colour(page, point->result),
                                    .strong = strong,
                                    .count = 1,
                                    .x = &point->intensity,
                                    .y = &point->speed};
    if (first && (*labels)++ < MOST_LABELS) {
        const size_t known = strncmp(subject->mesh, "builtin:", 8) == 0 ? 8 : 0;
        snprintf(series->label, sizeof series->label, "%.20s, %.20s", point->result->method,
                 subject->mesh + known);
    }
}

static void draw(struct page *page, const struct peaks *peaks, struct drawing *drawing,
                 const char *title) {
    double ends[2] = {HUGE_VAL, 0.0};
    size_t labels = 0;
    for (size_t i = 0; i < drawing->point_count; ++i) {
        ends[0] = fmin(ends[0], 0.5 * drawing->points[i].intensity);
        ends[1] = fmax(ends[1], 2.0 * drawing->points[i].intensity);
    }
    for (size_t i = 0; i < peaks->level_count; ++i) {
        const double ridge = peaks->flops / peaks->levels[i].bandwidth;
        ends[0] = fmin(ends[0], 0.5 * ridge);
        ends[1] = fmax(ends[1], 2.0 * ridge);
    }
    for (size_t i = 0; i < peaks->level_count; ++i) {
        add_roof(drawing, i, peaks, ends);
    }
    for (size_t i = 0; i < drawing->point_count; ++i) {
        add_point(page, drawing, i, &labels);
    }
    const struct chart chart = {.title = title,
                                .description = "Grey lines: bandwidths of caches and memory, and "
                                               "the peak of operations. A point for each kernel "
                                               "and mesh. The table has the numbers.",
                                .x_label = "operations per byte",
                                .y_label = "GFLOP/s",
                                .log_x = true,
                                .log_y = true,
                                .series = drawing->series,
                                .count = drawing->count};
    const struct figure_content content = figure_of_chart(&chart);
    page_figure(page, &content, "roofline.svg");
}

// ----------------------------------------------------------------------------------- table

static void put_table(const struct page *page, const struct peaks *peaks,
                      const struct drawing *drawing) {
    char bound_heading[64];
    snprintf(bound_heading, sizeof bound_heading, "#bound (%s)", peaks->levels[0].name);
    page_begin_table(page, "roofline",
                     (const char *const[]){"kernel", "mesh and workload", "#FLOP/body",
                                           "#bytes/body", "#FLOP/byte", "#GFLOP/s", bound_heading,
                                           "#% of it", NULL});
    for (size_t i = 0; i < drawing->point_count; ++i) {
        const struct point *point = &drawing->points[i];
        const double most = most_flops(peaks, point->result);
        const double bound =
            isnan(most) ? most : fmin(most, peaks->levels[0].bandwidth * point->intensity);
        if (!is_strong(point)) {
            continue;
        }
        html_put(page->out, "<tr><td><code>@</code></td><td>@</td>", point->result->kernel,
                 point->result->subject->name);
        page_cell(page, "%.0f", results_counter(point->result, "flops_per_body"));
        page_cell(page, "%.0f", results_counter(point->result, "bytes_per_body"));
        page_cell(page, "%.2f", point->intensity);
        page_cell(page, "%.2f", point->speed);
        page_cell(page, "%.1f", bound);
        page_cell(page, "%.0f", 100.0 * point->speed / bound);
        fputs("</tr>\n", page->out);
    }
    page_end_table(page);
}

static void put_note(const struct page *page, const struct peaks *peaks) {
    html_put(page->out, "<p class=\"note\">One core, measured: @ GFLOP/s (@",
             html_number("%.1f", peaks->flops).text, peaks->isa);
    if (!isnan(peaks->fused)) {
        html_put(page->out, "; @ with multiply-add", html_number("%.1f", peaks->fused).text);
    }
    fputs(")", page->out);
    for (size_t i = 0; i < peaks->level_count; ++i) {
        html_put(page->out, ", @ @ GB/s", peaks->levels[i].name,
                 html_number("%.1f", peaks->levels[i].bandwidth).text);
    }
    fputs(". Operations and bytes are counted; one on doubles counts as two in vectors. The bound "
          "is that of the kernel's own instruction set.</p>\n",
          page->out);
}

void section_roofline(struct page *page) {
    bool open = false;
    for (size_t f = 0; f < page->count; ++f) {
        const struct results *file = &page->files[f];
        struct peaks peaks;
        if (!find_peaks(file, &peaks)) {
            continue;
        }
        struct drawing *drawing = calloc(1, sizeof *drawing);
        if (!drawing) {
            page->out_of_memory = true;
            return;
        }
        for (size_t s = 0; s < file->subject_count; ++s) {
            const struct results_subject *subject = &file->subjects[s];
            for (size_t i = 0; i < subject->timed && drawing->point_count < MOST_POINTS; ++i) {
                drawing->point_count +=
                    make_point(subject->results[i], &drawing->points[drawing->point_count]);
            }
        }
        if (drawing->point_count > 0) {
            char title[200];
            snprintf(title, sizeof title, "%.100s%sspeed against operations per byte",
                     page->count > 1 ? page->labels->texts[f] : "", page->count > 1 ? ": " : "");
            fputs(open ? "" : "<section id=\"roofline\"><h2>Roofline</h2>\n", page->out);
            open = true;
            put_note(page, &peaks);
            draw(page, &peaks, drawing, title);
            put_table(page, &peaks, drawing);
        }
        free(drawing);
    }
    fputs(open ? "</section>\n" : "", page->out);
}
