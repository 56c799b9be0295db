// Where bodies meet the water, and how waves that die away with depth lift them there.
#ifndef BUOY_PLACING_H
#define BUOY_PLACING_H

#include "bodies/forces.h"
#include "bodies/pose.h"
#include "mesh/spread.h"
#include "water/fit.h"
#include "water/pool.h"

// A body as the water meets it.
struct buoy_placed {
    struct buoy_rotation rotation;
    double centre_of_mass[3]; // world
    double up[3];             // the water's normal, world, of unit length
    struct buoy_plane plane;  // mesh's frame; its d is not used
    double offset;            // what replaces it
    double middle[3], depth;  // of the mesh's box, world: so far below the water
    struct buoy_held held;    // by the pool
};

// The body seen from above, with its box's middle there: its spread is turned by the rotation.
void buoy_find_footprint(const struct buoy_rotation *rotation, const struct buoy_spread *spread,
                         const double middle[3], struct buoy_footprint *footprint);

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

// How a body lies in waves: what is submerged of it, and where its centre of buoyancy is from its
// centre of mass.
struct buoy_sunk {
    struct buoy_sunken part;
    double arm[3];
};

// A body that is turned by a rotation and met a plane: the upward unit normal of that, how far the
// middle of the body's box lies below it, where that middle and the centre of buoyancy are, and the
// submerged share of the volume.
struct buoy_dipped {
    double up[3], depth, middle[3], centre[3], share;
};

// Finds what is submerged. The body's spread is given along the axes that are turned.
void buoy_sink(const struct buoy_rotation *rotation, const struct buoy_spread *spread,
               const struct buoy_dipped *dipped, struct buoy_sunken *part);

// Whether bodies in that water need it.
static inline bool buoy_decays(const struct buoy_water *water) {
    return water->kind == BUOY_WATER_WAVES && water->wave_pressure == BUOY_WAVES_DECAY;
}

// The buoyancy of a body in such waves, of which a volume is submerged.
void buoy_let_decay(const struct buoy_water *water, const struct buoy_sunk *sunk, double volume,
                    struct buoy_force *buoyancy);

#endif
