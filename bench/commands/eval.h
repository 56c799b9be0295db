// The families of `eval`: one file each, eval_<family>.c, which defines one of these. A new one is
// such a file, a line here, and in command_eval.c a line of the table and one of the help.
#ifndef BENCH_EVAL_H
#define BENCH_EVAL_H

#include <stddef.h>

struct buoy_kernel;
struct csv_table;

struct eval_family {
    const char *name;
    const char *help; // all there is to know, as in commands.h

    // argv[0] is "eval", argv[1] the family's name. Returns the exit code.
    int (*run)(int argc, char **argv);
};

extern const struct eval_family eval_volume;
extern const struct eval_family eval_hydrostatics;
extern const struct eval_family eval_draft;
extern const struct eval_family eval_box;
extern const struct eval_family eval_polygon;
extern const struct eval_family eval_pressure;

// What they share. What returns an int has complained when it returns CLI_BAD, and else returns 0.

// Sets *value, so far NULL, to that of an option which may be given once.
int eval_take_once(const char *family, const char *option, const char **value);

// The one kernel of a family that an id or glob stands for.
int eval_select_kernel(const char *family, const char *glob, const struct buoy_kernel **kernel);

// Complains about the first row whose normal, in three columns from `column` (from 0) on, is zero.
int eval_check_normals(const char *path, const struct csv_table *table, size_t column);

// Complains about what buoy_<family>_with() returned, unless that is BUOY_OK.
int eval_check_status(const struct buoy_kernel *kernel, int status);

// Prints a row of numbers, each with enough digits to get the same bits back.
void eval_print_row(const double *values, size_t columns);

// How rows become answers.
struct eval_answers {
    const char *header;   // of the output
    size_t columns;       // of the output, at most CSV_MAX_COLUMNS
    const void *question; // what is asked besides the rows
    // Sets `columns` numbers for each of `count` rows, at most EVAL_PORTION of them.
    int (*answer)(const void *question, const float *rows, size_t count, double *answers);
};
enum {
    EVAL_PORTION = 1024
};

// Answers a table and prints the answers. Nothing is printed if the first portion fails; rows are
// checked before, and no other can.
int eval_print(const struct csv_table *table, const struct eval_answers *answers);

#endif
