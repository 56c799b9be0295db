// Changes that must keep an answer of the `box` family, or change it in a known way: mirrors,
// exchanged axes, scales, the normal's length, the other side of the water, a rising level.
#include <float.h>

#include "boxes.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

enum {
    rounds = 3000
};

// Calls `check` with every kernel and with random questions.
static void for_all(const char *name,
                    void (*check)(const struct buoy_kernel *, struct box_question, struct rng *)) {
    struct rng rng = rng_make(name);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_right_box_kernel(&i));) {
        const size_t count = box_questions_for(kernel, rounds);
        for (size_t k = 0; k < count; ++k) {
            check(kernel, box_question_make(&rng), &rng);
        }
    }
}

// Mirrored along some axes, the answer is the mirrored one, bit for bit (a zero's sign aside).
static void check_mirror(const struct buoy_kernel *kernel, struct box_question q, struct rng *rng) {
    const size_t axes = rng_below(rng, 8);
    struct buoy_volume expected = ask_box(kernel, q);
    if (axes & 1) {
        q.plane.normal[0] = -q.plane.normal[0];
        expected.centre[0] = 0.0 - expected.centre[0];
    }
    if (axes & 2) {
        q.plane.normal[1] = -q.plane.normal[1];
        expected.centre[1] = 0.0 - expected.centre[1];
    }
    if (axes & 4) {
        q.plane.normal[2] = -q.plane.normal[2];
        expected.centre[2] = 0.0 - expected.centre[2];
    }
    const struct buoy_volume got = ask_box(kernel, q);
    if (got.volume != expected.volume || got.centre[0] != expected.centre[0] ||
        got.centre[1] != expected.centre[1] || got.centre[2] != expected.centre[2]) {
        print_error("expected volume %a at (%a %a %a)\n", expected.volume, expected.centre[0],
                    expected.centre[1], expected.centre[2]);
        fail_box(kernel, "a mirrored question has the mirrored answer", q, got);
    }
}

TEST(mirror) {
    for_all("mirror", check_mirror);
}

// With its axes exchanged, a box answers with its axes exchanged; sums of three terms may round
// otherwise.
static void check_exchange(const struct buoy_kernel *kernel, struct box_question q,
                           struct rng *rng) {
    (void)rng;
    const struct buoy_volume v = ask_box(kernel, q);
    const struct box_question turned = {
        {{q.box.half_extent[1], q.box.half_extent[2], q.box.half_extent[0]}},
        {{q.plane.normal[1], q.plane.normal[2], q.plane.normal[0]}, q.plane.d}};
    const struct buoy_volume expected = {v.volume, {v.centre[1], v.centre[2], v.centre[0]}};
    expect_box(kernel, "exchanged axes exchange the coordinates of c", turned,
               ask_box(kernel, turned), expected, 1.0);
}

TEST(exchange) {
    for_all("exchange", check_exchange);
}

// A box 2^k times as large, asked by a normal 2^l times as long, has 8^k times the volume and
// 2^k times the distance, bit for bit.
static void check_scale(const struct buoy_kernel *kernel, struct box_question q, struct rng *rng) {
    const int k = (int)rng_below(rng, 51) - 30, l = (int)rng_below(rng, 21) - 10;
    const struct buoy_volume v = ask_box(kernel, q);
    const float size = ldexpf(1.0f, k), length = ldexpf(1.0f, l);
    const struct box_question scaled = {
        {{q.box.half_extent[0] * size, q.box.half_extent[1] * size, q.box.half_extent[2] * size}},
        {{q.plane.normal[0] * length, q.plane.normal[1] * length, q.plane.normal[2] * length},
         q.plane.d * length * size}};
    const struct buoy_volume expected = {
        ldexp(v.volume, 3 * k),
        {ldexp(v.centre[0], k), ldexp(v.centre[1], k), ldexp(v.centre[2], k)}};
    expect_same_box(kernel, "scaling by a power of two scales the answer", scaled,
                    ask_box(kernel, scaled), expected);
}

TEST(scale) {
    for_all("scale", check_scale);
}

// What the water does not fill from one side it fills from the other: the volumes add up to the
// box's, and the two parts balance about its centre. Answers may each be off by their bound.
static void check_complement(const struct buoy_kernel *kernel, struct box_question q,
                             struct rng *rng) {
    (void)rng;
    const struct buoy_box_traits *traits = &kernel->method->box;
    const double all = box_volume(q.box), diagonal = box_diagonal(q.box);
    struct box_question other = q;
    other.plane = (struct buoy_plane){{-q.plane.normal[0], -q.plane.normal[1], -q.plane.normal[2]},
                                      -q.plane.d};
    const struct buoy_volume one = ask_box(kernel, q), two = ask_box(kernel, other);
    if (!(fabs(one.volume + two.volume - all) <= 2.0 * traits->volume_bound(0) * all)) {
        print_error("the other side holds %.17g\n", one.volume);
        fail_box(kernel, "two sides of the water add up to the box", other, two);
    }
    const double x = one.volume * one.centre[0] + two.volume * two.centre[0];
    const double y = one.volume * one.centre[1] + two.volume * two.centre[1];
    const double z = one.volume * one.centre[2] + two.volume * two.centre[2];
    if (one.volume >= 1e-3 * all && two.volume >= 1e-3 * all &&
        !(sqrt(x * x + y * y + z * z) <= traits->centroid_bound(0) * diagonal * all)) {
        print_error("the other side holds %.17g at (%.17g %.17g %.17g)\n", one.volume,
                    one.centre[0], one.centre[1], one.centre[2]);
        fail_box(kernel, "two sides of the water balance", other, two);
    }
}

TEST(complement) {
    for_all("complement", check_complement);
}

// More water, more volume. Answers may each be off by their bound.
static void check_rising(const struct buoy_kernel *kernel, struct box_question q, struct rng *rng) {
    const double reach = box_reach(q), all = box_volume(q.box);
    const double slack = 2.0 * kernel->method->box.volume_bound(0) * all;
    struct box_question higher = q;
    higher.plane.d = (float)((double)q.plane.d + reach * rng_between(rng, 0.0, 0.5));
    const struct buoy_volume low = ask_box(kernel, q), high = ask_box(kernel, higher);
    if (!(high.volume >= low.volume - slack)) {
        print_error("it was %.17g at d = %.9g\n", low.volume, (double)q.plane.d);
        fail_box(kernel, "a higher level must not wet less", higher, high);
    }
}

TEST(rising) {
    for_all("rising", check_rising);
}
