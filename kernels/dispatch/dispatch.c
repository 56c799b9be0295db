// Which kernels there are, which may run here, and the best of them.
#include "base/arithmetic.h"

#include "dispatch/dispatch.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/status.h"
#include "base/text_file.h"
#include "buoyancy_kernels.h"
#include "dispatch/cpu.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "dispatch/table.h"
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

bool buoy_kernel_is_allowed_at(const struct buoy_kernel *kernel, int place) {
    return !kernel->not_built &&
           !(kernel->needs & ~(place > 0 ? buoy_isas[place - 1].features : 0));
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

const struct buoy_kernel *buoy_choice_find(struct buoy_choice *choice, int place, size_t few) {
    static const unsigned widths[3] = {1, 4, 8};
    const struct buoy_kernel *kernel = NULL;
    for (int i = 0; few > 0 && i < 3 && !kernel; ++i) {
        kernel = few <= choice->most[i] ? buoy_variant_best_at(choice->variants, place, widths[i])
                                        : NULL;
    }
    kernel = kernel ? kernel : buoy_variant_best_at(choice->variants, place, 0);
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
    const int place = buoy_place_in_use();
    if (place <= 0) {
        const struct buoy_isa *isa;
        BUOY_TRY(from_environment(&isa, error));
        // BUOY_ISA was wrong at the first look; the error stays, whatever BUOY_ISA is by now.
        return buoy_fail(error, BUOY_ERROR_NOT_RUNNABLE,
                         "BUOY_ISA named nothing runnable when it was read");
    }
    if (name) {
        *name = buoy_isas[place - 1].name;
    }
    return buoy_succeed(error);
}

// Why a kernel cannot run, or "".
static const char *why_not(const struct buoy_kernel *kernel) {
    const int place = buoy_place_in_use();
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
    return place <= 0                                 ? "BUOY_ISA names nothing runnable"
           : buoy_kernel_is_allowed_at(kernel, place) ? ""
                                                      : "beyond the instruction set asked for";
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

enum buoy_status buoy_check_kernel(const struct buoy_kernel *kernel, const char *family,
                                   struct buoy_error *error) {
    if (!kernel) {
        return buoy_get_isa(NULL, error);
    }
    BUOY_TRY(buoy_check_family(kernel, family, error));
    const char *reason = why_not(kernel);
    BUOY_REFUSE_IF(reason[0] != '\0', NOT_RUNNABLE, "%s: %s", kernel->id, reason);
    return BUOY_OK;
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

// --------------------------------------------------------------------------- the table of kernels

static const struct buoy_method volume_indexed = VOLUME_METHOD("indexed", 0, NULL, indexed, NULL);
static const struct buoy_method volume_indexed64 =
    VOLUME_METHOD("indexed64", 0, NULL, in_double, NULL);
static const struct buoy_method volume_blocks =
    VOLUME_METHOD("blocks", BLOCKS, NULL, blocks, buoy_volume_blocks_examined);
static const struct buoy_method volume_hierarchy =
    VOLUME_METHOD("hierarchy", TREE, NULL, hierarchy, buoy_volume_hierarchy_examined);
// Both clip the same leaves of the tree.
static const struct buoy_method volume_blocks64 =
    VOLUME_METHOD("blocks64", TREE, NULL, in_double, buoy_volume_hierarchy_examined);
static const struct buoy_method volume_hierarchy64 =
    VOLUME_METHOD("hierarchy64", TREE, NULL, in_double, buoy_volume_hierarchy_examined);
static const struct buoy_method volume_batch = {
    .family = "volume",
    .name = "batch",
    .many = true,
    .reads = TRIANGLES | BLOCKS,
    .volume =
        {
            .scratch_bytes = buoy_volume_batch_scratch_bytes,
            .bounds = buoy_bound_batch,
        },
};

// `hierarchy`, or `indexed` where a mesh is.
static const struct buoy_method volume_auto =
    VOLUME_METHOD("auto", 0, NULL, auto, buoy_volume_hierarchy_examined);

// Depends on the number of queries, too: a body's bits depend on how many are answered at once.
static const struct buoy_method volume_auto_tuned =
    VOLUME_METHOD("auto", 0, buoy_volume_tuned_scratch_bytes, tuned, NULL);

static const struct buoy_method box_corners = BOX_METHOD("corners", corners);

// Fixed to `corners`.
static const struct buoy_method box_auto = BOX_METHOD("auto", corners);

#define OF_KIND(name, kind) SHAPES_METHOD(name, BUOY_KIND(BUOY_SHAPE_##kind), buoy_bound_shapes)
static const struct buoy_method shapes_box = OF_KIND("box", BOX);
static const struct buoy_method shapes_sphere = OF_KIND("sphere", SPHERE);
static const struct buoy_method shapes_ellipsoid = OF_KIND("ellipsoid", ELLIPSOID);
static const struct buoy_method shapes_capsule = OF_KIND("capsule", CAPSULE);
static const struct buoy_method shapes_cylinder = OF_KIND("cylinder", CYLINDER);
static const struct buoy_method shapes_cone = OF_KIND("cone", CONE);
// Each kind's own method.
static const struct buoy_method shapes_auto = SHAPES_METHOD("auto", BUOY_KINDS, buoy_bound_shapes);

#define POLYGON_METHOD(method, bound)                                                              \
    {                                                                                              \
        .family = "polygon", .name = method, .polygon = {.bounds = buoy_bound_polygon_##bound }    \
    }

static const struct buoy_method polygon_batch = POLYGON_METHOD("batch", batch);
static const struct buoy_method polygon_clip = POLYGON_METHOD("clip", clip);
// Fixed to `batch`, which leaves what it cannot answer to `clip`.
static const struct buoy_method polygon_auto = POLYGON_METHOD("auto", batch);
static const struct buoy_method basin_arcs = {.family = "basin", .name = "arcs"};
static const struct buoy_method water_waves = {.family = "water", .name = "waves"};
// Fixed to `waves`.
static const struct buoy_method water_auto = {.family = "water", .name = "auto"};

static const struct buoy_method hydrostatics_indexed =
    HYDROSTATICS_METHOD("indexed", 0, indexed, indexed, NULL);
static const struct buoy_method hydrostatics_blocks =
    HYDROSTATICS_METHOD("blocks", BLOCKS, blocks, blocks, buoy_volume_blocks_examined);
static const struct buoy_method hydrostatics_hierarchy =
    HYDROSTATICS_METHOD("hierarchy", TREE, hierarchy, hierarchy, buoy_volume_hierarchy_examined);
// `hierarchy`, or `indexed` where a mesh is.
static const struct buoy_method hydrostatics_auto =
    HYDROSTATICS_METHOD("auto", 0, indexed, indexed, buoy_volume_hierarchy_examined);

static const struct buoy_method pressure_kerner = PRESSURE_METHOD("kerner", kerner);
static const struct buoy_method pressure_kerner64 = PRESSURE_METHOD("kerner64", kerner64);
// Fixed to `kerner`.
static const struct buoy_method pressure_auto = PRESSURE_METHOD("auto", kerner);

static const struct buoy_method forces_catto = {.family = "forces", .name = "catto"};
// Fixed to `catto`, the only one.
static const struct buoy_method forces_auto = {.family = "forces", .name = "auto"};

static const struct buoy_method step_fused = {.family = "step", .name = "fused"};
// Fixed to `fused`; tuned: the same, with meshes by volume/auto/tuned.
static const struct buoy_method step_auto = {.family = "step", .name = "auto"};
static const struct buoy_method step_auto_tuned = {
    .family = "step",
    .name = "auto",
    .step = {.volumes = buoy_volume_auto_tuned, .scratch_bytes = buoy_volume_tuned_scratch_bytes},
};

// ---------------------------------------------------------------------------------- kernels

// One kernel of a template, with its method or without; ends in its own comma.
#define VARIANT(family, name_of_method, suffix, option, name, processor, vector, features,         \
                same_bits)                                                                         \
    {.id = #family "/" #name_of_method "/" name,                                                   \
     .isa = name,                                                                                  \
     .method = METHOD(family##_##name_of_method),                                                  \
     .width = vector,                                                                              \
     .needs = features,                                                                            \
     .deterministic = same_bits,                                                                   \
     .not_built = BUOY_WHY_NOT_BUILT(BUOY_BUILT_##option, option, processor),                      \
     BUOY_IF_BUILT(BUOY_BUILT_##option, .family = buoy_##family##_##name_of_method##_##suffix)},
// Choices need no method, whose bounds and their derivations a program is better linked without.
#define METHOD(method) NULL
#define VARIANTS(family, method)                                                                   \
    const struct buoy_kernel buoy_variants_##family##_##method[BUOY_ISAS] = {                      \
        BUOY_FOR_EACH_ISA(VARIANT, family, method)};
BUOY_FOR_EACH_TEMPLATE(VARIANTS)
#undef METHOD

#define METHOD(method) &method
#define LISTED(family, method)                                                                     \
    static const struct buoy_kernel listed_##family##_##method[BUOY_ISAS] = {                      \
        BUOY_FOR_EACH_ISA(VARIANT, family, method)};
BUOY_FOR_EACH_TEMPLATE(LISTED)

#define ONE(...)                                                                                   \
    { (const struct buoy_kernel[]){__VA_ARGS__}, 1 }
#define ALL(family, method)                                                                        \
    { listed_##family##_##method, BUOY_ISAS }

// Those of a family stand together. Only functions that search all of it name this table: a program
// that calls none of them is linked with the kernels that it asks.
static struct buoy_kernel_part parts[64] = {
    ONE(KERNEL(volume, auto, "best", buoy_volume_auto_best)),
    ONE({
        .id = "volume/auto/tuned",
        .isa = "tuned",
        .method = &volume_auto_tuned,
        .volume = buoy_volume_auto_tuned,
    }),
    ALL(volume, indexed),
    ALL(volume, indexed64),
    ALL(volume, blocks),
    ALL(volume, hierarchy),
    ALL(volume, batch),
    ALL(volume, blocks64),
    ALL(volume, hierarchy64),
    ONE(KERNEL(box, auto, "best", buoy_box_auto_best)),
    ALL(box, corners),
    ONE(KERNEL(shapes, auto, "best", buoy_shapes_auto_best)),
    ALL(shapes, box),
    ALL(shapes, sphere),
    ALL(shapes, ellipsoid),
    ALL(shapes, capsule),
    ALL(shapes, cylinder),
    ALL(shapes, cone),
    ONE(KERNEL(polygon, auto, "best", buoy_polygon_auto_best)),
    ALL(polygon, batch),
    ONE(KERNEL(polygon, clip, "scalar", buoy_polygon_clip_scalar)),
    ONE(KERNEL(basin, arcs, "scalar", buoy_basin_arcs_scalar)),
    ONE(KERNEL(water, auto, "best", buoy_water_auto_best)),
    ALL(water, waves),
    ONE(KERNEL(hydrostatics, auto, "best", buoy_hydrostatics_auto_best)),
    ALL(hydrostatics, indexed),
    ALL(hydrostatics, blocks),
    ALL(hydrostatics, hierarchy),
    ONE(KERNEL(pressure, auto, "best", buoy_pressure_auto_best)),
    ALL(pressure, kerner),
    ONE(KERNEL(pressure, kerner64, "scalar", buoy_pressure_kerner64_scalar)),
    ONE(KERNEL(forces, auto, "best", buoy_forces_catto_scalar)),
    ONE(KERNEL(forces, catto, "scalar", buoy_forces_catto_scalar)),
    ONE(KERNEL(step, auto, "best", buoy_step_auto_best)),
    ONE({
        .id = "step/auto/tuned",
        .isa = "tuned",
        .method = &step_auto_tuned,
        .step = buoy_step_auto_tuned,
    }),
    ALL(step, fused),
};

void buoy_kernels_add(struct buoy_kernel_part part) {
    const char *family = part.kernels->method->family;
    size_t count = 0, at = 0; // after the last of the family
    for (; parts[count].kernels; ++count) {
        at = strcmp(parts[count].kernels->method->family, family) == 0 ? count + 1 : at;
    }
    assert(at > 0 && count + 1 < sizeof parts / sizeof *parts);
    memmove(&parts[at + 1], &parts[at], (count - at) * sizeof *parts);
    parts[at] = part;
}

size_t buoy_kernel_count(void) {
    size_t count = 0;
    for (const struct buoy_kernel_part *part = parts; part->kernels; ++part) {
        count += part->count;
    }
    return count;
}

const struct buoy_kernel *buoy_kernel_at(size_t index) {
    for (const struct buoy_kernel_part *part = parts; part->kernels; ++part) {
        if (index < part->count) {
            return &part->kernels[index];
        }
        index -= part->count;
    }
    return NULL;
}

// Methods whose best kernel depends on the number of questions: `auto`, which is fixed to the
// method, chooses it at every query.
static const struct {
    const char *best, *automatic;
} by_count[] = {
    {"box/corners/best", "box/auto/best"},
    {"polygon/batch/best", "polygon/auto/best"},
    {"water/waves/best", "water/auto/best"},
    {"step/fused/best", "step/auto/best"},
};

// In the table's order, the last of a method's deterministic kernels that is allowed; NULL if `id`
// is not family/method/best.
static const struct buoy_kernel *find_best(const char *id) {
    const char *slash = strrchr(id, '/');
    if (!slash || strcmp(slash, "/best") != 0) {
        return NULL;
    }
    const size_t length = (size_t)(slash + 1 - id); // of "family/method/"
    const int place = buoy_place_in_use();
    const struct buoy_kernel *best = NULL;
    for (const struct buoy_kernel_part *part = parts; part->kernels; ++part) {
        for (const struct buoy_kernel *k = part->kernels; k < part->kernels + part->count; ++k) {
            if (strncmp(k->id, id, length) == 0 && strcmp(k->id + length, k->isa) == 0 &&
                k->deterministic && (buoy_kernel_keeps_bits(k) || !best) &&
                buoy_kernel_is_allowed_at(k, place)) {
                best = k;
            }
        }
    }
    return best;
}

const struct buoy_kernel *buoy_kernel_find(const char *id) {
    for (size_t i = 0; id && i < sizeof by_count / sizeof *by_count; ++i) {
        id = strcmp(id, by_count[i].best) == 0 ? by_count[i].automatic : id;
    }
    for (const struct buoy_kernel_part *part = parts; id && part->kernels; ++part) {
        for (size_t i = 0; i < part->count; ++i) {
            if (strcmp(part->kernels[i].id, id) == 0) {
                return &part->kernels[i];
            }
        }
    }
    return id ? find_best(id) : NULL;
}
