#include "floating.h"

#include "body.h"
#include "test.h"

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

struct floating_body floating_at_rest(const struct buoy_mesh *mesh) {
    return (struct floating_body){
        .mesh = mesh,
        .pose = buoy_pose_identity(),
        .mass = 100.0,
        .inertia = {10.0, 10.0, 10.0},
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

struct floating_body floating_random(struct rng *rng) {
    struct floating_body body = floating_at_rest(floating_meshes[rng_below(rng, 3)]);
    floating_random_vector(rng, 1.0, body.pose.position);
    floating_random_vector(rng, 1.0, body.pose.rotation);
    body.pose.rotation[3] = rng_between(rng, 0.1, 1.0);
    floating_normalise(body.pose.rotation);
    floating_random_vector(rng, 1.0, body.velocity);
    floating_random_vector(rng, 1.0, body.angular_velocity);
    floating_random_vector(rng, 0.5, body.centre_of_mass);
    return body;
}

enum buoy_status floating_model(const struct floating_body *body, struct buoy_drag drag,
                                struct buoy_model **model, struct buoy_error *error) {
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = buoy_model_input_default();
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = body->mesh;
    input.parts = &part;
    input.part_count = 1;
    input.mass.mass = body->mass;
    memcpy(input.mass.centre_of_mass, body->centre_of_mass, sizeof body->centre_of_mass);
    for (int i = 0; i < 3; ++i) {
        input.mass.inertia[4 * i] = body->inertia[i];
    }
    input.flags = body->inertia[0] > 0.0 ? 0 : BUOY_BODY_DOES_NOT_TURN;
    input.drag = drag;
    input.length = body->length;
    return buoy_model_create(&input, model, error);
}

struct buoy_step_query floating_query(const struct floating_body *body,
                                      const struct buoy_model *const *model,
                                      const struct buoy_water *water, double dt) {
    struct buoy_step_query query = buoy_step_query_default();
    query.models = model;
    query.states.position = buoy_doubles(body->pose.position, 0);
    query.states.rotation = buoy_doubles(body->pose.rotation, 0);
    query.states.velocity = buoy_doubles(body->velocity, 0);
    query.states.spin = buoy_doubles(body->angular_velocity, 0);
    query.count = 1;
    query.water = water;
    query.dt = dt;
    return query;
}

enum buoy_status floating_ask_within(const struct floating_body *body,
                                     const struct buoy_water *water, struct buoy_drag drag,
                                     double dt, struct buoy_body_forces *forces,
                                     struct buoy_error *error) {
    struct buoy_model *model;
    enum buoy_status status = floating_model(body, drag, &model, error);
    if (status == BUOY_OK) {
        const struct buoy_model *const models[1] = {model};
        const struct buoy_step_query query = floating_query(body, models, water, dt);
        status = buoy_water_forces_compute(&query, forces, error);
    }
    buoy_model_destroy(model);
    return status;
}

struct buoy_body_forces floating_ask(const struct floating_body *body,
                                     const struct buoy_water *water, struct buoy_drag drag) {
    struct buoy_body_forces forces;
    struct buoy_error error;
    if (floating_ask_within(body, water, drag, 0.0, &forces, &error) != BUOY_OK) {
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
