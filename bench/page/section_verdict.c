// What the report says first: noise, and the recommended kernels.
#include <math.h>
#include <string.h>

#include "differences.h"
#include "numbers.h"
#include "sections.h"

// ---------------------------------------------------------------------------------- noise

void section_noise(struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        const json_t *warnings = differences_noise(&page->files[f]);
        const bool noisy = differences_is_noisy(&page->files[f]);
        if (!noisy && json_array_size(warnings) == 0) {
            continue;
        }
        html_put(page->out, "<div class=\"warning\" role=\"note\"><strong>@@</strong>\n<ul>",
                 page->count > 1 ? page->labels[f] : "",
                 noisy ? (page->count > 1 ? ": a noisy machine; do not trust these times"
                                          : "A noisy machine: do not trust these times")
                       : (page->count > 1 ? ": mind" : "Mind"));
        for (size_t i = 0; i < json_array_size(warnings); ++i) {
            const char *text = json_string_value(json_array_get(warnings, i));
            html_put(page->out, "<li>@</li>", text ? text : "");
        }
        if (json_array_size(warnings) == 0) {
            fputs("<li>by its own account</li>", page->out);
        }
        fputs("</ul></div>\n", page->out);
    }
}

// ------------------------------------------------------------------------ recommendations

struct recommendation {
    const char *kernel; // NULL: none
    const char *call;   // what to call; may be the kernel
    double ns, speedup, error;
};

static bool is_text(const json_t *object, const char *key, const char *text) {
    const char *value = json_string_value(json_object_get(object, key));
    return value && strcmp(value, text) == 0;
}

// The verdict of `run` on a subject, or NULL.
static const json_t *find_verdict(const struct results_file *file,
                                  const struct results_subject *subject) {
    const json_t *verdicts = json_object_get(file->context, "verdict");
    for (size_t i = 0; i < json_array_size(verdicts); ++i) {
        const json_t *verdict = json_array_get(verdicts, i);
        if (is_text(verdict, "subject", subject->name) &&
            is_text(verdict, "family", subject->family)) {
            return verdict;
        }
    }
    return NULL;
}

static const struct results_benchmark *fastest(const struct results_subject *subject, bool fused) {
    for (size_t i = 0; i < subject->count; ++i) {
        if (page_is_rival(subject->benchmarks[i]) &&
            page_is_fused(subject->benchmarks[i]) == fused) {
            return subject->benchmarks[i];
        }
    }
    return NULL;
}

// As `run` judges: the fastest, or the fastest with the same bits everywhere if the difference is
// within their spreads.
static const struct results_benchmark *judge(const struct results_subject *subject) {
    const struct results_benchmark *same_bits = fastest(subject, false);
    const struct results_benchmark *fused = fastest(subject, true);
    if (!same_bits || !fused) {
        return same_bits ? same_bits : fused;
    }
    struct ranking_candidate a = fused->times, b = same_bits->times;
    a.sample_count = fused->repetitions;
    b.sample_count = same_bits->repetitions;
    return ranking_leads(&a, &b) ? fused : same_bits;
}

static double number_in(const json_t *object, const char *key, double otherwise) {
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) ? json_number_value(number) : otherwise;
}

static struct recommendation from_verdict(const json_t *verdict) {
    struct recommendation found = {
        .kernel = json_string_value(json_object_get(verdict, "recommended")),
        .call = json_string_value(json_object_get(verdict, "call")),
        .ns = number_in(verdict, "ns_per_body", (double)NAN),
        .speedup = number_in(verdict, "speedup", (double)NAN),
        .error = number_in(verdict, "max_error_volume", (double)NAN),
    };
    found.call = found.call ? found.call : found.kernel;
    return found;
}

static struct recommendation recommend(const struct results_file *file,
                                       const struct results_subject *subject) {
    const json_t *verdict = find_verdict(file, subject);
    if (json_is_array(json_object_get(file->context, "verdict"))) {
        return verdict ? from_verdict(verdict) : (struct recommendation){0};
    }
    const struct results_benchmark *best = judge(subject);
    if (!best) {
        return (struct recommendation){0};
    }
    return (struct recommendation){
        .kernel = best->kernel,
        .call = best->kernel,
        .ns = best->times.median,
        .speedup = page_speedup(best),
        .error = results_counter(best, "max_error_volume"),
    };
}

