// What blocks of 16 triangles at the waterline contribute to V and V c. For templates, on whatever
// lanes_<isa>.h came before.
//
// Sums run in float over 16 logical lanes, whatever the register width, and are flushed to double
// every FLUSH blocks: the order of every rounding is fixed, so all variants return the same bits.
//
// Rounding. Float is precise enough for weights and sums, not always for what they are made of.
//
// Heights rounded at the body's size tilt the cut through a small part of a large body, and with
// the apex up to a diagonal away that counts as (diagonal / part)² roundings: four cubes on a
// square of 5 000 times their size came out 6 % off. On bodies that are not compact (mesh.h)
// heights are therefore taken in double from unrounded coordinates, so that a share t of an edge is
// right to a few roundings of itself. It costs a third of the speed, which compact bodies are
// spared.
//
// h = A·v1 − A·p is taken in double, since on thin bodies the terms of opposite faces cancel, and
// the apex p inside the body, near the middle of its waterplane (buoy_section_centre): any point of
// the plane would do in exact arithmetic, but there h is small and so is its rounding. The foot of
// the mesh's centre would lie far off a thin body's own plane. Together these took the error of a
// plate 10⁴ times as wide as thick from 1.6e-4 to 7e-8 of its volume.
//
// Bodies wet by less than a millionth are summed again from their deepest corner, dropped onto the
// plane, so that terms do not cancel there either.
#ifndef BUOY_CUT_BLOCKS_H
#define BUOY_CUT_BLOCKS_H

#include <string.h>

#include "weights.h"

// Cut blocks between two flushes: short enough that a lane's float sum stays exact to 64 roundings.
#define FLUSH 64

// Below this share of the total volume the deepest corner is a better apex than the section centre;
// above it is a worse one.
#define BARELY_WET 0x1p-20

// Float sums over cut blocks, one per logical lane: f h and h (β₁v1 + β₂v2 + β₃v3).
struct lane_sums {
    _Alignas(64) float volume[BUOY_LANES], x[BUOY_LANES], y[BUOY_LANES], z[BUOY_LANES];
};

// What a pass over the mesh adds up, in double.
struct sums {
    double volume;               // Σ f h over cut blocks
    double moment[3];            // Σ h (β₁v1 + β₂v2 + β₃v3) over cut blocks
    _Alignas(64) double wet[16]; // moments of wet blocks
};

static inline void accumulate(float *sum, lanes a, lanes b) {
    lanes_store(sum, lanes_muladd(a, b, lanes_load(sum)));
}

static inline void clip_block(const struct buoy_block *block, const struct buoy_baked_plane *plane,
                              const double p[3], bool precise, struct lane_sums *sums) {
    const lanes zero = lanes_splat(0.0f);
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        lanes x[3], y[3], z[3], s[3];
        lanes_mask m[3];
        for (int k = 0; k < 3; ++k) {
            x[k] = lanes_load(&block->x[k][i]);
            y[k] = lanes_load(&block->y[k][i]);
            z[k] = lanes_load(&block->z[k][i]);
            s[k] = precise ? lanes_height(&block->x[k][i], &block->y[k][i], &block->z[k][i],
                                          plane->n, plane->offset)
                           : height(plane, x[k], y[k], z[k]);
            m[k] = lanes_less(s[k], zero);
        }
        if (!lanes_bits(lanes_or(m[0], lanes_or(m[1], m[2])))) {
            continue;
        }
        lanes f, beta[3];
        weights(s, m, &f, beta);
        const lanes h = lanes_above(&block->av[i], &block->ax[i], &block->ay[i], &block->az[i], p);
        accumulate(&sums->volume[i], f, h);
        accumulate(&sums->x[i], weighted(beta, x), h);
        accumulate(&sums->y[i], weighted(beta, y), h);
        accumulate(&sums->z[i], weighted(beta, z), h);
    }
}

static inline void flush(struct lane_sums *lane_sums, struct sums *sums) {
    sums->volume += lanes_sum16(lane_sums->volume);
    sums->moment[0] += lanes_sum16(lane_sums->x);
    sums->moment[1] += lanes_sum16(lane_sums->y);
    sums->moment[2] += lanes_sum16(lane_sums->z);
    memset(lane_sums, 0, sizeof *lane_sums);
}

// V and V c, baked frame, from the sums of a pass with apex p (see the equations above; of the
// moments m, K = m[0], ΣA = m[1..3], Σ k X = m[4..6] and Σ X Aᵀ = m[7..15]).
static double finish(const struct sums *sums, const double p[3], double vc[3]) {
    const double *m = sums->wet;
    const double h = m[0] - (m[1] * p[0] + m[2] * p[1] + m[3] * p[2]);
    const double v = (h + sums->volume) / 3.0;
    for (int i = 0; i < 3; ++i) {
        const double *row = m + 7 + 3 * i;
        const double wet = m[4 + i] - (row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
        vc[i] = (wet + sums->moment[i]) / 12.0 + p[i] * v / 4.0;
    }
    return v;
}

// The foot p of a corner x on the plane.
static inline void drop_onto_plane(const struct buoy_baked_plane *plane, const double x[3],
                                   double p[3]) {
    const double *n = plane->n;
    const double s = n[0] * x[0] + n[1] * x[1] + n[2] * x[2] - plane->offset;
    for (int i = 0; i < 3; ++i) {
        p[i] = x[i] - n[i] * (s * plane->inverse_n2);
    }
}

// The deepest corner of each logical lane.
struct deepest {
    _Alignas(64) float s[BUOY_LANES], x[BUOY_LANES], y[BUOY_LANES], z[BUOY_LANES];
};

static inline void keep_where(lanes_mask m, lanes a, float *p) {
    lanes_store(p, lanes_select(m, a, lanes_load(p)));
}

static inline void deepen(const struct buoy_block *block, const struct buoy_baked_plane *plane,
                          struct deepest *deepest) {
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        for (int k = 0; k < 3; ++k) {
            const lanes x = lanes_load(&block->x[k][i]), y = lanes_load(&block->y[k][i]);
            const lanes z = lanes_load(&block->z[k][i]);
            const lanes s = lanes_height(&block->x[k][i], &block->y[k][i], &block->z[k][i],
                                         plane->n, plane->offset);
            const lanes_mask m = lanes_less(s, lanes_load(&deepest->s[i]));
            keep_where(m, s, &deepest->s[i]);
            keep_where(m, x, &deepest->x[i]);
            keep_where(m, y, &deepest->y[i]);
            keep_where(m, z, &deepest->z[i]);
        }
    }
}

#endif
