// Rows of numbers below a header: CSV or JSON for programs, aligned columns for people.
#ifndef BENCH_LISTING_H
#define BENCH_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct listing {
    const char *header; // names of columns, separated by commas
    const char *units;  // of columns, likewise; shown to people
    bool any_units;     // not shown: they are the caller's, whatever these are
    const char *label;  // the name of a first column of texts; NULL: there is none
    size_t columns;     // of numbers
    size_t whole;       // the first of them that are whole numbers
    size_t count, room; // rows
    double *numbers;    // by rows
    const char **labels;
};

// How they are printed: by where standard output goes, or as asked.
enum listing_format {
    LISTING_CSV,
    LISTING_TABLE,
    LISTING_JSON,
    LISTING_BY_TERMINAL // a table where standard output is a terminal, else CSV
};
#define LISTING_FORMAT_OPTION(format)                                                              \
    { .name = "format", .kind = CLI_WORD, .value = (format), .words = "csv|table|json" }
#define LISTING_FORMAT_HELP                                                                        \
    "  --format F       csv, with all digits; json, an array of objects; or table, for people:\n"  \
    "                   columns are aligned, numbers have six digits, and what is below 1e-11\n"   \
    "                   of others of its unit is 0 (default: table on a terminal, else csv)\n"

// Adds a row of numbers, which it copies, and whose label it keeps. Returns 0, or CLI_BAD after
// complaining if there is no memory.
int listing_add(struct listing *listing, const char *label, const double *numbers);

void listing_free(struct listing *listing);

// The place of a column of numbers by its name, which the header has.
size_t listing_column(const struct listing *listing, const char *name);

// Prints a header and all rows on standard output. Returns the exit code.
int listing_print(const struct listing *listing, enum listing_format format);

void listing_put_csv(const struct listing *listing, FILE *to);

// Prints a number with enough digits to get the same bits back; 0 for −0, nan without a sign.
void listing_put_number(double number, FILE *to);

// Prints any text as a field of CSV: quoted where RFC 4180 says so.
void listing_put_text(const char *text, FILE *to);

#endif
