// The style sheet of the page. XML allows neither < nor & in it.
#include "style.h"

#include "chart.h"

// Okabe and Ito's colours, which readers with any colour vision can tell apart, adapted to the
// contrast of text on white; without their yellow, and with a purple. Then the baseline and grey.
static const char *const light[CHART_GREY + 1] = {"#0072b2", "#d05400", "#00875f",
                                                  "#b0478a", "#b57a00", "#2a8fcb",
                                                  "#7a2a5c", "#1d2126", "#8a9099"};

// On black.
static const char dark[] =
    "@media screen and (prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e3e6e9;--quiet:#9aa3ad;"
    "--rule:#33383e;--soft:#1c2024;--warn:#3a2e12;--warn-rule:#d9a63c;--c7:#e3e6e9;"
    "--c8:#858c95;--c0:#4ba3dc;--c1:#f0864a;--c2:#35c498;--c3:#e394c4;--c4:#e9b04a;--c5:#86ccf5;"
    "--c6:#c88bb2}}\n";

static const char text[] =
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0 auto;max-width:1180px;padding:28px 24px 56px;background:var(--bg);"
    "color:var(--fg);font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\","
    "\"DejaVu Sans\",sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:0 0 4px;font-weight:650;letter-spacing:-.01em}\n"
    "h2{font-size:1.2rem;margin:44px 0 6px;padding-top:10px;border-top:2px solid var(--fg);"
    "font-weight:650}\n"
    "h3{font-size:1rem;margin:26px 0 4px;font-weight:600}\n"
    "p{margin:4px 0 12px;max-width:76ch}\n"
    ".sub{max-width:none;margin:0 0 2px}.sub,.quiet,.note,.family,footer{color:var(--quiet)}\n"
    ".note,footer{font-size:.87rem}\n"
    ".family,h3 .quiet{font-weight:400}\n"
    "a{color:inherit}\n"
    "nav{margin:14px 0 0;font-size:.9rem}nav a{margin-right:14px;color:var(--quiet)}\n"
    "code{font:.92em ui-monospace,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace}\n"
    ".warning{margin:18px 0;padding:10px 14px;background:var(--warn);"
    "border-left:4px solid var(--warn-rule)}.warning ul{margin:4px 0 0;padding-left:20px}\n"
    "footer{margin-top:48px;padding-top:10px;border-top:1px solid var(--rule)}\n";

static const char tables[] =
    ".scroll{overflow-x:auto;max-width:100%}\n"
    "table{border-collapse:collapse;width:100%;font-size:.87rem;font-variant-numeric:tabular-nums}"
    "\n"
    "th,td{padding:2px 10px 2px 0;text-align:left;vertical-align:baseline;white-space:nowrap}\n"
    "th{font-weight:500;color:var(--quiet)}thead th{border-bottom:1px solid var(--rule);"
    "padding-bottom:3px;vertical-align:bottom}\n"
    "tbody tr+tr td,tbody tr+tr th{border-top:1px solid var(--soft)}\n"
    ".n{text-align:right}td.n+td:not(.n),th.n+th:not(.n){padding-left:14px}\n"
    "tr.thin td{color:var(--quiet)}tr.strong code{font-weight:600}\n"
    ".verdict th[scope=row]{color:var(--fg);font-weight:400}.verdict tr.hot th,"
    ".verdict tr.hot code{font-weight:600}\n"
    ".machine td{white-space:normal;min-width:16ch}.machine th[scope=row]{width:1%;"
    "padding-right:20px}.machine tr.strong td{font-weight:600}\n"
    "details{font-size:.87rem;margin:0 0 8px}summary{color:var(--quiet);cursor:pointer}\n";

