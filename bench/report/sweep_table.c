// The tables of a sweep: one table per line, a column for each number.
#include "sweep_table.h"

#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "sweep.h"
#include "truth.h"

#define NUMBER_WIDTH 7

static const struct race_subject *last_of(const struct sweep_line *line) {
    return line->subjects[line->count - 1];
}

static int kernel_column(const struct race_subject *subject) {
    size_t width = strlen("kernel");
    for (size_t i = 0; i < subject->entry_count; ++i) {
        const size_t length = strlen(subject->entries[i].info.id);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_heading(const struct race *race, const struct sweep_line *line, int width) {
    printf("\n%s%s: ns/body by %s\n %-*s", line->shape, line->cold ? ", cold" : "",
           race->sweep->unit, width, "kernel");
    for (size_t i = 0; i < line->count; ++i) {
        const double number = race->sweep->number(line->subjects[i]);
        printf(" %*s", NUMBER_WIDTH,
               number < 1e4 ? number_count(number).text : number_short(number).text);
    }
    putchar('\n');
}

static void print_row(const struct sweep_line *line, const struct buoy_kernel *kernel, int width) {
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    printf(" %-*s", width, info.id);
    for (size_t i = 0; i < line->count; ++i) {
        const struct race_entry *entry = race_of_kernel(line->subjects[i], kernel);
        const bool timed = entry && race_times(entry)->sample_count > 0;
        printf(" %*s", NUMBER_WIDTH, timed ? number_short(race_times(entry)->median).text : "-");
    }
    putchar('\n');
}

// The leader changes only when another kernel is certainly faster.
static void print_leads(const struct race *race, const struct sweep_line *line) {
    const struct buoy_kernel *leader = NULL;
    fputs(" fastest:", stdout);
    for (size_t i = 0; i < line->count; ++i) {
        const struct race_entry *first = race_at(line->subjects[i], 0);
        const struct race_entry *old = leader ? race_of_kernel(line->subjects[i], leader) : NULL;
        if (old && !ranking_leads(race_times(first), race_times(old))) {
            continue;
        }
        printf("%s %s", leader ? "," : "", first->info.id);
        if (leader) {
            printf(" from %s on", number_count(race->sweep->number(line->subjects[i])).text);
        }
        leader = first->kernel;
    }
    putchar('\n');
}

static void print_line(const struct race *race, const struct sweep_line *line) {
    const struct race_subject *last = last_of(line);
    const int width = kernel_column(last);
    print_heading(race, line, width);
    for (size_t i = 0; i < last->entry_count; ++i) {
        print_row(line, race_at(last, i)->kernel, width);
    }
    print_leads(race, line);
}

static void print_failures(const struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        for (size_t k = 0; k < subject->entry_count; ++k) {
            const struct race_entry *entry = &subject->entries[k];
            if (entry->selected && !race_runs(entry)) {
                printf("FAILED, and not timed: %s: %s\n", entry->name, entry->failure);
            }
        }
    }
}

void sweep_table_print(const struct race *race, const char *warning) {
    struct sweep_line line;
    for (size_t i = 0; (line = sweep_line_at(race, i)).count > 0; ++i) {
        print_line(race, &line);
    }
    putchar('\n');
    print_failures(race);
    printf(
        "ns/body: CPU time of one query, median of the repetitions. Each kernel was first checked\n"
        "against %s in every column. Spreads and errors are in results.json.\n",
        truth_source());
    if (warning) {
        puts(warning);
    }
}
