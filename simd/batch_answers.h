// Sixteen bodies at once that share a mesh: from the caller's planes to a method's sums over its
// lanes, and from those to answers. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_BATCH_ANSWERS_H
#define BUOY_BATCH_ANSWERS_H

#include <string.h>

#include "batch_planes.h"
#include "bits.h"
#include "sums.h"

// Sixteen bodies that share a mesh, one per logical lane.
struct batch {
    const struct buoy_mesh *mesh;
    size_t count;        // lanes in use
    void *scratch;       // of the method
    const double *shift; // from the baked frame to that of the coordinates h is taken from
    const double *moved; // the same of those that moments are taken from
    struct batch_planes planes;
    _Alignas(64) float nx[BUOY_LANES], ny[BUOY_LANES], nz[BUOY_LANES], minus_d[BUOY_LANES];
    _Alignas(64) double p[3][BUOY_LANES];      // apexes, moved by `shift`
    _Alignas(64) double volume[BUOY_LANES];    // Σ f h
    _Alignas(64) double moment[3][BUOY_LANES]; // Σ h (β₁v1 + β₂v2 + β₃v3), moved by `moved`
};

// What a method does: fills in the sums of the lanes in use, for planes of which one at least may
// cross the mesh.
typedef void batch_sum_function(struct batch *batch);

// How it answers a body that is barely wet, alone.
typedef void batch_alone_function(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                  double d, struct buoy_volume *result);

// No sum of floats is this small, except 0.
#define BATCH_NOTHING 0x1p-900

// From sums to answers, but for what is barely wet, as sums_find_volume() ends.
static inline void batch_answer(const struct batch *batch, struct batch_answers *answers) {
    const struct batch_planes *planes = &batch->planes;
    const doubles nothing = doubles_splat(BATCH_NOTHING), quarter = doubles_splat(0.25);
    for (size_t i = 0; i < planes->count; i += DOUBLES_WIDTH) {
        // Lanes without a volume, and lanes that are not in use, need a divisor, too.
        const doubles s = doubles_load(&batch->volume[i]);
        const doubles some = doubles_if_less(nothing, batch_abs(s), s, doubles_splat(1.0));
        const doubles inverse = doubles_div(quarter, some);
        doubles_store(&answers->v[i], doubles_div(s, doubles_splat(3.0)));
        for (int k = 0; k < 3; ++k) {
            const doubles moved = doubles_splat(batch->moved[k]);
            const doubles apex = doubles_add(doubles_load(&planes->apex[k][i]), moved);
            const doubles far = doubles_mul(doubles_load(&batch->moment[k][i]), inverse);
            const doubles at = doubles_add(far, doubles_mul(quarter, apex));
            doubles_store(&answers->c[k][i], doubles_sub(at, moved));
        }
    }
    batch_keep_answers(batch->mesh, planes, answers);
}

#undef BATCH_NOTHING

// Lanes whose answers are more, or less, than their sums: as bits, those that the plane may cross
// and that are barely wet, and those that it misses or that have no volume.
static inline void batch_find_odd(const struct batch *batch, unsigned *barely_wet, unsigned *odd) {
    const struct batch_planes *planes = &batch->planes;
    const lanes none = lanes_splat(0.0f);
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = doubles_splat(sums_barely_wet_share(batch->mesh) * batch->mesh->volume);
    _Alignas(64) double barely[BUOY_LANES], other[BUOY_LANES];
    for (size_t i = 0; i < planes->count; i += DOUBLES_WIDTH) {
        const doubles v = doubles_div(doubles_load(&batch->volume[i]), doubles_splat(3.0));
        const doubles distance = batch_abs(doubles_load(&planes->distance[i]));
        const doubles cut = doubles_if_less(distance, doubles_load(&planes->reach[i]), one, zero);
        doubles_store(&barely[i], doubles_if_less(v, least, cut, zero));
        doubles_store(&other[i], doubles_sub(one, doubles_if_less(zero, v, cut, zero)));
    }
    *barely_wet = *odd = 0;
    for (size_t i = 0; i < planes->count; i += LANES_WIDTH) {
        const lanes some = lanes_narrow(lanes_double_load(&barely[i]));
        const lanes more = lanes_narrow(lanes_double_load(&other[i]));
        *barely_wet |= lanes_bits(lanes_less(none, some)) << i;
        *odd |= lanes_bits(lanes_less(none, more)) << i;
    }
}

