// The roofline: what the machine could do at most, and what kernels do.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sections.h"

enum {
    MOST_ROOFS = 8,
    MOST_LABELS = 8,
};

// What one core of the machine can do.
struct peaks {
    const json_t *sets; // GFLOP/s of each instruction set
    double flops;       // of the fastest one, without multiply-add
    double fused;       // of the fastest one, with it; NaN: not known
    const char *isa;    // the fastest one
    size_t level_count; // of caches and memory
    struct {
        const char *name;
        double bandwidth; // GB/s
    } levels[MOST_ROOFS];
};

// A kernel on a subject as a point.
struct point {
    const struct results_subject *subject;
    const struct results_benchmark *benchmark;
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
static double most_flops(const struct peaks *peaks, const struct results_benchmark *benchmark) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(benchmark->isa, "+"), benchmark->isa);
    const json_t *set = json_object_get(peaks->sets, name);
    const double fused = page_is_fused(benchmark) ? number_of(set, "fma") : (double)NAN;
    return fmax(plain_flops(set), fused);
}

static bool find_peaks(const struct results_file *file, struct peaks *peaks) {
    static const char *const levels[][2] = {
        {"l1", "L1"}, {"l2", "L2"}, {"l3", "L3"}, {"memory", "memory"}};
    const json_t *found = json_object_get(file->context, "peaks");
    json_t *flops = json_object_get(found, "flops"), *set;
    const json_t *bandwidth = json_object_get(found, "bandwidth");
    const char *isa;
    *peaks = (struct peaks){.sets = flops, .fused = (double)NAN};
    json_object_foreach(flops, isa, set) {
        const double most = plain_flops(set);
        if (most > peaks->flops) {
            peaks->flops = most;
            peaks->isa = isa;
        }
        peaks->fused = fmax(peaks->fused, number_of(set, "fma"));
    }
    for (size_t i = 0; i < sizeof levels / sizeof *levels; ++i) {
        const double speed = number_of(bandwidth, levels[i][0]);
        if (!isnan(speed)) {
            peaks->levels[peaks->level_count].name = levels[i][1];
            peaks->levels[peaks->level_count++].bandwidth = speed;
        }
    }
    return peaks->flops > 0.0 && peaks->level_count > 0;
}

// ---------------------------------------------------------------------------------- points

static bool make_point(const struct results_subject *subject,
                       const struct results_benchmark *benchmark, struct point *point) {
    const double flops = results_counter(benchmark, "flops_per_body");
    const double bytes = results_counter(benchmark, "bytes_per_body");
    if (!results_timed(benchmark) || page_is_auto(benchmark) || !(flops > 0.0) || !(bytes > 0.0)) {
        return false;
    }
    // A vector holds half as many doubles as floats.
    const double doubles = results_counter(benchmark, "double_flops_per_body");
    const bool is_vector = strcmp(benchmark->isa, "scalar") != 0 && doubles > 0.0;
    const double places = flops + (is_vector ? doubles : 0.0);
    *point = (struct point){subject, benchmark, places / bytes, places / benchmark->times.median};
    return true;
}

static size_t collect(const struct results_file *file, struct point points[PAGE_MOST_SERIES]) {
    size_t count = 0;
    for (size_t s = 0; s < file->subject_count; ++s) {
        const struct results_subject *subject = &file->subjects[s];
        for (size_t i = 0; i < subject->count && count < PAGE_MOST_SERIES - 2 * MOST_ROOFS; ++i) {
            count += make_point(subject, subject->benchmarks[i], &points[count]);
        }
    }
    return count;
}

static bool is_best_here(const struct page *page, const struct point *point) {
    return page_is_strong(page, point->subject, point->benchmark) && page_is_hot(point->subject);
}

// ---------------------------------------------------------------------------------- figure

struct drawing {
    struct point points[PAGE_MOST_SERIES];
    char names[PAGE_MOST_SERIES][160];
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
    const struct chart_series series = {.name = drawing->roof_names[index],
                                        .colour = CHART_GREY,
                                        .joined = true,
                                        .count = 3,
                                        .x = at[0],
                                        .y = at[1]};
    drawing->series[drawing->count++] = series;
    struct chart_series *label = &drawing->series[drawing->count++];
    *label = series;
    label->joined = false;
    label->strong = true;
    label->count = 1;
    label->x = &at[0][1];
    label->y = &at[1][1];
    snprintf(label->label, sizeof label->label, "%s", peaks->levels[index].name);
}

// Whether no point before it is the subject's: the fastest method gets the label.
static bool is_fastest(const struct page *page, const struct drawing *drawing, size_t index) {
    for (size_t i = 0; i < index; ++i) {
        if (drawing->points[i].subject == drawing->points[index].subject &&
            is_best_here(page, &drawing->points[i])) {
            return false;
        }
    }
    return true;
}

