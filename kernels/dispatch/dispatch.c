// Which kernels may run here, and the best of them.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "dispatch/cpu.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"

// The instruction set in use, as 1 + its place in buoy_isas; 0 before the first look, −1 while
// BUOY_ISA is wrong. The first look yields to a buoy_set_isa() that came between.
static atomic_int current;

// Places in `current`, and one more while BUOY_ISA is wrong.
#define COUNT_ISA(family, method, suffix, option, name, processor, features, same_bits) +1
enum {
    PLACES = 1 BUOY_FOR_EACH_ISA(COUNT_ISA, , )
};
#undef COUNT_ISA

// The result of `auto` for an id family/method/best, for each instruction set that may be in use;
// NULL before the first query. Threads that race store the same.
struct choice {
    const char *id;
    _Atomic(const struct buoy_kernel *) best[PLACES];
};
static struct choice volume_blocks = {.id = "volume/blocks/best"};
static struct choice volume_batch = {.id = "volume/batch/best"};
static struct choice box_corners = {.id = "box/corners/best"};
static struct choice volume_hierarchy = {.id = "volume/hierarchy/best"};
static struct choice polygon_batch = {.id = "polygon/batch/best"};
static struct choice water_waves = {.id = "water/waves/best"};
static struct choice hydrostatics_blocks = {.id = "hydrostatics/blocks/best"};
static struct choice pressure_kerner = {.id = "pressure/kerner/best"};
static struct choice forces_batch = {.id = "forces/batch/best"};

static const struct buoy_isa *best_of_machine(void) {
    const unsigned features = buoy_cpu_features();
    size_t best = 0;
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        best = (buoy_isas[i].features & ~features) == 0 ? i : best;
    }
    return &buoy_isas[best];
}

const char *buoy_why_not_built(const struct buoy_isa *isa) {
    const char *why = NULL;
    for (size_t i = 0; i < buoy_kernels_count; ++i) {
        if (strcmp(buoy_kernels[i].isa, isa->name) == 0) {
            if (!buoy_kernels[i].not_built) {
                return NULL;
            }
            why = buoy_kernels[i].not_built;
        }
    }
    return why;
}

// Finds a named instruction set that this build and this machine can run.
static enum buoy_status find_runnable(const char *name, const char *said_by,
                                      const struct buoy_isa **isa, struct buoy_error *error) {
    *isa = buoy_isa_find(name);
    if (!*isa) {
        return buoy_fail(error, BUOY_ERROR_UNKNOWN_NAME, "%s: no instruction set named '%.40s'",
                         said_by, name);
    }
    const char *why = buoy_why_not_built(*isa);
    if (why) {
        return buoy_fail(error, BUOY_ERROR_NOT_RUNNABLE, "%s: '%s' is %s", said_by, name, why);
    }
    if ((*isa)->features & ~buoy_cpu_features()) {
        return buoy_fail(error, BUOY_ERROR_NOT_RUNNABLE,
                         "%s: this machine cannot run '%s'; its best is '%s'", said_by, name,
                         best_of_machine()->name);
    }
    return buoy_succeed(error);
}

static enum buoy_status from_environment(const struct buoy_isa **isa, struct buoy_error *error) {
    const char *name = getenv("BUOY_ISA");
    if (!name || !*name) {
        *isa = best_of_machine();
        return buoy_succeed(error);
    }
    return find_runnable(name, "BUOY_ISA", isa, error);
}

// What `current` is from the first look on.
static int place_in_use(void) {
    int place = atomic_load_explicit(&current, memory_order_relaxed);
    if (place == 0) {
        const struct buoy_isa *isa;
        place = from_environment(&isa, NULL) == BUOY_OK ? (int)(isa - buoy_isas) + 1 : -1;
        int unset = 0;
        if (!atomic_compare_exchange_strong(&current, &unset, place)) {
            place = unset;
        }
    }
    return place;
}

static const struct buoy_isa *isa_at(int place) {
    return place > 0 ? &buoy_isas[place - 1] : NULL;
}

// The instruction set in use, or NULL while BUOY_ISA is wrong.
static const struct buoy_isa *isa_in_use(void) {
    return isa_at(place_in_use());
}

static bool is_allowed(const struct buoy_kernel *kernel, const struct buoy_isa *isa) {
    return !kernel->not_built && !(kernel->needs & ~(isa ? isa->features : 0));
}

