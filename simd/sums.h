// What a pass over a mesh adds up, and the answer from these sums. For templates, on whatever
// lanes_<isa>.h came before.
//
// Sums run over 16 logical lanes, whatever the register width: in float, flushed to double every
// SUMS_FLUSH blocks or leaves, or in double where terms cancel. The order of every rounding is
// fixed, so all variants return the same bits.
//
// Rounding. Float is precise enough for weights, but not always for heights, h and the sum of f h.
//
// Heights rounded at the body's size tilt the cut through a small part of a large body; with the
// apex up to a diagonal away the error grows to (diagonal / part)² roundings. Four cubes on a
// square of 5 000 times their size came out 6 % off. On bodies that are not compact (mesh.h),
// heights are therefore taken in double from unrounded coordinates, so that a share t of an edge is
// right to a few roundings of itself.
//
// h = A·(v1 − p) is taken in double, because on thin bodies the terms of opposite faces cancel. The
// apex p is inside the body, near the middle of its waterplane (buoy_section_centre): any point of
// the plane would do in exact arithmetic, but there h is small and so is its rounding. The foot of
// the mesh's centre would lie far off a thin body's own plane. Together these two choices took the
// error of a plate 10⁴ times as wide as thick from 1.6e-4 to 7e-8 of its volume.
//
// Bodies of which less than 2⁻¹⁶ is wet are summed again, in double: the apex may lie far from what
// is wet, and its terms cancel. Where heights are taken in float, a few corners
// in the water may be off by several times what the rounding of the input alone would do; compact
// bodies are summed again below 2⁻¹². That is rare: in random poses it costs 2 to 3 % of the
// instructions on a body of 12 triangles, and less on larger ones.
#ifndef BUOY_SUMS_H
#define BUOY_SUMS_H

#include <string.h>

#include "bits.h"
#include "mesh/leaves.h"
#include "mesh/shares.h"
#include "walk.h"
#include "weights.h"

// ------------------------------------------------------------------------------- barely wet bodies

// A second computation, in double and from the vertices as given, for bodies of which hardly
// anything is wet.
//
// A float answer for such a body would be noise, because its error bound is a share of the whole
// body. The apex is the deepest vertex, dropped onto the plane, so that terms do not cancel. Every
// triangle is clipped by itself, because few are at the water, in the order of the leaves. Lanes
// only choose the triangles to look at, and looking at a dry one changes nothing: the bits are the
// same on every instruction set, and for every method.

struct barely_wet {
    const struct buoy_mesh *mesh;
    const struct buoy_baked_plane *plane; // in the baked frame
    double depth;                         // of the deepest vertex
    double apex[3];                       // baked frame
    double volume, moment[3]; // Σ f h and Σ h (β₁v1 + β₂v2 + β₃v3), from the apex
};

