# shellcheck shell=bash disable=SC2034
# For tests of the library without CMake: $work, a folder that goes when the test ends; the flags and the sources of
# kernels/without_cmake.md; what compiles sources alike, and programs that CMake built linked with that.
: "${root:?}" "${CC:?}" "${TARGET?}" "${EMULATOR?}" "${SANITIZE?}" "${SYSTEM:?}" "${PROCESSOR:?}" "${DIGEST?}" "${COUNTER?}"
if [ "$SYSTEM" = Windows ] || [ -z "$DIGEST" ] || [ -n "$SANITIZE" ]; then
    printf 'skipped: it takes a linker of objects by their names, and a build without sanitizers\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root" || exit
# shellcheck disable=SC2016 # backticks of Markdown
read -ra flags < <(sed -n 's/^with `\(-O2[^`]*\)`.*/\1/p' kernels/without_cmake.md)
read -ra patterns < <(grep '^    kernels/' kernels/without_cmake.md)
# shellcheck disable=SC2206 # patterns
sources=(${patterns[@]})
compiler=("$CC")
if [ "${COMPILER:?}" != GNU ]; then compiler+=(${TARGET:+"--target=$TARGET"}); fi # gcc is of one target
IFS='|' read -ra emulator <<<"$EMULATOR"
read -ra link <<<"${LINK_FLAGS-}"

# Compiles sources alike, into objects of their names: compile FOLDER FLAG... -- SOURCE...
compile() {
    local folder=$work/$1 options=() source
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    for source in "$@"; do
        mkdir -p "$folder/$(dirname "$source")"
        printf '%s\0-o\0%s\0' "$source" "$folder/$source.o"
    done | xargs -0 -n 3 -P 2 "${compiler[@]}" "${options[@]}" -c
}

objects() { # FOLDER
    find "$work/$1" -name '*.o'
}

# Links a program's parts with the objects of a folder in place of the library: relink PROGRAM PARTS FOLDER [FLAG]...
relink() {
    local program=$1 parts
    mapfile -t parts < <(tr '|' '\n' <<<"$2" | sed "s|.*/libbuoyancy\\.a\$|@$work/objects|")
    objects "$3" >"$work/objects"
    "${compiler[@]}" ${link[@]+"${link[@]}"} "${@:4}" -o "$program" "${parts[@]}" -lm
}

run() {
    ${emulator[@]+"${emulator[@]}"} "$@"
}

digest() { # FOLDER [FLAG]...
    relink "$work/digest" "$DIGEST" "$@"
    run "$work/digest" digest
}
