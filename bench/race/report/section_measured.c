// What was measured beside the races: a table for each family and, of frames, their histograms.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measured.h"
#include "page.h"
#include "sections.h"

#define MOST_BINS 512

static void put_table(const struct page *page, const struct results *file,
                      const struct results_family *family) {
    struct measured_column columns[MEASURED_MOST_COLUMNS];
    char texts[MEASURED_MOST_COLUMNS][64];
    const char *headings[MEASURED_MOST_COLUMNS + 2] = {family->name};
    const size_t count = measured_columns(family, columns);
    for (size_t k = 0; k < count; ++k) {
        snprintf(texts[k], sizeof texts[k], "#%.60s", columns[k].heading);
        headings[k + 1] = texts[k];
    }
    page_begin_table(page, "numbers", headings);
    for (size_t i = 0; i < file->subject_count; ++i) {
        const struct results_subject *subject = &file->subjects[i];
        const struct result *result = measured_result(subject);
        if (!result || subject->family != family) {
            continue;
        }
        html_put(page->out, "<tr><td>@</td>", subject->name);
        for (size_t k = 0; k < count; ++k) {
            html_put(page->out, "<td class=\"n\">@</td>",
                     measured_text(file, result, &columns[k]).text);
        }
        fputs("</tr>\n", page->out);
    }
    page_end_table(page);
}

// ----------------------------------------------------------------------------- histograms

struct histogram {
    double x[MOST_BINS], y[MOST_BINS];
    size_t count;
};

// Frames in each bin, at the middle of the bin.
static void take_bins(const json_t *from, const char *key, struct histogram *histogram) {
    const double ratio = json_number_value(json_object_get(from, "ratio"));
    double low = json_number_value(json_object_get(from, "low_ns"));
    const json_t *bins = json_object_get(from, key);
    histogram->count = json_array_size(bins) < MOST_BINS ? json_array_size(bins) : MOST_BINS;
    for (size_t i = 0; i < histogram->count; ++i) {
        const double frames = (double)json_integer_value(json_array_get(bins, i));
        histogram->x[i] = 1e-3 * low * sqrt(ratio);
        histogram->y[i] = frames > 0.0 ? frames : (double)NAN;
        low *= ratio;
    }
}

static void put_histogram(struct page *page, const struct results_subject *subject) {
    struct histogram *bins = calloc(2, sizeof *bins);
    if (!bins) {
        page->out_of_memory = true;
        return;
    }
    take_bins(subject->histogram, "frames", &bins[0]);
    take_bins(subject->histogram, "control", &bins[1]);
    const struct chart_series series[2] = {
        {.name = "a loop of fixed work",
         .colour = CHART_GREY,
         .strong = true,
         .count = bins[1].count,
         .x = bins[1].x,
         .y = bins[1].y},
        {.name = "frames",
         .colour = 0,
         .strong = true,
         .count = bins[0].count,
         .x = bins[0].x,
         .y = bins[0].y},
    };
    char title[200], name[FIGURE_NAME_BYTES];
    snprintf(title, sizeof title, "%.100s: how long frames take", subject->name);
    page_figure_name("ns-by-frame", subject, name);
    const struct chart chart = {
        .title = title,
        .description = "How many frames took how long, and how many turns of a loop of fixed work "
                       "beside them, whose tail is the machine's.",
        .x_label = "µs",
        .y_label = "frames in a bin",
        .log_x = true,
        .log_y = true,
        .series = series,
        .count = 2,
    };
    const struct figure_content content = figure_of_chart(&chart);
    fputs("<div class=\"card\">", page->out);
    page_figure(page, &content, name);
    html_put(page->out, "<p class=\"note\">@. Grey: the loop beside them.", subject->summary);
    const char *kind, *before = " By themselves: ";
    json_t *ns;
    json_object_foreach((json_t *)subject->parts, kind, ns) {
        html_put(page->out, "@@ @ µs", before, kind, page_time(1e-3 * json_number_value(ns)).text);
        before = ", ";
    }
    fputs("</p></div>\n", page->out);
    free(bins);
}

// --------------------------------------------------------------------------------- section

static void put_family(struct page *page, const struct results *file,
                       const struct results_family *family) {
    html_put(page->out, "<p class=\"note\">@</p>\n", family->note);
    put_table(page, file, family);
    fputs("<div class=\"cards\">\n", page->out);
    for (size_t i = 0; i < file->subject_count; ++i) {
        const struct results_subject *subject = &file->subjects[i];
        if (subject->family == family && measured_result(subject) && subject->histogram) {
            put_histogram(page, subject);
        }
    }
    fputs("</div>\n", page->out);
}

void section_measured(struct page *page) {
    bool open = false;
    for (size_t f = 0; f < page->count; ++f) {
        const struct results *file = &page->files[f];
        for (size_t i = 0; i < file->family_count; ++i) {
            bool any = false;
            for (size_t s = 0; s < file->subject_count; ++s) {
                any = any || (file->subjects[s].family == &file->families[i] &&
                              measured_result(&file->subjects[s]));
            }
            if (any) {
                fputs(open ? "" : "<section id=\"measured\"><h2>Frames and making</h2>\n",
                      page->out);
                open = true;
                if (page->count > 1) {
                    html_put(page->out, "<h3>@</h3>\n", page->labels->texts[f]);
                }
                put_family(page, file, &file->families[i]);
            }
        }
    }
    fputs(open ? "</section>\n" : "", page->out);
}
