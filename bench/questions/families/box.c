// The family `box`: boxes, each with a water plane of its own.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "families.h"
#include "rows.h"
#include "truth.h"

static const float proportions[3][3] = {
    {1.0f, 1.0f, 1.0f}, {1.0f, 1.0f, 1e-3f}, {1e-3f, 1.0f, 1e-3f}};
static const struct column columns[] = {
    {.kind = &column_extents,
     .names = "hx,hy,hz",
     .rule = "a half extent must be > 0",
     .hard = proportions},
    {.kind = &column_normal, .names = "nx,ny,nz", .part = 1},
    {.kind = &column_offset, .names = "d", .part = 1, .hard_share = 1.0, .hard_times = 1},
};

static enum buoy_status ask_boxes(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                                  bool checked, void *answers, struct buoy_error *error) {
    const struct buoy_shapes_query query = {.shapes = slice->part[0],
                                            .planes = slice->part[1],
                                            .count = slice->count,
                                            .voxels = slice->voxels,
                                            .kernel = kernel};
    return checked                        ? buoy_shapes_compute(&query, answers, error)
           : kernel->box(&query, answers) ? BUOY_OK
                                          : BUOY_ERROR_ARGUMENT;
}

enum buoy_status families_box_mesh(const struct buoy_shape *box, struct buoy_mesh **mesh,
                                   struct buoy_error *error) {
    static const uint32_t corners[12][3] = {
        {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
    };
    float positions[8][3];
    for (int i = 0; i < 24; ++i) {
        const float h = box->size[i % 3];
        positions[i / 3][i % 3] = i / 3 >> i % 3 & 1 ? h : -h;
    }
    const struct buoy_mesh_input input = {.positions = positions[0],
                                          .vertex_count = 8,
                                          .indices = corners[0],
                                          .triangle_count = 12,
                                          .flags = BUOY_MESH_KEEP_ALL};
    return buoy_mesh_create(&input, mesh, error);
}

// Exact arithmetic knows meshes.
static enum buoy_status find_truth(const struct rows_slice *one, void *answer,
                                   struct buoy_error *error) {
    struct buoy_mesh *mesh;
    enum buoy_status status = families_box_mesh(one->part[0], &mesh, error);
    if (status == BUOY_OK) {
        if (truth_find_volumes(mesh, one->part[1], 1, answer) != 0) {
            status = BUOY_ERROR_MEMORY;
        }
        buoy_mesh_destroy(mesh);
    }
    return status;
}

static struct family_bounds find_bounds(const struct buoy_kernel *kernel,
                                        const struct rows_slice *one,
                                        const struct measures *measures) {
    const struct buoy_volume_bounds bounds = kernel->method->box.bounds(one->voxels);
    (void)measures;
    return (struct family_bounds){.of_total = bounds.volume, .centroid = bounds.centroid};
}

// ------------------------------------------------------------------------------ the baseline

// The boxes as one mesh of the family `volume`: a cube of half extents 1 with transformed planes,
// so that it is in the nearest cache all the time.
struct baseline {
    struct buoy_mesh *cube;
    struct buoy_plane planes[]; // one per query
};

static bool is_baseline(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, "box") != 0;
}

static const struct baseline *baseline_of(const struct queries *queries) {
    return ((const struct rows_content *)queries->content)->own;
}

static void free_baseline(void *own) {
    struct baseline *baseline = own;
    buoy_mesh_destroy(baseline->cube);
    free(baseline);
}

// Seen from a cube that is stretched into the box, x = h ξ, the plane n·x = d is (n h)·ξ = d.
static int make_baseline(struct queries *queries) {
    const struct rows_slice all = rows_slice(queries, 0, queries->count);
    const struct buoy_shape *boxes = all.part[0];
    struct baseline *baseline =
        calloc(1, sizeof *baseline + queries->count * sizeof baseline->planes[0]);
    struct buoy_error error = {.message = "out of memory"};
    ((struct rows_content *)queries->content)->own = baseline;
    for (size_t i = 0; baseline && i < queries->count; ++i) {
        struct buoy_plane *plane = &baseline->planes[i];
        *plane = ((const struct buoy_plane *)all.part[1])[i];
        for (int k = 0; k < 3; ++k) {
            plane->normal[k] *= boxes[i].size[k];
        }
    }
    const struct buoy_shape cube = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    return baseline && families_box_mesh(&cube, &baseline->cube, &error) == BUOY_OK
               ? 0
               : cli_bad("a box as a mesh: %s", error.message);
}

