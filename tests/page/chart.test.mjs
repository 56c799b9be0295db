// Charts and bars: lines are where their numbers say, axes begin where data do, labels touch neither each other nor
// the edge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axis, bars, chart, escaped, fileName, roundStep, svgFile, wrap } from '../../bench/page/chart.mjs';
import { labelsOf, near, pathOf, random } from './support.mjs';

const LETTER = 6.6; // a letter of 12 pixels is hardly ever wider

function expectApart(figure) {
    const labels = labelsOf(figure.content);
    labels.forEach((one, i) => {
        assert.ok(one.x >= 0 && one.x + LETTER * one.text.length <= figure.width, `beyond the edge: ${one.text}`);
        assert.ok(one.y >= 10 && one.y <= figure.height, `above or below: ${one.text}`);
        for (const other of labels.slice(0, i)) {
            assert.ok(Math.abs(one.y - other.y) >= 12 || one.x + LETTER * one.text.length <= other.x
                || other.x + LETTER * other.text.length <= one.x, `${one.text} over ${other.text}`);
        }
    });
    return labels;
}

const line = (points, more = {}) => ({ name: 'a', label: '', colour: 0, strong: true, joined: true, points, ...more });
const one = (points, more = {}) =>
    chart({ file: 'a.svg', title: 't', description: 'd', xLabel: 'x, s', yLabel: 'y, m', series: [line(points)], ...more });

test('a line is where its numbers are, from the beginning of the axes to their end', () => {
    for (const log of [false, true]) {
        const values = log ? [[1, 0.5], [10, 5], [100, 50], [1000, 0.05]] : [[2, -3], [3, 1], [5, 0], [7, 5]];
        const path = pathOf(one(values, { logX: log, logY: log }).content), place = (value) => (log ? Math.log10(value) : value);
        const [xs, ys] = [0, 1].map((k) => values.map((value) => place(value[k])));
        path.forEach(([x, y], i) => {
            near((x - path[0][0]) / (546 - path[0][0]), (xs[i] - Math.min(...xs)) / (Math.max(...xs) - Math.min(...xs)), 1e-3);
            near((304 - y) / (304 - 18), (ys[i] - Math.min(...ys)) / (Math.max(...ys) - Math.min(...ys)), 1e-3);
        });
        assert.equal(path.length, values.length);
    }
});

test('numbers stand where they belong, with as many digits as tell them apart', () => {
    const texts = (values, log) => axis(values, log, 0, 100).ticks.map(({ text }) => text);
    assert.deepEqual(texts([0, 90], false), ['0', '20', '40', '60', '80']);
    assert.deepEqual(texts([1000, 1000.41], false), ['1k', '1.0001k', '1.0002k', '1.0003k', '1.0004k']);
    assert.deepEqual(texts([0.00011, 0.00014], false).slice(0, 3), ['1.10e-4', '1.15e-4', '1.20e-4']);
    assert.deepEqual(texts([1, 1e6], true), ['1', '10', '100', '1k', '10k', '100k', '1M']);
    assert.deepEqual(texts([210, 560], true), ['250', '300', '350', '400', '450', '500', '550']);
    assert.deepEqual(texts([3, 30], true), ['5', '10', '20']);
    assert.deepEqual(texts([1e-17, 1], true), ['1e-15', '1e-12', '1e-9', '1e-6', '0.001', '1']);
    for (const [low, high, log] of [[-3, 17, false], [5, 5, false], [0, 0, false], [7, 7, true], [12, 327680, true]]) {
        const made = axis([low, high], log, 100, 500);
        assert.ok(made.ticks.length >= 2
            && made.ticks.every(({ value }) => made.place(value) >= 100 - 1e-6 && made.place(value) <= 500 + 1e-6));
        near(made.place(low), low === high ? 300 : 100, low === high ? 40 : 1e-9);
    }
    assert.deepEqual([3, 1, 0.7, 40].map((range) => roundStep(range, 4)), [0.5, 0.2, 0.1, 10]);
});

