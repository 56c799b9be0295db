// Figures of a simulation's series.
#include "film_plots.h"

#include <math.h>
#include <stdlib.h>

#include "cli.h"
#include "figure.h"
#include "turning.h"

#define DEGREES 57.29577951308232

// Rows of a plot, and bodies in it, at most.
#define MOST_ROWS 4000
#define MOST_BODIES 8

// The numbers of a row, one for each line.
typedef void row_function(const struct film *film, size_t moment, size_t body, double numbers[3]);

struct plot_of_film {
    const char *file, *title, *label;
    const char *lines[3]; // their titles; NULL after the last
    row_function *row;
};

// ------------------------------------------------------------------------------------ rows

static void heave(const struct film *film, size_t moment, size_t body, double numbers[3]) {
    numbers[0] = film_heave(film, moment, body);
}

// Rotations about x, then y, then z: the world's axes.
static void angles(const struct film *film, size_t moment, size_t body, double numbers[3]) {
    double m[9];
    turning_matrix(recording_at(film->recording, moment, body)->rotation, m);
    numbers[0] = atan2(m[7], m[8]) * DEGREES;
    numbers[1] = -asin(fmax(-1.0, fmin(1.0, m[6]))) * DEGREES;
    numbers[2] = atan2(m[3], m[0]) * DEGREES;
}

static void energy(const struct film *film, size_t moment, size_t body, double numbers[3]) {
    numbers[0] = recording_at(film->recording, moment, body)->energy;
}

static const struct plot_of_film plots_of_film[] = {
    {"heave.svg", "Heave", "height of the centre of mass above still water, m", {"heave"}, heave},
    {"angles.svg", "Angles", "degrees", {"roll (x)", "pitch (y)", "yaw (z)"}, angles},
    {"energy.svg", "Energy", "energy, J", {"energy"}, energy},
};

// ---------------------------------------------------------------------------------- series

enum {
    MOST_SERIES = 3 * MOST_BODIES
};

struct lines {
    struct chart_series series[MOST_SERIES];
    double time[MOST_ROWS], y[MOST_SERIES][MOST_ROWS];
    size_t count, rows;
};

static void add_series(struct lines *lines, const char *name, size_t body, size_t bodies) {
    const size_t index = lines->count++;
    struct chart_series *series = &lines->series[index];
    *series = (struct chart_series){.name = series->label,
                                    .colour = (unsigned)(index % CHART_COLOURS),
                                    .strong = true,
                                    .joined = true,
                                    .no_points = true,
                                    .count = lines->rows,
                                    .x = lines->time,
                                    .y = lines->y[index]};
    snprintf(series->label, sizeof series->label, bodies > 1 ? "%.30s %zu" : "%.30s", name, body);
}

static void collect(const struct film *film, const struct plot_of_film *plot, struct lines *lines) {
    const size_t moments = film->recording->moments, stride = moments / MOST_ROWS + 1;
    const size_t bodies =
        film->recording->bodies < MOST_BODIES ? film->recording->bodies : MOST_BODIES;
    lines->count = 0;
    lines->rows = (moments + stride - 1) / stride;
    for (size_t body = 0; body < bodies; ++body) {
        const size_t first = lines->count;
        for (size_t line = 0; line < 3 && plot->lines[line]; ++line) {
            add_series(lines, plot->lines[line], body, bodies);
        }
        for (size_t row = 0; row < lines->rows; ++row) {
            double numbers[3] = {0.0, 0.0, 0.0};
            plot->row(film, row * stride, body, numbers);
            lines->time[row] = recording_at(film->recording, row * stride, body)->time;
            for (size_t line = first; line < lines->count; ++line) {
                lines->y[line][row] = numbers[line - first];
            }
        }
    }
}

int film_plots_write(const struct film *film, const char *directory, size_t *plots) {
    int status = 0;
    *plots = 0;
    struct lines *lines = malloc(sizeof *lines);
    if (!lines) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < sizeof plots_of_film / sizeof plots_of_film[0] && status == 0; ++i) {
        const struct plot_of_film *plot = &plots_of_film[i];
        collect(film, plot, lines);
        status = figure_write_chart(&(struct chart){.title = plot->title,
                                                    .description = plot->label,
                                                    .x_label = "time, s",
                                                    .y_label = plot->label,
                                                    .series = lines->series,
                                                    .count = lines->count},
                                    "", directory, plot->file, plots);
    }
    free(lines);
    return status;
}
