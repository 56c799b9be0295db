// Heights of a patch from textures: numbers of 16 or 32 bits at any distance, and surfaces whose
// points move sideways. Velocities of the water likewise.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/axes.h"
#include "base/status.h"
#include "water/patch.h"
#include "water/sample.h"

// Steps of an iteration, what is missing, in cells, where it ends, and the longest step.
#define MOST_STEPS 32
#define LEAST_MOVE 0x1p-16
#define MOST_SHARE 4.0

static enum buoy_status check_texels(const struct buoy_texels *texels, struct buoy_error *error) {
    return !texels || !texels->first
               ? buoy_fail(error, BUOY_ERROR_ARGUMENT, "no numbers of a texture")
           : (unsigned)texels->type > BUOY_TEXEL_HALF
               ? buoy_fail(error, BUOY_ERROR_ARGUMENT, "%d is not a type of a texture's numbers",
                           (int)texels->type)
               : BUOY_OK;
}

// A half: sign, five bits of an exponent, ten of a fraction. Exact in any floating-point mode.
static float of_half(uint16_t bits) {
    const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size = (float)fraction * 0x1p-24f;
    if (exponent > 0) {
        const uint32_t wide = (exponent == 31 ? 255u : exponent + 112u) << 23 | fraction << 13;
        memcpy(&size, &wide, sizeof size);
    }
    return bits >> 15 ? -size : size;
}

static __attribute__((noinline)) float read_texel(const struct buoy_texels *texels, size_t column,
                                                  size_t row) {
    const char *at = (const char *)texels->first + (ptrdiff_t)column * texels->stride +
                     (ptrdiff_t)row * texels->pitch;
    float number;
    uint16_t half;
    if (texels->type == BUOY_TEXEL_HALF) {
        memcpy(&half, at, sizeof half);
        return of_half(half);
    }
    memcpy(&number, at, sizeof number);
    return number;
}

enum buoy_status buoy_patch_update(struct buoy_patch *patch, const uint32_t first[2],
                                   const uint32_t count[2], const struct buoy_texels *heights,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || !first || !count, ARGUMENT, patch ? "no part" : "no patch");
    const uint32_t sides[2] = {patch->columns, patch->rows};
    for (int k = 0; k < 2; ++k) {
        BUOY_REFUSE_IF(count[k] == 0 || count[k] > sides[k] || first[k] > sides[k] - count[k],
                       ARGUMENT, "the part has %u %s from the %u-th on: the patch has %u", count[k],
                       k == 0 ? "columns" : "rows", first[k], sides[k]);
    }
    BUOY_TRY(check_texels(heights, error));
    memcpy(patch->next, patch->heights, (size_t)patch->columns * patch->rows * sizeof *patch->next);
    for (uint32_t j = 0; j < count[1]; ++j) {
        float *to = patch->next + (size_t)(first[1] + j) * patch->columns + first[0];
        for (uint32_t i = 0; i < count[0]; ++i) {
            to[i] = read_texel(heights, i, j);
        }
    }
    return buoy_patch_take_next(patch, error);
}

// A place at rest, in cells, as the triangle that it is in: three samples and their weights.
struct triangle {
    size_t column[3], row[3];
    double weight[3];
};

static __attribute__((noinline)) void find_triangle(const struct buoy_patch *patch,
                                                    const double at[2], struct triangle *triangle) {
    const struct buoy_along along = buoy_patch_along(at[0], patch->columns);
    const struct buoy_along across = buoy_patch_along(at[1], patch->rows);
    const size_t i = along.cell, j = across.cell;
    const double u = along.share, v = across.share;
    const bool below = u >= v; // the diagonal
    *triangle = (struct triangle){
        .column = {i, i + below, i + 1},
        .row = {j, j + !below, j + 1},
        .weight = {1.0 - (below ? u : v), fabs(u - v), below ? v : u},
    };
}

static __attribute__((noinline)) double blend(const struct triangle *triangle,
                                              const struct buoy_texels *texels) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        sum +=
            triangle->weight[k] * (double)read_texel(texels, triangle->column[k], triangle->row[k]);
    }
    return sum;
}

