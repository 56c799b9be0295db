// The family `shapes`: primitive shapes of random sizes, each with a water plane of its own, in
// place of a mesh. Every kind of shape is a struct family of its own, in a workload of its own
// name, since most kernels answer one kind; and so are all kinds mixed, which only some kernels
// take.
#include "buoyancy_shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "dispatch/methods.h"
#include "errors.h"
#include "families.h"
#include "poses.h"
#include "random.h"
#include "reach.h"
#include "solids/kinds.h"
#include "submerged_truth.h"

struct content {
    // One per query.
    struct buoy_shape *shapes;
    struct buoy_plane *planes;
};

// ------------------------------------------------------------------------------- making

static void set_offset(const struct buoy_shape *shape, double share, struct buoy_plane *plane) {
    const double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    const double back[3] = {-n[0], -n[1], -n[2]};
    const double low = -reach_of_shape(shape, back), high = reach_of_shape(shape, n);
    plane->d = (float)(low + share * (high - low));
}

// The index-th of the kinds of a set, over and over.
static enum buoy_shape_kind kind_at(unsigned kinds, size_t index) {
    size_t count = 0;
    for (unsigned rest = kinds; rest != 0; rest &= rest - 1) {
        ++count;
    }
    unsigned rest = kinds;
    for (size_t i = index % count; i > 0; --i) {
        rest &= rest - 1;
    }
    unsigned kind = 0;
    while (!(rest >> kind & 1u)) {
        ++kind;
    }
    return (enum buoy_shape_kind)kind;
}

static void make_random(uint64_t seed, size_t index, struct buoy_shape *shape,
                        struct buoy_plane *plane) {
    const struct pose pose = poses_at(seed, index);
    uint64_t state = seed + index;
    for (int i = 0; i < buoy_kind_sizes(shape->kind); ++i) {
        shape->size[i] = (float)random_between(&state, 0.1, 1.0);
    }
    *plane = (struct buoy_plane){.normal[0] = pose.nx, .normal[1] = pose.ny, .normal[2] = pose.nz};
    set_offset(shape, pose.share, plane);
}

// Compact ones, plates and needles of 1:1000, tilted off each axis by 1 to 1e-7, submerged by 1e-1
// to 1e-6 of their height.
static void make_hard(uint64_t seed, size_t index, struct buoy_shape *shape,
                      struct buoy_plane *plane) {
    static const float sizes[][3] = {{1.0f, 1.0f, 1.0f}, {1.0f, 1e-3f, 1.0f}, {1e-3f, 1.0f, 1e-3f}};
    static const double powers[] = {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
    uint64_t state = seed + index;
    const double tilt = powers[index % 8], turn = random_between(&state, 0.1, 0.9);
    const float a = (float)(tilt * turn), b = (float)(-tilt * (1.0 - turn));
    const struct buoy_plane about[] = {
        {{a, b, 1.0f}, 0.0f}, {{1.0f, a, b}, 0.0f}, {{b, 1.0f, a}, 0.0f}};
    for (int i = 0; i < buoy_kind_sizes(shape->kind); ++i) {
        shape->size[i] = sizes[index % 3][i];
    }
    *plane = about[index / 3 % 3];
    set_offset(shape, 0.5 * powers[1 + index % 6], plane);
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
    content->shapes = calloc(queries->count, sizeof *content->shapes);
    content->planes = calloc(queries->count, sizeof *content->planes);
    return content->shapes && content->planes ? 0 : cli_out_of_memory();
}

static int make(struct queries *queries, unsigned kinds) {
    if (allocate(queries) != 0) {
        return CLI_BAD;
    }
    struct content *content = queries->content;
    const size_t random = queries->count - queries->workload->hard;
    for (size_t i = 0; i < queries->count; ++i) {
        content->shapes[i].kind = kind_at(kinds, i);
        if (i < random) {
            make_random(queries->seed, i, &content->shapes[i], &content->planes[i]);
        } else {
            make_hard(queries->seed, i - random, &content->shapes[i], &content->planes[i]);
        }
    }
    return 0;
}

static void free_content(struct queries *queries) {
    struct content *content = queries->content;
    if (content) {
        free(content->shapes);
        free(content->planes);
        free(content);
    }
}

// ------------------------------------------------------------------------------- asking

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct content *content = queries->content;
    struct buoy_volume *volumes = answers;
    struct buoy_shapes_query query = {.count = queries->per_call};
    (void)scratch;
    for (size_t i = begin; i < end; i += query.count) {
        query.shapes = &content->shapes[i];
        query.planes = &content->planes[i];
        kernel->shapes(&query, &volumes[i]);
    }
}

// ------------------------------------------------------------------------------ judging

// The plane has unit length there, and nothing that is submerged has no centroid.
static int find_truth_at(const struct content *content, size_t index, struct buoy_volume *truth) {
    const struct buoy_plane *plane = &content->planes[index];
    const real given[3] = {(real)plane->normal[0], (real)plane->normal[1], (real)plane->normal[2]};
    const real length = real_length(given);
    const real n[3] = {given[0] / length, given[1] / length, given[2] / length};
    struct submerged_truth found;
    if (submerged_truth_find(&content->shapes[index], NULL, n, (real)plane->d / length, &found) !=
        0) {
        return CLI_BAD;
    }
    *truth = (struct buoy_volume){.volume = fmax((double)found.volume, 0.0)};
    for (int i = 0; i < 3 && truth->volume > 0.0; ++i) {
        truth->centre[i] = (double)(found.moment[i] / found.volume);
    }
    return 0;
}

