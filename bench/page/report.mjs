// The page of results: what race/report/view.c says of some files, in sections.
import { BASELINE, COLOURS, GREY, bars, chart, escaped, fileName } from './chart.mjs';
import { table } from './table.mjs';

// ---- numbers and markup

const grouped = (value, decimals) =>
    value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
/** With as many decimals as a time of that size has. */
const numberLike = (value, like) => grouped(value, like < 10 ? 2 : like < 1000 ? 1 : 0);
const time = (ns) => numberLike(ns, ns);
const count = (value) => grouped(Math.floor(value), 0);
const general = (value, digits) => String(+value.toPrecision(digits));
const scientific = (value) => (value === 0 ? '0' : value.toExponential(1).replace(/e([+-])(\d)$/, 'e$10$2'));
const wrong = (result) => (100 * result.error < 0.01 ? '< .01 %' : `${general(100 * result.error, 2)} %`);
const code = (text) => `<code>${escaped(text)}</code>`;
/** A cell of a number; empty if it is not finite. */
const cell = (value, text) => (Number.isFinite(value) ? [text(value), value] : '');
const fixed = (value, decimals) => cell(value, (number) => number.toFixed(decimals));

const section = (id, heading, body) => (body ? `<section id="${id}"><h2>${heading}</h2>\n${body}</section>\n` : '');
const note = (text) => `<p class="note">${text}</p>\n`;
const cards = (body) => (body ? `<div class="cards">\n${body}</div>\n` : '');
const card = (body) => `<div class="card">${body}</div>\n`;

// ---- what there is

const like = (a, b) => a.name === b.name && a.family === b.family;
const found = (file, subject) => file.subjects.find((one) => like(one, subject));
const kernelOf = (subject, id) => subject?.results.find((result) => result.kernel === id);
const isTimed = (result) => Number.isFinite(result?.ns);
const best = (subject) => kernelOf(subject, subject?.best);
const familyOf = (file, subject) => file.families.find((family) => family.name === subject.family);
const isMeasured = (file, subject) => familyOf(file, subject).columns !== null;
const plainName = (subject) => subject.name + (subject.family === 'volume' ? '' : `, ${subject.family}`);
const named = (subject) =>
    escaped(subject.name) + (subject.family === 'volume' ? '' : ` <span class="family">${escaped(subject.family)}</span>`);
const ofSubject = (what, subject) => fileName(what, subject.name + (subject.family === 'volume' ? '' : `-${subject.family}`));

/** The subjects of all files that satisfy a condition, each once, with the first file that has it. */
const subjectsOf = (files, condition) => files.flatMap((file, f) => file.subjects
    .filter((subject) => subject.results.length > 0 && condition(file, subject)
        && !files.slice(0, f).some((before) => found(before, subject)?.results.length > 0))
    .map((subject) => ({ file, subject })));

/** Methods that stand beside each other in figures. */
const COLOUR_OF = { hierarchy: 0, blocks: 1, indexed: 2, batch: 3, hierarchy64: 4, auto: 5, blocks64: 6, catto64: BASELINE,
    catto: BASELINE,
    corners: 0, celis: 2, kerner: 0, kerner64: 4, appendix: 2, centre: 3, clip64: 2, clip: 2, fused: 0, reference: 6, waves: 0,
    sphere: 0, ellipsoid: 1, capsule: 2, cylinder: 3, cone: 4, box: 6, arcs: 1 };

/** A method's colour, on every page; those of plug-ins follow from their names. */
export const colourOf = ({ method, approximate, baseline }) => (approximate ? GREY : baseline ? BASELINE
    : COLOUR_OF[method] ?? [...method].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) % COLOURS, 0));

// ---- filters

/** Files with those kernels alone that a filter {isa, method, kind} lets through. */
export const narrow = (files, { isa, method, kind }) =>
    files.map((file) => ({ ...file, subjects: file.subjects.map((subject) => ({ ...subject,
    results: isMeasured(file, subject) ? subject.results : subject.results.filter((result) => (!isa || result.isa === isa)
        && (!method || result.method === method) && (!kind || result.approximate === (kind === 'approximate'))) })) }));

