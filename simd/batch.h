// Sixteen bodies at once that share a mesh: planes from the caller's frame to the baked one, a
// method's sums over its lanes, and from those to answers. mesh/plane.h does the same for one
// plane; every lane rounds as if it were alone, and nothing is fused. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_BATCH_OF_LANES_H
#define BUOY_BATCH_OF_LANES_H

#include <string.h>

#include "bits.h"
#include "mesh/plane.h"
#include "sums.h"
#include "vectors.h"

struct batch_planes {
    size_t count; // lanes in use, up to whole vectors; these repeat the last plane
    _Alignas(64) double n[3][BUOY_LANES], offset[BUOY_LANES];    // offset 0 unless cut
    _Alignas(64) double reach[BUOY_LANES], distance[BUOY_LANES]; // distance: the true offset
    _Alignas(64) double apex[3][BUOY_LANES];                     // near the waterplane's middle
};

static inline bool batch_is_cut(const struct batch_planes *planes, size_t l) {
    return fabs(planes->distance[l]) < planes->reach[l];
}

static inline doubles batch_abs(doubles a) {
    return doubles_max(a, doubles_sub(doubles_splat(0.0), a));
}

// x a₀ + y a₁ + z a₂.
static inline lanes_double batch_dot(const lanes_double x[3], const double a[3]) {
    const lanes_double xy = lanes_double_add(lanes_double_mul(x[0], lanes_double_splat(a[0])),
                                             lanes_double_mul(x[1], lanes_double_splat(a[1])));
    return lanes_double_add(xy, lanes_double_mul(x[2], lanes_double_splat(a[2])));
}

// x a₀ + y a₁ + z a₂ of half as many.
static inline doubles batch_dot_half(const doubles x[3], const double a[3]) {
    const doubles xy =
        doubles_add(doubles_mul(x[0], doubles_splat(a[0])), doubles_mul(x[1], doubles_splat(a[1])));
    return doubles_add(xy, doubles_mul(x[2], doubles_splat(a[2])));
}

// Loads up to 16 planes of a query, from `first` on.
static inline void batch_load_planes(const struct buoy_volume_query *query, size_t first,
                                     size_t count, struct batch_planes *planes) {
    planes->count = (count + LANES_WIDTH - 1) / LANES_WIDTH * LANES_WIDTH;
    for (size_t l = 0; l < planes->count; ++l) {
        const size_t i = first + (l < count ? l : count - 1);
        const struct buoy_plane plane =
            buoy_plane_of(query->planes, query->planes64, i, &planes->distance[l]);
        planes->n[0][l] = plane.normal[0];
        planes->n[1][l] = plane.normal[1];
        planes->n[2][l] = plane.normal[2];
    }
}

// buoy_bake_plane_at(), but for the side: scales normals by powers of two and moves the origin to
// the mesh's centre.
static inline void batch_bake_planes(const struct buoy_mesh *mesh, struct batch_planes *planes) {
    // The whole volume of an open mesh is not known: if its rim is dry, it is summed up as well.
    const lanes_double beyond = lanes_double_splat(mesh->closed ? 1.0 : 2.0);
    for (size_t i = 0; i < planes->count; i += LANES_WIDTH) {
        lanes_double n[3], size[3];
        for (int k = 0; k < 3; ++k) {
            n[k] = lanes_double_load(&planes->n[k][i]);
            size[k] = lanes_double_max(n[k], lanes_double_sub(lanes_double_splat(0.0), n[k]));
        }
        const lanes_double largest = lanes_double_max(lanes_double_max(size[0], size[1]), size[2]);
        const lanes_double scale = lanes_double_scale(largest);
        for (int k = 0; k < 3; ++k) {
            n[k] = lanes_double_mul(n[k], scale);
            lanes_double_store(&planes->n[k][i], n[k]);
        }
        const lanes_double d = lanes_double_mul(lanes_double_load(&planes->distance[i]), scale);
        const lanes_double moved = lanes_double_sub(d, batch_dot(n, mesh->centre));
        lanes_double_store(&planes->distance[i],
                           lanes_double_mul(moved, lanes_double_splat(mesh->inverse_scale)));
        lanes_double_store(&planes->reach[i], lanes_double_mul(batch_dot(size, mesh->half_extent),
                                                               lanes_double_mul(scale, beyond)));
    }
    // buoy_settle(). Few meshes are in doubles.
    for (size_t l = 0; mesh->in_doubles && l < planes->count; ++l) {
        const double n[3] = {planes->n[0][l], planes->n[1][l], planes->n[2][l]};
        planes->distance[l] = buoy_settle(mesh, n, planes->distance[l]);
    }
}

