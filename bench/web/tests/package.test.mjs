// The package: what its types promise, of both builds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BuoyancyError, hasSimd, load } from '../package/buoyancy.js';

const builds = await Promise.all([load({ simd: true }), load({ simd: false })]);
const corners = Float32Array.from({ length: 24 }, (_, i) => ((i / 3 >> i % 3) & 1) * 2 - 1);
const faces = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2,
    1, 3, 7, 1, 7, 5];

test('each engine gets its build', async () => {
    assert.deepEqual(builds.map((buoyancy) => buoyancy.isa), ['simd128', 'scalar']);
    assert.equal((await load()).isa, hasSimd() ? 'simd128' : 'scalar');
    assert.match(builds[0].version, /^\d+\.\d+\.\d+$/);
});

for (const buoyancy of builds) {
    const cube = buoyancy.mesh(corners, faces);

    test(`${buoyancy.isa}: volumes of a cube`, () => {
        const v = buoyancy.volume(cube, [0, 0, 1, 0, 0, 0, 1, 5, 0, 0, 1, -5]);
        assert.deepEqual([v[0], v[4], v[8]], [4, 8, 0]);
        assert.ok(Math.abs(v[3] + 0.5) < 1e-8);
        assert.equal(cube.info.volume, 8);
        assert.deepEqual([...cube.info.halfExtent], [1, 1, 1]);
        assert.ok(Math.abs(buoyancy.draft(cube, [0, 0, 1], 2) + 0.5) < 1e-8);
    });

    test(`${buoyancy.isa}: hydrostatics of a cube`, () => {
        const h = buoyancy.hydrostatics(cube, [0, 0, 1, 0]);
        assert.deepEqual([h[0], h[4], h[5]], [4, 12, 4]);
        assert.ok(Math.abs(h[9] - 4 / 3) < 1e-6 && Math.abs(h[12] - 4 / 3) < 1e-6);
    });

    test(`${buoyancy.isa}: vertices that repeat, as graphics has them, in doubles, without indices`, () => {
        const soup = faces.flatMap((v) => [...corners.slice(3 * v, 3 * v + 3)]);
        assert.equal(buoyancy.mesh(soup).info.vertices, 8);
    });

    test(`${buoyancy.isa}: shapes`, () => {
        const v = buoyancy.shapes([{ shape: 'sphere', size: [1], plane: [0, 0, 1, 0] },
            { shape: 'box', size: [1, 1, 1], plane: [0, 0, 1, 0.5] }]);
        assert.ok(Math.abs(v[0] - 2 * Math.PI / 3) < 1e-6);
        assert.equal(v[4], 6);
    });

    test(`${buoyancy.isa}: refusals are thrown in the library's words`, () => {
        assert.throws(() => buoyancy.mesh(corners, faces.slice(3)), (error) =>
            error instanceof BuoyancyError && /triangle|edge/.test(error.message));
        assert.throws(() => buoyancy.mesh(corners, [0, 1, 99]), BuoyancyError);
        assert.throws(() => buoyancy.volume(cube, [0, 0, 0, 0]), /normal/);
        assert.throws(() => buoyancy.model({ parts: [{ size: [1, 1, -1] }] }), BuoyancyError);
    });

    test(`${buoyancy.isa}: views are good after the memory has grown`, () => {
        const crate = buoyancy.model({ parts: [{ size: [1, 1, 1] }] });
        const bodies = buoyancy.bodies([crate]);
        bodies.states[1] = 0.25;
        const before = buoyancy.memory.buffer.byteLength;
        const meshes = Array.from({ length: 400 }, () => buoyancy.mesh(corners, faces));
        const block = buoyancy.exports.take(before);
        assert.ok(buoyancy.memory.buffer.byteLength > before);
        assert.equal(bodies.states[1], 0.25);
        buoyancy.exports.give(block);
        for (const mesh of meshes) {
            mesh.free();
        }
    });

    // Half of the cube is under water: buoyancy is rho g V, up, and there is no torque.
    for (const up of /** @type {const} */ (['y', 'z'])) {
        test(`${buoyancy.isa}: the push on a crate, ${up} up`, () => {
            const crate = buoyancy.model({ parts: [{ size: [1, 1, 1] }], mass: 4100 });
            const bodies = buoyancy.bodies([crate, crate], { up }), sea = buoyancy.sea();
            const states = Float32Array.from(bodies.states);
            states.set([0.5, 0.5, 0.5], 13 + 7);
            bodies.step(sea, 0.1, states);
            const axis = up === 'y' ? 1 : 2;
            for (let i = 0; i < 3; ++i) {
                assert.ok(Math.abs(states[7 + i] - (i === axis ? 0.981 : 0)) < 1e-6);
                assert.ok(Math.abs(states[10 + i]) < 1e-6);
            }
            assert.deepEqual([...bodies.submerged], [4, 4]);
        });
    }

    test(`${buoyancy.isa}: a heeled raft is righted about the axis it heels about, y up`, () => {
        const raft = buoyancy.model({ parts: [{ size: [2, 0.25, 2] }] });
        const bodies = buoyancy.bodies([raft]), angle = 0.2;
        bodies.states.set([0, 0, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
        bodies.step(buoyancy.sea(), 0.01);
        assert.ok(bodies.states[12] < -0.01 && Math.abs(bodies.states[10]) < 1e-6);
    });

    test(`${buoyancy.isa}: waves carry crates up and down`, () => {
        const sea = buoyancy.sea({ waves: [{ amplitude: 0.5, wavelength: 8 }] });
        assert.deepEqual([...sea.heights([0, 2, 4], [0, 0, 0])].map((h) => Math.round(100 * h) / 100),
            [0, 0.5, 0]);
    });
}

test('both builds return the same bits', () => {
    const answers = builds.map((buoyancy) => {
        const mesh = buoyancy.mesh(corners, faces);
        const planes = Array.from({ length: 400 }, (_, i) => Math.sin(1 + i * i));
        const crate = buoyancy.model({ parts: [{ mesh }, { shape: 'capsule', size: [0.5, 1] }],
            drag: { linear: 1, angular: 1, quadratic: 1 } });
        const bodies = buoyancy.bodies(Array(100).fill(crate));
        const sea = buoyancy.sea({ waves: [{ amplitude: 0.5, wavelength: 8, direction: 1 }], current: [1, 0, 0] });
        for (let i = 0; i < 100; ++i) {
            bodies.states.set([i, Math.sin(i), 0], 13 * i);
        }
        bodies.step(sea, 1 / 60);
        return [...buoyancy.volume(mesh, planes), ...buoyancy.hydrostatics(mesh, planes), ...bodies.states];
    });
    assert.deepEqual(answers[0], answers[1]);
});

test('the package installs into an empty folder, and its example runs and passes tsc', { timeout: 100_000 }, () => {
    const here = fileURLToPath(new URL('..', import.meta.url)), folder = mkdtempSync(join(tmpdir(), 'buoybench-'));
    const [packed] = readdirSync(here).filter((name) => name.endsWith('.tgz'));
    const unpacked = readdirSync(join(here, 'package')).reduce((sum, name) => sum + statSync(join(here, 'package', name)).size, 0);
    assert.ok(statSync(join(here, packed)).size <= 400e3 && unpacked <= 1.2e6,
        `${statSync(join(here, packed)).size} bytes packed, ${unpacked} unpacked`);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(here, packed)], { cwd: folder, stdio: 'ignore' });
    cpSync(join(folder, 'node_modules/buoyancy/example.mjs'), join(folder, 'example.mjs'));
    assert.match(execFileSync('node', ['example.mjs'], { cwd: folder, encoding: 'utf8' }), /39\.\d % under water/);
    execFileSync(join(here, 'node_modules/.bin/tsc'), ['--noEmit', '--allowJs', '--checkJs', '--strict', '--module', 'nodenext',
        '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', 'example.mjs'], { cwd: folder, stdio: 'inherit' });
    rmSync(folder, { recursive: true });
});
