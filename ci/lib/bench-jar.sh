# The program of java/bench.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/jdk.sh"
. "${BASH_SOURCE[0]%/*}/maven.sh"

# True if the jar is missing or anything it is made of is newer.
# $1 folder of the repository, $2 the jar
is_stale() {
    [ ! -f "$2" ] && return 0
    [ -n "$(find "$1/pom.xml" "$1/native" "$1/bindings" "$1/java/core" "$1/java/bench" \
        \( -name target -o -path "*/src/test" -o -path "$1/native/test" \) -prune -o -type f -newer "$2" -print -quit)" ]
}

# Builds what is missing and becomes one of its programs. Does not return; status 2 if there is nothing to become.
# $1 main class, the rest its arguments
exec_bench() {
    local root jar jdk
    local -a options=(--enable-native-access=ALL-UNNAMED)
    root=$(repo_root)
    jar=$root/java/bench/target/palloc-bench.jar
    if is_stale "$root" "$jar"; then
        "$root/ci/setup" >&2 || exit 2
        log "building java/bench and what it needs"
        run_maven --quiet --projects java/bench --also-make package -DskipTests >&2 || {
            log "error: the build failed; Maven's messages are above"
            exit 2
        }
    fi
    jdk=$(find_jdk) || {
        log "error: no JDK $palloc_oldest_jdk or later; run ci/setup"
        exit 2
    }
    if [ "$(jdk_feature "$jdk")" -ge 24 ]; then
        # JMH and Netty use methods that the JDK warns of.
        options+=(--sun-misc-unsafe-memory-access=allow)
    fi
    exec "$jdk/bin/java" "${options[@]}" -cp "$jar" "$@"
}
