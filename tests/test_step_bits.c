// Bits of the family `step` beyond what test_contract_bits.c holds all families to: crowds in any
// order, bodies of many parts, at the edges of patches, and with the caller's own volumes.
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "owned.h"
#include "stepping.h"
#include "test.h"

#include <fenv.h>

static struct stepping crowd;
static struct buoy_body_forces expected[stepping_most], got[stepping_most];

static void compare(const struct buoy_kernel *kernel, const char *property,
                    const struct buoy_body_forces *answer, size_t body) {
    const double *a = answer->buoyancy.force, *b = expected[body].buoyancy.force;
    size_t field = 0;
    if (memcmp(answer, &expected[body], sizeof *answer) == 0) {
        return;
    }
    while (memcmp(&a[field], &b[field], sizeof *a) == 0) {
        ++field;
    }
    fail_msg("%s, body %zu of %zu, %s: number %zu is %a, expected %a: not %s", kernel->id, body,
             crowd.count, stepping_made[crowd.made[body]].name, field, a[field], b[field],
             property);
}

// Bodies of any models in water of one kind after the other.
static void make_crowd(struct rng *rng, size_t round, size_t count) {
    stepping_random(rng, count, &crowd);
    if (round % 3 == 1) {
        stepping_into_waves(&crowd, rng_between(rng, 0.0, 100.0));
    } else if (round % 3 == 2) {
        stepping_onto_patch(&crowd);
    }
}

// What the scalar kernel says of each body alone.
static void expect_alone(void) {
    const struct buoy_kernel *scalar = buoy_kernel_find("step/fused/scalar");
    struct buoy_step_query query = stepping_query(&crowd);
    for (size_t i = 0; i < crowd.count; ++i) {
        query.models = &crowd.models[i];
        query.states = stepping_states(&crowd.states[i]);
        query.count = 1;
        stepping_ask(scalar, &query, &expected[i]);
    }
}

// All kernels say of a crowd what the scalar kernel says of each body alone: to the bit, or about
// that.
static void check_crowd(bool to_the_bit) {
    const struct buoy_kernel *kernel;
    const struct buoy_step_query query = stepping_query(&crowd);
    expect_alone();
    for (size_t i = 0; (kernel = next_kernel("step", &i));) {
        if (!kernel->deterministic) {
            continue;
        }
        stepping_ask(kernel, &query, got);
        for (size_t b = 0; b < crowd.count; ++b) {
            assert_true(fabs(got[b].volume - expected[b].volume) <= 1e-5);
            if (to_the_bit) {
                compare(kernel, "what the scalar kernel says of it alone", &got[b], b);
            }
        }
    }
}

