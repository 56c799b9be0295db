// A page of charts, as page.c hands them over.
import { chart, escaped } from './chart.mjs';
import { colourOf } from './report.mjs';

/** The charts' page; `put` takes figures and returns theirs. */
export const chartsPage = ({ title, note, charts }, put) =>
    `<h1>${escaped(title)}</h1>\n${note ? `<pre class="note">${escaped(note)}</pre>\n` : ''}<div class="cards">
${charts.map((one) => `<div class="card">${put(chart({ ...one,
    series: one.series.map((series, i) => ({ ...series, strong: true, joined: true,
    label: one.series.length > 1 ? series.name : '',
    colour: series.method ? colourOf({ method: series.name, approximate: series.approximate }) : series.floor ? 7
        : i % 7 })) }))}</div>`).join('\n')}</div>\n`;
