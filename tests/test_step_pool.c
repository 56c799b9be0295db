// Bodies that meet water as a plane, at the walls of a pool: within, as everywhere, to the bit;
// outside, dry; in between, forces that grow without a jump, exact for level boxes in level water.
#include "base/vector.h"
#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "drifting.h"
#include "floating.h"
#include "stepping.h"
#include "test.h"

static struct stepping crowd;
static struct buoy_body_forces everywhere[stepping_most], results[stepping_most];

// ----------------------------------------------------------------------------- any bodies

// How far the pool's inside reaches beyond a ball about the body's middle; below 0, how far the
// ball reaches out.
static double margin_of(const struct buoy_region *pool, const double middle[3], double radius) {
    double margin = INFINITY;
    for (int k = 0; k < 3; ++k) {
        margin = fmin(margin, fmin(middle[k] - pool->low[k], pool->high[k] - middle[k]) - radius);
    }
    return margin;
}

// What a pool makes of an answer that water everywhere gives.
static int check_in_pool(const struct buoy_region *pool, size_t i) {
    struct buoy_model_info info;
    double r[3][3], middle[3];
    buoy_model_get_info(crowd.models[i], &info, NULL);
    stepping_rotation(crowd.states[i].rotation, r);
    for (int k = 0; k < 3; ++k) {
        middle[k] = crowd.states[i].position[k] + buoy_dot(r[k], info.middle);
    }
    const double radius = 0.5 * info.diagonal, margin = margin_of(pool, middle, radius);
    const struct buoy_body_forces *here = &results[i], *there = &everywhere[i];
    if (margin > 1e-9) {
        assert_memory_equal(here, there, sizeof *here);
        return 0;
    }
    if (margin < -2.0 * radius - 1e-9) {
        assert_true(here->volume == 0.0 && here->wetted_area == 0.0);
        return 1;
    }
    // At a wall plain bodies are placed by other operations: the last digits, of the depth, too.
    const double rounding = 1e-13 * there->volume + 1e-20 * pow(info.diagonal, 3.0);
    assert_true(here->volume >= 0.0 && here->volume <= there->volume + rounding);
    assert_true(fabs(here->wetted_area * there->volume - there->wetted_area * here->volume) <=
                1e-12 * there->wetted_area * there->volume);
    // Along the same normal, with the share's force.
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(here->buoyancy.force[k] * there->volume -
                         there->buoyancy.force[k] * here->volume) <=
                    1e-12 * fabs(there->buoyancy.force[k]) * there->volume);
        assert_true(here->volume == 0.0 || (here->centre[k] >= pool->low[k] - 1e-6 &&
                                            here->centre[k] <= pool->high[k] + 1e-6));
    }
    return here->volume > 0.0 && here->volume < there->volume ? 2 : 3;
}

TEST(any_bodies) {
    struct rng rng = rng_make("step: pools");
    const struct buoy_region pool = {{-1.5, -1.25, -10.0}, {1.5, 1.75, 10.0}};
    size_t found[4] = {0};
    for (int round = 0; round < 200; ++round) {
        stepping_random(&rng, round % 2 ? 1 : stepping_most, &crowd);
        if (round % 3 == 1) {
            stepping_into_waves(&crowd, 3.0);
        } else if (round % 3 == 2) {
            stepping_onto_patch(&crowd);
        }
        for (size_t i = 0; i < crowd.count; ++i) {
            for (int k = 0; k < 2; ++k) {
                crowd.states[i].position[k] *= 3.0;
            }
        }
        struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, everywhere);
        crowd.water.region = &pool;
        const struct buoy_kernel *kernel;
        for (size_t n = 0; (kernel = next_kernel("step", &n));) {
            struct buoy_kernel_info about;
            buoy_kernel_get_info(kernel, &about, NULL);
            if (!about.deterministic) {
                continue;
            }
            stepping_ask(kernel, &query, results);
            for (size_t i = 0; i < crowd.count; ++i) {
                ++found[check_in_pool(&pool, i)];
            }
        }
    }
    print_message("within %zu, outside %zu, cut %zu, dry or whole %zu\n", found[0], found[1],
                  found[2], found[3]);
    assert_true(found[0] > 100 && found[1] > 100 && found[2] > 100);
}

// ----------------------------------------------------------------------------- level boxes

