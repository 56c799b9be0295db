// Lines of subjects that differ in one number, as sweeps make them, and figures and tables show.
#ifndef BENCH_RESULTS_LINES_H
#define BENCH_RESULTS_LINES_H

#include "results_model.h"

// The number: of triangles, single queries in the caches or cold; of bodies in a call; or the
// percentage of the volume under water.
enum results_axis {
    RESULTS_BY_TRIANGLES,
    RESULTS_BY_COUNT,
    RESULTS_BY_IMMERSION,
    RESULTS_AXES,
};

enum {
    RESULTS_LONGEST_LINE = 64,
};

struct results_line {
    const struct results_subject *subjects[RESULTS_LONGEST_LINE]; // by their numbers
    double x[RESULTS_LONGEST_LINE];
    size_t count;
};

// The line that the subject of an index begins: with all later subjects of its family, and of its
// shape unless meshes are compared by size. Its count is 0 if the subject has no place on the axis,
// nothing was timed there, or an earlier one begins its line. Of subjects with one number the first
// counts.
struct results_line results_line_at(const struct results *results, size_t index,
                                    enum results_axis axis);

// What a sweep was by, and its name for people.
enum results_axis results_sweep_axis(const struct results *results);
const char *results_sweep_unit(const struct results *results);

#endif
