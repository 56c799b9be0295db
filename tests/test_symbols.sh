#!/usr/bin/env bash
# A profiler tells the variants of a method apart: no two instruction sets hold a function of more
# than 200 bytes by the same name. Every set's name ends the names of its functions
# (simd/every_method.h). What the headers of kernels/ define belongs to no method.
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
