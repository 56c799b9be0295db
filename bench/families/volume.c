// The family `volume`: a mesh and water planes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "barely_wet.h"
#include "cli.h"
#include "families.h"
#include "poses.h"
#include "registry.h"
#include "truth.h"

static int make(struct queries *queries) {
    const size_t random = queries->count;
    const size_t barely_wet = queries->workload == WORKLOAD_TRIAL ? QUERIES_HARD : 0;
    struct buoy_plane *planes = calloc(random + barely_wet, sizeof *planes);
    if (planes == NULL) {
        return cli_out_of_memory();
    }
    queries->content = planes;
    queries->count = random + barely_wet;
    queries->per_call = queries->workload == WORKLOAD_TRIAL ? queries->count : 1;
    poses_make(queries->mesh, queries->seed, random, planes);
    return barely_wet_make(queries->mesh, queries->seed + 1, barely_wet, planes + random);
}

static void free_content(struct queries *queries) {
    free(queries->content);
}

static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    return buoy_volume_scratch_bytes(kernel, queries->mesh);
}

// The kernel itself is called, so that kernels are compared and not the checks of
// buoy_volume_with(), which add 3 ns or so to each call.
static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct buoy_plane *planes = queries->content;
    struct buoy_volume *volumes = answers;
    buoy_volume_function *volume = kernel->volume;
    struct buoy_volume_query query = {
        .mesh = queries->mesh,
        .count = queries->per_call,
        .scratch = scratch->memory,
        .scratch_bytes = scratch->bytes,
        .voxels = queries->voxels,
    };
    for (size_t i = begin; i < end; i += query.count) {
        query.planes = &planes[i];
        volume(&query, &volumes[i]);
    }
}

static int find_truth(const struct queries *queries, void *truth) {
    return truth_find_volumes(queries->mesh, queries->content, queries->count, truth);
}

static double infinite_if_nan(double error) {
    return isnan(error) ? (double)INFINITY : error;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *true_answer, const void *given_answer) {
    const struct buoy_volume *truth = true_answer, *answer = given_answer;
    struct buoy_mesh_info info;
    (void)index;
    buoy_mesh_get_info(queries->mesh, &info);
    const double dv = fabs(answer->volume - truth->volume);
    const double dx = answer->cx - truth->cx, dy = answer->cy - truth->cy;
    const double dz = answer->cz - truth->cz;
    return (struct family_errors){
        .immersion = truth->volume / info.volume,
        .of_total = infinite_if_nan(dv / info.volume),
        .of_submerged = infinite_if_nan(dv / truth->volume),
        .centroid = infinite_if_nan(sqrt(dx * dx + dy * dy + dz * dz) / info.diagonal),
    };
}

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct buoy_volume_traits *traits = &kernel->method->volume;
    (void)index;
    return (struct family_bounds){
        .of_total = traits->volume_bound(queries->mesh, queries->voxels),
        .centroid = traits->centroid_bound(queries->mesh, queries->voxels),
    };
}

static size_t triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    struct buoy_mesh_info info;
    (void)kernel;
    buoy_mesh_get_info(queries->mesh, &info);
    return info.triangle_count;
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    const struct buoy_plane *planes = queries->content;
    if (kernel->method->volume.examined == NULL) {
        return (double)triangles(queries, kernel);
    }
    double sum = 0.0;
    for (size_t i = 0; i < queries->count; i++) {
        sum += (double)kernel->method->volume.examined(queries->mesh, &planes[i]);
    }
    return sum / (double)queries->count;
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct buoy_plane *planes = queries->content, *plane = &planes[index];
    snprintf(text, size, "plane %zu (%.9g,%.9g,%.9g,%.9g)", index, (double)plane->nx,
             (double)plane->ny, (double)plane->nz, (double)plane->d);
}

static const char *const fields[] = {"volume", "cx", "cy", "cz"};

const struct family family_volume = {
    .name = "volume",
    .entrance = "buoy_volume_with",
    .answer_bytes = sizeof(struct buoy_volume),
    .field_count = sizeof fields / sizeof fields[0],
    .fields = fields,
    .make = make,
    .free = free_content,
    .scratch_bytes = scratch_bytes,
    .ask = ask,
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = triangles,
    .examined = examined,
    .describe = describe,
};
