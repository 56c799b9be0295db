#!/usr/bin/env bash
# Every option in a help text is in the manual page, which roff formats without warnings, and is
# completed by bash and zsh, as are commands, topics, kernels, built-in meshes and files.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${BUOYBENCH:?}" "${EMULATOR?}"
if [ -n "$EMULATOR" ] || [ ! -x "$BUOYBENCH" ]; then
    printf 'skipped: this machine cannot run the program by itself\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$BUOYBENCH" "$work/bin/buoybench"
export PATH=$work/bin:$PATH
cd "$work"
touch hull.obj
status=0
complain() {
    printf '%s\n' "$*"
    status=1
}

# Options as the help texts list them, on lines that begin with one.
options_of() {
    buoybench help "$@" | sed -n 's/^  \(--[a-z][a-z-]*\).*/\1/p'
}
names() {
    buoybench help "$@" | sed -n '/^examples:/q; s/^  \([a-z][a-z0-9_-]*\) .*/\1/p'
}
subjects=() # "command" or "command topic"
for command in $(names); do
    subjects+=("$command")
    for topic in $(names "$command"); do subjects+=("$command $topic"); done
done
[ ${#subjects[@]} -gt 10 ] || complain "only ${#subjects[@]} help texts found: ${subjects[*]}"

# The page as formatted by a roff, and its warnings.
bash "$root/bench/base/manual/page" page.1 1.0 buoybench
for subject in "${subjects[@]}"; do
    grep -qF "\"buoybench $subject\"" page.1 || complain "no section in the page: $subject"
done
if command -v groff >/dev/null; then
    groff -ww -man -Tascii -P-cbou page.1 >page.txt 2>warnings
    [ ! -s warnings ] || complain "groff -ww: $(cat warnings)"
else
    sed 's/\\-/-/g' page.1 >page.txt
fi
for subject in "${subjects[@]}"; do
    # shellcheck disable=SC2086 # one word or two
    for option in $(options_of $subject); do
        grep -qe "^ *$option\b" page.txt || complain "not in the page: $subject $option"
    done
done

# bash as it completes a line: the words, split at : and = as bash does it, the last one unfinished.
in_bash() {
    # shellcheck disable=SC2016
    bash --norc -c '. "$1/bench/base/manual/buoybench.bash"; shift
        COMP_WORDS=(buoybench "$@") COMP_CWORD=$# COMPREPLY=()
        _buoybench && printf "%s\n" "${COMPREPLY[@]}"' - "$root" "$@"
}
# zsh, with what it would show printed instead: descriptions are behind a colon.
# shellcheck disable=SC2016,SC2317
in_zsh() {
    zsh -f -c 'compadd() { if [[ $1 == -a ]]; then print -l -- ${(P)2}; else shift; print -l -- $@; fi; }
        _describe() { print -l -- ${${(P)@[-1]}%%:*}; }
        _files() { print -l -- *(N); }
        root=$1; shift
        words=(buoybench "$@") CURRENT=$(($# + 1))
        . "$root/bench/base/manual/buoybench.zsh"' - "$root" "$@"
}
shells=(in_bash)
if command -v zsh >/dev/null; then shells+=(in_zsh); fi

# expect_all SHELL "EXPECTED..." WORD...
expect_all() {
    local shell=$1 expected=$2 found word
    found=$("$shell" "${@:3}" 2>&1) || true
    for word in $expected; do
        grep -qxFe "$word" <<<"$found" || complain "$shell: '${*:3}' does not offer $word, but:"$'\n'"$found"
    done
}

for shell in "${shells[@]}"; do
    expect_all "$shell" "$(names) help --help --version" ''
    expect_all "$shell" "$(names)" help ''
    expect_all "$shell" "$(names eval)" eval ''
    for subject in "${subjects[@]}"; do
        # shellcheck disable=SC2086
        expect_all "$shell" "$(options_of $subject) --help" $subject --
    done
    expect_all "$shell" "$(buoybench list | sed -n 's/^\([^ ]*\/[^ ]*\) .*/\1/p')" run --kernel ''
    expect_all "$shell" box/corners/scalar eval box --kernel box/
    expect_all "$shell" hull.obj mesh ''
    expect_all "$shell" builtin:wigley run --mesh ''
    expect_all "$shell" 'text json' list --format ''
    expect_all "$shell" 'triangles count immersion' run --sweep ''
    expect_all "$shell" --benchmark_filter run -- --benchmark
    expect_all "$shell" --open-ok eval volume --repair ''
    if "$shell" eval box --kernel '' 2>&1 | grep volume/; then
        complain "$shell: offers another family's kernels to eval box"
    fi
done
expect_all in_bash run ru
expect_all in_bash hull.obj run --mesh hu
expect_all in_bash 'sphere star' run --mesh builtin : s
expect_all in_bash builtin:torus eval volume --mesh = builtin:t
[ "$(in_bash eval vo)" = volume ] || complain 'in_bash: more than volume begins with vo'
exit $status
