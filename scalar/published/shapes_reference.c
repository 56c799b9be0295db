// shapes/reference/scalar: every kind of shape in double, in plain C, for checking the kernels in
// lanes; bodies of revolution have a file of their own.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "dispatch/methods.h"
#include "mesh/kinds.h"
#include "mesh/plane.h"
#include "shapes_reference.h"

static buoy_reference_function *const by_kind[] = {
    [BUOY_SHAPE_BOX] = buoy_reference_box,
    [BUOY_SHAPE_SPHERE] = buoy_reference_ellipsoid,
    [BUOY_SHAPE_ELLIPSOID] = buoy_reference_ellipsoid,
    [BUOY_SHAPE_CAPSULE] = buoy_reference_capsule,
    [BUOY_SHAPE_CYLINDER] = buoy_reference_cylinder,
    [BUOY_SHAPE_CONE] = buoy_reference_cone,
};

bool buoy_shapes_reference_scalar(const struct buoy_shapes_query *query,
                                  struct buoy_volume *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        if (!buoy_shape_is_valid(&query->shapes[i]) || !buoy_plane_is_valid(&query->planes[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_shape *shape = &query->shapes[i];
        const size_t kind = (size_t)buoy_kind_of(shape);
        struct buoy_shape_question question = {.d = query->planes[i].d};
        struct buoy_shape_surface unused;
        for (int k = 0; k < 3; ++k) {
            question.size[k] = shape->size[kind == BUOY_SHAPE_SPHERE ? 0 : k];
            question.n[k] = query->planes[i].normal[k];
        }
        if (kind < sizeof by_kind / sizeof *by_kind && by_kind[kind]) { // as the caller has checked
            by_kind[kind](&question, &results[i], query->surfaces ? &query->surfaces[i] : &unused);
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------- ellipsoids

// The textbook's caps of the unit ball, stretched.

#define PI 3.14159265358979323846

// The unit ball's cut: at d/g along m, with a wet cap that is h high and a dry one.
struct cut {
    double m[3], g, at, h, dry;
};

static double wetted_area(const struct buoy_shape_question *q, const struct cut *cut) {
    if (q->size[0] == q->size[1] && q->size[1] == q->size[2]) {
        return 2.0 * PI * q->size[0] * q->size[0] * cut->h;
    }
    const double low = cut->h < cut->dry ? cut->h : cut->dry;
    const double cap = low > 0.0 ? buoy_ellipsoid_cap_area(q->size, cut->m, low) : 0.0;
    return cut->h > 1.0 ? buoy_ellipsoid_area(q->size) - cap : cap;
}

void buoy_reference_ellipsoid(const struct buoy_shape_question *q, struct buoy_volume *volume,
                              struct buoy_shape_surface *surface) {
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
    const double all = q->size[0] * q->size[1] * q->size[2];
    const double away = 0.75 * cut.dry * cut.dry / (3.0 - cut.h);
    volume->volume = all * (cut.h * cut.h * (3.0 - cut.h)) * (PI / 3.0);
    for (int i = 0; i < 3; ++i) {
        volume->centre[i] = cut.h > 0.0 ? 0.0 - q->size[i] * cut.m[i] * away : 0.0;
    }
    // The disc's area is π r², its spread along any direction in it r²/4.
    const double r2 = cut.h * cut.dry;
    const double n = sqrt(q->n[0] * q->n[0] + q->n[1] * q->n[1] + q->n[2] * q->n[2]);
    const double area = PI * r2 * (all * n / cut.g);
    double moments[3][3];
    *surface = (struct buoy_shape_surface){.wetted_area = wetted_area(q, &cut)};
    if (!(r2 > 0.0)) {
        return;
    }
    surface->waterplane_area = area;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        surface->waterplane_centroid[i] = q->size[i] * cut.m[i] * cut.at + 0.0;
        const double across = cut.m[j] * cut.m[j] + cut.m[k] * cut.m[k];
        moments[i][i] = area * r2 / 4.0 * (q->size[i] * q->size[i]) * across;
        moments[i][j] = moments[j][i] =
            0.0 - area * r2 / 4.0 * (q->size[i] * cut.m[i]) * (q->size[j] * cut.m[j]);
    }
    surface->xx = moments[0][0];
    surface->xy = moments[0][1];
    surface->xz = moments[0][2];
    surface->yy = moments[1][1];
    surface->yz = moments[1][2];
    surface->zz = moments[2][2];
}

// ------------------------------------------------------------------------------------------- boxes

// The six faces are clipped at the water, one by one (Sutherland and Hodgman), and everything is a
// sum over pyramids and triangles from one point of the water.

// The part of a face that is wet, and its waterline.
struct face {
    double corner[8][3], ends[2][3];
    int count, end_count; // ends: 2, or 0
};

// n·x − d, of exact products, with the sum's roundings added up.
static double height(const struct buoy_shape_question *q, const double x[3]) {
    double sum = -q->d, lost = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double term = q->n[i] * x[i], next = sum + term, of_term = next - sum;
        lost += (sum - (next - of_term)) + (term - of_term);
        sum = next;
    }
    return sum + lost;
}

static void add_corner(struct face *face, const double x[3]) {
    memcpy(face->corner[face->count++], x, 3 * sizeof *x);
}

// Clips the face xᵢ = ±hᵢ.
static void clip(const struct buoy_shape_question *q, int axis, bool upper, struct face *face) {
    static const double signs[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    double whole[4][3]; // counter-clockwise seen from outside if `upper`
    for (int c = 0; c < 4; ++c) {
        const int j = (axis + 1) % 3, k = (axis + 2) % 3;
        whole[c][axis] = upper ? q->size[axis] : -q->size[axis];
        whole[c][j] = signs[c][0] * q->size[j];
        whole[c][k] = signs[c][1] * q->size[k];
    }
    *face = (struct face){.end_count = 0};
    for (int c = 0; c < 4; ++c) {
        const double *a = whole[c], *b = whole[(c + 1) % 4];
        const double s = height(q, a), t = height(q, b), share = s / (s - t);
        if (s < 0.0) {
            add_corner(face, a);
        }
        if ((s < 0.0) != (t < 0.0)) {
            double *end = face->ends[face->end_count++];
            for (int i = 0; i < 3; ++i) {
                end[i] = a[i] + share * (b[i] - a[i]);
            }
            add_corner(face, end);
        }
    }
}

// A triangle's area vector, twice.
static void find_area(const double a[3], const double b[3], const double c[3], double area[3]) {
    double u[3], v[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = b[i] - a[i];
        v[i] = c[i] - a[i];
    }
    buoy_cross_product(u, v, area);
}

// Adds the triangle from the apex to a face's waterline: area; ∫ x dA about the apex × 3; second
// moments × 12.
static void add_triangle(const struct buoy_shape_question *q, const struct face *face,
                         const double apex[3], double *area, double first[3], double second[3][3]) {
    if (face->end_count < 2) {
        return;
    }
    double twice[3], u[3], v[3];
    const double n = sqrt(q->n[0] * q->n[0] + q->n[1] * q->n[1] + q->n[2] * q->n[2]);
    find_area(apex, face->ends[0], face->ends[1], twice);
    const double size =
        0.5 * fabs(q->n[0] * twice[0] + q->n[1] * twice[1] + q->n[2] * twice[2]) / n;
    *area += size;
    for (int i = 0; i < 3; ++i) {
        u[i] = face->ends[0][i] - apex[i];
        v[i] = face->ends[1][i] - apex[i];
        first[i] += size * (u[i] + v[i]);
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            second[i][j] += size * (u[i] * u[j] + v[i] * v[j] + (u[i] + v[i]) * (u[j] + v[j]));
        }
    }
}

static void find_waterplane(const struct buoy_shape_question *q, const struct face faces[6],
                            const double apex[3], struct buoy_shape_surface *surface) {
    double area = 0.0, first[3] = {0.0, 0.0, 0.0}, second[3][3] = {{0.0}}, shift[3], about[3][3];
    for (int f = 0; f < 6; ++f) {
        add_triangle(q, &faces[f], apex, &area, first, second);
    }
    if (!(area > 0.0)) {
        return;
    }
    surface->waterplane_area = area;
    for (int i = 0; i < 3; ++i) {
        shift[i] = first[i] / (3.0 * area);
        surface->waterplane_centroid[i] = apex[i] + shift[i];
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            about[i][j] = second[i][j] / 12.0 - area * shift[i] * shift[j];
        }
    }
    surface->xx = about[0][0] > 0.0 ? about[0][0] : 0.0;
    surface->yy = about[1][1] > 0.0 ? about[1][1] : 0.0;
    surface->zz = about[2][2] > 0.0 ? about[2][2] : 0.0;
    surface->xy = about[0][1];
    surface->xz = about[0][2];
    surface->yz = about[1][2];
}

// Adds pyramids over a face's wet part, with the apex on the water, and the part's area.
static void add_pyramids(const struct face *face, int axis, const double apex[3],
                         struct buoy_volume *volume, struct buoy_shape_surface *surface) {
    for (int c = 2; c < face->count; ++c) {
        const double *corners[3] = {face->corner[0], face->corner[c - 1], face->corner[c]};
        const double away = corners[0][axis] - apex[axis];
        double area[3];
        find_area(corners[0], corners[1], corners[2], area);
        const double size = fabs(area[axis]), part = size * fabs(away) / 6.0;
        // Outside of the face's plane, an apex subtracts.
        const double outward = corners[0][axis] > 0.0 ? away : -away;
        const double signed_part = outward < 0.0 ? -part : part;
        surface->wetted_area += 0.5 * size;
        volume->volume += signed_part;
        for (int i = 0; i < 3; ++i) {
            volume->centre[i] +=
                signed_part * 0.25 * (corners[0][i] + corners[1][i] + corners[2][i] + apex[i]);
        }
    }
}

void buoy_reference_box(const struct buoy_shape_question *q, struct buoy_volume *volume,
                        struct buoy_shape_surface *surface) {
    const double *h = q->size;
    struct face faces[6];
    double apex[3] = {0.0, 0.0, 0.0}; // the mean of the ends of waterlines: a point of the water
    int ends = 0;
    for (int f = 0; f < 6; ++f) {
        clip(q, f / 2, f % 2, &faces[f]);
        for (int e = 0; e < faces[f].end_count; ++e, ++ends) {
            for (int i = 0; i < 3; ++i) {
                apex[i] += faces[f].ends[e][i];
            }
        }
    }
    *volume = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
    *surface = (struct buoy_shape_surface){0};
    if (ends == 0) { // dry, or wholly wet
        const bool wet = faces[0].count > 0;
        volume->volume = wet ? 8.0 * (h[0] * h[1] * h[2]) : 0.0;
        surface->wetted_area = wet ? 8.0 * (h[0] * h[1] + h[1] * h[2] + h[2] * h[0]) : 0.0;
        return;
    }
    for (int i = 0; i < 3; ++i) {
        apex[i] = apex[i] / ends;
    }
    for (int f = 0; f < 6; ++f) {
        add_pyramids(&faces[f], f / 2, apex, volume, surface);
    }
    const bool some = volume->volume > 0.0; // else next to nothing, lost in roundings
    for (int i = 0; i < 3; ++i) {
        volume->centre[i] = some ? volume->centre[i] / volume->volume + 0.0 : 0.0;
    }
    volume->volume = some ? volume->volume : 0.0;
    find_waterplane(q, faces, apex, surface);
}