function filterForm(files, filter) {
    const results = files.flatMap((file) =>
        file.subjects.filter((subject) => !isMeasured(file, subject)).flatMap((subject) => subject.results));
    const choice = (name, label, values) =>
        `<label>${label} <select name="${name}"><option value="">all</option>${values.map((value) =>
        `<option${value === filter[name] ? ' selected="selected"' : ''}>${escaped(value)}</option>`).join('')}</select></label>`;
    const all = (key) => [...new Set(results.map((result) => result[key]))].sort();
    return `<form class="filter">${choice('isa', 'instruction set', all('isa'))} ${choice('method', 'method', all('method'))} ${
        choice('kind', 'answers', ['exact', 'approximate'])}</form>\n`;
}

// ---- sections

const noise = (files) =>
    files.filter((file) => file.noisy || file.warnings?.length > 0).map((file) => `<div class="warning" role="note">
<strong>${files.length > 1 ? `${escaped(file.label)}: ` : ''}${file.noisy ? 'a noisy machine; do not trust these times'
    : 'mind'}</strong>
<ul>${(file.warnings?.length > 0 ? file.warnings : ['by its own account']).map((text) =>
    `<li>${escaped(text)}</li>`).join('')}</ul></div>\n`).join('');

function verdict(files) {
    const [first] = files, several = files.length > 1, rivals = first.subjects.some((subject) => subject.rival);
    const columns = several ? files.flatMap((file, f) =>
        [[`${file.label}: called directly`, file.label], ['#ns', 'ns'], ...(f > 0 ? [['#ratio', 'ratio']] : [])])
        : [['call'], ['#ns', 'ns'], [first.budget > 0 ? `#bodies in ${general(first.budget, 6)} µs` : '#bodies', 'bodies'],
            ['#× baseline', '× baseline'],
            ...(rivals ? [['#× rival', '× rival']] : []), ['#error', 'error'], ['called directly', 'directly'], ['#faster', 'faster']];
    const alone = ({ file, subject }) => {
        const main = kernelOf(subject, subject.automatic) ?? best(subject);
        return [code(main.automatic ? `${familyOf(file, subject).automatic}()` : main.call), cell(main.ns, time),
            file.budget > 0 ? cell(1e3 * file.budget / main.ns, count) : '', fixed(main.speedup, 1),
                ...(rivals ? [fixed(main.rival, 1)] : []),
            cell(main.error, (error) => (error === 0 ? '0.0e+00' : scientific(error))), code(best(subject).call),
            subject.lead >= 0.5 ? cell(subject.lead, (lead) => `${lead.toFixed(0)} %`) : ''];
    };
    const beside = ({ subject }) => {
        const firstNs = best(found(first, subject))?.ns;
        return files.flatMap((file, f) => {
            const result = best(found(file, subject));
            return [result ? code(result.kernel) : '', cell(result?.ns, time),
                ...(f > 0 ? [fixed(result?.ns / firstNs, 2)] : [])];
        });
    };
    const rows = subjectsOf(files, (_, subject) => files.some((file) => best(found(file, subject)))).map((one) => ({
        class: one.subject.workload === 'hot' ? 'hot' : '', heads: true, units: ['', ...columns.map(([, unit]) => unit)],
        cells: [named(one.subject), ...(several ? beside(one) : alone(one))] }));
    return section('verdict', 'Verdict', table('verdict', ['mesh and workload', ...columns.map(([heading]) => heading)], rows)
        + note(`First what to call, whose numbers these are: the library's function. Then the fastest exact kernel called directly: one
with the same bits on every machine, unless another one leads it by more than both spreads; faster: by how much, if beyond both.
× baseline: speed relative to the published algorithm on the same queries.`));
}

