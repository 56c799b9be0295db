// The surfaces of a soup: a hierarchy of boxes over each, searched along lines and around boxes.
#include "base/arithmetic.h"

#include "soup/pierce.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"

// The lines' slope: x and y gained for each z.
static const struct buoy_pierce_frame usual = {.slope = {0.3713906763541037, 0.1798726173491371}};

// A point at least this far from a triangle, times the largest coordinate, is on the same side of
// it whatever the rounding. Crossings are computed by a few operations in double on coordinates and
// interpolations, as if rounding had moved each vertex by about 2⁻⁵⁰.
#define CLEAR 0x1p-40

// The error of a·(b × c), computed in double from rounded differences, is below ten roundings of
// the product of the vectors' sums of absolute components.
#define PRODUCT_ROUNDING 0x1p-48

struct buoy_corner buoy_pierce_oblique(const float p[3]) {
    return (struct buoy_corner){p[0] - usual.slope[0] * p[2], p[1] - usual.slope[1] * p[2], p[2]};
}

static void read_corner(const struct buoy_pierce *pierce, uint32_t vertex, double p[3]) {
    const struct buoy_pierce_frame *frame = &pierce->frame;
    for (int i = 0; i < 3; ++i) {
        p[i] = pierce->surfaces.soup->positions[3 * (size_t)vertex + (size_t)i] - frame->origin[i];
    }
    if (frame->noise > 0.0) { // splitmix64, by Sebastiano Vigna: 21 bits for each coordinate
        uint64_t z = (frame->seed << 32 | vertex) * UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        z ^= z >> 31;
        for (int k = 0; k < 3; ++k, z >>= 21) {
            p[k] += frame->noise * (((double)(z & 0x1fffff) - 0x1p20) * 0x1p-20);
        }
    }
    if (frame->axes[0][0] != 0.0 || frame->axes[0][1] != 0.0 || frame->axes[0][2] != 0.0) {
        const double x[3] = {p[0], p[1], p[2]};
        for (int i = 0; i < 3; ++i) {
            p[i] = buoy_dot(frame->axes[i], x);
        }
    }
    p[0] -= frame->slope[0] * p[2];
    p[1] -= frame->slope[1] * p[2];
}

static void grow(struct buoy_pierce_box *box, const double low[3], const double high[3]) {
    for (int k = 0; k < 3; ++k) {
        box->low[k] = low[k] < box->low[k] ? low[k] : box->low[k];
        box->high[k] = high[k] > box->high[k] ? high[k] : box->high[k];
    }
}

// A triangle's box. At an open edge, a vertical curtain extends from the edge up and down, because
// winding differs between its two sides.
static struct buoy_pierce_box box_of(const struct buoy_pierce_facet *facet, bool curtains) {
    struct buoy_pierce_box box;
    memcpy(box.low, facet->corner[0], sizeof box.low);
    memcpy(box.high, facet->corner[0], sizeof box.high);
    grow(&box, facet->corner[1], facet->corner[1]);
    grow(&box, facet->corner[2], facet->corner[2]);
    if (facet->rim && curtains) {
        box.low[2] = -(double)INFINITY;
        box.high[2] = (double)INFINITY;
    }
    return box;
}

struct buoy_pierce_levels buoy_pierce_levels(const struct buoy_pierce_surface *surface) {
    struct buoy_pierce_levels levels = {.first = {surface->first_box},
                                        .items = {surface->end - surface->first}};
    for (;;) {
        const size_t boxes = (levels.items[levels.top] + BUOY_LANES - 1) / BUOY_LANES;
        if (boxes <= 1) {
            return levels;
        }
        levels.first[levels.top + 1] = levels.first[levels.top] + boxes;
        levels.items[++levels.top] = boxes;
    }
}

static void fill_facet(struct buoy_pierce *pierce, uint32_t triangle,
                       struct buoy_pierce_facet *facet) {
    const struct buoy_surfaces *given = &pierce->surfaces;
    for (size_t k = 0; k < 3; ++k) {
        facet->vertex[k] = given->soup->indices[3 * (size_t)triangle + k];
        read_corner(pierce, facet->vertex[k], facet->corner[k]);
    }
    buoy_twice_area_vector(facet->corner, facet->normal);
    facet->triangle = triangle;
    facet->copies = given->copies ? given->copies[triangle] : 1;
    facet->reversed = given->reversed && given->reversed[triangle];
    facet->rim = given->rim && given->rim[triangle];
}

