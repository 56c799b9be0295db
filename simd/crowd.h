// Crowds that share a small mesh, answered with lanes that are bodies and with the bits of each
// body alone: what the methods share. For templates, on whatever lanes_<isa>.h came before.
//
// A small mesh leaves lanes that are triangles idle, and most of the time of a body goes into what
// is done once per body. Here every lane does with its body what the method does with it alone, and
// adds in the same order: the number of bodies may choose between the two. The sums of the 16
// logical lanes of sums.h are rows, one lane of which is a body's.
#ifndef BUOY_CROWD_H
#define BUOY_CROWD_H

#include "batch_answers.h"

struct crowd {
    const struct batch *batch;
    int first; // of its lanes
    lanes_double p[3];
    lanes_double wet[16];                                // moments of what is wholly submerged
    _Alignas(64) float sums[4][BUOY_LANES][LANES_WIDTH]; // as struct sums_in_lanes
};

// Whether a crowd of `count` bodies is answered in lanes that are bodies, if its mesh is small.
static inline bool crowd_suits(const struct buoy_mesh *mesh, size_t count) {
    return LANES_WIDTH > 1 && count >= LANES_WIDTH && mesh->compact && mesh->closed &&
           !mesh->scattered;
}

// Only the first `rows` logical lanes will be added to.
static inline void crowd_begin(const struct batch *batch, int first, uint32_t rows,
                               struct crowd *crowd) {
    crowd->batch = batch;
    crowd->first = first;
    for (int k = 0; k < 3; ++k) {
        crowd->p[k] = lanes_double_load(&batch->p[k][first]);
    }
    for (int k = 0; k < 16; ++k) {
        crowd->wet[k] = lanes_double_splat(0.0);
    }
    const lanes zero = lanes_splat(0.0f);
    for (int k = 0; k < 4; ++k) {
        for (uint32_t t = 0; t < rows; ++t) {
            lanes_store(crowd->sums[k][t], zero);
        }
    }
}

static inline void crowd_add_wet(struct crowd *crowd, const struct buoy_moments *moments,
                                 lanes_mask wet) {
    const lanes_double share = lanes_widen(lanes_keep(wet, lanes_splat(1.0f)));
    for (int k = 0; k < 16; ++k) {
        const lanes_double m = lanes_double_mul(share, lanes_double_splat(moments->m[k]));
        crowd->wet[k] = lanes_double_add(crowd->wet[k], m);
    }
}

// lanes_sum16() of each body. Logical lanes beyond `rows` hold 0, which changes no sum.
static inline lanes_double crowd_total(float sums[BUOY_LANES][LANES_WIDTH], uint32_t rows) {
    lanes_double d[8];
    for (uint32_t i = 0; i < 8; ++i) {
        d[i] = i < rows ? lanes_widen(lanes_load(sums[i])) : lanes_double_splat(0.0);
        if (i + 8 < rows) {
            d[i] = lanes_double_add(d[i], lanes_widen(lanes_load(sums[i + 8])));
        }
    }
    for (int half = 4; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            d[i] = lanes_double_add(d[i], d[i + half]);
        }
    }
    return d[0];
}

// a − b·p, never fused, as in sums_finish().
static inline lanes_double crowd_above(lanes_double a, const lanes_double b[3],
                                       const lanes_double p[3]) {
    lanes_double foot = lanes_double_mul(b[0], p[0]);
    foot = lanes_double_add(foot, lanes_double_mul(b[1], p[1]));
    return lanes_double_sub(a, lanes_double_add(foot, lanes_double_mul(b[2], p[2])));
}

// As sums_finish() begins. The sums count `times`, 1 or ½.
static inline void crowd_end(struct crowd *crowd, uint32_t rows, double times,
                             struct batch *batch) {
    const lanes_double *m = crowd->wet, part = lanes_double_splat(times);
    const lanes_double h = crowd_above(m[0], &m[1], crowd->p);
    const lanes_double volume = lanes_double_mul(crowd_total(crowd->sums[0], rows), part);
    lanes_double_store(&batch->volume[crowd->first], lanes_double_add(h, volume));
    for (int i = 0; i < 3; ++i) {
        const lanes_double wet = crowd_above(m[4 + i], &m[7 + 3 * i], crowd->p);
        const lanes_double cut = lanes_double_mul(crowd_total(crowd->sums[1 + i], rows), part);
        lanes_double_store(&batch->moment[i][crowd->first], lanes_double_add(wet, cut));
    }
}

// Answers as many whole vectors of a query's planes as there are; returns how many planes that is.
static inline __attribute__((always_inline)) size_t
crowd_answer(const struct buoy_volume_query *query, const double shift[3], batch_sum_function *sum,
             batch_alone_function *alone, struct buoy_volume *restrict results) {
    const size_t count = query->count - query->count % LANES_WIDTH;
    struct batch batch;
    batch_begin(query, shift, shift, &batch);
    batch_answer_query(&batch, query, count, sum, alone, results);
    return count;
}

#endif