function histogram(subject, put) {
    const { low_ns: low, ratio } = subject.histogram;
    const bins = (key, name) => subject.histogram[key].map((frames, i) => [1e-3 * low * ratio ** (i + 0.5), frames,
        `${general(1e-3 * low * ratio ** i, 4)} to ${general(1e-3 * low * ratio ** (i + 1), 4)} µs: ${frames} ${name}`]);
    const kinds = Object.entries(subject.parts ?? {}).map(([kind, ns]) => `${escaped(kind)} ${time(1e-3 * ns)} µs`).join(', ');
    return card(put(chart({ file: ofSubject('ns-by-frame', subject), title: `${subject.name}: how long frames take`,
        description: "How many frames took how long, and how many turns of a loop of fixed work beside them, whose tail is the machine's.",
        xLabel: 'time of a frame, µs', yLabel: 'frames in a bin', logX: true, logY: true,
        series: [{ name: 'a loop of fixed work', colour: GREY, strong: true, points: bins('control', 'turns') },
            { name: 'frames', colour: 0, strong: true, points: bins('frames', 'frames') }] }))
        + note(`${escaped(subject.summary)}. Grey: the loop beside them.${kinds ? ` By themselves: ${kinds}` : ''}`));
}

const measured = (files, put) => section('measured', 'Frames and making', files.flatMap((file) => file.families.map((family) => {
    const subjects = family.columns
        ? file.subjects.filter((subject) => subject.family === family.name && isTimed(subject.results[0])) : [];
    return subjects.length === 0 ? '' : (files.length > 1 ? `<h3>${escaped(file.label)}</h3>\n` : '') + note(escaped(family.note))
        + table('numbers', [family.name, ...family.columns.map((heading) => `#${heading}`)],
            subjects.map((subject) => ({ cells: [escaped(subject.name),
                ...subject.results[0].cells.map(([text, value]) => [escaped(text), value])] })))
        + cards(subjects.filter((subject) => subject.histogram).map((subject) => histogram(subject, put)).join(''));
})).join(''));

/** The rank among exact kernels, = if others have it, too; approximations have their error. */
function rankOf(result, results) {
    const equal = results.filter((other) => isTimed(other) && !other.approximate && other.rank === result.rank).length > 1;
    return result.approximate ? wrong(result) : `${result.rank}${equal ? '=' : ''}`;
}

/** A bar for each kernel, the fastest on top. The axis reaches to the baseline and to every exact kernel that takes at most
 *  20 times as long as the fastest. */
function ranked(subject, family) {
    const timed = subject.results.filter(isTimed), exact = timed.filter((result) => !result.approximate);
    if (timed.length === 0) {
        return null;
    }
    const spread = (result) => result.spread ?? 0;
    const rows = timed.map((result) => {
        const digits = result.speedup < 0.1 ? 3 : result.speedup < 1 ? 2 : 1;
        const more = result.approximate && result.error >= 0 ? `, ${wrong(result)} wrong` : result.speedup > 0
            ? `, ${result.speedup.toFixed(digits)}×` : '';
        return { name: `${result.approximate ? '' : `${rankOf(result, timed)} `}${result.kernel}`, value: result.ns,
            spread: spread(result), text: `${time(result.ns)} ns${more}`,
            colour: colourOf(result), other: !result.approximate && !result.baseline && !result.deterministic,
                grey: result.approximate,
            tip: `${result.kernel}\n${time(result.ns)} ± ${numberLike(spread(result), result.ns)} ns${more}` };
    });
    const legend = [[{ colour: BASELINE, text: 'published' }, (result) => result.baseline],
        [{ colour: GREY, text: 'approximation' }, (result) => result.approximate],
        [{ colour: 0, other: true, text: 'hollow: other bits elsewhere' }, (_, i) => rows[i].other]];
    return bars({ file: ofSubject('ns-per-body', subject),
        title: `${plainName(subject)}${subject.triangles > 0 ? `, ${count(subject.triangles)} triangles`
            : ''}: CPU time per ${family.one}`,
        description: 'A bar for each kernel, the fastest on top; approximations below. × is times as fast as the published baseline. '
            + 'Ranks with = differ by less than the spreads.', rows,
                legend: legend.filter(([, is]) => timed.some(is)).map(([entry]) => entry),
        longest: Math.max(...(exact.length > 0 ? exact : timed).filter((result, _, [fastest]) => result.baseline
            || result.ns <= 20 * fastest.ns)
            .map((result) => result.ns + spread(result))) });
}

