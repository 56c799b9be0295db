// Lines of subjects that differ in one number.
#include "results_lines.h"

#include <math.h>
#include <string.h>

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

struct results_line results_line_at(const struct results *results, size_t index,
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