// One body alone, by the step.
static struct buoy_body_forces step_one(const struct buoy_model *model, const double at[3],
                                        const double q[4], const struct buoy_water *water) {
    struct stepping_state one = {.velocity = {0.0}};
    struct buoy_body_forces answer;
    memcpy(one.position, at, sizeof one.position);
    memcpy(one.rotation, q, sizeof one.rotation);
    crowd.count = 1;
    crowd.models[0] = model;
    crowd.states[0] = one;
    crowd.water = *water;
    crowd.dt = 0.0;
    const struct buoy_step_query query = stepping_query(&crowd);
    stepping_ask(buoy_kernel_find("step/auto/best"), &query, &answer);
    return answer;
}

// A mesh of 100 kg.
static struct buoy_body_forces ask_one(const struct buoy_mesh *mesh, const double at[3],
                                       const double q[4], const struct buoy_water *water) {
    struct floating_body body = floating_at_rest(mesh);
    memcpy(body.pose.position, at, sizeof body.pose.position);
    memcpy(body.pose.rotation, q, sizeof body.pose.rotation);
    return floating_ask(&body, water, floating_no_drag);
}

static const double unturned[4] = {0.0, 0.0, 0.0, 1.0};

// What is wet of a box along the axes is a box, if the water is where sign × x ≤ 0 along one of
// them. Of what is wet without the pool, the pool holds the share that it holds of that box, to the
// roundings of double.
static void expect_box(const struct buoy_body_forces *got, const struct buoy_body_forces *without,
                       const double at[3], const double half[3], const struct buoy_region *pool,
                       int axis, double sign) {
    double volume = 1.0, whole = 1.0, share = 1.0, centre[3];
    for (int k = 0; k < 3; ++k) {
        const double first = k == axis && sign < 0.0 ? fmax(at[k] - half[k], 0.0) : at[k] - half[k];
        const double last = k == axis && sign > 0.0 ? fmin(at[k] + half[k], 0.0) : at[k] + half[k];
        const double low = fmax(first, pool->low[k]), high = fmin(last, pool->high[k]);
        volume *= fmax(high - low, 0.0);
        share *= last > first ? fmax(high - low, 0.0) / (last - first) : 1.0;
        whole *= 2.0 * half[k];
        centre[k] = 0.5 * (low + high);
        assert_true(k == axis || got->buoyancy.force[k] == 0.0);
    }
    assert_true(fabs(got->volume - volume) <= 1e-6 * whole);
    assert_true(fabs(got->volume - share * without->volume) <= 1e-14 * whole);
    assert_true(fabs(got->wetted_area - share * without->wetted_area) <= 1e-13 * whole);
    for (int k = 0; k < 3 && volume > 1e-3 * whole; ++k) {
        assert_true(fabs(got->centre[k] - centre[k]) <= 1e-5);
    }
}

