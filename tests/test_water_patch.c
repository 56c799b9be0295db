// A patch of water: flat on its triangles, continuous across them, without a jump when it moves.
#include "buoyancy_water.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

static const struct buoy_patch_grid grid = {.origin[0] = -3.0,
                                            .origin[1] = 5.0,
                                            .spacing[0] = 0.5f,
                                            .spacing[1] = 0.25f,
                                            .columns = 9,
                                            .rows = 6};

static struct buoy_patch *make(void) {
    return patch_of(&grid);
}

struct sample {
    float height, slope_x, slope_y;
};

static struct sample sample(const struct buoy_patch *patch, double x, double y) {
    struct sample s;
    struct buoy_surface query = {&x, &y, 1, &s.height, &s.slope_x, &s.slope_y};
    assert_int_equal(buoy_patch_sample(patch, &query, NULL), BUOY_OK);
    return s;
}

// Some water: its heights depend on the place alone, to the last bit.
static float height_at(double x, double y) {
    return (float)(sin(3.0 * x) * cos(2.0 * y) + 0.1 * x);
}

static void fill_in(void *asked, const double *x, const double *y, size_t count, float *height) {
    *(size_t *)asked += count;
    for (size_t i = 0; i < count; ++i) {
        height[i] = height_at(x[i], y[i]);
    }
}

static void expect_samples(const struct buoy_patch *patch) {
    struct buoy_patch_grid now;
    buoy_patch_get_grid(patch, &now, NULL);
    for (uint32_t j = 0; j < now.rows; ++j) {
        for (uint32_t i = 0; i < now.columns; ++i) {
            const double x = now.origin[0] + i * (double)now.spacing[0],
                         y = now.origin[1] + j * (double)now.spacing[1];
            const float got = sample(patch, x, y).height, expected = height_at(x, y);
            if (!(fabsf(got - expected) <= 1e-6f)) {
                fail_msg("sample (%u, %u) at (%g, %g): %.9g, expected %.9g", i, j, x, y,
                         (double)got, (double)expected);
            }
        }
    }
}

// A surface linear in x and y is reproduced everywhere inside, including its slopes.
TEST(linear) {
    struct rng rng = rng_make("linear water");
    struct buoy_patch *patch = make();
    float heights[54];
    for (int i = 0; i < 54; ++i) {
        const int column = i % 9, row = i / 9;
        heights[i] = (float)(2.0 + 0.25 * column - 0.5 * row); // dyadic: exact
    }
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    for (int i = 0; i < 1000; ++i) {
        const double x = rng_between(&rng, -3.0, 1.0), y = rng_between(&rng, 5.0, 6.25);
        const struct sample s = sample(patch, x, y);
        assert_true(fabs((double)s.height - (2.0 + 0.5 * (x + 3.0) - 2.0 * (y - 5.0))) <= 1e-6);
        assert_true(s.slope_x == 0.5f && s.slope_y == -2.0f);
    }
}

// The diagonal runs from a cell's lowest corner to its highest: a ridge along it stays one.
TEST(diagonal) {
    struct buoy_patch *patch = make();
    float heights[54] = {0};
    heights[0] = heights[10] = 1.0f; // samples (0, 0) and (1, 1)
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    assert_true(sample(patch, -2.75, 5.125).height == 1.0f);
    assert_true(sample(patch, -2.75, 5.0).height == 0.5f);
    assert_true(sample(patch, -2.5, 5.125).height == 0.5f);
    // Below the diagonal x rises first, above it y.
    const struct sample below = sample(patch, -2.6, 5.05), above = sample(patch, -2.9, 5.2);
    assert_true(below.slope_x == -2.0f && below.slope_y == 4.0f);
    assert_true(above.slope_x == 2.0f && above.slope_y == -4.0f);
}

