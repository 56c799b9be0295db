// How a scene is to be simulated, and what is to be seen in it.
#ifndef BENCH_SCENE_MOTION_H
#define BENCH_SCENE_MOTION_H

#include <stdbool.h>

#include "json_values.h"

// The longest simulation, in steps, and the longest and shortest step, in seconds.
#define SCENE_MOST_STEPS 100000000u
#define SCENE_LEAST_STEP 1e-9
#define SCENE_MOST_STEP 1e3
// The least and the largest tolerance, metres.
#define SCENE_LEAST_TOLERANCE 1e-12
#define SCENE_MOST_TOLERANCE 1e12

struct scene_motion {
    double step, seconds;
    uint32_t every; // steps per row
    bool implicit, by_pressure;
    double tolerance;         // of forces by pressure, m; 0 for triangles as they are
    const char *title, *text; // of the file; NULL where there is none
};

// Verlet's steps of 1/240 s for 10 s, each recorded; forces by plane; no texts.
struct scene_motion scene_motion_default(void);

// Reads what the members "motion", "title" and "text" of a scene say; defaults stand for what is
// left out. Returns 0, or CLI_BAD after complaining.
int scene_motion_read(const struct json_at *root, struct scene_motion *motion);

#endif
