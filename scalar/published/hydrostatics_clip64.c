// hydrostatics/clip64/scalar: every triangle is clipped to its submerged polygon, in double
// precision, from vertices and plane as given: the fast reference.
//
// It never looks at the waterline. By the divergence theorem over the submerged part, closed by the
// waterplane W, with n the unit normal, x relative to a point of the water, and sums over pieces of
// the submerged surface S of area vector a:
//   A_w = −Σ n·a,   ∫_W x dA = −∫_S x n·da,   ∫_W x xᵀ dA = V (n cᵀ + c nᵀ) − ∫_S x xᵀ n·da
// where the second is taken without its part along n, which is 0.
#include "base/arithmetic.h"

#include "base/vector.h"
#include "dispatch/methods.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"

// Sums over the submerged surface; x relative to p, a point of the water.
struct sums {
    double volume, volume_x[3]; // Σ h, Σ h X with h = a·x (kernels/mesh/mesh.h)
    double area;
    double up, up_x[3], up_xx[3][3]; // ∫ n·da, ∫ x n·da, ∫ x xᵀ n·da
    bool cut;                        // a triangle has corners below the water and others
    bool flush;                      // a triangle that is flush with the water is partly wet
};

struct water {
    double n[3]; // of unit length
    double p[3];
    const struct buoy_baked_plane *plane; // its n and offset tell exactly what lies on it
    double flush_height;
};

// Adds a triangle that is wholly submerged; corners relative to p.
static void add_triangle(const struct water *water, double v[3][3], struct sums *sums) {
    double a[3], sum[3];
    buoy_area_vector(v, a);
    for (int i = 0; i < 3; ++i) {
        sum[i] = v[0][i] + v[1][i] + v[2][i];
    }
    const double h = buoy_dot(a, v[0]), up = buoy_dot(a, water->n);
    sums->volume += h;
    sums->area += buoy_length(a);
    sums->up += up;
    for (int i = 0; i < 3; ++i) {
        sums->volume_x[i] += h * sum[i];
        sums->up_x[i] += up * sum[i] / 3.0;
        for (int j = 0; j < 3; ++j) {
            const double corners = v[0][i] * v[0][j] + v[1][i] * v[1][j] + v[2][i] * v[2][j];
            sums->up_xx[i][j] += up / 12.0 * (corners + sum[i] * sum[j]);
        }
    }
}

// Keeps the part of a triangle that is below the water: at most four corners. s: heights.
static int clip(double v[3][3], const double s[3], double kept[4][3]) {
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if (s[k] < 0.0) {
            memcpy(kept[count++], v[k], sizeof v[k]);
        }
        if ((s[k] < 0.0) != (s[next] < 0.0)) {
            const double t = s[k] / (s[k] - s[next]);
            for (int i = 0; i < 3; ++i) {
                kept[count][i] = v[k][i] + t * (v[next][i] - v[k][i]);
            }
            ++count;
        }
    }
    return count;
}

static void add_clipped(const struct buoy_mesh *mesh, const struct water *water, uint32_t triangle,
                        struct sums *sums) {
    const struct buoy_triangles *of = mesh->triangles;
    const uint32_t corner[3] = {of->i0[triangle], of->i1[triangle], of->i2[triangle]};
    double v[3][3], s[3], kept[4][3];
    for (int k = 0; k < 3; ++k) {
        const double given[3] = {of->px[corner[k]], of->py[corner[k]], of->pz[corner[k]]};
        for (int i = 0; i < 3; ++i) {
            v[k][i] = (given[i] - mesh->middle[i]) * mesh->inverse_scale;
        }
        s[k] = buoy_dot(water->plane->n, v[k]) - water->plane->offset;
        for (int i = 0; i < 3; ++i) {
            v[k][i] -= water->p[i];
        }
    }
    const int count = clip(v, s, kept);
    sums->flush |= count > 0 && fabs(s[0]) < water->flush_height &&
                   fabs(s[1]) < water->flush_height && fabs(s[2]) < water->flush_height;
    sums->cut |= count > 0 && !(s[0] < 0.0 && s[1] < 0.0 && s[2] < 0.0);
    for (int k = 2; k < count; ++k) {
        double piece[3][3];
        memcpy(piece[0], kept[0], sizeof piece[0]);
        memcpy(piece[1], kept[k - 1], sizeof piece[1]);
        memcpy(piece[2], kept[k], sizeof piece[2]);
        add_triangle(water, piece, sums);
    }
}

