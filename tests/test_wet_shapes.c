// The closed forms of cylinders, capsules and boxes that the step and the `shapes` templates share
// (simd/shapes_axial.h, simd/box_wet.h), on plain lanes, against quadrature over slices and clipped
// faces in double (scalar/published/shapes_reference.h).
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>

#include "../simd/lanes_scalar.h"

#include "../scalar/published/shapes_reference.h"
#include "../simd/box_wet.h"
#include "../simd/shapes_axial.h"
#include "rng.h"
#include "test.h"

enum kind {
    CYLINDER,
    CAPSULE,
    BOX
};

// A pose: the unit normal in the body's frame, and the depth of the middle, in metres.
struct pose {
    enum kind kind;
    double size[3];
    double n[3], depth;
};

static double whole_volume(const struct pose *p) {
    const double r = p->size[0], h = p->size[1];
    const double tube = 2.0 * AXIAL_PI * r * r * h;
    return p->kind == BOX        ? 8.0 * r * h * p->size[2]
           : p->kind == CYLINDER ? tube
                                 : tube + 4.0 / 3.0 * AXIAL_PI * r * r * r;
}

static double whole_area(const struct pose *p) {
    const double r = p->size[0], h = p->size[1];
    return 2.0 * AXIAL_PI * r * (2.0 * h + (p->kind == CAPSULE ? 2.0 * r : r));
}

static double length(const struct pose *p) {
    const double *h = p->size;
    return p->kind == BOX ? 2.0 * sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2])
                          : 2.0 * (h[1] + (p->kind == CAPSULE ? h[0] : 0.0)) + 2.0 * h[0];
}

static double reach(const struct pose *p) {
    const double r = p->size[0], tall = p->size[1] / r;
    return p->kind == BOX        ? box_reach(p->n, p->size)
           : p->kind == CYLINDER ? r * axial_reach_cylinder(p->n[2], tall)
                                 : r * axial_reach_capsule(p->n[2], tall);
}

// What the templates say; the area of boxes is not theirs.
struct answer {
    double share, centre[3], area;
};

static struct answer ask(const struct pose *p) {
    struct answer answer = {0.0, {0.0, 0.0, 0.0}, 0.0};
    struct axial_wet wet;
    const double r = p->size[0], tall = p->size[1] / r, c = p->n[2];
    switch (p->kind) {
    case BOX:
        box_wet(p->n, p->depth, p->size, &answer.share, answer.centre);
        return answer;
    case CYLINDER:
        axial_wet_cylinder(p->depth / r, c, tall, r, &wet);
        break;
    default:
        axial_wet_capsule(p->depth / r, c, tall, r, r * r * r / whole_volume(p), &wet);
    }
    answer.share = wet.share;
    answer.area = wet.area;
    for (int i = 0; i < 3; ++i) {
        answer.centre[i] = wet.up * p->n[i] + (i == 2 ? wet.along : 0.0);
    }
    return answer;
}

static struct answer truth(const struct pose *p) {
    static buoy_reference_function *const references[] = {
        buoy_reference_cylinder, buoy_reference_capsule, buoy_reference_box};
    struct buoy_shape_question question = {.d = p->depth};
    struct buoy_volume volume;
    struct buoy_shape_surface surface;
    memcpy(question.size, p->size, sizeof question.size);
    memcpy(question.n, p->n, sizeof question.n);
    references[p->kind](&question, &volume, &surface);
    struct answer answer = {.share = volume.volume / whole_volume(p), .area = surface.wetted_area};
    memcpy(answer.centre, volume.centre, sizeof answer.centre);
    return answer;
}

static double off_by(const struct answer *a, const struct answer *b) {
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double way = a->centre[i] - b->centre[i];
        square += way * way;
    }
    return sqrt(square);
}

static void fail_pose(const struct pose *p, const char *property, const struct answer *got,
                      const struct answer *expected) {
    static const char *const names[] = {"cylinder", "capsule", "box"};
    fail_msg("%s of %.17g %.17g %.17g, normal (%.17g %.17g %.17g), depth %.17g: %s: got share "
             "%.17g at (%.17g %.17g %.17g), area %.17g; expected %.17g at (%.17g %.17g %.17g), "
             "area %.17g",
             names[p->kind], p->size[0], p->size[1], p->size[2], p->n[0], p->n[1], p->n[2],
             p->depth, property, got->share, got->centre[0], got->centre[1], got->centre[2],
             got->area, expected->share, expected->centre[0], expected->centre[1],
             expected->centre[2], expected->area);
}

// ------------------------------------------------------------------------------------ poses

static double near_zero(struct rng *rng, double orders) {
    return pow(10.0, -rng_between(rng, 0.0, orders));
}

