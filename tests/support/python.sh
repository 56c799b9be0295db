# Sourced by tests of the Python package: wheels and a place to install them.
# shellcheck shell=bash disable=SC2154

python=/usr/bin/python3 # Debian's, which its numpy is for
if ! "$python" -c 'import numpy, cffi, venv, ensurepip' 2>/dev/null; then
    printf 'skipped: no numpy, cffi and venv (Debian: python3-numpy, python3-cffi, python3-venv)\n'
    exit 77
fi
export PYTHONDONTWRITEBYTECODE=1 # nor anything else in the sources
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv --system-site-packages "$work/venv"

quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log" && return 1; }
}

# Makes a wheel in $work/wheels, as pip does by itself, isolated, but without an index: python_wheel SETTING SOURCES [SETTING]...
python_wheel() {
    local settings=(${1:+"--config-settings=$1"} "${@:3}")
    quietly "$work/venv/bin/python3" -m pip wheel --no-index --no-deps -w "$work/wheels" \
        ${settings[@]+"${settings[@]/#platform/--config-settings=platform}"} "$2"
    wheel=$(echo "$work"/wheels/*.whl)
}

# Installs it where no compiler is found.
python_install() {
    PATH=$work/venv/bin quietly "$work/venv/bin/python3" -m pip install --no-index --no-deps "$wheel"
}
