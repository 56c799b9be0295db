// What was measured beside the races, as text.
#include "measured.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "terminal.h"

size_t measured_columns(const struct results_family *family,
                        struct measured_column columns[MEASURED_MOST_COLUMNS]) {
    size_t count = json_array_size(family->columns);
    count = count < MEASURED_MOST_COLUMNS ? count : MEASURED_MOST_COLUMNS;
    columns[0] = (struct measured_column){"", "", ""};
    for (size_t i = 0; i < count; ++i) {
        const json_t *column = json_array_get(family->columns, i);
        const char *texts[3];
        for (size_t k = 0; k < 3; ++k) {
            const char *text = json_string_value(json_array_get(column, k));
            texts[k] = text ? text : "";
        }
        columns[i] = (struct measured_column){texts[0], texts[1], texts[2]};
    }
    return count;
}

// Three digits and a unit with its prefix, of which the first is of the unit itself.
static struct number scaled(double value, const char *const units[4]) {
    struct number number;
    size_t unit = 0;
    while (value >= 999.5 && unit < 3) {
        value /= 1000.0;
        ++unit;
    }
    snprintf(number.text, sizeof number.text, "%.*f %s",
             unit == 0 || value >= 99.95 ? 0
             : value >= 9.995            ? 1
                                         : 2,
             fmin(value, 1e9), units[unit]);
    return number;
}

struct number measured_text(const struct results *results, const struct result *result,
                            const struct measured_column *column) {
    static const char *const times[] = {"ns", "µs", "ms", "s"}, *const bytes[] = {"B", "kB", "MB",
                                                                                  "GB"};
    const double value = column->counter[0] == '\0' ? result->times.median
                                                    : results_counter(result, column->counter);
    struct number number = {"-"};
    if (isnan(value)) {
        return number;
    }
    if (strcmp(column->unit, "each") == 0) {
        return number_short(result->times.median / results_counter(result, "triangles"));
    }
    if (strcmp(column->unit, "ns") == 0) {
        return scaled(value, times);
    }
    if (strcmp(column->unit, "bytes") == 0) {
        return scaled(value, bytes);
    }
    if (strcmp(column->unit, "share") == 0) {
        snprintf(number.text, sizeof number.text, value > 0.0 ? "%.2g %%" : "none", 100.0 * value);
        return number;
    }
    if (strcmp(column->unit, "fits") == 0) {
        return value <= 1e3 * results->budget_us ? (struct number){"yes"} : (struct number){"no"};
    }
    return number_count(value);
}

const struct result *measured_result(const struct results_subject *subject) {
    return subject->family->columns && subject->timed > 0 ? subject->results[0] : NULL;
}

// --------------------------------------------------------------------------------- table

static size_t widest_name(const struct results *results, const struct results_family *family) {
    size_t width = 0;
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const size_t length = padding_columns(subject->name);
        width = subject->family == family && length > width ? length : width;
    }
    return width;
}

// Columns are two apart; what does not fit is left out.
static void print_table(const struct results *results, const struct results_family *family) {
    struct measured_column columns[MEASURED_MOST_COLUMNS];
    size_t count = measured_columns(family, columns), used = widest_name(results, family);
    const size_t name = used;
    size_t widths[MEASURED_MOST_COLUMNS], shown = 0;
    for (; shown < count; ++shown) {
        const size_t heading = padding_columns(columns[shown].heading);
        widths[shown] = (heading > 7 ? heading : 7) + 2;
        used += widths[shown];
        if (used > (size_t)terminal_width()) {
            break;
        }
    }
    putchar('\n');
    print_wrapped(family->note, (size_t)terminal_width(), 0);
    print_left(family->name, name);
    for (size_t k = 0; k < shown; ++k) {
        print_right(columns[k].heading, widths[k]);
    }
    putchar('\n');
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *result = measured_result(subject);
        if (result && subject->family == family) {
            print_left(subject->name, name);
            for (size_t k = 0; k < shown; ++k) {
                print_right(measured_text(results, result, &columns[k]).text, widths[k]);
            }
            putchar('\n');
        }
    }
}

static bool is_there(const struct results *results, const struct results_family *family) {
    for (size_t i = 0; i < results->subject_count; ++i) {
        if (results->subjects[i].family == family && measured_result(&results->subjects[i])) {
            return true;
        }
    }
    return false;
}

void measured_print(const struct results *results) {
    for (size_t i = 0; i < results->family_count; ++i) {
        if (is_there(results, &results->families[i])) {
            print_table(results, &results->families[i]);
        }
    }
}

// ------------------------------------------------------------------------------- verdict

// How long one frame in a hundred takes; beyond the budget only if a loop of fixed work as long as
// a frame, timed beside it, was not, and if times can be trusted.
static void append_tail(const struct results *results, const struct result *result,
                        const char *counter, char *text, size_t size) {
    char control[100];
    snprintf(control, sizeof control, "control_%.80s", counter);
    const struct measured_column time = {counter, "", "ns"}, beside = {control, "", "ns"};
    const double budget_ns = 1e3 * results->budget_us;
    const bool fits = results_counter(result, counter) <= budget_ns;
    const bool machine = results_counter(result, control) > budget_ns || results_noisy(results);
    const char *loop = measured_text(results, result, &beside).text;
    const size_t length = strlen(text);
    snprintf(text + length, size - length, " (p99 %s%s%.20s%s)",
             measured_text(results, result, &time).text,
             fits      ? ""
             : machine ? ", of a loop of fixed work "
                       : ", beyond the budget",
             !fits && machine ? loop : "", !fits && machine ? ": the machine's" : "");
}

// Where several things are measured of each mesh, the sentence has the first of them.
void measured_sentence(const struct results *results, const struct results_family *family,
                       char *text, size_t size) {
    struct measured_column columns[MEASURED_MOST_COLUMNS];
    const size_t count = measured_columns(family, columns);
    const struct measured_column *fits = NULL;
    for (size_t k = 0; k < count; ++k) {
        fits = strcmp(columns[k].unit, "fits") == 0 ? &columns[k] : fits;
    }
    const char *workload = NULL;
    text[0] = '\0';
    for (size_t i = 0; i < results->subject_count && strlen(text) + 300 < size; ++i) {
        const struct results_subject *subject = &results->subjects[i];
        const struct result *result = measured_result(subject);
        if (!result || subject->family != family ||
            (!fits && workload && strcmp(subject->workload, workload) != 0)) {
            continue;
        }
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%.40s%s%.20s%s %.60s %s", workload ? "," : "",
                 workload ? "" : family->name, workload || fits ? "" : ", ",
                 workload || fits ? "" : subject->workload, workload ? "" : ":",
                 fits ? subject->name : subject->mesh,
                 measured_text(results, result, &columns[0]).text);
        workload = subject->workload;
        if (fits) {
            append_tail(results, result, fits->counter, text, size);
        }
    }
}
