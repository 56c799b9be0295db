// The family `step`: states and effects wherever engines keep them. In any frame, of floats and
// doubles, in any order of quaternions, for some of the bodies and in several waters, answers are
// bit for bit those of doubles with z up that were converted by hand. Three cases are worked out by
// hand in the frames of Unity, Godot and Unreal.
#include "owned.h"
#include "stepping.h"
#include "test.h"

enum {
    most = 1024,
    frames = 5,
    waters = 4, // a plane, waves that carry bodies along, a patch, waves that die away with depth
};

// The library's (x, y, z) of a caller's, from the table of enum buoy_frame, and the hand's sign.
static const struct {
    double rows[3][3], hand;
} maps[frames] = {
    [BUOY_Z_UP] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1},
    [BUOY_Y_UP] = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, 1},
    [BUOY_Y_UP_LEFT] = {{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, -1},
    [BUOY_Z_UP_LEFT] = {{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, -1},
    [BUOY_Z_DOWN] = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, 1},
};

static struct stepping crowds[6];
static struct stepping_state states[most];
static const struct buoy_model *models[most];
static struct buoy_body_forces whole[most], got_whole[most];

// ------------------------------------------------------------------------- converted by hand

// From the library's frame to a caller's: the inverse is the transpose.
static void give(enum buoy_frame frame, bool turns, const double x[3], double y[3]) {
    for (int i = 0; i < 3; ++i) {
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
            sum += maps[frame].rows[k][i] * x[k];
        }
        y[i] = sum * (turns ? maps[frame].hand : 1.0) + 0.0;
    }
}

// An engine's struct, of floats and of doubles, with room between.
struct engine_f {
    float mass, position[3], scale, rotation[4], velocity[3], spin[3], linear[3], angular[3], last;
};
struct engine_d {
    double mass, position[3], scale, rotation[4], velocity[3], spin[3], linear[3], angular[3], last;
};
static struct engine_f of_floats[most];
static struct engine_d of_doubles[most];

static void lay_out(enum buoy_frame frame, bool w_first, size_t i) {
    const struct stepping_state *from = &states[i];
    struct engine_d *to = &of_doubles[i];
    double q[3];
    memset(to, 0x55, sizeof *to);
    give(frame, false, from->position, to->position);
    give(frame, true, from->rotation, q);
    memcpy(to->rotation + w_first, q, sizeof q);
    to->rotation[w_first ? 0 : 3] = from->rotation[3];
    give(frame, false, from->velocity, to->velocity);
    give(frame, true, from->angular_velocity, to->spin);
    const double *numbers = &to->mass;
    for (size_t k = 0; k < sizeof *to / sizeof *numbers; ++k) {
        (&of_floats[i].mass)[k] = (float)numbers[k];
    }
}

// The motion of waves in a steady current, in the library's frame and in a caller's.
static struct buoy_orbital_motion orbital, turned_orbital;

// The crowd's water as a caller of a frame has it.
static struct buoy_water turn_water(enum buoy_frame frame, const struct buoy_water *water,
                                    struct buoy_region *region) {
    struct buoy_water turned = *water;
    const double n[3] = {(double)water->plane.normal[0], (double)water->plane.normal[1],
                         (double)water->plane.normal[2]};
    double up[3];
    give(frame, false, n, up);
    for (int k = 0; k < 3; ++k) {
        turned.plane.normal[k] = (float)up[k];
    }
    give(frame, false, water->current, turned.current);
    if (water->current_context) {
        turned_orbital = orbital;
        give(frame, false, orbital.current, turned_orbital.current);
        turned.current_context = &turned_orbital;
    }
    if (water->region) {
        double low[3], high[3];
        give(frame, false, water->region->low, low);
        give(frame, false, water->region->high, high);
        for (int k = 0; k < 3; ++k) {
            region->low[k] = fmin(low[k], high[k]);
            region->high[k] = fmax(low[k], high[k]);
        }
        turned.region = region;
    }
    return turned;
}

// --------------------------------------------------------------------------------- the crowd

// 1,024 bodies whose numbers are floats. The normalised water of crowds[0] counts.
static void make_crowd(struct rng *rng, size_t water) {
    for (size_t first = 0; first < most; first += stepping_most) {
        struct stepping *crowd = &crowds[first / stepping_most];
        const size_t left = most - first;
        stepping_random(rng, left < stepping_most ? left : stepping_most, crowd);
        memcpy(states + first, crowd->states, crowd->count * sizeof *states);
        memcpy(models + first, crowd->models, crowd->count * sizeof *models);
    }
    for (size_t i = 0; i < most; ++i) {
        double *number = states[i].position;
        for (size_t k = 0; k < 13; ++k) {
            number[k] = (double)(float)number[k] + 0.0; // no −0: its sign would be lost by hand
        }
    }
    if (water == 1 || water == 3) {
        stepping_into_waves(&crowds[0], 3.25);
        crowds[0].water.wave_pressure = water == 3 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
        orbital =
            (struct buoy_orbital_motion){crowds[0].water.waves, 3.25, {0.5, -0.25, 0.125}, 0.0};
        crowds[0].water.current_at = water == 1 ? buoy_waves_orbital_velocity : NULL;
        crowds[0].water.current_context = water == 1 ? &orbital : NULL;
    } else if (water == 2) {
        stepping_onto_patch(&crowds[0]);
    }
}

