// The worst errors of every method by decades of the share that is submerged, beside the
// conditioning floor.
#include "figure_immersion.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "cli.h"
#include "dispatch/registry.h"
#include "page.h"

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

static void add_line(struct lines *lines, const char *name, bool floor, bool approximate,
                     const struct accuracy *accuracy, size_t at) {
    double *y = lines->y[lines->count];
    for (size_t class = 0; class < ACCURACY_CLASSES; class ++) {
        lines->x[class] =
            (class == 0 ? accuracy_class_from[1] / 10.0 : accuracy_class_from[class]) * sqrt(10.0);
        memcpy(&y[class], (const char *)&accuracy->classes[class] + at, sizeof *y);
    }
    lines->series[lines->count++] = (struct chart_series){.name = name,
                                                          .method = !floor,
                                                          .approximate = approximate,
                                                          .floor = floor,
                                                          .count = ACCURACY_CLASSES,
                                                          .x = lines->x,
                                                          .y = y};
}

// A file's name of plain characters; others in a row become one hyphen.
static void name_file(const char *subject, const char *measure, char name[256]) {
    size_t length = (size_t)snprintf(name, 64, "errors-by-immersion-");
    for (; *subject != '\0' && length < 200; ++subject) {
        const bool plain = isalnum((unsigned char)*subject) || strchr("._+-", *subject);
        if (plain || name[length - 1] != '-') {
            name[length++] = plain ? *subject : '-';
        }
    }
    snprintf(name + length, 50, "-%s.svg", measure);
}

static void add_subject(const struct verify_subject *subject, json_t *charts) {
    for (size_t i = 0; i < sizeof measures / sizeof *measures; ++i) {
        struct lines lines;
        char title[256], name[256];
        lines.count = 0;
        for (size_t k = 0; k < subject->verdict_count && lines.count < MOST_METHODS; ++k) {
            const struct verify_verdict *verdict = &subject->verdicts[k];
            if (is_shown(subject, k)) {
                add_line(&lines, verdict->kernel.method, false,
                         kernels_find(verdict->kernel.id)->method->approximate, &verdict->accuracy,
                         measures[i].at);
            }
        }
        if (measures[i].with_floor && subject->verdict_count > 0) {
            add_line(&lines, "conditioning floor", true, false, &subject->verdicts[0].accuracy,
                     offsetof(struct accuracy_class, floor));
        }
        snprintf(title, sizeof title, "%.120s: worst %s", subject->name, measures[i].label);
        name_file(subject->name, measures[i].file, name);
        charts_add(charts, &(struct chart){.file = name,
                                           .title = title,
                                           .description = "A line for each method. Grey: "
                                                          "approximations. Errors of 0 are not "
                                                          "shown.",
                                           .x_label = "share of the volume that is submerged",
                                           .y_label = measures[i].label,
                                           .log_x = true,
                                           .log_y = true,
                                           .series = lines.series,
                                           .count = lines.count});
    }
}

int figure_immersion(const struct verify_findings *findings, const char *directory) {
    static const char *const figures[] = {"errors-by-immersion-", NULL};
    const char *told;
    json_t *charts = json_array();
    for (size_t i = 0; i < findings->subject_count; ++i) {
        if (findings->subjects[i].family->find_floors) {
            add_subject(&findings->subjects[i], charts);
        }
    }
    const size_t count = json_array_size(charts);
    if (charts_write("Errors by immersion", "The numbers are those that verify prints.", charts,
                     figures, directory, &told) != 0) {
        return CLI_BAD;
    }
    printf("%zu figure%s in %s/index.html%s\n\n", count, count == 1 ? "" : "s", directory, told);
    return 0;
}
