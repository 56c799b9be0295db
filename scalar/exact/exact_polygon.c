// Exact submerged areas in rational numbers.
//
// The wetted part of every edge, from a to b, makes a triangle with a point p on the line; edges
// along the line itself add no area. The triangles' doubled areas k add up to twice the signed
// area, and k (a + b + p) to six times its first moment.
#include "base/arithmetic.h"

#include "exact.h"

#include <stdbool.h>

#include "integers.h"

// A vertex and n·v − d.
struct corner {
    mpq_t v[2], height;
};

// Sums and temporaries: rational numbers alone, which are made and cleared as an array.
struct sums {
    mpq_t p[2]; // on the line
    mpq_t area, moment[2];
    mpq_t k, x, y;
    struct corner a, b, crossing;
};

static bool is_wet(const struct corner *corner) {
    return mpq_sgn(corner->height) < 0;
}

// z = a x + b y − c
static void combine(mpq_t z, double a, const mpq_t x, double b, const mpq_t y, double c) {
    mpq_t factor, term;
    mpq_inits(factor, term, NULL);
    mpq_set_d(factor, a);
    mpq_mul(term, factor, x);
    mpq_set_d(factor, b);
    mpq_mul(factor, factor, y);
    mpq_add(term, term, factor);
    mpq_set_d(factor, c);
    mpq_sub(z, term, factor);
    mpq_clears(factor, term, NULL);
}

static void load_corner(const struct buoy_polygon *polygon, const struct buoy_line *line, size_t i,
                        struct corner *corner) {
    const float *v = polygon->vertices + 2 * (i % polygon->count);
    mpq_set_d(corner->v[0], (double)v[0]);
    mpq_set_d(corner->v[1], (double)v[1]);
    combine(corner->height, (double)line->normal[0], corner->v[0], (double)line->normal[1],
            corner->v[1], (double)line->d);
}

// Where the edge from a to b meets the line: (b s_a − a s_b) / (s_a − s_b).
static void find_crossing(const struct corner *a, const struct corner *b, struct corner *crossing) {
    mpq_t size, term;
    mpq_inits(size, term, NULL);
    mpq_sub(size, a->height, b->height);
    for (int i = 0; i < 2; ++i) {
        mpq_mul(crossing->v[i], b->v[i], a->height);
        mpq_mul(term, a->v[i], b->height);
        mpq_sub(crossing->v[i], crossing->v[i], term);
        mpq_div(crossing->v[i], crossing->v[i], size);
    }
    mpq_set_ui(crossing->height, 0, 1);
    mpq_clears(size, term, NULL);
}

static void add_wet(struct sums *sums, const struct corner *a, const struct corner *b) {
    // k = (a − p) × (b − p)
    mpq_sub(sums->x, a->v[0], sums->p[0]);
    mpq_sub(sums->y, b->v[1], sums->p[1]);
    mpq_mul(sums->k, sums->x, sums->y);
    mpq_sub(sums->x, a->v[1], sums->p[1]);
    mpq_sub(sums->y, b->v[0], sums->p[0]);
    mpq_mul(sums->x, sums->x, sums->y);
    mpq_sub(sums->k, sums->k, sums->x);
    mpq_add(sums->area, sums->area, sums->k);
    for (int i = 0; i < 2; ++i) {
        mpq_add(sums->x, a->v[i], b->v[i]);
        mpq_add(sums->x, sums->x, sums->p[i]);
        mpq_mul(sums->x, sums->x, sums->k);
        mpq_add(sums->moment[i], sums->moment[i], sums->x);
    }
}

// p = n d / |n|²
static void find_apex(const struct buoy_line *line, struct sums *sums) {
    mpq_t n2;
    mpq_init(n2);
    mpq_set_d(sums->p[0], (double)line->normal[0]);
    mpq_set_d(sums->p[1], (double)line->normal[1]);
    combine(n2, (double)line->normal[0], sums->p[0], (double)line->normal[1], sums->p[1], 0.0);
    mpq_set_d(sums->x, (double)line->d);
    mpq_div(sums->x, sums->x, n2);
    for (int i = 0; i < 2; ++i) {
        mpq_mul(sums->p[i], sums->p[i], sums->x);
    }
    mpq_clear(n2);
}

static double rounded(const mpq_t q) {
    return round_quotient(mpq_numref(q), mpq_denref(q), 0);
}

void buoy_exact_polygon(const struct buoy_polygon *polygon, const struct buoy_line *line,
                        struct buoy_area *result) {
    struct sums sums;
    struct corner *a = &sums.a, *b = &sums.b, *crossing = &sums.crossing;
    mpq_t *const all = (mpq_t *)&sums;
    for (size_t i = 0; i < sizeof sums / sizeof *all; ++i) {
        mpq_init(all[i]);
    }
    find_apex(line, &sums);
    for (size_t i = 0; i < polygon->count; ++i) {
        load_corner(polygon, line, i, a);
        load_corner(polygon, line, i + 1, b);
        if (is_wet(a) != is_wet(b)) {
            find_crossing(a, b, crossing);
        }
        if (is_wet(a) || is_wet(b)) {
            add_wet(&sums, is_wet(a) ? a : crossing, is_wet(b) ? b : crossing);
        }
    }
    *result = (struct buoy_area){0.0, {0.0, 0.0}};
    if (mpq_sgn(sums.area) == 0) {
        const float *v = polygon->vertices;
        float low[2] = {v[0], v[1]}, high[2] = {v[0], v[1]};
        for (size_t i = 0; i < 2 * (size_t)polygon->count; ++i) {
            low[i % 2] = fminf(low[i % 2], v[i]);
            high[i % 2] = fmaxf(high[i % 2], v[i]);
        }
        result->centre[0] = 0.5 * ((double)low[0] + (double)high[0]);
        result->centre[1] = 0.5 * ((double)low[1] + (double)high[1]);
    } else {
        double *const centroid[2] = {&result->centre[0], &result->centre[1]};
        for (int i = 0; i < 2; ++i) {
            mpq_set_ui(sums.x, 3, 1);
            mpq_mul(sums.x, sums.x, sums.area);
            mpq_div(sums.x, sums.moment[i], sums.x);
            *centroid[i] = rounded(sums.x);
        }
        mpq_div_2exp(sums.area, sums.area, 1);
        result->area = fabs(rounded(sums.area));
    }
    for (size_t i = 0; i < sizeof sums / sizeof *all; ++i) {
        mpq_clear(all[i]);
    }
}

double buoy_exact_polygon_total(const struct buoy_polygon *polygon) {
    // All of it is below a line above the highest vertex, at 2 top or 2.
    float top = polygon->vertices[1];
    for (size_t i = 0; i < polygon->count; ++i) {
        top = fmaxf(top, polygon->vertices[2 * i + 1]);
    }
    const struct buoy_line line = {{0.0f, 0.5f}, top > 0.0f ? top : 1.0f};
    struct buoy_area whole;
    buoy_exact_polygon(polygon, &line, &whole);
    return whole.area;
}
