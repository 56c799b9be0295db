// Submerges half a cube, and says so.
#include <math.h>
#include <stdio.h>

#include <buoyancy.h>
#include <buoyancy_forces.h>
#include <buoyancy_hydrostatics.h>
#include <buoyancy_polygon.h>
#include <buoyancy_pressure.h>
#include <buoyancy_shapes.h>
#include <buoyancy_water.h>

#include "box.h"
#include "cube.h"
#include "forces.h"
#include "mesh.h"
#include "plane.h"
#include "water.h"

#if !CONSUMER_MESH || !CONSUMER_PLANE || !CONSUMER_BOX || !CONSUMER_FORCES || !CONSUMER_WATER
#error "headers of the library are in the way of the consumer's own"
#endif

int main(void) {
    const struct buoy_mesh_input input = {.positions = corners,
                                          .vertex_count = 8,
                                          .indices = triangles,
                                          .triangle_count = 12,
                                          .flags = BUOY_MESH_KEEP_ALL};
    const struct buoy_plane water = {{0.0f, 0.0f, 1.0f}, 0.5f};
    struct buoy_mesh *mesh;
    struct buoy_error error;
    struct buoy_volume wet;
    double d;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const double up[3] = {0.0, 0.0, 1.0};
    const enum buoy_status status = buoy_volume_compute(
        &(struct buoy_volume_query){.mesh = mesh, .planes = &water, .count = 1}, &wet, NULL);
    const enum buoy_status draft = buoy_draft(mesh, up, 0.25, &d, NULL, NULL);
    buoy_mesh_destroy(mesh);
    if (status != BUOY_OK || draft != BUOY_OK) {
        fprintf(stderr, "%s\n", buoy_status_text(status != BUOY_OK ? status : draft));
        return 1;
    }
    printf("volume %.6f, centre of buoyancy at z = %.6f, a quarter displaced at %.6f\n", wet.volume,
           wet.centre[2], d);
    return !(fabs(wet.volume - 0.5) < 1e-6 && fabs(wet.centre[2] - 0.25) < 1e-6 &&
             fabs(d - 0.25) < 1e-6);
}
