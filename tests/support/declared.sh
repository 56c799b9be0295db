#!/usr/bin/env bash
# The functions that the public header declares, sorted.
set -euo pipefail
header=$(dirname -- "${BASH_SOURCE[0]}")/../../kernels/buoyancy.h
sed '/^#/d' "$header" | tr '\n' ' ' | grep -o 'BUOY_API [^;]*(' |
    sed 's/(.*//; s/.*[ *]//' | sort -u
