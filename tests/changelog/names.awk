# Names of a public interface, a line each, from its headers: functions, members as struct.member, headers.
FNR == 1 { header = FILENAME; sub(/.*\//, "", header); print header }
{
    line = $0
    while (match(line, /\/\*[^*]*\*+([^\/*][^*]*\*+)*\//)) line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
    if (comment) { if (!match(line, /\*\//)) next; line = substr(line, RSTART + 2); comment = 0 }
    if (match(line, /\/\*/)) { comment = 1; line = substr(line, 1, RSTART - 1) }
    text = text " " line
    if (line !~ /[;{}]/) next
    while (match(text, /[;{}]/)) {
        mark = substr(text, RSTART, 1)
        piece = substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + 1)
        if (mark == "{" && match(piece, /struct buoy_[a-z0-9_]+ *$/)) {
            struct = substr(piece, RSTART + 7)
            sub(/ *$/, "", struct)
            print struct
        } else if (mark == "}") struct = ""
        else if (mark == ";" && struct != "") {
            gsub(/\[[^]]*\]/, "", piece)
            if (match(piece, /\(\*[a-z_]+\)/)) { print struct "." substr(piece, RSTART + 2, RLENGTH - 3); continue }
            count = split(piece, parts, ",")
            for (i = 1; i <= count; ++i) { sub(/ *$/, "", parts[i]); sub(/.*[ *]/, "", parts[i]); if (parts[i] != "") print struct "." parts[i] }
        } else if (piece ~ /BUOY_API/ && match(piece, /buoy_[a-z0-9_]+\(/)) print substr(piece, RSTART, RLENGTH - 1) "()"
    }
}
