// Beside the rival, jolt-physics: 500 crates and 500 barrels afloat in its world, by its own buoyancy and
// by ours. Prints the table of ../README.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import initJolt from 'jolt-physics';
import { load } from '../package/buoyancy.js';

const COUNT = 1000, STEPS = 1200, DT = 1 / 60, DENSITY = 0.4, WATER = 1000, DRAG = [3, 3];

/** A barrel along x: its corners, and triangles around them. */
function barrel() {
    const rings = [[-0.5, 0.3], [-0.25, 0.38], [0, 0.4], [0.25, 0.38], [0.5, 0.3]], around = 12;
    const positions = rings.flatMap(([x, r]) => Array.from({ length: around }, (_, i) =>
        [x, r * Math.cos(2 * Math.PI * i / around), r * Math.sin(2 * Math.PI * i / around)]).flat());
    const faces = rings.slice(1).flatMap((_, ring) => Array.from({ length: around }, (_, i) => {
        const [a, b] = [ring * around + i, ring * around + (i + 1) % around];
        return [a, b, b + around, a, b + around, a + around];
    }).flat());
    for (let i = 2; i < around; ++i) {
        const end = (rings.length - 1) * around;
        faces.push(0, i, i - 1, end, end + i - 1, end + i);
    }
    return { positions: Float32Array.from(positions), faces };
}

/** @param {number[]} list */
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

