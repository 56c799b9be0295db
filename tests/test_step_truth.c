// The reference for the step, against cases that are computed by hand.
#include "rng.h"
#include "step_truth.h"
#include "test.h"

#define PI 3.14159265358979323846
#define WEIGHT (BUOY_SEA_WATER * BUOY_GRAVITY)

// A body at rest with its frame in the world's place, in calm water.
struct stage {
    struct buoy_part parts[3];
    struct buoy_mass mass;
    struct buoy_drag drag;
    double position[3], rotation[4], velocity[3], spin[3];
    struct buoy_water water;
    struct step_case body;
    struct step_truth truth;
    struct buoy_body_forces answer;
};

static void set_shape(struct buoy_part *part, enum buoy_shape_kind kind, float a, float b,
                      float c) {
    *part = (struct buoy_part){
        .shape = {kind, {a, b, c}},
        .place = {.rotation = {0.0, 0.0, 0.0, 1.0}},
    };
}

static void stage_make(struct stage *stage) {
    *stage = (struct stage){
        .mass = {.mass = 500.0, .inertia = {80.0, 0.0, 0.0, 0.0, 80.0, 0.0, 0.0, 0.0, 80.0}},
        .rotation = {0.0, 0.0, 0.0, 1.0},
        .water = {.plane = {{0.0f, 0.0f, 2.0f}, 0.0f},
                  .density = BUOY_SEA_WATER,
                  .gravity = BUOY_GRAVITY},
    };
    set_shape(&stage->parts[0], BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f);
    stage->body = (struct step_case){
        .parts = stage->parts,
        .part_count = 1,
        .mass = &stage->mass,
        .drag = &stage->drag,
        .position = stage->position,
        .rotation = stage->rotation,
        .velocity = stage->velocity,
        .spin = stage->spin,
        .water = &stage->water,
    };
}

static void find(struct stage *stage) {
    assert_int_equal(step_truth_find(&stage->body, &stage->truth, &stage->answer), 0);
}

static void assert_near(const char *what, double got, double expected) {
    if (!(fabs(got - expected) <= 1e-12 * fmax(1.0, fabs(expected)))) {
        fail_msg("%s: %.17g, not %.17g", what, got, expected);
    }
}

static void assert_vector(const char *what, const double got[3], double x, double y, double z) {
    assert_near(what, got[0], x);
    assert_near(what, got[1], y);
    assert_near(what, got[2], z);
}

// Half a cube under water that stands 0.25 m high, its mass off the middle.
TEST(box) {
    struct stage stage;
    stage_make(&stage);
    stage.position[0] = 3.0;
    stage.position[2] = 0.25;
    stage.water.plane.d = 0.5f; // n has length 2
    stage.mass.centre_of_mass[0] = 0.125;
    find(&stage);
    assert_near("V", stage.answer.volume, 0.5);
    assert_vector("c", stage.answer.centre, 3.0, 0.0, 0.0);
    assert_vector("F", stage.answer.buoyancy.force, 0.0, 0.0, 0.5 * WEIGHT);
    // r = (−1/8, 0, −1/4), r × F = (0, F/8, 0).
    assert_vector("torque", stage.answer.buoyancy.torque, 0.0, 0.0625 * WEIGHT, 0.0);
    assert_vector("drag", stage.answer.drag.force, 0.0, 0.0, 0.0);
    assert_near("S", stage.answer.wetted_area, 0.0); // not asked
    assert_near("diagonal", (double)stage.truth.extent.diagonal, sqrt(3.0));
    assert_near("L", (double)stage.truth.extent.length, 1.0);
}

