// The reference for what is submerged of shapes, against closed forms, against its own complement,
// and against prisms and pyramids of many sides.
#include "body.h"
#include "rng.h"
#include "submerged_truth.h"
#include "test.h"

#define PI 3.141592653589793238462643383279502884L

static const real up[3] = {0.0L, 0.0L, 1.0L};

static void assert_near(const char *what, real got, real expected, real tolerance) {
    if (!(fabsl(got - expected) <= tolerance)) {
        fail_msg("%s: %.18Lg, not %.18Lg", what, got, expected);
    }
}

static struct submerged_truth find(enum buoy_shape_kind kind, float a, float b, float c,
                                   const real n[3], real d) {
    const struct buoy_shape shape = {kind, {a, b, c}};
    struct submerged_truth truth;
    assert_int_equal(submerged_truth_find(&shape, NULL, n, d, &truth), 0);
    return truth;
}

// A direction tilted from the axis.
static void tilt(real angle, real turn, real n[3]) {
    n[0] = sinl(angle) * cosl(turn);
    n[1] = sinl(angle) * sinl(turn);
    n[2] = cosl(angle);
}

// A cap of height h of a sphere of radius R: V = π h² (3R − h) / 3, ∫ z dV = −π (R² − d²)² / 4, and
// 2 π R h of surface.
TEST(sphere) {
    static const real levels[] = {-0.999L, -0.5L, 0.0L, 0.25L, 0.75L, 1.0L, 2.0L};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; ++i) {
        for (int k = 0; k < 7; ++k) {
            const real R = 1.5L, d = levels[i] * R, h = fminl(d + R, 2.0L * R);
            const real e = fminl(d, R), moment = -PI * (R * R - e * e) * (R * R - e * e) / 4.0L;
            real n[3];
            tilt(0.5L * (real)k, 0.7L, n);
            const struct submerged_truth got = find(BUOY_SHAPE_SPHERE, 1.5f, 0.0f, 0.0f, n, d);
            assert_near("volume", got.volume, PI * h * h * (3.0L * R - h) / 3.0L, 1e-13L);
            assert_near("area", got.area, 2.0L * PI * R * h, 1e-13L);
            for (int j = 0; j < 3; ++j) {
                assert_near("moment", got.moment[j], moment * n[j], 1e-13L);
            }
        }
    }
}

// Upright and lying, in closed form; between, a slanting cut that meets neither end halves it.
TEST(cylinder) {
    const real R = 0.5L, b = 2.0L;
    const struct submerged_truth upright = find(BUOY_SHAPE_CYLINDER, 0.5f, 2.0f, 0.0f, up, -0.5L);
    assert_near("upright", upright.volume, PI * R * R * 1.5L, 1e-15L);
    assert_near("upright, z", upright.moment[2], PI * R * R * 1.5L * -1.25L, 1e-15L);
    assert_near("upright, area", upright.area, PI * R * R + 2.0L * PI * R * 1.5L, 1e-14L);

    const real level[3] = {0.0L, 1.0L, 0.0L}, d = 0.2L, angle = acosl(-d / R);
    const struct submerged_truth lying = find(BUOY_SHAPE_CYLINDER, 0.5f, 2.0f, 0.0f, level, d);
    const real segment = R * R * (angle - sinl(angle) * cosl(angle));
    assert_near("lying", lying.volume, 2.0L * b * segment, 1e-14L);
    assert_near("lying, y", lying.moment[1], -2.0L * b * 2.0L / 3.0L * powl(R * sinl(angle), 3.0L),
                1e-14L);
    assert_near("lying, area", lying.area, 2.0L * segment + 2.0L * R * angle * 2.0L * b, 1e-14L);

    for (int k = 0; k < 8; ++k) {
        real n[3];
        tilt(0.15L * (real)k, 0.3L, n);
        const real middle = 0.25L; // where the axis meets the water
        const struct submerged_truth got =
            find(BUOY_SHAPE_CYLINDER, 0.5f, 2.0f, 0.0f, n, middle * n[2]);
        assert_near("slanting", got.volume, PI * R * R * (b + middle), 1e-13L);
    }
}

