// The tuning profile in use: the built-in rule, the file that BUOY_PROFILE names, or what the
// program loads.
#include "base/arithmetic.h"

#include "dispatch/profile.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "buoyancy_kernels.h"
#include "dispatch/cpu.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"

// The methods that a table may choose from: their kernels, and what these read of what only some
// meshes keep.
static const struct {
    const char *prefix;
    const struct buoy_kernel *variants;
    unsigned reads;
} methods[BUOY_PROFILE_METHODS] = {
    [BUOY_PROFILE_BLOCKS] = {"volume/blocks/", buoy_variants_volume_blocks, BUOY_MESH_KEEP_BLOCKS},
    [BUOY_PROFILE_HIERARCHY] = {"volume/hierarchy/", buoy_variants_volume_hierarchy,
                                BUOY_MESH_KEEP_TREE},
    [BUOY_PROFILE_BATCH] = {"volume/batch/", buoy_variants_volume_batch,
                            BUOY_MESH_KEEP_BLOCKS | BUOY_MESH_KEEP_TRIANGLES},
    [BUOY_PROFILE_INDEXED] = {"volume/indexed/", buoy_variants_volume_indexed, 0},
};

const struct buoy_kernel *buoy_profile_kernel_of(uint16_t choice) {
    const size_t isa = choice / BUOY_PROFILE_METHODS;
    return isa > 0 ? &methods[buoy_profile_method_of(choice)].variants[isa - 1] : NULL;
}

// -------------------------------------------------------------------------------- the file format

// The choices of a tuning profile, and its file format: JSON, restricted so that a short reader can
// be strict about it. Members come in one order, strings are printable ASCII without backslashes,
// and numbers are digits. `buoybench tune` writes
//
//   {
//     "buoyancy_profile": 1,
//     "library": "0.1.0",
//     "compiler": "gcc 12.2.0",
//     "cpu": "…",
//     "features": "scalar sse2 …",
//     "hot_compact": {
//       "triangles": [0, 90],
//       "planes": [0, 5, 9],
//       "kernels": [
//         ["volume/blocks/avx2", "volume/batch/avx2", "volume/batch/avx512"],
//         ["volume/blocks/avx2", "volume/blocks/avx2", "volume/batch/avx512"]
//       ]
//     },
//     "hot_not_compact": { … },
//     "cold_compact": { … },
//     "cold_not_compact": { … }
//   }

// The choice that an id stands for; false if it is no kernel of these methods in this build.
static bool find_choice(const char *id, uint16_t *choice) {
    for (size_t m = 0; m < BUOY_PROFILE_METHODS; ++m) {
        const size_t length = strlen(methods[m].prefix);
        if (strncmp(id, methods[m].prefix, length) != 0) {
            continue;
        }
        const struct buoy_isa *isa = buoy_isa_find(id + length);
        const size_t place = isa ? (size_t)(isa - buoy_isas) + 1 : 0;
        *choice = (uint16_t)(m + BUOY_PROFILE_METHODS * place);
        return isa ? !buoy_profile_kernel_of(*choice)->not_built : strcmp(id + length, "best") == 0;
    }
    return false;
}

struct reader {
    struct buoy_text_file *file;
    const char *name;
    struct buoy_error *error;
    size_t bytes; // read so far
    unsigned line;
    int c; // the next character; −1 at the end
};

static void advance(struct reader *r) {
    r->line += r->c == '\n';
    r->c = r->bytes <= BUOY_PROFILE_MOST_BYTES ? buoy_text_file_next(r->file) : -1;
    r->bytes += r->c >= 0;
}

static void skip_space(struct reader *r) {
    while (r->c == ' ' || r->c == '\n' || r->c == '\t' || r->c == '\r') {
        advance(r);
    }
}

// Records what is wrong at the present place; returns false.
static bool refuse(struct reader *r, const char *format, ...) BUOY_PRINTF(2, 3);
static bool refuse(struct reader *r, const char *format, ...) {
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    buoy_fail(r->error, BUOY_ERROR_PROFILE, "%.60s: line %u: %s", r->name, r->line, what);
    return false;
}

// Refuses what is there in place of what should be.
static bool refuse_wanted(struct reader *r, const char *wanted) {
    if (r->file->error != 0) {
        return refuse(r, "cannot be read (error %d)", r->file->error);
    }
    if (r->bytes > BUOY_PROFILE_MOST_BYTES) {
        return refuse(r, "more than %d bytes are no profile", BUOY_PROFILE_MOST_BYTES);
    }
    if (r->c < 0) {
        return refuse(r, "%s expected, but the file ends", wanted);
    }
    return r->c > ' ' && r->c <= '~' ? refuse(r, "%s expected, found '%c'", wanted, r->c)
                                     : refuse(r, "%s expected, found byte %d", wanted, r->c);
}

