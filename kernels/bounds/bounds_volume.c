// Error bounds of the `volume` methods: for each mesh and plane a number that no answer's error
// exceeds, whatever the signs of its roundings.
//
// Notation: u = 2⁻²⁴ is the largest relative change when a number is rounded to float; s are the
// heights of a triangle's corners, f(s) the submerged fraction of its area, β(s) its corners'
// weights, h = A·(v1 − p) (simd/weights.h). V = ⅓ Σ f h, M = Σ h (β₁v1 + β₂v2 + β₃v3), c = M / 12 V
// + p/4.
//
// 1. Heights. A corner's height is off by at most δ, which the kernel's arithmetic gives (struct
//    roundings). f and β fall where a height rises, so that they lie between their values at s + δ
//    and s − δ. V changes by at most ⅓ Σ |h| Δf with Δf = max(f(s − δ) − f(s), f(s) − f(s + δ)). No
//    measure of the body bounds this part: a triangle that lies flat on the water may be wrong by
//    all of its area, and a body of many thin fins has much more waterline than surface. It is a
//    few times the query's conditioning floor (the change of V if only the input is rounded), and
//    for ordinary bodies 10⁻⁷ to 10⁻⁶ of V_total.
//
// 2. Weights and sums. Weights are sums of positive terms, each right to a few roundings of itself;
//    so are their products with h. Each addition rounds the sum so far, by at most u of all terms
//    without their signs. N roundings in all change V by at most N u ⅓ Σ f |h|, and M by N u Σ |h|
//    Σ βₖ|vₖ|. Where h is in float, as a product of an edge, another edge e and the way a from the
//    apex to a corner, its terms may cancel: N roundings then change it by at most N u H, with H =
//    ½ Σ |edgeᵢ| (|aⱼ eₖ| + |aₖ eⱼ|), which is area × distance from the apex, in whatever
//    direction.
//
// 3. Doubles. Sums over wholly submerged blocks, h, offsets: a hundred or so roundings of 2⁻⁵³ of
// area × size, and one for each addition.
//
// Centroid. With ΔV and ΔM, c is off by (ΔM − (12 c − 3 p) ΔV) / 12 V. The parts of ΔM and ΔV that
// come from heights must be taken together, because Σβ = 3 f: |h| |Δβₖ| |vₖ − (4 c − p)/3|.
#include "base/arithmetic.h"

#include <math.h>

#include "base/vector.h"
#include "dispatch/methods.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "mesh/shares.h"

#define U BUOY_FLOAT_ROUNDOFF

// The roundings of a kernel, in u.
struct roundings {
    const double *shift; // of the coordinates
    double x, y, z, d;   // for the terms of n·x and for the offset, in a height
    double height;       // of the height itself
    double fraction;     // of f h before it is added up
    double weight;       // of h βₖ vₖ before
    double sums;         // additions to any sum of f h …
    double weight_sums;  // … and to any of h βₖ vₖ
    double barely_wet;   // the share of the volume below which an answer is in double
    double apex;         // of the products in an h in float; 0: it is in double
    bool stored;         // an h in float is k − A·p of numbers stored in float
    bool in_double;      // all is in double, from a plane baked finely
    bool from_apex;      // heights are taken from places relative to the apex, and d is what the
                         // apex's own rounding leaves
};

// The rounding of doubles on the way to heights: of places, up to 3 along each axis, and of
// offsets, in the baked frame.
#define FINE 0x1p-46

// f is built from two quotients (a sum, a reciprocal, a product: 3 roundings each), their product
// and in case B a sum: 8. β is built from these and three more products and sums, 14 at most.
#define FRACTION 8.0
#define WEIGHT 14.0

// Heights in float (`height` of simd/weights.h), from the coordinates of the baked frame: each
// coordinate and product is rounded, and the sums, in the order x n_x − d, y, z, so that terms and
// offset take part in 3, 3, 2 and 1 of them. A body that is not compact has heights in double from
// exact coordinates, rounded once.
static struct roundings heights_of(const struct buoy_mesh *mesh) {
    struct roundings of = {.shift = buoy_blocks_shift(mesh), .height = 1.0, .barely_wet = 0x1p-16};
    if (mesh->compact) {
        of = (struct roundings){.shift = buoy_blocks_shift(mesh),
                                .x = 5.0,
                                .y = 4.0,
                                .z = 3.0,
                                .d = 4.0,
                                .barely_wet = 0x1p-12};
    }
    return of;
}

