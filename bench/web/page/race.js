// Race: the check of bits, then kernels timed, their ranking, and figures.
import { download, find, inWords, lastLine, make } from './dom.js';

const MESHES = ['builtin:box', 'builtin:barrel:124', 'builtin:sphere:1280', 'builtin:star:1280',
    'builtin:catamaran:5000', 'builtin:torus:20000'];

/** What `run` calls these workloads; the others are named after their water, bodies or shapes. */
const WORKLOADS = { hot: 'single queries', crowd: 'crowds, 64 bodies a call', cold: 'cold, many meshes in turn',
    frames: 'frames of whole scenes', making: 'making meshes' };
/** Workloads that are of no family of kernels. */
const OF_NONE = ['frames', 'making'];

/** @param {string} group @param {string} value @param {boolean} checked @param {string} [label] */
const choice = (group, value, checked, label = value) => make('label', { className: 'choice' },
    make('input', { type: 'checkbox', name: group, value, checked }), label);

/** @param {string} group @returns {string[]} */
const chosen = (group) => [...document.querySelectorAll(`input[name=${group}]:checked`)]
    .map((input) => /** @type {HTMLInputElement} */ (input).value);

/** The arguments of a command as a shell takes them. @param {string[]} args */
const shell = (args) => args.map((arg) => (/[^\w:./=,-]/.test(arg) ? `'${arg}'` : arg)).join(' ');

/** @param {import('./program.js').Program} program */
async function check(program) {
    const { code, out, err } = await program.run([], undefined, 'digests');
    const tests = out.split('\n').filter((line) => line.startsWith('ok ')).length;
    find('check').className = code === 0 ? 'good' : 'bad';
    find('check').textContent = code === 0
        ? `This device returns the same bits as every other: all ${tests} tests of the methods’ digests pass.`
        : `This device returns other bits than others: ${lastLine(err) || code}`;
}

/** The families, and the workloads of each, by the names of all benchmarks: family/method/isa/mesh[/workload].
 *  @param {import('./program.js').Program} program */
async function listFamilies(program) {
    const { out } = await program.run(['run', '--mesh', MESHES[0], '--kernel', '*', '--', '--benchmark_list_tests']);
    /** @type {Map<string, Set<string>>} */
    const families = new Map();
    for (const name of out.trim().split('\n')) {
        const [family, , , place, workload = 'hot'] = name.split('/');
        if (family !== 'volume' || place === MESHES[0]) { // else it is the baseline of another family
            families.set(family, (families.get(family) ?? new Set()).add(workload));
        }
    }
    for (const name of OF_NONE) {
        families.set(name, new Set([name]));
    }
    return families;
}

/** @param {Map<string, Uint8Array>} made */
function show(made) {
    const page = made.get('out/index.html'), results = made.get('out/results.json');
    if (!page || !results) {
        return;
    }
    const frame = make('iframe', { title: 'Ranking and figures', srcdoc: new TextDecoder().decode(page) });
    const fit = () => {
        frame.style.height = `${frame.contentDocument.documentElement.scrollHeight + 2}px`;
    };
    frame.addEventListener('load', () => {
        fit();
        new ResizeObserver(fit).observe(frame.contentDocument.body);
    });
    find('report').replaceChildren(make('p', {}, 'Keep ', download('results.json', results, 'application/json'),
        ' (buoybench report and compare read it beside those of other machines) and ',
        download('buoybench.html', page, 'text/html'), '.'), frame);
}

/** @param {import('./program.js').Program} program @param {boolean} simd
 *  @param {(name: string) => void} mesh  offers a mesh that was made, everywhere */
