#include "reference.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "mesh/mesh.h"

typedef long double real;

// Sums over the waterline's segments from X to Y, by Green's theorem, in the projection along the
// axis nearest to the normal; coordinates are relative to the mesh's centre.
struct outline {
    int u, v, up;
    real area, first[2], second[2][2];
};

struct corner {
    real x[3], s;
};

static void fetch(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                  uint32_t vertex, struct corner *corner) {
    const float p[3] = {mesh->px[vertex], mesh->py[vertex], mesh->pz[vertex]};
    for (int i = 0; i < 3; ++i) {
        corner->x[i] = (real)p[i] - (real)mesh->centre[i];
    }
    // Products of floats are exact.
    corner->s = (real)plane->normal[0] * p[0] + (real)plane->normal[1] * p[1] +
                (real)plane->normal[2] * p[2] - (real)d;
}

static void cut(const struct corner *a, const struct corner *b, real point[3]) {
    for (int i = 0; i < 3; ++i) {
        point[i] = (b->s * a->x[i] - a->s * b->x[i]) / (b->s - a->s);
    }
}

static real area_of(const struct corner c[3]) {
    real twice2 = 0.0L;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const real a = (c[1].x[j] - c[0].x[j]) * (c[2].x[k] - c[0].x[k]) -
                       (c[1].x[k] - c[0].x[k]) * (c[2].x[j] - c[0].x[j]);
        twice2 += a * a;
    }
    return 0.5L * sqrtl(twice2);
}

// The submerged share of the area.
static real share_of(const struct corner c[3], int wet) {
    int odd = 0;
    if (wet == 0 || wet == 3) {
        return wet == 3 ? 1.0L : 0.0L;
    }
    for (int k = 0; k < 3; ++k) {
        odd = (c[k].s < 0.0L) == (wet == 1) ? k : odd;
    }
    const real a = c[odd].s, p = c[(odd + 1) % 3].s, q = c[(odd + 2) % 3].s;
    if (wet == 1) {
        return a / (a - p) * (a / (a - q));
    }
    return p / (p - a) + a / (a - p) * (q / (q - a));
}

static void add_segment(const real x[3], const real y[3], struct outline *outline) {
    const real xs[2] = {x[outline->u], x[outline->v]}, ys[2] = {y[outline->u], y[outline->v]};
    const real twice = xs[0] * (ys[1] - xs[1]) - xs[1] * (ys[0] - xs[0]);
    outline->area += twice / 2.0L;
    for (int i = 0; i < 2; ++i) {
        outline->first[i] += twice * (xs[i] + ys[i]) / 6.0L;
        for (int j = 0; j < 2; ++j) {
            outline->second[i][j] +=
                twice * (xs[i] * xs[j] + ys[i] * ys[j] + (xs[i] + ys[i]) * (xs[j] + ys[j])) / 24.0L;
        }
    }
}

// Going round a triangle counter-clockwise seen from outside, the water is left at one edge and
// entered again at another: seen from above, the waterplane has its boundary the other way round.
static void add_cut(const struct corner c[3], struct outline *outline) {
    real left[3] = {0.0L, 0.0L, 0.0L}, entered[3] = {0.0L, 0.0L, 0.0L};
    for (int k = 0; k < 3; ++k) {
        const struct corner *a = &c[k], *b = &c[(k + 1) % 3];
        if (a->s < 0.0L && !(b->s < 0.0L)) {
            cut(a, b, left);
        } else if (!(a->s < 0.0L) && b->s < 0.0L) {
            cut(a, b, entered);
        }
    }
    add_segment(entered, left, outline);
}

