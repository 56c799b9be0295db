// Every kernel of every subject, with bars.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "sections.h"

// The benchmark of a kernel in another file.
static const struct results_benchmark *twin(const struct page *page, size_t file,
                                            const struct results_benchmark *benchmark) {
    const struct results_benchmark *found = results_find(&page->files[file], benchmark->name);
    return found && results_timed(found) ? found : NULL;
}

// ----------------------------------------------------------------------------------- bars

// The shortest time of a subject in any file, which has the longest bar.
static double shortest(const struct page *page, const struct results_subject *like) {
    double best = HUGE_VAL;
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_subject *subject = results_find_subject(&page->files[f], like);
        if (subject && results_timed(subject->benchmarks[0])) {
            best = fmin(best, subject->benchmarks[0]->times.median);
        }
    }
    return best;
}

// A bar as long as the kernel is fast, with its spread as a line. The numbers stand beside it.
static void put_bar(const struct page *page, const struct results_benchmark *benchmark, double best,
                    bool strong, double top) {
    const double median = benchmark->times.median, spread = benchmark->times.spread;
    const double length = 100.0 * best / median;
    fprintf(page->out, "<rect class=\"c%u%s\" x=\"0\" y=\"%.0f\" width=\"%.2f\" height=\"8\"/>",
            page_colour(page, benchmark), strong ? "" : " thin", top, fmax(length, 0.3));
    if (isfinite(spread) && spread > 0.0) {
        const double low = 100.0 * best / (median + spread);
        const double high = fmin(100.0, 100.0 * best / fmax(median - spread, 0.1 * median));
        fprintf(page->out, "<path class=\"spread\" d=\"M%.2f %.0fH%.2f\"/>", low, top + 4.0, high);
    }
}

static void put_bars(const struct page *page, const struct results_subject *subject,
                     const struct results_benchmark *benchmark, double best) {
    const double height = 10.0 * (double)page->count;
    fprintf(page->out,
            "<td class=\"bar\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 %.0f\" "
            "height=\"%.0f\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
            height, height);
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_benchmark *here = twin(page, f, benchmark);
        if (here) {
            put_bar(page, here, best, page_is_strong(page, subject, benchmark),
                    1.0 + 10.0 * (double)f);
        }
    }
    fputs("</svg></td>", page->out);
}

// ----------------------------------------------------------------------------------- rows

static bool shares_its_rank(const struct results_subject *subject, size_t place) {
    const size_t rank = subject->benchmarks[place]->times.rank;
    return (place > 0 && subject->benchmarks[place - 1]->times.rank == rank) ||
           (place + 1 < subject->count && results_timed(subject->benchmarks[place + 1]) &&
            subject->benchmarks[place + 1]->times.rank == rank);
}

static void put_time(const struct page *page, const struct results_benchmark *benchmark) {
    const double median = benchmark->times.median, spread = benchmark->times.spread;
    html_put(page->out, "<td class=\"n\" data-ns=\"@\">@</td><td class=\"n quiet\">@</td>",
             html_number("%.17g", median).text, page_time(median).text,
             isfinite(spread) ? html_number("± %.40s", number_like(spread, median).text).text : "");
}

static void put_single(const struct page *page, const struct results_benchmark *benchmark) {
    const double triangles = results_counter(benchmark, "triangles");
    put_time(page, benchmark);
    page_cell(page, "%.3f", triangles > 0.0 ? benchmark->times.median / triangles : (double)NAN);
    page_cell(page, "%.2f", page_speedup(benchmark));
    page_error_cell(page, results_counter(benchmark, "max_error_volume"));
    page_error_cell(page, results_counter(benchmark, "max_error_centroid"));
}

