// Shared by approximations: each plane of a query, and the answers that need no method.
#ifndef SCALAR_EACH_PLANE_H
#define SCALAR_EACH_PLANE_H

#include "mesh/plane.h"

// What a method does: answers below a plane that may cross the mesh, or the rim of an open one.
typedef void each_plane_answer(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                               struct buoy_volume *result);

static inline void each_plane(const struct buoy_volume_query *query, each_plane_answer *answer,
                              struct buoy_volume *restrict results) {
    const struct buoy_mesh *mesh = query->mesh;
    for (size_t i = 0; i < query->count; ++i) {
        double d;
        const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, i, &d);
        const struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, &given, d);
        if (plane.side == BUOY_SIDE_DRY) {
            buoy_answer_dry(mesh, &results[i]);
        } else if (plane.side == BUOY_SIDE_WET) {
            buoy_answer_wet(mesh, &results[i]);
        } else {
            answer(mesh, &plane, &results[i]);
        }
    }
}

#endif
