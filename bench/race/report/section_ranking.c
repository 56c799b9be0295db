// Every kernel of every subject.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "page.h"
#include "sections.h"

// The result of the same name in another file.
static const struct result *twin(const struct page *page, size_t file,
                                 const struct result *result) {
    const struct result *found = results_find(&page->files[file], result->name);
    return found && results_timed(found) ? found : NULL;
}

static void put_time(const struct page *page, const struct result *result) {
    const double median = result->times.median, spread = result->times.spread;
    html_put(page->out, "<td class=\"n\" data-ns=\"@\">@</td><td class=\"n quiet\">@</td>",
             html_number("%.17g", median).text, page_time(median).text,
             isfinite(spread) ? html_number("± %.40s", number_like(spread, median).text).text : "");
}

static void put_single(const struct page *page, const struct result *result) {
    const double triangles = result->subject->triangles;
    const double centroid = results_counter(result, "max_error_centroid");
    put_time(page, result);
    page_cell(page, "%.3f", triangles > 0.0 ? result->times.median / triangles : (double)NAN);
    page_cell(page, "%.2f", results_speedup(result));
    if (result->subject->rival) {
        page_cell(page, "%.2f", results_versus_rival(result));
    }
    page_cell(page, result->error == 0.0 ? "%.0f" : "%.1e", result->error);
    page_cell(page, centroid == 0.0 ? "%.0f" : "%.1e", centroid);
}

static void put_side_by_side(const struct page *page, const struct result *result) {
    const struct result *first = twin(page, 0, result);
    for (size_t f = 0; f < page->count; ++f) {
        const struct result *here = twin(page, f, result);
        if (here) {
            put_time(page, here);
        } else {
            fputs("<td></td><td></td>", page->out);
        }
        if (f > 0) {
            page_cell(page, "%.2f",
                      here && first ? here->times.median / first->times.median : (double)NAN);
        }
    }
}

static bool shares_its_rank(const struct results_subject *subject, size_t place) {
    const size_t rank = subject->results[place]->times.rank;
    return (place > 0 && subject->results[place - 1]->times.rank == rank) ||
           (place + 1 < subject->exact && subject->results[place + 1]->times.rank == rank);
}

// Approximations have their error in place of a rank.
static void put_rank(const struct page *page, const struct results_subject *subject, size_t place) {
    const struct result *result = subject->results[place];
    html_put(page->out, "<td class=\"n\">@</td>",
             result->approximate ? page_wrong(result).text
                                 : html_number("%zu%s", result->times.rank,
                                               shares_its_rank(subject, place) ? "=" : "")
                                       .text);
}

static void put_row(const struct page *page, const struct results_subject *subject, size_t place) {
    const struct result *result = subject->results[place];
    if (!results_timed(result)) {
        html_put(page->out,
                 "<tr class=\"failed\"><td></td><td><code>@</code></td><td colspan=\"@\">@@</td>"
                 "</tr>\n",
                 result->kernel,
                 html_number("%zu", page->count > 1  ? 3 * page->count - 1
                                    : subject->rival ? (size_t)7
                                                     : (size_t)6)
                     .text,
                 result->declined ? "left out: " : "not timed: ", result->failure);
        return;
    }
    html_put(page->out, "<tr class=\"@\">", page_is_strong(result) ? "strong" : "thin");
    put_rank(page, subject, place);
    html_put(page->out, "<td><code>@</code></td>", result->kernel);
    if (page->count > 1) {
        put_side_by_side(page, result);
    } else {
        put_single(page, result);
    }
    fputs("</tr>\n", page->out);
}

static void put_headings(const struct page *page, const struct results_subject *subject) {
    char texts[2 * PAGE_MOST_FILES][160];
    const char *headings[3 * PAGE_MOST_FILES + 8] = {"#rank", "kernel"};
    size_t count = 2;
    for (size_t f = 0; f < page->count && page->count > 1; ++f) {
        snprintf(texts[f], sizeof texts[f], "#%s, ns/%.20s", page->labels->texts[f],
                 subject->family->one);
        headings[count++] = texts[f];
        headings[count++] = "#spread";
        if (f > 0) {
            headings[count++] = "#ratio";
        }
    }
    if (page->count == 1) {
        snprintf(texts[0], sizeof texts[0], "#ns/%.20s", subject->family->one);
        snprintf(texts[1], sizeof texts[1], "#error, %.60s", subject->family->of_total);
        snprintf(texts[2], sizeof texts[2], "#%.60s", subject->family->centroid);
        const char *const own[] = {texts[0], "#spread", "#ns/triangle", "#× baseline"};
        memcpy(headings + count, own, sizeof own);
        count += 4;
        if (subject->rival) {
            headings[count++] = "#× rival";
        }
        headings[count++] = texts[1];
        headings[count++] = texts[2];
    }
    page_begin_table(page, "ranking", headings);
}

// The table of a subject: the rows of the first file that has it, and what only later ones have.
static void put_table(const struct page *page, size_t file, const struct results_subject *subject) {
    put_headings(page, subject);
    for (size_t f = file; f < page->count; ++f) {
        const struct results_subject *here = results_find_subject(&page->files[f], subject);
        for (size_t i = 0; here && i < here->count; ++i) {
            bool first = true;
            for (size_t e = file; e < f; ++e) {
                first = first && !results_find(&page->files[e], here->results[i]->name);
            }
            if (first) {
                put_row(page, here, i);
            }
        }
    }
    page_end_table(page);
}

static void put_subject(struct page *page, size_t file, const struct results_subject *subject) {
    if (page->count > 1) {
        fputs("<h3>", page->out);
        page_subject(page, subject);
        fputs("</h3>\n", page->out);
        put_table(page, file, subject);
        return;
    }
    fputs("<div class=\"card\">", page->out);
    page_put_bars(page, subject);
    html_put(page->out, "<details><summary>numbers: @, @: @</summary>", subject->family->name,
             subject->name, subject->summary);
    put_table(page, file, subject);
    fputs("</details></div>\n", page->out);
}

static bool any_races(const struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t i = 0; i < page->files[f].subject_count; ++i) {
            const struct results_subject *subject = &page->files[f].subjects[i];
            if (!subject->family->columns && subject->count > 0) {
                return true;
            }
        }
    }
    return false;
}

void section_ranking(struct page *page) {
    if (!any_races(page)) {
        return;
    }
    fputs(
        "<section id=\"ranking\"><h2>Ranking</h2>\n"
        "<p class=\"note\">CPU time of one query: median of the repetitions ± spread (1.48 median "
        "deviations). Kernels with equal ranks (=) differ by less than both spreads. "
        "Approximations stand below, grey, with their worst error; they are never recommended.",
        page->out);
    html_put(page->out,
             page->count > 1 ? " Strong: the best variant of each method with the same bits on "
                               "every machine, and the baseline. Ranks are those of @; ratios are "
                               "times relative to it."
                             : "",
             page->labels->texts[0]);
    fputs(page->count > 1 ? "</p>\n" : "</p>\n<div class=\"cards\">\n", page->out);
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t i = 0; i < page->files[f].subject_count; ++i) {
            if (!page->files[f].subjects[i].family->columns &&
                page_is_first_with(page, f, &page->files[f].subjects[i])) {
                put_subject(page, f, &page->files[f].subjects[i]);
            }
        }
    }
    fputs(page->count > 1 ? "</section>\n" : "</div></section>\n", page->out);
}
