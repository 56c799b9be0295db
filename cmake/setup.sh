# Sourced by bench/run and tests/run: installs the packages a job needs and this machine lacks.
# shellcheck shell=bash

# All parts that may be needed, their purpose, and their packages for apt, dnf, pacman and brew
# ("-": none).
setup_table='
cc|compiles C|gcc libc6-dev|gcc glibc-devel|gcc|-
c++|compiles the timing shim|g++|gcc-c++|gcc|-
cmake|configures the build|cmake|cmake|cmake|cmake
make|runs the build|make|make|make|-
ninja|runs the build, faster|ninja-build|ninja-build|ninja|ninja
pkg-config|finds libraries|pkg-config|pkgconf-pkg-config|pkgconf|pkgconf
jansson|reads and writes JSON|libjansson-dev|jansson-devel|jansson|jansson
benchmark|times kernels|libbenchmark-dev|google-benchmark-devel|benchmark|google-benchmark
libpfm|encodes the events of processor counters|libpfm4-dev|libpfm-devel|libpfm|-
qhull|takes convex hulls|libqhull-dev|libqhull-devel|qhull|qhull
gmp|exact reference in rational arithmetic|libgmp-dev|gmp-devel|gmp|gmp
gz-math|boxes and spheres to race against|libignition-math-dev|-|-|-
cgal|a mesh clipper to race against|libcgal-dev|CGAL-devel|cgal|cgal
vtk|another mesh clipper to race against|libvtk9-dev|vtk-devel|vtk|vtk
xmllint|checks the report as XML|libxml2-utils|libxml2|libxml2|-
tidy|checks the report as HTML|tidy|tidy|tidy|tidy-html5
chromium|opens the report|chromium|chromium|chromium|-
compare.py|compares results, too|libbenchmark-tools python3-scipy|-|-|-
mujoco|an engine to float crates in|libmujoco-dev|-|-|-
bullet|another engine to float crates in|libbullet-dev|bullet-devel|bullet|bullet
mono|compiles and runs C#|mono-mcs mono-runtime|mono-core|mono|mono
cmocka|runs the tests|libcmocka-dev|libcmocka-devel|cmocka|cmocka
binutils|inspects symbols and instructions|binutils|binutils|binutils|-
sanitizers|finds memory errors and undefined behaviour|gcc|libasan libubsan libtsan|gcc|-
clang|the second compiler|clang|clang|clang|-
fuzzer|looks for inputs that break something|clang libclang-rt-dev|clang compiler-rt|clang compiler-rt|-
gcc-11|another gcc|gcc-11|-|-|-
clang-19|another clang, with its archiver|clang-19 llvm-19|-|-|-
clang-format|checks the formatting|clang-format|clang-tools-extra|clang|clang-format
clang-tidy|lints C|clang-tidy|clang-tools-extra|clang|-
shellcheck|lints scripts|shellcheck|ShellCheck|shellcheck|shellcheck
doxygen|documents the public headers|doxygen|doxygen|doxygen|doxygen
dpkg-dev|makes Debian packages|dpkg-dev|-|-|-
groff|formats the manual page|groff-base|groff-base|groff|groff
zsh|completes arguments|zsh|zsh|zsh|-
ccache|compiles what several builds share once|ccache|ccache|ccache|ccache
gcovr|sums up which lines tests reach|gcovr|gcovr|-|gcovr
qemu|runs programs of other processors|qemu-user|qemu-user|qemu-user|-
aarch64-gcc|compiles for AArch64|gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross|-|-|-
aarch64-libraries|GMP and cmocka for AArch64|libgmp-dev:arm64 libcmocka-dev:arm64|-|-|-
aarch64-program|what the program needs, for AArch64|libjansson-dev:arm64 libbenchmark-dev:arm64|-|-|-
musl|compiles for another C library|musl-tools|-|musl|-
riscv64|compiles for RISC-V|clang-19 gcc-riscv64-linux-gnu libc6-dev-riscv64-cross|-|-|-
mingw-program|compiles the program for Windows, and GMP for it|g++-mingw-w64-x86-64-posix m4 make|-|-|-
mingw|compiles for Windows|gcc-mingw-w64-x86-64|mingw64-gcc mingw64-winpthreads-static|mingw-w64-gcc|mingw-w64
msvc|compiles for Windows with the ABI of MSVC|clang lld llvm libwine-dev|-|-|-
wine|runs programs of Windows|wine64|wine-core|-|-
wasm|compiles to WebAssembly|clang lld llvm wasi-libc libclang-rt-dev-wasm32|-|-|-
node|runs WebAssembly|nodejs|nodejs|nodejs|node
npm|installs what the page is built with|npm|npm|npm|-
binaryen|shrinks WebAssembly|binaryen|binaryen|binaryen|binaryen
python|runs the Python package|python3-numpy python3-cffi python3-venv|python3-numpy python3-cffi|python-numpy python-cffi|-
firefox|opens the page, too|firefox-esr|firefox|firefox|-
'

