#!/usr/bin/env bash
# Chromium opens the report from a file, in light and in dark. The page is not wider than a desktop's window
# of 1280 pixels or a phone's of 390: only tables scroll, each by itself. In every figure, in the page and as
# a file, each label lies within the figure, and no approximation stands above an exact kernel.
set -euo pipefail

: "${BUOYBENCH:?}" "${EMULATOR?}"
skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
if [ -n "$EMULATOR" ] || [ ! -x "$BUOYBENCH" ]; then skip 'this machine cannot run the program by itself'; fi
browser=
for candidate in chromium chromium-browser google-chrome; do
    if command -v "$candidate" >/dev/null; then browser=$candidate; fi
done
[ -n "$browser" ] || skip 'no Chromium (Debian: chromium)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
status=0
complain() {
    printf '%s\n' "$*"
    status=1
}

# Results of a short run on a mesh with a name as long as may be, and a sweep.
long=$(printf 'a-very-long-name-%.0s' 1 2 3 4 5 6).obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >"$long"
flags=(--poses 8 --peaks always -- --benchmark_repetitions=5 --benchmark_min_time=0.0001)
"$BUOYBENCH" run --mesh builtin:box --mesh builtin:barrel:40 --mesh "$long" --out one "${flags[@]}" >/dev/null 2>errors ||
    { if grep -q 'without Google Benchmark' errors; then skip 'nothing can be timed'; fi && cat errors && exit 1; }
"$BUOYBENCH" run --sweep count --mesh builtin:box --out sweep "${flags[@]}" >/dev/null 2>&1
cp one/results.json "$long.json"
"$BUOYBENCH" report one/results.json "$long.json" --out two >/dev/null
grep -q 'wrong</text>' one/index.html || complain 'no approximation in the page'

# Opens files in frames of both widths, and says of each what a page would have to be scrolled to, the number
# of figures, and what is wrong in them: measure LIGHT FILE...
measure() {
    {
        printf '<!DOCTYPE html><meta charset="utf-8"/><title></title>\n'
        for file in "${@:2}"; do
            printf '<iframe src="%s" width="%d" height="800"></iframe>\n' "$file" 1280 "$file" 390
        done
        cat <<'PAGE'
<script>
function faults(figure) {
    const edge = figure.getBoundingClientRect(), found = [];
    let lowest = 0, highest = Infinity;
    for (const label of figure.querySelectorAll("text")) {
        const place = label.getBoundingClientRect();
        if (place.left < edge.left - 1 || place.right > edge.right + 1 || place.top < edge.top - 1
            || place.bottom > edge.bottom + 1) found.push("beyond the edge: " + label.textContent);
        if (/ ns.* wrong$/.test(label.textContent)) highest = Math.min(highest, place.top);
        else if (/ ns(, [0-9.]+×)?$/.test(label.textContent)) lowest = Math.max(lowest, place.top);
    }
    if (highest < lowest) found.push("an approximation above an exact kernel");
    return found;
}
addEventListener("load", () => {
    let found = "";
    for (const frame of document.querySelectorAll("iframe")) {
        const page = frame.contentDocument, root = page.documentElement;
        const figures = page.body ? [...page.querySelectorAll("figure svg")] : [root];
        const wide = page.body && Math.max(root.scrollWidth, page.body.scrollWidth) > frame.width;
        found += "\nmeasured: " + frame.getAttribute("src") + ", " + frame.width + ": " + (wide ? "too wide; " : "")
            + (figures.length == 0 ? "no figures; " : "") + figures.flatMap(faults).join("; ");
    }
    document.body.append(found + "\n");
});
</script>
PAGE
    } >frames.html
    timeout 100 "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --allow-file-access-from-files \
        --user-data-dir="$work/profile" --virtual-time-budget=5000 --blink-settings=preferredColorScheme="$1" \
        --dump-dom "file://$work/frames.html" 2>errors | grep '^measured: ' >measured || true
    local wrong
    wrong=$(grep -v ': $' measured || true)
    [ -z "$wrong" ] || complain "$wrong"
    [ "$(wc -l <measured)" = $((2 * ($# - 1))) ] || complain "$(wc -l <measured) of $# frames, $(tail -n 3 errors)"
}
measure 0 {one,two,sweep}/index.html # dark
measure 1 {one,two,sweep}/index.html one/*.svg sweep/*.svg

# A label that is moved is found, and bars in another order.
mkdir moved
sed '0,/text-anchor="end"/s/x="[0-9.]*" \(y="[0-9.]*" text-anchor="end"\)/x="700" \1/' one/ns-per-body-builtin-box.svg >moved/label.svg
sed 's/y="\([0-9.]*\)" text-anchor="end">\(.* wrong<\)/y="1" text-anchor="end">\2/' one/ns-per-body-builtin-box.svg >moved/order.svg
found=$(measure 1 moved/label.svg moved/order.svg)
grep -q 'label.svg, 390: beyond the edge' <<<"$found" || complain 'a label beyond the edge was not found'
grep -q 'order.svg, 390: .*an approximation above' <<<"$found" || complain 'an approximation above was not found'
exit $status
