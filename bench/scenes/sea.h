// The water of a scene as time passes: waves move, and a patch of them goes with the bodies.
#ifndef BENCH_SEA_H
#define BENCH_SEA_H

#include "motion.h"
#include "scene_file.h"

struct sea {
    const struct scene *scene;
    struct buoy_water water;  // that the bodies meet
    struct buoy_patch *patch; // NULL if the scene has none
};

// Returns 0, or CLI_BAD after complaining; sea_free() is allowed either way.
int sea_make(const struct scene *scene, struct sea *sea);
void sea_free(struct sea *sea);

// Brings the patch, if there is one, to where the bodies are, at a time of the water.
enum buoy_status sea_follow(struct sea *sea, const struct motion_body *bodies, size_t count,
                            double time, struct buoy_error *error);

#endif
