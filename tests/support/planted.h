// Races with made-up times, to judge what is made of times. Needs the parts of buoybench.
#ifndef TEST_PLANTED_H
#define TEST_PLANTED_H

#include <stdint.h>

#include "race.h"
#include "results_model.h"

// A subject to make up: a mesh's name and number of triangles, and a workload of a family, by its
// place there; NULL for the family `volume`. The mesh of a family without one is not used.
struct planted_subject {
    const char *mesh;
    size_t triangles, workload;
    const struct family *family;
};

struct planted {
    struct race race;
    double *medians[32], *widths[32]; // for each subject's entries; a median of 0: not timed
};

// A race of all kernels of the families, whether they run here or not. Every kernel has a time of
// its own per subject, from `seed`; nothing failed.
void planted_make(struct planted *planted, const struct planted_subject *subjects, size_t count,
                  uint64_t seed);

// The entry of a kernel.
struct race_entry *planted_entry(struct planted *planted, size_t subject, const char *kernel);

// Gives an entry nine samples around a median, whose spread is about 0.74 × width.
void planted_time(struct planted *planted, const struct race_entry *entry, double median,
                  double width);

// What `run` would find.
void planted_judge(struct planted *planted, struct results *results);

#endif
