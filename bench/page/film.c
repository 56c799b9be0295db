// A simulation as a film: what its pictures show.
#include "film.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "turning.h"
#include "water/flat.h"

#define DEGREES 57.29577951308232

// Bodies that are drawn, at most.
#define MOST_SHOWN 64

// Moments that are looked at, at most.
#define MOST_LOOKS 500

struct buoy_water film_water(const struct film *film, size_t moment) {
    struct buoy_water water = film->scene->water.water;
    if (film->recording->bodies > 0) {
        water.time += recording_at(film->recording, moment, 0)->time;
    }
    return water;
}

bool film_heights(const struct film *film, size_t moment, const double *x, const double *y,
                  size_t count, float *heights) {
    const struct buoy_water water = film_water(film, moment);
    struct buoy_surface surface = {.x = x, .y = y, .count = count};
    surface.height = heights;
    return buoy_water_sample(&water, &surface, NULL) == BUOY_OK;
}

void film_pose(const struct film *film, size_t moment, size_t body, double turn[9],
               double place[3]) {
    const struct recording_row *row = recording_at(film->recording, moment, body);
    const double *centre = film->scene->kind_of[body]->mass.centre_of_mass;
    turning_matrix(row->rotation, turn);
    for (int i = 0; i < 3; ++i) {
        place[i] = row->centre[i] - buoy_dot(turn + 3 * (size_t)i, centre);
    }
}

double film_heave(const struct film *film, size_t moment, size_t body) {
    return recording_at(film->recording, moment, body)->centre[2] - film->level;
}

double film_tilt(const struct film *film, size_t moment, size_t body) {
    double turn[9];
    turning_matrix(recording_at(film->recording, moment, body)->rotation, turn);
    return atan2(sqrt(turn[2] * turn[2] + turn[5] * turn[5]), turn[8]) * DEGREES;
}

void film_origin(const struct film *film, size_t moment, double origin[3]) {
    const size_t bodies = film->shown;
    memset(origin, 0, 3 * sizeof *origin);
    for (size_t i = 0; film->follows && i < bodies; ++i) {
        const double *centre = recording_at(film->recording, moment, i)->centre;
        origin[0] += centre[0] / (double)bodies;
        origin[1] += centre[1] / (double)bodies;
    }
}

// ---------------------------------------------------------------------------------- looking

struct look {
    double low[3], high[3];               // of the bodies, from the origin
    double centre_low[2], centre_high[2]; // of where they go
    double water_low, water_high;
    double size; // diagonal of the largest body
};

static void widen(double x, double *low, double *high) {
    *low = fmin(*low, x);
    *high = fmax(*high, x);
}

// The corners of a body's box at a moment.
static void look_at_body(const struct film *film, size_t moment, size_t body,
                         const double origin[3], struct look *look) {
    struct buoy_mesh_info info;
    double turn[9], place[3];
    buoy_mesh_get_info(scene_hulls_of(film->hulls, film->scene, body)->mesh, &info, NULL);
    film_pose(film, moment, body, turn, place);
    look->size = fmax(look->size, info.diagonal);
    for (unsigned corner = 0; corner < 8; ++corner) {
        double x[3], moved[3];
        for (int i = 0; i < 3; ++i) {
            x[i] = info.centre[i] + (corner >> i & 1u ? 1.0 : -1.0) * info.half_extent[i];
        }
        turning_move(turn, place, x, moved);
        for (int i = 0; i < 3; ++i) {
            widen(moved[i] - origin[i], &look->low[i], &look->high[i]);
        }
    }
}

static void look_at_water(const struct film *film, size_t moment, const double origin[3],
                          struct look *look) {
    double x[9], y[9];
    float heights[9];
    for (int i = 0; i < 9; ++i) {
        const int column = i % 3, row = i / 3;
        x[i] = origin[0] + look->size * (column - 1);
        y[i] = origin[1] + look->size * (row - 1);
    }
    if (film_heights(film, moment, x, y, 9, heights)) {
        for (int i = 0; i < 9; ++i) {
            widen((double)heights[i], &look->water_low, &look->water_high);
        }
    }
}

static struct look look_over(const struct film *film) {
    struct look look = {.size = 0.0};
    const size_t moments = film->recording->moments, stride = moments / MOST_LOOKS + 1;
    for (int i = 0; i < 3; ++i) {
        look.low[i] = HUGE_VAL;
        look.high[i] = -HUGE_VAL;
    }
    for (int i = 0; i < 2; ++i) {
        look.centre_low[i] = HUGE_VAL;
        look.centre_high[i] = -HUGE_VAL;
    }
    look.water_low = look.water_high = film->level;
    for (size_t moment = 0; moment < moments; moment += stride) {
        double origin[3];
        film_origin(film, moment, origin);
        for (size_t body = 0; body < film->shown; ++body) {
            const double *centre = recording_at(film->recording, moment, body)->centre;
            look_at_body(film, moment, body, origin, &look);
            widen(centre[0], &look.centre_low[0], &look.centre_high[0]);
            widen(centre[1], &look.centre_low[1], &look.centre_high[1]);
        }
        look_at_water(film, moment, origin, &look);
    }
    return look;
}

// A body that sinks or flies off leaves the picture.
static void frame(const struct look *look, struct film *film) {
    const double most = 2.5 * look->size, margin = 0.15 * look->size;
    film->surface_high = look->water_high;
    for (int i = 0; i < 3; ++i) {
        film->low[i] = look->low[i] - margin;
        film->high[i] = look->high[i] + margin;
    }
    film->low[2] = fmin(fmax(film->low[2], look->water_low - most), look->water_low - margin);
    film->high[2] = fmax(fmin(film->high[2], look->water_high + most), look->water_high + margin);
}

void film_prepare(struct film *film) {
    const struct buoy_water *water = &film->scene->water.water;
    const struct buoy_plane64 plane = buoy_level_of(water);
    const double *n = plane.normal;
    film->flat = water->kind == BUOY_WATER_PLANE;
    film->level = film->flat && n[2] > 0.0 ? plane.d / n[2] : 0.0;
    film->follows = false;
    film->shown = film->recording->bodies < MOST_SHOWN ? film->recording->bodies : MOST_SHOWN;
    struct look look = look_over(film);
    if (look.centre_high[0] - look.centre_low[0] > 3.0 * look.size ||
        look.centre_high[1] - look.centre_low[1] > 3.0 * look.size) {
        film->follows = true;
        look = look_over(film);
    }
    frame(&look, film);
}
