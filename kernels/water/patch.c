// A grid of heights that follows a body about.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/axes.h"
#include "base/memory.h"
#include "base/status.h"
#include "water/water.h"

// Keeps slopes far from overflow.
#define LEAST_SPACING 1e-9f

// The largest distance of a sample from the world's origin, in cells: cells are counted exactly,
// and places, rounded in their product by a quarter of a cell and in their sum by an eighth,
// differ.
#define FARTHEST 0x1p50

// Points asked for at a time.
#define PORTION 256

// Says which argument is missing.
#define NO_PATCH "no patch"
#define NO_SOURCE "nothing to take heights from"

// One axis of a patch.
struct axis {
    double base, spacing;
    int64_t cell;
    uint32_t samples;
};

// The place of a sample along an axis, as buoy_patch_x() has it.
static double place(const struct axis *axis, int64_t i) {
    return axis->base + (double)(axis->cell + i) * axis->spacing;
}

static bool is_near(double x, double spacing) {
    return fabs(x) < FARTHEST * spacing; // false for NaN
}

static bool lies_near(const struct axis *axis) {
    return is_near(place(axis, 0), axis->spacing) &&
           is_near(place(axis, (int64_t)axis->samples - 1), axis->spacing);
}

static size_t sample_count(const struct buoy_patch *patch) {
    return (size_t)patch->columns * patch->rows;
}

enum buoy_status buoy_patch_create(const struct buoy_patch_grid *grid, struct buoy_patch **patch,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!grid || !patch, ARGUMENT, "no grid, or no room for the patch");
    *patch = NULL;
    BUOY_REFUSE_IF(!isfinite(grid->origin[0]) || !isfinite(grid->origin[1]) ||
                       !isfinite(grid->spacing[0]) || !isfinite(grid->spacing[1]),
                   NON_FINITE, "the grid's origin or spacing is not finite");
    BUOY_REFUSE_IF(!(grid->spacing[0] >= LEAST_SPACING) || !(grid->spacing[1] >= LEAST_SPACING),
                   ARGUMENT, "the grid's spacing must be 1e-9 or more");
    BUOY_REFUSE_IF(grid->columns < 2 || grid->rows < 2 || grid->columns > BUOY_MAX_PATCH_SIDE ||
                       grid->rows > BUOY_MAX_PATCH_SIDE,
                   ARGUMENT, "the grid has %u columns and %u rows: 2 to %u of each are allowed",
                   grid->columns, grid->rows, BUOY_MAX_PATCH_SIDE);
    const struct axis along_x = {grid->origin[0], grid->spacing[0], 0, grid->columns};
    const struct axis along_y = {grid->origin[1], grid->spacing[1], 0, grid->rows};
    BUOY_REFUSE_IF(!lies_near(&along_x) || !lies_near(&along_y), ARGUMENT,
                   "the grid lies 2^50 cells or more from the origin");
    struct buoy_patch *made = buoy_allocate_zeroed(1, sizeof *made);
    if (!made) {
        return buoy_fail_memory(error);
    }
    made->dx = grid->spacing[0];
    made->dy = grid->spacing[1];
    made->columns = grid->columns;
    made->rows = grid->rows;
    made->base[0] = grid->origin[0];
    made->base[1] = grid->origin[1];
    made->heights = buoy_allocate_aligned(sample_count(made) * sizeof(float));
    made->next = buoy_allocate_aligned(sample_count(made) * sizeof(float));
    if (!made->heights || !made->next) {
        buoy_patch_destroy(made);
        return buoy_fail_memory(error);
    }
    memset(made->heights, 0, sample_count(made) * sizeof(float));
    *patch = made;
    return buoy_succeed(error);
}

void buoy_patch_destroy(struct buoy_patch *patch) {
    if (patch) {
        buoy_release(patch->heights);
        buoy_release(patch->next);
        buoy_release(patch);
    }
}

enum buoy_status buoy_patch_get_grid(const struct buoy_patch *patch, struct buoy_patch_grid *grid,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || !grid, ARGUMENT, "no patch, or no room for its grid");
    *grid = (struct buoy_patch_grid){
        .origin[0] = buoy_patch_x(patch, 0),
        .origin[1] = buoy_patch_y(patch, 0),
        .spacing[0] = patch->dx,
        .spacing[1] = patch->dy,
        .columns = patch->columns,
        .rows = patch->rows,
    };
    return buoy_succeed(error);
}

