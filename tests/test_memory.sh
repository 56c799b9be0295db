#!/usr/bin/env bash
# All memory of the library comes from kernels/base/memory.c: no other object needs malloc() and its
# relatives, nor functions that may call them internally.
set -euo pipefail

: "${NM:?}" "${OBJECTS:?}"
IFS=: read -ra objects <<<"$OBJECTS"

# FILE NAME of what objects call of those. MinGW's names may be references, macOS's have an
# underscore in front.
"$NM" -A -u "${objects[@]}" | awk '
    {
        name = $NF
        sub(/^__imp_/, "", name)
        sub(/^\.refptr\./, "", name)
        sub(/^_/, "", name) # also of _aligned_malloc()
        file = $0
        sub(/:.*/, "", file)
        sub(/.*\//, "", file)
    }
    name ~ /^((aligned_|posix_mem|mem|re|c|v|p?v)?(alloc|align|malloc|realloc)|free|aligned_free|reallocarray)$/ ||
    name ~ /^(str(n)?dup|v?asprintf|getline|getdelim|open_memstream|fopen|fdopen|qsort(_r)?|scandir)$/ {
        if (file ~ /^memory\.c\./) {
            ++seen
        } else {
            print file " calls " name
            ++others
        }
    }
    END {
        if (!seen) print "memory.c calls none of them: this test is blind"
        exit !seen || others
    }'
