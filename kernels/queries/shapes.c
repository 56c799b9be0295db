// The checked entry to the kernels of the `shapes` family. dispatch.c decides what the machine may
// run, and sorts mixed kinds.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/elements.h"
#include "base/status.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "mesh/plane.h"

_Static_assert(sizeof(struct buoy_shape) == 16, "the struct of four floats that kernels read");

// Requirements of every query, whatever the kernel; kernels check the questions themselves.
static enum buoy_status check_query(const struct buoy_shapes_query *query,
                                    const struct buoy_volume *results, struct buoy_error *error) {
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    BUOY_REFUSE_IF(query->voxels > BUOY_MAX_VOXELS, ARGUMENT, "%u voxels: at most %u are allowed",
                   query->voxels, BUOY_MAX_VOXELS);
    BUOY_REFUSE_IF(query->count > 0 && (!query->shapes || !query->planes || !results), ARGUMENT,
                   "%s",
                   !query->shapes   ? "no shapes"
                   : !query->planes ? "no planes"
                                    : "no room for results");
    return BUOY_OK;
}

static enum buoy_status fail_kind(const struct buoy_shape *shape, size_t index,
                                  struct buoy_error *error) {
    const char *name = buoy_kind_of(shape) == shape->kind ? buoy_kind_name(shape->kind)
                                                          : "capsule of half length 0, a sphere";
    return name ? buoy_fail(error, BUOY_ERROR_ARGUMENT,
                            "shape %zu is a %s, which this kernel does not answer", index, name)
                : buoy_fail(error, BUOY_ERROR_ARGUMENT, "shape %zu is of kind %u: there is none",
                            index, (unsigned)shape->kind);
}

// Says which size of a shape is invalid.
static enum buoy_status fail_size(const struct buoy_shape *shape, size_t index,
                                  struct buoy_error *error) {
    const int wrong = buoy_shape_wrong_size(shape);
    const float size = shape->size[wrong];
    const bool finite = isfinite(size);
    return buoy_fail(error, finite ? BUOY_ERROR_ARGUMENT : BUOY_ERROR_NON_FINITE,
                     "shape %zu: size[%d] of a %s is %g: must be %s", index, wrong,
                     buoy_kind_name(shape->kind), (double)size, finite ? "above 0" : "finite");
}

// A query, what answers it, and the kinds that this answers.
struct asked {
    const struct buoy_shapes_query *query;
    struct buoy_volume *results;
    buoy_shapes_function *shapes;
    unsigned kinds;
};

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct asked *asked = question;
    const struct buoy_shapes_query *query = asked->query;
    for (size_t i = begin; i < query->count; ++i) {
        const struct buoy_shape *shape = &query->shapes[i];
        const bool has_kind = buoy_kinds_have(asked->kinds, shape);
        if (has_kind && buoy_plane_is_valid(&query->planes[i]) && buoy_shape_is_valid(shape)) {
            continue;
        }
        if (!has_kind) {
            fail_kind(shape, i, cause);
        } else if (!buoy_plane_is_valid(&query->planes[i])) {
            buoy_fail_plane(cause, &query->planes[i], i);
        } else {
            fail_size(shape, i, cause);
        }
        return i;
    }
    return query->count;
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    struct buoy_shapes_query part = *asked->query;
    part.shapes += first;
    part.planes += first;
    part.surfaces = part.surfaces ? part.surfaces + first : NULL;
    part.count = count;
    asked->shapes(&part, asked->results + first);
}

static void forget(const void *question, size_t i) {
    const struct asked *asked = question;
    buoy_make_nan(&asked->results[i], sizeof asked->results[i]);
    if (asked->query->surfaces) {
        buoy_make_nan(&asked->query->surfaces[i], sizeof asked->query->surfaces[i]);
    }
}

// Whether a kernel answers each of the shapes.
static bool answers_kinds(unsigned kinds, const struct buoy_shapes_query *query) {
    bool all = true;
    for (size_t i = 0; i < query->count; ++i) {
        all &= buoy_kinds_have(kinds, &query->shapes[i]);
    }
    return all;
}

static enum buoy_status answer(buoy_shapes_function *shapes, unsigned kinds,
                               const struct buoy_shapes_query *query,
                               struct buoy_volume *restrict results, struct buoy_error *error) {
    // shapes/auto/best looks at the kinds itself.
    if ((shapes == buoy_shapes_auto_best || answers_kinds(kinds, query)) &&
        shapes(query, results)) {
        return buoy_answered(query->failed, query->count, error);
    }
    const struct asked asked = {query, results, shapes, kinds};
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}

enum buoy_status buoy_shapes_compute(const struct buoy_shapes_query *query,
                                     struct buoy_volume *restrict results,
                                     struct buoy_error *error) {
    BUOY_TRY(check_query(query, results, error));
    const struct buoy_kernel *kernel = query->kernel;
    // A single question goes to its kernel as it is.
    if (!kernel && query->count == 1 && !query->failed && buoy_place_in_use() > 0 &&
        buoy_kinds_have(BUOY_KINDS, query->shapes) && buoy_shapes_best_of_kind(query, results)) {
        return buoy_succeed(error);
    }
    // Boxes have kernels of two families.
    const bool of_boxes = kernel && strcmp(kernel->method->family, "box") == 0;
    BUOY_TRY(buoy_check_kernel(kernel, of_boxes ? "box" : "shapes", error));
    BUOY_REFUSE_IF(of_boxes && query->surfaces, ARGUMENT,
                   "%s finds no wetted areas and waterplanes: take shapes/box", kernel->id);
    if (of_boxes) {
        return answer(kernel->box, BUOY_KIND(BUOY_SHAPE_BOX), query, results, error);
    }
    return kernel ? answer(kernel->shapes, kernel->method->shapes.kinds, query, results, error)
                  : answer(buoy_shapes_auto_best, BUOY_KINDS, query, results, error);
}

