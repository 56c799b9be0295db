// Figures with two axes, as SVG.
#include "chart.h"

#include <math.h>
#include <string.h>

#include "axis.h"
#include "html.h"

// In units of the picture, which is as wide as a phone's screen or wider.
#define WIDTH CHART_WIDTH
#define HEIGHT CHART_HEIGHT
#define LEFT 56.0
#define TOP 18.0
#define BOTTOM (HEIGHT - 46.0)
#define RIGHT (WIDTH - 14.0)
#define LETTER 7.6 // width of a label's letter on a phone, roughly
#define LINE 14.0  // height of a label
#define MOST_LABELS 40

static bool has_point(const struct chart *chart, const struct chart_series *series, size_t index) {
    const double x = series->x[index], y = series->y[index];
    return isfinite(x) && isfinite(y) && (!chart->log_x || x > 0.0) && (!chart->log_y || y > 0.0);
}

// ------------------------------------------------------------------------------------ axes

struct frame {
    struct axis x, y;
};

static double label_room(const struct chart *chart) {
    size_t longest = 0;
    for (size_t i = 0; i < chart->count; ++i) {
        const struct chart_series *series = &chart->series[i];
        if (series->joined && series->strong && strlen(series->label) > longest) {
            longest = strlen(series->label);
        }
    }
    return longest > 0 ? LETTER * (double)longest + 10.0 : 0.0;
}

// The range of all points, or only of those of series that are not apart.
static bool find_range(const struct chart *chart, bool apart, double least[2], double most[2]) {
    for (size_t i = 0; i < chart->count; ++i) {
        const struct chart_series *series = &chart->series[i];
        for (size_t k = 0; k < series->count && (apart || !series->apart); ++k) {
            if (has_point(chart, series, k)) {
                least[0] = fmin(least[0], series->x[k]);
                most[0] = fmax(most[0], series->x[k]);
                least[1] = fmin(least[1], series->y[k]);
                most[1] = fmax(most[1], series->y[k]);
            }
        }
    }
    return least[0] <= most[0];
}

static bool make_frame(const struct chart *chart, struct frame *frame) {
    double least[2] = {HUGE_VAL, HUGE_VAL}, most[2] = {-HUGE_VAL, -HUGE_VAL};
    if (!find_range(chart, false, least, most) && !find_range(chart, true, least, most)) {
        return false;
    }
    frame->x = axis_make(least[0], most[0], chart->log_x);
    frame->y = axis_make(least[1], most[1], chart->log_y);
    frame->x.begin = LEFT;
    frame->x.end = RIGHT - label_room(chart);
    frame->y.begin = BOTTOM;
    frame->y.end = TOP;
    return true;
}

static void put_axes(FILE *stream, const struct chart *chart, const struct frame *frame) {
    const struct axis *x = &frame->x, *y = &frame->y;
    fputs("<g class=\"grid\">", stream);
    for (size_t i = 0; i < x->tick_count; ++i) {
        const double at = axis_place(x, x->ticks[i]);
        fprintf(stream, "<path d=\"M%.1f %.1fV%.1f\"/>", at, BOTTOM, TOP);
    }
    for (size_t i = 0; i < y->tick_count; ++i) {
        const double at = axis_place(y, y->ticks[i]);
        fprintf(stream, "<path d=\"M%.1f %.1fH%.1f\"/>", LEFT, at, x->end);
    }
    fputs("</g>\n<g class=\"ticks\">", stream);
    for (size_t i = 0; i < x->tick_count; ++i) {
        fprintf(stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
                axis_place(x, x->ticks[i]), BOTTOM + 17.0, axis_label(x->ticks[i]).text);
    }
    for (size_t i = 0; i < y->tick_count; ++i) {
        fprintf(stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6.0,
                axis_place(y, y->ticks[i]) + 4.0, axis_label(y->ticks[i]).text);
    }
    fprintf(stream, "</g>\n<text class=\"axis\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
            0.5 * (x->begin + x->end), HEIGHT - 8.0);
    html_text(stream, chart->x_label);
    fprintf(stream,
            "</text><text class=\"axis\" transform=\"translate(13 %.1f) rotate(-90)\" "
            "text-anchor=\"middle\">",
            0.5 * (TOP + BOTTOM));
    html_text(stream, chart->y_label);
    fputs("</text>\n", stream);
}

// ---------------------------------------------------------------------------------- series

// Whether a point is there, and on the axes.
static bool is_within(const struct chart *chart, const struct frame *frame,
                      const struct chart_series *series, size_t index) {
    if (!has_point(chart, series, index)) {
        return false;
    }
    const double x = axis_place(&frame->x, series->x[index]);
    const double y = axis_place(&frame->y, series->y[index]);
    return !series->apart || (x >= LEFT && x <= RIGHT && y <= BOTTOM + 0.5 && y >= TOP - 0.5);
}

static void put_line(FILE *stream, const struct chart *chart, const struct frame *frame,
                     const struct chart_series *series) {
    bool down = false;
    fputs("<path class=\"line\" d=\"", stream);
    for (size_t i = 0; i < series->count; ++i) {
        if (is_within(chart, frame, series, i)) {
            fprintf(stream, "%s%.1f %.1f", down ? "L" : "M", axis_place(&frame->x, series->x[i]),
                    axis_place(&frame->y, series->y[i]));
            down = true;
        } else if (has_point(chart, series, i)) {
            down = false; // cut off
        }
    }
    fputs("\"/>", stream);
}

