// The ranking as text: one table per subject, as wide as the terminal allows.
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measured.h"
#include "numbers.h"
#include "opening.h"
#include "results_model.h"
#include "terminal.h"

// -------------------------------------------------------------------------------- tables of sweeps

enum {
    LONGEST_LINE = 64,
};

// Subjects that differ in one number, in its order.
struct line {
    const struct results_subject *subjects[LONGEST_LINE];
    double x[LONGEST_LINE];
    size_t count;
};

// A subject's number: of triangles, single queries in the caches or cold; of bodies in a call; or
// the percentage of the volume under water. NaN: it has no place in the sweep.
static double place_of(const struct results *results, const struct results_subject *subject) {
    double x = 0.0;
    if (subject->threads != 1.0 || subject->timed == 0) {
        return (double)NAN;
    }
    if (strcmp(results->sweep, "immersion") == 0) {
        x = 100.0 * subject->immersion;
    } else if (subject->immersion == 0.0 && strcmp(results->sweep, "count") == 0) {
        x = subject->cold ? 0.0 : subject->per_call;
    } else if (subject->immersion == 0.0 && subject->per_call == 1.0) {
        x = subject->triangles;
    }
    return x > 0.0 ? x : (double)NAN;
}

// The line that the subject of an index begins: with all later subjects of its family and shape.
// Its count is 0 if the subject has no place, or an earlier one begins its line. Of subjects with
// one number the first counts.
static struct line line_at(const struct results *results, size_t index) {
    struct line line = {.count = 0};
    const struct results_subject *first = &results->subjects[index];
    for (size_t i = 0; i < results->subject_count && !isnan(place_of(results, first)); ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const double x = place_of(results, subject);
        if (isnan(x) || subject->family != first->family || subject->cold != first->cold ||
            strcmp(subject->line, first->line) != 0 || strcmp(subject->shape, first->shape) != 0) {
            continue;
        }
        if (i < index) {
            return (struct line){.count = 0};
        }
        size_t place = line.count;
        while (place > 0 && line.x[place - 1] > x) {
            --place;
        }
        if ((place > 0 && line.x[place - 1] == x) || line.count == LONGEST_LINE) {
            continue;
        }
        memmove(line.x + place + 1, line.x + place, (line.count - place) * sizeof *line.x);
        memmove(line.subjects + place + 1, line.subjects + place,
                (line.count++ - place) * sizeof *line.subjects);
        line.x[place] = x;
        line.subjects[place] = subject;
    }
    return line;
}

#define NUMBER_WIDTH 7

// A part of a line's columns that fits the terminal.
struct part {
    size_t begin, end;
};

// As wide as the longest of the first kernels' names, and the heading.
static size_t kernel_column(const struct results_subject *subject, size_t count) {
    size_t width = strlen("kernel");
    for (size_t i = 0; i < count; ++i) {
        const size_t length = strlen(subject->results[i]->kernel);
        width = length > width ? length : width;
    }
    return width;
}

static void sweep_table_print_row(const struct line *line, struct part part,
                                  const struct result *like, int width) {
    printf(" %-*s", width, like->kernel);
    for (size_t i = part.begin; i < part.end; ++i) {
        const struct result *result = results_of_kernel(line->subjects[i], like->kernel);
        const bool timed = result && results_timed(result);
        printf(" %*s", NUMBER_WIDTH, timed ? number_short(result->times.median).text : "-");
    }
    putchar('\n');
}

static void print_line(const struct results *results, const struct line *line) {
    const struct results_subject *last = line->subjects[line->count - 1];
    const int width = (int)kernel_column(last, last->timed);
    const size_t columns = ((size_t)terminal_width() - 1 - (size_t)width) / (NUMBER_WIDTH + 1);
    printf("\n%s, %s%s: ns/%s by %s\n", last->family->name, last->shape, last->cold ? ", cold" : "",
           last->family->one, sweep_find(results->sweep)->unit);
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
            sweep_table_print_row(line, part, last->results[i], width);
        }
    }
    // The leader changes only when another kernel is certainly faster.
    const char *leader = NULL;
    char text[LONGEST_LINE * 100] = "fastest, or level with the fastest:";
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
        const struct line line = line_at(results, i);
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

#define TEXT 64

