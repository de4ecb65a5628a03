# The examples of the README.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/jdk.sh"

# The command that starts an example, taken from the README's text, so that the two cannot part. NativeCall calls C itself
# and needs the grant for its own code.
# $1 folder of the repository, $2 file name of the example
example_command() {
    local -a grants=(-e '')
    if [ "$2" = NativeCall.java ]; then
        grants=(-e 's/--enable-native-access=[^ ]*/&,ALL-UNNAMED/')
    fi
    sed -n '/^    java --module-path /,/QuickStart\.java$/p' "$1/README.md" |
        sed -e 's/^ *//' -e 's/\\$//' "${grants[@]}" -e "s/QuickStart\\.java\$/$2/" | tr '\n' ' '
}

# Runs one from the repository's folder with the newest JDK. Fails if it does, or if it does not print what it is there for.
# $1 folder of the repository, $2 file name of the example, $3 a regular expression for a line of its output
run_example() {
    local jdk command output
    jdk=$(find_jdk) || return 1
    command=$(example_command "$1" "$2")
    [ -n "$command" ] || {
        log "README.md has no example command"
        return 1
    }
    output=$(cd -- "$1" && PATH=$jdk/bin:$PATH bash -c "$command" 2>&1) || {
        printf '%s\n' "$output" >&2
        return 1
    }
    grep -q "$3" <<<"$output" || {
        printf '%s\n' "$output" >&2
        return 1
    }
}
