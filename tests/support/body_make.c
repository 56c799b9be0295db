// Closed bodies as plain arrays: the shapes.
#include "body_make.h"

#include <math.h>
#include <string.h>

static const double two_pi = 6.283185307179586;

static void set_vertex(struct body *body, size_t v, double x, double y, double z) {
    body->positions[3 * v] = (float)x;
    body->positions[3 * v + 1] = (float)y;
    body->positions[3 * v + 2] = (float)z;
}

static void set_triangle(struct body *body, size_t t, size_t a, size_t b, size_t c) {
    body->indices[3 * t] = (uint32_t)a;
    body->indices[3 * t + 1] = (uint32_t)b;
    body->indices[3 * t + 2] = (uint32_t)c;
}

// The triangles t and t + 1: the quad a b c d, split along a c.
static void set_quad(struct body *body, size_t t, size_t a, size_t b, size_t c, size_t d) {
    set_triangle(body, t, a, b, c);
    set_triangle(body, t + 1, a, c, d);
}

struct body body_box(float hx, float hy, float hz) {
    // Vertex v: bit 0 is x, bit 1 is y, bit 2 is z.
    static const size_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    struct body body = body_alloc(8, 12);
    for (size_t v = 0; v < 8; ++v) {
        body.positions[3 * v] = v & 1 ? hx : -hx;
        body.positions[3 * v + 1] = v & 2 ? hy : -hy;
        body.positions[3 * v + 2] = v & 4 ? hz : -hz;
    }
    for (size_t f = 0; f < 6; ++f) {
        set_quad(&body, 2 * f, faces[f][0], faces[f][1], faces[f][2], faces[f][3]);
    }
    return body;
}

struct body body_cube_far_out(double *low) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    body_move(&body, (const double[3]){0x1p15, -0x1p14, 0x1p16});
    *low = 0x1p16 - 1.0;
    return body;
}

struct body body_corner(float x, float y, float z) {
    static const uint32_t indices[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    struct body body = body_alloc(4, 4);
    const float positions[12] = {0, 0, 0, x, 0, 0, 0, y, 0, 0, 0, z};
    memcpy(body.positions, positions, sizeof positions);
    memcpy(body.indices, indices, sizeof indices);
    return body;
}

// Vertices first … first + sides − 1: an uneven ring about the z axis.
static void set_ring(struct body *body, size_t first, struct rng *rng, size_t sides, double low,
                     double high) {
    for (size_t i = 0; i < sides; ++i) {
        // Steps of less than half a turn, so that the origin stays inside.
        const double angle = two_pi * ((double)i + rng_between(rng, 0.0, 0.45)) / (double)sides;
        const double r = rng_between(rng, 0.5, 1.0);
        set_vertex(body, first + i, r * cos(angle), r * sin(angle), rng_between(rng, low, high));
    }
}

struct body body_bipyramid(struct rng *rng, size_t sides) {
    struct body body = body_alloc(sides + 2, 2 * sides);
    set_ring(&body, 2, rng, sides, -0.1, 0.1);
    set_vertex(&body, 0, rng_between(rng, -0.1, 0.1), rng_between(rng, -0.1, 0.1), 1.0);
    set_vertex(&body, 1, rng_between(rng, -0.1, 0.1), rng_between(rng, -0.1, 0.1), -0.7);
    for (size_t i = 0; i < sides; ++i) {
        const size_t a = 2 + i, b = 2 + (i + 1) % sides;
        set_triangle(&body, 2 * i, 0, a, b);
        set_triangle(&body, 2 * i + 1, 1, b, a);
    }
    return body;
}

struct body body_open_cone(struct rng *rng, size_t sides) {
    struct body body = body_alloc(sides + 1, sides);
    set_ring(&body, 1, rng, sides, 0.1, 0.5);
    set_vertex(&body, 0, rng_between(rng, -0.1, 0.1), rng_between(rng, -0.1, 0.1), -1.0);
    for (size_t i = 0; i < sides; ++i) {
        set_triangle(&body, i, 0, 1 + (i + 1) % sides, 1 + i);
    }
    return body;
}

struct body body_ring(const double *profile, size_t corners, size_t segments) {
    struct body body = body_alloc(corners * segments, 2 * corners * segments);
    for (size_t s = 0; s < segments; ++s) {
        const double angle = two_pi * (double)s / (double)segments;
        const size_t here = s * corners, next = (s + 1) % segments * corners;
        for (size_t i = 0; i < corners; ++i) {
            const size_t j = (i + 1) % corners;
            set_vertex(&body, here + i, profile[2 * i] * cos(angle), profile[2 * i] * sin(angle),
                       profile[2 * i + 1]);
            set_quad(&body, 2 * (here + i), here + i, next + i, next + j, here + j);
        }
    }
    return body;
}

struct body body_wigley(double length, double beam, double draught, size_t columns, size_t rows) {
    const size_t across = rows + 1, side = (columns + 1) * across;
    struct body body = body_alloc(2 * side, 4 * columns * rows + 2 * columns);
    for (size_t c = 0; c <= columns; ++c) {
        for (size_t r = 0; r <= rows; ++r) {
            const double x = 2.0 * (double)c / (double)columns - 1.0;
            const double z = (double)r / (double)rows - 1.0;
            const double y = 0.5 * beam * (1.0 - x * x) * (1.0 - z * z);
            set_vertex(&body, c * across + r, 0.5 * length * x, y, draught * z);
            set_vertex(&body, side + c * across + r, 0.5 * length * x, -y, draught * z);
        }
    }
    size_t t = 0;
    for (size_t c = 0; c < columns; ++c) {
        for (size_t r = 0; r < rows; ++r, t += 4) {
            const size_t a = c * across + r, b = a + across;
            set_quad(&body, t, a, a + 1, b + 1, b);
            set_quad(&body, t + 2, side + a, side + b, side + b + 1, side + a + 1);
        }
        const size_t a = c * across + rows, b = a + across; // the deck
        set_quad(&body, t, a, side + a, side + b, b);
        t += 2;
    }
    return body;
}

void body_make_small(struct rng *rng, struct body bodies[body_smalls]) {
    static const double profile[8] = {1.0, -0.4, 1.6, -0.4, 1.6, 0.3, 1.0, 0.3};
    bodies[0] = body_box(1.0f, 0.7f, 0.5f);
    bodies[1] = body_box(1.0f, 1.0f, 0.055f);
    bodies[2] = body_builtin("builtin:barrel:100");
    bodies[3] = body_builtin("builtin:sphere:124");
    bodies[4] = body_bipyramid(rng, 20);
    bodies[5] = body_ring(profile, 4, 16);
}
