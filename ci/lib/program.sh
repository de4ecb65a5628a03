# The programs of java/bench and java/stress: jars that hold all they need.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/jdk.sh"
. "${BASH_SOURCE[0]%/*}/maven.sh"

# True if the jar is missing or anything it is made of is newer.
# $1 folder of the repository, $2 folder of the module in it, $3 the jar
is_stale() {
    [ ! -f "$3" ] && return 0
    [ -n "$(find "$1/pom.xml" "$1/native" "$1/bindings" "$1/java/core" "$1/$2" \
        \( -name target -o -path "*/src/test" -o -path "$1/native/test" \) -prune -o -type f -newer "$3" -print -quit)" ]
}

# Builds what is missing and prints the jar. Fails if it cannot be built.
# $1 folder of the module, $2 name of the jar
program_jar() {
    local root jar
    root=$(repo_root)
    jar=$root/$1/target/$2.jar
    if is_stale "$root" "$1" "$jar"; then
        "$root/ci/setup" >&2 || return 1
        log "building $1 and what it needs"
        run_maven --quiet --projects "$1" --also-make package -DskipTests >&2 || {
            log "error: the build failed; Maven's messages are above"
            return 1
        }
    fi
    echo "$jar"
}

# Sets `java_command` to what starts a JVM for such a program. Fails if there is no JDK.
find_java_command() {
    local jdk
    jdk=$(find_jdk) || {
        log "error: no JDK $palloc_oldest_jdk or later; run ci/setup"
        return 1
    }
    java_command=("$jdk/bin/java" --enable-native-access=ALL-UNNAMED)
    if [ "$(jdk_feature "$jdk")" -ge 24 ]; then
        # JMH, jcstress and Netty use methods that the JDK warns of.
        java_command+=(--sun-misc-unsafe-memory-access=allow)
    fi
}

# Becomes a program of java/bench. Does not return; status 2 if there is nothing to become.
# $1 main class, the rest its arguments
exec_bench() {
    local jar loops
    jar=$(program_jar java/bench palloc-bench) && find_java_command || exit 2
    loops=$(repo_root)/native/target/build/release/bench/palloc_bench_atomics
    if [ -x "$loops" ]; then
        java_command+=("-Ddev.palloc.bench.c=$loops")
    fi
    exec "${java_command[@]}" -cp "$jar" "$@"
}
