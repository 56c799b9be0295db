// What the ES module calls (package/buoyancy.js): functions of numbers and addresses. Those that
// can fail return 0, or false, and message() says why.
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#include "buoyancy_hydrostatics.h"
#include "buoyancy_step.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static struct buoy_error error;

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

// ---------------------------------------------------------------------------------- meshes

EXPORT(mesh_make)
struct buoy_mesh *mesh_make(const float *positions, const double *positions64, size_t vertices,
                            const uint32_t *indices, size_t triangles, unsigned flags) {
    struct buoy_mesh_input input = buoy_mesh_input_default();
    struct buoy_mesh *mesh;
    input.positions = positions;
    input.positions64 = positions64;
    input.vertex_count = vertices;
    input.indices = indices;
    input.triangle_count = triangles;
    input.flags = flags;
    buoy_mesh_create(&input, &mesh, &error);
    return mesh;
}

EXPORT(mesh_free) void mesh_free(struct buoy_mesh *mesh) {
    buoy_mesh_destroy(mesh);
}

// Writes vertex and triangle count, volume, area, diagonal, centre, centroid, half extents.
EXPORT(mesh_describe) void mesh_describe(const struct buoy_mesh *mesh, double numbers[14]) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double first[5] = {(double)info.vertex_count, (double)info.triangle_count, info.volume,
                             info.area, info.diagonal};
    memcpy(numbers, first, sizeof first);
    memcpy(numbers + 5, info.centre, sizeof info.centre);
    memcpy(numbers + 8, info.centroid, sizeof info.centroid);
    memcpy(numbers + 11, info.half_extent, sizeof info.half_extent);
}

// ---------------------------------------------------------------------------------- queries

EXPORT(volumes)
bool volumes(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
             struct buoy_volume *answers) {
    return buoy_volume_compute64(mesh, planes, count, answers, &error) == BUOY_OK;
}

EXPORT(hydrostatics)
bool hydrostatics(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
                  struct buoy_hydrostatics *answers) {
    return buoy_hydrostatics_compute64(mesh, planes, count, answers, &error) == BUOY_OK;
}

EXPORT(shapes)
bool shapes(const struct buoy_shape *shapes, const struct buoy_plane *planes, size_t count,
            struct buoy_volume *answers) {
    return buoy_shapes_compute(shapes, planes, count, answers, &error) == BUOY_OK;
}

EXPORT(draft)
bool draft(const struct buoy_mesh *mesh, const double normal[3], double volume, double *d) {
    return buoy_draft64(mesh, normal, volume, d, NULL, &error) == BUOY_OK;
}

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
    struct buoy_model_input input = buoy_model_input_default();
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
struct buoy_waves *waves_make(const struct buoy_wave *waves, size_t count, double gravity) {
    struct buoy_waves *made;
    buoy_waves_create(waves, count, gravity, &made, &error);
    return made;
}

EXPORT(waves_free) void waves_free(struct buoy_waves *waves) {
    buoy_waves_destroy(waves);
}

// Water as the page's numbers: normal and offset of its plane, current, density, gravity, time.
struct sea {
    double plane[4], current[3], density, gravity, time, decay;
};

static struct buoy_water meet(const struct sea *sea, const struct buoy_waves *waves) {
    struct buoy_water water = buoy_calm_sea();
    water.kind = waves ? BUOY_WATER_WAVES : BUOY_WATER_PLANE;
    water.waves = waves;
    water.wave_pressure = sea->decay != 0.0 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
    water.time = sea->time;
    water.density = sea->density;
    water.gravity = sea->gravity;
    memcpy(&water.plane64, sea->plane, sizeof sea->plane);
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

// Bodies that are asked about in one call of the library, whose answers depend on no other body.
#define PORTION 64

struct state {
    double position[3], rotation[4], velocity[3], spin[3];
};

// With y up, (x, y, z) is (x, −z, y) in the library's world, whose z is up.
static void load_vector(const float *from, bool y_up, double *to) {
    to[0] = (double)from[0];
    to[1] = y_up ? -(double)from[2] : (double)from[1];
    to[2] = (double)from[y_up ? 1 : 2];
}

static void add_vector(const double *change, bool y_up, float *to) {
    to[0] += (float)change[0];
    to[1] += (float)(y_up ? change[2] : change[1]);
    to[2] += (float)(y_up ? -change[1] : change[2]);
}

static void load_state(const float from[13], bool y_up, struct state *state) {
    const double half = 0.70710678118654752440;
    const double x = (double)from[3], y = (double)from[4], z = (double)from[5], w = (double)from[6];
    const double turned[4] = {half * (x + w), half * (y - z), half * (z + y), half * (w - x)};
    const double same[4] = {x, y, z, w};
    load_vector(from, y_up, state->position);
    memcpy(state->rotation, y_up ? turned : same, sizeof same);
    load_vector(from + 7, y_up, state->velocity);
    load_vector(from + 10, y_up, state->spin);
}

// v + 2 w (u × v) + 2 u × (u × v); u reversed turns back.
static void turn(const double q[4], double way, const double v[3], double turned[3]) {
    const double u[3] = {way * q[0], way * q[1], way * q[2]};
    const double t[3] = {2.0 * (u[1] * v[2] - u[2] * v[1]), 2.0 * (u[2] * v[0] - u[0] * v[2]),
                         2.0 * (u[0] * v[1] - u[1] * v[0])};
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        turned[i] = v[i] + q[3] * t[i] + u[j] * t[k] - u[k] * t[j];
    }
}

