// A simulation: two views that play on a canvas, and the course of heave, angles and energy. What page.c hands
// over are the bodies' surfaces, their places at each moment, and the water as files describe it.
import { chart, escaped, fileName, roundStep } from './chart.mjs';
import { plain } from './style.mjs';

const WIDTH = 438, HEIGHT = 320, GAP = 8, CELLS = 16, POINTS = 111, STILLS = 12, MOST_PLOTTED = 8;
/** Degrees: the camera looks down more steeply than waves rise before they break. */
const AZIMUTH = 35, ELEVATION = 27, DEGREES = 180 / Math.PI;
const HULLS = [[232, 152, 58], [106, 168, 79], [179, 98, 143], [209, 89, 75], [142, 124, 195], [201, 176, 74]];
const SURFACE = [95, 168, 216];

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const shaded = (colour, brightness) => `rgb(${colour.map((part) => Math.min(255, Math.round(part * Math.max(0, brightness))))})`;
/** The least and the greatest of some numbers. */
const rangeOf = (numbers) => numbers.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);

/** The rows of the matrix of a quaternion x, y, z, w. */
function matrix([x, y, z, w]) {
    const s = 2 / (x * x + y * y + z * z + w * w);
    return [[1 - s * (y * y + z * z), s * (x * y - z * w), s * (z * x + y * w)],
        [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (z * x - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)]];
}

// ---- water

function wavesOf(water, gravity) {
    const parts = (water.components ?? water.waves).map((one) => {
        const k = 2 * Math.PI / one.wavelength, angle = one.direction ?? (one.direction_degrees ?? 0) / DEGREES;
        return { a: one.amplitude, kx: k * Math.cos(angle), ky: k * Math.sin(angle), phase: one.phase ?? 0,
            w: one.period ? 2 * Math.PI / one.period : Math.sqrt(gravity * k) };
    });
    const level = water.level ?? 0, start = water.time ?? 0;
    return (x, y, t) => parts.reduce((sum, p) => sum + p.a * Math.sin(p.kx * x + p.ky * y - p.w * (t + start) + p.phase), level);
}

/** A grid's cells are split along the diagonal from their lowest corner; outside, the border's heights hold. */
function gridOf({ origin, spacing, columns, rows, heights, level = 0 }) {
    const place = (value, i, count) => Math.min(Math.max((value - origin[i]) / spacing[i], 0), count - 1);
    return (x, y) => {
        const [u, v] = [place(x, 0, columns), place(y, 1, rows)];
        const [i, j] = [Math.min(Math.floor(u), columns - 2), Math.min(Math.floor(v), rows - 2)], [s, t] = [u - i, v - j];
        const [a, b, c, d] = [j * columns + i, j * columns + i + 1, (j + 1) * columns + i,
            (j + 1) * columns + i + 1].map((k) => heights[k]);
        return level + a + (s > t ? s * (b - a) + t * (d - b) : t * (c - a) + s * (d - c));
    };
}

/** The water's height as a function of x, y and time; −∞ where it has none. */
export function surfaceOf({ water, level: [nx, ny, nz, d], gravity, flat }) {
    return !flat && water?.heights ? gridOf(water) : !flat && water ? wavesOf(water, gravity)
        : nz > 0 ? (x, y) => (d - nx * x - ny * y) / nz : () => -Infinity;
}

// ---- cameras

const boxOf = (low, high) => Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => (i >> k & 1 ? high[k] : low[k])));

/** A parallel projection along +y, turned left, from above the horizon, into which points just fit. */
export function cameraOf(azimuth, elevation, points) {
    const [s, c, se, ce] = [Math.sin(azimuth / DEGREES), Math.cos(azimuth / DEGREES), Math.sin(elevation / DEGREES),
        Math.cos(elevation / DEGREES)];
    const right = [c, s, 0], up = [-s * se, c * se, ce], toward = [s * ce, -c * ce, se];
    const [r, u] = [right, up].map((direction) => rangeOf(points.map((x) => dot(direction, x))));
    const scale = Math.min((WIDTH - 10) / (r[1] - r[0]), (HEIGHT - 10) / (u[1] - u[0])), middle = (r[0] + r[1]) / 2;
    return { right, toward, scale, middle, see: (x) => [WIDTH / 2 + scale * (dot(right, x) - middle),
        HEIGHT / 2 - scale * (dot(up, x) - (u[0] + u[1]) / 2)] };
}

