// Drag and lift in pools and of discs: they are those below a line where only one side of the pool
// matters, those of a polygon with many edges, what closed forms say; pools that share an edge
// share the drag; within a step no energy comes from them.
#include "outline.h"
#include "test.h"

static const double density = 1000.0, c_drag = 0.25, c_lift = 0.125;
static const double pi = 3.14159265358979323846;
static const struct buoy_line deep = {{0.0f, 1.0f}, 100.0f};

struct forces {
    struct buoy_force2d drag, lift;
};

static struct forces ask(struct buoy_drag2d_query query, const struct buoy_motion2d *motion) {
    struct forces f;
    struct buoy_error error;
    query.motion = motion;
    query.density = density;
    query.drag = c_drag;
    query.lift = c_lift;
    FAIL_IF(buoy_drag2d_compute(&query, &f.drag, &f.lift, &error) != BUOY_OK, "%s", error.message);
    return f;
}

static struct forces below(const struct outline *outline, struct buoy_line line,
                           const struct buoy_motion2d *motion) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    return ask((struct buoy_drag2d_query){.polygon = &polygon, .line = &line}, motion);
}

static struct forces within(const struct outline *outline, const struct outline *pool,
                            const struct buoy_motion2d *motion) {
    const struct buoy_polygon polygon = outline_polygon(outline), water = outline_polygon(pool);
    return ask((struct buoy_drag2d_query){.polygon = &polygon, .pool = &water}, motion);
}

static struct forces in_disc(const struct outline *outline, struct buoy_circle pool,
                             const struct buoy_motion2d *motion) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    return ask((struct buoy_drag2d_query){.polygon = &polygon, .basin = &pool}, motion);
}

static struct forces disc_below(struct buoy_circle disc, struct buoy_line line,
                                const struct buoy_motion2d *motion) {
    return ask((struct buoy_drag2d_query){.circle = &disc, .line = &line}, motion);
}

static struct forces disc_within(struct buoy_circle disc, const struct outline *pool,
                                 const struct buoy_motion2d *motion) {
    const struct buoy_polygon water = outline_polygon(pool);
    return ask((struct buoy_drag2d_query){.circle = &disc, .pool = &water}, motion);
}

static struct forces disc_in_disc(struct buoy_circle disc, struct buoy_circle pool,
                                  const struct buoy_motion2d *motion) {
    return ask((struct buoy_drag2d_query){.circle = &disc, .basin = &pool}, motion);
}

static void expect_near(const char *what, const struct buoy_force2d *got,
                        const struct buoy_force2d *expected, double slack) {
    for (int i = 0; i < 2; ++i) {
        FAIL_IF(!(fabs(got->force[i] - expected->force[i]) <= slack), "%s: force %.17g, not %.17g",
                what, got->force[i], expected->force[i]);
    }
    FAIL_IF(!(fabs(got->torque - expected->torque) <= slack), "%s: torque %.17g, not %.17g", what,
            got->torque, expected->torque);
}

static void expect_forces(const char *what, struct forces got, struct forces expected,
                          double slack) {
    expect_near(what, &got.drag, &expected.drag, slack);
    expect_near(what, &got.lift, &expected.lift, slack);
}

static struct buoy_motion2d random_motion(struct rng *rng) {
    return (struct buoy_motion2d){
        .point = {rng_between(rng, -1.0, 1.0), rng_between(rng, -1.0, 1.0)},
        .velocity = {rng_between(rng, -3.0, 3.0), rng_between(rng, -3.0, 3.0)},
        .angular_velocity = rng_between(rng, -2.0, 2.0)};
}

// A pool so wide and deep that only its surface matters.
static struct outline wide_pool(double level) {
    return outline_of("pool", (double[]){-64, -64, 64, -64, 64, level, -64, level}, 4);
}

// --------------------------------------------------------------------------------- polygons