// The kernel that family/method/best names: in the table's order, the last of the method's
// deterministic variants that an instruction set allows. NULL if `id` has another form.
static const struct buoy_kernel *find_best(const char *id, const struct buoy_isa *isa) {
    const char *slash = strrchr(id, '/');
    if (!slash || strcmp(slash, "/best") != 0) {
        return NULL;
    }
    const size_t length = (size_t)(slash + 1 - id); // of "family/method/"
    const struct buoy_kernel *best = NULL;
    for (size_t i = 0; i < buoy_kernels_count; ++i) {
        const struct buoy_kernel *k = &buoy_kernels[i];
        if (strncmp(k->id, id, length) == 0 && strcmp(k->id + length, k->isa) == 0 &&
            k->deterministic && is_allowed(k, isa)) {
            best = k;
        }
    }
    return best;
}

const struct buoy_kernel *buoy_kernel_find(const char *id) {
    for (size_t i = 0; id && i < buoy_kernels_count; ++i) {
        if (strcmp(buoy_kernels[i].id, id) == 0) {
            return &buoy_kernels[i];
        }
    }
    return id ? find_best(id, isa_in_use()) : NULL;
}

// The kernel of a choice, remembered.
static const struct buoy_kernel *best_of(struct choice *choice) {
    const int place = place_in_use();
    _Atomic(const struct buoy_kernel *) *known = &choice->best[place > 0 ? place : 0];
    const struct buoy_kernel *best = atomic_load_explicit(known, memory_order_relaxed);
    if (!best) {
        best = find_best(choice->id, isa_at(place));
        atomic_store_explicit(known, best, memory_order_relaxed);
    }
    return best;
}

enum buoy_status buoy_set_isa(const char *name, struct buoy_error *error) {
    const struct buoy_isa *isa = best_of_machine();
    if (name) {
        const enum buoy_status status = find_runnable(name, "instruction set", &isa, error);
        if (status != BUOY_OK) {
            return status;
        }
    }
    atomic_store_explicit(&current, (int)(isa - buoy_isas) + 1, memory_order_relaxed);
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
    if (!kernel) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no kernel");
    }
    if (strcmp(kernel->method->family, family) != 0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s is not a kernel of the family %s",
                         kernel->id, family);
    }
    return BUOY_OK;
}

enum buoy_status buoy_check_runs(const struct buoy_kernel *kernel, struct buoy_error *error) {
    const char *reason = why_not(kernel);
    return reason[0] == '\0'
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_NOT_RUNNABLE, "%s: %s", kernel->id, reason);
}

enum buoy_status buoy_kernel_get_info(const struct buoy_kernel *kernel,
                                      struct buoy_kernel_info *info, struct buoy_error *error) {
    if (!kernel || !info) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no kernel, or no room for its description");
    }
    info->id = kernel->id;
    info->family = kernel->method->family;
    info->method = kernel->method->name;
    info->isa = kernel->isa;
    info->deterministic = kernel->deterministic;
    info->reason = why_not(kernel);
    info->runnable = info->reason[0] == '\0';
    return buoy_succeed(error);
}

bool buoy_volume_auto_is_hierarchy(const struct buoy_mesh *mesh) {
    return mesh->triangle_count >
           (mesh->compact ? BUOY_LARGE_TRIANGLES : BUOY_LARGE_IF_NOT_COMPACT);
}

size_t buoy_volume_auto_examined(const struct buoy_mesh *mesh, const struct buoy_plane *plane) {
    return buoy_volume_auto_is_hierarchy(mesh) ? buoy_volume_hierarchy_examined(mesh, plane)
                                               : buoy_volume_blocks_examined(mesh, plane);
}

void buoy_volume_auto_best(const struct buoy_volume_query *query,
                           struct buoy_volume *restrict results) {
    best_of(buoy_volume_auto_is_hierarchy(query->mesh) ? &volume_hierarchy : &volume_blocks)
        ->volume(query, results);
}

bool buoy_polygon_auto_best(const struct buoy_polygon_query *query,
                            struct buoy_area *restrict results) {
    return best_of(&polygon_batch)->polygon(query, results);
}

void buoy_hydrostatics_auto_best(const struct buoy_hydrostatics_query *query,
                                 struct buoy_hydrostatics *restrict results) {
    best_of(&hydrostatics_blocks)->hydrostatics(query, results);
}

