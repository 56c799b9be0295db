// Closed bodies as plain arrays: basic handling and transformations.
#include "body.h"

#include "body_make.h"
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
    const struct body both = body_join(&left, &right);
    return both;
}

struct body body_join(const struct body *a, const struct body *b) {
    struct body body =
        body_alloc(a->vertex_count + b->vertex_count, a->triangle_count + b->triangle_count);
    const size_t vertices = a->vertex_count * 3, corners = a->triangle_count * 3;
    memcpy(body.positions, a->positions, vertices * sizeof(float));
    memcpy(body.positions + vertices, b->positions, b->vertex_count * 3 * sizeof(float));
    memcpy(body.indices, a->indices, corners * sizeof(uint32_t));
    for (size_t i = 0; i < b->triangle_count * 3; ++i) {
        body.indices[corners + i] = b->indices[i] + (uint32_t)a->vertex_count;
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
