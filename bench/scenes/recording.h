// What a simulation records: the states of bodies at some moments, and the forces on them.
#ifndef BENCH_RECORDING_H
#define BENCH_RECORDING_H

#include "listing.h"

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

// All rows, and a row for each body of how it moved and where it ends, for listing_free() either
// way. Unless there is one body, the first column is the body's number. Each returns 0, or CLI_BAD
// after complaining.
int recording_list(const struct recording *recording, struct listing *rows);
int recording_summarise(const struct recording *recording, struct listing *rows);

#endif