static const char figures[] =
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));"
    "gap:8px 28px}\n"
    ".cards>*,.card{min-width:0}\n"
    "figure{margin:10px 0 4px;max-width:640px}figcaption{font-weight:600;font-size:.92rem}\n"
    "figure svg{display:block;width:100%;height:auto}\n"
    "svg text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\","
    "\"DejaVu Sans\",sans-serif;fill:var(--quiet)}\n"
    ".grid path{stroke:var(--rule);fill:none}\n"
    ".labels text{fill:var(--c);font-weight:600}\n"
    ".line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}\n"
    ".c7 .line{stroke-dasharray:5 4}.c8.thin .line{opacity:1;stroke-width:1.2}\n"
    "circle,figure rect,.cut{fill:var(--c)}.name{fill:var(--fg)}"
    ".spread{stroke:var(--fg);stroke-width:1.5;opacity:.75}\n"
    ".thin .line{stroke-width:1;opacity:.38}.thin circle{opacity:.38}\n";

static const char media[] =
    "@media (max-width:600px){body{padding:18px 14px 40px}h1{font-size:1.35rem}"
    "svg text{font-size:13px}"
    ".verdict thead{display:none}.verdict tr{display:flex;flex-wrap:wrap;gap:0 12px;"
    "padding:4px 0;border-top:1px solid var(--rule)}.verdict th,.verdict td{border:0!important;"
    "padding:0!important}.verdict th[scope=row]{flex:1 0 100%;font-weight:600}"
    ".verdict td:empty{display:none}.verdict td[data-unit]:not(:empty)::after{content:\" \" "
    "attr(data-unit);"
    "color:var(--quiet)}}\n"
    "@media print{:root{color-scheme:light;--bg:#fff;--fg:#000;--quiet:#444;--rule:#ccc;"
    "--soft:#eee;--warn:#fff}"
    "@page{size:A4;margin:14mm}body{max-width:none;padding:0;font-size:10pt}"
    "nav,details{display:none}.scroll{overflow:visible}table{font-size:7.6pt}"
    "th,td{padding-right:6px}h2,h3{break-after:avoid}"
    "tr,figure{break-inside:avoid}.cards{grid-template-columns:1fr 1fr;gap:4mm}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

static void put_colours(FILE *stream) {
    fputs(":root{", stream);
    for (size_t i = 0; i <= CHART_GREY; ++i) {
        fprintf(stream, "--c%zu:%s;", i, light[i]);
    }
    fputs("color-scheme:light dark;--bg:#fdfdfb;--fg:#1d2126;--quiet:#5d6570;--rule:#dcdfe3;"
          "--soft:#f2f3f1;--warn:#fdf1d8;--warn-rule:#d99a1c}\n",
          stream);
    fputs(dark, stream);
    for (size_t i = 0; i <= CHART_GREY; ++i) {
        fprintf(stream, ".c%zu{--c:var(--c%zu)}", i, i);
    }
    fputs("\n", stream);
}

void style_put(FILE *stream) {
    const char *const parts[] = {text, tables, figures, media};
    fputs("<style>\n", stream);
    put_colours(stream);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        fputs(parts[i], stream);
    }
    fputs("</style>\n", stream);
}

void style_put_svg(FILE *stream) {
    fputs("<style>\n"
          "text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\","
          "\"DejaVu Sans\",sans-serif;fill:#5d6570}\n"
          ".title{font-weight:600;fill:#1d2126}.name{fill:#1d2126}\n"
          ".grid path{stroke:#dcdfe3;fill:none}.labels text{font-weight:600}\n"
          ".line{fill:none;stroke-width:2;stroke-linejoin:round}.c7 .line{stroke-dasharray:5 4}"
          ".c8.thin .line{stroke-width:1.2}\n"
          ".thin .line{stroke-width:1}.spread{stroke:#1d2126;stroke-width:1.5}\n",
          stream);
    for (size_t i = 0; i <= CHART_GREY; ++i) {
        fprintf(stream,
                ".c%zu .line{stroke:%s}.c%zu circle,rect.c%zu,.cut.c%zu,text.c%zu{fill:%s}\n", i,
                light[i], i, i, i, i, light[i]);
    }
    fputs(".thin .line,.thin circle{opacity:.4}.c8.thin .line{opacity:1}\n</style>\n", stream);
}
