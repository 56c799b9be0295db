#compdef buoybench
# Completes the arguments of buoybench in zsh. What there is to choose from is asked of the program
# itself, so that its help texts are the only list of options, and `list` of kernels.

# "word:what it is" for indented lines that begin with a word, or with an option.
_buoybench_entries() { # PATTERN
    sed -n "/^examples:/q; s/^  \\($1\\)\\( [^ ][^ ]*\\)\\{0,1\\}  *\\(.*\\)/\\1:\\3/p"
}

_buoybench_meshes() {
    local -a builtins
    builtins=(${(f)"$($program mesh 'builtin:?' 2>&1 | sed -n 's/.*there are //p' | tr -d ' ' |
        tr ',' '\n' | sed 's/^/builtin:/')"})
    compadd -a builtins
    _files
}

_buoybench_options() {
    local -a options hidden
    options=(${(f)"$(sed 's/^  --[a-z-]*$/& /' <<<$help | _buoybench_entries '--[a-z][a-z-]*')"}
        '--help:what this does')
    _describe -o option options
}

# What may follow an option; 1 if nothing.
_buoybench_argument() { # OPTION
    local entry
    local -a words_of_usage kernels
    case $1 in
    --kernel)
        kernels=(${(f)"$($program list 2>/dev/null | sed -n 's/^\([a-z0-9_]*\/[^ ]*\) .*/\1/p')"})
        if [[ $command == eval ]]; then kernels=(${(M)kernels:#$topic/*}); fi
        compadd -a kernels
        return 0
        ;;
    --mesh)
        _buoybench_meshes
        return 0
        ;;
    esac
    # "  --option VALUE  what it is": no value if two blanks or a line's end follow, words to choose
    # from as "a|b|c".
    entry=$(sed -n "/^  $1\\( \\|\$\\)/,/^  -\\|^\$/p" <<<$help | sed '1!{/^  -/d;}')
    case $entry in ('' | "  $1" | "  $1"$'\n'* | "  $1  "*) return 1 ;; esac
    words_of_usage=(${(f)"$(grep -oE -e "$1 [a-z0-9_]+([|][a-z0-9_]+)+" <<<$help | sed 's/.* //' |
        tr '|' '\n' | sort -u)"})
    (( $#words_of_usage )) && compadd -a words_of_usage
    case $entry in
    (*DIR*) _files -/ ;;
    (*file* | *' OUT'*) _files ;;
    esac
    return 0
}

_buoybench() {
    local program=$words[1] command='' topic='' help
    local -a names flags
    if (( CURRENT > 2 )); then command=$words[2]; fi
    if (( CURRENT > 3 )) && [[ $words[3] != -* ]]; then topic=$words[3]; fi
    help=$($program help ${command:+$command} ${topic:+$topic} 2>/dev/null)

    if [[ -z $command ]]; then
        names=(${(f)"$(_buoybench_entries '[a-z][a-z0-9_-]*' <<<$help)"} 'help:what a command does')
        _describe command names
        compadd -- --help --version
    elif [[ $command == help ]]; then
        names=(${(f)"$($program help ${topic:+$topic} | sed -n '/^examples:/q; s/^  \([a-z][a-z0-9_-]*\) .*/\1/p')"})
        compadd -a names
    elif (( ${words[(I)--]} && ${words[(I)--]} < CURRENT )); then
        flags=(${(uf)"$(grep -oE -e '--benchmark_[a-z_]*[a-z]' <<<$help)"})
        compadd -a flags
    elif [[ $words[CURRENT-1] == --* ]] && _buoybench_argument $words[CURRENT-1]; then
        :
    elif [[ $words[CURRENT] == -* ]]; then
        _buoybench_options
    else
        names=()
        if (( CURRENT == 3 )); then names=(${(f)"$(_buoybench_entries '[a-z][a-z0-9_-]*' <<<$help)"}); fi
        if (( $#names )); then
            _describe topic names
        elif [[ $command != eval && $help == "usage: buoybench $command "[A-Z]* ]]; then
            _buoybench_meshes
        else
            _buoybench_options
        fi
    fi
}

_buoybench "$@"