// A beam turned about y by a right angle: its z axis points along x.
TEST(turned) {
    struct stage stage;
    stage_make(&stage);
    set_shape(&stage.parts[0], BUOY_SHAPE_BOX, 0.25f, 0.5f, 2.0f);
    stage.rotation[1] = stage.rotation[3] = sqrt(0.5);
    stage.position[2] = -0.125;
    stage.mass.centre_of_mass[2] = 1.0; // at x = 1 in the world
    find(&stage);
    assert_near("V", stage.answer.volume, 4.0 * 1.0 * 0.375);
    assert_vector("c", stage.answer.centre, 0.0, 0.0, -0.1875);
    // r = (−1, 0, …), r × F = (0, F, 0).
    assert_vector("torque", stage.answer.buoyancy.torque, 0.0, 1.5 * WEIGHT, 0.0);
}

// Dry: no forces, and the centre is the middle.
TEST(dry) {
    struct stage stage;
    stage_make(&stage);
    stage.parts[0].place.position[1] = 2.0;
    stage.position[2] = 0.5;
    stage.velocity[0] = 5.0;
    stage.drag = (struct buoy_drag){1.0, 1.0, 1.0};
    find(&stage);
    assert_near("V", stage.answer.volume, 0.0);
    assert_vector("c", stage.answer.centre, 0.0, 2.0, 0.5);
    assert_vector("F", stage.answer.buoyancy.force, 0.0, 0.0, 0.0);
    assert_vector("drag", stage.answer.drag.force, 0.0, 0.0, 0.0);
    assert_vector("torque", stage.answer.drag.torque, 0.0, 0.0, 0.0);
}

// A sphere deep under water, for which r = 0 and L² = .6 m², the extent of a cube with the same
// second moments: F = −k u / (1 + dt k/m), τ = −b ω / (1 + dt b/I).
TEST(drag) {
    struct stage stage;
    stage_make(&stage);
    set_shape(&stage.parts[0], BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f);
    stage.position[2] = -10.0;
    stage.velocity[0] = 3.0;
    stage.spin[2] = 2.0;
    stage.water.current[0] = 1.0;
    stage.drag = (struct buoy_drag){.linear = 2.0, .angular = 0.5};
    find(&stage);
    assert_vector("linear", stage.answer.drag.force, -2.0 * 500.0 * 2.0, 0.0, 0.0);
    assert_vector("angular", stage.answer.drag.torque, 0.0, 0.0, -0.5 * 0.6 * 500.0 * 2.0);
    stage.drag.quadratic = 0.5;
    stage.body.dt = 0.25;
    find(&stage);
    const double area = PI, k = 2.0 * 500.0 + 0.5 * BUOY_SEA_WATER * 0.5 * area / 4.0 * 2.0;
    assert_near("S", stage.answer.wetted_area, area);
    assert_vector("stepped", stage.answer.drag.force, -k * 2.0 / (1.0 + 0.25 * k / 500.0), 0.0,
                  0.0);
    assert_vector("stepped", stage.answer.drag.torque, 0.0, 0.0,
                  -150.0 * 2.0 / (1.0 + 0.25 * 150.0 / 80.0));
}

// A body that cannot be turned: the same, as if 1/I were 0.
TEST(no_turning) {
    struct stage stage;
    stage_make(&stage);
    memset(stage.mass.inertia, 0, sizeof stage.mass.inertia);
    stage.drag.linear = 4.0;
    stage.velocity[1] = 1.0;
    stage.body.dt = 0.5;
    find(&stage);
    const double k = 4.0 * 250.0, force = -k / (1.0 + 0.5 * k / 500.0); // half under water
    assert_vector("F", stage.answer.drag.force, 0.0, force, 0.0);
    assert_vector("torque", stage.answer.drag.torque, 0.25 * force, 0.0, 0.0); // r = (0, 0, −¼)
}

