#!/usr/bin/env bash
# The bugs that tests/mutants plants still match the sources.
set -euo pipefail

exec "$(dirname -- "${BASH_SOURCE[0]}")/mutants" --check
