// The script for a sweep's picture: time per body over the number, all kernels, hot and cold.
#include <math.h>
#include <string.h>

#include "plot_script.h"
#include "sweep.h"

static const struct race_subject *last_of(const struct sweep_line *line) {
    return line->subjects[line->count - 1];
}

static void put_data(FILE *script, const struct race *race, const struct sweep_line *line,
                     size_t index) {
    const struct race_subject *last = last_of(line);
    for (size_t k = 0; k < last->entry_count; ++k) {
        fprintf(script, "$line%zu_%zu << END\n", index, k);
        for (size_t i = 0; i < line->count; ++i) {
            const struct race_entry *entry =
                race_of_kernel(line->subjects[i], last->entries[k].kernel);
            if (entry && race_times(entry)->sample_count > 0) {
                fprintf(script, "%.9g %.9g\n", race->sweep->number(line->subjects[i]),
                        race_times(entry)->median);
            }
        }
        fputs("END\n", script);
    }
}

// From the slowest at the right end, so that the key has the order of the lines.
static void put_lines(FILE *script, const struct sweep_line *line, size_t index) {
    const struct race_subject *last = last_of(line);
    for (size_t i = race_count_timed(last); i-- > 0;) {
        const struct race_entry *entry = race_at(last, i);
        fprintf(script, " $line%zu_%zu using 1:2 ", index, last->order[i]);
        plot_put_style(script, entry, line->cold, line->cold || !entry->info.deterministic);
        plot_put_name(script, entry, line->cold ? ", cold" : "");
        fputs(", \\\n", script);
    }
}

struct range {
    double low, high;
};

static void widen(struct range *range, double value) {
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

// The ranges that the axes have to cover.
static void find_ranges(const struct race *race, const char *shape, struct range *numbers,
                        struct range *times) {
    struct sweep_line line;
    *numbers = *times = (struct range){HUGE_VAL, 0.0};
    for (size_t i = 0; (line = sweep_line_at(race, i)).count > 0; ++i) {
        for (size_t k = 0; k < line.count && strcmp(line.shape, shape) == 0; ++k) {
            const struct race_subject *subject = line.subjects[k];
            widen(numbers, race->sweep->number(subject));
            widen(times, race_times(race_at(subject, 0))->median);
            widen(times, race_times(race_at(subject, race_count_timed(subject) - 1))->median);
        }
    }
}

// A logarithmic axis with a little room at both ends, and labels at 1, 2 and 5 if there are few
// decades.
static void put_logarithmic(FILE *script, char axis, struct range range) {
    const bool few = range.high < 1000.0 * range.low;
    fprintf(script, "set logscale %c\nset format %c '%%.0s%%c'\nset %crange [%.9g:%.9g]\n", axis,
            axis, axis, range.low / 1.3, range.high * 1.3);
    fprintf(script, "set %ctics (", axis);
    const int first = (int)floor(log10(range.low / 1.3)), last = (int)ceil(log10(range.high * 1.3));
    for (int exponent = first; exponent <= last; ++exponent) {
        fprintf(script, "%s1e%d", exponent > first ? "," : "", exponent);
        for (int i = 2; i < 10; ++i) {
            const bool numbered = few && (i == 2 || i == 5);
            fprintf(script, numbered ? ",%de%d" : ",'' %de%d 1", i, exponent);
        }
    }
    fputs(")\n", script);
}

static void put_axes(FILE *script, const struct race *race, const char *shape) {
    struct range numbers, times;
    find_ranges(race, shape, &numbers, &times);
    put_logarithmic(script, 'y', times);
    if (race->sweep->logarithmic) {
        put_logarithmic(script, 'x', numbers);
    } else {
        fputs("set xtics 10\nset xrange [0:100]\n", script);
    }
    fprintf(script, "set xlabel '%s'\n", race->sweep->unit);
    fputs("set ylabel 'ns per body (less is better)'\n"
          "set border 3\n"
          "set tics nomirror\n"
          "set grid xtics ytics linecolor rgb '#dddddd' linetype 1\n"
          "set key outside right center vertical Left reverse spacing 1.4 samplen 3\n",
          script);
}

void plot_put_sweep(FILE *script, const struct race *race, const char *shape) {
    char title[256], note[160];
    struct sweep_line line;
    snprintf(title, sizeof title, "%.100s: CPU time per body, by %s", shape, race->sweep->unit);
    snprintf(note, sizeof note, "%s; median", race->sweep->note);
    plot_put_frame(script, 1200, 720, title, note);
    put_axes(script, race, shape);
    for (size_t i = 0; (line = sweep_line_at(race, i)).count > 0; ++i) {
        if (strcmp(line.shape, shape) == 0) {
            put_data(script, race, &line, i);
        }
    }
    fputs("plot \\\n", script);
    for (size_t i = 0; (line = sweep_line_at(race, i)).count > 0; ++i) {
        if (strcmp(line.shape, shape) == 0) {
            put_lines(script, &line, i);
        }
    }
    fputs(" NaN notitle\n", script);
}