// Two halves make a whole, though they are turned each its own way.
TEST(parts) {
    struct stage stage;
    stage_make(&stage);
    for (int i = 0; i < 2; ++i) {
        set_shape(&stage.parts[i], BUOY_SHAPE_BOX, 0.5f, 0.25f, 0.5f);
        stage.parts[i].place.position[1] = i == 0 ? 0.25 : -0.25;
        stage.parts[i].place.rotation[i == 0 ? 0 : 1] = 1.0; // half a turn
        stage.parts[i].place.rotation[3] = 0.0;
    }
    stage.body.part_count = 2;
    stage.rotation[0] = 0.28; // any
    stage.rotation[2] = -0.1;
    stage.rotation[3] = sqrt(1.0 - 0.28 * 0.28 - 0.01);
    stage.position[2] = 0.1;
    find(&stage);
    const struct buoy_body_forces two = stage.answer;
    const struct step_extent extent = stage.truth.extent;
    set_shape(&stage.parts[0], BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f);
    stage.body.part_count = 1;
    find(&stage);
    assert_near("V", two.volume, stage.answer.volume);
    assert_near("V_T", (double)extent.volume, 1.0);
    assert_near("diagonal", (double)extent.diagonal, sqrt(3.0));
    for (int i = 0; i < 3; ++i) {
        assert_near("c", two.centre[i], stage.answer.centre[i]);
        assert_near("torque", two.buoyancy.torque[i], stage.answer.buoyancy.torque[i]);
    }
}

// The box of several parts is along the body's axes: a capsule lies along y, and reaches over the
// deck.
TEST(box_of_parts) {
    struct buoy_part parts[2];
    struct step_extent extent;
    set_shape(&parts[0], BUOY_SHAPE_BOX, 2.0f, 0.5f, 0.25f);
    set_shape(&parts[1], BUOY_SHAPE_CAPSULE, 0.25f, 1.75f, 0.0f);
    parts[1].place.rotation[0] = parts[1].place.rotation[3] = sqrt(0.5);
    parts[1].place.position[1] = 1.0;
    parts[1].place.position[2] = -0.5;
    assert_int_equal(step_truth_find_extent(parts, 2, &extent), 0);
    // x: −2 to 2; y: −1 to 3; z: −0.75 to 0.25.
    assert_near("x", (double)extent.middle[0], 0.0);
    assert_near("y", (double)extent.middle[1], 1.0);
    assert_near("z", (double)extent.middle[2], -0.25);
    assert_near("diagonal", (double)extent.diagonal, sqrt(16.0 + 16.0 + 1.0));
    const double straight = PI * 0.0625 * 3.5, round = 4.0 / 3.0 * PI * 0.015625;
    const double capsule = straight + round, volume = 2.0 + capsule, share = capsule / volume;
    assert_near("V_T", (double)extent.volume, volume);
    // Second moments of both about their centroids, and of these, (0, 1, −½) apart.
    const double across = (straight * 0.0625 / 4.0 + round * 0.0625 / 5.0) / capsule;
    const double along =
        (straight * 1.75 * 1.75 / 3.0 + round * (0.0625 / 5.0 + 0.75 * 0.25 * 1.75 + 1.75 * 1.75)) /
        capsule;
    const double apart = share * (1.0 - share);
    const double xx = (1.0 - share) * 4.0 / 3.0 + share * across;
    const double yy = (1.0 - share) * 0.25 / 3.0 + share * along + apart;
    const double zz = (1.0 - share) * 0.0625 / 3.0 + share * across + 0.25 * apart;
    const double yz = -0.5 * apart, middle = 0.5 * (yy + zz);
    const double radius = sqrt(0.25 * (yy - zz) * (yy - zz) + yz * yz);
    assert_near("centroid", (double)extent.centroid[1], share);
    assert_near("yz", (double)extent.second[5], yz);
    assert_near("L", (double)extent.length,
                2.0 / sqrt(3.0) * (sqrt(xx) + sqrt(middle + radius) + sqrt(middle - radius)));
}

