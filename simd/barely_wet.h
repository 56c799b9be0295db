// A second computation, in double and from the vertices as given, for bodies of which hardly
// anything is wet: how little, sums.h says. For templates, on whatever lanes_<isa>.h came before.
//
// A float answer for such a body would be noise, because its error bound is a share of the whole
// body. The apex is the deepest vertex, dropped onto the plane, so that terms do not cancel. Every
// triangle is clipped by itself, because few are at the water, in the order of the leaves. Lanes
// only choose the triangles to look at, and looking at a dry one changes nothing: the bits are the
// same on every instruction set, and for every method.
#ifndef BUOY_BARELY_WET_H
#define BUOY_BARELY_WET_H

#include "bits.h"
#include "mesh/leaves.h"
#include "mesh/shares.h"
#include "walk.h"

struct barely_wet {
    const struct buoy_mesh *mesh;
    const struct buoy_baked_plane *plane; // in the baked frame
    double depth;                         // of the deepest vertex
    double apex[3];                       // baked frame
    double volume, moment[3]; // Σ f h and Σ h (β₁v1 + β₂v2 + β₃v3), from the apex
};

// Corners of a triangle as given, baked frame, and their heights; false if none is submerged.
static inline bool barely_wet_corners(const struct barely_wet *body, uint32_t slot, double v[3][3],
                                      double s[3]) {
    const double *n = body->plane->n;
    buoy_slot_corners(body->mesh, slot, body->mesh->tree.shift, v);
    for (int k = 0; k < 3; ++k) {
        s[k] = buoy_dot(n, v[k]) - body->plane->offset;
    }
    return s[0] < 0.0 || s[1] < 0.0 || s[2] < 0.0;
}

// Drops the deepest vertex onto the plane: the foot is the apex.
static inline void barely_wet_deepen(struct barely_wet *body, double v[3][3], const double s[3]) {
    for (int k = 0; k < 3; ++k) {
        if (-s[k] > body->depth) {
            body->depth = -s[k];
            const double rise = body->depth * buoy_inverse_n2(body->plane);
            for (int i = 0; i < 3; ++i) {
                body->apex[i] = v[k][i] + body->plane->n[i] * rise;
            }
        }
    }
}

static inline void barely_wet_add(struct barely_wet *body, double v[3][3], const double s[3]) {
    double area[3], beta[3];
    buoy_area_vector(v, area);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            v[k][i] -= body->apex[i];
        }
    }
    const double h = buoy_dot(v[0], area);
    body->volume += buoy_clip_triangle(s, beta) * h;
    for (int i = 0; i < 3; ++i) {
        body->moment[i] += h * (beta[0] * v[0][i] + beta[1] * v[1][i] + beta[2] * v[2][i]);
    }
}

// Deepens or adds the triangles in slots from `first` on.
static inline void barely_wet_slots(struct barely_wet *body, uint32_t first, uint32_t count,
                                    bool add) {
    for (uint32_t slot = first; slot < first + count; ++slot) {
        double v[3][3], s[3];
        if (!barely_wet_corners(body, slot, v, s)) {
            continue;
        }
        if (add) {
            barely_wet_add(body, v, s);
        } else {
            barely_wet_deepen(body, v, s);
        }
    }
}

// Deepens or adds what the plane may cross below a node, and all that lies below the plane.
static void barely_wet_node(struct barely_wet *body, const struct buoy_span *span, uint32_t level,
                            uint32_t node, bool add) {
    const struct buoy_tree *tree = &body->mesh->tree;
    unsigned wet, cut;
    walk_classify(&tree->nodes[tree->first_node[level] + node], span, &wet, &cut);
    for (unsigned any = wet | cut; any; any &= any - 1) {
        const uint32_t item = node * BUOY_LANES + buoy_lowest_bit(any);
        if (level > 0) {
            barely_wet_node(body, span, level - 1, item, add);
        } else {
            barely_wet_slots(body, item * BUOY_LANES, BUOY_LANES, add);
        }
    }
}

static inline void barely_wet_all(struct barely_wet *body, bool add) {
    const struct buoy_mesh *mesh = body->mesh;
    if (mesh->is_indexed) {
        barely_wet_slots(body, 0, mesh->triangle_count, add);
    } else {
        const struct buoy_span span = buoy_span_of(body->plane);
        barely_wet_node(body, &span, mesh->tree.level_count - 1, 0, add);
    }
}

// The share of the body's size cubed that counts as no volume: 1 / V must be finite.
#define BARELY_WET_NOTHING 0x1p-900

// V, V c and the apex, baked frame; V = 0 if no vertex is submerged, or hardly.
static double barely_wet_volume(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                                double apex[3], double vc[3]) {
    struct barely_wet body = {.mesh = mesh, .plane = plane};
    barely_wet_all(&body, false);
    if (body.depth == 0.0) {
        return 0.0;
    }
    barely_wet_all(&body, true);
    const double v = fabs(body.volume) > BARELY_WET_NOTHING ? body.volume / 3.0 : 0.0;
    for (int i = 0; i < 3; ++i) {
        apex[i] = body.apex[i];
        vc[i] = body.moment[i] / 12.0 + body.apex[i] * v;
    }
    return v;
}

#undef BARELY_WET_NOTHING

#endif
