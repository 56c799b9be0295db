// shapes/auto/best: each kind's own method on the best instruction set allowed; mixed kinds are
// sorted.
#include "base/arithmetic.h"

#include <string.h>

#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"

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
