// The true spread of a body's volume.
#include "step_spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define PI 3.141592653589793238462643383279502884L

// Volume, and first and second moments about the shape's origin.
struct sums {
    real volume, first[3], second[9];
};

// A solid that is symmetric about the origin, or its centroid lies on z: second moments per volume.
static struct sums make(real volume, real x, real y, real z, real centroid_z) {
    return (struct sums){
        .volume = volume,
        .first = {0.0L, 0.0L, volume * centroid_z},
        .second = {volume * x, 0.0L, 0.0L, 0.0L, volume * y, 0.0L, 0.0L, 0.0L,
                   volume * (z + centroid_z * centroid_z)},
    };
}

// Two half spheres of radius a, b away from the middle, beside a cylinder.
static struct sums make_capsule(real a, real b) {
    const real straight = 2.0L * PI * a * a * b, round = 4.0L / 3.0L * PI * a * a * a;
    const real volume = straight + round;
    const real across = (straight * a * a / 4.0L + round * a * a / 5.0L) / volume;
    const real along =
        (straight * b * b / 3.0L + round * (a * a / 5.0L + 3.0L / 4.0L * a * b + b * b)) / volume;
    return make(volume, across, across, along, 0.0L);
}

static struct sums of_shape(const struct buoy_shape *shape) {
    const real a = (real)shape->size[0], b = (real)shape->size[1], c = (real)shape->size[2];
    switch (shape->kind) {
    case BUOY_SHAPE_BOX:
        return make(8.0L * a * b * c, a * a / 3.0L, b * b / 3.0L, c * c / 3.0L, 0.0L);
    case BUOY_SHAPE_ELLIPSOID:
        return make(4.0L / 3.0L * PI * a * b * c, a * a / 5.0L, b * b / 5.0L, c * c / 5.0L, 0.0L);
    case BUOY_SHAPE_CAPSULE:
        return make_capsule(a, b);
    case BUOY_SHAPE_CYLINDER:
        return make(2.0L * PI * a * a * b, a * a / 4.0L, a * a / 4.0L, b * b / 3.0L, 0.0L);
    case BUOY_SHAPE_CONE:
        return make(2.0L / 3.0L * PI * a * a * b, 3.0L / 20.0L * a * a, 3.0L / 20.0L * a * a,
                    3.0L / 20.0L * b * b, -b / 2.0L);
    default: // a sphere
        return make(4.0L / 3.0L * PI * a * a * a, a * a / 5.0L, a * a / 5.0L, a * a / 5.0L, 0.0L);
    }
}

// A tetrahedron of a triangle and the origin.
static void add_triangle(real v[3][3], struct sums *sums) {
    real normal[3], sum[3];
    real_cross(v[1], v[2], normal);
    const real volume = (v[0][0] * normal[0] + v[0][1] * normal[1] + v[0][2] * normal[2]) / 6.0L;
    sums->volume += volume;
    for (int i = 0; i < 3; ++i) {
        sum[i] = v[0][i] + v[1][i] + v[2][i];
        sums->first[i] += volume * sum[i] / 4.0L;
    }
    for (int i = 0; i < 9; ++i) {
        const int a = i / 3, b = i % 3;
        const real corners = v[0][a] * v[0][b] + v[1][a] * v[1][b] + v[2][a] * v[2][b];
        sums->second[i] += volume * (corners + sum[a] * sum[b]) / 20.0L;
    }
}

static int of_mesh(const struct buoy_mesh *mesh, struct sums *sums) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double *positions = malloc(3 * info.vertex_count * sizeof *positions);
    uint32_t *indices = malloc(3 * info.triangle_count * sizeof *indices);
    memset(sums, 0, sizeof *sums);
    if (!positions || !indices) {
        free(positions);
        free(indices);
        return cli_bad("out of memory");
    }
    buoy_mesh_copy_out64(mesh, positions, indices, NULL);
    for (size_t t = 0; t < info.triangle_count; ++t) {
        real v[3][3];
        for (int i = 0; i < 9; ++i) { // about the middle, so that no digits are lost
            v[i / 3][i % 3] = (real)positions[3 * indices[3 * t + (size_t)i / 3] + (size_t)i % 3] -
                              (real)info.centre[i % 3];
        }
        add_triangle(v, sums);
    }
    free(positions);
    free(indices);
    return 0;
}