// What is not inlined, so that a query of one plane does not pay for its stack.
#if defined(__GNUC__)
#define BUOY_APART __attribute__((noinline))
#else
#define BUOY_APART
#endif

// The functions for a profile's choices, for each instruction set that may be in use; NULL before
// the first query. Threads that race store the same.
static _Atomic(buoy_volume_function *) tuned_functions[PLACES][BUOY_PROFILE_CHOICES];

// If the instruction set in use excludes a choice, the best kernel of its method that is allowed.
static BUOY_APART buoy_volume_function *find_function(uint16_t choice, int place) {
    static struct choice *const best[BUOY_PROFILE_METHODS] = {
        [BUOY_PROFILE_BLOCKS] = &volume_blocks,
        [BUOY_PROFILE_HIERARCHY] = &volume_hierarchy,
        [BUOY_PROFILE_BATCH] = &volume_batch,
    };
    const struct buoy_kernel *kernel = buoy_profile_kernel_of(choice);
    if (!kernel || !is_allowed(kernel, isa_at(place))) {
        kernel = find_best(best[buoy_profile_method_of(choice)]->id, isa_at(place));
    }
    return kernel->volume;
}

static buoy_volume_function *function_of(uint16_t choice) {
    const int place = place_in_use();
    _Atomic(buoy_volume_function *) *known = &tuned_functions[place > 0 ? place : 0][choice];
    buoy_volume_function *function = atomic_load_explicit(known, memory_order_relaxed);
    if (!function) {
        function = find_function(choice, place);
        atomic_store_explicit(known, function, memory_order_relaxed);
    }
    return function;
}

// Answers the first queries by `batch`, whole lanes of them, and the others by another choice.
// Apart, so that a query of one plane does not pay for its stack.
static BUOY_APART void answer_in_parts(const struct buoy_volume_query *query, uint16_t batch,
                                       uint16_t other, struct buoy_volume *restrict results) {
    struct buoy_volume_query part = *query;
    part.count = query->count - query->count % BUOY_LANES;
    function_of(batch)(&part, results);
    part.planes += part.count;
    part.offsets = part.offsets ? part.offsets + part.count : NULL;
    results += part.count;
    part.count = query->count - part.count;
    function_of(other)(&part, results);
}

void buoy_volume_auto_tuned(const struct buoy_volume_query *query,
                            struct buoy_volume *restrict results) {
    const struct buoy_profile_table *table =
        &buoy_profile_in_use()->tables[query->cold][query->mesh->compact];
    const uint16_t *row = buoy_profile_row(table, query->mesh->triangle_count);
    const uint16_t choice = buoy_profile_choice(table, row, query->count);
    // `batch` takes as long for one plane as for BUOY_LANES of them. The profile says whether those
    // left over are worth it.
    if (query->count > BUOY_LANES && buoy_profile_method_of(choice) == BUOY_PROFILE_BATCH &&
        query->count % BUOY_LANES != 0) {
        const uint16_t other = buoy_profile_choice(table, row, query->count % BUOY_LANES);
        answer_in_parts(query, choice, other, results);
        return;
    }
    function_of(choice)(query, results);
}

size_t buoy_volume_tuned_scratch_bytes(const struct buoy_mesh *mesh) {
    return mesh->triangle_count <= BUOY_PROFILE_BATCH_TRIANGLES
               ? buoy_volume_batch_scratch_bytes(mesh)
               : 0;
}

void buoy_water_auto_best(const struct buoy_waves *waves, double time, struct buoy_surface *query) {
    best_of(&water_waves)->water(waves, time, query);
}

bool buoy_pressure_auto_best(const struct buoy_pressure_query *query,
                             struct buoy_waterline *waterline,
                             struct buoy_pressure *restrict result) {
    return best_of(&pressure_kerner)->pressure(query, waterline, result);
}

bool buoy_forces_auto_best(const struct buoy_forces_query *query,
                           struct buoy_forces *restrict results) {
    if (query->count == 1) {
        return buoy_forces_batch_scalar(query, results); // a vector would mostly be idle
    }
    return best_of(&forces_batch)->forces(query, results);
}

bool buoy_box_auto_best(const struct buoy_box_query *query, struct buoy_volume *restrict results) {
    return best_of(&box_corners)->box(query, results);
}
