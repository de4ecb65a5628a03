# The cells of ci/matrix: which there are, and how one is run.
#
# A cell is a line "architecture cpu platform". The CPU is "host" where nothing is emulated. The platform is "native" or
# "java" for the tests of the Java modules, and "c" for the tests of the C layer alone.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/maven.sh"
. "${BASH_SOURCE[0]%/*}/aarch64-jvm.sh"
. "${BASH_SOURCE[0]%/*}/totals.sh"

palloc_cell_modules=(bindings java/core java/bench)

# A JVM that hangs must not take the whole run with it. Seconds for the tests of one module.
palloc_cell_timeout=${PALLOC_CELL_TIMEOUT:-600}

# One core with the atomics of Armv8.1 (LSE), one without (load-exclusive and store-exclusive loops): compiled code
# and the JVM take different paths on them.
palloc_emulated_cpus=(neoverse-n1 cortex-a72)

# Packages and classes that a further emulated CPU is worth.
palloc_further_cpu_tests='!ForkedRaceTest,dev/palloc/atomic/**,dev/palloc/lwlock/*,dev/palloc/platform/**,dev/palloc/shmem/**'
palloc_further_cpu_tests+=,Shared*Test,TransferTest,BlockCacheTest,ParityTest,ModelTest,TraceDigestTest,dev/palloc/bindings/**

# $1 host architecture, $2 the number of emulated CPUs wanted
list_cells() {
    local arch cpu platform
    for arch in x86_64 aarch64; do
        local -a cpus=(host)
        if [ "$1" = x86_64 ] && [ "$arch" = aarch64 ]; then
            cpus=("${palloc_emulated_cpus[@]:0:$2}")
        fi
        for cpu in "${cpus[@]}"; do
            for platform in c native java; do
                echo "$arch $cpu $platform"
            done
        done
    done
}

# aarch64 cortex-a72 java -> aarch64-cortex-a72-java
cell_name() {
    if [ "$2" = host ]; then
        echo "$1-$3"
    else
        echo "$1-$2-$3"
    fi
}

# Everything emulated below reads QEMU_CPU: the emulator itself, under ctest, and the JVM's wrapper.
# $1 cpu, then what is to run
on_cpu() {
    local cpu=$1
    shift
    if [ "$cpu" = host ]; then
        "$@"
    else
        QEMU_CPU=$cpu "$@"
    fi
}

# Maven's output goes to the log, with the command on top so that one cell can be repeated by hand.
# $1 log, then Maven's arguments
logged_maven() {
    local file=$1
    shift
    {
        printf '$ %smvn' "${QEMU_CPU:+QEMU_CPU=$QEMU_CPU }"
        printf ' %q' "$@"
        printf '\n'
        run_maven "$@"
    } >>"$file" 2>&1 </dev/null
}

# The tests of the C layer. Prints the total.
# $1 output folder, $2 architecture, $3 cpu
run_c_cell() {
    local name module marker folder status=0
    local -a arguments=(--projects native test)
    name=$(cell_name "$2" "$3" c)
    module=$(repo_root)/native
    marker=$1/$name.start
    : >"$marker"
    if [ "$3" != host ]; then
        arguments+=(-Dpalloc.cross=aarch64)
    fi
    on_cpu "$3" logged_maven "$1/$name.log" "${arguments[@]}" || status=1
    while IFS= read -r folder; do
        # A cross build tests both architectures, each in a folder of its own; this cell is one of them.
        if [ "$3" = host ] || [[ $folder == "$module/"*aarch64* ]]; then
            ctest_totals "$folder" "$marker"
        fi
    done < <(ctest_folders "$module") | sum_totals
    return "$status"
}

# The tests of the Java modules on one platform. Prints the total; leaves NAME.digests and NAME.jvm in the output folder
# and the reports in target/cells/NAME of each module.
# $1 output folder, $2 architecture, $3 cpu, $4 platform
run_java_cell() {
    local name module root file jvm_arguments excludes status=0
    local -a arguments=() goals=(test-compile surefire:test@default-test)
    name=$(cell_name "$2" "$3" "$4")
    root=$(repo_root)
    rm -f "$1/$name.digests" "$1/$name.jvm"
    # All interleavings of the lock protocol are the same everywhere: ci/verify has been through them.
    excludes=dev/palloc/lwlock/interleaving/**
    jvm_arguments="-Xmx1g -XX:MaxDirectMemorySize=4g -Ddev.palloc.platform=$4 \"-Ddev.palloc.digests=$1/$name.digests\""
    if [ "$3" != host ]; then
        # The second compiler costs more than it gains in runs this short, and so do the threads of a parallel collector.
        jvm_arguments+=" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        # Given outright, a JVM takes precedence over the toolchain, which still compiles.
        arguments+=("-Djvm=$(aarch64_jvm_home)/bin/java" -Dpalloc.cross=aarch64)
        # What reads sources and class files sees the same ones as on the host, and of compilers there is one here.
        excludes+=,dev/palloc/architecture/**,**/ForkedRaceTest*
        if [ "$3" != "${palloc_emulated_cpus[0]}" ]; then
            # A further CPU differs in its atomic instructions: what is made of them, and what has digests to compare.
            arguments+=("-Dtest=$palloc_further_cpu_tests" -Dsurefire.failIfNoSpecifiedTests=false)
        fi
    fi
    arguments+=("-Dsurefire.excludes=$excludes")
    # Emulated, once is enough: what checking mode adds is neither the platform's nor the CPU's.
    if [ "$3" = host ] || [ "$3/$4" = "${palloc_emulated_cpus[0]}/native" ]; then
        goals+=(surefire:test@checking-test)
    fi
    for module in "${palloc_cell_modules[@]}"; do
        rm -rf "${root:?}/$module/target/cells/$name" "${root:?}/$module"/target/surefire-reports/TEST-*-"$name".xml
    done
    # test-compile finds nothing to do; it is there because only in a build with that phase do the modules see each
    # other's classes without being installed. The names are what each module's own settings of surefire apply to.
    on_cpu "$3" logged_maven "$1/$name.log" \
        --projects "native,$(IFS=,; echo "${palloc_cell_modules[*]}")" \
        "${arguments[@]}" \
        "-Dpalloc.test.jvmArgs=$jvm_arguments" \
        "-Dsurefire.reportNameSuffix=$name" \
        "-Dpalloc.checking.reportNameSuffix=checking-$name" \
        "-Dsurefire.timeout=$palloc_cell_timeout" \
        -Dmaven.test.failure.ignore=true \
        "${goals[@]}" || status=1
    for module in "${palloc_cell_modules[@]}"; do
        # Moved, so that the reports of a cell and those of the plain build are never added up together.
        mkdir -p "$root/$module/target/cells/$name"
        for file in "$root/$module"/target/surefire-reports/*-"$name".*; do
            if [ -e "$file" ]; then
                mv "$file" "$root/$module/target/cells/$name/"
            fi
        done
        junit_totals "$root/$module/target/cells/$name"
    done | sum_totals
    write_cell_jvm "$name" >"$1/$name.jvm"
    return "$status"
}

# "architecture version" as the tests' own JVMs reported it, one line for each kind seen: proof of where they ran.
# $1 cell
write_cell_jvm() {
    local root module
    root=$(repo_root)
    for module in "${palloc_cell_modules[@]}"; do
        find "$root/$module/target/cells/$1" -name 'TEST-*.xml' -exec awk '
            match($0, /<property name="os.arch" value="[^"]*/) { arch = substr($0, RSTART + 32, RLENGTH - 32) }
            match($0, /<property name="java.version" value="[^"]*/) { java = substr($0, RSTART + 37, RLENGTH - 37) }
            arch != "" && java != "" { sub("amd64", "x86_64", arch); print arch, java; exit }' {} \;
    done | sort -u
}