// x of I x = b, by Cramer's rule.
static void solve(const double m[9], const double b[3], double x[3]) {
    double cofactors[9];
    for (int i = 0; i < 9; ++i) {
        const int r = i / 3, c = i % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3,
                  c2 = (c + 2) % 3;
        cofactors[i] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    }
    const double determinant = m[0] * cofactors[0] + m[1] * cofactors[1] + m[2] * cofactors[2];
    for (int i = 0; i < 3; ++i) {
        const double sum = cofactors[i] * b[0] + cofactors[3 + i] * b[1] + cofactors[6 + i] * b[2];
        x[i] = determinant > 0.0 ? sum / determinant : 0.0;
    }
}

static void kick(const struct buoy_model *model, const struct state *state,
                 const struct buoy_body_forces *forces, double dt, bool y_up, float *to) {
    struct buoy_model_info info;
    double velocity[3], torque[3], own[3], spun[3], spin[3];
    buoy_model_get_info(model, &info, NULL);
    for (int i = 0; i < 3; ++i) {
        const double force = forces->buoyancy.force[i] + forces->drag.force[i];
        velocity[i] = force / info.mass.mass * dt;
        torque[i] = (forces->buoyancy.torque[i] + forces->drag.torque[i]) * dt;
    }
    turn(state->rotation, -1.0, torque, own);
    solve(info.mass.inertia, own, spun);
    turn(state->rotation, 1.0, spun, spin);
    add_vector(velocity, y_up, to + 7);
    add_vector(spin, y_up, to + 10);
}

// The water's push within dt, added to velocities and spins of `count` bodies: 13 floats each,
// position, rotation, velocity and spin. Also writes each body's submerged volume.
EXPORT(step)
bool step(const struct buoy_model *const *models, float *states, size_t count,
          const struct sea *sea, const struct buoy_waves *waves, double dt, bool y_up,
          float *submerged) {
    const struct buoy_water water = meet(sea, waves);
    struct state loaded[PORTION];
    struct buoy_body_forces forces[PORTION];
    for (size_t begin = 0; begin < count; begin += PORTION) {
        const size_t some = count - begin < PORTION ? count - begin : PORTION;
        struct buoy_step_query query = buoy_step_query_default();
        for (size_t i = 0; i < some; ++i) {
            load_state(states + 13 * (begin + i), y_up, &loaded[i]);
        }
        query.models = models + begin;
        query.states.position = buoy_doubles(loaded->position, sizeof *loaded);
        query.states.rotation = buoy_doubles(loaded->rotation, sizeof *loaded);
        query.states.velocity = buoy_doubles(loaded->velocity, sizeof *loaded);
        query.states.spin = buoy_doubles(loaded->spin, sizeof *loaded);
        query.count = some;
        query.water = &water;
        query.dt = dt;
        if (buoy_water_forces_compute(&query, forces, &error) != BUOY_OK) {
            return false;
        }
        for (size_t i = 0; i < some; ++i) {
            kick(models[begin + i], &loaded[i], &forces[i], dt, y_up, states + 13 * (begin + i));
            submerged[begin + i] = (float)forces[i].volume;
        }
    }
    return true;
}
