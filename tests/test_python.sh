#!/usr/bin/env bash
# The Python package, made of this build's shared library: its wheel installs beside Debian's numpy and cffi
# without network and compiler, and passes its tests, examples and, for some seconds, misuse.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${LIBRARY:?}" "${TOOLCHAIN?}" "${EMULATOR?}" "${SANITIZE?}" "${SYSTEM:?}" "${BUOYBENCH:?}"
library=$(dirname "$LIBRARY")/libbuoyancy.so
if [ "$SYSTEM" != Linux ] || [ -n "$TOOLCHAIN$EMULATOR" ] || [ ! -e "$library" ]; then
    printf 'skipped: the package is made of a shared library for this machine\n'
    exit 77
fi
. "$root/tests/support/python.sh"

CC=$CC python_wheel "library=$library" "$root/bindings/python"
python_install
unset CC
preload=
case $SANITIZE in *address*) preload=$(gcc -print-file-name=libasan.so) ;; esac
run() { env ${preload:+"LD_PRELOAD=$preload"} ASAN_OPTIONS=detect_leaks=0 "$work/venv/bin/python3" -W error "$@"; }
export PACKAGE=$root/bindings/python PYTHONPATH=$root/bindings/python/tests
cd "$work"
run - <<'END'
import base64, hashlib, importlib.metadata
installed = importlib.metadata.distribution("buoyancy")
assert installed.requires == ["cffi >= 1.15", "numpy >= 1.22"], installed.requires
for file in installed.files:
    found = base64.urlsafe_b64encode(hashlib.sha256(file.read_binary()).digest()).rstrip(b"=").decode() if file.hash else None
    assert file.hash is None or file.hash.value == found, file
assert {"py.typed", "__init__.pyi"} <= {file.name for file in installed.files}
for name, word in {"METADATA": "Requires-Python: >= 3.9\n", "LICENSE": "MIT License", "WHEEL": "Root-Is-Purelib: false"}.items():
    assert word in installed.read_text(name), name
END
run -m unittest test_buoyancy 2>&1
run "$PACKAGE/tests/misuse.py" "${BUOY_TEST_MISUSES:-5000}"
run -W ignore "$PACKAGE/examples/gz.py" "$work/gz.png"
mkdir hulls
run -c 'import bodies, numpy; [numpy.savez(f"hulls/{n}.npz", vertices=v, triangles=t) for n, (v, t) in
    {"box": bodies.box(), "hull": bodies.hull(), "sheet": bodies.box(1, 1, 0)}.items()]'
[ -n "$preload" ] || run "$PACKAGE/examples/folder.py" hulls >lines
[ -n "$preload" ] || [ "$(grep -c 'floats at rest' lines) $(grep -c 'inside a sheet' lines)" = '2 1' ] || { cat lines; exit 1; }