TEST(continuous) {
    struct rng rng = rng_make("continuous water");
    struct buoy_patch *patch = make();
    size_t asked = 0;
    assert_int_equal(buoy_patch_fill(patch, fill_in, &asked, NULL), BUOY_OK);
    assert_int_equal(asked, 54);
    expect_samples(patch);
    // A step of any length changes the height by no more than the steepest slope times it, across
    // cells, diagonals and the border alike.
    for (int i = 0; i < 20000; ++i) {
        const double x = rng_between(&rng, -4.0, 2.0), y = rng_between(&rng, 4.5, 7.0);
        const double step = pow(10.0, rng_between(&rng, -9.0, -1.0));
        const double u = rng_between(&rng, -step, step), v = rng_between(&rng, -step, step);
        const double rise =
            fabs((double)sample(patch, x + u, y + v).height - (double)sample(patch, x, y).height);
        assert_true(rise <= 8.0 * step + 2e-7);
    }
}

// However wide, each place is asked for once.
TEST(wide) {
    for (uint32_t columns = 255; columns <= 770; columns += 103) {
        const struct buoy_patch_grid wide = {{-3.0, 5.0}, {0.5f, 0.25f}, columns, 3};
        size_t asked = 0;
        struct buoy_patch *patch = patch_of(&wide);
        assert_int_equal(buoy_patch_fill(patch, fill_in, &asked, NULL), BUOY_OK);
        assert_int_equal(asked, 3 * columns);
        expect_samples(patch);
    }
}

TEST(border_holds) {
    struct buoy_patch *patch = make();
    size_t asked = 0;
    assert_int_equal(buoy_patch_fill(patch, fill_in, &asked, NULL), BUOY_OK);
    const struct sample inside = sample(patch, 1.0, 5.6), outside = sample(patch, 1e17, 5.6);
    assert_true(inside.height == outside.height && outside.slope_x == 0.0f);
    assert_true(inside.slope_y == outside.slope_y);
    const struct sample corner = sample(patch, -1e9, -1e9);
    assert_true(corner.height == height_at(-3.0, 5.0));
    assert_true(corner.slope_x == 0.0f && corner.slope_y == 0.0f);
}

TEST(follow) {
    struct rng rng = rng_make("following");
    struct buoy_patch *patch = make();
    size_t asked = 0;
    assert_int_equal(buoy_patch_fill(patch, fill_in, &asked, NULL), BUOY_OK);
    double x = -1.0, y = 5.625; // the middle
    for (int i = 0; i < 300; ++i) {
        struct buoy_patch_grid before, after;
        buoy_patch_get_grid(patch, &before, NULL);
        const double reach = i % 10 ? 0.7 : 20.0;
        x += rng_between(&rng, -reach, reach);
        y += rng_between(&rng, -reach, reach);
        asked = 0;
        assert_int_equal(buoy_patch_follow(patch, x, y, fill_in, &asked, NULL), BUOY_OK);
        buoy_patch_get_grid(patch, &after, NULL);
        assert_true(fabs(after.origin[0] + 2.0 - x) <= 0.2501 &&
                    fabs(after.origin[1] + 0.625 - y) <= 0.1251);
        // Whole cells; and only what is new was asked for.
        const double over = fabs(after.origin[0] - before.origin[0]) / 0.5,
                     up = fabs(after.origin[1] - before.origin[1]) / 0.25;
        assert_true(fabs(over - round(over)) <= 1e-9 && fabs(up - round(up)) <= 1e-9);
        const double kept = fmax(0.0, 9.0 - round(over)) * fmax(0.0, 6.0 - round(up));
        assert_int_equal(asked, 54 - (size_t)kept);
        expect_samples(patch);
    }
}

// Heights that stay are not asked for again: they keep what they were, whatever the water does.
TEST(what_stays_keeps_its_height) {
    struct buoy_patch *patch = make();
    float heights[54];
    for (int i = 0; i < 54; ++i) {
        heights[i] = (float)(i * i);
    }
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    size_t asked = 0;
    assert_int_equal(buoy_patch_follow(patch, -1.0 + 0.5, 5.625 - 0.5, fill_in, &asked, NULL),
                     BUOY_OK);
    for (int j = 0; j < 4; ++j) {
        for (int i = 1; i < 9; ++i) {
            assert_true(sample(patch, -3.0 + 0.5 * i, 5.0 + 0.25 * j).height == heights[9 * j + i]);
        }
    }
}

