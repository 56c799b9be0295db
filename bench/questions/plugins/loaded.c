// The plug-ins that are loaded, and their kernels.
#include "loaded.h"

static struct plugin *first; // in the order of loading

void loaded_add(struct plugin *plugin) {
    struct plugin **last = &first;
    while (*last) {
        last = &(*last)->next;
    }
    *last = plugin;
}

struct plugin *loaded_take(void) {
    struct plugin *plugin = first;
    first = plugin ? plugin->next : NULL;
    return plugin;
}

struct plugin *loaded_at(size_t index) {
    struct plugin *plugin = first;
    while (plugin && index-- > 0) {
        plugin = plugin->next;
    }
    return plugin;
}

struct plugin_kernel *loaded_find(const struct buoy_kernel *kernel, struct plugin **of) {
    for (struct plugin *plugin = first; plugin; plugin = plugin->next) {
        for (size_t i = 0; i < plugin->kernel_count; ++i) {
            if (&plugin->kernels[i].kernel == kernel) {
                *of = plugin;
                return &plugin->kernels[i];
            }
        }
    }
    return NULL;
}

struct plugin_kernel *plugin_of(const struct buoy_kernel *kernel) {
    struct plugin *plugin;
    return loaded_find(kernel, &plugin);
}
