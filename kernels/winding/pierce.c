// The surfaces of a soup: a hierarchy of boxes over each, searched along lines and around boxes.
#include "winding/pierce.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "mesh/mesh.h"
#include "winding/cluster.h"

// The lines' slope: x and y gained for each z.
static const double slope[2] = {0.3713906763541037, 0.1798726173491371};

// A point at least this far from a triangle, times the largest coordinate, is on the same side of
// it whatever the rounding. Crossings are computed by a few operations in double on coordinates and
// interpolations, as if rounding had moved each vertex by about 2⁻⁵⁰.
#define CLEAR 0x1p-40

// The error of a·(b × c), computed in double from rounded differences, is below ten roundings of
// the product of the vectors' sums of absolute components.
#define PRODUCT_ROUNDING 0x1p-48

// Levels of boxes. A box holds 16 triangles at level 0, and 16 boxes of the level below at all
// others. 16⁷ ≥ 2²⁷.
#define LEVELS 7

struct surface {
    size_t first, end; // its triangles are facets[first] to facets[end − 1]
    size_t first_box;
};

// A triangle with its corners, so that a search need not look them up in three arrays.
struct facet {
    float corner[3][3];
    bool reversed, rim;
};

struct buoy_pierce {
    struct buoy_surfaces surfaces;
    struct surface *surface;
    struct facet *facets; // surface by surface, in the order of their boxes
    struct buoy_pierce_box *boxes;
    double clear;
    uint64_t work;
};

struct buoy_corner buoy_pierce_oblique(const float p[3]) {
    return (struct buoy_corner){p[0] - slope[0] * p[2], p[1] - slope[1] * p[2], p[2]};
}

static const float *corner_of(const struct buoy_soup *soup, size_t triangle, size_t k) {
    return soup->positions + 3 * (size_t)soup->indices[3 * triangle + k];
}

static void read_corners(const struct facet *facet, struct buoy_corner c[3]) {
    for (int k = 0; k < 3; ++k) {
        c[k] = buoy_pierce_oblique(facet->corner[k]);
    }
}

static void grow(struct buoy_pierce_box *box, const double low[3], const double high[3]) {
    for (int k = 0; k < 3; ++k) {
        box->low[k] = low[k] < box->low[k] ? low[k] : box->low[k];
        box->high[k] = high[k] > box->high[k] ? high[k] : box->high[k];
    }
}

static struct buoy_pierce_box box_around(const struct buoy_corner c[3]) {
    struct buoy_pierce_box box = {{c[0].x, c[0].y, c[0].z}, {c[0].x, c[0].y, c[0].z}};
    for (int k = 1; k < 3; ++k) {
        const double x[3] = {c[k].x, c[k].y, c[k].z};
        grow(&box, x, x);
    }
    return box;
}

// A triangle's box. At an open edge, a vertical curtain extends from the edge up and down, because
// winding differs between its two sides.
static struct buoy_pierce_box box_of(const struct facet *facet, const struct buoy_corner c[3]) {
    struct buoy_pierce_box box = box_around(c);
    if (facet->rim) {
        box.low[2] = -(double)INFINITY;
        box.high[2] = (double)INFINITY;
    }
    return box;
}

static size_t boxes_over(size_t items) {
    return (items + BUOY_LANES - 1) / BUOY_LANES;
}

// Where a surface's levels of boxes begin, and how many items the lowest ones hold.
struct levels {
    size_t first[LEVELS], items[LEVELS];
    int top;
};

static struct levels levels_of(const struct surface *surface) {
    struct levels levels = {.first = {surface->first_box},
                            .items = {surface->end - surface->first}};
    size_t boxes = boxes_over(levels.items[0]);
    while (boxes > 1) {
        levels.first[levels.top + 1] = levels.first[levels.top] + boxes;
        levels.items[++levels.top] = boxes;
        boxes = boxes_over(boxes);
    }
    return levels;
}

