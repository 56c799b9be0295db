# Sourced by bench/run and tests/run: runs jobs in separate process groups, so that an interruption
# of the script also ends all processes that they have started.
# shellcheck shell=bash

groups=() # running groups

# Starts a command in the background in its own group; the group's number is in `group`.
group_start() {
    set -m
    "$@" &
    set +m
    group=$!
    groups+=("$group")
}

# Waits for a group's command; returns its exit code.
group_wait() {
    local status=0 other left=()
    wait "$1" || status=$?
    for other in "${groups[@]}"; do
        if [ "$other" != "$1" ]; then left+=("$other"); fi
    done
    groups=(${left[@]+"${left[@]}"})
    return $status
}

# Runs a command in its own group; returns its exit code.
group_run() {
    group_start "$@"
    group_wait "$group"
}

# Whether any group still has a process. (In a trap, `return` alone returns what came before it.)
groups_live() {
    local other
    for other in ${groups[@]+"${groups[@]}"}; do
        if kill -0 -- "-$other" 2>/dev/null; then return 0; fi
    done
    return 1
}

groups_kill() {
    local signal=$1 other
    for other in ${groups[@]+"${groups[@]}"}; do
        kill -s "$signal" -- "-$other" 2>/dev/null || true
    done
}

# Ends all groups, by force any that have not ended within five seconds, then this script by a
# signal.
groups_end() {
    local signal=$1 tries
    trap '' HUP INT TERM
    groups_kill TERM
    for ((tries = 0; tries < 50; ++tries)); do
        groups_live || break
        sleep 0.1
    done
    groups_kill KILL
    trap - "$signal"
    kill -s "$signal" "$$"
}

# Makes interruptions end all groups. A command in the foreground ends first, so it should be short.
groups_trap() {
    local signal
    for signal in HUP INT TERM; do
        # shellcheck disable=SC2064
        trap "groups_end $signal" "$signal"
    done
}
