// Moves the bodies of a scene, step by step, or all steps with a record of them.
#ifndef BENCH_SIMULATION_H
#define BENCH_SIMULATION_H

#include "hulls_of_scene.h"
#include "listing.h"
#include "motion.h"
#include "scene_file.h"
#include "scratch.h"

// ---- What a simulation records: the states of bodies at some moments, and the forces on them.

// The most rows, for all bodies together.
#define RECORDING_MOST_ROWS 1000000u

enum {
    RECORDING_COLUMNS = 22
};

// The columns after `body`, in their order.
struct recording_row {
    double time;
    double centre[3]; // of mass
    double rotation[4], velocity[3], spin[3];
    double volume, force[3], torque[3], energy;
};

struct recording {
    struct recording_row *rows; // by moment, then body
    size_t bodies;
    size_t moments; // that are recorded
    size_t room;    // for moments
    // A turn, by rows, from the axes of what is written to those of the rows; NULL: they are equal.
    const double *upright;
};

// Makes room for rows. Returns 0, or CLI_BAD after complaining.
int recording_make(size_t bodies, size_t moments, struct recording *recording);
void recording_free(struct recording *recording);

const struct recording_row *recording_at(const struct recording *recording, size_t moment,
                                         size_t body);

// All rows, and a row for each body of how it moved and where it ends, for listing_free() either
// way. Unless there is one body, the first column is the body's number. Each returns 0, or CLI_BAD
// after complaining.
int recording_list(const struct recording *recording, struct listing *rows);
int recording_summarise(const struct recording *recording, struct listing *rows);

// ---- The water of a scene as time passes: waves move, and a patch of them goes with the bodies.

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

struct simulation {
    const struct scene *scene;
    struct motion_query query;
    struct motion_body *bodies;
    struct buoy_body_forces *forces;
    double *numbers;                // one per body
    struct motion_watched *watches; // one per body
    struct buoy_force *loads;       // one per body, as they act within a step
    double *centres;                // of mass, in the bodies' frames
    struct scratch scratch;
    struct sea sea;
    double stiffest; // of all that were recorded
    double depth;    // the least volume over area of the hulls that meet waves by pressure, or 0
    double off;      // the most that forces on them were off, as a share of ρ g V
};

// Puts bodies where the scene has them. Hulls are for forces by pressure; else there may be none.
// Returns 0, or CLI_BAD after complaining; simulation_end() is allowed either way.
int simulation_begin(const struct scene *scene, const struct scene_hulls *hulls,
                     struct simulation *simulation);
void simulation_end(struct simulation *simulation);

// After so many steps: where the bodies are, and what acts on them, in a row for each. Returns 0,
// or CLI_BAD after complaining.
int simulation_look(struct simulation *simulation, size_t step, struct recording_row *rows);

// The step that follows so many others. Returns 0, or CLI_BAD after complaining.
int simulation_step(struct simulation *simulation, size_t step);

// The number of steps of a simulation, its time over the step rounded to a whole number; checked.
// Returns 0, or CLI_BAD after complaining.
int simulation_steps(const struct scene *scene, size_t *steps);

// Simulates a scene as its `motion` says, with hulls as above. Returns 0, or CLI_BAD after
// complaining; `recording` is for recording_free() either way.
int simulation_run(const struct scene *scene, const struct scene_hulls *hulls,
                   struct recording *recording);

#endif
