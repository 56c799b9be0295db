// The tuning profile in use: the built-in rule, the file that BUOY_PROFILE names, or what the
// program loads.
#include "base/arithmetic.h"

#include "dispatch/profile.h"

#include <errno.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/status.h"
#include "buoyancy_kernels.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"

// One by one as auto/best. `batch` beats single queries from
// 5 planes on at 12 triangles, 6 at 32, 8 at 60, 10 at 84 and 11 at 112 with AVX-512; with AVX2,
// whose vectors hold half as many planes, from 5, 6, 7, 14 and 16. Calls take 16 planes at a time;
// the rest of a call follows the same table.
#define FEW_TRIANGLES 16
#define SOME_TRIANGLES 40
#define MORE_TRIANGLES 64
#define MOST_TRIANGLES 128
#define CROWD_OF_FEW 5
#define CROWD_OF_SOME 6
#define CROWD_OF_MORE 8
#define CROWD_OF_MOST 16

enum {
    H = BUOY_PROFILE_INDEXED,
    C = BUOY_PROFILE_BATCH, // crowds
};

#define TABLE                                                                                      \
    {                                                                                              \
        .rows = 5, .columns = 5, .triangles = {0,                                                  \
                                               FEW_TRIANGLES + 1,                                  \
                                               SOME_TRIANGLES + 1,                                 \
                                               MORE_TRIANGLES + 1,                                 \
                                               MOST_TRIANGLES + 1,                                 \
                                               BUOY_PROFILE_END},                                  \
        .planes =                                                                                  \
            {0, CROWD_OF_FEW, CROWD_OF_SOME, CROWD_OF_MORE, CROWD_OF_MOST, BUOY_PROFILE_END},      \
        .choices = {                                                                               \
            {H, C, C, C, C},                                                                       \
            {H, H, C, C, C},                                                                       \
            {H, H, H, C, C},                                                                       \
            {H, H, H, H, C},                                                                       \
            {H, H, H, H, H},                                                                       \
        }                                                                                          \
    }

static const struct buoy_profile built_in = {.tables = {{TABLE, TABLE}, {TABLE, TABLE}}};

// A profile that the program has loaded. All of them stay until buoy_profile_unload(), because a
// query may still be reading one that another has replaced.
struct loaded {
    struct buoy_profile profile;
    struct loaded *older;
};
static _Atomic(struct loaded *) latest;

_Atomic(const struct buoy_profile *) buoy_profile_published;

// What BUOY_PROFILE names is read once, by the thread that asks first, into memory that is not
// allocated, because queries allocate nothing. Until it has been read, other threads follow the
// built-in rule.
enum {
    UNREAD,
    BEING_READ,
    READ,
    WITHDRAWN, // by buoy_profile_unload()
};
static atomic_int environment;
static struct buoy_profile from_environment;
static struct buoy_error environment_error; // written before `environment` is READ

static enum buoy_status open_file(struct buoy_text_file *file, const char *path,
                                  struct buoy_error *error) {
    if (buoy_text_file_open(file, path)) {
        return BUOY_OK;
    }
    return buoy_fail(error, BUOY_ERROR_PROFILE, "%.100s: %s", path,
                     file->error == ENOENT   ? "there is no such file"
                     : file->error == EACCES ? "permission denied"
                                             : "cannot be opened");
}

static enum buoy_status read_file(const char *path, struct buoy_profile *profile,
                                  struct buoy_error *error) {
    struct buoy_text_file file;
    BUOY_TRY(open_file(&file, path, error));
    const enum buoy_status status = buoy_profile_parse(&file, path, profile, error);
    buoy_text_file_close(&file);
    return status;
}

const struct buoy_profile *buoy_profile_look(void) {
    int unread = UNREAD;
    if (!atomic_compare_exchange_strong(&environment, &unread, BEING_READ)) {
        return &built_in;
    }
    const char *path = buoy_environment("BUOY_PROFILE");
    const struct buoy_profile *found = &built_in, *none = NULL;
    if (path && read_file(path, &from_environment, &environment_error) == BUOY_OK) {
        found = &from_environment;
    }
    // Yields to what the program has loaded in the meantime.
    if (!atomic_compare_exchange_strong(&buoy_profile_published, &none, found)) {
        found = none;
    }
    atomic_store(&environment, READ);
    return found;
}

const struct buoy_profile *buoy_profile_built_in(void) {
    return &built_in;
}

static enum buoy_status load(struct buoy_text_file *file, const char *name,
                             struct buoy_error *error) {
    struct loaded *made = buoy_allocate_zeroed(1, sizeof *made);
    if (!made) {
        return buoy_fail_memory(error);
    }
    const enum buoy_status status = buoy_profile_parse(file, name, &made->profile, error);
    if (status != BUOY_OK) {
        buoy_release(made);
        return status;
    }
    made->older = atomic_load(&latest);
    while (!atomic_compare_exchange_weak(&latest, &made->older, made)) {
    }
    atomic_store(&buoy_profile_published, &made->profile);
    return status;
}

enum buoy_status buoy_profile_load(const char *path, struct buoy_error *error) {
    struct buoy_text_file file;
    BUOY_REFUSE_IF(!path, ARGUMENT, "no path");
    BUOY_TRY(open_file(&file, path, error));
    const enum buoy_status status = load(&file, path, error);
    buoy_text_file_close(&file);
    return status;
}

enum buoy_status buoy_profile_load_text(const char *text, size_t bytes, struct buoy_error *error) {
    struct buoy_text_file file;
    BUOY_REFUSE_IF(!text && bytes > 0, ARGUMENT, "no text");
    buoy_text_file_from_memory(&file, bytes > 0 ? text : "", bytes);
    return load(&file, "profile", error);
}

void buoy_profile_unload(void) {
    atomic_store(&buoy_profile_published, &built_in);
    atomic_store(&environment, WITHDRAWN);
    for (struct loaded *profile = atomic_exchange(&latest, NULL); profile;) {
        struct loaded *older = profile->older;
        buoy_release(profile);
        profile = older;
    }
}

enum buoy_status buoy_profile_get(const char **source, struct buoy_error *error) {
    buoy_profile_in_use();                            // looks at BUOY_PROFILE if nobody has
    while (atomic_load(&environment) == BEING_READ) { // by another thread: it takes a moment
    }
    const struct buoy_profile *profile = buoy_profile_in_use();
    if (source) {
        *source = profile == &built_in           ? "built-in"
                  : profile == &from_environment ? "BUOY_PROFILE"
                                                 : "loaded";
    }
    if (profile == &built_in && atomic_load(&environment) == READ &&
        environment_error.status != BUOY_OK) {
        return buoy_fail(error, environment_error.status, "%s", environment_error.message);
    }
    return buoy_succeed(error);
}

// ------------------------------------------------------------------------------- volume/auto/tuned

// volume/auto/tuned: what a profile chooses. step/auto/tuned, whose meshes ask it.

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
