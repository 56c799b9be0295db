// The frames of scenes as measurements of `run`: frame/SCENE/hot and /cold, with -tN on N threads.
#ifndef BENCH_FRAME_ROWS_H
#define BENCH_FRAME_ROWS_H

#include "cli.h"
#include "measurement.h"

// What other memory is read and written between frames that are cold, unless the user says.
#define FRAME_ROWS_BETWEEN ((uint64_t)4) // MiB

struct frame_wish {
    struct cli_strings scenes; // as in `float --scene`; none: those that come with the program
    uint64_t frames;           // of each
    uint64_t between;          // MiB
    double budget_us;
    bool all; // rows; else only the first scene's, hot, on one thread
};

struct voyage;

struct frame_rows {
    const struct frame_wish *wish;
    struct voyage *voyages; // one per scene
    size_t voyage_count;
    struct measurement *rows;
    size_t row_count;
};

// Reads the scenes. Returns 0, or CLI_BAD after complaining; frame_rows_free() is allowed either
// way.
int frame_rows_make(const struct frame_wish *wish, struct frame_rows *rows);
void frame_rows_free(struct frame_rows *rows);

#endif
