// How time grows with triangles, with bodies per call, and with immersion.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "sections.h"

static const struct {
    const char *id, *heading, *file, *x_label, *note;
    bool log_x, per_triangle;
} axes[RESULTS_AXES] = {
    [RESULTS_BY_TRIANGLES] = {"scaling", "Scaling", "ns-per-triangle", "triangles",
                              "Time per triangle against the number of triangles.", true, true},
    [RESULTS_BY_COUNT] = {"crowds", "Crowds", "ns-by-count", "bodies per call",
                          "Time per body against the number of bodies in a call.", true, false},
    [RESULTS_BY_IMMERSION] = {"immersion", "Immersion", "ns-by-immersion",
                              "% of the volume under water",
                              "Time per body against the share of the volume that is under water.",
                              false, false},
};

struct drawing {
    struct chart_series series[PAGE_MOST_SERIES];
    double y[PAGE_MOST_SERIES][RESULTS_LONGEST_LINE];
    size_t count;
};

// The series of a kernel, started if it is new; NULL if there is no room.
static struct chart_series *series_of(const struct page *page, struct drawing *drawing,
                                      const struct results_line *line,
                                      const struct result *result) {
    for (size_t i = 0; i < drawing->count; ++i) {
        if (strcmp(drawing->series[i].name, result->kernel) == 0) {
            return &drawing->series[i];
        }
    }
    if (drawing->count == PAGE_MOST_SERIES) {
        return NULL;
    }
    struct chart_series *series = &drawing->series[drawing->count];
    *series = (struct chart_series){.name = result->kernel,
                                    .colour = page_colour(page, result),
                                    .joined = true,
                                    .apart = result->approximate,
                                    .count = line->count,
                                    .x = line->x,
                                    .y = drawing->y[drawing->count]};
    snprintf(series->label, sizeof series->label, "%.20s %.20s", result->method, result->isa);
    for (size_t i = 0; i < line->count; ++i) {
        drawing->y[drawing->count][i] = (double)NAN;
    }
    ++drawing->count;
    return series;
}

static void collect(const struct page *page, const struct results_line *line, bool per_triangle,
                    struct drawing *drawing) {
    for (size_t p = 0; p < line->count; ++p) {
        const struct results_subject *subject = line->subjects[p];
        for (size_t i = 0; i < subject->timed; ++i) {
            const struct result *result = subject->results[i];
            struct chart_series *series = series_of(page, drawing, line, result);
            if (series) {
                drawing->y[series - drawing->series][p] =
                    result->times.median / (per_triangle ? subject->triangles : 1.0);
                series->strong = page_is_strong(result); // by the last subject
            }
        }
    }
}

static void put_table(const struct page *page, const struct results_line *line,
                      const struct drawing *drawing) {
    char texts[RESULTS_LONGEST_LINE][32];
    const char *headings[RESULTS_LONGEST_LINE + 2] = {"kernel"};
    for (size_t p = 0; p < line->count; ++p) {
        snprintf(texts[p], sizeof texts[p], "#%g", line->x[p]);
        headings[p + 1] = texts[p];
    }
    fputs("<details><summary>numbers</summary>", page->out);
    page_begin_table(page, "numbers", headings);
    for (int apart = 0; apart < 2; ++apart) {
        for (size_t i = 0; i < drawing->count; ++i) {
            if (drawing->series[i].apart != (apart == 1)) {
                continue;
            }
            html_put(page->out, "<tr class=\"@\"><td><code>@</code></td>",
                     drawing->series[i].strong ? "strong" : "thin", drawing->series[i].name);
            for (size_t p = 0; p < line->count; ++p) {
                page_cell(page, "%.4g", drawing->series[i].y[p]);
            }
            fputs("</tr>\n", page->out);
        }
    }
    page_end_table(page);
    fputs("</details>", page->out);
}

static void put_line(struct page *page, size_t file, const struct results_line *line,
                     enum results_axis axis) {
    const struct results_subject *first = line->subjects[0];
    const bool swept = strcmp(page->files[file].sweep, "triangles") == 0;
    const bool shaped = axis != RESULTS_BY_TRIANGLES || swept;
    const bool is_volume = strcmp(first->family->name, "volume") == 0;
    char title[400], of[300], name[FIGURE_NAME_BYTES];
    struct drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing) {
        page->out_of_memory = true;
        return;
    }
    const char *shape = shaped ? first->shape : "";
    snprintf(title, sizeof title, "%.100s%s%.40s%s%.120s%s%.40s, by %.40s",
             page->count > 1 ? page->labels->texts[file] : "", page->count > 1 ? ": " : "",
             first->family->name, shape[0] != '\0' ? ", " : "", shape,
             first->line[0] != '\0' ? ", " : "", first->line, axes[axis].x_label);
    snprintf(of, sizeof of, "%.120s%s%.40s%s%.40s", shape, first->line[0] != '\0' ? "-" : "",
             first->line, is_volume ? "" : "-", is_volume ? "" : first->family->name);
    figure_name(axes[axis].file, of + (of[0] == '-'), name);
    collect(page, line, axes[axis].per_triangle, drawing);
    const struct chart chart = {
        .title = title,
        .description = "A line for each kernel, the best of each method strong and labelled. The "
                       "table below has the numbers.",
        .x_label = axes[axis].x_label,
        .y_label = axes[axis].per_triangle ? "ns per triangle" : "ns per body",
        .log_x = axes[axis].log_x,
        .log_y = true,
        .series = drawing->series,
        .count = drawing->count,
    };
    const struct figure_content content = figure_of_chart(&chart);
    fputs("<div class=\"card\">", page->out);
    page_figure(page, &content, name);
    put_table(page, line, drawing);
    fputs("</div>\n", page->out);
    free(drawing);
}

void section_growth(struct page *page) {
    for (enum results_axis axis = 0; axis < RESULTS_AXES; ++axis) {
        bool open = false;
        for (size_t f = 0; f < page->count; ++f) {
            for (size_t i = 0; i < page->files[f].subject_count; ++i) {
                const struct results_line line = results_line_at(&page->files[f], i, axis);
                if (line.count < 2) {
                    continue;
                }
                if (!open) {
                    html_put(page->out,
                             "<section id=\"@\"><h2>@</h2>\n<p class=\"note\">@</p>\n"
                             "<div class=\"cards\">\n",
                             axes[axis].id, axes[axis].heading, axes[axis].note);
                    open = true;
                }
                put_line(page, f, &line, axis);
            }
        }
        fputs(open ? "</div></section>\n" : "", page->out);
    }
}
