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
    struct buoy_surface query = {.x = &x,
                                 .y = &y,
                                 .count = 1,
                                 .height = &s.height,
                                 .slope_x = &s.slope_x,
                                 .slope_y = &s.slope_y};
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
            FAIL_IF(!(fabsf(got - expected) <= 1e-6f),
                    "sample (%u, %u) at (%g, %g): %.9g, expected %.9g", i, j, x, y, (double)got,
                    (double)expected);
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
        struct buoy_surface query = {.x = &x, .y = &y, .count = 1, .height = &expected};
        assert_int_equal(buoy_waves_sample(waves, 3.0, &query, NULL), BUOY_OK);
        assert_true(fabsf(sample(patch, x, y).height - expected) <= 1e-6f);
    }
}

// A patch of 1 m cells at the origin.
static struct buoy_patch *make_unit(uint32_t columns, uint32_t rows) {
    return patch_of(&(struct buoy_patch_grid){{0.0, 0.0}, {1.0f, 1.0f}, columns, rows});
}

// All halves: rows of constant sign and exponent. Those that are not finite are refused.
TEST(halves) {
    static uint16_t bits[64][1024];
    struct buoy_patch *patch = make_unit(1024, 64);
    struct buoy_texels texels = {bits, sizeof bits[0][0], sizeof bits[0], BUOY_TEXEL_HALF};
    const uint32_t first[2] = {0, 0}, whole[2] = {1024, 64}, one[2] = {1, 1};
    for (uint32_t k = 0; k < 65536; ++k) {
        bits[k / 1024][k % 1024] = (uint16_t)(k / 1024 % 32 == 31 ? 0 : k);
    }
    assert_int_equal(buoy_patch_update(patch, first, whole, &texels, NULL), BUOY_OK);
    for (uint32_t k = 0; k < 65536; ++k) {
        const uint32_t row = k / 1024, column = k % 1024;
        const int exponent = (int)row % 32, fraction = (int)column;
        const double size = exponent == 0   ? ldexp(fraction, -24)
                            : exponent < 31 ? ldexp(1024 + fraction, exponent - 25)
                                            : 0.0;
        assert_true((double)sample(patch, column, row).height == (k >> 15 ? -size : size));
    }
    for (uint32_t k = 0; k < 4; ++k) {
        bits[0][0] = (uint16_t)(0x7c00 | k >> 1 << 15 | (k & 1) << 9);
        assert_int_equal(buoy_patch_update(patch, first, one, &texels, NULL),
                         BUOY_ERROR_NON_FINITE);
    }
}

// Parts of a patch from a texture whose rows run backwards, at odd addresses.
TEST(parts) {
    enum {
        stride = 7,
        pitch = 101
    };
    struct rng rng = rng_make("parts of patches");
    struct buoy_patch *patch = make_unit(9, 6);
    float expected[6][9] = {{0.0f}};
    char memory[8 * pitch];
    for (int round = 0; round < 200; ++round) {
        uint32_t first[2], count[2];
        for (uint32_t k = 0; k < 2; ++k) {
            first[k] = (uint32_t)rng_below(&rng, k ? 6 : 9);
            count[k] = 1 + (uint32_t)rng_below(&rng, (k ? 6 : 9) - first[k]);
        }
        const struct buoy_texels texels = {memory + 6 * pitch + 1, stride, -pitch,
                                           BUOY_TEXEL_FLOAT};
        for (uint32_t j = 0; j < count[1]; ++j) {
            for (uint32_t i = 0; i < count[0]; ++i) {
                float *height = &expected[first[1] + j][first[0] + i];
                *height = (float)rng_between(&rng, -1.0, 1.0);
                memcpy(memory + (6 - j) * pitch + 1 + i * stride, height, sizeof *height);
            }
        }
        assert_int_equal(buoy_patch_update(patch, first, count, &texels, NULL), BUOY_OK);
        for (uint32_t k = 0; k < 54; ++k) {
            const uint32_t row = k / 9, column = k % 9;
            assert_true(sample(patch, column, row).height == expected[row][column]);
        }
        count[round % 2] = (round % 2 ? 6 : 9) - first[round % 2] + 1; // beyond the patch
        assert_int_equal(buoy_patch_update(patch, first, count, &texels, NULL),
                         BUOY_ERROR_ARGUMENT);
        count[round % 2] = 0;
        assert_int_equal(buoy_patch_update(patch, first, count, &texels, NULL),
                         BUOY_ERROR_ARGUMENT);
    }
}

// A sample of a surface that moves sideways.
struct moved {
    float x, y, up;
};

static enum buoy_status displace_or_say(struct buoy_patch *patch, const struct moved *moved,
                                        uint32_t columns, struct buoy_error *error) {
    struct buoy_texels texels[3];
    for (int k = 0; k < 3; ++k) {
        texels[k] = (struct buoy_texels){&moved->x + k, sizeof *moved,
                                         (ptrdiff_t)(columns * sizeof *moved), BUOY_TEXEL_FLOAT};
    }
    return buoy_patch_displace(patch, texels, error);
}

