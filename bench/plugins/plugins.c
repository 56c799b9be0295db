// The option --plugin: kernels from shared objects, beside the library's own.
#include "plugins.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adaptors.h"
#include "cli.h"
#include "dispatch/cpu.h"
#include "json_output.h"
#include "kernels.h"
#include "loaded.h"
#include "plugin_guard.h"

typedef const struct buoy_plugin *describe_function(void);

// ----------------------------------------------------------------------------- what is loaded

const char *plugins_name(size_t index) {
    const struct plugin *plugin = loaded_at(index);
    return plugin ? plugin->name : NULL;
}

bool plugins_own(const struct buoy_kernel *kernel) {
    return plugin_of(kernel) != NULL;
}

const char *plugins_path(const struct buoy_kernel *kernel) {
    struct plugin *plugin;
    return loaded_find(kernel, &plugin) ? plugin->path : NULL;
}

struct buoy_plugin_accuracy plugins_accuracy(const struct buoy_kernel *kernel) {
    return plugin_of(kernel)->accuracy;
}

// ------------------------------------------------------------------------------- loading

// Opens a shared object and finds its table; NULL with a complaint if there is none. A name without
// a slash is a file here, not one in the system's folders.
static const struct buoy_plugin *open_object(const char *path, void **object, char *complaint,
                                             size_t size) {
    char here[4096];
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    guard_stage("while it was loaded");
    *object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!*object) {
        const char *why = dlerror();
        const size_t length = strlen(here);
        const bool named = strncmp(why, here, length) == 0 && strncmp(why + length, ": ", 2) == 0;
        snprintf(complaint, size, "%s", named ? why + length + 2 : why);
        return NULL;
    }
    void *symbol = dlsym(*object, "buoy_plugin_describe");
    if (!symbol) {
        snprintf(complaint, size, "it has no function buoy_plugin_describe()");
        return NULL;
    }
    describe_function *describe;
    memcpy(&describe, &symbol, sizeof describe); // ISO C has no cast between the two
    guard_stage("in buoy_plugin_describe()");
    const struct buoy_plugin *plugin = describe();
    guard_stage("while its table was read");
    return plugin_table_check(plugin, complaint, size) ? plugin : NULL;
}

// Calls everything of a plug-in that is called before there are queries.
static void try_loading(void *context, struct guard *guard) {
    void *object;
    const struct buoy_plugin *plugin =
        open_object(context, &object, guard->complaint, sizeof guard->complaint);
    for (size_t i = 0; plugin && i < plugin->kernel_count; ++i) {
        const struct buoy_plugin_kernel *kernel = &plugin->kernels[i];
        if (kernel->why_not) {
            guard_stage("in why_not() of %s/%s/%s", kernel->family, kernel->method, kernel->isa);
            const char *why = kernel->why_not();
            snprintf(guard->declined, sizeof guard->declined, "%s", why ? why : ""); // reads it
        }
    }
    if (plugin) {
        guard_stage("while it was unloaded");
        dlclose(object);
    }
}

// Why a kernel cannot run, as one line, or "".
static void find_reason(struct plugin_kernel *kernel) {
    const struct buoy_isa *isa = buoy_isa_find(kernel->table->isa);
    const char *why = kernel->table->why_not ? kernel->table->why_not() : NULL;
    if (isa && (isa->features & ~buoy_cpu_features()) != 0) {
        snprintf(kernel->reason, sizeof kernel->reason, "this machine cannot run %s", isa->name);
    } else if (why) {
        snprintf(kernel->reason, sizeof kernel->reason, "%s", *why ? why : "its plug-in says so");
    }
    json_clean(kernel->reason);
}

static void fill_kernel(const struct buoy_plugin_kernel *table, struct plugin_kernel *kernel) {
    const struct buoy_isa *isa = buoy_isa_find(table->isa);
    kernel->table = table;
    kernel->accuracy = table->accuracy;
    plugin_table_id(table, kernel->id);
    find_reason(kernel);
    kernel->method = (struct buoy_method){.family = table->family, .name = table->method};
    kernel->kernel = (struct buoy_kernel){
        .id = kernel->id,
        .isa = table->isa,
        .method = &kernel->method,
        .needs = isa ? isa->features : 0,
        .deterministic = table->deterministic,
        .not_built = kernel->reason[0] != '\0' ? kernel->reason : NULL,
    };
    adaptors_set(&kernel->kernel);
}

static int add(const struct buoy_plugin *table, void *object, const char *path) {
    struct plugin *plugin =
        calloc(1, sizeof *plugin + table->kernel_count * sizeof plugin->kernels[0]);
    char *copy = strdup(path);
    if (!plugin || !copy) {
        free(plugin);
        free(copy);
        return cli_out_of_memory();
    }
    plugin->path = copy;
    plugin->object = object;
    plugin->kernel_count = table->kernel_count;
    plugin->name = table->name;
    loaded_add(plugin);
    for (size_t i = 0; i < plugin->kernel_count; ++i) {
        fill_kernel(&table->kernels[i], &plugin->kernels[i]);
        if (kernels_add(&plugin->kernels[i].kernel) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

int plugins_load(const char *path) {
    struct guard outcome;
    char text[4096];
    if (guard_set_limit() != 0) {
        return CLI_BAD;
    }
    if (access(path, R_OK) != 0 || strlen(path) > sizeof text - 3) {
        return cli_bad("--plugin %s: there is no such file, or it cannot be read", path);
    }
    snprintf(text, sizeof text, "%s", path);
    if (guard_run(try_loading, text, false, &outcome) != 0) {
        return CLI_BAD;
    }
    if (outcome.complaint[0] != '\0') {
        return cli_bad("--plugin %s: %s", path, outcome.complaint);
    }
    void *object;
    const struct buoy_plugin *table =
        open_object(path, &object, outcome.complaint, sizeof outcome.complaint);
    return table ? add(table, object, path) : cli_bad("--plugin %s: %s", path, outcome.complaint);
}

void plugins_unload(void) {
    kernels_forget_added();
    for (struct plugin *plugin; (plugin = loaded_take());) {
        dlclose(plugin->object);
        free(plugin->path);
        free(plugin);
    }
}
