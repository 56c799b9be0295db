// What works away from the page: the program, one command after another, or a scene under way.
import { Afloat } from './afloat.js';
import { contents, fileOf, runProgram } from './wasi.js';

/** @type {WebAssembly.Module} */
let module;
/** @type {Afloat} */
let afloat;

/** Browser and system, such as "Firefox/140, X11; Linux x86_64": for results, which name the processor where
 *  there is this file. */
function cpuinfo() {
    const [, system = ''] = navigator.userAgent.match(/\(([^)]*)\)/) ?? [];
    const [browser = 'browser'] = navigator.userAgent.match(/(Firefox|Edg|OPR|Chrome|Version)\/\d+/) ?? [];
    return new TextEncoder().encode(`model name: ${browser}, ${system}\n`);
}

/** @param {{args: string[], files: [string, Uint8Array][]}} command */
function run({ args, files }) {
    const all = new Map(files.map(([name, bytes]) => [name, fileOf(bytes)])).set('proc/cpuinfo', fileOf(cpuinfo()));
    const known = new Set(all.keys());
    const code = runProgram(module, args, all, (text, stream) => self.postMessage({ text, stream }));
    const made = [...all].filter(([name]) => !known.has(name)).map(([name, file]) => [name, contents(file)]);
    return { code, made };
}

/** @param {{scene: string, files: [string, Uint8Array][]}} request */
function open({ scene, files }) {
    afloat = new Afloat(module, files);
    afloat.open(scene || '{"bodies":[],"models":{}}');
    return { scenes: afloat.scenes(), hulls: afloat.hulls(), dt: afloat.dt, bodies: afloat.look() };
}

/** @param {{steps: number, pushes: {body: number, change: number[]}[], x: Float64Array, y: Float64Array,
 *    lines: number}} request */
function advance({ steps, pushes, x, y, lines }) {
    for (const { body, change } of pushes) {
        afloat.push(body, change);
    }
    const began = performance.now();
    afloat.step(steps);
    const ms = performance.now() - began;
    return { ms, bodies: afloat.look(), lines: afloat.waterlines(lines), heights: afloat.heights(x, y) };
}

/** @param {{data: any}} message */
self.onmessage = ({ data }) => {
    try {
        module ??= new WebAssembly.Module(data.bytes);
        self.postMessage('args' in data ? run(data) : 'scene' in data ? open(data) : advance(data));
    } catch (error) {
        self.postMessage({ code: error instanceof Error ? error.message : String(error), made: [] });
    }
};
