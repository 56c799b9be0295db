// The family `box`: boxes of random sizes, each with a water plane of its own, in place of a mesh.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dispatch/registry.h"
#include "errors.h"
#include "families.h"
#include "poses.h"
#include "random.h"
#include "truth.h"

struct content {
    // One per query.
    struct buoy_box *boxes;
    struct buoy_plane *planes;
    // For the baseline: a cube of half extents 1, and for each box the plane transformed to that
    // cube.
    struct buoy_mesh *cube;
    struct buoy_plane *cube_planes;
};

static int make_mesh(const struct buoy_box *box, struct buoy_mesh **mesh) {
    static const uint32_t corners[12][3] = {
        {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
    };
    float positions[8][3];
    for (int i = 0; i < 8; ++i) {
        positions[i][0] = i & 1 ? box->half_extent[0] : -box->half_extent[0];
        positions[i][1] = i & 2 ? box->half_extent[1] : -box->half_extent[1];
        positions[i][2] = i & 4 ? box->half_extent[2] : -box->half_extent[2];
    }
    const struct buoy_mesh_input input = {
        .positions = positions[0],
        .vertex_count = 8,
        .indices = corners[0],
        .triangle_count = 12,
    };
    struct buoy_error error;
    return buoy_mesh_create(&input, mesh, &error) == BUOY_OK
               ? 0
               : cli_bad("a box as a mesh: %s", error.message);
}

// ------------------------------------------------------------------------------- making

// The plane's position along the normal within the box's extent: 0 at its lowest corner, 1 at its
// highest.
static void set_offset(const struct buoy_box *box, double share, struct buoy_plane *plane) {
    const double reach = fabs((double)plane->normal[0]) * (double)box->half_extent[0] +
                         fabs((double)plane->normal[1]) * (double)box->half_extent[1] +
                         fabs((double)plane->normal[2]) * (double)box->half_extent[2];
    plane->d = (float)((2.0 * share - 1.0) * reach);
}

static void make_random(uint64_t seed, size_t index, struct buoy_box *box,
                        struct buoy_plane *plane) {
    const struct pose pose = poses_at(seed, index);
    uint64_t state = seed + index;
    box->half_extent[0] = (float)random_between(&state, 0.1, 1.0);
    box->half_extent[1] = (float)random_between(&state, 0.1, 1.0);
    box->half_extent[2] = (float)random_between(&state, 0.1, 1.0);
    *plane = (struct buoy_plane){.normal[0] = pose.nx, .normal[1] = pose.ny, .normal[2] = pose.nz};
    set_offset(box, pose.share, plane);
}

// Cubes, plates and needles of 1:1000, tilted off each axis by 1 to 1e-7, submerged by 1e-1 to 1e-6
// of their height. Formulas that divide by the tilt lose most here.
static void make_hard(uint64_t seed, size_t index, struct buoy_box *box, struct buoy_plane *plane) {
    static const struct buoy_box shapes[] = {
        {{1.0f, 1.0f, 1.0f}}, {{1.0f, 1.0f, 1e-3f}}, {{1e-3f, 1.0f, 1e-3f}}};
    static const double powers[] = {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
    uint64_t state = seed + index;
    const double tilt = powers[index % 8], turn = random_between(&state, 0.1, 0.9);
    const float a = (float)(tilt * turn), b = (float)(-tilt * (1.0 - turn));
    const struct buoy_plane about[] = {
        {{a, b, 1.0f}, 0.0f}, {{1.0f, a, b}, 0.0f}, {{b, 1.0f, a}, 0.0f}};
    *box = shapes[index % 3];
    *plane = about[index / 3 % 3];
    set_offset(box, powers[1 + index % 6], plane);
}

// Seen from a cube that is stretched into the box, x = h ξ, the plane n·x = d is (n h)·ξ = d.
static void make_cube_plane(const struct buoy_box *box, const struct buoy_plane *plane,
                            struct buoy_plane *cube_plane) {
    *cube_plane = (struct buoy_plane){
        .normal[0] = plane->normal[0] * box->half_extent[0],
        .normal[1] = plane->normal[1] * box->half_extent[1],
        .normal[2] = plane->normal[2] * box->half_extent[2],
        .d = plane->d,
    };
}

static int allocate(struct queries *queries) {
    const size_t call = queries->workload->per_call > 0 ? queries->workload->per_call : 1;
    struct content *content = calloc(1, sizeof *content);
    if (!content) {
        return cli_out_of_memory();
    }
    queries->content = content;
    queries->count = (queries->count + call - 1) / call * call + queries->workload->hard;
    queries->per_call = queries->workload->per_call > 0 ? call : queries->count;
    content->boxes = calloc(queries->count, sizeof *content->boxes);
    content->planes = calloc(queries->count, sizeof *content->planes);
    content->cube_planes = calloc(queries->count, sizeof *content->cube_planes);
    return content->boxes && content->planes && content->cube_planes ? 0 : cli_out_of_memory();
}

static int make(struct queries *queries) {
    if (allocate(queries) != 0) {
        return CLI_BAD;
    }
    struct content *content = queries->content;
    const size_t random = queries->count - queries->workload->hard;
    for (size_t i = 0; i < queries->count; ++i) {
        if (i < random) {
            make_random(queries->seed, i, &content->boxes[i], &content->planes[i]);
        } else {
            make_hard(queries->seed, i - random, &content->boxes[i], &content->planes[i]);
        }
        make_cube_plane(&content->boxes[i], &content->planes[i], &content->cube_planes[i]);
    }
    return make_mesh(&(struct buoy_box){{1.0f, 1.0f, 1.0f}}, &content->cube);
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        buoy_mesh_destroy(content->cube);
        free(content->boxes);
        free(content->planes);
        free(content->cube_planes);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

// Only the baseline belongs to another family.
static bool is_baseline(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, "box") != 0;
}

static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    const struct content *content = queries->content;
    return is_baseline(kernel) ? buoy_volume_scratch_bytes(kernel, content->cube, NULL) : 0;
}

static void ask_boxes(const struct queries *queries, const struct buoy_kernel *kernel, size_t begin,
                      size_t end, struct buoy_volume *volumes) {
    const struct content *content = queries->content;
    struct buoy_box_query query = {.count = queries->per_call, .voxels = queries->voxels};
    for (size_t i = begin; i < end; i += query.count) {
        query.boxes = &content->boxes[i];
        query.planes = &content->planes[i];
        kernel->box(&query, &volumes[i]);
    }
}

// The boxes as one mesh: a cube with transformed planes, so that it is in the nearest cache
// all the time.
static void ask_cube(const struct queries *queries, const struct buoy_kernel *kernel,
                     const struct scratch *scratch, size_t begin, size_t end,
                     struct buoy_volume *volumes) {
    const struct content *content = queries->content;
    struct buoy_volume_query query = {
        .mesh = content->cube,
        .count = queries->per_call,
        .scratch = scratch->memory,
        .scratch_bytes = scratch->bytes,
    };
    for (size_t i = begin; i < end; i += query.count) {
        query.planes = &content->cube_planes[i];
        kernel->volume(&query, &volumes[i]);
        for (size_t k = i; k < i + query.count; ++k) {
            const struct buoy_box *box = &content->boxes[k];
            volumes[k].volume *= (double)box->half_extent[0] * (double)box->half_extent[1] *
                                 (double)box->half_extent[2];
            volumes[k].centre[0] *= (double)box->half_extent[0];
            volumes[k].centre[1] *= (double)box->half_extent[1];
            volumes[k].centre[2] *= (double)box->half_extent[2];
        }
    }
}

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    if (is_baseline(kernel)) {
        ask_cube(queries, kernel, scratch, begin, end, answers);
    } else {
        ask_boxes(queries, kernel, begin, end, answers);
    }
}