// Fills the facets, those of each surface together, in the order of the triangles.
static void fill_facets(struct buoy_pierce *pierce) {
    const struct buoy_surfaces *given = &pierce->surfaces;
    const size_t triangles = given->soup->triangle_count;
    size_t end = 0;
    for (size_t t = 0; t < triangles; ++t) {
        if (given->of_triangle[t] < given->count) {
            ++pierce->surface[given->of_triangle[t]].end;
        }
    }
    for (uint32_t s = 0; s < given->count; ++s) {
        end += pierce->surface[s].end;
        pierce->surface[s].first = pierce->surface[s].end = end - pierce->surface[s].end;
    }
    for (uint32_t i = 0; i < triangles; ++i) {
        const uint32_t t = given->order ? given->order[i] : i, s = given->of_triangle[t];
        if (s < given->count) {
            struct buoy_pierce_facet *facet = &pierce->facets[pierce->surface[s].end++];
            fill_facet(pierce, t, facet);
            for (int k = 0; k < 9; ++k) {
                pierce->largest = fmax(pierce->largest, fabs(facet->corner[k / 3][k % 3]));
            }
        }
    }
}

// Sorts each surface's facets in space; false if out of memory.
static bool sort_facets(struct buoy_pierce *pierce) {
    const uint32_t count = pierce->surfaces.count;
    const size_t facets = count > 0 ? pierce->surface[count - 1].end : 0;
    struct buoy_place *places = buoy_allocate(facets, sizeof *places);
    if (!places) {
        return false;
    }
    for (size_t i = 0; i < facets; ++i) {
        const struct buoy_pierce_box box = box_of(&pierce->facets[i], false);
        places[i].item = pierce->facets[i].triangle;
        for (int k = 0; k < 3; ++k) {
            // Half the middle: oblique coordinates may exceed the range of float.
            places[i].x[k] = (float)(0.25 * (box.low[k] + box.high[k]));
        }
    }
    for (uint32_t s = 0; s < count; ++s) {
        const struct buoy_pierce_surface *surface = &pierce->surface[s];
        buoy_cluster(places + surface->first, surface->end - surface->first, BUOY_LANES);
    }
    for (size_t i = 0; i < facets; ++i) {
        fill_facet(pierce, places[i].item, &pierce->facets[i]);
    }
    buoy_release(places);
    return true;
}

// Fills the boxes over all surfaces; false if out of memory.
static bool fill_boxes(struct buoy_pierce *pierce) {
    size_t boxes = 0;
    for (uint32_t s = 0; s < pierce->surfaces.count; ++s) {
        pierce->surface[s].first_box = boxes;
        const struct buoy_pierce_levels levels = buoy_pierce_levels(&pierce->surface[s]);
        boxes = levels.first[levels.top] + (levels.items[0] > 0);
    }
    pierce->boxes = buoy_allocate(boxes + 1, sizeof *pierce->boxes);
    for (uint32_t s = 0; pierce->boxes && s < pierce->surfaces.count; ++s) {
        const struct buoy_pierce_surface *surface = &pierce->surface[s];
        const struct buoy_pierce_levels levels = buoy_pierce_levels(surface);
        for (int level = 0; level <= levels.top; ++level) {
            for (size_t i = 0; i < levels.items[level]; ++i) {
                const struct buoy_pierce_box box =
                    level == 0 ? box_of(&pierce->facets[surface->first + i], true)
                               : pierce->boxes[levels.first[level - 1] + i];
                struct buoy_pierce_box *parent =
                    &pierce->boxes[levels.first[level] + i / BUOY_LANES];
                if (i % BUOY_LANES == 0) {
                    *parent = box;
                }
                grow(parent, box.low, box.high);
            }
        }
    }
    return pierce->boxes;
}

