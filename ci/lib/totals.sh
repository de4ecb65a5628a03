# Test totals.
#
# A total is three numbers in one line, "passed failed skipped", so that a command substitution can carry it.
# shellcheck shell=bash

# Adds up the totals given on standard input, one a line.
sum_totals() {
    awk '{ p += $1; f += $2; s += $3 } END { printf "%d %d %d\n", p, f, s }'
}

# The closing line of every script here.
print_totals() {
    printf '%d passed, %d failed, %d skipped\n' "$1" "$2" "$3"
}

# The numbers of one closing line on standard input: the last line that is one.
read_totals() {
    sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' | tail -n 1
}

# The total of one folder of JUnit XML reports. An error counts as a failure.
# $1 folder, $2 (optional) a file: only reports newer than it count, since a build keeps those of tests long gone
junit_totals() {
    local -a newer=()
    if [ -n "${2:-}" ]; then
        newer=(-newer "$2")
    fi
    if [ ! -d "$1" ]; then
        echo 0 0 0
        return
    fi
    # shellcheck disable=SC2016 # awk's fields, not the shell's
    # Only the opening tag of the suite: output of tests may hold anything.
    find "$1" -maxdepth 1 -name 'TEST-*.xml' ${newer[@]+"${newer[@]}"} -print0 |
        xargs -0 -r -n 1 awk '
            function number(name,   text) {
                if (!match(tag, "[ \t]" name "=\"[0-9]+\"")) return 0
                text = substr(tag, RSTART, RLENGTH)
                gsub(/[^0-9]/, "", text)
                return text + 0
            }
            !inside && match($0, /<testsuite[ \t]/) { inside = 1; $0 = substr($0, RSTART) }
            inside { tag = tag " " $0; if (/>/) exit }
            END {
                sub(/>.*/, "", tag)
                bad = number("failures") + number("errors")
                print number("tests") - bad - number("skipped"), bad, number("skipped")
            }' | sum_totals
}

# The total of the last ctest run in one build folder.
# $1 build folder, $2 (optional) a file: a run that is not newer counts nothing
ctest_totals() {
    local logs="$1/Testing/Temporary" tests failed=0 disabled=0
    if [ ! -f "$logs/LastTest.log" ] || { [ -n "${2:-}" ] && [ ! "$logs/LastTest.log" -nt "$2" ]; }; then
        echo 0 0 0
        return
    fi
    tests=$(grep -c -E '^[0-9]+/[0-9]+ Testing: ' "$logs/LastTest.log" || true)
    # The two lists below outlive their run, and LastTest.log says "Test Passed." even of a test that could not start.
    if [ -f "$logs/LastTestsFailed.log" ] && [ ! "$logs/LastTestsFailed.log" -ot "$logs/LastTest.log" ]; then
        failed=$(grep -c . "$logs/LastTestsFailed.log" || true)
    fi
    if [ -f "$logs/LastTestsDisabled.log" ] && [ ! "$logs/LastTestsDisabled.log" -ot "$logs/LastTest.log" ]; then
        disabled=$(grep -c . "$logs/LastTestsDisabled.log" || true)
    fi
    echo $((tests - failed - disabled)) "$failed" "$disabled"
}

# The build folders below a module's folder in which ctest has run, one a line.
ctest_folders() {
    if [ -d "$1/target" ]; then
        find "$1/target" -path '*/Testing/Temporary/LastTest.log' | sed 's|/Testing/Temporary/LastTest.log$||' | sort
    fi
}
