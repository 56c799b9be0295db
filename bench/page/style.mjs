// The style of the page and of its figures. XML allows neither < nor & in it.

// Okabe and Ito's colours, which readers with any colour vision can tell apart, adapted to the contrast of text on
// white; without their yellow, and with a purple. Then the baseline's and grey.
const LIGHT = { c0: '#0072b2', c1: '#d05400', c2: '#00875f', c3: '#b0478a', c4: '#b57a00', c5: '#2a8fcb', c6: '#7a2a5c',
    c7: '#1d2126', c8: '#8a9099', bg: '#fdfdfb', fg: '#1d2126', quiet: '#5d6570', rule: '#dcdfe3', soft: '#f2f3f1',
    warn: '#fdf1d8', edge: '#d99a1c', sky: '#f4f8fb', sea: '#3f8fc4', surface: '#1d5f92', wet: '#0b3d66' };
const DARK = { c0: '#4ba3dc', c1: '#f0864a', c2: '#35c498', c3: '#e394c4', c4: '#e9b04a', c5: '#86ccf5', c6: '#c88bb2',
    c7: '#e3e6e9', c8: '#858c95', bg: '#14171a', fg: '#e3e6e9', quiet: '#9aa3ad', rule: '#33383e', soft: '#1c2024',
    warn: '#3a2e12', edge: '#d9a63c', sky: '#1b252e', sea: '#2f77a8', surface: '#7db9e4', wet: '#cfe8fb' };

const variables = (colours) => Object.entries(colours).map(([name, value]) => `--${name}:${value};`).join('');
const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif';

const FIGURE = `text{font:12px ${FONT};fill:var(--quiet)}
.title{fill:var(--fg);font-weight:600}.name{fill:var(--fg)}
.grid path{stroke:var(--rule);fill:none}.frame{stroke:var(--quiet);fill:none}
.labels text{fill:currentColor;font-weight:600}
.line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.c7 .line{stroke-dasharray:5 4}.c8.thin .line{opacity:1;stroke-width:1.2}
circle,.bar,.cut{fill:currentColor}.other{fill:none;stroke:currentColor;stroke-width:1.5}
.shade{fill:var(--soft)}
.spread{stroke:var(--fg);stroke-width:1.5;opacity:.75}
.thin .line{stroke-width:1;opacity:.4}.thin circle{opacity:.4}
${Array.from({ length: 9 }, (_, i) => `.c${i}{color:var(--c${i})}`).join('')}`;

/** A colour of the light style. @param {string} name */
export const plain = (name) => LIGHT[name];

/** The style of a figure in a file of its own: without variables, which not all viewers of SVG know. */
export const FILE_STYLE = FIGURE.replace(/var\(--(\w+)\)/g, (_, name) => LIGHT[name]);