// Tip down, the wet part is a cone like the whole; a capsule is a cylinder and a sphere; an
// ellipsoid a sphere, stretched.
TEST(others) {
    const real down[3] = {0.0L, 0.0L, -1.0L};
    const real whole = PI * 0.75L * 0.75L * 2.0L / 3.0L, half = whole * 0.125L;
    const struct submerged_truth tip = find(BUOY_SHAPE_CONE, 0.75f, 1.0f, 0.0f, down, 0.0L);
    assert_near("tip", tip.volume, half, 1e-15L);
    assert_near("tip, z", tip.moment[2], half * 0.25L, 1e-15L);
    assert_near("tip, area", tip.area, PI * 0.375L * hypotl(0.375L, 1.0L), 1e-14L);

    const struct submerged_truth capsule = find(BUOY_SHAPE_CAPSULE, 0.5f, 1.0f, 0.0f, up, 0.0L);
    assert_near("capsule", capsule.volume, PI * 0.25L + 2.0L / 3.0L * PI * 0.125L, 1e-15L);
    assert_near("capsule, area", capsule.area, PI + 2.0L * PI * 0.25L, 1e-14L);

    const real n[3] = {0.36L, 0.48L, 0.8L};
    const struct submerged_truth stretched = find(BUOY_SHAPE_ELLIPSOID, 0.5f, 2.0f, 1.0f, n, 0.25L);
    const real g = sqrtl(0.18L * 0.18L + 0.96L * 0.96L + 0.64L), k = 1.0L + 0.25L / g;
    const real share = -0.75L * (2.0L - k) * (2.0L - k) / (3.0L - k) / g;
    assert_near("ellipsoid", stretched.volume, PI * k * k * (3.0L - k) / 3.0L, 1e-14L);
    assert_near("ellipsoid, y", stretched.moment[1] / stretched.volume, share * 4.0L * n[1],
                1e-14L);
    // An oblate one, whole: 2π a² (1 + (1 − e²)/e artanh e).
    const real e = sqrtl(0.75L);
    const struct submerged_truth oblate = find(BUOY_SHAPE_ELLIPSOID, 1.0f, 1.0f, 0.5f, n, 9.0L);
    assert_near("ellipsoid, area", oblate.area, 2.0L * PI * (1.0L + 0.25L / e * atanhl(e)), 1e-12L);
}

static const struct buoy_shape shapes[] = {
    {BUOY_SHAPE_BOX, {0.5f, 1.0f, 2.0f}},       {BUOY_SHAPE_SPHERE, {0.75f, 0.0f, 0.0f}},
    {BUOY_SHAPE_ELLIPSOID, {0.5f, 1.0f, 2.0f}}, {BUOY_SHAPE_CAPSULE, {0.5f, 1.0f, 0.0f}},
    {BUOY_SHAPE_CYLINDER, {0.5f, 1.0f, 0.0f}},  {BUOY_SHAPE_CYLINDER, {1.0f, 0.01f, 0.0f}},
    {BUOY_SHAPE_CONE, {0.5f, 1.0f, 0.0f}},      {BUOY_SHAPE_CONE, {0.01f, 1.0f, 0.0f}},
};

static void ask(const struct buoy_shape *shape, const struct buoy_mesh *mesh, const real n[3],
                real d, struct submerged_truth *truth) {
    assert_int_equal(submerged_truth_find(shape, mesh, n, d, truth), 0);
}

// What is below a plane and what is above it are the whole, at every tilt.
TEST(complement) {
    static const real tilts[] = {0.0L, 1e-12L, 1e-9L, 1e-6L, 1e-3L, 0.3L, 0.8L, 1.2L, 1.5L};
    struct rng rng = rng_make("complement");
    for (size_t i = 0; i < 2000; ++i) {
        const struct buoy_shape *shape = &shapes[i % 8];
        const real angle = tilts[i % 9], turn = (real)rng_between(&rng, 0.0, 6.0);
        const real d = (real)rng_between(&rng, -1.2, 1.2);
        real n[3], back[3];
        struct submerged_truth below, above, whole;
        tilt(i % 2 ? angle : 0.5L * PI - angle, turn, n);
        for (int k = 0; k < 3; ++k) {
            back[k] = -n[k];
        }
        ask(shape, NULL, n, d, &below);
        ask(shape, NULL, back, -d, &above);
        ask(shape, NULL, n, 10.0L, &whole);
        assert_near("V", below.volume + above.volume, whole.volume, 2e-13L);
        assert_near("S", below.area + above.area, whole.area, 1e-8L);
        for (int k = 0; k < 3; ++k) {
            assert_near("∫ x dV", below.moment[k] + above.moment[k], whole.moment[k], 2e-13L);
        }
    }
}

#define SIDES 512

