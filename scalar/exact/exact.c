// Exact submerged volumes in integers.
//
// Coordinates are X 2^e, normals N 2^f and offsets D 2^(e+f) with integers X, N, D and the largest
// exponents that allow it, so the height of a vertex is the integer S = N·X − D. The apex, the foot
// of a submerged vertex on the plane, is the quotient P / W of integers, W = |N|². With doubled
// area vectors A, k = A·v1 and h = W k − A·P, everything is a sum of integers:
//   V = 2^3e / 6W Σ s h        V c = 2^4e / 24W Σ h (β₁v1 + β₂v2 + β₃v3 + s P/W)
// where s is the submerged share of a triangle and β are the weights of its corners: s = 1 and
// β = (1, 1, 1) if it is wet. Wet triangles only need the sums of kernels/mesh/mesh.h's
// buoy_moments, which are prepared for blocks of triangles.
//
// In a cut triangle one corner o is alone on its side, and cuts off a tip with the weights
//   s = t u,  β_p = s t,  β_q = s u,  β_o = 3s − β_p − β_q,  t = S_o/(S_o − S_p), u the same to q;
// a tip above the water is subtracted from the whole. These quotients are the only inexact numbers.
// They are kept in units of 2^-K with K = 300 + log2 max (S_o − S_p)²: because s ≥ 1/(S_o −
// S_p)(S_o − S_q) unless it is 0, even the smallest has 300 bits. The apex is under the deepest
// vertex, so the h of a barely wet body are as small as its depth, and only few of the 300 bits
// cancel in the sums.
#include "base/arithmetic.h"

#include "exact.h"
#include "integers.h"

#define BLOCK 32u
#define MOMENTS 16u

struct buoy_exact {
    const struct buoy_mesh *mesh;
    struct exact_body body;
    long exponent; // e
    mpz_t largest; // max |X|
    uint32_t block_count;
    mpz_t *moments; // MOMENTS a block, ordered as in buoy_moments, of doubled area vectors
    double total;
};

// A triangle in integers: corners [corner][axis], doubled area vector, k, sum of the corners.
struct triangle {
    mpz_t v[3][3], a[3], k, sum[3];
    mpz_t edge[2][3];
};

// One plane's question, the sums for its answer, and temporaries. Integers come first: they are
// made and cleared as an array.
struct query {
    mpz_t n[3], d, n2;
    mpz_t apex[3]; // P
    mpz_t wet[MOMENTS];
    mpz_t tips, tips_moment[3]; // Σ s h and Σ h Σβv over the tips, in units of 2^-K
    mpz_t doubt;                // Σ |h| over the tips: more than the error of `tips`
    struct triangle triangle;
    mpz_t height[3], share, beta[3], h, x, y;
    const struct buoy_exact *exact;
    const struct buoy_plane64 *plane;
    long exponent; // f
    mp_bitcnt_t precision;
};
#define QUERY_INTEGERS (offsetof(struct query, exact) / sizeof(mpz_t))
#define TRIANGLE_INTEGERS (sizeof(struct triangle) / sizeof(mpz_t))

static void dot(mpz_t z, mpz_t a[3], mpz_t b[3]) {
    mpz_mul(z, a[0], b[0]);
    mpz_addmul(z, a[1], b[1]);
    mpz_addmul(z, a[2], b[2]);
}

static void load_vertex(const struct buoy_exact *exact, uint32_t i, mpz_t v[3]) {
    double x[3];
    exact_place(&exact->body, i, x);
    for (int k = 0; k < 3; ++k) {
        integer_set(v[k], x[k], exact->exponent);
    }
}

static void load_triangle(const struct buoy_exact *exact, uint32_t i, struct triangle *t) {
    const struct buoy_mesh *mesh = exact->mesh;
    load_vertex(exact, mesh->triangles->i0[i], t->v[0]);
    load_vertex(exact, mesh->triangles->i1[i], t->v[1]);
    load_vertex(exact, mesh->triangles->i2[i], t->v[2]);
    for (int x = 0; x < 3; ++x) {
        mpz_sub(t->edge[0][x], t->v[1][x], t->v[0][x]);
        mpz_sub(t->edge[1][x], t->v[2][x], t->v[0][x]);
        mpz_add(t->sum[x], t->v[0][x], t->v[1][x]);
        mpz_add(t->sum[x], t->sum[x], t->v[2][x]);
    }
    for (int x = 0; x < 3; ++x) {
        const int y = (x + 1) % 3, z = (x + 2) % 3;
        mpz_mul(t->a[x], t->edge[0][y], t->edge[1][z]);
        mpz_submul(t->a[x], t->edge[0][z], t->edge[1][y]);
    }
    dot(t->k, t->a, t->v[0]);
}

