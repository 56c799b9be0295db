# Sourced by bench/run and tests/run: configures and builds a preset of CMakePresets.json in its own
# folder, one script at a time.

# Waits until no other script builds in FOLDER, then keeps others out until build_unlock or the end
# of this shell. The kernel releases the lock, so a killed build leaves nothing stale behind.
build_lock() {
    mkdir -p "$1"
    exec 9>"$1/.lock"
    if command -v flock >/dev/null; then
        flock 9
    else
        # macOS has no flock command. The lock belongs to the open file, not to perl's process.
        perl -e 'open(my $file, ">&=", 9) or die "$!\n"; flock($file, 2) or die "$!\n"'
    fi
}

build_unlock() {
    exec 9>&-
}

# configure_preset ROOT PRESET FOLDER [CMAKE OPTION]...
configure_preset() {
    local root=$1 preset=$2 folder=$3
    local cache=$folder/CMakeCache.txt
    shift 3
    # The cache in a checkout that was moved or copied would be refused by CMake.
    if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        rm -rf "$cache" "$folder/CMakeFiles"
    fi
    if [ ! -f "$cache" ] && command -v ninja >/dev/null; then
        set -- -G Ninja "$@"
    fi
    (cd "$root" && cmake --preset "$preset" -B "$folder" "$@") </dev/null
}

# build_target FOLDER TARGET...
build_target() {
    local folder=$1
    shift
    cmake --build "$folder" --target "$@" --parallel "$(getconf _NPROCESSORS_ONLN)" </dev/null
}

# build_preset ROOT PRESET FOLDER [CMAKE OPTION]...
build_preset() {
    configure_preset "$@" && build_target "$3" all
}