struct bad {
    int calls;
    float height; // the last of the third call
};

static void fill_badly(void *context, const double *x, const double *y, size_t count,
                       float *height) {
    struct bad *bad = context;
    size_t unused = 0;
    fill_in(&unused, x, y, count, height);
    if (++bad->calls == 3) {
        height[count - 1] = bad->height;
    }
}

TEST(bad_heights_change_nothing) {
    struct buoy_patch *patch = make();
    struct buoy_patch_grid before, after;
    size_t asked = 0;
    assert_int_equal(buoy_patch_fill(patch, fill_in, &asked, NULL), BUOY_OK);
    buoy_patch_get_grid(patch, &before, NULL);
    static const float heights[] = {NAN, INFINITY, -INFINITY, 1.001e18f, -1.001e18f};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; ++i) {
        struct bad moving = {0, heights[i]}, staying = moving;
        assert_int_equal(buoy_patch_follow(patch, 0.0, 6.0, fill_badly, &moving, NULL),
                         BUOY_ERROR_NON_FINITE);
        assert_int_equal(buoy_patch_fill(patch, fill_badly, &staying, NULL), BUOY_ERROR_NON_FINITE);
    }
    assert_int_equal(buoy_patch_follow(patch, (double)NAN, 6.0, fill_in, &asked, NULL),
                     BUOY_ERROR_NON_FINITE);
    assert_int_equal(buoy_patch_follow(patch, 1e300, 6.0, fill_in, &asked, NULL),
                     BUOY_ERROR_NON_FINITE);
    buoy_patch_get_grid(patch, &after, NULL);
    assert_memory_equal(&before, &after, sizeof before);
    expect_samples(patch);
}

