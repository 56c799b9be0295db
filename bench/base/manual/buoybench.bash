# Completes the arguments of buoybench in bash. What there is to choose from is asked of the program
# itself, so that its help texts are the only list of options, and `list` of kernels.
# shellcheck shell=bash

# The help text for the words typed before: _buoybench_help PROGRAM [COMMAND [TOPIC]]
_buoybench_help() {
    "$1" help "${@:2}" 2>/dev/null
}

# The words that begin indented lines: commands in the overview, topics in a command's help.
_buoybench_names() {
    sed -n '/^examples:/q; s/^  \([a-z][a-z0-9_-]*\) .*/\1/p'
}

_buoybench_options() {
    { grep -oE -e '--[a-z][a-z_-]*[a-z]' && printf '%s\n' --help; } | grep -vx -e --benchmark | sort -u
}

_buoybench_kernels() { # PROGRAM
    "$1" list 2>/dev/null | sed -n 's/^\([a-z0-9_]*\/[^ ]*\) .*/\1/p'
}

# Built-in meshes are named where one is asked for that does not exist.
_buoybench_builtins() { # PROGRAM
    "$1" mesh builtin:? 2>&1 | sed -n 's/.*there are //p' | tr -d ' ' | tr ',' '\n' | sed 's/^/builtin:/'
}

# What may follow an option, and whether files may: sets `candidates` and `files`. Without an argument
# to complete it returns 1.
_buoybench_argument() { # PROGRAM OPTION HELP [FAMILY/]
    local entry
    case $2 in
    --kernel)
        candidates=$(_buoybench_kernels "$1" | grep "^$4")
        return
        ;;
    --mesh)
        candidates=$(_buoybench_builtins "$1")
        files=-f
        return
        ;;
    esac
    # "  --option VALUE  what it is": no value if two blanks follow, words to choose from as "a|b|c".
    entry=$(sed -n "/^  $2\( \|\$\)/,/^  -\|^\$/p" <<<"$3" | sed '1!{/^  -/d;}')
    case $entry in '' | "  $2" | "  $2  "*) return 1 ;; esac
    candidates=$(grep -oE -e "$2 [a-z0-9_]+([|][a-z0-9_]+)+" <<<"$3" | sed 's/.* //' | tr '|' '\n' | sort -u)
    case $entry in
    *'DIR'*) files=-d ;;
    *file* | *' OUT'*) files=-f ;;
    esac
}

_buoybench() {
    local program=${COMP_WORDS[0]} words=() word i previous=''
    # Bash has colons and = end words: builtin:box is one all the same, --mesh=hull.obj two.
    for ((i = 0; i <= COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if [ "$word" = = ]; then
            ((i < COMP_CWORD)) || words+=('')
            continue
        fi
        if ((i > 1)) && [[ $word == :* || $previous == *: ]]; then
            words[${#words[@]}-1]+=$word
        else
            words+=("$word")
        fi
        previous=$word
    done
    local count=${#words[@]} current=${words[${#words[@]}-1]} candidates='' files=''
    previous=${words[count-2]}

    local command='' topic='' behind='' help
    if ((count > 2)); then
        command=${words[1]}
        for word in "${words[@]:2:count-3}"; do
            if [ "$word" = -- ]; then behind=1; fi
        done
        case ${words[2]} in -*) ;; *) if ((count > 3)); then topic=${words[2]}; fi ;; esac
    fi
    help=$(_buoybench_help "$program" ${command:+"$command"} ${topic:+"$topic"})

    if [ -z "$command" ]; then
        candidates=$(_buoybench_names <<<"$help"; printf '%s\n' help --help --version)
    elif [ "$command" = help ]; then
        candidates=$(_buoybench_help "$program" ${topic:+"$topic"} | _buoybench_names)
    elif [ -n "$behind" ]; then
        candidates=$(_buoybench_options <<<"$help" | grep benchmark)
    elif [[ $previous == --* ]] && _buoybench_argument "$program" "$previous" "$help" \
        "$([ "$command" = eval ] && printf '%s/' "$topic")"; then
        :
    elif [[ $current == -* ]]; then
        candidates=$(_buoybench_options <<<"$help" | grep -v benchmark)
    elif ((count == 3)) && candidates=$(_buoybench_names <<<"$help") && [ -n "$candidates" ]; then
        :
    elif grep -q "^usage: buoybench $command [A-Z]" <<<"$help" && [ "$command" != eval ]; then
        candidates=$(_buoybench_builtins "$program")
        files=-f
    else
        candidates=$(_buoybench_options <<<"$help" | grep -v benchmark)
    fi

    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen ${files:+"$files"} -W "$candidates" -- "$current")
    if [ "$files" = -d ]; then
        compopt -o dirnames 2>/dev/null
    elif [ -n "$files" ]; then
        compopt -o filenames 2>/dev/null
    fi
    # Where bash has split a word at a colon, what is before stays on the line.
    if [ "$current" != "${COMP_WORDS[COMP_CWORD]}" ]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
    fi
}
complete -F _buoybench buoybench