TEST(wide_pool) {
    struct rng rng = rng_make("drag2d_wide_pool");
    for (int k = 0; k < 1000; ++k) {
        const struct outline any = outline_random(&rng);
        const struct outline placed =
            outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1.0, rng_between(&rng, -3, 3), 0.0);
        const struct outline outline = k % 2 ? outline_reversed(&placed) : placed;
        const float level = (float)rng_between(&rng, -2.0, 2.0);
        const struct outline upright = wide_pool((double)level);
        const struct outline pool = k % 3 ? outline_reversed(&upright) : upright;
        const struct buoy_motion2d motion = random_motion(&rng);
        expect_forces("below the surface", within(&outline, &pool, &motion),
                      below(&outline, (struct buoy_line){{0.0f, 1.0f}, level}, &motion), 1e-9);
    }
}

// A polygon in a round pool. Wholly inside, as far below the surface. Otherwise by hand, for a
// square of 2 m that moves along x at 2 m/s: its leading edge has the drag of what is inside of it,
// half a chord above and below the pool's middle, and there is no lift.
TEST(polygon_in_disc) {
    struct rng rng = rng_make("drag2d_in_disc");
    for (int k = 0; k < 300; ++k) {
        const struct outline any = outline_random(&rng);
        const struct outline outline = k % 2 ? outline_reversed(&any) : any;
        const struct buoy_circle pool = {{3.0f, -2.0f}, 100.0f};
        const struct buoy_motion2d motion = random_motion(&rng);
        expect_forces("inside", in_disc(&outline, pool, &motion),
                      below(&outline, (struct buoy_line){{0.0f, 1.0f}, 100.0f}, &motion), 1e-9);
    }
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct buoy_motion2d ahead = {.velocity = {2.0, 0.0}};
    static const struct {
        struct buoy_circle pool;
        double length, middle;
    } cases[] = {
        {{{1.0f, 0.0f}, 0.5f}, 1.0, 0.0},       {{{1.0f, 0.75f}, 0.5f}, 0.75, 0.625},
        {{{1.375f, 0.25f}, 0.625f}, 1.0, 0.25}, {{{0.25f, 0.0f}, 1.25f}, 2.0, 0.0},
        {{{1.5f, 0.0f}, 0.5f}, 0.0, 0.0},       {{{-0.25f, 0.0f}, 1.0f}, 0.0, 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double force = c_drag * density * cases[i].length * 4.0;
        const struct forces expected = {{{-force, 0.0}, force * cases[i].middle},
                                        {{0.0, 0.0}, 0.0}};
        expect_forces("by hand", in_disc(&square, cases[i].pool, &ahead), expected,
                      1e-12 * density);
    }
}

// If a body does not turn, drag and lift in the two halves of a pool add up to those in the whole.
// If the pool is the body itself, no part of the rim is inside, and both are 0.
TEST(shared_pools) {
    struct rng rng = rng_make("drag2d_shared");
    for (int k = 0; k < 500; ++k) {
        const struct outline star = outline_star(5, 0.35), any = outline_rectangle(1.5, 1.5);
        const struct outline pool =
            outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1.0, rng_between(&rng, -1, 1), 0.3);
        struct outline halves[2] = {pool, pool}; // 0 1 2 and 2 3 0
        struct buoy_motion2d motion = random_motion(&rng);
        halves[0].count = halves[1].count = 3;
        memcpy(halves[1].vertices, pool.vertices + 4, 4 * sizeof(float));
        memcpy(halves[1].vertices + 4, pool.vertices, 2 * sizeof(float));
        motion.angular_velocity = 0.0;
        struct forces sum = within(&star, &halves[0], &motion);
        const struct forces other = within(&star, &halves[1], &motion);
        for (int i = 0; i < 2; ++i) {
            sum.drag.force[i] += other.drag.force[i];
            sum.lift.force[i] += other.lift.force[i];
        }
        sum.drag.torque += other.drag.torque;
        sum.lift.torque += other.lift.torque;
        expect_forces("two halves", within(&star, &pool, &motion), sum, 1e-9);
        const struct outline regular = outline_regular(3 + (uint32_t)rng_below(&rng, 62));
        expect_forces("its own pool", within(&regular, &regular, &motion),
                      (struct forces){{{0.0, 0.0}, 0.0}, {{0.0, 0.0}, 0.0}}, 0.0);
    }
}