// It may go as far as cells can be counted and samples have places of their own. Refused beyond, it
// stays where it was, however often it is asked.
TEST(too_far) {
    struct buoy_patch *patch = make();
    size_t asked = 0;
    int moves = 0;
    double x = 0.0;
    enum buoy_status status = BUOY_OK;
    while (status == BUOY_OK && moves < 20000) {
        x += 0x1p46;
        status = buoy_patch_follow(patch, x, 5.625, fill_in, &asked, NULL);
        moves += status == BUOY_OK;
    }
    assert_int_equal(status, BUOY_ERROR_NON_FINITE);
    assert_int_equal(moves, 7); // 8 × 2⁴⁶ m are 2⁵⁰ cells of 0.5 m
    struct buoy_patch_grid at;
    buoy_patch_get_grid(patch, &at, NULL);
    assert_true(fabs(at.origin[0] + 2.0 - (x - 0x1p46)) <= 0.25);
    for (int k = 0; k < 10000; ++k) {
        assert_int_equal(buoy_patch_follow(patch, -x, 5.625, fill_in, &asked, NULL),
                         BUOY_ERROR_NON_FINITE);
    }
    struct buoy_patch_grid far = grid;
    far.origin[0] = -0x1p49;
    assert_int_equal(buoy_patch_create(&far, &patch, NULL), BUOY_ERROR_ARGUMENT);
    // All but as far, from one end to the other: each sample has a place of its own.
    far.origin[0] = 1.0 - 0x1p49;
    assert_int_equal(buoy_patch_create(&far, &patch, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_follow(patch, 0x1p49 - 3.0, 5.625, fill_in, &asked, NULL), BUOY_OK);
    buoy_patch_get_grid(patch, &far, NULL);
    assert_true(far.origin[0] == 0x1p49 - 5.0 &&
                sample(patch, far.origin[0], 5.0).height == height_at(far.origin[0], 5));
    buoy_patch_destroy(patch);
}

// A patch filled with waves has their heights at its samples.
TEST(waves) {
    const struct buoy_wave wave = {.amplitude = 0.5f, .wavelength = 7.0f, .direction = 0.3f};
    struct buoy_waves *waves = waves_of(&wave, 1, 9.81);
    struct buoy_patch *patch = make();
    assert_int_equal(buoy_patch_fill_waves(patch, waves, 3.0, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_follow_waves(patch, 2.0, 7.0, waves, 3.0, NULL), BUOY_OK);
    struct buoy_patch_grid now;
    buoy_patch_get_grid(patch, &now, NULL);
    for (uint32_t k = 0; k < now.columns * now.rows; ++k) {
        const uint32_t column = k % now.columns, row = k / now.columns;
        const double x = now.origin[0] + column * (double)now.spacing[0];
        const double y = now.origin[1] + row * (double)now.spacing[1];
        float expected;
        struct buoy_surface query = {&x, &y, 1, &expected, NULL, NULL};
        assert_int_equal(buoy_waves_sample(waves, 3.0, &query, NULL), BUOY_OK);
        assert_true(fabsf(sample(patch, x, y).height - expected) <= 1e-6f);
    }
}

static void expect_refused(struct buoy_patch_grid asked, enum buoy_status status) {
    struct buoy_patch *patch;
    struct buoy_error error;
    assert_int_equal(buoy_patch_create(&asked, &patch, &error), status);
    assert_null(patch);
    assert_true(error.message[0] != '\0');
}

TEST(refusals) {
    struct buoy_patch_grid bad = grid;
    bad.columns = 1;
    expect_refused(bad, BUOY_ERROR_ARGUMENT);
    bad.columns = UINT32_MAX;
    expect_refused(bad, BUOY_ERROR_ARGUMENT);
    bad = grid;
    bad.spacing[1] = 0.0f;
    expect_refused(bad, BUOY_ERROR_ARGUMENT);
    bad.spacing[1] = -1.0f;
    expect_refused(bad, BUOY_ERROR_ARGUMENT);
    bad.spacing[1] = 0.9e-9f;
    expect_refused(bad, BUOY_ERROR_ARGUMENT);
    bad.spacing[1] = NAN;
    expect_refused(bad, BUOY_ERROR_NON_FINITE);
    bad = grid;
    bad.origin[0] = (double)INFINITY;
    expect_refused(bad, BUOY_ERROR_NON_FINITE);
    buoy_patch_destroy(NULL);
}

// Water of each kind, asked in the same way.
TEST(any_water) {
    struct buoy_water water = buoy_calm_sea();
    const double x = 3.0, y = -2.0;
    float height, slope_x, slope_y;
    struct buoy_surface query = {&x, &y, 1, &height, &slope_x, &slope_y};
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
    water.plane = (struct buoy_plane){{-2.0f, 0.5f, 4.0f}, 8.0f};
    assert_int_equal(buoy_water_sample(&water, &query, NULL), BUOY_OK);
    assert_true(height == 3.75f && slope_x == 0.5f && slope_y == -0.125f);
    water.plane.normal[2] = 0.0f;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
    assert_int_equal(buoy_water_sample(&water, &query, NULL), BUOY_ERROR_ARGUMENT);
    water.plane = (struct buoy_plane){{0.0f, 0.0f, 0.0f}, 8.0f};
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_NON_FINITE);
    water.kind = BUOY_WATER_PATCH;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_ARGUMENT);
    struct buoy_patch *patch = make();
    water.patch = patch;
    assert_int_equal(buoy_water_sample(&water, &query, NULL), BUOY_OK);
    assert_true(height == 0.0f);
    struct buoy_region region = {{0, 0, 0}, {1, 1, -1}};
    water.region = &region;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_ARGUMENT);
    region.high[2] = (double)INFINITY;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
    water.density = 0.0;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_ARGUMENT);
}
