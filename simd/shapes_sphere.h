// shapes/sphere: lanes = spheres. A template, included by every_method.h once for each instruction
// set. shapes_caps.h has the mathematics; here all three semi-axes are r, which spares loads and
// products.
#include "shapes_caps.h"

// First pass: reads LANES_WIDTH questions, and returns which are valid.
static inline lanes_mask sphere_read(const struct buoy_shape *shapes,
                                     const struct buoy_plane *planes, struct caps_portion *portion,
                                     size_t i) {
    lanes size[3], n[3], d;
    shapes_load(&shapes[i], &planes[i], size, n, &d);
    const lanes_double r = lanes_widen(size[0]);
    lanes_double side[3];
    for (int k = 0; k < 3; ++k) {
        side[k] = lanes_widen(lanes_abs(n[k]));
    }
    const lanes_double sum = lanes_double_add(lanes_double_add(side[0], side[1]), side[2]);
    const lanes_double scale = lanes_double_scale(lanes_double_mul(sum, r));
    const lanes_double factor = lanes_double_mul(r, scale);
    for (int k = 0; k < 3; ++k) {
        side[k] = lanes_double_mul(side[k], factor);
    }
    lanes_store(&portion->size[0][i], size[0]);
    caps_store(side, scale, n, d, portion, i);
    return lanes_and(shapes_planes_valid(n, d), shapes_sizes_valid(size[0]));
}

static inline bool sphere_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                  size_t count, struct buoy_volume *results) {
    return caps_volumes(shapes, planes, count, results, sphere_read, 1);
}

// A cap's area is 2π r × its height.
static inline void sphere_wetting(const struct shapes_question *question,
                                  doubles surface[SHAPES_FIELDS]) {
    struct shapes_question ball = *question;
    ball.size[1] = ball.size[2] = ball.size[0];
    const struct caps_cut cut = caps_find_cut(&ball);
    const doubles r2 = doubles_mul(ball.size[0], ball.size[0]);
    surface[SHAPES_WETTED_AREA] =
        doubles_mul(doubles_mul(doubles_splat(2.0 * CAPS_PI), r2), cut.wet);
    caps_waterplane(&ball, &cut, surface);
}

bool BUOY_VARIANT(buoy_shapes_sphere)(const struct buoy_shapes_query *query,
                                      struct buoy_volume *restrict results) {
    return shapes_answer(query, results, sphere_volumes, sphere_wetting);
}