export async function startRace(program, simd, mesh) {
    const races = find('races'), meshes = find('meshes'), works = find('works'), families = await listFamilies(program);
    const unwanted = new Set(['crowd', 'cold']);
    races.append(...[...families.keys()].map((name) => choice('race', name, name === 'volume')));
    meshes.append(...MESHES.map((name) => choice('mesh', name, name === 'builtin:box' || name === 'builtin:sphere:1280')));

    const command = () => {
        const args = ['run', '--out', 'out', '--poses', find('poses').value, '--budget-us', find('budget').value];
        for (const race of chosen('race')) {
            args.push(...(OF_NONE.includes(race) ? [] : ['--kernel', `${race}/*`]));
        }
        for (const mesh of chosen('mesh')) {
            args.push('--mesh', mesh);
        }
        for (const work of chosen('work')) {
            args.push('--workload', work, ...(work === 'frames' ? ['--frames', '2000'] : []));
        }
        return args;
    };
    const tell = () => {
        find('command').textContent = `bench/run ${shell(command())}`;
        find('start').disabled = ['race', 'mesh', 'work'].some((group) => chosen(group).length === 0);
    };
    const offerWork = () => {
        const offered = new Set(chosen('race').flatMap((family) => [...families.get(family) ?? []]));
        works.replaceChildren(...[...offered].map((name) => choice('work', name, !unwanted.has(name),
            Object.entries(WORKLOADS).find(([known]) => known === name)?.[1])));
        tell();
    };
    races.addEventListener('input', offerWork);
    works.addEventListener('input', (/** @type {{target: HTMLInputElement}} */ { target: { checked, value } }) => {
        checked ? unwanted.delete(value) : unwanted.add(value);
    });
    find('race').addEventListener('input', tell);
    offerWork();

    find('start').addEventListener('click', async () => {
        let err = '';
        find('start').disabled = true;
        find('stop').disabled = false;
        find('problem').textContent = '';
        find('verdict').textContent = '';
        find('tables').textContent = '';
        find('report').replaceChildren();
        const { code, out, made } = await program.run(command(), (text, stream) => {
            err += stream === 2 ? text : '';
            find('progress').textContent = lastLine(err);
            const [, done, all = 100] = lastLine(err).match(/(\d+) (?:%|of (\d+))/) ?? [];
            if (done) {
                Object.assign(find('bar'), { hidden: false, value: +done, max: +all });
            }
        });
        find('bar').hidden = true;
        const ends = out.lastIndexOf('\n\n'); // of the tables; the last lines are the verdict
        find('progress').textContent = code === 'stopped' ? 'Stopped' : '';
        find('problem').textContent = code === 0 || code === 'stopped' ? '' : inWords('The race ended', lastLine(err) || `${code}`);
        find('verdict').textContent = ends < 0 ? '' : out.slice(ends).replace(/\nfull report: .*/, '').trim();
        find('tables').textContent = ends < 0 ? out : out.slice(0, ends);
        find('all-tables').hidden = out === '';
        show(made);
        find('stop').disabled = true;
        tell();
    });
    find('stop').addEventListener('click', () => program.stop());

    /** Offers a mesh among the others, with what the program says of it. One that kernels cannot take does not
     *  stop the race: it is left out, and a button mends it. @param {string} name
     *  @returns {Promise<boolean>}  whether they take it */
    const offer = async (name) => {
        const { code, out, err } = await program.run(['mesh', name]);
        const [first, ...rest] = (out || inWords(name, err)).split('\n'), [said, option] = first.split(': add --');
        const box = make('div', {}, make('details', {}, make('summary', {}, said), make('pre', {}, rest.join('\n').trim())));
        find('diagnoses').append(box);
        if (code === 0) {
            meshes.append(choice('mesh', name, true));
            tell();
        } else if (option) {
            await offerMended(name, option, box);
        }
        return code === 0;
    };

    /** @param {string} name @param {string} option  what would mend it @param {HTMLElement} box */
    const offerMended = async (name, option, box) => {
        const mended = name.replace(/\.\w+$/, `_${option}.obj`), flags = option === 'repair' ? [] : [`--${option}`];
        const { err, made } = await program.run(['mesh', name, ...flags, '--repair', mended]), bytes = made.get(mended);
        const [, triangles, area, volume] = err.match(/: (\d+) triangles more, (\S+ %) of the area, (\S+ %) of the volume/) ?? [];
        if (bytes) {
            box.className = 'card';
            box.append(make('button', { type: 'button', className: 'first', onclick: () => {
                program.files.set(mended, bytes);
                box.remove();
                mesh(mended);
            } }, `${option} it`), triangles ? ` which adds ${triangles} triangles, ${area} of the area, ${volume} of the volume` : '');
        }
    };
    find('simd').textContent = simd ? 'simd128' : 'scalar alone: this browser has no 128-bit vectors';
    check(program);
    return { offer };
}
