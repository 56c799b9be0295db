// A subject's ranking as a figure: a bar for each kernel, the fastest on top. Approximations stand
// below all others, in grey, with their error; the scale is that of the others. Narrow enough for a
// phone: the name is above the bar.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "sections.h"

#define WIDTH 420.0
#define ROW 27.0
#define LEFT 4.0
#define LONGEST (WIDTH - 2.0 * LEFT)
#define LETTER 6.8

// The axis reaches to the baseline and to every exact kernel that takes at most this many times as
// long as the fastest. Longer bars are cut off.
#define LONGEST_BAR 20.0

static double whisker(const struct result *result) {
    return isfinite(result->times.spread) ? result->times.spread : 0.0;
}

// In units a nanosecond.
static double scale_of(const struct results_subject *subject) {
    double longest = 0.0;
    const size_t exact = subject->exact > 0 ? subject->exact : subject->timed;
    for (size_t i = 0; i < exact; ++i) {
        const struct result *result = subject->results[i];
        const double median = result->times.median;
        if (result->baseline || median <= LONGEST_BAR * subject->results[0]->times.median) {
            longest = fmax(longest, median + whisker(result));
        }
    }
    return LONGEST / longest;
}

static void put_label(FILE *out, const struct result *result, double y) {
    const double median = result->times.median, speedup = results_speedup(result);
    char more[48] = "";
    if (result->approximate && result->error >= 0.0) {
        snprintf(more, sizeof more, ", %.30s wrong", page_wrong(result).text);
    } else if (speedup > 0.0) {
        snprintf(more, sizeof more, ", %.*f×", speedup < 0.1 ? 3 : speedup < 1.0 ? 2 : 1, speedup);
    }
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", WIDTH - LEFT, y + 12.0);
    html_put(out, "@ ns@</text>\n", page_time(median).text, more);
}

static void put_row(FILE *out, const struct result *result, double scale, double y) {
    const double median = scale * result->times.median, spread = scale * whisker(result);
    const bool cut = median > LONGEST;
    const unsigned colour = result->approximate      ? CHART_GREY
                            : result->baseline       ? CHART_BASELINE
                            : !result->deterministic ? 1
                                                     : 0;
    fprintf(out, "<text%s x=\"%.1f\" y=\"%.1f\">", result->approximate ? "" : " class=\"name\"",
            LEFT, y + 12.0);
    html_put(out, "@</text>", result->kernel);
    fprintf(out, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"7\"/>", colour,
            LEFT, y + 16.0, fmax(cut ? LONGEST - 9.0 : median, 1.0));
    if (cut) { // an arrow: it goes on
        fprintf(out, "<path class=\"c%u cut\" d=\"M%.1f %.1fl9 3.5l-9 3.5z\"/>", colour,
                LEFT + LONGEST - 9.0, y + 16.0);
    } else if (spread > 0.0) {
        fprintf(out, "<path class=\"spread\" d=\"M%.1f %.1fH%.1f\"/>",
                LEFT + fmax(median - spread, 0.0), y + 19.5, LEFT + fmin(median + spread, LONGEST));
    }
    put_label(out, result, y);
}

static void put_legend(FILE *out, const struct results_subject *subject, double y) {
    static const struct {
        unsigned colour;
        const char *meaning;
    } parts[] = {
        {0, "same bits everywhere"},
        {1, "other bits elsewhere"},
        {CHART_BASELINE, "published"},
        {CHART_GREY, "approximation"},
    };
    double x = LEFT;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        bool used = false;
        for (size_t k = 0; k < subject->timed; ++k) {
            const struct result *one = subject->results[k];
            used = used || parts[i].colour == (one->approximate      ? (unsigned)CHART_GREY
                                               : one->baseline       ? (unsigned)CHART_BASELINE
                                               : !one->deterministic ? 1
                                                                     : 0);
        }
        const double width = 19.0 + LETTER * (double)strlen(parts[i].meaning);
        if (used) {
            const bool wraps = x + width > WIDTH;
            x = wraps ? LEFT : x;
            y += wraps ? 17.0 : 0.0;
            fprintf(out,
                    "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"11\" height=\"11\"/>"
                    "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    parts[i].colour, x, y, x + 15.0, y + 10.0, parts[i].meaning);
            x += width + 10.0;
        }
    }
}

static void put_bars(FILE *out, const void *context) {
    const struct results_subject *subject = context;
    const double scale = scale_of(subject);
    for (size_t i = 0; i < subject->timed; ++i) {
        put_row(out, subject->results[i], scale, ROW * (double)i);
    }
    put_legend(out, subject, ROW * (double)subject->timed + 8.0);
}

void page_put_bars(struct page *page, const struct results_subject *subject) {
    char title[300], name[FIGURE_NAME_BYTES];
    if (subject->timed == 0) {
        return;
    }
    snprintf(title, sizeof title, "%.120s%s%.40s%s%.40s%s: CPU time per %.20s", subject->name,
             strcmp(subject->family->name, "volume") != 0 ? ", " : "",
             strcmp(subject->family->name, "volume") != 0 ? subject->family->name : "",
             subject->triangles > 0.0 ? ", " : "",
             subject->triangles > 0.0 ? number_count(subject->triangles).text : "",
             subject->triangles > 0.0 ? " triangles" : "", subject->family->one);
    page_figure_name("ns-per-body", subject, name);
    page_figure(page,
                &(struct figure_content){
                    .title = title,
                    .description = "A bar for each kernel, the fastest on top; approximations "
                                   "below. × is times as fast as the published baseline.",
                    .width = WIDTH,
                    .height = ROW * (double)subject->timed + 46.0,
                    .put = put_bars,
                    .context = subject},
                name);
}
