# Shared by deploy/run and deploy/test: what must be installed, and how things are built. Sourced from the repo's root.

run_packages="ca-certificates pkg-config libwebsockets-dev libwebsockets-evlib-ev libev-dev libssl-dev libsqlite3-dev zlib1g-dev libbrotli-dev"
test_packages="nodejs python3 python3-venv chromium fonts-noto-color-emoji fonts-noto-cjk curl"

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }

# Installs the Debian packages named by the arguments that are missing; asks for nothing when all are there.
need_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    say "Installing ${missing[*]}"
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { say "Run this as root once, or install: ${missing[*]}"; exit 1; }
        root=(sudo)
    fi
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

need_swift() {
    command -v swift >/dev/null || { say "Swift 6.3 is needed: put its toolchain's usr/bin on the PATH."; exit 1; }
}

# True when a source is newer than the file $1.
is_stale() {
    [ ! -e "$1" ] || [ -n "$(find Package.swift Sources deploy/build-wasm -newer "$1" -type f -print -quit)" ]
}

build_wasm() {
    is_stale web/js/engine.wasm || return 0
    say "Building the browser's engine"
    deploy/build-wasm web/js/engine.wasm >&2
}
