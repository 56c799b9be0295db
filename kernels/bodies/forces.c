// The checked entries to the kernels of the families `forces` and `pressure`. dispatch.c decides
// what the machine may run.
#include "base/arithmetic.h"

#include "bodies/forces.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "water/water.h"

enum buoy_status buoy_drag_check(const struct buoy_drag *drag, double dt,
                                 struct buoy_error *error) {
    const struct buoy_quantity given[] = {
        {"the linear drag coefficient", &drag->linear, 1, BUOY_FORCES_MOST},
        {"the angular drag coefficient", &drag->angular, 1, BUOY_FORCES_MOST},
        {"the quadratic drag coefficient", &drag->quadratic, 1, BUOY_FORCES_MOST},
        {"the step", &dt, 1, BUOY_FORCES_MOST}};
    const enum buoy_status status = buoy_check_limits(given, 4, NULL, 0, error);
    const bool negative =
        drag->linear < 0.0 || drag->angular < 0.0 || drag->quadratic < 0.0 || dt < 0.0;
    return status == BUOY_OK && negative
               ? buoy_fail(error, BUOY_ERROR_ARGUMENT, "a drag coefficient or the step is below 0")
               : status;
}

// BUOY_OK, or what is wrong with a question or its answer.
static enum buoy_status examine(const struct buoy_forces_query *query,
                                const struct buoy_forces *results, size_t i,
                                struct buoy_error *error) {
    const enum buoy_status status = buoy_forces_check(query, i);
    BUOY_REFUSE_IF(status == BUOY_ERROR_ARGUMENT, ARGUMENT,
                   "body %zu: its mass or volume is not above 0, its submerged volume or area is "
                   "below 0, or the normal is not of unit length",
                   i);
    if (status == BUOY_OK && buoy_forces_are_finite(&results[i])) {
        return BUOY_OK;
    }
    BUOY_REFUSE_IF(status == BUOY_OK && query->dt > 0.0, PRECISION,
                   "body %zu: drag is so strong that doubles cannot solve for it within the step: "
                   "take a shorter one",
                   i);
    BUOY_REFUSE_IF(status == BUOY_OK, NON_FINITE, "body %zu: its forces are beyond doubles", i);
    const struct buoy_submerged *wet = &query->submerged[i];
    const struct buoy_drag_body *body = &query->bodies[i];
    const struct buoy_drag_motion *motion = &query->motions[i];
    const struct buoy_met_water *water = &query->waters[i];
    const double most = BUOY_FORCES_MOST;
    const struct buoy_quantity given[] = {
        {"submerged volume", &wet->volume, 1, BUOY_MASSES_MOST},
        {"wetted area", &wet->wetted_area, 1, BUOY_MASSES_MOST},
        {"mass", &body->mass, 1, BUOY_MASSES_MOST},
        {"volume", &body->volume, 1, BUOY_MASSES_MOST},
        {"inverse inertia", body->inverse_inertia, 9, BUOY_MASSES_MOST},
        {"length", &body->length, 1, most},
        {"centre of buoyancy", wet->centre, 3, most},
        {"centre of mass", motion->centre_of_mass, 3, most},
        {"velocity", motion->velocity, 3, most},
        {"angular velocity", motion->angular_velocity, 3, most},
        {"normal", water->up, 3, most},
        {"velocity of the water", water->velocity, 3, most},
    };
    return buoy_check_limits(given, sizeof given / sizeof *given, "body", i, error);
}

// Kernels check the questions themselves, and answer all, whatever there is among them.
enum buoy_status buoy_forces_compute(const struct buoy_forces_query *query,
                                     struct buoy_forces *restrict results,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    BUOY_REFUSE_IF(query->count > 0 && (!query->submerged || !query->bodies || !query->motions ||
                                        !query->waters || !results),
                   ARGUMENT, "no %s",
                   !query->submerged ? "submerged parts"
                   : !query->bodies  ? "bodies"
                   : !query->motions ? "motions"
                   : !query->waters  ? "waters"
                                     : "room for results");
    const struct buoy_quantity given[] = {{"density", &query->density, 1, BUOY_FORCES_MOST},
                                          {"gravity", &query->gravity, 1, BUOY_FORCES_MOST}};
    BUOY_TRY(buoy_check_limits(given, 2, NULL, 0, error));
    BUOY_REFUSE_IF(!(query->density > 0.0) || query->gravity < 0.0, ARGUMENT,
                   "density must be above 0, gravity 0 or more");
    BUOY_TRY(buoy_drag_check(&query->drag, query->dt, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "forces", error));
    if (buoy_forces_catto_scalar(query, results)) {
        return buoy_answered(query->failed, query->count, error);
    }
    struct buoy_elements elements;
    buoy_elements_begin(&elements, query->failed);
    buoy_elements_answer(&elements, 0, query->count);
    for (size_t i = 0; i < query->count; ++i) {
        if (examine(query, results, i, buoy_elements_cause(&elements, i)) != BUOY_OK) {
            buoy_elements_fail(&elements, i);
            buoy_make_nan(&results[i], sizeof results[i]);
        }
    }
    return buoy_elements_end(&elements, query->count, error);
}

