// volume/auto/tuned: what a profile chooses. step/auto/tuned, whose meshes ask it.
#include "base/arithmetic.h"

#include <stdatomic.h>

#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "dispatch/profile.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"

// What is not inlined, so that a query of one plane does not pay for its stack.
#define BUOY_APART __attribute__((noinline))

// The functions for a profile's choices, for each instruction set that may be in use; NULL before
// the first query. Threads that race store the same.
static _Atomic(buoy_volume_function *) tuned_functions[BUOY_PLACES][BUOY_PROFILE_CHOICES];

// If the instruction set in use excludes a choice, the best kernel of its method that is allowed.
static BUOY_APART buoy_volume_function *find_function(uint16_t choice, int place) {
    const struct buoy_kernel *kernel = buoy_profile_kernel_of(choice);
    if (!kernel || !buoy_kernel_is_allowed_at(kernel, place)) {
        kernel = buoy_variant_best_at(buoy_profile_variants_of(choice), place, 0);
    }
    return kernel->volume;
}

static buoy_volume_function *function_of(uint16_t choice) {
    const int place = buoy_place_in_use();
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

// Whether a mesh keeps what a choice reads.
static inline bool keeps_for(const struct buoy_mesh *mesh, uint16_t choice) {
    static const unsigned reads[BUOY_PROFILE_METHODS] = {
        [BUOY_PROFILE_BLOCKS] = BUOY_MESH_KEEP_BLOCKS,
        [BUOY_PROFILE_HIERARCHY] = BUOY_MESH_KEEP_TREE,
        [BUOY_PROFILE_BATCH] = BUOY_MESH_KEEP_BLOCKS | BUOY_MESH_KEEP_TRIANGLES,
        [BUOY_PROFILE_INDEXED] = 0,
    };
    return !(reads[buoy_profile_method_of(choice)] & ~(unsigned)mesh->kept);
}

// What a profile chooses for a number of planes; what auto/best takes if the mesh does not keep
// what that reads.
static inline uint16_t choose(const struct buoy_volume_query *query, size_t planes) {
    const struct buoy_profile *profile = buoy_profile_in_use();
    const struct buoy_mesh *mesh = query->mesh;
    const struct buoy_profile_table *table = &profile->tables[query->cold][mesh->compact];
    const uint16_t *row = buoy_profile_row(table, mesh->triangle_count);
    const uint16_t found = buoy_profile_choice(table, row, planes);
    return keeps_for(mesh, found) ? found : BUOY_PROFILE_INDEXED;
}

void buoy_volume_auto_tuned(const struct buoy_volume_query *query,
                            struct buoy_volume *restrict results) {
    const uint16_t choice = choose(query, query->count);
    // `batch` takes as long for one plane as for BUOY_LANES of them. The profile says whether those
    // left over are worth it.
    if (query->count > BUOY_LANES && buoy_profile_method_of(choice) == BUOY_PROFILE_BATCH &&
        query->count % BUOY_LANES != 0) {
        answer_in_parts(query, choice, choose(query, query->count % BUOY_LANES), results);
        return;
    }
    function_of(choice)(query, results);
}

size_t buoy_volume_tuned_scratch_bytes(const struct buoy_mesh *mesh) {
    return mesh->triangle_count <= BUOY_PROFILE_BATCH_TRIANGLES
               ? buoy_volume_batch_scratch_bytes(mesh)
               : 0;
}

size_t buoy_step_auto_tuned(const struct buoy_step_batch *batch, buoy_volume_function *volumes) {
    return buoy_step_auto_best(batch, volumes ? volumes : buoy_volume_auto_tuned);
}
