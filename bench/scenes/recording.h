// What a simulation records: the states of bodies at some moments, and the forces on them.
#ifndef BENCH_RECORDING_H
#define BENCH_RECORDING_H

#include <stdbool.h>
#include <stdio.h>

// The most rows, for all bodies together.
#define RECORDING_MOST_ROWS 1000000u

enum {
    RECORDING_COLUMNS = 22
};

// The columns after `body`, in their order.
struct recording_row {
    double time;
    double centre[3]; // of mass
    double rotation[4], velocity[3], spin[3];
    double volume, force[3], torque[3], energy;
};

struct recording {
    struct recording_row *rows; // by moment, then body
    size_t bodies;
    size_t moments; // that are recorded
    size_t room;    // for moments
    // A turn, by rows, from the axes of what is written to those of the rows; NULL: they are equal.
    const double *upright;
};

// Makes room for rows. Returns 0, or CLI_BAD after complaining.
int recording_make(size_t bodies, size_t moments, struct recording *recording);
void recording_free(struct recording *recording);

const struct recording_row *recording_at(const struct recording *recording, size_t moment,
                                         size_t body);

// Writes all rows as CSV, with enough digits to get the same bits back. With more than one body, or
// none, the first column is the body's number.
void recording_put_csv(const struct recording *recording, FILE *to);

// Prints them as JSON: an array of objects. Returns the exit code.
int recording_print_json(const struct recording *recording);

#endif
