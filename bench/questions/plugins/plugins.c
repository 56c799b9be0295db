// The option --plugin: kernels from shared objects, beside the library's own.
#include "plugins.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "dispatch/cpu.h"
#include "dispatch/registry.h"
#include "files.h"
#include "hulls.h"
#include "json_output.h"
#include "kernels.h"
#include "loaded.h"
#include "mesh/plane.h"
#include "objects.h"
#include "session.h"

// ---------------------------------------------------------------------------------------- adaptors

// Functions as the registry's kernels have them, which ask the plug-in of the session entered. They
// are within the timed loop: what they add to a call is a look at which mesh it is about.

// Answers consist of doubles. An answer that cannot be mistaken for one:
static void fill_with_nan(void *answers, size_t bytes) {
    const double nan = (double)NAN;
    for (size_t i = 0; i + sizeof nan <= bytes; i += sizeof nan) {
        memcpy((char *)answers + i, &nan, sizeof nan);
    }
}

// The hull for a query, which is mostly that of the query before; NULL in place of a session if
// there can be no answer.
static inline struct plugin_session *find(const struct buoy_mesh *mesh,
                                          const struct buoy_waves *waves, void **hull) {
    struct plugin_session *session = session_current();
    if (session && mesh && session->latest.of == mesh && session->failure[0] == '\0') {
        *hull = session->latest.hull;
        return session;
    }
    return session && session_find_hull(session, mesh, waves, hull) ? session : NULL;
}

// Asks for `count` answers of one family, from a session that is found by `mesh` and `waves`.
#define ASK(family, mesh, waves, results, count, ...)                                              \
    void *hull = NULL;                                                                             \
    struct plugin_session *session = find(mesh, waves, &hull);                                     \
    const int returned = session ? session->plugin->table->family(session->plugin->table->context, \
                                                                  hull, __VA_ARGS__)               \
                                 : 0;                                                              \
    if (returned != 0) {                                                                           \
        session_fail(session, returned);                                                           \
    }                                                                                              \
    if (!session || returned != 0) {                                                               \
        fill_with_nan(results, (count) * sizeof *(results));                                       \
    }

// Planes in double, whose normals are floats, come with the nearest in float.
static const struct buoy_plane *round_planes(const struct buoy_plane64 *planes64, size_t count,
                                             struct buoy_plane rounded[BUOY_ROUNDED]) {
    for (size_t i = 0; i < count; ++i) {
        const double *n = planes64[i].normal, most = (double)FLT_MAX;
        rounded[i] = (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]},
                                         (float)buoy_clamp(planes64[i].d, -most, most)};
    }
    return rounded;
}

static void ask_volume(const struct buoy_volume_query *query,
                       struct buoy_volume *restrict results) {
    struct buoy_plane rounded[BUOY_ROUNDED];
    struct buoy_volume_query asked;
    if (query->planes64) {
        asked = *query;
        asked.planes = round_planes(query->planes64, query->count, rounded);
        query = &asked;
    }
    ASK(volume, query->mesh, NULL, results, query->count, query, results)
}

static void ask_hydrostatics(const struct buoy_hydrostatics_query *query,
                             struct buoy_hydrostatics *restrict results) {
    struct buoy_plane rounded[BUOY_ROUNDED];
    struct buoy_hydrostatics_query asked;
    if (query->planes64) {
        asked = *query;
        asked.planes = round_planes(query->planes64, query->count, rounded);
        query = &asked;
    }
    ASK(hydrostatics, query->mesh, NULL, results, query->count, query, results)
}

// `false` would mean that the question is invalid.
static bool ask_pressure(const struct buoy_pressure_query *query, struct buoy_waterline *waterline,
                         struct buoy_pressure *restrict result) {
    if (waterline) {
        waterline->count = 0;
    }
    ASK(pressure, query->mesh, NULL, result, 1, query, result)
    return true;
}

static bool ask_box(const struct buoy_shapes_query *query, struct buoy_volume *restrict results) {
    ASK(box, NULL, NULL, results, query->count, query, results)
    return true;
}

static bool ask_polygon(const struct buoy_polygon_query *query,
                        struct buoy_area *restrict results) {
    ASK(polygon, NULL, NULL, results, query->count, query, results)
    return true;
}

