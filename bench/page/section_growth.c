// How time grows with triangles, with bodies per call, and with immersion.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

#define CROWD 64.0                   // bodies per call in the workload `crowd`
#define MOST_SUBJECTS ((size_t)2000) // looked at: more is no file of `run`

enum growth {
    BY_TRIANGLES,
    BY_TRIANGLES_COLD,
    BY_COUNT,
    BY_IMMERSION,
    GROWTHS,
};

static const struct {
    const char *id, *heading, *title, *file, *x_label, *note;
    bool log_x, log_y, per_triangle;
} growths[] = {
    {"scaling", "Scaling", "single queries", "ns-per-triangle", "triangles",
     "Time per triangle against the number of triangles, single queries.", true, true, true},
    {NULL, NULL, "cold", "ns-per-triangle-cold", "triangles", NULL, true, true, true},
    {"crowds", "Crowds", "bodies per call", "ns-by-count", "bodies per call",
     "Time per body against the number of bodies in a call; a crowd has 64 of one mesh.", true,
     true, false},
    {"immersion", "Immersion", "immersion", "ns-by-immersion", "% of the volume under water",
     "Time per body against the share of the volume that is under water.", false, true, false},
};

// Which line of figures a subject belongs to: subjects with equal keys, and the number it has
// there.
struct place {
    double x; // NaN: none
    const char *key;
    size_t length;
};

static size_t digits_before_end(const char *text) {
    size_t digits = 0, length = strlen(text);
    while (digits < length && text[length - digits - 1] >= '0' &&
           text[length - digits - 1] <= '9') {
        ++digits;
    }
    return digits;
}

// A mesh without its number of triangles: a sweep makes one shape in many sizes.
static size_t shape_length(const char *mesh) {
    const size_t length = strlen(mesh), digits = digits_before_end(mesh);
    return digits > 0 && digits < length && mesh[length - digits - 1] == ':' ? length - digits - 1
                                                                             : length;
}

static struct place by_triangles(const struct results_file *file,
                                 const struct results_subject *subject, bool cold) {
    const bool fits = cold ? strcmp(subject->workload, "cold") == 0 : page_is_hot(subject);
    const bool sweeps = strcmp(results_context_text(file, "sweep"), "triangles") == 0;
    const double triangles = results_counter(subject->benchmarks[0], "triangles");
    return (struct place){fits && triangles > 0.0 ? triangles : (double)NAN, subject->mesh,
                          sweeps ? shape_length(subject->mesh) : 0};
}

// count64 of a sweep, still-64 of a family whose workloads say so, crowd, or a single query.
static struct place by_count(const struct results_subject *subject) {
    const char *workload = subject->workload;
    const size_t digits = digits_before_end(workload), before = strlen(workload) - digits;
    struct place place = {(double)NAN, subject->mesh, strlen(subject->mesh)};
    if (page_is_hot(subject)) {
        place.x = 1.0;
    } else if (strcmp(workload, "crowd") == 0) {
        place.x = CROWD;
    } else if (digits > 0 && before == strlen("count") && strncmp(workload, "count", before) == 0) {
        place.x = strtod(workload + before, NULL);
    } else if (digits > 0 && before > 1 && workload[before - 1] == '-') {
        place.x = strtod(workload + before, NULL);
        place.key = subject->name; // mesh/water
        place.length = strlen(subject->name) - digits;
    }
    return place;
}

static struct place by_immersion(const struct results_subject *subject) {
    static const char prefix[] = "immersed";
    const size_t length = sizeof prefix - 1;
    const bool fits = strncmp(subject->workload, prefix, length) == 0;
    return (struct place){fits ? strtod(subject->workload + length, NULL) : (double)NAN,
                          subject->mesh, strlen(subject->mesh)};
}

static struct place place_of(const struct results_file *file, const struct results_subject *subject,
                             enum growth growth) {
    return growth == BY_COUNT       ? by_count(subject)
           : growth == BY_IMMERSION ? by_immersion(subject)
                                    : by_triangles(file, subject, growth == BY_TRIANGLES_COLD);
}

static bool is_together(const struct results_subject *a, const struct place *at,
                        const struct results_subject *b, const struct place *bt) {
    return !isnan(at->x) && !isnan(bt->x) && at->length == bt->length &&
           strncmp(at->key, bt->key, at->length) == 0 && strcmp(a->family, b->family) == 0;
}

// The group that a subject is the first of; an empty one if it is not the first of any.
static struct lines_group group_at(const struct results_file *file, size_t index,
                                   enum growth growth) {
    struct lines_group group = {.file = file};
    const struct results_subject *first = &file->subjects[index];
    const struct place at = place_of(file, first, growth);
    for (size_t i = 0; i < file->subject_count && i < MOST_SUBJECTS; ++i) {
        const struct results_subject *subject = &file->subjects[i];
        const struct place place = place_of(file, subject, growth);
        if (is_together(first, &at, subject, &place)) {
            if (i < index) {
                return (struct lines_group){0};
            }
            lines_add(&group, subject, place.x);
        }
    }
    return group;
}

static void put_figure(struct page *page, size_t file, const struct results_subject *first,
                       const struct lines_group *group, enum growth growth) {
    char title[400], prefix[128], of[200], name[FIGURE_NAME_BYTES];
    const struct place place = place_of(group->file, first, growth);
    page_file_prefix(page, file, prefix, sizeof prefix);
    snprintf(title, sizeof title, "%s%.40s%s%.*s, %s", prefix, first->family,
             place.length > 0 ? ", " : "", place.length < 120 ? (int)place.length : 120, place.key,
             growths[growth].title);
    const bool is_volume = strcmp(first->family, "volume") == 0;
    snprintf(of, sizeof of, "%.*s%s%.40s", place.length < 120 ? (int)place.length : 120, place.key,
             is_volume || place.length == 0 ? "" : "-", is_volume ? "" : first->family);
    figure_name(growths[growth].file, of, name);
    lines_put(page, group,
              &(struct lines_text){.title = title,
                                   .x_label = growths[growth].x_label,
                                   .file = name,
                                   .log_x = growths[growth].log_x,
                                   .log_y = growths[growth].log_y,
                                   .per_triangle = growths[growth].per_triangle});
}

// The figures of a kind, below a heading of the first kind that had any.
static void put_figures(struct page *page, enum growth growth, enum growth heading, bool *open) {
    for (size_t f = 0; f < page->count; ++f) {
        const struct results_file *file = &page->files[f];
        for (size_t i = 0; i < file->subject_count && i < MOST_SUBJECTS; ++i) {
            const struct lines_group group = group_at(file, i, growth);
            if (!lines_worth_drawing(&group)) {
                continue;
            }
            if (!*open) {
                html_put(page->out,
                         "<section id=\"@\"><h2>@</h2>\n<p class=\"note\">@</p>\n"
                         "<div class=\"cards\">\n",
                         growths[heading].id, growths[heading].heading, growths[heading].note);
                *open = true;
            }
            put_figure(page, f, &file->subjects[i], &group, growth);
        }
    }
}

void section_growth(struct page *page) {
    for (int growth = 0; growth < GROWTHS; ++growth) {
        bool open = false;
        const enum growth heading = (enum growth)growth;
        put_figures(page, heading, heading, &open);
        if (growth == BY_TRIANGLES) {
            put_figures(page, BY_TRIANGLES_COLD, heading, &open);
            ++growth;
        }
        fputs(open ? "</div></section>\n" : "", page->out);
    }
}
