// The family `shapes`: primitive shapes, each with a water plane of its own. Every kind of shape is
// a struct family of its own, in a workload of its own name, since most kernels answer one kind;
// and so are all kinds mixed, which only some kernels take.
#include "buoyancy_shapes.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "buoyancy_truth.h"
#include "dispatch/methods.h"
#include "families.h"
#include "mesh/kinds.h"
#include "rows.h"

static const float proportions[3][3] = {
    {1.0f, 1.0f, 1.0f}, {1.0f, 1e-3f, 1.0f}, {1e-3f, 1.0f, 1e-3f}};
static const struct column columns[] = {
    {.kind = &column_shape, .names = "shape,a,b,c", .hard = proportions},
    {.kind = &column_normal, .names = "nx,ny,nz", .part = 1},
    {.kind = &column_offset, .names = "d", .part = 1, .hard_share = 0.5, .hard_times = 1},
};

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                            bool checked, void *answers, struct buoy_error *error) {
    const struct buoy_shapes_query query = {.shapes = slice->part[0],
                                            .planes = slice->part[1],
                                            .count = slice->count,
                                            .surfaces = slice->more,
                                            .kernel = kernel};
    return checked                           ? buoy_shapes_compute(&query, answers, error)
           : kernel->shapes(&query, answers) ? BUOY_OK
                                             : BUOY_ERROR_ARGUMENT;
}

static bool takes(const struct buoy_kernel *kernel, const void *body) {
    return buoy_kinds_have(kernel->method->shapes.kinds, body);
}

