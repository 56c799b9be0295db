// Closed bodies as plain arrays: making, changing and handing them over.
#include "body.h"

#include "meshes/meshes.h"
#include "test.h"

struct body body_alloc(size_t vertex_count, size_t triangle_count) {
    struct body body = {
        .positions = test_keep(malloc(vertex_count * 3 * sizeof(float)), free),
        .vertex_count = vertex_count,
        .indices = test_keep(malloc(triangle_count * 3 * sizeof(uint32_t)), free),
        .triangle_count = triangle_count,
    };
    assert_non_null(body.positions);
    assert_non_null(body.indices);
    return body;
}

struct body body_copy(const struct body *body) {
    struct body copy = body_alloc(body->vertex_count, body->triangle_count);
    memcpy(copy.positions, body->positions, body->vertex_count * 3 * sizeof(float));
    memcpy(copy.indices, body->indices, body->triangle_count * 3 * sizeof(uint32_t));
    return copy;
}

struct body body_of_data(const struct mesh_data *data) {
    struct body body = body_alloc(data->vertex_count, data->triangle_count);
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        body.positions[i] = (float)data->positions[i];
    }
    memcpy(body.indices, data->indices, data->triangle_count * 3 * sizeof(uint32_t));
    return body;
}

struct body body_builtin(const char *specification) {
    struct mesh_data data;
    struct buoy_error error;
    FAIL_IF(mesh_data_load(specification, &data, &error) != BUOY_OK, "%s: %s", specification,
            error.message);
    const struct body body = body_of_data(&data);
    mesh_data_free(&data);
    return body;
}

struct body body_two_cubes(double far) {
    struct body left = body_box(1.0f, 1.0f, 1.0f), right = body_box(1.0f, 1.0f, 1.0f);
    body_move(&left, (const double[3]){-far, 0.0, 0.0});
    body_move(&right, (const double[3]){far, 0.0, 0.0});
    return body_joined(left, right);
}

struct body body_joined(struct body a, struct body b) {
    struct body body =
        body_alloc(a.vertex_count + b.vertex_count, a.triangle_count + b.triangle_count);
    const size_t vertices = a.vertex_count * 3, corners = a.triangle_count * 3;
    memcpy(body.positions, a.positions, vertices * sizeof(float));
    memcpy(body.positions + vertices, b.positions, b.vertex_count * 3 * sizeof(float));
    memcpy(body.indices, a.indices, corners * sizeof(uint32_t));
    for (size_t i = 0; i < b.triangle_count * 3; ++i) {
        body.indices[corners + i] = b.indices[i] + (uint32_t)a.vertex_count;
    }
    return body;
}

// The middles of edges are not shared between triangles: equal positions, different vertices.
struct body body_refine(const struct body *body) {
    static const int quarters[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    struct body fine = body_alloc(body->triangle_count * 6, body->triangle_count * 4);
    for (size_t t = 0; t < body->triangle_count; ++t) {
        float *p = fine.positions + t * 18;
        for (int k = 0; k < 3; ++k) {
            memcpy(p + 3 * k, body->positions + 3 * body->indices[3 * t + (size_t)k],
                   3 * sizeof(float));
        }
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < 3; ++i) {
                p[9 + 3 * k + i] = (p[3 * k + i] + p[3 * ((k + 1) % 3) + i]) / 2.0f;
            }
        }
        for (int k = 0; k < 12; ++k) {
            fine.indices[t * 12 + (size_t)k] = (uint32_t)(t * 6) + (uint32_t)quarters[k / 3][k % 3];
        }
    }
    return fine;
}

void body_coarsen(struct body *body) {
    float largest = 0.0f;
    for (size_t i = 0; i < body->vertex_count * 3; ++i) {
        largest = fmaxf(largest, fabsf(body->positions[i]));
    }
    int exponent;
    frexpf(largest, &exponent);
    for (size_t i = 0; i < body->vertex_count * 3; ++i) {
        body->positions[i] =
            ldexpf(rintf(ldexpf(body->positions[i], 10 - exponent)), exponent - 10);
    }
}

void body_transform(struct body *body, const double m[9], const double t[3]) {
    for (size_t v = 0; v < body->vertex_count; ++v) {
        float *p = body->positions + 3 * v;
        const double x[3] = {(double)p[0], (double)p[1], (double)p[2]};
        for (int i = 0; i < 3; ++i) {
            const double *row = m + 3 * i;
            p[i] = (float)(row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + t[i]);
        }
    }
}

struct body body_with_room(const struct body *body, size_t vertices, size_t triangles) {
    struct body wide = {
        .positions = test_keep(calloc(3 * (body->vertex_count + vertices), sizeof(float)), free),
        .indices =
            test_keep(calloc(3 * (body->triangle_count + triangles), sizeof(uint32_t)), free),
        .vertex_count = body->vertex_count,
        .triangle_count = body->triangle_count,
    };
    assert_non_null(wide.positions);
    assert_non_null(wide.indices);
    memcpy(wide.positions, body->positions, 3 * body->vertex_count * sizeof(float));
    memcpy(wide.indices, body->indices, 3 * body->triangle_count * sizeof(uint32_t));
    return wide;
}

