// The ranking as text: one table per subject, as wide as the terminal allows.
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "padding.h"
#include "recommend.h"
#include "terminal.h"

// A column right of the kernel's name.
struct column {
    int from;     // shown on terminals of at least this width
    size_t width; // with the space before it
    void (*heading)(const struct race *race, const struct race_subject *subject, char *text,
                    size_t size);
    void (*cell)(const struct race *race, const struct race_entry *entry, char *text, size_t size);
};

#define TEXT 64

// ------------------------------------------------------------------------------ columns

static void head_time(const struct race *race, const struct race_subject *subject, char *text,
                      size_t size) {
    (void)race;
    snprintf(text, size, "ns/%s", subject->queries.family->one);
}

static void put_time(const struct race *race, const struct race_entry *entry, char *text,
                     size_t size) {
    (void)race;
    const double median = race_times(entry)->median;
    snprintf(text, size, "%s", number_like(median, median).text);
}

static void head_spread(const struct race *race, const struct race_subject *subject, char *text,
                        size_t size) {
    (void)race;
    (void)subject;
    snprintf(text, size, "±%%");
}

static void put_spread(const struct race *race, const struct race_entry *entry, char *text,
                       size_t size) {
    (void)race;
    const struct ranking_candidate *time = race_times(entry);
    if (isinf(time->spread)) {
        snprintf(text, size, "?");
    } else {
        snprintf(text, size, "%.1f", fmin(100.0 * time->spread / time->median, 99.9));
    }
}

static void head_per_triangle(const struct race *race, const struct race_subject *subject,
                              char *text, size_t size) {
    (void)race;
    (void)subject;
    snprintf(text, size, "ns/triangle");
}

static void put_per_triangle(const struct race *race, const struct race_entry *entry, char *text,
                             size_t size) {
    (void)race;
    if (entry->triangles > 0) {
        snprintf(text, size, "%.3f", race_times(entry)->median / (double)entry->triangles);
    } else {
        snprintf(text, size, "-");
    }
}

static void head_speedup(const struct race *race, const struct race_subject *subject, char *text,
                         size_t size) {
    (void)race;
    (void)subject;
    snprintf(text, size, "faster");
}

static void put_speedup(const struct race *race, const struct race_entry *entry, char *text,
                        size_t size) {
    (void)race;
    const double speedup = race_speedup(entry);
    if (speedup > 0.0) {
        snprintf(text, size, "%.*fx", speedup < 10.0 ? 2 : speedup < 100.0 ? 1 : 0, speedup);
    } else {
        snprintf(text, size, "-");
    }
}

static void head_budget(const struct race *race, const struct race_subject *subject, char *text,
                        size_t size) {
    (void)subject;
    snprintf(text, size, "in %g µs", race->budget_us);
}

static void put_budget(const struct race *race, const struct race_entry *entry, char *text,
                       size_t size) {
    snprintf(text, size, "%s",
             number_short(floor(1e3 * race->budget_us / race_times(entry)->median)).text);
}

static void put_share(double value, char *text, size_t size) {
    if (isnan(value)) {
        snprintf(text, size, "-");
    } else {
        snprintf(text, size, "%.0e", value);
    }
}

static void head_of_total(const struct race *race, const struct race_subject *subject, char *text,
                          size_t size) {
    (void)race;
    (void)subject;
    snprintf(text, size, "error");
}

static void put_of_total(const struct race *race, const struct race_entry *entry, char *text,
                         size_t size) {
    (void)race;
    put_share(entry->max_error_volume, text, size);
}

static void head_centroid(const struct race *race, const struct race_subject *subject, char *text,
                          size_t size) {
    (void)race;
    snprintf(text, size, "%s", subject->queries.family->headings->centroid);
}

static void put_centroid(const struct race *race, const struct race_entry *entry, char *text,
                         size_t size) {
    (void)race;
    put_share(entry->max_error_centroid, text, size);
}

// The kernel's name and its rank take up to 35 columns.
static const struct column columns[] = {
    {80, 12, head_time, put_time},
    {80, 5, head_spread, put_spread},
    {120, 12, head_per_triangle, put_per_triangle},
    {80, 7, head_speedup, put_speedup},
    {80, 11, head_budget, put_budget},
    {80, 8, head_of_total, put_of_total},
    {100, 15, head_centroid, put_centroid},
};
enum {
    COLUMN_COUNT = sizeof columns / sizeof columns[0]
};

// --------------------------------------------------------------------------------- rows

static size_t kernel_column(const struct race_subject *subject) {
    size_t width = strlen("kernel");
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const size_t length = strlen(subject->entries[i].info.id);
        width = length > width ? length : width;
    }
    return width;
}

static bool shares_its_rank(const struct race_subject *subject, size_t rank) {
    size_t same = 0;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        same += subject->times[i].rank == rank && subject->times[i].sample_count > 0;
    }
    return same > 1;
}

