// Waterlines: where triangles cross the water.
#include "bodies/waterline.h"

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

static bool is_in_pool(const struct buoy_immersion *immersion,
                       const struct buoy_waterline_triangle *triangle) {
    const struct buoy_region *region = immersion->water->region;
    double x[3][3];
    for (int k = 0; k < 3; ++k) {
        place(immersion, triangle, k, x[k]);
    }
    for (int i = 0; i < 3; ++i) {
        const double centre = (x[0][i] + x[1][i] + x[2][i]) / 3.0;
        if (centre < region->low[i] || centre > region->high[i]) {
            return false;
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
    if ((wet[0] == wet[1] && wet[1] == wet[2]) ||
        (immersion->pooled && !is_in_pool(immersion, triangle))) {
        return;
    }
    const size_t index = waterline->count++;
    if (index >= waterline->capacity) {
        return;
    }
    double *segment = waterline->points + 6 * index;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if (wet[k] != wet[next]) {
            cut(immersion, triangle, k, next, wet[next] ? segment : segment + 3);
        }
    }
}

void buoy_waterline_find(const struct buoy_immersion *immersion, const float *heights,
                         struct buoy_waterline *waterline) {
    const struct buoy_mesh *mesh = immersion->mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct buoy_waterline_triangle triangle;
        for (int k = 0; k < 3; ++k) {
            const uint32_t v = mesh->facets[t / BUOY_LANES].vertex[k][t % BUOY_LANES];
            const struct buoy_points *points = &mesh->points[v / BUOY_LANES];
            triangle.vertex[k] = v;
            triangle.s[k] = heights[v];
            triangle.x[k][0] = points->x[v % BUOY_LANES];
            triangle.x[k][1] = points->y[v % BUOY_LANES];
            triangle.x[k][2] = points->z[v % BUOY_LANES];
        }
        buoy_waterline_add(immersion, &triangle, waterline);
    }
}

struct buoy_waterline buoy_waterline_default(void) {
    return (struct buoy_waterline){0};
}
