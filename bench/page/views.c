// The two views of a moment.
#include "views.h"

#include <math.h>
#include <stdlib.h>

#include "base/vector.h"
#include "bodies_drawn.h"
#include "cli.h"

// Cells along a side of the surface, if it is not flat.
#define CELLS 16

// Points of the surface in the view from the side.
#define POINTS 111

#define SURFACE 0x5fa8d8

// The camera looks down more steeply than waves rise before they break, so that nothing above the
// water is behind it.
#define AZIMUTH 35.0
#define ELEVATION 27.0

// The corners of a box.
static void list_corners(const double low[3], const double high[3], double corners[24]) {
    for (unsigned corner = 0; corner < 8; ++corner) {
        for (unsigned i = 0; i < 3; ++i) {
            corners[3 * corner + i] = corner >> i & 1u ? high[i] : low[i];
        }
    }
}

// ------------------------------------------------------------------------------------ side

static struct camera side_camera(const struct film *film, size_t moment, double width,
                                 double height) {
    struct camera camera = camera_make(0.0, 0.0, width, height);
    double origin[3], corners[24];
    list_corners(film->low, film->high, corners);
    camera_fit(&camera, corners, 8);
    film_origin(film, moment, origin);
    for (int i = 0; i < 3; ++i) {
        camera.centre[i] += origin[i];
    }
    return camera;
}

double views_side_scale(const struct film *film, double width, double height) {
    return side_camera(film, 0, width, height).scale;
}

// The surface across the middle of the view, as the points of a path.
static bool put_profile(const struct film *film, size_t moment, const struct camera *camera,
                        FILE *to) {
    double x[POINTS], y[POINTS];
    float heights[POINTS];
    const size_t count = film->flat ? 2 : POINTS;
    for (size_t i = 0; i < count; ++i) {
        const double share = (double)i / (double)(count - 1) - 0.5;
        x[i] = camera->centre[0] + share * camera->width / camera->scale;
        y[i] = camera->centre[1];
    }
    if (!film_heights(film, moment, x, y, count, heights)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const double point[3] = {x[i], y[i], (double)heights[i]};
        double at[2];
        camera_see(camera, point, at);
        fprintf(to, "%s%.1f,%.1f", i == 0 ? "M" : " ", at[0], at[1]);
    }
    return true;
}

// The water in front of what is submerged, from its surface to the lower edge.
static void put_side_water(const struct film *film, size_t moment, const struct camera *camera,
                           FILE *to) {
    fputs("<path class=\"s\" d=\"", to);
    if (put_profile(film, moment, camera, to)) {
        fprintf(to, " %.1f,%.1f 0,%.1fz", camera->width, camera->height, camera->height);
    }
    fputs("\"/><path class=\"p\" d=\"", to);
    put_profile(film, moment, camera, to);
    fputs("\"/>\n", to);
}

int views_put_side(const struct film *film, size_t moment, double width, double height, FILE *to) {
    const struct camera camera = side_camera(film, moment, width, height);
    struct bodies_drawn drawn;
    bodies_draw(film, moment, &camera, &drawn);
    patches_put(&drawn.below, 0.6, 1.0, to);
    put_side_water(film, moment, &camera, to);
    patches_put(&drawn.above, 0.6, 1.0, to);
    bodies_put_waterline(&drawn, &camera, true, to);
    const bool failed = drawn.failed;
    bodies_drawn_free(&drawn);
    return failed ? cli_out_of_memory() : 0;
}

// ----------------------------------------------------------------------------- three-quarter

// A block of water.
struct block {
    double low[3], high[3];
    float heights[(CELLS + 1) * (CELLS + 1)]; // by y, then x
    bool has_surface;
    int cells;
};

static void corner_of(const struct block *block, int i, int j, double x[3]) {
    x[0] = block->low[0] + (block->high[0] - block->low[0]) * i / block->cells;
    x[1] = block->low[1] + (block->high[1] - block->low[1]) * j / block->cells;
    x[2] = (double)block->heights[j * (block->cells + 1) + i];
}