/** What is to be seen in all moments: a box about the bodies' middle if they go far, else about 0. A body that sinks or
 *  flies off leaves the picture. */
function lookOver(film, height) {
    const sizes = film.kinds.map(({ positions }) => Math.hypot(...[0, 1, 2].map((i) => {
        const [low, high] = rangeOf(positions.filter((_, k) => k % 3 === i));
        return high - low;
    })));
    const size = Math.max(...film.bodies.map((body) => sizes[body.kind])), radius = 0.65 * size;
    const middle = ({ rows }, i) => rows.reduce((sum, row) => sum + row[i] / rows.length, 0);
    const spans = [0, 1].map((i) => rangeOf(film.moments.flatMap(({ rows }) => rows.map((row) => row[i]))));
    const follows = spans.some(([low, high]) => high - low > 3 * size + 2 * radius * Math.sqrt(film.bodies.length));
    const origin = (moment) => (follows ? [middle(moment, 0), middle(moment, 1), 0] : [0, 0, 0]);
    const ranges = [0, 1, 2].map((i) =>
        rangeOf(film.moments.flatMap((moment) => moment.rows.map((row) => row[i] - origin(moment)[i]))));
    const low = ranges.map(([least]) => least - radius), high = ranges.map(([, most]) => most + radius);
    const heights = film.moments.map((moment) => height(...origin(moment).slice(0, 2), moment.time)).filter(Number.isFinite);
    const [waterLow, waterHigh] = heights.length > 0 ? rangeOf(heights) : [0, 0];
    low[2] = Math.min(Math.max(low[2], waterLow - 2.5 * size), waterLow - 0.15 * size);
    high[2] = Math.max(Math.min(high[2], waterHigh + 2.5 * size), waterHigh + 0.15 * size);
    return { low, high, origin, waterHigh };
}

// ---- bodies

/** A corner of a triangle: where it is in the world and in the picture, how near, and how high above the water. */
const cornerOf = (x, over, camera) => ({ x, over, at: camera.see(x), near: dot(camera.toward, x) });

/** The part of a triangle on one side of the water: its corners, and where its edges cross. */
function partOf(corners, sign, camera) {
    const crossings = [], kept = corners.flatMap((here, i) => {
        const there = corners[(i + 1) % 3], share = here.over / (here.over - there.over);
        const cut = here.over * there.over < 0
            ? [cornerOf(here.x.map((x, k) => x + share * (there.x[k] - x)), 0, camera)] : [];
        crossings.push(...cut);
        return [...(sign * here.over >= 0 ? [here] : []), ...cut];
    });
    return { kept, crossings };
}

/** The corners of a body's mesh at a moment. */
function cornersOf(film, moment, b, camera, height) {
    const row = moment.rows[b], turn = matrix(row.slice(3, 7)), corners = [], { kind, centre } = film.bodies[b];
    const place = turn.map((axis, i) => row[i] - dot(axis, centre)), { positions } = film.kinds[kind];
    for (let v = 0; v < positions.length; v += 3) {
        const local = [positions[v], positions[v + 1], positions[v + 2]];
        const x = [place[0] + dot(turn[0], local), place[1] + dot(turn[1], local), place[2] + dot(turn[2], local)];
        corners.push(cornerOf(x, x[2] - height(x[0], x[1], moment.time), camera));
    }
    return corners;
}

