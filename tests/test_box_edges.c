// The edges of the `box` family: correct answers for all finite input.
#include <float.h>

#include "boxes.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

// buoy_box_compute() is box/auto/best.
TEST(auto) {
    struct rng rng = rng_make("auto");
    for (int i = 0; i < 100; ++i) {
        const struct box_question q = box_question_make(&rng);
        struct buoy_volume got;
        assert_int_equal(buoy_box_compute(&q.box, &q.plane, 1, &got, NULL), BUOY_OK);
        const struct buoy_kernel *kernel = buoy_kernel_find("box/auto/best");
        expect_same_box(kernel, "what buoy_box_compute() says", q, got, ask_box(kernel, q));
    }
}

// More cells, closer answers: the error is held to the bound for as many cells.
TEST(voxels) {
    const struct buoy_kernel *kernel = buoy_kernel_find("box/voxel/scalar");
    const struct buoy_kernel *exact = buoy_kernel_find("box/corners/scalar");
    struct rng rng = rng_make("voxels");
    for (int i = 0; i < 300; ++i) {
        const struct box_question q = box_question_make(&rng);
        const unsigned voxels = 1 + (unsigned)rng_below(&rng, 100);
        const struct buoy_box_query query = {
            .boxes = &q.box, .planes = &q.plane, .count = 1, .voxels = voxels};
        struct buoy_volume got;
        assert_int_equal(buoy_box_with(kernel, &query, &got, NULL), BUOY_OK);
        const double error = fabs(got.volume - ask_box(exact, q).volume) / box_volume(q.box);
        const double most =
            kernel->method->box.volume_bound(voxels) + exact->method->box.volume_bound(0);
        if (!(error <= most)) {
            print_error("with %u cells, off by %.3g of the box\n", voxels, error);
            fail_box(kernel, "a count is as good as its cells are fine", q, got);
        }
    }
}

// ------------------------------------------------------------------------------- extremes

// The answer to any query is possible (boxes.h), hence a number.
TEST(any_bits) {
    struct rng rng = rng_make("any bits");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_right_box_kernel(&i));) {
        const size_t count = 20 * box_questions_for(kernel, 5000);
        for (size_t k = 0; k < count; ++k) {
            struct box_question q = {
                {{fabsf(rng_finite(&rng)), fabsf(rng_finite(&rng)), fabsf(rng_finite(&rng))}},
                {{rng_finite(&rng), rng_finite(&rng), rng_finite(&rng)}, rng_finite(&rng)}};
            const double reach = box_reach(q);
            if (k % 2 && reach < (double)FLT_MAX) {
                q.plane.d = (float)(reach * rng_between(&rng, -1.0, 1.0));
            }
            if (q.box.half_extent[0] > 0.0f && q.box.half_extent[1] > 0.0f &&
                q.box.half_extent[2] > 0.0f) {
                ask_box(kernel, q);
            }
        }
    }
}

// A wholly submerged box is answered exactly: its volume, rounded once, at the origin.
TEST(submerged) {
    struct rng rng = rng_make("submerged");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_right_box_kernel(&i));) {
        for (size_t k = 0; k < 200; ++k) {
            struct box_question q = box_question_make(&rng);
            q.plane.d = nextafterf((float)box_reach(q), INFINITY);
            const struct buoy_volume expected = {box_volume(q.box), {0.0, 0.0, 0.0}};
            expect_same_box(kernel, "a submerged box is all of it", q, ask_box(kernel, q),
                            expected);
            q.plane.d = -q.plane.d;
            const struct buoy_volume nothing = {0.0, {0.0, 0.0, 0.0}};
            expect_same_box(kernel, "a dry box is nothing", q, ask_box(kernel, q), nothing);
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
    struct rng rng = rng_make("mirror");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_right_box_kernel(&i));) {
        for (size_t k = 0; k < box_questions_for(kernel, 3000); ++k) {
            check_mirror(kernel, box_question_make(&rng), &rng);
        }
    }
}
