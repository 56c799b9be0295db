// pressure/centre and pressure/appendix: J. Kerner's two ways to find the force on the submerged
// part of a triangle ("Water interaction model for boats in video games", Gamasutra 2015), in
// double. Both take the force to be ρ g × depth of the centre × area, along the inward normal; the
// text lost the area, which its author has confirmed.
//
// centre: the force acts at the centre, and its depth is that below the water there; parts whose
// centre is not under water are dropped. appendix: the force acts at the centre of pressure of
// appendix A. Each part is split along a line of constant depth into a triangle with its apex up
// and one with its base up, and each has its own centre of pressure.
#include "base/arithmetic.h"

#include "pressure_walk.h"

// A point of a part: its position relative to the mesh's centre, and its depth.
struct point {
    double x[3], depth;
};

static struct point between(const struct point *a, const struct point *b, double t) {
    struct point point = {.depth = a->depth + t * (b->depth - a->depth)};
    for (int i = 0; i < 3; ++i) {
        point.x[i] = a->x[i] + t * (b->x[i] - a->x[i]);
    }
    return point;
}

// Where an edge meets the water.
static struct point surface_between(const struct point *a, const struct point *b) {
    struct point point = between(a, b, a->depth / (a->depth - b->depth));
    point.depth = 0.0;
    return point;
}

// Orders the corners by height: L, M, H of the source are corners 0, 1, 2.
static void sort_by_height(struct point corners[3]) {
    for (int i = 1; i < 3; ++i) {
        for (int k = i; k > 0 && corners[k].depth > corners[k - 1].depth; --k) {
            const struct point swap = corners[k];
            corners[k] = corners[k - 1];
            corners[k - 1] = swap;
        }
    }
}

// The area vector of a part: as large as its corners' triangle, along the whole triangle's vector.
static void area_of(const struct point part[3], const double whole[3], double area[3]) {
    double edges[2][3];
    for (int i = 0; i < 3; ++i) {
        edges[0][i] = 0.5 * (part[1].x[i] - part[0].x[i]);
        edges[1][i] = part[2].x[i] - part[0].x[i];
        area[i] = 0.0;
    }
    buoy_add_cross(edges[0], edges[1], area);
    const double sign = buoy_dot(area, whole) < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; ++i) {
        area[i] *= sign;
    }
}

static void add_force(const double at[3], double depth, const double area[3],
                      struct buoy_pressure_sums *sums) {
    double force[3];
    for (int i = 0; i < 3; ++i) {
        force[i] = depth * area[i];
        sums->force[i] += force[i];
    }
    buoy_add_cross(at, force, sums->torque);
}

// Adds the force on a part that is submerged.
typedef void part_function(const struct buoy_immersion *immersion, const struct point part[3],
                           const double whole[3], struct buoy_pressure_sums *sums);

static void add_at_centre(const struct buoy_immersion *immersion, const struct point part[3],
                          const double whole[3], struct buoy_pressure_sums *sums) {
    double centre[3], place[3], area[3];
    for (int i = 0; i < 3; ++i) {
        centre[i] = (part[0].x[i] + part[1].x[i] + part[2].x[i]) / 3.0;
        place[i] = immersion->mesh->middle[i] + centre[i];
    }
    const double depth = -buoy_height_above(immersion, place);
    if (depth > 0.0) {
        area_of(part, whole, area);
        add_force(centre, depth, area, sums);
    }
}

// One of the halves. Its median runs from `apex` to the middle of `base`; t is counted from the
// upper end.
static void add_half(const struct point *apex, const struct point base[2], const double whole[3],
                     bool apex_up, struct buoy_pressure_sums *sums) {
    const struct point half[3] = {*apex, base[0], base[1]},
                       middle = between(&base[0], &base[1], 0.5);
    const struct point *top = apex_up ? apex : &middle, *bottom = apex_up ? &middle : apex;
    const double z = top->depth, h = bottom->depth - top->depth;
    const double weight = apex_up ? 6.0 * z + 4.0 * h : 6.0 * z + 2.0 * h;
    if (!(weight > 0.0)) {
        return; // no depth, no force
    }
    const double t = (apex_up ? 4.0 * z + 3.0 * h : 2.0 * z + h) / weight;
    const struct point at = between(top, bottom, t);
    double area[3];
    area_of(half, whole, area);
    add_force(at.x, (half[0].depth + half[1].depth + half[2].depth) / 3.0, area, sums);
}

static void add_by_halves(const struct buoy_immersion *immersion, const struct point part[3],
                          const double whole[3], struct buoy_pressure_sums *sums) {
    struct point corners[3] = {part[0], part[1], part[2]};
    (void)immersion;
    sort_by_height(corners);
    const struct point *low = &corners[0], *middle = &corners[1], *high = &corners[2];
    const double span = low->depth - high->depth;
    const double share = span > 0.0 ? (middle->depth - high->depth) / span : 0.5;
    const struct point level[2] = {*middle, between(high, low, share)};
    add_half(high, level, whole, true, sums);
    add_half(low, level, whole, false, sums);
}

// Cuts a triangle by its heights into the parts that are submerged.
static void add_parts(const struct buoy_immersion *immersion, const struct walk_triangle *triangle,
                      part_function *add, struct buoy_pressure_sums *sums) {
    struct point corners[3];
    for (int k = 0; k < 3; ++k) {
        memcpy(corners[k].x, triangle->v[k], sizeof corners[k].x);
        corners[k].depth = triangle->depth[k];
    }
    sort_by_height(corners);
    const struct point *low = &corners[0], *middle = &corners[1], *high = &corners[2];
    if (high->depth > 0.0) {
        add(immersion, corners, triangle->area, sums);
    } else if (middle->depth > 0.0) {
        const struct point on_middle = surface_between(middle, high);
        const struct point on_low = surface_between(low, high);
        const struct point parts[2][3] = {{*middle, on_middle, *low}, {*low, on_middle, on_low}};
        add(immersion, parts[0], triangle->area, sums);
        add(immersion, parts[1], triangle->area, sums);
    } else if (low->depth > 0.0) {
        const struct point part[3] = {*low, surface_between(low, middle),
                                      surface_between(low, high)};
        add(immersion, part, triangle->area, sums);
    }
}

static void add_centre(const struct buoy_immersion *immersion, const struct walk_triangle *triangle,
                       struct buoy_pressure_sums *sums) {
    add_parts(immersion, triangle, add_at_centre, sums);
}

static void add_appendix(const struct buoy_immersion *immersion,
                         const struct walk_triangle *triangle, struct buoy_pressure_sums *sums) {
    add_parts(immersion, triangle, add_by_halves, sums);
}

bool buoy_pressure_centre_scalar(const struct buoy_pressure_query *query,
                                 struct buoy_waterline *waterline,
                                 struct buoy_pressure *restrict result) {
    return walk(query, waterline, add_centre, false, result);
}

bool buoy_pressure_appendix_scalar(const struct buoy_pressure_query *query,
                                   struct buoy_waterline *waterline,
                                   struct buoy_pressure *restrict result) {
    return walk(query, waterline, add_appendix, false, result);
}
