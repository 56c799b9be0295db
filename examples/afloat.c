// Without a physics engine: bodies move by Verlet's method, in steps as short as they need. A raft
// of 200 kg and a cube of 0.2 m that weighs 20 g are dropped into the sea and come to rest.
#include <math.h>
#include <stdio.h>

#include <buoyancy_step.h>

struct body {
    double position[3], rotation[4], velocity[3], spin[3]; // its origin is its centre of mass
    double mass, inertia[3];                               // about its own axes, x, y and z
    double widest;                                         // side of its box, m²
    struct buoy_model *model;
};

static int make_box(const double half[3], double mass, struct body *body) {
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
    struct buoy_error error;
    const double density = mass / (8.0 * half[0] * half[1] * half[2]);
    part.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {0}};
    for (int i = 0; i < 3; ++i) {
        const double side = 4.0 * half[i] * half[(i + 1) % 3];
        part.shape.size[i] = (float)half[i];
        body->widest = side > body->widest ? side : body->widest;
    }
    input.parts = &part, input.part_count = 1, input.densities = &density;
    input.drag = (struct buoy_drag){.linear = 1.0, .angular = 1.0, .quadratic = 1.0};
    struct buoy_mass found;
    if (buoy_mass_of_parts(&part, &density, 1, &found, &error) != BUOY_OK ||
        buoy_model_create(&input, &body->model, &error) != BUOY_OK) {
        return puts(error.message), 0;
    }
    body->mass = found.mass;
    for (int i = 0; i < 3; ++i) {
        body->inertia[i] = found.inertia[4 * i]; // a box has no products of inertia
    }
    return 1;
}

static void cross(const double a[3], const double b[3], double product[3]) {
    for (int i = 0; i < 3; ++i) {
        product[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

// A vector of the body's frame in the world, or, with `way` −1, one of the world in the body's.
static void turn(const double q[4], double way, const double v[3], double turned[3]) {
    const double s[3] = {way * q[0], way * q[1], way * q[2]};
    double t[3], u[3];
    cross(s, v, t);
    for (int i = 0; i < 3; ++i) {
        t[i] += q[3] * v[i];
    }
    cross(s, t, u);
    for (int i = 0; i < 3; ++i) {
        turned[i] = v[i] + 2.0 * u[i];
    }
}

// Moves a body for a time while no force acts on it. The angular momentum stays what it is: the
// spin follows from it in the attitude that the body has then.
static void drift(struct body *body, double time) {
    const double old[4] = {body->rotation[0], body->rotation[1], body->rotation[2],
                           body->rotation[3]};
    double *q = body->rotation, own[3], momentum[3], across[3];
    turn(q, -1.0, body->spin, own);
    cross(body->spin, old, across);
    for (int i = 0; i < 3; ++i) { // (spin × time / 2, 1) times the quaternion
        body->position[i] += time * body->velocity[i];
        own[i] *= body->inertia[i];
        q[i] = old[i] + 0.5 * time * (old[3] * body->spin[i] + across[i]);
        q[3] -= 0.5 * time * body->spin[i] * old[i];
    }
    turn(old, 1.0, own, momentum);
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) {
        q[i] /= length;
    }
    turn(q, -1.0, momentum, own);
    for (int i = 0; i < 3; ++i) {
        own[i] /= body->inertia[i];
    }
    turn(q, 1.0, own, body->spin);
}

// Half the motion, what the water and gravity change there, the other half.
static int step(struct body *body, const struct buoy_water *sea, double dt) {
    const struct buoy_model *model = body->model;
    struct buoy_step_query query = {0};
    query.models = &model, query.count = 1, query.water = sea, query.dt = dt;
    query.states.position = buoy_doubles(body->position, 0);
    query.states.rotation = buoy_doubles(body->rotation, 0);
    query.states.velocity = buoy_doubles(body->velocity, 0);
    query.states.spin = buoy_doubles(body->spin, 0);
    query.effects.kind = BUOY_VELOCITIES, query.effects.add = true;
    query.effects.linear = buoy_to_doubles(body->velocity, 0);
    query.effects.angular = buoy_to_doubles(body->spin, 0);
    struct buoy_error error;
    drift(body, 0.5 * dt);
    if (buoy_water_forces_compute(&query, NULL, &error) != BUOY_OK) {
        return puts(error.message), 0;
    }
    body->velocity[2] -= dt * sea->gravity;
    drift(body, 0.5 * dt);
    return 1;
}

// How many steps a frame needs. An explicit method explodes from dt ω = 2 on, and has periods right
// to 1 % at 0.5, where ω is the angular frequency at which the body swings in the water: by three
// times its box's largest side, which covers tilted waterplanes, roll and pitch.
static int steps_for(const struct body *body, const struct buoy_water *sea, double dt) {
    const double stiffness = 3.0 * sea->density * sea->gravity * body->widest;
    return (int)ceil(dt * sqrt(stiffness / body->mass) / 0.5);
}

// The height of a body after some seconds in frames of 1/60 s.
static double drop(struct body body, const struct buoy_water *sea, int seconds, int steps) {
    struct buoy_water water = *sea;
    for (int frame = 0; frame < 60 * seconds; ++frame) {
        for (int k = 0; k < steps; ++k) {
            water.time = (frame + (k + 0.5) / steps) / 60.0; // for water with waves
            if (!step(&body, &water, 1.0 / 60.0 / steps)) {
                return HUGE_VAL;
            }
        }
    }
    return body.position[2];
}

int main(void) {
    const struct buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
    const double half[2][3] = {{0.5, 0.5, 0.2}, {0.1, 0.1, 0.1}}, masses[2] = {200.0, 0.02};
    for (int i = 0; i < 2; ++i) {
        struct body body = {.position = {0.0, 0.0, 0.1}, .rotation = {0.1, 0.0, 0.0, 1.0}};
        if (!make_box(half[i], masses[i], &body)) {
            return 1;
        }
        const int steps = steps_for(&body, &sea, 1.0 / 60.0);
        const double height = drop(body, &sea, 20, steps), once = drop(body, &sea, 20, 1);
        printf("%g kg: steps a frame: %d, afloat at %.4f m; with one step a frame at %.4f m\n",
               masses[i], steps, height, once);
        buoy_model_destroy(body.model);
        // Half its height less the draught, which is mass over density and area.
        if (!(fabs(height - (half[i][2] - masses[i] / (sea.density * body.widest))) < 1e-3)) {
            return 1;
        }
    }
    return 0;
}
