// Mesh files of every format: any bytes are refused with one line that names the file, or make
// arrays that keep the promises of meshes.h.
#include "targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy.h"
#include "child.h"
#include "meshes/meshes.h"

static void check_refusal(const char *path, const struct mesh_data *data,
                          const struct buoy_error *error) {
    static const struct mesh_data empty;
    const char *slash = strrchr(path, '/');
    if (!strstr(error->message, slash + 1) || strpbrk(error->message, "\r\n")) {
        fuzz_fail("the message must be one line that names the file: %s", error->message);
    }
    if (memcmp(data, &empty, sizeof empty) != 0) {
        fuzz_fail("refused, but not left empty: %s", error->message);
    }
}

static void check_arrays(const struct mesh_data *data) {
    if (data->triangle_count == 0 || data->triangle_count > MESH_MAX_TRIANGLES) {
        fuzz_fail("%zu triangles", data->triangle_count);
    }
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        if (!isfinite(data->positions[i])) {
            fuzz_fail("coordinate %zu is %g", i, data->positions[i]);
        }
    }
    for (size_t i = 0; i < 3 * data->triangle_count; ++i) {
        if (data->indices[i] >= data->vertex_count) {
            fuzz_fail("corner %zu is vertex %u of %zu", i, (unsigned)data->indices[i],
                      data->vertex_count);
        }
    }
}

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
    if (buoy_mesh_diagnose(&input, &diagnosis, &error) != BUOY_OK) {
        fuzz_fail("what was read cannot be examined: %s", error.message);
    }
    if (buoy_mesh_create(&input, &mesh, &error) == BUOY_OK) {
        buoy_mesh_destroy(mesh);
    }
}

static void read_mesh(const char *name, const uint8_t *bytes, size_t size) {
    const char *path = scratch_write(name, bytes, size);
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_load(path, &data, &error) != BUOY_OK) {
        check_refusal(path, &data, &error);
    } else {
        check_arrays(&data);
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

// A buffer for those that name a file: two points far apart, whole numbers of every size, a row of
// weights, and a matrix.
static void write_buffer(void) {
    static const float numbers[32] = {0, 0,         0,          1, 0, 0, 0, 1, 0, 0, 0,
                                      1, 0x1p-149f, 0x00020100, 0, 1, 1, 0, 0, 0, 0, 1,
                                      0, 0,         0,          0, 1, 0, 5, 6, 7, 1};
    scratch_write("fuzz.bin", numbers, sizeof numbers);
}

static void run_gltf(const uint8_t *bytes, size_t size) {
    static bool written;
    if (!written) {
        write_buffer();
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
