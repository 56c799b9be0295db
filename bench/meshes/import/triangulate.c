// Splitting polygons into triangles by cutting off ears: corners whose triangle with their two
// neighbours lies inside the polygon.
#include "triangulate.h"

#include <math.h>
#include <stdlib.h>

// Less than a second's work, for all polygons together.
#define BUDGET (UINT64_C(1) << 28)

bool triangulator_make(struct triangulator *t, size_t capacity) {
    *t = (struct triangulator){
        .capacity = capacity,
        .x = malloc(capacity * sizeof *t->x),
        .y = malloc(capacity * sizeof *t->y),
        .previous = malloc(capacity * sizeof *t->previous),
        .next = malloc(capacity * sizeof *t->next),
        .reflex = malloc(capacity * sizeof *t->reflex),
        .is_reflex = malloc(capacity * sizeof *t->is_reflex),
        .budget = BUDGET,
    };
    return t->x && t->y && t->previous && t->next && t->reflex && t->is_reflex;
}

void triangulator_free(struct triangulator *t) {
    free(t->x);
    free(t->y);
    free(t->previous);
    free(t->next);
    free(t->reflex);
    free(t->is_reflex);
}

// Projects the polygon onto the coordinate plane it faces most, so that it runs counter-clockwise
// there. Its normal is twice its area vector, by Newell's formula about the first corner.
static void project(struct triangulator *t, const double *positions, const uint32_t *corners,
                    size_t count) {
    const double *first = positions + (size_t)3 * corners[0];
    double normal[3] = {0.0, 0.0, 0.0};
    for (size_t i = 1; i + 1 < count; ++i) {
        const double *p = positions + (size_t)3 * corners[i];
        const double *q = positions + (size_t)3 * corners[i + 1];
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            normal[a] +=
                (p[b] - first[b]) * (q[c] - first[c]) - (p[c] - first[c]) * (q[b] - first[b]);
        }
    }
    int axis = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
    axis = fabs(normal[2]) > fabs(normal[axis]) ? 2 : axis;
    const int right = (axis + (normal[axis] < 0.0 ? 2 : 1)) % 3;
    const int up = 3 - axis - right;
    for (size_t i = 0; i < count; ++i) {
        const double *p = positions + (size_t)3 * corners[i];
        t->x[i] = p[right];
        t->y[i] = p[up];
    }
}

// Twice the area of a triangle, positive if it runs counter-clockwise.
static double turn(const struct triangulator *t, uint32_t a, uint32_t b, uint32_t c) {
    return (t->x[b] - t->x[a]) * (t->y[c] - t->y[a]) - (t->x[c] - t->x[a]) * (t->y[b] - t->y[a]);
}

static bool is_same_point(const struct triangulator *t, uint32_t a, uint32_t b) {
    return t->x[a] == t->x[b] && t->y[a] == t->y[b];
}

// Whether a corner lies in or on a triangle and is not one of its corners, nor at the same place.
static bool is_in_the_way(const struct triangulator *t, uint32_t corner, const uint32_t ear[3]) {
    for (int i = 0; i < 3; ++i) {
        if (is_same_point(t, corner, ear[i]) || turn(t, ear[i], ear[(i + 1) % 3], corner) < 0.0) {
            return false;
        }
    }
    return true;
}

// A corner is an ear if the polygon turns left there and no reflex corner is in the way. (If any
// corner is in the way, a reflex one is.) Corners that are no longer reflex leave the list here.
static bool is_ear(struct triangulator *t, uint32_t corner, size_t *reflex_count) {
    const uint32_t ear[3] = {t->previous[corner], corner, t->next[corner]};
    if (!(turn(t, ear[0], ear[1], ear[2]) > 0.0)) {
        return false;
    }
    for (size_t i = 0; i < *reflex_count;) {
        const uint32_t other = t->reflex[i];
        if (!t->is_reflex[other]) {
            t->reflex[i] = t->reflex[--*reflex_count];
            continue;
        }
        if (t->budget == 0) {
            return false;
        }
        --t->budget;
        if (is_in_the_way(t, other, ear)) {
            return false;
        }
        ++i;
    }
    return true;
}

static bool turns_right(const struct triangulator *t, uint32_t corner) {
    return !(turn(t, t->previous[corner], corner, t->next[corner]) > 0.0);
}

static size_t list_reflex_corners(struct triangulator *t, size_t count) {
    size_t reflex_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        t->previous[i] = i > 0 ? i - 1 : (uint32_t)count - 1;
        t->next[i] = i + 1 < count ? i + 1 : 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        t->is_reflex[i] = turns_right(t, i);
        if (t->is_reflex[i]) {
            t->reflex[reflex_count++] = i;
        }
    }
    return reflex_count;
}

// Takes a corner out of the ring. Cutting only ever straightens its neighbours.
static void cut_off(struct triangulator *t, uint32_t corner) {
    const uint32_t before = t->previous[corner], after = t->next[corner];
    t->next[before] = after;
    t->previous[after] = before;
    t->is_reflex[corner] = false;
    t->is_reflex[before] = t->is_reflex[before] && turns_right(t, before);
    t->is_reflex[after] = t->is_reflex[after] && turns_right(t, after);
}

bool triangulate(struct triangulator *t, const double *positions, const uint32_t *corners,
                 size_t count, uint32_t *triangles) {
    project(t, positions, corners, count);
    size_t reflex_count = list_reflex_corners(t, count);
    uint32_t corner = 1;
    size_t refused = 0; // consecutive corners that were not ears
    for (size_t left = count; left > 2;) {
        // After a whole round without an ear, any corner is accepted.
        if (left > 3 && refused < left && !is_ear(t, corner, &reflex_count)) {
            ++refused;
            corner = t->next[corner];
            if (t->budget == 0) {
                return false;
            }
            continue;
        }
        *triangles++ = corners[t->previous[corner]];
        *triangles++ = corners[corner];
        *triangles++ = corners[t->next[corner]];
        const uint32_t next = t->next[corner];
        cut_off(t, corner);
        corner = next;
        refused = refused < left ? 0 : refused - 1;
        --left;
    }
    return true;
}
