// Plots of a simulation's series, by gnuplot.
#include "film_plots.h"

#include <math.h>
#include <stdlib.h>

#include "axis.h"
#include "cli.h"
#include "gnuplot.h"
#include "output.h"
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
    {"heave.png", "Heave", "height of the centre of mass above still water, m", {"heave"}, heave},
    {"angles.png", "Angles", "degrees", {"roll (x)", "pitch (y)", "yaw (z)"}, angles},
    {"energy.png", "Energy", "energy, J", {"energy"}, energy},
};

// ----------------------------------------------------------------------------------- script

static size_t bodies_of(const struct film *film) {
    return film->recording->bodies < MOST_BODIES ? film->recording->bodies : MOST_BODIES;
}

// What a plot's axis must hold.
struct extent {
    double low, high;
};

static void put_rows(const struct film *film, const struct plot_of_film *plot, size_t body,
                     struct extent *extent, FILE *script) {
    const size_t moments = film->recording->moments, stride = moments / MOST_ROWS + 1;
    fprintf(script, "$body%zu << END\n", body);
    for (size_t moment = 0; moment < moments; moment += stride) {
        double numbers[3] = {0.0, 0.0, 0.0};
        plot->row(film, moment, body, numbers);
        for (int i = 0; i < 3 && (i == 0 || plot->lines[i]); ++i) {
            extent->low = fmin(extent->low, numbers[i]);
            extent->high = fmax(extent->high, numbers[i]);
        }
        if (isfinite(numbers[0])) {
            fprintf(script, "%.9g %.9g %.9g %.9g\n",
                    recording_at(film->recording, moment, body)->time, numbers[0], numbers[1],
                    numbers[2]);
        }
    }
    fputs("END\n", script);
}

// Returns whether there is anything to be seen.
static bool put_script(const struct film *film, const struct plot_of_film *plot, FILE *script) {
    struct extent extent = {HUGE_VAL, -HUGE_VAL};
    fprintf(script,
            "set encoding utf8\nset terminal pngcairo size 900,480 font 'DejaVu Sans,11'\n"
            "set title '%s' noenhanced\nset xlabel 'time, s'\nset ylabel '%s' noenhanced\n"
            "set border 3 linecolor rgb '#444444'\nset xtics nomirror\nset ytics nomirror\n"
            "set grid xtics ytics linecolor rgb '#dddddd' linetype 1\n"
            "set key outside top center horizontal\n",
            plot->title, plot->label);
    for (size_t body = 0; body < bodies_of(film); ++body) {
        put_rows(film, plot, body, &extent, script);
    }
    if (extent.low <= extent.high) {
        // gnuplot warns of a line that is level unless it is told what to show.
        const struct axis axis = axis_make(extent.low, extent.high, false);
        fprintf(script, "set yrange [%.9g:%.9g]\n", axis.low, axis.high);
    }
    const double first = recording_at(film->recording, 0, 0)->time;
    const double last = recording_at(film->recording, film->recording->moments - 1, 0)->time;
    gnuplot_put_level_range("x", first, last, script);
    const char *before = "plot ";
    for (size_t body = 0; body < bodies_of(film); ++body) {
        for (int line = 0; line < 3 && plot->lines[line]; ++line) {
            fprintf(script, "%s$body%zu using 1:%d with lines linewidth 2 title '%s", before, body,
                    line + 2, plot->lines[line]);
            fprintf(script, bodies_of(film) > 1 ? " of body %zu'" : "'", body);
            before = ", ";
        }
    }
    fputs("\n", script);
    return extent.low <= extent.high;
}

static int write_plot(const struct film *film, const struct plot_of_film *plot,
                      const char *directory, size_t *written) {
    char *text;
    size_t length;
    FILE *script = open_memstream(&text, &length);
    if (!script) {
        return cli_out_of_memory();
    }
    const bool any = put_script(film, plot, script);
    int status = fclose(script) == 0 ? 0 : cli_out_of_memory();
    struct gnuplot_picture picture = {0};
    if (status == 0 && any && gnuplot_draw(text, length, &picture) == GNUPLOT_DREW) {
        status = output_write(directory, plot->file, picture.bytes, picture.count);
        *written += status == 0;
    }
    free(picture.bytes);
    free(text);
    return status;
}

int film_plots_write(const struct film *film, const char *directory, size_t *plots) {
    int status = 0;
    *plots = 0;
    for (size_t i = 0; i < sizeof plots_of_film / sizeof plots_of_film[0] && status == 0; ++i) {
        status = write_plot(film, &plots_of_film[i], directory, plots);
    }
    return status;
}
