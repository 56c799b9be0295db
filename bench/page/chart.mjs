// Figures with two axes, and bars, as SVG that a style sheet colours (style.mjs).
//
// A figure is {file, title, description, width, height, content, hits}: markup in units of the picture, y from 0 at
// the top, and the places that have numbers to tell: points {x, y, text}, or rows {y, wide, text} of that half height.
import { FILE_STYLE } from './style.mjs';

const WIDTH = 560, LEAST_HEIGHT = 350, RIGHT = WIDTH - 14, TOP = 18, UNDER = 46;
/** The width of a label's letter on a phone, roughly, and the height of a label. */
const LETTER = 7.6, LINE = 14;
/** Colours that are not a method's. */
export const COLOURS = 7;
export const BASELINE = 7;
export const GREY = 8;

/** Text for markup. Control characters, which XML lacks, become U+FFFD. */
export const escaped = (text) => String(text).replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]);
const shorten = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const at = (value) => value.toFixed(1);

/** A file's name WHAT-OF.svg with plain characters only; others in a row become one hyphen. */
export const fileName = (what, of) =>
    `${`${what}-${of}`.slice(0, 220).replace(/[^\w.+-]+/g, '-').replace(/-+/g, '-').replace(/-$/, '')}.svg`;

// ---- axes

/** The decimals that tell multiples of a step apart. */
const decimalsOf = (step) => Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));

function tickLabel(value, step) {
    const size = Math.abs(value);
    if (size > 0 && (size < 1e-3 || size >= 1e12)) {
        return value.toExponential(Math.min(12,
            Math.max(0, Math.floor(Math.log10(size) + 1e-9) - Math.floor(Math.log10(step) + 1e-9))));
    }
    const prefix = size === 0 ? 0 : Math.min(3, Math.max(0, Math.floor(Math.log10(size) / 3 + 1e-9))), unit = 1000 ** prefix;
    return +(value / unit).toFixed(decimalsOf(step / unit)) + ['', 'k', 'M', 'G'][prefix];
}

/** 1, 2 or 5 times a power of ten: the largest that divides a range into at least `parts`. */
export function roundStep(range, parts) {
    const power = 10 ** Math.floor(Math.log10(range / parts));
    return power * [5, 2, 1].find((digit) => range / parts >= digit * power * (1 - 1e-9));
}

/** An axis over values, from `begin` to `end` of the picture; it starts and ends where they do. */
export function axis(values, log, begin, end) {
    let [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)],
        [Infinity, -Infinity]);
    if (!(high > low * (1 + 1e-12)) && !(high > low && low <= 0)) { // one number alone is in the middle
        [low, high] = log ? [low / 2, high * 2] : [low - (Math.abs(low) / 2 || 1), high + (Math.abs(high) / 2 || 1)];
    }
    const scale = log ? Math.log10 : (value) => value, ticks = [];
    const add = (value, step) => {
        if (scale(value) >= scale(low) - 1e-9 * Math.abs(scale(high) - scale(low))
            && scale(value) <= scale(high) + 1e-9 * Math.abs(scale(high) - scale(low))) {
            ticks.push({ value, text: tickLabel(value, step) });
        }
    };
    if (log) { // powers of ten: every one or, of many, every second, …; of few, 2 and 5 times as much, too
        const [from, till] = [Math.log10(low), Math.log10(high)], every = Math.ceil((till - from) / 8);
        for (let e = Math.ceil(Math.floor(from) / every) * every; e <= till; e += every) {
            for (const digit of till - from < 2.2 ? [1, 2, 5] : [1]) {
                add(digit * 10 ** e, 10 ** e);
            }
        }
    }
    if (ticks.length < 3) {
        ticks.length = 0;
        const step = roundStep(high - low, 4), first = Math.ceil(low / step - 1e-9);
        for (let i = first; i <= high / step + 1e-9; ++i) {
            add(i * step, step);
        }
    }
    return { low, high, ticks, begin, end, place: (value) =>
        begin + (end - begin) * (scale(value) - scale(low)) / (scale(high) - scale(low)) };
}

/** Grid and numbers: those that would touch the one before are left out. */
function frame(x, y, bottom, xLabel, yLabel) {
    let free = -Infinity;
    const below = x.ticks.filter(({ value, text }) => {
        const place = x.place(value), half = LETTER * text.length / 2, fits = place - half >= free;
        free = fits ? place + half + 6 : free;
        return fits;
    });
    return `<g class="grid">${x.ticks.map(({ value }) => `<path d="M${at(x.place(value))} ${bottom}V${TOP}"/>`).join('')}${
        y.ticks.map(({ value }) => `<path d="M${x.begin} ${at(y.place(value))}H${at(x.end)}"/>`).join('')}</g>
<path class="frame" d="M${x.begin} ${TOP}V${bottom}H${at(x.end)}"/><g class="ticks">${
        below.map(({ value, text }) =>
            `<text x="${at(x.place(value))}" y="${bottom + 17}" text-anchor="middle">${text}</text>`).join('')}${
        y.ticks.map(({ value, text }) =>
            `<text x="${x.begin - 6}" y="${at(y.place(value) + 4)}" text-anchor="end">${text}</text>`).join('')}</g>
<text class="axis" x="${at((x.begin + x.end) / 2)}" y="${bottom + 38}" text-anchor="middle">${escaped(xLabel)}</text>
<text class="axis" transform="translate(13 ${(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>\n`;
}

