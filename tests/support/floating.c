#include "floating.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "body.h"

struct buoy_mesh *floating_meshes[3];

int floating_setup(void **state) {
    static const char *const names[3] = {"builtin:star:1000", "builtin:box", "builtin:wigley:1300"};
    (void)state;
    for (int i = 0; i < 3; ++i) {
        struct body body = body_builtin(names[i]);
        floating_meshes[i] = body_mesh(&body, 0);
        body_free(&body);
    }
    return 0;
}

int floating_teardown(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        buoy_mesh_destroy(floating_meshes[i]);
    }
    return 0;
}

struct buoy_body floating_at_rest(const struct buoy_mesh *mesh) {
    return (struct buoy_body){
        .mesh = mesh,
        .pose = buoy_pose_identity(),
        .mass = 100.0,
        .inverse_inertia = {0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1},
    };
}

void floating_random_vector(struct rng *rng, double most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = rng_between(rng, -most, most);
    }
}

void floating_normalise(double q[4]) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) {
        q[i] /= length;
    }
}

struct buoy_body floating_random(struct rng *rng) {
    struct buoy_body body = floating_at_rest(floating_meshes[rng_below(rng, 3)]);
    floating_random_vector(rng, 1.0, body.pose.position);
    floating_random_vector(rng, 1.0, body.pose.rotation);
    body.pose.rotation[3] = rng_between(rng, 0.1, 1.0);
    floating_normalise(body.pose.rotation);
    floating_random_vector(rng, 1.0, body.velocity);
    floating_random_vector(rng, 1.0, body.angular_velocity);
    floating_random_vector(rng, 0.5, body.centre_of_mass);
    return body;
}

struct buoy_body_forces floating_ask(const struct buoy_body *body, const struct buoy_water *water,
                                     struct buoy_drag drag) {
    const struct buoy_body_query query = {.bodies = body, .count = 1, .water = water, .drag = drag};
    struct buoy_body_forces forces;
    struct buoy_error error;
    if (buoy_body_forces_compute(&query, &forces, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
    return forces;
}

const struct buoy_drag floating_no_drag = {0.0, 0.0, 0.0};

void floating_expect_near(const double a[3], const double b[3], double most) {
    for (int i = 0; i < 3; ++i) {
        if (!(fabs(a[i] - b[i]) <= most)) {
            fail_msg("component %d: %.17g and %.17g differ by more than %g", i, a[i], b[i], most);
        }
    }
}
