# The example of the README.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/jdk.sh"

# The command that starts the example, taken from the README's text, so that the two cannot part.
# $1 folder of the repository
example_command() {
    sed -n '/^    java --module-path /,/QuickStart\.java$/p' "$1/README.md" | sed -e 's/^ *//' -e 's/\\$//' | tr '\n' ' '
}

# Runs it from the repository's folder with the newest JDK. Fails if it does, or if it prints no word of its work.
# $1 folder of the repository
run_example() {
    local jdk command output
    jdk=$(find_jdk) || return 1
    command=$(example_command "$1")
    [ -n "$command" ] || {
        log "README.md has no example command"
        return 1
    }
    output=$(cd -- "$1" && PATH=$jdk/bin:$PATH bash -c "$command" 2>&1) || {
        printf '%s\n' "$output" >&2
        return 1
    }
    grep -q '^all contexts together: [0-9]* bytes$' <<<"$output" || {
        printf '%s\n' "$output" >&2
        return 1
    }
}
