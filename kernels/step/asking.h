// What the water does to bodies at a moment.
#ifndef BUOY_ASKING_H
#define BUOY_ASKING_H

#include "step/moving.h"

// Bodies are answered that many at a time.
#define BUOY_MOTION_BLOCK 32

// Some of a query's bodies, on their way.
struct buoy_motion_block {
    size_t first, count; // in the query
    const struct buoy_model *models[BUOY_MOTION_BLOCK];
    struct buoy_rigid rigid[BUOY_MOTION_BLOCK];
    struct buoy_moving moving[BUOY_MOTION_BLOCK];
};

// Water at a moment. Holds pointers into itself: not to be copied.
struct buoy_moment {
    struct buoy_water water;
    struct buoy_orbital_motion orbital;
};

// What the water does to a body.
struct buoy_met_forces {
    struct buoy_body_forces wet;   // volume, centre and wetted area count
    double buoyancy[BUOY_DEGREES]; // or pressure
    double surface[BUOY_DEGREES];  // drag, lift and friction of a surface
    double wetted_area;            // of the surface, or the model
    double flow[3];                // the water's velocity at the centre of buoyancy
};

// The query's water at a time. `moment` must stay where it is.
void buoy_set_moment(const struct buoy_motion_query *query, double time,
                     struct buoy_moment *moment);

// Reads and checks bodies of a query, from the first on; as many as fit.
enum buoy_status buoy_read_block(const struct buoy_motion_query *query, size_t first,
                                 struct buoy_motion_block *block, struct buoy_error *error);

// What the water does to the bodies of a block where they are now. With dt > 0 the drag of surfaces
// is that within a step.
enum buoy_status buoy_ask_water(const struct buoy_motion_query *query,
                                const struct buoy_moment *moment,
                                const struct buoy_motion_block *block, double dt,
                                struct buoy_met_forces *met, struct buoy_error *error);

// One body's volume and centre of buoyancy where it is now, in any plane water.
enum buoy_status buoy_ask_volume(const struct buoy_water *water, const struct buoy_model *model,
                                 const struct buoy_moving *moving, const double position[3],
                                 struct buoy_body_forces *wet);

#endif
