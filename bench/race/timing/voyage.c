// A scene as an engine has it in its frames.
#include "voyage.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_output.h"
#include "scenes.h"
#include "team.h"

#define STATE 13 // floats, which come first

#define MOST_RECORDED ((size_t)1 << 26) // bytes: a longer voyage ends there

#define CHUNK 32 // bodies that a thread takes at once
#define LINE 64  // bytes, of the caches

// ---------------------------------------------------------------------------- the voyage

int voyage_open(const char *word, struct voyage *voyage) {
    const char *slash = strrchr(word, '/'), *base = slash ? slash + 1 : word;
    *voyage = (struct voyage){.frames = 0};
    snprintf(voyage->name, sizeof voyage->name, "%.*s", (int)strcspn(base, "."), base);
    json_clean(voyage->name);
    return scenes_open(word, 0, &voyage->scene);
}

void voyage_close(struct voyage *voyage) {
    simulation_end(&voyage->simulation);
    scene_file_free(&voyage->scene);
    free(voyage->record);
    free(voyage->bodies);
    free(voyage->order);
    free(voyage->begins);
    *voyage = (struct voyage){.frames = 0};
}

static void put_floats(const double *from, size_t count, float **to) {
    for (size_t i = 0; i < count; ++i) {
        *(*to)++ = (float)from[i];
    }
}

// What the engine has before the step that follows so many others.
static void record_frame(struct voyage *voyage, size_t frame) {
    const size_t count = voyage->scene.count;
    float *to = voyage->record + STATE * count * frame;
    for (size_t i = 0; i < count; ++i) {
        const struct motion_body *body = &voyage->simulation.bodies[i];
        put_floats(body->position, 3, &to);
        put_floats(body->rotation, 4, &to);
        put_floats(body->velocity, 3, &to);
        put_floats(body->angular_velocity, 3, &to);
    }
}

static void sort_by_kind(struct voyage *voyage) {
    const struct scene *scene = &voyage->scene;
    size_t placed = 0;
    for (size_t k = 0; k < scene->kind_count; ++k) {
        voyage->begins[k] = placed;
        for (size_t i = 0; i < scene->count; ++i) {
            if (scene->kind_of[i] == &scene->kinds[k]) {
                voyage->order[placed++] = (uint32_t)i;
            }
        }
    }
    voyage->begins[scene->kind_count] = placed;
}

int voyage_record(struct voyage *voyage) {
    struct scene *scene = &voyage->scene;
    const struct scene_hulls none = {.count = 0};
    size_t steps;
    scene->motion.by_pressure = false;
    if (voyage->frames > 0) {
        return 0;
    }
    if (simulation_steps(scene, &steps) != 0 ||
        simulation_begin(scene, &none, &voyage->simulation) != 0) {
        return CLI_BAD;
    }
    const size_t most = MOST_RECORDED / ((scene->count + 1) * STATE * sizeof *voyage->record);
    steps = steps < most ? steps : most;
    steps = steps > 0 ? steps : 1;
    voyage->record = calloc(steps * scene->count + 1, STATE * sizeof *voyage->record);
    voyage->bodies = calloc(scene->count + 1, sizeof *voyage->bodies);
    voyage->order = calloc(scene->count + 1, sizeof *voyage->order);
    voyage->begins = calloc(scene->kind_count + 1, sizeof *voyage->begins);
    if (!voyage->record || !voyage->bodies || !voyage->order || !voyage->begins) {
        return cli_out_of_memory();
    }
    sort_by_kind(voyage);
    for (size_t i = 0; i < steps; ++i) {
        record_frame(voyage, i);
        if (simulation_step(&voyage->simulation, i) != 0) {
            return CLI_BAD;
        }
    }
    voyage->frames = steps;
    return 0;
}

// -------------------------------------------------------------------------------- frames

// Bodies of a list, all if it is NULL.
static struct buoy_step_query query_of(const struct voyage_frames *frames, const uint32_t *bodies,
                                       size_t count) {
    const struct voyage *voyage = frames->voyage;
    struct voyage_body *first = voyage->bodies;
    struct buoy_step_query query = {0};
    query.models = voyage->scene.models;
    query.states = (struct buoy_states){
        .position = buoy_floats(first->position, sizeof *first),
        .rotation = buoy_floats(first->rotation, sizeof *first),
        .velocity = buoy_floats(first->velocity, sizeof *first),
        .spin = buoy_floats(first->spin, sizeof *first),
    };
    query.effects = (struct buoy_effects){
        .kind = BUOY_VELOCITIES,
        .linear = buoy_to_floats(first->push, sizeof *first),
        .angular = buoy_to_floats(first->turn, sizeof *first),
    };
    query.bodies = bodies;
    query.count = count;
    query.water = &frames->water;
    query.dt = voyage->scene.motion.step;
    return query;
}

