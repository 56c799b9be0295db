// Runs gnuplot: a script in, a picture out, both through pipes.
#ifndef BENCH_GNUPLOT_H
#define BENCH_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct gnuplot_picture {
    char *bytes; // to be freed by the caller
    size_t count;
};

enum gnuplot_result {
    GNUPLOT_DREW,
    GNUPLOT_ABSENT, // not installed
    GNUPLOT_FAILED, // it complained on stderr, or memory or processes ran out
};

// The script must have everything before its one plot command: gnuplot reads it to the end before
// the picture is fetched.
enum gnuplot_result gnuplot_draw(const char *script, size_t length,
                                 struct gnuplot_picture *picture);

// Sets the range of an axis ("x", "y" or "y2") whose values lie between `low` and `high`, if they
// are all the same: gnuplot would choose one, too, but warn on stderr.
void gnuplot_put_level_range(const char *axis, double low, double high, FILE *script);

#endif
