// The family `hydrostatics`: meshes and water planes, queried for areas and the waterplane as well.
#include <math.h>
#include <stdlib.h>

#include "bodies.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "errors.h"
#include "eval_mesh.h"
#include "families.h"
#include "truth.h"

// ------------------------------------------------------------------------------- asking

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    const struct bodies *bodies = queries->content;
    struct buoy_hydrostatics *results = answers;
    buoy_hydrostatics_function *hydrostatics = kernel->hydrostatics;
    struct buoy_hydrostatics_query query = {.count = queries->per_call};
    (void)scratch;
    for (size_t i = begin; i < end; i += query.count) {
        query.mesh = bodies->meshes[i];
        query.planes = &bodies->planes[i];
        hydrostatics(&query, &results[i]);
    }
}

// ------------------------------------------------------------------------------ judging

// The largest of these errors: areas / A, the waterplane's area × its centroid / A D, and its
// second moments / A D², with A the area of the whole surface and D the diagonal.
static double surface_error(const struct buoy_mesh_info *info,
                            const struct buoy_hydrostatics *truth,
                            const struct buoy_hydrostatics *answer) {
    const double area = info->area, size = info->diagonal;
    const double moments[6] = {answer->xx - truth->xx, answer->xy - truth->xy,
                               answer->xz - truth->xz, answer->yy - truth->yy,
                               answer->yz - truth->yz, answer->zz - truth->zz};
    double worst = infinite_if_nan(fabs(answer->wetted_area - truth->wetted_area) / area);
    worst =
        fmax(worst, infinite_if_nan(fabs(answer->waterplane_area - truth->waterplane_area) / area));
    for (int i = 0; i < 3; ++i) {
        const double off = fabs(answer->waterplane_centroid[i] - truth->waterplane_centroid[i]) *
                           truth->waterplane_area;
        worst = fmax(worst, infinite_if_nan(off / (area * size)));
    }
    for (int i = 0; i < 6; ++i) {
        worst = fmax(worst, infinite_if_nan(fabs(moments[i]) / (area * size * size)));
    }
    return worst;
}

typedef void surface_bounds_function(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                     double d, struct buoy_surface_bounds *bounds);

// A function's bounds for a query, in the units of surface_error().
static struct family_bounds surface_bounds(const struct queries *queries, known_function *of,
                                           size_t index) {
    const struct bodies *bodies = queries->content;
    const struct buoy_mesh *mesh = bodies->meshes[index];
    const struct buoy_plane *plane = &bodies->planes[index];
    struct buoy_surface_bounds bounds;
    struct buoy_mesh_info info;
    ((surface_bounds_function *)of)(mesh, plane, (double)plane->d, &bounds);
    buoy_mesh_get_info(mesh, &info, NULL);
    const double size = info.diagonal;
    const double areas = fmax(bounds.wetted_area, bounds.waterplane_area);
    const double most = fmax(areas, fmax(bounds.centroid / size, bounds.moments / (size * size)));
    return (struct family_bounds){.surface = most / info.area};
}

static double surface_bound(const struct queries *queries, const struct buoy_method *method,
                            size_t index) {
    struct bodies *bodies = queries->content;
    known_function *of = (known_function *)method->hydrostatics.surface_bounds;
    return known_find(&bodies->known, of, queries, index, surface_bounds).surface;
}

static int find_truth(const struct queries *queries, void *truth) {
    const struct bodies *bodies = queries->content;
    struct buoy_hydrostatics *expected = truth;
    struct buoy_volume *volumes = calloc(queries->count, sizeof *volumes);
    if (!volumes) {
        return cli_out_of_memory();
    }
    int status = bodies_find_truth(queries, volumes);
    if (status == 0) {
        status = truth_find_surfaces(bodies->meshes, bodies->planes, queries->count, expected);
    }
    for (size_t i = 0; i < queries->count && status == 0; ++i) {
        expected[i].volume = volumes[i].volume;
        expected[i].centre[0] = volumes[i].centre[0];
        expected[i].centre[1] = volumes[i].centre[1];
        expected[i].centre[2] = volumes[i].centre[2];
    }
    free(volumes);
    return status;
}

static struct buoy_volume volume_of(const struct buoy_hydrostatics *body) {
    return (struct buoy_volume){body->volume, {body->centre[0], body->centre[1], body->centre[2]}};
}

static struct family_errors find_errors(const struct queries *queries, size_t index,
                                        const void *truth, const void *answer) {
    const struct bodies *bodies = queries->content;
    const struct buoy_volume expected = volume_of(truth), got = volume_of(answer);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(bodies->meshes[index], &info, NULL);
    struct family_errors errors = bodies_errors(queries, index, &expected, &got);
    errors.surface = surface_error(&info, truth, answer);
    return errors;
}

