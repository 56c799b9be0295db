// Bodies in water: the queries of every family that asks about meshes below planes.
#include "bodies.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "dispatch/methods.h"
#include "errors.h"
#include "numbers.h"
#include "poses.h"
#include "query.h"
#include "truth.h"

// ------------------------------------------------------------------------------- making

size_t bodies_triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    struct buoy_mesh_info info;
    (void)kernel;
    buoy_mesh_get_info(queries->mesh, &info, NULL);
    return info.triangle_count;
}

int bodies_allocate(struct queries *queries) {
    struct bodies *bodies = calloc(1, sizeof *bodies);
    if (!bodies) {
        return cli_out_of_memory();
    }
    queries->content = bodies;
    bodies->meshes = calloc(queries->count, sizeof(struct buoy_mesh *));
    bodies->planes = calloc(queries->count, sizeof *bodies->planes);
    return bodies->meshes && bodies->planes ? 0 : cli_out_of_memory();
}

static int make_hot(struct queries *queries) {
    struct bodies *bodies = queries->content;
    const size_t hard = queries->workload->hard, random = queries->count - hard;
    for (size_t i = 0; i < queries->count; ++i) {
        bodies->meshes[i] = queries->mesh;
    }
    poses_make(queries->mesh, queries->seed, random, bodies->planes);
    for (size_t i = 0; i < random && queries->workload->immersion > 0.0; ++i) {
        if (immersed_lower(queries->mesh, queries->workload->immersion, &bodies->planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    if (queries->workload->poses == POSES_UNCUT) {
        immersed_leave_uncut(queries->mesh, queries->seed + 3, random, bodies->planes);
    } else if (queries->workload->poses == POSES_BARELY &&
               immersed_wet_barely(queries->mesh, queries->seed + 3, random, bodies->planes) != 0) {
        return CLI_BAD;
    }
    return immersed_make_barely_wet(queries->mesh, queries->seed + 1, hard,
                                    bodies->planes + random);
}

// Rounds over all copies. Their order differs from the order in which they were made, so that the
// next one's place in memory cannot be guessed, and their poses differ each time, so that other
// parts of them are read.
static int make_cold(struct queries *queries, size_t count) {
    struct bodies *bodies = queries->content;
    uint64_t state = queries->seed + 2;
    if (copies_make(queries->mesh, queries->seed, count, &bodies->copies) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; ++i) {
        const size_t j = random_bits(&state) % (i + 1);
        bodies->meshes[i] = bodies->meshes[j];
        bodies->meshes[j] = bodies->copies.meshes[i];
    }
    for (size_t i = 0; i < queries->count; ++i) {
        bodies->meshes[i] = bodies->meshes[i % count];
        poses_make_one(bodies->meshes[i], queries->seed, i, &bodies->planes[i]);
    }
    return 0;
}

int bodies_make(struct queries *queries) {
    const bool cold = queries->workload->cold;
    const size_t copies = cold ? copies_count(queries->mesh) : 0;
    if (cold && copies == 0) {
        return cli_bad("workload cold: %d meshes of %s triangles would take more than %zu MiB",
                       COPIES_FEWEST, number_count((double)bodies_triangles(queries, NULL)).text,
                       COPIES_MOST_BYTES >> 20);
    }
    // The number of queries, rounded up to whole calls or rounds.
    const struct workload *workload = queries->workload;
    const size_t unit = copies > 0 ? copies : workload->per_call > 0 ? workload->per_call : 1;
    queries->count = (queries->count + unit - 1) / unit * unit + workload->hard;
    queries->per_call =
        queries->workload->per_call > 0 ? queries->workload->per_call : queries->count;
    if (bodies_allocate(queries) != 0) {
        return CLI_BAD;
    }
    return cold ? make_cold(queries, copies) : make_hot(queries);
}

void bodies_free(struct queries *queries) {
    struct bodies *bodies = queries->content;
    if (bodies) {
        copies_free(&bodies->copies);
        free(bodies->meshes);
        free(bodies->planes);
        known_free(&bodies->known);
        free(bodies);
    }
}

// ------------------------------------------------------------------------------ judging

// Preparing a mesh for exact arithmetic takes longer than a few answers, so all answers about one
// mesh are computed together: every `stride`-th query.
static int find_truth_about(const struct queries *queries, size_t first, size_t stride,
                            struct buoy_plane *planes, struct buoy_volume *answers,
                            struct buoy_volume *truth) {
    const struct bodies *bodies = queries->content;
    const size_t count = (queries->count - first + stride - 1) / stride;
    for (size_t i = 0; i < count; ++i) {
        planes[i] = bodies->planes[first + i * stride];
    }
    if (truth_find_volumes(bodies->meshes[first], planes, count, answers) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; ++i) {
        truth[first + i * stride] = answers[i];
    }
    return 0;
}

int bodies_find_truth(const struct queries *queries, void *truth) {
    const struct bodies *bodies = queries->content;
    const size_t stride = queries->workload->cold ? bodies->copies.count : 1;
    struct buoy_plane *planes = calloc(queries->count, sizeof *planes);
    struct buoy_volume *answers = calloc(queries->count, sizeof *answers);
    int status = 0;
    if (!planes || !answers) {
        status = cli_out_of_memory();
    } else {
        for (size_t i = 0; i < stride && i < queries->count && status == 0; ++i) {
            status = find_truth_about(queries, i, stride, planes, answers, truth);
        }
    }
    free(planes);
    free(answers);
    return status;
}

int bodies_find_floors(const struct queries *queries, double *floors) {
    const struct bodies *bodies = queries->content;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(queries->mesh, &info, NULL);
    double *slopes = malloc(info.vertex_count * sizeof *slopes);
    if (!slopes) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < queries->count; ++i) {
        floors[i] = buoy_conditioning_floor(bodies->meshes[i], &bodies->planes[i], slopes) /
                    fabs(info.volume);
    }
    free(slopes);
    return 0;
}

struct family_errors bodies_errors(const struct queries *queries, size_t index, const void *truth,
                                   const void *answer) {
    const struct bodies *bodies = queries->content;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(bodies->meshes[index], &info, NULL);
    return errors_of_volume(info.volume, info.diagonal, truth, answer);
}

static struct family_bounds find_bounds(const struct queries *queries, known_function *of,
                                        size_t index) {
    const struct bodies *bodies = queries->content;
    buoy_volume_bounds_function *function = (buoy_volume_bounds_function *)of;
    const struct buoy_volume_bounds bounds =
        function(bodies->meshes[index], &bodies->planes[index], queries->voxels);
    return (struct family_bounds){.of_total = bounds.volume, .centroid = bounds.centroid};
}

struct family_bounds bodies_bounds(const struct queries *queries, buoy_volume_bounds_function *of,
                                   size_t index) {
    struct bodies *bodies = queries->content;
    return known_find(&bodies->known, (known_function *)of, queries, index, find_bounds);
}

double bodies_examined(const struct queries *queries,
                       size_t (*examined)(const struct buoy_mesh *mesh,
                                          const struct buoy_plane *plane)) {
    const struct bodies *bodies = queries->content;
    if (!examined) {
        return (double)bodies_triangles(queries, NULL);
    }
    double sum = 0.0;
    for (size_t i = 0; i < queries->count; ++i) {
        sum += (double)examined(bodies->meshes[i], &bodies->planes[i]);
    }
    return sum / (double)queries->count;
}

// ----------------------------------------------------------------------------- in words

void bodies_summarise(const struct queries *queries, char *text, size_t size) {
    const struct bodies *bodies = queries->content;
    const struct number count = number_count((double)bodies_triangles(queries, NULL));
    const int length = snprintf(text, size, "%s triangles", count.text);
    text += length;
    size -= (size_t)length;
    if (queries->workload->cold) {
        snprintf(text, size, ", %s meshes in turn",
                 number_count((double)bodies->copies.count).text);
    } else if (queries->per_call > 1) {
        snprintf(text, size, ", %zu bodies per call", queries->per_call);
    }
}

void bodies_describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct bodies *bodies = queries->content;
    const struct buoy_plane *plane = &bodies->planes[index];
    snprintf(text, size, "plane %zu (%.9g,%.9g,%.9g,%.9g)", index, (double)plane->normal[0],
             (double)plane->normal[1], (double)plane->normal[2], (double)plane->d);
}

// ----------------------------------------------------------------------------------- known answers

struct known_bounds {
    struct known_bounds *next;
    known_function *of;
    struct family_bounds all[]; // one per query
};

struct family_bounds known_find(struct known *known, known_function *of,
                                const struct queries *queries, size_t index,
                                struct family_bounds (*find)(const struct queries *queries,
                                                             known_function *of, size_t index)) {
    struct known_bounds *bounds = known->first;
    while (bounds && bounds->of != of) {
        bounds = bounds->next;
    }
    if (!bounds) {
        bounds = malloc(sizeof *bounds + queries->count * sizeof bounds->all[0]);
        if (!bounds) {
            return find(queries, of, index);
        }
        bounds->of = of;
        for (size_t i = 0; i < queries->count; ++i) {
            bounds->all[i] = find(queries, of, i);
        }
        bounds->next = known->first;
        known->first = bounds;
    }
    return bounds->all[index];
}

void known_free(struct known *known) {
    while (known->first) {
        struct known_bounds *next = known->first->next;
        free(known->first);
        known->first = next;
    }
}

// --------------------------------------------------------------------------------------- immersion

// The offset of a plane through the middle of a body's bounding box, and how far from it planes
// meet the box.
static void find_range(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                       struct buoy_mesh_info *info, double *at_centre, double *reach) {
    buoy_mesh_get_info(mesh, info, NULL);
    *at_centre = *reach = 0.0;
    for (int i = 0; i < 3; ++i) {
        *at_centre += (double)plane->normal[i] * info->centre[i];
        *reach += fabs((double)plane->normal[i]) * info->half_extent[i];
    }
}

// Bisects the range of offsets, in float, until it has been halved often enough or its ends are
// neighbours, and takes its upper end: the least offset found at which V / V_total reaches the
// immersion.
static int lower(const struct buoy_mesh *mesh, const struct buoy_kernel *kernel, int halvings,
                 double immersion, struct buoy_plane *plane) {
    struct buoy_mesh_info info;
    double at_centre, reach;
    find_range(mesh, plane, &info, &at_centre, &reach);
    float dry = poses_offset(at_centre - reach), wet = poses_offset(at_centre + reach);
    for (int i = 0; i < halvings; ++i) {
        const float middle = 0.5f * dry + 0.5f * wet;
        if (middle <= dry || middle >= wet) {
            break;
        }
        struct buoy_volume answer;
        plane->d = middle;
        if (query_volume(kernel,
                         (struct buoy_volume_query){.mesh = mesh, .planes = plane, .count = 1},
                         &answer) != 0) {
            return CLI_BAD;
        }
        if (answer.volume < immersion * info.volume) {
            dry = middle;
        } else {
            wet = middle;
        }
    }
    plane->d = wet;
    return 0;
}

int immersed_lower(const struct buoy_mesh *mesh, double immersion, struct buoy_plane *plane) {
    return lower(mesh, buoy_kernel_find("volume/auto/best"), 24, immersion, plane);
}

void immersed_leave_uncut(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                          struct buoy_plane *planes) {
    for (size_t i = 0; i < count; ++i) {
        struct buoy_mesh_info info;
        double at_centre, reach;
        find_range(mesh, &planes[i], &info, &at_centre, &reach);
        const double away = (random_bits(&seed) & 1 ? 1.1 : -1.1) * reach;
        planes[i].d = poses_offset(at_centre + away);
    }
}

int immersed_wet_barely(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                        struct buoy_plane *planes) {
    const struct buoy_kernel *reference = buoy_kernel_find("volume/catto64/scalar");
    for (size_t i = 0; i < count; ++i) {
        const double share = (double)(random_bits(&seed) >> 11) * 0x1p-53;
        if (lower(mesh, reference, INT_MAX, pow(10.0, 5.0 * share - 9.0), &planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

int immersed_make_barely_wet(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                             struct buoy_plane *planes) {
    static const double immersions[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    const size_t decades = sizeof immersions / sizeof immersions[0];
    const struct buoy_kernel *reference = buoy_kernel_find("volume/catto64/scalar");
    poses_make(mesh, seed, count, planes);
    for (size_t i = 0; i < count; ++i) {
        if (lower(mesh, reference, INT_MAX, immersions[i % decades], &planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}