static bool take(struct reader *r, char c) {
    skip_space(r);
    if (r->c != c) {
        const char wanted[] = {'\'', c, '\'', '\0'};
        return refuse_wanted(r, wanted);
    }
    advance(r);
    return true;
}

static bool take_text(struct reader *r, char *text, size_t size) {
    if (!take(r, '"')) {
        return false;
    }
    size_t length = 0;
    while (r->c >= ' ' && r->c <= '~' && r->c != '"' && r->c != '\\') {
        if (length + 1 == size) {
            return refuse(r, "a text of more than %zu characters", size - 1);
        }
        text[length++] = (char)r->c;
        advance(r);
    }
    text[length] = '\0';
    if (r->c != '"') {
        return refuse_wanted(r, "plain text");
    }
    advance(r);
    return true;
}

static bool take_number(struct reader *r, int32_t *number) {
    skip_space(r);
    if (r->c < '0' || r->c > '9') {
        return refuse_wanted(r, "a number of digits");
    }
    const bool leading_zero = r->c == '0';
    int64_t value = 0;
    int digits = 0;
    for (; r->c >= '0' && r->c <= '9'; advance(r), ++digits) {
        value = 10 * value + (r->c - '0');
        if (value > INT32_MAX || (leading_zero && digits > 0)) {
            return refuse(r, "numbers go from 0 to %d and have no leading zeros", INT32_MAX);
        }
    }
    *number = (int32_t)value;
    return true;
}

// A member's name and the colon behind it.
static bool take_key(struct reader *r, const char *key) {
    char text[32];
    if (!take_text(r, text, sizeof text)) {
        return false;
    }
    return strcmp(text, key) == 0 ? take(r, ':')
                                  : refuse(r, "\"%s\" expected, found \"%s\"", key, text);
}

// A member that must say what holds here, and the comma behind it.
static bool take_identity(struct reader *r, const char *key, const char *here) {
    char text[160];
    if (!take_key(r, key) || !take_text(r, text, sizeof text)) {
        return false;
    }
    if (strcmp(text, here) != 0) {
        return refuse(r, "measured with another %s ('%.40s', here '%.40s'): run 'buoybench tune'",
                      key, text, here);
    }
    return take(r, ',');
}

// An array of ascending numbers, the first of them 0.
static bool take_limits(struct reader *r, const char *key, int32_t most, int32_t *count,
                        int32_t *limits) {
    if (!take_key(r, key) || !take(r, '[')) {
        return false;
    }
    *count = 0;
    for (bool more = true; more;) {
        int32_t limit = 0;
        if (!take_number(r, &limit)) {
            return false;
        }
        if (*count == most) {
            return refuse(r, "more than %d %s", most, key);
        }
        if (*count == 0 ? limit != 0 : limit <= limits[*count - 1]) {
            return refuse(r, "%s must begin with 0 and ascend", key);
        }
        limits[(*count)++] = limit;
        skip_space(r);
        more = r->c == ',';
        if (more) {
            advance(r);
        }
    }
    limits[*count] = BUOY_PROFILE_END;
    return take(r, ']') && take(r, ',');
}

static bool take_table(struct reader *r, const char *key, struct buoy_profile_table *table) {
    if (!take_key(r, key) || !take(r, '{') ||
        !take_limits(r, "triangles", BUOY_PROFILE_ROWS, &table->rows, table->triangles) ||
        !take_limits(r, "planes", BUOY_PROFILE_COLUMNS, &table->columns, table->planes) ||
        !take_key(r, "kernels") || !take(r, '[')) {
        return false;
    }
    for (int32_t row = 0; row < table->rows; ++row) {
        // The row ends before the next one begins.
        const int32_t most = row + 1 < table->rows ? table->triangles[row + 1] - 1 : INT32_MAX;
        if ((row > 0 && !take(r, ',')) || !take(r, '[')) {
            return false;
        }
        for (int32_t column = 0; column < table->columns; ++column) {
            uint16_t *choice = &table->choices[row][column];
            char id[64];
            if ((column > 0 && !take(r, ',')) || !take_text(r, id, sizeof id)) {
                return false;
            }
            if (!find_choice(id, choice)) {
                return refuse(r, "'%s' is no kernel of volume's blocks, hierarchy or batch here",
                              id);
            }
            if (buoy_profile_method_of(*choice) == BUOY_PROFILE_BATCH &&
                most > BUOY_PROFILE_BATCH_TRIANGLES) {
                return refuse(r, "batch is for meshes of at most %d triangles",
                              BUOY_PROFILE_BATCH_TRIANGLES);
            }
        }
        if (!take(r, ']')) {
            return false;
        }
    }
    return take(r, ']') && take(r, '}');
}