// A query, in the blocks' frame.
struct question {
    const struct buoy_mesh *mesh;
    struct buoy_baked_plane plane;
    struct roundings of;
    double p[3];
    double from[3], d; // what heights are taken from, and the size of the offset that is left
    double fine;       // error of any height for want of digits in double
};

// Sums over triangles, those of absolute values without the factors of their errors.
struct sums {
    double volume, moment[3];           // ⅓ Σ f h, M
    double float_heights, fine_heights; // ⅓ Σ |h| Δf, for the kernel's δ; Σ |A| Δf for doubles'
    double fractions, weights;          // ⅓ Σ f |h|, Σ |h| Σ βₖ|vₖ|, at s − δ
    double arms, arm_weights;           // the same with H in place of |h|
    double squares;                     // of the longest edges
};

// How the water may cut a triangle, however wrong its heights.
enum state {
    DRY,
    WET,
    CUT
};

struct triangle {
    double v[3][3];        // blocks' frame
    double s[3], delta[3]; // heights, and what they may be off by
    double h, area;
    double arm;      // H
    double longest2; // the longest edge's square
};

static enum state find_heights(const struct question *question, uint32_t t,
                               struct triangle *triangle) {
    const double *n = question->plane.n;
    const struct roundings *of = &question->of;
    buoy_exact_corners(question->mesh, question->mesh->middle, t, triangle->v);
    for (int k = 0; k < 3; ++k) {
        double *v = triangle->v[k];
        for (int i = 0; i < 3; ++i) {
            v[i] += of->shift[i];
        }
        const double s = buoy_dot(n, v) - question->plane.offset, *from = question->from;
        const double x = n[0] * (v[0] - from[0]), y = n[1] * (v[1] - from[1]);
        const double z = n[2] * (v[2] - from[2]);
        const double delta = U * (of->x * fabs(x) + of->y * fabs(y) + of->z * fabs(z) +
                                  of->d * question->d + of->height * fabs(s)) +
                             question->fine;
        triangle->s[k] = s;
        triangle->delta[k] = delta;
    }
    return buoy_may_be_cut(triangle->s, triangle->delta) ? CUT : triangle->s[0] < 0.0 ? WET : DRY;
}

// H where the way from the apex ends at corner k, and the edges go from there to the others.
static double arm_at(const double p[3], double v[3][3], int k) {
    const double *v2 = v[k], *v3 = v[(k + 1) % 3], *v1 = v[(k + 2) % 3];
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        sum += fabs(v1[i] - v2[i]) *
               (fabs((v2[j] - p[j]) * (v3[l] - v2[l])) + fabs((v2[l] - p[l]) * (v3[j] - v2[j])));
    }
    return 0.5 * sum;
}

static void find_areas(const struct question *question, struct triangle *triangle) {
    double(*v)[3] = triangle->v, area[3];
    triangle->longest2 = triangle->h = triangle->arm = 0.0;
    buoy_area_vector(v, area);
    for (int k = 0; k < 3; ++k) {
        double square = 0.0;
        for (int i = 0; i < 3; ++i) {
            const double edge = v[(k + 1) % 3][i] - v[k][i];
            square += edge * edge;
        }
        triangle->longest2 = fmax(triangle->longest2, square);
        triangle->arm = fmax(triangle->arm, arm_at(question->p, v, k));
        triangle->h += area[k] * (v[0][k] - question->p[k]);
    }
    if (question->of.stored) {
        triangle->arm = fabs(buoy_dot(area, v[0]));
        for (int k = 0; k < 3; ++k) {
            triangle->arm += fabs(area[k] * question->p[k]);
        }
    }
    triangle->area = buoy_length(area);
}

