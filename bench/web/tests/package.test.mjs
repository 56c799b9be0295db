// The package: what its types promise, of both builds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BuoyancyError, hasSimd, load } from '../package/buoyancy.js';

const builds = await Promise.all([true, false].map((simd) => load({ simd, frame: 'z-up' })));
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
        assert.ok(Math.abs(buoyancy.draft(cube, [0, 0, 1], 2) + 0.5) < 2e-6); // a millionth of the cube
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
        assert.throws(() => buoyancy.mesh(corners, faces.slice(3)), (error) => error instanceof BuoyancyError
            && /^triangle .* open: \{close: true\} puts lids on open edges$/.test(error.message));
        assert.ok(buoyancy.mesh(corners, faces.slice(3), { close: true }).info.volume > 0);
        assert.throws(() => buoyancy.mesh(corners, [...faces].reverse()), /: \{repair: true\} winds it outward$/);
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

    test(`${buoyancy.isa}: waves carry crates up and down`, () => {
        const sea = buoyancy.sea({ waves: [{ amplitude: 0.5, wavelength: 8 }] });
        assert.deepEqual([...sea.heights([0, 2, 4], [0, 0, 0])].map((h) => Math.round(100 * h) / 100),
            [0, 0.5, 0]);
    });

    test(`${buoyancy.isa}: waves of shallow water are slower: half a period by its depth turns a crest into a trough`, () => {
        const sea = buoyancy.sea({ waves: [{ amplitude: 0.5, wavelength: 8 }], depth: 1 }), k = 2 * Math.PI / 8;
        sea.time = Math.PI / Math.sqrt(9.81 * k * Math.tanh(k));
        assert.ok(Math.abs(sea.heights([2], [0])[0] + 0.5) < 1e-5);
    });
}

