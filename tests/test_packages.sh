#!/usr/bin/env bash
# cpack makes an archive and Debian packages with exactly the files that cmake --install installs, and one of the sources;
# unpacked, they build a consumer, in C and through pkg-config, and the packages declare their
# dependencies.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
: "${CC:?}" "${GENERATOR:?}" "${TOOLCHAIN?}" "${EMULATOR?}" "${SANITIZE?}" "${SYSTEM:?}"
if [ "$SYSTEM" != Linux ] || [ -n "$TOOLCHAIN$EMULATOR$SANITIZE" ]; then
    printf 'skipped: packages are made of what is built on Linux for itself\n'
    exit 77
fi
if ! command -v dpkg-deb >/dev/null || ! command -v dpkg-shlibdeps >/dev/null; then
    printf 'skipped: this machine has no dpkg-deb and dpkg-shlibdeps (Debian: dpkg-dev)\n'
    exit 77
fi
. "$root/tests/support/consumer.sh"

# As in README.md, except for optimisation.
cd "$root"
quietly cmake --preset release-linux -B "$work/build" -G "$GENERATOR" "-DCMAKE_C_COMPILER=$CC" \
    -DCMAKE_C_FLAGS_RELEASE=-O0
quietly cmake --build "$work/build" --parallel 2 --target package
cd "$work/build"

ls libbuoyancy0*.deb libbuoyancy-dev*.deb buoybench_*.deb buoybench-*.tar.gz >/dev/null
for package in *.deb; do
    dpkg-deb -x "$package" "$work/unpacked"
done
mkdir "$work/archive"
tar -xzf buoybench-*.tar.gz -C "$work/archive" --strip-components=1
quietly env "DESTDIR=$work/installed" cmake --install .
contents() { (cd "$1" && find . ! -type d | sort); }
diff <(contents "$work/installed/usr") <(contents "$work/unpacked/usr")
diff <(contents "$work/installed/usr") <(contents "$work/archive")

# The sources are what git has, or would have.
quietly cmake --build . --target package_source
mkdir "$work/source"
tar -xzf buoybench-*-Source.tar.gz -C "$work/source" --strip-components=1
if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
    diff <(cd "$root" && git ls-files --cached --others --exclude-standard | sed 's|^|./|' | sort) <(contents "$work/source")
fi

field() { dpkg-deb -f "$1"_*.deb "$2"; }
[[ $(field buoybench Depends) == *libc6*libjansson4* ]] || fail "buoybench: $(field buoybench Depends)"
library=$(echo libbuoyancy[0-9]*_*.deb)
library=${library%%_*}
[[ $(field "$library" Depends) == *libc6* ]] || fail 'the library does not depend on libc6'
[[ $(field libbuoyancy-dev Depends) == "$library (= "* ]] ||
    fail "libbuoyancy-dev: $(field libbuoyancy-dev Depends)"

# The library as a few sources, without CMake.
mkdir "$work/few"
(cd "$work/few" && quietly "$CC" -O0 -c "$work"/unpacked/usr/share/buoyancy/buoyancy*.c)
build_plain -I"$work/unpacked/usr/include" "$work"/few/*.o -lm
quietly "$work/plain"

# The prefix is now another one, and only the packages' own files exist.
usr=$work/unpacked/usr
quietly "$usr/bin/buoybench" list
[ -s "$usr/share/man/man1/buoybench.1" ] || fail 'no manual page'
quietly cmake -S "$root/tests/consumer" -B "$work/consumer" -G "$GENERATOR" "-DCMAKE_C_COMPILER=$CC" \
    "-DCMAKE_PREFIX_PATH=$usr"
quietly cmake --build "$work/consumer"
for kind in c static shared; do quietly "$work/consumer/consumer_$kind"; done
libraries=$(dirname "$(find "$usr" -name libbuoyancy.a)")
export PKG_CONFIG_PATH=$libraries/pkgconfig
read -ra flags < <(pkg-config --cflags --libs buoyancy)
build_plain "${flags[@]}" -lm
quietly env "LD_LIBRARY_PATH=$libraries" "$work/plain"
