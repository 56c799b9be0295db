// The system that the program sees in a browser: arguments, a clock, files in memory, and two streams.

const BAD_FILE = 8, EXISTS = 20, NO_ENTRY = 44, NOT_SUPPORTED = 58;
const DIRECTORY = 3, REGULAR = 4, CHARACTER = 2;
const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;
const ROOT = 3;

/** What proc_exit() throws. */
export class Exit extends Error {
    /** @param {number} code */
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/** @typedef {{bytes: Uint8Array, size: number}} File  Room, and how much of it is used. */

/** @param {Uint8Array} bytes @returns {File} */
export const fileOf = (bytes) => ({ bytes, size: bytes.length });

/** @param {File} file */
export const contents = (file) => file.bytes.subarray(0, file.size);

/** @param {string[]} args  the first is the program's name
 *  @param {Map<string, File>} files  by path, without a slash in front; changed as the program writes
 *  @param {(text: string, stream: 1 | 2) => void} print  receives what it says */
export function makeSystem(args, files, print) {
    /** @type {WebAssembly.Memory} */
    let memory;
    /** @type {Map<number, {file: File, at: number, append: boolean}>} */
    const open = new Map();
    const folders = new Set(['', '.', 'tmp']);
    const decoders = [new TextDecoder(), new TextDecoder()];
    const view = () => new DataView(memory.buffer);
    /** @param {number} address @param {number} length */
    const bytes = (address, length) => new Uint8Array(memory.buffer, address, length);
    /** @param {number} address @param {number} length */
    const path = (address, length) =>
        new TextDecoder().decode(bytes(address, length).slice()).replace(/^(\.?\/)+/, '').replace(/\/+$/, '');

    /** @param {number} address @param {number} sizes @param {string[]} texts */
    const describe = (address, sizes, texts) => {
        view().setUint32(address, texts.length, true);
        view().setUint32(sizes, texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0),
            true);
        return 0;
    };
    /** @param {number} pointers @param {number} address @param {string[]} texts */
    const hand = (pointers, address, texts) => {
        for (const text of texts) {
            view().setUint32(pointers, address, true);
            const encoded = new TextEncoder().encode(`${text}\0`);
            bytes(address, encoded.length).set(encoded);
            pointers += 4;
            address += encoded.length;
        }
        return 0;
    };
    /** The parts of a scattered buffer. @param {number} vectors @param {number} count */
    const parts = (vectors, count) => Array.from({ length: count }, (_, i) =>
        bytes(view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)));
    /** @param {number} to @param {number} type @param {number} size */
    const status = (to, type, size) => {
        bytes(to, 64).fill(0);
        view().setUint8(to + 16, type);
        view().setBigUint64(to + 24, 1n, true);
        view().setBigUint64(to + 32, BigInt(size), true);
        return 0;
    };
    /** @param {File} file @param {number} size */
    const grow = (file, size) => {
        if (size > file.bytes.length) {
            const room = new Uint8Array(Math.max(size, 2 * file.bytes.length));
            room.set(contents(file));
            file.bytes = room;
        }
        file.size = Math.max(file.size, size);
    };
    /** @param {File} file @param {number} at @param {number} vectors @param {number} count */
    const read = (file, at, vectors, count) => {
        let got = 0;
        for (const part of parts(vectors, count)) {
            const some = contents(file).subarray(at + got, at + got + part.length);
            part.set(some);
            got += some.length;
        }
        return got;
    };

    /** @type {Record<string, (...values: any[]) => number>} */
    const calls = {
        args_sizes_get: (count, size) => describe(count, size, args),
        args_get: (pointers, texts) => hand(pointers, texts, args),
        environ_sizes_get: (count, size) => describe(count, size, []),
        environ_get: () => 0,
        clock_res_get: (_clock, to) => {
            view().setBigUint64(to, 1000n, true);
            return 0;
        },
        clock_time_get: (clock, _precision, to) => {
            const ms = clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(to, BigInt(Math.round(ms * 1e6)), true);
            return 0;
        },
        fd_prestat_get: (fd, to) => {
            if (fd !== ROOT) {
                return BAD_FILE;
            }
            view().setUint32(to, 0, true);
            view().setUint32(to + 4, 1, true);
            return 0;
        },
        fd_prestat_dir_name: (_fd, to) => {
            view().setUint8(to, '/'.charCodeAt(0));
            return 0;
        },
        fd_fdstat_get: (fd, to) => {
            bytes(to, 24).fill(0);
            view().setUint8(to, fd < ROOT ? CHARACTER : fd === ROOT ? DIRECTORY : REGULAR);
            // Where one can seek is no terminal; the second stream is one, for the progress on it.
            view().setBigUint64(to + 8, fd === 2 ? 64n : (1n << 30n) - 1n, true);
            view().setBigUint64(to + 16, (1n << 30n) - 1n, true);
            return 0;
        },
        fd_filestat_get: (fd, to) => status(to, open.has(fd) ? REGULAR : CHARACTER, open.get(fd)?.file.size ?? 0),
        fd_close: (fd) => (open.delete(fd) ? 0 : BAD_FILE),
        fd_seek: (fd, offset, whence, to) => {
            const entry = open.get(fd);
            if (!entry) {
                return BAD_FILE;
            }
            entry.at = Number(offset) + [0, entry.at, entry.file.size][whence];
            view().setBigUint64(to, BigInt(entry.at), true);
            return 0;
        },
        fd_read: (fd, vectors, count, to) => {
            const entry = open.get(fd), got = entry ? read(entry.file, entry.at, vectors, count) : 0;
            if (entry) {
                entry.at += got;
            }
            view().setUint32(to, got, true);
            return 0;
        },
        fd_pread: (fd, vectors, count, offset, to) => {
            const entry = open.get(fd);
            view().setUint32(to, entry ? read(entry.file, Number(offset), vectors, count) : 0, true);
            return entry ? 0 : BAD_FILE;
        },
        fd_write: (fd, vectors, count, to) => {
            const entry = open.get(fd);
            let written = 0;
            for (const part of parts(vectors, count)) {
                if (fd === 1 || fd === 2) {
                    print(decoders[fd - 1].decode(part.slice(), { stream: true }), fd);
                } else if (entry) {
                    entry.at = entry.append ? entry.file.size : entry.at;
                    grow(entry.file, entry.at + part.length);
                    entry.file.bytes.set(part, entry.at);
                    entry.at += part.length;
                }
                written += part.length;
            }
            view().setUint32(to, written, true);
            return 0;
        },
        path_open: (_fd, _look, name, length, how, _rights, _inherited, flags, to) => {
            const wanted = path(name, length), known = files.get(wanted);
            if (folders.has(wanted) || (!known && !(how & CREATE))) {
                return NO_ENTRY;
            }
            if (known && how & EXCLUSIVE) {
                return EXISTS;
            }
            const file = known && !(how & TRUNCATE) ? known : fileOf(new Uint8Array(0));
            files.set(wanted, file);
            let fd = ROOT + 1;
            while (open.has(fd)) {
                ++fd;
            }
            open.set(fd, { file, at: 0, append: (flags & APPEND) !== 0 });
            view().setUint32(to, fd, true);
            return 0;
        },
        path_filestat_get: (_fd, _look, name, length, to) => {
            const wanted = path(name, length), known = files.get(wanted);
            return known ? status(to, REGULAR, known.size)
                : folders.has(wanted) ? status(to, DIRECTORY, 0) : NO_ENTRY;
        },
        path_create_directory: (_fd, name, length) => {
            const wanted = path(name, length), known = folders.has(wanted);
            folders.add(wanted);
            return known ? EXISTS : 0;
        },
        path_rename: (_fd, name, length, _to, newName, newLength) => {
            const from = path(name, length), file = files.get(from);
            if (!file) {
                return NO_ENTRY;
            }
            files.delete(from);
            files.set(path(newName, newLength), file);
            return 0;
        },
        path_unlink_file: (_fd, name, length) => (files.delete(path(name, length)) ? 0 : NO_ENTRY),
        proc_exit: (code) => {
            throw new Exit(code);
        },
    };
    const imports = new Proxy(calls, { get: (known, name) => known[String(name)] ?? (() => NOT_SUPPORTED) });
    return {
        imports: { wasi_snapshot_preview1: imports },
        /** @param {WebAssembly.Instance} instance */
        attach(instance) {
            memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
            /** @type {any} */ (instance.exports)._initialize();
        },
    };
}

/** Runs the program once, in an instance of its own; returns its exit code.
 *  @param {WebAssembly.Module} module @param {string[]} args @param {Map<string, File>} files
 *  @param {(text: string, stream: 1 | 2) => void} print */
export function runProgram(module, args, files, print) {
    const system = makeSystem(args, files, print);
    const instance = new WebAssembly.Instance(module, system.imports);
    system.attach(instance);
    try {
        /** @type {any} */ (instance.exports).run();
        return 0;
    } catch (error) {
        if (error instanceof Exit) {
            return error.code;
        }
        throw error;
    }
}
