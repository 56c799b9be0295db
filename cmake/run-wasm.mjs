// Runs a WebAssembly program of WASI's kind with this process's environment and streams, and exits
// with its exit code: node run-wasm.mjs PROGRAM [ARGUMENT]... It sees no files.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args, env: process.env, returnOnExit: true });
// Wrapped, lest they be called by a shortcut of Node.js 20 and 22 that lets garbage be collected at
// the wrong moment, which ends the process (nodejs/node issue 46777).
const imports = {};
for (const [name, call] of Object.entries(wasi.wasiImport)) {
    imports[name] = (...values) => call(...values);
}
const { instance } = await WebAssembly.instantiate(await readFile(args[0]), {
    wasi_snapshot_preview1: imports,
});
process.exitCode = wasi.start(instance);
