// The page of results: filters, colours, marks of equal kernels, roofs, and the order of rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, files } from '../../bench/page/page.mjs';
import { narrow } from '../../bench/page/report.mjs';
import { orderOf } from '../../bench/page/table.mjs';
import { labelsOf, near, pathOf } from './support.mjs';

const kernel = (id, ns, more = {}) => {
    const [family, method, isa] = id.split('/');
    return { kernel: id, family, method, isa, call: id, approximate: false, deterministic: true, automatic: false, baseline: false, strong: true,
        failure: '', declined: false, rank: 1, ns, spread: ns / 50, error: 1e-7, speedup: 300 / ns, rival: null, max_error_centroid: 1e-9,
        flops_per_body: 900, double_flops_per_body: null, bytes_per_body: 450, cells: [], ...more };
};
const subject = (name, triangles, results) => ({ name, family: 'volume', mesh: name, shape: name, workload: 'hot', line: '', summary: 's', triangles,
    per_call: 1, threads: 1, immersion: 0, cold: false, results, best: results[0].kernel, automatic: null, rival: null, lead: 0 });
const kernels = (factor) => [kernel('volume/hierarchy/avx2', 20 * factor), kernel('volume/blocks/avx2', 20.2 * factor),
    kernel('volume/blocks/avx2+fma', 30 * factor, { rank: 3, deterministic: false, strong: false }),
    kernel('volume/catto/scalar', 300 * factor, { rank: 4, baseline: true }),
    kernel('volume/spheres/scalar', 15 * factor, { approximate: true, rank: 0, error: 0.04, strong: false }),
    kernel('volume/points/scalar', undefined, { failure: 'too slow', strong: false })];
const file = { label: 'a', file: 'a.json', sweep: '', budget: 1000, noisy: false, warnings: [], count: 10, context: { cpu: 'C',
    peaks: { flops: { avx2: { add: 100, multiply: 90 } }, bandwidth: { l1: 400, memory: 10 } } },
    families: [{ name: 'volume', automatic: 'f', one: 'body', of_total: 'of V', centroid: 'of d', note: '', columns: null }],
    subjects: [subject('box', 12, kernels(1)), subject('ball', 1200, kernels(50))] };
const data = { files: [file] };
const row = (markup, text) => markup.match(new RegExp(`<tr[^>]*>(?:(?!</tr>).)*<code>${text}</code>.*?</tr>`, 's'))[0];
const figureOf = (figures, name) => figures.find((figure) => figure.file === name);

test('a filter lets through what it names, in tables and in figures', () => {
    const left = (filter) => narrow([file], filter)[0].subjects[0].results.map((result) => result.kernel);
    assert.equal(left({}).length, 6);
    assert.deepEqual(left({ isa: 'avx2' }), ['volume/hierarchy/avx2', 'volume/blocks/avx2']);
    assert.deepEqual(left({ method: 'blocks', kind: '' }), ['volume/blocks/avx2', 'volume/blocks/avx2+fma']);
    assert.deepEqual(left({ kind: 'approximate' }), ['volume/spheres/scalar']);
    assert.equal(left({ kind: 'exact' }).length, 5);
    const { markup, figures } = draw(data, { method: 'blocks' });
    assert.doesNotMatch(markup.slice(markup.indexOf('id="ranking"')), /<code>volume\/catto/);
    assert.match(markup, /<option selected="selected">blocks<\/option>/);
    assert.match(markup.slice(0, markup.indexOf('id="ranking"')), /<code>volume\/hierarchy\/avx2/); // the verdict stays
    assert.doesNotMatch(figureOf(figures, 'ns-per-body-box.svg').content, /hierarchy/);
    assert.match(draw(data, { isa: 'avx2', kind: 'approximate' }).markup, /No kernel is all of these/);
});

test('a method has one colour in bars, lines, points and tables; approximations are grey, what is published dark', () => {
    const { markup, figures } = draw(data);
    const colours = { hierarchy: 0, blocks: 1, catto: 7, spheres: 8 };
    for (const [method, colour] of Object.entries(colours)) {
        const bars = figureOf(figures, 'ns-per-body-box.svg').content, lines = figureOf(figures, 'ns-per-triangle.svg').content;
        assert.match(bars, new RegExp(`>(\\d=? )?volume/${method}/\\w+</text><text [^>]*>[^<]*</text><rect class="c${colour} bar"`));
        assert.match(lines, new RegExp(`<g class="c${colour} \\w+"><title>volume/${method}/`));
        assert.match(figureOf(figures, 'roofline.svg').content, new RegExp(`<g class="c${colour} \\w+"><title>volume/${method}/`));
        assert.match(row(markup.slice(markup.indexOf('id="ranking"')), `volume/${method}/\\w+`), new RegExp(`<i class="c${colour}">`));
    }
    assert.match(figureOf(figures, 'ns-per-body-box.svg').content, /fma<\/text><text [^>]*>[^<]*<\/text><rect class="c1 other"/);
    const verify = draw({ title: 't', note: '', charts: [{ file: 'f', title: 't', description: 'd', xLabel: 'x', yLabel: 'y', logX: true, logY: true,
        series: [{ name: 'blocks', method: true, points: [[1, 1], [2, 2]] }, { name: 'voxel', method: true, approximate: true, points: [[1, 3], [2, 9]] }] }] });
    assert.deepEqual(labelsOf(verify.figures[0].content).map(({ colour, text }) => [text, colour]), [['voxel', 8], ['blocks', 1]]);
});

