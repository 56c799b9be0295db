// The worst errors of each kernel, and what was not timed.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sections.h"

static int compare_kernels(const void *x, const void *y) {
    const struct results_benchmark *a = *(const struct results_benchmark *const *)x;
    const struct results_benchmark *b = *(const struct results_benchmark *const *)y;
    const int by_kernel = strcmp(a->kernel, b->kernel);
    return by_kernel != 0 ? by_kernel : (a > b) - (a < b);
}

// The benchmark with the largest value of a counter, or NULL.
static const struct results_benchmark *worst(const struct results_benchmark *const *benchmarks,
                                             size_t count, const char *counter) {
    const struct results_benchmark *found = NULL;
    double most = -1.0;
    for (size_t i = 0; i < count; ++i) {
        const double value = results_counter(benchmarks[i], counter);
        if (value > most) {
            most = value;
            found = benchmarks[i];
        }
    }
    return found;
}

static void put_worst(const struct page *page, const struct results_benchmark *benchmark,
                      const char *counter) {
    if (!benchmark) {
        fputs("<td></td><td></td>", page->out);
        return;
    }
    page_error_cell(page, results_counter(benchmark, counter));
    html_put(page->out, "<td class=\"quiet\">@</td>", benchmark->subject);
}

static void put_kernel(const struct page *page, const struct results_benchmark *const *benchmarks,
                       size_t count) {
    const struct results_benchmark *volume = worst(benchmarks, count, "max_error_volume");
    const struct results_benchmark *centroid = worst(benchmarks, count, "max_error_centroid");
    const char *failure = NULL;
    for (size_t i = 0; i < count; ++i) {
        failure = results_timed(benchmarks[i]) ? failure : benchmarks[i]->failure;
    }
    if (!volume && !centroid && !failure) {
        return;
    }
    html_put(page->out, "<tr><td><code>@</code></td>", benchmarks[0]->kernel);
    put_worst(page, volume, "max_error_volume");
    put_worst(page, centroid, "max_error_centroid");
    html_put(page->out, "<td>@</td></tr>\n", failure ? failure : "");
}

static bool has_errors(const struct results_file *file) {
    for (size_t i = 0; i < file->benchmark_count; ++i) {
        const struct results_benchmark *benchmark = &file->benchmarks[i];
        if (!results_timed(benchmark) || results_counter(benchmark, "max_error_volume") >= 0.0 ||
            results_counter(benchmark, "max_error_centroid") >= 0.0) {
            return true;
        }
    }
    return false;
}

static void put_file(struct page *page, size_t index) {
    const struct results_file *file = &page->files[index];
    const size_t count = file->benchmark_count;
    const struct results_benchmark **order = calloc(count, sizeof(struct results_benchmark *));
    if (!order) {
        page->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        order[i] = &file->benchmarks[i];
    }
    qsort(order, count, sizeof *order, compare_kernels);
    if (page->count > 1) {
        html_put(page->out, "<h3>@</h3>\n", page->labels[index]);
    }
    fputs("<div class=\"scroll\"><table><thead><tr><th>kernel</th><th class=\"n\">volume</th>"
          "<th>on</th><th class=\"n\">centroid</th><th>on</th><th>not timed</th></tr></thead>"
          "<tbody>\n",
          page->out);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count; ++end) {
            if (strcmp(order[begin]->kernel, order[end]->kernel) != 0) {
                break;
            }
        }
        put_kernel(page, order + begin, end - begin);
    }
    fputs("</tbody></table></div>\n", page->out);
    free(order);
}

void section_accuracy(struct page *page) {
    bool open = false;
    for (size_t f = 0; f < page->count; ++f) {
        if (!has_errors(&page->files[f])) {
            continue;
        }
        if (!open) {
            fputs(
                "<section id=\"accuracy\"><h2>Accuracy</h2>\n<p class=\"note\">The worst error of "
                "each kernel over all poses, and where it was met: of the volume as a share of the "
                "whole volume, of the centroid as a share of the diagonal.</p>\n",
                page->out);
            open = true;
        }
        put_file(page, f);
    }
    fputs(open ? "</section>\n" : "", page->out);
}
