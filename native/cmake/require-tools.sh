#!/bin/sh
# Says what to install before Maven stops at a bare "cannot run program".
#
# Usage: require-tools.sh [PROGRAM...]    programs beyond those of every build
set -eu

missing=
for tool in cmake make "${CC:-cc}" "$@"; do
    # CC may hold arguments ("ccache gcc"), of which the first word is the program.
    command -v "${tool%% *}" >/dev/null 2>&1 || missing="$missing ${tool%% *}"
done
[ -z "$missing" ] && exit 0

cat >&2 <<END
The C layer of Palloc cannot be built: missing$missing.
Install cmake (3.20 or newer), make and gcc (10 or newer); on Debian or Ubuntu:
    apt-get install cmake make gcc libc6-dev
and to cross-compile for AArch64 (-Dpalloc.cross=aarch64):
    apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
END
exit 1
