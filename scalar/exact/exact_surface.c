// Areas and waterplanes in numbers of many bits.
//
// The waterplane is what the waterline goes around. Each triangle at the water has one segment of
// it, from a to b, which makes a triangle with a point o of the waterline; with x relative to o, n
// the normal as given and k = n·(a × b), sums over the segments are
//   A = Σ k / 2|n|    ∫ x dA = Σ k (a + b) / 6|n|
//   ∫ x xᵀ dA = Σ k (a aᵀ + b bᵀ + (a + b)(a + b)ᵀ) / 24|n|
// No kernel goes this way: hydrostatics/clip64 finds these from the submerged surface by the
// divergence theorem, and hydrostatics/blocks in the waterplane's shadow along an axis.
//
// A float has 24 bits between 2^-149 and 2^128. So products of two and their sums have fewer than
// 600 bits, and heights are exact, as they are of doubles between 2^-100 and 2^100; shares of
// edges, sums and roots are right to some 690 bits.
#include "base/arithmetic.h"

#include "exact.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include "integers.h"
#include "mesh/mesh.h"
#include "mesh/plane.h"

#define BITS 704

struct buoy_exact_surface {
    struct exact_body body;
    mpf_t *areas; // of all triangles, twice
};

typedef mpf_t vector[3];

static void init(mpf_t *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mpf_init2(numbers[i], BITS);
    }
}

static void clear(mpf_t *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mpf_clear(numbers[i]);
    }
}

// The numbers of one question.
struct query {
    const struct exact_body *body;
    const struct buoy_mesh *mesh;
    const struct buoy_plane64 *plane;
    vector n, origin;
    mpf_t d;
    bool begun;      // the origin is a point of the waterline
    mpf_t wetted;    // Σ f × twice the area
    mpf_t area;      // Σ k
    mpf_t size;      // Σ |k|
    vector first;    // Σ k (a + b)
    mpf_t second[9]; // Σ k (a aᵀ + b bᵀ + (a + b)(a + b)ᵀ)
    vector corner[3], end[2];
    mpf_t height[3], share[2], x, y, z;
};

static void load(const struct exact_body *body, uint32_t vertex, vector v) {
    double x[3];
    exact_place(body, vertex, x);
    for (int i = 0; i < 3; ++i) {
        mpf_set_d(v[i], x[i]);
    }
}

// Adds k a b.
static void add_product(mpf_t sum, const mpf_t a, const mpf_t b, mpf_t temporary) {
    mpf_mul(temporary, a, b);
    mpf_add(sum, sum, temporary);
}

static void dot(mpf_t result, vector a, vector b, mpf_t temporary) {
    mpf_mul(result, a[0], b[0]);
    add_product(result, a[1], b[1], temporary);
    add_product(result, a[2], b[2], temporary);
}

static void cross(vector result, vector a, vector b, mpf_t temporary) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpf_mul(result[i], a[j], b[k]);
        mpf_mul(temporary, a[k], b[j]);
        mpf_sub(result[i], result[i], temporary);
    }
}

static void subtract(vector result, vector a, vector b) {
    for (int i = 0; i < 3; ++i) {
        mpf_sub(result[i], a[i], b[i]);
    }
}

static struct buoy_exact_surface *create(const struct buoy_mesh *mesh, bool given) {
    struct buoy_exact_surface *surface = malloc(sizeof *surface);
    mpf_t *areas = calloc(mesh->triangle_count, sizeof *areas);
    if (!surface || !areas) {
        free(surface);
        free(areas);
        return NULL;
    }
    const struct exact_body body = exact_body_of(mesh, given);
    vector v[3], edge[2], normal;
    mpf_t temporary;
    init(v[0], 9);
    init(edge[0], 6);
    init(normal, 3);
    mpf_init2(temporary, BITS);
    init(areas, mesh->triangle_count);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        load(&body, mesh->triangles->i0[t], v[0]);
        load(&body, mesh->triangles->i1[t], v[1]);
        load(&body, mesh->triangles->i2[t], v[2]);
        subtract(edge[0], v[1], v[0]);
        subtract(edge[1], v[2], v[0]);
        cross(normal, edge[0], edge[1], temporary);
        dot(areas[t], normal, normal, temporary);
        mpf_sqrt(areas[t], areas[t]);
    }
    clear(v[0], 9);
    clear(edge[0], 6);
    clear(normal, 3);
    mpf_clear(temporary);
    *surface = (struct buoy_exact_surface){body, areas};
    return surface;
}

struct buoy_exact_surface *buoy_exact_surface_create(const struct buoy_mesh *mesh) {
    return create(mesh, false);
}

