// Kernels, as the page's sections show them.
#include <math.h>
#include <string.h>

#include "dispatch/registry.h"
#include "numbers.h"
#include "sections.h"

// A kernel with a larger error, as a share of the whole volume, is an approximation.
#define FARTHEST_OFF 1e-3

#define CATTO "volume/catto/scalar"

static size_t find_method(const struct page *page, const struct results_benchmark *benchmark) {
    size_t i = 0;
    while (i < page->method_count && (strcmp(page->methods[i].method, benchmark->method) != 0 ||
                                      strcmp(page->methods[i].family, benchmark->family) != 0)) {
        ++i;
    }
    return i;
}

static void add_method(struct page *page, const struct results_benchmark *benchmark) {
    unsigned before = 0; // methods of the family
    if (page->method_count == PAGE_MOST_METHODS || page_is_auto(benchmark) ||
        page_is_baseline(page, benchmark) || find_method(page, benchmark) < page->method_count) {
        return;
    }
    for (size_t i = 0; i < page->method_count; ++i) {
        before += strcmp(page->methods[i].family, benchmark->family) == 0;
    }
    page->methods[page->method_count].family = benchmark->family;
    page->methods[page->method_count].method = benchmark->method;
    page->methods[page->method_count++].colour = before % CHART_COLOURS;
}

void page_collect_methods(struct page *page) {
    for (size_t f = 0; f < page->count; ++f) {
        for (size_t s = 0; s < page->files[f].subject_count; ++s) {
            const struct results_subject *subject = &page->files[f].subjects[s];
            for (size_t i = 0; i < subject->count; ++i) {
                add_method(page, subject->benchmarks[i]);
            }
        }
    }
}

unsigned page_colour(const struct page *page, const struct results_benchmark *benchmark) {
    const size_t method = find_method(page, benchmark);
    return page_is_baseline(page, benchmark) ? (unsigned)CHART_BASELINE
           : method < page->method_count     ? page->methods[method].colour
                                             : (unsigned)CHART_GREY;
}

// As the first file says, or as it was before files said so.
bool page_is_baseline(const struct page *page, const struct results_benchmark *benchmark) {
    const json_t *baselines = json_object_get(page->files[0].context, "baselines");
    const char *baseline = json_string_value(json_object_get(baselines, benchmark->family));
    return strcmp(benchmark->kernel, baseline ? baseline : CATTO) == 0;
}

double page_speedup(const struct results_benchmark *benchmark) {
    const double speedup = results_counter(benchmark, "speedup");
    return isnan(speedup) ? results_counter(benchmark, "speedup_vs_catto") : speedup;
}

bool page_is_auto(const struct results_benchmark *benchmark) {
    return strcmp(benchmark->method, "auto") == 0;
}

bool page_is_fused(const struct results_benchmark *benchmark) {
    return strstr(benchmark->isa, "+fma");
}

bool page_is_approximate(const struct results_benchmark *benchmark) {
    const struct buoy_kernel *kernel = buoy_kernel_find(benchmark->kernel);
    return kernel && kernel->method->approximate;
}

bool page_is_rival(const struct results_benchmark *benchmark) {
    return results_timed(benchmark) && !page_is_auto(benchmark) &&
           !page_is_approximate(benchmark) &&
           !(results_counter(benchmark, "max_error_volume") > FARTHEST_OFF);
}

static bool may_be_strong(const struct results_benchmark *benchmark) {
    return results_timed(benchmark) && !page_is_auto(benchmark) && !page_is_fused(benchmark);
}

bool page_is_strong(const struct page *page, const struct results_subject *subject,
                    const struct results_benchmark *benchmark) {
    if (page_is_baseline(page, benchmark)) {
        return true;
    }
    for (size_t i = 0; i < subject->count && may_be_strong(benchmark); ++i) {
        const struct results_benchmark *other = subject->benchmarks[i];
        if (strcmp(other->method, benchmark->method) == 0 && may_be_strong(other)) {
            // The baseline stands for its method.
            return other == benchmark && strcmp(benchmark->kernel, "volume/catto/autovec") != 0;
        }
    }
    return false;
}

bool page_is_first_with_subject(const struct page *page, size_t file,
                                const struct results_subject *subject) {
    for (size_t f = 0; f < file; ++f) {
        if (results_find_subject(&page->files[f], subject)) {
            return false;
        }
    }
    return true;
}

bool page_is_first_with(const struct page *page, size_t file,
                        const struct results_benchmark *benchmark) {
    for (size_t f = 0; f < file; ++f) {
        if (results_find(&page->files[f], benchmark->name)) {
            return false;
        }
    }
    return true;
}

bool page_is_hot(const struct results_subject *subject) {
    return subject->workload[0] == '\0' || strcmp(subject->workload, "hot") == 0;
}

// --------------------------------------------------------------------------------- markup

struct html_number page_time(double ns) {
    return html_number("%.47s", number_like(ns, ns).text);
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

void page_time_cell(const struct page *page, double ns) {
    html_put(page->out, "<td class=\"n\">@</td>", isfinite(ns) ? page_time(ns).text : "");
}

void page_error_cell(const struct page *page, double share) {
    page_cell(page, share == 0.0 ? "%.0f" : "%.1e", share);
}

void page_subject(const struct page *page, const struct results_subject *subject) {
    html_put(page->out, "@", subject->mesh[0] != '\0' ? subject->mesh : "benchmarks");
    if (subject->workload[0] != '\0') {
        html_put(page->out, ", @", subject->workload);
    }
    if (subject->family[0] != '\0' && strcmp(subject->family, "volume") != 0) {
        html_put(page->out, " <span class=\"family\">@</span>", subject->family);
    }
}

void page_file_prefix(const struct page *page, size_t file, char *text, size_t size) {
    snprintf(text, size, "%.100s%s", page->count > 1 ? page->labels[file] : "",
             page->count > 1 ? ": " : "");
}