// Deepens or adds the triangles in slots from `first` on.
static inline void barely_wet_slots(struct barely_wet *body, uint32_t first, uint32_t count,
                                    bool add) {
    for (uint32_t slot = first; slot < first + count; ++slot) {
        double v[3][3], s[3];
        const double *n = body->plane->n;
        buoy_slot_corners(body->mesh, slot, body->mesh->tree.shift, v);
        for (int k = 0; k < 3; ++k) {
            s[k] = buoy_dot(n, v[k]) - body->plane->offset;
        }
        if (!(s[0] < 0.0 || s[1] < 0.0 || s[2] < 0.0)) {
            continue;
        }
        if (add) {
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
        } else {
            // Drops the deepest vertex onto the plane: the foot is the apex.
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

// -------------------------------------------------------------------------------------------- sums

// Cut blocks or leaves between two flushes: so few that a lane's float sum stays exact to 64
// roundings.
#define SUMS_FLUSH 64

// The share of the total volume below which a body is barely wet: where heights are taken in
// double, and in float.
#define SUMS_BARELY_WET 0x1p-16
#define SUMS_BARELY_WET_IN_FLOAT 0x1p-12

static inline double sums_barely_wet_share(const struct buoy_mesh *mesh) {
    return mesh->compact ? SUMS_BARELY_WET_IN_FLOAT : SUMS_BARELY_WET;
}

// Sums over cut triangles, one per logical lane: f h and h (β₁v1 + β₂v2 + β₃v3) in float. On
// scattered bodies (mesh.h), and in leaves with a large triangle, f h is in double: terms many
// times as large as the volume cancel.
struct sums_in_lanes {
    _Alignas(64) float volume[BUOY_LANES], x[BUOY_LANES], y[BUOY_LANES], z[BUOY_LANES];
    _Alignas(64) double wide[BUOY_LANES];
};

// has_wide: whether `wide` is in use.
static inline void sums_begin(struct sums_in_lanes *lane_sums, bool has_wide) {
    memset(lane_sums->volume, 0, sizeof lane_sums->volume);
    memset(lane_sums->x, 0, sizeof lane_sums->x);
    memset(lane_sums->y, 0, sizeof lane_sums->y);
    memset(lane_sums->z, 0, sizeof lane_sums->z);
    if (has_wide) {
        memset(lane_sums->wide, 0, sizeof lane_sums->wide);
    }
}

// Adds f h in double to LANES_WIDTH logical lanes.
static inline void sums_add_wide(double *sum, lanes f, lanes_double h) {
    lanes_double_store(sum, lanes_double_muladd(lanes_widen(f), h, lanes_double_load(sum)));
}

// The sum of `count` doubles, 16 or 8, by the tree of lanes_sum16().
static inline double sums_of_doubles(const double *lane, int count) {
    double sum[BUOY_LANES];
    memcpy(sum, lane, (size_t)count * sizeof *sum);
    for (int half = count / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            sum[i] += sum[i + half];
        }
    }
    return sum[0];
}

// The lanes' sums in double, and the moments of whatever is wholly submerged.
struct sums {
    double volume, moment[3];
    _Alignas(64) double wet[16];
};

// A pass over a mesh.
struct sums_pass {
    const struct buoy_mesh *mesh;
    struct buoy_baked_plane centred; // in the baked frame
    struct buoy_baked_plane plane;   // in that of the blocks' or leaves' coordinates
    const double *shift;             // from the baked frame to that one
    double p[3];                     // the apex, in that frame
    bool precise;                    // take heights in double
    bool barely_wet;                 // the answer came from there
    struct surface *surface;         // sums for hydrostatics beyond V and V c (surface.h)
};

// Adds lanes' sums, which count `times`, 1 or ½.
static INLINE_IF_WHOLE void sums_flush(const struct sums_in_lanes *lane_sums, bool has_wide,
                                       double times, struct sums *sums) {
    sums->volume += times * lanes_sum16(lane_sums->volume);
    sums->moment[0] += times * lanes_sum16(lane_sums->x);
    sums->moment[1] += times * lanes_sum16(lane_sums->y);
    sums->moment[2] += times * lanes_sum16(lane_sums->z);
    if (has_wide) {
        sums->volume += times * sums_of_doubles(lane_sums->wide, BUOY_LANES);
    }
}

// V and c, in the frame of the coordinates that were summed, from the sums of a pass with apex p
// (see weights.h): V = S / 3 and c = T / (4 S) + p / 4, with S = Σ f h and T = Σ h (β₁v1 + β₂v2 +
// β₃v3), so that c does not wait for V. The moments m are K = m[0], ΣA = m[1..3], Σ k X = m[4..6]
// and Σ X Aᵀ = m[7..15]. A V below `least`, or of 0, is all that is found.
static inline __attribute__((always_inline)) double
sums_finish(const struct sums *sums, const double p[3], double least, double c[3]) {
    const double *m = sums->wet;
    const double h = m[0] - buoy_dot(&m[1], p);
    const double s = h + sums->volume, v = s / 3.0;
    if (v < least || v == 0.0) {
        return v;
    }
    const double inverse = 0.25 / s;
    for (int i = 0; i < 3; ++i) {
        const double *row = m + 7 + 3 * i;
        const double wet = m[4 + i] - buoy_dot(row, p);
        c[i] = (wet + sums->moment[i]) * inverse + 0.25 * p[i];
    }
    return v;
}

// What a method does in a pass.
typedef void sums_function(const struct sums_pass *pass, struct sums *sums);

// V and c of a body that is barely wet. Its apex becomes the pass's, for the other sums.
static __attribute__((noinline)) double sums_find_barely_wet(struct sums_pass *pass, double c[3]) {
    double apex[3], vc[3];
    const double v = barely_wet_volume(pass->mesh, &pass->centred, apex, vc);
    if (v != 0.0) {
        const double inverse_v = 1.0 / v;
        for (int i = 0; i < 3; ++i) {
            pass->p[i] = apex[i] + pass->shift[i];
            c[i] = vc[i] * inverse_v;
        }
    }
    return v;
}

// V and c, baked frame, of a body that the centred plane of the pass may cross; V = 0 if all its
// corners are dry.
static inline __attribute__((always_inline)) double
sums_find_volume(struct sums_pass *pass, sums_function *sum, double c[3]) {
    const struct buoy_mesh *mesh = pass->mesh;
    pass->plane = buoy_shift_plane(&pass->centred, pass->shift);
    buoy_section_centre(mesh, &pass->centred, pass->p);
    for (int i = 0; i < 3; ++i) {
        pass->p[i] += pass->shift[i];
    }
    struct sums sums;
    sum(pass, &sums);
    const double least = sums_barely_wet_share(mesh) * mesh->volume;
    const double v = sums_finish(&sums, pass->p, least, c);
    pass->barely_wet = v < least;
    if (pass->barely_wet) {
        return sums_find_barely_wet(pass, c);
    }
    for (int i = 0; i < 3; ++i) {
        c[i] -= pass->shift[i];
    }
    return v;
}

// Answers from a pass whose plane is baked. shift: of the coordinates that are summed.
static inline __attribute__((always_inline)) void
sums_answer(struct sums_pass *pass, const struct buoy_mesh *mesh, const double shift[3],
            sums_function *sum, struct buoy_volume *result) {
    pass->mesh = mesh;
    pass->shift = shift;
    pass->surface = NULL;
    pass->precise = !mesh->compact;
    if (pass->centred.side == BUOY_SIDE_DRY) {
        buoy_answer_dry(mesh, result);
    } else if (pass->centred.side == BUOY_SIDE_WET) {
        buoy_answer_wet(mesh, result);
    } else {
        double c[3] = {0.0, 0.0, 0.0};
        const double v = sums_find_volume(pass, sum, c);
        buoy_answer_found(mesh, &pass->centred, v, c, result);
    }
}

// Answers a whole query with a method's sums.
static inline __attribute__((always_inline)) void
sums_answer_query(const struct buoy_volume_query *query, const double shift[3], sums_function *sum,
                  struct buoy_volume *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        struct sums_pass pass;
        double d;
        const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, i, &d);
        pass.centred = buoy_bake_plane_at(query->mesh, &given, d);
        sums_answer(&pass, query->mesh, shift, sum, &results[i]);
    }
}

#endif