struct buoy_exact_surface *buoy_exact_surface_create_as_given(const struct buoy_mesh *mesh) {
    return create(mesh, true);
}

void buoy_exact_surface_destroy(struct buoy_exact_surface *surface) {
    if (surface) {
        clear(surface->areas, surface->body.mesh->triangle_count);
        free(surface->areas);
        free(surface);
    }
}

// All members from `n` on are numbers.
static void each_number(struct query *q, void (*act)(mpf_t *numbers, size_t count)) {
    act(q->n, 3);
    act(q->origin, 3);
    act(&q->d, 1);
    act(&q->wetted, 1);
    act(&q->area, 1);
    act(&q->size, 1);
    act(q->first, 3);
    act(q->second, 9);
    act(q->corner[0], 9);
    act(q->end[0], 6);
    act(q->height, 3);
    act(q->share, 2);
    act(&q->x, 1);
    act(&q->y, 1);
    act(&q->z, 1);
}

static void find_height(struct query *q, mpf_t height, vector v) {
    dot(height, q->n, v, q->x);
    mpf_sub(height, height, q->d);
}

static bool is_wet(struct query *q, uint32_t vertex) {
    double height;
    if (exact_height_tells(q->body, q->plane, vertex, &height)) {
        return height < 0.0;
    }
    load(q->body, vertex, q->end[0]);
    find_height(q, q->y, q->end[0]);
    return mpf_sgn(q->y) < 0;
}

// Where the edge from corner o to corner p meets the water, and its share of the way.
static void find_end(struct query *q, int o, int p, mpf_t share, vector end) {
    mpf_sub(q->x, q->height[o], q->height[p]);
    mpf_div(share, q->height[o], q->x);
    for (int i = 0; i < 3; ++i) {
        mpf_sub(q->x, q->corner[p][i], q->corner[o][i]);
        mpf_mul(q->x, q->x, share);
        mpf_add(end[i], q->corner[o][i], q->x);
    }
}

// Adds the segment of the waterline from a to b, both of which it changes.
static void add_segment(struct query *q, vector a, vector b) {
    for (int i = 0; i < 3 && !q->begun; ++i) {
        mpf_set(q->origin[i], a[i]);
    }
    q->begun = true;
    subtract(a, a, q->origin);
    subtract(b, b, q->origin);
    cross(q->corner[0], a, b, q->x);
    dot(q->z, q->n, q->corner[0], q->x);
    mpf_add(q->area, q->area, q->z);
    mpf_abs(q->y, q->z);
    mpf_add(q->size, q->size, q->y);
    for (int i = 0; i < 3; ++i) {
        mpf_add(q->corner[1][i], a[i], b[i]);
        add_product(q->first[i], q->z, q->corner[1][i], q->x);
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            mpf_mul(q->y, a[i], a[j]);
            add_product(q->y, b[i], b[j], q->x);
            add_product(q->y, q->corner[1][i], q->corner[1][j], q->x);
            add_product(q->second[3 * i + j], q->z, q->y, q->x);
        }
    }
}

// A triangle at the water, of which corner o is alone on its side.
static void add_cut(struct query *q, const uint32_t corners[3], int o, bool wet, mpf_t area) {
    const int p = (o + 1) % 3, r = (o + 2) % 3;
    for (int i = 0; i < 3; ++i) {
        load(q->body, corners[i], q->corner[i]);
        find_height(q, q->height[i], q->corner[i]);
    }
    find_end(q, o, p, q->share[0], q->end[0]);
    find_end(q, o, r, q->share[1], q->end[1]);
    mpf_mul(q->y, q->share[0], q->share[1]);
    if (!wet) {
        mpf_ui_sub(q->y, 1, q->y);
    }
    add_product(q->wetted, q->y, area, q->x);
    add_segment(q, q->end[wet ? 1 : 0], q->end[wet ? 0 : 1]);
}

static void add_triangle(struct query *q, const struct buoy_exact_surface *surface, uint32_t t) {
    const uint32_t corners[3] = {q->mesh->triangles->i0[t], q->mesh->triangles->i1[t],
                                 q->mesh->triangles->i2[t]};
    const unsigned wet = (unsigned)is_wet(q, corners[0]) | (unsigned)is_wet(q, corners[1]) << 1 |
                         (unsigned)is_wet(q, corners[2]) << 2;
    if (wet == 7) {
        mpf_add(q->wetted, q->wetted, surface->areas[t]);
    } else if (wet != 0) {
        const bool alone = wet == 1 || wet == 2 || wet == 4;
        const unsigned odd = alone ? wet : wet ^ 7;
        add_cut(q, corners, odd == 1 ? 0 : odd == 2 ? 1 : 2, alone, surface->areas[t]);
    }
}

