// Mesh files of every format: any bytes are refused with one line that names the file, or make
// arrays that keep the promises of meshes.h.
#include "targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy.h"
#include "child.h"
#include "meshes/meshes.h"

// The program's next step.
static void use(const struct mesh_data *data) {
    const struct buoy_mesh_input input = {
        .positions64 = data->positions,
        .vertex_count = data->vertex_count,
        .indices = data->indices,
        .triangle_count = data->triangle_count,
        .flags = BUOY_MESH_REPAIR | BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_KEEP_ALL,
    };
    struct buoy_diagnosis diagnosis;
    struct buoy_error error;
    struct buoy_mesh *mesh;
    FUZZ_FAIL_IF(buoy_mesh_diagnose(&input, &diagnosis, &error) != BUOY_OK,
                 "what was read cannot be examined: %s", error.message);
    if (buoy_mesh_create(&input, &mesh, &error) == BUOY_OK) {
        buoy_mesh_destroy(mesh);
    }
}

static void read_mesh(const char *name, const uint8_t *bytes, size_t size) {
    const char *path = scratch_write(name, bytes, size);
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_load(path, &data, &error) != BUOY_OK) {
        static const struct mesh_data empty;
        const char *slash = strrchr(path, '/');
        FUZZ_FAIL_IF(!strstr(error.message, slash + 1) || strpbrk(error.message, "\r\n"),
                     "the message must be one line that names the file: %s", error.message);
        FUZZ_FAIL_IF(memcmp(&data, &empty, sizeof empty) != 0, "refused, but not left empty: %s",
                     error.message);
    } else {
        FUZZ_FAIL_IF(data.triangle_count == 0 || data.triangle_count > MESH_MAX_TRIANGLES,
                     "%zu triangles", data.triangle_count);
        for (size_t i = 0; i < 3 * data.vertex_count; ++i) {
            FUZZ_FAIL_IF(!isfinite(data.positions[i]), "coordinate %zu is %g", i,
                         data.positions[i]);
        }
        for (size_t i = 0; i < 3 * data.triangle_count; ++i) {
            FUZZ_FAIL_IF(data.indices[i] >= data.vertex_count, "corner %zu is vertex %u of %zu", i,
                         (unsigned)data.indices[i], data.vertex_count);
        }
        use(&data);
    }
    mesh_data_free(&data);
    fuzz_count(1, 1);
}

static void run_obj(const uint8_t *bytes, size_t size) {
    read_mesh("fuzz.obj", bytes, size);
}

static void run_stl(const uint8_t *bytes, size_t size) {
    read_mesh("fuzz.stl", bytes, size);
}

static void run_ply(const uint8_t *bytes, size_t size) {
    read_mesh("fuzz.ply", bytes, size);
}

static void run_off(const uint8_t *bytes, size_t size) {
    read_mesh("fuzz.off", bytes, size);
}

static void run_gltf(const uint8_t *bytes, size_t size) {
    static bool written;
    if (!written) {
        // A buffer for those that name a file: two points far apart, whole numbers of every size,
        // a row of weights, and a matrix.
        static const float numbers[32] = {0, 0,         0,          1, 0, 0, 0, 1, 0, 0, 0,
                                          1, 0x1p-149f, 0x00020100, 0, 1, 1, 0, 0, 0, 0, 1,
                                          0, 0,         0,          0, 1, 0, 5, 6, 7, 1};
        scratch_write("fuzz.bin", numbers, sizeof numbers);
        written = true;
    }
    const bool binary = size >= 4 && memcmp(bytes, "glTF", 4) == 0;
    read_mesh(binary ? "fuzz.glb" : "fuzz.gltf", bytes, size);
}

enum {
    MOST_BYTES = 4096
};

const struct fuzz_target fuzz_obj = {
    "obj", "OBJ files as the program reads them", MOST_BYTES, false, true, run_obj};
const struct fuzz_target fuzz_stl = {"stl",  "STL files, text and binary", MOST_BYTES, false, true,
                                     run_stl};
const struct fuzz_target fuzz_ply = {"ply",  "PLY files, text and binary", MOST_BYTES, false, true,
                                     run_ply};
const struct fuzz_target fuzz_off = {"off", "OFF files", MOST_BYTES, false, true, run_off};
const struct fuzz_target fuzz_gltf = {"gltf",  "glTF files, and GLB", MOST_BYTES, false, true,
                                      run_gltf};
