// Bodies in water: where they meet it, what is submerged, and the forces.
#include "base/arithmetic.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "bodies/forces.h"
#include "bodies/placing.h"
#include "dispatch/methods.h"
#include "queries/hydrostatics.h"
#include "queries/jobs.h"

// ------------------------------------------------------------------------------ checking

static enum buoy_status check_kernel(const struct buoy_body_query *query,
                                     struct buoy_error *error) {
    const enum buoy_status status = buoy_check_family(query->kernel, "volume", error);
    if (status != BUOY_OK) {
        return status;
    }
    if (query->drag.quadratic > 0.0) {
        return buoy_fail(
            error, BUOY_ERROR_ARGUMENT,
            "quadratic drag needs the wetted area, which volume kernels do not compute");
    }
    return buoy_check_runs(query->kernel, error);
}

static enum buoy_status check_query(const struct buoy_body_query *query,
                                    const struct buoy_body_forces *results,
                                    struct buoy_error *error) {
    if (query->count > 0 && (!query->bodies || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s",
                         query->bodies ? "no room for results" : "no bodies");
    }
    if (query->kernel && query->count > BUOY_MOST_JOBS) {
        return buoy_fail(error, BUOY_ERROR_TOO_LARGE, "%zu bodies: at most %zu are allowed",
                         query->count, (size_t)BUOY_MOST_JOBS);
    }
    enum buoy_status status = buoy_water_check(query->water, error);
    if (status == BUOY_OK) {
        status = buoy_drag_check(&query->drag, query->dt, error);
    }
    return status == BUOY_OK && query->kernel ? check_kernel(query, error) : status;
}

// ------------------------------------------------------------------------------- forces

static enum buoy_status find_current(const struct buoy_water *water, const double at[3],
                                     double velocity[3]) {
    memcpy(velocity, water->current, 3 * sizeof *velocity);
    if (water->current_at) {
        water->current_at(water->current_context, at, 1, velocity);
    }
    return buoy_within(velocity, 3, BUOY_FORCES_MOST) ? BUOY_OK : BUOY_ERROR_NON_FINITE;
}

// Input of the forces, for as many bodies as are answered at once.
#define PORTION 32
struct portion {
    struct buoy_submerged submerged[PORTION]; // c in the world
    struct buoy_drag_body bodies[PORTION];
    struct buoy_drag_motion motions[PORTION];
    struct buoy_met_water waters[PORTION];
    struct buoy_forces forces[PORTION];
    struct buoy_sunk sunk[PORTION]; // in waves whose pressure dies away
};

static void find_drag_body(const struct buoy_body *body, const struct buoy_placed *placed,
                           struct buoy_drag_body *result) {
    const struct buoy_mesh *mesh = body->mesh;
    const double scale = mesh->scale;
    result->mass = body->mass;
    result->volume = mesh->volume * (scale * scale * scale);
    result->length = body->length > 0.0 ? body->length : mesh->spread.length;
    buoy_turn_tensor(&placed->rotation, body->inverse_inertia, result->inverse_inertia);
}

// What a pool holds of what is submerged.
static void keep_in_pool(const struct buoy_placed *placed, struct buoy_submerged *wet) {
    double at[3];
    if (placed->held.share == 1.0 || wet->volume == 0.0) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        at[i] = wet->centre[i] - placed->middle[i];
    }
    buoy_pool_keep(&placed->held, &wet->volume, &wet->wetted_area, at);
    for (int i = 0; i < 3; ++i) {
        wet->centre[i] = placed->middle[i] + at[i];
    }
}

static void sink(const struct buoy_body *body, const struct buoy_placed *placed,
                 const struct buoy_submerged *wet, struct buoy_sunk *sunk) {
    const double scale = body->mesh->scale;
    struct buoy_dipped dipped = {
        .depth = placed->depth,
        .share = wet->volume / (body->mesh->volume * (scale * scale * scale)),
    };
    for (int i = 0; i < 3; ++i) {
        dipped.up[i] = placed->up[i];
        dipped.middle[i] = placed->middle[i];
        dipped.centre[i] = wet->centre[i];
        sunk->arm[i] = wet->centre[i] - placed->centre_of_mass[i];
    }
    buoy_sink(&placed->rotation, &body->mesh->spread, &dipped, &sunk->part);
}