static struct buoy_step_query ask_by_hand(void) {
    struct buoy_step_query query = {0};
    query.models = models;
    query.states = stepping_states(states);
    query.count = most;
    query.water = &crowds[0].water;
    query.dt = 1.0 / 64.0;
    return query;
}

static struct buoy_step_query ask_engine(bool floats, bool w_first) {
    struct buoy_step_query query = ask_by_hand();
    const uint32_t size = floats ? sizeof *of_floats : sizeof *of_doubles;
    query.states = (struct buoy_states){
        floats ? buoy_floats(of_floats->position, size) : buoy_doubles(of_doubles->position, size),
        floats ? buoy_floats(of_floats->rotation, size) : buoy_doubles(of_doubles->rotation, size),
        floats ? buoy_floats(of_floats->velocity, size) : buoy_doubles(of_doubles->velocity, size),
        floats ? buoy_floats(of_floats->spin, size) : buoy_doubles(of_doubles->spin, size),
    };
    query.w_first = w_first;
    query.effects.linear = floats ? buoy_to_floats(of_floats->linear, size)
                                  : buoy_to_doubles(of_doubles->linear, size);
    query.effects.angular = floats ? buoy_to_floats(of_floats->angular, size)
                                   : buoy_to_doubles(of_doubles->angular, size);
    return query;
}

// Effects of the crowd in the library's frame.
static double by_hand[most][2][3];

static void expect_by_hand(enum buoy_effect_kind kind) {
    struct buoy_step_query query = ask_by_hand();
    query.effects.kind = kind;
    query.effects.linear = buoy_to_doubles(by_hand[0][0], sizeof by_hand[0]);
    query.effects.angular = buoy_to_doubles(by_hand[0][1], sizeof by_hand[0]);
    assert_int_equal(buoy_water_forces_compute(&query, whole, NULL), BUOY_OK);
}

// ------------------------------------------------------------------------------- comparisons

// −0 is 0 here: by hand, its sign is lost.
static void compare(const char *what, size_t body, const double *got, const double *expected) {
    for (int k = 0; k < 3; ++k) {
        const double a = got[k] + 0.0, b = expected[k] + 0.0;
        FAIL_IF(memcmp(&a, &b, sizeof a) != 0, "%s of body %zu: number %d is %a, not %a", what,
                body, k, got[k], expected[k]);
    }
}

static void compare_effects(enum buoy_frame frame, bool floats, bool add, size_t i) {
    for (int turns = 0; turns < 2; ++turns) {
        const struct engine_d *d = &of_doubles[i];
        const struct engine_f *f = &of_floats[i];
        double expected[3], got[3];
        give(frame, turns, by_hand[i][turns], expected);
        for (int k = 0; k < 3; ++k) {
            got[k] = floats ? (double)(turns ? f->angular : f->linear)[k]
                            : (turns ? d->angular : d->linear)[k];
            expected[k] += add ? 3.5 : 0.0;
            expected[k] = floats ? (double)(float)expected[k] : expected[k];
        }
        compare(turns ? "angular effect" : "linear effect", i, got, expected);
    }
    struct engine_d untouched;
    memset(&untouched, 0x55, sizeof untouched);
    assert_true(memcmp(&of_doubles[i].last, &untouched.last, sizeof untouched.last) == 0);
    assert_true(memcmp(&of_doubles[i].scale, &untouched.scale, sizeof untouched.scale) == 0);
}

static void fill_effects(double value) {
    for (size_t i = 0; i < most; ++i) {
        for (int k = 0; k < 3; ++k) {
            of_doubles[i].linear[k] = of_doubles[i].angular[k] = value;
            of_floats[i].linear[k] = of_floats[i].angular[k] = (float)value;
        }
    }
}

// Asks about all bodies at once, or about one after the other: by a question each, or, if floats
// are stored and nothing else, by one that is checked once.
static enum buoy_status ask(struct buoy_step_query query, bool alone,
                            struct buoy_body_forces *results, struct buoy_error *error) {
    enum buoy_status status = BUOY_OK;
    uint32_t body = 0;
    if (!alone) {
        return buoy_water_forces_compute(&query, results, error);
    }
    if (!results && query.effects.linear.type == BUOY_FLOAT) {
        struct buoy_step_pass pass;
        status = buoy_step_begin(&query, &pass, error);
        for (; body < most && status == BUOY_OK; ++body) {
            status = buoy_step_one(&pass, body);
        }
        return status;
    }
    query.bodies = &body;
    query.count = 1;
    for (; body < most && status == BUOY_OK; ++body) {
        status = buoy_water_forces_compute(&query, results, error);
    }
    return status;
}

