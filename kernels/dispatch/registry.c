// The table of kernels.
#include "base/arithmetic.h"
#include "buoyancy_kernels.h"

#include "dispatch/registry.h"

#include <assert.h>
#include <string.h>

#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "dispatch/table.h"
#include "mesh/kinds.h"

// ---------------------------------------------------------------------------------- methods

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