// A square about what is to be seen, within the pool.
static void make_block(const struct film *film, size_t moment, struct block *block) {
    const struct buoy_region *pool = film->scene->water.water.region;
    double origin[3], x[(CELLS + 1) * (CELLS + 1)], y[(CELLS + 1) * (CELLS + 1)];
    film_origin(film, moment, origin);
    block->cells = film->flat ? 1 : CELLS;
    const double half = 0.5 * fmax(fmax(film->high[0] - film->low[0], film->high[1] - film->low[1]),
                                   0.6 * (film->high[2] - film->low[2]));
    for (int i = 0; i < 2; ++i) {
        const double middle = origin[i] + 0.5 * (film->low[i] + film->high[i]);
        block->low[i] = pool ? fmin(fmax(middle - half, pool->low[i]), middle) : middle - half;
        block->high[i] = pool ? fmax(fmin(middle + half, pool->high[i]), middle) : middle + half;
    }
    block->low[2] = film->low[2];
    block->high[2] = film->high[2];
    const int side = block->cells + 1;
    const size_t count = (size_t)side * (size_t)side;
    for (size_t k = 0; k < count; ++k) {
        double corner[3];
        block->heights[k] = 0.0f;
        corner_of(block, (int)k % side, (int)k / side, corner);
        x[k] = corner[0];
        y[k] = corner[1];
    }
    block->has_surface = film_heights(film, moment, x, y, count, block->heights);
}

// The block and all that is to be seen above it.
static struct camera above_camera(const struct film *film, const struct block *block,
                                  const double origin[3], double width, double height) {
    const double margin = 10.0;
    struct camera camera = camera_make(AZIMUTH, ELEVATION, width - margin, height - margin);
    double corners[48], low[3], high[3];
    for (int i = 0; i < 3; ++i) {
        low[i] = film->low[i] + origin[i];
        high[i] = film->high[i] + origin[i];
    }
    list_corners(low, high, corners);
    for (int i = 0; i < 2; ++i) {
        low[i] = block->low[i];
        high[i] = block->high[i];
    }
    high[2] = film->surface_high;
    list_corners(low, high, corners + 24);
    camera_fit(&camera, corners, 16);
    camera.width = width;
    camera.height = height;
    return camera;
}

static void add_surface(const struct block *block, const struct camera *camera,
                        struct patches *patches) {
    for (int j = 0; j < block->cells; ++j) {
        for (int i = 0; i < block->cells; ++i) {
            double x[4][3], along[3], across[3], normal[3];
            for (int k = 0; k < 4; ++k) {
                corner_of(block, i + (k == 1 || k == 2), j + (k >= 2), x[k]);
            }
            for (int k = 0; k < 3; ++k) {
                along[k] = x[2][k] - x[0][k];
                across[k] = x[3][k] - x[1][k];
            }
            buoy_cross_product(along, across, normal);
            // Slopes towards the light are brighter than they are, to be seen.
            const double lean =
                (camera->right[0] * normal[0] + camera->right[1] * normal[1]) / buoy_length(normal);
            patches_add(patches, camera, x[0], 4, patches_shade(SURFACE, 1.0 - 0.9 * lean));
        }
    }
}

// A wall of the block that faces the viewer: along x at its lowest y, or along y at its highest x.
static void put_wall(const struct block *block, const struct camera *camera, bool along_x,
                     FILE *to) {
    double at[2];
    fputs("<path class=\"b\" d=\"", to);
    for (int i = 0; i <= block->cells; ++i) {
        double x[3];
        corner_of(block, along_x ? i : block->cells, along_x ? 0 : i, x);
        camera_see(camera, x, at);
        fprintf(to, "%s%.1f,%.1f", i == 0 ? "M" : " ", at[0], at[1]);
    }
    for (int end = 1; end >= 0; --end) {
        double x[3];
        corner_of(block, along_x ? end * block->cells : block->cells,
                  along_x ? 0 : end * block->cells, x);
        x[2] = block->low[2];
        camera_see(camera, x, at);
        fprintf(to, " %.1f,%.1f", at[0], at[1]);
    }
    fputs("z\"/>", to);
}

int views_put_above(const struct film *film, size_t moment, double width, double height, FILE *to) {
    struct block block;
    struct bodies_drawn drawn;
    struct patches surface = {0};
    double origin[3];
    film_origin(film, moment, origin);
    make_block(film, moment, &block);
    const struct camera camera = above_camera(film, &block, origin, width, height);
    bodies_draw(film, moment, &camera, &drawn);
    patches_put(&drawn.below, 0.6, 1.0, to);
    if (block.has_surface) {
        add_surface(&block, &camera, &surface);
        put_wall(&block, &camera, true, to);
        put_wall(&block, &camera, false, to);
        patches_put(&surface, 0.0, 0.62, to);
    }
    bodies_put_waterline(&drawn, &camera, false, to);
    patches_put(&drawn.above, 0.6, 1.0, to);
    bodies_put_waterline(&drawn, &camera, true, to);
    const bool failed = drawn.failed || surface.failed;
    patches_free(&surface);
    bodies_drawn_free(&drawn);
    return failed ? cli_out_of_memory() : 0;
}
