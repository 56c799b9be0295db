#include "meshes.h"

#include <math.h>

#include "body.h"
#include "exact.h"
#include "mesh/mesh.h"

// Fixed numbers: how many parts there are, and of each how many sides the ring between its two tips
// has; 0 is a tetrahedron.
#define PARTS 4
#define FIXED (1 + PARTS)

static size_t part_vertices(double sides) {
    return sides > 0.0 ? (size_t)sides + 2 : 4;
}

static size_t part_triangles(double sides) {
    return sides > 0.0 ? 2 * (size_t)sides : 4;
}

static void add_number(struct climb_question *question, double x) {
    question->x[question->count++] = x;
}

void climb_start_mesh(struct rng *rng, struct climb_question *question) {
    static const size_t most_sides[PARTS] = {32, 16, 8, 8}; // 64 triangles in all
    const size_t parts = rng_below(rng, 2) ? 1 : 1 + rng_below(rng, PARTS);
    question->fixed = question->count = FIXED;
    question->x[0] = (double)parts;
    for (size_t p = 0; p < PARTS; ++p) {
        const size_t most = most_sides[parts - 1] < 3 ? 3 : most_sides[parts - 1];
        const size_t few = 3 + rng_below(rng, 4);
        const size_t sides = rng_below(rng, 3) ? few : 3 + rng_below(rng, most - 2);
        question->x[1 + p] = rng_below(rng, 2) ? 0.0 : (double)sides;
    }
    const double far = rng_below(rng, 2) ? 1.0 : ldexp(1.0, (int)rng_below(rng, 12));
    const bool flat = rng_below(rng, 4) == 0, moved = rng_below(rng, 4) == 0;
    for (size_t p = 0; p < parts; ++p) {
        double place[3], size[3];
        const double scale = p ? ldexp(1.0, -(int)rng_below(rng, 8)) : 1.0;
        for (int k = 0; k < 3; ++k) {
            place[k] = parts > 1 || moved ? far * rng_between(rng, -2.0, 2.0) : 0.0;
            size[k] = scale * rng_between(rng, 0.5, 1.0);
        }
        size[rng_below(rng, 3)] *= flat ? ldexp(1.0, -(int)rng_below(rng, 12)) : 1.0;
        // Tips first, then the ring, about a place.
        const double sides = question->x[1 + p];
        const size_t vertices = part_vertices(sides);
        for (size_t v = 0; v < vertices; ++v) {
            double x[3];
            if (sides > 0.0) {
                const double angle = 6.283185307179586 * (double)v / sides;
                const double tip = v == 0 ? 1.0 : v == 1 ? -1.0 : rng_between(rng, -0.3, 0.3);
                x[0] = v < 2 ? 0.0 : cos(angle);
                x[1] = v < 2 ? 0.0 : sin(angle);
                x[2] = tip;
            } else {
                rng_direction(rng, x);
            }
            for (int k = 0; k < 3; ++k) {
                add_number(question, place[k] + size[k] * x[k] * rng_between(rng, 0.6, 1.0));
            }
        }
    }
}

void climb_start_plane(struct rng *rng, struct climb_question *question) {
    double n[3], low = INFINITY, high = -INFINITY;
    rng_direction(rng, n);
    if (rng_below(rng, 4) == 0) {
        n[rng_below(rng, 3)] *= ldexp(1.0, -(int)rng_below(rng, 60));
    }
    for (size_t v = FIXED; v < question->count; v += 3) {
        const double *x = &question->x[v];
        const double s = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
        low = fmin(low, s);
        high = fmax(high, s);
    }
    double share = rng_between(rng, 0.02, 0.98);
    if (rng_below(rng, 4) == 0) {
        share = ldexp(share, -(int)rng_below(rng, 20)); // barely wet
    }
    for (int k = 0; k < 3; ++k) {
        add_number(question, n[k]);
    }
    add_number(question, low + share * (high - low));
}

struct mesh_arrays {
    float positions[CLIMB_MOST];
    uint32_t indices[CLIMB_MOST];
    struct body body;
};