// To nearest: mpf_get_d() drops what is left.
static double rounded(const mpf_t number, mpf_t temporary) {
    const double most = mpf_get_d(number);
    mpf_set_d(temporary, most);
    mpf_sub(temporary, number, temporary);
    return most + mpf_get_d(temporary);
}

// ∫ (x − w)ᵢ (x − w)ⱼ dA, times 24 |n|: from w relative to the origin, in `at`, and the centroid
// there, in `c`.
static double moment_about(struct query *q, int i, int j, vector at, vector c) {
    mpf_mul(q->x, at[i], at[j]);
    mpf_mul(q->y, at[i], c[j]);
    mpf_sub(q->x, q->x, q->y);
    mpf_mul(q->y, c[i], at[j]);
    mpf_sub(q->x, q->x, q->y);
    mpf_mul(q->x, q->x, q->area);
    mpf_mul_ui(q->x, q->x, 12);
    mpf_add(q->x, q->x, q->second[3 * i + j]);
    mpf_mul(q->x, q->x, q->z);
    mpf_div_ui(q->x, q->x, 24);
    return rounded(q->x, q->y);
}

// The waterplane; its centroid is kept in the bounding box, as kernels keep it: of parts that are
// inside out it may be anywhere.
static void answer_waterplane(struct query *q, struct buoy_hydrostatics *result) {
    double *const moments[3][3] = {{&result->xx, &result->xy, &result->xz},
                                   {&result->xy, &result->yy, &result->yz},
                                   {&result->xz, &result->yz, &result->zz}};
    dot(q->z, q->n, q->n, q->x);
    mpf_sqrt(q->z, q->z);
    mpf_ui_div(q->z, 1, q->z); // 1 / |n|
    mpf_mul(q->x, q->area, q->z);
    mpf_div_2exp(q->x, q->x, 1);
    result->waterplane_area = rounded(q->x, q->y);
    for (int i = 0; i < 3; ++i) {
        const double half = q->mesh->half_extent[i] * q->mesh->scale;
        const double centre = q->mesh->centre[i] - q->body->origin[i];
        mpf_div(q->corner[0][i], q->first[i], q->area);
        mpf_div_ui(q->corner[0][i], q->corner[0][i], 3);
        mpf_add(q->x, q->corner[0][i], q->origin[i]);
        const double w = buoy_clamp(rounded(q->x, q->y), centre - half, centre + half);
        result->waterplane_centroid[i] = w + q->body->origin[i];
        mpf_set_d(q->x, w);
        mpf_sub(q->corner[1][i], q->x, q->origin[i]);
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            *moments[i][j] = moment_about(q, i, j, q->corner[1], q->corner[0]);
        }
    }
}

void buoy_exact_surface_find(const struct buoy_exact_surface *surface,
                             const struct buoy_plane *plane, struct buoy_hydrostatics *result) {
    const struct buoy_plane64 wide = exact_plane_of(plane);
    buoy_exact_surface_find64(surface, &wide, result);
}

void buoy_exact_surface_find64(const struct buoy_exact_surface *surface,
                               const struct buoy_plane64 *plane, struct buoy_hydrostatics *result) {
    const struct buoy_mesh *mesh = surface->body.mesh;
    struct query q = {.body = &surface->body, .mesh = mesh, .plane = plane};
    each_number(&q, init);
    mpf_set_d(q.d, plane->d);
    for (int i = 0; i < 3; ++i) {
        mpf_set_d(q.n[i], plane->normal[i]);
        mpf_set_d(q.x, surface->body.origin[i]);
        mpf_mul(q.x, q.x, q.n[i]);
        mpf_sub(q.d, q.d, q.x);
        result->waterplane_centroid[i] = mesh->centre[i];
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        add_triangle(&q, surface, t);
    }
    mpf_div_2exp(q.wetted, q.wetted, 1);
    result->wetted_area = rounded(q.wetted, q.x);
    result->waterplane_area = result->xx = result->xy = result->xz = 0.0;
    result->yy = result->yz = result->zz = 0.0;
    // Where the water only touches the body, roundings may be left.
    mpf_abs(q.x, q.area);
    mpf_div_2exp(q.size, q.size, 600);
    if (mpf_cmp(q.x, q.size) > 0) {
        answer_waterplane(&q, result);
    }
    each_number(&q, clear);
}
