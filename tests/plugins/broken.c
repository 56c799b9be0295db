// A plug-in that does one thing wrong: the one that the environment variable PLUGIN_FAULT names.
// With none it is right, about boxes alone, if slowly.
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_plugin.h"

static bool fault(const char *name) {
    const char *wanted = getenv("PLUGIN_FAULT");
    return wanted && strcmp(wanted, name) == 0;
}

static void end_badly(const char *where) {
    char name[40];
    snprintf(name, sizeof name, "crash in %s", where);
    if (fault(name)) {
        raise(SIGSEGV);
    }
    snprintf(name, sizeof name, "abort in %s", where);
    if (fault(name)) {
        abort();
    }
    snprintf(name, sizeof name, "exit in %s", where);
    if (fault(name)) {
        puts("said on the way out");
        exit(0);
    }
    snprintf(name, sizeof name, "hang in %s", where);
    while (fault(name)) {
    }
}

__attribute__((constructor)) static void load(void) {
    end_badly("constructor");
}

__attribute__((destructor)) static void unload(void) {
    end_badly("destructor");
}

static const char *why_not(void *context) {
    (void)context;
    end_badly("why_not");
    return fault("cannot run") ? "no such\nmachine"
           : fault("Latin-1")  ? "no m\xf6re" // not UTF-8
                               : NULL;
}

struct hull {
    double centre[3], half_extent[3];
};

static enum buoy_plugin_status make(void *context, const struct buoy_plugin_hull *given,
                                    struct buoy_plugin_prepared *prepared) {
    (void)context;
    struct hull *hull = malloc(sizeof *hull);
    end_badly("make");
    const bool fails = fault("make fails") || fault("make fails in Latin-1");
    if (!hull || fails || given->triangle_count != 12) {
        snprintf(prepared->reason, sizeof prepared->reason, "%s",
                 fault("no reason")               ? ""
                 : fault("make fails in Latin-1") ? "only bo\xeetes" // not UTF-8
                                                  : "only boxes");
        free(hull);
        return fails ? BUOY_PLUGIN_FAILED : BUOY_PLUGIN_DECLINED;
    }
    memcpy(hull->centre, given->info->centre, sizeof hull->centre);
    memcpy(hull->half_extent, given->info->half_extent, sizeof hull->half_extent);
    prepared->hull = hull;
    if (fault("bad accuracy of a hull")) {
        prepared->accuracy.volume = 2.0;
    }
    return BUOY_PLUGIN_READY;
}

static void release(void *context, void *hull) {
    (void)context;
    end_badly("release");
    free(hull);
}

// Counts cells of a grid.
enum {
    CELLS = 16
};
static void count_cells(const struct hull *hull, const struct buoy_plane *plane,
                        struct buoy_volume *result) {
    double sums[4] = {0.0, 0.0, 0.0, 0.0}, whole = 8.0;
    for (int i = 0; i < CELLS * CELLS * CELLS; ++i) {
        const int cell[3] = {i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS};
        double x[3], height = -(double)plane->d;
        for (int k = 0; k < 3; ++k) {
            x[k] = hull->centre[k] + hull->half_extent[k] * ((2.0 * cell[k] + 1.0) / CELLS - 1.0);
            height += (double)plane->normal[k] * x[k];
        }
        for (int k = 0; height < 0.0 && k < 4; ++k) {
            sums[k] += k < 3 ? x[k] : 1.0;
        }
    }
    for (int k = 0; k < 3; ++k) {
        result->centre[k] = sums[3] > 0.0 ? sums[k] / sums[3] : hull->centre[k];
        whole *= hull->half_extent[k];
    }
    result->volume = sums[3] * whole / (CELLS * CELLS * CELLS);
}