enum buoy_status buoy_shape_get_info(const struct buoy_shape *shape, struct buoy_shape_info *info,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!shape || !info, ARGUMENT, "no shape, or no room for its description");
    if (buoy_kind_sizes(shape->kind) == 0) {
        return fail_kind(shape, 0, error);
    }
    if (!buoy_shape_is_valid(shape)) {
        return fail_size(shape, 0, error);
    }
    buoy_shape_describe(shape, info);
    return buoy_succeed(error);
}

// ------------------------------------------------------------------------------------- mixed kinds

// shapes/auto/best: each kind's own method on the best instruction set allowed; mixed kinds are
// sorted.

// Questions of mixed kinds are sorted by kind in portions of this many. On average half a vector of
// each kind is idle.
#define MIXED 256

enum {
    KINDS = BUOY_SHAPE_MESH // what comes before it
};

// A portion, sorted by kind.
struct mixed {
    struct buoy_shape shapes[MIXED];
    struct buoy_plane planes[MIXED];
    struct buoy_volume results[MIXED];
    uint16_t place[MIXED]; // in the query
    size_t ends[KINDS];    // of each kind
};

// The number of questions, at most `most`, that are of the first one's kind.
static size_t count_same(const struct buoy_shape *shapes, size_t most) {
    size_t count = 1;
    while (count < most && buoy_kind_of(&shapes[count]) == buoy_kind_of(&shapes[0])) {
        ++count;
    }
    return count;
}

// Sorts a portion by kind; returns false if one has no kernel.
static bool sort_by_kind(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                         size_t count, struct mixed *mixed) {
    size_t begin = 0;
    memset(mixed->ends, 0, sizeof mixed->ends);
    for (size_t i = 0; i < count; ++i) {
        if (!buoy_kinds_have(BUOY_KINDS, &shapes[i])) {
            return false;
        }
        ++mixed->ends[buoy_kind_of(&shapes[i])];
    }
    for (size_t k = 0; k < KINDS; ++k) {
        const size_t next = begin + mixed->ends[k];
        mixed->ends[k] = begin;
        begin = next;
    }
    for (size_t i = 0; i < count; ++i) {
        const size_t at = mixed->ends[buoy_kind_of(&shapes[i])]++;
        mixed->shapes[at] = shapes[i];
        mixed->planes[at] = planes[i];
        mixed->place[at] = (uint16_t)i;
    }
    return true;
}

// Answers a sorted portion, kind by kind; `surfaces` is NULL or has room for a portion.
static bool answer_by_kind(struct mixed *mixed, struct buoy_shape_surface *surfaces) {
    bool valid = true;
    size_t begin = 0;
    for (size_t k = 0; k < KINDS; ++k) {
        const struct buoy_shapes_query query = {.shapes = &mixed->shapes[begin],
                                                .planes = &mixed->planes[begin],
                                                .count = mixed->ends[k] - begin,
                                                .surfaces = surfaces ? &surfaces[begin] : NULL};
        if (query.count > 0) {
            valid &= buoy_shapes_best_of_kind(&query, &mixed->results[begin]);
        }
        begin = mixed->ends[k];
    }
    return valid;
}

// Answers a portion of mixed kinds. Apart, so that questions of one kind do not pay for the stack.
static __attribute__((noinline)) bool answer_mixed(const struct buoy_shapes_query *query,
                                                   struct buoy_volume *restrict results) {
    struct mixed mixed;
    if (!sort_by_kind(query->shapes, query->planes, query->count, &mixed) ||
        !answer_by_kind(&mixed, NULL)) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        results[mixed.place[i]] = mixed.results[i];
    }
    return true;
}

// Like answer_mixed(), with surfaces.
static __attribute__((noinline)) bool answer_mixed_surfaces(const struct buoy_shapes_query *query,
                                                            struct buoy_volume *restrict results) {
    struct mixed mixed;
    struct buoy_shape_surface surfaces[MIXED];
    if (!sort_by_kind(query->shapes, query->planes, query->count, &mixed) ||
        !answer_by_kind(&mixed, surfaces)) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        results[mixed.place[i]] = mixed.results[i];
        query->surfaces[mixed.place[i]] = surfaces[i];
    }
    return true;
}

// Questions of one kind go to its kernel as they are.
bool buoy_shapes_auto_best(const struct buoy_shapes_query *query,
                           struct buoy_volume *restrict results) {
    bool valid = true;
    for (size_t i = 0; i < query->count && valid;) {
        const size_t left = query->count - i, same = count_same(&query->shapes[i], left);
        struct buoy_shapes_query part = {.shapes = &query->shapes[i],
                                         .planes = &query->planes[i],
                                         .count = same,
                                         .surfaces = query->surfaces ? &query->surfaces[i] : NULL};
        if (same == left || same >= MIXED) {
            valid = buoy_kinds_have(BUOY_KINDS, part.shapes) &&
                    buoy_shapes_best_of_kind(&part, &results[i]);
        } else {
            part.count = left < MIXED ? left : MIXED;
            valid = query->surfaces ? answer_mixed_surfaces(&part, &results[i])
                                    : answer_mixed(&part, &results[i]);
        }
        i += part.count;
    }
    return valid;
}
