// Functions as the registry's kernels have them, which ask the plug-in of the session entered. They
// are within the timed loop: what they add to a call is a look at which mesh it is about.
#include "adaptors.h"

#include <math.h>
#include <string.h>

#include "hulls.h"

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

static void ask_volume(const struct buoy_volume_query *query,
                       struct buoy_volume *restrict results) {
    ASK(volume, query->mesh, NULL, results, query->count, query, results)
}

static void ask_hydrostatics(const struct buoy_hydrostatics_query *query,
                             struct buoy_hydrostatics *restrict results) {
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

static void refuse_surface(const struct buoy_surface *query) {
    for (size_t i = 0; i < query->count; ++i) {
        query->height[i] = NAN;
        if (query->slope_x) {
            query->slope_x[i] = NAN;
            query->slope_y[i] = NAN;
        }
    }
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
        refuse_surface(query);
    }
}

void adaptors_set(struct buoy_kernel *kernel) {
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