export const PAGE_STYLE = `:root{${variables(LIGHT)}color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1180px;padding:28px 24px 56px;background:var(--bg);color:var(--fg);
font:15px/1.5 ${FONT};overflow-wrap:break-word}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 4px;font-weight:650;letter-spacing:-.01em}
h2{font-size:1.2rem;margin:44px 0 6px;padding-top:10px;border-top:2px solid var(--fg);font-weight:650}
h3{font-size:1rem;margin:26px 0 4px;font-weight:600}
p{margin:4px 0 12px;max-width:76ch}
.sub{max-width:none;margin:0 0 2px}.sub,.quiet,.note,.family,footer{color:var(--quiet)}
.note,footer{font-size:.87rem}.family,h3 .quiet{font-weight:400}
a{color:inherit}
nav{margin:14px 0 0;font-size:.9rem}nav a{margin-right:14px;color:var(--quiet)}
code{font:.92em ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.warning{margin:18px 0;padding:10px 14px;background:var(--warn);border-left:4px solid var(--edge)}
.warning ul{margin:4px 0 0;padding-left:20px}
footer{margin-top:48px;padding-top:10px;border-top:1px solid var(--rule)}
button,select,input{font:inherit;color:inherit}
button,select{background:var(--soft);border:1px solid var(--rule);border-radius:4px;padding:1px 8px;cursor:pointer}
:focus-visible{outline:2px solid var(--c0);outline-offset:1px}
.filter{display:flex;flex-wrap:wrap;gap:6px 16px;font-size:.87rem;margin:6px 0 10px;color:var(--quiet)}
.scroll,pre{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:.87rem;font-variant-numeric:tabular-nums}
th,td{padding:2px 10px 2px 0;text-align:left;vertical-align:baseline;white-space:nowrap}
th{font-weight:500;color:var(--quiet)}
thead th{border-bottom:1px solid var(--rule);padding-bottom:3px;vertical-align:bottom}
thead button{background:none;border:0;padding:0;color:inherit;text-align:inherit}
thead button:hover{color:var(--fg)}
[aria-sort=ascending] button::after{content:" ▲"}[aria-sort=descending] button::after{content:" ▼"}
tbody tr+tr td,tbody tr+tr th{border-top:1px solid var(--soft)}
.n{text-align:right}td.n+td:not(.n),th.n+th:not(.n){padding-left:14px}
tr.thin td{color:var(--quiet)}tr.strong code{font-weight:600}
tr.even td:first-child{font-weight:600;color:var(--fg)}
td i{display:inline-block;width:.6em;height:.6em;border-radius:50%;background:currentColor;margin-right:.5em}
${Array.from({ length: 9 }, (_, i) => `td i.c${i}{color:var(--c${i})}`).join('')}
.verdict th[scope=row]{color:var(--fg);font-weight:400;white-space:normal;overflow-wrap:anywhere;min-width:22ch}.verdict tr.hot th,.verdict tr.hot code{font-weight:600}
.machine td{white-space:normal;min-width:16ch}.machine th[scope=row]{width:1%;padding-right:20px}
.machine tr.strong td{font-weight:600}
details{font-size:.87rem;margin:0 0 8px}summary{color:var(--quiet);cursor:pointer}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:8px 28px}
.cards>*,.card{min-width:0}
figure{margin:10px 0 4px;max-width:640px;position:relative}
figcaption{font-weight:600;font-size:.92rem;padding-right:54px;line-height:1.35;margin-bottom:4px}
figure>button{position:absolute;right:0;top:0;font-size:.75rem;color:var(--quiet)}
figure svg{display:block;width:100%;height:auto}
#tip{position:fixed;z-index:2;pointer-events:none;max-width:340px;padding:4px 9px;border-radius:4px;font-size:.82rem;
background:var(--fg);color:var(--bg);white-space:pre-line}
.ring{fill:none;stroke:var(--fg);stroke-width:1.5}
.film{max-width:920px}.film canvas{display:block;width:100%;height:auto;border-radius:6px;background:var(--sky)}
.film .row{display:flex;gap:10px;align-items:center;margin:8px 0}.film input{flex:1;min-width:0}
.film output{min-width:6ch;text-align:right;font-variant-numeric:tabular-nums}
${FIGURE.replace(/([^{}]+)\{/g, (_, list) => `${list.split(',').map((one) => `svg ${one.trim()}`).join(',')}{`)}
@media (max-width:600px){body{padding:18px 14px 40px}h1{font-size:1.35rem}svg text{font-size:13px}
.verdict thead{display:none}.verdict,.verdict tbody{display:block}.verdict th{white-space:normal;overflow-wrap:anywhere}
.verdict tr{display:flex;flex-wrap:wrap;gap:0 12px;padding:4px 0;
border-top:1px solid var(--rule)}.verdict th,.verdict td{border:0!important;padding:0!important}
.verdict th[scope=row]{flex:1 0 100%;font-weight:600}.verdict td:empty{display:none}
.verdict td[data-unit]:not(:empty)::after{content:" " attr(data-unit);color:var(--quiet)}}
@media print{:root{${variables(LIGHT)}color-scheme:light;--bg:#fff;--fg:#000;--quiet:#444;--rule:#ccc;--soft:#eee;--warn:#fff}
@page{size:A4;margin:14mm}body{max-width:none;padding:0;font-size:10pt}
nav,details,button,.filter{display:none}.scroll{overflow:visible}table{font-size:7.6pt}
th,td{padding-right:6px}h2,h3{break-after:avoid}tr,figure{break-inside:avoid}
.cards{grid-template-columns:1fr 1fr;gap:4mm}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
