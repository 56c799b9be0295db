// The families of `eval`: each has a file eval_<family>.c, which defines one of these. To add one,
// add that file, a line here, and in command_eval.c a line in the table and a line in the help.
#ifndef BENCH_EVAL_H
#define BENCH_EVAL_H

#include <stddef.h>

struct buoy_kernel;
struct csv_table;

struct eval_family {
    const char *name;
    const char *help; // the full help, as in commands.h

    // argv[0] is "eval", argv[1] the family's name. Returns the exit code.
    int (*run)(int argc, char **argv);
};

extern const struct eval_family eval_volume;
extern const struct eval_family eval_hydrostatics;
extern const struct eval_family eval_draft;
extern const struct eval_family eval_box;
extern const struct eval_family eval_polygon;
extern const struct eval_family eval_pressure;

// Shared functions. Each function that returns an int has complained before it returns CLI_BAD, and
// returns 0 otherwise.

// Sets *value, which must be NULL so far, to the value of an option that may be given once.
int eval_take_once(const char *family, const char *option, const char **value);

// Finds the one kernel of a family that an id or glob names.
int eval_select_kernel(const char *family, const char *glob, const struct buoy_kernel **kernel);

// Complains about the first row with a zero normal; the normal has three columns from `column`
// (from 0) on.
int eval_check_normals(const char *path, const struct csv_table *table, size_t column);

// Complains about the status that buoy_<family>_with() returned, unless it is BUOY_OK.
int eval_check_status(const struct buoy_kernel *kernel, int status);

// Prints a row of numbers, each with enough digits to get the same bits back.
void eval_print_row(const double *values, size_t columns);

// A way to answer rows.
struct eval_answers {
    const char *header;   // of the output
    size_t columns;       // of the output, at most CSV_MAX_COLUMNS
    const void *question; // further input besides the rows
    // Sets `columns` numbers for each of `count` rows; count is at most EVAL_PORTION.
    int (*answer)(const void *question, const float *rows, size_t count, double *answers);
};
enum {
    EVAL_PORTION = 1024
};

// Answers a table and prints the answers. Nothing is printed if the first portion fails. Later
// portions cannot fail, because the rows are checked before.
int eval_print(const struct csv_table *table, const struct eval_answers *answers);

#endif