// f and β with every height moved by `times` its δ, and by `fine`.
static double moved_weights(const struct triangle *triangle, double times, double fine,
                            double beta[3]) {
    double s[3];
    for (int k = 0; k < 3; ++k) {
        s[k] = triangle->s[k] + times * triangle->delta[k] + fine;
    }
    return buoy_clip_triangle(s, beta);
}

static void add_triangle(const struct question *question, const struct triangle *triangle,
                         enum state state, struct sums *sums) {
    const double h = fabs(triangle->h), fine = question->fine;
    double beta[3] = {1.0, 1.0, 1.0}, low[3], high[3] = {1.0, 1.0, 1.0}, f = 1.0, most = 1.0;
    if (state == CUT) {
        f = moved_weights(triangle, 0.0, 0.0, beta);
        const double least = moved_weights(triangle, 1.0, 0.0, low);
        most = moved_weights(triangle, -1.0, 0.0, high);
        sums->float_heights += fmax(most - f, f - least) * h / 3.0;
        double unused[3];
        sums->fine_heights += (moved_weights(triangle, 0.0, -fine, unused) -
                               moved_weights(triangle, 0.0, fine, unused)) *
                              triangle->area;
    }
    sums->volume += f * triangle->h / 3.0;
    sums->fractions += most * h / 3.0;
    sums->arms += most * triangle->arm / 3.0;
    for (int k = 0; k < 3; ++k) {
        sums->weights += high[k] * h * buoy_length(triangle->v[k]);
        sums->arm_weights += high[k] * triangle->arm * buoy_length(triangle->v[k]);
        for (int i = 0; i < 3; ++i) {
            sums->moment[i] += beta[k] * triangle->h * triangle->v[k][i];
        }
    }
    sums->squares += triangle->longest2;
}

// Σ |h| Σ |Δβₖ| |vₖ − q|.
static double moved_moment(const struct question *question, const double q[3]) {
    double sum = 0.0;
    for (uint32_t t = 0; t < question->mesh->triangle_count; ++t) {
        struct triangle triangle;
        double beta[3], low[3], high[3];
        if (find_heights(question, t, &triangle) != CUT) {
            continue;
        }
        find_areas(question, &triangle);
        moved_weights(&triangle, 0.0, 0.0, beta);
        moved_weights(&triangle, 1.0, 0.0, low);
        moved_weights(&triangle, -1.0, 0.0, high);
        for (int k = 0; k < 3; ++k) {
            const double off = fmax(high[k] - beta[k], beta[k] - low[k]);
            sum += fabs(triangle.h) * off * buoy_distance(triangle.v[k], q);
        }
    }
    return sum;
}

static struct question ask(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                           struct roundings of) {
    struct question question = {.mesh = mesh, .of = of};
    const struct buoy_baked_plane centred =
        of.in_double ? buoy_bake_plane_finely(mesh, plane, (double)plane->d)
                     : buoy_bake_plane(mesh, plane);
    question.plane = buoy_shift_plane(&centred, of.shift);
    buoy_section_centre(mesh, &centred, question.p);
    // The terms that cancel in the offset: d and n·centre.
    double away = 0.0;
    question.d = of.from_apex ? 0.0 : fabs(question.plane.offset);
    for (int i = 0; i < 3; ++i) {
        question.p[i] += of.shift[i];
        question.from[i] = of.from_apex ? question.p[i] : 0.0;
        question.d += of.from_apex ? U * fabs(centred.n[i] * question.p[i]) : 0.0;
        away += fabs(centred.n[i] * mesh->centre[i]) * mesh->inverse_scale;
    }
    question.fine = FINE * (1.0 + fabs(centred.offset) + (of.in_double ? 0.0 : away));
    return question;
}

