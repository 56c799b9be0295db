// Ask: any command of the program.
import { download, find, make } from './dom.js';

const EXAMPLES = ["verify --mesh builtin:sphere:1280 --kernel 'volume/*'", 'float --scene tutorial-boat --seconds 2.5 --every 60',
    'gz --mesh builtin:wigley:1000 --density 400 --com 0,0,0', 'equilibrium --mesh builtin:star:96 --density 500', 'list', '--help'];

/** Words as a shell splits them. @param {string} line */
const words = (line) => [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]);

/** @param {import('./program.js').Program} program */
export function startAsk(program) {
    find('examples').append(...EXAMPLES.map((line) => make('button', { type: 'button', onclick: () => {
        find('line').value = line;
        find('ask-form').requestSubmit();
    } }, line)));
    find('ask-form').addEventListener('submit', async (/** @type {Event} */ event) => {
        event.preventDefault();
        const args = words(find('line').value.replace(/^(bench\/run|buoybench)\s+/, ''));
        find('answer').textContent = '';
        const { code, made } = await program.run(args, (text) => find('answer').append(text));
        for (const [name, bytes] of made) {
            program.files.set(name, bytes);
        }
        find('exit').textContent = `exit ${code}`;
        find('made').replaceChildren(...[...made].flatMap(([name, bytes]) =>
            [download(name, bytes, 'application/octet-stream'), ' ']));
    });
}