// Columns right of the kernel's name, on terminals of at least this width.
enum column {
    TIME,
    SPREAD,
    PER_TRIANGLE,
    SPEEDUP,
    RIVAL,
    BUDGET,
    OF_TOTAL,
    CENTROID,
    COLUMNS,
};
static const struct {
    int from;
    size_t width;        // with the space before it
    const char *heading; // NULL: it depends on what was raced
} columns[COLUMNS] = {
    [TIME] = {80, 11, NULL},
    [SPREAD] = {80, 5, "±%"},
    [PER_TRIANGLE] = {120, 12, "ns/triangle"},
    [SPEEDUP] = {80, 10, NULL},
    [RIVAL] = {88, 8, "×rival"},
    [BUDGET] = {80, 11, NULL},
    [OF_TOTAL] = {80, 8, "error"},
    [CENTROID] = {100, 15, NULL},
};

static bool is_shown(const struct results_subject *subject, enum column column) {
    return terminal_width() >= columns[column].from && (column != RIVAL || subject->rival) &&
           (column != SPEEDUP || subject->baseline) &&
           (column != PER_TRIANGLE || subject->triangles > 0.0);
}

void table_head_speedup(const struct results_family *family, char *text, size_t size) {
    const char *method = strchr(family->baseline, '/');
    method = method ? method + 1 : family->baseline;
    snprintf(text, size, "×%.*s", (int)strcspn(method, "/"), method);
}

static void head(const struct results *results, const struct results_subject *subject,
                 enum column column, char text[TEXT]) {
    if (column == TIME) {
        snprintf(text, TEXT, "ns/%s", subject->family->one);
    } else if (column == SPEEDUP) {
        table_head_speedup(subject->family, text, TEXT);
    } else if (column == BUDGET) {
        snprintf(text, TEXT, "in %g µs", results->budget_us);
    } else {
        snprintf(text, TEXT, "%s",
                 column == CENTROID ? subject->family->centroid : columns[column].heading);
    }
}

static void put_share(double value, char text[TEXT]) {
    snprintf(text, TEXT, isnan(value) ? "-" : "%.0e", value);
}

static void put_ratio(double ratio, char text[TEXT]) {
    const int digits = ratio < 10.0 ? 2 : ratio < 100.0 ? 1 : 0;
    snprintf(text, TEXT, isnan(ratio) ? "-" : "%.*f", digits, ratio);
}

static void put(const struct results *results, const struct result *result, enum column column,
                char text[TEXT]) {
    const double median = result->times.median, spread = result->times.spread;
    switch (column) {
    case TIME:
        snprintf(text, TEXT, "%s", number_like(median, median).text);
        break;
    case SPREAD:
        snprintf(text, TEXT, isinf(spread) ? "?" : "%.1f", fmin(100.0 * spread / median, 99.9));
        break;
    case PER_TRIANGLE:
        snprintf(text, TEXT, "%.3f", median / result->subject->triangles);
        break;
    case SPEEDUP:
        put_ratio(results_speedup(result), text);
        break;
    case RIVAL:
        put_ratio(results_versus_rival(result), text);
        break;
    case BUDGET:
        snprintf(text, TEXT, "%s", number_short(floor(1e3 * results->budget_us / median)).text);
        break;
    case OF_TOTAL:
        put_share(result->error, text);
        break;
    default:
        put_share(results_counter(result, "max_error_centroid"), text);
        break;
    }
}

// --------------------------------------------------------------------------------- rows

static void print_row(const struct results *results, const struct result *result, size_t width) {
    char text[TEXT];
    const double percent = 100.0 * result->error;
    if (!result->approximate) {
        const struct results_subject *subject = result->subject;
        size_t same = 0;
        for (size_t i = 0; i < subject->exact; ++i) {
            same += subject->results[i]->times.rank == result->times.rank;
        }
        printf("%4zu%s ", result->times.rank, same > 1 ? "=" : " ");
    } else {
        snprintf(text, sizeof text,
                 percent < 0.01  ? "<.01%%"
                 : percent < 1.0 ? "%.1g%%"
                                 : "%.2g%%",
                 percent);
        print_right(isnan(percent) ? "-" : text, 5);
        putchar(' ');
    }
    print_left(result->kernel, width);
    for (enum column i = 0; i < COLUMNS; ++i) {
        if (is_shown(result->subject, i)) {
            put(results, result, i, text);
            print_right(text, columns[i].width);
        }
    }
    putchar('\n');
}

