# Sourced by tests/run: libFuzzer over the targets, from the corpora of tests/fuzz/corpus on.
# shellcheck shell=bash

# Puts what libFuzzer makes of a target for so many seconds into its log: fuzz_target NAME BYTES
fuzz_target() {
    local name=$1 bytes=$2 given=()
    local seeds=$fuzz_folder/seeds/$name
    local dictionary=$fuzz_root/tests/fuzz/dictionaries/$name
    mkdir -p "$fuzz_folder"/{corpus,found,tmp,seeds}/"$name"
    "$fuzz_folder/tests/fuzz/fuzz" --unpack "$fuzz_root/tests/fuzz/corpus/$name.pack" "$seeds"
    given+=("$seeds")
    [ ! -f "$dictionary" ] || given+=("-dict=$dictionary")
    TMPDIR=$fuzz_folder/tmp/$name "$fuzz_folder/tests/fuzz/fuzz_$name" \
        -max_total_time="$fuzz_seconds" -max_len="$bytes" -timeout=20 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$fuzz_folder/found/$name/" \
        "$fuzz_folder/corpus/$name" ${given[@]+"${given[@]}"} >"$fuzz_folder/$name.log" 2>&1
}

# The last number that a log has behind a word: fuzz_number LOG WORD
fuzz_number() {
    sed -n "s/^.*$2 *\([0-9][0-9]*\).*$/\1/p" "$1" | tail -n 1
}

# A line about a target, and its finding: fuzz_summary NAME STATUS
fuzz_summary() {
    local name=$1 log=$fuzz_folder/$1.log unit result=ok
    [ "$2" = 0 ] || result=FOUND
    printf '%-8s%-14s%10s runs%8s coverage%6s new units\n' "$result" "$name" \
        "$(fuzz_number "$log" stat::number_of_executed_units:)" "$(fuzz_number "$log" ' cov:')" \
        "$(fuzz_number "$log" stat::new_units_added:)"
    if [ "$2" != 0 ]; then
        grep -E '^(fuzz:|ERROR:|SUMMARY:|.*: runtime error:)' "$log" | head -n 3 | cut -c 1-300
        unit=$(sed -n 's/^.*Test unit written to //p' "$log" | tail -n 1)
        printf '        log: %s\n        to replay: %s %s %s\n' "$log" \
            "$fuzz_folder/tests/fuzz/fuzz" "$name" "${unit:-(no input was kept)}"
    fi
}

# Runs some targets side by side: fuzz_together NAME BYTES [NAME BYTES]...
fuzz_together() {
    local names=() pids=() i status
    while [ $# != 0 ]; do
        fuzz_target "$1" "$2" &
        names+=("$1")
        pids+=($!)
        shift 2
    done
    for i in "${!pids[@]}"; do
        status=0
        wait "${pids[i]}" || status=$?
        [ $status = 0 ] || fuzz_found=1
        fuzz_summary "${names[i]}" $status
    done
}

fuzz_usage() {
    printf 'usage: tests/run --fuzz SECONDS [TARGET]...\n' >&2
    exit 2
}

# fuzz_main ROOT SECONDS [TARGET]...
fuzz_main() {
    local list name bytes wanted=" ${*:3} " pair=()
    fuzz_root=$1 fuzz_seconds=${2-} fuzz_folder=$1/build/fuzz fuzz_found=
    [[ $fuzz_seconds =~ ^[1-9][0-9]*$ ]] || fuzz_usage
    setup "tests/run --fuzz" "cc cmake make pkg-config jansson cmocka gmp fuzzer" \
        ninja >&2
    build_lock "$fuzz_folder"
    configure_preset "$fuzz_root" fuzz "$fuzz_folder" >&2
    build_target "$fuzz_folder" fuzzers >&2
    build_unlock
    list=$("$fuzz_folder/tests/fuzz/fuzz" --list)
    for name in "${@:3}"; do
        grep -q "^$name " <<<"$list" || {
            printf 'tests/run: there is no fuzz target %s; there are: %s\n' "$name" \
                "$(awk '{ print $1 }' <<<"$list" | paste -sd' ' -)" >&2
            exit 2
        }
    done
    # Those that are running end with this script.
    trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
    while read -r name bytes _; do
        [[ $wanted = "  " || $wanted = *" $name "* ]] || continue
        pair+=("$name" "$bytes")
        if [ ${#pair[@]} = 4 ]; then
            fuzz_together "${pair[@]}"
            pair=()
        fi
    done <<<"$list"
    [ ${#pair[@]} = 0 ] || fuzz_together "${pair[@]}"
    [ -z "$fuzz_found" ]
}
