// How far the level of water may be from what is interpolated over a triangle: searches for
// triangles and waters at which the error comes as close to its bound as it can.
#include "base/vector.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"
#include "water/water.h"

enum {
    WAVES = 3,
    NODES = 8 // points along an edge at which errors are measured
};

// Waves and a triangle among them.
struct attempt {
    struct buoy_wave waves[WAVES];
    struct buoy_bend_corners corners;
    enum buoy_wave_pressure pressure;
    double depth;
};

// What there is to bound, by the worst of any search.
enum measure {
    LEVEL,
    SMOOTH,
    SECOND,
    MEASURES
};

static double level_at(const struct buoy_water *water, const double x[3]) {
    if (water->kind == BUOY_WATER_PATCH) {
        return buoy_patch_height(water->patch, x[0], x[1]);
    }
    const double above[3] = {x[0], x[1], 1e9}; // there the level is the wave's height
    return buoy_waves_pressure_level(water->waves, 0.0,
                                     water->wave_pressure == BUOY_WAVES_DECAY ? x : above);
}

static void find_point(const struct buoy_bend_corners *corners, const double share[3],
                       double x[3]) {
    for (int i = 0; i < 3; ++i) {
        x[i] =
            share[0] * corners->x[0][i] + share[1] * corners->x[1][i] + share[2] * corners->x[2][i];
    }
}

// The quadratic through corners and middles of edges.
static double interpolate(const double corner[3], const double middle[3], const double share[3]) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        sum += corner[k] * share[k] * (2.0 * share[k] - 1.0);
        sum += middle[k] * 4.0 * share[k] * share[next];
    }
    return sum;
}

// The largest errors at any of the points of a lattice, of linear and of quadratic levels.
static void find_errors(const struct buoy_water *water, const struct buoy_bend_corners *corners,
                        double *linear, double *quadratic) {
    double corner[3], middle[3];
    for (int k = 0; k < 3; ++k) {
        double share[3] = {0.0, 0.0, 0.0}, x[3];
        share[k] = share[(k + 1) % 3] = 0.5;
        find_point(corners, share, x);
        corner[k] = level_at(water, corners->x[k]);
        middle[k] = level_at(water, x);
    }
    *linear = *quadratic = 0.0;
    for (int i = 0; i <= NODES; ++i) {
        for (int j = 0; i + j <= NODES; ++j) {
            const double share[3] = {(double)i / NODES, (double)j / NODES,
                                     (double)(NODES - i - j) / NODES};
            double x[3];
            find_point(corners, share, x);
            const double level = level_at(water, x);
            *linear = fmax(*linear, fabs(level - buoy_dot(share, corner)));
            *quadratic = fmax(*quadratic, fabs(level - interpolate(corner, middle, share)));
        }
    }
}

// Errors over bounds; fails if one is beyond. Tiny errors are those of roundings.
static void find_ratios(const struct buoy_water *water, const struct buoy_bend_corners *corners,
                        double ratios[MEASURES]) {
    const struct buoy_bend bend = buoy_bend_of(water);
    const struct buoy_bend_bounds bounds = buoy_bend_over(&bend, corners);
    const double rounding = 1e-13 * (1.0 + bend.height);
    double linear, quadratic;
    find_errors(water, corners, &linear, &quadratic);
    const double bound = bounds.level;
    // The least depth of a triangle's corners, below the level of the pressure.
    double depth = (double)INFINITY;
    for (int k = 0; k < 3; ++k) {
        depth = fmin(depth, level_at(bend.water, corners->x[k]) - corners->x[k][2]);
    }
    const bool below = depth > 0.0 && (bend.water->wave_pressure == BUOY_WAVES_DECAY
                                           ? buoy_bend_is_below(&bend, corners, depth)
                                           : depth > bound);
    ratios[LEVEL] = fmax(linear - rounding, 0.0) / (bounds.level + 1e-300);
    ratios[SMOOTH] = below ? fmax(linear - rounding, 0.0) / (bounds.smooth + 1e-300) : 0.0;
    ratios[SECOND] = below ? fmax(quadratic - rounding, 0.0) / (bounds.second + 1e-300) : 0.0;
    for (int m = 0; m < MEASURES; ++m) {
        if (!(ratios[m] <= 1.0)) {
            const double(*x)[3] = (const double(*)[3])corners->x;
            fail_msg("bound %d is off by a factor of %g: bounds %g %g %g, errors %g and %g, water "
                     "of kind %d, corners (%.17g %.17g %.17g) (%.17g %.17g %.17g) (%.17g %.17g "
                     "%.17g)",
                     m, ratios[m], bounds.level, bounds.smooth, bounds.second, linear, quadratic,
                     (int)water->kind + 10 * (int)water->wave_pressure, x[0][0], x[0][1], x[0][2],
                     x[1][0], x[1][1], x[1][2], x[2][0], x[2][1], x[2][2]);
        }
    }
}

// ------------------------------------------------------------------------------------- waves

static void rate(const struct attempt *attempt, double ratios[MEASURES]) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_waves *waves = waves_in(attempt->waves, WAVES, BUOY_GRAVITY, attempt->depth);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    water.wave_pressure = attempt->pressure;
    find_ratios(&water, &attempt->corners, ratios);
}

