// The families that `run` and `verify` know.
#include "families.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch/registry.h"
#include "plugins.h"
#include "processors.h"
#include "session.h"
#include "truth.h"

static const struct family *const families[] = {&family_volume,
                                                &family_hydrostatics,
                                                &family_box,
                                                &family_shapes_mixed,
                                                &family_shapes_box,
                                                &family_shapes_sphere,
                                                &family_shapes_ellipsoid,
                                                &family_shapes_capsule,
                                                &family_shapes_cylinder,
                                                &family_shapes_cone,
                                                &family_polygon,
                                                &family_basin,
                                                &family_water,
                                                &family_pressure,
                                                &family_forces,
                                                &family_step};

const struct workload workload_trial = {.name = "trial", .hard = QUERIES_HARD};
const struct workload workload_by_immersion = {.name = "by-immersion", .hard = 5 * QUERIES_HARD};

const struct workload families_per_call = {
    .name = WORKLOAD_HOT, .how = "64 per call", .most_default = SIZE_MAX, .per_call = 64};
const struct workload families_on_request = {.name = WORKLOAD_HOT,
                                             .how = "64 per call",
                                             .most_default = SIZE_MAX,
                                             .per_call = 64,
                                             .on_request = true};

size_t workload_threads(const struct workload *workload) {
    return workload->threaded ? processors_count() : 1;
}

const char *workload_name(const struct workload *workload, char text[WORKLOAD_NAME_BYTES]) {
    if (!workload->threaded) {
        return workload->name;
    }
    snprintf(text, WORKLOAD_NAME_BYTES, "%s-t%zu", workload->name, workload_threads(workload));
    return text;
}

bool workload_is(const struct workload *workload, const char *name) {
    char text[WORKLOAD_NAME_BYTES];
    const char *own = workload_name(workload, text);
    const size_t length = workload->place ? strlen(workload->place) : 0;
    return strcmp(own, name) == 0 || (length > 0 && strncmp(name, workload->place, length) == 0 &&
                                      name[length] == '/' && strcmp(name + length + 1, own) == 0);
}

const char *workload_place(const struct family *family, const struct workload *workload) {
    return workload->place ? workload->place : family->place;
}

const struct family_headings families_volume_headings = {"|ΔV|/V_total", "|ΔV|/V", "|Δc|/diagonal",
                                                         "V/V_total"};
const struct family_headings families_area_headings = {"|ΔA|/A_total", "|ΔA|/A", "|Δc|/diagonal",
                                                       "A/A_total"};
const char *const families_volume_fields[4] = {"volume", "cx", "cy", "cz"};
const char *const families_area_fields[3] = {"area", "cx", "cy"};

size_t families_no_scratch(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    (void)kernel;
    return 0;
}

size_t families_no_triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    (void)kernel;
    return 0;
}

double families_none_examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    (void)kernel;
    return 0.0;
}

const struct family *family_at(size_t index) {
    return index < sizeof families / sizeof families[0] ? families[index] : NULL;
}

bool family_owns(const struct family *family, const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, family->name) == 0 &&
           (!family->owns || family->owns(kernel));
}

const char *family_truth(const struct family *family) {
    return family->truth ? family->truth : truth_source();
}

bool family_has_baseline(const struct family *family, const struct buoy_kernel *kernel) {
    return family->baseline && strcmp(family->baseline, kernel->id) == 0;
}

bool families_have_baseline(const struct buoy_kernel *kernel) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (family_has_baseline(family, kernel)) {
            return true;
        }
    }
    return false;
}

bool family_owns_any(const struct family *family, const struct cli_kernels *kernels) {
    for (size_t i = 0; i < kernels->count; ++i) {
        if (family_owns(family, kernels->items[i])) {
            return true;
        }
    }
    return false;
}

bool families_need_meshes(const struct cli_kernels *kernels) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (!family->place && family_owns_any(family, kernels)) {
            return true;
        }
    }
    return false;
}

// Whether the family can ask a kernel in a workload.
static bool asks(const struct family *family, const struct workload *workload,
                 const struct buoy_kernel *kernel) {
    if (workload->threaded) {
        return family_owns(family, kernel) && strcmp(kernel->method->name, "auto") == 0 &&
               processors_count() > 1;
    }
    if (workload->by_itself && family_owns(family, kernel)) {
        return strcmp(kernel->isa, "best") == 0;
    }
    return family_owns(family, kernel) || (family_has_baseline(family, kernel) &&
                                           (!family->own_workloads || workload->with_baseline));
}

bool family_takes(const struct family *family, const struct workload *workload,
                  const struct buoy_kernel *kernel) {
    // Cold runs are about what exact kernels read of a mesh.
    return asks(family, workload, kernel) && (!kernel->method->many || workload->per_call != 1) &&
           !(kernel->method->approximate && workload->cold) &&
           (!family->one_by_one || workload->per_call <= 1);
}

// ------------------------------------------------------------------------------- asking

void queries_ask(const struct queries *queries, const struct buoy_kernel *kernel,
                 const struct scratch *scratch, size_t begin, size_t end, void *answers) {
    if (scratch->session) {
        session_enter(scratch->session);
    }
    queries->family->ask(queries, kernel, scratch, begin, end, answers);
    if (scratch->session) {
        session_leave();
    }
}

// Asks a plug-in's kernel once, so that it is known whether it declines.
static int try_plugin(const struct queries *queries, const struct buoy_kernel *kernel,
                      struct scratch *scratch) {
    void *answers = calloc(queries->count, queries->family->answer_bytes);
    const int status = answers ? session_open(kernel, &scratch->session) : cli_out_of_memory();
    if (status == 0) {
        queries_ask(queries, kernel, scratch, 0, queries->per_call, answers);
    }
    free(answers);
    return status;
}

int queries_make_scratch(const struct queries *queries, const struct buoy_kernel *kernel,
                         struct scratch *scratch) {
    const int status = scratch_make(queries->family->scratch_bytes(queries, kernel), scratch);
    return status == 0 && plugins_own(kernel) ? try_plugin(queries, kernel, scratch) : status;
}

// ------------------------------------------------------------------------------- bounds

// Whether so much of a mesh is inside out, or may be, that answers come without bounds.
static bool is_inside_out(const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info = {.volume = 0.0};
    if (mesh) {
        buoy_mesh_get_info(mesh, &info, NULL);
    }
    return info.inverted_volume + info.inverted_doubt > 1e-3 * info.volume;
}

struct family_bounds queries_bounds(const struct queries *queries, const struct buoy_kernel *kernel,
                                    size_t index) {
    const struct family *family = queries->family;
    if (!plugins_own(kernel)) {
        const double none = (double)INFINITY;
        return kernel->method->unproven || is_inside_out(queries->mesh)
                   ? (struct family_bounds){none, none, none}
                   : family->bounds(queries, kernel, index);
    }
    const struct buoy_plugin_accuracy stated = plugins_accuracy(kernel);
    return (struct family_bounds){stated.volume, stated.centre, stated.surface};
}

// ------------------------------------------------------------------------------------

void queries_free(struct queries *queries) {
    if (queries->family) {
        queries->family->free(queries);
    }
    *queries = (struct queries){0};
}
