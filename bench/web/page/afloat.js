// A scene under way: watch.c's functions over numbers in its memory. For the worker, and for tests.
import { fileOf, makeSystem } from './wasi.js';

/** Doubles of struct watched, in watch.c. */
export const WIDTH = 36;

export class Afloat {
    #err = '';
    count = 0;
    dt = 0;

    /** @param {WebAssembly.Module} module @param {Iterable<[string, Uint8Array]>} files  that scenes name */
    constructor(module, files) {
        const system = makeSystem(['buoybench'], new Map([...files].map(([name, bytes]) => [name, fileOf(bytes)])),
            (text) => {
                this.#err += text;
            });
        const instance = new WebAssembly.Instance(module, system.imports);
        system.attach(instance);
        /** @type {Record<string, (...values: any[]) => any>} */
        this.exports = /** @type {any} */ (instance.exports);
        this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    }

    /** @param {number} result @param {string} [what] */
    #insist(result, what = 'the scene cannot go on') {
        if (result < 0) {
            throw new Error(this.#err.trim().replace(/^buoybench: /, '') || what);
        }
        return result;
    }

    /** @param {number} address */
    #text(address) {
        const bytes = new Uint8Array(this.memory.buffer, address);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    /** The scenes of `float`: their texts by name. */
    scenes() {
        /** @type {Record<string, string>} */
        const scenes = {};
        for (let i = 0; this.exports.watch_scene_name(i); ++i) {
            scenes[this.#text(this.exports.watch_scene_name(i))] = this.#text(this.exports.watch_scene_text(i));
        }
        return scenes;
    }

    /** Begins a scene. @param {string} text  in JSON */
    open(text) {
        const bytes = new TextEncoder().encode(text), address = this.exports.watch_take(bytes.length + 1);
        new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes);
        this.#err = '';
        this.count = this.#insist(this.exports.watch_open(address, bytes.length));
        this.exports.watch_give(address);
        this.dt = this.exports.watch_dt();
        return this;
    }

    /** Positions and indices of the kinds' hulls. */
    hulls() {
        const hulls = [];
        for (let kind = 0; this.exports.watch_hull(kind); ++kind) {
            const [positions, indices, vertices, triangles] = new Uint32Array(this.memory.buffer,
                this.exports.watch_hull(kind), 4);
            hulls.push({ positions: Float32Array.from(new Float64Array(this.memory.buffer, positions, 3 * vertices)),
                indices: new Uint32Array(this.memory.buffer, indices, 3 * triangles).slice() });
        }
        return hulls;
    }

    /** @param {number} count */
    step(count) {
        this.#insist(this.exports.watch_step(count));
    }

    /** @param {number} body @param {number[]} change  of velocity and spin */
    push(body, change) {
        this.exports.watch_push(body, ...change);
    }

    /** All bodies now: WIDTH doubles each. */
    look() {
        this.#insist(this.exports.watch_look());
        return new Float64Array(this.memory.buffer, this.exports.watch_bodies(), WIDTH * this.count).slice();
    }

    /** Segments of the waterlines of the first bodies: x, y, z of both ends. @param {number} most */
    waterlines(most) {
        const lines = [];
        for (let body = 0; body < Math.min(this.count, most); ++body) {
            const count = this.exports.watch_waterline(body);
            lines.push(...new Float64Array(this.memory.buffer, this.exports.watch_segments(), 6 * count));
        }
        return Float32Array.from(lines);
    }

    /** Heights of the water at points. @param {Float64Array} x @param {Float64Array} y */
    heights(x, y) {
        const bytes = 8 * x.length, at = this.exports.watch_take(3 * bytes);
        new Float64Array(this.memory.buffer, at, x.length).set(x);
        new Float64Array(this.memory.buffer, at + bytes, x.length).set(y);
        this.#insist(this.exports.watch_heights(at, at + bytes, x.length, at + 2 * bytes));
        const heights = new Float32Array(this.memory.buffer, at + 2 * bytes, x.length).slice();
        this.exports.watch_give(at);
        return heights;
    }
}
