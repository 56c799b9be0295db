// The force of waves on a hull, triangle by triangle.
// C++17: before it, std::vector does not align as alignas() says.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include <buoyancy_pressure.h>

static const float corners[24] = {-4, -1, -1, 4, -1, -1, 4, 1, -1, -4, 1, -1,
                                  -4, -1, 1,  4, -1, 1,  4, 1, 1,  -4, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

template <class T> using owned = std::unique_ptr<T, void (*)(T *)>;
struct alignas(64) scratch_line {
    unsigned char bytes[64];
};

int main() {
    buoy_error error;
    buoy_mesh_input input = {};
    input.positions = corners, input.vertex_count = 8;
    input.indices = triangles, input.triangle_count = 12;
    input.flags = BUOY_MESH_KEEP_FACETS; // for pressure
    buoy_mesh *made_mesh;
    buoy_waves *made_waves;
    buoy_wave swell = buoy_wave_default();
    swell.amplitude = 0.5f, swell.wavelength = 20.0f;
    const bool good = buoy_mesh_create(&input, &made_mesh, &error) == BUOY_OK;
    if (!good || buoy_waves_create(&swell, 1, BUOY_GRAVITY, 0.0, &made_waves, &error) != BUOY_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const owned<buoy_mesh> mesh(made_mesh, buoy_mesh_destroy);
    const owned<buoy_waves> waves(made_waves, buoy_waves_destroy);

    buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
    sea.kind = BUOY_WATER_WAVES;
    sea.waves = waves.get();
    const std::size_t bytes = buoy_pressure_scratch_bytes(mesh.get(), nullptr);
    std::vector<scratch_line> scratch((bytes + 63) / 64);
    buoy_pressure_query query = buoy_pressure_query_default();
    query.mesh = mesh.get();
    query.water = &sea;
    query.scratch = scratch.data();
    query.scratch_bytes = bytes;
    for (sea.time = 0.0; sea.time < 4.0; sea.time += 0.5) {
        buoy_pressure result;
        if (buoy_pressure_compute(&query, nullptr, &result, &error) != BUOY_OK) {
            std::fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        // The torque is about the pose's position.
        std::printf("%3.1f s: lifted by %6.1f kN, pitched by %6.1f kN m\n", sea.time,
                    result.force[2] / 1000.0, result.torque[1] / 1000.0);
        if (!std::isfinite(result.force[2])) {
            return 1;
        }
    }
}
