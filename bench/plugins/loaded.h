// A kernel of a loaded plug-in, as the files in this folder share it.
#ifndef BENCH_LOADED_H
#define BENCH_LOADED_H

#include "dispatch/registry.h"
#include "plugin_table.h"

struct plugin_kernel {
    struct buoy_kernel kernel; // what the rest of the program sees
    struct buoy_method method; // its own
    const struct buoy_plugin_kernel *table;
    struct buoy_plugin_accuracy accuracy; // in the session entered last
    char id[PLUGIN_ID_SIZE];
    char reason[BUOY_PLUGIN_REASON]; // why it cannot run
};

// The kernel behind one that the rest of the program sees; NULL for the library's.
struct plugin_kernel *plugin_of(const struct buoy_kernel *kernel);

#endif
