// Films: up is up, what is nearer is drawn later, waterlines are where the water is, and the water is the library's.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bodiesAt, cameraOf, plotsOf, still, stillsOf, surfaceOf, viewsOf } from '../../bench/page/film.mjs';
import { near, nearAll, pathOf } from './support.mjs';

const CUBE = { positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]),
    indices: [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5] };
const row = (x, y, z, more = {}) => [x, y, z, 0, 0, 0, 1, more.volume ?? 1, more.energy ?? 2, more.water ?? 0];
const film = (moments, more = {}) => ({ title: 'Cubes', text: 'Look', gravity: 9.81, level: [0, 0, 1, 0], flat: true,
    kinds: [CUBE],
    bodies: moments[0].map(() => ({ kind: 0, centre: [0, 0, 0] })),
        moments: moments.map((rows, i) => ({ time: i / 2, rows })), ...more });
const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);
/** The paths of a view: [points, attributes]. */
const pathsOf = (content, view) =>
    [...content.split(/(?=<svg )/)[view].matchAll(/<path d="([^"]*)" ([^/]*)\/>/g)].map(([, d, style]) => [numbers(d), style]);

test('from the side x goes right and z up, and the surface is drawn as a line at its height', () => {
    const moved = film([[row(0, 0, 0)], [row(2, 0, 0)], [row(0, 0, 1)]]), views = viewsOf(moved);
    const hulls = [0, 1, 2].map((index) => {
        const faces = pathsOf(still(moved, views, index, 'f').content, 0).filter(([, style]) =>
            style.startsWith('fill="none" stroke="rgb')).map(([at]) => at);
        const [xs, ys] = [0, 1].map((k) => faces.flatMap((face) => face.filter((_, i) => i % 2 === k)));
        return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    });
    const side = hulls[0].right - hulls[0].left;
    near(hulls[0].bottom - hulls[0].top, side, 0.3);
    near(hulls[1].left - hulls[0].left, side, 0.3);
    near(hulls[2].top - hulls[0].top, -side / 2, 0.3);
    const surface = pathsOf(still(moved, views, 0, 'f').content, 0).find(([, style]) => style.includes('#1d5f92'))[0];
    near(surface[1], (hulls[0].top + hulls[0].bottom) / 2, 0.3);
    near(surface[3], surface[1], 1e-9);
    // A scale of 1, 2 or 5 times a power of ten metres, of its length.
    const [, metres] = still(moved, views, 0, 'f').content.match(/>([\d.]+) m<\/text>/);
    const scale = pathsOf(still(moved, views, 0, 'f').content, 0).at(-1)[0];
    near((scale[4] - scale[2]) / +metres, side / 2, 0.3);
});

