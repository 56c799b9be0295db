// What the water does to bodies at a moment.
#ifndef BENCH_ASKING_H
#define BENCH_ASKING_H

#include "base/status.h"
#include "moving.h"

// Bodies are answered that many at a time.
#define MOTION_BLOCK 32

// Some of a query's bodies, on their way: in the caller's order, without those that have failed.
struct motion_block {
    struct buoy_elements *elements; // what became of the query's bodies
    size_t count;
    size_t body[MOTION_BLOCK]; // their numbers in the query
    bool failed[MOTION_BLOCK]; // and are still among the others; false for most
    const struct buoy_model *models[MOTION_BLOCK];
    struct motion_rigid rigid[MOTION_BLOCK];
    struct motion_moving moving[MOTION_BLOCK];
};

// Water at a moment. Holds pointers into itself: not to be copied.
struct motion_moment {
    struct buoy_water water;
    struct buoy_orbital_motion orbital;
};

// What the water does to a body.
struct motion_met_forces {
    struct buoy_body_forces wet;     // volume, centre and wetted area count
    double buoyancy[MOTION_DEGREES]; // or pressure
    double surface[MOTION_DEGREES];  // drag, lift and friction of a surface
    double wetted_area;              // of the surface, or the model
    double flow[3];                  // the water's velocity at the centre of buoyancy
    double swell[3]; // how waves accelerate the water there, if the body carries some
};

// The query's water at a time. `moment` must stay where it is.
void motion_set_moment(const struct motion_query *query, double time, struct motion_moment *moment);

// Begins with bodies of a query, from the first on: as many as fit.
void motion_begin_block(const struct motion_query *query, size_t first,
                        struct buoy_elements *elements, struct motion_block *block);

// Where to write why a body of a block fails, or NULL; and that it has failed, for which its place
// in the block stays until motion_leave_failed().
struct buoy_error *motion_cause_in(const struct motion_block *block, size_t i);
void motion_fail_in(struct motion_block *block, size_t i);

// Leaves out the bodies that have failed.
void motion_leave_failed(struct motion_block *block);

// Reads and checks the bodies of a block; leaves out those at fault.
void motion_read_block(const struct motion_query *query, struct motion_block *block);

// The water's velocity at the bodies that carry some, for the whole step.
void motion_set_flows(const struct motion_moment *moment, struct motion_block *block);

// What the water does to the bodies of a block where they are now; leaves out those for which that
// is not known. With dt > 0 the drag of surfaces is that within a step.
void motion_ask_water(const struct motion_query *query, const struct motion_moment *moment,
                      struct motion_block *block, double dt, struct motion_met_forces *met);

// One body's volume and centre of buoyancy where it is now, in any plane water.
enum buoy_status motion_ask_volume(const struct buoy_water *water, const struct buoy_model *model,
                                   const struct motion_moving *moving, const double position[3],
                                   struct buoy_body_forces *wet);

#endif
