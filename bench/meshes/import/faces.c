// From vertices and faces to arrays of triangles.
#include "faces.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- polygons

// Splitting polygons into triangles by cutting off ears: corners whose triangle with their two
// neighbours lies inside the polygon.

// Working memory for the largest polygon.
struct triangulator {
    double *x, *y;             // corners, projected along the polygon's normal
    uint32_t *previous, *next; // corners not cut off yet, in a ring
    uint32_t *reflex;          // reflex corners, which may lie in an ear's way
    bool *is_reflex;
    uint64_t budget; // remaining tests of a corner against an ear
};

// Less than a second's work, for all polygons together.
#define BUDGET (UINT64_C(1) << 28)

// Twice the area of a triangle, positive if it runs counter-clockwise.
static double turn(const struct triangulator *t, uint32_t a, uint32_t b, uint32_t c) {
    return (t->x[b] - t->x[a]) * (t->y[c] - t->y[a]) - (t->x[c] - t->x[a]) * (t->y[b] - t->y[a]);
}

// Whether a corner lies in or on a triangle and is not one of its corners, nor at the same place.
static bool is_in_the_way(const struct triangulator *t, uint32_t corner, const uint32_t ear[3]) {
    for (int i = 0; i < 3; ++i) {
        if ((t->x[corner] == t->x[ear[i]] && t->y[corner] == t->y[ear[i]]) ||
            turn(t, ear[i], ear[(i + 1) % 3], corner) < 0.0) {
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

// Writes the count − 2 triangles of a polygon of at least 3 corners: `corners` are vertices of
// `positions` (x, y, z each), in order around it; concave polygons are fine, and convex ones become
// a fan about their first corner. Whatever the polygon, the triangles have its border. One that
// crosses itself or has no area is fanned: that is right for volumes, which are signed, but areas
// count folds twice. False if the budget ran out: some polygons take time as the cube of their
// size.
static bool triangulate(struct triangulator *t, const double *positions, const uint32_t *corners,
                        size_t count, uint32_t *triangles) {
    // Projects the polygon onto the coordinate plane it faces most, so that it runs
    // counter-clockwise there. Its normal is twice its area vector, by Newell's formula about the
    // first corner.
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
        // Takes a corner out of the ring. Cutting only ever straightens its neighbours.
        const uint32_t before = t->previous[corner], after = t->next[corner];
        t->next[before] = after;
        t->previous[after] = before;
        t->is_reflex[corner] = false;
        t->is_reflex[before] = t->is_reflex[before] && turns_right(t, before);
        t->is_reflex[after] = t->is_reflex[after] && turns_right(t, after);
        corner = next;
        refused = refused < left ? 0 : refused - 1;
        --left;
    }
    return true;
}

static bool fail(struct faces *faces, enum buoy_status status, const char *cause) {
    faces->status = status;
    faces->cause = cause;
    faces->failed_line = faces->line ? *faces->line : 0;
    return false;
}

static bool fail_memory(struct faces *faces) {
    return fail(faces, BUOY_ERROR_MEMORY, "out of memory");
}

// Makes room for `count` items in an array that doubles. (Its untouched half takes no memory.)
static bool grow(struct faces *faces, void **array, size_t item_bytes, size_t count,
                 size_t *capacity) {
    if (count <= *capacity) {
        return true;
    }
    const size_t larger = 2 * count + 64;
    void *items = realloc(*array, larger * item_bytes);
    if (!items) {
        return fail_memory(faces);
    }
    *array = items;
    *capacity = larger;
    return true;
}

bool faces_add_vertex(struct faces *faces, const double point[3]) {
    void *positions = faces->positions;
    if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) {
        return fail(faces, BUOY_ERROR_NON_FINITE, "a coordinate is not finite");
    }
    if (faces->vertex_count == FACES_MAX_VERTICES) {
        return fail(faces, BUOY_ERROR_TOO_LARGE, "too many vertices");
    }
    if (!grow(faces, &positions, 3 * sizeof(double), faces->vertex_count + 1,
              &faces->vertex_capacity)) {
        return false;
    }
    faces->positions = positions;
    memcpy(faces->positions + 3 * faces->vertex_count++, point, 3 * sizeof(double));
    return true;
}

bool faces_can_take(struct faces *faces, size_t corners) {
    const size_t most = MESH_MAX_TRIANGLES - faces->triangle_count + 2;
    return corners < 3 || corners <= most ||
           fail(faces, BUOY_ERROR_TOO_LARGE, "too many triangles");
}

bool faces_add_corner(struct faces *faces, uint32_t vertex) {
    void *indices = faces->indices;
    const size_t at = 3 * faces->triangle_count + faces->corner_count;
    if (!faces_can_take(faces, faces->corner_count + 1) ||
        !grow(faces, &indices, sizeof(uint32_t), at + 1, &faces->index_capacity)) {
        return false;
    }
    faces->indices = indices;
    faces->indices[at] = vertex;
    ++faces->corner_count;
    return true;
}

// The corners of n > 3 stay in place: their n − 2 triangles will need more room.
static bool keep_polygon(struct faces *faces) {
    void *polygons = faces->polygons;
    void *indices = faces->indices;
    const size_t triangles = faces->corner_count - 2;
    if (!grow(faces, &polygons, sizeof(struct faces_polygon), faces->polygon_count + 1,
              &faces->polygon_capacity)) {
        return false;
    }
    faces->polygons = polygons;
    if (!grow(faces, &indices, sizeof(uint32_t), 3 * (faces->triangle_count + triangles),
              &faces->index_capacity)) {
        return false;
    }
    faces->indices = indices;
    faces->polygons[faces->polygon_count++] =
        (struct faces_polygon){(uint32_t)faces->triangle_count, (uint32_t)faces->corner_count};
    if (faces->corner_count > faces->most_corners) {
        faces->most_corners = faces->corner_count;
    }
    return true;
}

bool faces_end_face(struct faces *faces) {
    const size_t corners = faces->corner_count;
    if (corners > 3 && !keep_polygon(faces)) {
        return false;
    }
    faces->ignored_elements += corners < 3 ? 1 : 0;
    faces->triangle_count += corners < 3 ? 0 : corners - 2;
    faces->corner_count = 0;
    return true;
}

bool faces_add_triangle(struct faces *faces, uint32_t a, uint32_t b, uint32_t c) {
    return faces_add_corner(faces, a) && faces_add_corner(faces, b) && faces_add_corner(faces, c) &&
           faces_end_face(faces);
}

// A polygon whose corners are farther out of one plane than this share of its size is not flat.
#define FLATNESS 1e-6

// Notes a polygon that is not flat: the triangles that it is split into decide what is enclosed.
// The tetrahedra of its first corner and three others in a row are what the two diagonals of these
// four differ by.
static void note_bent(struct faces *faces, const uint32_t *corners, size_t count) {
    double six_volumes = 0.0, size = 0.0;
    const double *o = faces->positions + 3 * (size_t)corners[0];
    for (size_t i = 1; i + 2 < count; ++i) {
        double v[3][3];
        for (size_t k = 0; k < 9; ++k) {
            const double *corner = faces->positions + 3 * (size_t)corners[i + k / 3];
            v[k / 3][k % 3] = corner[k % 3] - o[k % 3];
            size = fmax(size, fabs(v[k / 3][k % 3]));
        }
        six_volumes += fabs(v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
                            v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                            v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]));
    }
    if (six_volumes > FLATNESS * size * size * size) {
        ++faces->bent_polygons;
        faces->bent_volume += six_volumes / 6.0;
    }
}

