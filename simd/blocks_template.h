// volume/blocks: lanes = triangles. A template; include it once per source, after defining
//
//   BLOCKS_NAME(name)  the exported name of this variant, e.g. name##_avx2
//
// and including one lanes_<isa>.h. It defines BLOCKS_NAME(buoy_volume_blocks) and undefines the
// parameter at its end.
//
// Method (E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6, 2006, in apex form):
// with p any point on the water, A a triangle's outward area vector and h = A·(v1 − p),
//   V = ⅓ Σ f h,   V c = 1/12 Σ h (β₁v1 + β₂v2 + β₃v3 + f p)
// where f is the submerged fraction of the triangle's area and β the weights of its corners. All
// parts of a clipped triangle are coplanar and share h, so no clipped vertex is ever built.
//
// The mesh comes in blocks of 16 triangles with bounding boxes. A dry block ends there, a wet one
// adds its moments (mesh.h) in double, only a cut one looks at its triangles. Sums of cut blocks
// run in float over 16 logical lanes, whatever the register width, and are flushed to double
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
#ifndef BLOCKS_NAME
#error "define BLOCKS_NAME(name) before including this template"
#endif

#include "bits.h"
#include "methods.h"
#include "plane.h"

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

// Heights in float, for bounding boxes and compact bodies.
static inline lanes height(const struct buoy_baked_plane *plane, lanes x, lanes y, lanes z) {
    const lanes s = lanes_muladd(x, lanes_splat(plane->nx), lanes_splat(-plane->d));
    return lanes_muladd(z, lanes_splat(plane->nz), lanes_muladd(y, lanes_splat(plane->ny), s));
}

// f and β of DESIGN §4 from the three heights; m: which of them are submerged.
//
// The odd corner is the one alone on its side; it is brought to a, the others are b and c. With
// t = |s_a| / (|s_a| + |s_b|) the share of the edge from a to the water and u = 1 − t the rest,
// never found by subtraction, case A (a below) and case B (a above) become one formula:
//   x = 0, w = t_b t_c in case A;  x = u_b, w = t_b u_c in case B;  f = x + w.
// A wet triangle is case B with t = 0, a dry one case A with t = 0.
static inline void weights(const lanes s[3], const lanes_mask m[3], lanes *f, lanes beta[3]) {
    const lanes one = lanes_splat(1.0f);
    const lanes_mask m12 = lanes_xor(m[0], m[1]), m13 = lanes_xor(m[0], m[2]);
    const lanes_mask m23 = lanes_xor(m[1], m[2]);
    const lanes_mask odd2 = lanes_and(m12, m23), odd3 = lanes_and(m13, m23);
    const lanes_mask cut = lanes_or(m12, m13);
    const lanes_mask most = lanes_or(lanes_and(m[0], m[1]), lanes_and(m[2], m12));

    lanes a = lanes_abs(s[0]), b = lanes_abs(s[1]), c = lanes_abs(s[2]);
    lanes_swap_if(odd2, &a, &b);
    lanes_swap_if(odd3, &a, &c);
    // A sum below the least is far below the rounding of either height; the quotients stay finite.
    const lanes least = lanes_splat(1e-30f);
    const lanes ab = lanes_div(one, lanes_max(lanes_add(a, b), least));
    const lanes ac = lanes_div(one, lanes_max(lanes_add(a, c), least));
    a = lanes_keep(cut, a);
    const lanes tb = lanes_mul(a, ab), tc = lanes_mul(a, ac);
    const lanes ub = lanes_select(cut, lanes_mul(b, ab), one);
    const lanes uc = lanes_select(cut, lanes_mul(c, ac), one);

    const lanes is_b = lanes_keep(most, one); // 1 in case B
    const lanes is_a = lanes_sub(one, is_b);
    const lanes x = lanes_keep(most, ub);
    const lanes w = lanes_mul(tb, lanes_select(most, uc, tc));
    *f = lanes_add(x, w);
    lanes beta_a = lanes_muladd(x, x, lanes_mul(w, lanes_add(lanes_add(ub, uc), is_a)));
    lanes beta_b = lanes_muladd(x, lanes_add(one, tb), lanes_mul(w, tb));
    lanes beta_c = lanes_muladd(w, lanes_add(tc, is_b), x);
    lanes_swap_if(odd3, &beta_a, &beta_c);
    lanes_swap_if(odd2, &beta_a, &beta_b);
    beta[0] = beta_a;
    beta[1] = beta_b;
    beta[2] = beta_c;
}

static inline lanes weighted(const lanes beta[3], const lanes x[3]) {
    return lanes_muladd(beta[2], x[2], lanes_muladd(beta[1], x[1], lanes_mul(beta[0], x[0])));
}

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

