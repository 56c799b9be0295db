// What it takes to make a mesh, as measurements of `run`: mesh/create/MESH, mesh/create-repair/MESH
// and mesh/load/MESH, with the memory that it keeps and needs meanwhile; and mesh/first-call.
#ifndef BENCH_MAKING_H
#define BENCH_MAKING_H

#include "measurement.h"
#include "race.h"

// Call it before anything else of the library: makes a mesh and asks about it, for the first time
// in this program, and has the library's memory counted from then on.
void making_begin(void);

struct making_rows {
    struct making *makings; // one per row
    struct measurement *rows;
    size_t row_count;
};

// Rows for the meshes of a race, which must live as long. Returns 0, or CLI_BAD after complaining;
// making_rows_free() is allowed either way.
int making_rows_make(const struct race *race, struct making_rows *rows);
void making_rows_free(struct making_rows *rows);

#endif