static bool split(struct faces *faces, struct triangulator *triangulator, uint32_t *corners) {
    for (size_t i = 0; i < faces->polygon_count; ++i) {
        const struct faces_polygon polygon = faces->polygons[i];
        uint32_t *triangles = faces->indices + (size_t)3 * polygon.triangle;
        memcpy(corners, triangles, polygon.corners * sizeof *corners);
        note_bent(faces, corners, polygon.corners);
        if (!triangulate(triangulator, faces->positions, corners, polygon.corners, triangles)) {
            return fail(faces, BUOY_ERROR_ARGUMENT,
                        "its polygons are too intricate to be split into triangles");
        }
    }
    return true;
}

static bool split_polygons(struct faces *faces) {
    if (faces->polygon_count == 0) {
        return true;
    }
    const size_t capacity = faces->most_corners;
    uint32_t *corners = malloc(capacity * sizeof *corners);
    struct triangulator t = {
        .x = malloc(capacity * sizeof *t.x),
        .y = malloc(capacity * sizeof *t.y),
        .previous = malloc(capacity * sizeof *t.previous),
        .next = malloc(capacity * sizeof *t.next),
        .reflex = malloc(capacity * sizeof *t.reflex),
        .is_reflex = malloc(capacity * sizeof *t.is_reflex),
        .budget = BUDGET,
    };
    const bool enough = corners && t.x && t.y && t.previous && t.next && t.reflex && t.is_reflex;
    const bool fine = enough ? split(faces, &t, corners) : fail_memory(faces);
    free(t.x);
    free(t.y);
    free(t.previous);
    free(t.next);
    free(t.reflex);
    free(t.is_reflex);
    free(corners);
    return fine;
}

