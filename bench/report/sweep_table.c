// The tables of a sweep: one table per line, a column for each number.
#include "sweep_table.h"

#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "padding.h"
#include "sweep.h"
#include "terminal.h"
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

// A part of a line's columns that fits the terminal.
struct part {
    size_t begin, end;
};

static void print_heading(const struct race *race, const struct sweep_line *line, struct part part,
                          int width) {
    printf(" %-*s", width, "kernel");
    for (size_t i = part.begin; i < part.end; ++i) {
        const double number = race->sweep->number(line->subjects[i]);
        printf(" %*s", NUMBER_WIDTH,
               number < 1e4 ? number_count(number).text : number_short(number).text);
    }
    putchar('\n');
}

static void print_row(const struct sweep_line *line, struct part part,
                      const struct buoy_kernel *kernel, int width) {
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    printf(" %-*s", width, info.id);
    for (size_t i = part.begin; i < part.end; ++i) {
        const struct race_entry *entry = race_of_kernel(line->subjects[i], kernel);
        const bool timed = entry && race_times(entry)->sample_count > 0;
        printf(" %*s", NUMBER_WIDTH, timed ? number_short(race_times(entry)->median).text : "-");
    }
    putchar('\n');
}

// The leader changes only when another kernel is certainly faster.
static void print_leads(const struct race *race, const struct sweep_line *line) {
    const struct buoy_kernel *leader = NULL;
    char text[SWEEP_LONGEST * 100] = "fastest:";
    for (size_t i = 0; i < line->count; ++i) {
        const struct race_entry *first = race_at(line->subjects[i], 0);
        const struct race_entry *old = leader ? race_of_kernel(line->subjects[i], leader) : NULL;
        if (old && !ranking_leads(race_times(first), race_times(old))) {
            continue;
        }
        const size_t length = strlen(text);
        char from[80] = "";
        if (leader) {
            snprintf(from, sizeof from, " from %s on",
                     number_count(race->sweep->number(line->subjects[i])).text);
        }
        snprintf(text + length, sizeof text - length, "%s %s%s", leader ? "," : "", first->info.id,
                 from);
        leader = first->kernel;
    }
    print_wrapped(text, (size_t)terminal_width(), 2);
}

static void print_line(const struct race *race, const struct sweep_line *line) {
    const struct race_subject *last = last_of(line);
    const int width = kernel_column(last);
    const size_t columns = ((size_t)terminal_width() - 1 - (size_t)width) / (NUMBER_WIDTH + 1);
    printf("\n%s%s: ns/%s by %s\n", line->shape, line->cold ? ", cold" : "",
           last->queries.family->one, race->sweep->unit);
    for (size_t begin = 0; begin < line->count; begin += columns) {
        const size_t end = begin + columns;
        const struct part part = {begin, end < line->count ? end : line->count};
        print_heading(race, line, part, width);
        for (size_t i = 0; i < last->entry_count; ++i) {
            print_row(line, part, race_at(last, i)->kernel, width);
        }
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
    char text[512];
    snprintf(text, sizeof text,
             "CPU time of one query, median of the repetitions. Each kernel was first checked "
             "against %s in every column. Spreads and errors are in results.json.",
             truth_source());
    print_wrapped(text, (size_t)terminal_width(), 0);
    if (warning) {
        print_wrapped(warning, (size_t)terminal_width(), 2);
    }
}