function rankingTable(files, subject, family) {
    const several = files.length > 1, [first] = files;
    const spread = (result) => cell(result.spread, (value) => `± ${numberLike(value, result.ns)}`);
    const all = files.map((file) => found(file, subject)?.results ?? []);
    const rows = all.flatMap((results, f) =>
        results.filter((result) => !all.slice(0, f).some((before) => kernelOf({ results: before }, result.kernel)))
        .map((result) => ({ result, results })));
    const headings = several
        ? files.flatMap((file, f) => [`#${file.label}, ns/${family.one}`, '#spread', ...(f > 0 ? ['#ratio'] : [])])
        : [`#ns/${family.one}`, '#spread', '#ns/triangle', '#× baseline', ...(subject.rival ? ['#× rival'] : []),
            `#error, ${family.of_total}`, `#${family.centroid}`];
    const beside = (result) => files.flatMap((file, f) => {
        const here = kernelOf(found(file, subject), result.kernel), base = kernelOf(found(first, subject), result.kernel);
        return [...(isTimed(here) ? [cell(here.ns, time), spread(here)] : ['', '']),
            ...(f > 0 ? [fixed(here?.ns / base?.ns, 2)] : [])];
    });
    const single = (result) =>
        [cell(result.ns, time), spread(result), fixed(subject.triangles > 0 ? result.ns / subject.triangles : NaN, 3),
        fixed(result.speedup, 2), ...(subject.rival ? [fixed(result.rival, 2)] : []), cell(result.error, scientific),
        cell(result.max_error_centroid, scientific)];
    return table('ranking', ['#rank', 'kernel', ...headings], rows.map(({ result, results }) => {
        const rank = isTimed(result) ? rankOf(result, results) : '';
        const kernel = `<i class="c${colourOf(result)}"></i>${code(result.kernel)}`;
        return isTimed(result) ? { group: result.approximate ? 1 : 0,
            class: `${result.strong ? 'strong' : 'thin'}${rank.endsWith('=') ? ' even' : ''}`,
            cells: [rank, kernel, ...(several ? beside(result) : single(result))] }
            : { group: 2, class: 'failed', span: headings.length,
                cells: ['', kernel, (result.declined ? 'left out: ' : 'not timed: ') + escaped(result.failure)] };
    }));
}

function ranking(files, form, put) {
    const several = files.length > 1;
    const body = subjectsOf(files, (file, subject) => !isMeasured(file, subject)).map(({ file, subject }) => {
        const family = familyOf(file, subject), numbers = rankingTable(files, subject, family);
        return several ? `<h3>${named(subject)}</h3>\n${numbers}`
            : card(`${put(ranked(subject, family))}<details><summary>numbers: ${
            escaped(subject.family)}, ${escaped(subject.name)}: ${escaped(subject.summary)}</summary>${numbers}</details>`);
    }).join('');
    return form && section('ranking', 'Ranking',
        note(`CPU time of one query: median of the repetitions ± spread (1.48 median deviations).
Kernels with equal ranks (=) differ by less than both spreads. Approximations stand below, grey, with their worst error; they are never
recommended. A method has one colour everywhere.${several
    ? ` Strong: the best variant of each method with the same bits on every machine, and the
baseline. Ranks are those of ${escaped(files[0].label)}; ratios are times relative to it.` : ''} A click on a heading sorts.`)
        + form + (body ? (several ? body : cards(body)) : note('No kernel is all of these.')));
}

