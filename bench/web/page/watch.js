// Watch: scenes of `float` as they move, and bodies of one's own.
import { WIDTH } from './afloat.js';
import { find, inWords, make } from './dom.js';
import { BODIES, makeScene } from './scenes.js';
import { AT, COLOURS, Stage } from './stage.js';

const FIRST = 'kerner-boat', OWN = 'a body of your own', CROWD = 'a crowd of 500 crates', BUDGET_MS = 1, SECONDS_SHOWN = 10;
/** Frames until the engine has compiled the step for speed. */
const WARM_UP = 20;
const GRAVITY = 9.81;

/** @typedef {{bodies: Float64Array, lines: Float32Array, heights: Float32Array, ms: number}} Moment */

/** Degrees between a body's z axis and up. @param {Float64Array} bodies @param {number} at */
function heelOf(bodies, at) {
    const [x, y] = bodies.subarray(at + AT.rotation, at + AT.rotation + 2);
    return 180 / Math.PI * Math.acos(Math.max(-1, Math.min(1, 1 - 2 * (x * x + y * y))));
}

/** Requests to a worker, each sent when the one before is answered. */
class Simulator {
    /** @type {Promise<unknown>} */
    #last = Promise.resolve();

    /** @param {string} url @param {ArrayBuffer} bytes */
    constructor(url, bytes) {
        this.worker = new Worker(url);
        /** @type {ArrayBuffer | undefined} */
        this.bytes = bytes;
    }

    /** @param {object} request @returns {Promise<any>} */
    ask(request) {
        const answer = this.#last.then(() => new Promise((resolve, reject) => {
            this.worker.onmessage = ({ data }) => (data.code ? reject(new Error(data.code)) : resolve(data));
            this.worker.postMessage({ bytes: this.bytes, ...request });
            this.bytes = undefined;
        }));
        this.#last = answer.catch(() => {});
        return answer;
    }
}

/** Height and heel of the first bodies, over the last seconds. */
class Plot {
    /** @type {{time: number, height: number[], heel: number[]}[]} */
    #points = [];
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
    }

    clear() {
        this.#points = [];
    }

    /** @param {Float64Array} bodies */
    add(bodies) {
        const first = Array.from({ length: Math.min(bodies.length / WIDTH, COLOURS.length) }, (_, i) => WIDTH * i);
        const time = bodies[AT.time];
        this.#points.push({ time, height: first.map((at) => bodies[at + AT.centre + 2]),
            heel: first.map((at) => heelOf(bodies, at)) });
        while (this.#points[0].time < time - SECONDS_SHOWN) {
            this.#points.shift();
        }
    }

    /** @param {Float64Array} bodies */
    draw(bodies) {
        const context = this.canvas.getContext('2d'), { clientWidth: width, clientHeight: height } = this.canvas;
        if (!context || width === 0) {
            return;
        }
        this.canvas.width = width * devicePixelRatio;
        this.canvas.height = height * devicePixelRatio;
        context.scale(devicePixelRatio, devicePixelRatio);
        const style = getComputedStyle(document.body), end = this.#points.at(-1)?.time ?? 0;
        context.font = `12px ${style.fontFamily}`;
        context.lineWidth = 1.5;
        /** @type {['height' | 'heel', string][]} */
        const curves = [['height', 'm'], ['heel', '°']];
        curves.forEach(([name, unit], row) => {
            const values = this.#points.flatMap((point) => point[name]);
            const low = Math.min(...values), high = Math.max(...values), span = Math.max(high - low, 1e-3);
            const top = row * height / 2 + 26, room = height / 2 - 34;
            context.fillStyle = style.color;
            context.fillText(`${name}, ${low.toFixed(2)} to ${high.toFixed(2)} ${unit} in the last ${SECONDS_SHOWN} s`, 12, top - 8);
            for (let i = 0; i < (this.#points[0]?.[name].length ?? 0); ++i) {
                context.strokeStyle = `#${COLOURS[bodies[WIDTH * i + AT.kind] % COLOURS.length].toString(16)}`;
                context.beginPath();
                for (const point of this.#points) {
                    context.lineTo(width * (1 - (end - point.time) / SECONDS_SHOWN), top + room * (1 - (point[name][i] - low) / span));
                }
                context.stroke();
            }
        });
    }
}

