// `eval` with kernels of plug-ins.
#ifndef BENCH_EVAL_PLUGIN_H
#define BENCH_EVAL_PLUGIN_H

#include <stdbool.h>

#include "buoyancy.h"

// Whether the arguments have the option --plugin.
bool eval_has_plugin(int argc, char **argv);

// Does a family's work and prints its answers if the plug-in did not fail. Returns the exit code.
int eval_with_plugin(int (*run)(int argc, char **argv), int argc, char **argv);

// Has a plug-in's kernel answer from now on; does nothing with the library's. Returns 0, or CLI_BAD
// after complaining.
int eval_enter_kernel(const struct buoy_kernel *kernel);

#endif
