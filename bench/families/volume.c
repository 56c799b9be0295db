// The family `volume`: meshes and water planes.
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "copies.h"
#include "errors.h"
#include "families.h"
#include "immersed.h"
#include "numbers.h"
#include "poses.h"
#include "random.h"
#include "registry.h"
#include "truth.h"

struct content {
    // Of each query. Those of a call share a mesh.
    const struct buoy_mesh **meshes;
    struct buoy_plane *planes;
    // What the meshes are if they are not all the one that was given.
    struct copies copies;
};

// ------------------------------------------------------------------------------- making

static size_t triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    struct buoy_mesh_info info;
    (void)kernel;
    buoy_mesh_get_info(queries->mesh, &info);
    return info.triangle_count;
}

// At least as many as are wanted, in whole calls or rounds.
static size_t count_queries(const struct queries *queries, size_t copies) {
    const struct workload *workload = queries->workload;
    const size_t unit = copies > 0 ? copies : workload->per_call > 0 ? workload->per_call : 1;
    return (queries->count + unit - 1) / unit * unit + workload->hard;
}

static int allocate(struct queries *queries) {
    struct content *content = calloc(1, sizeof *content);
    if (content == NULL) {
        return cli_out_of_memory();
    }
    queries->content = content;
    content->meshes = calloc(queries->count, sizeof(struct buoy_mesh *));
    content->planes = calloc(queries->count, sizeof *content->planes);
    return content->meshes != NULL && content->planes != NULL ? 0 : cli_out_of_memory();
}

