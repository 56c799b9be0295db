// Patches against the triangles they consist of, and textures against their numbers. (tests/climb
// has waves, which have a truth.)
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_water.h"
#include "bytes.h"

enum {
    MOST_POINTS = 24,
};

struct points {
    double x[MOST_POINTS], y[MOST_POINTS];
    size_t count;
};

// The question at hand.
static struct points points;

struct answer {
    float height[MOST_POINTS], slope_x[MOST_POINTS], slope_y[MOST_POINTS];
};

static float make_length(struct fuzz_bytes *bytes) {
    const float x = fabsf(fuzz_coordinate(bytes));
    return x > 0.0f ? x : 1.0f;
}

enum {
    MOST_SIDE = 5
};

static struct buoy_patch *make_patch(struct fuzz_bytes *bytes, struct buoy_patch_grid *grid,
                                     float *heights) {
    struct buoy_patch *patch;
    grid->columns = 2 + (uint32_t)fuzz_below(bytes, MOST_SIDE - 1);
    grid->rows = 2 + (uint32_t)fuzz_below(bytes, MOST_SIDE - 1);
    grid->origin[0] = fuzz_double(bytes, 1e12);
    grid->origin[1] = fuzz_double(bytes, 1e12);
    grid->spacing[0] = fmaxf(1e-9f, make_length(bytes));
    grid->spacing[1] = fmaxf(1e-9f, make_length(bytes));
    for (size_t i = 0; i < (size_t)grid->columns * grid->rows; ++i) {
        heights[i] = fmaxf(-1e18f, fminf(1e18f, fuzz_coordinate(bytes)));
    }
    if (buoy_patch_create(grid, &patch, NULL) != BUOY_OK) {
        return NULL;
    }
    FUZZ_FAIL_IF(buoy_patch_set(patch, heights, NULL) != BUOY_OK, "heights are refused");
    return patch;
}

// The height of the surface by its triangles, in double, and the largest height of its cell.
static double true_height(const struct buoy_patch_grid *grid, const float *heights, double x,
                          double y, double *largest) {
    const double u =
        fmax(0.0, fmin((x - grid->origin[0]) / (double)grid->spacing[0], grid->columns - 1.0));
    const double v =
        fmax(0.0, fmin((y - grid->origin[1]) / (double)grid->spacing[1], grid->rows - 1.0));
    const size_t i = (size_t)fmin(floor(u), grid->columns - 2.0);
    const size_t j = (size_t)fmin(floor(v), grid->rows - 2.0);
    const float *row = heights + j * grid->columns + i, *above = row + grid->columns;
    const double a = (double)row[0], b = (double)row[1], c = (double)above[0], d = (double)above[1];
    const double s = u - (double)i, t = v - (double)j;
    *largest = fmax(fmax(fabs(a), fabs(b)), fmax(fabs(c), fabs(d)));
    return s >= t ? a + s * (b - a) + t * (d - b) : a + t * (c - a) + s * (d - c);
}

static void put_patch(struct fuzz_bytes *bytes) {
    struct buoy_patch_grid grid;
    float heights[MOST_SIDE * MOST_SIDE];
    struct buoy_patch *patch = make_patch(bytes, &grid, heights);
    if (!patch) {
        return;
    }
    struct answer answer;
    fuzz_describe = NULL;
    points.count = 1 + fuzz_below(bytes, MOST_POINTS);
    for (size_t i = 0; i < points.count; ++i) {
        const bool wild = fuzz_one_in(bytes, 8);
        const double u = 2.0 * MOST_SIDE * fuzz_fraction(bytes), v = 6.0 * fuzz_fraction(bytes);
        const double x =
            wild ? fuzz_double(bytes, 1e17) : grid.origin[0] + u * (double)grid.spacing[0];
        const double y =
            wild ? fuzz_double(bytes, 1e17) : grid.origin[1] + v * (double)grid.spacing[1];
        points.x[i] = fmax(-1e17, fmin(1e17, x)); // what is farther is refused
        points.y[i] = fmax(-1e17, fmin(1e17, y));
    }
    struct buoy_surface query = (struct buoy_surface){.x = points.x,
                                                      .y = points.y,
                                                      .count = points.count,
                                                      .height = answer.height,
                                                      .slope_x = answer.slope_x,
                                                      .slope_y = answer.slope_y};
    fuzz_watch();
    const enum buoy_status status = buoy_patch_sample(patch, &query, NULL);
    fuzz_expect_no_flags("patch");
    FUZZ_FAIL_IF(status != BUOY_OK, "patch: %s", buoy_status_text(status));
    for (size_t i = 0; i < points.count; ++i) {
        double largest;
        const double expected = true_height(&grid, heights, points.x[i], points.y[i], &largest);
        // Where the point lies in its cell is rounded, here and there, to a rounding of as many
        // cells as the patch is from the origin; heights are floats.
        const double away = fmax(fabs(points.x[i]) / (double)grid.spacing[0],
                                 fabs(points.y[i]) / (double)grid.spacing[1]);
        const double far = fmin(1.0, 8.0 * DBL_EPSILON * (away + MOST_SIDE));
        if (away < 1e14) {
            fuzz_expect("patch", "height", fabs((double)answer.height[i] - expected),
                        (FLT_EPSILON + 4.0 * far) * 2.0 * largest + 0x1p-148);
        }
        FUZZ_FAIL_IF(!isfinite(answer.height[i]), "patch: a height is not finite");
    }
    buoy_patch_destroy(patch);
    fuzz_count(points.count, points.count);
}

