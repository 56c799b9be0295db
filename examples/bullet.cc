// 100 crates fall into the sea in Bullet, which has no buoyancy of its own. C++17.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>
#include <buoyancy_step.h>

// ---- what a program needs of the library: from here
// Bullet's bodies have matrices where the library reads quaternions, so states are copied.
struct floating {
    btRigidBody *body;
    btScalar position[3], rotation[4], velocity[3], spin[3];
};

static buoy_array numbers(const btScalar *first) {
    return {first, sizeof(floating), sizeof(btScalar) == sizeof(float) ? BUOY_FLOAT : BUOY_DOUBLE};
}

struct sea {
    buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    std::vector<floating> bodies;
    std::vector<const buoy_model *> models; // one for each body
    std::chrono::duration<double, std::micro> ours{0};

    // Before each sub-step, of which stepSimulation() makes several. Velocities are changed: forces
    // would be summed up until the last of them. Gravity comes afterwards, in Bullet.
    void push(btScalar dt) {
        const auto began = std::chrono::steady_clock::now();
        for (floating &f : bodies) {
            const btTransform &at = f.body->getCenterOfMassTransform();
            const btQuaternion turn = at.getRotation();
            for (int k = 0; k < 3; ++k) {
                f.position[k] = at.getOrigin()[k];
                f.velocity[k] = f.body->getLinearVelocity()[k];
                f.spin[k] = f.body->getAngularVelocity()[k];
            }
            for (int k = 0; k < 4; ++k) {
                f.rotation[k] = turn[k];
            }
        }
        floating &first = bodies.front();
        buoy_step_query query = {};
        query.models = models.data(), query.count = bodies.size(), query.water = &water;
        query.dt = dt;
        query.states = {numbers(first.position), numbers(first.rotation), numbers(first.velocity),
                        numbers(first.spin)};
        query.effects.kind = BUOY_VELOCITIES, query.effects.add = true;
        query.effects.linear = {first.velocity, sizeof first, query.states.velocity.type};
        query.effects.angular = {first.spin, sizeof first, query.states.spin.type};
        buoy_error error;
        if (buoy_water_forces_compute(&query, nullptr, &error) != BUOY_OK) {
            std::fprintf(stderr, "%s\n", error.message); // that body is left alone
        }
        for (const floating &f : bodies) {
            f.body->setLinearVelocity({f.velocity[0], f.velocity[1], f.velocity[2]});
            f.body->setAngularVelocity({f.spin[0], f.spin[1], f.spin[2]});
        }
        ours += std::chrono::steady_clock::now() - began;
    }
};

static void before_sub_step(btDynamicsWorld *world, btScalar dt) {
    static_cast<sea *>(world->getWorldUserInfo())->push(dt);
}
// ---- to here

int main() {
    const double half[3] = {0.5, 0.4, 0.25}, density = 500.0, dt = 1.0 / 120.0; // m, kg/m³, s
    buoy_part box = buoy_part_default();
    for (int k = 0; k < 3; ++k) {
        box.shape.size[k] = static_cast<float>(half[k]);
    }
    buoy_model_input input = {};
    input.parts = &box, input.part_count = 1, input.densities = &density;
    input.drag.linear = input.drag.angular = 2.0;
    buoy_model *made;
    if (buoy_model_create(&input, &made, nullptr) != BUOY_OK) {
        return 1;
    }
    const std::unique_ptr<buoy_model, void (*)(buoy_model *)> model(made, buoy_model_destroy);

    sea sea;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity({0, 0, static_cast<btScalar>(-sea.water.gravity)});
    world.setInternalTickCallback(before_sub_step, &sea, true);
    btBoxShape shape({btScalar(half[0]), btScalar(half[1]), btScalar(half[2])});
    const auto mass = static_cast<btScalar>(8.0 * half[0] * half[1] * half[2] * density);
    btVector3 inertia;
    shape.calculateLocalInertia(mass, inertia);
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    for (int i = 0; i < 100; ++i) { // each at another height, and turned another way
        bodies.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
        const btScalar lean = btScalar(0.3 * std::sin(i)), turn = btScalar(0.06 * i);
        const btTransform at(btQuaternion(lean, lean, turn),
                             {btScalar(2 * (i % 10)), btScalar(2 * (i / 10)), btScalar(0.01 * i)});
        bodies.back()->setCenterOfMassTransform(at);
        // Bullet puts to sleep what moves at less than 0.8 m/s for 2 s: crates that bob.
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies.back().get());
        sea.bodies.push_back({bodies.back().get(), {}, {}, {}, {}});
        sea.models.push_back(model.get());
    }
    const auto began = std::chrono::steady_clock::now();
    for (int frame = 0; frame < 1800; ++frame) { // two sub-steps each
        world.stepSimulation(btScalar(2.0 * dt), 2, btScalar(dt));
    }
    const std::chrono::duration<double, std::micro> all = std::chrono::steady_clock::now() - began;
    double off = 0, tilt = 0, energy = 0;
    const double afloat = half[2] - 2.0 * half[2] * density / sea.water.density; // Archimedes
    for (const auto &body : bodies) {
        const btTransform &at = body->getCenterOfMassTransform();
        const btVector3 up = at.getBasis().getColumn(2);
        off = std::max(off, std::fabs(double(at.getOrigin()[2]) - afloat));
        tilt =
            std::max(tilt, std::atan2(std::hypot(up[0], up[1]), up[2]) * double(SIMD_DEGS_PER_RAD));
        energy += 0.5 * mass * body->getLinearVelocity().length2();
        world.removeRigidBody(body.get());
    }
    std::printf("draft off by %.2g mm, tilt left %.2g°, energy %.2g J, "
                "share of the step %.1f µs of %.0f, %.1f %%\n",
                1000.0 * off, tilt, energy, sea.ours.count() / 3600, all.count() / 3600,
                100.0 * sea.ours.count() / all.count());
    return !(off <= 1e-4 && tilt <= 0.01 && energy < 1e-3);
}
