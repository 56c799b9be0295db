// The tuning profile in use: the built-in rule, the file that BUOY_PROFILE names, or what the
// program loads.
#include "base/arithmetic.h"

#include "buoyancy_kernels.h"
#include "dispatch/profile.h"

#include <errno.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/status.h"
#include "dispatch/methods.h"

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
