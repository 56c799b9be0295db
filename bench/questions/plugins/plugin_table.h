// Checks the table of kernels that a plug-in hands over.
#ifndef BENCH_PLUGIN_TABLE_H
#define BENCH_PLUGIN_TABLE_H

#include <stdbool.h>

#include "buoyancy_plugin.h"

// Whether the table can be used; else the complaint says what is wrong with it. Pointers that lead
// nowhere are not found, but crash.
bool plugin_table_check(const struct buoy_plugin *plugin, char *complaint, size_t size);

// Whether an accuracy has a share in (0, 1] for everything that the kernel answers.
bool plugin_table_states(const struct buoy_plugin_kernel *kernel,
                         const struct buoy_plugin_accuracy *accuracy);

// Writes a kernel's id, family/method/isa; its strings are checked.
#define PLUGIN_ID_SIZE 64
void plugin_table_id(const struct buoy_plugin_kernel *kernel, char id[PLUGIN_ID_SIZE]);

#endif
