// What the ES module calls (package/buoyancy.js), but for meshes and what is asked of them, which
// module_meshes.c has: memory, models, water, the step.
#include "module.h"

#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#include "buoyancy_kernels.h"
#include "buoyancy_step.h"

struct buoy_error error;

EXPORT(message) const char *message(void) {
    return error.message;
}

EXPORT(isa) const char *isa(void) {
    const char *name = "";
    buoy_get_isa(&name, NULL);
    return name;
}

EXPORT(version) const char *version(void) {
    return BUOY_VERSION_TEXT;
}

// Memory for numbers of any kind; NULL if there is no more.
EXPORT(take) void *take(size_t bytes) {
    return aligned_alloc(64, (bytes + 64) / 64 * 64);
}

EXPORT(give) void give(void *memory) {
    free(memory);
}

// printf() is linked with the standard streams, though nothing here writes to one. Without these
// they would be imports, for every engine to provide. NOLINTBEGIN(*-reserved-identifier,cert-dcl*)
__wasi_errno_t __wasi_fd_close(__wasi_fd_t file) {
    (void)file;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t file, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *place) {
    (void)file, (void)offset, (void)whence, (void)place;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t file, const __wasi_ciovec_t *texts, size_t count,
                               __wasi_size_t *written) {
    (void)file, (void)texts, (void)count, (void)written;
    return __WASI_ERRNO_BADF;
}
// NOLINTEND(*-reserved-identifier,cert-dcl*)

// ---------------------------------------------------------------------------------- models

// A part: kind and size of its shape, its place, its density.
struct row {
    double kind, size[3], place[7], density;
};

static void read_part(const struct row *row, const struct buoy_mesh *mesh, struct buoy_part *part) {
    *part = buoy_part_default();
    part->shape.kind = (enum buoy_shape_kind)row->kind;
    part->mesh = mesh;
    for (int i = 0; i < 3; ++i) {
        part->shape.size[i] = (float)row->size[i];
    }
    memcpy(&part->place, row->place, sizeof row->place);
}