// The engine's own work: it has moved the bodies, and its water.
static void place(struct voyage_frames *frames, size_t frame) {
    struct voyage *voyage = frames->voyage;
    struct simulation *simulation = &voyage->simulation;
    const struct scene *scene = &voyage->scene;
    const size_t at = frame % voyage->frames;
    const float *from = voyage->record + STATE * scene->count * at;
    const double time = scene->water.water.time + (double)at * scene->motion.step;
    for (size_t i = 0; i < scene->count; ++i, from += STATE) {
        memcpy(voyage->bodies[i].position, from, STATE * sizeof *from);
        for (int k = 0; k < 3 && simulation->sea.patch; ++k) {
            simulation->bodies[i].position[k] = (double)from[k];
        }
    }
    voyage->scene.water.orbital.time = time;
    sea_follow(&simulation->sea, simulation->bodies, scene->count, time, NULL);
    frames->water = simulation->sea.water;
    frames->water.time = time;
}

// Whatever else a world does meanwhile, it uses the caches for that.
static void touch(const struct voyage_frames *frames) {
    for (size_t i = 0; i < frames->between; i += LINE) {
        ++frames->memory[i];
    }
}

static void prepare(void *context, size_t frame) {
    place(context, frame);
    touch(context);
}

static void take_chunks(void *context, size_t share, size_t shares) {
    struct voyage_frames *frames = context;
    const size_t count = frames->voyage->scene.count;
    (void)share, (void)shares;
    for (;;) {
        const size_t i = atomic_fetch_add(&frames->next, CHUNK), left = count - i;
        if (i >= count) {
            return;
        }
        const struct buoy_step_query query =
            query_of(frames, frames->voyage->order + i, left < CHUNK ? left : CHUNK);
        buoy_water_forces_compute(&query, NULL, NULL);
    }
}

static void step(void *context, size_t frame) {
    struct voyage_frames *frames = context;
    (void)frame;
    if (frames->team) {
        atomic_store(&frames->next, 0);
        team_run(frames->team, take_chunks, frames);
    } else {
        const struct buoy_step_query query = query_of(frames, NULL, frames->voyage->scene.count);
        buoy_water_forces_compute(&query, NULL, NULL);
    }
}

struct frames_job voyage_whole(struct voyage_frames *frames) {
    return (struct frames_job){.prepare = prepare, .step = step, .context = frames};
}

static void prepare_kind(void *context, size_t frame) {
    const struct voyage_frames *frames = context;
    const size_t kinds = frames->voyage->scene.kind_count;
    if (frame % kinds == 0) {
        prepare(context, frame / kinds);
    }
}

static void step_kind(void *context, size_t frame) {
    const struct voyage_frames *frames = context;
    const struct voyage *voyage = frames->voyage;
    const size_t kind = frame % voyage->scene.kind_count, begin = voyage->begins[kind];
    const struct buoy_step_query query =
        query_of(frames, voyage->order + begin, voyage->begins[kind + 1] - begin);
    buoy_water_forces_compute(&query, NULL, NULL);
}

struct frames_job voyage_by_kind(struct voyage_frames *frames) {
    return (struct frames_job){.prepare = prepare_kind, .step = step_kind, .context = frames};
}

int voyage_begin_frames(struct voyage *voyage, size_t between, size_t threads,
                        struct voyage_frames *frames) {
    struct buoy_error error;
    *frames = (struct voyage_frames){
        .voyage = voyage,
        .between = between,
        .memory = calloc(between + 1, 1),
    };
    if (!frames->memory) {
        return cli_out_of_memory();
    }
    if (voyage_record(voyage) != 0) {
        return CLI_BAD;
    }
    // Whatever is wrong is wrong in the first frame.
    place(frames, 0);
    const struct buoy_step_query query = query_of(frames, NULL, voyage->scene.count);
    if (buoy_water_forces_compute(&query, NULL, &error) != BUOY_OK) {
        return scene_file_bad(&voyage->scene, 0, error.message);
    }
    frames->team = threads > 1 ? team_make(threads) : NULL;
    if (frames->team) {
        team_wake(frames->team);
    }
    return threads == 1 || frames->team
               ? 0
               : cli_bad("frames of %s: %zu threads cannot be made", voyage->name, threads);
}

void voyage_end_frames(struct voyage_frames *frames) {
    if (frames->team) {
        team_rest(frames->team);
    }
    team_free(frames->team);
    free(frames->memory);
}