// Puts a body into its place of a portion, with what is submerged of it in the mesh's frame.
static enum buoy_status gather(const struct buoy_body_query *query, size_t index,
                               const struct buoy_placed *placed, const struct buoy_submerged *found,
                               struct portion *portion, struct buoy_error *error) {
    const size_t at = index % PORTION;
    const struct buoy_body *body = &query->bodies[index];
    struct buoy_submerged *wet = &portion->submerged[at];
    struct buoy_drag_motion *motion = &portion->motions[at];
    struct buoy_met_water *water = &portion->waters[at];
    if (isnan(found->volume)) {
        return buoy_fail(error, BUOY_ERROR_OPEN, "body %zu: an open edge is wet", index);
    }
    wet->volume = found->volume;
    wet->wetted_area = found->wetted_area;
    buoy_to_world(placed, body, found->centre, wet->centre);
    keep_in_pool(placed, wet);
    if (buoy_decays(query->water)) {
        sink(body, placed, wet, &portion->sunk[at]);
    }
    if (find_current(query->water, wet->centre, water->velocity) != BUOY_OK) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "body %zu: the current at its place is not finite", index);
    }
    memcpy(water->up, placed->up, sizeof water->up);
    memcpy(motion->centre_of_mass, placed->centre_of_mass, sizeof motion->centre_of_mass);
    memcpy(motion->velocity, body->velocity, sizeof motion->velocity);
    memcpy(motion->angular_velocity, body->angular_velocity, sizeof motion->angular_velocity);
    find_drag_body(body, placed, &portion->bodies[at]);
    return BUOY_OK;
}

// Forces on the first bodies of a portion.
static enum buoy_status find_forces(const struct buoy_body_query *query, size_t first, size_t count,
                                    struct portion *portion, struct buoy_body_forces *results,
                                    struct buoy_error *error) {
    const struct buoy_forces_query of_portion = {
        .submerged = portion->submerged,
        .bodies = portion->bodies,
        .motions = portion->motions,
        .waters = portion->waters,
        .count = count,
        .density = query->water->density,
        .gravity = query->water->gravity,
        .drag = query->drag,
        .dt = query->dt,
    };
    const bool good = buoy_forces_auto_best(&of_portion, portion->forces);
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_submerged *wet = &portion->submerged[i];
        const struct buoy_forces *forces = &portion->forces[i];
        if (!good && !buoy_forces_are_finite(forces)) {
            return buoy_fail(error, BUOY_ERROR_NON_FINITE, "body %zu: its forces overflow doubles",
                             first + i);
        }
        struct buoy_body_forces *result = &results[first + i];
        result->buoyancy = forces->buoyancy;
        result->drag = forces->drag;
        result->volume = wet->volume;
        memcpy(result->centre, wet->centre, sizeof result->centre);
        result->wetted_area = wet->wetted_area;
        if (buoy_decays(query->water) && wet->volume > 0.0) {
            buoy_let_decay(query->water, &portion->sunk[i], wet->volume, &result->buoyancy);
        }
    }
    return BUOY_OK;
}

// ------------------------------------------------------------------------- body by body

static enum buoy_status gather_one(const struct buoy_body_query *query, size_t index,
                                   struct portion *portion, struct buoy_error *error) {
    struct buoy_placed placed = {.up = {0.0}};
    struct buoy_hydrostatics at;
    enum buoy_status status = buoy_place(query, index, &placed, error);
    if (status != BUOY_OK) {
        return status;
    }
    const struct buoy_hydrostatics_query below = {
        .mesh = query->bodies[index].mesh,
        .planes = &placed.plane,
        .offsets = &placed.offset,
        .count = 1,
    };
    status = buoy_hydrostatics_of(&below, &at, NULL);
    if (status != BUOY_OK) {
        return buoy_fail(error, status, "body %zu: %s", index, buoy_status_text(status));
    }
    const struct buoy_submerged wet = {
        .volume = at.volume,
        .centre = {at.centre[0], at.centre[1], at.centre[2]},
        .wetted_area = at.wetted_area,
    };
    return gather(query, index, &placed, &wet, portion, error);
}

// --------------------------------------------------------------------------- all at once

// What the scratch memory holds.
struct workspace {
    struct buoy_placed *placed;
    struct buoy_job *jobs;
    struct buoy_volume *volumes;
    void *scratch; // of buoy_volume_jobs()
    size_t scratch_bytes;
};

static size_t most_scratch(const struct buoy_kernel *kernel, const struct buoy_body *bodies,
                           size_t count) {
    size_t most = 0;
    for (size_t i = 0; i < count; ++i) {
        const size_t bytes =
            bodies[i].mesh ? buoy_volume_scratch_bytes(kernel, bodies[i].mesh, NULL) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

// Points the workspace into the caller's memory, or only counts if that is NULL; returns the bytes
// it takes.
static size_t lay_out(struct workspace *w, size_t count, size_t kernel_scratch, void *memory) {
    uint64_t used = 0;
    w->placed = buoy_carve(memory, &used, count * sizeof *w->placed);
    w->jobs = buoy_carve(memory, &used, count * sizeof *w->jobs);
    w->volumes = buoy_carve(memory, &used, count * sizeof *w->volumes);
    w->scratch_bytes = buoy_jobs_scratch_bytes(count, kernel_scratch);
    w->scratch = buoy_carve(memory, &used, w->scratch_bytes);
    return (size_t)used;
}

size_t buoy_body_scratch_bytes(const struct buoy_kernel *kernel, const struct buoy_body *bodies,
                               size_t count, struct buoy_error *error) {
    struct workspace w;
    if (kernel && buoy_check_family(kernel, "volume", error) != BUOY_OK) {
        return SIZE_MAX;
    }
    if (count > 0 && !bodies) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, "no bodies");
        return SIZE_MAX;
    }
    if (kernel && count > BUOY_MOST_JOBS) {
        buoy_fail(error, BUOY_ERROR_TOO_LARGE, "%zu bodies: at most %zu are allowed", count,
                  (size_t)BUOY_MOST_JOBS);
        return SIZE_MAX;
    }
    for (size_t i = 0; kernel && i < count; ++i) {
        if (!bodies[i].mesh) {
            buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: no mesh", i);
            return SIZE_MAX;
        }
    }
    buoy_succeed(error);
    return kernel && count > 0 ? lay_out(&w, count, most_scratch(kernel, bodies, count), NULL) : 0;
}

