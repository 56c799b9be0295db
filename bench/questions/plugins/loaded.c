// The plug-ins that are loaded, and their kernels.
#include "loaded.h"

#include <stdio.h>
#include <string.h>

#include "kernels.h"

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

// --------------------------------------------------------------------------------------- the table

#define MOST_OF_A_WORD 20
#define MOST_OF_A_NAME 80

void plugin_table_id(const struct buoy_plugin_kernel *kernel, char id[PLUGIN_ID_SIZE]) {
    snprintf(id, PLUGIN_ID_SIZE, "%s/%s/%s", kernel->family, kernel->method, kernel->isa);
}

// The length of a text that has only these characters, if it is at least 1 and at most `most`;
// else 0.
static size_t length_of(const char *text, const char *characters, size_t most) {
    size_t length = 0;
    while (text && length <= most && text[length] != '\0' &&
           (characters ? strchr(characters, text[length]) != NULL
                       : text[length] >= ' ' && text[length] <= '~')) {
        ++length;
    }
    return text && length <= most && text[length] == '\0' ? length : 0;
}

static bool is_word(const char *text) {
    return length_of(text, "abcdefghijklmnopqrstuvwxyz0123456789_+-.", MOST_OF_A_WORD) > 0;
}

// The families, and where a kernel of each has its function.
struct functions {
    const char *family;
    bool given;
};
#define FAMILIES 7
static void list_functions(const struct buoy_plugin_kernel *kernel,
                           struct functions list[FAMILIES]) {
    const struct functions functions[FAMILIES] = {
        {"volume", kernel->volume != NULL},
        {"box", kernel->box != NULL},
        {"hydrostatics", kernel->hydrostatics != NULL},
        {"polygon", kernel->polygon != NULL},
        {"water", kernel->water != NULL},
        {"forces", kernel->forces != NULL},
        {"pressure", kernel->pressure != NULL},
    };
    memcpy(list, functions, sizeof functions);
}

static const char *check_family(const struct buoy_plugin_kernel *kernel) {
    struct functions functions[FAMILIES];
    bool known = false;
    list_functions(kernel, functions);
    for (size_t i = 0; i < FAMILIES; ++i) {
        const bool own = length_of(kernel->family, NULL, MOST_OF_A_WORD) > 0 &&
                         strcmp(functions[i].family, kernel->family) == 0;
        known |= own;
        if (own && !functions[i].given) {
            return "the function of its own family is NULL";
        }
        if (!own && functions[i].given) {
            return "it has the function of another family";
        }
    }
    return known ? NULL : "it names no family of the library";
}

static bool is_share(double number) {
    return number > 0.0 && number <= 1.0;
}

bool plugin_table_states(const struct buoy_plugin_kernel *kernel,
                         const struct buoy_plugin_accuracy *accuracy) {
    const bool has_surface = kernel->hydrostatics || kernel->pressure;
    return is_share(accuracy->volume) && is_share(accuracy->centre) &&
           (!has_surface || is_share(accuracy->surface));
}

// What is wrong with a kernel, or NULL.
static const char *check_kernel(const struct buoy_plugin_kernel *kernel) {
    const char *wrong = check_family(kernel);
    if (wrong) {
        return wrong;
    }
    if (!is_word(kernel->method) || !is_word(kernel->isa)) {
        return "method and isa must be 1 to 20 characters of a-z, 0-9, _, +, - and .";
    }
    if (strcmp(kernel->isa, "best") == 0 || strcmp(kernel->isa, "tuned") == 0) {
        return "the words best and tuned are the library's own";
    }
    if (kernel->release && !kernel->make) {
        return "it has release() without make()";
    }
    return plugin_table_states(kernel, &kernel->accuracy) ? NULL
                                                          : "it states no accuracy between 0 and 1";
}

static bool check_ids(const struct buoy_plugin *plugin, size_t index, char *complaint,
                      size_t size) {
    char id[PLUGIN_ID_SIZE], other[PLUGIN_ID_SIZE];
    plugin_table_id(&plugin->kernels[index], id);
    if (kernels_find(id)) {
        snprintf(complaint, size, "kernel %zu: there is a kernel %s already", index, id);
        return false;
    }
    for (size_t i = 0; i < index; ++i) {
        plugin_table_id(&plugin->kernels[i], other);
        if (strcmp(id, other) == 0) {
            snprintf(complaint, size, "kernels %zu and %zu are both %s", i, index, id);
            return false;
        }
    }
    return true;
}

static bool check_head(const struct buoy_plugin *plugin, char *complaint, size_t size) {
    if (!plugin) {
        snprintf(complaint, size, "buoy_plugin_describe() returns NULL");
    } else if (plugin->abi != BUOY_PLUGIN_ABI) {
        snprintf(complaint, size,
                 "its plug-in interface is version %lu, this program's is %u: compile it with this "
                 "version's buoyancy_plugin.h%s",
                 (unsigned long)plugin->abi, BUOY_PLUGIN_ABI,
                 plugin->abi < 3 ? ", where each function takes the kernel's context first" : "");
    } else if (plugin->kernel_size != sizeof *plugin->kernels) {
        snprintf(complaint, size, "its kernels take %lu bytes, not %zu: compile it again",
                 (unsigned long)plugin->kernel_size, sizeof *plugin->kernels);
    } else if (length_of(plugin->name, NULL, MOST_OF_A_NAME) == 0) {
        snprintf(complaint, size, "its name is not 1 to %d printable characters", MOST_OF_A_NAME);
    } else if (!plugin->kernels || plugin->kernel_count == 0 ||
               plugin->kernel_count > BUOY_PLUGIN_MAX_KERNELS) {
        snprintf(complaint, size, "it must have 1 to %u kernels", BUOY_PLUGIN_MAX_KERNELS);
    } else {
        return true;
    }
    return false;
}

bool plugin_table_check(const struct buoy_plugin *plugin, char *complaint, size_t size) {
    if (!check_head(plugin, complaint, size)) {
        return false;
    }
    for (size_t i = 0; i < plugin->kernel_count; ++i) {
        const char *wrong = check_kernel(&plugin->kernels[i]);
        if (wrong) {
            snprintf(complaint, size, "kernel %zu: %s", i, wrong);
            return false;
        }
        if (!check_ids(plugin, i, complaint, size)) {
            return false;
        }
    }
    return true;
}