// ------------------------------------------------------------------------------ judging

static int find_truth(const struct queries *queries, void *truth) {
    const struct content *content = queries->content;
    struct buoy_volume *volumes = truth;
    int status = 0;
    for (size_t i = 0; i < queries->count && status == 0; ++i) {
        struct buoy_mesh *mesh;
        status = make_mesh(&content->boxes[i], &mesh);
        if (status == 0) {
            status = truth_find_volumes(mesh, &content->planes[i], 1, &volumes[i]);
            buoy_mesh_destroy(mesh);
        }
    }
    return status;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    const double x = 2.0 * (double)content->boxes[index].half_extent[0];
    const double y = 2.0 * (double)content->boxes[index].half_extent[1];
    const double z = 2.0 * (double)content->boxes[index].half_extent[2];
    return errors_of_volume(x * y * z, sqrt(x * x + y * y + z * z), truth, answer);
}

// Stretching the cube into a box keeps the relative errors of volumes as they are. The error of a
// centroid grows with the longest side; the diagonal grows by at least the longest side's factor /
// √3.
static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct content *content = queries->content;
    const struct buoy_method *method = kernel->method;
    if (is_baseline(kernel)) {
        const struct buoy_volume_bounds bounds =
            method->volume.bounds(content->cube, &content->cube_planes[index], 0);
        // The cube's plane is rounded, by √3 u of a half extent, over a section of 4√2 half extents
        // squared, in a volume of 8. Centroids are judged from an immersion of 1/1000 on.
        const double rounded = sqrt(3.0) * 0x1p-24 * 4.0 * sqrt(2.0) / 8.0;
        return (struct family_bounds){
            .of_total = bounds.volume + rounded,
            .centroid = sqrt(3.0) * (bounds.centroid + 1e3 * rounded),
        };
    }
    return (struct family_bounds){
        .of_total = method->box.volume_bound(queries->voxels),
        .centroid = method->box.centroid_bound(queries->voxels),
    };
}