const AXES = [
    { id: 'scaling', heading: 'Scaling', file: 'ns-per-triangle', sweep: 'triangles', label: 'triangles', logX: true,
        per: 'triangle',
        note: 'Time per triangle against the number of triangles.',
        x: (subject) => (subject.triangles > 0 && subject.per_call === 1 && subject.immersion === 0 ? subject.triangles : NaN) },
    { id: 'crowds', heading: 'Crowds', file: 'ns-by-count', label: 'bodies per call', logX: true, per: 'body',
        note: 'Time per body against the number of bodies in a call.',
        x: (subject) => (!subject.cold && subject.per_call > 0 && subject.immersion === 0 ? subject.per_call : NaN) },
    { id: 'immersion', heading: 'Immersion', file: 'ns-by-immersion', label: '% of the volume under water', per: 'body',
        note: 'Time per body against the share of the volume that is under water.',
        x: (subject) => (subject.immersion > 0 ? 100 * subject.immersion : NaN) },
];

/** Subjects of a file that differ in one number alone: a line of them for each shape, unless meshes are compared by size. */
function linesOf(file, axis) {
    const lines = new Map();
    for (const subject of file.subjects.filter((one) => one.threads === 1 && one.results.some(isTimed)
        && !Number.isNaN(axis.x(one)))) {
        const shape = axis.sweep && file.sweep !== axis.sweep ? '' : subject.shape;
        const key = JSON.stringify([subject.family, subject.cold, subject.line, shape]);
        const line = lines.get(key) ?? lines.set(key, { shape, first: subject, at: new Map() }).get(key);
        line.at.set(axis.x(subject), line.at.get(axis.x(subject)) ?? subject);
    }
    return [...lines.values()].filter((line) => line.at.size > 1)
        .map((line) => ({ ...line, at: [...line.at].sort(([a], [b]) => a - b) }));
}

