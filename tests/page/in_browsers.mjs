// Pages as a reader has them, in Chromium and Firefox without a window, from files: node in_browsers.mjs RESULTS... FILM.
// Nothing is wider than the window of a desktop or a phone, no label touches another or leaves its figure, tables sort
// and filter, the pointer is told numbers, figures are saved, and the film moves. With SHOTS=FOLDER screenshots are kept.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { sleep, withBrowser } from '../../bench/web/tests/browser.mjs';

/** In the page: what is wrong with it. */
function faults(width) {
    const found = [], root = document.documentElement;
    if (Math.max(root.scrollWidth, document.body.scrollWidth) > width) {
        found.push(`wider than the window: ${root.scrollWidth}`);
    }
    for (const figure of document.querySelectorAll('figure svg')) {
        const edge = figure.getBoundingClientRect(), labels = [...figure.querySelectorAll('text')].map((label) => ({ label, place: label.getBoundingClientRect() }));
        let lowest = 0, highest = Infinity;
        labels.forEach(({ label, place }, i) => {
            if (place.left < edge.left - 1 || place.right > edge.right + 1 || place.top < edge.top - 1 || place.bottom > edge.bottom + 1) {
                found.push(`beyond the edge: ${label.textContent}`);
            }
            for (const { label: other, place: there } of labels.slice(0, i)) { // letters are lower than their boxes
                if (place.left < there.right - 1 && there.left < place.right - 1 && place.top < there.bottom - 0.4 * there.height
                    && there.top < place.bottom - 0.4 * place.height) {
                    found.push(`${label.textContent} over ${other.textContent}`);
                }
            }
            if (/ ns.* wrong$/.test(label.textContent)) {
                highest = Math.min(highest, place.top);
            } else if (/ ns(, [0-9.]+×)?$/.test(label.textContent)) {
                lowest = Math.max(lowest, place.top);
            }
        });
        if (highest < lowest) {
            found.push('an approximation above an exact kernel');
        }
    }
    return document.querySelectorAll('figure svg').length === 0 ? ['no figures'] : found;
}

const [, , ...paths] = process.argv, film = paths.at(-1);
const installed = ['chromium', 'firefox'].filter((name) => {
    try {
        execFileSync(name === 'firefox' ? 'firefox-esr' : name, ['--version'], { stdio: 'ignore' });
        return true;
    } catch {
        return false;
    }
});

async function open(browser, path) {
    const { href } = pathToFileURL(path);
    await browser.open(href);
    for (let i = 0; !(await browser.evaluate(`location.href === '${href}' && document.documentElement?.dataset.drawn === 'yes'`)); ++i) {
        assert.ok(i < 200, `${browser.name} does not draw ${path}`);
        await sleep(50);
    }
}

async function look(browser, path, dark) {
    for (const width of [1280, 390]) {
        await browser.resize(width, 800);
        await browser.shade(dark);
        await open(browser, path);
        assert.deepEqual(await browser.evaluate(`(${faults})(${width})`), [], `${browser.name}, ${path}, ${width} pixels`);
        if (process.env.SHOTS) {
            writeFileSync(`${process.env.SHOTS}/${path.replace(/\W+/g, '-')}-${browser.name}-${width}-${dark ? 'dark' : 'light'}.png`, await browser.screenshot());
        }
    }
}

/** What is wrong is found. */
async function spoil(browser) {
    for (const [change, expected] of [['text.setAttribute("x", 700)', /beyond the edge/], ['text.setAttribute("y", texts[2].getAttribute("y"))', / over /],
        ['texts.find((one) => /wrong/.test(one.textContent)).setAttribute("y", 1)', /approximation above/]]) {
        const found = await browser.evaluate(`(() => {
            const figure = [...document.querySelectorAll('figure svg')].find((one) => / wrong/.test(one.textContent));
            const copy = figure.innerHTML, texts = [...figure.querySelectorAll('text')], text = texts[0];
            ${change};
            const found = (${faults})(innerWidth);
            figure.innerHTML = copy;
            return found;
        })()`);
        assert.match(found.join('\n'), expected);
    }
}

