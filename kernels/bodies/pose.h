// How a pose turns a mesh's frame into the world's.
#ifndef BUOY_POSE_H
#define BUOY_POSE_H

#include "base/vector.h"
#include "buoyancy_forces.h"
#include "buoyancy_water.h"
#include "mesh/mesh.h"
#include "water/water.h"

// The rows of a rotation's matrix.
struct buoy_rotation {
    double row[3][3];
};

// A pose's rotation. False if that is no unit quaternion.
bool buoy_pose_rotation(const struct buoy_pose *pose, struct buoy_rotation *rotation);

static inline void buoy_rotate(const struct buoy_rotation *rotation, const double x[3],
                               double y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = buoy_dot(rotation->row[i], x);
    }
}

// The transpose.
static inline void buoy_rotate_back(const struct buoy_rotation *rotation, const double x[3],
                                    double y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = rotation->row[0][i] * x[0] + rotation->row[1][i] * x[1] + rotation->row[2][i] * x[2];
    }
}

// R T Rᵀ, a tensor of the mesh's frame in the world's.
void buoy_turn_tensor(const struct buoy_rotation *rotation, const double tensor[9],
                      double result[9]);

// ----------------------------------------------------------------------------------- in the water

// Where bodies meet the water, and how waves that die away with depth lift them there.

// The body seen from above, with its box's middle there: its spread is turned by the rotation.
void buoy_find_footprint(const struct buoy_rotation *rotation, const struct buoy_spread *spread,
                         const double middle[3], struct buoy_footprint *footprint);

// The water's surface about a body whose box has its middle there, as a plane of the world: plane
// water itself, else the best fit (water/water.h). The spread is given along the axes that are
// turned by the rotation. `up` is of unit length.
enum buoy_status buoy_find_surface(const struct buoy_water *water,
                                   const struct buoy_rotation *rotation, const double middle[3],
                                   const struct buoy_spread *spread, double up[3], double *offset);

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
