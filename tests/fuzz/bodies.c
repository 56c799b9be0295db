// Makes small closed bodies and water planes from bytes.
#include "bodies.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------- vertices

// Where a body lies, and how large it is.
struct place {
    double scale, x[3];
};

static struct place make_place(struct fuzz_bytes *bytes) {
    struct place place = {.scale = 1.0};
    if (fuzz_one_in(bytes, 4)) {
        place.scale = ldexp(1.0, (int)fuzz_byte(bytes) - 128);
    }
    if (fuzz_one_in(bytes, 4)) {
        for (int i = 0; i < 3; ++i) {
            place.x[i] = place.scale * (double)fuzz_coordinate(bytes);
        }
    }
    return place;
}

static float to_float(double x) {
    return (float)fmax(-(double)FLT_MAX, fmin((double)FLT_MAX, x));
}

static void add_vertex(struct fuzz_body *body, const struct place *place, const double x[3]) {
    float *vertex = &body->positions[3 * body->vertex_count++];
    for (int i = 0; i < 3; ++i) {
        vertex[i] = to_float(place->x[i] + place->scale * x[i]);
    }
}

static void add_triangle(struct fuzz_body *body, size_t a, size_t b, size_t c) {
    uint32_t *corner = &body->indices[3 * body->triangle_count++];
    corner[0] = (uint32_t)a;
    corner[1] = (uint32_t)b;
    corner[2] = (uint32_t)c;
}

// Which way three corners turn as seen from a point: 1 if the tetrahedron that they make with it
// lies behind them, −1 if before, 0 if that cannot be told. Each of three products of three
// differences is right to five roundings, and two additions follow: 8 ε of the sum of all
// magnitudes is more than the error.
static int side_of(const struct fuzz_body *body, const uint32_t corner[3], const double p[3]) {
    double v[3][3], sum = 0.0, size = 0.0;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            v[k][i] = (double)body->positions[3 * corner[k] + (unsigned)i] - p[i];
        }
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double a = v[1][j] * v[2][k], b = v[1][k] * v[2][j];
        sum += v[0][i] * (a - b);
        size += fabs(v[0][i]) * (fabs(a) + fabs(b));
    }
    return fabs(sum) > 8.0 * DBL_EPSILON * size ? (sum > 0.0 ? 1 : -1) : 0;
}

// ------------------------------------------------------------------------------------ shapes

static void make_tetrahedra(struct fuzz_bytes *bytes, struct fuzz_body *body) {
    const size_t parts = 1 + (fuzz_one_in(bytes, 2) ? fuzz_below(bytes, 6) : 0);
    struct place place = make_place(bytes);
    for (size_t part = 0; part < parts; ++part) {
        size_t corner[4];
        for (int k = 0; k < 4; ++k) {
            corner[k] = body->vertex_count;
            if (part > 0 && fuzz_one_in(bytes, 4)) {
                corner[k] = fuzz_below(bytes, body->vertex_count);
            } else {
                const double x = (double)fuzz_coordinate(bytes);
                const double y = (double)fuzz_coordinate(bytes);
                const double z = (double)fuzz_coordinate(bytes);
                add_vertex(body, &place, (const double[]){x, y, z});
            }
        }
        // Adds a tetrahedron, wound outward. Its four corners are the last vertices, or are
        // followed by the vertices of other parts. A flat tetrahedron, or one that may be flat,
        // makes the body unsound.
        const uint32_t base[3] = {(uint32_t)corner[0], (uint32_t)corner[1], (uint32_t)corner[2]};
        double apex[3];
        for (int i = 0; i < 3; ++i) {
            apex[i] = (double)body->positions[3 * corner[3] + (size_t)i];
        }
        const int side = side_of(body, base, apex);
        const size_t b = corner[side < 0 ? 2 : 1], c = corner[side < 0 ? 1 : 2];
        body->is_sound = body->is_sound && side != 0;
        add_triangle(body, corner[0], b, c);
        add_triangle(body, corner[0], corner[3], b);
        add_triangle(body, b, corner[3], c);
        add_triangle(body, c, corner[3], corner[0]);
        if (fuzz_one_in(bytes, 4)) {
            place = make_place(bytes);
        }
    }
}

