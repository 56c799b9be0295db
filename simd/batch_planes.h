// Moves sixteen planes at once from the caller's frame to the baked one, and the answers back.
// plane.h does the same for one plane; here loops over lanes become whole vectors when compiled.
// Every lane rounds as if it were alone.
#ifndef BUOY_BATCH_PLANES_H
#define BUOY_BATCH_PLANES_H

#include <math.h>
#include <string.h>

#include "mesh/plane.h"

struct batch_planes {
    _Alignas(64) double n[3][BUOY_LANES], offset[BUOY_LANES];    // offset 0 unless cut
    _Alignas(64) double reach[BUOY_LANES], distance[BUOY_LANES]; // distance: the true offset
    _Alignas(64) double apex[3][BUOY_LANES];                     // near the waterplane's middle
};

static inline bool batch_is_cut(const struct batch_planes *planes, int l) {
    return fabs(planes->distance[l]) < planes->reach[l];
}

// The first `count` lanes are in use; the rest repeat the last of them.
static inline void batch_load_planes(const struct buoy_plane *given, const double *offsets,
                                     size_t count, struct batch_planes *planes) {
    for (int l = 0; l < BUOY_LANES; ++l) {
        const size_t i = (size_t)l < count ? (size_t)l : count - 1;
        const struct buoy_plane *plane = &given[i];
        planes->n[0][l] = plane->normal[0];
        planes->n[1][l] = plane->normal[1];
        planes->n[2][l] = plane->normal[2];
        planes->distance[l] = buoy_offset_of(given, offsets, i);
    }
}

// buoy_bake_plane(): scales normals by powers of two and moves the origin to the mesh's centre.
static inline void batch_bake_planes(const struct buoy_mesh *mesh, struct batch_planes *planes) {
    const double *centre = mesh->centre, *half = mesh->half_extent;
    // The whole volume of an open mesh is not known: if its rim is dry, it is summed up as well.
    const double beyond = mesh->closed ? 1.0 : 2.0;
    for (int l = 0; l < BUOY_LANES; ++l) {
        double x = planes->n[0][l], y = planes->n[1][l], z = planes->n[2][l];
        double ax = fabs(x), ay = fabs(y), az = fabs(z);
        double largest = ax > ay ? ax : ay;
        largest = largest > az ? largest : az;
        const double k = buoy_power_of_two_below(largest);
        x *= k;
        y *= k;
        z *= k;
        const double at_centre = x * centre[0] + y * centre[1] + z * centre[2];
        planes->distance[l] = (planes->distance[l] * k - at_centre) * mesh->inverse_scale;
        planes->reach[l] = (ax * half[0] + ay * half[1] + az * half[2]) * (k * beyond);
        planes->n[0][l] = x;
        planes->n[1][l] = y;
        planes->n[2][l] = z;
        // Dry and wholly wet bodies are answered without sums; their offset 0 keeps the sums
        // finite.
        planes->offset[l] =
            fabs(planes->distance[l]) < planes->reach[l] ? planes->distance[l] : 0.0;
    }
}

// buoy_section_centre().
static inline void batch_find_apexes(const struct buoy_mesh *mesh, struct batch_planes *planes) {
    const double(*spread)[3] = mesh->surface_spread, *g = mesh->surface_centre;
    for (int l = 0; l < BUOY_LANES; ++l) {
        const double x = planes->n[0][l], y = planes->n[1][l], z = planes->n[2][l];
        const double tx = spread[0][0] * x + spread[0][1] * y + spread[0][2] * z;
        const double ty = spread[1][0] * x + spread[1][1] * y + spread[1][2] * z;
        const double tz = spread[2][0] * x + spread[2][1] * y + spread[2][2] * z;
        const double along = tx * x + ty * y + tz * z;
        const double away = planes->offset[l] - (g[0] * x + g[1] * y + g[2] * z);
        const double step = away / along;
        planes->apex[0][l] = g[0] + step * tx;
        planes->apex[1][l] = g[1] + step * ty;
        planes->apex[2][l] = g[2] + step * tz;
    }
}

// Volumes and centroids in the baked frame.
struct batch_answers {
    _Alignas(64) double v[BUOY_LANES], c[3][BUOY_LANES];
};

// buoy_keep_in_wet_box(). Few lanes are above the water here, so they are moved one by one.
static inline void batch_keep_in_wet_box(const struct buoy_mesh *mesh,
                                         const struct batch_planes *planes,
                                         struct batch_answers *answers) {
    const double *half = mesh->half_extent;
    _Alignas(64) double heights[BUOY_LANES];
    int above = 0;
    for (int l = 0; l < BUOY_LANES; ++l) {
        double height = -planes->offset[l];
        for (int j = 0; j < 3; ++j) {
            const double c = answers->c[j][l], low = -half[j];
            const double kept = c < low ? low : c > half[j] ? half[j] : c;
            answers->c[j][l] = kept;
            height += planes->n[j][l] * kept;
        }
        heights[l] = height;
        above |= height > 0.0;
    }
    for (int l = 0; l < BUOY_LANES && above; ++l) {
        if (heights[l] > 0.0) {
            const struct buoy_baked_plane plane = {
                .n = {planes->n[0][l], planes->n[1][l], planes->n[2][l]},
                .offset = planes->offset[l]};
            double c[3] = {answers->c[0][l], answers->c[1][l], answers->c[2][l]};
            buoy_keep_in_wet_box(mesh, &plane, c);
            for (int j = 0; j < 3; ++j) {
                answers->c[j][l] = c[j];
            }
        }
    }
}

// No sum of floats is this small, except 0.
#define BATCH_NOTHING 0x1p-900

// buoy_answer_sums() up to where answers leave the baked frame; answers->c is V c at first.
static inline void batch_finish_answers(const struct buoy_mesh *mesh,
                                        const struct batch_planes *planes,
                                        struct batch_answers *answers) {
    for (int l = 0; l < BUOY_LANES; ++l) {
        // Lanes without a volume, and lanes that are not in use, need a divisor, too.
        const double v = answers->v[l], inverse_v = 1.0 / (fabs(v) > BATCH_NOTHING ? v : 1.0);
        for (int j = 0; j < 3; ++j) {
            answers->c[j][l] *= inverse_v;
        }
    }
    if (mesh->closed) {
        for (int l = 0; l < BUOY_LANES; ++l) {
            answers->v[l] = answers->v[l] < mesh->volume ? answers->v[l] : mesh->volume;
        }
        batch_keep_in_wet_box(mesh, planes, answers);
    }
}

// Writes one lane's answer, from sums or because the plane misses the body.
static inline void batch_store_answer(const struct buoy_mesh *mesh,
                                      const struct batch_planes *planes,
                                      const struct batch_answers *answers, int l,
                                      struct buoy_volume *result) {
    const double v = answers->v[l], c[3] = {answers->c[0][l], answers->c[1][l], answers->c[2][l]};
    if (!batch_is_cut(planes, l)) {
        if (planes->distance[l] < 0.0) {
            buoy_answer_dry(mesh, result);
        } else {
            buoy_answer_wet(mesh, result);
        }
    } else if (mesh->closed ? !(v > 0.0) : v == 0.0) {
        buoy_answer_dry(mesh, result);
    } else {
        buoy_answer(mesh, v, c, result);
    }
}

#undef BATCH_NOTHING

#endif