// A cube of half extent h averages a wave as a ball of the radius √(5/3) h does: with x that radius
// times k, by 3 (sin x − x cos x)/x³ in height, and by 15 ((3 − x²) sin x − 3x cos x)/x⁵ in slope.
TEST(waves) {
    const struct buoy_wave wave = {
        .amplitude = 0.5f, .wavelength = 8.0f, .direction = 0.5f, .phase = 0.75f};
    struct stage stage;
    stage_make(&stage);
    stage.water.kind = BUOY_WATER_WAVES;
    stage.water.time = 1.5;
    stage.body.waves = &wave;
    stage.body.wave_count = 1;
    stage.position[0] = 2.0;
    stage.position[1] = -1.0;
    find(&stage);
    const double k = 2.0 * PI / 8.0, kx = k * cos(0.5), ky = k * sin(0.5);
    const double phase = 2.0 * kx - ky - sqrt(BUOY_GRAVITY * k) * 1.5 + 0.75;
    const double x = k * 0.5 * sqrt(5.0 / 3.0), x3 = x * x * x;
    const double of_height = 3.0 * (sin(x) - x * cos(x)) / x3;
    const double of_slope = 15.0 * ((3.0 - x * x) * sin(x) - 3.0 * x * cos(x)) / (x3 * x * x);
    const double mean = 0.5 * sin(phase) * of_height;
    const double slope_x = 0.5 * kx * cos(phase) * of_slope;
    const double slope_y = 0.5 * ky * cos(phase) * of_slope;
    const double length = sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
    assert_near("up x", (double)stage.truth.up[0], -slope_x / length);
    assert_near("up y", (double)stage.truth.up[1], -slope_y / length);
    assert_near("up z", (double)stage.truth.up[2], 1.0 / length);
    assert_near("offset", (double)stage.truth.offset, (-2.0 * slope_x + slope_y + mean) / length);
    // Force along the fitted normal, not up.
    const double weight = stage.answer.volume * WEIGHT;
    assert_vector("F", stage.answer.buoyancy.force, -weight * slope_x / length,
                  -weight * slope_y / length, weight / length);
}

// L of models of any parts, as the reference has it.
TEST(lengths) {
    struct rng rng = rng_make("step truth: lengths");
    for (int round = 0; round < 200; ++round) {
        struct buoy_part parts[5];
        struct step_extent extent;
        struct buoy_model_input input = buoy_model_input_default();
        struct buoy_model_info info;
        struct buoy_model *model;
        const size_t count = 1 + rng_below(&rng, 5);
        for (size_t p = 0; p < count; ++p) {
            static const int sizes[] = {
                [BUOY_SHAPE_BOX] = 3,     [BUOY_SHAPE_SPHERE] = 1,   [BUOY_SHAPE_ELLIPSOID] = 3,
                [BUOY_SHAPE_CAPSULE] = 2, [BUOY_SHAPE_CYLINDER] = 2, [BUOY_SHAPE_CONE] = 2};
            const int kind = (int)rng_below(&rng, 6);
            float size[3] = {0.0f, 0.0f, 0.0f};
            for (int k = 0; k < sizes[kind]; ++k) {
                size[k] = (float)rng_between(&rng, 0.1, 2.0);
            }
            set_shape(&parts[p], (enum buoy_shape_kind)kind, size[0], size[1], size[2]);
            for (int k = 0; k < 3; ++k) {
                parts[p].place.position[k] = 100.0 + rng_between(&rng, -3.0, 3.0);
                parts[p].place.rotation[k] = rng_between(&rng, -0.5, 0.5);
            }
            const double *q = parts[p].place.rotation;
            parts[p].place.rotation[3] = sqrt(1.0 - q[0] * q[0] - q[1] * q[1] - q[2] * q[2]);
        }
        assert_int_equal(step_truth_find_extent(parts, count, &extent), 0);
        input.parts = parts;
        input.part_count = count;
        input.mass.mass = 1.0;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        assert_int_equal(buoy_model_create(&input, &model, NULL), BUOY_OK);
        buoy_model_get_info(model, &info, NULL);
        buoy_model_destroy(model);
        if (!(fabs(info.length - (double)extent.length) <= 1e-9 * info.length)) {
            fail_msg("L is %.17g, not %.17g", info.length, (double)extent.length);
        }
    }
}
