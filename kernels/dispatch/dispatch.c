// Which kernels may run here, and the best of them.
#include "base/arithmetic.h"

#include "buoyancy_kernels.h"
#include "dispatch/dispatch.h"

#include <stdatomic.h>
#include <string.h>

#include "base/status.h"
#include "base/text_file.h"
#include "dispatch/cpu.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "mesh/mesh.h"

// The instruction set in use, as 1 + its place in buoy_isas; 0 before the first look, −1 while
// BUOY_ISA is wrong. The first look yields to a buoy_set_isa() that came between.
atomic_int buoy_isa_place;

// Where the number of questions matters, the limits are those of an EPYC (Zen 5) and of a Xeon
// (Sapphire Rapids); `run --sweep count --kernel 'box/*'` shows others'.
static struct buoy_choice best_volume_indexed = {.variants = buoy_variants_volume_indexed};
static struct buoy_choice best_volume_hierarchy = {.variants = buoy_variants_volume_hierarchy};
static struct buoy_choice best_volume_indexed64 = {.variants = buoy_variants_volume_indexed64};
static struct buoy_choice best_volume_hierarchy64 = {.variants = buoy_variants_volume_hierarchy64};
static struct buoy_choice best_hydrostatics_indexed = {.variants =
                                                           buoy_variants_hydrostatics_indexed};
static struct buoy_choice best_hydrostatics_hierarchy = {.variants =
                                                             buoy_variants_hydrostatics_hierarchy};
static struct buoy_choice best_pressure_kerner = {.variants = buoy_variants_pressure_kerner};
static struct buoy_choice best_box_corners = {.variants = buoy_variants_box_corners,
                                              .most = {1, 4, 8}};
static struct buoy_choice best_polygon_batch = {.variants = buoy_variants_polygon_batch,
                                                .most = {1, 1, 8}};
static struct buoy_choice best_water_waves = {.variants = buoy_variants_water_waves,
                                              .most = {1, 4, 8}};
static struct buoy_choice best_step_fused = {.variants = buoy_variants_step_fused,
                                             .most = {0, 0, 8}};
static struct buoy_choice shapes_of_kind[] = {
    [BUOY_SHAPE_BOX] = {.variants = buoy_variants_shapes_box, .most = {1, 4, 8}},
    [BUOY_SHAPE_SPHERE] = {.variants = buoy_variants_shapes_sphere, .most = {1, 4, 8}},
    [BUOY_SHAPE_ELLIPSOID] = {.variants = buoy_variants_shapes_ellipsoid, .most = {1, 4, 8}},
    [BUOY_SHAPE_CAPSULE] = {.variants = buoy_variants_shapes_capsule, .most = {1, 4, 8}},
    [BUOY_SHAPE_CYLINDER] = {.variants = buoy_variants_shapes_cylinder, .most = {1, 4, 8}},
    [BUOY_SHAPE_CONE] = {.variants = buoy_variants_shapes_cone, .most = {1, 4, 8}},
};

// The best that this build has, too: its name can be asked for.
static const struct buoy_isa *best_of_machine(void) {
    const unsigned features = buoy_cpu_features();
    size_t best = 0;
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const bool runs = (buoy_isas[i].features & ~features) == 0;
        best = runs && !buoy_isas[i].not_built ? i : best;
    }
    return &buoy_isas[best];
}

// Finds a named instruction set that this build and this machine can run.
static enum buoy_status find_runnable(const char *name, const char *said_by,
                                      const struct buoy_isa **isa, struct buoy_error *error) {
    *isa = buoy_isa_find(name);
    BUOY_REFUSE_IF(!*isa, UNKNOWN_NAME, "%s: no instruction set named '%.40s'", said_by, name);
    BUOY_REFUSE_IF((*isa)->not_built, NOT_RUNNABLE, "%s: '%s' is %s", said_by, name,
                   (*isa)->not_built);
    BUOY_REFUSE_IF((*isa)->features & ~buoy_cpu_features(), NOT_RUNNABLE,
                   "%s: this machine cannot run '%s'; its best is '%s'", said_by, name,
                   best_of_machine()->name);
    return buoy_succeed(error);
}

static enum buoy_status from_environment(const struct buoy_isa **isa, struct buoy_error *error) {
    const char *name = buoy_environment("BUOY_ISA");
    if (!name) {
        *isa = best_of_machine();
        return buoy_succeed(error);
    }
    return find_runnable(name, "BUOY_ISA", isa, error);
}

int buoy_place_look(void) {
    const struct buoy_isa *isa;
    const int place = from_environment(&isa, NULL) == BUOY_OK ? (int)(isa - buoy_isas) + 1 : -1;
    int unset = 0;
    return atomic_compare_exchange_strong(&buoy_isa_place, &unset, place) ? place : unset;
}

static const struct buoy_isa *isa_at(int place) {
    return place > 0 ? &buoy_isas[place - 1] : NULL;
}

