// The plug-ins that are loaded, and their kernels, as the files in this folder share them.
#ifndef BENCH_LOADED_H
#define BENCH_LOADED_H

#include <stdbool.h>

#include "buoyancy_plugin.h"
#include "dispatch/registry.h"

// ---- Checks the table of kernels that a plug-in hands over.

// Whether the table can be used; else the complaint says what is wrong with it. Pointers that lead
// nowhere are not found, but crash.
bool plugin_table_check(const struct buoy_plugin *plugin, char *complaint, size_t size);

// Whether an accuracy has a share in (0, 1] for everything that the kernel answers.
bool plugin_table_states(const struct buoy_plugin_kernel *kernel,
                         const struct buoy_plugin_accuracy *accuracy);

// Writes a kernel's id, family/method/isa; its strings are checked.
#define PLUGIN_ID_SIZE 64
void plugin_table_id(const struct buoy_plugin_kernel *kernel, char id[PLUGIN_ID_SIZE]);

struct plugin_kernel {
    struct buoy_kernel kernel; // what the rest of the program sees
    struct buoy_method method; // its own
    const struct buoy_plugin_kernel *table;
    struct buoy_plugin_accuracy accuracy; // in the session entered last
    char id[PLUGIN_ID_SIZE];
    char reason[BUOY_PLUGIN_REASON]; // why it cannot run
};

struct plugin {
    struct plugin *next;
    void *object;
    const char *name;
    char *path;
    size_t kernel_count;
    struct plugin_kernel kernels[]; // never moves
};

// Adds a plug-in behind those that are loaded already.
void loaded_add(struct plugin *plugin);

// Takes out the plug-in that was loaded first; NULL if there is none.
struct plugin *loaded_take(void);

// The plug-in that was loaded after `index` others; NULL past the last.
struct plugin *loaded_at(size_t index);

// Sets a kernel's plug-in, and returns the kernel's part of it; NULL for the library's kernels.
struct plugin_kernel *loaded_find(const struct buoy_kernel *kernel, struct plugin **of);

// The kernel behind one that the rest of the program sees; NULL for the library's.
struct plugin_kernel *plugin_of(const struct buoy_kernel *kernel);

#endif