// frame × type × order × result × water, in company and alone.
static void check(enum buoy_frame frame, unsigned choice, enum buoy_effect_kind kind) {
    const bool floats = choice & 1, w_first = choice & 2, add = choice & 4, alone = choice & 8;
    struct buoy_region region;
    const struct buoy_water water = turn_water(frame, &crowds[0].water, &region);
    for (size_t i = 0; i < most; ++i) {
        lay_out(frame, w_first, i);
    }
    fill_effects(3.5);
    struct buoy_step_query query = ask_engine(floats, w_first);
    struct buoy_error error;
    query.frame = frame;
    query.water = &water;
    query.effects.kind = kind;
    query.effects.add = add;
    FAIL_IF(ask(query, alone, kind == BUOY_FORCES ? got_whole : NULL, &error) != BUOY_OK, "%s",
            error.message);
    for (size_t i = 0; i < most; ++i) {
        compare_effects(frame, floats, add, i);
        if (kind == BUOY_FORCES) {
            const struct buoy_body_forces *a = &whole[i], *b = &got_whole[i];
            double expected[3];
            give(frame, false, a->buoyancy.force, expected);
            compare("buoyancy", i, b->buoyancy.force, expected);
            give(frame, true, a->buoyancy.torque, expected);
            compare("buoyancy's torque", i, b->buoyancy.torque, expected);
            give(frame, false, a->drag.force, expected);
            compare("drag", i, b->drag.force, expected);
            give(frame, true, a->drag.torque, expected);
            compare("drag's torque", i, b->drag.torque, expected);
            give(frame, false, a->centre, expected);
            compare("centre", i, b->centre, expected);
            assert_true(a->volume == b->volume && a->wetted_area == b->wetted_area);
        }
    }
}

TEST(frames) {
    struct rng rng = rng_make("step: frames");
    static const struct buoy_region pool = {{-0.75, -1e6, -2.0}, {1e6, 0.5, 0.75}};
    for (size_t water = 0; water < waters; ++water) {
        make_crowd(&rng, water);
        for (int pooled = 0; pooled < 2; ++pooled) {
            crowds[0].water.region = pooled ? &pool : NULL;
            for (int kind = 0; kind <= BUOY_VELOCITIES; ++kind) {
                expect_by_hand((enum buoy_effect_kind)kind);
                for (int frame = 0; frame < frames; ++frame) {
                    for (unsigned choice = 0; choice < 16; ++choice) {
                        check((enum buoy_frame)frame, choice, (enum buoy_effect_kind)kind);
                    }
                }
            }
        }
    }
}

// Velocities that the changes are added to where they stand, as most engines have it.
TEST(in_place) {
    struct rng rng = rng_make("step: in place");
    for (size_t water = 0; water < waters; ++water) {
        make_crowd(&rng, water);
        expect_by_hand(BUOY_VELOCITIES);
        for (unsigned choice = 0; choice < 4; ++choice) {
            const bool floats = choice & 1;
            const uint32_t size = floats ? sizeof *of_floats : sizeof *of_doubles;
            struct buoy_error error;
            for (size_t i = 0; i < most; ++i) {
                lay_out(BUOY_Z_UP, false, i);
            }
            struct buoy_step_query query = ask_engine(floats, false);
            query.effects = (struct buoy_effects){
                .kind = BUOY_VELOCITIES,
                .add = true,
                .linear = floats ? buoy_to_floats(of_floats->velocity, size)
                                 : buoy_to_doubles(of_doubles->velocity, size),
                .angular = floats ? buoy_to_floats(of_floats->spin, size)
                                  : buoy_to_doubles(of_doubles->spin, size)};
            FAIL_IF(ask(query, choice & 2, NULL, &error) != BUOY_OK, "%s", error.message);
            for (size_t i = 0; i < most; ++i) {
                const double *was[2] = {states[i].velocity, states[i].angular_velocity};
                for (size_t k = 0; k < 6; ++k) {
                    const size_t v = k / 3, x = k % 3;
                    const double sum = was[v][x] + by_hand[i][v][x];
                    const float *single = v ? of_floats[i].spin : of_floats[i].velocity;
                    const double *wide = v ? of_doubles[i].spin : of_doubles[i].velocity;
                    assert_true(floats ? single[x] == (float)sum : wide[x] == sum);
                }
            }
        }
    }
}

static void flow(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = 0.25 * points[i] + (double)(i % 3);
    }
}

