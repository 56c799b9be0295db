# shellcheck shell=bash
# For tests that build somebody else's program with the installed library: $work, a folder that goes
# when the test ends; commands that are heard only if they fail; and an environment that finds no
# other library.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CFLAGS LDFLAGS PKG_CONFIG_PATH CMAKE_PREFIX_PATH

# Prints nothing if all is well.
quietly() {
    if ! "$@" >"$work/log" 2>&1; then
        cat "$work/log"
        printf 'failed: %s\n' "$*"
        exit 1
    fi
}

fail() {
    printf '%s\n' "$*"
    exit 1
}

# A program with no CMake: build_plain [FLAG]... makes $work/plain of tests/consumer/float_cube.c.
build_plain() {
    quietly "${CC:?}" -std=c11 -o "$work/plain" "${root:?}/tests/consumer/float_cube.c" "$@"
}
