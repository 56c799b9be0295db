// An axis of a figure: its range, its ticks, and where values lie on it.
#ifndef BENCH_AXIS_H
#define BENCH_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#define AXIS_MOST_TICKS 24

struct axis {
    bool logarithmic;
    double low, high;  // ends of the range, or their decimal logarithms
    double begin, end; // where these lie, in units of the picture
    double ticks[AXIS_MOST_TICKS];
    size_t tick_count;
};

// Makes an axis that holds all values from `least` to `most`; on a logarithmic one, which needs
// positive values, and on a linear one its ends are round numbers.
struct axis axis_make(double least, double most, bool logarithmic);

// Where a value lies.
double axis_place(const struct axis *axis, double value);

// A tick's number in few characters.
struct axis_label {
    char text[24];
};
struct axis_label axis_label(double value);

#endif
