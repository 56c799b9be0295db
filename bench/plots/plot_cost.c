// The script for a plot of cost against error: a point for each kernel on one subject, and the
// Pareto front.
#include <stdlib.h>
#include <string.h>

#include "dispatch/registry.h"
#include "pareto.h"
#include "plot_script.h"

// Two of Okabe and Ito's colours, which readers with any colour vision can tell apart.
#define BLUE "0072B2"
#define ORANGE "D55E00"
#define GREY "777777"

// The best variant of each method speaks for it, among those whose bits are the same everywhere;
// the baseline for its own.
static bool is_named(const struct race_entry *entry) {
    const struct race_entry *baseline =
        race_of_kernel(entry->subject, buoy_kernel_find(FAMILY_CATTO));
    if (baseline && entry->kernel->method == baseline->kernel->method) {
        return entry == baseline;
    }
    return recommend_is_best_variant(entry) && entry->info.deterministic &&
           strcmp(entry->info.method, "auto") != 0;
}

static const char *colour_of(const struct race_entry *entry) {
    return entry->kernel->method->approximate      ? ORANGE
           : families_have_baseline(entry->kernel) ? "000000"
                                                   : BLUE;
}

// One row per kernel: error, time, size of the point, colour, and a name above or below it, in
// turn, since neighbours in time are often neighbours in error, too.
static void put_points(FILE *script, const struct race_subject *subject) {
    size_t names = 0;
    fputs("$points << END\n", script);
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct race_entry *entry = race_at(subject, i);
        const bool named = is_named(entry);
        if (entry->max_error_volume > 0.0) {
            names += named;
            fprintf(script, "%.9g %.9g %.1f 0x%s %s %s\n", entry->max_error_volume,
                    race_times(entry)->median, named ? 1.3 : 0.6, colour_of(entry),
                    named && names % 2 == 0 ? entry->info.method : "\"\"",
                    named && names % 2 == 1 ? entry->info.method : "\"\"");
        }
    }
    fputs("END\n", script);
}

static void put_front(FILE *script, const double *x, const double *y, const size_t *front,
                      size_t count) {
    fputs("$front << END\n", script);
    for (size_t i = 0; i < count; ++i) {
        fprintf(script, "%.9g %.9g\n", x[front[i]], y[front[i]]);
    }
    fputs("END\n", script);
}

static void find_front(FILE *script, const struct race_subject *subject, double *x, double *y,
                       size_t *front) {
    const size_t count = race_count_timed(subject);
    for (size_t i = 0; i < count; ++i) {
        const struct race_entry *entry = race_at(subject, i);
        x[i] = entry->max_error_volume;
        y[i] = race_times(entry)->median;
    }
    put_front(script, x, y, front, pareto_front(x, y, count, front));
}

bool plot_has_cost(const struct race_subject *subject) {
    size_t exact = 0, approximate = 0;
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct race_entry *entry = race_at(subject, i);
        if (entry->max_error_volume > 0.0) {
            ++*(entry->kernel->method->approximate ? &approximate : &exact);
        }
    }
    return exact > 0 && approximate > 0;
}

int plot_put_cost(FILE *script, const struct race_subject *subject) {
    const size_t count = race_count_timed(subject);
    double *x = calloc(2 * count, sizeof *x);
    size_t *front = calloc(count, sizeof *front);
    if (x && front) {
        char title[256];
        snprintf(title, sizeof title, "%.64s, %s: cost against error", subject->title,
                 subject->summary);
        plot_put_frame(script, 1100, 720, title,
                       "Line: the Pareto front, which no other kernel beats in both");
        put_points(script, subject);
        find_front(script, subject, x, x + count, front);
        fprintf(
            script,
            "set logscale xy\nset format x '10^{%%T}'\nset format y '%%g'\n"
            "set offsets graph 0.08, graph 0.12, graph 0.08, graph 0.08\n"
            "set xlabel 'worst error of all poses, share of the whole (less is better)'\n"
            "set ylabel 'ns per %s (less is better)'\n"
            "set border 3\nset tics nomirror\n"
            "set grid xtics ytics linecolor rgb '#dddddd' linetype 1\n"
            "set key top right Left reverse\n"
            "plot $front using 1:2 with steps linewidth 2 linecolor rgb '#%s' title 'Pareto "
            "front', \\\n"
            " $points using 1:2:3:4 with points pointtype 7 pointsize variable linecolor rgb "
            "variable notitle, \\\n"
            " '' using 1:2:5 with labels left offset 0.8,0.6 font ',11' noenhanced notitle, \\\n"
            " '' using 1:2:6 with labels left offset 0.8,-0.7 font ',11' noenhanced notitle, "
            "\\\n"
            " NaN with points pointtype 7 linecolor rgb '#%s' title 'exact', \\\n"
            " NaN with points pointtype 7 linecolor rgb '#%s' title 'approximation', \\\n"
            " NaN with points pointtype 7 linecolor rgb '#000000' title 'published "
            "baseline'\n",
            subject->queries.family->one, GREY, BLUE, ORANGE);
    }
    const int status = x && front ? 0 : cli_out_of_memory();
    free(x);
    free(front);
    return status;
}
