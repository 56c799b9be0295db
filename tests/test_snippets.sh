#!/usr/bin/env bash
# The pieces of program that `run` prints for each family, for a kernel and for the library's own
# choice, compile: in C, as they are, where the variables they name are declared.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
if [ -n "$EMULATOR" ] || [ ! -x "$BUOYBENCH" ]; then
    printf 'skipped: this machine cannot run the program by itself\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What a family's piece expects to be there.
declared() {
    printf '#include <stdlib.h>\n#include <buoyancy_forces.h>\n#include <buoyancy_hydrostatics.h>\n'
    printf '#include <buoyancy_box.h>\n#include <buoyancy_polygon.h>\n#include <buoyancy_pressure.h>\n#include <buoyancy_shapes.h>\n#include <buoyancy_step.h>\n'
    printf 'enum buoy_status ask(%s, struct buoy_error error);\n' "$1"
    printf 'enum buoy_status ask(%s, struct buoy_error error) {\n' "$1"
}

# check FAMILY KERNEL WORKLOAD FUNCTION PARAMETERS: FUNCTION is what the library's own choice is called by.
check() {
    compile "$1" "$2" "$3" 'buoy_kernel_find' "$5"
    compile "$1" "$1/auto/best" "$3" "$4(" "$5"
}

compile() {
    local family=$1 kernel=$2 workload=$3 called=$4 parameters=$5 status=0
    "$BUOYBENCH" run --mesh builtin:box --kernel "$kernel" --workload "$workload" \
        --poses 1 --out "$work/results" -- \
        --benchmark_repetitions=1 --benchmark_min_time=0.0001 >"$work/output" 2>"$work/errors" ||
        status=$?
    if grep -q 'without Google Benchmark' "$work/errors"; then exit 77; fi
    if [ "$status" != 0 ]; then
        cat "$work/errors"
        exit 1
    fi
    {
        declared "$parameters"
        sed -n '/^const struct buoy_kernel\|^struct buoy_\|^enum buoy_status/,$p' "$work/output"
        printf 'return status;\n}\n'
    } >"$work/$family.c"
    if ! grep -qF "$called" "$work/$family.c" ||
        ! "$CC" -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I "$root/kernels/include" \
            "$work/$family.c"; then
        printf 'the piece of program for %s does not compile:\n' "$kernel"
        cat "$work/$family.c"
        exit 1
    fi
}

mesh='const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t n'
check volume volume/blocks/scalar hot buoy_volume_compute "$mesh, struct buoy_volume *results"
check hydrostatics hydrostatics/blocks/scalar hot buoy_hydrostatics_compute \
    "$mesh, struct buoy_hydrostatics *results"
check box box/corners/scalar hot buoy_box_compute \
    'const struct buoy_box *boxes, const struct buoy_plane *planes, size_t n, struct buoy_volume *results'
check shapes shapes/sphere/scalar sphere buoy_shapes_compute \
    'const struct buoy_shape *shapes, const struct buoy_plane *planes, size_t n, struct buoy_volume *results'
check polygon polygon/batch/scalar hot buoy_polygon_compute \
    'const struct buoy_polygon *polygons, const struct buoy_line *lines, size_t n, struct buoy_area *results'
check water water/waves/scalar hot buoy_waves_sample \
    'const struct buoy_waves *waves, double time, const double *x, const double *y, size_t n, float *height'
check pressure pressure/kerner/scalar plane buoy_pressure_compute \
    'const struct buoy_mesh *mesh, struct buoy_pose pose, struct buoy_water water, struct buoy_pressure result'
check forces forces/catto/scalar hot buoy_forces_compute \
    'const struct buoy_submerged *submerged, const struct buoy_drag_body *bodies, const struct buoy_drag_motion *motions, const struct buoy_met_water *waters, size_t n, double dt, struct buoy_forces *results'
check step step/fused/scalar boxes/still-1 buoy_water_forces_compute \
    'const struct buoy_model *const *models, struct buoy_states states, struct buoy_water water, size_t n, double dt, struct buoy_body_forces *results'
