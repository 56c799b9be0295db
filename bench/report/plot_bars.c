// The script for a bar chart: one subject, all kernels, the fastest on top.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "plot_script.h"

// Two of Okabe and Ito's colours, which readers with any colour vision can tell apart.
#define BLUE "0072B2"
#define ORANGE "E69F00"
#define GREY "777777"

// The axis reaches to the baseline and to every kernel that takes at most this many times as long
// as the fastest. Longer bars are cut off.
#define LONGEST_BAR 20.0

// Room for the labels right of the bars, as a share of the longest.
#define LABEL_ROOM 0.25

static bool is_baseline(const struct race_entry *entry) {
    return strcmp(entry->info.id, FAMILY_BASELINE) == 0;
}

static const char *colour_of(const struct race_entry *entry) {
    return is_baseline(entry) ? GREY : entry->info.deterministic ? BLUE : ORANGE;
}

static double find_axis(const struct race_subject *subject) {
    const double fastest = race_times(race_at(subject, 0))->median;
    double longest = fastest;
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct race_entry *entry = race_at(subject, i);
        const double median = race_times(entry)->median;
        if (median > longest && (is_baseline(entry) || median <= LONGEST_BAR * fastest)) {
            longest = median;
        }
    }
    return (1.0 + LABEL_ROOM) * longest;
}

static double known_spread(const struct ranking_candidate *time) {
    return isinf(time->spread) ? 0.0 : time->spread;
}

// One row per bar: place from the top, length, median, spread, colour.
static void put_data(FILE *script, const struct race_subject *subject, double axis) {
    fputs("$bars << END\n", script);
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct ranking_candidate *time = race_times(race_at(subject, i));
        fprintf(script, "%zu %.9g %.9g %.9g 0x%s\n", i, fmin(time->median, axis), time->median,
                known_spread(time), colour_of(race_at(subject, i)));
    }
    fputs("END\n", script);
}

// "17.2 ns   7.9×" to the right of a bar's whisker; inside a cut bar, with an arrow to show that it
// continues.
static void put_labels(FILE *script, const struct race_subject *subject, double axis) {
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct ranking_candidate *time = race_times(race_at(subject, i));
        const double speedup = race_speedup(race_at(subject, i));
        const bool cut = time->median > axis;
        char ratio[32] = "";
        if (speedup > 0.0) {
            snprintf(ratio, sizeof ratio, "   %.*f×",
                     speedup < 0.1   ? 3
                     : speedup < 1.0 ? 2
                                     : 1,
                     speedup);
        }
        fprintf(script, "set label '%s ns%s%s' at %.9g,%zu %s front noenhanced\n",
                number_like(time->median, time->median).text, ratio, cut ? "  →" : "",
                cut ? axis : time->median + known_spread(time), i,
                cut ? "right offset -0.5,0 textcolor rgb '#ffffff'" : "left offset 0.8,0");
    }
}

static void put_names(FILE *script, const struct race_subject *subject) {
    fputs("set ytics scale 0 noenhanced (", script);
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        fprintf(script, "%s'%s' %zu", i > 0 ? ", " : "", race_at(subject, i)->info.id, i);
    }
    fputs(")\n", script);
}

// In the top right corner, where no bar can be in its way.
static void put_legend(FILE *script) {
    static const struct {
        const char *colour, *meaning;
    } lines[] = {
        {BLUE, "same bits on every machine"},
        {ORANGE, "other bits elsewhere (+fma, tuned)"},
        {GREY, "baseline"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        const double place = 1.2 + 1.3 * (double)i;
        fprintf(script,
                "set label '■' at screen 0.77,1 offset character 0,%.1f textcolor rgb '#%s'\n"
                "set label '%s' at screen 0.77,1 offset character 2,%.1f font ',11'\n",
                -place, lines[i].colour, lines[i].meaning, -place);
    }
}

void plot_put_bars(FILE *script, const struct race_subject *subject) {
    const size_t timed = race_count_timed(subject);
    const double axis = find_axis(subject);
    char title[256];
    snprintf(title, sizeof title, "%.64s, %s: CPU time per body", subject->title, subject->summary);
    plot_put_frame(script, 1100, 180 + 34 * (int)timed, title,
                   "Median and spread; × = times as fast as " FAMILY_BASELINE);
    put_data(script, subject, axis);
    put_labels(script, subject, axis);
    put_names(script, subject);
    put_legend(script);
    fprintf(script, "set xrange [0:%.9g]\nset yrange [%zu-0.4:-0.6]\n", axis, timed);
    fputs("set border 1\n"
          "set format x '%.0f'\n"
          "set xtics nomirror\n"
          "set grid x linecolor rgb '#dddddd' linetype 1\n"
          "set xlabel 'ns per body (less is better)'\n"
          "set key off\n"
          "set style fill solid 1 noborder\n"
          "plot $bars using (0):1:(0):2:($1-0.36):($1+0.36):5 with boxxyerror"
          " linecolor rgb variable, \\\n"
          " '' using 3:1:4 with xerrorbars pointtype 0 linewidth 1.5 linecolor rgb '#000000'\n",
          script);
}
