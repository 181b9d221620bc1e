#!/usr/bin/env bash
# Installs what Lanescope is built and tested with, from Debian 12's own archive. Idempotent: does nothing when all is there.
#   install_packages.sh run      to build and run the programs
#   install_packages.sh test     the same, and what the tests and checks need
set -euo pipefail

run_packages=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev qt6-svg-dev libgl-dev
    libsimdjson-dev libzstd-dev zlib1g-dev libisal-dev libxxhash-dev libfmt-dev libcli11-dev
    libre2-dev libsqlite3-dev
    fonts-inter fonts-jetbrains-mono
)
test_packages=(
    git python3 clang-16 clang-tidy-16 clang-format-16 libclang-rt-16-dev lld-16
    xvfb xauth tidy poppler-utils
)

packages=("${run_packages[@]}")
case "${1:-run}" in
run) ;;
test) packages+=("${test_packages[@]}") ;;
*) echo "usage: $0 run|test" >&2; exit 2 ;;
esac

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing+=("$package")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "these packages are missing and only root can install them: ${missing[*]}" >&2
        exit 1
    }
    root=(sudo)
fi
echo "installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get update -qq
"${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