// A square whose lower right quarter is in a pool: half a side ahead, half a side below.
TEST(quarter) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct outline pool = outline_of("pool", (double[]){0, -3, 3, -3, 3, 0, 0, 0}, 4);
    const struct buoy_motion2d motion = {.velocity = {3.0, -4.0}};
    const struct forces got = within(&square, &pool, &motion);
    // (n·u) u of both, of length 1 each: 3 u at (1, −½), 4 u at (½, −1).
    const double k = c_drag * density;
    const double tx = -k * 3.0 * (1.0 * -4.0 - -0.5 * 3.0), ty = -k * 4.0 * (0.5 * -4.0 + 3.0);
    const struct buoy_force2d drag = {{-k * 7.0 * 3.0, k * 7.0 * 4.0}, tx + ty};
    expect_near("a quarter", &got.drag, &drag, 1e-9);
}

// ------------------------------------------------------------------------------------- discs

// As deep as can be, a disc has the drag of a plate across its motion and no lift; half of that on
// the surface. The rest by closed forms: z from sin of the angle between motion and water.
TEST(disc_closed_forms) {
    const struct buoy_circle disc = {{0.5f, 0.25f}, 1.5f};
    for (int i = 0; i < 64; ++i) {
        const double a = 2.0 * pi * i / 64.0, speed = 2.0, x = cos(a), y = sin(a);
        const struct buoy_motion2d motion = {
            .point = {0.5, 0.25}, .velocity = {speed * x, speed * y}, .angular_velocity = 3.0};
        struct forces got = disc_below(disc, deep, &motion);
        const double whole = c_drag * density * 1.5 * speed * speed * 2.0;
        expect_forces("deep", got,
                      (struct forces){{{-whole * x, -whole * y}, 0.0}, {{0.0, 0.0}, 0.0}}, 1e-9);
        // Half under water: the leading rim is wet from the right end of the diameter on, z = −y …
        // if it moves to the left, up to z = … ; both ends are at the diameter's end that leads.
        const double end = x >= 0.0 ? -y : y;
        const double from = x >= 0.0 ? -1.0 : end, to = x >= 0.0 ? end : 1.0;
        got = disc_below(disc, (struct buoy_line){{0.0f, 2.0f}, 0.5f}, &motion);
        const double drag = c_drag * density * 1.5 * speed * speed * (to - from);
        const double lift = -c_lift * density * 1.5 * speed * speed * 0.5 * (to * to - from * from);
        expect_forces("half", got,
                      (struct forces){{{-drag * x, -drag * y}, 0.0}, {{-lift * y, lift * x}, 0.0}},
                      1e-4); // at the ends of a diameter along the motion, roundings are 10⁻⁸
        got = disc_below(disc, (struct buoy_line){{0.0f, 1.0f}, -1.25f}, &motion);
        expect_forces("dry", got, (struct forces){{{0.0, 0.0}, 0.0}, {{0.0, 0.0}, 0.0}}, 0.0);
    }
}