function growthOf(files, file, line, axis, put) {
    const kernels = new Map();
    for (const result of line.at.flatMap(([, subject]) => subject.results.filter(isTimed))) {
        kernels.set(result.kernel, result); // strong by the last subject
    }
    const series = [...kernels.values()].map((result) => ({ name: result.kernel, label: `${result.method} ${result.isa}`,
        colour: colourOf(result), strong: result.strong, joined: true, apart: result.approximate,
            points: line.at.map(([x, subject]) => {
            const y = (kernelOf(subject, result.kernel)?.ns ?? NaN) / (axis.per === 'triangle' ? subject.triangles : 1);
            return [x, y, `${general(x, 6)} ${axis.label}: ${general(y, 4)} ns per ${axis.per}`];
        }) }));
    const parts = [line.first.family, line.shape, line.first.line].filter(Boolean).join(', ');
    const rows = [...series.filter((one) => !one.apart), ...series.filter((one) => one.apart)].map((one) => ({
        class: one.strong ? 'strong' : 'thin', group: one.apart ? 1 : 0,
        cells: [`<i class="c${one.colour}"></i>${code(one.name)}`,
            ...one.points.map(([, y]) => cell(y, (value) => general(value, 4)))] }));
    const of = [line.shape, line.first.line, line.first.family === 'volume' ? '' : line.first.family].filter(Boolean).join('-');
    return card(put(chart({ file: fileName(axis.file, of),
        title: `${files.length > 1 ? `${file.label}: ` : ''}${parts}, by ${axis.label}`,
        description: 'A line for each kernel, the best of each method strong and labelled. The table below has the numbers.',
        xLabel: axis.label, yLabel: `ns per ${axis.per}`, logX: axis.logX, logY: true, series }))
        + `<details><summary>numbers</summary>${table('numbers', ['kernel', ...line.at.map(([x]) => `#${general(x, 6)}`)],
            rows)}</details>`);
}

const growth = (files, put) => AXES.map((axis) => {
    const body = files.map((file) => linesOf(file, axis).map((line) => growthOf(files, file, line, axis, put)).join('')).join('');
    return section(axis.id, axis.heading, body && note(axis.note) + cards(body));
}).join('');

/** The most of some numbers; NaN if there is none. */
const most = (numbers) => numbers.filter((number) => number > 0).reduce((a, b) => Math.max(a, b), -1);
const plainFlops = (set) => most([set?.add, set?.multiply, set?.mixed]);

function rooflineOf(file, title, put) {
    const { peaks } = file.context;
    const [isa, flops] = Object.entries(peaks.flops ?? {}).map(([name, set]) => [name, plainFlops(set)]).sort((a, b) =>
        b[1] - a[1])[0] ?? ['', -1];
    const levels = [['l1', 'L1'], ['l2', 'L2'], ['l3', 'L3'],
        ['memory', 'memory']].map(([key, name]) => ({ name, bandwidth: peaks.bandwidth?.[key] }))
        .filter(({ bandwidth }) => bandwidth > 0);
    const points = file.subjects.flatMap((subject) => subject.results.filter((result) => isTimed(result) && !result.automatic
        && result.flops_per_body > 0 && result.bytes_per_body > 0).map((result) => {
        const doubles = result.double_flops_per_body > 0 && result.isa !== 'scalar' ? result.double_flops_per_body : 0;
        const places = result.flops_per_body + doubles; // a vector holds half as many doubles as floats
        return { result, subject, intensity: places / result.bytes_per_body, speed: places / result.ns,
            strong: result.strong && subject.workload === 'hot' };
    }));
    if (points.length === 0 || levels.length === 0 || !(flops > 0)) {
        return '';
    }
    const around = [...points.map((point) => point.intensity), ...levels.map((level) => flops / level.bandwidth)];
    const [low, high] = [around.reduce((a, b) => Math.min(a, b)) / 2, 2 * around.reduce((a, b) => Math.max(a, b))],
        labelled = new Set();
    const roofs = levels.flatMap(({ name, bandwidth }) => [
        { name: `${name}: ${bandwidth.toFixed(1)} GB/s`, colour: GREY, joined: true,
            points: [[low, low * bandwidth], [flops / bandwidth, flops], [high, flops]] },
        { name: `${name}: ${bandwidth.toFixed(1)} GB/s`, label: name, colour: GREY, strong: true,
            points: [[flops / bandwidth, flops]] }]);
    const series = points.map(({ result, subject, intensity, speed, strong }) => {
        const isFirst = strong && labelled.size < 8 && !labelled.has(subject); // the fastest method of each subject
        if (isFirst) {
            labelled.add(subject);
        }
        return { name: `${result.kernel}, ${subject.name}`, colour: colourOf(result), strong, points: [[intensity, speed]],
            label: isFirst ? `${result.method}, ${subject.mesh.replace(/^builtin:/, '')}` : '' };
    });
    const rows = points.filter((point) => point.strong).map(({ result, subject, intensity, speed }) => {
        const [set, fused] = result.isa.split('+'),
            own = most([plainFlops(peaks.flops[set]), fused === undefined ? -1 : peaks.flops[set]?.fma]);
        const bound = own > 0 ? Math.min(own, levels[0].bandwidth * intensity) : NaN;
        return { cells: [`<i class="c${colourOf(result)}"></i>${code(result.kernel)}`, named(subject),
            fixed(result.flops_per_body, 0), fixed(result.bytes_per_body, 0),
            fixed(intensity, 2), fixed(speed, 2), fixed(bound, 1), fixed(100 * speed / bound, 0)] };
    });
    const fused = most(Object.values(peaks.flops).map((set) => set.fma));
    return note(`One core, measured: ${flops.toFixed(1)} GFLOP/s (${escaped(isa)}${fused > 0
        ? `; ${fused.toFixed(1)} with multiply-add` : ''})${
        levels.map(({ name, bandwidth }) =>
            `, ${name} ${bandwidth.toFixed(1)} GB/s`).join('')}. Operations and bytes are counted; one on
doubles counts as two in vectors. The bound is that of the kernel's own instruction set. The figure has ${points.length} points; the table has the
${rows.length} of the best variants in single queries.`)
        + put(chart({ file: 'roofline.svg', title,
            description: 'Grey lines: bandwidths of caches and memory, and the peak of operations. A point for '
            + 'each kernel and mesh.', xLabel: 'operations per byte, FLOP/byte', yLabel: 'GFLOP/s', logX: true, logY: true,
                series: [...roofs, ...series] }))
        + table('roofline', ['kernel', 'mesh and workload', '#FLOP/body', '#bytes/body', '#FLOP/byte', '#GFLOP/s',
            `#bound (${levels[0].name})`, '#% of it'], rows);
}

