// Boxes for shapes/reference/scalar: the six faces are clipped at the water, one by one (Sutherland
// and Hodgman), and everything is a sum over pyramids and triangles from one point of the water.
#include "base/arithmetic.h"

#include <math.h>

#include "base/vector.h"
#include "shapes_reference.h"

enum {
    MOST_CORNERS = 8
};

struct polygon {
    double corner[MOST_CORNERS][3];
    int count;
};

// The part of a face that is wet, and its waterline.
struct face {
    struct polygon wet;
    double ends[2][3];
    int end_count; // 2, or 0
};

// The corners of the face xᵢ = ±hᵢ, counter-clockwise seen from outside if `upper`.
static void make_face(const struct buoy_shape_question *q, int axis, int upper,
                      struct polygon *face) {
    static const double signs[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    face->count = 4;
    for (int c = 0; c < 4; ++c) {
        face->corner[c][axis] = upper ? q->size[axis] : -q->size[axis];
        face->corner[c][j] = signs[c][0] * q->size[j];
        face->corner[c][k] = signs[c][1] * q->size[k];
    }
}

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

static void add_corner(struct polygon *polygon, const double x[3]) {
    for (int i = 0; i < 3; ++i) {
        polygon->corner[polygon->count][i] = x[i];
    }
    ++polygon->count;
}

// Where an edge of heights s and t, one of them below 0, crosses the water.
static void cross_edge(const double a[3], double s, const double b[3], double t, double at[3]) {
    const double share = s / (s - t);
    for (int i = 0; i < 3; ++i) {
        at[i] = a[i] + share * (b[i] - a[i]);
    }
}

static void clip(const struct buoy_shape_question *q, const struct polygon *whole,
                 struct face *face) {
    *face = (struct face){.end_count = 0};
    for (int c = 0; c < 4; ++c) {
        const double *a = whole->corner[c], *b = whole->corner[(c + 1) % 4];
        const double s = height(q, a), t = height(q, b);
        if (s < 0.0) {
            add_corner(&face->wet, a);
        }
        if ((s < 0.0) != (t < 0.0)) {
            cross_edge(a, s, b, t, face->ends[face->end_count]);
            add_corner(&face->wet, face->ends[face->end_count++]);
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

// The mean of the ends of waterlines: a point of the water.
static void find_apex(const struct face faces[6], double apex[3]) {
    int count = 0;
    apex[0] = apex[1] = apex[2] = 0.0;
    for (int f = 0; f < 6; ++f) {
        for (int e = 0; e < faces[f].end_count; ++e, ++count) {
            for (int i = 0; i < 3; ++i) {
                apex[i] += faces[f].ends[e][i];
            }
        }
    }
    for (int i = 0; i < 3; ++i) {
        apex[i] = apex[i] / count;
    }
}

// Adds pyramids over a face's wet part, with the apex on the water, and the part's area.
static void add_pyramids(const struct face *face, int axis, const double apex[3],
                         struct buoy_volume *volume, struct buoy_shape_surface *surface) {
    for (int c = 2; c < face->wet.count; ++c) {
        const double *corners[3] = {face->wet.corner[0], face->wet.corner[c - 1],
                                    face->wet.corner[c]};
        double area[3];
        find_area(corners[0], corners[1], corners[2], area);
        const double size = fabs(area[axis]);
        const double part = size * fabs(corners[0][axis] - apex[axis]) / 6.0;
        // Outside of the face's plane, an apex subtracts.
        const double outward =
            corners[0][axis] > 0.0 ? corners[0][axis] - apex[axis] : apex[axis] - corners[0][axis];
        const double signed_part = outward < 0.0 ? -part : part;
        surface->wetted_area += 0.5 * size;
        volume->volume += signed_part;
        for (int i = 0; i < 3; ++i) {
            volume->centre[i] +=
                signed_part * 0.25 * (corners[0][i] + corners[1][i] + corners[2][i] + apex[i]);
        }
    }
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

// With no waterline a box is dry, or wholly wet.
static void answer_whole(const struct buoy_shape_question *q, bool wet, struct buoy_volume *volume,
                         struct buoy_shape_surface *surface) {
    const double *h = q->size;
    volume->volume = wet ? 8.0 * (h[0] * h[1] * h[2]) : 0.0;
    surface->wetted_area = wet ? 8.0 * (h[0] * h[1] + h[1] * h[2] + h[2] * h[0]) : 0.0;
}

void buoy_reference_box(const struct buoy_shape_question *q, struct buoy_volume *volume,
                        struct buoy_shape_surface *surface) {
    struct face faces[6];
    double apex[3];
    int ends = 0;
    for (int f = 0; f < 6; ++f) {
        struct polygon whole;
        make_face(q, f / 2, f % 2, &whole);
        clip(q, &whole, &faces[f]);
        ends += faces[f].end_count;
    }
    *volume = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
    *surface = (struct buoy_shape_surface){0};
    if (ends == 0) {
        answer_whole(q, faces[0].wet.count > 0, volume, surface);
        return;
    }
    find_apex(faces, apex);
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