// A cylinder, or a cone, of so many flat sides: 12/n² of the whole less.
static struct buoy_mesh *make_faceted(const struct buoy_shape *shape) {
    static float positions[2 * SIDES + 2][3];
    static uint32_t indices[4 * SIDES][3];
    const double a = (double)shape->size[0], b = (double)shape->size[1];
    const double top = shape->kind == BUOY_SHAPE_CONE ? 0.0 : a;
    const uint32_t low = 2 * SIDES, high = 2 * SIDES + 1;
    for (uint32_t i = 0; i < SIDES; ++i) {
        const double turn = 2.0 * (double)PI * i / SIDES;
        const uint32_t next = (i + 1) % SIDES;
        const float ring[2][3] = {
            {(float)(a * cos(turn)), (float)(a * sin(turn)), (float)-b},
            {(float)(top * cos(turn)), (float)(top * sin(turn)), (float)b},
        };
        const uint32_t faces[4][3] = {{low, next, i},
                                      {i, next, SIDES + next},
                                      {i, SIDES + next, SIDES + i},
                                      {high, SIDES + i, SIDES + next}};
        for (int k = 0; k < 3; ++k) {
            positions[i][k] = ring[0][k];
            positions[SIDES + i][k] = ring[1][k];
            for (int f = 0; f < 4; ++f) {
                indices[4 * i + (uint32_t)f][k] = faces[f][k];
            }
        }
    }
    positions[low][2] = (float)-b;
    positions[high][2] = (float)b;
    const struct buoy_mesh_input input = {
        .positions = positions[0],
        .vertex_count = 2 * SIDES + 2,
        .indices = indices[0],
        .triangle_count = 4 * SIDES,
        .flags = BUOY_MESH_REPAIR | BUOY_MESH_KEEP_ALL,
    };
    struct buoy_mesh *mesh = NULL;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_OK);
    return mesh;
}

TEST(faceted) {
    static const struct buoy_shape round[] = {{BUOY_SHAPE_CYLINDER, {0.5f, 1.0f, 0.0f}},
                                              {BUOY_SHAPE_CONE, {0.75f, 1.0f, 0.0f}}};
    static const struct buoy_shape any = {.kind = BUOY_SHAPE_MESH};
    struct rng rng = rng_make("faceted");
    for (size_t s = 0; s < 2; ++s) {
        struct buoy_mesh *mesh = make_faceted(&round[s]);
        for (int i = 0; i < 100; ++i) {
            double direction[3];
            struct submerged_truth exact, faceted;
            rng_direction(&rng, direction);
            const real n[3] = {(real)direction[0], (real)direction[1], (real)direction[2]};
            const real d = (real)rng_between(&rng, -0.7, 0.7);
            ask(&round[s], NULL, n, d, &exact);
            ask(&any, mesh, n, d, &faceted);
            assert_near("V", faceted.volume, exact.volume, 1e-4L);
            assert_near("S", faceted.area, exact.area, 3e-4L);
            for (int k = 0; k < 3; ++k) {
                assert_near("∫ x dV", faceted.moment[k], exact.moment[k], 1e-4L);
            }
        }
        buoy_mesh_destroy(mesh);
    }
}

// A mesh that is a box, and the box.
TEST(box) {
    static const struct buoy_shape box = {BUOY_SHAPE_BOX, {0.5f, 1.0f, 0.25f}};
    static const struct buoy_shape any = {.kind = BUOY_SHAPE_MESH};
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 1.0f, 0.25f), 0);
    const struct submerged_truth half = find(BUOY_SHAPE_BOX, 0.5f, 1.0f, 0.25f, up, 0.125L);
    assert_near("V", half.volume, 1.0L * 2.0L * 0.375L, 1e-17L);
    assert_near("z", half.moment[2], 0.75L * -0.0625L, 1e-17L);
    assert_near("S", half.area, 2.0L + 6.0L * 0.375L, 1e-17L);
    struct rng rng = rng_make("box");
    for (int i = 0; i < 100; ++i) {
        double direction[3];
        struct submerged_truth one, other;
        rng_direction(&rng, direction);
        const real n[3] = {(real)direction[0], (real)direction[1], (real)direction[2]};
        const real d = (real)rng_between(&rng, -1.0, 1.0);
        ask(&box, NULL, n, d, &one);
        ask(&any, mesh, n, d, &other);
        assert_near("V", one.volume, other.volume, 1e-17L);
        assert_near("S", one.area, other.area, 1e-17L);
    }
}
