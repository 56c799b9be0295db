// The course of heave and tilt, below the views.
#include "strip.h"

#include <math.h>

#include "bodies_drawn.h"

// Points of a line, at most.
#define MOST_POINTS 420

// Bodies whose heave is shown.
#define MOST_BODIES 4

static double time_of(const struct film *film, size_t moment) {
    return recording_at(film->recording, moment, 0)->time;
}

static size_t stride_of(const struct film *film) {
    return film->recording->moments / MOST_POINTS + 1;
}

struct strip strip_make(const struct film *film, double left, double right, double top,
                        double bottom) {
    struct strip strip = {.left = left, .right = right, .top = top, .bottom = bottom};
    const double most = time_of(film, film->recording->moments - 1);
    strip.time = axis_make(0.0, most, false);
    strip.time.low = 0.0; // the lines reach from end to end
    strip.time.high = most > 0.0 ? most : 1.0;
    strip.time.begin = left;
    strip.time.end = right;
    return strip;
}

// ------------------------------------------------------------------------------------ lines

// What a line shows: of a body at a moment.
typedef double value_function(const struct film *film, size_t moment, size_t body);

static double water_at(const struct film *film, size_t moment, size_t body) {
    const double *centre = recording_at(film->recording, moment, body)->centre;
    float height;
    return film_heights(film, moment, &centre[0], &centre[1], 1, &height) ? (double)height
                                                                          : (double)NAN;
}

static void widen(const struct film *film, value_function *value, size_t bodies, double *low,
                  double *high) {
    for (size_t moment = 0; moment < film->recording->moments; moment += stride_of(film)) {
        for (size_t body = 0; body < bodies; ++body) {
            const double y = value(film, moment, body);
            *low = fmin(*low, y);
            *high = fmax(*high, y);
        }
    }
}

static struct axis make_axis(const struct strip *strip, double low, double high) {
    struct axis axis = axis_make(low, high, false);
    axis.begin = strip->bottom;
    axis.end = strip->top;
    return axis;
}

static void put_line(const struct strip *strip, const struct axis *axis, const struct film *film,
                     value_function *value, size_t body, const char *attributes, FILE *to) {
    fprintf(to, "<path %s d=\"", attributes);
    const char *command = "M";
    for (size_t moment = 0; moment < film->recording->moments; moment += stride_of(film)) {
        const double y = value(film, moment, body);
        if (isfinite(y)) {
            fprintf(to, "%s%.1f,%.1f", command, axis_place(&strip->time, time_of(film, moment)),
                    axis_place(axis, y));
            command = " ";
        }
    }
    fputs("\"/>\n", to);
}

// Grey where the first body is out of the water.
static void put_airborne(const struct strip *strip, const struct film *film, FILE *to) {
    const size_t moments = film->recording->moments;
    for (size_t moment = 0; moment < moments;) {
        size_t end = moment;
        while (end < moments && !(recording_at(film->recording, end, 0)->volume > 0.0)) {
            ++end;
        }
        if (end > moment) {
            const double from = axis_place(&strip->time, time_of(film, moment));
            const double till =
                axis_place(&strip->time, time_of(film, end < moments ? end : moments - 1));
            fprintf(to,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                    "fill=\"#e4e4e4\"/>",
                    from, strip->top, till - from, strip->bottom - strip->top);
        }
        moment = end + 1;
    }
}

// ------------------------------------------------------------------------------------- axes

static void put_time(const struct strip *strip, FILE *to) {
    for (size_t i = 0; i < strip->time.tick_count; ++i) {
        if (strip->time.ticks[i] <= strip->time.high) {
            const double x = axis_place(&strip->time, strip->time.ticks[i]);
            fprintf(to,
                    "<path class=\"g\" d=\"M%.1f,%.1fV%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
                    "text-anchor=\"middle\">%s%s</text>",
                    x, strip->top, strip->bottom, x, strip->bottom + 14.0,
                    axis_label(strip->time.ticks[i]).text, i == 0 ? " s" : "");
        }
    }
    fputs("\n", to);
}

// `side`: −1 left, 1 right.
static void put_axis(const struct strip *strip, const struct axis *axis, int side,
                     const char *colour, FILE *to) {
    const double x = side < 0 ? strip->left - 5.0 : strip->right + 5.0;
    for (size_t i = 0; i<axis->tick_count; i += axis->tick_count> 5 ? 2 : 1) {
        const double y = axis_place(axis, axis->ticks[i]);
        fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" text-anchor=\"%s\">%s</text>", x,
                y + 4.0, colour, side < 0 ? "end" : "start", axis_label(axis->ticks[i]).text);
        if (side < 0) {
            fprintf(to, "<path class=\"g\" d=\"M%.1f,%.1fH%.1f\"/>", strip->left, y, strip->right);
        }
    }
    fputs("\n", to);
}

// ------------------------------------------------------------------------------------ whole

void strip_put(const struct strip *strip, const struct film *film, FILE *to) {
    const size_t bodies =
        film->recording->bodies < MOST_BODIES ? film->recording->bodies : MOST_BODIES;
    double low = HUGE_VAL, high = -HUGE_VAL, most = 0.0, least = 0.0;
    widen(film, film_heave, bodies, &low, &high);
    if (!film->flat) {
        widen(film, water_at, 1, &low, &high);
    }
    widen(film, film_tilt, 1, &least, &most);
    const struct axis heave = make_axis(strip, low, high);
    const struct axis tilt = make_axis(strip, 0.0, fmax(most, 1.0));
    put_airborne(strip, film, to);
    put_time(strip, to);
    put_axis(strip, &heave, -1, "#1f6fb4", to);
    put_axis(strip, &tilt, 1, "#b4561f", to);
    if (!film->flat) {
        put_line(strip, &heave, film, water_at, 0, "class=\"lw\"", to);
    }
    put_line(strip, &tilt, film, film_tilt, 0, "class=\"lt\"", to);
    for (size_t i = bodies; i-- > 0;) {
        char attributes[64] = "class=\"lh\"";
        if (bodies > 1) {
            snprintf(attributes, sizeof attributes, "class=\"lh\" style=\"stroke:#%06x\"",
                     bodies_colour(i));
        }
        put_line(strip, &heave, film, film_heave, i, attributes, to);
    }
    fprintf(
        to,
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"#1f6fb4\">height of the centre of mass, m%s</text>"
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"#b4561f\" text-anchor=\"end\">tilt, degrees</text>\n",
        strip->left, strip->top - 6.0,
        film->flat ? "" : " (thin: of the water there; grey: out of the water)", strip->right,
        strip->top - 6.0);
}

void strip_put_mark(const struct strip *strip, const struct film *film, size_t moment, FILE *to) {
    const double x = axis_place(&strip->time, time_of(film, moment));
    fprintf(to, "<path class=\"m\" d=\"M%.1f,%.1fV%.1f\"/>\n", x, strip->top, strip->bottom);
}