static void print_row(const struct race *race, const struct race_entry *entry, size_t width) {
    const size_t rank = race_times(entry)->rank;
    printf("%3zu%s ", rank, shares_its_rank(entry->subject, rank) ? "=" : " ");
    print_left(entry->info.id, width);
    for (size_t i = 0; i < COLUMN_COUNT; ++i) {
        char text[TEXT];
        if (terminal_width() >= columns[i].from) {
            columns[i].cell(race, entry, text, sizeof text);
            print_right(text, columns[i].width);
        }
    }
    putchar('\n');
}

static void print_heading(const struct race *race, const struct race_subject *subject,
                          size_t width) {
    char title[1024];
    snprintf(title, sizeof title, "%s: %s", subject->title, subject->summary);
    putchar('\n');
    print_cut(title, (size_t)terminal_width());
    fputs("\nrank ", stdout);
    print_left("kernel", width);
    for (size_t i = 0; i < COLUMN_COUNT; ++i) {
        char text[TEXT];
        if (terminal_width() >= columns[i].from) {
            columns[i].heading(race, subject, text, sizeof text);
            print_right(text, columns[i].width);
        }
    }
    putchar('\n');
}

static void print_failure(const struct race_entry *entry) {
    char text[512];
    snprintf(text, sizeof text, "  -  %s FAILED: %s", entry->info.id, entry->failure);
    print_wrapped(text, (size_t)terminal_width(), 5);
}

// ------------------------------------------------------------------------ what is shown

// Without --verbose: the best of each method, the library's own choices, the recommended one and
// the baseline.
static bool is_shown(const struct race_entry *entry, bool verbose) {
    return verbose || recommend_is_best_variant(entry) || strcmp(entry->info.method, "auto") == 0 ||
           entry == recommend(entry->subject) || families_have_baseline(entry->kernel);
}

static void print_subject(const struct race *race, const struct race_subject *subject,
                          bool verbose) {
    const size_t width = kernel_column(subject);
    size_t hidden = 0;
    if (race_count_selected(subject) == 0) {
        return;
    }
    print_heading(race, subject, width);
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        const struct race_entry *entry = race_at(subject, i);
        if (is_shown(entry, verbose)) {
            print_row(race, entry, width);
        } else {
            ++hidden;
        }
    }
    if (hidden > 0) {
        printf("     and %zu variant%s of these for lesser instruction sets\n", hidden,
               hidden > 1 ? "s" : "");
    }
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = &subject->entries[i];
        if (entry->selected && entry->failure[0] != '\0') {
            print_failure(entry);
        }
    }
}

// ---------------------------------------------------------------------------- footnotes

static bool races(const struct race *race, const struct family *family) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        if (race->subjects[i].queries.family == family &&
            race_count_selected(&race->subjects[i]) > 0) {
            return true;
        }
    }
    return false;
}

// Whether a family of the same name, of which the same holds, came before.
static bool is_repeated(const struct race *race, size_t index) {
    const char *name = family_at(index)->name;
    for (size_t i = 0; i < index; ++i) {
        if (strcmp(family_at(i)->name, name) == 0 && races(race, family_at(i))) {
            return true;
        }
    }
    return false;
}

// What `faster` and `error` mean for each family.
static void print_families(const struct race *race) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        char text[512];
        if (races(race, family) && !is_repeated(race, i)) {
            snprintf(text, sizeof text, "%s: error %s against %s%s%s", family->name,
                     family->headings->of_total, family_truth(family),
                     family->baseline ? "; faster than " : "",
                     family->baseline ? family->baseline : "");
            print_wrapped(text, (size_t)terminal_width(), 2);
        }
    }
}

// How the library's own choice scales.
static void print_threads(const struct race *race) {
    bool explained = false;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct race_entry *entry = recommend_automatic(subject);
        const double scaling = entry ? race_scaling(race, entry) : 0.0;
        char text[512];
        if (entry && scaling > 0.0) {
            snprintf(text, sizeof text, "%s: %s is %.2f times as fast as on one thread%s",
                     entry->info.id, subject->name, scaling,
                     explained ? "" : " (threads share each call; time by the clock on the wall)");
            print_wrapped(text, (size_t)terminal_width(), 2);
            explained = true;
        }
    }
}

void table_print(const struct race *race, bool verbose) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        print_subject(race, &race->subjects[i], verbose);
    }
    char text[1024];
    snprintf(
        text, sizeof text,
        "\nCPU time, median and spread (1.48 median deviations) of the repetitions, over %zu "
        "random poses or more. Equal ranks (=): not slower than the first of them by more than "
        "both spreads. Errors: the worst of all poses; centroids where 0.1 %% or more is "
        "submerged.%s",
        race->pose_count,
        verbose ? "" : " Every variant: --verbose. More columns: a wider terminal.");
    print_wrapped(text, (size_t)terminal_width(), 0);
    print_families(race);
    print_threads(race);
}
