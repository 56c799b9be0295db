// The tables of a sweep.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "results_model.h"
#include "table.h"
#include "terminal.h"

// ------------------------------------------------------------------------------------------- lines

// Lines of subjects that differ in one number, as sweeps make them, and figures and tables show.

// The number: of triangles, single queries in the caches or cold; of bodies in a call; or the
// percentage of the volume under water.
enum results_axis {
    RESULTS_BY_TRIANGLES,
    RESULTS_BY_COUNT,
    RESULTS_BY_IMMERSION,
    RESULTS_AXES,
};

enum {
    RESULTS_LONGEST_LINE = 64,
};

struct results_line {
    const struct results_subject *subjects[RESULTS_LONGEST_LINE]; // by their numbers
    double x[RESULTS_LONGEST_LINE];
    size_t count;
};

// What a sweep was by, and its name for people.
enum results_axis results_sweep_axis(const struct results *results);
const char *results_sweep_unit(const struct results *results);

static const struct {
    const char *sweep, *unit;
} axes[RESULTS_AXES] = {
    [RESULTS_BY_TRIANGLES] = {"triangles", "triangles"},
    [RESULTS_BY_COUNT] = {"count", "bodies a call"},
    [RESULTS_BY_IMMERSION] = {"immersion", "% of the volume under water"},
};

enum results_axis results_sweep_axis(const struct results *results) {
    enum results_axis axis = RESULTS_BY_TRIANGLES;
    for (enum results_axis i = 0; i < RESULTS_AXES; ++i) {
        axis = strcmp(axes[i].sweep, results->sweep) == 0 ? i : axis;
    }
    return axis;
}

const char *results_sweep_unit(const struct results *results) {
    return axes[results_sweep_axis(results)].unit;
}

// NaN: it has no place there.
static double place_of(const struct results_subject *subject, enum results_axis axis) {
    const bool plain = subject->threads == 1.0 && subject->timed > 0;
    double x = (double)NAN;
    if (axis == RESULTS_BY_IMMERSION) {
        x = subject->immersion > 0.0 ? 100.0 * subject->immersion : x;
    } else if (plain && subject->immersion == 0.0 && axis == RESULTS_BY_COUNT) {
        x = !subject->cold && subject->per_call > 0.0 ? subject->per_call : x;
    } else if (plain && subject->immersion == 0.0) {
        x = subject->triangles > 0.0 && subject->per_call == 1.0 ? subject->triangles : x;
    }
    return plain ? x : (double)NAN;
}

static bool is_together(const struct results *results, const struct results_subject *a,
                        const struct results_subject *b, enum results_axis axis) {
    const bool by_shape = axis != RESULTS_BY_TRIANGLES || strcmp(results->sweep, "triangles") == 0;
    return a->family == b->family && a->cold == b->cold && strcmp(a->line, b->line) == 0 &&
           (!by_shape || strcmp(a->shape, b->shape) == 0);
}

static void add(struct results_line *line, const struct results_subject *subject, double x) {
    size_t place = line->count;
    for (size_t i = 0; i < line->count; ++i) {
        if (line->x[i] == x) {
            return;
        }
    }
    if (line->count == RESULTS_LONGEST_LINE) {
        return;
    }
    for (++line->count; place > 0 && line->x[place - 1] > x; --place) {
        line->x[place] = line->x[place - 1];
        line->subjects[place] = line->subjects[place - 1];
    }
    line->x[place] = x;
    line->subjects[place] = subject;
}

// The line that the subject of an index begins: with all later subjects of its family, and of its
// shape unless meshes are compared by size. Its count is 0 if the subject has no place on the axis,
// nothing was timed there, or an earlier one begins its line. Of subjects with one number the first
// counts.
static struct results_line results_line_at(const struct results *results, size_t index,
                                           enum results_axis axis) {
    struct results_line line = {.count = 0};
    const struct results_subject *first = &results->subjects[index];
    if (isnan(place_of(first, axis))) {
        return line;
    }
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const double x = place_of(subject, axis);
        if (isnan(x) || !is_together(results, first, subject, axis)) {
            continue;
        }
        if (i < index) {
            return (struct results_line){.count = 0};
        }
        add(&line, subject, x);
    }
    return line;
}

