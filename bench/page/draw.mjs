// Draws a page's figures as files, by Node.js and the page's own script: node bench/page/draw.mjs DIR/index.html [FOLDER]
// With --html in place of FOLDER it prints what the page shows instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [, , path, folder = dirname(path)] = process.argv, page = readFileSync(path, 'utf8');
const [, data, script] = page.match(/<script type="application\/json" id="data">([^\n]*)<\/script>\n<script>(.*)<\/script>/s);
const { draw, files } = new Function(`${script}\nreturn modules.page;`)();
if (folder === '--html') {
    writeFileSync(1, draw(JSON.parse(data)).markup);
} else {
    for (const [name, text] of files(JSON.parse(data))) {
        writeFileSync(join(folder, name), text);
    }
}
