#!/usr/bin/env bash
# Makes the documentation of the public interface with Doxygen: cmake/docs.sh [FOLDER]
# FOLDER is build/docs unless you name another; open FOLDER/html/index.html. Any warning is an error.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
mkdir -p "${1:-$root/build/docs}"
BUOY_DOCS_OUTPUT=$(CDPATH='' cd -- "${1:-$root/build/docs}" && pwd -P)
BUOY_DOCS_VERSION=$(sed -n 's/^#define BUOY_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' \
    "$root/kernels/include/buoyancy.h" | paste -sd . -)
export BUOY_DOCS_OUTPUT BUOY_DOCS_VERSION
cd "$root"
doxygen cmake/Doxyfile
printf '%s\n' "$BUOY_DOCS_OUTPUT/html/index.html"