static void add_moments(mpz_t m[MOMENTS], struct triangle *t) {
    mpz_add(m[0], m[0], t->k);
    for (int i = 0; i < 3; ++i) {
        mpz_add(m[1 + i], m[1 + i], t->a[i]);
        mpz_addmul(m[4 + i], t->k, t->sum[i]);
        for (int j = 0; j < 3; ++j) {
            mpz_addmul(m[7 + 3 * i + j], t->sum[i], t->a[j]);
        }
    }
}

static uint32_t block_end(const struct buoy_exact *exact, uint32_t block) {
    const uint32_t count = exact->mesh->triangle_count, first = block * BLOCK;
    return count - first < BLOCK ? count : first + BLOCK;
}

static struct buoy_exact *create(const struct buoy_mesh *mesh, bool given) {
    struct buoy_exact *exact = malloc(sizeof *exact);
    if (!exact) {
        return NULL;
    }
    exact->mesh = mesh;
    exact->body = exact_body_of(mesh, given);
    exact->block_count = (mesh->triangle_count + BLOCK - 1) / BLOCK;
    exact->moments = malloc(sizeof(mpz_t) * MOMENTS * exact->block_count);
    if (!exact->moments) {
        free(exact);
        return NULL;
    }
    mpz_init(exact->largest);
    double x[3], largest = 0.0;
    exact->exponent = 1024;
    for (int axis = 0; axis < 3; ++axis) {
        exact->exponent = lowest_exponent(exact->body.origin[axis], exact->exponent);
    }
    for (uint32_t i = 0; i < exact->mesh->vertex_count; ++i) {
        exact_place(&exact->body, i, x);
        for (int axis = 0; axis < 3; ++axis) {
            exact->exponent = lowest_exponent(x[axis], exact->exponent);
            largest = fmax(largest, fabs(x[axis]));
        }
    }
    integer_set(exact->largest, largest, exact->exponent);
    struct triangle triangle;
    mpz_t sum, six;
    integers_init((mpz_t *)&triangle, TRIANGLE_INTEGERS);
    mpz_init(sum);
    mpz_init_set_ui(six, 6);
    for (uint32_t block = 0; block < exact->block_count; ++block) {
        mpz_t *moments = &exact->moments[block * MOMENTS];
        integers_init(moments, MOMENTS);
        for (uint32_t i = block * BLOCK; i < block_end(exact, block); ++i) {
            load_triangle(exact, i, &triangle);
            add_moments(moments, &triangle);
        }
        mpz_add(sum, sum, moments[0]);
    }
    exact->total = round_quotient(sum, six, 3 * exact->exponent);
    mpz_clears(sum, six, NULL);
    integers_clear((mpz_t *)&triangle, TRIANGLE_INTEGERS);
    return exact;
}

struct buoy_exact *buoy_exact_create(const struct buoy_mesh *mesh) {
    return create(mesh, false);
}

struct buoy_exact *buoy_exact_create_as_given(const struct buoy_mesh *mesh) {
    return create(mesh, true);
}

void buoy_exact_destroy(struct buoy_exact *exact) {
    if (exact) {
        integers_clear(exact->moments, (size_t)exact->block_count * MOMENTS);
        free(exact->moments);
        mpz_clear(exact->largest);
        free(exact);
    }
}

double buoy_exact_total(const struct buoy_exact *exact) {
    return exact->total;
}

static void init_query(struct query *q, const struct buoy_exact *exact,
                       const struct buoy_plane64 *plane) {
    q->exact = exact;
    q->plane = plane;
    integers_init((mpz_t *)q, QUERY_INTEGERS);
    const double *n = plane->normal;
    q->exponent = lowest_exponent(plane->d, 1024) - exact->exponent;
    for (int i = 0; i < 3; ++i) {
        q->exponent = lowest_exponent(n[i], q->exponent);
    }
    integer_set(q->d, plane->d, q->exponent + exact->exponent);
    for (int i = 0; i < 3; ++i) {
        integer_set(q->n[i], n[i], q->exponent);
        integer_set(q->x, exact->body.origin[i], exact->exponent);
        mpz_submul(q->d, q->n[i], q->x);
    }
    dot(q->n2, q->n, q->n);
    // (S_o − S_p)² ≤ 12 W max|X|²
    q->precision = 304 + mpz_sizeinbase(q->n2, 2) + 2 * mpz_sizeinbase(exact->largest, 2);
}