test('crates and barrels by Jolt’s own buoyancy, and by ours', { timeout: 300_000 }, async (t) => {
    const Jolt = /** @type {any} */ (await initJolt()), buoyancy = await load();
    const { positions, faces } = barrel(), half = [0.5, 0.25, 0.4];
    const mesh = buoyancy.mesh(positions, faces);
    const crateMesh = buoyancy.mesh(Float32Array.from({ length: 24 }, (_, i) => (((i / 3 | 0) >> i % 3 & 1) * 2 - 1) * half[i % 3]),
        [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5]);
    const models = [{ shape: /** @type {const} */ ('box'), size: half }, { mesh }].map((part) => buoyancy.model({
        parts: [{ ...part, density: DENSITY * WATER }], drag: { linear: DRAG[0], angular: DRAG[1] } }));

    /** @param {'Jolt' | 'ours'} which */
    const run = (which) => {
        const settings = new Jolt.JoltSettings(), filter = new Jolt.ObjectLayerPairFilterTable(1),
            table = new Jolt.BroadPhaseLayerInterfaceTable(1, 1), layer = new Jolt.BroadPhaseLayer(0);
        filter.DisableCollision(0, 0);
        table.MapObjectToBroadPhaseLayer(0, layer);
        settings.mObjectLayerPairFilter = filter;
        settings.mBroadPhaseLayerInterface = table;
        settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(table, 1, filter, 1);
        const world = new Jolt.JoltInterface(settings), system = world.GetPhysicsSystem(), api = system.GetBodyInterface();
        const hull = new Jolt.ConvexHullShapeSettings();
        for (let i = 0; i < positions.length; i += 3) {
            hull.mPoints.push_back(new Jolt.Vec3(positions[i], positions[i + 1], positions[i + 2]));
        }
        const box = new Jolt.BoxShapeSettings(new Jolt.Vec3(...half), 0);
        const shapes = [box, hull].map((shape) => {
            shape.mDensity = DENSITY * WATER;
            return shape.Create().Get();
        });
        const ids = Array.from({ length: COUNT }, (_, i) => {
            const angle = 0.3 * Math.sin(i), turn = new Jolt.Quat(Math.sin(angle / 2), 0, 0, Math.cos(angle / 2));
            const body = new Jolt.BodyCreationSettings(shapes[i % 2], new Jolt.RVec3(3 * (i % 32), 0.2, 3 * (i >> 5)), turn,
                Jolt.EMotionType_Dynamic, 0);
            body.mAllowSleeping = false;
            body.mLinearDamping = body.mAngularDamping = 0;
            const id = api.CreateAndAddBody(body, Jolt.EActivation_Activate); // one object for all calls
            return new Jolt.BodyID(id.GetIndexAndSequenceNumber());
        });
        const [surface, level, still, gravity] = [new Jolt.RVec3(0, 0, 0), new Jolt.Vec3(0, 1, 0), new Jolt.Vec3(0, 0, 0),
            system.GetGravity()];
        const [place, rotation, velocity, spin] = [new Jolt.RVec3(), new Jolt.Quat(), new Jolt.Vec3(), new Jolt.Vec3()];
        const bodies = buoyancy.bodies(ids.map((_, i) => models[i % 2])), sea = buoyancy.sea({ density: WATER });
        /** @type {number[]} */
        const times = [];
        /** @type {number[]} */
        const pure = [];
        const read = () => {
            const { states } = bodies;
            for (let i = 0; i < COUNT; ++i) {
                api.GetPositionAndRotation(ids[i], place, rotation);
                api.GetLinearAndAngularVelocity(ids[i], velocity, spin);
                states.set([place.GetX(), place.GetY(), place.GetZ(), rotation.GetX(), rotation.GetY(), rotation.GetZ(),
                    rotation.GetW(), velocity.GetX(), velocity.GetY(), velocity.GetZ(), spin.GetX(), spin.GetY(),
                    spin.GetZ()], 13 * i);
            }
        };
        for (let step = 0; step < STEPS; ++step) {
            const began = performance.now();
            if (which === 'Jolt') {
                for (const id of ids) {
                    api.ApplyBuoyancyImpulse(id, surface, level, 1 / DENSITY, DRAG[0], DRAG[1], still, gravity, DT);
                }
            } else {
                read();
                const middle = performance.now();
                bodies.step(sea, DT);
                pure.push(performance.now() - middle);
                const { states } = bodies;
                for (let i = 0; i < COUNT; ++i) {
                    const [vx, vy, vz, wx, wy, wz] = states.subarray(13 * i + 7, 13 * i + 13);
                    velocity.Set(vx, vy, vz);
                    spin.Set(wx, wy, wz);
                    api.SetLinearAndAngularVelocity(ids[i], velocity, spin);
                }
            }
            times.push(performance.now() - began);
            world.Step(DT, 1);
        }
        // How far bodies are from where they would float exactly, as they lie, as a share of their height.
        read();
        const errors = [0, 0], { states } = bodies;
        for (let i = 0; i < COUNT; ++i) {
            const [y] = states.subarray(13 * i + 1), [qx, qy, qz, qw] = states.subarray(13 * i + 3, 13 * i + 7);
            const up = [2 * (qx * qy + qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qx * qw)];
            const kind = i % 2, body = kind ? mesh : crateMesh, d = buoyancy.draft(body, up, DENSITY * body.info.volume);
            errors[kind] = Math.max(errors[kind], Math.abs(-y - d) / (kind ? 0.8 : 0.5));
        }
        Jolt.destroy(world);
        return { ms: median(times), pure: pure.length ? median(pure) : NaN, errors };
    };

    const [theirs, ours] = [run('Jolt'), run('ours')];
    const percent = (/** @type {number} */ share) => `${(100 * share).toPrecision(2)} %`;
    t.diagnostic('| 1 000 bodies | ms a step | draft of crates off by | of barrels |');
    t.diagnostic('|---|---|---|---|');
    t.diagnostic(`| Jolt's buoyancy | ${theirs.ms.toFixed(2)} | ${theirs.errors.map(percent).join(' | ')} |`);
    t.diagnostic(`| ours, with states copied from Jolt and back | ${ours.ms.toFixed(2)} | ${ours.errors.map(percent).join(' | ')} |`);
    t.diagnostic(`| ours alone | ${ours.pure.toFixed(2)} | the same | the same |`);
    assert.ok(ours.errors[0] < 1e-3 && ours.errors[1] < 1e-3);
    assert.ok(ours.pure < theirs.ms);
});
