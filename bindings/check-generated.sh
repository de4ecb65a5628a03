#!/bin/sh
# Regenerates the bindings with the jextract on the PATH and compares them with the committed ones.
# See --help and README.md.
set -eu

usage() {
    cat <<'TEXT'
usage: check-generated.sh [--check | --update [--revision COMMIT]]

  --check      (default) generate into target/jextract and compare with the committed sources and their recorded
               hashes; a difference is printed
  --update     replace the committed sources and write jextract.properties anew
  --revision   the commit that the jextract on the PATH was built from, for jextract.properties. The tool does not
               know it, so without this option the recorded one is kept

exit status: 0 the same, or updated; 1 different; 2 cannot run
TEXT
}

fail() {
    echo "check-generated.sh: $1" >&2
    exit 2
}

mode=check
revision=
while [ $# -gt 0 ]; do
    case $1 in
        --check) mode=check ;;
        --update) mode=update ;;
        --revision)
            [ $# -gt 1 ] || fail "--revision needs a commit"
            revision=$2
            shift
            ;;
        --help)
            usage
            exit 0
            ;;
        *)
            usage >&2
            exit 2
            ;;
    esac
    shift
done

# Sorting decides the order of the properties, so it must not depend on the locale.
LC_ALL=C
export LC_ALL

here=$(cd "$(dirname "$0")" && pwd)
header=$here/../native/include/palloc.h
arguments=$here/jextract.args
properties=$here/jextract.properties
package=dev/palloc/bindings
committed=$here/src/main/java/$package
work=$here/target/jextract

command -v jextract >/dev/null || fail "no jextract on the PATH; README.md says which one is meant"
libclang=$(jextract --version 2>&1 | sed -n 's/^LibClang version .*clang version \([0-9.]*\).*/\1/p')
[ -n "$libclang" ] || fail "jextract --version names no libclang version"

recorded() {
    [ ! -f "$properties" ] || sed -n "s/^$1=//p" "$properties"
}

sha() {
    sha256sum <"$1" | cut -d ' ' -f 1
}

# jextract takes compiler flags from a compile_flags.txt in the current folder: run it where there is none.
rm -rf "$work"
mkdir -p "$work/run" "$work/out"
(cd "$work/run" && jextract "@$arguments" --output "$work/out" "$header") || fail "jextract failed"
fresh=$work/out/$package
[ -f "$fresh/palloc_h.java" ] || fail "jextract wrote no palloc_h.java"

[ -n "$revision" ] || revision=$(recorded jextract.revision)
[ -n "$revision" ] || fail "jextract.properties has no revision: give --revision"
{
    echo "# Where the bindings come from. Written by check-generated.sh --update; not to be edited."
    echo "jextract.revision=$revision"
    echo "jextract.libclang=$libclang"
    echo "sha256.palloc.h=$(sha "$header")"
    echo "sha256.jextract.args=$(sha "$arguments")"
    for source in "$fresh"/*.java; do
        echo "sha256.$(basename "$source")=$(sha "$source")"
    done
} >"$work/jextract.properties"

if [ "$mode" = update ]; then
    rm -rf "$committed"
    mkdir -p "$committed"
    cp "$fresh"/*.java "$committed/"
    cp "$work/jextract.properties" "$properties"
    echo "check-generated.sh: bindings are up to date with palloc.h"
    exit 0
fi

if [ "$(recorded jextract.libclang)" != "$libclang" ]; then
    echo "check-generated.sh: this jextract has libclang $libclang, the recorded one $(recorded jextract.libclang);" \
        "a difference may come from that" >&2
fi
status=0
diff -ru "$committed" "$fresh" || status=1
# Another libclang with the same output is no difference, so its version is left out.
grep -v '^jextract.libclang=' "$properties" >"$work/recorded" || true
grep -v '^jextract.libclang=' "$work/jextract.properties" | diff -u "$work/recorded" - || status=1
if [ $status -ne 0 ]; then
    echo "check-generated.sh: the committed bindings are not what jextract makes of palloc.h" \
        "(- committed, + generated); bindings/check-generated.sh --update replaces them" >&2
fi
exit $status