static int find_truth(const struct queries *queries, void *truth) {
    int status = 0;
    for (size_t i = 0; i < queries->count && status == 0; ++i) {
        status = find_truth_at(queries->content, i, (struct buoy_volume *)truth + i);
    }
    return status;
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct content *content = queries->content;
    struct buoy_shape_info info;
    buoy_shape_describe(&content->shapes[index], &info);
    const double *h = info.half_extent;
    const double diagonal = 2.0 * sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
    return errors_of_volume(info.volume, diagonal, truth, answer);
}

// What the truth may be off by is added: of volumes, and of centroids where as little is submerged
// as those are judged at.
#define OF_TRUTH 1e-12
#define OF_TRUE_CENTROID 1e-9

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    const struct content *content = queries->content;
    const struct buoy_shape *shape = &content->shapes[index];
    const struct buoy_plane *plane = &content->planes[index];
    struct buoy_shapes_bounds bounds;
    kernel->method->shapes.bounds(shape, plane, &bounds);
    return (struct family_bounds){
        .of_total = bounds.volume + OF_TRUTH,
        .centroid = bounds.centroid + OF_TRUE_CENTROID,
    };
}

// ----------------------------------------------------------------------------- in words

static void summarise(const struct queries *queries, char *text, size_t size) {
    snprintf(text, size, "random, %zu a call", queries->per_call);
}

static void describe(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_shape *shape = &content->shapes[index];
    const struct buoy_plane *plane = &content->planes[index];
    snprintf(text, size, "%s %zu (%.9g,%.9g,%.9g), plane (%.9g,%.9g,%.9g,%.9g)",
             buoy_kind_name(shape->kind), index, (double)shape->size[0], (double)shape->size[1],
             (double)shape->size[2], (double)plane->normal[0], (double)plane->normal[1],
             (double)plane->normal[2], (double)plane->d);
}

static bool eval_input(const struct queries *queries, size_t index, char *text, size_t size) {
    const struct content *content = queries->content;
    const struct buoy_shape *shape = &content->shapes[index];
    const struct buoy_plane *plane = &content->planes[index];
    snprintf(text, size, "shape,a,b,c,nx,ny,nz,d\\n%s,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\\n",
             buoy_kind_name(shape->kind), (double)shape->size[0], (double)shape->size[1],
             (double)shape->size[2], (double)plane->normal[0], (double)plane->normal[1],
             (double)plane->normal[2], (double)plane->d);
    return true;
}

static const char *const fields[] = {"volume", "cx", "cy", "cz"};

static const char snippet[] =
    "const struct buoy_kernel *k = buoy_kernel_find(\"%s\");\n"
    "struct buoy_shapes_query q = {.shapes = shapes, .planes = planes, .count = n};\n"
    "enum buoy_status status = buoy_shapes_with(k, &q, results, &error);\n";
static const char plain[] =
    "enum buoy_status status = buoy_shapes_compute(shapes, planes, n, results, &error);\n";

// ---------------------------------------------------------------------------------- families

// A family of the shapes of some kinds: kernels that answer all of them own it.
#define SHAPES_FAMILY(word, what, kinds_of_it)                                                     \
    static const struct workload workloads_##word[] = {                                            \
        {.name = #word, .how = what ", 64 per call", .most_default = SIZE_MAX, .per_call = 64},    \
    };                                                                                             \
    static int make_##word(struct queries *queries) {                                              \
        return make(queries, kinds_of_it);                                                         \
    }                                                                                              \
    static bool owns_##word(const struct buoy_kernel *kernel) {                                    \
        return (kernel->method->shapes.kinds & (kinds_of_it)) == (kinds_of_it);                    \
    }                                                                                              \
    const struct family family_shapes_##word = {                                                   \
        .name = "shapes",                                                                          \
        .owns = owns_##word,                                                                       \
        .whole_place = "shapes/" #word,                                                            \
        .place = "shapes",                                                                         \
        .automatic = "buoy_shapes_compute",                                                        \
        .headings = &families_volume_headings,                                                     \
        .one = "shape",                                                                            \
        .many = "shapes",                                                                          \
        .snippet = snippet,                                                                        \
        .plain = plain,                                                                            \
        .workload_count = 1,                                                                       \
        .workloads = workloads_##word,                                                             \
        .answer_bytes = sizeof(struct buoy_volume),                                                \
        .fields = fields,                                                                          \
        .truth = "integrals in long double",                                                       \
        .make = make_##word,                                                                       \
        .free = free_content,                                                                      \
        .scratch_bytes = families_no_scratch,                                                      \
        .ask = ask,                                                                                \
        .find_truth = find_truth,                                                                  \
        .errors = find_errors,                                                                     \
        .bounds = find_bounds,                                                                     \
        .triangles = families_no_triangles,                                                        \
        .examined = families_none_examined,                                                        \
        .summarise = summarise,                                                                    \
        .describe = describe,                                                                      \
        .eval_option = "--input",                                                                  \
        .eval_input = eval_input,                                                                  \
    }

SHAPES_FAMILY(mixed, "all kinds in turn", BUOY_KINDS);
SHAPES_FAMILY(box, "boxes", BUOY_KIND(BUOY_SHAPE_BOX));
SHAPES_FAMILY(sphere, "spheres", BUOY_KIND(BUOY_SHAPE_SPHERE));
SHAPES_FAMILY(ellipsoid, "ellipsoids", BUOY_KIND(BUOY_SHAPE_ELLIPSOID));
SHAPES_FAMILY(capsule, "capsules", BUOY_KIND(BUOY_SHAPE_CAPSULE));
SHAPES_FAMILY(cylinder, "cylinders", BUOY_KIND(BUOY_SHAPE_CYLINDER));
SHAPES_FAMILY(cone, "cones", BUOY_KIND(BUOY_SHAPE_CONE));
