#!/usr/bin/env bash
# Chromium opens the report from a file, in light and in dark, and the page is not wider than a desktop's
# window of 1280 pixels or a phone's of 390: only tables scroll, each by itself.
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

# Nine repetitions of some kernels on some meshes and workloads, one mesh with a name as long as may be.
long=$(printf 'a-very-long-name-%.0s' 1 2 3 4 5 6).obj
make() { # FACTOR
    local subject kernel index separator='' ns=$1
    printf '{"context": {"cpu": "%s", "flags": "%s", "budget_us": 1000, "noise": {"trusted": false,
        "warnings": ["%s"]}, "peaks": {"flops": {"avx2": {"add": 50, "multiply": 50, "fma": 100}},
        "bandwidth": {"l1": 200, "l2": 90, "memory": 10}}}, "benchmarks": [' "$long" "$long" "$long"
    for subject in builtin:box builtin:sphere:1280 "$long" builtin:box/crowd "$long/crowd" \
        builtin:box/immersed10 builtin:box/immersed90; do
        for kernel in volume/catto/scalar volume/blocks/avx2 volume/blocks/avx2+fma volume/hierarchy/avx2; do
            for index in 0 1 2 3 4 5 6 7 8; do
                printf '%s{"name": "%s/%s", "repetition_index": %d, "ns_per_body": %d.%d, "triangles": %d,
                    "max_error_volume": 1e-%d, "max_error_centroid": 1e-7, "speedup_vs_catto": 12345.67,
                    "flops_per_body": 900, "bytes_per_body": 500}' "$separator" "$kernel" "$subject" \
                    "$index" "$ns" "$index" ${#subject} $((${#kernel} / 4))
                separator=,
            done
            ns=$((ns * 7 / 5))
        done
    done
    printf ']}'
}
make 100 >one.json
make 80 >"$long.json"
"$BUOYBENCH" report one.json --out one >/dev/null
"$BUOYBENCH" report one.json "$long.json" --out two >/dev/null

# The page in frames of both widths; the script measures what would have to be scrolled to.
measure() { # PAGE [ARGUMENT]...
    cat >frames.html <<PAGE
<!DOCTYPE html><title></title>
<iframe src="$1" width="1280" height="800"></iframe><iframe src="$1" width="390" height="800"></iframe>
<script>
addEventListener("load", () => {
    let found = "measured:";
    for (const frame of document.querySelectorAll("iframe")) {
        const page = frame.contentDocument, root = page.documentElement;
        found += " " + frame.width + ":" + Math.max(root.scrollWidth, page.body.scrollWidth) + ":"
            + page.querySelectorAll("figure svg").length;
    }
    document.body.append(found);
});
</script>
PAGE
    timeout 100 "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --allow-file-access-from-files \
        --user-data-dir="$work/profile" --virtual-time-budget=5000 "${@:2}" --dump-dom \
        "file://$work/frames.html" 2>errors | grep -o 'measured: [0-9: ]*' || true
}
for page in one two; do
    for scheme in 0 1; do # dark, light
        found=$(measure "$page/index.html" --blink-settings=preferredColorScheme=$scheme)
        case $found in
        'measured: 1280:1280:'[1-9]*' 390:390:'[1-9]*) ;;
        *) complain "$page, colour scheme $scheme: '$found', $(tail -n 3 errors)" ;;
        esac
    done
done
exit $status