/** Triangles that face the camera on each side of the water, from the farthest to the nearest, and their waterlines. */
export function bodiesAt(film, moment, camera, height) {
    const sides = { above: [], below: [], lines: [] };
    const light = camera.toward.map((t, i) => 0.45 * t - 0.35 * camera.right[i] + (i === 2 ? 0.75 : 0)),
        bright = Math.hypot(...light);
    const keep = (side, points, colour) => {
        if (points.length > 2) {
            side.push({ points, colour, near: points.reduce((sum, { near }) => sum + near, 0) / points.length });
        }
    };
    film.bodies.forEach((body, b) => {
        const all = cornersOf(film, moment, b, camera, height), { indices } = film.kinds[body.kind], colours = new Map();
        for (let t = 0; t < indices.length; t += 3) {
            const corners = [all[indices[t]], all[indices[t + 1]], all[indices[t + 2]]], [p, q, r] = corners;
            if ((q.at[0] - p.at[0]) * (r.at[1] - p.at[1]) >= (q.at[1] - p.at[1]) * (r.at[0] - p.at[0])) {
                continue; // it looks away
            }
            const normal = cross(minus(q.x, p.x), minus(r.x, p.x));
            const shade = Math.round(64 * (0.62 + 0.42 * dot(normal, light) / (Math.sqrt(dot(normal, normal)) * bright || 1)));
            if (!colours.has(shade)) {
                colours.set(shade, shaded(HULLS[b % HULLS.length], shade / 64));
            }
            const colour = colours.get(shade), wet = corners.filter(({ over }) => over < 0).length;
            if (wet === 0 || wet === 3) {
                keep(wet === 0 ? sides.above : sides.below, corners, colour);
            } else {
                const { kept, crossings } = partOf(corners, 1, camera);
                keep(sides.above, kept, colour);
                keep(sides.below, partOf(corners, -1, camera).kept, colour);
                sides.lines.push(...(crossings.length === 2 ? [crossings] : []));
            }
        }
    });
    sides.above.sort((a, b) => a.near - b.near);
    sides.below.sort((a, b) => a.near - b.near);
    return sides;
}

// ---- drawing: `to` is a canvas's context, or what makes SVG of the same calls

function path(to, places, { fill, stroke, width = 1, alpha = 1, closed = true }) {
    to.beginPath();
    to.moveTo(places[0][0], places[0][1]);
    for (let i = 1; i < places.length; ++i) {
        to.lineTo(places[i][0], places[i][1]);
    }
    if (closed) {
        to.closePath();
    }
    to.globalAlpha = alpha;
    if (fill) {
        to.fillStyle = fill;
        to.fill();
    }
    if (stroke) {
        Object.assign(to, { strokeStyle: stroke, lineWidth: width });
        to.stroke();
    }
    to.globalAlpha = 1;
}

function put(to, patches) {
    for (const { points, colour } of patches) {
        path(to, points.map(({ at }) => at), { fill: colour, stroke: colour, width: 0.6 });
    }
}

function putLines(to, { lines }, colour) {
    for (const line of lines) {
        path(to, line.map(({ at }) => at), { stroke: colour('wet'), width: 1.6, closed: false });
    }
}

/** The water's part of an interval, within the pool. */
const clip = (film, i, from, till) => [Math.max(from, film.pool?.[0][i] ?? from), Math.min(till, film.pool?.[1][i] ?? till)];

/** A bar of 1, 2 or 5 times a power of ten metres. */
function putScale(to, scale, colour) {
    const length = roundStep(120 / scale, 1), y = HEIGHT - 12;
    path(to, [[12, y - 5], [12, y], [12 + length * scale, y], [12 + length * scale, y - 5]],
        { stroke: colour('fg'), width: 1.2, closed: false });
    Object.assign(to, { fillStyle: colour('fg'), font: '12px system-ui, sans-serif', textAlign: 'left' });
    to.fillText(`${+length.toPrecision(1)} m`, 18 + length * scale, y);
}

