// The true answer to a step: what buoyancy_step.h documents, in long double, in the world's frame.
#ifndef BENCH_STEP_TRUTH_H
#define BENCH_STEP_TRUTH_H

#include "buoyancy_step.h"
#include "buoyancy_truth.h"

// A body in the water.
struct step_case {
    const struct buoy_part *parts;
    size_t part_count;
    const struct buoy_mass *mass;
    const struct buoy_drag *drag;
    // Position, quaternion, velocity, angular velocity, as in struct buoy_states.
    const double *position, *rotation, *velocity, *spin;
    const struct buoy_water *water; // everywhere
    // What the waves were made of; every period is that of deep water.
    const struct buoy_wave *waves;
    size_t wave_count;
    double dt;
};

// A body, whatever its state.
struct step_extent {
    real middle[3], diagonal, length, volume, area; // as in struct buoy_model_info
    real centroid[3], second[9]; // of the parts' volume, and its second moments per volume, by rows
};

// What the answer follows from.
struct step_truth {
    struct step_extent extent;
    real up[3], offset;        // the plane that the body meets, in the world
    real reach;                // on a patch: the least root of the ellipse's tensor
    real middle[3];            // of the body's box, in the world
    real centre[3];            // of buoyancy, in the world
    real own_centre[3];        // the same in the body's frame
    struct forces_case forces; // what the formulas start from
};

// Each returns 0, or CLI_BAD after complaining.
int step_truth_find_extent(const struct buoy_part *parts, size_t count, struct step_extent *extent);
int step_truth_find(const struct step_case *body, struct step_truth *truth,
                    struct buoy_body_forces *answer);

// The plane in the frame of a shape at a place of the body.
void step_truth_plane(const struct step_truth *truth, const struct step_case *body,
                      const struct buoy_pose *place, real n[3], real *d);

#endif