struct buoy_forces_query buoy_forces_query_default(void) {
    return (struct buoy_forces_query){.density = BUOY_SEA_WATER, .gravity = BUOY_GRAVITY};
}

struct buoy_drag_body buoy_drag_body_default(void) {
    return (struct buoy_drag_body){.mass = 1.0, .volume = 1.0, .length = 1.0};
}

// --------------------------------------------------------------------------------------- pressure

static size_t scratch_of(const struct buoy_mesh *mesh) {
    return (size_t)mesh->blocks->points_count * BUOY_LANES * sizeof(double); // kerner64's
}

size_t buoy_pressure_scratch_bytes(const struct buoy_mesh *mesh, struct buoy_error *error) {
    if (!mesh) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, "no mesh");
        return SIZE_MAX;
    }
    if (buoy_check_kept(mesh, BUOY_MESH_KEEP_FACETS, "pressure", error) != BUOY_OK) {
        return SIZE_MAX;
    }
    buoy_succeed(error);
    return scratch_of(mesh);
}

// The motion and, with a step, the body's inertia.
static enum buoy_status check_motion(const struct buoy_surface_motion *motion,
                                     const struct buoy_pressure_query *query,
                                     struct buoy_error *error) {
    const double coefficients[3] = {motion->drag, motion->lift, motion->skin};
    const double most = BUOY_MOST_INERTIA, dt = motion->dt;
    BUOY_REFUSE_IF(!buoy_within(coefficients, 3, DBL_MAX), NON_FINITE,
                   "a drag coefficient is not finite");
    for (int i = 0; i < 3; ++i) {
        BUOY_REFUSE_IF(coefficients[i] < 0.0 || coefficients[i] > BUOY_MOST_COEFFICIENT, ARGUMENT,
                       "a drag coefficient is %g, not 0 to %g", coefficients[i],
                       BUOY_MOST_COEFFICIENT);
    }
    BUOY_REFUSE_IF(!buoy_within(&dt, 1, most), NON_FINITE, "the step is not finite, or beyond %g",
                   most);
    BUOY_REFUSE_IF(dt < 0.0, ARGUMENT, "the step is %g, not 0 or more", dt);
    BUOY_REFUSE_IF(dt > 0.0 && (!buoy_within(&motion->mass, 1, most) ||
                                !buoy_within(motion->inverse_inertia, 9, most) ||
                                !buoy_within(motion->centre_of_mass, 3, BUOY_FARTHEST)),
                   NON_FINITE,
                   "the mass, the inverse inertia or the centre of mass is not finite, or is "
                   "beyond %g, %g, %g",
                   most, most, BUOY_FARTHEST);
    BUOY_REFUSE_IF(dt > 0.0 && !(motion->mass >= 1.0 / most), ARGUMENT,
                   "the mass is %g: drag within a step needs one, of %g or more", motion->mass,
                   1.0 / most);
    BUOY_REFUSE_IF(dt > 0.0 && !buoy_is_inverse_inertia(motion->inverse_inertia), ARGUMENT,
                   "the inverse inertia is not symmetric with eigenvalues of 0 or more");
    const struct buoy_mesh *mesh = query->mesh;
    const double half = buoy_length(mesh->half_extent) * mesh->scale;
    const double spin = buoy_length(motion->angular_velocity) * (buoy_length(mesh->centre) + half);
    const double fastest =
        buoy_length(motion->velocity) + spin + buoy_length(query->water->current);
    BUOY_REFUSE_IF(!(fastest <= BUOY_MOST_SPEED), NON_FINITE,
                   "the motion through the water is not finite or beyond %g", BUOY_MOST_SPEED);
    return BUOY_OK;
}