static int volume(void *context, void *hull, const struct buoy_volume_query *query,
                  struct buoy_volume *results) {
    (void)context;
    end_badly("query");
    for (size_t i = 0; i < query->count; ++i) {
        count_cells(hull, &query->planes[i], &results[i]);
        results[i].volume *= fault("wrong answers") ? 2.0 : 1.0;
        results[i].volume = fault("nan") ? (double)NAN : results[i].volume;
        results[i].centre[1] = fault("infinity") ? (double)INFINITY : results[i].centre[1];
    }
    if (fault("rounds upward")) {
        fesetround(FE_UPWARD);
    }
    return fault("query fails") ? 7 : 0;
}

// The second kernel's.
static int volume_again(void *context, void *hull, const struct buoy_volume_query *query,
                        struct buoy_volume *results) {
    (void)context;
    for (size_t i = 0; i < query->count; ++i) {
        count_cells(hull, &query->planes[i], &results[i]);
        results[i].volume *= fault("other bits") ? 1.0 + 0x1p-52 : 1.0;
    }
    return 0;
}

static int box(void *context, void *hull, const struct buoy_shapes_query *query,
               struct buoy_volume *results) {
    (void)context, (void)hull, (void)query, (void)results;
    return 1;
}

#define KERNEL                                                                                     \
    {                                                                                              \
        .family = "volume", .method = "broken", .isa = "double", .accuracy = {0.2, 0.4, 0.0},      \
        .why_not = why_not, .make = make, .release = release, .volume = volume,                    \
    }

const struct buoy_plugin *buoy_plugin_describe(void) {
    static struct buoy_plugin_kernel kernels[2] = {KERNEL, KERNEL};
    static struct buoy_plugin plugin = {BUOY_PLUGIN_ABI, sizeof kernels[0], "broken", kernels, 2};
    const uintptr_t nowhere = 16;
    const struct buoy_plugin_kernel *garbage;
    memcpy(&garbage, &nowhere, sizeof garbage);
    end_badly("describe");
    static const char long_word[] = "a-word-of-21-letters.";
    struct buoy_plugin_kernel *kernel = &kernels[0];
    kernel->family = fault("no family") ? NULL : fault("unknown family") ? "sails" : kernel->family;
    kernel->method = fault("no method")         ? NULL
                     : fault("long method")     ? long_word
                     : fault("full method")     ? long_word + 1
                     : fault("bad method")      ? "Broken"
                     : fault("a built-in's id") ? "blocks"
                                                : kernel->method;
    kernel->isa = fault("no isa")            ? ""
                  : fault("best")            ? "best"
                  : fault("tuned")           ? "tuned"
                  : fault("slash")           ? "a/b"
                  : fault("a built-in's id") ? "scalar"
                  : fault("foreign isa")     ? "simd128"
                                             : kernel->isa;
    kernel->volume = fault("no function") ? NULL : kernel->volume;
    kernel->box = fault("two functions") ? box : NULL;
    kernel->make = fault("release without make") ? NULL : kernel->make;
    kernel->accuracy.volume = fault("no accuracy")    ? 0.0
                              : fault("nan accuracy") ? (double)NAN
                                                      : kernel->accuracy.volume;
    kernel->accuracy.centre = fault("accuracy above 1") ? 1.5 : kernel->accuracy.centre;
    kernel->deterministic = fault("same bits") || fault("other bits") || fault("built-in bits");
    kernel->method = fault("built-in bits") ? "catto" : kernel->method;
    kernels[1].deterministic = kernel->deterministic;
    kernels[1].volume = volume_again;
    kernels[1].isa = fault("two of one id") ? "double" : "again";
    plugin.abi += fault("another version");
    plugin.abi = fault("version 2") ? 2 : plugin.abi;
    plugin.kernel_size -= fault("another size") ? 8 : 0;
    plugin.name = fault("no name") ? NULL : fault("two lines") ? "a\nb" : plugin.name;
    plugin.kernels = fault("no table") ? NULL : fault("garbage table") ? garbage : plugin.kernels;
    plugin.kernel_count = fault("no kernels")         ? 0
                          : fault("too many kernels") ? BUOY_PLUGIN_MAX_KERNELS + 1
                                                      : plugin.kernel_count;
    return fault("null") ? NULL : &plugin;
}
