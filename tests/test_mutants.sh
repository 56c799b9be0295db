#!/usr/bin/env bash
# The bugs that tests/mutants plants still fit the sources they are planted in.
set -euo pipefail

exec "$(dirname -- "${BASH_SOURCE[0]}")/mutants" --check