static void put_series(FILE *stream, const struct chart *chart, const struct frame *frame,
                       const struct chart_series *series) {
    fprintf(stream, "<g class=\"c%u %s\"><title>", series->colour,
            series->strong ? "strong" : "thin");
    html_text(stream, series->name);
    fputs("</title>", stream);
    if (series->joined) {
        put_line(stream, chart, frame, series);
    }
    const bool points = !series->no_points && (series->strong || !series->joined);
    for (size_t i = 0; i < series->count && points; ++i) {
        if (is_within(chart, frame, series, i)) {
            fprintf(stream, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>",
                    axis_place(&frame->x, series->x[i]), axis_place(&frame->y, series->y[i]),
                    series->joined   ? "2.6"
                    : series->strong ? "4.2"
                                     : "3");
        }
    }
    fputs("</g>\n", stream);
}

// ---------------------------------------------------------------------------------- labels

struct label {
    const struct chart_series *series;
    double x, y, width; // x: its left end; y: its base line
};

static bool overlap(const struct label *a, const struct label *b) {
    return fabs(a->y - b->y) < LINE && a->x < b->x + b->width && b->x < a->x + a->width;
}

static bool is_free(const struct label *label, const struct label *placed, size_t count) {
    if (label->x < LEFT || label->x + label->width > WIDTH || label->y < TOP - 6.0 ||
        label->y > BOTTOM) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (overlap(label, &placed[i])) {
            return false;
        }
    }
    return true;
}

// Beside a point: right, left, above or below it, wherever there is room.
static void place_beside(struct label *label, double x, double y, const struct label *placed,
                         size_t count) {
    const double places[][2] = {{7.0, 4.0},
                                {-7.0 - label->width, 4.0},
                                {-0.5 * label->width, -8.0},
                                {-0.5 * label->width, 17.0},
                                {7.0, 14.0},
                                {7.0, -7.0},
                                {-7.0 - label->width, -7.0},
                                {-7.0 - label->width, 14.0},
                                {7.0, -18.0},
                                {7.0, 26.0}};
    // Where grey lines run to the right, their labels are above.
    for (size_t i = label->series->colour == CHART_GREY ? 2 : 0; i < sizeof places / sizeof *places;
         ++i) {
        label->x = x + places[i][0];
        label->y = y + places[i][1];
        if (is_free(label, placed, count)) {
            return;
        }
    }
    label->x = fmax(fmin(x + places[0][0], WIDTH - label->width), 0.0);
    label->y = y + places[0][1];
}

// Labels of lines stand one below the other at the right.
static void spread_out(struct label *labels, size_t count) {
    for (size_t i = 1; i < count; ++i) { // by height
        const struct label moved = labels[i];
        size_t k = i;
        for (; k > 0 && labels[k - 1].y > moved.y; --k) {
            labels[k] = labels[k - 1];
        }
        labels[k] = moved;
    }
    for (size_t i = 1; i < count; ++i) {
        labels[i].y = fmax(labels[i].y, labels[i - 1].y + LINE);
    }
    for (size_t i = count; i-- > 0;) {
        const double limit = i + 1 < count ? labels[i + 1].y - LINE : BOTTOM + 4.0;
        labels[i].y = fmin(labels[i].y, limit);
    }
}

// The last point of a series; false if it has none.
static bool last_point(const struct chart *chart, const struct chart_series *series, size_t *last) {
    bool found = false;
    for (size_t i = 0; i < series->count; ++i) {
        if (has_point(chart, series, i)) {
            *last = i;
            found = true;
        }
    }
    return found;
}

static void put_labels(FILE *stream, const struct chart *chart, const struct frame *frame) {
    struct label labels[MOST_LABELS];
    size_t count = 0, last = 0;
    bool joined = false;
    for (size_t i = 0; i < chart->count && count < MOST_LABELS; ++i) {
        const struct chart_series *series = &chart->series[i];
        if (series->strong && series->label[0] != '\0' && last_point(chart, series, &last)) {
            const double x = axis_place(&frame->x, series->x[last]);
            const double y = axis_place(&frame->y, series->y[last]);
            struct label *label = &labels[count];
            *label = (struct label){series, frame->x.end + 8.0, y + 4.0,
                                    LETTER * (double)strlen(series->label)};
            joined = joined || series->joined;
            if (!series->joined) {
                place_beside(label, x, y, labels, count);
            }
            ++count;
        }
    }
    if (joined) {
        spread_out(labels, count);
    }
    fputs("<g class=\"labels\">", stream);
    for (size_t i = 0; i < count; ++i) {
        fprintf(stream, "<text class=\"c%u\" x=\"%.1f\" y=\"%.1f\">", labels[i].series->colour,
                labels[i].x, labels[i].y);
        html_text(stream, labels[i].series->label);
        fputs("</text>", stream);
    }
    fputs("</g>\n", stream);
}

// --------------------------------------------------------------------------------- a figure

static void put_all(FILE *stream, const struct chart *chart, const struct frame *frame,
                    bool strong) {
    for (size_t i = 0; i < chart->count; ++i) {
        if (chart->series[i].strong == strong) {
            put_series(stream, chart, frame, &chart->series[i]);
        }
    }
}

bool chart_is_worth_drawing(const struct chart *chart) {
    struct frame frame;
    return make_frame(chart, &frame);
}

void chart_put_within(FILE *stream, const struct chart *chart) {
    struct frame frame;
    if (make_frame(chart, &frame)) {
        put_axes(stream, chart, &frame);
        put_all(stream, chart, &frame, false);
        put_all(stream, chart, &frame, true);
        put_labels(stream, chart, &frame);
    }
}
