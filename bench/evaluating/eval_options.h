// The options of a family of `eval`, as a table.
#ifndef BENCH_EVAL_OPTIONS_H
#define BENCH_EVAL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "buoyancy.h"
#include "cli.h"

// What an option's value is, and what `value` of the option points to.
enum eval_option_kind {
    EVAL_TEXT,    // any text: const char *
    EVAL_COUNT,   // a whole number: uint64_t
    EVAL_REAL,    // a number: double
    EVAL_NUMBERS, // `count` numbers, separated by commas: double[count]
    EVAL_FLAG,    // no value; sets `flag` in an unsigned
    EVAL_PLUGIN,  // a shared object, which is loaded; may be repeated; `value` is not used
    EVAL_MENDING, // several options, how meshes are made, but for --scale: struct cli_making
    EVAL_MAKING,  // the same with --scale
};

struct eval_option {
    const char *name; // without --; NULL ends a table
    enum eval_option_kind kind;
    bool needed;
    void *value;      // keeps its default where the option is not given
    double low, high; // of each number
    size_t count;
    unsigned flag;
    bool given; // set by eval_parse()
};

// Entries that many families have.
#define EVAL_MESH_OPTION(mesh) EVAL_FILE_OPTION("mesh", mesh)
#define EVAL_MENDING_OPTIONS(making)                                                               \
    { .name = "", .kind = EVAL_MENDING, .value = (making) }
#define EVAL_MAKING_OPTIONS(making)                                                                \
    { .name = "", .kind = EVAL_MAKING, .value = (making) }
#define EVAL_FILE_OPTION(option, file)                                                             \
    { .name = (option), .kind = EVAL_TEXT, .value = (file), .needed = true }
#define EVAL_KERNEL_OPTION(kernel)                                                                 \
    { .name = "kernel", .kind = EVAL_TEXT, .value = (kernel) }
#define EVAL_PLUGIN_OPTION                                                                         \
    { .name = "plugin", .kind = EVAL_PLUGIN }
#define EVAL_VOXELS_OPTION(voxels)                                                                 \
    { .name = "voxels", .kind = EVAL_COUNT, .value = (voxels), .low = 1, .high = BUOY_MAX_VOXELS }
#define EVAL_REAL_OPTION(option, real, least, most)                                                \
    { .name = (option), .kind = EVAL_REAL, .value = (real), .low = (least), .high = (most) }
#define EVAL_DENSITY_OPTION(density) EVAL_REAL_OPTION("density", density, 1e-12, 1e12)
#define EVAL_GRAVITY_OPTION(gravity) EVAL_REAL_OPTION("gravity", gravity, 0.0, 1e12)
#define EVAL_NUMBERS_OPTION(option, numbers, n)                                                    \
    {                                                                                              \
        .name = (option), .kind = EVAL_NUMBERS, .value = (numbers), .count = (n), .low = -1e12,    \
        .high = 1e12                                                                               \
    }

// Reads the arguments behind `eval FAMILY`, of which there must be no others. An option is given
// once at most. Returns 0, or CLI_BAD after complaining.
int eval_parse(int argc, char **argv, struct eval_option *options);

// Whether the option of that name was given.
bool eval_given(const struct eval_option *options, const char *name);

#endif