// The length of a step, as a share of what is missing, from that of the last one and from what it
// changed: the steps of J. Barzilai and J. M. Borwein, "Two-point step size gradient methods",
// IMA Journal of Numerical Analysis 8 (1988).
static double find_share(double share, const double last[2], const double off[2]) {
    const double change[2] = {last[0] - off[0], last[1] - off[1]};
    const double along = last[0] * change[0] + last[1] * change[1];
    const double square = change[0] * change[0] + change[1] * change[1];
    return along > 0.0 ? fmin(share * along / square, MOST_SHARE) : 1.0;
}

// Finds the triangle that has moved above a sample.
static void find_moved(const struct buoy_patch *patch, const struct buoy_texels displacement[2],
                       const double sample[2], struct triangle *triangle) {
    const double spacing[2] = {(double)patch->dx, (double)patch->dy};
    double at[2] = {sample[0], sample[1]}, last[2] = {0.0, 0.0}, share = 1.0;
    for (int step = 0;; ++step) {
        double off[2];
        find_triangle(patch, at, triangle);
        for (int k = 0; k < 2; ++k) {
            off[k] = sample[k] - blend(triangle, &displacement[k]) / spacing[k] - at[k];
        }
        if (step == MOST_STEPS || fmax(fabs(off[0]), fabs(off[1])) <= LEAST_MOVE) {
            return;
        }
        share = find_share(share, last, off);
        for (int k = 0; k < 2; ++k) {
            at[k] += share * off[k];
            last[k] = off[k];
        }
    }
}

static enum buoy_status check_displacement(const struct buoy_patch *patch,
                                           const struct buoy_texels *texels,
                                           struct buoy_error *error) {
    const enum buoy_status status = check_texels(texels, error);
    for (uint32_t j = 0; status == BUOY_OK && j < patch->rows; ++j) {
        for (uint32_t i = 0; i < patch->columns; ++i) {
            BUOY_REFUSE_IF(!(fabs((double)read_texel(texels, i, j)) <= BUOY_FARTHEST), NON_FINITE,
                           "sample (%u, %u): a displacement is not finite or beyond %g", i, j,
                           BUOY_FARTHEST);
        }
    }
    return status;
}

enum buoy_status buoy_patch_displace(struct buoy_patch *patch,
                                     const struct buoy_texels displacement[3],
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || !displacement, ARGUMENT, patch ? "no displacement" : "no patch");
    for (int k = 0; k < 3; ++k) {
        BUOY_TRY(check_displacement(patch, &displacement[k], error));
    }
    for (uint32_t j = 0; j < patch->rows; ++j) {
        for (uint32_t i = 0; i < patch->columns; ++i) {
            const double sample[2] = {i, j};
            struct triangle triangle;
            find_moved(patch, displacement, sample, &triangle);
            patch->next[(size_t)j * patch->columns + i] = (float)blend(&triangle, &displacement[2]);
        }
    }
    return buoy_patch_take_next(patch, error);
}

void buoy_flow_grid_velocity(void *context, const double *points, size_t count,
                             double *velocities) {
    const struct buoy_flow_grid *flow = context;
    const struct buoy_patch *patch = flow->patch;
    const struct buoy_axes *axes = buoy_axes_of(flow->frame);
    for (size_t p = 0; p < 3 * count; p += 3) {
        double at[3] = {points[p], points[p + 1], points[p + 2]}, found[3];
        struct triangle triangle;
        if (patch && axes) {
            buoy_axes_from(axes, at);
            at[0] = (at[0] - buoy_patch_x(patch, 0)) / (double)patch->dx;
            at[1] = (at[1] - buoy_patch_y(patch, 0)) / (double)patch->dy;
            find_triangle(patch, at, &triangle);
        }
        for (int k = 0; k < 3; ++k) {
            found[k] = !patch || !axes            ? (double)NAN
                       : !flow->velocity[k].first ? 0.0
                                                  : blend(&triangle, &flow->velocity[k]);
        }
        if (axes) {
            buoy_axes_to(axes, found);
        }
        memcpy(&velocities[p], found, sizeof found);
    }
}
