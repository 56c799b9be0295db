// Images of meshes with some of their bytes changed and the right checksum: refused, or the mesh
// that is loaded answers whatever it answers without reading or writing where it must not, which
// sanitizers and the end of the image's own memory tell.
#include "targets.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bodies.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_pressure.h"
#include "bytes.h"
#include "dispatch/registry.h"
#include "making/bake.h"
#include "mesh/mesh.h"

// Changes counts, which the head holds, as often as anything else.
static void change(struct fuzz_bytes *bytes, unsigned char *image, size_t size) {
    for (size_t i = 1 + fuzz_below(bytes, 6); i > 0; --i) {
        const size_t at = fuzz_word(bytes) % (fuzz_one_in(bytes, 2) ? 448 : size);
        image[at] = fuzz_one_in(bytes, 3)   ? (unsigned char)0xff
                    : fuzz_one_in(bytes, 3) ? (unsigned char)(image[at] + 1)
                                            : fuzz_byte(bytes);
    }
}

static void run(const uint8_t *at, size_t count) {
    struct fuzz_bytes all = {at, at + count}, *const bytes = &all;
    struct fuzz_body body;
    fuzz_body_make(bytes, &body);
    struct buoy_mesh *mesh = fuzz_body_mesh(bytes, &body);
    if (!mesh) {
        return;
    }
    const size_t size = buoy_mesh_image_bytes(mesh, NULL);
    unsigned char *image = buoy_aligned_alloc(size);
    FUZZ_FAIL_IF(!image || buoy_mesh_save(mesh, image, size, NULL) != BUOY_OK,
                 "no image of %zu bytes", size);
    change(bytes, image, size);
    buoy_image_seal(image, size);
    struct buoy_mesh *loaded;
    const enum buoy_status status = buoy_mesh_load(image, size, &loaded, NULL);
    fuzz_count(1, 1);
    if (status == BUOY_OK) {
        _Alignas(64) static char scratch[1 << 16];
        struct buoy_plane planes[17];
        struct buoy_volume volumes[17];
        struct buoy_hydrostatics hydrostatics[17];
        for (int i = 0; i < 17; ++i) {
            planes[i] = fuzz_plane(bytes, &body);
        }
        for (size_t k = 0; k < buoy_kernel_count(); ++k) {
            const struct buoy_kernel *kernel = buoy_kernel_at(k);
            const struct buoy_volume_query volume = {.mesh = loaded,
                                                     .planes = planes,
                                                     .count = 17,
                                                     .scratch = scratch,
                                                     .scratch_bytes = sizeof scratch,
                                                     .voxels = 4,
                                                     .kernel = kernel};
            const struct buoy_hydrostatics_query query = {
                .mesh = loaded, .planes = planes, .count = 17, .kernel = kernel};
            buoy_volume_compute(&volume, volumes, NULL);
            buoy_hydrostatics_compute(&query, hydrostatics, NULL);
        }
        const struct buoy_water water = {
            .kind = BUOY_WATER_PLANE, .plane = planes[0], .density = 1000.0, .gravity = 9.81};
        struct buoy_pressure_query query = buoy_pressure_query_default();
        struct buoy_pressure result;
        query.mesh = loaded, query.water = &water;
        query.scratch = scratch, query.scratch_bytes = sizeof scratch;
        buoy_pressure_compute(&query, NULL, &result, NULL);
    } else if (status != BUOY_ERROR_IMAGE || loaded) {
        fuzz_fail("status %d", (int)status);
    }
    buoy_mesh_destroy(loaded);
    buoy_mesh_destroy(mesh);
    buoy_aligned_free(image);
}

const struct fuzz_target fuzz_image = {
    "image", "loading meshes from images with the right checksum", 1024, true, false, run};
