#!/usr/bin/env bash
# A profiler tells the variants of a method apart: no two instruction sets hold a function of more
# than 200 bytes by the same name. Every set's name ends the names of its functions
# (simd/every_method.h), and profile's recipes name symbols that there are. What the headers of kernels/ define belongs to no method.
set -euo pipefail

: "${NM:?}" "${OBJECTS:?}"

skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}
command -v "$NM" >/dev/null || skip 'no nm'
[ -z "${SANITIZE-}" ] || skip 'less is inlined in builds with sanitizers'
case ${FLAGS-} in *-O2* | *-O3*) ;; *) skip 'less is inlined without optimisation' ;; esac

# The names of an object's large functions: "00000000000000e0 00000000000012f4 t NAME".
large_functions() {
    "$NM" -S -t d "$1" | awk '($3 == "T" || $3 == "t" && $4 !~ /^_?buoy_/) && $2 + 0 > 200 { print $4 }'
}

names_file=$(mktemp)
trap 'rm -f "$names_file"' EXIT
IFS=: read -ra objects <<<"$OBJECTS"
count=0
names=
# An instruction set's parts may share a function: kernels_PART_SET.c.o.
declare -A names_of
for object in "${objects[@]}"; do
    case $object in
    */simd/kernels_*)
        count=$((count + 1))
        set_of=${object##*/kernels_}
        names_of[${set_of#*_}]+=$(large_functions "$object")$'\n'
        ;;
    esac
done
[ "$count" -gt 0 ]
for set_of in "${!names_of[@]}"; do
    names+=$(sort -u <<<"${names_of[$set_of]}")$'\n'
done
found=$(sort <<<"$names" | sed '/^$/d')
printf '%d objects with %d large functions\n' "$count" "$(wc -l <<<"$found")"
shared=$(uniq -d <<<"$found")
if [ -n "$shared" ]; then
    printf 'in several of them, so to be listed in simd/every_method.h:\n%s\n' "$shared"
    exit 1
fi

# The symbols that `profile --recipes` names are there.
[ -x "${BUOYBENCH-}" ] && [ -z "${EMULATOR-}" ] || exit 0
"$NM" "$BUOYBENCH" | awk '{ print $NF }' | sort -u >"$names_file"
kernels=0
for kernel in $("$BUOYBENCH" list | awk '$3 == "yes" { print $1 }'); do
    mesh=(--mesh builtin:box)
    case $kernel in volume/* | hydrostatics/* | pressure/*) ;; *) mesh=() ;; esac
    symbol=$("$BUOYBENCH" profile --recipes --kernel "$kernel" ${mesh[@]+"${mesh[@]}"} |
        sed -n 's/^Most of the time is spent in the symbol \(.*\)\.$/\1/p')
    [ -n "$symbol" ] || continue
    kernels=$((kernels + 1))
    if ! grep -qxE "_?$symbol" "$names_file"; then
        printf '%s: no symbol %s\n' "$kernel" "$symbol"
        exit 1
    fi
done
printf 'the symbols of %d kernels\n' "$kernels"
[ "$kernels" -gt 0 ]
