// Columns of questions that are rows of numbers. Each is of a kind, which knows how such numbers
// are made up, easy and hard, which of them are wrong and why, and how kernels take them.
#ifndef BENCH_COLUMNS_H
#define BENCH_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buoyancy_shapes.h"
#include "poses.h"

struct column_kind;

struct column {
    const struct column_kind *kind;
    const char *names; // of its numbers, separated by commas
    size_t part;       // the array, among those that kernels take, whose elements it is part of
    const char *rule;  // what is wrong with a number that is not > 0, if it must be
    // Hard proportions, for bodies with half extents.
    const float (*hard)[3];
    // The largest share of the extent that a hard offset leaves below the water; 1e-1 to 1e-6 of it
    // are taken in turn, each so many times.
    double hard_share;
    size_t hard_times;
};

// One row: floats, or doubles where `floats` is NULL.
struct row {
    const float *floats;
    const double *reals;
    size_t count;
};
double row_number(const struct row *row, size_t index);

// What answers about a body are shares of, and where it lies.
struct measures {
    double total;    // volume, or area
    double diagonal; // of the bounding box
    double low[3], high[3];
};

// How a row is made up.
struct sampler {
    uint64_t state; // of random numbers
    size_t index;   // among the random rows, or among the hard ones
    size_t turn;    // among all
    bool hard;
    struct pose pose;
    unsigned kinds; // the set of shapes
};

struct column_kind {
    size_t numbers;   // 0: all that are left in the row
    size_t dimension; // of a normal
    size_t bytes;     // of an element; 0: the numbers as the row has them
    // Makes numbers up, and returns how many. NULL: the family makes whole rows up.
    size_t (*sample)(const struct column *column, struct sampler *sampler, double *numbers);
    // Whether the numbers from `at` on may be asked about; else what is wrong, after "line 2, ".
    bool (*check)(const struct column *column, const struct row *row, size_t at, char *text,
                  size_t size);
    void (*pack)(const struct row *row, size_t at, void *element); // NULL: as the row has them
    // The nearest numbers that belong together, where each by itself may be anything.
    void (*mend)(double *numbers);

    // Turns what was made up into numbers, of a column that is relative to the body: the element of
    // a body of that kind, and the normal.
    void (*place)(const struct column_kind *body, const void *element, const double n[3],
                  double *numbers);
    // For bodies: the largest n·x of a body's points, n of any length, and its measures.
    double (*reach)(const void *element, const double n[3]);
    void (*measure)(const void *element, struct measures *measures);
};

// Bodies about the origin: the half extents of a box; a shape's word and its three sizes.
extern const struct column_kind column_extents, column_shape;
// A body in the plane: the vertices of a polygon, which end the row. A basin that holds part of
// one: x, y, radius.
extern const struct column_kind column_outline, column_disc;
// Normals of planes and lines, of any length but 0, and their offsets.
extern const struct column_kind column_normal, column_normal2d, column_offset;
// Any finite numbers.
extern const struct column_kind column_number, column_vector, column_rotation;
// A direction of unit length; an inverse inertia by rows, symmetric and without negative
// eigenvalues.
extern const struct column_kind column_direction, column_inertia;

// How many numbers a column has that begins at `at` of a row.
size_t column_numbers(const struct column *column, const struct row *row, size_t at);

// The name of one of its numbers, from 0.
const char *column_name(const struct column *column, size_t index, char name[32]);

// The word that stands for the number at `index` of a row, in a column that begins at `at`; NULL if
// the number stands for itself.
const char *column_word(const struct column *column, const struct row *row, size_t at,
                        size_t index);

// The most vertices of a polygon that is made up.
#define COLUMN_MOST_VERTICES 8

// ---- How far bodies reach along a direction.

// The largest n·x of a primitive's points, n of any length.
double reach_of_shape(const struct buoy_shape *shape, const double n[3]);

// The largest n·x of a mesh's points, in the mesh's frame.
double reach_of_mesh(const struct buoy_mesh *mesh, const double n[3]);

#endif