// ---- labels

/** Labels of lines stand one below the other at the right. */
function spreadOut(labels, bottom) {
    labels.sort((a, b) => a.y - b.y);
    labels.forEach((label, i) => {
        label.y = Math.max(label.y, i > 0 ? labels[i - 1].y + LINE : TOP + 4);
    });
    for (let i = labels.length; i-- > 0;) {
        labels[i].y = Math.min(labels[i].y, i + 1 < labels.length ? labels[i + 1].y - LINE : bottom + 4);
    }
}

/** Beside a point: right, left, above or below it, wherever there is room; grey ones above, as lines run right. False if
 *  there is none. */
function placeBeside(label, placed, left, bottom) {
    const { width: w } = label, places = [[7, 4], [-7 - w, 4], [-w / 2, -8], [-w / 2, 17], [7, 14], [7, -7], [-7 - w, -7],
        [-7 - w, 14], [7, -18], [7, 26], [-7 - w, -18], [-7 - w, 26]];
    const found = places.slice(label.colour === GREY ? 2 : 0).map(([dx, dy]) => [label.px + dx, label.py + dy])
        .find(([x, y]) => x >= left && x + w <= WIDTH && y >= TOP - 6 && y <= bottom
            && placed.every((other) => Math.abs(y - other.y) >= LINE || x >= other.x + other.width || other.x >= x + w));
    [label.x, label.y] = found ?? [NaN, NaN];
    return found !== undefined;
}

// ---- charts

/** A chart of series {name, label, colour, strong, joined, noPoints, apart, points: [[x, y, text], …]}; null if none
 *  has a point. The axes are not stretched for those apart: what is beyond is cut off. Shades are intervals of x. */
export function chart({ file, title, description, xLabel, yLabel, logX = false, logY = false, series, shades = [] }) {
    const isPoint = ([x, y]) => Number.isFinite(x) && Number.isFinite(y) && (!logX || x > 0) && (!logY || y > 0);
    const lines = series.map((one) => ({ ...one, label: shorten(one.label ?? '', 26), points: one.points.filter(isPoint) }))
        .filter((one) => one.points.length > 0);
    const main = lines.some((one) => !one.apart) ? lines.filter((one) => !one.apart) : lines;
    if (lines.length === 0) {
        return null;
    }
    const beside = lines.filter((one) => one.strong && one.joined && one.label);
    const room = Math.max(0, ...beside.map((one) => LETTER * one.label.length + 10));
    const bottom = Math.max(LEAST_HEIGHT - UNDER, TOP + LINE * beside.length);
    const y = axis(main.flatMap((one) => one.points.map((point) => point[1])), logY, bottom, TOP),
        left = Math.max(56, 24 + LETTER * Math.max(...y.ticks.map(({ text }) => text.length)));
    const x = axis(main.flatMap((one) => one.points.map((point) => point[0])), logX, left, RIGHT - room);
    const hits = [], labels = [];
    const draw = (one) => {
        let path = '', down = false, dots = '';
        for (const [vx, vy, text] of one.points) {
            const [px, py] = [x.place(vx), y.place(vy)];
            const within = px >= left - 0.5 && px <= x.end + 0.5 && py <= bottom + 0.5 && py >= TOP - 0.5;
            path += within ? `${down ? 'L' : 'M'}${at(px)} ${at(py)}` : '';
            down = within;
            dots += within && !one.noPoints && (one.strong || !one.joined)
                ? `<circle cx="${at(px)}" cy="${at(py)}" r="${one.joined ? 2.6 : one.strong ? 4.2 : 3}"/>` : '';
            if (within) {
                hits.push({ x: px, y: py,
                    text: `${one.name}\n${text ?? `${xLabel}: ${+vx.toPrecision(6)}\n${yLabel}: ${+vy.toPrecision(4)}`}` });
            }
        }
        return `<g class="c${one.colour} ${one.strong ? 'strong' : 'thin'}"><title>${escaped(one.name)}</title>${
            one.joined ? `<path class="line" d="${path}"/>` : ''}${dots}</g>\n`;
    };
    for (const one of lines.filter((line) => line.strong && line.label)) {
        const last = one.points.findLast(([, vy]) => one.apart ? y.place(vy) >= TOP && y.place(vy) <= bottom : true)
            ?? one.points.at(-1);
        const [px, py] = [x.place(last[0]), Math.max(TOP, Math.min(bottom, y.place(last[1])))];
        const label = { text: one.label, colour: one.colour, px, py, x: x.end + 8, y: py + 4,
            width: LETTER * one.label.length + 4 };
        if (one.joined || placeBeside(label, labels, x.begin, bottom)) {
            labels.push(label);
        }
    }
    if (beside.length > 0) {
        spreadOut(labels, bottom);
    }
    const grey = shades.map(([from, till]) =>
        [x.place(Math.max(from, x.low)), x.place(Math.min(till, x.high))]).filter(([from, till]) => till > from)
        .map(([from, till]) => `<rect class="shade" x="${at(from)}" y="${TOP}" width="${at(till - from)}" height="${bottom - TOP}"/>`).join('');
    const content = `${grey}${frame(x, y, bottom, xLabel, yLabel)}${lines.filter((one) => !one.strong).map(draw).join('')}${
        lines.filter((one) => one.strong).map(draw).join('')}<g class="labels">${
        labels.map((one) => `<text class="c${one.colour}" x="${at(one.x)}" y="${at(one.y)}">${escaped(one.text)}</text>`).join('')}</g>`;
    return { file, title, description, width: WIDTH, height: bottom + UNDER, content, hits, x, bottom };
}

