// Kernels of `pressure` touch nothing beyond their scratch memory and their answer.
#include "body.h"
#include "guard.h"
#include "pressing.h"
#include "test.h"

// Scratch memory and the answer end at forbidden pages, or begin at one.
static void check_guarded(struct rng *rng, const struct body *body, enum guard_side side) {
    struct buoy_mesh *mesh = body_mesh(body, 0);
    struct waters waters = waters_make(rng);
    struct guarded scratch = guard_make(buoy_pressure_scratch_bytes(mesh, NULL), 64, side);
    struct guarded out = guard_make(sizeof(struct buoy_pressure), 8, side);
    for (int k = 0; k < 20; ++k) {
        const struct pressing pressing = random_pressing(rng, mesh, &waters);
        const struct buoy_pressure_query query =
            pressing_query(&pressing, scratch.bytes, scratch.size);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_pressure_kernel(&i));) {
            const struct buoy_pressure expected = ask_pressure(kernel, &pressing);
            assert_int_equal(buoy_pressure_with(kernel, &query, NULL, (void *)out.bytes, NULL),
                             BUOY_OK);
            assert_memory_equal(out.bytes, &expected, sizeof expected);
            assert_true(guard_is_intact(&scratch) && guard_is_intact(&out));
        }
    }
    guard_free(&scratch);
    guard_free(&out);
    waters_free(&waters);
    buoy_mesh_destroy(mesh);
}

TEST(guarded) {
    struct rng rng = rng_make("pressure's guards");
    for (size_t sides = 3; sides <= 40; ++sides) {
        struct body body = body_bipyramid(&rng, sides);
        check_guarded(&rng, &body, sides % 2 ? GUARD_AFTER : GUARD_BEFORE);
        body_free(&body);
    }
}
