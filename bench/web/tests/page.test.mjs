// The page as a visitor has it, in Chromium and Firefox without a window, from a file. Screenshots are
// left in screenshots/, to be looked at.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sleep, withBrowser } from './browser.mjs';
import { ask, lastRows, PLANES, rowsOf, SCENES, skip, starObj } from './native.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url)), page = new URL('../index.html', import.meta.url).href;
const shots = join(folder, 'screenshots'), work = mkdtempSync(join(tmpdir(), 'buoybench-'));
process.on('exit', () => rmSync(work, { recursive: true }));
mkdirSync(shots, { recursive: true });

/** @typedef {{name: string, complaints: string[], requests: string[], open: (url: string) => Promise<any>,
 *    evaluate: (expression: string) => Promise<any>, resize: (w: number, h: number) => Promise<any>,
 *    shade: (dark: boolean) => Promise<any>, before: (script: string) => Promise<any>,
 *    screenshot: () => Promise<Buffer>}} Browser */

/** Waits until an expression is true. @param {Browser} browser @param {string} expression
 *  @param {number} [seconds] */
async function until(browser, expression, seconds = 120) {
    for (const end = Date.now() + 1000 * seconds; !(await browser.evaluate(expression));) {
        assert.ok(Date.now() < end, `${browser.name}: ${expression}`);
        await sleep(50);
    }
}

/** @param {Browser} browser @param {string} name @param {string} text  of a file to drop */
const drop = (browser, name, text) => browser.evaluate(`(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
})()`);

/** @param {Browser} browser @param {string[]} args */
const run = (browser, args) => browser.evaluate(`buoybench.run(${JSON.stringify(args)}).then(({ code, out, err, made }) =>
    ({ code, out, err, results: made.has('out/results.json') && new TextDecoder().decode(made.get('out/results.json')) }))`);

/** Least nanoseconds of a body, by name: on a busy machine what is most alike from run to run. @param {string} results */
function least(results) {
    /** @type {Record<string, number>} */
    const times = {};
    for (const { run_name: name, ns_per_body: ns } of JSON.parse(results).benchmarks) {
        times[name] = Math.min(times[name] ?? Infinity, ns ?? Infinity);
    }
    return times;
}

/** What a field of the page holds. @param {Browser} browser @param {string} id @param {string} [member] */
const read = (browser, id, member = 'textContent') => browser.evaluate(`document.getElementById('${id}').${member}`);

/** The longest pause while something is done, until an expression is true, and how long that took, in ms. What
 *  froze the page would take all of it; on a busy machine a pause is longer, but so is the whole.
 *  @param {Browser} browser @param {string} action @param {string} expression */
async function pause(browser, action, expression) {
    await browser.evaluate(`window.longest = 0; window.before = performance.now(); window.timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - before);
        before = performance.now();
    }, 10); ${action}`);
    const began = Date.now();
    await until(browser, expression);
    const longest = await browser.evaluate('clearInterval(timer), longest'), took = Date.now() - began;
    return { longest, took, good: longest < Math.max(500, took / 3) };
}

/** Both widths, in light and dark, of each part of the page. @param {Browser} browser */
async function look(browser) {
    const shades = new Set();
    for (const part of ['race', 'watch', 'ask']) {
        await browser.evaluate(`document.getElementById('to-${part}').click()`);
        if (part === 'watch') {
            await until(browser, 'document.getElementById("numbers").children.length > 4');
        }
        for (const [width, height] of [[1280, 800], [390, 844]]) {
            for (const dark of [false, true]) {
                await browser.resize(width, height);
                await browser.shade(dark);
                await sleep(300);
                shades.add(await browser.evaluate('getComputedStyle(document.body).backgroundColor'));
                assert.ok(await browser.evaluate(
                    'Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)') <= width,
                `${part} overflows ${width} pixels`);
                writeFileSync(join(shots, `${browser.name}-${part}-${width}-${dark ? 'dark' : 'light'}.png`),
                    await browser.screenshot());
            }
        }
    }
    assert.equal(shades.size, browser.name === 'Chromium' ? 2 : 1);
    await browser.resize(1280, 900);
}

/** A box without its top. */
const OPEN = `v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 2 0\nv 0 0 1\nv 4 0 1\nv 4 2 1\nv 0 2 1
f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n`;

/** Water, body, numbers and buttons are in the first screen, nothing lies over the water, and the boat is first.
 *  @param {Browser} browser @param {number} width @param {number} height */