// Sorts the triangles by surface; returns how many boxes they will have in all.
static size_t list_surfaces(struct buoy_pierce *pierce) {
    const struct buoy_surfaces *given = &pierce->surfaces;
    for (size_t t = 0; t < given->soup->triangle_count; ++t) {
        if (given->of_triangle[t] < given->count) {
            ++pierce->surface[given->of_triangle[t]].end;
        }
    }
    size_t end = 0, boxes = 0;
    for (uint32_t s = 0; s < given->count; ++s) {
        struct surface *surface = &pierce->surface[s];
        const size_t count = surface->end;
        surface->first = surface->end = end;
        surface->first_box = boxes;
        end += count;
        for (size_t items = count; items > 0; items = items > 1 ? items : 0) {
            items = boxes_over(items);
            boxes += items;
        }
    }
    return boxes;
}

static void place_triangles(struct buoy_pierce *pierce, struct buoy_place *places) {
    const struct buoy_surfaces *given = &pierce->surfaces;
    double largest = 0.0;
    for (uint32_t t = 0; t < given->soup->triangle_count; ++t) {
        struct buoy_corner c[3];
        for (size_t k = 0; k < 3; ++k) {
            c[k] = buoy_pierce_oblique(corner_of(given->soup, t, k));
        }
        const struct buoy_pierce_box box = box_around(c);
        struct buoy_place place = {.item = t};
        for (int k = 0; k < 3; ++k) {
            // Half the middle: oblique coordinates may exceed the range of float.
            place.x[k] = (float)(0.25 * (box.low[k] + box.high[k]));
            largest = fmax(largest, fmax(fabs(box.low[k]), fabs(box.high[k])));
        }
        if (given->of_triangle[t] < given->count) {
            places[pierce->surface[given->of_triangle[t]].end++] = place;
        }
    }
    pierce->clear = CLEAR * largest;
}

static void fill_facets(struct buoy_pierce *pierce, const struct surface *surface,
                        struct buoy_place *places) {
    const struct buoy_surfaces *given = &pierce->surfaces;
    buoy_cluster(places + surface->first, surface->end - surface->first, BUOY_LANES);
    for (size_t i = surface->first; i < surface->end; ++i) {
        const uint32_t t = places[i].item;
        struct facet *facet = &pierce->facets[i];
        for (size_t k = 0; k < 3; ++k) {
            memcpy(facet->corner[k], corner_of(given->soup, t, k), sizeof facet->corner[k]);
        }
        facet->reversed = given->reversed && given->reversed[t];
        facet->rim = given->rim && given->rim[t];
    }
}

static void fill_boxes(struct buoy_pierce *pierce, const struct surface *surface) {
    const struct levels levels = levels_of(surface);
    for (int level = 0; level <= levels.top; ++level) {
        for (size_t i = 0; i < levels.items[level]; ++i) {
            struct buoy_pierce_box box;
            if (level == 0) {
                const struct facet *facet = &pierce->facets[surface->first + i];
                struct buoy_corner c[3];
                read_corners(facet, c);
                box = box_of(facet, c);
            } else {
                box = pierce->boxes[levels.first[level - 1] + i];
            }
            struct buoy_pierce_box *parent = &pierce->boxes[levels.first[level] + i / BUOY_LANES];
            if (i % BUOY_LANES == 0) {
                *parent = box;
            }
            grow(parent, box.low, box.high);
        }
    }
}

// False if out of memory.
static bool fill(struct buoy_pierce *pierce) {
    const struct buoy_surfaces *given = &pierce->surfaces;
    const size_t triangles = given->soup->triangle_count;
    struct buoy_place *places = buoy_allocate(triangles, sizeof *places);
    pierce->surface = buoy_allocate_zeroed(given->count + (size_t)1, sizeof *pierce->surface);
    pierce->facets = buoy_allocate(triangles, sizeof *pierce->facets);
    const bool begun = places && pierce->surface && pierce->facets;
    if (begun) {
        pierce->boxes = buoy_allocate(list_surfaces(pierce) + 1, sizeof *pierce->boxes);
    }
    if (begun && pierce->boxes) {
        place_triangles(pierce, places);
        for (uint32_t s = 0; s < given->count; ++s) {
            fill_facets(pierce, &pierce->surface[s], places);
            fill_boxes(pierce, &pierce->surface[s]);
        }
    }
    buoy_release(places);
    return pierce->boxes;
}

