// The tables of a sweep.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "padding.h"
#include "results_lines.h"
#include "table.h"
#include "terminal.h"

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

// The fastest exact kernel, or NULL.
static const struct result *first_of(const struct results_subject *subject) {
    return subject->exact > 0 ? subject->results[0] : NULL;
}

// The leader changes only when another kernel is certainly faster.
static void print_leads(const struct results_line *line) {
    const char *leader = NULL;
    char text[RESULTS_LONGEST_LINE * 100] = "fastest, or level with the fastest:";
    for (size_t i = 0; i < line->count; ++i) {
        const struct result *first = first_of(line->subjects[i]);
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
    print_leads(line);
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