// ------------------------------------------------------------------------------ new heights

enum buoy_status buoy_patch_take_next(struct buoy_patch *patch, struct buoy_error *error) {
    float lowest = patch->next[0], highest = lowest;
    for (size_t i = 0; i < sample_count(patch); ++i) {
        const float height = patch->next[i];
        BUOY_REFUSE_IF(!(fabs((double)height) <= BUOY_FARTHEST), NON_FINITE,
                       "height %zu: %g is not finite or beyond %g", i, (double)height,
                       BUOY_FARTHEST);
        lowest = height < lowest ? height : lowest;
        highest = height > highest ? height : highest;
    }
    float *const old = patch->heights;
    patch->heights = patch->next;
    patch->next = old;
    patch->lowest = lowest;
    patch->highest = highest;
    return buoy_succeed(error);
}

// Where heights come from.
struct source {
    buoy_height_function *function;
    void *context;
    const struct buoy_waves *waves;
    double time;
};

// Finds the next heights of columns first … end − 1 of row j, for a patch that has moved there.
static enum buoy_status ask_row(const struct buoy_patch *moved, const struct source *source,
                                uint32_t j, uint32_t first, uint32_t end,
                                struct buoy_error *error) {
    double x[PORTION], y[PORTION];
    while (first < end) {
        const uint32_t count = end - first < PORTION ? end - first : PORTION;
        for (uint32_t i = 0; i < count; ++i) {
            x[i] = buoy_patch_x(moved, first + i);
            y[i] = buoy_patch_y(moved, j);
        }
        float *height = moved->next + (size_t)j * moved->columns + first;
        first += count;
        if (source->function) {
            source->function(source->context, x, y, count, height);
            continue;
        }
        struct buoy_surface surface = {.x = x, .y = y, .count = count, .height = height};
        const enum buoy_status status =
            buoy_waves_sample(source->waves, source->time, &surface, error);
        BUOY_REFUSE_IF(status == BUOY_ERROR_ELEMENT, NON_FINITE,
                       "a sample of the patch is beyond %g", BUOY_FARTHEST);
        BUOY_TRY(status);
    }
    return BUOY_OK;
}

// The part of 0 … count − 1 that was there before a move by `step`, in the new numbers.
static void find_kept(uint32_t count, int64_t step, uint32_t *first, uint32_t *end) {
    if (step >= (int64_t)count || step <= -(int64_t)count) {
        *first = *end = 0;
    } else {
        *first = step < 0 ? (uint32_t)-step : 0;
        *end = step > 0 ? count - (uint32_t)step : count;
    }
}

// The next heights after a move by some cells: heights that stay are copied, the others computed.
static enum buoy_status refill(struct buoy_patch *patch, const int64_t step[2],
                               const struct source *source, struct buoy_error *error) {
    struct buoy_patch moved = *patch;
    moved.cell[0] += step[0];
    moved.cell[1] += step[1];
    uint32_t left, right, low, high;
    find_kept(patch->columns, step[0], &left, &right);
    find_kept(patch->rows, step[1], &low, &high);
    for (uint32_t j = 0; j < patch->rows; ++j) {
        const bool keep = j >= low && j < high;
        const uint32_t first = keep ? left : 0, end = keep ? right : 0;
        BUOY_TRY(ask_row(&moved, source, j, 0, first, error));
        BUOY_TRY(ask_row(&moved, source, j, end, patch->columns, error));
        if (end > first) {
            const size_t from = (size_t)((int64_t)j + step[1]) * patch->columns +
                                (size_t)((int64_t)first + step[0]);
            memcpy(patch->next + (size_t)j * patch->columns + first, patch->heights + from,
                   (end - first) * sizeof(float));
        }
    }
    BUOY_TRY(buoy_patch_take_next(patch, error));
    memcpy(patch->cell, moved.cell, sizeof patch->cell);
    return BUOY_OK;
}