// A texture in memory that has not a byte more. Samples may lie in one another: whether all are
// finite, and none is too large, is found once all are written. The caller frees `memory`.
static struct buoy_texels make_texels(struct fuzz_bytes *bytes, const uint32_t count[2],
                                      char **memory, bool *good) {
    const bool halves = fuzz_one_in(bytes, 2);
    const ptrdiff_t size = halves ? 2 : 4, stride = (ptrdiff_t)fuzz_below(bytes, 23) - 11;
    const ptrdiff_t pitch = (ptrdiff_t)fuzz_below(bytes, 119) - 59;
    const ptrdiff_t wide = stride * (ptrdiff_t)(count[0] - 1);
    const ptrdiff_t high = pitch * (ptrdiff_t)(count[1] - 1);
    *memory = malloc((size_t)(llabs(wide) + llabs(high) + size));
    char *first = *memory - (wide < 0 ? wide : 0) - (high < 0 ? high : 0);
    for (uint32_t turn = 0, samples = count[0] * count[1]; turn < 2 * samples; ++turn) {
        char *at = first + (ptrdiff_t)(turn % samples % count[0]) * stride +
                   (ptrdiff_t)(turn % samples / count[0]) * pitch;
        float number = 0.0f;
        uint16_t bits = 0;
        if (turn < samples) {
            const uint32_t word = fuzz_word(bytes);
            number = fuzz_coordinate(bytes);
            memcpy(at, halves || fuzz_one_in(bytes, 16) ? (const void *)&word : &number,
                   (size_t)size);
        } else {
            memcpy(halves ? (void *)&bits : &number, at, (size_t)size);
            *good = *good && fabsf(number) <= 1e18f && (bits >> 10 & 31) != 31;
        }
    }
    return (struct buoy_texels){first, stride, pitch, halves ? BUOY_TEXEL_HALF : BUOY_TEXEL_FLOAT};
}

// A part of a patch is set, or all of it by displacements, from three textures.
static void put_texels(struct fuzz_bytes *bytes) {
    const struct buoy_patch_grid grid = {{0.0}, {1.0f, 1.0f}, MOST_SIDE, MOST_SIDE};
    const uint32_t first[2] = {(uint32_t)fuzz_below(bytes, MOST_SIDE),
                               (uint32_t)fuzz_below(bytes, MOST_SIDE)};
    const bool moves = fuzz_one_in(bytes, 2);
    const uint32_t count[2] = {MOST_SIDE - (moves ? 0 : first[0]),
                               MOST_SIDE - (moves ? 0 : first[1])};
    struct buoy_patch *patch;
    struct buoy_texels texels[3];
    char *memory[3];
    bool good = true;
    for (int k = 0; k < (moves ? 3 : 1); ++k) {
        texels[k] = make_texels(bytes, count, &memory[k], &good);
    }
    buoy_patch_create(&grid, &patch, NULL);
    FUZZ_FAIL_IF(good !=
                     ((moves ? buoy_patch_displace(patch, texels, NULL)
                             : buoy_patch_update(patch, first, count, texels, NULL)) == BUOY_OK),
                 "texels are %s", good ? "refused" : "accepted");
    for (int k = 0; k < (moves ? 3 : 1); ++k) {
        free(memory[k]);
    }
    buoy_patch_destroy(patch);
    fuzz_count(1, 1);
}

static void run(const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    (fuzz_byte(&in) < 128 ? put_patch : put_texels)(&in); // the corpus has patches
}

const struct fuzz_target fuzz_water = {
    "water", "patches against their triangles, and textures", 400, true, false, run};