// A body that cannot be answered spoils nothing of a pass; others are answered before and after it.
TEST(one_by_one) {
    struct rng rng = rng_make("step: one by one");
    struct buoy_error error;
    struct buoy_step_pass pass;
    make_crowd(&rng, 0);
    for (size_t i = 0; i < most; ++i) {
        lay_out(BUOY_Z_UP, false, i);
    }
    struct buoy_step_query query = ask_engine(true, false);
    uint8_t failed[most];
    query.effects.kind = BUOY_VELOCITIES;
    query.effects.add = true;
    const struct buoy_step_options marked = {.failed = failed};
    query.options = &marked;
    memset(failed, 2, sizeof failed); // not looked at
    assert_int_equal(buoy_step_begin(&query, &pass, &error), BUOY_OK);
    fill_effects(0.25);
    for (size_t bad = 5; bad < 400; bad += 79) {
        const float x = of_floats[bad].rotation[3];
        of_floats[bad].rotation[3] = bad % 2 ? NAN : 2.0f;
        assert_int_equal(buoy_step_one(&pass, bad), BUOY_ERROR_ELEMENT);
        assert_true(of_floats[bad].linear[0] == 0.25f && of_floats[bad].angular[2] == 0.25f);
        of_floats[bad].rotation[3] = x;
        assert_int_equal(buoy_step_one(&pass, bad), BUOY_OK);
        assert_int_equal(buoy_step_one(&pass, bad + 1), BUOY_OK);
        models[bad + 2] = NULL;
        assert_int_equal(buoy_step_one(&pass, bad + 2), BUOY_ERROR_ELEMENT);
    }
    for (size_t i = 0; i < most; ++i) {
        assert_int_equal(failed[i], 2);
    }
    assert_int_equal(buoy_step_begin(&query, NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "no room for the pass"));
    assert_int_equal(buoy_step_begin(NULL, &pass, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "no query"));
    query.effects.linear.first = query.effects.angular.first = NULL;
    query.count = 0;
    assert_int_equal(buoy_step_begin(&query, &pass, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "no room for results"));
}

// Water that is not asked about at once, in another frame: one body has its answer among others.
TEST(unusual_water) {
    struct rng rng = rng_make("step: unusual water");
    make_crowd(&rng, 0);
    for (size_t i = 0; i < most; ++i) {
        lay_out(BUOY_Y_UP_LEFT, false, i);
    }
    struct buoy_water seas[2] = {buoy_calm_sea(BUOY_Y_UP_LEFT), buoy_calm_sea(BUOY_Y_UP_LEFT)};
    seas[0].current_at = flow;
    seas[1].plane64 = (struct buoy_plane64){{0.25, 1.0, -0.125}, 0.5};
    for (int i = 0; i < 2; ++i) {
        static double effects[2][most][3];
        struct buoy_error error;
        for (int alone = 0; alone < 2; ++alone) {
            struct buoy_step_query query = ask_engine(true, false);
            query.frame = BUOY_Y_UP_LEFT;
            query.water = &seas[i];
            query.effects.linear = buoy_to_doubles(effects[alone][0], sizeof effects[0][0]);
            query.effects.angular.first = NULL;
            assert_int_equal(ask(query, alone, NULL, &error), BUOY_OK);
        }
        assert_memory_equal(effects[0], effects[1], sizeof effects[0]);
    }
}

// One force is buoyancy and drag together; an impulse is dt times it; what it changes is that by
// the mass, and I⁻¹ about the world's axes.
TEST(kinds) {
    struct rng rng = rng_make("step: kinds of effects");
    static double forces[most][2][3], impulses[most][2][3];
    make_crowd(&rng, 1);
    expect_by_hand(BUOY_FORCES);
    memcpy(forces, by_hand, sizeof forces);
    expect_by_hand(BUOY_IMPULSES);
    memcpy(impulses, by_hand, sizeof impulses);
    expect_by_hand(BUOY_VELOCITIES);
    for (size_t i = 0; i < most; ++i) {
        struct buoy_model_info info;
        double r[3][3], momentum[3], turned[3];
        buoy_model_get_info(models[i], &info, NULL);
        stepping_rotation(states[i].rotation, r);
        const double weight = 1e4 * info.volume, long_arm = weight * (info.diagonal + 1.0);
        for (int k = 0; k < 3; ++k) {
            const double force = whole[i].buoyancy.force[k] + whole[i].drag.force[k];
            const double torque = whole[i].buoyancy.torque[k] + whole[i].drag.torque[k];
            const double scale = fabs(force) + weight, turning = fabs(torque) + long_arm;
            assert_true(fabs(forces[i][0][k] - force) <= 1e-13 * scale);
            assert_true(fabs(forces[i][1][k] - torque) <= 1e-12 * turning);
            assert_true(fabs(impulses[i][0][k] - force / 64.0) <= 1e-13 * scale);
            assert_true(fabs(impulses[i][1][k] - torque / 64.0) <= 1e-12 * turning);
            assert_true(fabs(by_hand[i][0][k] * info.mass.mass - force / 64.0) <= 1e-13 * scale);
        }
        // I Rᵀ Δω = Rᵀ τ dt.
        for (int j = 0; j < 3; ++j) {
            turned[j] = r[0][j] * by_hand[i][1][0] + r[1][j] * by_hand[i][1][1] +
                        r[2][j] * by_hand[i][1][2];
        }
        for (int j = 0; j < 3; ++j) {
            const double *row = &info.mass.inertia[3 * j];
            momentum[j] = row[0] * turned[0] + row[1] * turned[1] + row[2] * turned[2];
            const double expected = r[0][j] * impulses[i][1][0] + r[1][j] * impulses[i][1][1] +
                                    r[2][j] * impulses[i][1][2];
            assert_true(row[j] == 0.0 || fabs(momentum[j] - expected) <=
                                             1e-9 * (fabs(impulses[i][1][0]) + long_arm));
        }
    }
}

