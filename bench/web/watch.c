// A scene under way, as the page draws it: functions of numbers and addresses. Those that can fail
// return −1, and the reason is on stderr.
#include <stdlib.h>
#include <string.h>

#include "buoyancy_pressure.h"
#include "cli.h"
#include "scenes.h"
#include "simulation.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// Corners of circles, as for the pictures and the pressure of `float`.
#define AROUND 48

enum {
    MOST_SEGMENTS = 20000
};

// What is drawn of a body: the row that `float` prints, where its frame is, what acts on it, and
// which hull it has.
struct watched {
    struct recording_row row;
    double position[3], centre_of_buoyancy[3], buoyancy[3], drag[3], weight, kind;
};

static struct scene scene;
static struct scene_hulls hulls;
static struct simulation simulation;
static struct recording_row *rows;
static struct watched *watched;
static size_t steps;
static double segments[6 * MOST_SEGMENTS];

EXPORT(watch_take) void *watch_take(size_t bytes) {
    return malloc(bytes);
}

EXPORT(watch_give) void watch_give(void *memory) {
    free(memory);
}

// The scenes of `float`: each name, and its text; NULL past the last.
EXPORT(watch_scene_name) const char *watch_scene_name(size_t index) {
    return index < scenes_count ? scenes_all[index].name : NULL;
}

EXPORT(watch_scene_text) const char *watch_scene_text(size_t index) {
    return scenes_all[index].text;
}

EXPORT(watch_look) int watch_look(void) {
    if (simulation_look(&simulation, steps, rows) != 0) {
        return -1;
    }
    for (size_t i = 0; i < scene.count; ++i) {
        const struct buoy_body_forces *forces = &simulation.forces[i];
        struct watched *w = &watched[i];
        w->row = rows[i];
        w->weight = scene.kind_of[i]->mass.mass * scene.water.water.gravity;
        w->kind = (double)(scene.kind_of[i] - scene.kinds);
        memcpy(w->position, simulation.bodies[i].position, sizeof w->position);
        memcpy(w->centre_of_buoyancy, forces->centre, sizeof forces->centre);
        memcpy(w->buoyancy, forces->buoyancy.force, sizeof w->buoyancy);
        memcpy(w->drag, forces->drag.force, sizeof w->drag);
    }
    return 0;
}

static int begin(const char *text, size_t length) {
    if (scene_text_read("scene", text, length, &scene) != 0 ||
        scene_hulls_make(&scene, AROUND, &hulls) != 0) {
        return -1;
    }
    const struct scene_hulls none = {0};
    rows = calloc(scene.count + 1, sizeof *rows);
    watched = calloc(scene.count + 1, sizeof *watched);
    if (!rows || !watched) {
        return cli_out_of_memory();
    }
    return simulation_begin(&scene, scene.motion.by_pressure ? &hulls : &none, &simulation) != 0
               ? -1
               : watch_look();
}

// Begins a scene, in place of the one under way. Returns the number of bodies.
EXPORT(watch_open) int watch_open(const char *text, size_t length) {
    simulation_end(&simulation);
    scene_hulls_free(&hulls);
    scene_file_free(&scene);
    free(rows);
    free(watched);
    simulation = (struct simulation){0};
    rows = NULL;
    watched = NULL;
    steps = 0;
    return begin(text, length) == 0 ? (int)scene.count : -1;
}

EXPORT(watch_bodies) const struct watched *watch_bodies(void) {
    return watched;
}

EXPORT(watch_dt) double watch_dt(void) {
    return scene.motion.step;
}

EXPORT(watch_step) int watch_step(size_t count) {
    for (; count > 0; --count, ++steps) {
        if (simulation_step(&simulation, steps) != 0) {
            return -1;
        }
    }
    return 0;
}

// Adds to a body's velocity and spin.
EXPORT(watch_push)
void watch_push(size_t body, double vx, double vy, double vz, double wx, double wy, double wz) {
    const double v[3] = {vx, vy, vz}, w[3] = {wx, wy, wz};
    for (int i = 0; i < 3; ++i) {
        simulation.bodies[body].velocity[i] += v[i];
        simulation.bodies[body].angular_velocity[i] += w[i];
    }
}

// A hull's positions and indices, and how many vertices and triangles there are; NULL past the
// last.
EXPORT(watch_hull) const uint32_t *watch_hull(size_t kind) {
    static uint32_t told[4];
    if (kind >= hulls.count) {
        return NULL;
    }
    const struct scene_hull *hull = &hulls.hulls[kind];
    told[0] = (uint32_t)(uintptr_t)hull->positions;
    told[1] = (uint32_t)(uintptr_t)hull->indices;
    told[2] = (uint32_t)hull->vertex_count;
    told[3] = (uint32_t)hull->triangle_count;
    return told;
}

// Where the water meets a body: segments, x,y,z of both ends. Returns their number; 0 after an
// error.
EXPORT(watch_waterline) size_t watch_waterline(size_t body) {
    const struct motion_body *at = &simulation.bodies[body];
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_waterline line = {.points = segments, .capacity = MOST_SEGMENTS};
    struct buoy_pressure pressure;
    query.mesh = scene_hulls_of(&hulls, &scene, body)->mesh;
    memcpy(query.pose.position, at->position, sizeof at->position);
    memcpy(query.pose.rotation, at->rotation, sizeof at->rotation);
    struct buoy_water water = simulation.sea.water;
    water.time = simulation.query.time;
    query.water = &water;
    query.scratch_bytes = buoy_pressure_scratch_bytes(query.mesh, NULL);
    query.scratch = aligned_alloc(64, (query.scratch_bytes + 64) / 64 * 64);
    if (!query.scratch || buoy_pressure_compute(&query, &line, &pressure, NULL) != BUOY_OK) {
        line.count = 0;
    }
    free(query.scratch);
    return line.count < MOST_SEGMENTS ? line.count : MOST_SEGMENTS;
}

EXPORT(watch_segments) const double *watch_segments(void) {
    return segments;
}

// Heights of the water at points.
EXPORT(watch_heights)
int watch_heights(const double *x, const double *y, size_t count, float *height) {
    struct buoy_water water = simulation.sea.water;
    struct buoy_surface surface = {.x = x, .y = y, .count = count, .height = height};
    water.time = simulation.query.time;
    return buoy_water_sample(&water, &surface, NULL) == BUOY_OK ? 0 : -1;
}
