// Bodies that explicit steps throw about: light ones, fast ones, thin ones with lift. With implicit
// steps at 60 Hz they come to rest where they float, by either kind of forces.
#include "body.h"
#include "drifting.h"
#include "test.h"

static _Alignas(64) unsigned char scratch[4096];

// A box of some mass, as a primitive and as a surface.
struct box {
    struct buoy_model *model;
    struct buoy_mesh *mesh;
    struct motion_surface surface;
};

static struct box make(float a, float b, float c, double mass, struct buoy_drag drag, double drags,
                       double lifts) {
    struct body body = body_box(a, b, c);
    struct box box = {.mesh = body_mesh(&body, 0)};
    const double volume = 8.0 * (double)a * (double)b * (double)c;
    box.model = drifting_shape(BUOY_SHAPE_BOX, a, b, c, mass / volume, drag);
    box.surface = (struct motion_surface){box.mesh, drags, lifts, 0.01, NULL};
    return box;
}

// Moves a body for a minute at 60 Hz. Returns how high it came.
static double settle(const struct box *box, struct motion_body *body, enum motion_forces forces) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct motion_query query = drifting_query(body, 1, &water, 1.0 / 60.0, MOTION_IMPLICIT);
    double highest = body->position[2];
    body->surface = &box->surface;
    query.forces = forces;
    query.scratch = scratch;
    query.scratch_bytes = sizeof scratch;
    for (int i = 0; i < 60 * 60; ++i) {
        drifting_advance(&query, 1);
        highest = fmax(highest, body->position[2]);
    }
    return highest;
}

// Whether a level box is at rest with its keel at its draft. Along the water, where only quadratic
// drag acts, it may still drift.
static void expect_rest(const struct motion_body *body, double half_height, double draft) {
    assert_true(fabs(body->position[2] - (half_height - draft)) <= 1e-3 * half_height);
    assert_true(fabs(body->velocity[2]) <= 1e-6);
    assert_true(fabs(body->angular_velocity[0]) <= 1e-6);
    assert_true(fabs(body->angular_velocity[1]) <= 1e-6);
    assert_true(fabs(body->velocity[0]) + fabs(body->velocity[1]) <= 0.02);
    assert_true(fabs(body->angular_velocity[2]) <= 0.1);
}

// A cube of 1 m and 0.1 kg: dt ω = 5.3. Half in the water, level and heeled; dropped from 1 m; let
// go 3 m down, from where it would leap to 30 km without drag.
TEST(light_cube) {
    struct box box = make(0.5f, 0.5f, 0.5f, 0.1, (struct buoy_drag){1.0, 1.0, 0.0}, 1.0, 1.0);
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    static const struct {
        double height, heel, most;
    } starts[] = {{0.0, 0.0, 1.0}, {0.0, 0.05, 1.0}, {0.0, 0.3, 2.0},
                  {1.5, 0.0, 1.5}, {1.5, 0.2, 1.6},  {-3.0, 0.05, 60.0}};
    for (size_t k = 0; k < 2 * sizeof starts / sizeof *starts; ++k) {
        struct motion_body body =
            drifting_body(box.model, starts[k / 2].height, starts[k / 2].heel, 0.0, 0.0);
        if (k < 2) {
            struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 60.0, MOTION_VERLET);
            double number;
            assert_int_equal(motion_stiffness_numbers(&query, &number, NULL), BUOY_OK);
            assert_true(number > 5.2 && number < 5.4);
        }
        const double highest = settle(&box, &body, (enum motion_forces)(k % 2));
        assert_true(highest <= starts[k / 2].most);
        expect_rest(&body, 0.5, 0.1 / 1025.0);
    }
}

// A cube of 10 kg that hits the water at 5 m/s, with drag and lift of its surface: level and
// heeled.
TEST(fast_cube) {
    struct box box = make(0.5f, 0.5f, 0.5f, 10.0, (struct buoy_drag){0.0, 0.0, 0.0}, 1.0, 1.0);
    for (int k = 0; k < 4; ++k) {
        struct motion_body body = drifting_body(box.model, 0.6, k < 2 ? 0.0 : 0.1, 0.0, 0.0);
        body.velocity[2] = -5.0;
        const double highest = settle(&box, &body, MOTION_PRESSURE);
        assert_true(highest <= 0.6 + 25.0 / (2.0 * 9.81));
        expect_rest(&body, 0.5, 10.0 / 1025.0);
    }
}

// A plank that is dragged along at 5 m/s, heeled and trimmed, with lift.
TEST(plank) {
    struct box box = make(1.5f, 0.2f, 0.025f, 10.0, (struct buoy_drag){0.0, 0.0, 0.0}, 1.0, 2.0);
    for (int k = 0; k < 4; ++k) {
        struct motion_body body =
            drifting_body(box.model, 0.0, k % 2 * 0.2, k / 2 ? -0.1 : 0.1, 0.0);
        body.velocity[0] = 5.0;
        body.angular_velocity[1] = 2.0;
        const double highest = settle(&box, &body, MOTION_PRESSURE);
        assert_true(highest <= 1.5);
        expect_rest(&body, 0.025, 10.0 / 1025.0 / 1.2);
    }
}