// ------------------------------------------------------------------------ which bodies and waters

// Numbers of bodies that do not fill a kernel's vectors, in every water and at a pool's walls: the
// last body's effect, too, is the sum of its forces.
TEST(tails) {
    struct rng rng = rng_make("step: tails");
    static double effects[64][2][3];
    static _Alignas(64) char scratch[1 << 20];
    const struct buoy_region pool = {{-0.5, -0.5, -5.0}, {0.5, 0.5, 5.0}};
    const struct buoy_kernel *kernel;
    for (size_t water = 0; water < 2 * (size_t)waters; ++water) {
        make_crowd(&rng, water / 2);
        crowds[0].water.region = water % 2 ? &pool : NULL;
        struct buoy_step_query query = ask_by_hand();
        query.effects.linear = buoy_to_doubles(effects[0][0], sizeof effects[0]);
        query.effects.angular = buoy_to_doubles(effects[0][1], sizeof effects[0]);
        struct buoy_step_options options = {.scratch = scratch, .scratch_bytes = sizeof scratch};
        query.options = &options;
        for (size_t k = 0; (kernel = next_kernel("step", &k));) {
            options.kernel = kernel;
            for (query.count = 1; query.count <= 64; ++query.count) {
                assert_int_equal(buoy_water_forces_compute(&query, whole, NULL), BUOY_OK);
                for (size_t i = 0; i < query.count; ++i) {
                    for (int x = 0; x < 3; ++x) {
                        const double sum = whole[i].buoyancy.force[x] + whole[i].drag.force[x];
                        const double size =
                            fabs(whole[i].buoyancy.force[x]) + fabs(whole[i].drag.force[x]);
                        assert_true(fabs(effects[i][0][x] - sum) <= 1e-12 * size);
                    }
                }
            }
        }
    }
}

// Some of the bodies, in any order, in three waters: each as if it were alone in its own. What is
// not asked about is untouched.
TEST(lists) {
    struct rng rng = rng_make("step: lists of bodies and waters");
    static uint32_t bodies[most], water_of[most];
    static bool asked[most];
    for (int round = 0; round < 12; ++round) {
        make_crowd(&rng, 1);
        struct buoy_water seas[3] = {crowds[0].water, buoy_calm_sea(BUOY_Z_UP),
                                     buoy_calm_sea(BUOY_Z_UP)};
        seas[1].plane.d = 0.5f;
        seas[2].current[0] = 2.0;
        size_t count = 0;
        for (size_t i = 0; i < most; ++i) {
            lay_out(BUOY_Z_UP, false, i);
            asked[i] = rng_below(&rng, 3) > 0;
            water_of[i] = (uint32_t)rng_below(&rng, round < 6 ? 3 : 1);
            if (asked[i]) {
                const size_t j = rng_below(&rng, ++count);
                bodies[count - 1] = bodies[j];
                bodies[j] = (uint32_t)i;
            }
        }
        fill_effects(3.5);
        struct buoy_step_query query = ask_engine(round % 2, false);
        query.bodies = bodies;
        query.count = round == 11 ? 0 : count;
        query.water = seas;
        const struct buoy_step_options options = {.water_of = water_of, .water_count = 3};
        query.options = &options;
        memset(got_whole, 0x55, sizeof got_whole);
        assert_int_equal(buoy_water_forces_compute(&query, got_whole, NULL), BUOY_OK);
        for (size_t i = 0; i < most; ++i) {
            if (!asked[i] || round == 11) {
                assert_true(((const unsigned char *)&got_whole[i])[5] == 0x55 &&
                            of_doubles[i].linear[0] == 3.5 && of_floats[i].angular[2] == 3.5f);
                continue;
            }
            struct buoy_step_query alone = ask_by_hand();
            alone.models = &models[i];
            alone.states = stepping_states(&states[i]);
            alone.water = &seas[water_of[i]];
            alone.count = 1;
            alone.effects.linear = buoy_to_doubles(by_hand[i][0], 0);
            alone.effects.angular = buoy_to_doubles(by_hand[i][1], 0);
            assert_int_equal(buoy_water_forces_compute(&alone, &whole[i], NULL), BUOY_OK);
            assert_memory_equal(&whole[i], &got_whole[i], sizeof whole[i]);
            compare_effects(BUOY_Z_UP, round % 2, false, i);
        }
    }
}