static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    return is_baseline(kernel) ? buoy_volume_scratch_bytes(kernel, baseline_of(queries)->cube, NULL)
                               : 0;
}

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    if (!is_baseline(kernel)) {
        rows_ask(queries, kernel, scratch, begin, end, answers);
        return;
    }
    const struct baseline *baseline = baseline_of(queries);
    const struct buoy_shape *boxes = rows_slice(queries, 0, 1).part[0];
    struct buoy_volume *volumes = answers;
    struct buoy_volume_query query = {.mesh = baseline->cube,
                                      .count = queries->per_call,
                                      .scratch = scratch->memory,
                                      .scratch_bytes = scratch->bytes};
    for (size_t i = begin; i < end; i += query.count) {
        query.planes = &baseline->planes[i];
        kernel->volume(&query, &volumes[i]);
        for (size_t k = i; k < i + query.count; ++k) {
            const double h[3] = {boxes[k].size[0], boxes[k].size[1], boxes[k].size[2]};
            volumes[k].volume *= h[0] * h[1] * h[2];
            for (int j = 0; j < 3; ++j) {
                volumes[k].centre[j] *= h[j];
            }
        }
    }
}

// Stretching the cube into a box keeps the relative errors of volumes as they are. The error of a
// centroid grows with the longest side; the diagonal grows by at least the longest side's factor /
// √3. The cube's plane is rounded, by √3 u of a half extent, over a section of 4√2 half extents
// squared, in a volume of 8. Centroids are judged from an immersion of 1/1000 on.
struct family_bounds families_cube_bounds(const struct buoy_kernel *kernel,
                                          const struct buoy_mesh *cube,
                                          const struct buoy_plane *plane) {
    const struct buoy_volume_bounds of_cube = kernel->method->volume.bounds(cube, plane, 0);
    const double rounded = sqrt(3.0) * 0x1p-24 * 4.0 * sqrt(2.0) / 8.0;
    return (struct family_bounds){
        .of_total = of_cube.volume + rounded,
        .centroid = sqrt(3.0) * (of_cube.centroid + 1e3 * rounded),
    };
}

static struct family_bounds bounds(const struct queries *queries, const struct buoy_kernel *kernel,
                                   size_t index) {
    if (!is_baseline(kernel)) {
        return rows_bounds(queries, kernel, index);
    }
    const struct baseline *baseline = baseline_of(queries);
    return families_cube_bounds(kernel, baseline->cube, &baseline->planes[index]);
}

static size_t triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    return is_baseline(kernel) ? 12 : 0;
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    return (double)triangles(queries, kernel);
}

// ------------------------------------------------------------------------------- the family

static const char help[] =
    "usage: buoybench eval box --input B.csv [--kernel ID] [--voxels N] [--plugin X]...\n"
    "\n"
    "Prints the submerged volume and the centre of buoyancy of each box in B.csv, each below\n"
    "its own plane, one CSV row each, with enough digits to get the same bits back.\n"
    "\n"
    "B.csv has the header hx,hy,hz,nx,ny,nz,d: half extents > 0, and a plane in the box's\n"
    "own frame, whose origin is the box's centre and whose axes are its edges. The water is\n"
    "where nx x + ny y + nz z < d; the normal points up, out of the water, and may have any\n"
    "length > 0. Numbers are rounded to 32-bit floats as read. The output has the header\n"
    "volume,cx,cy,cz, in the box's frame; if the box is dry, all are 0.\n"
    "\n"
    "  --input B      the CSV file; - reads standard input\n"
    "  --kernel ID    the kernel, or a glob that matches just one (default box/auto/best)\n"
    "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
    "  --voxels N     cells per axis for box/voxel/scalar, 1 to 4096 (default 64)\n"
    "\n"
    "examples:\n"
    "  printf 'hx,hy,hz,nx,ny,nz,d\\n1,2,0.5,0,0,1,0\\n1,1,1,1,1,1,-2\\n' |\n"
    "      buoybench eval box --input -\n"
    "  buoybench eval box --input boxes.csv --kernel box/columns/scalar\n";

static const struct rows rows = {
    ROWS_COLUMNS(columns),     .has_header = true,        .random = "",
    .ask = ask_boxes,          .truth = find_truth,       .bounds = find_bounds,
    .make_own = make_baseline, .free_own = free_baseline, .help = help,
    .kernel = "box/auto/best", .has_voxels = true,        .has_plugin = true,
};

const struct family family_box = {
    .name = "box",
    .rows = &rows,
    .place = "boxes",
    .automatic = "buoy_shapes_compute",
    .headings = &families_volume_headings,
    .baseline = FAMILY_CATTO,
    .one = "box",
    .many = "boxes",
    .workload_count = 1,
    .workloads = &families_per_call,
    .answer_bytes = sizeof(struct buoy_volume),
    .fields = families_volume_fields,
    ROWS_MEMBERS,
    .scratch_bytes = scratch_bytes,
    .ask = ask,
    .bounds = bounds,
    .triangles = triangles,
    .examined = examined,
};
