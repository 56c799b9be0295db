// The page: what is embedded is unpacked, and its parts begin.
import { hasSimd } from '../package/buoyancy.js';
import { startAsk } from './ask.js';
import { find, make } from './dom.js';
import { embedded, Program } from './program.js';
import { startRace } from './race.js';
import { startWatch } from './watch.js';

const PARTS = ['race', 'watch', 'ask'];

/** Shows one part of the page. @param {string} name */
function select(name) {
    for (const part of PARTS) {
        find(part).hidden = part !== name;
        find(`to-${part}`).setAttribute('aria-selected', String(part === name));
    }
}

async function start() {
    const simd = hasSimd(), set = simd ? 'simd128' : 'scalar';
    const bytes = await embedded(set);
    const program = new Program(bytes, new TextDecoder().decode(await embedded('worker')));
    for (const part of PARTS) {
        find(`to-${part}`).addEventListener('click', () => select(part));
    }
    select('race');
    const race = await startRace(program, simd);
    startAsk(program);
    /** @type {ReturnType<typeof startWatch> | null} */
    let watch = null;
    find('to-watch').addEventListener('click', () => {
        watch ??= startWatch(program).then((begun) => {
            for (const name of program.files.keys()) {
                begun.offer(name);
            }
            return begun;
        });
    });

    /** @param {Iterable<File>} dropped */
    const take = async (dropped) => {
        for (const file of dropped) {
            program.files.set(file.name, new Uint8Array(await file.arrayBuffer()));
            find('files').append(make('span', { className: 'choice' }, `${file.name}, ${file.size.toLocaleString('en')} bytes`));
            if (/\.(obj|stl|ply|off|gltf|glb)$/i.test(file.name)) {
                race.offer(file.name);
                watch?.then((begun) => begun.offer(file.name));
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