static void print_failure(const struct result *result) {
    char text[1024];
    snprintf(text, sizeof text, "   -  %.100s FAILED: %.800s", result->kernel, result->failure);
    print_wrapped(text, (size_t)terminal_width(), 6);
}

static void print_subject(const struct results *results, const struct results_subject *subject,
                          bool verbose) {
    const size_t width = kernel_column(subject, subject->count);
    size_t hidden = 0;
    const bool grey = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    char title[1024], text[TEXT];
    snprintf(title, sizeof title, "%s, %s: %s", subject->family->name, subject->name,
             subject->summary);
    putchar('\n');
    print_cut(title, (size_t)terminal_width());
    fputs("\n rank ", stdout);
    print_left("kernel", width);
    for (enum column i = 0; i < COLUMNS; ++i) {
        if (is_shown(subject, i)) {
            head(results, subject, i, text);
            print_right(text, columns[i].width);
        }
    }
    putchar('\n');
    for (size_t i = 0; i < subject->timed; ++i) {
        const struct result *result = subject->results[i];
        if (i == subject->exact) {
            fputs(grey ? "\033[2m" : "", stdout);
            puts("error of approximations, which are never recommended");
        }
        if (verbose || recommend_is_best_variant(result) || result->automatic ||
            result == result->subject->best || result->baseline) {
            print_row(results, result, width);
        } else {
            ++hidden;
        }
    }
    fputs(grey && subject->exact < subject->timed ? "\033[0m" : "", stdout);
    if (hidden > 0) {
        printf("      and %zu variant%s of these for lesser instruction sets\n", hidden,
               hidden > 1 ? "s" : "");
    }
    for (size_t i = subject->timed; i < subject->count; ++i) {
        if (!subject->results[i]->declined) {
            print_failure(subject->results[i]);
        }
    }
    const struct result *automatic = subject->automatic;
    if (automatic && !isnan(results_scaling(automatic))) {
        printf("      threads share each call: %s is %.2f times as fast as on one thread\n",
               automatic->kernel, results_scaling(automatic));
    }
}

// ---------------------------------------------------------------------------- footnotes

// What the ratios and `error` mean for each family.
static void print_families(const struct results *results) {
    for (size_t f = 0; f < results->family_count; ++f) {
        const struct results_family *family = &results->families[f];
        bool any = false, based = false;
        for (size_t i = 0; i < results->subject_count; ++i) {
            const struct results_subject *subject = &results->subjects[i];
            any = any || (subject->family == family && subject->count > 0 && !family->columns);
            based = based || (subject->family == family && subject->baseline);
        }
        char text[512], heading[TEXT] = "";
        if (any) {
            table_head_speedup(family, heading, sizeof heading);
            snprintf(text, sizeof text, "%.40s: error %.40s against %.80s%s%.60s%s%.60s",
                     family->name, family->of_total, family->truth, based ? "; " : "",
                     based ? heading : "", based ? ": times as fast as " : "",
                     based ? family->baseline : "");
            print_wrapped(text, (size_t)terminal_width(), 2);
        }
    }
}

void table_print(const struct results *results, bool verbose) {
    bool raced = false;
    for (size_t i = 0; i < results->subject_count; ++i) {
        if (results->subjects[i].count > 0 && !results->subjects[i].family->columns) {
            print_subject(results, &results->subjects[i], verbose);
            raced = true;
        }
    }
    measured_print(results);
    if (!raced) {
        return;
    }
    char text[1024];
    snprintf(
        text, sizeof text,
        "\nCPU time, median and spread (1.48 median deviations) of the repetitions, over %.0f "
        "random poses or more. Equal ranks (=): not slower than the first of them by more than "
        "both spreads. Errors: the worst of all poses, of large meshes of the first ones; "
        "centroids "
        "where 0.1 %% or more is submerged.%s",
        results_number(results, "poses"),
        verbose ? "" : " Every variant: --verbose. More columns: a wider terminal.");
    print_wrapped(text, (size_t)terminal_width(), 0);
    print_families(results);
}