static void add_point(const struct page *page, struct drawing *drawing, size_t index,
                      size_t *labels) {
    struct point *point = &drawing->points[index];
    struct chart_series *series = &drawing->series[drawing->count++];
    const bool strong = is_best_here(page, point);
    snprintf(drawing->names[index], sizeof drawing->names[index], "%.150s", point->benchmark->name);
    *series = (struct chart_series){.name = drawing->names[index],
                                    .colour = page_colour(page, point->benchmark),
                                    .strong = strong,
                                    .count = 1,
                                    .x = &point->intensity,
                                    .y = &point->speed};
    if (strong && *labels < MOST_LABELS && is_fastest(page, drawing, index)) {
        ++*labels;
        snprintf(series->label, sizeof series->label, "%.20s, %.20s", point->benchmark->method,
                 strncmp(point->subject->mesh, "builtin:", 8) == 0 ? point->subject->mesh + 8
                                                                   : point->subject->mesh);
    }
}

static void draw(struct page *page, const struct peaks *peaks, struct drawing *drawing,
                 size_t points, const char *title) {
    double ends[2] = {HUGE_VAL, 0.0};
    size_t labels = 0;
    for (size_t i = 0; i < points; ++i) {
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
    for (size_t i = 0; i < points; ++i) {
        add_point(page, drawing, i, &labels);
    }
    page_figure(page,
                &(struct chart){.title = title,
                                .description = "Grey lines: bandwidths of caches and memory, and "
                                               "the peak of operations. A point for each kernel "
                                               "and mesh. The table has the numbers.",
                                .x_label = "operations per byte",
                                .y_label = "GFLOP/s",
                                .log_x = true,
                                .log_y = true,
                                .series = drawing->series,
                                .count = drawing->count},
                "roofline.svg");
}

// ----------------------------------------------------------------------------------- table

// What the machine could reach at most with data in the first cache; NaN if it is not known.
static double bound(const struct peaks *peaks, const struct point *point) {
    const double most = most_flops(peaks, point->benchmark);
    return isnan(most) ? most : fmin(most, peaks->levels[0].bandwidth * point->intensity);
}

static void put_table(const struct page *page, const struct peaks *peaks,
                      const struct drawing *drawing, size_t points) {
    html_put(page->out,
             "<div class=\"scroll\"><table><thead><tr><th>kernel</th><th>mesh and workload</th>"
             "<th class=\"n\">FLOP/body</th><th class=\"n\">bytes/body</th>"
             "<th class=\"n\">FLOP/byte</th><th class=\"n\">GFLOP/s</th><th class=\"n\">bound "
             "(@)</th><th class=\"n\">% of it</th></tr></thead><tbody>\n",
             peaks->levels[0].name);
    for (size_t i = 0; i < points; ++i) {
        const struct point *point = &drawing->points[i];
        const struct results_benchmark *benchmark = point->benchmark;
        if (!is_best_here(page, point)) {
            continue;
        }
        html_put(page->out, "<tr><td><code>@</code></td><td>@</td>", benchmark->kernel,
                 benchmark->subject);
        page_cell(page, "%.0f", results_counter(benchmark, "flops_per_body"));
        page_cell(page, "%.0f", results_counter(benchmark, "bytes_per_body"));
        page_cell(page, "%.2f", point->intensity);
        page_cell(page, "%.2f", point->speed);
        page_cell(page, "%.1f", bound(peaks, point));
        page_cell(page, "%.0f", 100.0 * point->speed / bound(peaks, point));
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div>\n", page->out);
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
    fputs(
        ". Operations and bytes are counted; one on doubles counts as two in vectors. The bound is "
        "that of the kernel's own instruction set.</p>\n",
        page->out);
}

void section_roofline(struct page *page) {
    bool open = false;
    for (size_t f = 0; f < page->count; ++f) {
        struct peaks peaks;
        if (!find_peaks(&page->files[f], &peaks)) {
            continue;
        }
        struct drawing *drawing = calloc(1, sizeof *drawing);
        if (!drawing) {
            page->out_of_memory = true;
            return;
        }
        const size_t points = collect(&page->files[f], drawing->points);
        if (points > 0) {
            char title[200];
            page_file_prefix(page, f, title, sizeof title);
            strncat(title, "speed against operations per byte", sizeof title - strlen(title) - 1);
            fputs(open ? "" : "<section id=\"roofline\"><h2>Roofline</h2>\n", page->out);
            open = true;
            put_note(page, &peaks);
            draw(page, &peaks, drawing, points, title);
            put_table(page, &peaks, drawing, points);
        }
        free(drawing);
    }
    fputs(open ? "</section>\n" : "", page->out);
}
