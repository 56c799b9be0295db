// The script for a bar chart: one mesh, all kernels, the fastest on top.
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "plot_script.h"

// Of Okabe and Ito's colours, told apart whatever one's colour vision.
#define BLUE "0072B2"
#define ORANGE "E69F00"
#define GREY "777777"

// The axis reaches to the baseline and to whatever takes no longer than this many times the
// fastest. Bars beyond are cut off.
#define LONGEST_BAR 20.0

// Room for the labels right of the bars, as a share of the longest.
#define LABEL_ROOM 0.25

static bool is_baseline(const struct race_entry *entry) {
    return strcmp(entry->info.id, RACE_BASELINE) == 0;
}

static const char *colour_of(const struct race_entry *entry) {
    return is_baseline(entry) ? GREY : entry->info.deterministic ? BLUE : ORANGE;
}

static size_t count_timed(const struct race *race, size_t first) {
    size_t timed = 0;
    for (size_t i = first; i < first + race->kernel_count; i++) {
        timed += race->times[i].sample_count > 0;
    }
    return timed;
}

static double find_axis(const struct race *race, size_t first) {
    const double fastest = race->times[first + race->order[first]].median;
    double longest = fastest;
    for (size_t i = first; i < first + race->kernel_count; i++) {
        const double median = race->times[i].median;
        if (race->times[i].sample_count > 0 && median > longest &&
            (is_baseline(&race->entries[i]) || median <= LONGEST_BAR * fastest)) {
            longest = median;
        }
    }
    return (1.0 + LABEL_ROOM) * longest;
}

static double known_spread(const struct ranking_candidate *time) {
    return isinf(time->spread) ? 0.0 : time->spread;
}

// A row each: place from the top, length, median, spread, colour.
static void put_data(FILE *script, const struct race *race, size_t first, double axis) {
    fputs("$bars << END\n", script);
    for (size_t i = 0; i < count_timed(race, first); i++) {
        const size_t index = first + race->order[first + i];
        const struct ranking_candidate *time = &race->times[index];
        fprintf(script, "%zu %.9g %.9g %.9g 0x%s\n", i, fmin(time->median, axis), time->median,
                known_spread(time), colour_of(&race->entries[index]));
    }
    fputs("END\n", script);
}

// "17.2 ns   7.9×" right of a bar's whisker; inside a cut bar, with an arrow, for it goes on.
static void put_labels(FILE *script, const struct race *race, size_t first, double axis) {
    for (size_t i = 0; i < count_timed(race, first); i++) {
        const size_t index = first + race->order[first + i];
        const struct ranking_candidate *time = &race->times[index];
        const double speedup = race_speedup(race, &race->entries[index]);
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

static void put_names(FILE *script, const struct race *race, size_t first) {
    fputs("set ytics scale 0 noenhanced (", script);
    for (size_t i = 0; i < count_timed(race, first); i++) {
        const struct race_entry *entry = &race->entries[first + race->order[first + i]];
        fprintf(script, "%s'%s' %zu", i > 0 ? ", " : "", entry->info.id, i);
    }
    fputs(")\n", script);
}

// In the head's right corner, where no bar can be in its way.
static void put_legend(FILE *script) {
    static const struct {
        const char *colour, *meaning;
    } lines[] = {
        {BLUE, "same bits on every machine"},
        {ORANGE, "not so (+fma)"},
        {GREY, "baseline"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const double place = 1.2 + 1.3 * (double)i;
        fprintf(script,
                "set label '■' at screen 0.77,1 offset character 0,%.1f textcolor rgb '#%s'\n"
                "set label '%s' at screen 0.77,1 offset character 2,%.1f font ',11'\n",
                -place, lines[i].colour, lines[i].meaning, -place);
    }
}

void plot_put_bars(FILE *script, const struct race *race, size_t first) {
    const struct race_mesh *mesh = race->entries[first].mesh;
    const size_t timed = count_timed(race, first);
    const double axis = find_axis(race, first);
    char title[256];
    snprintf(title, sizeof title, "%.50s, %s triangles: CPU time per body", mesh->name,
             number_count((double)mesh->info.triangle_count).text);
    plot_put_frame(script, 1100, 180 + 34 * (int)timed, title,
                   "Median and spread; × = times as fast as " RACE_BASELINE);
    put_data(script, race, first, axis);
    put_labels(script, race, first, axis);
    put_names(script, race, first);
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

void plot_name_bars(const struct race_mesh *mesh, char *name, size_t size) {
    snprintf(name, size, "ns-per-body-%.200s.png", mesh->name);
    for (char *c = name; *c != '\0'; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                           (*c >= '0' && *c <= '9') || strchr("._+-", *c) != NULL;
        *c = plain ? *c : '-';
    }
}
