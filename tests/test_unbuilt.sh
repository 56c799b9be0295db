#!/usr/bin/env bash
# Where nothing is built, bench/run prints its help at once, and says of all else how long the build takes.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/clone" "$work/path"
cp -R "$root/bench" "$root/cmake" "$work/clone"
# Stand-ins: no build begins, and nothing is installed for it.
cmake=$(command -v cmake)
# shellcheck disable=SC2016 # the script's own argument
printf '#!/usr/bin/env bash\n[ "$1" = --version ] && exec %q "$@"\nexit 1\n' "$cmake" >"$work/path/cmake"
printf '#!/usr/bin/env bash\nexit 1\n' >"$work/path/apt-get"
chmod +x "$work/path"/*
export PATH=$work/path:$PATH
for help in --help -h help; do
    bash "$work/clone/bench/run" "$help" >"$work/help"
    cmp "$work/help" "$root/bench/help.txt"
done
[ ! -e "$work/clone/build" ]

if bash "$work/clone/bench/run" list >"$work/list" 2>"$work/said"; then exit 1; fi
[ ! -s "$work/list" ]
grep -q 'bench/run: builds the program first, which takes .* minute' "$work/said"