static struct buoy_volume_bounds bounds_of(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, struct roundings of) {
    const struct question question = ask(mesh, plane, of);
    struct sums sums = {0};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct triangle triangle;
        const enum state state = find_heights(&question, t, &triangle);
        if (state != DRY) {
            find_areas(&question, &triangle);
            add_triangle(&question, &triangle, state, &sums);
        }
    }
    // Places are up to 2√3 from the origin, and as far from p, unless p is farther.
    const double size = 4.0 + buoy_length(question.p);
    const double items = of.in_double && !mesh->is_indexed
                             ? mesh->tree.leaf_count
                             : (mesh->triangle_count + BUOY_LANES - 1) / BUOY_LANES;
    const double additions = 100.0 + items;
    const double fine = 2.0 * sums.fine_heights +
                        additions * 0x1p-53 * size * (mesh->area + sums.squares) +
                        question.fine * mesh->area;
    const double rounded = (of.fraction + of.sums) * U * sums.fractions + of.apex * U * sums.arms;
    const double v = sums.volume, total = fabs(mesh->volume);
    // Bodies whose answer is below a share of V_total are answered in double (simd/sums.h).
    double off = sums.float_heights + rounded + fine;
    const bool in_double = v + off < of.barely_wet * mesh->volume;
    off = in_double ? fine : off;
    struct buoy_volume_bounds bounds = {.volume = off / total, .centroid = 1.0};
    if (v > 2.0 * off) {
        double q[3], middle[3];
        for (int i = 0; i < 3; ++i) {
            const double c = sums.moment[i] / (12.0 * v) + question.p[i] / 4.0;
            q[i] = (4.0 * c - question.p[i]) / 3.0;
            middle[i] = c - question.p[i] / 4.0;
        }
        double moment = fine * 24.0 * size;
        if (!in_double) {
            moment += moved_moment(&question, q) + (of.weight + of.weight_sums) * U * sums.weights +
                      of.apex * U * sums.arm_weights + 12.0 * buoy_length(middle) * rounded;
        }
        // As a share of the diagonal, which is the most.
        const double diagonal = 2.0 * buoy_length(mesh->half_extent);
        bounds.centroid = fmin(moment / (12.0 * (v - off)) / diagonal, 1.0);
    }
    return bounds;
}

// h and its product with f are rounded, then up to 64 blocks are added up in float; on scattered
// bodies f h is added up in double, which is less. For M, the sum over corners and the coordinates
// add 5 more.
struct buoy_volume_bounds buoy_bound_blocks(const struct buoy_mesh *mesh,
                                            const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    struct roundings of = heights_of(mesh);
    of.fraction = FRACTION + 2.0;
    of.weight = WEIGHT + 6.0;
    const size_t blocks = (mesh->triangle_count + BUOY_LANES - 1) / BUOY_LANES;
    of.sums = of.weight_sums = fmin(BUOY_STATED_FLUSH, (double)blocks);
    return bounds_of(mesh, plane, of);
}

// Other meshes are answered by `hierarchy`.
//
// Small meshes read by their vertices (simd/indexed.h) have heights in float, as blocks do,
// and h = k − A·p, whose numbers were rounded once. Then k takes part in two differences: 3
// roundings. Each A_i p_i has the roundings of both and its own, and takes part in a sum and a
// difference, or in two differences: 5. So h is off by at most 5 u (|k| + Σ |A_i p_i|). V is a sum
// of h and of f h in float, of at most 8 blocks' and then 8 vectors' terms of a lane. For M, the
// sum of a wet triangle's corners is rounded once, which is less than what a cut one's are. Bodies
// whose vertices all come out wet, or all dry, are answered as if f and β were 1, or 0, which they
// are if every height is moved by δ.
struct buoy_volume_bounds buoy_bound_indexed(const struct buoy_mesh *mesh,
                                             const struct buoy_plane *plane, unsigned voxels) {
    if (!mesh->is_indexed) {
        return buoy_bound_hierarchy(mesh, plane, voxels);
    }
    struct roundings of = heights_of(mesh);
    of.fraction = FRACTION + 1.0;
    of.weight = WEIGHT + 6.0;
    of.sums = of.weight_sums = 16.0;
    of.apex = 5.0;
    of.stored = true;
    return bounds_of(mesh, plane, of);
}

