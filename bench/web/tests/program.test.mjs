// The program in WebAssembly, under Node.js: bits of the native program, in both builds.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Afloat, WIDTH } from '../page/afloat.js';
import { makeScene } from '../page/scenes.js';
import { contents, fileOf, runProgram } from '../page/wasi.js';
import { ask, lastRows, PLANES, rowsOf, SCENES, skip, starObj } from './native.mjs';

const folder = mkdtempSync(join(tmpdir(), 'buoybench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const inputs = { 'star.obj': starObj(500), 'planes.csv': PLANES };
for (const [name, text] of Object.entries(inputs)) {
    writeFileSync(join(folder, name), text);
}

/** @param {WebAssembly.Module} module @param {string[]} args @param {string} [name] */
function run(module, args, name = 'buoybench') {
    const files = new Map(Object.entries(inputs).map(([file, text]) => [file, fileOf(new TextEncoder().encode(text))]));
    const printed = ['', ''];
    const code = runProgram(module, [name, ...args], files, (text, stream) => {
        printed[stream - 1] += text;
    });
    return { code, out: printed[0], err: printed[1], files };
}

for (const set of ['simd128', 'scalar']) {
    const module = new WebAssembly.Module(readFileSync(new URL(`../buoybench-${set}.wasm`, import.meta.url)));

    test(`${set}: digests of all deterministic methods are the native constants`, () => {
        const { code, out, err } = run(module, [], 'digests');
        assert.equal(code, 0, err);
        for (const test of ['answers', 'motion', 'hydrodynamics', 'drafts', 'patches', 'plane', 'equilibria']) {
            assert.match(out, new RegExp(`^ok .*\\b${test}$`, 'm'));
        }
    });

    test(`${set}: a file's answers are the native ones`, { skip }, () => {
        const args = ['eval', 'volume', '--mesh', 'star.obj', '--planes', 'planes.csv'];
        assert.equal(run(module, args).out, ask(args, folder));
    });

    for (const scene of SCENES) {
        test(`${set}: 600 steps of ${scene} end in the native bits`, () => {
            const afloat = new Afloat(module, []);
            afloat.open(afloat.scenes()[scene]);
            afloat.step(600);
            assert.deepEqual(rowsOf(afloat.look()), lastRows(scene, 600, afloat.dt));
        });
    }

    test(`${set}: scenes that the page makes up are read, and pushed bodies move`, () => {
        const wishes = { density: 400, drag: 1, amplitude: 0.25, wavelength: 8, current: 0.5 };
        const afloat = new Afloat(module, [['star.obj', new TextEncoder().encode(inputs['star.obj'])]]);
        for (const body of ['crate', 'capsule', 'barrel', 'star.obj']) {
            afloat.open(makeScene({ ...wishes, body, count: 2 }));
            const before = afloat.look();
            afloat.push(1, [1, 0, 0, 0, 0, 0]);
            const after = afloat.look();
            assert.equal(after[WIDTH + 8] - before[WIDTH + 8], 1);
            assert.ok(afloat.hulls()[0].indices.length >= 36);
            afloat.step(120);
            assert.ok(afloat.waterlines(2).length > 0);
            assert.equal(afloat.heights(Float64Array.of(0, 1), Float64Array.of(0, 1)).length, 2);
        }
        assert.throws(() => afloat.open(makeScene({ ...wishes, body: 'absent.obj', count: 1 })), /absent\.obj/);
    });

    test(`${set}: 500 crates in a sea of 100 waves`, (t) => {
        const afloat = new Afloat(module, []), passed = [];
        const scene = makeScene({ body: 'crate', density: 400, drag: 1, amplitude: 0.25, wavelength: 8, current: 0,
            count: 500, irregular: 100 }), { sea } = JSON.parse(scene).water;
        // As high as a wave of the amplitude: Hs is 4 standard deviations. Its peak runs as one of the wavelength.
        assert.ok(Math.abs(sea.height - 4 * Math.sqrt(0.25 ** 2 / 2)) < 1e-12);
        assert.ok(Math.abs(9.81 * (2 * Math.PI / 8) - (2 * Math.PI / sea.period) ** 2) < 1e-12);
        assert.equal(sea.waves, 100);
        afloat.open(scene);
        for (let i = 0; i < 60; ++i) {
            const begin = performance.now();
            afloat.step(1);
            passed.push(performance.now() - begin);
        }
        const least = Math.min(...passed);
        t.diagnostic(`a step takes ${least.toFixed(2)} ms`);
        assert.ok(set !== 'simd128' || least <= 4, `a step takes ${least} ms`);
    });

    test(`${set}: refusals have a line and the exit code 2`, () => {
        const { code, out, err } = run(module, ['mesh', 'absent.obj']);
        assert.equal(code, 2);
        assert.equal(out, '');
        assert.match(err, /^buoybench: absent\.obj: [^\n]+\n$/);
    });

    test(`${set}: a race of every family and of frames is read by the native report and compare`, { skip }, () => {
        const { code, err, files } = run(module, ['run', '--mesh', 'builtin:box', '--kernel', '*/auto/best', '--kernel',
            'volume/blocks/*', '--kernel', 'basin/*', '--workload', 'hot', '--workload', 'crowd', '--workload', 'plane',
            '--workload', 'sphere', '--workload', 'boxes/still-64', '--workload', 'frames', '--scene', 'catto-tuning', '--frames',
            '20', '--poses', '16', '--out', 'out', '--peaks', 'never', '--',
            '--benchmark_min_time=0.0001', '--benchmark_repetitions=2']);
        assert.equal(code, 0, err);
        writeFileSync(join(folder, 'results.json'), contents(files.get('out/results.json') ?? fileOf(new Uint8Array(0))));
        const names = JSON.parse(String(readFileSync(join(folder, 'results.json')))).benchmarks.map(
            (/** @type {any} */ row) => row.run_name);
        assert.ok(names.includes('volume/blocks/scalar/builtin:box'));
        assert.equal(names.includes('volume/blocks/simd128/builtin:box'), set === 'simd128');
        assert.deepEqual(new Set(names.map((/** @type {string} */ name) => name.split('/')[0])),
            new Set(['frame', ...JSON.parse(run(module, ['list', '--format', 'json']).out).map((/** @type {any} */ kernel) => kernel.family)]));
        ask(['run', '--mesh', 'builtin:box', '--kernel', 'volume/blocks/*', '--poses', '16', '--out', 'native', '--',
            '--benchmark_min_time=0.0001', '--benchmark_repetitions=2'], folder);
        ask(['report', 'results.json', 'native/results.json', '--out', 'report'], folder);
        ask(['compare', 'results.json', 'results.json'], folder);
        assert.match(String(readFileSync(join(folder, 'report/index.html'))), /volume\/blocks\/scalar/);
        assert.throws(() => ask(['submit', 'results.json'], folder), /not all of a default run/); // but sealed
    });
}
