// Bits of the `shapes` family beyond what test_contract_bits.c holds all families to: mixed kinds,
// and boxes.
#include "buoyancy_kernels.h"
#include "buoyancy_shapes.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "rng.h"
#include "shapes.h"
#include "test.h"

enum {
#ifdef TEST_EMULATED
    usual_questions = 300, // the digest asks many more
#else
    usual_questions = 1500,
#endif
    most_questions = 1500
};
static struct shape_question questions[most_questions];
static struct shape_answer got[most_questions];

// Mixed kinds have the bits of each kind's own kernel, in any order: few and many of a kind, runs
// longer than the portions in which kinds are sorted, and whatever is left over.
TEST(mixed) {
    const struct buoy_kernel *automatic = buoy_kernel_find("shapes/auto/best");
    struct rng rng = rng_make("mixed");
    for (int round = 0; round < 30; ++round) {
        const size_t count = 1 + rng_below(&rng, round < 20 ? 100 : usual_questions);
        for (size_t i = 0; i < count;) {
            const unsigned kinds = shape_question_make(&rng, BUOY_KINDS).shape.kind;
            const size_t most = rng_below(&rng, 8) == 0 ? 600 : 2;
            for (size_t run = 1 + rng_below(&rng, most); run > 0 && i < count; --run, ++i) {
                questions[i] = shape_question_make(&rng, BUOY_KIND(kinds));
            }
        }
        ask_shapes(automatic, questions, count, got);
        for (size_t i = 0; i < count; ++i) {
            char id[64];
            snprintf(id, sizeof id, "shapes/%s/scalar", buoy_kind_name(questions[i].shape.kind));
            const struct buoy_kernel *own = buoy_kernel_find(id);
            expect_same_shape(automatic, "the bits of the kind's own kernel", questions[i], got[i],
                              ask_shape(own, questions[i]));
        }
    }
}

// Boxes have the bits of box/corners.
TEST(boxes) {
    const unsigned kinds = BUOY_KIND(BUOY_SHAPE_BOX);
    const size_t count = usual_questions;
    struct rng rng = rng_make("boxes");
    for (size_t i = 0; i < count; ++i) {
        questions[i] = shape_question_make(&rng, kinds);
    }
    ask_shapes(buoy_kernel_find("shapes/auto/best"), questions, usual_questions, got);
    for (size_t i = 0; i < usual_questions; ++i) {
        const float *h = questions[i].shape.size;
        const struct buoy_shape box = {BUOY_SHAPE_BOX, {h[0], h[1], h[2]}};
        struct buoy_volume volume;
        assert_int_equal(buoy_shapes_compute(
                             &(struct buoy_shapes_query){
                                 .shapes = &box, .planes = &questions[i].plane, .count = 1},
                             &volume, NULL),
                         BUOY_OK);
        assert_memory_equal(&got[i].volume, &volume, sizeof volume);
    }
}