// The instruction set in use, or NULL while BUOY_ISA is wrong.
static const struct buoy_isa *isa_in_use(void) {
    return isa_at(buoy_place_in_use());
}

bool buoy_kernel_is_allowed_at(const struct buoy_kernel *kernel, int place) {
    const struct buoy_isa *isa = isa_at(place);
    return !kernel->not_built && !(kernel->needs & ~(isa ? isa->features : 0));
}

// AVX-512 has fused multiply-adds, AVX2 alone does not.
bool buoy_kernel_keeps_bits(const struct buoy_kernel *kernel) {
    const bool can_fuse = BUOY_ON_X86(1) != 1 || (kernel->needs & BUOY_CPU_AVX512);
    return kernel->deterministic && !(can_fuse && buoy_contracts());
}

const struct buoy_kernel *buoy_variant_best_at(const struct buoy_kernel *variants, int place,
                                               unsigned width) {
    const struct buoy_kernel *best = NULL;
    for (const struct buoy_kernel *k = variants; k < variants + BUOY_ISAS; ++k) {
        if (k->deterministic && (buoy_kernel_keeps_bits(k) || !best) &&
            (width == 0 || k->width == width) && buoy_kernel_is_allowed_at(k, place)) {
            best = k;
        }
    }
    return best;
}

// Finds a choice's kernel for a number of questions below BUOY_LANES, or 0 for more.
static const struct buoy_kernel *find_for_few(const struct buoy_choice *choice, int place,
                                              size_t few) {
    static const unsigned widths[3] = {1, 4, 8};
    for (int i = 0; few > 0 && i < 3; ++i) {
        const struct buoy_kernel *narrow =
            few <= choice->most[i] ? buoy_variant_best_at(choice->variants, place, widths[i])
                                   : NULL;
        if (narrow) {
            return narrow;
        }
    }
    return buoy_variant_best_at(choice->variants, place, 0);
}

const struct buoy_kernel *buoy_choice_find(struct buoy_choice *choice, int place, size_t few) {
    const struct buoy_kernel *kernel = find_for_few(choice, place, few);
    const unsigned char known = (unsigned char)(kernel - choice->variants + 1);
    atomic_store_explicit(&choice->known[place][few], known, memory_order_relaxed);
    return kernel;
}

enum buoy_status buoy_set_isa(const char *name, struct buoy_error *error) {
    const struct buoy_isa *isa = best_of_machine();
    if (name) {
        BUOY_TRY(find_runnable(name, "instruction set", &isa, error));
    }
    atomic_store_explicit(&buoy_isa_place, (int)(isa - buoy_isas) + 1, memory_order_relaxed);
    return buoy_succeed(error);
}

enum buoy_status buoy_get_isa(const char **name, struct buoy_error *error) {
    const struct buoy_isa *isa = isa_in_use();
    if (!isa) {
        const enum buoy_status status = from_environment(&isa, error);
        // BUOY_ISA was wrong at the first look; the error stays, whatever BUOY_ISA is by now.
        return status != BUOY_OK ? status
                                 : buoy_fail(error, BUOY_ERROR_NOT_RUNNABLE,
                                             "BUOY_ISA named nothing runnable when it was read");
    }
    if (name) {
        *name = isa->name;
    }
    return buoy_succeed(error);
}

// Why a kernel cannot run, or "".
static const char *why_not(const struct buoy_kernel *kernel) {
    const struct buoy_isa *isa = isa_in_use();
    if (kernel->not_built) {
        return kernel->not_built;
    }
    const unsigned missing = kernel->needs & ~buoy_cpu_features();
    if (missing) {
        return missing & BUOY_CPU_AVX2     ? "this machine lacks AVX2"
               : missing & BUOY_CPU_AVX512 ? "this machine lacks AVX-512 F, VL, BW and DQ"
               : missing & BUOY_CPU_SVE256 ? "this machine has no SVE of 256 bits"
               : missing & BUOY_CPU_SVE512 ? "this machine has no SVE of 512 bits"
               : missing & BUOY_CPU_RVV256 ? "this machine has no RISC-V vectors of 256 bits"
                                           : "this machine lacks FMA";
    }
    if (!isa) {
        return "BUOY_ISA names nothing runnable";
    }
    return kernel->needs & ~isa->features ? "beyond the instruction set asked for" : "";
}

bool buoy_kernel_runs(const struct buoy_kernel *kernel) {
    return why_not(kernel)[0] == '\0';
}

enum buoy_status buoy_check_family(const struct buoy_kernel *kernel, const char *family,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!kernel, ARGUMENT, "no kernel");
    BUOY_REFUSE_IF(strcmp(kernel->method->family, family) != 0, ARGUMENT,
                   "%s is not a kernel of the family %s", kernel->id, family);
    return BUOY_OK;
}

