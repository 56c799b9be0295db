// Rows of numbers.
#include "listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "json_output.h"
#include "numbers.h"

#define NOISE 1e-11 // of what a number is among
#define LONGEST 64  // of a cell that is no label

int listing_add(struct listing *listing, const char *label, const double *numbers) {
    if (listing->count == listing->room) {
        const size_t room = 2 * listing->room + 32;
        double *rows = realloc(listing->numbers, room * listing->columns * sizeof *rows);
        listing->numbers = rows ? rows : listing->numbers;
        const char **labels = rows ? realloc(listing->labels, room * sizeof *labels) : NULL;
        if (!labels) {
            return cli_out_of_memory();
        }
        listing->labels = labels;
        listing->room = room;
    }
    listing->labels[listing->count] = label;
    memcpy(listing->numbers + listing->columns * listing->count++, numbers,
           listing->columns * sizeof *numbers);
    return 0;
}

void listing_free(struct listing *listing) {
    free(listing->numbers);
    free(listing->labels);
    listing->numbers = NULL;
    listing->labels = NULL;
    listing->count = listing->room = 0;
}

// Copies an element of a list that commas separate; returns whether there is one.
static bool element(const char *list, size_t index, char text[LONGEST]) {
    for (; index > 0 && list; --index) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    text[0] = '\0';
    if (list) {
        snprintf(text, LONGEST, "%.*s", (int)strcspn(list, ","), list);
    }
    return list != NULL;
}

size_t listing_column(const struct listing *listing, const char *name) {
    char text[LONGEST];
    size_t column = 0;
    while (element(listing->header, column, text) && strcmp(text, name) != 0) {
        ++column;
    }
    return column;
}

void listing_put_number(double number, FILE *to) {
    if (isnan(number)) {
        fputs("nan", to); // printf() may show its sign
    } else {
        fprintf(to, "%.17g", number + 0.0);
    }
}

void listing_put_text(const char *text, FILE *to) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, to);
        return;
    }
    putc('"', to);
    for (; *text; ++text) {
        fputs(*text == '"' ? "\"\"" : (char[2]){*text, '\0'}, to);
    }
    putc('"', to);
}

void listing_put_csv(const struct listing *listing, FILE *to) {
    const bool labelled = listing->label != NULL;
    fprintf(to, "%s%s%s\n", labelled ? listing->label : "", labelled ? "," : "", listing->header);
    for (size_t i = 0; i < listing->count; ++i) {
        if (labelled) {
            listing_put_text(listing->labels[i], to);
            putc(',', to);
        }
        for (size_t k = 0; k < listing->columns; ++k) {
            listing_put_number(listing->numbers[listing->columns * i + k], to);
            putc(k + 1 < listing->columns ? ',' : '\n', to);
        }
    }
}

// A text without what would move the cursor.
static void write_label(const char *label, char text[LONGEST]) {
    size_t used = 0;
    while (*label && used + 5 < LONGEST) {
        const size_t length = cli_printable_length(label);
        memcpy(text + used, length ? label : "?", length ? length : 1);
        used += length ? length : 1;
        label += length ? length : 1;
    }
    text[used] = '\0';
}

// What rounding errors of a column are below 1e-11 of: its unit's largest number, or 1, since all
// of them may be errors, but nothing larger than a row has.
static void find_scales(const struct listing *listing, double *scales) {
    for (size_t column = 0; column < listing->columns; ++column) {
        char unit[LONGEST], other[LONGEST];
        element(listing->units, column, unit);
        scales[column] = 1.0;
        for (size_t k = 0; k < listing->columns; ++k) {
            element(listing->units, k, other);
            for (size_t i = 0; i < listing->count && strcmp(unit, other) == 0; ++i) {
                const double number = fabs(listing->numbers[listing->columns * i + k]);
                scales[column] = fmax(scales[column], isfinite(number) ? number : 0.0);
            }
        }
    }
}

static bool is_noise(const struct listing *listing, const double *numbers, size_t column,
                     double scale) {
    double largest = 0.0;
    for (size_t k = 0; k < listing->columns; ++k) {
        largest = fmax(largest, isfinite(numbers[k]) ? fabs(numbers[k]) : 0.0);
    }
    return fabs(numbers[column]) < NOISE * fmin(largest, scale);
}

// A cell of a table: row −2 is the header, −1 the units, column −1 the label.
static void write_cell(const struct listing *listing, const double *scales, long row, long column,
                       char text[LONGEST]) {
    if (column < 0) {
        write_label(row == -2 ? listing->label : row == -1 ? "" : listing->labels[row], text);
        return;
    }
    if (row < 0) {
        element(row == -2 ? listing->header : listing->units, (size_t)column, text);
        return;
    }
    const double *numbers = listing->numbers + listing->columns * (size_t)row;
    if (isnan(numbers[column])) {
        snprintf(text, LONGEST, "nan");
    } else {
        const bool noise = is_noise(listing, numbers, (size_t)column, scales[column]);
        snprintf(text, LONGEST, "%.6g", noise ? 0.0 : numbers[column] + 0.0);
    }
}

static int print_table(const struct listing *listing) {
    const long first = listing->label ? -1 : 0, last = (long)listing->columns - 1;
    const long rows = (long)listing->count;
    size_t *widths = calloc(listing->columns + 1, sizeof *widths);
    double *scales = malloc((listing->columns + 1) * sizeof *scales);
    char text[LONGEST];
    const bool enough = widths && scales;
    if (enough) {
        find_scales(listing, scales);
    }
    for (int pass = 0; pass < 2 && enough; ++pass) {
        for (long row = -2; row < rows; ++row) {
            const bool shown = row != -1 || (listing->units && !listing->any_units);
            for (long column = first; column <= last && shown; ++column) {
                size_t *width = &widths[column + 1];
                write_cell(listing, scales, row, column, text);
                const size_t own = padding_columns(text);
                if (pass == 0) {
                    *width = own > *width ? own : *width;
                } else if (column < 0) {
                    print_left(text, *width);
                } else {
                    fputs(column > first ? "  " : "", stdout);
                    print_right(text, *width);
                }
                if (pass == 1 && column == last) {
                    putchar('\n');
                }
            }
        }
    }
    free(scales);
    free(widths);
    return enough ? CLI_GOOD : cli_out_of_memory();
}

int listing_print(const struct listing *listing, enum listing_format format) {
    if (format == LISTING_JSON) {
        json_t *rows = json_array();
        char name[LONGEST];
        for (size_t i = 0; i < listing->count; ++i) {
            json_t *row = json_object();
            if (listing->label) {
                json_object_set_new(row, listing->label, json_text(listing->labels[i]));
            }
            for (size_t k = 0; k < listing->columns; ++k) {
                const double number = listing->numbers[listing->columns * i + k];
                element(listing->header, k, name);
                json_object_set_new(row, name,
                                    k < listing->whole ? json_integer((json_int_t)number)
                                                       : json_number(number));
            }
            json_array_append_new(rows, row);
        }
        return json_print(rows);
    }
    if (format == LISTING_TABLE || (format == LISTING_BY_TERMINAL && isatty(STDOUT_FILENO))) {
        return print_table(listing);
    }
    listing_put_csv(listing, stdout);
    return CLI_GOOD;
}
