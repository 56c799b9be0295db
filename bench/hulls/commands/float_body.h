// `float`: one body from the command line, as a scene.
#ifndef BENCH_FLOAT_BODY_H
#define BENCH_FLOAT_BODY_H

#include "options.h"
#include "scene_file.h"

// What the options say about the body and its water; numbers that were not given are NaN.
struct float_body {
    const char *mesh, *shape, *water; // NULL where not given
    double mass, density;
    double com[3], inertia[6], drag[3];
    double position[3], rotation[4], velocity[3], spin[3];
    double up[3]; // in the frame of all these
};

// Nothing given.
struct float_body float_body_none(void);

// The turn from that frame to one whose z is up, by rows. False if up is not given.
bool float_body_upright(const struct float_body *body, double turn[9]);

// Makes the scene, with z up and without its motion. Returns 0, or CLI_BAD after complaining;
// scene_file_free() is allowed either way.
int float_body_scene(const struct float_body *body, const struct cli_making *making,
                     struct scene *scene);

#endif
