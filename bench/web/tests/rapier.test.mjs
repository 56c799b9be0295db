// 100 crates fall into the sea in Rapier, which has no buoyancy of its own. Prints the rows of
// ../../../kernels/guide.md, and what Rapier's sub-steps cost in draft.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import RAPIER from '@dimforge/rapier3d-compat';
import { load } from '../package/buoyancy.js';

/** @typedef {import('../package/buoyancy.js').Bodies} Bodies */
/** @typedef {import('../package/buoyancy.js').Sea} Sea */

// ---- what a program needs of the library: from here
/** Brings states of Rapier's bodies to ours. @param {RAPIER.RigidBody[]} crates @param {Bodies} bodies */
function read(crates, { states }) {
    crates.forEach((crate, i) => {
        const at = crate.translation(), turn = crate.rotation(), velocity = crate.linvel(), spin = crate.angvel();
        states.set([at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w, velocity.x, velocity.y, velocity.z,
            spin.x, spin.y, spin.z], 13 * i);
    });
}

/** Before world.step(): changes velocities, as in any engine. Rapier adds gravity afterwards, a quarter
 *  in each of its 4 sub-steps unless world.numSolverIterations is 1.
 *  @param {RAPIER.RigidBody[]} crates @param {Bodies} bodies @param {Sea} sea @param {number} dt */
function pushByVelocities(crates, bodies, sea, dt) {
    read(crates, bodies);
    bodies.step(sea, dt);
    const { states } = bodies;
    crates.forEach((crate, i) => {
        const [x, y, z, a, b, c] = states.subarray(13 * i + 7, 13 * i + 13);
        crate.setLinvel({ x, y, z }, true);
        crate.setAngvel({ x: a, y: b, z: c }, true);
    });
}

/** Or: hands Rapier the forces, which it adds in each sub-step beside gravity.
 *  @param {RAPIER.RigidBody[]} crates @param {Bodies} bodies  made with details
 *  @param {Sea} sea @param {number} dt */
function pushByForces(crates, bodies, sea, dt) {
    read(crates, bodies);
    bodies.step(sea, dt);
    const { details } = bodies;
    crates.forEach((crate, i) => {
        const [fx, fy, fz, tx, ty, tz, dx, dy, dz, ax, ay, az] = details.subarray(17 * i, 17 * i + 12);
        crate.resetForces(true);
        crate.resetTorques(true);
        crate.addForce({ x: fx + dx, y: fy + dy, z: fz + dz }, true);
        crate.addTorque({ x: tx + ax, y: ty + ay, z: tz + az }, true);
    });
}
// ---- to here

test('crates in Rapier', { timeout: 300_000 }, async (t) => {
    await RAPIER.init();
    const buoyancy = await load(), COUNT = 100, STEPS = 1800, DT = 1 / 60, DENSITY = 500, GRAVITY = 9.81;
    const half = [0.5, 0.25, 0.4], sea = buoyancy.sea();
    const model = buoyancy.model({ parts: [{ shape: 'box', size: half, density: DENSITY }], drag: { linear: 2, angular: 2 } });

    /** @param {string} name @param {number} substeps @param {typeof pushByForces} push */
    const run = (name, substeps, push) => {
        const world = new RAPIER.World({ x: 0, y: -GRAVITY, z: 0 });
        world.timestep = DT;
        world.numSolverIterations = substeps;
        const crates = Array.from({ length: COUNT }, (_, i) => { // each at another height, and turned another way
            const lean = 0.3 * Math.sin(i), turn = { x: Math.sin(lean / 2), y: 0, z: 0, w: Math.cos(lean / 2) };
            const crate = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setCanSleep(false).setRotation(turn)
                .setTranslation(2 * (i % 10), 0.01 * i, 2 * Math.floor(i / 10)));
            world.createCollider(RAPIER.ColliderDesc.cuboid(half[0], half[1], half[2]).setDensity(DENSITY), crate);
            return crate;
        });
        const bodies = buoyancy.bodies(crates.map(() => model), { details: true });
        let ours = 0;
        const start = performance.now();
        for (let step = 0; step < STEPS; ++step) {
            const began = performance.now();
            push(crates, bodies, sea, DT);
            ours += performance.now() - began;
            world.step();
        }
        const all = performance.now() - start;
        let [off, tilt, energy] = [0, 0, 0];
        for (const crate of crates) {
            const { x, y, z, w } = crate.rotation(), v = crate.linvel();
            const afloat = half[1] - 2 * half[1] * DENSITY / 1025; // Archimedes
            off = Math.max(off, Math.abs(crate.translation().y - afloat));
            tilt = Math.max(tilt, Math.atan2(2 * Math.hypot(x * y - z * w, y * z + x * w), 1 - 2 * (x * x + z * z)) * 180 / Math.PI);
            energy += 0.5 * crate.mass() * (v.x ** 2 + v.y ** 2 + v.z ** 2);
        }
        bodies.free();
        world.free();
        t.diagnostic(`${name}: draft off by ${(1000 * off).toPrecision(2)} mm, tilt left ${tilt.toPrecision(2)}°, energy ${
            energy.toPrecision(2)} J, share of the step ${(1000 * ours / STEPS).toFixed(0)} µs of ${
            (1000 * all / STEPS).toFixed(0)}, ${(100 * ours / all).toFixed(0)} %`);
        return { off, tilt };
    };

    run('velocities, 1 sub-step', 1, pushByVelocities); // warms up
    const usual = run('velocities, 4 sub-steps', 4, pushByVelocities);
    for (const exact of [run('velocities, 1 sub-step', 1, pushByVelocities), run('forces, 4 sub-steps', 4, pushByForces)]) {
        assert.ok(exact.off <= 1e-4 && exact.tilt <= 0.01, `${exact.off} m, ${exact.tilt}°`);
    }
    // If Rapier's sub-steps have changed, what is said about them no longer holds.
    assert.ok(usual.off > 1e-3 && usual.tilt <= 0.01, `${usual.off} m, ${usual.tilt}°`);
});
