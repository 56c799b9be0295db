// shapes/sphere: lanes = spheres. A template, included by every_method.h once for each instruction
// set. shapes_caps.h has the mathematics; here all three semi-axes are r.
#include "shapes_caps.h"

static inline bool sphere_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                  size_t count, struct buoy_volume *results) {
    return caps_volumes(shapes, planes, count, results, 1);
}

// A cap's area is 2π r × its height.
static inline void sphere_wetting(const struct shapes_question *question,
                                  doubles surface[SHAPES_FIELDS]) {
    struct shapes_question ball = *question;
    caps_make_ball(&ball, 1);
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