async function watchFirst(browser, width, height) {
    await browser.resize(width, height);
    await browser.open(`${page}?${width}#watch`);
    await until(browser, 'document.body?.dataset.ready && document.getElementById("numbers").children.length > 4');
    const { scene, open, water, others } = await browser.evaluate(`(() => {
        const place = (id) => {
            const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
            return { left, top, right, bottom };
        };
        return { scene: document.getElementById('scene').value, open: document.getElementById('controls').open,
            water: place('canvas'), others: ['numbers', 'legend', 'pause'].map(place) };
    })()`);
    assert.equal(scene, 'kerner-boat');
    assert.equal(open, width > 800);
    const shown = await browser.evaluate('!document.getElementById("canvas").hidden'); // where there is WebGL
    assert.ok(!shown || (water.top >= 0 && water.bottom - water.top > 200), JSON.stringify(water));
    for (const place of others) {
        assert.ok(place.bottom <= height && (!shown || place.top >= water.bottom || place.left >= water.right), JSON.stringify(place));
    }
}

for (const which of /** @type {const} */ (['chromium', 'firefox'])) {
    const program = which === 'chromium' ? 'chromium' : 'firefox-esr';
    /** @type {string | false} */
    let absent = false;
    try {
        execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
        absent = `no ${program}`;
    }

    test(`${which}: the page`, { skip: absent || skip, timeout: 900_000 }, (t) => withBrowser(which, async (browser) => {
        await t.test('loads in under 2 s, and its digests are the native constants', async () => {
            assert.ok(statSync(fileURLToPath(page)).size <= 2.5e6);
            let best = Infinity;
            for (let round = 0; round < 3; ++round) {
                const began = Date.now();
                await browser.open(page);
                await until(browser, 'document.body?.dataset.ready');
                best = Math.min(best, Date.now() - began);
            }
            assert.ok(best < 2000, `${best} ms`);
            await until(browser, 'document.getElementById("check").className !== "soft"');
            assert.equal(await browser.evaluate('document.getElementById("check").className'), 'good');
        });

        await t.test('a dropped file has the native bits', async () => {
            const star = starObj(500);
            await drop(browser, 'star.obj', star);
            await drop(browser, 'planes.csv', PLANES);
            await until(browser, 'buoybench.files.has("planes.csv") && document.querySelector("#diagnoses summary")');
            writeFileSync(join(work, 'star.obj'), star);
            writeFileSync(join(work, 'planes.csv'), PLANES);
            const args = ['eval', 'volume', '--mesh', 'star.obj', '--planes', 'planes.csv'];
            assert.equal((await run(browser, args)).out, ask(args, work));
        });

        await t.test('an open hull has a button that closes it, and does not stop the others', async () => {
            await browser.evaluate('document.getElementById("diagnoses").replaceChildren()');
            await drop(browser, 'cup.obj', OPEN);
            await until(browser, 'document.querySelector("#diagnoses button")');
            assert.match(await read(browser, 'diagnoses'), /cup.obj: not closed: 4 open edges.*close it which adds 4 triangles, /s);
            assert.doesNotMatch(await read(browser, 'diagnoses', 'firstChild.firstChild.firstChild.textContent'), /--/);
            assert.doesNotMatch(await read(browser, 'command'), /cup/);
            await browser.evaluate('document.querySelector("#diagnoses button").click()');
            await until(browser, 'document.getElementById("command").textContent.includes("--mesh cup_close.obj")');
            assert.match(await read(browser, 'diagnoses'), /cup_close.obj: closed, outward: ready/);
        });

        await t.test('600 steps of each scene end in the native bits', async () => {
            await browser.evaluate(`window.askScene = (scene) => new Promise((resolve, reject) => {
                const worker = new Worker(buoybench.url), nothing = new Float64Array(0);
                let dt;
                worker.onmessage = ({ data }) => {
                    dt ??= data.dt;
                    if (data.code) {
                        reject(new Error(data.code));
                    } else if (scene && data.scenes) {
                        worker.postMessage({ steps: 600, pushes: [], x: nothing, y: nothing, lines: 0 });
                    } else {
                        worker.terminate();
                        resolve(scene ? { dt, bodies: [...data.bodies].map((number) => Number.isNaN(number) ? null : number) }
                            : data.scenes);
                    }
                };
                worker.postMessage({ bytes: buoybench.bytes, scene, files: [] });
            })`);
            const scenes = await browser.evaluate('askScene("")');
            for (const scene of SCENES) {
                const { dt, bodies } = await browser.evaluate(`askScene(${JSON.stringify(scenes[scene])})`);
                assert.deepEqual(rowsOf(bodies.map((/** @type {number | null} */ number) => number ?? NaN)),
                    lastRows(scene, 600, dt), scene);
            }
        });

        await t.test('no part overflows at 1280 and 390 pixels', () => look(browser));

        await t.test('errors are in a box, in words of the page', async () => {
            await browser.evaluate(`(() => {
                document.getElementById('to-race').click();
                document.getElementById('poses').value = 0;
                document.getElementById('start').click();
            })()`);
            await until(browser, 'document.getElementById("problem").textContent !== ""');
            assert.match(await read(browser, 'problem'), /^The race ended: .*poses/);
            await browser.evaluate('document.getElementById("poses").value = 16');
        });

        await t.test('a race by buttons ends with a verdict and a report', async () => {
            await browser.evaluate(`(() => {
                document.getElementById('to-race').click();
                for (const input of document.querySelectorAll('input[name=race], input[name=mesh]')) {
                    input.checked = input.value === 'box' || input.value === 'builtin:box';
                }
                document.getElementById('poses').value = 16;
                document.getElementById('races').dispatchEvent(new Event('input', { bubbles: true }));
                document.getElementById('start').click();
            })()`);
            await until(browser, 'document.getElementById("stop").disabled', 600);
            assert.equal(await read(browser, 'progress'), '');
            assert.match(await browser.evaluate('document.getElementById("verdict").textContent'), /boxes/);
            const drawn = 'document.querySelector("#report iframe").contentDocument';
            await until(browser, `${drawn}?.documentElement?.dataset.drawn === 'yes'`);
            assert.match(await browser.evaluate(`${drawn}.querySelector('.ranking').textContent`), /box\/corners/);
            assert.ok(await browser.evaluate(`${drawn}.querySelectorAll('figure svg .bar').length`) > 2);
            assert.equal(await browser.evaluate('document.querySelector("#report a").download'), 'results.json');
        });

        await t.test('keys choose parts of the page; in Watch they pause, step, push and reset', async () => {
            /** @param {string} key @param {string} [at] */
            const press = (key, at = 'document.body') => browser.evaluate(`${at}.dispatchEvent(new KeyboardEvent('keydown',
                { key: '${key}', bubbles: true, cancelable: true }))`);
            await browser.evaluate('document.getElementById("to-race").focus()');
            await press('ArrowRight', 'document.activeElement');
            await until(browser, 'location.hash === "#watch" && document.getElementById("numbers").children.length > 4');
            assert.equal(await browser.evaluate('document.activeElement.id'), 'to-watch');
            await press('r');
            await until(browser, 'document.getElementById("watch-error").textContent === ""');
            await press(' ');
            assert.equal(await read(browser, 'pause'), 'Go on');
            await sleep(500);
            const before = await read(browser, 'numbers');
            await sleep(500);
            assert.equal(await read(browser, 'numbers'), before);
            await press('p');
            await press('s');
            await until(browser, `document.getElementById('numbers').textContent !== ${JSON.stringify(before)}`);
            await press(' ');
            assert.equal(await read(browser, 'pause'), 'Pause');
            assert.equal(await read(browser, 'watch-error'), '');
        });

        if (which === 'chromium') {
            await t.test('simd128 is twice as fast as its scalar twin; 500 crates take a millisecond or less; timings last 200 ticks', async () => {
                const { results, err } = await run(browser, ['run', '--mesh', 'builtin:sphere:1280', '--kernel', 'volume/blocks/s*',
                    '--kernel', 'step/auto/best', '--workload', 'hot', '--workload', 'boxes/still-1024', '--workload',
                    'boxes/waves8-1024', '--out', 'out']);
                assert.ok(results, err);
                const times = least(results), sphere = 'builtin:sphere:1280';
                const ratio = times[`volume/blocks/scalar/${sphere}`] / times[`volume/blocks/simd128/${sphere}`];
                const crates = ['still', 'waves8'].map((water) => 500e-6 * times[`step/auto/best/boxes/${water}-1024`]);
                const { context, benchmarks } = JSON.parse(results), ticks = benchmarks.filter((/** @type {any} */ row) =>
                    row.iterations).map((/** @type {any} */ row) => row.iterations * row.real_time * 1e-9 / context.clock_tick_seconds);
                t.diagnostic(`simd128 ${ratio.toFixed(2)} x scalar; ${Math.min(...ticks).toFixed(0)} ticks or more`);
                t.diagnostic(`500 crates ${crates.map((ms) => ms.toFixed(3)).join(' and ')} ms in still water and in waves`);
                assert.ok(ratio >= 2 && Math.max(...crates) <= 1);
                assert.ok(Math.min(...ticks) > 100); // each is begun long enough for 200, and may turn out faster
            });

            await t.test('300 000 triangles do not freeze the page, dropped, or afloat', async () => {
                const text = starObj(300_000), half = text.length >> 1;
                await browser.evaluate(`window.text = ${JSON.stringify(text.slice(0, half))}`);
                await browser.evaluate(`window.big = new DataTransfer();
                    big.items.add(new File([text, ${JSON.stringify(text.slice(half))}], 'big.obj'));
                    document.getElementById('to-race').click();
                    document.getElementById('diagnoses').replaceChildren()`);
                const dropped = await pause(browser, `document.dispatchEvent(new DragEvent('drop', { dataTransfer: big }))`,
                    'document.querySelector("#diagnoses summary")');
                assert.match(await read(browser, 'diagnoses'), /closed/);
                const afloat = await pause(browser, `(() => {
                    document.getElementById('to-watch').click();
                    document.getElementById('scene').value = 'a body of your own';
                    document.getElementById('body').value = 'big.obj';
                    document.getElementById('numbers').replaceChildren();
                    document.getElementById('wishes').dispatchEvent(new Event('change'));
                })()`, 'document.getElementById("numbers").children.length > 4');
                t.diagnostic(`longest pause ${[dropped, afloat].map(({ longest, took }) => `${longest.toFixed(0)} ms of ${took}`).join(
                    ' while read, ')} until afloat`);
                assert.ok(dropped.good && afloat.good);
            });
        }

        await t.test('there was no complaint and no request', () => {
            assert.deepEqual(browser.complaints, []);
            assert.deepEqual(browser.requests.filter((url) => !/^(blob|data):/.test(url) && url !== page), []);
        });
    }));

    test(`${which}: Watch is whole in the first screen, of a phone, too`, { skip: absent, timeout: 200_000 }, () =>
        withBrowser(which, async (browser) => {
            await watchFirst(browser, 1280, 800);
            await watchFirst(browser, 390, 844);
        }));

    test(`${which}: without vectors and WebGL the page says so, and does the rest`, { skip: absent, timeout: 200_000 }, () =>
        withBrowser(which, async (browser) => {
            await browser.before(`WebAssembly.validate = () => false;
                const context = HTMLCanvasElement.prototype.getContext;
                HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                    return /^webgl/.test(kind) ? null : context.call(this, kind, ...more);
                };`);
            await browser.open(`${page}#watch`);
            await until(browser, 'document.body?.dataset.ready && document.getElementById("numbers").children.length > 4');
            assert.match(await read(browser, 'simd'), /no 128-bit vectors/);
            assert.deepEqual([await read(browser, 'canvas', 'hidden'), await read(browser, 'no-webgl', 'hidden')], [true, false]);
            await until(browser, 'document.getElementById("check").className !== "soft"');
            assert.equal(await read(browser, 'check', 'className'), 'good');
            assert.match((await run(browser, ['list'])).out, /volume\/blocks\/scalar/);
            assert.deepEqual(browser.complaints, []);
        }));

    test(`${which}: page and package from a server`, { skip: absent, timeout: 100_000 }, async () => {
        const pages = { '/': `<!DOCTYPE html><link rel="icon" href="data:,"><script type="module">
            import { load } from './buoyancy.js';
            window.buoyancy = await load();
        </script>`, '/some/where.html': readFileSync(fileURLToPath(page)) };
        /** @type {string[]} */
        const asked = [];
        const server = createServer(({ url = '' }, response) => {
            const text = Object.entries(pages).find(([known]) => known === url)?.[1];
            asked.push(url);
            response.setHeader('content-type', text ? 'text/html' : url.endsWith('.js') ? 'text/javascript' : 'application/wasm');
            response.end(text ?? readFileSync(join(folder, 'package', url)));
        });
        await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
        const { port } = /** @type {any} */ (server.address());
        await withBrowser(which, async (browser) => {
            await browser.open(`http://127.0.0.1:${port}/`);
            await until(browser, 'window.buoyancy');
            assert.equal(await browser.evaluate('buoyancy.isa'), 'simd128');
            await browser.open(`http://127.0.0.1:${port}/some/where.html`);
            await until(browser, 'document.body?.dataset.ready');
            assert.match((await run(browser, ['mesh', 'builtin:box'])).out, /closed/);
            assert.deepEqual(browser.complaints, []);
            assert.deepEqual(asked, ['/', '/buoyancy.js', '/buoyancy-simd128.wasm', '/some/where.html']);
        });
        server.close();
    });
}
