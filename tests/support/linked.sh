# Sourced by tests of what loads the shared library on Linux: it is linked of this build's objects.
# shellcheck shell=bash

: "${CC:?}" "${OBJECTS:?}" "${SANITIZE?}" "${EMULATOR?}" "${SYSTEM:?}"
if [ -n "$SANITIZE" ] || [ -n "$EMULATOR" ] || [ "$SYSTEM" != Linux ]; then
    printf 'skipped: the library is linked as Linux has it, for this machine\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Makes $work/libbuoyancy.so.
link_library() {
    tr ':' '\n' <<<"$OBJECTS" | grep -v '/buoyancy_published\.dir/' >"$work/objects"
    "$CC" -shared -o "$work/libbuoyancy.so" "@$work/objects" -lm
}