// buoy_section_centre(). Dry and wholly wet bodies are answered without sums; their offset 0 keeps
// the sums finite.
static inline void batch_find_apexes(const struct buoy_mesh *mesh, struct batch_planes *planes) {
    for (size_t i = 0; i < planes->count; i += DOUBLES_WIDTH) {
        const doubles distance = doubles_load(&planes->distance[i]);
        const doubles offset = doubles_if_less(batch_abs(distance), doubles_load(&planes->reach[i]),
                                               distance, doubles_splat(0.0));
        doubles n[3], towards[3];
        for (int k = 0; k < 3; ++k) {
            n[k] = doubles_load(&planes->n[k][i]);
        }
        for (int k = 0; k < 3; ++k) {
            towards[k] = batch_dot_half(n, mesh->surface_spread[k]);
        }
        const doubles xy =
            doubles_add(doubles_mul(towards[0], n[0]), doubles_mul(towards[1], n[1]));
        const doubles along = doubles_add(xy, doubles_mul(towards[2], n[2]));
        const doubles away = doubles_sub(offset, batch_dot_half(n, mesh->surface_centre));
        const doubles step = doubles_div(away, along);
        for (int k = 0; k < 3; ++k) {
            const doubles g = doubles_splat(mesh->surface_centre[k]);
            doubles_store(&planes->apex[k][i], doubles_add(g, doubles_mul(step, towards[k])));
        }
        doubles_store(&planes->offset[i], offset);
    }
}

// Volumes and centroids in the baked frame.
struct batch_answers {
    _Alignas(64) double v[BUOY_LANES], c[3][BUOY_LANES];
};

// buoy_answer_found() up to where answers leave the baked frame.
static inline void batch_keep_answers(const struct buoy_mesh *mesh,
                                      const struct batch_planes *planes,
                                      struct batch_answers *answers) {
    if (!mesh->closed) {
        return;
    }
    for (size_t i = 0; i < planes->count; i += DOUBLES_WIDTH) {
        const doubles v = doubles_load(&answers->v[i]);
        doubles_store(&answers->v[i], doubles_min(v, doubles_splat(mesh->volume)));
    }
    // buoy_keep_in_wet_box(). Few lanes are above the water here, so they are moved one by one.
    const doubles zero = doubles_splat(0.0);
    _Alignas(64) double heights[BUOY_LANES];
    _Alignas(64) double highest[DOUBLES_WIDTH];
    doubles above = zero;
    for (size_t i = 0; i < planes->count; i += DOUBLES_WIDTH) {
        doubles height = doubles_sub(zero, doubles_load(&planes->offset[i]));
        for (int k = 0; k < 3; ++k) {
            const doubles low = doubles_splat(-mesh->half_extent[k]);
            const doubles high = doubles_splat(mesh->half_extent[k]);
            const doubles c = doubles_load(&answers->c[k][i]);
            const doubles kept = doubles_min(doubles_max(c, low), high);
            doubles_store(&answers->c[k][i], kept);
            height = doubles_add(height, doubles_mul(doubles_load(&planes->n[k][i]), kept));
        }
        doubles_store(&heights[i], height);
        above = doubles_max(height, above);
    }
    doubles_store(highest, above);
    bool any = false;
    for (size_t i = 0; i < DOUBLES_WIDTH; ++i) {
        any = any || highest[i] > 0.0;
    }
    for (size_t l = 0; l < planes->count && any; ++l) {
        if (heights[l] > 0.0) {
            const struct buoy_baked_plane plane = {
                .n = {planes->n[0][l], planes->n[1][l], planes->n[2][l]},
                .offset = planes->offset[l]};
            double c[3] = {answers->c[0][l], answers->c[1][l], answers->c[2][l]};
            buoy_keep_in_wet_box(mesh, &plane, c);
            for (int j = 0; j < 3; ++j) {
                answers->c[j][l] = c[j];
            }
        }
    }
}

// ----------------------------------------------------------------------------------------- answers

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
    const struct buoy_mesh *mesh = batch->mesh;
    const struct batch_planes *planes = &batch->planes;
    struct batch_answers answers;
    batch_answer(batch, &answers);
    const size_t whole = count - count % DOUBLES_WIDTH;
    for (size_t i = 0; i < whole; i += DOUBLES_WIDTH) {
        // buoy_answer() of DOUBLES_WIDTH lanes.
        const doubles scale = doubles_splat(mesh->scale);
        const doubles cube = doubles_splat(mesh->scale * mesh->scale * mesh->scale);
        doubles c[3];
        for (int k = 0; k < 3; ++k) {
            c[k] = doubles_add(doubles_mul(doubles_load(&answers.c[k][i]), scale),
                               doubles_splat(mesh->centre[k]));
        }
        doubles_store4((double *)&results[i], 4, doubles_mul(doubles_load(&answers.v[i]), cube),
                       c[0], c[1], c[2]);
    }
    for (size_t l = whole; l < count; ++l) {
        odd |= 1u << l;
    }
    for (odd &= (1u << count) - 1; odd; odd &= odd - 1) {
        const unsigned l = buoy_lowest_bit(odd);
        // One lane's answer, from sums or because the plane misses the body.
        const double v = answers.v[l], c[3] = {answers.c[0][l], answers.c[1][l], answers.c[2][l]};
        if (!batch_is_cut(planes, l)) {
            if (planes->distance[l] < 0.0) {
                buoy_answer_dry(mesh, &results[l]);
            } else {
                buoy_answer_wet(mesh, &results[l]);
            }
        } else if (!buoy_found_any(mesh, v)) {
            buoy_answer_dry(mesh, &results[l]);
        } else {
            buoy_answer(mesh, v, c, &results[l]);
        }
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
    bool any = false;
    for (size_t l = 0; l < batch->planes.count; ++l) {
        any = any || batch_is_cut(&batch->planes, l);
    }
    if (any) {
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