static void arrays_of(const struct climb_question *question, struct mesh_arrays *arrays) {
    arrays->body.positions = arrays->positions;
    arrays->body.indices = arrays->indices;
    size_t *vertices = &arrays->body.vertex_count;
    size_t *triangles = &arrays->body.triangle_count;
    *vertices = *triangles = 0;
    for (size_t p = 0; p < (size_t)question->x[0]; ++p) {
        static const uint32_t tetrahedron[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
        const double sides = question->x[1 + p];
        const uint32_t first = (uint32_t)*vertices;
        for (size_t t = 0; t < part_triangles(sides); ++t) {
            uint32_t *corner = &arrays->indices[3 * (*triangles + t)];
            const uint32_t ring = (uint32_t)sides, side = (uint32_t)t / 2;
            for (uint32_t k = 0; k < 3; ++k) {
                const uint32_t along = t % 2 ? (k == 1) : (k == 2); // the lower half runs back
                corner[k] = ring == 0 ? first + tetrahedron[t][k]
                            : k == 0  ? first + (uint32_t)t % 2
                                      : first + 2 + (side + along) % ring;
            }
        }
        *vertices += part_vertices(sides);
        *triangles += part_triangles(sides);
    }
    for (size_t i = 0; i < 3 * *vertices; ++i) {
        arrays->positions[i] = (float)question->x[FIXED + i];
    }
}

struct buoy_mesh *climb_mesh(const struct climb_question *question, const double **rest) {
    struct mesh_arrays arrays;
    arrays_of(question, &arrays);
    *rest = &question->x[FIXED + 3 * arrays.body.vertex_count];
    for (size_t i = 0; i < 3 * arrays.body.vertex_count; ++i) {
        const float x = fabsf(arrays.positions[i]);
        if (!(x < 1e6f && (x == 0.0f || x > 1e-9f))) {
            return NULL;
        }
    }
    // Parts that came out inside out are turned.
    const struct buoy_mesh_input input = body_input(&arrays.body, BUOY_MESH_FIX_WINDING);
    struct buoy_mesh *mesh;
    if (buoy_mesh_create(&input, &mesh, NULL) != BUOY_OK) {
        return NULL;
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if (!(info.volume > 0.0)) {
        buoy_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

bool climb_is_inside_out(const struct climb_question *question) {
    struct mesh_arrays arrays;
    struct buoy_diagnosis diagnosis;
    arrays_of(question, &arrays);
    const struct buoy_mesh_input input = body_input(&arrays.body, BUOY_MESH_FIX_WINDING);
    return buoy_mesh_diagnose(&input, &diagnosis, NULL) == BUOY_OK &&
           diagnosis.inverted_volume > 0.0;
}

bool climb_plane(const double x[4], struct buoy_plane *plane) {
    *plane = (struct buoy_plane){{(float)x[0], (float)x[1], (float)x[2]}, (float)x[3]};
    const float largest =
        fmaxf(fmaxf(fabsf(plane->normal[0]), fabsf(plane->normal[1])), fabsf(plane->normal[2]));
    return largest > 0.0f && largest < 1e30f && fabsf(plane->d) < 1e30f;
}

void climb_find_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                        struct buoy_hydrostatics *truth) {
    struct buoy_exact_surface *surface = buoy_exact_surface_create(mesh);
    buoy_exact_surface_find(surface, plane, truth);
    buoy_exact_surface_destroy(surface);
}

void climb_print_mesh(const struct climb_question *question, const struct buoy_plane *plane,
                      FILE *file) {
    const double *rest;
    struct buoy_mesh *mesh = climb_mesh(question, &rest);
    if (!mesh) {
        return;
    }
    if (plane) {
        fprintf(file, "# plane %a %a %a %a\n", (double)plane->normal[0], (double)plane->normal[1],
                (double)plane->normal[2], (double)plane->d);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        fprintf(file, "v %.9g %.9g %.9g\n", (double)mesh->triangles->px[v],
                (double)mesh->triangles->py[v], (double)mesh->triangles->pz[v]);
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        fprintf(file, "f %u %u %u\n", mesh->triangles->i0[t] + 1, mesh->triangles->i1[t] + 1,
                mesh->triangles->i2[t] + 1);
    }
    buoy_mesh_destroy(mesh);
}