test('unknown numbers leave gaps or nothing, and what is apart does not stretch the axes', () => {
    assert.equal(one([[1, NaN], [2, null]]), null);
    assert.equal(one([[0, 1], [-1, 1]], { logX: true }), null);
    const both = chart({ xLabel: 'x', yLabel: 'y', title: 't', description: 'd', file: 'f',
        series: [line([[0, 0], [1, 1]]), line([[0, 0.5], [0.5, 10], [1, 0.25]], { name: 'far', apart: true })] });
    assert.deepEqual(pathOf(both.content), [[56, 304], [546, 18]]);
    assert.match(both.content, /<title>far<\/title><path class="line" d="M56\.0 161\.0M546\.0 232\.5"/);
});

test('labels of lines touch neither each other nor the edge, whatever the numbers', () => {
    const next = random(5);
    for (let turn = 0; turn < 200; ++turn) {
        const count = 1 + Math.floor(40 * next()),
            names = [...Array(count)].map((_, i) => `${'kernel-'.repeat(1 + Math.floor(5 * next()))}${i}`);
        const figure = chart({ xLabel: 'x', yLabel: 'y', title: 't', description: 'd', file: 'f', logY: turn % 2 === 0,
            series: names.map((name) => line([[0, 1 + next()], [1, 1 + next() ** 8]], { name, label: name })) });
        const labels = expectApart(figure), [end] = pathOf(figure.content).at(-1);
        assert.equal(labels.length, count);
        assert.ok(labels.every(({ x }) => x > end), 'beside the lines, not on them');
    }
});

test('labels of points touch neither each other nor the edge; those without room are left out', () => {
    const next = random(6);
    let shown = 0;
    for (let turn = 0; turn < 200; ++turn) {
        const size = turn % 3 === 0 ? 1e-3 : 1; // some in one heap
        const figure = chart({ xLabel: 'x', yLabel: 'y', title: 't', description: 'd', file: 'f',
            series: [...Array(12)].map((_, i) =>
            line([[1 + size * next(), 1 + size * next()]], { joined: false, label: i % 2 ? `point number ${i}` : `${i}`, colour: i % 9 })) });
        shown += expectApart(figure).length;
    }
    assert.ok(shown > 200 * 6);
});

test('a point under the pointer tells its numbers', () => {
    const { hits } = one([[0, 1], [2, 3]]);
    assert.deepEqual(hits[1], { x: 546, y: 18, text: 'a\nx, s: 2\ny, m: 3' });
});

test('bars begin at 0, and are as long as their numbers', () => {
    const row = (name, value, more) => ({ name, value, spread: 0, text: `${value} ns`, colour: 0, tip: name, ...more });
    const { content, hits, height } = bars({ longest: 200,
        legend: [{ colour: 8, text: 'approximation' }, { colour: 0, other: true, text: 'hollow' }],
        rows: [row('half', 100, { spread: 20 }), row('whole', 200, { other: true }),
            row('twice', 400, { grey: true, colour: 8 })] });
    const widths = [...content.matchAll(/<rect class="c\d (\w+)" x="4" y="(\d+)" width="([\d.]+)" height="7"/g)].map((match) => match.slice(1));
    assert.deepEqual(widths, [['bar', '20', '206.0'], ['other', '47', '412.0'], ['bar', '74', '403.0']]);
    assert.match(content, /<path class="spread" d="M168\.8 23\.5H251\.2"\/>/);
    assert.match(content, /<path class="c8 cut" d="M407 74l9 3\.5l-9 3\.5z"\/>/);
    assert.deepEqual(hits.map(({ text }) => text), ['half', 'whole', 'twice']);
    assert.ok(height >= 3 * 27 + 19 && [...content.matchAll(/ y="(\d+)"/g)].every(([, y]) => +y < height));
});

test('text is escaped, lines are broken, names of files are plain', () => {
    assert.equal(escaped('<&">\u0007\uffff'), '&lt;&amp;&quot;&gt;\ufffd\ufffd');
    assert.deepEqual(wrap('one two three', 8), ['one two', 'three']);
    assert.deepEqual(wrap('', 8), []);
    assert.deepEqual(wrap('abcdefghijk lm', 4), ['abcd', 'efgh', 'ijk', 'lm']);
    assert.equal(fileName('ns-per-body', 'builtin:a  b/crowd-'), 'ns-per-body-builtin-a-b-crowd.svg');
    const file = svgFile(one([[0, 1], [2, 3]]), 'a note < that');
    assert.match(file, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="560" height="399" /);
    assert.match(file, />a note &lt; that<\/text>/);
    assert.doesNotMatch(file, /var\(/);
});