// Crowds of one model, and with some of the next or the one after, shuffled.
TEST(shuffled) {
    struct rng rng = rng_make("step: shuffled");
    const struct buoy_kernel *kernel;
    struct stepping shuffled;
    for (size_t round = 0; round < 3 * stepping_models; ++round) {
        make_crowd(&rng, round, 1 + rng_below(&rng, stepping_most));
        const size_t other = 1 + round / stepping_made_count % 2;
        for (size_t i = 0; i < crowd.count; ++i) {
            const bool rare = round % 3 != 0 && rng_below(&rng, 20) == 0;
            crowd.made[i] = (round + (rare ? other : 0)) % stepping_made_count;
            crowd.models[i] = stepping_made[crowd.made[i]].model;
        }
        expect_alone();
        size_t order[stepping_most] = {0};
        for (size_t i = 0; i < crowd.count; ++i) {
            const size_t j = rng_below(&rng, i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        shuffled = crowd;
        for (size_t i = 0; i < crowd.count; ++i) {
            shuffled.models[i] = crowd.models[order[i]];
            shuffled.states[i] = crowd.states[order[i]];
        }
        const struct buoy_step_query query = stepping_query(&shuffled);
        for (size_t i = 0; (kernel = next_kernel("step", &i));) {
            if (kernel->deterministic) {
                stepping_ask(kernel, &query, got);
                for (size_t b = 0; b < crowd.count; ++b) {
                    compare(kernel, "the same in another order", &got[b], order[b]);
                }
            }
        }
    }
}

// A third of a crowd under water, a third above it: these are told apart before any is answered.
TEST(thirds) {
    struct rng rng = rng_make("step: thirds");
    for (size_t round = 0; round < 2 * stepping_models; ++round) {
        make_crowd(&rng, 0, stepping_most);
        for (size_t i = 0; i < crowd.count; ++i) {
            crowd.made[i] = (round + rng_below(&rng, 2)) % stepping_made_count;
            crowd.models[i] = stepping_made[crowd.made[i]].model;
            crowd.states[i].position[2] += 1000.0 * (double)rng_below(&rng, 3) - 1000.0;
        }
        check_crowd(true);
    }
}

// Bodies of as many parts as are answered together, and of more; among others, and alone.
TEST(many_parts) {
    static const size_t counts[] = {63, 64, 65, 128, BUOY_MAX_PARTS};
    static struct buoy_part parts[BUOY_MAX_PARTS];
    struct rng rng = rng_make("step: many parts");
    const struct buoy_part *sample = stepping_model("four kinds of parts")->parts;
    for (size_t round = 0; round < 3 * sizeof counts / sizeof *counts; ++round) {
        struct buoy_model_input input = {0};
        input.parts = parts;
        input.part_count = counts[round / 3];
        input.mass = stepping_model("box")->input.mass;
        input.drag = (struct buoy_drag){1.0, 1.0, 0.5};
        for (size_t p = 0; p < input.part_count; ++p) {
            // All of one kind, but for a few, and any mixture.
            parts[p] = sample[round % 3 < 2 && p % 50 ? 1 + round % 3 : rng_below(&rng, 4)];
            for (int k = 0; k < 3; ++k) {
                parts[p].place.position[k] = (double)rng_below(&rng, 256) / 64.0;
            }
        }
        struct buoy_model *model = model_of(&input);
        make_crowd(&rng, round, 20);
        for (size_t i = 0; i < 20; i += 1 + rng_below(&rng, 8)) {
            crowd.models[i] = model;
        }
        check_crowd(true);
    }
}

// On a patch: within cells, on the lines between them and on its border, beyond it, and about as
// far away as bodies may be. Where the processor rounds in another way, bits may differ.
TEST(patches) {
#ifdef FE_UPWARD // not on WebAssembly
    static const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
#else
    static const int modes[4] = {FE_TONEAREST, FE_TONEAREST, FE_TONEAREST, FE_TONEAREST};
#endif
    static const double far[] = {8.0, 8.0, 1e3, 5e11};
    struct rng rng = rng_make("step: patches");
    for (size_t round = 0; round < 32; ++round) {
        stepping_random(&rng, 1 + rng_below(&rng, 70), &crowd);
        stepping_onto_patch(&crowd);
        for (size_t b = 0; b < crowd.count; ++b) {
            for (int k = 0; k < 2; ++k) {
                const double reach = far[b % 20 == 0 ? 2 + b / 20 % 2 : 0];
                const double at = rng_between(&rng, -reach, reach);
                crowd.states[b].position[k] = b % 3 == 0 ? rint(2.0 * at) / 2.0 : at;
            }
        }
        fesetround(modes[round % 4]);
        check_crowd(round % 4 == 0);
        fesetround(FE_TONEAREST);
    }
}

// The function that answers for meshes, and what the bodies below hand to it.
static struct {
    size_t calls;
    char scratch[64];
} planted;

static void plant_volumes(const struct buoy_volume_query *query, struct buoy_volume *results) {
    ++planted.calls;
    assert_ptr_equal(query->scratch, planted.scratch);
    assert_int_equal(query->scratch_bytes, sizeof planted.scratch);
    buoy_volume_auto_best(query, results);
}

// Bodies that are one mesh ask the caller's function, with the caller's scratch memory: alone as
// well as together.
TEST(volumes) {
    struct rng rng = rng_make("step: the caller's volumes");
    for (size_t count = 1; count <= 3; count += 2) {
        size_t asked = 0;
        for (size_t i = 0; i < stepping_made_count; ++i) {
            const struct stepping_model *made = &stepping_made[i];
            struct buoy_model_info info;
            assert_int_equal(buoy_model_get_info(made->model, &info, NULL), BUOY_OK);
            const bool is_mesh = info.part_count == 1 && !info.is_box &&
                                 info.drag.quadratic == 0.0 &&
                                 made->parts[0].shape.kind == BUOY_SHAPE_MESH;
            stepping_random(&rng, count, &crowd);
            crowd.water = buoy_calm_sea(BUOY_Z_UP);
            for (size_t k = 0; k < count; ++k) {
                crowd.models[k] = made->model;
                crowd.made[k] = i;
            }
            expect_alone();
            struct buoy_step_query query = stepping_query(&crowd);
            const struct buoy_step_pass pass = {
                .query = &query,
                .water = &crowd.water,
                .results = got,
                .result_step = 1,
                .up = {0.0, 0.0, 1.0},
                .weight = crowd.water.density * crowd.water.gravity,
                .sign = {1.0, 1.0},
            };
            const struct buoy_step_batch batch = {
                .pass = &pass, .up = {0.0, 0.0, 1.0}, .count = count};
            const struct buoy_step_options options = {.scratch = planted.scratch,
                                                      .scratch_bytes = sizeof planted.scratch};
            query.options = &options;
            planted.calls = 0;
            assert_true(buoy_step_fused_scalar(&batch, plant_volumes) == count);
            for (size_t k = 0; k < count; ++k) {
                compare(buoy_kernel_find("step/fused/scalar"), "the caller's volumes", &got[k], k);
            }
            assert_true(!is_mesh || planted.calls == 1);
            asked += is_mesh;
        }
        assert_true(asked > 0);
    }
}

TEST_FIXTURE(stepping_make, NULL)