// S = N·X − D
static void find_height(struct query *q, mpz_t height, mpz_t v[3]) {
    dot(height, q->n, v);
    mpz_sub(height, height, q->d);
}

// Whether a vertex is below the plane; integers decide where double cannot. `height` receives its
// height in double.
static bool is_wet(struct query *q, uint32_t vertex, double *height) {
    if (exact_height_tells(&q->exact->body, q->plane, vertex, height)) {
        return *height < 0.0;
    }
    load_vertex(q->exact, vertex, q->beta);
    find_height(q, q->h, q->beta);
    return mpz_sgn(q->h) < 0;
}

// Sets the apex P = W X − S N to the foot of the deepest vertex, or of one as deep but for
// rounding. False if no vertex is submerged.
static bool find_apex(struct query *q) {
    double lowest = INFINITY, height;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < q->exact->mesh->vertex_count; ++i) {
        if (is_wet(q, i, &height) && height < lowest) {
            lowest = height;
            deepest = i;
        }
    }
    if (lowest == INFINITY) {
        return false;
    }
    load_vertex(q->exact, deepest, q->beta);
    find_height(q, q->h, q->beta);
    for (int i = 0; i < 3; ++i) {
        mpz_mul(q->apex[i], q->n2, q->beta[i]);
        mpz_submul(q->apex[i], q->h, q->n[i]);
    }
    return true;
}

// Adds a triangle; `wet` has a bit for each wet corner.
static void add_triangle(struct query *q, uint32_t index, unsigned wet) {
    struct triangle *t = &q->triangle;
    load_triangle(q->exact, index, t);
    if (wet == 7) {
        add_moments(q->wet, t);
        return;
    }
    const bool one_wet = wet == 1 || wet == 2 || wet == 4;
    const unsigned alone = one_wet ? wet : wet ^ 7;
    for (int i = 0; i < 3; ++i) {
        find_height(q, q->height[i], t->v[i]);
    }
    // The tip that corner o of the loaded triangle cuts off: its share and weights, in units of
    // 2^-K. Errors, all from rounding down: share < 1, weights of p and q < 2, hence of o < 7.
    const int o = alone == 1 ? 0 : alone == 2 ? 1 : 2;
    const int ends[2] = {(o + 1) % 3, (o + 2) % 3};
    mpz_sub(q->x, q->height[o], q->height[ends[0]]);
    mpz_sub(q->y, q->height[o], q->height[ends[1]]);
    mpz_mul(q->share, q->height[o], q->height[o]);
    mpz_mul_2exp(q->share, q->share, q->precision);
    mpz_mul(q->beta[o], q->x, q->y);
    mpz_tdiv_q(q->share, q->share, q->beta[o]);

    mpz_mul(q->beta[ends[0]], q->share, q->height[o]);
    mpz_tdiv_q(q->beta[ends[0]], q->beta[ends[0]], q->x);
    mpz_mul(q->beta[ends[1]], q->share, q->height[o]);
    mpz_tdiv_q(q->beta[ends[1]], q->beta[ends[1]], q->y);

    mpz_mul_ui(q->beta[o], q->share, 3);
    mpz_sub(q->beta[o], q->beta[o], q->beta[ends[0]]);
    mpz_sub(q->beta[o], q->beta[o], q->beta[ends[1]]);

    mpz_mul(q->h, q->n2, t->k);
    for (int i = 0; i < 3; ++i) {
        mpz_submul(q->h, t->a[i], q->apex[i]);
    }
    mpz_abs(q->x, q->h);
    mpz_add(q->doubt, q->doubt, q->x);
    if (!one_wet) {
        add_moments(q->wet, t);
        mpz_neg(q->h, q->h);
    }
    mpz_addmul(q->tips, q->share, q->h);
    for (int i = 0; i < 3; ++i) {
        mpz_mul(q->x, q->beta[0], t->v[0][i]);
        mpz_addmul(q->x, q->beta[1], t->v[1][i]);
        mpz_addmul(q->x, q->beta[2], t->v[2][i]);
        mpz_addmul(q->tips_moment[i], q->x, q->h);
    }
}