// The waterplane; no waterplane if no triangle is cut, whatever rounding left in the sums.
static struct buoy_shadow waterplane(const struct water *water, const struct sums *sums) {
    struct buoy_shadow w = buoy_shadow_axes(water->plane);
    w.area = sums->cut ? -sums->up : 0.0;
    if (w.area != 0.0) {
        const int u = w.u, v = w.v;
        const double *n = water->n, *vc = sums->volume_x;
        double e[3]; // the centroid from p
        for (int i = 0; i < 3; ++i) {
            e[i] = -sums->up_x[i] / w.area;
        }
        const double off = buoy_dot(e, n), eu = e[u] - off * n[u], ev = e[v] - off * n[v];
        w.pu = water->p[u];
        w.pv = water->p[v];
        w.eu = eu;
        w.ev = ev;
        w.uu = 2.0 * n[u] * vc[u] / 12.0 - sums->up_xx[u][u];
        w.uv = (n[u] * vc[v] + n[v] * vc[u]) / 12.0 - sums->up_xx[u][v];
        w.vv = 2.0 * n[v] * vc[v] / 12.0 - sums->up_xx[v][v];
    }
    return w;
}

static struct sums add_up(const struct buoy_mesh *mesh, struct water *water) {
    struct sums sums = {0};
    buoy_apex_near(mesh, water->plane, water->p);
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        add_clipped(mesh, water, i, &sums);
    }
    return sums;
}

static void answer_query(const struct buoy_hydrostatics_query *query, size_t at,
                         struct buoy_hydrostatics *result) {
    const struct buoy_mesh *mesh = query->mesh;
    double d;
    const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, at, &d);
    struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, &given, d);
    if (plane.side == BUOY_SIDE_DRY) {
        buoy_answer_all_dry(mesh, result);
        return;
    }
    // An apex on water far above would lose all of the volume in rounding.
    if (plane.side == BUOY_SIDE_WET && plane.offset > plane.reach) {
        buoy_answer_all_wet(mesh, result);
        return;
    }
    plane.offset = buoy_fine_offset(mesh, &given, d, &plane);
    struct buoy_baked_plane lower = plane;
    struct water water = {.plane = &plane, .flush_height = buoy_flush_height(&plane, false)};
    const double per_length = sqrt(buoy_inverse_n2(&plane));
    for (int i = 0; i < 3; ++i) {
        water.n[i] = plane.n[i] * per_length;
    }
    struct sums sums = add_up(mesh, &water);
    const double v = sums.volume / 3.0;
    double vc[3];
    for (int i = 0; i < 3; ++i) {
        vc[i] = sums.volume_x[i] / 12.0 + v * water.p[i];
    }
    struct buoy_volume wet;
    buoy_answer_sums(mesh, &plane, v, vc, &wet);
    if (sums.flush) {
        buoy_lower_plane(&lower, water.flush_height);
        water.plane = &lower;
        sums = add_up(mesh, &water);
    }
    struct buoy_shadow shadow;
    if (!query->without_waterplane) {
        shadow = waterplane(&water, &sums);
    }
    buoy_answer_surface(mesh, &plane, &wet, sums.area, query->without_waterplane ? NULL : &shadow,
                        result);
}

void buoy_hydrostatics_clip64_scalar(const struct buoy_hydrostatics_query *query,
                                     struct buoy_hydrostatics *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        answer_query(query, i, &results[i]);
    }
}
