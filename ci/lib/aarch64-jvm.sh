# An AArch64 JVM that runs on an x86-64 host under user-mode emulation: no privileges, no container, no binfmt.
#
# The parts come from Debian 13, whatever Debian the host runs, because it is the first with a JVM that is new enough.
# They are unpacked side by side into one folder, never installed.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/packages.sh"

palloc_jvm_suite=trixie
palloc_jvm_packages=(libc6 libgcc-s1 libstdc++6 zlib1g openjdk-25-jre-headless)
# Raised when the steps below change, so that a folder made by older steps is made anew.
palloc_jvm_recipe=1

aarch64_jvm_root() {
    printf '%s/aarch64-jvm\n' "$(cache_folder)"
}

# To be given as a JAVA_HOME: bin/java below it starts the emulator.
aarch64_jvm_home() {
    printf '%s/usr/lib/jvm/java-25-openjdk-arm64\n' "$(aarch64_jvm_root)"
}

# The stamp is written last and the folder is renamed into place whole, so its presence is enough.
aarch64_jvm_ready() {
    local stamp
    stamp="$(aarch64_jvm_root)/palloc-stamp"
    [ -r "$stamp" ] && [ "$(head -n 1 "$stamp")" = "recipe $palloc_jvm_recipe" ]
}

# The address of a Debian mirror: PALLOC_DEBIAN_MIRROR, or the one this machine takes its own packages from.
debian_mirror() {
    local mirror codename
    if [ -n "${PALLOC_DEBIAN_MIRROR:-}" ]; then
        printf '%s\n' "${PALLOC_DEBIAN_MIRROR%/}"
        return
    fi
    if [ "$(os_release ID)" != debian ]; then
        log "the AArch64 JVM comes from Debian 13, and this system's own mirror carries $(os_release NAME) only"
        log "set PALLOC_DEBIAN_MIRROR to the address of a Debian mirror (the folder that holds dists/)"
        log "the package debian-archive-keyring must be installed, so that what it sends can be verified"
        return 1
    fi
    # Security and update suites have addresses of their own, and the former hold no complete distribution.
    codename=$(os_release VERSION_CODENAME)
    # shellcheck disable=SC2016 # apt's fields, not the shell's
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v codename="$codename" '
            $3 != "main" || $2 ~ /-/ { next }
            $2 == codename { print $1; found = 1; exit }
            $2 ~ /^(oldstable|stable|testing|unstable|sid)$/ && second == "" { second = $1 }
            END { if (!found && second != "") print second }')
    if [ -z "$mirror" ]; then
        log "no mirror of Debian $codename in this machine's apt configuration; set PALLOC_DEBIAN_MIRROR"
        return 1
    fi
    printf '%s\n' "${mirror%/}"
}

# An apt that shares nothing with the host's but its network settings and its keys.
# $1 work folder, $2 mirror
write_private_apt() {
    local signed_by='' keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
    : >"$1/status"
    # Without the keyring apt falls back to the keys the host trusts. Verification is never switched off.
    if [ -r "$keyring" ]; then
        signed_by=" signed-by=$keyring"
    fi
    printf 'deb [arch=arm64%s] %s %s main\n' "$signed_by" "$2" "$palloc_jvm_suite" >"$1/sources.list"
    {
        # Proxies and the like. The rest of the host's configuration may hold hooks that clean the host's cache.
        apt-config dump | grep '^Acquire::' | grep -v '^Acquire::AllowInsecure' || true
        cat <<EOF
Dir::Etc::main "/dev/null";
Dir::Etc::Parts "/dev/null";
Dir::Etc::SourceList "$1/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$1";
Dir::State::Lists "$1/lists";
Dir::State::status "$1/status";
Dir::Cache "$1/cache";
Dir::Log "$1";
APT::Architecture "amd64";
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "$(id -un)";
EOF
    } >"$1/apt.conf"
}

