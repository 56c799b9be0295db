// An axis of a figure.
#include "axis.h"

#include <math.h>
#include <stdio.h>

// The largest step of 1, 2 or 5 times a power of ten with at least `count` steps in the range.
static double round_step(double range, double count) {
    const double rough = range / count, power = pow(10.0, floor(log10(rough)));
    const double digit = rough / power;
    return power * (digit >= 5.0 ? 5.0 : digit >= 2.0 ? 2.0 : 1.0);
}

static void add_tick(struct axis *axis, double value) {
    if (axis->tick_count < AXIS_MOST_TICKS) {
        axis->ticks[axis->tick_count++] = value;
    }
}

static struct axis make_linear(double least, double most) {
    const double range = most > least ? most - least : fmax(fabs(most), 1.0);
    const double step = round_step(range, 4.0);
    struct axis axis = {.low = step * floor(least / step), .high = step * ceil(most / step)};
    axis.high = axis.high > axis.low ? axis.high : axis.low + step;
    const int count = (int)fmin((axis.high - axis.low) / step + 0.5, AXIS_MOST_TICKS - 1);
    for (int i = 0; i <= count; ++i) {
        add_tick(&axis, axis.low + i * step);
    }
    return axis;
}

// Ticks are powers of ten: every one, or every second, … if there are many; with few of them 2 and
// 5 times as much, too.
static struct axis make_logarithmic(double least, double most) {
    const double low = log10(least), high = log10(most), margin = 0.04 * fmax(high - low, 0.2);
    struct axis axis = {.logarithmic = true, .low = low - margin, .high = high + margin};
    const double decades = axis.high - axis.low;
    const int step = (int)ceil(decades / 8.0), within = decades < 2.2 ? 3 : 1;
    for (int exponent = (int)floor(axis.low); exponent <= axis.high; ++exponent) {
        static const double digits[] = {1.0, 2.0, 5.0};
        for (int i = 0; i < within && exponent % step == 0; ++i) {
            const double tick = exponent + log10(digits[i]);
            if (tick >= axis.low && tick <= axis.high) {
                add_tick(&axis, digits[i] * pow(10.0, exponent));
            }
        }
    }
    return axis;
}

struct axis axis_make(double least, double most, bool logarithmic) {
    return logarithmic ? make_logarithmic(least, most) : make_linear(least, most);
}

double axis_place(const struct axis *axis, double value) {
    const double at = axis->logarithmic ? log10(value) : value;
    return axis->begin + (axis->end - axis->begin) * (at - axis->low) / (axis->high - axis->low);
}

struct axis_label axis_label(double value) {
    static const char *const prefixes[] = {"", "k", "M", "G"};
    struct axis_label label;
    size_t prefix = 0;
    if (value != 0.0 && (fabs(value) < 1e-3 || fabs(value) >= 1e12)) {
        snprintf(label.text, sizeof label.text, "%.0e", value);
        return label;
    }
    while (fabs(value) >= 1000.0 && prefix + 1 < sizeof prefixes / sizeof prefixes[0]) {
        value /= 1000.0;
        ++prefix;
    }
    snprintf(label.text, sizeof label.text, "%.6g%s", value, prefixes[prefix]);
    return label;
}