enum buoy_status buoy_check_runs(const struct buoy_kernel *kernel, struct buoy_error *error) {
    const char *reason = why_not(kernel);
    return reason[0] == '\0'
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_NOT_RUNNABLE, "%s: %s", kernel->id, reason);
}

enum buoy_status buoy_check_kernel(const struct buoy_kernel *kernel, const char *family,
                                   struct buoy_error *error) {
    if (!kernel) {
        return buoy_get_isa(NULL, error);
    }
    const enum buoy_status status = buoy_check_family(kernel, family, error);
    return status == BUOY_OK ? buoy_check_runs(kernel, error) : status;
}

enum buoy_status buoy_check_layouts(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
                                    struct buoy_error *error) {
    return buoy_check_kept(mesh, kernel->method->reads, kernel->id, error);
}

enum buoy_status buoy_kernel_get_info(const struct buoy_kernel *kernel,
                                      struct buoy_kernel_info *info, struct buoy_error *error) {
    BUOY_REFUSE_IF(!kernel || !info, ARGUMENT, "no kernel, or no room for its description");
    info->id = kernel->id;
    info->family = kernel->method->family;
    info->method = kernel->method->name;
    info->isa = kernel->isa;
    info->deterministic = buoy_kernel_keeps_bits(kernel);
    info->reason = why_not(kernel);
    info->runnable = info->reason[0] == '\0';
    return buoy_succeed(error);
}

// simd/README.md compares `indexed` with `hierarchy`.
void buoy_volume_auto_best(const struct buoy_volume_query *query,
                           struct buoy_volume *restrict results) {
    buoy_choice_for(query->mesh->is_indexed ? &best_volume_indexed : &best_volume_hierarchy, 0)
        ->volume(query, results);
}

void buoy_volume_in_double_best(const struct buoy_volume_query *query,
                                struct buoy_volume *restrict results) {
    buoy_choice_for(query->mesh->is_indexed ? &best_volume_indexed64 : &best_volume_hierarchy64, 0)
        ->volume(query, results);
}

bool buoy_polygon_auto_best(const struct buoy_polygon_query *query,
                            struct buoy_area *restrict results) {
    return buoy_choice_for(&best_polygon_batch, query->count)->polygon(query, results);
}

void buoy_hydrostatics_auto_best(const struct buoy_hydrostatics_query *query,
                                 struct buoy_hydrostatics *restrict results) {
    buoy_choice_for(
        query->mesh->is_indexed ? &best_hydrostatics_indexed : &best_hydrostatics_hierarchy, 0)
        ->hydrostatics(query, results);
}

void buoy_water_auto_best(const struct buoy_waves *waves, double time, struct buoy_surface *query) {
    buoy_choice_for(&best_water_waves, query->count)->water(waves, time, query);
}

bool buoy_pressure_auto_best(const struct buoy_pressure_query *query,
                             struct buoy_waterline *waterline,
                             struct buoy_pressure *restrict result) {
    return buoy_choice_for(&best_pressure_kerner, 0)->pressure(query, waterline, result);
}

bool buoy_box_auto_best(const struct buoy_shapes_query *query,
                        struct buoy_volume *restrict results) {
    return buoy_choice_for(&best_box_corners, query->count)->box(query, results);
}

bool buoy_shapes_best_of_kind(const struct buoy_shapes_query *query,
                              struct buoy_volume *restrict results) {
    return buoy_choice_for(&shapes_of_kind[buoy_kind_of(&query->shapes[0])], query->count)
        ->shapes(query, results);
}

static size_t answer_step(const struct buoy_step_batch *batch, buoy_volume_function *volumes) {
    // A single body is answered in plain C, except in waves: there are many of them, and vectors
    // add them up.
    if (batch->count == 1 && batch->pass->water->kind != BUOY_WATER_WAVES) {
        return buoy_step_fused_scalar(batch, volumes ? volumes : buoy_volume_auto_best);
    }
    const struct buoy_kernel *kernel = buoy_choice_for(&best_step_fused, batch->count);
    // For a few bodies a wide vector would mostly be idle, but not in their meshes.
    const bool few = batch->count < BUOY_LANES;
    return kernel->step(batch, few && !volumes ? buoy_volume_auto_best : volumes);
}

// Whole vectors of the widest set first; then what is left, if a narrower one is faster.
size_t buoy_step_auto_best(const struct buoy_step_batch *batch, buoy_volume_function *volumes) {
    const size_t rest = batch->count % BUOY_LANES, whole = batch->count - rest;
    if (whole == 0 || rest == 0 || rest > BUOY_LANES / 4) {
        return answer_step(batch, volumes);
    }
    const struct buoy_step_batch first = buoy_batch_part(batch, 0, whole);
    const struct buoy_step_batch last = buoy_batch_part(batch, whole, rest);
    const size_t done = answer_step(&first, volumes);
    return done == whole ? done + answer_step(&last, volumes) : done;
}
