#!/usr/bin/env bash
# examples/in_mujoco.py floats its crates in libmujoco, by the package of bindings/python. MuJoCo's own
# package is not at hand: engines/mujoco.py stands in for it.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$root/tests/support/linked.sh"
python=/usr/bin/python3 # Debian's has Debian's packages
if ! "$python" -c 'import cffi, numpy' 2>/dev/null; then
    printf 'left out: examples/in_mujoco.py, for want of numpy and cffi (Debian: python3-numpy python3-cffi)\n'
    exit 77
fi
if ! "$CC" -shared -fPIC -o "$work/engine.so" "$root/tests/engines/mujoco.c" -lmujoco 2>"$work/said"; then
    if grep -q 'mujoco.h' "$work/said"; then
        printf 'left out: examples/in_mujoco.py, for want of libmujoco-dev\n'
        exit 77
    fi
    cat "$work/said"
    exit 1
fi

link_library
cd "$work"
PYTHONPATH=$root/bindings/python PYTHONDONTWRITEBYTECODE=1 "$python" -c 'import backend; backend.build_wheel(".", {"library": "libbuoyancy.so"})'
"$python" -m zipfile -e ./*.whl package
ENGINE=$work/engine.so PYTHONPATH=$work/package:$root/tests/engines PYTHONDONTWRITEBYTECODE=1 "$python" "$root/examples/in_mujoco.py"
