# Turns a help text into roff: usage, paragraphs, entries ("  --option VALUE  what it does", further
# lines deep below), lines to be left as they are (indented), and examples up to the end. With
# -v overview=1 the first line names the program.

function literal(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    gsub(/`/, "\\(ga", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

function prose(text) {
    gsub(/\\/, "\\e", text)
    gsub(/--/, "\\-\\-", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

# What the coming lines are part of: "", "text", "entry" or "asis".
function enter(next_state, opening) {
    if (state == next_state) {
        return
    }
    if (state == "asis") {
        print ".fi\n.RE"
    }
    if (opening != "") {
        print opening
    }
    state = next_state
}

overview && NR == 1 {
    sub(/ - /, " \\- ")
    print ".SH NAME\n" $0
    next
}
/^usage: / {
    if (overview) {
        print ".SH SYNOPSIS"
    }
    enter("asis", ".RS 0\n.nf")
    sub(/^usage: /, "")
    print literal($0)
    usage = 1
    next
}
/^$/ {
    if (usage && overview) {
        enter("", "")
        print ".SH COMMANDS"
    } else if (overview && state == "entry") {
        enter("", "")
        print ".SH DESCRIPTION"
    } else {
        enter("", "")
    }
    usage = 0
    next
}
usage {
    sub(/^       /, "") # as wide as "usage: "
    print literal($0)
    next
}
/^examples:$/ {
    enter("text", ".PP")
    print "Examples:"
    enter("asis", ".RS 4\n.nf")
    examples = 1
    next
}
examples {
    print literal(substr($0, 3))
    next
}
# An entry: a head, and behind two blanks what it means; alone if the head is long.
/^  -/ || /^  [a-z][a-z0-9_-]*   *[A-Za-z]/ && (overview || /^  [^ ]+  +/) {
    enter("entry", "")
    head = substr($0, 3)
    text = ""
    gap = overview ? match(head, / +/) : match(head, /  +/)
    if (gap) {
        text = substr(head, RSTART + RLENGTH)
        head = substr(head, 1, RSTART - 1)
    }
    print ".TP\n.B " literal(head)
    if (text != "") {
        print prose(text)
    }
    next
}
/^   / && state == "entry" {
    sub(/^ +/, "")
    print prose($0)
    next
}
/^  / {
    enter("asis", ".RS 4\n.nf")
    print literal(substr($0, 3))
    next
}
{
    enter("text", ".PP")
    print prose($0)
}
END {
    enter("", "")
}