#define NUMBER_WIDTH 7

// A part of a line's columns that fits the terminal.
struct part {
    size_t begin, end;
};

static int kernel_column(const struct results_subject *subject) {
    size_t width = strlen("kernel");
    for (size_t i = 0; i < subject->timed; ++i) {
        const size_t length = strlen(subject->results[i]->kernel);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_row(const struct results_line *line, struct part part, const struct result *like,
                      int width) {
    printf(" %-*s", width, like->kernel);
    for (size_t i = part.begin; i < part.end; ++i) {
        const struct result *result = results_of_kernel(line->subjects[i], like->kernel);
        const bool timed = result && results_timed(result);
        printf(" %*s", NUMBER_WIDTH, timed ? number_short(result->times.median).text : "-");
    }
    putchar('\n');
}

static void print_line(const struct results *results, const struct results_line *line) {
    const struct results_subject *last = line->subjects[line->count - 1];
    const int width = kernel_column(last);
    const size_t columns = ((size_t)terminal_width() - 1 - (size_t)width) / (NUMBER_WIDTH + 1);
    printf("\n%s, %s%s: ns/%s by %s\n", last->family->name, last->shape, last->cold ? ", cold" : "",
           last->family->one, results_sweep_unit(results));
    for (size_t begin = 0; begin < line->count; begin += columns) {
        const size_t end = begin + columns;
        const struct part part = {begin, end < line->count ? end : line->count};
        printf(" %-*s", width, "kernel");
        for (size_t i = part.begin; i < part.end; ++i) {
            printf(" %*s", NUMBER_WIDTH,
                   line->x[i] < 1e4 ? number_count(line->x[i]).text
                                    : number_short(line->x[i]).text);
        }
        putchar('\n');
        for (size_t i = 0; i < last->timed; ++i) {
            print_row(line, part, last->results[i], width);
        }
    }
    // The leader changes only when another kernel is certainly faster.
    const char *leader = NULL;
    char text[RESULTS_LONGEST_LINE * 100] = "fastest, or level with the fastest:";
    for (size_t i = 0; i < line->count; ++i) {
        const struct result *first =
            line->subjects[i]->exact > 0 ? line->subjects[i]->results[0] : NULL;
        const struct result *old = leader ? results_of_kernel(line->subjects[i], leader) : NULL;
        if (first && isinf(first->times.spread)) {
            snprintf(text, sizeof text,
                     "%zu repetitions cannot tell which is fastest: five are the fewest "
                     "(-- --benchmark_repetitions=9)",
                     first->times.sample_count);
            break;
        }
        if (!first || (old && !ranking_leads(&first->times, &old->times))) {
            continue;
        }
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, leader ? ", from %s on %.60s" : "%s %.60s",
                 leader ? number_count(line->x[i]).text : "", first->kernel);
        leader = first->kernel;
    }
    print_wrapped(text, (size_t)terminal_width(), 2);
}

void table_print_sweep(const struct results *results) {
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_line line = results_line_at(results, i, results_sweep_axis(results));
        if (line.count > 0) {
            print_line(results, &line);
        }
    }
    putchar('\n');
    for (size_t i = 0; i < results->count; ++i) {
        const struct result *result = &results->items[i];
        if (!results_timed(result) && !result->declined) {
            printf("FAILED, and not timed: %s: %s\n", result->name, result->failure);
        }
    }
    char text[512];
    snprintf(text, sizeof text,
             "CPU time of one query, median of the repetitions. Each kernel was first checked "
             "against %.100s in every column. Spreads and errors are in results.json.",
             results->families[0].truth);
    print_wrapped(text, (size_t)terminal_width(), 0);
}