function drawSide(to, film, moment, look, height, colour) {
    const origin = look.origin(moment), low = look.low.map((x, i) => x + origin[i]),
        high = look.high.map((x, i) => x + origin[i]);
    const camera = cameraOf(0, 0, boxOf(low, high)), bodies = bodiesAt(film, moment, camera, height);
    const reach = WIDTH / 2 / camera.scale, [from, till] = clip(film, 0, camera.middle - reach, camera.middle + reach);
    const y = (low[1] + high[1]) / 2, count = film.flat ? 2 : POINTS;
    const profile = Array.from({ length: count }, (_, i) => from + (till - from) * i / (count - 1)).map((x) =>
        [x, y, height(x, y, moment.time)]);
    put(to, bodies.below);
    if (Number.isFinite(profile[0][2])) {
        const bottom = low[2] - HEIGHT / camera.scale;
        path(to, [...profile, [till, y, bottom], [from, y, bottom]].map(camera.see), { fill: colour('sea'), alpha: 0.5 });
        path(to, profile.map(camera.see), { stroke: colour('surface'), width: 1.2, closed: false });
    }
    put(to, bodies.above);
    putLines(to, bodies, colour);
    putScale(to, camera.scale, colour);
}

/** A square block of water about what is to be seen, within the pool, and the bodies in it. */
function drawAbove(to, film, moment, look, height, colour) {
    const origin = look.origin(moment), low = look.low.map((x, i) => x + origin[i]),
        high = look.high.map((x, i) => x + origin[i]);
    const half = Math.max(high[0] - low[0], high[1] - low[1], 0.6 * (high[2] - low[2])) / 2;
    const sides = [0, 1].map((i) => clip(film, i, (low[i] + high[i]) / 2 - half, (low[i] + high[i]) / 2 + half));
    const camera = cameraOf(AZIMUTH, ELEVATION,
        [...boxOf(low, high), ...boxOf([sides[0][0], sides[1][0], low[2]], [sides[0][1], sides[1][1], look.waterHigh])]);
    const bodies = bodiesAt(film, moment, camera, height), cells = film.flat ? 1 : CELLS, steps = [...Array(cells + 1).keys()];
    const nodes = steps.map((j) => steps.map((i) => {
        const [x, y] = [i, j].map((step, k) => sides[k][0] + (sides[k][1] - sides[k][0]) * step / cells);
        return [x, y, height(x, y, moment.time)];
    }));
    put(to, bodies.below);
    if (Number.isFinite(nodes[0][0][2])) {
        const wall = (top) => path(to, [...top, [top.at(-1)[0], top.at(-1)[1], low[2]], [top[0][0], top[0][1], low[2]]]
            .map(camera.see), { fill: colour('sea'), alpha: 0.3 });
        wall(nodes[0]);
        wall(nodes.map((row) => row.at(-1)));
        const patches = steps.slice(1).flatMap((j) => steps.slice(1).map((i) => {
            const x = [nodes[j - 1][i - 1], nodes[j - 1][i], nodes[j][i], nodes[j][i - 1]],
                normal = cross(minus(x[2], x[0]), minus(x[3], x[1]));
            // Slopes towards the light are brighter than they are, to be seen.
            return { x, fill: shaded(SURFACE, 1 - 0.9 * dot(camera.right, normal) / Math.hypot(...normal)),
                near: dot(camera.toward, x[0]) };
        })).sort((a, b) => a.near - b.near);
        for (const { x, fill } of patches) {
            path(to, x.map(camera.see), { fill, alpha: 0.62 });
        }
    }
    put(to, bodies.above);
    putLines(to, bodies, colour);
}

/** Calls of a canvas's context as SVG. */
class Svg {
    parts = [];
    #path = '';
    #see = (x, y) => `${x.toFixed(1)},${y.toFixed(1)}`;