# $1 work folder; leaves the packages in $1/debs
download_jvm_packages() {
    mkdir -p "$1/debs"
    if ! (
        export APT_CONFIG="$1/apt.conf"
        cd "$1/debs"
        # apt-get update may succeed with warnings where a signature is missing; then the download below fails.
        apt-get -q update && apt-get -q download "${palloc_jvm_packages[@]/%/:arm64}"
    ) >"$1/apt.log" 2>&1; then
        cat "$1/apt.log" >&2
        log "apt could not fetch the AArch64 JVM (suite $palloc_jvm_suite); its messages are above"
        if grep -q -E 'NO_PUBKEY|is not signed|EXPKEYSIG|unauthenticated' "$1/apt.log"; then
            log "the keys on this machine do not know that suite: install or upgrade debian-archive-keyring"
        fi
        return 1
    fi
}

# Absolute links would lead out of the folder, into the host's files.
# $1 root folder
make_links_relative() {
    local link
    while IFS= read -r -d '' link; do
        ln -sfnr "$1$(readlink -- "$link")" "$link"
    done < <(find "$1" -type l -lname '/*' -print0)
}

# Replaces a program of the JVM by a script that runs it in the emulator. The script finds the folder from its own
# place, so that the folder can be renamed.
# $1 program
wrap_in_emulator() {
    mv "$1" "$1.real"
    cat >"$1" <<'EOF'
#!/bin/sh
self=$(readlink -f "$0")
exec qemu-aarch64 -cpu "${QEMU_CPU:-neoverse-n1}" -L "${self%/usr/lib/jvm/*}" "$self.real" "$@"
EOF
    chmod 755 "$1"
}

# $1 folder with the packages, $2 folder to make
unpack_jvm() {
    local deb home="$2/usr/lib/jvm/java-25-openjdk-arm64"
    mkdir -p "$2"
    for deb in "$1"/*.deb; do
        dpkg -x "$deb" "$2" || return 1
    done
    # The loader is asked for as /lib/ld-linux-aarch64.so.1; a whole system has this link from its base files.
    [ -e "$2/lib" ] || ln -s usr/lib "$2/lib"
    make_links_relative "$2"
    wrap_in_emulator "$home/bin/java"
    # Started by the JVM for every process it starts: the host's kernel could not run the original.
    wrap_in_emulator "$home/lib/jspawnhelper"
    "$home/bin/java" -version >"$2/palloc-smoke.log" 2>&1 || {
        cat "$2/palloc-smoke.log" >&2
        log "the AArch64 JVM does not start under qemu-aarch64; its messages are above"
        return 1
    }
    {
        printf 'recipe %s\n' "$palloc_jvm_recipe"
        (cd "$1" && printf '%s\n' *.deb)
    } >"$2/palloc-stamp"
}

# Sets the JVM up unless it is there. Fails, with the reason on standard error, where that is impossible.
# Calls two at a time are safe: each works in a folder of its own, and the first to finish wins.
install_aarch64_jvm() {
    local root mirror
    if aarch64_jvm_ready; then
        return
    fi
    if ! have qemu-aarch64; then
        log "qemu-aarch64 is missing (package qemu-user)"
        return 1
    fi
    if ! have apt-get || ! have dpkg; then
        log "the AArch64 JVM is taken from Debian packages, which needs apt-get and dpkg"
        return 1
    fi
    mirror=$(debian_mirror) || return 1
    root=$(aarch64_jvm_root)
    mkdir -p "${root%/*}"
    log "setting up an AArch64 JVM in $root (55 MB to fetch, 270 MB on disk)"
    # A subshell, for a trap that leaves the caller's alone.
    (
        # Beside the final place, because a rename is atomic within one file system only.
        work=$(mktemp -d "$root.XXXXXX") || exit 1
        trap 'rm -rf "$work"' EXIT
        trap 'exit 130' INT TERM
        { write_private_apt "$work" "$mirror" && download_jvm_packages "$work" &&
            unpack_jvm "$work/debs" "$work/root"; } || exit 1
        if ! aarch64_jvm_ready; then
            rm -rf "$root"
            mv -T "$work/root" "$root" 2>/dev/null || aarch64_jvm_ready
        fi
    )
}