/** A bar for each of rows {name, value, spread, text, colour, other, grey, tip}, in their order: the name and a text are above
 *  it, which is narrow enough for a phone. The axis begins at 0; bars longer than `longest` are cut off. */
export function bars({ file, title, description, rows, longest, legend }) {
    const width = 420, height = 27, left = 4, room = width - 2 * left, scale = room / longest, hits = [];
    const drawn = rows.map((row, i) => {
        const y = 4 + height * i, end = scale * row.value, cut = end > room * (1 + 1e-9), spread = scale * row.spread;
        hits.push({ y: y + height / 2, wide: height / 2, text: row.tip });
        return `<text${row.grey ? ''
            : ' class="name"'} x="${left}" y="${y + 12}">${escaped(shorten(row.name, 38))}</text><text x="${width - left}" y="${
            y + 12}" text-anchor="end">${escaped(row.text)}</text><rect class="c${row.colour} ${row.other ? 'other'
                : 'bar'}" x="${left}" y="${y + 16}" width="${
            at(Math.max(cut ? room - 9 : end, 1))}" height="7"/>${
            cut ? `<path class="c${row.colour} cut" d="M${left + room - 9} ${y + 16}l9 3.5l-9 3.5z"/>`
            : spread > 0 ? `<path class="spread" d="M${at(left + Math.max(end - spread,
                0))} ${y + 19.5}H${at(left + Math.min(end + spread, room))}"/>` : ''}\n`;
    });
    let x = left, y = height * rows.length + 12;
    for (const { colour, other, text } of legend) {
        const wide = 19 + 6.8 * text.length;
        [x, y] = x > left && x + wide > width ? [left, y + 17] : [x, y];
        drawn.push(`<rect class="c${colour} ${other ? 'other'
            : 'bar'}" x="${x}" y="${y}" width="11" height="11"/><text x="${x + 15}" y="${y + 10}">${escaped(text)}</text>`);
        x += wide + 10;
    }
    return { file, title, description, width, height: y + 21, content: drawn.join(''), hits };
}

// ---- files

/** The lines of a text, of at most so many letters. */
export const wrap = (text, most) => (text.match(new RegExp(`.{1,${most}}(?: |$)|\\S{${most}}`, 'g')) ?? []).map((line) =>
    line.trimEnd());

/** The whole text of a file: title, a note and the figure. */
export function svgFile({ title, description, width, height, content }, note) {
    const lines = wrap(note, Math.floor((width - 24) / 6.4)).slice(0, 6), top = 34 + 15 * lines.length;
    const room = (width - 24) / 0.6; // a long title is written small
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top + height}" viewBox="0 0 ${width} ${top + height}" role="img">
<title>${escaped(title)}</title>\n<desc>${escaped(description)}</desc>\n<style>\n${FILE_STYLE}\n</style>
<rect width="100%" height="100%" fill="#fff"/>
<text class="title" x="12" y="22" style="font-size:${Math.min(15, room / title.length).toPrecision(3)}px">${escaped(title)}</text>
${lines.map((line, i) =>
    `<text x="12" y="${40 + 15 * i}">${escaped(line)}</text>\n`).join('')}<g transform="translate(0 ${top})">\n${content}</g>\n</svg>\n`;
}
