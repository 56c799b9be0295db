// float_cube.c, in C++.
#include <cmath>
#include <cstdio>

#include <buoyancy.h>
#include <buoyancy_forces.h>
#include <buoyancy_hydrostatics.h>
#include <buoyancy_polygon.h>
#include <buoyancy_pressure.h>
#include <buoyancy_shapes.h>
#include <buoyancy_water.h>

#include "cube.h"
#include "mesh.h"

int main() {
    buoy_mesh_input input{};
    input.positions = corners;
    input.vertex_count = 8;
    input.indices = triangles;
    input.triangle_count = 12;
    buoy_mesh *mesh = nullptr;
    buoy_error error;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const buoy_plane water{{0.0f, 0.0f, 1.0f}, 0.5f};
    buoy_volume wet;
    buoy_volume_query query = {};
    query.mesh = mesh;
    query.planes = &water;
    query.count = 1;
    const buoy_status status = buoy_volume_compute(&query, &wet, nullptr);
    buoy_mesh_destroy(mesh);
    return !(status == BUOY_OK && std::fabs(wet.volume - 0.5) < 1e-6);
}