setup_has() {
    case $1 in
    cc) printf '#include <stdio.h>\n' | ${CC:-cc} -x c -fsyntax-only - ;;
    c++) printf '#include <cstdio>\n' | ${CXX:-c++} -x c++ -fsyntax-only - ;;
    cmake) setup_cmake_is_new_enough ;;
    make) command -v ninja || command -v make ;;
    jansson | benchmark | gmp | cmocka) pkg-config --exists "$1" ;;
    qhull) pkg-config --exists qhull_r ;;
    libpfm) printf '#include <perfmon/pfmlib_perf_event.h>\n' | ${CC:-cc} -x c -fsyntax-only - ;;
    gz-math) pkg-config --exists ignition-math6 || pkg-config --exists gz-math7 || pkg-config --exists gz-math8 ;;
    cgal) printf '#include <CGAL/version.h>\n' | ${CXX:-c++} -x c++ -fsyntax-only - ;;
    mujoco) printf '#include <mujoco/mujoco.h>\n' | ${CC:-cc} -x c -fsyntax-only - ;;
    bullet) pkg-config --exists bullet ;;
    mono) command -v mcs && command -v mono ;;
    vtk) compgen -G '/usr/include/vtk*/vtkVersion.h' || compgen -G '/usr/local/include/vtk*/vtkVersion.h' ;;
    binutils) command -v nm && command -v objdump ;;
    sanitizers)
        printf 'int main(void) { return 0; }\n' |
            ${CC:-cc} -fsanitize=address,undefined -x c -o /dev/null -
        ;;
    fuzzer)
        printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *, size_t);\n%s\n' \
            'int LLVMFuzzerTestOneInput(const char *p, size_t n) { return !p && n; }' |
            clang -fsanitize=fuzzer,address,undefined -x c -o /dev/null -
        ;;
    compare.py) [ -f /usr/share/benchmark/compare.py ] && /usr/bin/python3 -c 'import scipy.stats' ;;
    dpkg-dev) command -v dpkg-deb && command -v dpkg-shlibdeps ;;
    clang-19) command -v clang-19 && command -v llvm-ar-19 ;;
    qemu) command -v qemu-aarch64 && command -v qemu-x86_64 ;;
    aarch64-gcc) setup_links_for_aarch64 '#include <stdio.h>' ;;
    aarch64-libraries) setup_links_for_aarch64 '#include <gmp.h>' -lgmp -lcmocka ;;
    aarch64-program)
        command -v aarch64-linux-gnu-g++ &&
            setup_links_for_aarch64 '#include <jansson.h>' -ljansson -lbenchmark
        ;;
    musl) command -v musl-gcc ;;
    riscv64)
        printf '#include <stdio.h>\nint main(void) { return puts(""); }\n' |
            clang-19 --target=riscv64-linux-gnu -x c -o /dev/null - && command -v qemu-riscv64 riscv64-linux-gnu-objdump
        ;;
    mingw) printf '#include <windows.h>\n' | x86_64-w64-mingw32-gcc -x c -fsyntax-only - ;;
    mingw-program) command -v x86_64-w64-mingw32-g++-posix && command -v m4 && command -v make ;;
    msvc) [ -e /usr/include/wine/wine/msvcrt/math.h ] && command -v clang lld-link llvm-dlltool llvm-readobj ;;
    wine) PATH=$PATH:/usr/lib/wine command -v wine64 wine64-stable wine wine-stable ;;
    wasm)
        printf '#include <stdio.h>\nint main(void) { return puts(""); }\n' |
            clang --target=wasm32-wasi -x c -o /dev/null - && command -v llvm-ar
        ;;
    node) node -e 'require("node:wasi")' ;;
    binaryen) command -v wasm-opt ;;
    python) /usr/bin/python3 -c 'import numpy, cffi, venv, ensurepip' ;;
    firefox) command -v firefox-esr || command -v firefox ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