struct buoy_pierce *buoy_pierce_make(const struct buoy_surfaces *surfaces) {
    struct buoy_pierce *pierce = buoy_allocate_zeroed(1, sizeof *pierce);
    if (!pierce) {
        return NULL;
    }
    pierce->surfaces = *surfaces;
    pierce->frame = surfaces->frame ? *surfaces->frame : usual;
    pierce->surface = buoy_allocate_zeroed(surfaces->count + (size_t)1, sizeof *pierce->surface);
    pierce->facets = buoy_allocate(surfaces->soup->triangle_count, sizeof *pierce->facets);
    bool enough = pierce->surface && pierce->facets;
    if (enough) {
        fill_facets(pierce);
        enough = (surfaces->order || sort_facets(pierce)) && fill_boxes(pierce);
    }
    if (!enough) {
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

// ---------------------------------------------------------------------------------------- searches

// The state of a search in one surface.
struct search {
    struct buoy_pierce *pierce;
    const struct buoy_pierce_surface *surface;
    struct buoy_pierce_levels levels;
    double touching;

    // Along a line.
    struct buoy_corner point;
    const struct buoy_pierce_facet *facet;  // the triangle at hand
    const struct buoy_pierce_facet *except; // one that does not count, or NULL
    struct buoy_turns turns;

    // Around a box: its middle, and half its size plus the distance that counts as near.
    double middle[3], reach[3];
};

static struct search search_in(struct buoy_pierce *pierce, uint32_t surface, double touching) {
    const struct buoy_pierce_surface *in = &pierce->surface[surface];
    return (struct search){
        .pierce = pierce,
        .surface = in,
        .levels = buoy_pierce_levels(in),
        .touching = touching,
        .turns = {.up = (double)INFINITY, .down = (double)INFINITY},
    };
}

static void count_turn(void *context, const struct buoy_crossing *crossing) {
    struct search *search = context;
    struct buoy_turns *turns = &search->turns;
    const int copies = (int)search->facet->copies;
    const int sign = copies * (search->facet->reversed ? -crossing->sign : crossing->sign);
    const double beyond = crossing->z - search->point.z;
    if (beyond > search->touching) {
        turns->above -= sign;
        turns->up = fmin(turns->up, beyond);
    } else if (beyond < -search->touching) {
        turns->below += sign;
        turns->down = fmin(turns->down, -beyond);
    }
}

// The items of a box: triangles at level 0, boxes of the level below at others.
static size_t items_end(const struct search *search, int level, size_t index) {
    const size_t end = (index + 1) * BUOY_LANES;
    return end < search->levels.items[level] ? end : search->levels.items[level];
}

static void pierce_box(struct search *search, int level, size_t index) {
    const struct buoy_pierce_box *box = &search->pierce->boxes[search->levels.first[level] + index];
    const struct buoy_corner *p = &search->point;
    const double clear = CLEAR * search->pierce->largest;
    ++search->pierce->work;
    if (p->x < box->low[0] - clear || p->x > box->high[0] + clear || p->y < box->low[1] - clear ||
        p->y > box->high[1] + clear) {
        return;
    }
    const size_t end = items_end(search, level, index);
    for (size_t i = index * BUOY_LANES; i < end; ++i) {
        if (level > 0) {
            pierce_box(search, level - 1, i);
            continue;
        }
        ++search->pierce->work;
        search->facet = &search->pierce->facets[search->surface->first + i];
        if (search->facet != search->except) {
            struct buoy_corner c[3]; // with the line in the only column of a grid of one
            for (int k = 0; k < 3; ++k) {
                const double *corner = search->facet->corner[k];
                c[k] = (struct buoy_corner){corner[0] - p->x, corner[1] - p->y, corner[2]};
            }
            buoy_visit_crossings(1, c, count_turn, search);
        }
    }
}

struct buoy_turns buoy_pierce_turns(struct buoy_pierce *pierce, uint32_t surface,
                                    const struct buoy_pierce_facet *except,
                                    const struct buoy_corner *point, double touching) {
    struct search search = search_in(pierce, surface, touching);
    search.point = *point;
    search.except = except;
    if (search.levels.items[0] > 0) {
        pierce_box(&search, search.levels.top, 0);
    }
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

// Whether the curtain along an edge, a line when seen from above, is within reach of the box.
static bool curtain_meets(const struct search *search, const double from[3], const double to[3]) {
    const double a[2] = {to[0] - from[0], to[1] - from[1]};
    const double d[2] = {search->middle[0] - from[0], search->middle[1] - from[1]};
    const double distance = fabs(a[0] * d[1] - a[1] * d[0]);
    const double reach = fabs(a[0]) * search->reach[1] + fabs(a[1]) * search->reach[0];
    const double rounding =
        PRODUCT_ROUNDING * (fabs(a[0]) + fabs(a[1])) * (fabs(d[0]) + fabs(d[1]));
    return !(distance > reach + rounding);
}

// Whether a triangle's plane, or its curtains, are within reach of the box. If rounding could
// decide, the answer is yes.
static bool facet_is_near(const struct search *search, const struct buoy_pierce_facet *facet) {
    const struct buoy_pierce_box box = box_of(facet, true);
    const double(*c)[3] = facet->corner;
    double reach = 0.0, distance = 0.0, a = 0.0, b = 0.0, d = 0.0;
    if (!overlaps(search, &box)) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        const double away = search->middle[k] - c[0][k];
        reach += fabs(facet->normal[k]) * search->reach[k];
        distance += facet->normal[k] * away;
        a += fabs(c[2][k] - c[0][k]);
        b += fabs(c[1][k] - c[0][k]);
        d += fabs(away);
    }
    return !(fabs(distance) > reach + PRODUCT_ROUNDING * a * b * d) ||
           (facet->rim && (curtain_meets(search, c[0], c[1]) || curtain_meets(search, c[1], c[2]) ||
                           curtain_meets(search, c[2], c[0])));
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
    for (int k = 0; k < 3; ++k) {
        search.middle[k] = 0.5 * (box->low[k] + box->high[k]);
        search.reach[k] = box->high[k] - search.middle[k] + CLEAR * pierce->largest;
    }
    search.reach[2] += touching;
    return search.levels.items[0] > 0 && box_is_near(&search, search.levels.top, 0);
}