// A polygon with 256 edges that does not turn: the same forces, but for the square of its edges.
TEST(disc_is_limit) {
    struct rng rng = rng_make("drag2d_disc_limit");
    const struct outline round = outline_regular(256);
    const struct buoy_circle disc = {{0.0f, 0.0f}, 1.0f};
    double sum = 0.0;
    for (int k = 0; k < 300; ++k) {
        const struct outline convex = outline_convex(&rng, 3 + (uint32_t)rng_below(&rng, 8));
        const struct outline pool =
            outline_placed(&convex, 0.0, rng_between(&rng, 0.3, 2.0), rng_between(&rng, -1, 1),
                           rng_between(&rng, -1, 1));
        const struct buoy_line line = outline_random_line(&rng, &round);
        struct buoy_motion2d motion = random_motion(&rng);
        motion.angular_velocity = 0.0;
        if (!outline_info(&pool).convex) {
            continue;
        }
        const struct forces edges[2] = {below(&round, line, &motion),
                                        within(&round, &pool, &motion)};
        const struct forces arcs[2] = {disc_below(disc, line, &motion),
                                       disc_within(disc, &pool, &motion)};
        // Where a side all but touches the rim, much of it may be on either side.
        const double scale = density * 18.0 * c_drag;
        for (int i = 0; i < 4; ++i) {
            const double *drag[2] = {arcs[i / 2].drag.force, edges[i / 2].drag.force};
            const double *lift[2] = {arcs[i / 2].lift.force, edges[i / 2].lift.force};
            const double error =
                fmax(fabs(drag[0][i % 2] - drag[1][i % 2]), fabs(lift[0][i % 2] - lift[1][i % 2])) /
                scale;
            assert_true(error <= 0.03);
            sum += error;
        }
    }
    assert_true(sum / 1200.0 <= 3e-4);
}

// A pool that is a disc: as a polygon of 64 edges has it; and concentric, inside out and apart.
TEST(round_pool) {
    struct rng rng = rng_make("drag2d_round_pool");
    const struct outline regular = outline_regular(64);
    for (int k = 0; k < 300; ++k) {
        const struct buoy_circle pool = {{(float)rng_between(&rng, -1, 1), 0.25f},
                                         (float)rng_between(&rng, 0.25, 2.0)};
        const struct outline edges =
            outline_placed(&regular, 0.0, (double)pool.radius, (double)pool.centre[0], 0.25);
        const struct buoy_circle disc = {{0.25f, 0.0f}, 1.0f};
        const struct buoy_motion2d motion = random_motion(&rng);
        const struct forces got = disc_in_disc(disc, pool, &motion);
        const struct forces near = disc_within(disc, &edges, &motion);
        const double scale = density * 50.0 * c_drag;
        for (int c = 0; c < 2; ++c) {
            // Where the rims all but touch, the 64 edges may leave much of the rim outside.
            assert_true(fabs(got.drag.force[c] - near.drag.force[c]) <= 0.1 * scale);
            assert_true(fabs(got.lift.force[c] - near.lift.force[c]) <= 0.1 * scale);
        }
    }
    const struct buoy_circle disc = {{1.0f, 2.0f}, 1.0f};
    const struct buoy_motion2d motion = {.point = {1, 2}, .velocity = {2.0, 0.0}};
    const struct forces none = {{{0.0, 0.0}, 0.0}, {{0.0, 0.0}, 0.0}};
    const struct forces all = {{{-2.0 * 4.0 * density * c_drag, 0.0}, 0.0}, {{0.0, 0.0}, 0.0}};
    expect_forces("inside", disc_in_disc(disc, (struct buoy_circle){{1, 2}, 1.5f}, &motion), all,
                  1e-9);
    expect_forces("around", disc_in_disc(disc, (struct buoy_circle){{1, 2}, 0.5f}, &motion), none,
                  0.0);
    expect_forces("itself", disc_in_disc(disc, disc, &motion), none, 0.0);
    expect_forces("apart", disc_in_disc(disc, (struct buoy_circle){{4, 2}, 1.5f}, &motion), none,
                  0.0);
    // The chord of both is the diameter across the motion: the leading half, or the other one.
    const float reach = sqrtf(2.0f);
    struct forces got = disc_in_disc(disc, (struct buoy_circle){{2, 2}, reach}, &motion);
    expect_forces("ahead", got, all, 1e-3);
    got = disc_in_disc(disc, (struct buoy_circle){{0, 2}, reach}, &motion);
    expect_forces("behind", got, none, 1e-3);
}

// ------------------------------------------------------------------------------------- steps