# Whether an AArch64 program can be linked: setup_links_for_aarch64 FIRST_LINE [LIBRARY]...
setup_links_for_aarch64() {
    printf '%s\nint main(void) { return 0; }\n' "$1" |
        aarch64-linux-gnu-gcc -x c -o /dev/null - "${@:2}"
}

setup_cmake_is_new_enough() {
    local major minor
    read -r major minor < <(cmake --version | sed -n 's/^cmake version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    ((major > 3 || (major == 3 && minor >= 22)))
}

setup_manager() {
    local manager
    for manager in apt-get dnf pacman brew; do
        if command -v "$manager" >/dev/null; then
            printf '%s\n' "$manager"
            return
        fi
    done
}

# The fields of PART's row that a job asks for: setup_field PART why|apt-get|dnf|pacman|brew
setup_field() {
    local part why apt dnf pacman brew
    while IFS='|' read -r part why apt dnf pacman brew; do
        if [ "$part" = "$1" ]; then
            case $2 in
            why) printf '%s\n' "$why" ;;
            apt-get) printf '%s\n' "$apt" ;;
            dnf) printf '%s\n' "$dnf" ;;
            pacman) printf '%s\n' "$pacman" ;;
            brew) printf '%s\n' "$brew" ;;
            esac
            return
        fi
    done <<<"$setup_table"
}

setup_patience=60 setup_tick=1 # seconds

# Tells the reader once a minute what a package manager said last, until it or this program has ended.
setup_watch() {
    local said=$SECONDS
    while sleep "$setup_tick" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        if ((SECONDS - said >= setup_patience)); then
            said=$SECONDS
            printf 'setup: still at it: %s\n' "$(tail -n 1 "$setup_log")" >&2
        fi
    done
}

# Runs a package manager, which an interruption ends, too; what it says goes to the end of the file
# $setup_log.
setup_run() {
    local status=0 watch
    setup_watch &
    watch=$!
    LC_ALL=C "$@" </dev/null >>"$setup_log" 2>&1 || status=$?
    kill "$watch" || true
    wait "$watch" || true
    return "$status"
}

# Runs apt-get and waits for its locks: DPkg::Lock::Timeout covers installing, but not the locks on
# the package lists and on the archive of downloads.
setup_apt_get() {
    local said tries
    for ((tries = 0; tries < 120; ++tries)); do
        said=$(wc -c <"$setup_log")
        if DEBIAN_FRONTEND=noninteractive setup_run apt-get -q -o DPkg::Lock::Timeout=600 "$@"; then
            return 0
        fi
        tail -c "+$((said + 1))" "$setup_log" |
            grep -Eq 'Could not get lock|Unable to (acquire|lock)' || break
        sleep 5
    done
    return 1
}

# Whether package managers found no network; apt-get: for none of its archives.
setup_is_offline() {
    local words='could not (resolve|connect)|temporary failure resolving|unable to connect'
    words+='|failed to connect|connection (failed|refused|timed out)|network is unreachable'
    grep -Eqi "$words" "$setup_log" && ! grep -Eq '^(Hit|Get):' "$setup_log"
}

