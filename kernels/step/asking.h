// What the water does to bodies at a moment.
#ifndef BUOY_ASKING_H
#define BUOY_ASKING_H

#include "base/elements.h"
#include "step/moving.h"

// Bodies are answered that many at a time.
#define BUOY_MOTION_BLOCK 32

// Some of a query's bodies, on their way: in the caller's order, without those that have failed.
struct buoy_motion_block {
    struct buoy_elements *elements; // what became of the query's bodies
    size_t count;
    size_t body[BUOY_MOTION_BLOCK]; // their numbers in the query
    bool failed[BUOY_MOTION_BLOCK]; // and are still among the others; false for most
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

// Begins with bodies of a query, from the first on: as many as fit.
void buoy_begin_block(const struct buoy_motion_query *query, size_t first,
                      struct buoy_elements *elements, struct buoy_motion_block *block);

// Where to write why a body of a block fails, or NULL; and that it has failed, for which its place
// in the block stays until buoy_leave_failed().
struct buoy_error *buoy_cause_in(const struct buoy_motion_block *block, size_t i);
void buoy_fail_in(struct buoy_motion_block *block, size_t i);

// Leaves out the bodies that have failed.
void buoy_leave_failed(struct buoy_motion_block *block);

// Reads and checks the bodies of a block; leaves out those at fault.
void buoy_read_block(const struct buoy_motion_query *query, struct buoy_motion_block *block);

// What the water does to the bodies of a block where they are now; leaves out those for which that
// is not known. With dt > 0 the drag of surfaces is that within a step.
void buoy_ask_water(const struct buoy_motion_query *query, const struct buoy_moment *moment,
                    struct buoy_motion_block *block, double dt, struct buoy_met_forces *met);

// One body's volume and centre of buoyancy where it is now, in any plane water.
enum buoy_status buoy_ask_volume(const struct buoy_water *water, const struct buoy_model *model,
                                 const struct buoy_moving *moving, const double position[3],
                                 struct buoy_body_forces *wet);

#endif
