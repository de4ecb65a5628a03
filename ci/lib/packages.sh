# The system's packages, on Debian and its relatives.
# shellcheck shell=bash source-path=SCRIPTDIR

. "${BASH_SOURCE[0]%/*}/common.sh"
. "${BASH_SOURCE[0]%/*}/jdk.sh"

# One field of os-release; empty where there is none.
os_release() {
    # In a subshell, because the file assigns variables of common names.
    # shellcheck source=/dev/null
    (. /etc/os-release 2>/dev/null && eval "printf '%s\n' \"\${$1:-}\"") || true
}

# The package names used here are Debian's; Ubuntu has the same ones.
has_known_packages() {
    have apt-get || return 1
    case " $(os_release ID) $(os_release ID_LIKE) " in
        *' debian '* | *' ubuntu '*) return 0 ;;
        *) return 1 ;;
    esac
}

may_install() {
    has_known_packages && [ "$(id -u)" -eq 0 ]
}

# Once in a script: the lists do not change between two installs.
refresh_package_lists() {
    if [ -z "${palloc_lists_fresh:-}" ]; then
        apt-get update -qq >&2 || die "apt-get update failed; see the messages above"
        palloc_lists_fresh=1
    fi
}

install_packages() {
    log "installing: $*"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2 ||
        die "apt-get could not install: $*"
}

# The JDK package to install: 25, the release with long-term support that the project is tested on, else the newest
# that is new enough. Fails if the system offers none.
jdk_package() {
    local offered version
    have apt-cache || return 1
    offered=$(apt-cache --names-only search '^openjdk-[0-9]+-jdk-headless$' | sed -n 's/^openjdk-\([0-9]*\)-.*/\1/p')
    if grep -qx 25 <<<"$offered"; then
        version=25
    else
        version=$(sort -n <<<"$offered" | tail -n 1)
    fi
    [ -n "$version" ] && [ "$version" -ge "$palloc_oldest_jdk" ] || return 1
    printf 'openjdk-%s-jdk-headless\n' "$version"
}
