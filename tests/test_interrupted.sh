#!/usr/bin/env bash
# An interruption of tests/run or bench/run, by a signal to the script alone, ends the running steps
# and all processes that they have started, side by side or not; no later step begins, and no
# temporary file is left. Stand-ins for cmake, ctest and the packages simulate a build that hangs.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
[ "${SYSTEM-Linux}" = "$(uname)" ] || {
    printf 'skipped: scripts run on this machine, not on %s\n' "$SYSTEM"
    exit 77
}
work=$(mktemp -d)
end() {
    local pids
    read -r -d '' -a pids < <(cat "$work"/pids/* 2>/dev/null) || true
    kill -s KILL ${pids[@]+"${pids[@]}"} 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT

# A checkout with only the scripts. All packages are present, except those that would add steps.
mkdir -p "$work"/{checkout/tests,checkout/bench,checkout/cmake,bin,pids,tmp}
cp "$root/tests/run" "$work/checkout/tests/"
cp "$root/bench/run" "$work/checkout/bench/"
cp "$root"/cmake/*.sh "$work/checkout/cmake/"
cat >"$work/checkout/cmake/setup.sh" <<'STANDIN'
# shellcheck shell=bash
setup() { setup_lacking='sanitizers clang clang-tidy shellcheck qemu aarch64-gcc wasm node mingw '; }
setup_has() { true; }
STANDIN

# Builds where $HANG says so hang, and so does what they have started; both note who they are. The
# others are done at once.
cat >"$work/bin/cmake" <<'STANDIN'
#!/usr/bin/env bash
printf '%s\n' "$*" >>"$WORK/calls"
case "$*" in
*$HANG*)
    : >"$(mktemp "${TMPDIR:-/tmp}/left.XXXXXX")"
    sleep 300 &
    pid_file=$WORK/pids/$$
    printf '%d %d\n' $$ $! >"$pid_file.new"
    mv "$pid_file.new" "$pid_file"
    wait
    ;;
esac
STANDIN
printf '#!/bin/sh\n' >"$work/bin/ctest"
chmod +x "$work"/bin/*

# Waits up to ten seconds for a condition.
await() {
    local tries
    for ((tries = 0; tries < 100; ++tries)); do
        if "$@"; then return; fi
        sleep 0.1
    done
    return 1
}

hangs() {
    [ "$(find "$work/pids" -type f ! -name '*.new' | wc -l)" = "$1" ]
}

has_ended() {
    ! kill -0 "$1" 2>/dev/null || [[ $(ps -o stat= -p "$1" 2>/dev/null) = Z* ]]
}

fail() {
    printf '%s\n' "$1"
    sed 's/^/    /' "$work/output"
    exit 1
}

# Under nohup this script, and all that it starts, would ignore SIGHUP.
heeding=(env "--default-signal=HUP,INT,TERM")
"${heeding[@]}" true 2>/dev/null || heeding=(env)

# interrupt SIGNAL JOBS HANG SCRIPT [ARGUMENT]...: as many jobs hang when the signal comes.
interrupt() {
    local signal=$1 jobs=$2 hang=$3 status=0 script pid pids calls
    shift 3
    rm -rf "$work"/{pids,tmp}/* "$work/calls"
    set -m # else the script would ignore SIGINT
    WORK=$work HANG=$hang TMPDIR=$work/tmp PATH=$work/bin:$PATH \
        "${heeding[@]}" "$work/checkout/$1" "${@:2}" >"$work/output" 2>&1 &
    script=$!
    set +m
    await hangs "$jobs" || fail "$*: not as many as $jobs builds under way"
    calls=$(wc -l <"$work/calls")
    kill -s "$signal" "$script"
    wait "$script" 2>/dev/null || status=$?
    [ "$status" = $((128 + $(kill -l "$signal"))) ] || fail "$*: SIG$signal ended it with $status"
    read -r -d '' -a pids < <(cat "$work"/pids/*) || true
    for pid in "${pids[@]}"; do
        await has_ended "$pid" || fail "$*: SIG$signal left a process running"
    done
    [ "$(wc -l <"$work/calls")" = "$calls" ] || fail "$*: SIG$signal let another step begin"
    # Files that a compiler leaves after bench/run are not checked.
    [ "$1" = bench/run ] || [ -z "$(ls -A "$work/tmp")" ] ||
        fail "$*: SIG$signal left files: $(ls -A "$work/tmp")"
}

for signal in TERM INT HUP; do
    interrupt "$signal" 1 'build/release' tests/run -R volume
    interrupt "$signal" 2 'build/digest' tests/run --all
    interrupt "$signal" 1 'build/bench' bench/run list
done