// ---------------------------------------------------------------------------------- table

static double budget_of(const struct results_file *file) {
    const double budget = results_context_number(file, "budget_us");
    return budget > 0.0 ? budget : (double)NAN;
}

static void put_heading(const struct page *page) {
    fputs("<div class=\"scroll\"><table class=\"verdict\"><thead><tr><th>mesh and workload</th>",
          page->out);
    for (size_t f = 0; f < page->count; ++f) {
        if (page->count > 1) {
            html_put(page->out, "<th>@</th><th class=\"n\">ns/body</th>", page->labels[f]);
            fputs(f > 0 ? "<th class=\"n\">ratio</th>" : "", page->out);
        } else {
            html_put(page->out,
                     "<th>call</th><th class=\"n\">ns/body</th><th class=\"n\">bodies in @ µs</th>"
                     "<th class=\"n\">× baseline</th><th class=\"n\">error of volume</th>",
                     html_number("%g", budget_of(page->files)).text);
        }
    }
    fputs("</tr></thead><tbody>\n", page->out);
}

// A number, with the unit that small screens show for want of a heading.
static void put_cell(const struct page *page, const char *unit, const char *number) {
    html_put(page->out, "<td class=\"n\" data-unit=\"@\">@</td>", unit, number);
}

static void put_single(const struct page *page, const struct recommendation *best) {
    const double budget = budget_of(page->files);
    if (!best->kernel) {
        return;
    }
    html_put(page->out, "<td><code>@</code>", best->call);
    if (strcmp(best->call, best->kernel) != 0) {
        html_put(page->out, " <span class=\"quiet\">@</span>", best->kernel);
    }
    fputs("</td>", page->out);
    put_cell(page, "ns/body", page_time(best->ns).text);
    put_cell(page, "bodies", isnan(budget) ? "" : number_count(1e3 * budget / best->ns).text);
    put_cell(page, "× baseline",
             isnan(best->speedup) ? "" : html_number("%.1f", best->speedup).text);
    put_cell(page, "error", isnan(best->error) ? "" : html_number("%.1e", best->error).text);
}

static void put_side_by_side(const struct page *page, const struct results_subject *like) {
    double first = (double)NAN;
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_subject *subject = results_find_subject(&page->files[f], like);
        struct recommendation best = {0};
        if (subject) {
            best = recommend(&page->files[f], subject);
        }
        const double ns = best.kernel ? best.ns : (double)NAN;
        first = f == 0 ? ns : first;
        html_put(page->out, best.kernel ? "<td><code>@</code></td>" : "<td></td>", best.call);
        put_cell(page, "ns/body", isnan(ns) ? "" : page_time(ns).text);
        if (f > 0) {
            put_cell(page, "ratio", isnan(ns / first) ? "" : html_number("%.2f", ns / first).text);
        }
    }
}

static bool has_recommendation(const struct page *page, const struct results_subject *like) {
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_subject *subject = results_find_subject(&page->files[f], like);
        if (subject && recommend(&page->files[f], subject).kernel) {
            return true;
        }
    }
    return false;
}

static void put_row(const struct page *page, const struct results_subject *subject) {
    fputs(page_is_hot(subject) ? "<tr class=\"hot\"><th scope=\"row\">" : "<tr><th scope=\"row\">",
          page->out);
    page_subject(page, subject);
    fputs("</th>", page->out);
    if (page->count > 1) {
        put_side_by_side(page, subject);
    } else {
        const struct recommendation best = recommend(page->files, subject);
        put_single(page, &best);
    }
    fputs("</tr>\n", page->out);
}

void section_verdict(struct page *page) {
    fputs("<section id=\"verdict\"><h2>Verdict</h2>\n", page->out);
    put_heading(page);
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t i = 0; i < page->files[f].subject_count; ++i) {
            const struct results_subject *subject = &page->files[f].subjects[i];
            if (page_is_first_with_subject(page, f, subject) && has_recommendation(page, subject)) {
                put_row(page, subject);
            }
        }
    }
    fputs("</tbody></table></div>\n"
          "<p class=\"note\">For each mesh and workload the fastest kernel that errs by at most a "
          "thousandth of the volume; one with the same bits on every machine, unless another one "
          "leads it by more than both spreads. × baseline: speed relative to the published "
          "algorithm on the same queries, volume/catto/scalar for volumes.</p></section>\n",
          page->out);
}