static void add_box(struct fuzz_body *body) {
    static const uint8_t corners[12][3] = {
        {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
    };
    for (size_t t = 0; t < 12; ++t) {
        add_triangle(body, corners[t][0], corners[t][1], corners[t][2]);
    }
}

static void make_box(struct fuzz_bytes *bytes, struct fuzz_body *body) {
    const struct place place = make_place(bytes);
    double ends[3][2];
    for (int i = 0; i < 3; ++i) {
        const float a = fuzz_coordinate(bytes), b = fuzz_coordinate(bytes);
        ends[i][0] = (double)fminf(a, b);
        ends[i][1] = (double)fmaxf(a, b);
    }
    for (size_t k = 0; k < 8; ++k) {
        add_vertex(body, &place,
                   (const double[]){ends[0][k & 1], ends[1][k >> 1 & 1], ends[2][k >> 2]});
    }
    add_box(body);
}

// By how much each vertex of a shape is moved: 2 to some power, or nothing.
static double make_bend(struct fuzz_bytes *bytes) {
    const int power = (int)fuzz_below(bytes, 32);
    return power < 26 ? ldexp(1.0, -power) : 0.0;
}

static double bent(struct fuzz_bytes *bytes, double x, double bend) {
    return bend > 0.0 ? x + bend * (double)fuzz_coordinate(bytes) : x;
}

static void make_bent_box(struct fuzz_bytes *bytes, struct fuzz_body *body) {
    const struct place place = make_place(bytes);
    const double bend = make_bend(bytes);
    for (size_t k = 0; k < 8; ++k) {
        const double x = bent(bytes, k & 1 ? 1.0 : -1.0, bend);
        const double y = bent(bytes, k & 2 ? 1.0 : -1.0, bend);
        const double z = bent(bytes, k & 4 ? 1.0 : -1.0, bend);
        add_vertex(body, &place, (const double[]){x, y, z});
    }
    add_box(body);
}

static void make_bipyramid(struct fuzz_bytes *bytes, struct fuzz_body *body) {
    // Points of a circle, nearly: whole numbers of 1/64, the same on every machine.
    static const signed char circle[8][2] = {{64, 0},  {45, 45},   {0, 64},  {-45, 45},
                                             {-64, 0}, {-45, -45}, {0, -64}, {45, -45}};
    static const size_t steps[4] = {1, 2, 1, 3};
    const struct place place = make_place(bytes);
    const double bend = make_bend(bytes);
    const size_t step = steps[fuzz_below(bytes, 4)], sides = (8 + step - 1) / step;
    for (size_t k = 0; k < sides + 2; ++k) {
        const signed char *at = circle[k < sides ? k * step : 0];
        const double z = k < sides ? 0.0 : k == sides ? 1.0 : -1.0;
        const double x0 = k < sides ? at[0] / 64.0 : 0.0, y0 = k < sides ? at[1] / 64.0 : 0.0;
        const double x = bent(bytes, x0, bend), y = bent(bytes, y0, bend);
        add_vertex(body, &place, (const double[]){x, y, bent(bytes, z, bend)});
    }
    for (size_t k = 0; k < sides; ++k) {
        add_triangle(body, k, (k + 1) % sides, sides);
        add_triangle(body, (k + 1) % sides, k, sides + 1);
    }
}

// Whether all of the surface is seen from outside of where the mean of the vertices is: then it is
// the surface of a body without folds.
static bool is_star_shaped(const struct fuzz_body *body) {
    double mean[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < 3 * body->vertex_count; ++i) {
        mean[i % 3] += (double)body->positions[i] / (double)body->vertex_count;
    }
    for (size_t t = 0; t < body->triangle_count; ++t) {
        if (side_of(body, &body->indices[3 * t], mean) <= 0) {
            return false;
        }
    }
    return true;
}

void fuzz_body_make(struct fuzz_bytes *bytes, struct fuzz_body *body) {
    memset(body, 0, sizeof *body);
    body->is_sound = true;
    switch (fuzz_below(bytes, 5)) {
    case 0:
        make_box(bytes, body);
        break;
    case 1:
        make_bent_box(bytes, body);
        body->is_sound = is_star_shaped(body);
        break;
    case 2:
        make_bipyramid(bytes, body);
        body->is_sound = is_star_shaped(body);
        break;
    default:
        make_tetrahedra(bytes, body);
        break;
    }
    if (fuzz_one_in(bytes, 16)) {
        --body->triangle_count;
        body->is_sound = false;
        body->is_open = true;
    }
}

struct buoy_mesh *fuzz_body_mesh(struct fuzz_bytes *bytes, const struct fuzz_body *body) {
    const struct buoy_mesh_input input = {
        .positions = body->positions,
        .vertex_count = body->vertex_count,
        .indices = body->indices,
        .triangle_count = body->triangle_count,
        .flags = (fuzz_byte(bytes) & 1 ? (unsigned)BUOY_MESH_WELD : 0u) |
                 (body->is_open ? (unsigned)BUOY_MESH_ACCEPT_OPEN : 0u) | BUOY_MESH_KEEP_ALL,
    };
    struct buoy_mesh *mesh;
    return buoy_mesh_create(&input, &mesh, NULL) == BUOY_OK ? mesh : NULL;
}

void fuzz_body_print(const struct fuzz_body *body) {
    for (size_t i = 0; i < body->vertex_count; ++i) {
        const float *v = &body->positions[3 * i];
        fprintf(stderr, "v %.9g %.9g %.9g\n", (double)v[0], (double)v[1], (double)v[2]);
    }
    for (size_t t = 0; t < body->triangle_count; ++t) {
        const uint32_t *corner = &body->indices[3 * t];
        fprintf(stderr, "f %u %u %u\n", (unsigned)corner[0] + 1, (unsigned)corner[1] + 1,
                (unsigned)corner[2] + 1);
    }
}

// ------------------------------------------------------------------------------------ planes

static const float *any_vertex(struct fuzz_bytes *bytes, const struct fuzz_body *body) {
    return &body->positions[3 * fuzz_below(bytes, body->vertex_count)];
}

static double along(const float n[3], const float *x) {
    return (double)n[0] * (double)x[0] + (double)n[1] * (double)x[1] + (double)n[2] * (double)x[2];
}

static float make_offset(struct fuzz_bytes *bytes, const struct fuzz_body *body, const float n[3]) {
    const double a = along(n, any_vertex(bytes, body)), b = along(n, any_vertex(bytes, body));
    switch (fuzz_below(bytes, 8)) {
    case 0:
        return to_float(a);
    case 1:
        return fuzz_near(bytes, to_float(a));
    case 2: // near a, as seen from b
        return to_float(a + (b - a) * ldexp(fuzz_fraction(bytes), -(int)fuzz_below(bytes, 48)));
    case 3: // beside it by little, whatever the body's size
        return to_float(a + (double)fuzz_float(bytes));
    case 4:
        return fuzz_float(bytes);
    default:
        return to_float(a + (b - a) * 0.5 * (1.0 + fuzz_fraction(bytes)));
    }
}

struct buoy_plane fuzz_plane(struct fuzz_bytes *bytes, const struct fuzz_body *body) {
    float n[3];
    const size_t kind = fuzz_below(bytes, 8), axis = fuzz_below(bytes, 3);
    for (size_t i = 0; i < 3; ++i) {
        n[i] = kind < 2   ? 0.0f
               : kind < 4 ? fuzz_near(bytes, ldexpf(1.0f, -(int)fuzz_byte(bytes) / 2))
               : kind < 6 ? (float)fuzz_fraction(bytes)
                          : fuzz_float(bytes);
    }
    if (kind < 4) {
        n[axis] = fuzz_byte(bytes) & 1 ? -1.0f : 1.0f;
    }
    if (kind == 4) {
        // The normal of a triangle, rounded; its largest part 1.
        const float *a = any_vertex(bytes, body), *b = any_vertex(bytes, body);
        const float *c = any_vertex(bytes, body);
        double u[3], v[3], cross[3], largest = 0.0;
        for (int i = 0; i < 3; ++i) {
            u[i] = (double)b[i] - (double)a[i];
            v[i] = (double)c[i] - (double)a[i];
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            cross[i] = u[j] * v[k] - u[k] * v[j];
            largest = fmax(largest, fabs(cross[i]));
        }
        for (int i = 0; i < 3; ++i) {
            n[i] = largest > 0.0 ? (float)(cross[i] / largest) : 0.0f;
        }
    }
    if (fuzz_one_in(bytes, 8)) {
        const int power = (int)fuzz_byte(bytes) - 128;
        for (int i = 0; i < 3; ++i) {
            n[i] = to_float(ldexp((double)n[i], power));
        }
    }
    if (n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f) {
        n[2] = 1.0f;
    }
    const float d = make_offset(bytes, body, n);
    return (struct buoy_plane){{n[0], n[1], n[2]}, d};
}

void fuzz_plane_print(const struct buoy_plane *plane) {
    fprintf(stderr, "plane: %.9g,%.9g,%.9g,%.9g\n", (double)plane->normal[0],
            (double)plane->normal[1], (double)plane->normal[2], (double)plane->d);
}