struct shape {
    enum kind kind;
    double size[3];
};

// Bars: of the whole volume; of the length, where at least .1 % is wet; of the whole surface. s is
// √(1 − c²), off by 2⁻⁵⁴/s, which moves a plate's rim by as much of its radius: 2⁻⁵⁴/k² of a plate
// of half height k is the largest share of V that this can be. Where a wall touches the water, and
// where it meets an end, roundings of depths in double wet as much as they do in the reference.
static void check(const struct pose *p) {
    const struct answer got = ask(p), expected = truth(p);
    const double thin = p->size[1] / p->size[0], s = fmax(hypot(p->n[0], p->n[1]), 1e-30);
    const double slope = 0x1p-52 / fmin(thin * thin, 1.0);
    const double volume = p->kind == BOX ? 1e-13 : 1e-12 + slope;
    const double centre = p->kind == BOX ? 1e-12 : 2e-10 + 64.0 * slope;
    if (!(fabs(got.share - expected.share) <= volume)) {
        fail_pose(p, "the volume is wrong", &got, &expected);
    }
    if (expected.share >= 1e-3 && !(off_by(&got, &expected) <= centre * length(p))) {
        fail_pose(p, "the centroid is wrong", &got, &expected);
    }
    const double end = fabs(fabs(p->depth) - fabs(p->n[2]) * p->size[1]) / p->size[0];
    const double flush = end < 2.0 * s ? fmin(0x1p-50 * (1.0 + thin) / s, 1.0) : 0.0;
    if (p->kind != BOX && !(fabs(got.area - expected.area) <= (2e-8 + flush) * whole_area(p))) {
        fail_pose(p, "the wetted area is wrong", &got, &expected);
    }
}

static void check_shapes(const char *name, const struct shape *shapes, int count) {
    struct rng rng = rng_make(name);
    for (int i = 0; i < in_a_hurry(4000, 100000); ++i) {
        const struct shape *shape = &shapes[i / 16 % count];
        struct pose pose = {.kind = shape->kind};
        memcpy(pose.size, shape->size, sizeof pose.size);
        // A quarter of the poses are near level, a quarter near upright, an eighth barely wet or
        // dry, a sixteenth has an end near the water.
        const double side = rng_below(&rng, 2) ? 1.0 : -1.0, some = rng_between(&rng, 0.0, 1.0);
        const double little = 0.3 * near_zero(&rng, 9.0);
        const double c = i % 4 == 1 ? little : i % 4 == 2 ? sqrt(1.0 - little * little) : some;
        const double s = sqrt(1.0 - c * c), a = rng_between(&rng, 0.0, 2.0 * AXIAL_PI);
        pose.n[0] = s * cos(a);
        pose.n[1] = s * sin(a);
        pose.n[2] = side * c;
        if (pose.kind == BOX && i % 8 == 4) {
            rng_direction(&rng, pose.n);
        }
        const double most = reach(&pose), from_end = 0.3 * near_zero(&rng, 5.0);
        const double place = rng_between(&rng, -1.0, 1.0);
        pose.depth = i % 8 == 7 ? side * most * (1.0 - from_end) : most * place;
        if (i % 16 == 6) {
            pose.depth = side * (fabs(pose.n[2]) * pose.size[pose.kind == BOX ? 2 : 1] +
                                 place * s * pose.size[0] * from_end);
        }
        check(&pose);
    }
}

TEST(cylinders) {
    static const struct shape shapes[] = {{CYLINDER, {0.4, 0.5, 0}}, {CYLINDER, {1, 1e-3, 0}},
                                          {CYLINDER, {1, 0.05, 0}},  {CYLINDER, {0.05, 1, 0}},
                                          {CYLINDER, {0.1, 30, 0}},  {CYLINDER, {2e3, 3e3, 0}}};
    check_shapes("cylinders below water", shapes, COUNT_OF(shapes));
}

TEST(capsules) {
    static const struct shape shapes[] = {{CAPSULE, {0.4, 0.5, 0}}, {CAPSULE, {0.1, 1.5, 0}},
                                          {CAPSULE, {1, 0.05, 0}},  {CAPSULE, {1, 1e-3, 0}},
                                          {CAPSULE, {1, 1e-6, 0}},  {CAPSULE, {0.1, 30, 0}}};
    check_shapes("capsules below water", shapes, COUNT_OF(shapes));
}

TEST(boxes) {
    static const struct shape shapes[] = {{BOX, {1, 0.5, 0.35}},
                                          {BOX, {1, 1, 1}},
                                          {BOX, {1, 0.01, 0.3}},
                                          {BOX, {0.02, 1, 0.02}},
                                          {BOX, {1e-3, 30, 10}}};
    check_shapes("boxes below water", shapes, COUNT_OF(shapes));
}

