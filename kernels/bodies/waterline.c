// Waterlines: where triangles cross the water.
#include "base/arithmetic.h"

#include "bodies/waterline.h"

#include <string.h>

// The corner k's place in the world.
static void place(const struct buoy_immersion *immersion,
                  const struct buoy_waterline_triangle *triangle, int k, double x[3]) {
    buoy_rotate(&immersion->rotation, triangle->x[k], x);
    for (int i = 0; i < 3; ++i) {
        x[i] += immersion->position[i];
    }
}

// The point where the edge between corners j and k meets the water: the same to the bit for both
// triangles at the edge, and for either order of its ends.
static void cut(const struct buoy_immersion *immersion,
                const struct buoy_waterline_triangle *triangle, int j, int k, double point[3]) {
    if (triangle->vertex[j] > triangle->vertex[k]) {
        const int swap = j;
        j = k;
        k = swap;
    }
    const double sj = fabs(triangle->s[j]), sk = fabs(triangle->s[k]), share = sj / (sj + sk);
    double a[3], b[3];
    place(immersion, triangle, j, a);
    place(immersion, triangle, k, b);
    for (int i = 0; i < 3; ++i) {
        point[i] = a[i] + share * (b[i] - a[i]);
    }
}

// Keeps what is inside the pool of a segment; false if nothing is. Ends inside stay as they are.
static bool clip(const struct buoy_immersion *immersion, double segment[6]) {
    const struct buoy_region *region = immersion->water->region;
    for (int i = 0; i < 6; ++i) {
        const int axis = i % 3;
        const double sign = i < 3 ? 1.0 : -1.0;
        const double wall = i < 3 ? region->low[axis] : region->high[axis];
        double *const ends[2] = {segment, segment + 3};
        const double s[2] = {sign * (ends[0][axis] - wall), sign * (ends[1][axis] - wall)};
        if (s[0] < 0.0 && s[1] < 0.0) {
            return false;
        }
        for (int k = 0; k < 2; ++k) {
            if (s[k] < 0.0) {
                const double share = s[1 - k] / (s[1 - k] - s[k]);
                for (int j = 0; j < 3; ++j) {
                    ends[k][j] = ends[1 - k][j] + share * (ends[k][j] - ends[1 - k][j]);
                }
            }
        }
    }
    return true;
}

// Going round a triangle counter-clockwise as seen from outside, the water is entered at the
// segment's start and left at its end.
void buoy_waterline_add(const struct buoy_immersion *immersion,
                        const struct buoy_waterline_triangle *triangle,
                        struct buoy_waterline *waterline) {
    const double *s = triangle->s;
    const bool wet[3] = {s[0] < 0.0, s[1] < 0.0, s[2] < 0.0};
    if (wet[0] == wet[1] && wet[1] == wet[2]) {
        return;
    }
    double segment[6] = {0.0};
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if (wet[k] != wet[next]) {
            cut(immersion, triangle, k, next, wet[next] ? segment : segment + 3);
        }
    }
    if (immersion->pooled && !clip(immersion, segment)) {
        return;
    }
    const size_t index = waterline->count++;
    if (index < waterline->capacity) {
        memcpy(waterline->points + 6 * index, segment, sizeof segment);
    }
}

void buoy_waterline_find(const struct buoy_immersion *immersion, const float *heights,
                         struct buoy_waterline *waterline) {
    const struct buoy_mesh *mesh = immersion->mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct buoy_waterline_triangle triangle;
        for (int k = 0; k < 3; ++k) {
            const uint32_t v = mesh->blocks->facets[t / BUOY_LANES].vertex[k][t % BUOY_LANES];
            const struct buoy_points *points = &mesh->blocks->points[v / BUOY_LANES];
            triangle.vertex[k] = v;
            triangle.s[k] = heights[v];
            triangle.x[k][0] = points->x[v % BUOY_LANES];
            triangle.x[k][1] = points->y[v % BUOY_LANES];
            triangle.x[k][2] = points->z[v % BUOY_LANES];
        }
        buoy_waterline_add(immersion, &triangle, waterline);
    }
}