    beginPath() { this.#path = ''; }
    moveTo(x, y) { this.#path += `M${this.#see(x, y)}`; }
    lineTo(x, y) { this.#path += ` ${this.#see(x, y)}`; }
    closePath() { this.#path += 'z'; }
    fill() { this.#put(`fill="${this.fillStyle}"`); }
    stroke() { this.#put(`fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"`); }
    #put(style) { this.parts.push(`<path d="${this.#path}" ${style}${this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"`
        : ''}/>`); }
    fillText(text, x, y) { this.parts.push(`<text x="${x.toFixed(1)}" y="${y}">${escaped(text)}</text>`); }
    panel(x, y, draw) {
        this.parts.push(`<svg x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" rx="4" fill="${plain('sky')}"/>`);
        draw(this);
        this.parts.push('</svg>\n');
    }
}

/** Draws on a canvas's context as Svg.panel() does. */
function panelOf(to, x, y, draw, colour) {
    to.save();
    to.beginPath();
    to.rect(x, y, WIDTH, HEIGHT);
    to.clip();
    to.translate(x, y);
    to.fillStyle = colour('sky');
    to.fillRect(0, 0, WIDTH, HEIGHT);
    draw(to);
    to.restore();
}

/** What draws a film's moments: a function of index, stacked (or side by side), colour by name, and panel(x, y, draw),
 *  which has draw() called with what a view at that place is drawn to. */
export function viewsOf(film) {
    const height = surfaceOf(film), look = lookOver(film, height);
    return (index, stacked, colour, panel) => {
        for (const [i, view] of [drawSide, drawAbove].entries()) {
            panel(stacked ? 0 : i * (WIDTH + GAP), stacked ? i * (HEIGHT + GAP) : 0,
                (to) => view(to, film, film.moments[index], look, height, colour));
        }
    };
}

/** A moment as a figure. */
export function still(film, views, index, file) {
    const to = new Svg();
    views(index, false, plain, (x, y, draw) => to.panel(x, y, draw));
    return { file, title: `${film.title}: ${film.moments[index].time.toFixed(2)} s`,
        description: 'The bodies and the water from the side and from above.',
        width: 2 * WIDTH + GAP, height: HEIGHT + 2, content: to.parts.join(''), hits: [], views: true };
}

/** Some moments as figures, evenly apart, from the first to the last. */
export function stillsOf(film) {
    const last = film.moments.length - 1, count = Math.min(STILLS, last + 1), views = viewsOf(film);
    return Array.from({ length: count }, (_, i) => still(film, views, count > 1 ? Math.floor(i * last / (count - 1)) : 0,
        `frame-${String(i).padStart(2, '0')}.svg`));
}

/** The times in which the first body is out of the water. */
function airborne({ moments }) {
    const spans = [];
    moments.forEach(({ time, rows: [row] }, i) => {
        if (!(row[7] > 0)) {
            const last = spans.at(-1), till = moments[Math.min(i + 1, moments.length - 1)].time;
            if (last && last[1] === time) {
                last[1] = till;
            } else {
                spans.push([time, till]);
            }
        }
    });
    return spans;
}

/** The figures of what changes with time. */
export function plotsOf(film) {
    const [, , nz, d] = film.level, still = nz > 0 ? d / nz : 0, shown = film.bodies.slice(0, MOST_PLOTTED),
        several = shown.length > 1;
    const plot = (file, title, yLabel, labels, numbers, more = []) =>
        chart({ file, title, yLabel, description: `${yLabel}, against time; grey: the first `
        + 'body is out of the water.', xLabel: 'time, s', shades: airborne(film),
            series: [...more, ...shown.flatMap((_, b) => labels.map((label, i) => ({
        name: several ? `${label}, body ${b}` : label, label: several ? `${label} ${b}` : label, strong: true, joined: true,
            noPoints: true,
        colour: (b * labels.length + i) % 7, points: film.moments.map(({ time, rows }) => [time, numbers(rows[b])[i]]) })))] });
    const water = { name: 'water at the first body', label: 'water', colour: 8, strong: true, joined: true, noPoints: true,
        points: film.moments.map(({ time, rows: [row] }) => [time, row[9] === null ? NaN : row[9] - (film.flat ? still : 0)]) };
    return [
        plot('heave.svg', 'Heave', 'height of the centre of mass above still water, m', ['heave'], (row) =>
            [row[2] - (film.flat ? still : 0)], film.flat ? [] : [water]),
        plot('angles.svg', 'Angles', 'angle, degrees', ['roll (x)', 'pitch (y)', 'yaw (z)'], (row) => {
            const m = matrix(row.slice(3, 7)); // rotations about x, then y, then z: the world's axes
            return [Math.atan2(m[2][1], m[2][2]), -Math.asin(Math.max(-1, Math.min(1, m[2][0]))),
                Math.atan2(m[1][0], m[0][0])].map((a) => a * DEGREES);
        }), plot('energy.svg', 'Energy', 'energy, J', ['energy'], (row) => [row[8] ?? NaN])].filter(Boolean);
}

/** The page's markup. */
export const filmPage = (film, putFigure) => `<h1>${escaped(film.title)}</h1>\n<p>${escaped(film.text)}</p>\n<div class="film">
<canvas role="img" aria-label="The bodies and the water from the side and from above"></canvas>
<div class="row"><button type="button" class="play">Pause</button><input type="range" min="0" max="${film.moments.length - 1}" value="0"
aria-label="moment"/><output></output><button type="button" class="keep">SVG</button></div>\n</div>
<div class="cards">${plotsOf(film).map((figure) => `<div class="card">${putFigure(figure)}</div>`).join('\n')}</div>\n`;

/** Plays a film on its page, as long as the simulation or as near to it as is bearable. */
export function play(film, place, figures, keep) {
    const [canvas, slider, button, told] = ['canvas', 'input', '.play', 'output'].map((name) => place.querySelector(name));
    const views = viewsOf(film), last = film.moments.length - 1,
        seconds = Math.min(30, Math.max(2, film.moments[last].time)), to = canvas.getContext('2d');
    const style = getComputedStyle(canvas), colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const cursors = figures.map(({ x, bottom }, i) => {
        const line = place.querySelector(`figure[data-figure="${i}"] svg`).appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
        line.setAttribute('class', 'ring');
        return (time) => line.setAttribute('d', `M${x.place(time).toFixed(1)} 18V${bottom}`);
    });
    const show = (index) => {
        const stacked = canvas.clientWidth < 620, width = stacked ? WIDTH : 2 * WIDTH + GAP, height = stacked
            ? 2 * HEIGHT + GAP : HEIGHT;
        const zoom = Math.max(1, devicePixelRatio * canvas.clientWidth / width);
        canvas.width = Math.round(width * zoom);
        canvas.height = Math.round(height * zoom);
        to.setTransform(zoom, 0, 0, zoom, 0, 0);
        views(index, stacked, colour, (x, y, draw) => panelOf(to, x, y, draw, colour));
        told.textContent = `${film.moments[index].time.toFixed(2)} s`;
        for (const cursor of cursors) {
            cursor(film.moments[index].time);
        }
    };
    let playing = last > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches, before = null, at = 0;
    const turn = (now) => {
        if (playing) {
            at = before === null ? at : (at + last * (now - before) / 1000 / seconds) % (last + 1);
            before = now;
            slider.value = Math.floor(at);
            show(Math.floor(at));
            requestAnimationFrame(turn);
        }
    };
    const start = (on) => {
        playing = on;
        before = null;
        button.textContent = on ? 'Pause' : 'Play';
        requestAnimationFrame(turn);
    };
    button.addEventListener('click', () => start(!playing));
    slider.addEventListener('input', () => {
        start(false);
        at = +slider.value;
        show(at);
    });
    place.querySelector('.keep').addEventListener('click', () =>
        keep(still(film, views, +slider.value, fileName('frame', String(slider.value)))));
    addEventListener('resize', () => show(+slider.value));
    show(0);
    start(playing);
}
