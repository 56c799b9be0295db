// Which triangles a line through a point pierces: a hierarchy of boxes across the line.
#include "pierce.h"

#include <math.h>
#include <stdlib.h>

#include "cluster.h"
#include "columns.h"
#include "mesh.h"

// The line's slope: x and y gained for each z.
static const double slope[2] = {0.3713906763541037, 0.1798726173491371};

// Across the line.
struct box {
    double low[2], high[2];
};

// Boxes of 16 triangles each at level 0, of 16 boxes below at each other one; the last is one box.
#define LEVELS 8

struct buoy_pierce {
    const struct buoy_soup *soup;
    struct buoy_place *places; // the triangles in the hierarchy's order
    struct box *boxes;         // of all levels
    size_t first[LEVELS], count[LEVELS];
    int top;
};

// Coordinates in which the line is vertical.
static struct buoy_corner upright(const float p[3]) {
    return (struct buoy_corner){p[0] - slope[0] * p[2], p[1] - slope[1] * p[2], p[2]};
}

static void read_corners(const struct buoy_soup *soup, size_t triangle, struct buoy_corner c[3]) {
    for (size_t k = 0; k < 3; ++k) {
        c[k] = upright(soup->positions + 3 * (size_t)soup->indices[3 * triangle + k]);
    }
}

static void grow(struct box *box, const struct box *by) {
    for (int k = 0; k < 2; ++k) {
        box->low[k] = fmin(box->low[k], by->low[k]);
        box->high[k] = fmax(box->high[k], by->high[k]);
    }
}

static struct box box_of(const struct buoy_soup *soup, size_t triangle) {
    struct buoy_corner c[3];
    read_corners(soup, triangle, c);
    struct box box = {{c[0].x, c[0].y}, {c[0].x, c[0].y}};
    for (int k = 1; k < 3; ++k) {
        grow(&box, &(struct box){{c[k].x, c[k].y}, {c[k].x, c[k].y}});
    }
    return box;
}

static void plan_levels(struct buoy_pierce *pierce) {
    size_t count = pierce->soup->triangle_count, end = 0;
    for (int level = 0; level == 0 || count > 1; ++level) {
        count = (count + BUOY_LANES - 1) / BUOY_LANES;
        pierce->first[level] = end;
        pierce->count[level] = count;
        pierce->top = level;
        end += count;
    }
}

static void fill_boxes(struct buoy_pierce *pierce) {
    for (size_t i = 0; i < pierce->soup->triangle_count; ++i) {
        const struct box box = box_of(pierce->soup, pierce->places[i].item);
        struct box *parent = &pierce->boxes[i / BUOY_LANES];
        if (i % BUOY_LANES == 0) {
            *parent = box;
        }
        grow(parent, &box);
    }
    for (int level = 1; level <= pierce->top; ++level) {
        for (size_t i = 0; i < pierce->count[level - 1]; ++i) {
            const struct box *box = &pierce->boxes[pierce->first[level - 1] + i];
            struct box *parent = &pierce->boxes[pierce->first[level] + i / BUOY_LANES];
            if (i % BUOY_LANES == 0) {
                *parent = *box;
            }
            grow(parent, box);
        }
    }
}

struct buoy_pierce *buoy_pierce_make(const struct buoy_soup *soup) {
    struct buoy_pierce *pierce = calloc(1, sizeof *pierce);
    if (!pierce) {
        return NULL;
    }
    pierce->soup = soup;
    plan_levels(pierce);
    pierce->places = calloc(soup->triangle_count, sizeof *pierce->places);
    pierce->boxes = calloc(pierce->first[pierce->top] + 1, sizeof *pierce->boxes);
    if (!pierce->places || !pierce->boxes) {
        buoy_pierce_free(pierce);
        return NULL;
    }
    for (uint32_t t = 0; t < soup->triangle_count; ++t) {
        const struct box box = box_of(soup, t);
        pierce->places[t] = (struct buoy_place){
            // Half the middle: the sheared coordinates may exceed the range of float.
            .x = {(float)(0.25 * (box.low[0] + box.high[0])),
                  (float)(0.25 * (box.low[1] + box.high[1]))},
            .item = t,
        };
    }
    buoy_cluster(pierce->places, soup->triangle_count, BUOY_LANES);
    fill_boxes(pierce);
    return pierce;
}

void buoy_pierce_free(struct buoy_pierce *pierce) {
    if (pierce) {
        free(pierce->places);
        free(pierce->boxes);
        free(pierce);
    }
}

// A search under way.
struct search {
    const struct buoy_pierce *pierce;
    struct buoy_corner point;
    buoy_pierce_visitor *visitor;
    void *context;
    uint32_t triangle;
};

static void pass_on(void *context, const struct buoy_crossing *crossing) {
    const struct search *search = context;
    search->visitor(search->context, search->triangle, crossing->z - search->point.z,
                    crossing->sign);
}

// Moves the line to the only column of a grid of one.
static void visit_triangle(struct search *search, uint32_t triangle) {
    struct buoy_corner c[3];
    read_corners(search->pierce->soup, triangle, c);
    for (int k = 0; k < 3; ++k) {
        c[k].x -= search->point.x;
        c[k].y -= search->point.y;
    }
    search->triangle = triangle;
    buoy_visit_crossings(1, c, pass_on, search);
}

static void visit_box(struct search *search, int level, size_t index) {
    const struct buoy_pierce *pierce = search->pierce;
    const struct box *box = &pierce->boxes[pierce->first[level] + index];
    const struct buoy_corner *p = &search->point;
    if (p->x < box->low[0] || p->x > box->high[0] || p->y < box->low[1] || p->y > box->high[1]) {
        return;
    }
    const size_t below = level == 0 ? pierce->soup->triangle_count : pierce->count[level - 1];
    for (size_t i = index * BUOY_LANES; i < (index + 1) * BUOY_LANES && i < below; ++i) {
        if (level == 0) {
            visit_triangle(search, pierce->places[i].item);
        } else {
            visit_box(search, level - 1, i);
        }
    }
}

void buoy_pierce_visit(const struct buoy_pierce *pierce, const float point[3],
                       buoy_pierce_visitor *visitor, void *context) {
    struct search search = {pierce, upright(point), visitor, context, 0};
    visit_box(&search, pierce->top, 0);
}
