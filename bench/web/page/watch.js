// Watch: scenes of `float` as they move, and bodies of one's own.
import { WIDTH } from './afloat.js';
import { find, make } from './dom.js';
import { BODIES, makeScene } from './scenes.js';
import { AT, Stage } from './stage.js';

const OWN = 'a body of your own', CROWD = 'a crowd of 500 crates', BUDGET_MS = 1, SECONDS_SHOWN = 10;
const GRAVITY = 9.81;

/** @typedef {{bodies: Float64Array, lines: Float32Array, heights: Float32Array, ms: number}} Moment */

/** Requests to a worker, one after another. */
class Simulator {
    /** @param {string} url @param {ArrayBuffer} bytes */
    constructor(url, bytes) {
        this.worker = new Worker(url);
        /** @type {ArrayBuffer | undefined} */
        this.bytes = bytes;
    }

    /** @param {object} request @returns {Promise<any>} */
    ask(request) {
        return new Promise((resolve, reject) => {
            this.worker.onmessage = ({ data }) => (data.code ? reject(new Error(data.code)) : resolve(data));
            this.worker.postMessage({ bytes: this.bytes, ...request });
            this.bytes = undefined;
        });
    }
}

/** Heave and heel of the first body, over the last seconds. */
class Plot {
    /** @type {{time: number, z: number, heel: number}[]} */
    #points = [];
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
    }

    clear() {
        this.#points = [];
    }

    /** @param {number} time @param {number} z @param {number} heel */
    add(time, z, heel) {
        this.#points.push({ time, z, heel });
        while (this.#points[0].time < time - SECONDS_SHOWN) {
            this.#points.shift();
        }
    }

    draw() {
        const context = this.canvas.getContext('2d'), { clientWidth: width, clientHeight: height } = this.canvas;
        if (!context || width === 0) {
            return;
        }
        this.canvas.width = width;
        this.canvas.height = height;
        const style = getComputedStyle(document.body), end = this.#points.at(-1)?.time ?? 0;
        context.font = `12px ${style.fontFamily}`;
        /** @type {['z' | 'heel', string, string, string][]} */
        const curves = [['z', '--sea', 'height', 'm'], ['heel', '--warm', 'heel', '°']];
        curves.forEach(([name, colour, label, unit], row) => {
            const values = this.#points.map((point) => point[name]);
            const low = Math.min(...values), high = Math.max(...values), span = Math.max(high - low, 1e-3);
            const top = row * height / 2 + 18, room = height / 2 - 26;
            context.fillStyle = context.strokeStyle = style.getPropertyValue(colour).trim();
            context.fillText(values.length ? `${label} ${values.at(-1)?.toFixed(2)} ${unit} (${low.toFixed(2)} to ${
                high.toFixed(2)}), last ${SECONDS_SHOWN} s` : label, 4, top - 6);
            context.beginPath();
            this.#points.forEach((point, i) => {
                context.lineTo(width * (1 - (end - point.time) / SECONDS_SHOWN), top + room * (1 - (values[i] - low) / span));
            });
            context.stroke();
        });
    }
}

