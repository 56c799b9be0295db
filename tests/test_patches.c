// Pictures: what is nearer is drawn later; up is up, and right is right; everything fits.
#include "patches.h"
#include "test.h"

static void assert_near(double got, double expected) {
    if (!(fabs(got - expected) < 1e-9)) {
        fail_msg("%.17g, not %.17g", got, expected);
    }
}

// From the side x goes to the right, z upwards, and y away from the viewer.
TEST(side) {
    static const double points[6] = {-2, -1, -1, 2, 1, 1}, middle[3] = {0, 0, 0};
    static const double right[3] = {1, 0, 0}, above[3] = {0, 0, 1}, behind[3] = {0, 1, 0};
    struct camera camera = camera_make(0.0, 0.0, 400.0, 300.0);
    double at[2];
    camera_fit(&camera, points, 2);
    assert_near(camera.scale, 100.0);
    const double near = camera_see(&camera, middle, at);
    assert_near(at[0], 200.0);
    assert_near(at[1], 150.0);
    assert_near(camera_see(&camera, right, at), near);
    assert_near(at[0], 300.0);
    camera_see(&camera, above, at);
    assert_near(at[1], 50.0);
    assert_true(camera_see(&camera, behind, at) < near);
}

// From above, all corners of a box lie within the panel, and touch two of its edges.
TEST(fit) {
    double corners[24], low = 1e9, high = -1e9;
    struct camera camera = camera_make(35.0, 27.0, 400.0, 300.0);
    for (unsigned i = 0; i < 24; ++i) {
        corners[i] = 5.0 + (i / 3 >> i % 3 & 1u ? 1.0 : -1.0) * (1.0 + i % 3);
    }
    camera_fit(&camera, corners, 8);
    for (int i = 0; i < 8; ++i) {
        double at[2];
        camera_see(&camera, corners + 3 * (size_t)i, at);
        assert_true(at[0] > -1e-6 && at[0] < 400.0 + 1e-6);
        low = fmin(low, at[1]);
        high = fmax(high, at[1]);
    }
    assert_near(low, 0.0);
    assert_near(high, 300.0);
}

TEST(order) {
    static const double square[12] = {0, 0, 0, 4, 0, 0, 4, 0, 4, 0, 0, 4};
    static const unsigned colours[3] = {0x111111, 0x222222, 0x333333};
    static const double depths[3] = {2.0, 1.0, 3.0}; // the third is the farthest
    struct camera camera = camera_make(0.0, 0.0, 10.0, 10.0);
    struct patches patches = {0};
    for (int i = 0; i < 3; ++i) {
        double moved[12];
        memcpy(moved, square, sizeof moved);
        for (int k = 0; k < 4; ++k) {
            moved[3 * k + 1] = depths[i];
        }
        patches_add(&patches, &camera, moved, 4, colours[i]);
        patches_add(&patches, &camera, square, 2, 0); // a line is nothing to be drawn
    }
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    assert_int_equal(patches.count, 3);
    patches_put(&patches, 0.5, 0.25, file);
    assert_int_equal(patches.count, 0);
    patches_put(&patches, 0.5, 0.25, file);
    fclose(file);
    const char *far = strstr(text, "#333333"), *middle = strstr(text, "#111111");
    const char *near = strstr(text, "#222222");
    assert_true(far && middle && near && far < middle && middle < near);
    assert_non_null(strstr(text, "M5,5l4,0 0,-4 -4,0z"));
    assert_true(!patches.failed && strstr(text, "opacity=\"0.25\""));
    free(text);
    patches_free(&patches);
}

TEST(shade) {
    assert_int_equal(patches_shade(0x804020, 1.0), 0x804020);
    assert_int_equal(patches_shade(0x804020, 0.5), 0x402010);
    assert_int_equal(patches_shade(0xff8000, 2.0), 0xffff00);
    assert_int_equal(patches_shade(0xff8000, -1.0), 0);
}