test('what was measured has a table of its own, without what races and what has no time', () => {
    const frame = (name, ns) => ({ ...subject(name, 0, [kernel('frame/loop/scalar', ns, { cells: [[`${ns} ms`, ns]] })]), family: 'frame' });
    const { markup } = draw({ files: [{ ...file, families: [...file.families, { ...file.families[0], name: 'frame', note: 'Frames.', columns: ['p50'] }],
        subjects: [...file.subjects, frame('harbour/hot', 5), frame('harbour/cold', undefined)] }] });
    const measured = markup.slice(markup.indexOf('id="measured"')).split('</section>')[0];
    assert.match(measured, /<td[^>]*>harbour\/hot<.*5 ms/s);
    assert.equal(measured.match(/<tr/g).length, 2); // the head and one row
    assert.doesNotMatch(measured, /box|harbour\/cold/);
});

test('equal kernels are marked, and numbers are those of the file', () => {
    const { markup, figures } = draw(data), ranking = markup.slice(markup.indexOf('id="ranking"'));
    assert.match(row(ranking, 'volume/hierarchy/avx2'), /class="strong even".*>1=<.*>20\.0<.*>± 0\.4<.*>1\.667<.*>15\.00<.*>1\.0e-07<.*>1\.0e-09</s);
    assert.match(row(ranking, 'volume/blocks/avx2'), />1=</);
    assert.match(row(ranking, 'volume/catto/scalar'), /class="strong".*>4</s);
    assert.match(row(ranking, 'volume/spheres/scalar'), />4 %</);
    assert.match(row(ranking, 'volume/points/scalar'), /colspan="6">not timed: too slow</);
    const { content, hits } = figureOf(figures, 'ns-per-body-box.svg');
    assert.match(content, />1= volume\/hierarchy\/avx2<.*>1= volume\/blocks\/avx2<.*>3 volume.*>4 volume\/catto.*>volume\/spheres.*>15\.0 ns, 4 % wrong</s);
    assert.equal(hits[0].text, 'volume/hierarchy/avx2\n20.0 ± 0.4 ns, 15.0×');
});

test('roofs rise with slope 1 to the peak at their ridges, and points are at their numbers', () => {
    const { content, hits } = figureOf(draw(data).figures, 'roofline.svg');
    const [l1, memory] = ['L1', 'memory'].map((name) => pathOf(content, name));
    // Points at 2 FLOP/byte of 45, 44.6, 30, 3, 60 GFLOP/s; axes from half the least ridge, .25, to twice the greatest, 10.
    const [left, right] = [l1[0][0], l1[2][0]], at = (x) => left + (right - left) * Math.log(x / 0.125) / Math.log(20 / 0.125);
    near(l1[1][0], at(0.25), 0.1);
    near(memory[1][0], at(10), 0.1);
    near(l1[1][1], memory[1][1], 0.1); // the peak
    near(l1[1][1], l1[2][1], 0.1);
    near((l1[1][1] - l1[0][1]) / (l1[1][0] - l1[0][0]), (memory[1][1] - memory[0][1]) / (memory[1][0] - memory[0][0]), 0.02);
    const point = hits.find(({ text }) => text.startsWith('volume/hierarchy/avx2, box'));
    near(point.x, at(2), 0.1);
    const decade = (l1[0][1] - l1[1][1]) / Math.log10(2);
    near(l1[1][1] - point.y, decade * Math.log10(45 / 100), 0.5);
    const texts = labelsOf(content).map(({ text }) => text);
    assert.deepEqual(texts.filter((text) => text.length < 7), ['L1', 'memory']);
    assert.ok(texts.includes('hierarchy, box'));
});

test('lines of growth are at their numbers', () => {
    const path = pathOf(figureOf(draw(data).figures, 'ns-per-triangle.svg').content, 'volume/hierarchy');
    assert.equal(path.length, 2);
    assert.ok(path[0][1] < path[1][1] && path[0][0] < path[1][0]); // 1.67 and .83 ns per triangle
});

test('rows sort by number or text, up and down, within their groups; what is empty is last', () => {
    const rows = [['10.5', 0], ['9', 0], ['1,200', 0], ['', 0], ['± 3', 1], ['< .01 %', 1], ['x', 0]].map(([text, group]) => ({ text, group }));
    assert.deepEqual(orderOf(rows, false), [1, 0, 2, 6, 3, 5, 4]);
    assert.deepEqual(orderOf(rows, true), [2, 0, 1, 6, 3, 4, 5]);
    const values = [['2 ms', 2e6], ['3 µs', 3000]].map(([text, value]) => ({ text, value }));
    assert.deepEqual(orderOf(values, false), [1, 0]);
});

test('files side by side: rows of the first, then of others, with ratios to the first', () => {
    const other = { ...file, label: 'b', file: 'b.json', subjects: [subject('box', 12, [...kernels(0.5), kernel('volume/batch/avx2', 7, { rank: 2 })])] };
    const third = { ...file, label: 'c', subjects: [subject('box', 12, kernels(2))] };
    const { markup } = draw({ files: [file, other, third] }), ranking = markup.slice(markup.indexOf('id="ranking"'));
    assert.match(row(ranking, 'volume/hierarchy/avx2'), />20\.0<.*>10\.0<.*>0\.50<.*>40\.0<.*>2\.00</s);
    assert.match(row(ranking, 'volume/batch/avx2'), /<td class="n"><\/td><td class="n"><\/td><td class="n"[^>]*>7\.00</);
    assert.deepEqual([...ranking.matchAll(/<h3>(\w+)/g)].map(([, name]) => name), ['box', 'ball']);
});

test('every figure becomes a file of its own, under a name of its own', () => {
    const names = files(data).map(([name]) => name);
    assert.deepEqual(names, ['ns-per-body-box.svg', 'ns-per-body-ball.svg', 'ns-per-triangle.svg', 'roofline.svg']);
    assert.ok(files(data).every(([, text]) => /^<svg .*>C<\/text>.*<\/svg>\n$/s.test(text)));
});
