// A scene as an engine has it in its frames: bodies that its own integrator moves, so that they
// are put where a recorded voyage had them, and one call for what the water does to all of them.
#ifndef BENCH_VOYAGE_H
#define BENCH_VOYAGE_H

#include <stdatomic.h>

#include "frames.h"
#include "simulation.h"

// A body in 80 bytes, as engines keep it; `push` and `turn` receive what the water changes of
// velocity and spin.
struct voyage_body {
    float position[3], rotation[4], velocity[3], spin[3], push[3], turn[3], rest;
};

struct voyage {
    char name[64]; // of the scene, without folder and ending
    struct scene scene;
    struct simulation simulation; // its water, as time passes
    float *record;                // states of all bodies, frame by frame
    size_t frames;                // recorded, as fit into 64 MiB; 0: none yet
    struct voyage_body *bodies;   // as the engine keeps them
    uint32_t *order;              // of bodies, those of a kind together
    size_t *begins;               // of each kind in that order, and its end
};

// Reads a scene as scenes_open() does; moves its bodies as its `motion` says, and records them;
// all that is not done yet. Each returns 0, or CLI_BAD after complaining; voyage_close() is allowed
// either way.
int voyage_open(const char *word, struct voyage *voyage);
int voyage_record(struct voyage *voyage);
void voyage_close(struct voyage *voyage);

// How the frames of a recorded voyage run.
struct voyage_frames {
    struct voyage *voyage;
    struct team *team; // that shares each call, or NULL
    size_t between;    // bytes of other memory that are read and written before each; 0: none
    unsigned char *memory;
    _Atomic size_t next;     // body that no thread of the team has taken yet
    struct buoy_water water; // in the frame
};

// With so many threads. Returns 0, or CLI_BAD after complaining; voyage_end_frames() is allowed
// either way.
int voyage_begin_frames(struct voyage *voyage, size_t between, size_t threads,
                        struct voyage_frames *frames);
void voyage_end_frames(struct voyage_frames *frames);

// The call for all bodies; and for those of one kind, kind after kind: its frames are
// scene.kind_count times as many, and only the first of each such group is preceded by other
// memory.
struct frames_job voyage_whole(struct voyage_frames *frames);
struct frames_job voyage_by_kind(struct voyage_frames *frames);

#endif
