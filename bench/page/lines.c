// Lines of a figure.
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lines_add(struct lines_group *group, const struct results_subject *subject, double x) {
    if (group->count == LINES_MOST_POINTS) {
        return;
    }
    size_t place = group->count++;
    for (; place > 0 && group->x[place - 1] > x; --place) {
        group->x[place] = group->x[place - 1];
        group->subjects[place] = group->subjects[place - 1];
    }
    group->x[place] = x;
    group->subjects[place] = subject;
}

bool lines_worth_drawing(const struct lines_group *group) {
    return group->count >= 2 && group->x[0] < group->x[group->count - 1];
}

// --------------------------------------------------------------------------------- series

struct drawing {
    struct chart_series series[PAGE_MOST_SERIES];
    double y[PAGE_MOST_SERIES][LINES_MOST_POINTS];
    size_t count;
};

static struct chart_series *find_series(struct drawing *drawing, const char *kernel) {
    for (size_t i = 0; i < drawing->count; ++i) {
        if (strcmp(drawing->series[i].name, kernel) == 0) {
            return &drawing->series[i];
        }
    }
    return NULL;
}

static void start_series(const struct page *page, struct drawing *drawing,
                         const struct lines_group *group,
                         const struct results_benchmark *benchmark) {
    struct chart_series *series = &drawing->series[drawing->count];
    *series = (struct chart_series){.name = benchmark->kernel,
                                    .colour = page_colour(page, benchmark),
                                    .joined = true,
                                    .count = group->count,
                                    .x = group->x,
                                    .y = drawing->y[drawing->count]};
    snprintf(series->label, sizeof series->label, "%.20s %.20s", benchmark->method, benchmark->isa);
    for (size_t i = 0; i < group->count; ++i) {
        drawing->y[drawing->count][i] = (double)NAN;
    }
    ++drawing->count;
}

static double value_of(const struct results_benchmark *benchmark, bool per_triangle) {
    const double triangles = per_triangle ? results_counter(benchmark, "triangles") : 1.0;
    return triangles > 0.0 ? benchmark->times.median / triangles : (double)NAN;
}

static void collect(const struct page *page, const struct lines_group *group, bool per_triangle,
                    struct drawing *drawing) {
    for (size_t p = 0; p < group->count; ++p) {
        const struct results_subject *subject = group->subjects[p];
        for (size_t i = 0; i < subject->count && i < PAGE_MOST_SERIES; ++i) {
            const struct results_benchmark *benchmark = subject->benchmarks[i];
            if (!results_timed(benchmark)) {
                continue;
            }
            if (!find_series(drawing, benchmark->kernel) && drawing->count < PAGE_MOST_SERIES) {
                start_series(page, drawing, group, benchmark);
            }
            struct chart_series *series = find_series(drawing, benchmark->kernel);
            if (series) {
                // A point of a subject with the same number gives way to the first.
                drawing->y[series - drawing->series][p] = value_of(benchmark, per_triangle);
                series->strong = page_is_strong(page, subject, benchmark); // by the last subject
            }
        }
    }
}

// ---------------------------------------------------------------------------------- table

static void put_table(const struct page *page, const struct lines_group *group,
                      const struct lines_text *text, const struct drawing *drawing) {
    html_put(page->out,
             "<details><summary>numbers: @</summary><div class=\"scroll\"><table><thead><tr>"
             "<th>@, by @</th>",
             text->title, text->per_triangle ? "ns/triangle" : "ns/body", text->x_label);
    for (size_t p = 0; p < group->count; ++p) {
        html_put(page->out, "<th class=\"n\">@</th>", html_number("%g", group->x[p]).text);
    }
    fputs("</tr></thead><tbody>\n", page->out);
    for (size_t i = 0; i < drawing->count; ++i) {
        html_put(page->out, "<tr class=\"@\"><td><code>@</code></td>",
                 drawing->series[i].strong ? "strong" : "thin", drawing->series[i].name);
        for (size_t p = 0; p < group->count; ++p) {
            page_cell(page, "%.4g", drawing->series[i].y[p]);
        }
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div></details>\n", page->out);
}

void lines_put(struct page *page, const struct lines_group *group, const struct lines_text *text) {
    struct drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing) {
        page->out_of_memory = true;
        return;
    }
    collect(page, group, text->per_triangle, drawing);
    const struct chart chart = {
        .title = text->title,
        .description = "A line for each kernel, the best of each method strong and labelled. The "
                       "table below has the numbers.",
        .x_label = text->x_label,
        .y_label = text->per_triangle ? "ns per triangle" : "ns per body",
        .log_x = text->log_x,
        .log_y = text->log_y,
        .series = drawing->series,
        .count = drawing->count,
    };
    fputs("<div class=\"card\">", page->out);
    page_figure(page, &chart, text->file);
    put_table(page, group, text, drawing);
    fputs("</div>\n", page->out);
    free(drawing);
}
