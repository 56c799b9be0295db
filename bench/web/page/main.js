// The page: what is embedded is unpacked, and its parts begin.
import { hasSimd } from '../package/buoyancy.js';
import { startAsk } from './ask.js';
import { find, make } from './dom.js';
import { embedded, Program } from './program.js';
import { startRace } from './race.js';
import { startWatch } from './watch.js';

const PARTS = ['race', 'watch', 'ask'];

/** @param {string} name */
const isMesh = (name) => /\.(obj|stl|ply|off|gltf|glb)$/i.test(name);

/** Shows the part that the address names, such as …/index.html#watch, or the first. */
function select() {
    const name = PARTS.find((part) => `#${part}` === location.hash) ?? PARTS[0];
    document.body.dataset.part = name;
    for (const part of PARTS) {
        find(part).hidden = part !== name;
        find(`to-${part}`).setAttribute('aria-selected', String(part === name));
        find(`to-${part}`).tabIndex = part === name ? 0 : -1;
    }
}

async function start() {
    const simd = hasSimd(), set = simd ? 'simd128' : 'scalar';
    const bytes = await embedded(set);
    const program = new Program(bytes, new TextDecoder().decode(await embedded('worker')));
    /** @type {ReturnType<typeof startWatch> | null} */
    let watch = null;
    /** Meshes that bodies may have. @type {string[]} */
    const usable = [];
    const turn = () => {
        select();
        if (!find('watch').hidden) {
            watch ??= startWatch(program).then((begun) => {
                usable.forEach(begun.offer);
                return begun;
            });
        }
    };
    window.addEventListener('hashchange', turn);
    PARTS.forEach((part, i) => {
        const tab = find(`to-${part}`);
        tab.addEventListener('click', () => {
            history.replaceState(null, '', `#${part}`); // neither scrolls nor moves the focus, as a link would
            turn();
        });
        tab.addEventListener('keydown', (/** @type {KeyboardEvent} */ { key }) => {
            const step = { ArrowRight: 1, ArrowLeft: PARTS.length - 1 }[key];
            if (step) {
                const next = find(`to-${PARTS[(i + step) % PARTS.length]}`);
                next.focus();
                next.click();
            }
        });
    });
    turn();
    scrollTo(0, 0); // browsers scroll to what has the address's name, which hides the parts' names
    /** A mesh among the files becomes a choice everywhere. @param {string} name */
    const offer = async (name) => {
        if (await race.offer(name)) {
            usable.push(name);
            watch?.then((begun) => begun.offer(name));
        }
    };
    const race = await startRace(program, simd, offer);
    startAsk(program);

    /** @param {Iterable<File>} dropped */
    const take = async (dropped) => {
        for (const file of dropped) {
            program.files.set(file.name, new Uint8Array(await file.arrayBuffer()));
            find('files').append(make('span', { className: 'choice' }, `${file.name}, ${file.size.toLocaleString('en')} bytes`));
            if (isMesh(file.name)) {
                offer(file.name);
            }
        }
    };
    find('choose').addEventListener('change', () => take(find('choose').files));
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        take(event.dataTransfer?.files ?? []);
    });
    Object.assign(window, { buoybench: program }); // for the console, and for tests
    document.body.dataset.ready = 'yes';
}

start().catch((error) => {
    find('check').className = 'bad';
    find('check').textContent = `This browser cannot run the page: ${error.message}`;
});
