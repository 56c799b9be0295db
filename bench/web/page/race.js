// Race: the check of bits, then kernels timed, their ranking, and figures.
import { download, find, lastLine, make } from './dom.js';

const MESHES = ['builtin:box', 'builtin:barrel:124', 'builtin:sphere:1280', 'builtin:star:1280',
    'builtin:catamaran:5000', 'builtin:torus:20000'];

/** @param {string} group @param {string} value @param {boolean} checked */
const choice = (group, value, checked) => make('label', { className: 'choice' },
    make('input', { type: 'checkbox', name: group, value, checked }), value);

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

/** @param {import('./program.js').Program} program @param {boolean} simd */
export async function startRace(program, simd) {
    const races = find('races'), meshes = find('meshes');
    /** @type {{family: string}[]} */
    const kernels = JSON.parse((await program.run(['list', '--format', 'json'])).out);
    races.append(...[...new Set(kernels.map(({ family }) => family))].map((name) =>
        choice('race', name, name === 'volume')));
    meshes.append(...MESHES.map((name) => choice('mesh', name, name === 'builtin:box' || name === 'builtin:sphere:1280')));

    const command = () => {
        const args = ['run', '--out', 'out', '--poses', find('poses').value, '--budget-us', find('budget').value];
        for (const race of chosen('race')) {
            args.push('--kernel', `${race}/*`);
        }
        for (const mesh of chosen('mesh')) {
            args.push('--mesh', mesh);
        }
        return args;
    };
    const tell = () => {
        find('command').textContent = `bench/run ${shell(command())}`;
        find('start').disabled = chosen('race').length === 0 || chosen('mesh').length === 0;
    };
    find('race').addEventListener('input', tell);
    tell();

    find('start').addEventListener('click', async () => {
        let err = '';
        find('start').disabled = true;
        find('stop').disabled = false;
        find('verdict').textContent = '';
        find('tables').textContent = '';
        find('report').replaceChildren();
        const { code, out, made } = await program.run(command(), (text, stream) => {
            err += stream === 2 ? text : '';
            find('progress').textContent = lastLine(err);
        });
        const ends = out.indexOf('figures in out/');
        find('progress').textContent = code === 0 ? '' : `${code === 'stopped' ? 'Stopped' : lastLine(err) || code}`;
        find('verdict').textContent = ends < 0 ? '' : out.slice(out.indexOf('\n', ends)).trim();
        find('tables').textContent = ends < 0 ? out : out.slice(0, ends);
        find('all-tables').hidden = out === '';
        show(made);
        find('stop').disabled = true;
        tell();
    });
    find('stop').addEventListener('click', () => program.stop());

    /** Offers a dropped file among the meshes, with what the program says of it. @param {string} name */
    const offer = async (name) => {
        meshes.append(choice('mesh', name, true));
        tell();
        const { out, err } = await program.run(['mesh', name]);
        const [first, ...rest] = (out || lastLine(err)).split('\n');
        find('diagnoses').append(make('details', {}, make('summary', {}, first), make('pre', {}, rest.join('\n').trim())));
    };
    find('simd').textContent = simd ? 'simd128' : 'scalar alone: this browser has no 128-bit vectors';
    check(program);
    return { offer };
}