// Turns a part's sums into the body's frame, and moves them to where the part is.
static void add_part(const struct buoy_part *part, const struct sums *own, struct sums *all) {
    struct buoy_mesh_info info = {.centre = {0.0, 0.0, 0.0}};
    real r[9], q[4], square = 0.0L, arm[3], first[3];
    if (part->mesh) {
        buoy_mesh_get_info(part->mesh, &info, NULL);
    }
    for (int i = 0; i < 4; ++i) {
        q[i] = (real)part->place.rotation[i];
        square += q[i] * q[i];
    }
    const real x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0L / square;
    const real turn[9] = {
        1.0L - s * (y * y + z * z), s * (x * y - z * w),        s * (z * x + y * w),
        s * (x * y + z * w),        1.0L - s * (z * z + x * x), s * (y * z - x * w),
        s * (z * x - y * w),        s * (y * z + x * w),        1.0L - s * (x * x + y * y)};
    memcpy(r, turn, sizeof r);
    for (int i = 0; i < 3; ++i) {
        arm[i] = (real)part->place.position[i];
        first[i] = 0.0L;
        for (int k = 0; k < 3; ++k) {
            arm[i] += r[3 * i + k] * (real)info.centre[k];
            first[i] += r[3 * i + k] * own->first[k];
        }
    }
    all->volume += own->volume;
    for (int i = 0; i < 9; ++i) {
        const int a = i / 3, b = i % 3;
        for (int k = 0; k < 9; ++k) {
            all->second[i] += r[3 * a + k / 3] * own->second[k] * r[3 * b + k % 3];
        }
        all->second[i] += arm[a] * first[b] + first[a] * arm[b] + own->volume * arm[a] * arm[b];
        all->first[i % 3] += i < 3 ? first[i] + own->volume * arm[i] : 0.0L;
    }
}

int step_spread_find(const struct buoy_part *parts, size_t count, real centroid[3],
                     real second[9]) {
    struct sums all = {.volume = 0.0L};
    for (size_t i = 0; i < count; ++i) {
        struct sums own;
        if (parts[i].shape.kind == BUOY_SHAPE_MESH) {
            if (of_mesh(parts[i].mesh, &own) != 0) {
                return CLI_BAD;
            }
        } else {
            own = of_shape(&parts[i].shape);
        }
        add_part(&parts[i], &own, &all);
    }
    for (int i = 0; i < 3; ++i) {
        centroid[i] = all.first[i] / all.volume;
    }
    for (int i = 0; i < 9; ++i) {
        second[i] = all.second[i] / all.volume - centroid[i / 3] * centroid[i % 3];
    }
    return 0;
}

// From the characteristic polynomial: its roots are the eigenvalues, by the cosine of a third.
real step_spread_length(const real second[9]) {
    const real mean = (second[0] + second[4] + second[8]) / 3.0L;
    const real a = second[0] - mean, b = second[4] - mean, c = second[8] - mean;
    const real d = second[1], e = second[2], f = second[5];
    const real size = sqrtl((a * a + b * b + c * c + 2.0L * (d * d + e * e + f * f)) / 6.0L);
    if (size <= 1e-18L * mean) {
        return 2.0L * sqrtl(3.0L * mean);
    }
    const real det =
        (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / (size * size * size);
    // acosl(det / 2), of which MinGW's loses half of the digits near ±1.
    const real third = atan2l(sqrtl(fmaxl(0.0L, (2.0L - det) * (2.0L + det))), det) / 3.0L;
    real sum = 0.0L;
    for (int i = 0; i < 3; ++i) {
        sum += sqrtl(fmaxl(0.0L, mean + 2.0L * size * cosl(third + 2.0L * PI * (real)i / 3.0L)));
    }
    return 2.0L / sqrtl(3.0L) * sum;
}
