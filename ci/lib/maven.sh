# Calling Maven.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/jdk.sh"

# shellcheck disable=SC2034 # for ci/setup
palloc_oldest_maven=3.8

# A Java for Maven itself, of which any from 17 on will do: the user's, or else the JDK of the build.
# $1 folder of that JDK, or nothing
export_maven_java() {
    if [ -z "${JAVA_HOME:-}" ] && ! have java && [ -n "$1" ]; then
        export JAVA_HOME=$1
    fi
}

maven_version() {
    (
        export_maven_java "$(find_jdk)"
        # Without colours: they would stand between "Maven" and the number.
        mvn -B -v 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | sed -n 's/^Apache Maven \([0-9.]*\).*/\1/p'
    )
}

# Maven on the whole reactor, with the JDK of find_jdk made known to the toolchain selection, which looks into
# JAVA*_HOME and a few folders only.
run_maven() {
    local jdk
    local -a extra=()
    jdk=$(find_jdk) || die "no JDK $palloc_oldest_jdk or later; run ci/setup"
    # Maven 3.9 reads MAVEN_ARGS by itself and 3.8 does not; taken out of the environment, both see it once.
    if [ -n "${MAVEN_ARGS:-}" ]; then
        read -r -a extra <<<"$MAVEN_ARGS"
    fi
    (
        unset MAVEN_ARGS
        export "JAVA$(jdk_feature "$jdk")_HOME=$jdk"
        export_maven_java "$jdk"
        exec mvn --batch-mode --no-transfer-progress --file "$(repo_root)/pom.xml" ${extra[@]+"${extra[@]}"} "$@"
    )
}