const column = (browser, at) => browser.evaluate(`[...document.querySelector('.ranking').tBodies[0].rows].map((row) => row.cells[${at}].textContent)`);

async function sortAndFilter(browser) {
    const before = await column(browser, 1), click = () => browser.evaluate('document.querySelector(".ranking [data-sort=\\"1\\"]").click()');
    const exact = await browser.evaluate('document.querySelectorAll(".ranking")[0].querySelectorAll("tr[data-group]").length');
    await click();
    const up = await column(browser, 1);
    assert.deepEqual(up.slice(0, before.length - exact), before.slice(0, before.length - exact).sort());
    await click();
    assert.deepEqual((await column(browser, 1)).slice(0, before.length - exact), up.slice(0, before.length - exact).reverse());
    assert.deepEqual([...await column(browser, 1)].sort(), [...before].sort());
    const choose = (name, value) => browser.evaluate(`(() => {
        const select = document.querySelector('select[name=${name}]');
        select.value = '${value}';
        select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await choose('method', 'catto');
    assert.deepEqual([...new Set((await column(browser, 1)).map((kernel) => kernel.split('/')[1]))], ['catto']);
    assert.equal(await browser.evaluate('document.activeElement.name'), 'method');
    await choose('method', '');
    assert.equal((await column(browser, 1)).length, before.length);
}

async function pointAndSave(browser) {
    const told = await browser.evaluate(`(() => {
        const svg = document.querySelector('#scaling figure svg, #crowds figure svg'), point = svg.querySelector('.strong circle').getBoundingClientRect();
        svg.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: point.left + point.width / 2, clientY: point.top + point.height / 2 }));
        return [document.getElementById('tip').hidden, document.getElementById('tip').textContent, svg.querySelector('.strong title').textContent];
    })()`);
    assert.equal(told[0], false);
    assert.ok(told[1].startsWith(told[2]) && / ns per \w+$/.test(told[1]), told[1]);
    const saved = await browser.evaluate(`new Promise((resolve) => {
        HTMLAnchorElement.prototype.click = async function () {
            resolve([this.download, await (await fetch(this.href)).text()]);
        };
        document.querySelector('figure>button').click();
    })`);
    assert.match(saved[0], /^ns-[\w.+-]+\.svg$/);
    assert.match(saved[1], /^<svg xmlns=.*<\/svg>\n$/s);
}

async function playFilm(browser) {
    const seen = [];
    for (const share of [0, 0.5, 1]) {
        seen.push(await browser.evaluate(`(() => {
            const slider = document.querySelector('input'), canvas = document.querySelector('canvas');
            slider.value = Math.round(${share} * slider.max);
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height), shades = new Set();
            for (let i = 0; i < data.length; i += 4) {
                shades.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
            }
            return [document.querySelector('output').textContent, canvas.toDataURL(), shades.size, document.querySelector('.play').textContent];
        })()`));
    }
    assert.equal(new Set(seen.map(([time]) => time)).size, 3);
    assert.equal(new Set(seen.map(([, picture]) => picture)).size, 3);
    assert.ok(seen.every(([, , shades, button]) => shades > 20 && button === 'Play'));
    const before = await browser.evaluate('(document.querySelector(".play").click(), document.querySelector("output").textContent)');
    await sleep(600);
    assert.notEqual(await browser.evaluate('document.querySelector("output").textContent'), before);
}

for (const name of installed) {
    await withBrowser(name, async (browser) => {
        for (const path of paths) {
            for (const dark of name === 'chromium' ? [true, false] : [false]) {
                await look(browser, path, dark);
            }
        }
        await playFilm(browser);
        await open(browser, paths[0]);
        await spoil(browser);
        await sortAndFilter(browser);
        await pointAndSave(browser);
        assert.deepEqual(browser.complaints, []);
        assert.ok(browser.requests.every((url) => /^(file|data|blob|about):/.test(url)), browser.requests.join(' '));
    });
}
process.stdout.write(`${film} and ${paths.length - 1} more in ${installed.join(' and ') || 'no browser'}\n`);
process.exitCode = installed.length > 0 ? 0 : 77;
