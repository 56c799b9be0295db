// The families of `eval`: each has a file eval_<family>.c, which defines one of these. To add one,
// add that file, a line here, and in command_eval.c a line in the table and a line in the help.
#ifndef BENCH_EVAL_H
#define BENCH_EVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "buoyancy.h"

struct csv_ragged;
struct family;
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
extern const struct eval_family eval_pressure;
extern const struct eval_family eval_body;
extern const struct eval_family eval_stiffness;
extern const struct eval_family eval_radii;
extern const struct eval_family eval_pool;
extern const struct eval_family eval_surface_drag;
extern const struct eval_family eval_triangles;
extern const struct eval_family eval_waterline;
extern const struct eval_family eval_mass;

// Families of rows that `eval` alone knows.
extern const struct family eval_circle, eval_forces2d, eval_columns, eval_hydrodynamics;
extern const struct family eval_pose, eval_water;

// Shared functions. Each function that returns an int has complained before it returns CLI_BAD, and
// returns 0 otherwise.

// Finds the one kernel of a family that an id or glob names.
int eval_select_kernel(const char *family, const char *glob, const struct buoy_kernel **kernel);

// Complains about the first row of doubles with a zero normal; the normal has three columns from
// `column` (from 0) on.
int eval_check_normals(const char *path, const struct csv_table *table, size_t column);

// Complains about the status that buoy_<family>_with() returned, unless it is BUOY_OK.
int eval_check_status(const struct buoy_kernel *kernel, int status);

// The inverse of an inertia (ixx, iyy, izz, ixy, ixz, iyz), by rows. False, and nothing is written,
// unless the inertia is positive definite.
bool eval_invert_inertia(const double inertia[6], double inverse[9]);

// Prints a row of numbers, each with enough digits to get the same bits back.
void eval_print_row(const double *values, size_t columns);

// A way to answer rows.
struct eval_answers {
    const char *header;   // of the output
    size_t columns;       // of the output, at most EVAL_MAX_COLUMNS
    const void *question; // further input besides the rows
    // Sets `columns` numbers for each of `count` rows; count is at most EVAL_PORTION.
    int (*answer)(const void *question, const double *rows, size_t count, double *answers);
};
enum {
    EVAL_PORTION = 1024,
    EVAL_MAX_COLUMNS = 16
};

// Answers a table of doubles and prints the answers. Nothing is printed if the first portion fails.
// Later portions cannot fail, because the rows are checked before.
int eval_print(const struct csv_table *table, const struct eval_answers *answers);

// How questions are answered one by one.
struct eval_questions {
    const char *header;  // of the output
    size_t columns;      // of the output
    const void *context; // handed to `answer`
    enum buoy_status (*answer)(const void *context, size_t index, double *row,
                               struct buoy_error *error);
};

// Answers `count` questions, then prints the answers. If the library refuses one, it complains with
// the file that has the questions and the library's message, and prints nothing.
int eval_each(const char *path, size_t count, const struct eval_questions *questions);

// Like eval_each(), with a question per row of a table; the complaint names the line, too.
int eval_each_row(const char *path, const struct csv_table *table,
                  const struct eval_questions *questions);
int eval_each_ragged_row(const char *path, const struct csv_ragged *table,
                         const struct eval_questions *questions);

#endif
