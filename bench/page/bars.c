// A subject's ranking as a figure of its own: a bar for each kernel, the fastest on top.
// Approximations stand below all others, in grey, with their error; the scale is that of the
// others.
#include <math.h>
#include <string.h>

#include "dispatch/registry.h"
#include "figure.h"
#include "numbers.h"
#include "sections.h"

#define WIDTH 760.0
#define ROW 20.0
#define LETTER 6.8
#define LABEL_ROOM 118.0

// The axis reaches to the baseline and to every exact kernel that takes at most this many times as
// long as the fastest. Longer bars are cut off.
#define LONGEST_BAR 20.0

struct bars {
    const struct page *page;
    const struct results_subject *subject;
    FILE *out;
    double left, scale; // of the bars; in units a nanosecond
    bool has_baseline;
    size_t count; // of rows
};

static bool is_shown(const struct results_benchmark *benchmark, bool approximate) {
    return results_timed(benchmark) && page_is_approximate(benchmark) == approximate;
}

static bool has_other_bits(const struct results_benchmark *benchmark) {
    const struct buoy_kernel *kernel = buoy_kernel_find(benchmark->kernel);
    return kernel ? !kernel->deterministic : page_is_fused(benchmark);
}

static double whisker(const struct results_benchmark *benchmark) {
    return isfinite(benchmark->times.spread) ? benchmark->times.spread : 0.0;
}

// Measures rows, names and the axis.
static void measure(struct bars *bars) {
    double fastest = HUGE_VAL, longest = 0.0;
    size_t letters = 0;
    for (size_t i = 0; i < bars->subject->count; ++i) {
        const struct results_benchmark *benchmark = bars->subject->benchmarks[i];
        const bool is_baseline = page_is_baseline(bars->page, benchmark);
        if (results_timed(benchmark)) {
            const size_t length = strlen(benchmark->kernel);
            letters = length > letters ? length : letters;
            bars->has_baseline = bars->has_baseline || is_baseline;
            ++bars->count;
        }
        if (is_shown(benchmark, false)) {
            const double median = benchmark->times.median;
            fastest = fmin(fastest, median);
            if (is_baseline || median <= LONGEST_BAR * fastest) {
                longest = fmax(longest, median + whisker(benchmark));
            }
        }
    }
    bars->left = fmin(24.0 + LETTER * (double)letters, 0.5 * WIDTH);
    bars->scale = longest > 0.0 ? (WIDTH - LABEL_ROOM - bars->left) / longest : 0.0;
}

// To the right of a bar's whisker; inside a bar that is cut off.
static void put_label(const struct bars *bars, const struct results_benchmark *benchmark,
                      double length, bool cut, double y) {
    const double median = benchmark->times.median, speedup = page_speedup(benchmark);
    char more[48] = "";
    if (page_is_approximate(benchmark)) {
        const double error = results_counter(benchmark, "max_error_volume");
        if (error >= 0.0) {
            snprintf(more, sizeof more, ", %.2g %% wrong", 100.0 * error);
        }
    } else if (speedup > 0.0) {
        snprintf(more, sizeof more, ", %.*f×", speedup < 0.1 ? 3 : speedup < 1.0 ? 2 : 1, speedup);
    }
    const double end = bars->left + length + (cut ? -6.0 : bars->scale * whisker(benchmark) + 6.0);
    fprintf(bars->out, "<text%s x=\"%.1f\" y=\"%.1f\"%s>", cut ? " class=\"cut\"" : "", end,
            y + 14.0, cut ? " text-anchor=\"end\"" : "");
    html_put(bars->out, "@ ns@@</text>\n", page_time(median).text, more, cut ? " →" : "");
}

static void put_row(const struct bars *bars, const struct results_benchmark *benchmark, double y) {
    const double longest = WIDTH - LABEL_ROOM - bars->left,
                 spread = bars->scale * whisker(benchmark);
    const double wanted = bars->scale * benchmark->times.median;
    const bool cut = wanted > longest;
    const double length = cut ? longest + LABEL_ROOM - 12.0 : wanted;
    const unsigned colour = page_is_approximate(benchmark)            ? CHART_GREY
                            : page_is_baseline(bars->page, benchmark) ? CHART_BASELINE
                            : has_other_bits(benchmark)               ? 1
                                                                      : 0;
    fprintf(bars->out, "<text%s text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">",
            colour == CHART_GREY ? "" : " class=\"name\"", bars->left - 8.0, y + 14.0);
    html_put(bars->out, "@</text>", benchmark->kernel);
    fprintf(bars->out, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
            colour, bars->left, y + 3.0, fmax(length, 1.0), ROW - 6.0);
    if (!cut && spread > 0.0) {
        fprintf(bars->out, "<path class=\"spread\" d=\"M%.1f %.1fH%.1f\"/>",
                bars->left + fmax(length - spread, 0.0), y + 0.5 * ROW,
                bars->left + length + spread);
    }
    put_label(bars, benchmark, length, cut, y);
}

static void put_legend(const struct bars *bars, double y) {
    const struct {
        unsigned colour;
        const char *meaning;
    } parts[] = {
        {0, "same bits on every machine"},
        {1, "other bits elsewhere"},
        {CHART_BASELINE, "published baseline"},
        {CHART_GREY, "approximation"},
    };
    double x = 12.0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        bool used = false;
        for (size_t k = 0; k < bars->subject->count; ++k) {
            const struct results_benchmark *one = bars->subject->benchmarks[k];
            const bool exact = is_shown(one, false), base = page_is_baseline(bars->page, one);
            used = used || (parts[i].colour == CHART_GREY ? is_shown(one, true)
                            : parts[i].colour == CHART_BASELINE
                                ? exact && base
                                : exact && !base && has_other_bits(one) == (parts[i].colour == 1));
        }
        if (used) {
            fprintf(bars->out,
                    "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"11\" height=\"11\"/>"
                    "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    parts[i].colour, x, y, x + 16.0, y + 10.0, parts[i].meaning);
            x += 40.0 + LETTER * (double)strlen(parts[i].meaning);
        }
    }
}

static void put_rows(const struct bars *bars) {
    double y = 4.0;
    for (int approximate = 0; approximate < 2; ++approximate) {
        for (size_t i = 0; i < bars->subject->count; ++i) {
            if (is_shown(bars->subject->benchmarks[i], approximate)) {
                put_row(bars, bars->subject->benchmarks[i], y);
                y += ROW;
            }
        }
    }
    put_legend(bars, y + 8.0);
}

void page_write_bars(struct page *page, const struct results_subject *subject) {
    struct bars bars = {.page = page, .subject = subject};
    struct figure figure;
    char title[300], note[800], name[FIGURE_NAME_BYTES];
    measure(&bars);
    if (bars.scale == 0.0 || page->status != 0) {
        return;
    }
    const double triangles = results_counter(subject->benchmarks[0], "triangles");
    snprintf(title, sizeof title, "%.120s%s%.60s%s", subject->name, triangles > 0.0 ? ", " : "",
             triangles > 0.0 ? number_count(triangles).text : "",
             triangles > 0.0 ? " triangles: CPU time per body" : ": CPU time per body");
    snprintf(note, sizeof note, "Median and spread%s. %.600s",
             bars.has_baseline ? "; × = times as fast as the published baseline" : "", page->note);
    page->status = figure_begin(&figure, WIDTH, 34.0 + ROW * (double)bars.count, title, note);
    if (page->status == 0) {
        bars.out = figure.stream;
        put_rows(&bars);
        page_figure_name("ns-per-body", subject, name);
        ++page->figures;
        page->status = figure_end(&figure, page->directory, name);
    }
}