/** @param {import('./program.js').Program} program */
export async function startWatch(program) {
    const simulator = new Simulator(program.url, program.bytes);
    const { scenes } = await simulator.ask({ scene: '', files: [] });
    find('scene').append(...[OWN, CROWD, ...Object.keys(scenes)].map((name) => make('option', { value: name }, name)));
    find('body').append(...Object.keys(BODIES).map((name) => make('option', { value: name }, name)));

    /** @type {Stage | null} */
    let stage = null;
    if (document.createElement('canvas').getContext('webgl2')) {
        stage = new Stage(find('canvas'));
    } else {
        find('canvas').hidden = true;
        find('legend').hidden = true;
        find('no-webgl').hidden = false;
    }
    const plot = new Plot(find('plot'));
    let dt = 1 / 240, paused = false, owed = 0, last = 0, single = false, weight = 1, count = 0;
    /** @type {{body: number, change: number[]}[]} */
    let pushes = [];
    /** @type {number[]} */
    let times = [];
    /** @type {Float64Array} */
    let bodies = new Float64Array(0);
    let busy = true;
    /** The first body's hull. @type {Float32Array} */
    let hull = new Float32Array(0);

    const text = () => {
        const name = find('scene').value, wishes = { body: find('body').value, density: +find('density').value,
            drag: +find('drag').value, amplitude: +find('amplitude').value, wavelength: +find('wavelength').value,
            current: +find('current').value };
        return name === CROWD ? makeScene({ ...wishes, body: 'crate', count: 500 })
            : name === OWN ? makeScene({ ...wishes, count: 1 }) : scenes[name];
    };

    /** How far the first body reaches below the water's level. @param {Float32Array} heights */
    const draft = (heights) => {
        const [x, y, z, w] = bodies.subarray(4, 8);
        const up = [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
        let lowest = Infinity;
        for (let i = 0; i < hull.length; i += 3) {
            lowest = Math.min(lowest, up[0] * hull[i] + up[1] * hull[i + 1] + up[2] * hull[i + 2]);
        }
        return (heights[heights.length >> 1] ?? 0) - bodies[AT.position + 2] - lowest;
    };

    /** @param {Float32Array} heights */
    const tell = (heights) => {
        const b = bodies.subarray(0, WIDTH), degrees = 180 / Math.PI;
        const [x, y] = b.subarray(4, 6);
        const heel = degrees * Math.acos(Math.max(-1, Math.min(1, 1 - 2 * (x * x + y * y))));
        plot.add(b[AT.time], b[3], heel);
        const median = times.toSorted((a, b) => a - b)[times.length >> 1];
        const rows = [['time', `${b[AT.time].toFixed(2)} s`], ['bodies', String(count)]];
        if (count === 1) {
            rows.push(['volume', `${b[AT.volume].toPrecision(4)} m³`], ['draft', `${draft(heights).toFixed(3)} m`],
                ['heel', `${heel.toFixed(1)}°`],
                ['energy', Number.isFinite(b[AT.energy]) ? `${b[AT.energy].toPrecision(5)} J` : 'not known in waves']);
        }
        rows.push(['a step', times.length ? `${median < 0.1 ? `${(1000 * median).toFixed(1)} µs` : `${median.toFixed(2)} ms`}, ${
            (100 * median / BUDGET_MS).toFixed(median < 0.1 ? 1 : 0)} % of ${BUDGET_MS} ms` : '–']);
        find('numbers').replaceChildren(...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
        plot.draw();
    };

    const reset = async () => {
        busy = true;
        find('watch-error').textContent = '';
        find('scene-text').textContent = '';
        try {
            const scene = text(), found = await simulator.ask({ scene, files: [...program.files] });
            const { title = '', text: about = '' } = JSON.parse(scene);
            ({ dt, bodies } = found);
            count = bodies.length / WIDTH;
            hull = found.hulls[bodies[AT.kind] ?? 0]?.positions ?? hull;
            find('scene-text').textContent = title ? `${title}. ${about}` : '';
            for (const wish of document.querySelectorAll('.wish')) {
                /** @type {HTMLElement} */ (wish).hidden = find('scene').value in scenes
                    || (wish.contains(find('body')) && find('scene').value === CROWD);
            }
            weight = 1;
            pushes = [];
            times = [];
            owed = 0;
            plot.clear();
            stage?.open(found.hulls, bodies);
            busy = false;
        } catch (error) {
            find('watch-error').textContent = String(/** @type {Error} */ (error).message);
        }
    };

    /** @param {number} now */
    const frame = async (now) => {
        requestAnimationFrame(frame);
        const passed = Math.min(now - last, 50) / 1000;
        last = now;
        if (find('watch').hidden || busy) {
            return;
        }
        owed = single ? dt : paused ? 0 : owed + passed;
        const steps = Math.floor(owed / dt + 1e-6);
        if (steps > 0 || times.length === 0) {
            busy = true;
            owed -= steps * dt;
            single = false;
            const points = stage?.points() ?? { x: new Float64Array(0), y: new Float64Array(0) };
            const waterlines = count <= 64 ? count : 0;
            try {
                /** @type {Moment} */
                const moment = await simulator.ask({ steps, pushes, ...points, lines: waterlines });
                pushes = [];
                bodies = moment.bodies;
                times.push(moment.ms / Math.max(1, steps));
                times.splice(0, times.length - 120);
                const force = Math.max(...bodies.subarray(AT.buoyancy, AT.buoyancy + 3).map(Math.abs));
                weight = Math.max(weight, force);
                stage?.show(bodies, moment.lines, moment.heights, weight);
                tell(moment.heights);
                busy = false;
            } catch (error) {
                find('watch-error').textContent = String(/** @type {Error} */ (error).message);
            }
        }
        stage?.render();
    };

    /** Pushes a body at a point, along a way. @param {number} body @param {number[]} point @param {number[]} way */
    const push = (body, point, way) => {
        const size = stage?.size ?? 1, speed = Math.sqrt(GRAVITY * size), r = point.map((p, i) => (p - bodies[WIDTH * body + 1 + i]) / size);
        const v = way.map((w) => 0.7 * speed * w);
        pushes.push({ body, change: [...v, ...[0, 1, 2].map((i) => (r[(i + 1) % 3] * v[(i + 2) % 3]
            - r[(i + 2) % 3] * v[(i + 1) % 3]) / size)] });
    };
    find('canvas').addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
        const hit = stage?.under(event);
        if (hit) {
            push(hit.body, hit.point.toArray(), hit.way.toArray());
            event.stopImmediatePropagation();
        }
    }, { capture: true });
    const pause = () => {
        paused = !paused;
        find('pause').textContent = paused ? 'Go on' : 'Pause';
    };
    const step = () => {
        paused || pause();
        single = true;
    };
    const shove = () => push(0, [bodies[1], bodies[2], bodies[3] + 0.3 * (stage?.size ?? 1)], [0.8, 0.6, 0]);
    /** @type {[string, string, () => void][]} */
    const actions = [['pause', ' ', pause], ['step', 's', step], ['reset', 'r', reset], ['push', 'p', shove]];
    for (const [id, key, act] of actions) {
        find(id).addEventListener('click', act);
        find(id).title = `key: ${key === ' ' ? 'space' : key}`;
    }
    document.addEventListener('keydown', (event) => {
        const action = actions.find(([, key]) => key === event.key), { target } = event;
        const taken = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
            || (target instanceof HTMLButtonElement && event.key === ' ');
        if (action && !taken && !find('watch').hidden) {
            event.preventDefault();
            action[2]();
        }
    });
    find('wishes').addEventListener('change', reset);
    await reset();
    requestAnimationFrame(frame);
    /** A dropped file, among the bodies. @param {string} name */
    const offer = (name) => find('body').append(make('option', { value: name }, name));
    return { offer };
}