struct buoy_pierce *buoy_pierce_make(const struct buoy_surfaces *surfaces) {
    struct buoy_pierce *pierce = buoy_allocate_zeroed(1, sizeof *pierce);
    if (pierce) {
        pierce->surfaces = *surfaces;
    }
    if (pierce && !fill(pierce)) {
        buoy_pierce_free(pierce);
        return NULL;
    }
    return pierce;
}

void buoy_pierce_free(struct buoy_pierce *pierce) {
    if (pierce) {
        buoy_release(pierce->surface);
        buoy_release(pierce->facets);
        buoy_release(pierce->boxes);
        buoy_release(pierce);
    }
}

uint64_t buoy_pierce_work(const struct buoy_pierce *pierce) {
    return pierce->work;
}

// The state of a search in one surface.
struct search {
    struct buoy_pierce *pierce;
    const struct surface *surface;
    struct levels levels;
    double touching;

    // Along a line.
    struct buoy_corner point;
    bool reversed; // the triangle at hand
    struct buoy_turns turns;

    // Around a box: its middle, and half its size plus the distance that counts as near.
    double middle[3], reach[3];
};

static struct search search_in(struct buoy_pierce *pierce, uint32_t surface, double touching) {
    struct search search = {
        .pierce = pierce, .surface = &pierce->surface[surface], .touching = touching};
    search.levels = levels_of(search.surface);
    return search;
}

static void count_turn(void *context, const struct buoy_crossing *crossing) {
    struct search *search = context;
    const int sign = search->reversed ? -crossing->sign : crossing->sign;
    const double beyond = crossing->z - search->point.z;
    if (beyond > search->touching) {
        search->turns.above -= sign;
    } else if (beyond < -search->touching) {
        search->turns.below += sign;
    }
}

// Moves the line to the only column of a grid of one.
static void pierce_facet(struct search *search, const struct facet *facet) {
    struct buoy_corner c[3];
    read_corners(facet, c);
    for (int k = 0; k < 3; ++k) {
        c[k].x -= search->point.x;
        c[k].y -= search->point.y;
    }
    search->reversed = facet->reversed;
    buoy_visit_crossings(1, c, count_turn, search);
}

// The items of a box: triangles at level 0, boxes of the level below at others.
static size_t items_end(const struct search *search, int level, size_t index) {
    const size_t end = (index + 1) * BUOY_LANES;
    return end < search->levels.items[level] ? end : search->levels.items[level];
}

static void pierce_box(struct search *search, int level, size_t index) {
    const struct buoy_pierce_box *box = &search->pierce->boxes[search->levels.first[level] + index];
    const struct buoy_corner *p = &search->point;
    const double clear = search->pierce->clear;
    ++search->pierce->work;
    if (p->x < box->low[0] - clear || p->x > box->high[0] + clear || p->y < box->low[1] - clear ||
        p->y > box->high[1] + clear) {
        return;
    }
    const size_t end = items_end(search, level, index);
    if (level == 0) {
        search->pierce->work += end - index * BUOY_LANES;
    }
    for (size_t i = index * BUOY_LANES; i < end; ++i) {
        if (level == 0) {
            pierce_facet(search, &search->pierce->facets[search->surface->first + i]);
        } else {
            pierce_box(search, level - 1, i);
        }
    }
}

struct buoy_turns buoy_pierce_turns(struct buoy_pierce *pierce, uint32_t surface,
                                    const struct buoy_corner *point, double touching) {
    struct search search = search_in(pierce, surface, touching);
    if (search.surface->first == search.surface->end) {
        return search.turns;
    }
    search.point = *point;
    pierce_box(&search, search.levels.top, 0);
    return search.turns;
}

