// Where bodies meet the water.
#ifndef BUOY_PLACING_H
#define BUOY_PLACING_H

#include "bodies/forces.h"
#include "bodies/pose.h"
#include "mesh/spread.h"

// A body as the water meets it.
struct buoy_placed {
    struct buoy_rotation rotation;
    double centre_of_mass[3]; // world
    double up[3];             // the water's normal, world, of unit length
    struct buoy_plane plane;  // mesh's frame; its d is not used
    double offset;            // what replaces it
};

// The water's surface about a body whose box has its middle there, as a plane of the world: plane
// water itself, else the best fit (water/fit.h). The spread is given along the axes that are
// turned by the rotation. `up` is of unit length.
enum buoy_status buoy_find_surface(const struct buoy_water *water,
                                   const struct buoy_rotation *rotation, const double middle[3],
                                   const struct buoy_spread *spread, double up[3], double *offset);

// Checks a body of a query and places it; messages name it by its index.
enum buoy_status buoy_place(const struct buoy_body_query *query, size_t index,
                            struct buoy_placed *placed, struct buoy_error *error);

// Where a point of the mesh's frame lies in the world.
static inline void buoy_to_world(const struct buoy_placed *placed, const struct buoy_body *body,
                                 const double point[3], double result[3]) {
    buoy_rotate(&placed->rotation, point, result);
    for (int i = 0; i < 3; ++i) {
        result[i] += body->pose.position[i];
    }
}

#endif