// Asks for all heights where the patch lies.
static enum buoy_status fill(struct buoy_patch *patch, const struct source *source,
                             struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || (!source->function && !source->waves), ARGUMENT,
                   patch ? NO_SOURCE : NO_PATCH);
    for (uint32_t j = 0; j < patch->rows; ++j) {
        BUOY_TRY(ask_row(patch, source, j, 0, patch->columns, error));
    }
    return buoy_patch_take_next(patch, error);
}

// The number of cells to move by so that the middle is next to x; false if that is too far.
static bool cells_to(double x, struct axis axis, int64_t *cells) {
    if (!is_near(x, axis.spacing)) {
        return false;
    }
    const double middle = 0.5 * (place(&axis, 0) + place(&axis, (int64_t)axis.samples - 1));
    *cells = (int64_t)floor((x - middle) / axis.spacing + 0.5);
    axis.cell += *cells;
    return lies_near(&axis);
}

static enum buoy_status follow(struct buoy_patch *patch, double x, double y,
                               const struct source *source, struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || (!source->function && !source->waves), ARGUMENT,
                   patch ? NO_SOURCE : NO_PATCH);
    const struct axis along_x = {patch->base[0], patch->dx, patch->cell[0], patch->columns};
    const struct axis along_y = {patch->base[1], patch->dy, patch->cell[1], patch->rows};
    int64_t step[2];
    BUOY_REFUSE_IF(!cells_to(x, along_x, &step[0]) || !cells_to(y, along_y, &step[1]), NON_FINITE,
                   "the patch cannot move to (%g, %g): not finite, or 2^50 cells away", x, y);
    return step[0] == 0 && step[1] == 0 ? buoy_succeed(error) : refill(patch, step, source, error);
}

enum buoy_status buoy_patch_set(struct buoy_patch *patch, const float *heights,
                                struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || !heights, ARGUMENT, patch ? "no heights" : NO_PATCH);
    memcpy(patch->next, heights, sample_count(patch) * sizeof(float));
    return buoy_patch_take_next(patch, error);
}

enum buoy_status buoy_patch_fill(struct buoy_patch *patch, buoy_height_function *function,
                                 void *context, struct buoy_error *error) {
    return fill(patch, &(struct source){.function = function, .context = context}, error);
}

enum buoy_status buoy_patch_fill_waves(struct buoy_patch *patch, const struct buoy_waves *waves,
                                       double time, struct buoy_error *error) {
    return fill(patch, &(struct source){.waves = waves, .time = time}, error);
}

enum buoy_status buoy_patch_follow(struct buoy_patch *patch, double x, double y,
                                   buoy_height_function *function, void *context,
                                   struct buoy_error *error) {
    const struct source source = {.function = function, .context = context};
    return follow(patch, x, y, &source, error);
}

enum buoy_status buoy_patch_follow_waves(struct buoy_patch *patch, double x, double y,
                                         const struct buoy_waves *waves, double time,
                                         struct buoy_error *error) {
    return follow(patch, x, y, &(struct source){.waves = waves, .time = time}, error);
}

// ---------------------------------------------------------------------------------- queries

// The height at a place, the rise across its triangle along x and y, and whether it is in the grid
// along either.
static double find_height(const struct buoy_patch *patch, double x, double y, double rise[2],
                          bool inside[2]) {
    const struct buoy_along u =
        buoy_patch_along((x - buoy_patch_x(patch, 0)) / patch->dx, patch->columns);
    const struct buoy_along v =
        buoy_patch_along((y - buoy_patch_y(patch, 0)) / patch->dy, patch->rows);
    const float *low = patch->heights + (size_t)v.cell * patch->columns + u.cell;
    const float *high = low + patch->columns;
    const double h00 = low[0], h10 = low[1], h01 = high[0], h11 = high[1];
    // Below the diagonal from (0, 0) to (1, 1), or above it.
    rise[0] = u.share >= v.share ? h10 - h00 : h11 - h01;
    rise[1] = u.share >= v.share ? h11 - h10 : h01 - h00;
    inside[0] = u.inside;
    inside[1] = v.inside;
    return h00 + u.share * rise[0] + v.share * rise[1];
}

double buoy_patch_height(const struct buoy_patch *patch, double x, double y) {
    double rise[2];
    bool inside[2];
    return find_height(patch, x, y, rise, inside);
}

