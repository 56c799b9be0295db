// What the native program answers, $BUOYBENCH, which the WebAssembly's bits must equal.
import { execFileSync } from 'node:child_process';
import { WIDTH } from '../page/afloat.js';

const program = process.env.BUOYBENCH;

/** Why tests that ask it are skipped; false if they are not. */
export const skip = program ? false : 'BUOYBENCH names no native program';

/** @param {string[]} args @param {string} [cwd] */
export const ask = (args, cwd) => execFileSync(program ?? '', args, { cwd, encoding: 'utf8' });

export const SCENES = program ? ask(['float', '--scenes']).split('\n').filter((line) => /^\S+: /.test(line))
    .map((line) => line.split(':')[0]) : [];

/** The last rows, one a body, of so many steps of a scene. @param {string} scene @param {number} steps
 *  @param {number} dt */
export function lastRows(scene, steps, dt) {
    const rows = ask(['float', '--scene', scene, '--seconds', String(steps * dt), '--every', String(steps)])
        .trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
    const numbers = rows.map((row) => row.slice(-22)), { length } = rows;
    return numbers.slice(length / 2);
}

/** As lastRows() has them. @param {Iterable<number>} bodies */
export function rowsOf(bodies) {
    const numbers = [...bodies];
    return Array.from({ length: numbers.length / WIDTH }, (_, i) => numbers.slice(WIDTH * i, WIDTH * i + 22));
}

/** A star of about so many triangles, in OBJ. @param {number} triangles */
export function starObj(triangles) {
    const across = Math.round(Math.sqrt(triangles / 4)), around = 2 * across, lines = [];
    for (let j = 1; j < across; ++j) {
        for (let i = 0; i < around; ++i) {
            const a = Math.PI * j / across, b = 2 * Math.PI * i / around, r = 1 + 0.2 * Math.sin(5 * b) * Math.sin(a) ** 3;
            lines.push(`v ${r * Math.sin(a) * Math.cos(b)} ${r * Math.sin(a) * Math.sin(b)} ${Math.cos(a)}`);
        }
    }
    lines.push('v 0 0 1', 'v 0 0 -1');
    /** @param {number} j @param {number} i */
    const at = (j, i) => (j === 0 ? (across - 1) * around + 1 : j === across ? (across - 1) * around + 2
        : (j - 1) * around + i % around + 1);
    for (let j = 0; j < across; ++j) {
        for (let i = 0; i < around; ++i) {
            const quad = [at(j, i), at(j + 1, i), at(j + 1, i + 1), at(j, i + 1)];
            lines.push(`f ${quad.filter((v, k) => quad.indexOf(v) === k).join(' ')}`);
        }
    }
    return `${lines.join('\n')}\n`;
}

export const PLANES = `nx,ny,nz,d\n${Array.from({ length: 50 }, (_, i) =>
    [Math.sin(i), Math.cos(3 * i), Math.sin(7 * i + 1), 0.5 * Math.sin(11 * i)].join()).join('\n')}\n`;