# What packages are for, by the table.
setup_purposes() {
    local part why apt rest package purposes=
    while IFS='|' read -r part why apt rest; do
        for package in "$@"; do
            case " $apt " in *" $package "*) ;; *) continue ;; esac
            case "$purposes" in *"$why"*) ;; *) purposes+="${purposes:+; }$why" ;; esac
        done
    done <<<"$setup_table"
    printf '%s\n' "$purposes"
}

# Installs packages of another architecture, each named PACKAGE:ARCHITECTURE, beside this one's and
# without removing any package. If they are not available (Ubuntu keeps them in another archive),
# dpkg forgets the architecture again, because every later update would fail otherwise.
setup_install_foreign() {
    local architecture=${1#*:} added=
    if ! dpkg --print-foreign-architectures | grep -qx "$architecture"; then
        printf 'setup: dpkg --add-architecture %s, for %s: %s\n' \
            "$architecture" "$*" "$(setup_purposes "$@")" >&2
        dpkg --add-architecture "$architecture"
        added=1
        setup_apt_get update || true
    fi
    if ! setup_apt_get install -y --no-install-recommends --no-remove "$@"; then
        if [ -n "$added" ]; then
            printf 'setup: dpkg --remove-architecture %s: they are not available\n' \
                "$architecture" >&2
            dpkg --remove-architecture "$architecture"
            setup_apt_get update || true
        fi
        return 1
    fi
}

# Installs packages, all or none: setup_install_all MANAGER PACKAGE...
setup_install_all() {
    case $1 in
    apt-get) setup_apt_get install -y --no-install-recommends "${@:2}" ;;
    dnf) setup_run dnf install -y "${@:2}" ;;
    pacman) setup_run pacman -S --needed --noconfirm "${@:2}" ;;
    brew) setup_run brew install "${@:2}" ;;
    esac
}

# Installs as many of some packages as possible: setup_install MANAGER PACKAGE...
# Sets setup_refused to the others. Without a network it does not try each.
setup_install() {
    local manager=$1 package own=() foreign=()
    shift
    setup_refused=
    for package in "$@"; do
        case $package in *:*) foreign+=("$package") ;; *) own+=("$package") ;; esac
    done
    # Old lists may still suffice.
    case $manager in
    apt-get) setup_apt_get update || true ;;
    pacman) setup_run pacman -Sy || true ;;
    esac
    if [ "${#own[@]}" != 0 ] && ! setup_install_all "$manager" "${own[@]}"; then
        for package in "${own[@]}"; do
            setup_is_offline || setup_install_all "$manager" "$package" ||
                setup_refused+=" $package"
        done
        if setup_is_offline; then setup_refused=" ${own[*]}"; fi
    fi
    if [ "${#foreign[@]}" != 0 ] && { setup_is_offline || ! setup_install_foreign "${foreign[@]}"; }; then
        setup_refused+=" ${foreign[*]}"
    fi
}

# The command with which a person would do the work of setup_install.
setup_command() {
    case $1 in
    apt-get)
        case "${*:2}" in *:*)
            printf 'sudo dpkg --add-architecture arm64 && '
            ;;
        esac
        printf 'sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "${*:2}"
        ;;
    dnf) printf 'sudo dnf install -y %s\n' "${*:2}" ;;
    pacman) printf 'sudo pacman -Syu --needed %s\n' "${*:2}" ;;
    brew) printf 'brew install %s\n' "${*:2}" ;;
    esac
}

# The named parts that this machine lacks.
setup_missing() {
    local part
    for part in "$@"; do
        setup_has "$part" || printf '%s ' "$part"
    done
}

