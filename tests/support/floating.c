#include "floating.h"

#include "body.h"
#include "test.h"

struct floating_body floating_at_rest(const struct buoy_mesh *mesh) {
    return (struct floating_body){
        .mesh = mesh,
        .pose = buoy_pose_identity(),
        .mass = 100.0,
        .inertia = {10.0, 10.0, 10.0},
    };
}

enum buoy_status floating_model(const struct floating_body *body, struct buoy_drag drag,
                                struct buoy_model **model, struct buoy_error *error) {
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
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
    struct buoy_step_query query = {0};
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
    FAIL_IF(floating_ask_within(body, water, drag, 0.0, &forces, &error) != BUOY_OK, "%s",
            error.message);
    return forces;
}

const struct buoy_drag floating_no_drag = {0.0, 0.0, 0.0};

void floating_expect_near(const double a[3], const double b[3], double most) {
    for (int i = 0; i < 3; ++i) {
        FAIL_IF(!(fabs(a[i] - b[i]) <= most),
                "component %d: %.17g and %.17g differ by more than %g", i, a[i], b[i], most);
    }
}