void body_add_triangle(struct body *body, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t corner[3] = {a, b, c};
    memcpy(body->indices + 3 * body->triangle_count++, corner, sizeof corner);
}

size_t body_runs(const struct body *body, uint32_t a, uint32_t b) {
    size_t count = 0;
    for (size_t t = 0; t < body->triangle_count; ++t) {
        for (size_t k = 0; k < 3; ++k) {
            count += body->indices[3 * t + k] == a && body->indices[3 * t + (k + 1) % 3] == b;
        }
    }
    return count;
}

void body_scale(struct body *body, double factor) {
    const double m[9] = {factor, 0, 0, 0, factor, 0, 0, 0, factor};
    body_transform(body, m, (const double[3]){0, 0, 0});
}

void body_move(struct body *body, const double t[3]) {
    body_transform(body, (const double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, t);
}

void body_extent(const struct body *body, struct buoy_plane plane, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t v = 0; v < body->vertex_count; ++v) {
        const float *p = body->positions + 3 * v;
        const double s = (double)plane.normal[0] * (double)p[0] +
                         (double)plane.normal[1] * (double)p[1] +
                         (double)plane.normal[2] * (double)p[2];
        *low = fmin(*low, s);
        *high = fmax(*high, s);
    }
}

static void destroy_mesh(void *mesh) {
    buoy_mesh_destroy(mesh);
}

struct buoy_mesh *body_packed(const struct body *body, unsigned flags, unsigned spheres) {
    const struct buoy_mesh_input input = {
        .positions = body->positions,
        .vertex_count = body->vertex_count,
        .indices = body->indices,
        .triangle_count = body->triangle_count,
        .flags = flags | BUOY_MESH_KEEP_ALL,
        .spheres = spheres,
    };
    struct buoy_mesh *mesh;
    struct buoy_error error;
    FAIL_IF(buoy_mesh_create(&input, &mesh, &error) != BUOY_OK, "mesh of %zu triangles refused: %s",
            body->triangle_count, error.message);
    return test_keep(mesh, destroy_mesh);
}

struct buoy_mesh *body_mesh(const struct body *body, unsigned flags) {
    return body_packed(body, flags, 0);
}

struct buoy_mesh *mesh_of(struct body body, unsigned flags) {
    return body_mesh(&body, flags);
}

struct buoy_mesh *body_box_mesh(float hx, float hy, float hz) {
    return mesh_of(body_box(hx, hy, hz), 0);
}

struct buoy_mesh_info mesh_info(const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    return info;
}

struct buoy_mesh_info body_info(const struct body *body, unsigned flags) {
    struct buoy_mesh *mesh = body_mesh(body, flags);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    test_end(mesh);
    return info;
}

struct buoy_mesh_input body_input(const struct body *body, unsigned flags) {
    return (struct buoy_mesh_input){
        .positions = body->positions,
        .vertex_count = body->vertex_count,
        .indices = body->indices,
        .triangle_count = body->triangle_count,
        .flags = flags | BUOY_MESH_KEEP_ALL,
    };
}

void body_flip(struct body *body, size_t triangle) {
    uint32_t *corner = body->indices + 3 * triangle;
    const uint32_t swap = corner[1];
    corner[1] = corner[2];
    corner[2] = swap;
}

void body_flip_all(struct body *body) {
    for (size_t t = 0; t < body->triangle_count; ++t) {
        body_flip(body, t);
    }
}

void body_turn(struct body *body, int times) {
    static const double once[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0.0, 0.48, 0.64, 0.6};
    double m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int turn = 0; turn < times; ++turn) {
        double next[9];
        for (int i = 0; i < 9; ++i) {
            const double *row = m + i / 3 * 3, *column = once + i % 3;
            next[i] = row[0] * column[0] + row[1] * column[3] + row[2] * column[6];
        }
        for (int i = 0; i < 9; ++i) {
            m[i] = next[i];
        }
    }
    body_transform(body, m, (const double[3]){0, 0, 0});
}

struct body body_moved(struct body body, double x, double y, double z) {
    body_move(&body, (const double[3]){x, y, z});
    return body;
}

struct body body_inside_out(struct body body) {
    body_flip_all(&body);
    return body;
}

void body_shred(struct rng *rng, struct body *body) {
    for (size_t i = body->triangle_count; i > 1; --i) {
        const size_t j = rng_below(rng, i);
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t swap = body->indices[3 * (i - 1) + k];
            body->indices[3 * (i - 1) + k] = body->indices[3 * j + k];
            body->indices[3 * j + k] = swap;
        }
    }
}

// ------------------------------------------------------------------------------------ shapes

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
