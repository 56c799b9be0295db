#!/usr/bin/env bash
# programs.sh FILE FOLDER: writes the programs of a Markdown file into a new folder. A program is a
# block of code that begins with "// NAME.c: a program"; every main() must be in one.
set -euo pipefail

mkdir "$2"
awk -v folder="$2" '
    /^```/ { inside = !inside; first = inside; name = ""; next }
    inside && first && /^\/\/ [a-z_]+\.cc?: a program/ {
        name = folder "/" substr($2, 1, length($2) - 1)
    }
    { first = 0 }
    inside && name { print > name }' "$1"
[ "$(grep -c '^int main(' "$1")" = "$(find "$2" -type f | wc -l)" ] || {
    printf '%s: not every main() is in a block that names its program\n' "$1"
    exit 1
}
