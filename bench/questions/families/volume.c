// The family `volume`: meshes and water planes.
#include <math.h>

#include "bodies.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "eval_mesh.h"
#include "families.h"
#include "query.h"

// ------------------------------------------------------------------------------- asking

// Copies have as many vertices and triangles as the mesh, and the size of scratch memory depends
// only on these.
static size_t scratch_bytes(const struct queries *queries, const struct buoy_kernel *kernel) {
    return buoy_volume_scratch_bytes(kernel, queries->mesh, NULL);
}

// Calls the kernel itself, so that the comparison leaves out the checks in buoy_volume_compute(),
// which add about 3 ns per call.
static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct bodies *bodies = queries->content;
    struct buoy_volume *volumes = answers;
    buoy_volume_function *volume = kernel->volume;
    struct buoy_volume_error error; // of one query a call
    struct buoy_volume_query query = {
        .count = queries->per_call,
        .scratch = scratch->memory,
        .scratch_bytes = scratch->bytes,
        .voxels = queries->voxels,
        .cold = queries->workload->cold,
        .errors = queries->workload->certified ? &error : NULL,
    };
    for (size_t i = begin; i < end; i += query.count) {
        query.mesh = bodies->meshes[i];
        query.planes = &bodies->planes[i];
        if (query.errors) {
            buoy_volume_answer(kernel, &query, &volumes[i]);
        } else {
            volume(&query, &volumes[i]);
        }
    }
}

// ------------------------------------------------------------------------------ judging

static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    return bodies_bounds(queries, kernel->method->volume.bounds, index);
}

// One query a call, as the program's workload of that name asks.
static void certify(const struct queries *queries, const struct buoy_kernel *kernel,
                    const struct scratch *scratch, void *answers, struct family_bounds *bounds) {
    const struct bodies *bodies = queries->content;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(queries->mesh, &info, NULL);
    for (size_t i = 0; i < queries->count; ++i) {
        struct buoy_volume_error error;
        const struct buoy_volume_query query = {
            .mesh = queries->mesh,
            .planes = &bodies->planes[i],
            .count = 1,
            .scratch = scratch->memory,
            .scratch_bytes = scratch->bytes,
            .voxels = queries->voxels,
            .errors = &error,
        };
        buoy_volume_answer(kernel, &query, (struct buoy_volume *)answers + i);
        bounds[i] = (struct family_bounds){.of_total = error.volume / fabs(info.volume),
                                           .centroid = error.centre / info.diagonal};
    }
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    return bodies_examined(queries, kernel->method->volume.examined);
}

// ------------------------------------------------------------------------------- eval

static enum buoy_status ask_planes(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                                   bool checked, void *answers, struct buoy_error *error) {
    const struct buoy_volume_query query = {.mesh = slice->mesh,
                                            .planes64 = slice->part[0],
                                            .count = slice->count,
                                            .voxels = slice->voxels,
                                            .errors = slice->more};
    (void)checked;
    (void)error; // query_volume() complains
    return query_volume(kernel, query, answers) == 0 ? BUOY_OK : BUOY_ERROR_ARGUMENT;
}

#define ERRORS_HEADER "volume_error,centre_error"

static const char help[] =
    "usage: buoybench eval volume --mesh M --planes P.csv [--kernel ID] [--voxels N]\n"
    "                             [--errors] [--plugin X]... [MESH OPTION]...\n"
    "\n"
    "Prints the submerged volume and the centre of buoyancy for each water plane in P.csv,\n"
    "one CSV row each, with enough digits to get the same bits back.\n"
    "\n" EVAL_PLANES_HELP " The output has the header volume,cx,cy,cz,\n"
    "in the mesh's units and frame. If the mesh is dry, the volume is 0 and c is the centre\n"
    "of its bounding box.\n"
    "\n" EVAL_MESH_AND_PLANES_HELP
    "  --kernel ID    the kernel, or a glob that matches just one (default volume/auto/best)\n"
    "" EVAL_PLUGIN_HELP EVAL_OPEN_HELP
    "  --voxels N     cells per axis for volume/voxel and refined, 1 to 4096 (default 64)\n"
    "  --errors       two columns more, " ERRORS_HEADER ": how far volume and\n"
    "                 centre may be from the exact ones, at most; inf for a mesh that is\n"
    "                 inside out in part, or may be\n" CLI_CLOSED_HELP "\n"
    "examples:\n"
    "  printf 'nx,ny,nz,d\\n0,0,1,0\\n0,1,1,0.2\\n' |\n"
    "      buoybench eval volume --mesh builtin:sphere:1280 --planes -\n"
    "  buoybench eval volume --mesh hull.stl --planes planes.csv --repair\n"
    "  buoybench eval volume --mesh hull.stl --planes planes.csv --kernel 'volume/catto64/*'\n";

static const struct rows rows = {
    EVAL_BELOW_PLANES,
    .ask = ask_planes,
    .help = help,
    .kernel = "volume/auto/best",
    .has_voxels = true,
    .more = "," ERRORS_HEADER,
    .more_option = "errors",
    .more_count = 2,
    .more_bytes = sizeof(struct buoy_volume_error),
};

// ------------------------------------------------------------------------------- run

// By default, crowds are of small bodies, which games have by the hundred, and cold runs are of
// meshes whose copies are quick to make and judge.
static const struct workload workloads[] = {
    {.name = WORKLOAD_HOT, .how = "one query per call", .most_default = SIZE_MAX, .per_call = 1},
    {.name = "crowd",
     .how = "crowds, 64 per call",
     .most_default = 1000,
     .per_call = 64,
     .line = ""},
    {.name = "cold",
     .how = "cold, meshes in turn",
     .most_default = 2000,
     .per_call = 1,
     .cold = true},
    {.name = "uncut",
     .how = "wholly wet or dry",
     .most_default = 2000,
     .per_call = 1,
     .poses = POSES_UNCUT},
    {.name = "barely",
     .how = "barely wet",
     .most_default = 2000,
     .per_call = 1,
     .poses = POSES_BARELY},
    {.name = "certified",
     .how = "with error bounds",
     .most_default = SIZE_MAX,
     .per_call = 1,
     .certified = true,
     .by_name = true},
};

const struct family family_volume = {
    .name = "volume",
    .rows = &rows,
    .automatic = "buoy_volume_compute",
    .headings = &families_volume_headings,
    .baseline = FAMILY_CATTO,
    .one = "body",
    .many = "bodies",
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct buoy_volume),
    .fields = families_volume_fields,
    .make = bodies_make,
    .free = bodies_free,
    .scratch_bytes = scratch_bytes,
    .ask = ask,
    .find_truth = bodies_find_truth,
    .errors = bodies_errors,
    .bounds = find_bounds,
    .find_floors = bodies_find_floors,
    .certify = certify,
    .triangles = bodies_triangles,
    .examined = examined,
    .summarise = bodies_summarise,
    .describe = bodies_describe,
};