/** @param {import('./program.js').Program} program */
export async function startWatch(program) {
    const simulator = new Simulator(program.url, program.bytes);
    const { scenes } = await simulator.ask({ scene: '', files: [] });
    find('scene').append(...[FIRST, OWN, CROWD, ...Object.keys(scenes).filter((name) => name !== FIRST)].map((name) => make('option', { value: name }, name)));
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
    find('controls').open = matchMedia('(min-width: 50rem)').matches;
    const plot = new Plot(find('plot'));
    let dt = 1 / 240, paused = false, owed = 0, last = 0, single = false, count = 0, frames = 0, resets = 0;
    /** @type {{body: number, change: number[]}[]} */
    let pushes = [];
    /** @type {number[]} */
    let times = [];
    /** @type {Float64Array} */
    let bodies = new Float64Array(0);
    let busy = true;
    /** The body whose numbers are shown. */
    let chosen = 0;
    /** Vertices of the kinds' hulls. @type {Float32Array[]} */
    let hulls = [];

    const text = () => {
        const name = find('scene').value, wishes = { body: find('body').value, density: +find('density').value,
            drag: +find('drag').value, amplitude: +find('amplitude').value, wavelength: +find('wavelength').value,
            current: +find('current').value, irregular: +find('sea').value };
        return name === CROWD ? makeScene({ ...wishes, body: 'crate', count: 500 })
            : name === OWN ? makeScene({ ...wishes, count: 1 }) : scenes[name];
    };

    /** How far a body reaches below the water's level. @param {Float64Array} body @param {number} level */
    const draft = (body, level) => {
        const [x, y, z, w] = body.subarray(AT.rotation, AT.rotation + 4), hull = hulls[body[AT.kind]];
        const up = [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
        let lowest = Infinity;
        for (let i = 0; i < hull.length; i += 3) {
            lowest = Math.min(lowest, up[0] * hull[i] + up[1] * hull[i + 1] + up[2] * hull[i + 2]);
        }
        return level - body[AT.position + 2] - lowest;
    };

    /** @param {number} level  of the water at the chosen body */
    const tell = (level) => {
        const b = bodies.subarray(WIDTH * chosen, WIDTH * (chosen + 1));
        plot.add(bodies);
        const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
        /** @type {[string, ...(Node | string)[]][]} */
        const rows = [['time', `${bodies[AT.time].toFixed(2)} s`], ['body', `${chosen + 1} of ${count}`],
            ['volume', `${b[AT.volume].toPrecision(4)} m³`], ['draft', `${Math.max(0, draft(b, level)).toFixed(3)} m`],
            ['heel', `${heelOf(b, 0).toFixed(1)}°`],
            ['energy', Number.isFinite(b[AT.energy]) ? `${b[AT.energy].toPrecision(5)} J` : 'not known in waves'],
            times.length ? ['step', `${mean < 0.1 ? `${(1000 * mean).toFixed(1)} µs` : `${mean.toFixed(2)} ms`}, ${
                (100 * mean / BUDGET_MS).toFixed(mean < 0.1 ? 1 : 0)} % of ${BUDGET_MS} ms `,
            make('meter', { max: BUDGET_MS, value: mean, title: 'share of the budget' })] : ['step', '–']];
        find('numbers').replaceChildren(...rows.flatMap(([name, ...value]) => [make('dt', {}, name), make('dd', {}, ...value)]));
        plot.draw(bodies);
    };

    const reset = async () => {
        const own = ++resets;
        busy = true;
        find('watch-error').textContent = '';
        find('scene-text').textContent = '';
        try {
            const scene = text(), found = await simulator.ask({ scene, files: [...program.files] });
            if (own !== resets) {
                return; // another scene has been chosen meanwhile
            }
            const { title = '', text: about = '' } = JSON.parse(scene);
            ({ dt, bodies } = found);
            count = bodies.length / WIDTH;
            hulls = found.hulls.map((/** @type {any} */ hull) => hull.positions);
            chosen = 0;
            find('scene-text').textContent = title ? `${title}. ${about}` : '';
            for (const wish of document.querySelectorAll('.wish')) {
                /** @type {HTMLElement} */ (wish).hidden = find('scene').value in scenes
                    || (wish.contains(find('body')) && find('scene').value === CROWD);
            }
            pushes = [];
            times = [];
            frames = 0;
            owed = 0;
            plot.clear();
            stage?.open(found.hulls, bodies);
            busy = false;
        } catch (error) {
            find('watch-error').textContent = inWords('This scene cannot be shown', /** @type {Error} */ (error).message);
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
        if (steps > 0 || frames === 0) {
            const own = resets;
            busy = true;
            owed -= steps * dt;
            single = false;
            const [x, y] = bodies.subarray(WIDTH * chosen + AT.position, WIDTH * chosen + AT.position + 2);
            const points = stage?.points(x, y) ?? { x: Float64Array.of(x), y: Float64Array.of(y) };
            const waterlines = count <= 64 ? count : 0;
            try {
                /** @type {Moment} */
                const moment = await simulator.ask({ steps, pushes, ...points, lines: waterlines });
                if (own !== resets) {
                    return;
                }
                pushes = [];
                bodies = moment.bodies;
                if (++frames > WARM_UP) {
                    times.push(moment.ms / Math.max(1, steps));
                    times.splice(0, times.length - 120);
                }
                stage?.show(bodies, moment.lines, moment.heights.subarray(0, -1));
                tell(moment.heights[moment.heights.length - 1]);
                busy = false;
            } catch (error) {
                find('watch-error').textContent = inWords('This scene cannot be shown', /** @type {Error} */ (error).message);
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
            chosen = hit.body;
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
    const shove = () => {
        const [x, y, z] = bodies.subarray(WIDTH * chosen + AT.centre, WIDTH * chosen + AT.centre + 3);
        push(chosen, [x, y, z + 0.3 * (stage?.size ?? 1)], [0.8, 0.6, 0]);
    };
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