// ------------------------------------------------------------------------------------ limits

// Normals along and across axes, with lids and edges in the water and a hair beside it.
TEST(flush) {
    static const double normals[][3] = {{0, 0, 1},  {0, 0, -1},    {1, 0, 0},
                                        {0, -1, 0}, {0.6, 0, 0.8}, {0.6, 0.8, 0}};
    static const double sizes[][3] = {{1, 1, 1}, {2, 3, 4}, {1, 1e-3, 0.5}, {1e-3, 1, 1}};
    for (int i = 0; i < 3 * 6 * 4; ++i) {
        struct pose p = {.kind = (enum kind)(i % 3)};
        memcpy(p.n, normals[i / 3 % 6], sizeof p.n);
        memcpy(p.size, sizes[i / 18], sizeof p.size);
        const double all = reach(&p);
        const double places[] = {-all, all, p.size[1] * p.n[2], -p.size[1] * p.n[2], 0.0};
        for (int k = 0; k < 15; ++k) {
            const int way = k / 5 - 1; // down, there, up
            p.depth = places[k % 5] + way * 1e-9 * all;
            check(&p);
        }
        p.depth = -all;
        const struct answer dry = ask(&p), none = {0.0, {0.0, 0.0, 0.0}, 0.0};
        if (!(dry.share <= 4.0 * DBL_EPSILON)) {
            fail_pose(&p, "dry at the reach", &dry, &none);
        }
        p.depth = all;
        const struct answer wet = ask(&p), whole = {1.0, {0.0, 0.0, 0.0}, whole_area(&p)};
        if (!(wet.share >= 1.0 - 4.0 * DBL_EPSILON && off_by(&wet, &whole) <= 1e-14 * length(&p))) {
            fail_pose(&p, "wholly wet at the reach", &wet, &whole);
        }
    }
    // An end that lies in the water is dry.
    struct pose p = {.kind = CYLINDER, .size = {1, 1, 0}, .n = {0, 0, 1}, .depth = 1};
    assert_true(fabs(ask(&p).area - 5.0 * AXIAL_PI) <= 1e-12);
    p.n[2] = -1;
    assert_true(fabs(ask(&p).area - 5.0 * AXIAL_PI) <= 1e-12);
    p.depth = -1;
    assert_true(ask(&p).share == 0.0 && ask(&p).area == 0.0);
}

// Any finite depth, and any tilt and shape: finite answers within the body, right beyond the reach.
// A disc's `up` and `along` are up to radius/height long each, and all but cancel where it is
// level.
TEST(any) {
    static const double depths[] = {0.0,   1e-300, 1e-17, 1e-3, 0.999, 1.0,
                                    1.001, 2.0,    1e3,   1e17, 1e300, DBL_MAX};
    static const double cosines[] = {0.0, 1e-300,        1e-17, 1e-8,
                                     0.5, 1.0 - 0x1p-53, 1.0,   1.0 + 0x1p-52};
    static const double talls[] = {1e-60, 1e-9, 1e-3, 1.0, 1e3, 1e9, 1e60};
    struct rng rng = rng_make("any depth");
    for (int i = 0; i < in_a_hurry(20000, 200000); ++i) {
        const double tall = talls[rng_below(&rng, COUNT_OF(talls))];
        const double cosine = cosines[rng_below(&rng, COUNT_OF(cosines))];
        const double side = rng_below(&rng, 2) ? 1.0 : -1.0;
        struct pose p = {.kind = (enum kind)(i % 3), .size = {1.0, tall, 1.0}};
        p.n[2] = rng_below(&rng, 2) ? cosine : -cosine;
        p.n[0] = sqrt(fmax(1.0 - cosine * cosine, 0.0));
        const double all = reach(&p), share = depths[rng_below(&rng, COUNT_OF(depths))];
        p.depth = side * (rng_below(&rng, 2) ? share : all * fmin(share, 1e3));
        const struct answer got = ask(&p);
        const struct answer whole = {side < 0.0 ? 0.0 : 1.0, {0.0, 0.0, 0.0}, whole_area(&p)};
        const double most = 2.0 * length(&p);
        const bool within = got.share >= 0.0 && got.share <= 1.0 && off_by(&got, &whole) <= most &&
                            got.area >= -1e-12 * whole.area && got.area <= 1.0001 * whole.area;
        if (!within) {
            fail_pose(&p, "a possible answer", &got, &whole);
        }
        if (fabs(p.depth) > all * (1.0 + 1e-12) &&
            !(fabs(got.share - whole.share) <= 4.0 * DBL_EPSILON &&
              off_by(&got, &whole) <= 1e-14 * length(&p))) {
            fail_pose(&p, "all or nothing", &got, &whole);
        }
    }
}