// Properties of mass: those of uniform parts, scaled to a mass above 0; `numbers` are mass, centre
// of mass and inertia (xx yy zz xy xz yz), NaN for those that follow from the parts.
static bool weigh(const struct buoy_part *parts, const double *densities, size_t count,
                  const double numbers[10], struct buoy_mass *mass) {
    if (buoy_mass_of_parts(parts, densities, count, mass, &error) != BUOY_OK) {
        return false;
    }
    const double scale = numbers[0] == numbers[0] ? numbers[0] / mass->mass : 1.0;
    mass->mass = numbers[0] == numbers[0] ? numbers[0] : mass->mass;
    for (int i = 0; i < 9; ++i) {
        mass->inertia[i] *= scale;
    }
    if (numbers[1] == numbers[1]) {
        memcpy(mass->centre_of_mass, numbers + 1, sizeof mass->centre_of_mass);
    }
    if (numbers[4] == numbers[4]) {
        static const int place[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
        for (int i = 0; i < 9; ++i) {
            mass->inertia[i] = numbers[4 + place[i]];
        }
    }
    return true;
}

// `numbers`: mass, centre of mass, inertia, then linear, angular and quadratic drag.
EXPORT(model_make)
struct buoy_model *model_make(const struct row *rows, const struct buoy_mesh *const *meshes,
                              size_t count, const double numbers[13]) {
    static struct buoy_part parts[BUOY_MAX_PARTS];
    static double densities[BUOY_MAX_PARTS];
    struct buoy_model_input input = {0};
    struct buoy_model *model = NULL;
    const size_t most = count < BUOY_MAX_PARTS ? count : BUOY_MAX_PARTS;
    for (size_t i = 0; i < most; ++i) {
        read_part(&rows[i], meshes[i], &parts[i]);
        densities[i] = rows[i].density;
    }
    input.parts = parts;
    input.part_count = count;
    input.drag = (struct buoy_drag){numbers[10], numbers[11], numbers[12]};
    if (weigh(parts, densities, count, numbers, &input.mass)) {
        buoy_model_create(&input, &model, &error);
    }
    return model;
}

EXPORT(model_free) void model_free(struct buoy_model *model) {
    buoy_model_destroy(model);
}

// Writes mass, centre of mass, inertia by rows, volume.
EXPORT(model_describe) void model_describe(const struct buoy_model *model, double numbers[14]) {
    struct buoy_model_info info;
    buoy_model_get_info(model, &info, NULL);
    memcpy(numbers, &info.mass, sizeof info.mass);
    numbers[13] = info.volume;
}

// ----------------------------------------------------------------------------------- water

EXPORT(waves_make)
struct buoy_waves *waves_make(const struct buoy_wave *waves, size_t count, double gravity,
                              double depth) {
    struct buoy_waves *made;
    buoy_waves_create(waves, count, gravity, depth, &made, &error);
    return made;
}

// `numbers`: significant height, peak period, peakedness, direction, spreading, seed.
EXPORT(sea_state)
bool sea_state(const double numbers[6], double gravity, double depth, size_t count,
               struct buoy_wave *waves) {
    const struct buoy_sea sea = {numbers[0], numbers[1], numbers[2],
                                 numbers[3], numbers[4], (uint64_t)numbers[5]};
    return buoy_sea_state(&sea, gravity, depth, count, waves, &error) == BUOY_OK;
}

EXPORT(waves_free) void waves_free(struct buoy_waves *waves) {
    buoy_waves_destroy(waves);
}

// Water as the module's numbers: normal and offset of its plane, which is the waves' level,
// current, density, gravity, time.
struct sea {
    double plane[4], current[3], density, gravity, time, decay;
};

static struct buoy_water meet(const struct sea *sea, const struct buoy_waves *waves) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = waves ? BUOY_WATER_WAVES : BUOY_WATER_PLANE;
    water.waves = waves;
    water.wave_pressure = sea->decay != 0.0 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
    water.time = sea->time;
    water.density = sea->density;
    water.gravity = sea->gravity;
    memcpy(&water.plane64, sea->plane, sizeof sea->plane);
    water.level = waves ? sea->plane[3] : 0.0;
    memcpy(water.current, sea->current, sizeof sea->current);
    return water;
}

EXPORT(heights)
bool heights(const struct sea *sea, const struct buoy_waves *waves, const double *x,
             const double *y, size_t count, float *height) {
    const struct buoy_water water = meet(sea, waves);
    struct buoy_surface surface = {.x = x, .y = y, .count = count, .height = height};
    return buoy_water_sample(&water, &surface, &error) == BUOY_OK;
}

// ------------------------------------------------------------------------------------ step

// The water's push within dt, added to velocities and spins of bodies: 13 floats each, position,
// rotation, velocity and spin. `some` are the `count` bodies that are asked about, NULL for the
// first; `details` receives whole answers at the bodies' places, or is NULL.
EXPORT(step)
bool step(const struct buoy_model *const *models, float *states, const uint32_t *some, size_t count,
          const struct sea *sea, const struct buoy_waves *waves, double dt, enum buoy_frame frame,
          struct buoy_body_forces *details) {
    const struct buoy_water water = meet(sea, waves);
    const size_t stride = 13 * sizeof *states;
    struct buoy_step_query query = {0};
    query.models = models;
    query.states.position = buoy_floats(states, stride);
    query.states.rotation = buoy_floats(states + 3, stride);
    query.states.velocity = buoy_floats(states + 7, stride);
    query.states.spin = buoy_floats(states + 10, stride);
    query.bodies = some;
    query.count = count;
    query.water = &water;
    query.dt = dt;
    query.frame = frame;
    query.effects.kind = BUOY_VELOCITIES;
    query.effects.linear = buoy_to_floats(states + 7, stride);
    query.effects.angular = buoy_to_floats(states + 10, stride);
    query.effects.add = true;
    return buoy_water_forces_compute(&query, details, &error) == BUOY_OK;
}
