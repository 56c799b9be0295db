#!/usr/bin/env bash
# The functions that the public headers declare, sorted.
set -euo pipefail
kernels=$(dirname -- "${BASH_SOURCE[0]}")/../../kernels
sed '/^#/d' "$kernels"/buoyancy*.h | tr '\n' ' ' | grep -o 'BUOY_API [^;]*(' |
    sed 's/(.*//; s/.*[ *]//' | sort -u