static struct attempt random_attempt(struct rng *rng, enum buoy_wave_pressure pressure) {
    struct attempt attempt = {.pressure = pressure};
    const double size = pow(10.0, rng_between(rng, -2.0, 0.7));
    const double deep = rng_between(rng, -3.0, 1.0);
    for (int i = 0; i < WAVES; ++i) {
        attempt.waves[i] = (struct buoy_wave){
            .amplitude = (float)rng_between(rng, 0.0, 0.3),
            .wavelength = (float)rng_between(rng, 2.0, 20.0),
            .direction = (float)rng_between(rng, -3.0, 3.0),
            .phase = (float)rng_between(rng, -3.0, 3.0),
        };
    }
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            attempt.corners.x[k][i] = rng_between(rng, -size, size) + (i == 2 ? deep : 0.0);
        }
    }
    attempt.depth = rng_below(rng, 2) ? rng_between(rng, 1.0, 8.0) : 0.0;
    return attempt;
}

static struct attempt change(struct rng *rng, const struct attempt *attempt, double by) {
    struct attempt changed = *attempt;
    for (int i = 0; i < WAVES; ++i) {
        struct buoy_wave *wave = &changed.waves[i];
        wave->amplitude *= (float)(1.0 + rng_between(rng, -by, by));
        wave->wavelength *= (float)(1.0 + rng_between(rng, -by, by));
        wave->direction += (float)rng_between(rng, -by, by);
        wave->phase += (float)rng_between(rng, -by, by);
    }
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            changed.corners.x[k][i] += rng_between(rng, -by, by);
        }
    }
    return changed;
}

// Climbs towards the bound of one measure; returns how near it came.
static double climb(struct rng *rng, enum buoy_wave_pressure pressure, enum measure measure) {
    struct attempt best = random_attempt(rng, pressure);
    double ratios[MEASURES];
    rate(&best, ratios);
    double top = ratios[measure], by = 0.5;
    for (int step = 0; step < 120; ++step) {
        const struct attempt next = change(rng, &best, by);
        rate(&next, ratios);
        if (ratios[measure] > top) {
            top = ratios[measure];
            best = next;
        } else {
            by = fmax(0.9 * by, 1e-3);
        }
    }
    return top;
}

// That the search comes near shows that it searches, and that bounds do not waste triangles.
TEST(waves) {
    static const double least[2][MEASURES] = {{0.9, 0.9, 0.05}, {0.015, 0.04, 0.002}};
    struct rng rng = rng_make("bends of waves");
    for (int pressure = 0; pressure < 2; ++pressure) {
        for (int m = 0; m < MEASURES; ++m) {
            double top = 0.0;
            for (int i = 0; i < 20; ++i) {
                top = fmax(top, climb(&rng, (enum buoy_wave_pressure)pressure, (enum measure)m));
            }
            printf("pressure %d, bound %d: the error came to %.2g of it\n", pressure, m, top);
            assert_true(top >= least[pressure][m]);
        }
    }
}

// ----------------------------------------------------------------------------------- patches

TEST(patches) {
    struct rng rng = rng_make("bends of patches");
    struct waters waters = waters_make(&rng);
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    double top = 0.0;
    water.kind = BUOY_WATER_PATCH;
    water.patch = waters.patch;
    for (int i = 0; i < 20000; ++i) {
        const double size = pow(10.0, rng_between(&rng, -4.0, 0.5));
        struct buoy_bend_corners corners;
        double middle[2], ratios[MEASURES];
        for (int k = 0; k < 2; ++k) {
            middle[k] = rng_between(&rng, -1.0, 1.0); // the patch ends at 0.8
        }
        for (int k = 0; k < 9; ++k) {
            corners.x[k / 3][k % 3] = rng_between(&rng, -size, size);
            corners.x[k / 3][k % 3] += k % 3 < 2 ? middle[k % 3] : 0.0;
        }
        find_ratios(&water, &corners, ratios);
        top = fmax(top, ratios[LEVEL]);
    }
    printf("patches: the error came to %.2g of its bound\n", top);
    assert_true(top >= 0.3);
}

// Triangles above more cells than are looked at one by one bend as far as the patch's heights lie
// apart: a hill, then a hollow, on ground that was level before.
TEST(hills) {
    enum {
        side = 24
    };
    const struct buoy_patch_grid grid = {.spacing = {1.0f, 1.0f}, .columns = side, .rows = side};
    const struct buoy_bend_corners corners = {
        {{0.0, 0.0, 0.0}, {23.0, 0.0, 0.0}, {0.0, 23.0, 0.0}}};
    struct buoy_patch *patch = patch_of(&grid);
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_PATCH;
    water.patch = patch;
    for (int sign = -1; sign <= 1; sign += 2) {
        float heights[side * side] = {0.0f};
        for (int k = 0; k < 64; ++k) {
            heights[(4 + k / 8) * side + 4 + k % 8] = (float)sign;
        }
        assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
        double ratios[MEASURES];
        find_ratios(&water, &corners, ratios);
        assert_true(ratios[LEVEL] >= 0.999);
    }
}

// Within one triangle of a patch nothing bends; still water never does.
TEST(flat) {
    static const float heights[9] = {0.0f, 1.0f, 2.0f, 0.5f, 1.5f, 2.5f, 1.0f, 2.0f, 3.0f};
    const struct buoy_patch_grid grid = {.spacing = {1.0f, 1.0f}, .columns = 3, .rows = 3};
    const struct buoy_bend_corners corners = {{{0.1, 0.1, 5.0}, {1.9, 0.2, -7.0}, {0.4, 1.8, 0.0}}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_bend bend = buoy_bend_of(&water);
    assert_true(buoy_bend_over(&bend, &corners).level == 0.0);
    struct buoy_patch *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    water.kind = BUOY_WATER_PATCH;
    water.patch = patch;
    bend = buoy_bend_of(&water);
    assert_true(buoy_bend_over(&bend, &corners).level == 0.0); // a tilted plane
}
