// Frames timed one by one: the usual time of a step, and that of the rare ones which players feel.
// Beside each frame a loop of fixed work is timed that takes about as long and touches no memory:
// what disturbs the machine disturbs that loop, too.
#ifndef BENCH_FRAMES_H
#define BENCH_FRAMES_H

#include <stdatomic.h>
#include <stddef.h>

#include "cli.h"
#include "measurement.h"
#include "simulation.h"

struct frames_job {
    void (*prepare)(void *context, size_t frame); // before the clock starts
    void (*step)(void *context, size_t frame);    // what is timed
    void *context;
};

// Nanoseconds of each frame, and of the loop beside it.
struct frames {
    double *step, *control;
    size_t count, room;
    size_t turns; // of the loop
};

// Makes room, warms up on the job's first frames, and finds out how many turns of the loop take as
// long as a frame does. Returns 0, or CLI_BAD after complaining; frames_free() is allowed either
// way.
int frames_make(const struct frames_job *job, size_t room, struct frames *frames);
void frames_free(struct frames *frames);

// Times so many frames more, for which there must be room.
void frames_time(const struct frames_job *job, size_t count, struct frames *frames);

// Percentiles of some times, by nearest rank, and the longest.
struct frames_tail {
    double p50, p99, p999, most;
};
// Sorts the times.
struct frames_tail frames_tail(double *times, size_t count);

// ---- A scene as an engine has it in its frames: bodies that its own integrator moves, so that
// they are put where a recorded voyage had them, and one call for what the water does to all of
// them.

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

// ---- The frames of scenes as measurements of `run`: frame/SCENE/hot and /cold, with -tN on N
// threads.

// What other memory is read and written between frames that are cold, unless the user says.
#define FRAME_ROWS_BETWEEN ((uint64_t)4) // MiB

struct frame_wish {
    struct cli_strings scenes; // as in `float --scene`; none: those that come with the program
    uint64_t frames;           // of each
    uint64_t between;          // MiB
    double budget_us;
    bool all; // rows; else only the first scene's, hot, on one thread
};

struct voyage;

struct frame_rows {
    const struct frame_wish *wish;
    struct voyage *voyages; // one per scene
    size_t voyage_count;
    struct measurement *rows;
    size_t row_count;
};

// Reads the scenes. Returns 0, or CLI_BAD after complaining; frame_rows_free() is allowed either
// way.
int frame_rows_make(const struct frame_wish *wish, struct frame_rows *rows);
void frame_rows_free(struct frame_rows *rows);

#endif
