// The option --plugin: kernels from shared objects, beside the library's own.
#ifndef BENCH_PLUGINS_H
#define BENCH_PLUGINS_H

#include "buoyancy_plugin.h"

// For a command's table of options.
#define PLUGINS_OPTION                                                                             \
    { .name = "plugin", .kind = CLI_CALL, .take = plugins_load }

// Loads a shared object and adds its kernels to those of kernels.h: those that can run here, and
// those that cannot, with the reason. Returns 0, or CLI_BAD after complaining.
int plugins_load(const char *path);

// Unloads everything that was loaded. No session may be open.
void plugins_unload(void);

// The plug-ins' names for themselves, in the order in which they were loaded; NULL past the last.
const char *plugins_name(size_t index);

// Whether a kernel comes from a plug-in.
bool plugins_own(const struct buoy_kernel *kernel);

// The file that a kernel was loaded from, as it was named; NULL for the library's.
const char *plugins_path(const struct buoy_kernel *kernel);

// What a plug-in's kernel states about its errors, in the session it entered last.
struct buoy_plugin_accuracy plugins_accuracy(const struct buoy_kernel *kernel);

#endif