static int make_hot(struct queries *queries) {
    struct content *content = queries->content;
    const size_t hard = queries->workload->hard, random = queries->count - hard;
    for (size_t i = 0; i < queries->count; i++) {
        content->meshes[i] = queries->mesh;
    }
    poses_make(queries->mesh, queries->seed, random, content->planes);
    for (size_t i = 0; i < random && queries->workload->immersion > 0.0; i++) {
        if (immersed_lower(queries->mesh, queries->workload->immersion, &content->planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return immersed_make_barely_wet(queries->mesh, queries->seed + 1, hard,
                                    content->planes + random);
}

// Rounds over all copies, in another order than that of their making, so that the next one's place
// in memory cannot be guessed, and in other poses each time, so that other parts of them are read.
static int make_cold(struct queries *queries, size_t count) {
    struct content *content = queries->content;
    uint64_t state = queries->seed + 2;
    if (copies_make(queries->mesh, queries->seed, count, &content->copies) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t j = random_bits(&state) % (i + 1);
        content->meshes[i] = content->meshes[j];
        content->meshes[j] = content->copies.meshes[i];
    }
    for (size_t i = 0; i < queries->count; i++) {
        content->meshes[i] = content->meshes[i % count];
        poses_make_one(content->meshes[i], queries->seed, i, &content->planes[i]);
    }
    return 0;
}

static int make(struct queries *queries) {
    const bool cold = queries->workload->cold;
    const size_t copies = cold ? copies_count(queries->mesh) : 0;
    if (cold && copies == 0) {
        return cli_bad("workload cold: %d meshes of %s triangles would take more than %zu MiB",
                       COPIES_FEWEST, number_count((double)triangles(queries, NULL)).text,
                       COPIES_MOST_BYTES >> 20);
    }
    queries->count = count_queries(queries, copies);
    queries->per_call =
        queries->workload->per_call > 0 ? queries->workload->per_call : queries->count;
    if (allocate(queries) != 0) {
        return CLI_BAD;
    }
    return cold ? make_cold(queries, copies) : make_hot(queries);
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content != NULL) {
        copies_free(&content->copies);
        free(content->meshes);
        free(content->planes);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

// Copies have as many vertices and triangles as the mesh, and scratch memory depends on no more.
static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    return buoy_volume_scratch_bytes(kernel, queries->mesh);
}

// The kernel itself is called, so that kernels are compared and not the checks of
// buoy_volume_with(), which add 3 ns or so to each call.
static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct content *content = queries->content;
    struct buoy_volume *volumes = answers;
    buoy_volume_function *volume = kernel->volume;
    struct buoy_volume_query query = {
        .count = queries->per_call,
        .scratch = scratch->memory,
        .scratch_bytes = scratch->bytes,
        .voxels = queries->voxels,
    };
    for (size_t i = begin; i < end; i += query.count) {
        query.mesh = content->meshes[i];
        query.planes = &content->planes[i];
        volume(&query, &volumes[i]);
    }
}

// ------------------------------------------------------------------------------ judging

// Getting a mesh ready for exact arithmetic takes longer than a few answers do, so those about one
// mesh are found together: every `stride`-th.
static int find_truth_about(const struct queries *queries, size_t first, size_t stride,
                            struct buoy_plane *planes, struct buoy_volume *answers,
                            struct buoy_volume *truth) {
    const struct content *content = queries->content;
    const size_t count = queries->count / stride;
    for (size_t i = 0; i < count; i++) {
        planes[i] = content->planes[first + i * stride];
    }
    if (truth_find_volumes(content->meshes[first], planes, count, answers) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; i++) {
        truth[first + i * stride] = answers[i];
    }
    return 0;
}

static int find_truth(const struct queries *queries, void *truth) {
    const struct content *content = queries->content;
    const size_t meshes = queries->workload->cold ? content->copies.count : 1;
    struct buoy_plane *planes = calloc(queries->count, sizeof *planes);
    struct buoy_volume *answers = calloc(queries->count, sizeof *answers);
    int status = 0;
    if (planes == NULL || answers == NULL) {
        status = cli_out_of_memory();
    } else {
        for (size_t i = 0; i < meshes && status == 0; i++) {
            status = find_truth_about(queries, i, meshes, planes, answers, truth);
        }
    }
    free(planes);
    free(answers);
    return status;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(content->meshes[index], &info);
    return errors_of_volume(info.volume, info.diagonal, truth, answer);
}

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct content *content = queries->content;
    const struct buoy_volume_traits *traits = &kernel->method->volume;
    return (struct family_bounds){
        .of_total = traits->volume_bound(content->meshes[index], queries->voxels),
        .centroid = traits->centroid_bound(content->meshes[index], queries->voxels),
    };
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    const struct content *content = queries->content;
    if (kernel->method->volume.examined == NULL) {
        return (double)triangles(queries, kernel);
    }
    double sum = 0.0;
    for (size_t i = 0; i < queries->count; i++) {
        sum += (double)kernel->method->volume.examined(content->meshes[i], &content->planes[i]);
    }
    return sum / (double)queries->count;
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct number count = number_count((double)triangles(queries, NULL));
    const int length = snprintf(text, size, "%s triangles", count.text);
    text += length;
    size -= (size_t)length;
    if (queries->workload->cold) {
        snprintf(text, size, ", %s meshes in turn",
                 number_count((double)content->copies.count).text);
    } else if (queries->per_call > 1) {
        snprintf(text, size, ", %zu bodies a call", queries->per_call);
    }
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_plane *plane = &content->planes[index];
    snprintf(text, size, "plane %zu (%.9g,%.9g,%.9g,%.9g)", index, (double)plane->nx,
             (double)plane->ny, (double)plane->nz, (double)plane->d);
}

// By default, crowds are of small bodies, which games have by the hundred, and cold runs of those
// whose copies are made and judged in no time.
static const struct workload workloads[] = {
    {.name = WORKLOAD_HOT, .most_default = SIZE_MAX, .per_call = 1},
    {.name = "crowd", .most_default = 1000, .per_call = 64},
    {.name = "cold", .most_default = 10000, .per_call = 1, .cold = true},
};

static const char *const fields[] = {"volume", "cx", "cy", "cz"};

const struct family family_volume = {
    .name = "volume",
    .automatic = "buoy_volume",
    .entrance = "buoy_volume_with",
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct buoy_volume),
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
    .summarise = summarise,
    .describe = describe,
};
