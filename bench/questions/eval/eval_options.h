// The options that many families of `eval` have.
#ifndef BENCH_EVAL_OPTIONS_H
#define BENCH_EVAL_OPTIONS_H

#include <string.h>

#include "options.h"
#include "plugins.h"

#define eval_option cli_option
#define eval_given cli_given
#define EVAL_FLAG CLI_BIT

#define EVAL_MESH_OPTION(mesh) CLI_NEEDED("mesh", mesh)
#define EVAL_FILE_OPTION CLI_NEEDED
#define EVAL_MENDING_OPTIONS CLI_MENDING_OPTIONS
#define EVAL_MAKING_OPTIONS CLI_MAKING_OPTIONS
#define EVAL_KERNEL_OPTION(kernel) CLI_TEXT_OPTION("kernel", kernel)
#define EVAL_PLUGIN_OPTION PLUGINS_OPTION
#define EVAL_VOXELS_OPTION(voxels) CLI_COUNT_OPTION("voxels", voxels, 1, BUOY_MAX_VOXELS)
#define EVAL_REAL_OPTION CLI_REAL_OPTION
#define EVAL_DENSITY_OPTION(density) CLI_REAL_OPTION("density", density, 1e-12, 1e12)
#define EVAL_GRAVITY_OPTION(gravity) CLI_REAL_OPTION("gravity", gravity, 0.0, 1e12)
#define EVAL_NUMBERS_OPTION CLI_NUMBERS_OPTION

// The most options of a family of rows, and a list of some of them: their number.
#define EVAL_MOST_OPTIONS 24
#define EVAL_LIST(options, ...)                                                                    \
    (memcpy(options, (const struct cli_option[]){__VA_ARGS__},                                     \
            sizeof(const struct cli_option[]){__VA_ARGS__}),                                       \
     sizeof(const struct cli_option[]){__VA_ARGS__} / sizeof *(options))

// Reads the arguments behind `eval FAMILY`, of which there must be no others. Returns 0, or CLI_BAD
// after complaining.
int eval_parse(int argc, char **argv, struct cli_option *options);

#endif
