// The ranking as text: one table per subject.
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "padding.h"
#include "truth.h"

static int kernel_column(const struct race *race) {
    size_t width = strlen("kernel");
    for (size_t i = 0; i < race->subject_count; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            const size_t length = strlen(race->subjects[i].entries[k].info.id);
            width = length > width ? length : width;
        }
    }
    return (int)width;
}

static bool shares_its_rank(const struct race_subject *subject, size_t rank) {
    size_t same = 0;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        same += subject->times[i].rank == rank && subject->times[i].sample_count > 0;
    }
    return same > 1;
}

// A number right-aligned, or a dash if there is none. `format` takes one double.
static void print_share(double value, int width) {
    if (isnan(value)) {
        printf("%*s", width, "-");
    } else {
        printf("%*.1e", width, value);
    }
}

static void print_row(const struct race *race, const struct race_entry *entry, int width) {
    const struct ranking_candidate *time = race_times(entry);
    const double speedup = race_speedup(entry);
    char rank[32], ratio[32] = "-";
    snprintf(rank, sizeof rank, "%zu%s", time->rank,
             shares_its_rank(entry->subject, time->rank) ? "=" : " ");
    if (speedup > 0.0) {
        snprintf(ratio, sizeof ratio, "%.2f", speedup);
    }
    printf("%5s  %-*s %11s ± %-8s ", rank, width, entry->info.id,
           number_like(time->median, time->median).text,
           isinf(time->spread) ? "?" : number_like(time->spread, time->median).text);
    if (entry->triangles > 0) {
        printf("%11.3f", time->median / (double)entry->triangles);
    } else {
        printf("%11s", "-");
    }
    printf(" %14s %14s ", ratio, number_count(1e3 * race->budget_us / time->median).text);
    print_share(entry->max_error_volume, 12);
    print_share(entry->max_error_centroid, 14);
    putchar('\n');
}

static void print_heading(const struct race *race, const struct race_subject *subject, int width) {
    const struct family_headings *headings = subject->queries.family->headings;
    char bodies[48];
    snprintf(bodies, sizeof bodies, "bodies/%g µs", race->budget_us);
    printf("\n%s: %s\n rank  %-*s %22s %12s %14s ", subject->title, subject->summary, width,
           "kernel", "ns/body", "ns/triangle", "vs catto/scalar");
    print_right(bodies, 14);
    print_right(headings->of_total, 13);
    print_right(headings->centroid, 14);
    putchar('\n');
}

static void print_subject(const struct race *race, const struct race_subject *subject, int width) {
    if (race_count_selected(subject) == 0) {
        return;
    }
    print_heading(race, subject, width);
    for (size_t i = 0; i < race_count_timed(subject); ++i) {
        print_row(race, race_at(subject, i), width);
    }
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const struct race_entry *entry = &subject->entries[i];
        if (entry->selected && entry->failure[0] != '\0') {
            printf("    -  %-*s FAILED: %s\n", width, entry->info.id, entry->failure);
        }
    }
}

// One line for each family whose source of truth differs from the other families'.
static void print_truths(const struct race *race) {
    const struct family *last = NULL;
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct family *family = race->subjects[i].queries.family;
        if (family != last && family->truth && race_count_selected(&race->subjects[i]) > 0) {
            printf("Errors of %s: against %s.\n", family->name, family_truth(family));
        }
        last = family;
    }
}

void table_print(const struct race *race) {
    const int width = kernel_column(race);
    for (size_t i = 0; i < race->subject_count; ++i) {
        print_subject(race, &race->subjects[i], width);
    }
    printf("\n"
           "ns/body: CPU time of one query, median ± spread (1.48 median deviations) of the\n"
           "repetitions, over %zu random poses or more; one query per call unless a heading says\n"
           "otherwise. Equal ranks (=): the times differ by less than both spreads together.\n"
           "vs catto/scalar: speed relative to " FAMILY_BASELINE " on the same queries.\n"
           "Errors: the worst of all poses against %s;\n"
           "centroids only where 0.1 %% or more is submerged.\n",
           race->pose_count, truth_source());
    print_truths(race);
}