static size_t triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    return is_baseline(kernel) ? 12 : 0;
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    return (double)triangles(queries, kernel);
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    snprintf(text, size, "random, %zu a call", queries->per_call);
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_box *box = &content->boxes[index];
    const struct buoy_plane *plane = &content->planes[index];
    snprintf(text, size, "box %zu (%.9g,%.9g,%.9g), plane (%.9g,%.9g,%.9g,%.9g)", index,
             (double)box->half_extent[0], (double)box->half_extent[1], (double)box->half_extent[2],
             (double)plane->normal[0], (double)plane->normal[1], (double)plane->normal[2],
             (double)plane->d);
}

static bool eval_input(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_box *box = &content->boxes[index];
    const struct buoy_plane *plane = &content->planes[index];
    snprintf(text, size, "hx,hy,hz,nx,ny,nz,d\\n%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\\n",
             (double)box->half_extent[0], (double)box->half_extent[1], (double)box->half_extent[2],
             (double)plane->normal[0], (double)plane->normal[1], (double)plane->normal[2],
             (double)plane->d);
    return true;
}

static const struct workload workloads[] = {
    {.name = WORKLOAD_HOT, .how = "64 per call", .most_default = SIZE_MAX, .per_call = 64},
};

static const char *const fields[] = {"volume", "cx", "cy", "cz"};

static const char snippet[] =
    "const struct buoy_kernel *k = buoy_kernel_find(\"%s\");\n"
    "struct buoy_box_query q = {.boxes = boxes, .planes = planes, .count = n};\n"
    "enum buoy_status status = buoy_box_with(k, &q, results, &error);\n";

const struct family family_box = {
    .name = "box",
    .place = "boxes",
    .automatic = "buoy_box_compute",
    .headings = &families_volume_headings,
    .baseline = FAMILY_CATTO,
    .one = "box",
    .many = "boxes",
    .snippet = snippet,
    .plain = "enum buoy_status status = buoy_box_compute(boxes, planes, n, results, &error);\n",
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
    .eval_option = "--input",
    .eval_input = eval_input,
};