enum buoy_status buoy_check_pressure(const struct buoy_pressure_query *query,
                                     const struct buoy_waterline *waterline,
                                     const struct buoy_pressure *result, struct buoy_error *error) {
    BUOY_REFUSE_IF(!query || !query->mesh || !query->water || !result, ARGUMENT, "%s",
                   !query         ? "no query"
                   : !query->mesh ? "no mesh"
                   : !result      ? "no room for the result"
                                  : "no water");
    const struct buoy_pose *pose = &query->pose;
    struct buoy_rotation rotation;
    BUOY_TRY(buoy_check_kept(query->mesh, BUOY_MESH_KEEP_FACETS, "pressure", error));
    BUOY_TRY(buoy_water_check(query->water, error));
    BUOY_REFUSE_IF(!buoy_within(pose->position, 3, BUOY_FARTHEST) ||
                       !buoy_within(pose->rotation, 4, DBL_MAX),
                   NON_FINITE, "the pose is not finite or beyond %g", BUOY_FARTHEST);
    BUOY_REFUSE_IF(!buoy_pose_rotation(pose, &rotation), ARGUMENT,
                   "the rotation is not a unit quaternion");
    if (query->motion) {
        BUOY_TRY(check_motion(query->motion, query, error));
    }
    BUOY_REFUSE_IF(waterline && waterline->capacity > 0 && !waterline->points, ARGUMENT,
                   "the waterline has no room for its points");
    const size_t needed = scratch_of(query->mesh);
    return buoy_suffices(query->scratch, query->scratch_bytes, needed)
               ? BUOY_OK
               : buoy_fail_scratch(error, needed);
}

// ------------------------------------------------------------------------------- open meshes

// As for planes, a vertex counts as dry if moving each of its coordinates and the water by one unit
// in the last place would make it so.
static bool is_wet(const struct buoy_immersion *immersion, uint32_t vertex) {
    const double ulp = 0x1p-23;
    const struct buoy_mesh *mesh = immersion->mesh;
    const double p[3] = {mesh->triangles->px[vertex], mesh->triangles->py[vertex],
                         mesh->triangles->pz[vertex]};
    double x[3], slack = fabs(immersion->level);
    buoy_rotate(&immersion->rotation, p, x);
    for (int i = 0; i < 3; ++i) {
        x[i] += immersion->position[i];
        slack += fabs(immersion->up[i] * p[i]);
    }
    float level = 0.0f; // of the water, along up from its own; if that is no plane, up has length 1
    struct buoy_water low = *immersion->water;
    struct buoy_surface surface = {.x = &x[0], .y = &x[1], .count = 1, .height = &level};
    low.level = 0.0;
    if (low.kind != BUOY_WATER_PLANE && buoy_water_sample(&low, &surface, NULL) != BUOY_OK) {
        return false;
    }
    const double water = (double)level;
    const double height = buoy_dot(immersion->up, p) + immersion->level - water;
    return height < -ulp * (slack + fabs(water));
}

// Whether some of the edge between two vertices lies in the pool.
static bool is_in_pool(const struct buoy_immersion *immersion, const uint32_t ends[2]) {
    const struct buoy_mesh *mesh = immersion->mesh;
    const struct buoy_region *region = immersion->water->region;
    double at[2][3], first = 0.0, last = 1.0;
    for (int k = 0; k < 2; ++k) {
        const double p[3] = {mesh->triangles->px[ends[k]], mesh->triangles->py[ends[k]],
                             mesh->triangles->pz[ends[k]]};
        buoy_rotate(&immersion->rotation, p, at[k]);
    }
    for (int i = 0; i < 3; ++i) {
        const double a = at[0][i] + immersion->position[i], along = at[1][i] - at[0][i];
        const double to_low = region->low[i] - a, to_high = region->high[i] - a;
        if (along == 0.0) {
            if (to_low > 0.0 || to_high < 0.0) {
                return false;
            }
            continue;
        }
        const double low = to_low / along, high = to_high / along;
        first = fmax(first, fmin(low, high));
        last = fmin(last, fmax(low, high));
    }
    return first <= last;
}

// What is known of a vertex.
enum mark {
    INNER,
    OPEN_DRY,
    OPEN_WET,
};

// If a mesh is partly outside its pool, the edges inside count. An edge between two vertices that
// have open edges is taken for an open edge.
static bool wets_open_edge_in_pool(const struct buoy_immersion *immersion, const uint8_t *marks) {
    const struct buoy_mesh *mesh = immersion->mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corners[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                     mesh->triangles->i2[t]};
        for (int k = 0; k < 3; ++k) {
            const uint32_t ends[2] = {corners[k], corners[(k + 1) % 3]};
            const enum mark a = (enum mark)marks[ends[0]], b = (enum mark)marks[ends[1]];
            if (a != INNER && b != INNER && (a == OPEN_WET || b == OPEN_WET) &&
                is_in_pool(immersion, ends)) {
                return true;
            }
        }
    }
    return false;
}