// In a build without exact arithmetic the bounds on areas and waterplane are the kernel's plus
// those of the reference.
static struct family_bounds find_bounds(const struct queries *queries,
                                        const struct buoy_kernel *kernel, size_t index) {
    struct family_bounds bounds =
        bodies_bounds(queries, kernel->method->hydrostatics.bounds, index);
    bounds.surface = surface_bound(queries, kernel->method, index);
    if (truth_is_of(TRUTH_OF_SURFACES)) {
        const struct buoy_kernel *reference = buoy_kernel_find(TRUTH_OF_SURFACES);
        bounds.surface += surface_bound(queries, reference->method, index);
    }
    return bounds;
}

static double examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    return bodies_examined(queries, kernel->method->hydrostatics.examined);
}

// ------------------------------------------------------------------------------- eval

static enum buoy_status ask_planes(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                                   bool checked, void *answers, struct buoy_error *error) {
    const struct buoy_hydrostatics_query query = {
        .mesh = slice->mesh, .planes64 = slice->part[0], .count = slice->count, .kernel = kernel};
    (void)checked;
    return buoy_hydrostatics_compute(&query, answers, error);
}

#define HEADER "volume,cx,cy,cz,wetted_area,waterplane_area,wx,wy,wz,ixx,ixy,ixz,iyy,iyz,izz"
static const char *const header = HEADER;

static const char help[] =
    "usage: buoybench eval hydrostatics --mesh M --planes P.csv [--kernel ID]\n"
    "                                   [--plugin X]... [MESH OPTION]...\n"
    "\n"
    "Prints, for each water plane in P.csv, the mesh's submerged volume and centre of\n"
    "buoyancy, its wetted area, and its waterplane (the cut through the body at the water):\n"
    "one CSV row each, with enough digits to get the same bits back.\n"
    "\n" EVAL_PLANES_HELP " The output has the header\n"
    "  " HEADER "\n"
    "in the mesh's units and frame: w is the waterplane's centroid, i.. are its second\n"
    "moments about w, not its moments of inertia: ixx is the integral of (x - wx)^2 over the\n"
    "area, ixy that of (x - wx)(y - wy). If there is no waterplane, its area and moments\n"
    "are 0 and w is the centre of the mesh's bounding box. If the mesh is dry, c is that\n"
    "centre, too.\n"
    "\n" EVAL_MESH_AND_PLANES_HELP EVAL_HYDROSTATICS_HELP "\n"
    "examples:\n"
    "  printf 'nx,ny,nz,d\\n0,0,1,0\\n0,1,1,0.2\\n' |\n"
    "      buoybench eval hydrostatics --mesh builtin:wigley:1300 --planes -\n"
    "  buoybench eval hydrostatics --mesh hull.stl --planes planes.csv --open-ok\n";

static const struct rows rows = {
    EVAL_BELOW_PLANES, .ask = ask_planes, .help = help, .kernel = "hydrostatics/auto/best",
    .header = &header,
};

// ------------------------------------------------------------------------------- run

// By default on hulls of sizes common in games: other meshes show little that `volume` does not.
static const struct workload workloads[] = {
    {.name = WORKLOAD_HOT, .how = "one query per call", .most_default = 2000, .per_call = 1},
    {.name = "cold", .how = "cold, meshes in turn", .most_default = 0, .per_call = 1, .cold = true},
};

static const char *const fields[] = {"volume", "cx", "cy", "cz", "wetted area", "waterplane area",
                                     "wx",     "wy", "wz", "xx", "xy",          "xz",
                                     "yy",     "yz", "zz"};

const struct family family_hydrostatics = {
    .name = "hydrostatics",
    .rows = &rows,
    .label = ", hydrostatics",
    .automatic = "buoy_hydrostatics_compute",
    .headings = &families_volume_headings,
    .has_surface = true,
    .one = "body",
    .many = "bodies",
    .workload_count = sizeof workloads / sizeof workloads[0],
    .workloads = workloads,
    .answer_bytes = sizeof(struct buoy_hydrostatics),
    .fields = fields,
    .make = bodies_make,
    .free = bodies_free,
    .scratch_bytes = families_no_scratch,
    .ask = ask,
    .find_truth = find_truth,
    .errors = find_errors,
    .bounds = find_bounds,
    .triangles = bodies_triangles,
    .examined = examined,
    .summarise = bodies_summarise,
    .describe = bodies_describe,
};
