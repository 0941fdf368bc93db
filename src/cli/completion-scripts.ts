/** Completion scripts of our own: for bash without its completion package, and for zsh with addresses, which contain colons. */

/** `call`: what runs the program. Words reach it as they are; nothing that is typed is evaluated. */
export function bashScript(call: string): string {
  return `# bash completion for trueup
_trueup() {
    local line=$COMP_LINE word words=() last=-1 i
    # Bash breaks words at colons and equals signs; without a blank between them they are one.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=\${COMP_WORDS[i]}
        if ((last >= 0)) && [[ $line != [[:blank:]]* && ( -n $line || $word == "" && $COMP_LINE != *[[:blank:]] ) ]]; then
            words[last]+=$word
        else
            line=\${line#"\${line%%[![:blank:]]*}"}
            last=$((last + 1))
            words[last]=$word
        fi
        line=\${line#"$word"}
    done
    local cur=\${words[last]} flag=
    if [[ $cur == --*=* ]]; then
        flag=\${cur%%=*}
        cur=\${cur#*=}
        words[last]=$flag
        words[last + 1]=$cur
    fi
    # Readline replaces what is behind the last break alone.
    local done=
    [[ $COMP_WORDBREAKS == *:* && $cur == *:* ]] && done=\${cur%"\${cur##*:}"}
    [[ -n $flag && $COMP_WORDBREAKS != *=* ]] && flag=$flag= || flag=
    COMPREPLY=()
    while IFS= read -r line; do
        [[ $line == :* || -z $line ]] && continue
        word=\${line%%$'\\t'*}
        [[ $word == "$cur"* ]] || continue
        COMPREPLY+=("$flag\${word#"$done"}")
    done < <(${call} complete -- "\${words[@]:1}" 2>/dev/null)
    if ((\${#COMPREPLY[@]} == 1)) && [[ \${COMPREPLY[0]} == */ ]]; then
        compopt -o nospace 2>/dev/null || :
    fi
}
complete -F _trueup trueup
`;
}

export function zshScript(call: string): string {
  return `#compdef trueup
compdef _trueup trueup

# zsh completion for trueup
_trueup() {
    local line word
    local -a typed values shown folders
    typed=("\${(@Q)words[2,CURRENT]}")
    if [[ \${typed[-1]} == --*=* ]]; then
        word=\${typed[-1]}
        typed[-1]=(\${word%%=*} "\${word#*=}")
        compset -P '*='
    fi
    for line in "\${(@f)$(${call} complete -- "\${typed[@]}" 2>/dev/null)}"; do
        [[ $line == :* || -z $line ]] && continue
        word=\${line%%$'\\t'*}
        if [[ $word == */ ]]; then
            folders+=("$word")
        else
            values+=("$word")
            [[ $line == *$'\\t'?* ]] && shown+=("$word -- \${line#*$'\\t'}") || shown+=("$word")
        fi
    done
    compadd -S '' -- "\${folders[@]}"
    compadd -l -d shown -- "\${values[@]}"
}

if [ "\${funcstack[1]}" = "_trueup" ]; then
    _trueup
fi
`;
}