/** Each frame's axes forward, to the left and up, under their own hand. */
const FRAMES = /** @type {const} */ ({
    'z-up': [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 'y-up': [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    'y-up-left': [[1, 0, 0], [0, 0, 1], [0, 1, 0]], 'z-up-left': [[1, 0, 0], [0, -1, 0], [0, 0, 1]],
    'z-down': [[1, 0, 0], [0, -1, 0], [0, 0, -1]],
});

for (const buoyancy of builds) {
    test(`${buoyancy.isa}: an irregular sea has its height, and repeats for its seed alone`, () => {
        const x = Float64Array.from({ length: 4000 }, (_, i) => 17 * i), z = new Float64Array(4000);
        /** @param {number} seed @param {number} [depth] */
        const heights = (seed, depth) => {
            const sea = buoyancy.sea({ state: { height: 2, period: 6, spreading: 10, count: 200, seed }, depth });
            return sea.heights(x, z);
        };
        const found = heights(1), mean = Math.sqrt(found.reduce((sum, h) => sum + h * h, 0) / found.length);
        assert.ok(Math.abs(4 * mean - 2) < 0.2, `4 times the mean height is ${4 * mean}`);
        assert.deepEqual(heights(1), found);
        assert.notDeepEqual(heights(2), found);
        assert.notDeepEqual(heights(1, 5), found);
        assert.throws(() => buoyancy.sea({ state: { height: -1, period: 6 } }), /significant height/);
    });
}

// One body, heeled, in waves and a current: what it is told in any frame, its push is the same.
for (const [name, [forward, left, up]] of Object.entries(FRAMES)) {
    test(`the frame ${name}`, async () => {
        const frame = /** @type {keyof typeof FRAMES} */ (name), hand = name.endsWith('left') ? -1 : 1;
        const [own, reference] = [await load({ frame }), builds[0]];
        /** @param {number[]} v */
        const tell = (v) => [0, 1, 2].map((i) => v[0] * forward[i] + v[1] * left[i] + v[2] * up[i]);
        /** @param {ArrayLike<number>} v */
        const hear = (v) => [forward, left, up].map((axis) => axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
        /** @param {typeof own} buoyancy @param {(v: number[]) => number[]} to @param {number} sign */
        const push = (buoyancy, to, sign) => {
            const told = Array.from({ length: 8 }, (_, i) => to([...corners.slice(3 * i, 3 * i + 3)])).flat();
            const wound = sign < 0 ? faces.map((_, i) => faces[i - i % 3 + (3 - i % 3) % 3]) : faces;
            const mesh = buoyancy.mesh(told, wound), size = to([0.5, 0.25, 1]).map(Math.abs);
            const body = buoyancy.model({ parts: [{ mesh, position: to([0, 0, 2]) }, { size, position: to([1, 2, 0]) },
                { shape: 'capsule', size: [0.5, 1], position: to([-1, 0, 0]) }], drag: { linear: 1, angular: 1, quadratic: 1 } });
            const bodies = buoyancy.bodies([body, body]);
            const sea = buoyancy.sea({ waves: [{ amplitude: 0.5, wavelength: 8, direction: 0.5 }], current: to([1, 2, 0]) });
            const turned = to([0.1, 0.2, 0.3]).map((q) => sign * q), spin = to([0.3, 0.2, 0.1]).map((w) => sign * w);
            bodies.states.set([...to([0.3, 0.2, -0.5]), ...turned, Math.sqrt(1 - 0.14), ...to([1, 0, 0]), ...spin]);
            bodies.step(sea, 1 / 64, undefined, [0]);
            return { states: bodies.states, mesh, body, sea };
        };
        const a = push(own, tell, hand), b = push(reference, (v) => v, 1);
        assert.deepEqual(hear(a.states.slice(7)), [...b.states.slice(7, 10)]);
        assert.deepEqual(hear(a.states.slice(10)).map((w) => hand * w), [...b.states.slice(10, 13)]);
        assert.deepEqual([...a.states.slice(13)], [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]); // it sleeps
        assert.deepEqual(hear(a.body.info.centreOfMass), b.body.info.centreOfMass);
        const plane = [0.6, 0, 0.8], [v, w] = [own.hydrostatics(a.mesh, [...tell(plane), 0.1]),
            reference.hydrostatics(b.mesh, [...plane, 0.1])];
        assert.deepEqual([v[0], ...hear(v.slice(1, 4)), ...hear(v.slice(6, 9))], [w[0], ...w.slice(1, 4), ...w.slice(6, 9)]);
        assert.equal(a.sea.heights([3], [tell([0, 2, 0]).find((x) => x !== 0) ?? 0])[0], b.sea.heights([3], [2])[0]);
    });
}

test('half a crate is pushed up by its share of rho g V, in place', async () => {
    const buoyancy = await load(), crate = buoyancy.model({ parts: [{ size: [1, 1, 1] }], mass: 4100 });
    const bodies = buoyancy.bodies([crate, crate], { details: true }), states = Float32Array.from(bodies.states);
    states.set([0.5, 0.5, 0.5], 13 + 7);
    bodies.step(buoyancy.sea(), 0.1, states);
    assert.ok(Math.abs(states[8] - 0.981) < 1e-6 && states[7] === 0 && states[9] === 0);
    assert.equal(bodies.details[12], 4);
    assert.equal(bodies.details[1], bodies.details[17 + 1]);
});

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

test('the modules ask nothing of their host', async () => {
    for (const set of ['simd128', 'scalar']) {
        const module = await WebAssembly.compile(readFileSync(new URL(`../package/buoyancy-${set}.wasm`, import.meta.url)));
        assert.deepEqual(WebAssembly.Module.imports(module), []);
    }
});

test('the package installs into an empty folder; example and README run and pass tsc', { timeout: 100_000 }, () => {
    const here = fileURLToPath(new URL('..', import.meta.url)), folder = mkdtempSync(join(tmpdir(), 'buoybench-'));
    const [packed] = readdirSync(here).filter((name) => name.endsWith('.tgz'));
    const unpacked = readdirSync(join(here, 'package')).reduce((sum, name) => sum + statSync(join(here, 'package', name)).size, 0);
    assert.ok(statSync(join(here, packed)).size <= 450e3 && unpacked <= 1.2e6,
        `${statSync(join(here, packed)).size} bytes packed, ${unpacked} unpacked`);
    assert.equal(JSON.parse(String(readFileSync(join(here, 'package/package.json')))).scripts, undefined);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(here, packed)], { cwd: folder, stdio: 'ignore' });
    cpSync(join(folder, 'node_modules/buoyancy/example.mjs'), join(folder, 'example.mjs'));
    assert.match(execFileSync('node', ['example.mjs'], { cwd: folder, encoding: 'utf8' }), /39\.\d % under water/);
    for (const beside of ['three', '@types']) {
        symlinkSync(join(here, 'node_modules', beside), join(folder, 'node_modules', beside));
    }
    const code = String(readFileSync(join(folder, 'node_modules/buoyancy/README.md'))).match(/```js\n(.*?)```/s)?.[1];
    writeFileSync(join(folder, 'readme.mjs'), `import { BoxGeometry } from 'three';
        const geometry = new BoxGeometry(), dt = 1 / 60, states = Float32Array.from({ length: 26 }, (_, i) => Number(i % 13 === 6));
        ${code}
        console.log(volume / mesh.info.volume, states[8]);`);
    const [share, velocity] = execFileSync('node', ['readme.mjs'], { cwd: folder, encoding: 'utf8' }).split(' ').map(Number);
    assert.ok(share > 0.5 && share < 1 && velocity > 0);
    execFileSync(join(here, 'node_modules/.bin/tsc'), ['--noEmit', '--allowJs', '--checkJs', '--strict', '--module', 'nodenext',
        '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', '--skipLibCheck', 'example.mjs', 'readme.mjs'],
    { cwd: folder, stdio: 'inherit' });
    rmSync(folder, { recursive: true });
});