static enum buoy_status displace(struct buoy_patch *patch, const struct moved *moved,
                                 uint32_t columns) {
    return displace_or_say(patch, moved, columns, NULL);
}

// Moved by linear functions of the place, a plane stays one: p goes to q = p + t + M p, and the
// height above q is that of p = (1 + M)⁻¹ (q − t). Beyond the border others hold. Displacements are
// in metres, cells are half a metre by two.
TEST(displaced_plane) {
    static struct moved moved[41][41];
    static const double m[4] = {0.25, -0.125, 0.375, -0.25}, t[2] = {0.75, -1.5};
    const double a = 1.0 + m[0], d = 1.0 + m[3], determinant = a * d - m[1] * m[2];
    struct buoy_patch *patch =
        patch_of(&(struct buoy_patch_grid){{-10.0, -40.0}, {0.5f, 2.0f}, 41, 41});
    for (int j = 0; j < 41; ++j) {
        for (int i = 0; i < 41; ++i) {
            const double x = 0.5 * (i - 20), y = 2.0 * (j - 20);
            moved[j][i] =
                (struct moved){(float)(t[0] + m[0] * x + m[1] * y),
                               (float)(t[1] + m[2] * x + m[3] * y), (float)(0.5 * x - 0.25 * y)};
        }
    }
    assert_int_equal(displace(patch, moved[0], 41), BUOY_OK);
    for (int j = 10; j <= 30; ++j) {
        for (int i = 10; i <= 30; ++i) {
            const double at[2] = {0.5 * (i - 20), 2.0 * (j - 20)};
            const double x = at[0] - t[0], y = at[1] - t[1];
            const double p = (d * x - m[1] * y) / determinant;
            const double q = (a * y - m[2] * x) / determinant;
            assert_true(fabs((double)sample(patch, at[0], at[1]).height - (0.5 * p - 0.25 * q)) <=
                        1e-4);
        }
    }
    moved[20][20].y = NAN;
    assert_int_equal(displace(patch, moved[0], 41), BUOY_ERROR_NON_FINITE);
    moved[20][20] = (struct moved){0.0f, 1e19f, 0.0f};
    assert_int_equal(displace(patch, moved[0], 41), BUOY_ERROR_NON_FINITE);
    moved[20][20] = (struct moved){0.0f, 0.0f, INFINITY};
    assert_int_equal(displace(patch, moved[0], 41), BUOY_ERROR_NON_FINITE);
}

// Numbers are refused by their samples' names, also where the surface has moved away.
TEST(displaced_wrong) {
    struct moved moved[5][7];
    struct buoy_patch *patch = make_unit(7, 5);
    for (int k = 0; k < 35 * 3; ++k) {
        for (int i = 0; i < 35; ++i) {
            moved[i / 7][i % 7] = (struct moved){3.0f, 2.0f, 0.5f};
        }
        const int column = k / 3 % 7, row = k / 21;
        struct buoy_error error;
        char name[32];
        (&moved[row][column].x)[k % 3] = k % 2 ? NAN : -1.001e18f;
        assert_int_equal(displace_or_say(patch, moved[0], 7, &error), BUOY_ERROR_NON_FINITE);
        snprintf(name, sizeof name, "sample (%d, %d)", column, row);
        assert_non_null(strstr(error.message, name));
        assert_true(sample(patch, column, row).height == 0.0f);
    }
}

// Gerstner's wave along x: x = p + a cos k p has the height a sin k p. Its crests stay as high, get
// sharper, and above 1/k fold over; heights never leave those of the samples.
TEST(gerstner) {
    static struct moved moved[4][257];
    struct buoy_patch *patch = make_unit(257, 4);
    const double k = 6.283185307179586 / 64.0;
    for (int steep = 1; steep <= 12; ++steep) {
        const double high = 0.1 * steep / k;
        for (int i = 0; i < 4 * 257; ++i) {
            const double at = k * (i % 257);
            moved[i / 257][i % 257] =
                (struct moved){(float)(high * cos(at)), 0.0f, (float)(high * sin(at))};
        }
        assert_int_equal(displace(patch, moved[0], 257), BUOY_OK);
        for (int i = 32; i < 225; ++i) {
            const double got = (double)sample(patch, i, 1.0).height;
            double low = i - 32.0, above = i + 32.0; // of p
            for (int turn = 0; turn < 60; ++turn) {
                const double p = 0.5 * (low + above);
                *(p + high * cos(k * p) < i ? &low : &above) = p;
            }
            assert_true(fabs(got) <= high * 1.0001);
            FAIL_IF(steep < 10 && !(fabs(got - high * sin(k * low)) <= 0.02 * high),
                    "a k = %g, at %d: %g, not %g", 0.1 * steep, i, got, high * sin(k * low));
        }
    }
}

