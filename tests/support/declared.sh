#!/usr/bin/env bash
# The functions that the public headers declare, sorted.
set -euo pipefail
headers=$(dirname -- "${BASH_SOURCE[0]}")/../../kernels/include
sed '/^#/d' "$headers"/*.h | tr '\n' ' ' | grep -o 'BUOY_API [^;]*(' |
    sed 's/(.*//; s/.*[ *]//' | sort -u
