# Finding a JDK.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"

# The oldest JDK that has the final Foreign Function & Memory API.
palloc_oldest_jdk=22

# The feature number (25 for 25.0.3) of the JDK in a folder. Read from its release file, because starting each
# candidate would cost more than the whole check.
jdk_feature() {
    local version=
    [ -x "$1/bin/javac" ] || return 1
    if [ -r "$1/release" ]; then
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    fi
    if [ -z "$version" ]; then
        version=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
    fi
    [ -n "$version" ] || return 1
    printf '%s\n' "$version"
}

# Every folder that may hold a JDK, one a line, the user's own choice first.
jdk_candidates() {
    local folder javac
    if [ -n "${JAVA_HOME:-}" ]; then
        printf '%s\n' "$JAVA_HOME"
    fi
    for folder in /usr/lib/jvm/* "${HOME:-/nonexistent}"/.sdkman/candidates/java/*; do
        if [ -d "$folder" ]; then
            printf '%s\n' "$folder"
        fi
    done
    if javac=$(command -v javac); then
        dirname -- "$(dirname -- "$(readlink -f -- "$javac")")"
    fi
}

# Prints the folder of the newest JDK that is new enough; among equals the first of jdk_candidates. Fails if none is.
find_jdk() {
    local folder feature best='' best_feature=$((palloc_oldest_jdk - 1))
    while IFS= read -r folder; do
        feature=$(jdk_feature "$folder") || continue
        if [ "$feature" -gt "$best_feature" ]; then
            best=$folder
            best_feature=$feature
        fi
    done < <(jdk_candidates)
    [ -n "$best" ] || return 1
    printf '%s\n' "$best"
}
