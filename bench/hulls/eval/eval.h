// The families of `eval`, beside those that `run` and `verify` know, too: each has a file
// eval_<family>.c, but those of a mesh in any water share eval_immersed.c. To add one, add that
// file, a line here, and in command_eval.c a line in the table and a line in the help.
#ifndef BENCH_EVAL_H
#define BENCH_EVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "buoyancy.h"

struct cli_option;
struct family;

struct eval_family {
    const char *name;
    const char *help; // the full help, as in commands.h

    // argv[0] is "eval", argv[1] the family's name. Returns the exit code.
    int (*run)(int argc, char **argv);
};

extern const struct eval_family eval_pressure, eval_surface_drag, eval_triangles, eval_waterline;
extern const struct eval_family eval_body, eval_mass, eval_pool, eval_sea;

// Families of rows that `eval` alone knows.
extern const struct family eval_circle, eval_forces2d, eval_columns, eval_hydrodynamics;
extern const struct family eval_pose, eval_water, eval_draft, eval_stiffness, eval_radii;

// Shared functions. Each function that returns an int has complained before it returns CLI_BAD, and
// returns 0 otherwise.

// Finds the one kernel of a family that an id or glob names.
int eval_select_kernel(const char *family, const char *glob, const struct buoy_kernel **kernel);

// The inverse of an inertia (ixx, iyy, izz, ixy, ixz, iyz), by rows. False, and nothing is written,
// unless the inertia is positive definite.
bool eval_invert_inertia(const double inertia[6], double inverse[9]);

// Prints a row of numbers, each with enough digits to get the same bits back.
void eval_print_row(const double *values, size_t columns);

// How questions are answered one by one.
struct eval_questions {
    const char *header;  // of the output
    size_t columns;      // of the output
    const void *context; // handed to `answer`
    enum buoy_status (*answer)(const void *context, size_t index, double *row,
                               struct buoy_error *error);
};

// Answers `count` questions, then prints the answers. If one is refused, it complains with the file
// that has the questions, the question's line, unless the first one's is 0, and the message, and
// prints nothing.
int eval_each(const char *path, size_t first_line, size_t count,
              const struct eval_questions *questions);

// Complains about a line, unless it is 0, of a file.
int eval_refuse(const char *path, size_t line, const char *complaint);

// Reads the arguments behind `eval FAMILY`, of which there must be no others. Returns 0, or CLI_BAD
// after complaining.
int eval_parse(int argc, char **argv, struct cli_option *options);

// ---- `eval` with kernels of plug-ins.

// Whether the arguments have the option --plugin.
bool eval_has_plugin(int argc, char **argv);

// Does a family's work and prints its answers if the plug-in did not fail. Returns the exit code.
int eval_with_plugin(int (*run)(int argc, char **argv), int argc, char **argv);

// Has a plug-in's kernel answer from now on; does nothing with the library's. Returns 0, or CLI_BAD
// after complaining.
int eval_enter_kernel(const struct buoy_kernel *kernel);

#endif
