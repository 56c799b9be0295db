# Makes up bugs: prints FILE, LINE, COLUMN, OLD and NEW, apart by tabs, of `wanted` places chosen
# with `seed` from all sources given. Rules are tried at every column of every line of code; what
# cannot change an answer (prefetches, assertions, parameters of the preprocessor) is left out.
BEGIN {
    FS = "\n"
    rules = 0
    # Operators, with the blanks that clang-format puts around those of two operands.
    rule(" + ", " - "); rule(" - ", " + "); rule(" * ", " / "); rule(" / ", " * ")
    rule(" < ", " <= "); rule(" <= ", " < "); rule(" > ", " >= "); rule(" >= ", " > ")
    rule(" < ", " > "); rule(" == ", " != "); rule(" != ", " == ")
    rule(" && ", " || "); rule(" || ", " && "); rule(" += ", " -= "); rule(" -= ", " += ")
    rule(" | ", " & "); rule(" & ", " | "); rule(" >> ", " << "); rule(" |= ", " &= ")
    rule("(!", "("); rule("(-", "("); rule(" -", " "); rule("++", "--")
    # Functions, lanes and plain.
    rule("_add(", "_sub("); rule("_sub(", "_add("); rule("_mul(", "_add(")
    rule("_max(", "_min("); rule("_min(", "_max("); rule("_div(", "_mul(")
    rule("lanes_abs(", "("); rule("lanes_or(", "lanes_and("); rule("lanes_and(", "lanes_or(")
    rule("lanes_xor(", "lanes_or("); rule("fabs(", "("); rule("fmax(", "fmin(")
    rule("fmin(", "fmax("); rule("sqrt(", "("); rule("floor(", "ceil("); rule("ceil(", "floor(")
    rule("true", "false"); rule("false", "true")
    # Numbers.
    rule("0.5", "0.25"); rule("1.0", "2.0"); rule("2.0", "1.0"); rule("3.0", "2.0")
    rule("4.0", "3.0"); rule("12.0", "13.0"); rule(" = 0;", " = 1;"); rule("[0]", "[1]")
    rule("[1]", "[2]"); rule("[2]", "[0]"); rule(" 1)", " 2)"); rule(" 3", " 2")
}

function rule(from, to) {
    old[rules] = from
    new[rules++] = to
}

# Park and Miller's minimal generator, exact in double: the same choice from every awk.
function random(below) {
    state = (state * 16807) % 2147483647
    return state % below
}

FNR == 1 { in_comment = 0; more = 0 }

{
    line = $0
    skipped = line ~ /^[ \t]*(\/[\/*]|\*|")/ || line ~ /^#/ || more # comments, help
    more = line ~ /\\$/ && skipped
    if (skipped || line ~ /_Static_assert|PREFETCH|_Alignas|snprintf|buoy_fail|assert/) next
    code = line
    sub(/[ \t]*\/\/.*$/, "", code)
    for (r = 0; r < rules; ++r) {
        from = 1
        while ((at = index(substr(code, from), old[r])) > 0) {
            column = from + at - 2
            # The size of an array that is declared: a compiler's business.
            declared = old[r] ~ /^\[/ && substr(code, 1, column) ~ \
                /(unsigned|int|double|float|char|bool|_t|doubles|lanes|struct [a-z_0-9]+) \**[a-z_0-9]+$/
            if (!declared) sites[count++] = FILENAME "\t" FNR "\t" column "\t" old[r] "\t" new[r]
            from += at
        }
    }
}

END {
    state = (seed % 2147483646) + 1
    for (i = 0; i < 20; ++i) random(2)
    for (n = 0; n < wanted && n < count; ++n) {
        pick = n + random(count - n)
        chosen = sites[pick]
        sites[pick] = sites[n]
        print chosen
    }
}