bool buoy_pressure_wets_open_edge(const struct buoy_pressure_query *query) {
    const struct buoy_mesh *mesh = query->mesh;
    uint8_t *marks = query->scratch; // a byte of the eight for each vertex
    struct buoy_immersion immersion;
    buoy_immerse(query, &immersion);
    if (immersion.side == BUOY_SIDE_DRY) {
        return false;
    }
    memset(marks, INNER, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->open_vertex_count; ++i) {
        const uint32_t vertex = mesh->triangles->open_vertices[i];
        const bool wet = is_wet(&immersion, vertex);
        if (wet && !immersion.pooled) {
            return true;
        }
        marks[vertex] = wet ? OPEN_WET : OPEN_DRY;
    }
    return immersion.pooled && wets_open_edge_in_pool(&immersion, marks);
}

struct buoy_pressure buoy_pressure_unknown(void) {
    struct buoy_pressure unknown;
    buoy_make_nan(&unknown, sizeof unknown);
    return unknown;
}

enum buoy_status buoy_pressure_compute(const struct buoy_pressure_query *query,
                                       struct buoy_waterline *waterline,
                                       struct buoy_pressure *restrict result,
                                       struct buoy_error *error) {
    BUOY_TRY(buoy_check_pressure(query, waterline, result, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "pressure", error));
    if (waterline) {
        waterline->count = 0;
    }
    if (!query->mesh->closed && buoy_pressure_wets_open_edge(query)) {
        *result = buoy_pressure_unknown();
        return buoy_succeed(error);
    }
    const bool steps = query->motion && query->motion->dt > 0.0;
    buoy_pressure_function *pressure =
        query->kernel ? query->kernel->pressure : buoy_pressure_auto_best;
    struct buoy_pressure found;
    const bool finite = pressure(query, waterline, steps ? &found : result);
    if (!steps && finite) {
        return buoy_succeed(error);
    }
    if (finite && buoy_within(found.drag_force, 3, DBL_MAX) &&
        buoy_within(found.drag_torque, 3, DBL_MAX)) {
        *result = found;
        return buoy_succeed(error);
    }
    if (waterline) {
        waterline->count = 0;
    }
    BUOY_REFUSE_IF(finite, NON_FINITE, "drag within the step is beyond doubles");
    return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                     "the current at a point is not finite, or beyond %g", BUOY_MOST_SPEED);
}

struct buoy_pressure_query buoy_pressure_query_default(void) {
    return (struct buoy_pressure_query){.pose = buoy_pose_identity()};
}

// --------------------------------------------------------------------------------------- in detail

// The checked entry to pressure in detail: triangle by triangle, in water that bends.

enum buoy_status buoy_pressure_in_detail(const struct buoy_pressure_query *query,
                                         struct buoy_pressure_detail *detail,
                                         struct buoy_pressure *restrict result,
                                         struct buoy_error *error) {
    BUOY_REFUSE_IF(!detail, ARGUMENT, "no room for the detail");
    BUOY_TRY(buoy_check_pressure(query, NULL, result, error));
    BUOY_REFUSE_IF(!buoy_within(&detail->tolerance, 1, DBL_MAX), NON_FINITE,
                   "the tolerance is not finite");
    BUOY_REFUSE_IF(detail->tolerance < 0.0, ARGUMENT, "the tolerance is %g, not 0 or more",
                   detail->tolerance);
    if (!query->mesh->closed && buoy_pressure_wets_open_edge(query)) {
        for (uint32_t t = 0; detail->triangles && t < query->mesh->triangle_count; ++t) {
            buoy_make_nan(&detail->triangles[t], sizeof detail->triangles[t]);
        }
        *result = buoy_pressure_unknown();
        detail->level_error = (double)NAN;
        detail->pieces = 0;
        return buoy_succeed(error);
    }
    struct buoy_pressure found;
    const enum buoy_detail_end end = buoy_pressure_detailed_scalar(query, detail, &found);
    BUOY_REFUSE_IF(end == BUOY_DETAIL_BAD_CURRENT, NON_FINITE,
                   "the current at a point is not finite, or beyond %g", BUOY_MOST_SPEED);
    BUOY_REFUSE_IF(end == BUOY_DETAIL_TOO_FINE, TOO_LARGE,
                   "a tolerance of %g m would need more than %u cuts of triangles",
                   detail->tolerance, BUOY_MOST_CUTS);
    BUOY_REFUSE_IF(!buoy_within(found.drag_force, 3, DBL_MAX) ||
                       !buoy_within(found.drag_torque, 3, DBL_MAX),
                   NON_FINITE, "drag within the step is beyond doubles");
    *result = found;
    return buoy_succeed(error);
}
