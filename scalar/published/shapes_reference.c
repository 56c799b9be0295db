// shapes/reference/scalar: every kind of shape in double, in plain C, for checking the kernels in
// lanes. Boxes and round shapes have files of their own.
#include "base/arithmetic.h"

#include "shapes_reference.h"

#include <math.h>

#include "dispatch/methods.h"
#include "mesh/kinds.h"
#include "mesh/plane.h"

static buoy_reference_function *const by_kind[] = {
    [BUOY_SHAPE_BOX] = buoy_reference_box,
    [BUOY_SHAPE_SPHERE] = buoy_reference_ellipsoid,
    [BUOY_SHAPE_ELLIPSOID] = buoy_reference_ellipsoid,
    [BUOY_SHAPE_CAPSULE] = buoy_reference_capsule,
    [BUOY_SHAPE_CYLINDER] = buoy_reference_cylinder,
    [BUOY_SHAPE_CONE] = buoy_reference_cone,
};

static void answer(const struct buoy_shape *shape, const struct buoy_plane *plane,
                   struct buoy_volume *volume, struct buoy_shape_surface *surface) {
    const size_t kind = (size_t)buoy_kind_of(shape);
    struct buoy_shape_question question = {.d = plane->d};
    struct buoy_shape_surface unused;
    for (int i = 0; i < 3; ++i) {
        question.size[i] = shape->size[kind == BUOY_SHAPE_SPHERE ? 0 : i];
        question.n[i] = plane->normal[i];
    }
    if (kind < sizeof by_kind / sizeof *by_kind && by_kind[kind]) { // as the caller has checked
        by_kind[kind](&question, volume, surface ? surface : &unused);
    }
}

bool buoy_shapes_reference_scalar(const struct buoy_shapes_query *query,
                                  struct buoy_volume *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        if (!buoy_shape_is_valid(&query->shapes[i]) || !buoy_plane_is_valid(&query->planes[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer(&query->shapes[i], &query->planes[i], &results[i],
               query->surfaces ? &query->surfaces[i] : NULL);
    }
    return true;
}

// -------------------------------------------------------------------------------------- ellipsoids

// Ellipsoids for shapes/reference/scalar: the textbook's caps of the unit ball, stretched.

#define PI 3.14159265358979323846

// The unit ball's cut: at d/g along m, with a wet cap that is h high and a dry one.
struct cut {
    double m[3], g, at, h, dry;
};

static struct cut find_cut(const struct buoy_shape_question *q) {
    struct cut cut = {.g = 0.0};
    for (int i = 0; i < 3; ++i) {
        cut.m[i] = q->size[i] * q->n[i];
        cut.g += cut.m[i] * cut.m[i];
    }
    // (g − |d|) (g + |d|) / (g (g + |d|)), with squares of less than 53 bits
    const double square = cut.g, left = square - q->d * q->d;
    cut.g = sqrt(square);
    const double low = left > 0.0 ? left / (cut.g * (cut.g + fabs(q->d))) : 0.0;
    for (int i = 0; i < 3; ++i) {
        cut.m[i] /= cut.g;
    }
    cut.at = q->d < -cut.g ? -1.0 : q->d > cut.g ? 1.0 : q->d / cut.g;
    cut.h = q->d > 0.0 ? 2.0 - low : low;
    cut.dry = q->d > 0.0 ? low : 2.0 - low;
    return cut;
}

static double wetted_area(const struct buoy_shape_question *q, const struct cut *cut) {
    if (q->size[0] == q->size[1] && q->size[1] == q->size[2]) {
        return 2.0 * PI * q->size[0] * q->size[0] * cut->h;
    }
    const double low = cut->h < cut->dry ? cut->h : cut->dry;
    const double cap = low > 0.0 ? buoy_ellipsoid_cap_area(q->size, cut->m, low) : 0.0;
    return cut->h > 1.0 ? buoy_ellipsoid_area(q->size) - cap : cap;
}

// The disc's area is π r², its spread along any direction in it r²/4.
static void find_surface(const struct buoy_shape_question *q, const struct cut *cut,
                         struct buoy_shape_surface *surface) {
    const double all = q->size[0] * q->size[1] * q->size[2], r2 = cut->h * cut->dry;
    const double n = sqrt(q->n[0] * q->n[0] + q->n[1] * q->n[1] + q->n[2] * q->n[2]);
    const double area = PI * r2 * (all * n / cut->g);
    double moments[3][3];
    *surface = (struct buoy_shape_surface){.wetted_area = wetted_area(q, cut)};
    if (!(r2 > 0.0)) {
        return;
    }
    surface->waterplane_area = area;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        surface->waterplane_centroid[i] = q->size[i] * cut->m[i] * cut->at + 0.0;
        const double across = cut->m[j] * cut->m[j] + cut->m[k] * cut->m[k];
        moments[i][i] = area * r2 / 4.0 * (q->size[i] * q->size[i]) * across;
        moments[i][j] = moments[j][i] =
            0.0 - area * r2 / 4.0 * (q->size[i] * cut->m[i]) * (q->size[j] * cut->m[j]);
    }
    surface->xx = moments[0][0];
    surface->xy = moments[0][1];
    surface->xz = moments[0][2];
    surface->yy = moments[1][1];
    surface->yz = moments[1][2];
    surface->zz = moments[2][2];
}

void buoy_reference_ellipsoid(const struct buoy_shape_question *q, struct buoy_volume *volume,
                              struct buoy_shape_surface *surface) {
    const struct cut cut = find_cut(q);
    const double all = q->size[0] * q->size[1] * q->size[2];
    const double away = 0.75 * cut.dry * cut.dry / (3.0 - cut.h);
    volume->volume = all * (cut.h * cut.h * (3.0 - cut.h)) * (PI / 3.0);
    for (int i = 0; i < 3; ++i) {
        volume->centre[i] = cut.h > 0.0 ? 0.0 - q->size[i] * cut.m[i] * away : 0.0;
    }
    find_surface(q, &cut, surface);
}