static void sample_points(const void *water, struct buoy_surface *surface) {
    const struct buoy_patch *patch = water;
    for (size_t i = 0; i < surface->count; ++i) {
        double rise[2];
        bool inside[2];
        surface->height[i] = (float)find_height(patch, surface->x[i], surface->y[i], rise, inside);
        if (surface->slope_x) {
            surface->slope_x[i] = inside[0] ? (float)(rise[0] / patch->dx) : 0.0f;
            surface->slope_y[i] = inside[1] ? (float)(rise[1] / patch->dy) : 0.0f;
        }
    }
}

enum buoy_status buoy_patch_sample(const struct buoy_patch *patch, struct buoy_surface *surface,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch, ARGUMENT, NO_PATCH);
    return buoy_sample_points(surface, sample_points, patch, error);
}

struct buoy_patch_grid buoy_patch_grid_default(void) {
    return (struct buoy_patch_grid){.spacing = {1.0f, 1.0f}, .columns = 2, .rows = 2};
}

// --------------------------------------------------------------------------------------- textures

// Heights of a patch from textures: numbers of 16 or 32 bits at any distance, and surfaces whose
// points move sideways. Velocities of the water likewise.

// Steps of an iteration, what is missing, in cells, where it ends, and the longest step.
#define MOST_STEPS 32
#define LEAST_MOVE 0x1p-16
#define MOST_SHARE 4.0

static enum buoy_status check_texels(const struct buoy_texels *texels, struct buoy_error *error) {
    BUOY_REFUSE_IF(!texels || !texels->first, ARGUMENT, "no numbers of a texture");
    BUOY_REFUSE_IF((unsigned)texels->type > BUOY_TEXEL_HALF, ARGUMENT,
                   "%d is not a type of a texture's numbers", (int)texels->type);
    return BUOY_OK;
}

static __attribute__((noinline)) float read_texel(const struct buoy_texels *texels, size_t column,
                                                  size_t row) {
    const char *at = (const char *)texels->first + (ptrdiff_t)column * texels->stride +
                     (ptrdiff_t)row * texels->pitch;
    float number;
    if (texels->type != BUOY_TEXEL_HALF) {
        memcpy(&number, at, sizeof number);
        return number;
    }
    // A half: sign, five bits of an exponent, ten of a fraction. Exact in any floating-point mode.
    uint16_t half;
    memcpy(&half, at, sizeof half);
    const unsigned exponent = half >> 10 & 31, fraction = half & 1023;
    number = (float)fraction * 0x1p-24f;
    if (exponent > 0) {
        const uint32_t wide = (exponent == 31 ? 255u : exponent + 112u) << 23 | fraction << 13;
        memcpy(&number, &wide, sizeof number);
    }
    return half >> 15 ? -number : number;
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

// Finds the triangle that has moved above a sample. Steps are shares of what is missing, from the
// last one's and from what it changed: J. Barzilai and J. M. Borwein, "Two-point step size gradient
// methods", IMA Journal of Numerical Analysis 8 (1988).
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
        const double change[2] = {last[0] - off[0], last[1] - off[1]};
        const double along = last[0] * change[0] + last[1] * change[1];
        const double square = change[0] * change[0] + change[1] * change[1];
        share = along > 0.0 ? fmin(share * along / square, MOST_SHARE) : 1.0;
        for (int k = 0; k < 2; ++k) {
            at[k] += share * off[k];
            last[k] = off[k];
        }
    }
}

enum buoy_status buoy_patch_displace(struct buoy_patch *patch,
                                     const struct buoy_texels displacement[3],
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!patch || !displacement, ARGUMENT, patch ? "no displacement" : "no patch");
    for (int k = 0; k < 3; ++k) {
        BUOY_TRY(check_texels(&displacement[k], error));
        for (uint32_t j = 0; j < patch->rows; ++j) {
            for (uint32_t i = 0; i < patch->columns; ++i) {
                const double by = (double)read_texel(&displacement[k], i, j);
                BUOY_REFUSE_IF(!(fabs(by) <= BUOY_FARTHEST), NON_FINITE,
                               "sample (%u, %u): a displacement is not finite or beyond %g", i, j,
                               BUOY_FARTHEST);
            }
        }
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
