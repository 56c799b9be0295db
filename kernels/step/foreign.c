// The structs that programs in other languages fill: sizes and defaults.
#include "base/arithmetic.h"

#include "buoyancy_foreign.h"

#include <string.h>

#include "base/status.h"
#include "buoyancy_box.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_step.h"

// X(struct, function)
#define FOR_EACH(X)                                                                                \
    X(buoy_box_query, buoy_box_query_default)                                                      \
    X(buoy_drag_body, buoy_drag_body_default)                                                      \
    X(buoy_equilibria_options, buoy_equilibria_options_default)                                    \
    X(buoy_flow_grid, buoy_flow_grid_default)                                                      \
    X(buoy_forces_query, buoy_forces_query_default)                                                \
    X(buoy_heeling, buoy_heeling_default)                                                          \
    X(buoy_hydrodynamic_motion, buoy_hydrodynamic_motion_default)                                  \
    X(buoy_hydrodynamics, buoy_hydrodynamics_default)                                              \
    X(buoy_hydrostatics_query, buoy_hydrostatics_query_default)                                    \
    X(buoy_mesh_input, buoy_mesh_input_default)                                                    \
    X(buoy_model_input, buoy_model_input_default)                                                  \
    X(buoy_motion2d, buoy_motion2d_default)                                                        \
    X(buoy_orbital_motion, buoy_orbital_motion_default)                                            \
    X(buoy_part, buoy_part_default)                                                                \
    X(buoy_patch_grid, buoy_patch_grid_default)                                                    \
    X(buoy_polygon_query, buoy_polygon_query_default)                                              \
    X(buoy_pose, buoy_pose_identity)                                                               \
    X(buoy_pressure_detail, buoy_pressure_detail_default)                                          \
    X(buoy_pressure_query, buoy_pressure_query_default)                                            \
    X(buoy_shapes_query, buoy_shapes_query_default)                                                \
    X(buoy_step_query, buoy_step_query_default)                                                    \
    X(buoy_surface, buoy_surface_default)                                                          \
    X(buoy_surface_motion, buoy_surface_motion_default)                                            \
    X(buoy_texels, buoy_texels_default)                                                            \
    X(buoy_volume_query, buoy_volume_query_default)                                                \
    X(buoy_water, buoy_calm_sea)                                                                   \
    X(buoy_waterline, buoy_waterline_default)                                                      \
    X(buoy_wave, buoy_wave_default)

#define FILL(type, function)                                                                       \
    static void fill_##type(void *value) {                                                         \
        const struct type filled = function();                                                     \
        memcpy(value, &filled, sizeof filled);                                                     \
    }
FOR_EACH(FILL)

struct described {
    const char *name;
    size_t bytes;
    void (*fill)(void *value);
};

static const struct described all[] = {
#define KNOWN(type, function) {#type, sizeof(struct type), fill_##type},
    FOR_EACH(KNOWN)};

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
    known->fill(value);
    return buoy_succeed(error);
}
