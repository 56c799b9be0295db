// A square bar of wood floats on an edge, on a face, or in between.
#include <math.h>
#include <stdio.h>

#include <buoyancy_equilibrium.h>

static const float corners[24] = {-5, -.5, -.5, 5, -.5, -.5, 5, .5, -.5, -5, .5, -.5,
                                  -5, -.5, .5,  5, -.5, .5,  5, .5, .5,  -5, .5, .5};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

int main(void) {
    const struct buoy_mesh_input input = {
        .positions = corners, .vertex_count = 8, .indices = triangles, .triangle_count = 12};
    struct buoy_mesh *mesh;
    struct buoy_error error;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        puts(error.message);
        return 1;
    }
    static const double densities[] = {150.0, 250.0, 500.0}; // in fresh water
    double heel[3];
    for (int i = 0; i < 3; ++i) {
        const struct buoy_floating bar = {mesh, 10.0 * densities[i] / 1000.0, {0.0, 0.0, 0.0}};
        const double start[3] = {0.0, 0.1, 1.0}; // nearly a face up
        struct buoy_attitude rest;
        if (buoy_equilibrium(&bar, start, &rest, &error) != BUOY_OK) {
            puts(error.message);
            return 1;
        }
        heel[i] = atan2(rest.up[1], rest.up[2]) * 57.29577951308232;
        printf("%g kg/m³: heels %.2f°, GM %.3f m\n", densities[i], heel[i], rest.gm_min);
    }
    buoy_mesh_destroy(mesh);
    return fabs(heel[0]) < 1e-6 && fabs(heel[1] - 26.565) < 1e-3 && fabs(heel[2] - 45.0) < 1e-6 ? 0
                                                                                                : 1;
}
