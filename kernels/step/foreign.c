// The structs that programs in other languages fill: sizes and defaults.
#include "base/arithmetic.h"

#include "buoyancy_foreign.h"

#include <string.h>

#include "base/status.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_shapes.h"
#include "buoyancy_step.h"

// X(struct, default)
#define FOR_EACH(X)                                                                                \
    X(buoy_drag_body, buoy_drag_body_default())                                                    \
    X(buoy_forces_query, buoy_forces_query_default())                                              \
    X(buoy_heeling, buoy_heeling_default())                                                        \
    X(buoy_hydrodynamic_motion, buoy_hydrodynamic_motion_default())                                \
    X(buoy_part, buoy_part_default())                                                              \
    X(buoy_patch_grid, buoy_patch_grid_default())                                                  \
    X(buoy_pose, buoy_pose_identity())                                                             \
    X(buoy_pressure_query, buoy_pressure_query_default())                                          \
    X(buoy_water, buoy_calm_sea(BUOY_Z_UP))                                                        \
    X(buoy_wave, buoy_wave_default())

// Structs whose default is all 0: X(struct)
#define FOR_EACH_OF_ZEROS(X)                                                                       \
    X(buoy_drag2d_query)                                                                           \
    X(buoy_equilibria_options)                                                                     \
    X(buoy_flow_grid)                                                                              \
    X(buoy_hydrodynamics)                                                                          \
    X(buoy_hydrostatics_query)                                                                     \
    X(buoy_mesh_input)                                                                             \
    X(buoy_model_input)                                                                            \
    X(buoy_motion2d)                                                                               \
    X(buoy_orbital_motion)                                                                         \
    X(buoy_polygon_query)                                                                          \
    X(buoy_pressure_detail)                                                                        \
    X(buoy_shapes_query)                                                                           \
    X(buoy_step_options)                                                                           \
    X(buoy_step_query)                                                                             \
    X(buoy_surface)                                                                                \
    X(buoy_surface_motion)                                                                         \
    X(buoy_texels)                                                                                 \
    X(buoy_volume_query)                                                                           \
    X(buoy_waterline)

#define FILL(type, standard)                                                                       \
    static void fill_##type(void *value) {                                                         \
        const struct type filled = standard;                                                       \
        memcpy(value, &filled, sizeof filled);                                                     \
    }
FOR_EACH(FILL)

struct described {
    const char *name;
    size_t bytes;
    void (*fill)(void *value); // NULL: with zeros
};

static const struct described all[] = {
#define KNOWN(type, standard) {#type, sizeof(struct type), fill_##type},
    FOR_EACH(KNOWN)
#define KNOWN_OF_ZEROS(type) {#type, sizeof(struct type), NULL},
        FOR_EACH_OF_ZEROS(KNOWN_OF_ZEROS)};

static const struct described *find(const char *name) {
    for (size_t i = 0; name && i < sizeof all / sizeof *all; ++i) {
        if (strcmp(all[i].name, name) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

size_t buoy_struct_bytes(const char *name) {
    const struct described *known = find(name);
    return known ? known->bytes : 0;
}

enum buoy_status buoy_struct_fill(const char *name, void *value, size_t bytes,
                                  struct buoy_error *error) {
    const struct described *known = find(name);
    if (!name || !value) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s", name ? "struct" : "name");
    }
    if (!known) {
        return buoy_fail(error, BUOY_ERROR_UNKNOWN_NAME, "no struct of the name '%s'", name);
    }
    if (bytes != known->bytes) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "struct %s has %zu bytes in this library, not %zu", name, known->bytes,
                         bytes);
    }
    if (known->fill) {
        known->fill(value);
    } else {
        memset(value, 0, bytes);
    }
    return buoy_succeed(error);
}