// Whether a box is within reach of the one searched around.
static bool overlaps(const struct search *search, const struct buoy_pierce_box *box) {
    for (int k = 0; k < 3; ++k) {
        if (box->low[k] > search->middle[k] + search->reach[k] ||
            box->high[k] < search->middle[k] - search->reach[k]) {
            return false;
        }
    }
    return true;
}

// Whether a triangle's plane is within reach of the box. If rounding could decide, the answer is
// yes.
static bool plane_meets(const struct search *search, const struct buoy_corner c[3]) {
    const double b[3] = {c[1].x - c[0].x, c[1].y - c[0].y, c[1].z - c[0].z};
    const double a[3] = {c[2].x - c[0].x, c[2].y - c[0].y, c[2].z - c[0].z};
    const double d[3] = {search->middle[0] - c[0].x, search->middle[1] - c[0].y,
                         search->middle[2] - c[0].z};
    double normal[3], reach = 0.0;
    buoy_cross_product(b, a, normal);
    for (int k = 0; k < 3; ++k) {
        reach += fabs(normal[k]) * search->reach[k];
    }
    const double distance = buoy_dot(normal, d);
    const double rounding = PRODUCT_ROUNDING * (fabs(a[0]) + fabs(a[1]) + fabs(a[2])) *
                            (fabs(b[0]) + fabs(b[1]) + fabs(b[2])) *
                            (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
    return !(fabs(distance) > reach + rounding);
}

// Whether the curtain along an edge, a line when seen from above, is within reach of the box.
static bool curtain_meets(const struct search *search, const struct buoy_corner *from,
                          const struct buoy_corner *to) {
    const double a[2] = {to->x - from->x, to->y - from->y};
    const double d[2] = {search->middle[0] - from->x, search->middle[1] - from->y};
    const double distance = fabs(a[0] * d[1] - a[1] * d[0]);
    const double reach = fabs(a[0]) * search->reach[1] + fabs(a[1]) * search->reach[0];
    const double rounding =
        PRODUCT_ROUNDING * (fabs(a[0]) + fabs(a[1])) * (fabs(d[0]) + fabs(d[1]));
    return !(distance > reach + rounding);
}

static bool facet_is_near(const struct search *search, const struct facet *facet) {
    struct buoy_corner c[3];
    read_corners(facet, c);
    const struct buoy_pierce_box box = box_of(facet, c);
    if (!overlaps(search, &box)) {
        return false;
    }
    return plane_meets(search, c) || (facet->rim && (curtain_meets(search, &c[0], &c[1]) ||
                                                     curtain_meets(search, &c[1], &c[2]) ||
                                                     curtain_meets(search, &c[2], &c[0])));
}

static bool box_is_near(struct search *search, int level, size_t index) {
    ++search->pierce->work;
    if (!overlaps(search, &search->pierce->boxes[search->levels.first[level] + index])) {
        return false;
    }
    const size_t end = items_end(search, level, index);
    for (size_t i = index * BUOY_LANES; i < end; ++i) {
        search->pierce->work += level == 0;
        if (level == 0 ? facet_is_near(search, &search->pierce->facets[search->surface->first + i])
                       : box_is_near(search, level - 1, i)) {
            return true;
        }
    }
    return false;
}

bool buoy_pierce_near(struct buoy_pierce *pierce, uint32_t surface,
                      const struct buoy_pierce_box *box, double touching) {
    struct search search = search_in(pierce, surface, touching);
    if (search.surface->first == search.surface->end) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        search.middle[k] = 0.5 * (box->low[k] + box->high[k]);
        search.reach[k] = box->high[k] - search.middle[k] + pierce->clear;
    }
    search.reach[2] += touching;
    return box_is_near(&search, search.levels.top, 0);
}
