// The checked entry to the kernels of the `shapes` family. dispatch.c decides what the machine may
// run, and sorts mixed kinds.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "mesh/plane.h"

_Static_assert(sizeof(struct buoy_shape) == 16, "the struct of four floats that kernels read");

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
        if (!buoy_kinds_have(asked->kinds, shape)) {
            fail_kind(shape, i, cause);
        } else if (!buoy_plane_is_valid(&query->planes[i])) {
            buoy_fail_plane(cause, &query->planes[i], i);
        } else if (!buoy_shape_is_valid(shape)) {
            fail_size(shape, i, cause);
        } else {
            continue;
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

static enum buoy_status answer(buoy_shapes_function *shapes, unsigned kinds,
                               const struct buoy_shapes_query *query,
                               struct buoy_volume *restrict results, struct buoy_error *error) {
    bool all = true;
    for (size_t i = 0; shapes != buoy_shapes_auto_best && i < query->count; ++i) {
        all &= buoy_kinds_have(kinds, &query->shapes[i]); // shapes/auto/best looks itself
    }
    if (all && shapes(query, results)) {
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
    // Kernels check the questions themselves.
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    BUOY_REFUSE_IF(query->voxels > BUOY_MAX_VOXELS, ARGUMENT, "%u voxels: at most %u are allowed",
                   query->voxels, BUOY_MAX_VOXELS);
    BUOY_REFUSE_IF(query->count > 0 && (!query->shapes || !query->planes || !results), ARGUMENT,
                   "%s",
                   !query->shapes   ? "no shapes"
                   : !query->planes ? "no planes"
                                    : "no room for results");
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

// shapes/auto/best: each kind's own method on the best instruction set allowed.

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
    struct buoy_shape_surface surfaces[MIXED]; // if asked for
    uint16_t place[MIXED];                     // in the query
};

// Answers a portion of mixed kinds; false if one has no kernel, or a question is invalid. Apart, so
// that questions of one kind do not pay for the stack.
static __attribute__((noinline)) bool answer_mixed(const struct buoy_shapes_query *query,
                                                   struct buoy_volume *restrict results) {
    struct mixed mixed;
    size_t ends[KINDS] = {0}; // of each kind
    bool valid = true;
    for (size_t i = 0; i < query->count; ++i) {
        if (!buoy_kinds_have(BUOY_KINDS, &query->shapes[i])) {
            return false;
        }
        ++ends[buoy_kind_of(&query->shapes[i])];
    }
    for (size_t k = 0, begin = 0; k < KINDS; ++k) {
        const size_t next = begin + ends[k];
        ends[k] = begin;
        begin = next;
    }
    for (size_t i = 0; i < query->count; ++i) {
        const size_t at = ends[buoy_kind_of(&query->shapes[i])]++;
        mixed.shapes[at] = query->shapes[i];
        mixed.planes[at] = query->planes[i];
        mixed.place[at] = (uint16_t)i;
    }
    for (size_t k = 0, begin = 0; k < KINDS; begin = ends[k++]) {
        const struct buoy_shapes_query same = {.shapes = &mixed.shapes[begin],
                                               .planes = &mixed.planes[begin],
                                               .count = ends[k] - begin,
                                               .surfaces =
                                                   query->surfaces ? &mixed.surfaces[begin] : NULL};
        if (same.count > 0) {
            valid &= buoy_shapes_best_of_kind(&same, &mixed.results[begin]);
        }
    }
    for (size_t i = 0; valid && i < query->count; ++i) {
        results[mixed.place[i]] = mixed.results[i];
    }
    for (size_t i = 0; valid && query->surfaces && i < query->count; ++i) {
        query->surfaces[mixed.place[i]] = mixed.surfaces[i];
    }
    return valid;
}

// Questions of one kind go to its kernel as they are.
bool buoy_shapes_auto_best(const struct buoy_shapes_query *query,
                           struct buoy_volume *restrict results) {
    bool valid = true;
    for (size_t i = 0; i < query->count && valid;) {
        const size_t left = query->count - i;
        struct buoy_shapes_query part = {.shapes = &query->shapes[i],
                                         .planes = &query->planes[i],
                                         .count = 1,
                                         .surfaces = query->surfaces ? &query->surfaces[i] : NULL};
        while (part.count < left &&
               buoy_kind_of(&part.shapes[part.count]) == buoy_kind_of(part.shapes)) {
            ++part.count;
        }
        if (part.count == left || part.count >= MIXED) {
            valid = buoy_kinds_have(BUOY_KINDS, part.shapes) &&
                    buoy_shapes_best_of_kind(&part, &results[i]);
        } else {
            part.count = left < MIXED ? left : MIXED;
            valid = answer_mixed(&part, &results[i]);
        }
        i += part.count;
    }
    return valid;
}