// On compact bodies, heights and h in float from exact coordinates (simd/cut_leaves.h). In a
// height, the way from the apex, its product and the sums are rounded, in the order x n_x − r, y,
// z. In h, two edges, the way from the apex twice, two products, two sums and a difference are. On
// other bodies, on scattered ones, and in leaves with a large triangle, both are in double from
// exact coordinates, rounded once, or, for V in the latter two, not at all; on compact bodies these
// are bounded as others, which is more. That all of few leaves are clipped changes nothing: here
// every wet triangle counts as clipped. Other roundings are those of blocks. The sum over the two
// triangles of a pair is one rounding, and a leaf adds to each sum of M twice.
struct buoy_volume_bounds buoy_bound_hierarchy(const struct buoy_mesh *mesh,
                                               const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    struct roundings of = {.shift = mesh->tree.shift, .height = 1.0};
    if (mesh->compact) {
        of = (struct roundings){.shift = mesh->tree.shift,
                                .x = 5.0,
                                .y = 4.0,
                                .z = 3.0,
                                .d = 4.0,
                                .apex = 9.0,
                                .from_apex = true};
    }
    of.fraction = FRACTION + 2.0;
    of.weight = WEIGHT + 5.0;
    of.sums = fmin(BUOY_STATED_FLUSH, mesh->tree.leaf_count);
    of.weight_sums = 2.0 * of.sums;
    of.barely_wet = mesh->compact ? 0x1p-12 : 0x1p-16;
    return bounds_of(mesh, plane, of);
}

// Σ f h is in double. h β is rounded twice and added up over the triangles of a vertex; the sum
// times the coordinate, which is always relative to the centre, is added up over up to 64 vertices.
struct buoy_volume_bounds buoy_bound_batch(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    static const double none[3] = {0.0, 0.0, 0.0};
    struct roundings of = heights_of(mesh);
    of.shift = none;
    of.fraction = FRACTION;
    of.weight = WEIGHT + 4.0;
    of.weight_sums = mesh->triangles->valence + fmin(BUOY_STATED_FLUSH, mesh->vertex_count);
    return bounds_of(mesh, plane, of);
}

// `blocks64` and `hierarchy64`: heights, h, weights and sums in double from exact coordinates; only
// the third part is left.
struct buoy_volume_bounds buoy_bound_in_double(const struct buoy_mesh *mesh,
                                               const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    return bounds_of(mesh, plane, (struct roundings){.shift = mesh->tree.shift, .in_double = true});
}

struct buoy_volume_bounds buoy_bound_auto(const struct buoy_mesh *mesh,
                                          const struct buoy_plane *plane, unsigned voxels) {
    return buoy_bound_indexed(mesh, plane, voxels);
}

// Any of the three methods that a profile knows may be chosen, or `auto` in place of one.
struct buoy_volume_bounds buoy_bound_tuned(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, unsigned voxels) {
    const struct buoy_volume_bounds blocks = buoy_bound_blocks(mesh, plane, voxels);
    const struct buoy_volume_bounds tree = buoy_bound_hierarchy(mesh, plane, voxels);
    const struct buoy_volume_bounds crowd = buoy_bound_batch(mesh, plane, voxels);
    const struct buoy_volume_bounds best = buoy_bound_auto(mesh, plane, voxels);
    return (struct buoy_volume_bounds){
        .volume = fmax(fmax(blocks.volume, tree.volume), fmax(crowd.volume, best.volume)),
        .centroid =
            fmax(fmax(blocks.centroid, tree.centroid), fmax(crowd.centroid, best.centroid))};
}

// -------------------------------------------------------------------------------------- baselines

// Error bounds of the baselines: the published listing in float and in double, the voxel
// count, and approximations.
//
// The listing (scalar/published/catto_listing.h). r is its type's unit roundoff, L a triangle's
// longest edge, D the body's diagonal and R = D + the apex's depth below it: no corner is farther
// from the apex than R.
// 1. Coordinates are rounded into the baked frame, by √3 r at most: the listing then answers for a
//    body whose closed surface has moved by that, so that V has changed by the area times it.
// 2. Heights are off by at most δ, as in bounds_volume.c: ⅓ Σ |h| Δf.
// 3. A tetrahedron ⅙ (a × b)·c is off by 8 r of |a| |b| |c|; a triangle makes up to two. A cut
//    point is a + t (b − a), t off by 2 r and each step rounded: by ε = r (4 L + 2) in all, which
//    changes a tetrahedron by ε (L² + 3 L R) / 6.
// 4. Each of N additions rounds the sum so far: N r ⅓ Σ f |h|.
// 5. The apex is rounded off the water, by some 8 r, which changes V by a third of that times the
//    waterplane.
//
// The apex is the foot of a vertex; rounding may decide of which one. Σ f |h| is a convex function
// of the apex, so that it is largest at one of the feet of the bounding box's corners.

