// Puts the page together: node page/assemble.mjs OUTPUT, beside the two builds of the program.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** @param {Uint8Array | string} bytes */
const pack = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64');

/** One script from a module and what it imports. @param {string} entry */
async function bundle(entry) {
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, minify: true, write: false,
        format: 'iife', target: 'es2022', legalComments: 'none', define: { 'import.meta.url': '"file:"' },
        external: ['node:*'], charset: 'utf8' });
    return outputFiles[0].text.trim();
}

/** @type {Record<string, string>} */
const parts = {
    simd128: pack(await readFile('buoybench-simd128.wasm')),
    scalar: pack(await readFile('buoybench-scalar.wasm')),
    worker: pack(await bundle('page/worker.js')),
    main: pack(await bundle('page/main.js')),
};
const page = await readFile('page/index.html', 'utf8');
await writeFile(process.argv[2], page.replace(/>\{(\w+)\}</g, (_, name) => `>${parts[name]}<`));
