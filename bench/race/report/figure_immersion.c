// The worst errors of every method by decades of the share that is submerged, beside the
// conditioning floor.
#include "figure_immersion.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "dispatch/registry.h"
#include "figure.h"
#include "kernels.h"

enum {
    MOST_METHODS = 32
};

static const struct measure {
    const char *file, *label;
    size_t at; // of the number in struct accuracy_class
    bool with_floor;
} measures[] = {
    {"volume", "error of V, share of the whole", offsetof(struct accuracy_class, of_total), true},
    {"submerged", "error of V, share of V", offsetof(struct accuracy_class, of_submerged), false},
    {"centroid", "error of the centroid, share of the diagonal",
     offsetof(struct accuracy_class, centroid), false},
};

// Lines of a figure; the floor is the last.
struct lines {
    struct chart_series series[MOST_METHODS + 1];
    double x[ACCURACY_CLASSES], y[MOST_METHODS + 1][ACCURACY_CLASSES];
    size_t count;
};

// The middle of a class on a logarithmic axis; the first one's, which has no lower end, and the
// last one's, which ends at 1.
static double middle_of(size_t class) {
    return (class == 0 ? accuracy_class_from[1] / 10.0 : accuracy_class_from[class]) * sqrt(10.0);
}

// What `auto` chooses has a line of its own already; what a plug-in's kernel declined has no
// errors.
static bool is_drawn(const struct verify_verdict *verdict) {
    return verdict->declined[0] == '\0' && strcmp(verdict->kernel.method, "auto") != 0;
}

// One line for each method: its first kernel, which the others have the bits of or come close to.
static bool is_shown(const struct verify_subject *subject, size_t k) {
    const struct verify_verdict *verdict = &subject->verdicts[k];
    bool first = is_drawn(verdict);
    for (size_t i = 0; i < k && first; ++i) {
        const struct verify_verdict *other = &subject->verdicts[i];
        first = !is_drawn(other) || strcmp(other->kernel.method, verdict->kernel.method) != 0;
    }
    return first;
}

static void add_line(struct lines *lines, const char *name, unsigned colour,
                     const struct accuracy *accuracy, size_t at) {
    double *y = lines->y[lines->count];
    struct chart_series *series = &lines->series[lines->count++];
    for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
        lines->x[class] = middle_of(class);
        memcpy(&y[class], (const char *)&accuracy->classes[class] + at, sizeof *y);
    }
    *series = (struct chart_series){.name = name,
                                    .colour = colour,
                                    .strong = true,
                                    .apart = colour == CHART_GREY,
                                    .joined = true,
                                    .count = ACCURACY_CLASSES,
                                    .x = lines->x,
                                    .y = y};
    snprintf(series->label, sizeof series->label, "%.40s", name);
}

// Approximations are grey.
static void collect(const struct verify_subject *subject, const struct measure *measure,
                    struct lines *lines) {
    unsigned colour = 0;
    lines->count = 0;
    for (size_t k = 0; k < subject->verdict_count && lines->count < MOST_METHODS; ++k) {
        const struct verify_verdict *verdict = &subject->verdicts[k];
        if (is_shown(subject, k)) {
            const bool approximate = kernels_find(verdict->kernel.id)->method->approximate;
            add_line(lines, verdict->kernel.method,
                     approximate ? (unsigned)CHART_GREY : colour++ % CHART_COLOURS,
                     &verdict->accuracy, measure->at);
        }
    }
    if (measure->with_floor && subject->verdict_count > 0) {
        add_line(lines, "conditioning floor", CHART_BASELINE, &subject->verdicts[0].accuracy,
                 offsetof(struct accuracy_class, floor));
    }
}

static int write_subject(const struct verify_subject *subject, const char *directory,
                         size_t *written) {
    int status = 0;
    for (size_t i = 0; i < sizeof measures / sizeof *measures && status == 0; ++i) {
        struct lines lines;
        char title[256], of[256], name[FIGURE_NAME_BYTES];
        collect(subject, &measures[i], &lines);
        snprintf(title, sizeof title, "%.120s: the worst errors by how much is submerged",
                 subject->name);
        snprintf(of, sizeof of, "%.120s-%s", subject->name, measures[i].file);
        figure_name("errors-by-immersion", of, name);
        status = figure_write_chart(
            &(struct chart){.title = title,
                            .description = "A line for each method; approximations are grey.",
                            .x_label = "share of the volume that is submerged",
                            .y_label = measures[i].label,
                            .log_x = true,
                            .log_y = true,
                            .series = lines.series,
                            .count = lines.count},
            "Grey: approximations. Errors of 0 are not shown.", directory, name, written);
    }
    return status;
}

int figure_immersion(const struct verify_findings *findings, const char *directory) {
    size_t written = 0;
    int status = 0;
    for (size_t i = 0; i < findings->subject_count && status == 0; ++i) {
        if (findings->subjects[i].family->find_floors) {
            status = write_subject(&findings->subjects[i], directory, &written);
        }
    }
    printf("%zu figure%s in %s/\n\n", written, written == 1 ? "" : "s", directory);
    return status;
}
