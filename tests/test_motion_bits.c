// A body's motion has the same bits alone and in any crowd, in one call and in many, and on every
// instruction set.
#include "buoyancy_kernels.h"
#include "drifting.h"
#include "machine.h"
#include "stepping.h"
#include "test.h"

enum {
    most = 40, // more than a block
    steps = 6,
};

static struct stepping crowd;
static struct motion_body start[most], expected[most], got[most];

static void make_crowd(struct rng *rng, int round) {
    stepping_random(rng, most, &crowd);
    if (round % 3 == 1) {
        stepping_into_waves(&crowd, 0.0);
    } else if (round % 3 == 2) {
        stepping_onto_patch(&crowd);
    }
    for (size_t i = 0; i < most; ++i) {
        const struct stepping_state *state = &crowd.states[i];
        start[i] = motion_body_default();
        start[i].model = crowd.models[i];
        memcpy(start[i].position, state->position, sizeof start[i].position);
        memcpy(start[i].rotation, state->rotation, sizeof start[i].rotation);
        memcpy(start[i].velocity, state->velocity, sizeof start[i].velocity);
        memcpy(start[i].angular_velocity, state->angular_velocity,
               sizeof start[i].angular_velocity);
    }
}

static struct motion_query make_query(struct motion_body *bodies, size_t count, int round) {
    struct motion_query query = drifting_query(bodies, count, &crowd.water, 1.0 / 64.0,
                                               (enum motion_scheme)(round / 3 % 2));
    query.time = 7.0;
    return query;
}

static void expect_same(size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i) {
        FAIL_IF(memcmp(&got[i], &expected[i], sizeof got[i]) != 0, "body %zu, %s: %a, expected %a",
                i, stepping_made[crowd.made[i]].name, got[i].position[2], expected[i].position[2]);
    }
}

TEST(company) {
    struct rng rng = rng_make("motion: company");
    for (int round = 0; round < 6; ++round) {
        make_crowd(&rng, round);
        memcpy(expected, start, sizeof start);
        struct motion_query all = make_query(expected, most, round);
        drifting_advance(&all, steps);
        for (size_t i = 0; i < most; ++i) { // alone, step by step
            got[i] = start[i];
            struct motion_query one = make_query(&got[i], 1, round);
            for (int step = 0; step < steps; ++step) {
                drifting_advance(&one, 1);
            }
        }
        expect_same(0, most);
        const size_t first = rng_below(&rng, most), count = rng_below(&rng, most - first + 1);
        memcpy(got, start, sizeof start);
        struct motion_query some = make_query(&got[first], count, round);
        drifting_advance(&some, steps);
        expect_same(first, count);
    }
}

TEST(sets) {
    struct rng rng = rng_make("motion: sets");
    size_t tried = 0;
    for (int round = 0; round < 6; ++round) {
        make_crowd(&rng, round);
        memcpy(expected, start, sizeof start);
        struct motion_query query = make_query(expected, most, round);
        drifting_advance(&query, steps);
        static const char *const names[] = {"scalar", "sse2", "avx2", "avx512", "neon", "sve"};
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
            if (buoy_set_isa(names[i], NULL) != BUOY_OK) {
                continue;
            }
            ++tried;
            memcpy(got, start, sizeof start);
            query = make_query(got, most, round);
            drifting_advance(&query, steps);
            expect_same(0, most);
        }
        assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    }
    assert_true(tried >= 6);
}

TEST_FIXTURE(stepping_make, NULL)