// ---------------------------------------------------------------------------- worked by hand

// A raft of 2 × 1 × 4 m (along x, upward and across), a quarter of it submerged.
static struct buoy_model *make_raft(enum buoy_frame frame, const float size[3]) {
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
    const double density = 256.25;
    memcpy(part.shape.size, size, sizeof part.shape.size);
    input.parts = &part;
    input.part_count = 1;
    input.densities = &density;
    input.drag = (struct buoy_drag){1.0, 1.0, 0.0};
    input.frame = frame;
    struct buoy_model *model = model_of(&input);
    return model;
}

struct by_hand {
    enum buoy_frame frame;
    float size[3];       // half extents of the raft
    int up, ahead, side; // axes: upward, +x, and the third
    double down;         // +1 if the upward axis points up, else −1
};
static const struct by_hand engines[] = {
    {BUOY_Y_UP_LEFT, {1.0f, 0.5f, 2.0f}, 1, 0, 2, 1.0}, // Unity
    {BUOY_Y_UP, {1.0f, 0.5f, 2.0f}, 1, 0, 2, 1.0},      // Godot
    {BUOY_Z_UP_LEFT, {1.0f, 2.0f, 0.5f}, 2, 0, 1, 1.0}, // Unreal
    {BUOY_Z_DOWN, {1.0f, 2.0f, 0.5f}, 2, 0, 1, -1.0},   // north, east, down
};

// The effects on a raft whose deck is level but for a rotation.
static void ask_raft(const struct by_hand *engine, const float q[4], const float v[3],
                     const float w[3], double linear[3], double angular[3]) {
    struct buoy_model *model = make_raft(engine->frame, engine->size);
    const struct buoy_model *all[1] = {model};
    const struct buoy_water sea = buoy_calm_sea(engine->frame);
    float position[3] = {7.0f, 7.0f, 7.0f};
    position[engine->up] = (float)engine->down * 0.25f; // a quarter of a metre is submerged
    struct buoy_step_query query = {0};
    query.models = all;
    query.states.position = buoy_floats(position, 0);
    query.states.rotation = buoy_floats(q, 0);
    query.states.velocity = buoy_floats(v, 0);
    query.states.spin = buoy_floats(w, 0);
    query.count = 1;
    query.water = &sea;
    query.frame = engine->frame;
    query.effects.linear = buoy_to_doubles(linear, 0);
    query.effects.angular = buoy_to_doubles(angular, 0);
    assert_int_equal(buoy_water_forces_compute(&query, NULL, NULL), BUOY_OK);
}