static void answer_waterplane(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                              double d, const struct outline *outline,
                              struct buoy_hydrostatics *truth) {
    const real n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    const int u = outline->u, v = outline->v, up = outline->up;
    const real by[2] = {-n[u] / n[up], -n[v] / n[up]};
    const real stretch = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / n[up];
    const real area = outline->area * stretch;
    if (area == 0.0L) {
        return;
    }
    const real e[2] = {outline->first[0] / outline->area, outline->first[1] / outline->area};
    real m[3][3], level = (real)d, central[2][2];
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            central[i][j] = outline->second[i][j] * stretch - area * e[i] * e[j];
        }
    }
    for (int i = 0; i < 3; ++i) {
        level -= n[i] * (real)mesh->centre[i];
    }
    truth->waterplane_area = (double)area;
    truth->waterplane_centroid[u] = (double)(e[0] + (real)mesh->centre[u]);
    truth->waterplane_centroid[v] = (double)(e[1] + (real)mesh->centre[v]);
    truth->waterplane_centroid[up] =
        (double)(level / n[up] + by[0] * e[0] + by[1] * e[1] + (real)mesh->centre[up]);
    m[u][u] = central[0][0];
    m[u][v] = m[v][u] = central[0][1];
    m[v][v] = central[1][1];
    m[u][up] = m[up][u] = by[0] * m[u][u] + by[1] * m[u][v];
    m[v][up] = m[up][v] = by[0] * m[u][v] + by[1] * m[v][v];
    m[up][up] = by[0] * m[u][up] + by[1] * m[v][up];
    truth->xx = (double)m[0][0];
    truth->xy = (double)m[0][1];
    truth->xz = (double)m[0][2];
    truth->yy = (double)m[1][1];
    truth->yz = (double)m[1][2];
    truth->zz = (double)m[2][2];
}

void reference_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                       struct buoy_hydrostatics *truth) {
    const float x = fabsf(plane->normal[0]), y = fabsf(plane->normal[1]),
                z = fabsf(plane->normal[2]);
    const int up = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    struct outline outline = {.u = (up + 1) % 3, .v = (up + 2) % 3, .up = up};
    real wetted = 0.0L;
    *truth = (struct buoy_hydrostatics){
        .waterplane_centroid = {mesh->centre[0], mesh->centre[1], mesh->centre[2]}};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->i0[t], mesh->i1[t], mesh->i2[t]};
        struct corner c[3];
        int wet = 0;
        for (int k = 0; k < 3; ++k) {
            fetch(mesh, plane, d, corner[k], &c[k]);
            wet += c[k].s < 0.0L;
        }
        wetted += share_of(c, wet) * area_of(c);
        if (wet == 1 || wet == 2) {
            add_cut(c, &outline);
        }
    }
    truth->wetted_area = (double)wetted;
    answer_waterplane(mesh, plane, d, &outline, truth);
}

long double reference_volume(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                             double d) {
    const real n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    real sum = 0.0L;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->i0[t], mesh->i1[t], mesh->i2[t]};
        struct corner c[3], wet[4];
        int count = 0;
        for (int k = 0; k < 3; ++k) {
            fetch(mesh, plane, d, corner[k], &c[k]);
        }
        for (int k = 0; k < 3; ++k) {
            const struct corner *a = &c[k], *b = &c[(k + 1) % 3];
            if (a->s < 0.0L) {
                wet[count++] = *a;
            }
            if ((a->s < 0.0L) != (b->s < 0.0L)) {
                cut(a, b, wet[count].x);
                wet[count++].s = 0.0L;
            }
        }
        for (int k = 2; k < count; ++k) {
            const struct corner part[3] = {wet[0], wet[k - 1], wet[k]};
            real up = 0.0L;
            for (int i = 0; i < 3; ++i) {
                const int j = (i + 1) % 3, l = (i + 2) % 3;
                up += n[i] * ((part[1].x[j] - part[0].x[j]) * (part[2].x[l] - part[0].x[l]) -
                              (part[1].x[l] - part[0].x[l]) * (part[2].x[j] - part[0].x[j]));
            }
            sum += up * (part[0].s + part[1].s + part[2].s) / 6.0L;
        }
    }
    return sum / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}