# Unpacks the original sources of a Debian package, found by lists of their own, which are left beside
# them: setup_source PACKAGE FOLDER
setup_source() {
    local lists=$2/lists file options
    mkdir -p "$lists/partial" "$lists/parts"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
        [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$file" >"$lists/parts/${file##*/}"
    done
    options=(-q -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$lists/parts" -o "Dir::State::Lists=$lists")
    (cd "$2" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only "$1" &&
        tar xf "$1"_*.orig.tar.*)
}

# Builds a library from Debian's sources for another system, once: setup_library PACKAGE FOLDER TOOLCHAIN
# What it installs goes to the folder.
setup_library() {
    local sources=$2/$1 toolchain=$3 prefix=$2
    [ ! -f "$sources/installed" ] || return 0
    rm -rf "$sources"
    mkdir -p "$sources"
    setup_source "$1" "$sources" || return
    if compgen -G "$sources/*/CMakeLists.txt" >/dev/null; then
        cmake -S "$sources"/*-*/ -B "$sources/build" --toolchain "$toolchain" -DCMAKE_BUILD_TYPE=Release \
            -DJANSSON_{BUILD_DOCS,EXAMPLES}=OFF -DJANSSON_WITHOUT_TESTS=ON \
            -DBENCHMARK_{ENABLE_TESTING,INSTALL_DOCS}=OFF "-DCMAKE_INSTALL_PREFIX=$prefix" &&
            cmake --build "$sources/build" --target install
    else
        # Debian leaves the documentation out of GMP's sources.
        cd "$sources"/*-*/ && mkdir -p doc && printf 'all install:\n' >doc/Makefile.in &&
            ./configure --host="$(basename "$toolchain" .cmake)" --disable-shared --prefix="$prefix" CC_FOR_BUILD=cc &&
            make install
    fi && touch "$sources/installed"
}

# What the program for another system needs, in build/FOLDER: setup_cross ROOT FOLDER TOOLCHAIN PACKAGE...
setup_cross() {
    local package
    for package in "${@:4}"; do
        (setup_library "$package" "$1/build/$2" "$1/cmake/$3.cmake") </dev/null || return
    done
}

# Makes parts available: setup NAME "REQUIRED PARTS" "WANTED PARTS"
# Exits with 2 if a required part is unavailable; sets setup_lacking to the wanted parts that are.
setup() {
    local name=$1 required=$2 wanted=$3 missing manager packages='' part package
    # Lists of words, here and below.
    # shellcheck disable=SC2086
    missing=$(setup_missing $required $wanted)
    setup_lacking=
    [ -n "$missing" ] || return 0

    manager=$(setup_manager)
    for part in $missing; do
        printf '%s: missing: %s (%s)\n' "$name" "$part" "$(setup_field "$part" why)" >&2
        for package in $(setup_field "$part" "$manager"); do
            case " - $packages " in *" $package "*) ;; *) packages+=" $package" ;; esac
        done
    done
    # shellcheck disable=SC2086
    if [ -n "$packages" ] && { [ "$(id -u)" = 0 ] || [ "$manager" = brew ]; }; then
        printf '%s: installing:%s\n' "$name" "$packages" >&2
        setup_log=$(mktemp)
        setup_install "$manager" $packages
        if [ -z "$setup_refused" ]; then
            :
        elif setup_is_offline; then
            printf '%s: no network, so %s could not install%s\n' "$name" "$manager" "$setup_refused"
        else
            printf '%s: %s could not install%s: %s\n' "$name" "$manager" "$setup_refused" \
                "$(grep -Eim 1 '^(e:|err|error)' "$setup_log" || tail -n 1 "$setup_log")"
        fi >&2
        rm -f "$setup_log"
    elif [ -n "$packages" ]; then
        printf '%s: to install them: %s\n' "$name" "$(setup_command "$manager" $packages)" >&2
    fi

    # shellcheck disable=SC2086
    missing=$(setup_missing $required)
    if [ -n "$missing" ]; then
        printf '%s: cannot go on without: %s\n' "$name" "${missing% }" >&2
        exit 2
    fi
    # shellcheck disable=SC2086
    setup_lacking=$(setup_missing $wanted)
    [ -z "$setup_lacking" ] || printf '%s: going on without: %s\n' "$name" "${setup_lacking% }" >&2
}