// Sums over triangles.
struct listing_sums {
    double volume;               // V × 3
    double heights[8];           // Σ Δf |h|, for an apex at the foot of each corner of the box
    double fractions[8];         // Σ f |h| at s − δ
    double count, area, squares; // of triangles that are not dry; of their L²
    double cut;                  // Σ (4 L + 2) (L² + 3 L R) of those that the water cuts
    double deepest;
};

// Corners of a triangle in the baked frame, its heights and their errors: products and sums are
// rounded, in the order x n_x, y, z, d.
static void find_listing_heights(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                                 uint32_t t, double r, double v[3][3], double s[3],
                                 double delta[3]) {
    const double *n = plane->n;
    double away = 0.0; // the terms that cancel in the offset, in double
    for (int i = 0; i < 3; ++i) {
        away += fabs(n[i] * mesh->centre[i]) * mesh->inverse_scale;
    }
    buoy_exact_corners(mesh, mesh->middle, t, v);
    for (int k = 0; k < 3; ++k) {
        const double x = n[0] * v[k][0], y = n[1] * v[k][1], z = n[2] * v[k][2];
        s[k] = x + y + z - plane->offset;
        delta[k] = 1.001 * r *
                       (4.0 * fabs(x) + 4.0 * fabs(y) + 3.0 * fabs(z) + 2.0 * fabs(plane->offset)) +
                   0x1p-50 * (1.0 + fabs(plane->offset) + away);
    }
}

static void add_listing_triangle(double v[3][3], const double s[3], const double delta[3],
                                 double radius, double feet[8][3], struct listing_sums *sums) {
    const double most = buoy_submerged_share(s, delta, -1.0);
    const bool cut = buoy_may_be_cut(s, delta);
    if (!cut && most == 0.0) {
        return;
    }
    const double f = buoy_submerged_share(s, delta, 0.0),
                 least = buoy_submerged_share(s, delta, 1.0);
    double a[3], longest = 0.0;
    buoy_area_vector(v, a);
    for (int k = 0; k < 3; ++k) {
        double edge[3];
        for (int i = 0; i < 3; ++i) {
            edge[i] = v[(k + 1) % 3][i] - v[k][i];
        }
        longest = fmax(longest, buoy_length(edge));
        sums->deepest = fmax(sums->deepest, delta[k] - s[k]);
    }
    for (int j = 0; j < 8; ++j) {
        double h = 0.0;
        for (int i = 0; i < 3; ++i) {
            h += a[i] * (v[0][i] - feet[j][i]);
        }
        sums->volume += j == 0 ? f * h : 0.0;
        sums->heights[j] += fmax(most - f, f - least) * fabs(h);
        sums->fractions[j] += most * fabs(h);
    }
    sums->squares += longest * longest;
    if (cut) {
        sums->cut += (4.0 * longest + 2.0) * (longest * longest + 3.0 * longest * radius);
    }
    sums->count += 1.0;
    sums->area += buoy_length(a);
}

