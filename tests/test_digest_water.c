// Equal bits everywhere (see test_digest.c) for patches: heights, slopes and places as they
// follow a body over waves. test_digest.c explains when to change the constant and whom to tell.
#include "buoyancy_water.h"
#include "digest.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

static const uint64_t expected = UINT64_C(0x88ab2cba0bb0c8a7);

enum {
    points = 64
};

// Multiples of 1/1024 up to `most`, so that nothing but the library rounds.
static double random_coordinate(struct rng *rng, size_t most) {
    return ((double)rng_below(rng, 2048 * most) - 1024.0 * (double)most) / 1024.0;
}

static uint64_t digest_patch(uint64_t digest, const struct buoy_patch *patch, struct rng *rng) {
    struct buoy_patch_grid grid;
    buoy_patch_get_grid(patch, &grid, NULL);
    digest = digest_doubles(digest, (const double[]){grid.origin[0], grid.origin[1]}, 2);
    double x[points], y[points];
    float height[points], slope_x[points], slope_y[points];
    for (int i = 0; i < points; ++i) { // some beside the grid
        x[i] = floor(grid.origin[0]) + 4.0 + random_coordinate(rng, 6);
        y[i] = floor(grid.origin[1]) + 2.0 + random_coordinate(rng, 3);
    }
    struct buoy_surface query = {
        .x = x, .y = y, .count = points, .height = height, .slope_x = slope_x, .slope_y = slope_y};
    assert_int_equal(buoy_patch_sample(patch, &query, NULL), BUOY_OK);
    for (int i = 0; i < points; ++i) {
        assert_true(isfinite(height[i]) && isfinite(slope_x[i]) && isfinite(slope_y[i]));
    }
    digest = digest_floats(digest, height, points);
    return digest_floats(digest_floats(digest, slope_x, points), slope_y, points);
}

TEST(patches) {
    static const struct buoy_wave sea[] = {
        {.amplitude = 0.25f, .wavelength = 6.0f, .direction = 0.5f},
        {.amplitude = 0.125f, .wavelength = 2.5f, .direction = -1.25f, .phase = 2.0f}};
    static const struct buoy_patch_grid grid = {.origin[0] = -4.0,
                                                .origin[1] = 3.0,
                                                .spacing[0] = 0.3f,
                                                .spacing[1] = 0.2f,
                                                .columns = 27,
                                                .rows = 21};
    struct rng rng = {1}; // not rng_make(): no seed may change it
    struct buoy_patch *patch = patch_of(&grid);
    struct buoy_waves *waves = waves_of(sea, 2, BUOY_GRAVITY);
    assert_int_equal(buoy_patch_fill_waves(patch, waves, 0.0, NULL), BUOY_OK);
    uint64_t digest = DIGEST_EMPTY;
    double x = 0.0, y = 5.0;
    for (int i = 0; i < 200; ++i) {
        const size_t reach = i % 20 ? 1 : 500;
        x += random_coordinate(&rng, reach);
        y += random_coordinate(&rng, reach);
        assert_int_equal(buoy_patch_follow_waves(patch, x, y, waves, 0.125 * i, NULL), BUOY_OK);
        digest = digest_patch(digest, patch, &rng);
    }
    FAIL_IF(digest != expected, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected);
}

// Irregular seas, whose waves are the same rows everywhere.
TEST(seas) {
    static const uint64_t rows = UINT64_C(0x76a08049634b83e8);
    uint64_t digest = DIGEST_EMPTY;
    for (size_t i = 0; i < 60; ++i) {
        static struct buoy_wave waves[BUOY_MAX_WAVES];
        const struct buoy_sea sea = {.significant_height = 0.25 * (double)i,
                                     .peak_period = 1.0 + 0.5 * (double)i,
                                     .peakedness = i % 3 ? 1.0 + 0.1 * (double)i : 0.0,
                                     .direction = 0.125 * (double)i,
                                     .spreading = (double)(i % 5 * i),
                                     .seed = i};
        const size_t count = 1 + 17 * i;
        assert_int_equal(buoy_sea_state(&sea, 9.81, 3.0 * (double)(i % 4), count, waves, NULL),
                         BUOY_OK);
        digest = digest_floats(digest, &waves[0].amplitude, 5 * count);
    }
    FAIL_IF(digest != rows, "the digest of seas is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)rows);
}
