// The program, as the page starts it: commands in a worker, files in memory.

/** What the build puts into the page: zipped, in base 64. @param {string} id */
export async function embedded(id) {
    const text = document.getElementById(id)?.textContent ?? '';
    const zipped = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** @typedef {{code: number | string, out: string, err: string, made: Map<string, Uint8Array>}} Outcome
 *  Exit code, or why it crashed; what it printed; the files that it made. */

export class Program {
    /** Files that every command sees, by name. @type {Map<string, Uint8Array>} */
    files = new Map();
    /** @type {Worker | null} */
    #worker = null;
    /** @type {Promise<unknown>} */
    #last = Promise.resolve();
    /** @type {(() => void) | null} */
    #stop = null;

    /** @param {ArrayBuffer} bytes  of its WebAssembly @param {string} source  of worker.js */
    constructor(bytes, source) {
        this.bytes = bytes;
        this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    }

    /** Runs a command when those before it have ended.
     *  @param {string[]} args  without the program's name
     *  @param {(text: string, stream: 1 | 2) => void} [watch]  sees what it prints, as it does
     *  @param {string} [name]  the program's name @returns {Promise<Outcome>} */
    run(args, watch, name = 'buoybench') {
        const outcome = this.#last.then(() => this.#start([name, ...args], watch));
        this.#last = outcome;
        return outcome;
    }

    /** Ends the running command, whose code is then "stopped". */
    stop() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#stop?.();
    }

    /** @param {string[]} args @param {((text: string, stream: 1 | 2) => void) | undefined} watch
     *  @returns {Promise<Outcome>} */
    #start(args, watch) {
        const bytes = this.#worker ? undefined : this.bytes;
        this.#worker ??= new Worker(this.url);
        const worker = this.#worker, printed = ['', ''];
        return new Promise((resolve) => {
            /** @param {number | string} code @param {[string, Uint8Array][]} made */
            const end = (code, made) => {
                this.#stop = null;
                resolve({ code, out: printed[0], err: printed[1], made: new Map(made) });
            };
            this.#stop = () => end('stopped', []);
            worker.onerror = (event) => end(event.message, []);
            worker.onmessage = ({ data }) => {
                if ('code' in data) {
                    end(data.code, data.made);
                } else {
                    printed[data.stream - 1] += data.text;
                    watch?.(data.text, data.stream);
                }
            };
            worker.postMessage({ bytes, args, files: [...this.files] });
        });
    }
}