// Of a type of roundoff r. The listing answers 0 below 4 r, as a share of the reach or of V_total.
static struct buoy_volume_bounds listing_bounds(const struct buoy_mesh *mesh,
                                                const struct buoy_plane *given, double r) {
    const struct buoy_baked_plane plane = buoy_bake_plane(mesh, given);
    struct listing_sums sums = {0};
    double feet[8][3];
    for (int j = 0; j < 8; ++j) {
        double s = -plane.offset;
        for (int i = 0; i < 3; ++i) {
            feet[j][i] = j >> i & 1 ? mesh->half_extent[i] : -mesh->half_extent[i];
            s += plane.n[i] * feet[j][i];
        }
        for (int i = 0; i < 3; ++i) {
            feet[j][i] -= plane.n[i] * s * buoy_inverse_n2(&plane);
        }
    }
    const double diagonal = 2.0 * buoy_length(mesh->half_extent);
    const double radius = diagonal + fmin(2.0 * plane.reach, plane.reach + fabs(plane.offset));
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        double v[3][3], s[3], delta[3];
        find_listing_heights(mesh, &plane, t, r, v, s, delta);
        add_listing_triangle(v, s, delta, radius, feet, &sums);
    }
    double heights = 0.0, fractions = 0.0;
    for (int j = 0; j < 8; ++j) {
        heights = fmax(heights, sums.heights[j] / 3.0);
        fractions = fmax(fractions, sums.fractions[j] / 3.0);
    }
    const double rounded = 2.0 * r * (8.0 * sums.squares * radius + sums.cut) / 6.0 +
                           2.0 * sums.count * r * fractions + 8.0 * r * sums.area +
                           1.01 * sqrt(3.0) * r * mesh->area;
    const double v = sums.volume / 3.0, total = fabs(mesh->volume);
    double off = heights + rounded + 8.0 * r * total;
    if (sums.deepest <= 8.0 * r * plane.reach) {
        off += fabs(v);
    }
    struct buoy_volume_bounds bounds = {.volume = off / total, .centroid = 1.0};
    if (v > 2.0 * off) {
        // A mean of tetrahedra's centroids, none of which is farther away than R and each rounded
        // by 6 r of R.
        const double moved = 2.0 * radius * off + 6.0 * r * radius * fractions;
        // The centroid is then rounded in the caller's frame, and so is the reference it is
        // compared with.
        const double away = buoy_length(mesh->centre) * mesh->inverse_scale + diagonal;
        bounds.centroid = fmin(1.0, (moved / (v - off) + 2.0 * 0x1p-53 * away) / diagonal);
    }
    return bounds;
}

struct buoy_volume_bounds buoy_bound_catto(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    return listing_bounds(mesh, plane, 0x1p-24);
}

struct buoy_volume_bounds buoy_bound_catto64(const struct buoy_mesh *mesh,
                                             const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    return listing_bounds(mesh, plane, 0x1p-53);
}

// Only cells that the surface or the water crosses are miscounted. They lie within a cell's
// diagonal, r, of the surface or the water: for each triangle in a plate 2 r thick, a cylinder
// about each edge and a sphere about each vertex; for the water in a disc.
struct buoy_volume_bounds buoy_bound_voxel(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, unsigned voxels) {
    (void)plane;
    const double pi = 3.14159265358979323846;
    const double diagonal = 2.0 * buoy_length(mesh->half_extent),
                 r = diagonal / (voxels ? voxels : 64);
    double edges = 0.0; // each edge belongs to two triangles
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        for (int k = 0; k < 3; ++k) {
            const uint32_t a = corner[k], b = corner[(k + 1) % 3];
            const double edge[3] = {(double)mesh->triangles->x[a] - (double)mesh->triangles->x[b],
                                    (double)mesh->triangles->y[a] - (double)mesh->triangles->y[b],
                                    (double)mesh->triangles->z[a] - (double)mesh->triangles->z[b]};
            edges += 0.5 * buoy_length(edge);
        }
    }
    const double disc = 0.5 * diagonal + r;
    const double off = 2.0 * r * (mesh->area + pi * disc * disc) + pi * r * r * edges +
                       4.0 / 3.0 * pi * r * r * r * mesh->vertex_count;
    // At most the whole volume, which the count may round differently, and nowhere but in the box.
    return (struct buoy_volume_bounds){.volume = fmin(1.0 + 1e-6, off / fabs(mesh->volume)),
                                       .centroid = 1.0};
}

// Nothing is proven of these approximations. The bounds hold for every answer that is possible at
// all: a volume between 0 and V_total, but for its last rounding, and a centroid in the bounding
// box.
struct buoy_volume_bounds buoy_bound_possible(const struct buoy_mesh *mesh,
                                              const struct buoy_plane *plane, unsigned voxels) {
    (void)mesh;
    (void)plane;
    (void)voxels;
    return (struct buoy_volume_bounds){.volume = 1.0 + 1e-6, .centroid = 1.0};
}