enum buoy_status buoy_profile_parse(struct buoy_text_file *file, const char *name,
                                    struct buoy_profile *profile, struct buoy_error *error) {
    struct reader reader = {.file = file, .name = name, .error = error, .line = 1, .c = ' '};
    struct reader *r = &reader;
    struct buoy_identity here;
    int32_t format = 0;
    buoy_identify(&here);
    if (!take(r, '{') || !take_key(r, "buoyancy_profile") || !take_number(r, &format)) {
        return BUOY_ERROR_PROFILE;
    }
    if (format != BUOY_PROFILE_FORMAT) {
        refuse(r, "a profile of format %d; this library reads format %d", format,
               BUOY_PROFILE_FORMAT);
        return BUOY_ERROR_PROFILE;
    }
    if (!take(r, ',') || !take_identity(r, "library", here.library) ||
        !take_identity(r, "compiler", here.compiler) || !take_identity(r, "cpu", here.cpu) ||
        !take_identity(r, "features", here.features) ||
        !take_table(r, "hot_compact", &profile->tables[0][1]) || !take(r, ',') ||
        !take_table(r, "hot_not_compact", &profile->tables[0][0]) || !take(r, ',') ||
        !take_table(r, "cold_compact", &profile->tables[1][1]) || !take(r, ',') ||
        !take_table(r, "cold_not_compact", &profile->tables[1][0]) || !take(r, '}')) {
        return BUOY_ERROR_PROFILE;
    }
    skip_space(r);
    if (r->c >= 0 || r->file->error != 0 || r->bytes > BUOY_PROFILE_MOST_BYTES) {
        refuse_wanted(r, "the end");
        return BUOY_ERROR_PROFILE;
    }
    return buoy_succeed(error);
}

// ---------------------------------------------------------------------------------- in use

// One by one as auto/best. `batch` beats single queries from 5 planes on at 12 triangles, 6 at 32,
// 8 at 60, 10 at 84 and 11 at 112 with AVX-512; with AVX2, whose vectors hold half as many planes,
// from 5, 6, 7, 14 and 16. Calls take 16 planes at a time; the rest of a call follows the same
// table.
enum {
    H = BUOY_PROFILE_INDEXED,
    C = BUOY_PROFILE_BATCH, // crowds
};

#define TABLE                                                                                      \
    {                                                                                              \
        .rows = 5, .columns = 5, .triangles = {0, 17, 41, 65, 129, BUOY_PROFILE_END},              \
        .planes = {0, 5, 6, 8, 16, BUOY_PROFILE_END}, .choices = {                                 \
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

const struct buoy_profile *buoy_profile_look(void) {
    int unread = UNREAD;
    if (!atomic_compare_exchange_strong(&environment, &unread, BEING_READ)) {
        return &built_in;
    }
    const char *path = buoy_environment("BUOY_PROFILE");
    const struct buoy_profile *found = &built_in, *none = NULL;
    struct buoy_text_file file;
    if (path && open_file(&file, path, &environment_error) == BUOY_OK) {
        const enum buoy_status status =
            buoy_profile_parse(&file, path, &from_environment, &environment_error);
        found = status == BUOY_OK ? &from_environment : found;
        buoy_text_file_close(&file);
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
        kernel = buoy_variant_best_at(methods[buoy_profile_method_of(choice)].variants, place, 0);
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
    part.planes = part.planes ? part.planes + part.count : NULL;
    part.planes64 = part.planes64 ? part.planes64 + part.count : NULL;
    results += part.count;
    part.count = query->count - part.count;
    function_of(other)(&part, results);
}

// What a profile chooses for a number of planes; what auto/best takes if the mesh does not keep
// what that reads.
static inline uint16_t choose(const struct buoy_volume_query *query, size_t planes) {
    const struct buoy_profile *profile = buoy_profile_in_use();
    const struct buoy_mesh *mesh = query->mesh;
    const struct buoy_profile_table *table = &profile->tables[query->cold][mesh->compact];
    const uint16_t found = buoy_profile_choice(table, mesh->triangle_count, planes);
    const unsigned reads = methods[buoy_profile_method_of(found)].reads;
    return reads & ~(unsigned)mesh->kept ? BUOY_PROFILE_INDEXED : found;
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