test('what is nearer is drawn later, what is below the water before it, what is above behind it', () => {
    const two = film([[row(0, 4, 0.5), row(0, -4, 0.5)]]); // the second is nearer
    const paths = pathsOf(still(two, viewsOf(two), 0, 'f').content, 0), at = (wanted) =>
        paths.findIndex(([, style]) => wanted.test(style));
    const last = (wanted) => paths.findLastIndex(([, style]) => wanted.test(style));
    const water = at(/#3f8fc4/), hue = (style) => style.match(/rgb\((\d+),(\d+),(\d+)/)?.slice(1).map(Number);
    const isFirst = ([, style]) => hue(style) && hue(style)[0] > hue(style)[1], isSecond = ([, style]) => hue(style)
        && !isFirst(['', style]);
    assert.ok(water > 0 && paths.slice(0, water).every(([, style]) => hue(style)));
    assert.ok(paths.findLastIndex(isFirst) < paths.findLastIndex(isSecond));
    assert.ok(paths.slice(water).findIndex(isFirst) < paths.slice(water).findIndex(isSecond));
    assert.ok(last(/#0b3d66/) > paths.findLastIndex(isSecond));
});

test('waterlines are where bodies and the water meet, and end where they do', () => {
    const waves = film([[row(0.3, -0.2, 0.1)]],
        { flat: false, water: { type: 'waves',
            components: [{ amplitude: 0.3, wavelength: 5, direction_degrees: 40, phase: 1 }] } });
    const height = surfaceOf(waves), camera = cameraOf(0, 0, [[-2, -2, -2], [2, 2, 2]]);
    const { lines, above, below } = bodiesAt(waves, { ...waves.moments[0], time: 0.7 }, camera, height);
    assert.ok(lines.length >= 2 && above.length >= 2 && below.length >= 2);
    for (const { x: [x, y, z] } of lines.flat()) { // within straight edges, so near it
        near(z, height(x, y, 0.7), 0.15);
        near(y, -1.2, 1e-9); // on the face in front
    }
    assert.ok(above.every(({ points }) => points.every(({ x: [x, y, z] }) => z >= height(x, y, 0.7) - 0.15)));
    assert.ok(below.every(({ points }) => points.every(({ x: [x, y, z] }) => z <= height(x, y, 0.7) + 0.15)));
    const dry = bodiesAt(film([[row(0, 0, 5)]]), film([[row(0, 0, 5)]]).moments[0], camera, () => 0);
    assert.deepEqual([dry.lines.length, dry.below.length, dry.above.length], [0, 0, 2]);
});

test('the course of heave, angles and energy is drawn as it is; grey where the first body is dry', () => {
    const turned = [0, 0, 2, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, null, 0]; // yaw of 90 degrees, in the air
    const plots = plotsOf(film([[row(0, 0, -1)], [row(0, 0, 0)], [turned], [row(0, 0, 1)]], { level: [0, 0, 1, -1] }));
    assert.deepEqual(plots.map(({ file }) => file), ['heave.svg', 'angles.svg', 'energy.svg']);
    const heave = pathOf(plots[0].content), yaw = pathOf(plots[1].content, 'yaw'), x = heave.map(([place]) => place);
    nearAll(heave.map(([, y]) => y), [0, 1, 3, 2].map((value) => 304 - 286 * value / 3), 0.1); // above the water at −1
    nearAll(yaw.map(([, y]) => y), [304, 304, 18, 304], 0.1);
    assert.match(plots[0].hits[1].text, /^heave\ntime, s: 0\.5\nheight of the centre of mass above still water, m: 1$/);
    const [, left, width] = plots[0].content.match(/<rect class="shade" x="([\d.]+)" y="18" width="([\d.]+)"/);
    near(+left, x[2], 0.1);
    near(+left + +width, x[3], 0.2);
    assert.equal(pathOf(plots[2].content).length, 3);
});

test('pictures are evenly apart, and a film of one moment has one', () => {
    const long = film([...Array(40)].map((_, i) => [row(i / 100, 0, 0)]));
    assert.deepEqual(stillsOf(long).map(({ title }) => title.split(' ')[1]),
        [0, 3, 7, 10, 14, 17, 21, 24, 28, 31, 35, 39].map((i) => (i / 2).toFixed(2)));
    assert.equal(stillsOf(film([[row(0, 0, 0)]])).length, 1);
    const nothing = film([[row(0, 0, 0)]], { level: [1, 0, 0, 0] }); // a wall of water has no height
    assert.doesNotMatch(stillsOf(nothing)[0].content, /NaN|Infinity/);
});

test('the water of the page is the library\'s: waves, a grid, a plane', { skip: !process.env.BUOYBENCH }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-')), water = join(folder, 'water.json');
    const waters = [{ type: 'waves', time: 1.5, level: 0.25,
        components: [{ amplitude: 0.3, wavelength: 7, direction_degrees: 30, phase: 1 },
        { amplitude: 0.2, wavelength: 3, direction_degrees: -100, phase: 2, period: 2 }] },
    { type: 'patch', level: -0.5, origin: [-1, -1], spacing: [1, 1.5], columns: 3, rows: 3,
        heights: [0, 0.5, 0.1, 0.2, -0.4, 0.3, 0.6, 0.2, 0.1] },
    { type: 'plane', normal: [0.2, 0.1, 2], offset: 0.5 }];
    for (const described of waters) {
        writeFileSync(water, JSON.stringify(described));
        execFileSync(process.env.BUOYBENCH,
            ['float', '--shape=sphere,.4', '--water', water, '--velocity=.7,.4,0', '--position=-1.2,-1.2,0',
            '--seconds=4', '--every=24', '--out', folder], { stdio: 'ignore' });
        const data = JSON.parse(readFileSync(join(folder, 'index.html'), 'utf8').match(/id="data">(.*)<\/script>/)[1]),
            height = surfaceOf(data);
        assert.equal(data.moments.length, 41);
        nearAll(data.moments.map(({ time, rows: [at] }) => height(at[0], at[1], time)), data.moments.map(({ rows: [at] }) => at[9]), 2e-6);
    }
    rmSync(folder, { recursive: true });
});
