// shapes/ellipsoid: lanes = ellipsoids. A template, included by every_method.h once for each
// instruction set. shapes_caps.h has the mathematics.
#include "shapes_caps.h"

static inline bool ellipsoid_volumes(const struct buoy_shape *shapes,
                                     const struct buoy_plane *planes, size_t count,
                                     struct buoy_volume *results) {
    return caps_volumes(shapes, planes, count, results, 3);
}

// The wetted area has no closed form in + − × ÷ √: it is found body by body, outside of the lanes
// (mesh/ellipsoid.c says how), with as many nodes as the body's aspect ratio asks for.
static inline double ellipsoid_wetted(const double size[3], const double m[3], double k,
                                      double wet) {
    const double cap = k > 0.0 ? buoy_ellipsoid_cap_area(size, m, k) : 0.0;
    return wet > 1.0 ? buoy_ellipsoid_area(size) - cap : cap;
}

static inline doubles ellipsoid_wetted_area(const struct shapes_question *question,
                                            const struct caps_cut *cut) {
    // Four numbers a body, twice: a, b, c, k; m and the height of the wet cap.
    double first[4 * DOUBLES_WIDTH], second[4 * DOUBLES_WIDTH], area[4 * DOUBLES_WIDTH];
    doubles_store4(first, 4, question->size[0], question->size[1], question->size[2], cut->k);
    doubles_store4(second, 4, cut->up[0], cut->up[1], cut->up[2], cut->wet);
    for (size_t i = 0; i < DOUBLES_WIDTH; ++i) {
        const double *size = &first[4 * i], *m = &second[4 * i], k = size[3], wet = m[3];
        // Copies that fill a turn up are not worth the time.
        const bool copy = i > 0 && memcmp(size, first, 4 * sizeof *size) == 0 &&
                          memcmp(m, second, 4 * sizeof *m) == 0;
        area[4 * i] = copy ? area[0] : ellipsoid_wetted(size, m, k, wet);
        area[4 * i + 1] = area[4 * i + 2] = area[4 * i + 3] = 0.0;
    }
    doubles wetted, none[3];
    doubles_load4(area, 4, &wetted, &none[0], &none[1], &none[2]);
    return wetted;
}

static inline void ellipsoid_wetting(const struct shapes_question *question,
                                     doubles surface[SHAPES_FIELDS]) {
    const struct caps_cut cut = caps_find_cut(question);
    surface[SHAPES_WETTED_AREA] = ellipsoid_wetted_area(question, &cut);
    caps_waterplane(question, &cut, surface);
}

bool BUOY_VARIANT(buoy_shapes_ellipsoid)(const struct buoy_shapes_query *query,
                                         struct buoy_volume *restrict results) {
    return shapes_answer(query, results, ellipsoid_volumes, ellipsoid_wetting);
}
