// Affine maps of glTF's nodes, joints and instances, in double.
#include <math.h>

#include "gltf.h"

struct gltf_map gltf_compose(const struct gltf_map *outer, const struct gltf_map *inner) {
    struct gltf_map map;
    for (int i = 0; i < 3; ++i) {
        const double *o = outer->rows[i];
        for (int j = 0; j < 4; ++j) {
            map.rows[i][j] = o[0] * inner->rows[0][j] + o[1] * inner->rows[1][j] +
                             o[2] * inner->rows[2][j] + (j == 3 ? o[3] : 0.0);
        }
    }
    return map;
}

// The quaternion's length, which decimals keep from being exactly 1, is divided out.
struct gltf_map gltf_map_of_parts(const double t[3], const double q[4], const double s[3]) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double k = 2.0 / (x * x + y * y + z * z + w * w);
    const double turn[3][3] = {
        {1.0 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w)},
        {k * (x * y + z * w), 1.0 - k * (x * x + z * z), k * (y * z - x * w)},
        {k * (x * z - y * w), k * (y * z + x * w), 1.0 - k * (x * x + y * y)},
    };
    struct gltf_map map;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            map.rows[i][j] = turn[i][j] * s[j];
        }
        map.rows[i][3] = t[i];
    }
    return map;
}

bool gltf_is_unit(const double q[4], double tolerance) {
    return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0) < tolerance;
}

bool gltf_is_identity(const struct gltf_map *map) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (map->rows[i][j] != (i == j ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

// If nothing moves, negative zeros stay; otherwise there are none.
void gltf_move(const struct gltf_map *map, bool identity, const double point[3], double moved[3]) {
    for (int k = 0; k < 3; ++k) {
        const double *row = map->rows[k];
        moved[k] = identity
                       ? point[k]
                       : row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + row[3] + 0.0;
    }
}

double gltf_determinant(const struct gltf_map *map) {
    const double *a = map->rows[0], *b = map->rows[1], *c = map->rows[2];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}