static void put_side_by_side(const struct page *page, const struct results_benchmark *benchmark) {
    const struct results_benchmark *first = twin(page, 0, benchmark);
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_benchmark *here = twin(page, f, benchmark);
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

static void put_row(const struct page *page, const struct results_subject *subject, size_t place,
                    double best) {
    const struct results_benchmark *benchmark = subject->benchmarks[place];
    const bool strong = page_is_strong(page, subject, benchmark);
    if (!results_timed(benchmark)) {
        html_put(
            page->out,
            "<tr class=\"failed\"><td></td><td><code>@</code></td><td colspan=\"@\">not timed: "
            "@</td></tr>\n",
            benchmark->kernel,
            html_number("%zu", page->count > 1 ? 3 * page->count : (size_t)7).text,
            benchmark->failure);
        return;
    }
    html_put(page->out, "<tr class=\"@\"><td class=\"n\">@</td><td><code>@</code></td>",
             strong ? "strong" : "thin",
             html_number("%zu%s", benchmark->times.rank, shares_its_rank(subject, place) ? "=" : "")
                 .text,
             benchmark->kernel);
    put_bars(page, subject, benchmark, best);
    if (page->count > 1) {
        put_side_by_side(page, benchmark);
    } else {
        put_single(page, benchmark);
    }
    fputs("</tr>\n", page->out);
}

static void put_heading(const struct page *page) {
    fputs("<thead><tr><th class=\"n\">rank</th><th>kernel</th><th class=\"bar\">speed</th>",
          page->out);
    for (size_t f = 0; f < page->count && page->count > 1; ++f) {
        html_put(page->out, "<th class=\"n\" colspan=\"2\">@, ns/body</th>", page->labels[f]);
        fputs(f > 0 ? "<th class=\"n\">ratio</th>" : "", page->out);
    }
    if (page->count == 1) {
        fputs("<th class=\"n\" colspan=\"2\">ns/body</th><th class=\"n\">ns/triangle</th>"
              "<th class=\"n\">× baseline</th><th class=\"n\">error</th>"
              "<th class=\"n\">of centroid</th>",
              page->out);
    }
    fputs("</tr></thead><tbody>\n", page->out);
}

// The rows of a subject in one file, but those that an earlier file has, too.
static void put_rows(const struct page *page, size_t file, const struct results_subject *subject,
                     double best) {
    for (size_t i = 0; i < subject->count; ++i) {
        if (page_is_first_with(page, file, subject->benchmarks[i])) {
            put_row(page, subject, i, best);
        }
    }
}

static void put_subject(const struct page *page, size_t file,
                        const struct results_subject *subject) {
    const double best = shortest(page, subject);
    const double triangles = results_counter(subject->benchmarks[0], "triangles");
    fputs("<h3>", page->out);
    page_subject(page, subject);
    if (triangles > 0.0) {
        html_put(page->out, " <span class=\"quiet\">@ triangles</span>",
                 number_count(triangles).text);
    }
    fputs("</h3>\n<div class=\"scroll\"><table class=\"ranking\">", page->out);
    put_heading(page);
    for (size_t f = file; f < page->count; ++f) {
        const struct results_subject *here = results_find_subject(&page->files[f], subject);
        if (here) {
            put_rows(page, f, here, best);
        }
    }
    fputs("</tbody></table></div>\n", page->out);
}

void section_ranking(struct page *page) {
    fputs(
        "<section id=\"ranking\"><h2>Ranking</h2>\n"
        "<p class=\"note\">CPU time of one query: median of the repetitions ± spread (1.48 median "
        "deviations). Kernels with equal ranks (=) differ by less than both spreads. Bars show "
        "speed: the longest is the fastest. Strong: the best variant of each method with the same "
        "bits on every machine, and the baseline.",
        page->out);
    html_put(page->out,
             page->count > 1 ? " Ranks are those of @; ratios are times relative to it." : "",
             page->labels[0]);
    fputs("</p>\n", page->out);
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t i = 0; i < page->files[f].subject_count; ++i) {
            if (page_is_first_with_subject(page, f, &page->files[f].subjects[i])) {
                put_subject(page, f, &page->files[f].subjects[i]);
            }
        }
    }
    fputs("</section>\n", page->out);
}
