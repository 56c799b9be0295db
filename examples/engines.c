// A crate in the structs of five engines.
#include <math.h>
#include <stdio.h>

#include <buoyancy_step.h>

// Unity, FixedUpdate over a NativeArray: what the water changes is added to velocities in place.
struct unity_body {
    float position[3], rotation[4], velocity[3], angularVelocity[3];
};
static int push_unity(struct buoy_step_query query, struct unity_body *body) {
    query.frame = BUOY_Y_UP_LEFT;
    query.states.position = buoy_floats(body->position, sizeof *body);
    query.states.rotation = buoy_floats(body->rotation, sizeof *body);
    query.states.velocity = buoy_floats(body->velocity, sizeof *body);
    query.states.spin = buoy_floats(body->angularVelocity, sizeof *body);
    query.effects.kind = BUOY_VELOCITIES, query.effects.add = true;
    query.effects.linear = buoy_to_floats(body->velocity, sizeof *body);
    query.effects.angular = buoy_to_floats(body->angularVelocity, sizeof *body);
    return buoy_water_forces_compute(&query, NULL, NULL) == BUOY_OK;
}

// Unreal: centimetres are copied, AddForce() takes kg cm/s², AddTorque() kg cm²/s².
static int push_unreal(struct buoy_step_query query, const double cm[3], const double quat[4],
                       const double cm_per_s[3], double force[3], double torque[3]) {
    const double at[3] = {0.01 * cm[0], 0.01 * cm[1], 0.01 * cm[2]};
    const double v[3] = {0.01 * cm_per_s[0], 0.01 * cm_per_s[1], 0.01 * cm_per_s[2]};
    query.frame = BUOY_Z_UP_LEFT;
    query.states.position = buoy_doubles(at, 0), query.states.rotation = buoy_doubles(quat, 0);
    query.states.velocity = buoy_doubles(v, 0);
    query.effects.linear = buoy_to_doubles(force, 0);
    query.effects.angular = buoy_to_doubles(torque, 0);
    const int good = buoy_water_forces_compute(&query, NULL, NULL) == BUOY_OK;
    for (int i = 0; i < 3; ++i)
        force[i] *= 100.0, torque[i] *= 1e4;
    return good;
}

// Godot, _integrate_forces(): impulses for apply_central_impulse() and apply_torque_impulse().
static int push_godot(struct buoy_step_query query, const float origin[3],
                      const float quaternion[4], const float linear_velocity[3],
                      const float angular_velocity[3], float impulse[3], float torque_impulse[3]) {
    query.frame = BUOY_Y_UP;
    query.states.position = buoy_floats(origin, 0);
    query.states.rotation = buoy_floats(quaternion, 0);
    query.states.velocity = buoy_floats(linear_velocity, 0);
    query.states.spin = buoy_floats(angular_velocity, 0);
    query.effects.kind = BUOY_IMPULSES;
    query.effects.linear = buoy_to_floats(impulse, 0);
    query.effects.angular = buoy_to_floats(torque_impulse, 0);
    return buoy_water_forces_compute(&query, NULL, NULL) == BUOY_OK;
}

// Jolt with double positions: forces are added to those of the bodies that are awake.
struct jolt_body {
    double position[3];
    float rotation[4], velocity[4], spin[4], force[4], torque[4];
};
static int push_jolt(struct buoy_step_query query, struct jolt_body *body, const uint32_t *active,
                     size_t active_count) {
    query.frame = BUOY_Y_UP;
    query.bodies = active, query.count = active_count;
    query.states.position = buoy_doubles(body->position, sizeof *body);
    query.states.rotation = buoy_floats(body->rotation, sizeof *body);
    query.states.velocity = buoy_floats(body->velocity, sizeof *body);
    query.states.spin = buoy_floats(body->spin, sizeof *body);
    query.effects.add = true;
    query.effects.linear = buoy_to_floats(body->force, sizeof *body);
    query.effects.angular = buoy_to_floats(body->torque, sizeof *body);
    return buoy_water_forces_compute(&query, NULL, NULL) == BUOY_OK;
}

// MuJoCo: xpos, xquat with w first, and xfrc_applied: a force and a torque for each body.
static int push_mujoco(struct buoy_step_query query, const double *xpos, const double *xquat,
                       double *xfrc_applied) {
    query.states.position = buoy_doubles(xpos, 3 * sizeof *xpos);
    query.states.rotation = buoy_doubles(xquat, 4 * sizeof *xquat);
    query.w_first = true; // without velocities: at rest
    query.effects.linear = buoy_to_doubles(xfrc_applied, 6 * sizeof *xfrc_applied);
    query.effects.angular = buoy_to_doubles(xfrc_applied + 3, 6 * sizeof *xfrc_applied);
    return buoy_water_forces_compute(&query, NULL, NULL) == BUOY_OK;
}

int main(void) {
    const struct buoy_part cube = {.shape = {BUOY_SHAPE_BOX, {1, 1, 1}},
                                   .place.rotation = {0, 0, 0, 1}};
    const double density = 512.5;
    const struct buoy_model_input input = {.parts = &cube, .part_count = 1, .densities = &density};
    struct buoy_model *model;
    if (buoy_model_create(&input, &model, NULL) != BUOY_OK) {
        return 1;
    }
    // Half of it is submerged: the water carries its weight, 1 g upward.
    const struct buoy_model *const models[] = {model};
    struct buoy_water seas[BUOY_Z_DOWN + 1];
    for (int frame = 0; frame <= BUOY_Z_DOWN; ++frame) {
        seas[frame] = buoy_calm_sea((enum buoy_frame)frame);
    }
    struct buoy_step_query q = {.models = models, .count = 1, .dt = 0.5};
    struct unity_body unity = {.rotation = {0, 0, 0, 1}};
    struct jolt_body jolt = {.rotation = {0, 0, 0, 1}};
    const double at[3] = {0}, turn[4] = {0, 0, 0, 1}, w_first[4] = {1, 0, 0, 0},
                 weight = 4100.0 * 9.81;
    const float still[3] = {0}, level[4] = {0, 0, 0, 1};
    const uint32_t active[] = {0};
    double force[3], torque[3], applied[6];
    float impulse[3], turning[3];
    int good = (q.water = &seas[BUOY_Y_UP_LEFT], push_unity(q, &unity));
    good = good && (q.water = &seas[BUOY_Z_UP_LEFT], push_unreal(q, at, turn, at, force, torque));
    good = good && (q.water = &seas[BUOY_Y_UP],
                    push_godot(q, still, level, still, still, impulse, turning));
    good = good && push_jolt(q, &jolt, active, 1);
    good = good && (q.water = &seas[BUOY_Z_UP], push_mujoco(q, at, w_first, applied));
    printf("lifted by %.1f m/s, %.0f kg cm/s², %.0f N s, %.0f N, %.0f N\n",
           (double)unity.velocity[1], force[2], (double)impulse[1], (double)jolt.force[1],
           applied[2]);
    buoy_model_destroy(model);
    return !(good && fabs((double)unity.velocity[1] - 0.5 * 9.81) < 1e-4 &&
             fabs(force[2] - 100.0 * weight) < 1e-4 * weight &&
             fabs((double)impulse[1] - 0.5 * weight) < 1.0 &&
             fabs((double)jolt.force[1] - weight) < 1.0 &&
             fabs(applied[2] - weight) < 1e-4 * weight);
}
