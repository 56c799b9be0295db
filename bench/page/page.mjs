// The page that every folder of results has: what C hands over as JSON, drawn. In a browser it draws itself; Node.js
// gets the files of its figures (draw.mjs, and page.c).
import { escaped, svgFile } from './chart.mjs';
import { chartsPage } from './charts.mjs';
import { filmPage, play, stillsOf } from './film.mjs';
import { noteOf, report } from './report.mjs';
import { PAGE_STYLE } from './style.mjs';
import { sortBy } from './table.mjs';

/** The page's markup, and its figures in their order. @param {object} data  {files}, {charts} or {moments} */
export function draw(data, filter = {}) {
    const figures = [];
    const put = (figure) => (figure === null ? ''
        : `<figure data-figure="${figures.push(figure) - 1}"><figcaption>${escaped(figure.title)}</figcaption>
<button type="button" title="save this figure as SVG">SVG</button>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${figure.width} ${figure.height}" role="img"><title>${escaped(figure.title)}</title><desc>${
        escaped(figure.description)}</desc>\n${figure.content}</svg></figure>\n`);
    const markup = data.moments ? filmPage(data, put) : data.files ? report(data, filter, put) : chartsPage(data, put);
    return { markup, figures };
}

/** What stands below a figure's title in a file: the machine, or what is to be seen. */
const noteFor = (data, figure) => (data.files ? noteOf(data.files) : figure.views ? data.text : figure.description);

/** The files of all figures: [name, text] of each. */
export const files = (data) => [...draw(data).figures, ...(data.moments ? stillsOf(data) : [])]
    .map((figure) => [figure.file, svgFile(figure, noteFor(data, figure))]);

// ---- in a browser

/** Offers a figure as a file. */
function keep(figure, note) {
    const url = URL.createObjectURL(new Blob([svgFile(figure, note)], { type: 'image/svg+xml' }));
    Object.assign(document.createElement('a'), { href: url, download: figure.file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/** The numbers of the point of a figure that is nearest to the pointer, beside it. */
function hover(event, figures, tip) {
    const svg = event.target.closest?.('figure[data-figure] svg'), figure = svg && figures[svg.parentNode.dataset.figure];
    document.querySelector('.hover')?.remove();
    tip.hidden = true;
    if (!figure || figure.hits.length === 0) {
        return;
    }
    const edge = svg.getBoundingClientRect(), zoom = figure.width / edge.width;
    const [x, y] = [(event.clientX - edge.left) * zoom, (event.clientY - edge.top) * zoom];
    const far = (hit) => (hit.wide ? Math.max(0, Math.abs(hit.y - y) - hit.wide) : Math.hypot(hit.x - x, hit.y - y));
    const nearest = figure.hits.reduce((a, b) => (far(b) < far(a) ? b : a));
    if (far(nearest) < 30) {
        if (!nearest.wide) {
            const ring = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'circle'));
            for (const [key, value] of Object.entries({ class: 'hover ring', cx: nearest.x, cy: nearest.y, r: 6 })) {
                ring.setAttribute(key, value);
            }
        }
        tip.textContent = nearest.text;
        tip.hidden = false;
        const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 6), below = event.clientY + 16;
        tip.style.left = `${Math.max(left, 4)}px`;
        tip.style.top = `${below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 8 : below}px`;
    }
}

/** Draws a page and lets it answer. */
function begin(data) {
    const place = document.body.appendChild(document.createElement('div')),
        tip = document.body.appendChild(document.createElement('div'));
    document.head.appendChild(document.createElement('style')).textContent = PAGE_STYLE;
    Object.assign(tip, { id: 'tip', hidden: true });
    let figures = [];
    const show = (filter) => {
        const open = new Set([...place.querySelectorAll('details[open]>summary')].map((summary) => summary.textContent));
        const drawn = draw(data, filter);
        figures = drawn.figures;
        place.innerHTML = drawn.markup;
        place.querySelectorAll('details').forEach((details) => {
            details.open = open.has(details.firstChild.textContent);
        });
    };
    show({});
    document.title = place.querySelector('h1').textContent;
    if (data.moments) {
        play(data, place, figures, (figure) => keep(figure, noteFor(data, figure)));
    }
    place.addEventListener('click', ({ target }) => {
        if (target.dataset.sort !== undefined) {
            sortBy(target);
        } else if (target.parentNode?.dataset?.figure !== undefined && target.tagName === 'BUTTON') {
            const figure = figures[target.parentNode.dataset.figure];
            keep(figure, noteFor(data, figure));
        }
    });
    place.addEventListener('change', ({ target }) => {
        if (target.form?.className === 'filter') {
            const { name } = target, top = target.getBoundingClientRect().top;
            show(Object.fromEntries(new FormData(target.form)));
            const same = place.querySelector(`select[name=${name}]`);
            same.focus();
            scrollBy(0, same.getBoundingClientRect().top - top);
        }
    });
    for (const kind of ['pointermove', 'pointerdown', 'pointerout']) {
        place.addEventListener(kind, (event) => hover(event, kind === 'pointerout' ? [] : figures, tip));
    }
    document.documentElement.dataset.drawn = 'yes';
}

if (typeof document !== 'undefined') {
    begin(JSON.parse(document.getElementById('data').textContent));
}