// Finds which blocks of node n are wholly submerged and which may cross the water, as bits.
static inline void classify(const struct buoy_mesh *mesh, uint32_t n,
                            const struct buoy_baked_plane *plane, unsigned *wet, unsigned *cut) {
    const struct buoy_node *node = &mesh->nodes[n];
    *wet = *cut = 0;
    if (mesh->block_count == 1) {
        *cut = 1; // its box is the mesh's, which the plane is known to cross
        return;
    }
    const lanes ax = lanes_splat(fabsf(plane->nx)), ay = lanes_splat(fabsf(plane->ny));
    const lanes az = lanes_splat(fabsf(plane->nz));
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        const lanes s = height(plane, lanes_load(&node->cx[i]), lanes_load(&node->cy[i]),
                               lanes_load(&node->cz[i]));
        lanes r = lanes_mul(lanes_load(&node->ex[i]), ax);
        r = lanes_muladd(lanes_load(&node->ey[i]), ay, r);
        r = lanes_muladd(lanes_load(&node->ez[i]), az, r);
        const unsigned low = lanes_bits(lanes_less(s, r)); // something may be submerged
        const unsigned high = lanes_bits(lanes_less(lanes_splat(0.0f), lanes_add(s, r)));
        *wet |= (low & ~high) << i;
        *cut |= (low & high) << i;
    }
}

static inline void flush(struct lane_sums *lane_sums, struct sums *sums) {
    sums->volume += lanes_sum16(lane_sums->volume);
    sums->moment[0] += lanes_sum16(lane_sums->x);
    sums->moment[1] += lanes_sum16(lane_sums->y);
    sums->moment[2] += lanes_sum16(lane_sums->z);
    memset(lane_sums, 0, sizeof *lane_sums);
}

static void sum_mesh(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                     const double p[3], bool precise, struct sums *sums) {
    struct lane_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    lanes_wide moments = lanes_wide_zero();
    int unflushed = 0;
    memset(sums, 0, sizeof *sums);
    for (uint32_t n = 0; n < mesh->node_count; ++n) {
        unsigned wet, cut;
        classify(mesh, n, plane, &wet, &cut);
        const struct buoy_moments *node_moments = &mesh->moments[n * BUOY_LANES];
        for (; wet; wet &= wet - 1) {
            moments = lanes_wide_add(moments, node_moments[buoy_lowest_bit(wet)].m);
        }
        const struct buoy_block *blocks = &mesh->blocks[n * BUOY_LANES];
        for (; cut; cut &= cut - 1) {
            clip_block(&blocks[buoy_lowest_bit(cut)], plane, p, precise, &lane_sums);
            if (++unflushed == FLUSH) {
                flush(&lane_sums, sums);
                unflushed = 0;
            }
        }
    }
    flush(&lane_sums, sums);
    lanes_wide_store(sums->wet, moments);
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

// Drops the deepest corner of the cut blocks onto the plane, to be the apex p; false if all are
// dry.
static bool find_deepest_foot(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                              double p[3]) {
    struct deepest deepest;
    memset(&deepest, 0, sizeof deepest); // s = 0: only submerged corners are deeper
    for (uint32_t n = 0; n < mesh->node_count; ++n) {
        unsigned wet, cut;
        classify(mesh, n, plane, &wet, &cut);
        for (; cut; cut &= cut - 1) {
            deepen(&mesh->blocks[n * BUOY_LANES + buoy_lowest_bit(cut)], plane, &deepest);
        }
    }
    int best = 0;
    for (int i = 1; i < BUOY_LANES; ++i) {
        best = deepest.s[i] < deepest.s[best] ? i : best;
    }
    const double x[3] = {deepest.x[best], deepest.y[best], deepest.z[best]};
    const double *n = plane->n;
    const double s = n[0] * x[0] + n[1] * x[1] + n[2] * x[2] - plane->offset;
    for (int i = 0; i < 3; ++i) {
        p[i] = x[i] - n[i] * (s * plane->inverse_n2);
    }
    return deepest.s[best] < 0.0f;
}

static void query(const struct buoy_mesh *mesh, const struct buoy_plane *caller_plane,
                  struct buoy_volume *result) {
    const struct buoy_baked_plane plane = buoy_bake_plane(mesh, caller_plane);
    if (plane.side == BUOY_SIDE_DRY) {
        buoy_answer_dry(mesh, result);
        return;
    }
    if (plane.side == BUOY_SIDE_WET) {
        buoy_answer_wet(mesh, result);
        return;
    }
    const struct buoy_baked_plane shifted = buoy_shift_plane(&plane, mesh->shift);
    struct sums sums;
    double p[3], vc[3];
    buoy_section_centre(mesh, &plane, p);
    for (int i = 0; i < 3; ++i) {
        p[i] += mesh->shift[i];
    }
    sum_mesh(mesh, &shifted, p, !mesh->compact, &sums);
    double v = finish(&sums, p, vc);
    if (v < BARELY_WET * mesh->volume) {
        if (!find_deepest_foot(mesh, &shifted, p)) {
            buoy_answer_dry(mesh, result);
            return;
        }
        sum_mesh(mesh, &shifted, p, true, &sums);
        v = finish(&sums, p, vc);
    }
    for (int i = 0; i < 3; ++i) {
        vc[i] -= v * mesh->shift[i];
    }
    buoy_answer_sums(mesh, &plane, v, vc, result);
}

void BLOCKS_NAME(buoy_volume_blocks)(const struct buoy_volume_query *request,
                                     struct buoy_volume *restrict results) {
    for (size_t i = 0; i < request->count; ++i) {
        query(request->mesh, &request->planes[i], &results[i]);
    }
}

#undef BLOCKS_NAME