#define UNUSED UINT32_MAX

// An unused vertex encloses nothing, but would count as part of the mesh's extent.
static bool drop_unused_vertices(struct faces *faces) {
    const size_t corners = 3 * faces->triangle_count;
    uint32_t *number = malloc(faces->vertex_count * sizeof *number);
    if (!number) {
        return fail_memory(faces);
    }
    memset(number, 0xff, faces->vertex_count * sizeof *number);
    for (size_t i = 0; i < corners; ++i) {
        assert(faces->indices[i] < faces->vertex_count);
        number[faces->indices[i]] = 0;
    }
    uint32_t kept = 0;
    for (size_t v = 0; v < faces->vertex_count; ++v) {
        if (number[v] != UNUSED) {
            memmove(faces->positions + (size_t)3 * kept, faces->positions + 3 * v,
                    3 * sizeof(double));
            number[v] = kept++;
        }
    }
    for (size_t i = 0; kept < faces->vertex_count && i < corners; ++i) {
        faces->indices[i] = number[faces->indices[i]];
    }
    faces->vertex_count = kept;
    free(number);
    return true;
}

// Meshes are rounded to float relative to the centre of their bounding box.
static bool check_range(struct faces *faces) {
    for (size_t axis = 0; axis < 3; ++axis) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t v = 0; v < faces->vertex_count; ++v) {
            low = fmin(low, faces->positions[3 * v + axis]);
            high = fmax(high, faces->positions[3 * v + axis]);
        }
        if (!(0.5 * high - 0.5 * low <= (double)FLT_MAX)) {
            snprintf(faces->text, sizeof faces->text,
                     "%c reaches from %g to %g, which is out of float's range", "xyz"[axis], low,
                     high);
            return fail(faces, BUOY_ERROR_NON_FINITE, faces->text);
        }
    }
    return true;
}

bool faces_finish(struct faces *faces, struct mesh_data *data) {
    if (faces->triangle_count == 0) {
        return fail(faces, BUOY_ERROR_ARGUMENT, "no triangles");
    }
    if (!split_polygons(faces) || !drop_unused_vertices(faces) || !check_range(faces)) {
        return false;
    }
    *data = (struct mesh_data){
        .positions = faces->positions,
        .vertex_count = faces->vertex_count,
        .indices = faces->indices,
        .triangle_count = faces->triangle_count,
        .closed_form_volume = (double)NAN,
        .ignored_elements = faces->ignored_elements,
        .bent_polygons = faces->bent_polygons,
        .bent_volume = faces->bent_volume,
    };
    faces->positions = NULL;
    faces->indices = NULL;
    return true;
}

void faces_free(struct faces *faces) {
    free(faces->positions);
    free(faces->indices);
    free(faces->polygons);
}

// ----------------------------------------------------------------- polygons in arrays

static bool add_all(const struct mesh_polygons *polygons, struct faces *faces) {
    for (size_t i = 0; i < polygons->vertex_count; ++i) {
        if (!faces_add_vertex(faces, polygons->positions + 3 * i)) {
            return false;
        }
    }
    const uint32_t *corner = polygons->corners;
    for (size_t i = 0; i < polygons->count; ++i) {
        for (uint32_t k = 0; k < polygons->sizes[i]; ++k) {
            if (*corner >= polygons->vertex_count) {
                return fail(faces, BUOY_ERROR_INDEX, "a corner has no vertex");
            }
            if (!faces_add_corner(faces, *corner++)) {
                return false;
            }
        }
        if (!faces_end_face(faces)) {
            return false;
        }
    }
    return true;
}

enum buoy_status mesh_data_of_polygons(const struct mesh_polygons *polygons, struct mesh_data *data,
                                       struct buoy_error *error) {
    struct faces faces = {0};
    memset(data, 0, sizeof *data);
    const bool made = add_all(polygons, &faces) && faces_finish(&faces, data);
    const enum buoy_status status =
        made ? BUOY_OK : mesh_fail(error, faces.status, "polygons: %s", faces.cause);
    faces_free(&faces);
    return status;
}
