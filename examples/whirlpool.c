// The drag on a raft in water that turns like a wheel.
#include <math.h>
#include <stdio.h>

#include <buoyancy_pressure.h>

static const float corners[24] = {-1, -1, -0.25, 1, -1, -0.25, 1, 1, -0.25, -1, 1, -0.25,
                                  -1, -1, 0.25,  1, -1, 0.25,  1, 1, 0.25,  -1, 1, 0.25};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
static _Alignas(64) double memory[16]; // of buoy_pressure_scratch_bytes(): 8 bytes a vertex

// The water's velocity at points of the world; the context is the angular velocity, rad/s.
static void whirlpool(void *context, const double *points, size_t count, double *velocities) {
    const double spin = *(const double *)context;
    for (size_t i = 0; i < 3 * count; i += 3) {
        velocities[i] = -spin * points[i + 1];
        velocities[i + 1] = spin * points[i];
        velocities[i + 2] = 0.0;
    }
}

int main(void) {
    const struct buoy_mesh_input input = {.positions = corners,
                                          .vertex_count = 8,
                                          .indices = triangles,
                                          .triangle_count = 12,
                                          .flags = BUOY_MESH_KEEP_FACETS};
    struct buoy_mesh *mesh;
    struct buoy_error error;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    double spin = 0.5;
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_surface_motion motion = {0};
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_pressure still, drifting;
    water.current_at = whirlpool, water.current_context = &spin;
    motion.drag = 1.0, motion.skin = 0.01;
    query.mesh = mesh, query.water = &water, query.motion = &motion;
    query.pose.position[0] = 3.0; // from the axis
    query.scratch = memory, query.scratch_bytes = sizeof memory;
    int failed = buoy_pressure_compute(&query, NULL, &still, &error);
    motion.velocity[1] = 3.0 * spin; // as the water there
    motion.angular_velocity[2] = spin;
    failed = failed || buoy_pressure_compute(&query, NULL, &drifting, &error);
    if (failed) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("at rest swept along by %.0f N and turned by %.0f N m; drifting, by %.0f N\n",
           still.drag_force[1], still.drag_torque[2], fabs(drifting.drag_force[1]));
    buoy_mesh_destroy(mesh);
    return !(still.drag_force[1] > 100.0 && still.drag_torque[2] > 0.0 &&
             fabs(drifting.drag_force[1]) < 1e-9);
}