// Energy after the step is no more than before, whatever the drag, the step and the body.
static void expect_no_energy(const char *what, const struct buoy_motion2d *motion,
                             const struct forces *f) {
    const double m = 1.0 / motion->inverse_mass, i = 1.0 / motion->inverse_inertia;
    double before = i * motion->angular_velocity * motion->angular_velocity;
    const double spin =
        motion->angular_velocity + motion->dt / i * (f->drag.torque + f->lift.torque);
    double after = i * spin * spin;
    for (int c = 0; c < 2; ++c) {
        const double v =
            motion->velocity[c] + motion->dt / m * (f->drag.force[c] + f->lift.force[c]);
        before += m * motion->velocity[c] * motion->velocity[c];
        after += m * v * v;
    }
    FAIL_IF(!(after <= before * (1.0 + 1e-12)), "%s: energy %.17g after %.17g", what, after,
            before);
}

TEST(steps) {
    struct rng rng = rng_make("drag2d_pools_steps");
    for (int k = 0; k < 3000; ++k) {
        const struct outline outline = outline_random(&rng);
        const struct outline any = outline_rectangle(1.5, 2.5);
        const struct outline pool =
            outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1.0, rng_between(&rng, -1, 1), 0.0);
        struct buoy_motion2d motion = random_motion(&rng);
        motion.dt = pow(10.0, rng_between(&rng, -4.0, 1.0));
        motion.inverse_mass = pow(10.0, rng_between(&rng, -4.0, 4.0));
        motion.inverse_inertia = pow(10.0, rng_between(&rng, -4.0, 4.0));
        const struct buoy_circle disc = {{0.25f, 0.5f}, 1.0f};
        const struct forces f[2] = {within(&outline, &pool, &motion),
                                    disc_within(disc, &pool, &motion)};
        expect_no_energy("polygon", &motion, &f[0]);
        expect_no_energy("disc", &motion, &f[1]);
    }
}

// ---------------------------------------------------------------------------------- refused

// What all have but the body and the water.
#define MOVING .motion = &motion, .density = 1.0, .drag = 1.0, .lift = 1.0

TEST(refused) {
    const struct outline square = outline_rectangle(2.0, 2.0), star = outline_star(4, 0.3);
    const struct buoy_polygon good = outline_polygon(&square), concave = outline_polygon(&star);
    const struct buoy_circle disc = {{0.0f, 0.0f}, 1.0f}, none = {{0.0f, 0.0f}, 0.0f};
    struct buoy_motion2d motion = {.velocity = {1.0, 0.0}};
    struct buoy_force2d drag = {{7.0, 7.0}, 7.0}, lift = drag;
    struct buoy_error error;
    struct buoy_drag2d_query query;
    query = (struct buoy_drag2d_query){.polygon = &good, .pool = &concave, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "pool: not convex"));
    query = (struct buoy_drag2d_query){.circle = &disc, .pool = &concave, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "pool: not convex"));
    query = (struct buoy_drag2d_query){.circle = &none, .line = &deep, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "circle: a radius of 0"));
    query = (struct buoy_drag2d_query){.circle = &disc, .basin = &none, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "pool: a radius of 0"));
    query = (struct buoy_drag2d_query){.polygon = &good, .basin = &none, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "pool: a radius of 0"));
    const struct buoy_line flat = {{0.0f, 0.0f}, 1.0f};
    query = (struct buoy_drag2d_query){.circle = &disc, .line = &flat, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_NON_FINITE);
    motion.velocity[1] = (double)NAN;
    query = (struct buoy_drag2d_query){.circle = &disc, .line = &deep, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_NON_FINITE);
    query = (struct buoy_drag2d_query){.polygon = &good, .pool = &good, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_NON_FINITE);
    query = (struct buoy_drag2d_query){.circle = &disc, .line = &deep, MOVING};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, NULL, NULL), BUOY_ERROR_ARGUMENT);
    assert_true(drag.force[0] == 7.0 && lift.torque == 7.0);
}
