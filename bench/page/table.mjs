// Tables that sort.
import { escaped } from './chart.mjs';

/** A table. Columns are headings, those that begin with # of numbers. Rows have `cells`, markup or [markup, number to sort
 *  by], and may have `class`, `units` for small screens, `heads` if their first cell is a heading, `span` of the third
 *  cell, and `group`: rows stay in their group whatever the order. */
export function table(name, headings, rows) {
    const isNumber = headings.map((heading) => heading.startsWith('#'));
    const head = headings.map((heading, i) => `<th${isNumber[i] ? ' class="n"' : ''}>${
        heading ? `<button type="button" data-sort="${i}">${escaped(heading.replace(/^#/, ''))}</button>` : ''}</th>`).join('');
    const cellOf = (row, cell, i) => {
        const [markup, value] = Array.isArray(cell) ? cell : [cell, null];
        const tag = i === 0 && row.heads ? 'th' : 'td';
        return `<${tag}${tag === 'th' ? ' scope="row"' : isNumber[i] ? ' class="n"' : ''}${row.span && i === 2
            ? ` colspan="${row.span}"` : ''}${
            row.units?.[i] ? ` data-unit="${escaped(row.units[i])}"` : ''}${Number.isFinite(value) ? ` data-value="${value}"`
                : ''}>${markup}</${tag}>`;
    };
    const body = rows.map((row) =>
        `<tr${row.class ? ` class="${row.class}"` : ''}${row.group ? ` data-group="${row.group}"` : ''}>${
        row.cells.map((cell, i) => cellOf(row, cell, i)).join('')}</tr>\n`).join('');
    return `<div class="scroll"><table class="${name}"><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table></div>\n`;
}

/** The number that a cell's text begins with, of whatever precision; NaN if it does not. */
const numberOf = (text) => (/^[<±]?\s*-?[\d.]/.test(text)
    ? Number.parseFloat(text.replace(/^[<±]\s*/, '').replaceAll(',', '')) : Number.NaN);

/** The order of rows by a column's [text, value] pairs: by group, then by number, then by text; what is empty is last, up
 *  or down. */
export function orderOf(rows, descending) {
    const sign = descending ? -1 : 1;
    const keyed = rows.map(({ text, value, group = 0 }, index) => ({ text, index, group, number: value ?? numberOf(text) }));
    return keyed.sort((a, b) => a.group - b.group || (a.text === '') - (b.text === '')
        || Number.isNaN(a.number) - Number.isNaN(b.number)
        || (Number.isNaN(a.number) ? sign * a.text.localeCompare(b.text, 'en', { numeric: true }) : sign * (a.number - b.number))
        || a.index - b.index).map(({ index }) => index);
}

/** Sorts a table by the column of a button in its head: up, then down. */
export function sortBy(button) {
    const heading = button.closest('th'), of = heading.closest('table'), body = of.tBodies[0], column = +button.dataset.sort;
    const descending = heading.getAttribute('aria-sort') === 'ascending', rows = [...body.rows];
    of.querySelector('th[aria-sort]')?.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const keys = rows.map((row) => {
        const cell = row.cells[column];
        return { text: cell?.textContent ?? '', value: cell?.dataset.value === undefined ? undefined : +cell.dataset.value,
            group: +(row.dataset.group ?? 0) };
    });
    body.append(...orderOf(keys, descending).map((index) => rows[index]));
}
