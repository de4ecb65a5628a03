# Messages, errors and the place of the repository. Sourced by every script here; like the other files
# of this folder it defines functions and constants only, and may be sourced twice.
# shellcheck shell=bash

# Messages go to standard error: standard output is for results, which other scripts read.
log() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
    log "error: $*"
    exit 1
}

# For a wrong command line, so that a caller can tell it from a failed test.
die_usage() {
    log "$*"
    log "try: ${0##*/} --help"
    exit 2
}

# The root of the working copy, from the place of this file: no script depends on the current directory.
repo_root() {
    (cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
}

# x86_64 or aarch64, the names that the native module gives its folders.
host_arch() {
    local machine
    machine=$(uname -m)
    case $machine in
        x86_64 | amd64) echo x86_64 ;;
        aarch64 | arm64) echo aarch64 ;;
        *) die "this machine is $machine; Palloc is built for x86_64 and aarch64 only" ;;
    esac
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# at_least 3.9.1 3.8: compares versions number by number.
at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# The folder for what is costly to set up and the same for every working copy.
cache_folder() {
    printf '%s\n' "${PALLOC_CACHE:-${XDG_CACHE_HOME:-${HOME:?HOME is not set; set PALLOC_CACHE}/.cache}/palloc}"
}

# 75 -> 1m15s
duration() {
    if [ "$1" -lt 60 ]; then
        printf '%ds\n' "$1"
    else
        printf '%dm%02ds\n' "$(($1 / 60))" "$(($1 % 60))"
    fi
}