const roofline = (files, put) =>
    section('roofline', 'Roofline', files.filter((file) => file.context.peaks).map((file) => rooflineOf(file,
    `${files.length > 1 ? `${file.label}: ` : ''}speed against operations per byte`, put)).join(''));

const MACHINE = { cpu: 'processor', cpu_features: 'instruction sets', instruction_set: 'capped to', num_cpus: 'processors',
    cores: 'cores of kind', clock: 'clock, measured', frequency_mhz: 'clock, MHz', mhz_per_cpu: 'nominal clock, MHz',
        governor: 'governor',
    load_avg: 'load', system: 'system', host_name: 'host', compiler: 'compiler', flags: 'flags', extra_flags: 'further flags',
    build_type: 'build', version: 'version', commit: 'commit', libraries: 'libraries', plugins: 'plug-ins', date: 'date',
    executable: 'program', seed: 'seed', poses: 'poses', budget_us: 'budget, µs', sweep: 'sweep' };

const said = (value, within = false) => (typeof value === 'string' ? escaped(value) : typeof value === 'boolean'
    ? (value ? 'yes' : 'no')
    : typeof value === 'number' ? general(value, 10) : Array.isArray(value) && !within
        ? value.slice(0, 32).map((one) => said(one, true)).join(', ')
        : value && typeof value === 'object' && !Array.isArray(value) && !within
            ? Object.entries(value).map(([key, one]) => `${escaped(key)} ${said(one, true)}`).join(', ') : 'unknown');
const isSaid = (value) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const machine = (files) =>
    section('machine', 'Machine and build', table('machine', ['', ...files.map((file) => (files.length > 1 ? file.label : ''))],
    [...Object.entries(MACHINE).filter(([key]) =>
        files.some((file) => isSaid(file.context[key]))).map(([key, name]) => ({ heads: true,
        class: new Set(files.map((file) => JSON.stringify(file.context[key]))).size > 1 ? 'strong' : 'plain',
        cells: [name, ...files.map((file) => said(file.context[key]))] })),
    { heads: true, class: 'plain', cells: ['benchmarks', ...files.map((file) => String(file.count))] }]));

/** The whole page as markup; `put` takes figures and returns theirs. */
export function report({ files }, filter, put) {
    const several = files.length > 1, { cpu } = files[0].context, chosen = narrow(files, filter);
    const races = files.some((file) => file.subjects.some((subject) => subject.results.length > 0 && !isMeasured(file, subject)));
    const body = noise(files) + verdict(files) + measured(files, put) + ranking(chosen, races
        ? filterForm(files, filter) : '', put)
        + growth(chosen, put) + roofline(chosen, put) + machine(files);
    const sources = files.map((file) => `<p class="sub">${several ? `<strong>${escaped(file.label)}</strong>: ` : ''}${
        ['cpu', 'compiler', 'commit', 'date'].slice(several ? 0 : 1).filter((key) => file.context[key])
            .map((key) => (key === 'commit' ? 'commit ' : '') + escaped(file.context[key])).join(' · ')}</p>\n`).join('');
    const links = [...body.matchAll(/<section id="(\w+)"><h2>([^<]+)/g)].map(([, id, name]) =>
        `<a href="#${id}">${name}</a> `).join('');
    return `<header>\n<h1>${several ? 'Buoyancy kernels side by side' : cpu ? `Buoyancy kernels on ${escaped(cpu)}`
        : 'Benchmarks'}</h1>
${sources}<nav aria-label="sections">${links}</nav>\n</header>\n<main>\n${body}</main>\n<footer>All numbers are those of ${
        files.map((file) => code(file.file)).join(', ')}. A body is one answer; errors are the worst of all poses.</footer>\n`;
}

/** What stands below the title of every figure in a file. */
export const noteOf = ([{ context, noisy }]) => `${[context.cpu, context.compiler].filter(Boolean).join(', ')}${
    noisy ? '. NOISY: do not trust these times; index.html says why' : ''}`;
