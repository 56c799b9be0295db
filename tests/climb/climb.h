// A search for the query on which a kernel comes nearest to its documented bound, or exceeds it:
// minutes of climbing find queries that a million random queries do not.
//
// A query is a row of numbers, which the family interprets: the corners of a mesh and a plane, the
// half extents of a box. The search starts with a random query and moves one number or a few at a
// time, by steps from the size of the numbers down to their last bit; it keeps a change that raises
// the ratio of error to bound, and starts anew when no change does.
#ifndef TESTS_CLIMB_H
#define TESTS_CLIMB_H

#include <stdbool.h>
#include <stdio.h>

#include "dispatch/registry.h"
#include "rng.h"

// Numbers of a question at most.
#define CLIMB_MOST 512

struct climb_question {
    size_t fixed; // numbers at the front that no step moves: how corners make triangles, …
    size_t count; // numbers in all
    double x[CLIMB_MOST];
};

// The highest ratio of error to bound found, and of what.
struct climb_ratio {
    double ratio;     // below 0: no question that may be asked, such as a mesh turned inside out
    const char *what; // "volume/blocks/scalar: volume"; lives as long as the program
};

struct family;

struct climb_family {
    const char *name;
    const struct family *of; // the family of questions, or NULL
    const char *method;      // the only one that is judged, or NULL
    // Makes a random question up.
    void (*start)(const struct climb_family *family, struct rng *rng,
                  struct climb_question *question);
    // The worst of all kernels and all quantities, against the exact reference.
    struct climb_ratio (*judge)(const struct climb_family *family,
                                const struct climb_question *question);
    // Prints a question in a form that can be asked again.
    void (*print)(const struct climb_family *family, const struct climb_question *question,
                  FILE *file);
};

extern const struct climb_family *const climb_families[]; // NULL past the last

// The summit of one search.
struct climb_summit {
    struct climb_question question;
    struct climb_ratio ratio;
    uint64_t judged; // questions, those that may not be asked included
};

// Notes how much of a kernel's bound on a quantity an answer's error is, which all that judge do. 0
// where there is no error, whatever the bound. Returns the worst of that and of `worst`. Names live
// as long as the program.
struct climb_ratio climb_note(struct climb_ratio worst, const char *kernel, const char *quantity,
                              double error, double bound);

// The most that was noted of each, since the last call of climb().
struct climb_noted {
    const char *kernel, *quantity;
    double ratio;
};
extern struct climb_noted climb_noted[64];
extern size_t climb_noted_count;

// Whether only the variants in plain C are judged, so that a search is the same on every machine.
extern bool climb_plain;

// Whether a kernel is asked: one variant of each method, and those that have bits of their own.
bool climb_asks(const struct buoy_kernel *kernel);

// How many times its worst error a bound may be, for each kernel and quantity of each family, if
// 3000 questions are climbed in plain C from seed 1: tight.c. Prints the rows that are not kept,
// and returns whether all are.
bool climb_is_tight(const char *family);

// Climbs until `seconds` of wall time or `most` questions are over, or a ratio exceeds 1, whichever
// comes first.
void climb(const struct climb_family *family, struct rng *rng, double seconds, uint64_t most,
           struct climb_summit *summit);

#endif
