// Counting lanes: each operation counts what its definition in simd/lanes_scalar.h does, and
// returns what that returns.

// The lanes come first: they stand in for plain ones from here on.
#include "lanes_counted.h"
#include "test.h"

static void reset(void) {
    memset(&work_counted, 0, sizeof work_counted);
}

static void expect(unsigned floats, unsigned doubles_counted, unsigned bytes) {
    assert_int_equal(work_counted.floats, floats);
    assert_int_equal(work_counted.doubles, doubles_counted);
    assert_int_equal(work_counted.bytes, bytes);
    reset();
}

TEST(floats) {
    reset();
    assert_true(lanes_add(2.0f, 3.0f) == 5.0f);
    assert_true(lanes_sub(2.0f, 3.0f) == -1.0f);
    assert_true(lanes_mul(2.0f, 3.0f) == 6.0f);
    assert_true(lanes_div(3.0f, 2.0f) == 1.5f);
    assert_true(lanes_sqrt(9.0f) == 3.0f);
    expect(5, 0, 0);
    assert_true(lanes_muladd(2.0f, 3.0f, 4.0f) == 10.0f);
    expect(2, 0, 0);
}

TEST(doubles) {
    reset();
    assert_true(doubles_add(2.0, 3.0) == 5.0);
    assert_true(doubles_sub(2.0, 3.0) == -1.0);
    assert_true(doubles_mul(2.0, 3.0) == 6.0);
    assert_true(doubles_div(3.0, 2.0) == 1.5);
    assert_true(doubles_sqrt(9.0) == 3.0);
    expect(0, 5, 0);
    assert_true(doubles_muladd(2.0, 3.0, 4.0) == 10.0);
    expect(0, 2, 0);
    assert_true(lanes_double_add(2.0, 3.0) == 5.0);
    assert_true(lanes_double_sub(2.0, 3.0) == -1.0);
    assert_true(lanes_double_mul(2.0, 3.0) == 6.0);
    assert_true(lanes_double_muladd(2.0, 3.0, 4.0) == 10.0);
    expect(0, 5, 0);
}

TEST(loads) {
    reset();
    static const float f[] = {1.0f, 2.0f, 3.0f, 4.0f};
    static const double d[] = {1.0, 2.0, 3.0, 4.0};
    static const int16_t i16[] = {7};
    static const uint32_t index[] = {2};
    float a, b, c, e;
    double p, q, r, s;
    assert_true(lanes_load(f) == 1.0f);
    expect(0, 0, 4);
    assert_true(lanes_load_int16(i16) == 7.0f);
    expect(0, 0, 2);
    lanes_load3(f, &a, &b, &c);
    assert_true(a == 1.0f && b == 2.0f && c == 3.0f);
    expect(0, 0, 12);
    lanes_load4(f, &a, &b, &c, &e);
    assert_true(e == 4.0f);
    expect(0, 0, 16);
    assert_true(lanes_gather(f, index) == 3.0f);
    expect(0, 0, 8);
    lanes_gather2(f, index, &a, &b);
    assert_true(a == 3.0f && b == 4.0f);
    expect(0, 0, 12);
    assert_true(lanes_double_load(d) == 1.0);
    expect(0, 0, 8);
    assert_true(doubles_load(d) == 1.0 && doubles_load_any(d + 1) == 2.0);
    expect(0, 0, 16);
    assert_true(doubles_widen(f) == 1.0);
    expect(0, 0, 4);
    doubles_load4(d, 4, &p, &q, &r, &s);
    assert_true(p == 1.0 && q == 2.0 && r == 3.0 && s == 4.0);
    expect(0, 0, 32);
    const double *const of[] = {d};
    doubles_load4_of(of, 0, &p, &q, &r, &s);
    assert_true(p == 1.0 && q == 2.0 && r == 3.0 && s == 4.0);
    expect(0, 0, 32);
}

// By hand: two products and a third, summed (5 operations), less a number (6).
TEST(compound) {
    reset();
    static const float x[] = {1.0f}, y[] = {2.0f}, z[] = {3.0f};
    static const double k[] = {10.0 + 0x1p-40}, ax[] = {1.0}, ay[] = {2.0}, az[] = {3.0},
                        p[] = {1.0, 1.0, 1.0};
    assert_true(lanes_height(x, y, z, p, 4.0) == 2.0f);
    expect(0, 6, 12);
    assert_true(lanes_above(k, ax, ay, az, p) == 4.0 + 0x1p-40); // not rounded to float
    expect(0, 6, 32);
    double sum = 1.0;
    assert_true(lanes_above_each(10.0, p, ax, ay, az, 2.0f, &sum) == 4.0f);
    assert_true(sum == 9.0);
    expect(0, 8, 32);
}

TEST(sums) {
    reset();
    float ones[16];
    double moments[16];
    for (int i = 0; i < 16; ++i) {
        ones[i] = 1.0f;
        moments[i] = 2.0;
    }
    assert_true(lanes_sum16(ones) == 16.0);
    expect(0, 15, 64);
    const lanes_wide wide = lanes_wide_add(lanes_wide_zero(), moments);
    assert_true(wide.d[15] == 2.0);
    expect(0, 16, 128);
}

// What only compares, selects, converts or stores counts nothing.
TEST(nothing) {
    reset();
    float stored;
    lanes_store(&stored, lanes_splat(2.0f));
    assert_true(stored == 2.0f);
    assert_true(lanes_min(1.0f, 2.0f) == 1.0f && lanes_max(1.0f, 2.0f) == 2.0f);
    assert_true(lanes_abs(-1.0f) == 1.0f);
    assert_true(lanes_select(lanes_less(1.0f, 2.0f), 3.0f, 4.0f) == 3.0f);
    assert_true(lanes_keep(false, 3.0f) == 0.0f);
    assert_true(lanes_narrow(lanes_widen(1.5f)) == 1.5f);
    assert_true(lanes_double_scale(0.75) == 2.0);
    expect(0, 0, 0);
}