// The plane has unit length there, and nothing that is submerged has no centroid.
static enum buoy_status find_truth(const struct rows_slice *one, void *answer,
                                   struct buoy_error *error) {
    const struct buoy_plane *plane = one->part[1];
    const real given[3] = {(real)plane->normal[0], (real)plane->normal[1], (real)plane->normal[2]};
    const real length = real_length(given);
    const real n[3] = {given[0] / length, given[1] / length, given[2] / length};
    struct buoy_volume *truth = answer;
    struct submerged_truth found;
    if (submerged_truth_find(one->part[0], NULL, n, (real)plane->d / length, &found) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    *truth = (struct buoy_volume){.volume = fmax((double)found.volume, 0.0)};
    for (int i = 0; i < 3 && truth->volume > 0.0; ++i) {
        truth->centre[i] = (double)(found.moment[i] / found.volume);
    }
    return BUOY_OK;
}

// What the truth may be off by is added: of volumes, and of centroids where as little is submerged
// as those are judged at.
#define OF_TRUTH 1e-12
#define OF_TRUE_CENTROID 1e-9

static struct family_bounds find_bounds(const struct buoy_kernel *kernel,
                                        const struct rows_slice *one,
                                        const struct measures *measures) {
    struct buoy_shapes_bounds bounds;
    (void)measures;
    kernel->method->shapes.bounds(one->part[0], one->part[1], &bounds);
    return (struct family_bounds){.of_total = bounds.volume + OF_TRUTH,
                                  .centroid = bounds.centroid + OF_TRUE_CENTROID};
}

static enum buoy_status find_whole(const void *body, double *numbers, struct buoy_error *error) {
    struct buoy_shape_info info;
    const enum buoy_status status = buoy_shape_get_info(body, &info, error);
    if (status == BUOY_OK) {
        numbers[0] = info.volume;
        numbers[1] = info.area;
        memcpy(numbers + 2, info.half_extent, sizeof info.half_extent);
        memcpy(numbers + 5, info.centroid, sizeof info.centroid);
        memcpy(numbers + 8, info.spread, sizeof info.spread);
    }
    return status;
}

#define WHOLE "volume,area,hx,hy,hz,cx,cy,cz,sx,sy,sz"

static const char help[] =
    "usage: buoybench eval shapes --input S.csv [--kernel ID] [--whole]\n"
    "\n"
    "Prints the submerged volume, the centre of buoyancy, the wetted area and the area of the\n"
    "waterplane of each shape in S.csv, each below its own plane, one CSV row each, with\n"
    "enough digits to get the same bits back.\n"
    "\n"
    "S.csv has the header shape,a,b,c,nx,ny,nz,d. shape is a word; a, b and c are its\n"
    "sizes, those it has not are 0; its centre is the origin and its axis z:\n"
    "  box        half extents a, b, c\n"
    "  sphere     radius a\n"
    "  ellipsoid  semi-axes a, b, c\n"
    "  capsule    radius a, half length b of the straight part\n"
    "  cylinder   radius a, half length b\n"
    "  cone       radius a of its base at z = -b; its tip is at z = +b\n"
    "The water is where nx x + ny y + nz z < d; the normal points up, out of the water, and\n"
    "may have any length > 0. Numbers are rounded to 32-bit floats as read. The output has\n"
    "the header volume,cx,cy,cz,wetted_area,waterplane_area, in the shape's frame; if the\n"
    "shape is dry, all are 0.\n"
    "\n"
    "  --input S      the CSV file; - reads standard input\n"
    "  --kernel ID    the kernel, or a glob that matches just one (default shapes/auto/best)\n"
    "  --whole        print properties of the whole shapes in place of what is submerged:\n"
    "                 " WHOLE ": volume, area, half extents,\n"
    "                 centroid c, integrals of (x - cx)^2, (y - cy)^2 and (z - cz)^2\n"
    "\n"
    "examples:\n"
    "  printf 'shape,a,b,c,nx,ny,nz,d\\nsphere,1,0,0,0,0,1,0\\nbox,1,2,3,1,1,1,0.5\\n' |\n"
    "      buoybench eval shapes --input -\n"
    "  buoybench eval shapes --input shapes.csv --kernel shapes/reference/scalar\n";

// A family of the shapes of some kinds: kernels that answer all of them own it.
#define SHAPES_FAMILY(word, what, kinds_of_it)                                                     \
    static const struct workload workloads_##word[] = {                                            \
        {.name = #word, .how = what ", 64 per call", .most_default = SIZE_MAX, .per_call = 64},    \
    };                                                                                             \
    static bool owns_##word(const struct buoy_kernel *kernel) {                                    \
        return (kernel->method->shapes.kinds & (kinds_of_it)) == (kinds_of_it);                    \
    }                                                                                              \
    static const struct rows rows_##word = {                                                       \
        ROWS_COLUMNS(columns),                                                                     \
        .has_header = true,                                                                        \
        .kinds = kinds_of_it,                                                                      \
        .random = "",                                                                              \
        .ask = ask,                                                                                \
        .takes = takes,                                                                            \
        .truth = find_truth,                                                                       \
        .bounds = find_bounds,                                                                     \
        .help = help,                                                                              \
        .kernel = "shapes/auto/best",                                                              \
        .more = ",wetted_area,waterplane_area",                                                    \
        .more_count = 2,                                                                           \
        .more_bytes = sizeof(struct buoy_shape_surface),                                           \
        .whole = WHOLE,                                                                            \
        .find_whole = find_whole,                                                                  \
    };                                                                                             \
    const struct family family_shapes_##word = {                                                   \
        .name = "shapes",                                                                          \
        .rows = &rows_##word,                                                                      \
        .owns = owns_##word,                                                                       \
        .whole_place = "shapes/" #word,                                                            \
        .place = "shapes",                                                                         \
        .automatic = "buoy_shapes_compute",                                                        \
        .headings = &families_volume_headings,                                                     \
        .one = "shape",                                                                            \
        .many = "shapes",                                                                          \
        .workload_count = 1,                                                                       \
        .workloads = workloads_##word,                                                             \
        .answer_bytes = sizeof(struct buoy_volume),                                                \
        .fields = families_volume_fields,                                                          \
        .truth = "integrals in long double",                                                       \
        ROWS_MEMBERS,                                                                              \
        ROWS_ASKED,                                                                                \
    }

SHAPES_FAMILY(mixed, "all kinds in turn", BUOY_KINDS);
SHAPES_FAMILY(box, "boxes", BUOY_KIND(BUOY_SHAPE_BOX));
SHAPES_FAMILY(sphere, "spheres", BUOY_KIND(BUOY_SHAPE_SPHERE));
SHAPES_FAMILY(ellipsoid, "ellipsoids", BUOY_KIND(BUOY_SHAPE_ELLIPSOID));
SHAPES_FAMILY(capsule, "capsules", BUOY_KIND(BUOY_SHAPE_CAPSULE));
SHAPES_FAMILY(cylinder, "cylinders", BUOY_KIND(BUOY_SHAPE_CYLINDER));
SHAPES_FAMILY(cone, "cones", BUOY_KIND(BUOY_SHAPE_CONE));