static __attribute__((unused)) void batch_answer_barely_wet(const struct buoy_mesh *mesh,
                                                            const struct buoy_plane *plane,
                                                            double d, struct buoy_volume *result) {
    const struct buoy_baked_plane baked = buoy_bake_plane_at(mesh, plane, d);
    double apex[3], vc[3] = {0.0, 0.0, 0.0};
    const double v = barely_wet_volume(mesh, &baked, apex, vc);
    buoy_answer_sums(mesh, &baked, v, vc, result);
}

static inline bool batch_any_cut(const struct batch_planes *planes) {
    bool any = false;
    for (size_t l = 0; l < planes->count; ++l) {
        any = any || batch_is_cut(planes, l);
    }
    return any;
}

// The planes as lanes read them, and the apexes in the frame of h.
static inline void batch_spread(struct batch *batch) {
    const struct batch_planes *planes = &batch->planes;
    for (size_t i = 0; i < planes->count; i += LANES_WIDTH) {
        const lanes_double d = lanes_double_load(&planes->offset[i]);
        lanes_store(&batch->nx[i], lanes_narrow(lanes_double_load(&planes->n[0][i])));
        lanes_store(&batch->ny[i], lanes_narrow(lanes_double_load(&planes->n[1][i])));
        lanes_store(&batch->nz[i], lanes_narrow(lanes_double_load(&planes->n[2][i])));
        lanes_store(&batch->minus_d[i], lanes_sub(lanes_splat(0.0f), lanes_narrow(d)));
        for (int k = 0; k < 3; ++k) {
            const lanes_double shift = lanes_double_splat(batch->shift[k]);
            const lanes_double apex = lanes_double_load(&planes->apex[k][i]);
            lanes_double_store(&batch->p[k][i], lanes_double_add(apex, shift));
        }
    }
    memset(batch->volume, 0, sizeof batch->volume);
    memset(batch->moment, 0, sizeof batch->moment);
}

// Writes all answers but those that are barely wet.
static inline void batch_store(const struct batch *batch, size_t count, unsigned odd,
                               struct buoy_volume *results) {
    struct batch_answers answers;
    batch_answer(batch, &answers);
    const size_t whole = count - count % DOUBLES_WIDTH;
    for (size_t i = 0; i < whole; i += DOUBLES_WIDTH) {
        batch_store_turn(batch->mesh, &answers, i, results);
    }
    for (size_t l = whole; l < count; ++l) {
        odd |= 1u << l;
    }
    for (odd &= (1u << count) - 1; odd; odd &= odd - 1) {
        const unsigned l = buoy_lowest_bit(odd);
        batch_store_answer(batch->mesh, &batch->planes, &answers, l, &results[l]);
    }
}

// Answers up to 16 planes of a query, from `first` on.
static inline __attribute__((always_inline)) void
batch_run(struct batch *batch, const struct buoy_volume_query *query, size_t first, size_t count,
          batch_sum_function *sum, batch_alone_function *alone, struct buoy_volume *results) {
    batch->count = count;
    batch_load_planes(query, first, count, &batch->planes);
    batch_bake_planes(batch->mesh, &batch->planes);
    batch_find_apexes(batch->mesh, &batch->planes);
    batch_spread(batch);
    if (batch_any_cut(&batch->planes)) {
        sum(batch);
    }
    unsigned barely_wet, odd;
    batch_find_odd(batch, &barely_wet, &odd);
    batch_store(batch, count, odd, results);
    for (barely_wet &= (1u << count) - 1; barely_wet; barely_wet &= barely_wet - 1) {
        const unsigned l = buoy_lowest_bit(barely_wet);
        double d;
        const struct buoy_plane plane =
            buoy_plane_of(query->planes, query->planes64, first + l, &d);
        alone(batch->mesh, &plane, d, &results[l]);
    }
}

// How a method begins: it says where its coordinates are.
static inline void batch_begin(const struct buoy_volume_query *query, const double shift[3],
                               const double moved[3], struct batch *batch) {
    batch->mesh = query->mesh;
    batch->scratch = query->scratch;
    batch->shift = shift;
    batch->moved = moved;
}

// Answers the first `count` planes of a query.
static inline __attribute__((always_inline)) void
batch_answer_query(struct batch *batch, const struct buoy_volume_query *query, size_t count,
                   batch_sum_function *sum, batch_alone_function *alone,
                   struct buoy_volume *restrict results) {
    for (size_t i = 0; i < count; i += BUOY_LANES) {
        const size_t left = count - i;
        batch_run(batch, query, i, left < BUOY_LANES ? left : BUOY_LANES, sum, alone, results + i);
    }
}

#endif