TEST(level_boxes) {
    struct rng rng = rng_make("pools: level boxes");
    struct buoy_mesh *mesh = mesh_of(body_box(0.75f, 0.5f, 0.25f), 0);
    struct buoy_model *model = drifting_mesh(mesh, 400.0, (struct buoy_drag){0.0, 0.0, 0.0});
    const double half[3] = {0.75, 0.5, 0.25};
    const struct buoy_region pool = {{-1.0, -1.25, -0.5}, {1.0, 0.75, 0.125}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.region = &pool;
    size_t cut = 0;
    for (int round = 0; round < 3000; ++round) {
        const int axis = round % 3;
        const double sign = round % 2 ? 1.0 : -1.0;
        double at[3];
        for (int k = 0; k < 3; ++k) {
            const double most = k == 2 ? 0.75 : 2.0;
            at[k] = rng_between(&rng, -most, most);
            water.plane.normal[k] = k == axis ? (float)sign : 0.0f;
        }
        if (round % 10 == 0) { // it reaches a little out, or not quite
            const double out = pow(10.0, rng_between(&rng, -9.0, -5.0));
            at[1] = pool.high[1] - half[1] + (rng_below(&rng, 2) ? out : -out);
        }
        water.region = NULL;
        const struct buoy_body_forces open[2] = {step_one(model, at, unturned, &water),
                                                 ask_one(mesh, at, unturned, &water)};
        water.region = &pool;
        const struct buoy_body_forces first = step_one(model, at, unturned, &water);
        const struct buoy_body_forces second = ask_one(mesh, at, unturned, &water);
        expect_box(&first, &open[0], at, half, &pool, axis, sign);
        expect_box(&second, &open[1], at, half, &pool, axis, sign);
        cut += first.volume > 0.0 && first.volume < 0.5 * 0.75;
    }
    assert_true(cut > 300);
}

// A pool that ends where the water does takes nothing from what floats half out of it.
TEST(top) {
    const struct buoy_region pool = {{-9.0, -9.0, -9.0}, {9.0, 9.0, 0.0}};
    struct buoy_water with = buoy_calm_sea(BUOY_Z_UP), without = with;
    with.region = &pool;
    for (size_t i = 0; i < stepping_made_count; ++i) {
        for (int k = -4; k <= 4; ++k) {
            const double at[3] = {0.0, 0.0, 0.25 * k};
            const struct buoy_model *model = stepping_made[i].model;
            const struct buoy_body_forces here = step_one(model, at, unturned, &with);
            const struct buoy_body_forces there = step_one(model, at, unturned, &without);
            assert_true(fabs(here.volume - there.volume) <= 1e-12 * there.volume);
        }
    }
}

// ------------------------------------------------------------------------------- at a wall

// Bodies that are pushed through a wall, or let down onto a floor: no step of the way changes the
// volume by more than a few times its share of the whole way.
TEST(nothing_jumps) {
    enum {
        steps = 2000
    };
    static const struct buoy_region pools[] = {{{0.0, -99.0, -99.0}, {99.0, 99.0, 99.0}},
                                               {{-99.0, -99.0, -99.0}, {99.0, 0.0, 99.0}},
                                               {{-0.1, -99.0, -99.0}, {0.1, 99.0, 99.0}},
                                               {{-99.0, -99.0, -0.75}, {99.0, 99.0, 99.0}},
                                               {{0.0, 0.0, -99.0}, {99.0, 99.0, 99.0}}};
    static const double turns[][4] = {{0.0, 0.0, 0.0, 1.0}, {0.48, 0.6, 0.0, 0.64}};
    struct rng rng = rng_make("pools: nothing jumps");
    for (size_t i = 0; i < stepping_made_count; ++i) {
        for (size_t p = 0; p < sizeof pools / sizeof *pools; ++p) {
            struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
            struct buoy_model_info info;
            double before = 0.0, way[3];
            water.region = &pools[p];
            water.plane.normal[0] = p % 2 ? 0.25f : 0.0f;
            buoy_model_get_info(stepping_made[i].model, &info, NULL);
            for (int k = 0; k < 3; ++k) {
                way[k] = rng_between(&rng, -4.0, 4.0);
            }
            for (int n = 0; n <= steps; ++n) {
                const double t = 2.0 * n / steps - 1.0;
                const double at[3] = {t * way[0], t * way[1], t * way[2]};
                const struct buoy_body_forces now =
                    step_one(stepping_made[i].model, at, turns[p % 2], &water);
                const double most = 40.0 * info.volume / steps;
                assert_true(n == 0 || fabs(now.volume - before) <= most);
                before = now.volume;
            }
        }
    }
}

// Meshes have the same answers from both functions, turned in the body or not.
TEST(alike) {
    struct rng rng = rng_make("pools: alike");
    const struct buoy_region pool = {{0.0, -0.5, -0.5}, {9.0, 9.0, 9.0}};
    const struct stepping_model *made = stepping_model("sheared box");
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.region = &pool;
    water.plane.normal[1] = 0.25f;
    size_t cut = 0;
    for (int round = 0; round < 500; ++round) {
        double at[3], q[4], square = 0.0;
        for (int k = 0; k < 4; ++k) {
            q[k] = rng_between(&rng, -1.0, 1.0);
            square += q[k] * q[k];
        }
        for (int k = 0; k < 4; ++k) {
            q[k] /= sqrt(square);
            at[k % 3] = rng_between(&rng, -1.0, 1.0);
        }
        const struct buoy_body_forces a = step_one(made->model, at, q, &water);
        const struct buoy_body_forces b = ask_one(made->parts[0].mesh, at, q, &water);
        assert_true(fabs(a.volume - b.volume) <= 1e-6);
        for (int k = 0; k < 3 && a.volume > 1e-3; ++k) {
            assert_true(fabs(a.centre[k] - b.centre[k]) <= 1e-4);
        }
        cut += a.volume > 0.0;
    }
    assert_true(cut > 100);
}

// Rounder bodies are cut about as `pressure` cuts them: a ball is off by (3 t² − 2 t³) − t at most.
TEST(ball) {
    const struct stepping_model *made = stepping_model("sphere");
    const struct buoy_region pool = {{0.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model_info info;
    double worst = 0.0;
    water.region = &pool;
    buoy_model_get_info(made->model, &info, NULL);
    for (int k = 0; k <= 100; ++k) {
        const double t = k / 100.0, at[3] = {0.75 * (2.0 * t - 1.0), 0.0, -2.0};
        const struct buoy_body_forces got = step_one(made->model, at, unturned, &water);
        assert_true(fabs(got.volume - t * info.volume) <= 1e-6);
        worst = fmax(worst, fabs(got.volume / info.volume - t * t * (3.0 - 2.0 * t)));
    }
    assert_true(worst > 0.09 && worst < 0.1); // buoyancy_water.h says 10 %
}

// A raft that drifts into a pool comes as far by either scheme, and floats there.
TEST(drifting_in) {
    const struct buoy_region pool = {{0.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.125f, 500.0,
                                              (struct buoy_drag){4.0, 4.0, 0.0});
    water.region = &pool;
    double reached[2];
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body raft = drifting_body(model, 0.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&raft, 1, &water, 0.01, scheme);
        raft.position[0] = -0.25;
        raft.velocity[0] = 1.0;
        double fastest = 0.0;
        for (int n = 0; n < 1000; ++n) {
            drifting_advance(&query, 1);
            fastest = fmax(fastest, buoy_length(raft.velocity));
        }
        print_message("scheme %d: at (%g %g %g), fastest %g m/s\n", scheme, raft.position[0],
                      raft.position[1], raft.position[2], fastest);
        assert_true(fastest < 2.0 && fabs(raft.position[2]) < 0.05);
        reached[scheme] = raft.position[0];
    }
    assert_true(reached[0] > 0.4 && fabs(reached[0] - reached[1]) < 0.02);
}

// Beside a pool whose water is not level, there is no water that could brake a fall: by the
// implicit scheme, too, which looks at the energy in boundless water where a pool holds some of a
// body.
TEST(falling_beside) {
    const struct buoy_region pool = {{0.0, -9.0, -1000.0}, {9.0, 9.0, 9.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 100.0, (struct buoy_drag){1.0, 1.0, 0.0});
    water.region = &pool;
    for (int way = -1; way <= 1; ++way) {
        water.plane.normal[0] = 0.05f * (float)way;
        for (int scheme = 0; scheme < 2; ++scheme) {
            struct motion_body cube = drifting_body(model, 5.0, 0.0, 0.0, 0.0);
            struct motion_query query = drifting_query(&cube, 1, &water, 0.1, scheme);
            cube.position[0] = -20.0; // gravity is along the water's normal
            drifting_advance(&query, 50);
            assert_true(fabs(buoy_length(cube.velocity) - 5.0 * BUOY_GRAVITY) <= 1e-9);
        }
    }
}

// A cube that drops into a trough half as wide as itself dives as deep by either scheme: as far as
// half of its buoyancy lets it, and not the whole.
TEST(trough) {
    const struct buoy_region trough = {{-0.25, -9.0, -9.0}, {0.25, 9.0, 9.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 200.0, (struct buoy_drag){0.0, 0.0, 0.0});
    water.region = &trough;
    // There, wholly wet, m (1 − z) = ½ ρ V (½ − z − ½).
    const double deepest = -200.0 / (0.5 * BUOY_SEA_WATER - 200.0);
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body cube = drifting_body(model, 1.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&cube, 1, &water, 1.0 / 480.0, scheme);
        double lowest = 0.0;
        for (int n = 0; n < 960; ++n) {
            drifting_advance(&query, 1);
            lowest = fmin(lowest, cube.position[2]);
        }
        assert_true(fabs(lowest - deepest) <= (scheme ? 0.02 : 1e-3));
    }
}

// A raft that is half in a pool is half as stiff.
TEST(stiffness) {
    const struct buoy_region pool = {{0.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.125f, 500.0,
                                              (struct buoy_drag){0.0, 0.0, 0.0});
    double numbers[2];
    water.region = &pool;
    for (int i = 0; i < 2; ++i) {
        struct motion_body raft = drifting_body(model, 0.0, 0.0, 0.0, 0.0);
        const struct motion_query query = drifting_query(&raft, 1, &water, 0.01, 0);
        raft.position[0] = i ? 5.0 : 0.0;
        assert_int_equal(motion_stiffness_numbers(&query, &numbers[i], NULL), BUOY_OK);
    }
    print_message("dt omega: %.9g and %.9g\n", numbers[0], numbers[1]);
    assert_true(fabs(numbers[0] / numbers[1] - sqrt(0.5)) <= 1e-2);
}

TEST_FIXTURE(stepping_make, NULL)
