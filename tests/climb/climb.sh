# Sourced by tests/run: climbs in every family, two side by side.
# shellcheck shell=bash

climb_usage() {
    printf 'usage: tests/run --climb SECONDS [FAMILY]...\n' >&2
    exit 2
}

# climb_main ROOT SECONDS [FAMILY]...
climb_main() {
    local root=$1 seconds=${2-} folder=$1/build/release seed=${BUOY_TEST_SEED:-$RANDOM} families each
    [[ $seconds =~ ^[1-9][0-9]*$ ]] || climb_usage
    setup "tests/run --climb" "cc cmake make pkg-config jansson cmocka gmp" "ninja c++" >&2
    build_lock "$folder"
    configure_preset "$root" release "$folder" >&2
    build_target "$folder" climb >&2
    build_unlock
    families=$("$folder/tests/climb" --list "${@:3}") || exit 2
    # All processors together have that long.
    each=$((seconds * $(getconf _NPROCESSORS_ONLN) / $(wc -l <<<"$families") + 1))
    printf 'seed %s, %d s each; again: BUOY_TEST_SEED=%s tests/run --climb %s\n' \
        "$seed" "$each" "$seed" "${*:2}"
    # xargs returns 123 if any of them does not return 0.
    tr '\n' '\0' <<<"$families" | head -c -1 |
        xargs -0 -n 1 -P "$(getconf _NPROCESSORS_ONLN)" \
            "$folder/tests/climb" --seconds "$each" --seed "$seed" || exit 1
}
