#include "mesh_questions.h"
#include "buoyancy_kernels.h"

#include "base/memory.h"
#include "bodies.h"
#include "test.h"

struct queries mesh_questions_make(const struct family *family, const struct buoy_mesh *mesh,
                                   const struct buoy_plane *planes, size_t count, unsigned voxels) {
    struct queries queries = {.family = family,
                              .workload = &workload_trial,
                              .mesh = mesh,
                              .count = count,
                              .per_call = count,
                              .voxels = voxels};
    if (bodies_allocate(&queries) != 0) {
        abort();
    }
    struct bodies *bodies = queries.content;
    for (size_t i = 0; i < count; ++i) {
        bodies->meshes[i] = mesh;
        bodies->planes[i] = planes[i];
    }
    return queries;
}

enum buoy_status mesh_questions_ask(const struct queries *queries, const struct buoy_kernel *kernel,
                                    size_t first, size_t count, void *answers,
                                    struct buoy_volume_error *bounds, struct buoy_error *error) {
    const struct bodies *bodies = queries->content;
    if (queries->family->has_surface) {
        const struct buoy_hydrostatics_query query = {.mesh = queries->mesh,
                                                      .planes = bodies->planes + first,
                                                      .count = count,
                                                      .kernel = kernel};
        return buoy_hydrostatics_compute(&query, answers, error);
    }
    const size_t bytes = buoy_volume_scratch_bytes(kernel, queries->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    const struct buoy_volume_query query = {.mesh = queries->mesh,
                                            .planes = bodies->planes + first,
                                            .count = count,
                                            .scratch = scratch,
                                            .scratch_bytes = bytes,
                                            .voxels = queries->voxels,
                                            .errors = bounds,
                                            .kernel = kernel};
    const enum buoy_status status = buoy_volume_compute(&query, answers, error);
    buoy_aligned_free(scratch);
    return status;
}
