// What the report says first: noise, and what to call.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "page.h"
#include "recommend.h"
#include "sections.h"

void section_noise(struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        const struct results *file = &page->files[f];
        const size_t count = json_array_size(results_warnings(file));
        if (!results_noisy(file) && count == 0) {
            continue;
        }
        html_put(page->out, "<div class=\"warning\" role=\"note\"><strong>@@@</strong>\n<ul>",
                 page->count > 1 ? page->labels->texts[f] : "", page->count > 1 ? ": " : "",
                 results_noisy(file) ? "a noisy machine; do not trust these times" : "mind");
        for (size_t i = 0; i < count; ++i) {
            const char *text = json_string_value(json_array_get(results_warnings(file), i));
            html_put(page->out, "<li>@</li>", text ? text : "");
        }
        fputs(count == 0 ? "<li>by its own account</li></ul></div>\n" : "</ul></div>\n", page->out);
    }
}

static void put_headings(const struct page *page) {
    char texts[PAGE_MOST_FILES + 1][160];
    const char *headings[3 * PAGE_MOST_FILES + 10] = {"mesh and workload"};
    size_t count = 1;
    bool rival = false;
    for (size_t i = 0; i < page->files->subject_count; ++i) {
        rival = rival || page->files->subjects[i].rival;
    }
    for (size_t f = 0; f < page->count && page->count > 1; ++f) {
        snprintf(texts[f], sizeof texts[f], "%.120s: by itself", page->labels->texts[f]);
        headings[count++] = texts[f];
        headings[count++] = "#ns";
        if (f > 0) {
            headings[count++] = "#ratio";
        }
    }
    if (page->count == 1) {
        snprintf(texts[0], sizeof texts[0], "#bodies in %g µs", page->files->budget_us);
        const char *const own[] = {"call", "#ns", texts[0], "#× baseline"};
        memcpy(headings + count, own, sizeof own);
        count += 4;
        if (rival) {
            headings[count++] = "#× rival";
        }
        headings[count++] = "#error";
        headings[count++] = "by itself";
        headings[count++] = "#faster";
    }
    page_begin_table(page, "verdict", headings);
}

// A number, with the unit that small screens show for want of a heading.
static void put_cell(const struct page *page, const char *unit, const char *number) {
    html_put(page->out, "<td class=\"n\" data-unit=\"@\">@</td>", unit, number);
}

static void put_ratio(const struct page *page, const char *unit, double ratio) {
    put_cell(page, unit, isnan(ratio) ? "" : html_number("%.1f", ratio).text);
}

static void put_single(const struct page *page, const struct results_subject *subject, bool rival) {
    const struct result *best = subject->best;
    const struct result *main = subject->automatic ? subject->automatic : best;
    const double budget = page->files->budget_us, lead = recommend_lead(subject);
    html_put(page->out, "<td><code>@@</code></td>",
             main->automatic ? subject->family->automatic : main->call,
             main->automatic ? "()" : "");
    put_cell(page, "ns", page_time(main->times.median).text);
    put_cell(page, "bodies",
             budget > 0.0 ? number_count(1e3 * budget / main->times.median).text : "");
    put_ratio(page, "× baseline", results_speedup(main));
    if (rival) {
        put_ratio(page, "× rival", results_versus_rival(main));
    }
    put_cell(page, "error", isnan(main->error) ? "" : html_number("%.1e", main->error).text);
    html_put(page->out, "<td title=\"@\" data-unit=\"by itself\"><code>@</code></td>", best->kernel,
             best->call);
    put_cell(page, "faster", lead < 0.5 ? "" : html_number("%.0f %%", lead).text);
}

static void put_side_by_side(const struct page *page, const struct results_subject *like) {
    double first = (double)NAN;
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_subject *subject = results_find_subject(&page->files[f], like);
        const struct result *best = subject ? subject->best : NULL;
        const double ns = best ? best->times.median : (double)NAN;
        first = f == 0 ? ns : first;
        if (best) {
            html_put(page->out, "<td data-unit=\"@\"><code>@</code></td>", page->labels->texts[f],
                     best->kernel);
        } else {
            fputs("<td></td>", page->out);
        }
        put_cell(page, "ns", best ? page_time(ns).text : "");
        if (f > 0) {
            put_cell(page, "ratio", isnan(ns / first) ? "" : html_number("%.2f", ns / first).text);
        }
    }
}

static bool has_recommendation(const struct page *page, const struct results_subject *like) {
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_subject *subject = results_find_subject(&page->files[f], like);
        if (subject && subject->best) {
            return true;
        }
    }
    return false;
}

static void put_row(const struct page *page, const struct results_subject *subject) {
    const bool hot = strcmp(subject->workload, "hot") == 0;
    bool rival = false;
    for (size_t i = 0; i < page->files->subject_count; ++i) {
        rival = rival || page->files->subjects[i].rival;
    }
    fputs(hot ? "<tr class=\"hot\"><th scope=\"row\">" : "<tr><th scope=\"row\">", page->out);
    page_subject(page, subject);
    fputs("</th>", page->out);
    if (page->count > 1) {
        put_side_by_side(page, subject);
    } else {
        put_single(page, subject, rival);
    }
    fputs("</tr>\n", page->out);
}

void section_verdict(struct page *page) {
    fputs("<section id=\"verdict\"><h2>Verdict</h2>\n", page->out);
    put_headings(page);
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t i = 0; i < page->files[f].subject_count; ++i) {
            const struct results_subject *subject = &page->files[f].subjects[i];
            if (page_is_first_with(page, f, subject) && has_recommendation(page, subject)) {
                put_row(page, subject);
            }
        }
    }
    page_end_table(page);
    fputs(
        "<p class=\"note\">First what to call, whose numbers these are: the library's function. "
        "Then the fastest exact kernel by itself: one with the same bits on every machine, unless "
        "another one leads it by more than both spreads; faster: by how much, if beyond both. "
        "× baseline: speed relative to the published algorithm on the same queries.</p>"
        "</section>\n",
        page->out);
}