static void add_block(struct query *q, uint32_t block) {
    unsigned corners[BLOCK], any = 0, all = 7;
    const uint32_t first = block * BLOCK, end = block_end(q->exact, block);
    for (uint32_t i = first; i < end; ++i) {
        const struct buoy_mesh *mesh = q->exact->mesh;
        double unused;
        corners[i - first] = (unsigned)is_wet(q, mesh->triangles->i0[i], &unused) |
                             (unsigned)is_wet(q, mesh->triangles->i1[i], &unused) << 1 |
                             (unsigned)is_wet(q, mesh->triangles->i2[i], &unused) << 2;
        any |= corners[i - first];
        all &= corners[i - first];
    }
    if (all == 7) {
        for (size_t i = 0; i < MOMENTS; ++i) {
            mpz_add(q->wet[i], q->wet[i], q->exact->moments[block * MOMENTS + i]);
        }
    } else if (any) {
        for (uint32_t i = first; i < end; ++i) {
            if (corners[i - first]) {
                add_triangle(q, i, corners[i - first]);
            }
        }
    }
}

// Rounds the sums. A number smaller than its error is zero, because numbers have 300 bits.
static void answer(struct query *q, struct buoy_volume *result) {
    // Σ s h = W Σk − P·ΣA over wet triangles, and the tips
    mpz_mul(q->h, q->n2, q->wet[0]);
    for (int i = 0; i < 3; ++i) {
        mpz_submul(q->h, q->apex[i], q->wet[1 + i]);
    }
    mpz_mul_2exp(q->h, q->h, q->precision);
    mpz_add(q->h, q->h, q->tips);
    if (mpz_cmpabs(q->h, q->doubt) <= 0) {
        return;
    }
    mpz_mul_ui(q->y, q->n2, 6);
    result->volume = round_quotient(q->h, q->y, 3 * q->exact->exponent - (long)q->precision);

    double centroid[3];
    for (int i = 0; i < 3; ++i) {
        // W Σ h Σβv + P Σ s h, over 4W Σ s h
        mpz_mul(q->x, q->n2, q->wet[4 + i]);
        for (int j = 0; j < 3; ++j) {
            mpz_submul(q->x, q->apex[j], q->wet[7 + 3 * i + j]);
        }
        mpz_mul_2exp(q->x, q->x, q->precision);
        mpz_add(q->x, q->x, q->tips_moment[i]);
        mpz_mul(q->x, q->x, q->n2);
        mpz_addmul(q->x, q->apex[i], q->h);

        // Its error: 11 = 7 + 2 + 2 units in the weights, 1 in the share.
        mpz_mul(q->y, q->n2, q->exact->largest);
        mpz_mul_ui(q->y, q->y, 11);
        mpz_abs(q->share, q->apex[i]);
        mpz_add(q->y, q->y, q->share);
        mpz_mul(q->y, q->y, q->doubt);
        if (mpz_cmpabs(q->x, q->y) <= 0) {
            mpz_set_ui(q->x, 0);
        }

        mpz_mul(q->y, q->n2, q->h);
        mpz_mul_2exp(q->y, q->y, 2);
        if (mpz_sgn(q->y) < 0) {
            mpz_neg(q->x, q->x);
            mpz_neg(q->y, q->y);
        }
        centroid[i] = round_quotient(q->x, q->y, q->exact->exponent);
    }
    for (int i = 0; i < 3; ++i) {
        result->centre[i] = centroid[i] + q->exact->body.origin[i];
    }
}

void buoy_exact_volume(const struct buoy_exact *exact, const struct buoy_plane *plane,
                       struct buoy_volume *result) {
    const struct buoy_plane64 wide = exact_plane_of(plane);
    buoy_exact_volume64(exact, &wide, result);
}

void buoy_exact_volume64(const struct buoy_exact *exact, const struct buoy_plane64 *plane,
                         struct buoy_volume *result) {
    const double *centre = exact->mesh->centre;
    *result = (struct buoy_volume){0.0, {centre[0], centre[1], centre[2]}};
    struct query query;
    init_query(&query, exact, plane);
    if (find_apex(&query)) {
        for (uint32_t block = 0; block < exact->block_count; ++block) {
            add_block(&query, block);
        }
        answer(&query, result);
    }
    integers_clear((mpz_t *)&query, QUERY_INTEGERS);
}
