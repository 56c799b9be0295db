// Floating bodies for the family `step`: models, states, the water, and the true answers.
#ifndef BENCH_STEP_BODIES_H
#define BENCH_STEP_BODIES_H

#include <stdbool.h>

#include "step_truth.h"

// A body's state, as a simulation may keep it.
struct step_state {
    double position[3], rotation[4], velocity[3], spin[3];
};

// A body as engines keep it: 80 bytes, y up, left-handed; `push` and `turn` receive what the water
// changes of velocity and spin.
struct step_float {
    float position[3], rotation[4], velocity[3], spin[3], push[3], turn[3], rest;
};

#define STEP_MOST_PARTS 30

// What alike bodies share.
struct step_kind {
    struct buoy_part parts[STEP_MOST_PARTS];
    size_t part_count;
    struct step_extent extents[STEP_MOST_PARTS]; // of each part alone
    struct buoy_mass mass;
    struct buoy_drag drag;
    struct buoy_model *model;
};

// The water of some of the bodies.
#define STEP_WAVES 8
#define STEP_MOST_WAVES 200
struct step_sea {
    struct buoy_water water, turned; // with z up; with y up
    struct buoy_wave waves[STEP_MOST_WAVES];
    size_t wave_count;
    struct buoy_waves *prepared; // NULL in still water
    struct buoy_patch *patch;    // of these waves at that time, or NULL
};

struct step_bodies {
    struct buoy_mesh **meshes;
    size_t mesh_count;
    struct step_kind *kinds;
    size_t kind_count;
    struct step_sea seas[3]; // of each kind
    // One per body.
    size_t count;
    const struct buoy_model **models;
    const struct step_kind **kinds_of;
    const struct step_sea **seas_of;
    struct step_state *states;
    struct step_float *floats; // the same in an engine's structs, or NULL
    struct step_truth *truths;
    struct buoy_body_forces *answers; // true ones
};

// The step that drag is limited by, seconds.
#define STEP_SECONDS (1.0 / 60.0)

// What to make.
struct step_wish {
    const char *bodies; // a word of step_kinds_make(), or NULL for all that `verify` asks about
    bool quadratic;     // all have quadratic drag
    bool floats;        // engines' structs, too
    bool thirds;        // a third dry, a third under water, a third cut, in random order
    bool irregular;     // waves of a sea of STEP_MOST_WAVES
    enum buoy_water_kind water; // without `bodies`, still for the first half, waves for the second
    uint64_t seed;
    size_t count;
    size_t hard; // so many of each half are hard to answer right
};

// Returns 0, or CLI_BAD after complaining; step_bodies_free() is allowed either way. Initialise
// with zeros.
int step_bodies_make(const struct step_wish *wish, struct step_bodies *bodies);
void step_bodies_free(struct step_bodies *bodies);

// A body as the truth sees it.
struct step_case step_bodies_case(const struct step_bodies *bodies, size_t index);

#endif