// A surface without folds that is stretched to 2.8 times its length and compressed to a tenth of
// it, along an oblique axis. Heights are the place at rest, whose displacement leads back.
TEST(stretched) {
    static struct moved moved[2][96][96];
    static float shift[96][96];
    const double k = 6.283185307179586 / 32.0;
    struct buoy_patch *patch[2] = {make_unit(96, 96), make_unit(96, 96)};
    struct buoy_patch *shifts = make_unit(96, 96);
    for (int i = 0; i < 96 * 96; ++i) {
        const int x = i % 96, y = i / 96;
        const double at = k * (0.8 * x + 0.6 * y);
        const float by = shift[y][x] = (float)(1.2 / k * (sin(at) + 0.25 * sin(2.0 * at)));
        moved[0][y][x] = (struct moved){0.8f * by, 0.6f * by, (float)x};
        moved[1][y][x] = (struct moved){0.8f * by, 0.6f * by, (float)y};
    }
    assert_int_equal(displace(patch[0], moved[0][0], 96), BUOY_OK);
    assert_int_equal(displace(patch[1], moved[1][0], 96), BUOY_OK);
    assert_int_equal(buoy_patch_set(shifts, shift[0], NULL), BUOY_OK);
    for (int i = 0; i < 64 * 64; ++i) {
        const int x = 16 + i % 64, y = 16 + i / 64;
        const double u = (double)sample(patch[0], x, y).height;
        const double v = (double)sample(patch[1], x, y).height;
        const double by = (double)sample(shifts, u, v).height;
        FAIL_IF(!(fabs(u + 0.8 * by - x) <= 1e-4 && fabs(v + 0.6 * by - y) <= 1e-4),
                "(%g, %g) is not what moves to (%d, %d)", u, v, x, y);
    }
}

// Velocities that are linear in the place stay so, in every frame, at any depth; beyond the border
// they are the border's.
TEST(flow) {
    static const struct {
        enum buoy_frame frame;
        int up, along_y;
        double sign;
    } frames[] = {{BUOY_Z_UP, 2, 1, 1.0},
                  {BUOY_Y_UP, 1, 2, -1.0},
                  {BUOY_Y_UP_LEFT, 1, 2, 1.0},
                  {BUOY_Z_UP_LEFT, 2, 1, -1.0}};
    struct rng rng = rng_make("flow in a grid");
    struct moved speeds[6][9];
    struct buoy_patch *patch = make();
    struct buoy_flow_grid flow = {0};
    flow.patch = patch;
    for (int k = 0; k < 54; ++k) {
        const int row = k / 9, column = k % 9;
        speeds[row][column] =
            (struct moved){1.0f + 0.5f * (float)column, 0.25f * (float)row, (float)(column - row)};
    }
    for (int k = 0; k < 3; ++k) {
        flow.velocity[k] = (struct buoy_texels){&speeds[0][0].x + k, sizeof speeds[0][0],
                                                sizeof speeds[0], BUOY_TEXEL_FLOAT};
    }
    for (int i = 0; i < 400; ++i) {
        const int up = frames[i % 4].up, along_y = frames[i % 4].along_y;
        const double sign = frames[i % 4].sign;
        const double x = rng_between(&rng, -4.0, 2.0), y = rng_between(&rng, 4.5, 7.0);
        const double u = fmin(fmax((x + 3.0) / 0.5, 0.0), 8.0);
        const double v = fmin(fmax((y - 5.0) / 0.25, 0.0), 5.0);
        double point[3] = {x}, got[3];
        point[along_y] = sign * y;
        point[up] = rng_between(&rng, -9.0, 9.0);
        flow.frame = frames[i % 4].frame;
        buoy_flow_grid_velocity(&flow, point, 1, got);
        assert_true(fabs(got[0] - (1.0 + 0.5 * u)) <= 1e-12);
        assert_true(fabs(sign * got[along_y] - 0.25 * v) <= 1e-12);
        assert_true(fabs(got[up] - (u - v)) <= 1e-12);
    }
    const double points[6] = {0.0};
    double got[6];
    flow.velocity[2].first = NULL;
    flow.frame = BUOY_Z_UP;
    buoy_flow_grid_velocity(&flow, points, 2, got);
    assert_true(got[2] == 0.0 && got[5] == 0.0 && got[0] == got[3]);
    flow.patch = NULL;
    buoy_flow_grid_velocity(&flow, points, 2, got);
    assert_true(isnan(got[0]) && isnan(got[5]));
}

// Water of each kind, asked in the same way.
TEST(any_water) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const double x = 3.0, y = -2.0;
    float height, slope_x, slope_y;
    struct buoy_surface query = {
        .x = &x, .y = &y, .count = 1, .height = &height, .slope_x = &slope_x, .slope_y = &slope_y};
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
