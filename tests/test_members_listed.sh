#!/usr/bin/env bash
# Every member of a public struct that callers fill in has a row in test_members.c, which shows its effect; every
# other struct is an answer.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
[ -z "${EMULATOR-}" ] || exit 77 # rows are of the source, not of the processor
answers='area attitude body_forces closing diagnosis draft_info error force force2d form forces hydrodynamic_forces
    hydrostatics kernel_info mesh_info metacentric_radii model_info polygon_info pressure righting_arm shape_info
    shape_surface step_pass triangle_force volume volume_error'

# Writes the names of members that have no row, and those of rows that have no member.
awk -f "$root/tests/changelog/names.awk" "$root"/kernels/include/*.h | grep '\.' | grep -v '\.h$' |
    awk -v answers="$answers" -F. '
        BEGIN { count = split(answers, names, /[ \n]+/); for (i = 1; i <= count; ++i) is_answer["buoy_" names[i]] }
        !($1 in is_answer)' | sort -u | diff - <("$TESTS/tests" members names | sort -u) &&
    exit
printf 'members without a row in tests/test_members.c (<), or rows without a member (>)\n'
exit 1