TEST(worked_by_hand) {
    static const float still[3] = {0.0f}, level[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    const double weight = 1025.0 * 9.81 * 2.0, mass = 256.25 * 8.0;
    for (size_t e = 0; e < sizeof engines / sizeof *engines; ++e) {
        const struct by_hand *engine = &engines[e];
        const int up = engine->up, side = engine->side;
        double linear[3], angular[3];
        // A raft pushed along +x: buoyancy upward, drag of a quarter of m v against it.
        const float pushed[3] = {4.0f, 0.0f, 0.0f};
        ask_raft(engine, level, pushed, still, linear, angular);
        assert_true(fabs(linear[up] - engine->down * weight) <= 1e-6 * weight);
        assert_true(fabs(linear[0] + 0.25 * mass * 4.0) <= 1e-6 * weight && linear[side] == 0.0);
        // A box that heels about +x by the frame's own rule, +y towards +z: a wide raft is turned
        // back, against the quaternion's vector.
        const float heeling[4] = {0.0499791693f, 0.0f, 0.0f, 0.99875026f};
        ask_raft(engine, heeling, still, still, linear, angular);
        assert_true(angular[0] < -0.05 * weight && fabs(angular[side]) < 1e-3 * weight);
        // A spinning body's drag is against its spin, about each axis.
        for (int axis = 0; axis < 3; ++axis) {
            float spin[3] = {0.0f};
            spin[axis] = 2.0f;
            ask_raft(engine, level, still, spin, linear, angular);
            assert_true(angular[axis] < -0.1 * mass);
        }
    }
}

// Waves are where they are seen: in every frame a float upon the crest of a wave along +x is
// lifted, and one in the trough, half a wavelength ahead, is dry. A wave that runs along the third
// axis has its crest there.
TEST(waves_in_frames) {
    for (size_t e = 0; e < sizeof engines / sizeof *engines; ++e) {
        const struct by_hand *engine = &engines[e];
        static const float size[3] = {0.125f, 0.125f, 0.125f}, level[4] = {0, 0, 0, 1};
        struct buoy_model *model = make_raft(engine->frame, size);
        const struct buoy_model *all[1] = {model};
        for (int across = 0; across < 2; ++across) {
            struct buoy_wave wave = buoy_wave_default();
            struct buoy_water sea = buoy_calm_sea(engine->frame);
            wave.amplitude = 0.5f;
            wave.wavelength = 16.0f;
            wave.direction = across ? 1.57079637f : 0.0f; // towards the library's +y
            struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
            sea.kind = BUOY_WATER_WAVES;
            sea.waves = waves;
            // The caller's direction that is the library's +y.
            const double ahead = across ? maps[engine->frame].rows[1][engine->side] : 1.0;
            for (int trough = 0; trough < 2; ++trough) {
                float position[3] = {0.0f};
                double linear[3];
                position[across ? engine->side : 0] = (float)ahead * (trough ? 12.0f : 4.0f);
                struct buoy_step_query query = {0};
                query.models = all;
                query.states.position = buoy_floats(position, 0);
                query.states.rotation = buoy_floats(level, 0);
                query.count = 1;
                query.water = &sea;
                query.frame = engine->frame;
                query.effects.linear = buoy_to_doubles(linear, 0);
                assert_int_equal(buoy_water_forces_compute(&query, NULL, NULL), BUOY_OK);
                const double lift = engine->down * linear[engine->up];
                const double whole_lift = 1025.0 * 9.81 / 64.0;
                assert_true(trough ? lift == 0.0 : fabs(lift - whole_lift) <= 1e-5 * whole_lift);
            }
        }
    }
}

// ---------------------------------------------------------------------------------- making

// Models and meshes made in a frame are those made of what was converted by hand.
TEST(models_in_frames) {
    struct rng rng = rng_make("step: models in frames");
    static const uint32_t corners[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    static const float tetrahedron[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    for (int frame = 0; frame < frames; ++frame) {
        const bool left = maps[frame].hand < 0.0;
        struct buoy_mesh_input shape[2] = {{0}, {0}};
        struct buoy_mesh *mesh[2];
        struct buoy_part parts[2][3];
        struct buoy_model_input input[2];
        struct buoy_model *model[2];
        float turned[4][3];
        uint32_t mirrored[4][3];
        for (int v = 0; v < 4; ++v) {
            const double x[3] = {(double)tetrahedron[v][0], (double)tetrahedron[v][1],
                                 (double)tetrahedron[v][2]};
            double y[3];
            give((enum buoy_frame)frame, false, x, y);
            for (int k = 0; k < 3; ++k) {
                turned[v][k] = (float)y[k];
                mirrored[v][k] = corners[v][left && k > 0 ? 3 - k : k];
            }
        }
        for (int by = 0; by < 2; ++by) { // by hand, by the frame
            shape[by].positions = by ? turned[0] : tetrahedron[0];
            shape[by].indices = by ? mirrored[0] : corners[0];
            shape[by].vertex_count = shape[by].triangle_count = 4;
            shape[by].frame = by ? (enum buoy_frame)frame : BUOY_Z_UP;
            assert_int_equal(buoy_mesh_create(&shape[by], &mesh[by], NULL), BUOY_OK);
            for (int p = 0; p < 3; ++p) {
                parts[by][p] = buoy_part_default();
                struct buoy_pose *place = &parts[by][p].place;
                const double at[3] = {p, -1.0, 0.5}, turn[3] = {0.5, -0.5, 0.5};
                memcpy(place->position, at, sizeof at);
                memcpy(place->rotation, turn, sizeof turn);
                place->rotation[3] = 0.5;
                if (by) {
                    give((enum buoy_frame)frame, false, at, place->position);
                    give((enum buoy_frame)frame, true, turn, place->rotation);
                }
            }
            parts[by][0].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 2.0f, 3.0f}};
            if (by && maps[frame].rows[1][1] == 0.0) {
                parts[by][0].shape.size[1] = 3.0f;
                parts[by][0].shape.size[2] = 2.0f;
            }
            parts[by][1].shape = (struct buoy_shape){BUOY_SHAPE_CAPSULE, {0.5f, 1.0f, 0.0f}};
            parts[by][2].shape.kind = BUOY_SHAPE_MESH;
            parts[by][2].mesh = mesh[by];
            static const double densities[3] = {500.0, 600.0, 700.0};
            input[by] = (struct buoy_model_input){0};
            input[by].parts = parts[by];
            input[by].part_count = 3;
            input[by].densities = densities;
            input[by].frame = by ? (enum buoy_frame)frame : BUOY_Z_UP;
            model[by] = model_of(&input[by]);
        }
        struct buoy_model_info info[2];
        double expected[3];
        buoy_model_get_info(model[0], &info[0], NULL);
        buoy_model_get_info(model[1], &info[1], NULL);
        give((enum buoy_frame)frame, false, info[0].mass.centre_of_mass, expected);
        compare("centre of mass", 0, info[1].mass.centre_of_mass, expected);
        give((enum buoy_frame)frame, false, info[0].middle, expected);
        compare("middle", 0, info[1].middle, expected);
        // As given: made again of its mass, it is the same model.
        input[1].densities = NULL;
        input[1].mass = info[1].mass;
        model[1] = model_of(&input[1]);
        const struct buoy_model *both[2] = {model[0], model[1]};
        struct stepping_state at[2] = {{.rotation = {0.0, 0.0, 0.0, 1.0}}};
        make_crowd(&rng, 0);
        for (int i = 0; i < 20; ++i) {
            struct buoy_step_query query = ask_by_hand();
            at[0] = at[1] = states[i];
            query.models = both;
            query.states = stepping_states(at);
            query.count = 2;
            assert_int_equal(buoy_water_forces_compute(&query, whole, NULL), BUOY_OK);
            assert_memory_equal(&whole[0], &whole[1], sizeof whole[0]);
        }
        buoy_mesh_destroy(mesh[0]);
        buoy_mesh_destroy(mesh[1]);
    }
}

// ------------------------------------------------------------------------------------ refused

// Asks about all bodies, and about the one that the words name, or the first.
static void expect_refused(const struct buoy_step_query *query, enum buoy_status status,
                           const char *words) {
    struct buoy_step_query alone = *query;
    const bool named = strncmp(words, "body ", 5) == 0;
    const uint32_t body = named ? (uint32_t)strtoul(words + 5, NULL, 10) : 0;
    struct buoy_error error;
    alone.bodies = &body;
    alone.count = 1;
    for (int one = 0; one < 2; ++one) {
        assert_int_equal(buoy_water_forces_compute(one ? &alone : query, NULL, &error), status);
        FAIL_IF(!strstr(error.message, words), "'%s' says nothing of '%s'", error.message, words);
    }
}

TEST(refused) {
    struct rng rng = rng_make("step: refused arrays");
    make_crowd(&rng, 0);
    for (size_t i = 0; i < most; ++i) {
        lay_out(BUOY_Z_UP, false, i);
    }
    fill_effects(3.5);
    const struct buoy_step_query good = ask_engine(true, false);
    struct buoy_step_query query = good;
    query.effects.linear.first = query.effects.angular.first = NULL;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "no room");
    query = good;
    query.frame = (enum buoy_frame)5;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "frame");
    query = good;
    query.states.spin.type = (enum buoy_number)2;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "neither floats nor doubles");
    query = good;
    query.effects.kind = (enum buoy_effect_kind)3;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "kind of effects");
    query.effects.kind = BUOY_VELOCITIES;
    query.dt = 0.0;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "need a step");
    // The sea of another frame.
    const struct buoy_water level = buoy_calm_sea(BUOY_Z_UP);
    for (int frame = 1; frame < frames; ++frame) {
        query = good;
        query.water = &level;
        query.frame = (enum buoy_frame)frame;
        if (frame != BUOY_Z_UP_LEFT) {
            expect_refused(&query, BUOY_ERROR_ARGUMENT, "buoy_calm_sea()");
        }
    }
    // Water that there is not.
    static uint32_t water_of[most];
    query = good;
    const struct buoy_step_options options = {.water_of = water_of, .water_count = 1};
    query.options = &options;
    assert_int_equal(buoy_water_forces_compute(&query, NULL, NULL), BUOY_OK);
    water_of[700] = 1;
    expect_refused(&query, BUOY_ERROR_ELEMENT, "body 700: it is in water 1");
    // A state that is wrong: what is stored there becomes NaN, and nothing is added.
    fill_effects(3.5);
    of_floats[70].velocity[1] = NAN;
    expect_refused(&good, BUOY_ERROR_ELEMENT, "body 70: ");
    for (size_t i = 0; i < most; ++i) {
        assert_true(!isnan(of_floats[i].linear[0]) == (i != 70));
    }
    fill_effects(3.5);
    query = good;
    query.effects.add = true;
    expect_refused(&query, BUOY_ERROR_ELEMENT, "body 70: ");
    for (size_t i = 0; i < most; ++i) {
        assert_true(isfinite(of_floats[i].linear[0]) && isfinite(of_floats[i].angular[2]));
    }
    assert_true(of_floats[70].linear[0] == 3.5f && of_floats[most - 1].linear[2] != 3.5f);
    // A quaternion that is nearly too long, but good, among others that are as added.
    of_floats[70].velocity[1] = 0.0f;
    for (int k = 0; k < 4; ++k) {
        of_floats[70].rotation[k] = k == 3 ? 1.00985f : 0.0f;
    }
    fill_effects(0.0);
    assert_int_equal(buoy_water_forces_compute(&query, NULL, NULL), BUOY_OK);
    struct engine_f first = of_floats[69], last = of_floats[most - 1];
    query.effects.add = false;
    assert_int_equal(buoy_water_forces_compute(&query, NULL, NULL), BUOY_OK);
    assert_memory_equal(first.linear, of_floats[69].linear, sizeof first.linear);
    assert_memory_equal(last.angular, of_floats[most - 1].angular, sizeof last.angular);
}

TEST_FIXTURE(stepping_make, NULL)
