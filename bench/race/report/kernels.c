// Kernels, and the cells of their tables.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "recommend.h"
#include "sections.h"

static size_t find_method(const struct page *page, const struct result *result) {
    size_t i = 0;
    while (i < page->method_count && (strcmp(page->methods[i].method, result->method) != 0 ||
                                      strcmp(page->methods[i].family, result->family) != 0)) {
        ++i;
    }
    return i;
}

static void add_method(struct page *page, const struct result *result) {
    unsigned before = 0; // methods of the family
    if (page->method_count == PAGE_MOST_METHODS || result->automatic || result->approximate ||
        result->baseline || find_method(page, result) < page->method_count) {
        return;
    }
    for (size_t i = 0; i < page->method_count; ++i) {
        before += strcmp(page->methods[i].family, result->family) == 0;
    }
    page->methods[page->method_count].family = result->family;
    page->methods[page->method_count].method = result->method;
    page->methods[page->method_count++].colour = before % CHART_COLOURS;
}

void page_collect_methods(struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t i = 0; i < page->files[f].count; ++i) {
            add_method(page, &page->files[f].items[i]);
        }
    }
}

unsigned page_colour(const struct page *page, const struct result *result) {
    const size_t method = find_method(page, result);
    return result->baseline                                      ? (unsigned)CHART_BASELINE
           : result->approximate || method == page->method_count ? (unsigned)CHART_GREY
                                                                 : page->methods[method].colour;
}

bool page_is_strong(const struct result *result) {
    const struct result *baseline = result->subject->baseline;
    // The baseline stands for its method.
    const bool is_its_method = baseline && strcmp(baseline->method, result->method) == 0;
    return result->baseline ||
           (results_timed(result) && result->deterministic && !result->automatic &&
            !result->approximate && !is_its_method && recommend_is_best_variant(result));
}

bool page_is_first_with(const struct page *page, size_t file, const struct results_subject *like) {
    for (size_t f = 0; f < file; ++f) {
        const struct results_subject *subject = results_find_subject(&page->files[f], like);
        if (subject && subject->count > 0) {
            return false;
        }
    }
    return like->count > 0;
}

// --------------------------------------------------------------------------------- markup

struct html_number page_time(double ns) {
    return html_number("%.47s", number_like(ns, ns).text);
}

struct html_number page_wrong(const struct result *result) {
    const double percent = 100.0 * result->error;
    return percent < 0.01 ? html_number("< .01 %%") : html_number("%.2g %%", percent);
}

void page_cell(const struct page *page, const char *format, double value) {
    char text[48] = "";
    if (isfinite(value)) {
        // Formats are literals of this folder, each for one double.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(text, sizeof text, format, fmin(value, 1e18));
#pragma GCC diagnostic pop
    }
    html_put(page->out, "<td class=\"n\">@</td>", text);
}

void page_begin_table(const struct page *page, const char *class, const char *const *headings) {
    html_put(page->out, "<div class=\"scroll\"><table class=\"@\"><thead><tr>", class);
    for (; *headings; ++headings) {
        const bool number = **headings == '#';
        html_put(page->out, number ? "<th class=\"n\">@</th>" : "<th>@</th>", *headings + number);
    }
    fputs("</tr></thead><tbody>\n", page->out);
}

void page_end_table(const struct page *page) {
    fputs("</tbody></table></div>\n", page->out);
}

void page_subject(const struct page *page, const struct results_subject *subject) {
    html_put(page->out, "@", subject->name);
    if (strcmp(subject->family->name, "volume") != 0) {
        html_put(page->out, " <span class=\"family\">@</span>", subject->family->name);
    }
}

// -------------------------------------------------------------------------------- figures

void page_figure_name(const char *what, const struct results_subject *subject,
                      char name[FIGURE_NAME_BYTES]) {
    char of[200];
    const bool is_volume = strcmp(subject->family->name, "volume") == 0;
    snprintf(of, sizeof of, "%.120s%s%.40s", subject->name, is_volume ? "" : "-",
             is_volume ? "" : subject->family->name);
    figure_name(what, of, name);
}

void page_figure(struct page *page, const struct figure_content *content, const char *name) {
    figure_put(page->out, content);
    if (page->directory && page->status == 0 && content->height > 0.0) {
        page->status = figure_write(content, page->note, page->directory, name);
        ++page->figures;
    }
}
