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

// Room for the labels right of the bars, as a share of the axis.
#define LABEL_ROOM 0.22

static bool is_baseline(const struct race_entry *entry) {
    return family_has_baseline(entry->subject->queries.family, entry->kernel);
}

// Whether the baseline was timed, so that there are speed-ups.
static bool has_baseline(const struct race_subject *subject) {
    return race_count_timed(subject) > 0 && race_speedup(race_at(subject, 0)) > 0.0;
}

static const char *colour_of(const struct race_entry *entry) {
    return is_baseline(entry) ? GREY : entry->info.deterministic ? BLUE : ORANGE;
}

static double known_spread(const struct ranking_candidate *time) {
    return isinf(time->spread) ? 0.0 : time->spread;
}

// The end of the longest bar's whisker, and room for the label right of it.
static double find_axis(const struct race_subject *subject) {
    const double fastest = race_times(race_at(subject, 0))->median;
    double longest = fastest;
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct race_entry *entry = race_at(subject, i);
        const double median = race_times(entry)->median;
        if (is_baseline(entry) || median <= LONGEST_BAR * fastest) {
            longest = fmax(longest, median + known_spread(race_times(entry)));
        }
    }
    return longest / (1.0 - LABEL_ROOM);
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

// In the line below the note, one after another.
static void put_legend(FILE *script, const struct race_subject *subject) {
    const struct {
        const char *colour, *meaning;
        int columns; // with the space behind it
        bool shown;
    } parts[] = {
        {BLUE, "same bits on every machine", 30, true},
        {ORANGE, "other bits elsewhere (+fma, tuned)", 36, true},
        {GREY, "published baseline", 20, has_baseline(subject)},
    };
    int column = 2;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        if (parts[i].shown) {
            fprintf(script,
                    "set label '■' at screen 0,1 offset character %d,-4.6 textcolor rgb '#%s'\n"
                    "set label '%s' at screen 0,1 offset character %d,-4.6 font ',11'\n",
                    column, parts[i].colour, parts[i].meaning, column + 2);
            column += parts[i].columns;
        }
    }
}

void plot_put_bars(FILE *script, const struct race_subject *subject) {
    const size_t timed = race_count_timed(subject);
    const double axis = find_axis(subject);
    const struct family *family = subject->queries.family;
    char title[256], note[128] = "Median and spread";
    snprintf(title, sizeof title, "%.64s, %s: CPU time per %s", subject->title, subject->summary,
             family->one);
    if (has_baseline(subject)) {
        snprintf(note, sizeof note, "Median and spread; × = times as fast as %s", family->baseline);
    }
    plot_put_frame(script, 1100, 200 + 34 * (int)timed, title, note);
    put_data(script, subject, axis);
    put_labels(script, subject, axis);
    put_names(script, subject);
    put_legend(script, subject);
    fputs("set tmargin 7\n", script);
    fprintf(script, "set xlabel 'ns per %s (less is better)'\n", family->one);
    fprintf(script, "set xrange [0:%.9g]\nset yrange [%zu-0.4:-0.6]\n", axis, timed);
    fputs("set border 1\n"
          "set format x '%.0f'\n"
          "set xtics nomirror\n"
          "set grid x linecolor rgb '#dddddd' linetype 1\n"
          "set key off\n"
          "set style fill solid 1 noborder\n"
          "plot $bars using (0):1:(0):2:($1-0.36):($1+0.36):5 with boxxyerror"
          " linecolor rgb variable, \\\n"
          " '' using 3:1:4 with xerrorbars pointtype 0 linewidth 1.5 linecolor rgb '#000000'\n",
          script);
}