// As gather_one(), once volumes are known.
static enum buoy_status gather_known(const struct buoy_body_query *query, const struct workspace *w,
                                     size_t index, struct portion *portion,
                                     struct buoy_error *error) {
    const struct buoy_volume *v = &w->volumes[index];
    const struct buoy_submerged wet = {.volume = v->volume,
                                       .centre = {v->centre[0], v->centre[1], v->centre[2]}};
    return gather(query, index, &w->placed[index], &wet, portion, error);
}

// Volumes are in the workspace, or found body by body if that is NULL. If several bodies are wrong,
// the first is reported: those gathered before another failed are answered before that failure is
// reported.
static enum buoy_status answer_portions(const struct buoy_body_query *query,
                                        const struct workspace *w, struct buoy_body_forces *results,
                                        struct buoy_error *error) {
    struct portion portion;
    enum buoy_status status = BUOY_OK;
    for (size_t first = 0; first < query->count && status == BUOY_OK; first += PORTION) {
        const size_t left = query->count - first, all = left < PORTION ? left : PORTION;
        size_t count = 0;
        while (count < all && status == BUOY_OK) {
            status = w ? gather_known(query, w, first + count, &portion, error)
                       : gather_one(query, first + count, &portion, error);
            count += status == BUOY_OK;
        }
        const enum buoy_status found = find_forces(query, first, count, &portion, results, error);
        status = found == BUOY_OK ? status : found;
    }
    return status;
}

// Volumes and forces of all bodies that have a place in the workspace.
static enum buoy_status answer_placed(const struct buoy_body_query *query,
                                      const struct workspace *w, struct buoy_body_forces *results,
                                      struct buoy_error *error) {
    const enum buoy_status status = buoy_volume_jobs(
        query->kernel, w->jobs, query->count, w->scratch, w->scratch_bytes, w->volumes, NULL);
    return status == BUOY_OK
               ? answer_portions(query, w, results, error)
               : buoy_fail(error, status, "the bodies' volumes: %s", buoy_status_text(status));
}

static enum buoy_status answer_all(const struct buoy_body_query *query,
                                   struct buoy_body_forces *results, struct buoy_error *error) {
    struct workspace w;
    const size_t most = most_scratch(query->kernel, query->bodies, query->count);
    const size_t needed = lay_out(&w, query->count, most, NULL);
    if (!buoy_suffices(query->scratch, query->scratch_bytes, needed)) {
        return buoy_fail_scratch(error, needed);
    }
    lay_out(&w, query->count, most, query->scratch);
    struct buoy_body_query placed = *query; // the bodies before the first that has no place
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < query->count && status == BUOY_OK; ++i) {
        status = buoy_place(query, i, &w.placed[i], error);
        const float *n = w.placed[i].plane.normal;
        w.jobs[i] =
            (struct buoy_job){query->bodies[i].mesh, {n[0], n[1], n[2]}, w.placed[i].offset};
        placed.count = i + (status == BUOY_OK);
    }
    const enum buoy_status found = answer_placed(&placed, &w, results, error);
    return found == BUOY_OK ? status : found;
}

enum buoy_status buoy_body_forces_compute(const struct buoy_body_query *query,
                                          struct buoy_body_forces *restrict results,
                                          struct buoy_error *error) {
    if (!query || !query->water) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no water" : "no query");
    }
    enum buoy_status status = check_query(query, results, error);
    if (status != BUOY_OK) {
        return status;
    }
    if (query->count == 0 || !query->bodies) {
        return buoy_succeed(error);
    }
    if (query->kernel) {
        status = answer_all(query, results, error);
    } else {
        status = buoy_get_isa(NULL, error);
        status = status == BUOY_OK ? answer_portions(query, NULL, results, error) : status;
    }
    for (size_t i = 0; i < query->count && status != BUOY_OK; ++i) {
        buoy_body_forces_make_unknown(&results[i]);
    }
    return status == BUOY_OK ? buoy_succeed(error) : status;
}

struct buoy_body buoy_body_default(void) {
    return (struct buoy_body){.pose = buoy_pose_identity()};
}

struct buoy_body_query buoy_body_query_default(void) {
    return (struct buoy_body_query){0};
}
