// shapes/reference/scalar: every kind of shape in double, in plain C, for checking the kernels in
// lanes. Each kind's file says how.
#include "base/arithmetic.h"

#include "shapes_reference.h"

#include "dispatch/methods.h"
#include "mesh/kinds.h"
#include "mesh/plane.h"

static buoy_reference_function *const by_kind[] = {
    [BUOY_SHAPE_BOX] = buoy_reference_box,
    [BUOY_SHAPE_SPHERE] = buoy_reference_ellipsoid,
    [BUOY_SHAPE_ELLIPSOID] = buoy_reference_ellipsoid,
    [BUOY_SHAPE_CAPSULE] = buoy_reference_capsule,
    [BUOY_SHAPE_CYLINDER] = buoy_reference_cylinder,
    [BUOY_SHAPE_CONE] = buoy_reference_cone,
};

static void answer(const struct buoy_shape *shape, const struct buoy_plane *plane,
                   struct buoy_volume *volume, struct buoy_shape_surface *surface) {
    const size_t kind = (size_t)buoy_kind_of(shape);
    struct buoy_shape_question question = {.d = plane->d};
    struct buoy_shape_surface unused;
    for (int i = 0; i < 3; ++i) {
        question.size[i] = shape->size[kind == BUOY_SHAPE_SPHERE ? 0 : i];
        question.n[i] = plane->normal[i];
    }
    if (kind < sizeof by_kind / sizeof *by_kind && by_kind[kind]) { // as the caller has checked
        by_kind[kind](&question, volume, surface ? surface : &unused);
    }
}

bool buoy_shapes_reference_scalar(const struct buoy_shapes_query *query,
                                  struct buoy_volume *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        if (!buoy_shape_is_valid(&query->shapes[i]) || !buoy_plane_is_valid(&query->planes[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer(&query->shapes[i], &query->planes[i], &results[i],
               query->surfaces ? &query->surfaces[i] : NULL);
    }
    return true;
}
