#!/usr/bin/env bash
# What bench/run and tests/run say while they install what is missing: one sentence where there is
# no network, and no architecture is added to dpkg before it was said for which packages, and why.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Stand-ins: an apt-get that fails with what $work/said has, a dpkg that says what it is told.
stand_in() {
    printf '#!/usr/bin/env bash\n%s\n' "$2" >"$work/$1"
    chmod +x "$work/$1"
}
stand_in id 'echo 0'
stand_in apt-get "echo >>'$work/asked'; cat '$work/said'; exit 100"
# shellcheck disable=SC2016 # for the stand-in to expand
stand_in dpkg '[ "$1" = --print-foreign-architectures ] || echo "dpkg told: $*" >&2'

install() {
    : >"$work/asked"
    if PATH=$work:$PATH bash -euc ". '$root/cmake/setup.sh'
        setup_has() { false; }
        setup here 'gmp' 'cmocka aarch64-libraries'" >"$work/output" 2>&1; then
        printf 'without a required part, it goes on\n'
        exit 1
    fi
    printf '%s\n' "--- $1:"
    cat "$work/output"
}

# expect COUNT PATTERN; COUNT is a glob
expect() {
    # shellcheck disable=SC2053
    if [[ "$(grep -c -- "$2" "$work/output")" != $1 ]]; then
        printf 'expected %s of: %s\n' "$1" "$2"
        exit 1
    fi
}

for ((i = 0; i < 90; ++i)); do
    printf 'Err:%d http://deb.example/debian stable InRelease\n  Could not connect to deb.example:80\n' "$i"
done >"$work/said"
install 'no network'
expect 1 'no network, so apt-get could not install libgmp-dev libcmocka-dev libgmp-dev:arm64'
expect 0 'Err:\|Could not\|dpkg'
[ "$(wc -l <"$work/output")" -le 6 ] && [ "$(wc -l <"$work/asked")" = 2 ]

printf 'Hit:1 http://deb.example/debian stable InRelease\nE: Unable to locate package libgmp-dev\n' >"$work/said"
install 'no such package'
expect 1 'could not install .*: E: Unable to locate package libgmp-dev'
expect 1 'dpkg --add-architecture arm64, for libgmp-dev:arm64 libcmocka-dev:arm64: GMP and cmocka for AArch64'
expect 1 'told: --add-architecture arm64'
expect 1 'told: --remove-architecture arm64'
grep -- '--add-architecture' "$work/output" | head -n 1 | grep -q 'for libgmp-dev:arm64'

# A package manager that takes long is heard of once a minute, here at once: it goes on until it is.
stand_in apt-get "echo 'Unpacking libgmp-dev'
for ((i = 0; i < 100; ++i)); do if grep -q 'still at it' '$work/output'; then break; fi; sleep 0.05; done
exit 100"
: >"$work/asked"
PATH=$work:$PATH bash -euc ". '$root/cmake/setup.sh'
    setup_patience=0 setup_tick=0.05
    setup_has() { false; }
    setup here '' 'gmp'" >"$work/output" 2>&1
expect "[1-9]" 'setup: still at it: Unpacking libgmp-dev'

# An interruption, of all that a terminal runs, ends the package manager, too; unless whoever started
# this has interruptions ignored.
if [ -n "$(trap -p INT)" ]; then exit 0; fi
stand_in apt-get "echo \$\$ >>'$work/asked'; sleep 60; exit 0"
: >"$work/asked"
set -m
PATH=$work:$PATH bash -euc ". '$root/cmake/setup.sh'
    setup_has() { false; }
    setup here '' 'gmp'" >"$work/output" 2>&1 &
set +m
while [ ! -s "$work/asked" ]; do sleep 0.01; done
manager=$(<"$work/asked")
kill -INT -- "-$!"
wait "$!" || true
for ((i = 0; i < 100; ++i)); do
    if ! kill -0 "$manager" 2>/dev/null; then exit 0; fi
    sleep 0.05
done
printf 'an interruption leaves the package manager running\n'
kill -- "-$!"
exit 1