static bool ask_forces(const struct buoy_forces_query *query,
                       struct buoy_forces *restrict results) {
    ASK(forces, NULL, NULL, results, query->count, query, results)
    return true;
}

static void ask_water(const struct buoy_waves *waves, double time, struct buoy_surface *query) {
    void *hull = NULL;
    struct plugin_session *session = find(NULL, waves, &hull);
    const struct buoy_plugin_kernel *table = session ? session->plugin->table : NULL;
    const int returned = table ? table->water(table->context, hull, time, query) : 0;
    if (returned != 0) {
        session_fail(session, returned);
    }
    if (!session || returned != 0) {
        for (size_t i = 0; i < query->count; ++i) {
            query->height[i] = NAN;
            if (query->slope_x) {
                query->slope_x[i] = NAN;
                query->slope_y[i] = NAN;
            }
        }
    }
}

// Sets the function of the kernel's family.
static void adaptors_set(struct buoy_kernel *kernel) {
    const char *family = kernel->method->family;
    if (strcmp(family, "volume") == 0) {
        kernel->volume = ask_volume;
    } else if (strcmp(family, "box") == 0) {
        kernel->box = ask_box;
    } else if (strcmp(family, "hydrostatics") == 0) {
        kernel->hydrostatics = ask_hydrostatics;
    } else if (strcmp(family, "polygon") == 0) {
        kernel->polygon = ask_polygon;
    } else if (strcmp(family, "water") == 0) {
        kernel->water = ask_water;
    } else if (strcmp(family, "forces") == 0) {
        kernel->forces = ask_forces;
    } else {
        kernel->pressure = ask_pressure;
    }
}

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

// What a plug-in does before its first query may take so long each: its constructors,
// buoy_plugin_describe(), why_not().
#define LOADING_SECONDS 10

// Opens a shared object and finds its table; NULL with a complaint if there is none. A name without
// a slash is a file here, not one in the system's folders.
static const struct buoy_plugin *open_object(const char *path, void **object, char *complaint,
                                             size_t size) {
    char here[4096];
    snprintf(here, sizeof here, "%s%s", files_name(path) > path ? "" : "./", path);
    blame_format("while %s was loaded", path);
    blame_limit(LOADING_SECONDS);
    *object = objects_load(here, complaint, size);
    blame_limit(0);
    blame(NULL);
    if (!*object) {
        return NULL;
    }
    void *symbol = objects_find(*object, "buoy_plugin_describe");
    if (!symbol) {
        snprintf(complaint, size, "it has no function buoy_plugin_describe()");
        return NULL;
    }
    describe_function *describe;
    memcpy(&describe, &symbol, sizeof describe); // ISO C has no cast between the two
    blame_format("in buoy_plugin_describe() of %s, or while its table was read", path);
    blame_limit(LOADING_SECONDS);
    const struct buoy_plugin *plugin = describe();
    const bool usable = plugin_table_check(plugin, complaint, size);
    blame_limit(0);
    blame(NULL);
    return usable ? plugin : NULL;
}

// Why a kernel cannot run, as one line, or "".
static void find_reason(struct plugin_kernel *kernel) {
    const struct buoy_plugin_kernel *table = kernel->table;
    const struct buoy_isa *isa = buoy_isa_find(table->isa);
    blame_format("in why_not() of %s", kernel->id);
    blame_limit(LOADING_SECONDS);
    const char *why = table->why_not ? table->why_not(table->context) : NULL;
    blame_limit(0);
    blame(NULL);
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
    char complaint[400] = "";
    if (access(path, R_OK) != 0 || strlen(path) > 4000) {
        return cli_bad("--plugin %s: there is no such file, or it cannot be read", path);
    }
    blame_begin();
    void *object;
    const struct buoy_plugin *table = open_object(path, &object, complaint, sizeof complaint);
    return table ? add(table, object, path) : cli_bad("--plugin %s: %s", path, complaint);
}

void plugins_unload(void) {
    kernels_forget_added();
    for (struct plugin *plugin; (plugin = loaded_take());) {
        blame_format("while %s was unloaded", plugin->path);
        objects_unload(plugin->object);
        blame(NULL);
        free(plugin->path);
        free(plugin);
    }
}
