// Cost against error.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pareto.h"
#include "sections.h"

// Methods with an error, in the subject; those without one have no place on a logarithmic axis.
static size_t count_methods(const struct page *page, const struct results_subject *subject) {
    size_t count = 0;
    for (size_t i = 0; i < subject->count && i < PAGE_MOST_SERIES; ++i) {
        const struct results_benchmark *benchmark = subject->benchmarks[i];
        count += page_is_strong(page, subject, benchmark) &&
                 results_counter(benchmark, "max_error_volume") > 0.0;
    }
    return count;
}

static bool is_worth_drawing(const struct page *page, const struct results_subject *subject) {
    return page_is_hot(subject) && count_methods(page, subject) >= 3;
}

// The front comes after the points, in a series of its own: a stair, so with a corner between any
// two points.
struct points {
    struct chart_series series[PAGE_MOST_SERIES + 1];
    double x[PAGE_MOST_SERIES], y[PAGE_MOST_SERIES];
    size_t count;
    double front_x[2 * PAGE_MOST_SERIES], front_y[2 * PAGE_MOST_SERIES];
};

static void collect(const struct page *page, const struct results_subject *subject,
                    struct points *points) {
    for (size_t i = 0; i < subject->count && points->count < PAGE_MOST_SERIES; ++i) {
        const struct results_benchmark *benchmark = subject->benchmarks[i];
        if (!results_timed(benchmark)) {
            continue;
        }
        struct chart_series *series = &points->series[points->count];
        points->x[points->count] = results_counter(benchmark, "max_error_volume");
        points->y[points->count] = benchmark->times.median;
        *series = (struct chart_series){.name = benchmark->kernel,
                                        .colour = page_colour(page, benchmark),
                                        .strong = page_is_strong(page, subject, benchmark),
                                        .count = 1,
                                        .x = &points->x[points->count],
                                        .y = &benchmark->times.median};
        snprintf(series->label, sizeof series->label, "%.40s", benchmark->method);
        ++points->count;
    }
}

static void add_front(struct points *points) {
    size_t front[PAGE_MOST_SERIES], corners = 0;
    const size_t count = pareto_front(points->x, points->y, points->count, front);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0) {
            points->front_x[corners] = points->x[front[i]];
            points->front_y[corners++] = points->y[front[i - 1]];
        }
        points->front_x[corners] = points->x[front[i]];
        points->front_y[corners++] = points->y[front[i]];
    }
    points->series[points->count++] = (struct chart_series){.name = "Pareto front",
                                                            .colour = CHART_GREY,
                                                            .joined = true,
                                                            .count = corners,
                                                            .x = points->front_x,
                                                            .y = points->front_y};
}

static void put_figure(struct page *page, size_t file, const struct results_subject *subject) {
    char title[320], prefix[128], name[FIGURE_NAME_BYTES];
    struct points *points = calloc(1, sizeof *points);
    if (!points) {
        page->out_of_memory = true;
        return;
    }
    page_file_prefix(page, file, prefix, sizeof prefix);
    snprintf(title, sizeof title, "%s%.120s%s%.40s: time against error", prefix, subject->name,
             strcmp(subject->family, "volume") != 0 ? ", " : "",
             strcmp(subject->family, "volume") != 0 ? subject->family : "");
    collect(page, subject, points);
    add_front(points);
    page_figure_name("ns-by-error", subject, name);
    page_figure(page,
                &(struct chart){.title = title,
                                .description = "A point for each kernel: its worst error and its "
                                               "time, and the Pareto front. The ranking has "
                                               "the numbers.",
                                .x_label = "worst error, share of the whole volume",
                                .y_label = "ns per body",
                                .log_x = true,
                                .log_y = true,
                                .series = points->series,
                                .count = points->count},
                name);
    free(points);
}

void section_cost(struct page *page) {
    bool open = false;
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_file *file = &page->files[f];
        for (size_t i = 0; i < file->subject_count; ++i) {
            if (!is_worth_drawing(page, &file->subjects[i])) {
                continue;
            }
            if (!open) {
                fputs("<section id=\"cost\"><h2>Cost against error</h2>\n<p class=\"note\">Time "
                      "against the worst error of all poses: down and left is better. The grey "
                      "stair is the Pareto front: no kernel beats those on it in both. "
                      "Approximations are never recommended. Kernels without any error are not "
                      "shown.</p>\n<div class=\"cards\">\n",
                      page->out);
                open = true;
            }
            put_figure(page, f, &file->subjects[i]);
        }
    }
    fputs(open ? "</div></section>\n" : "", page->out);
}
