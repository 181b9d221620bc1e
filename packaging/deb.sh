#!/usr/bin/env bash
# Builds the Debian package and proves it: it is unpacked into a folder, names what it needs, and its programs run from there.
#   packaging/deb.sh          the package comes to rest in build/package
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
cmake --preset package >/dev/null
cmake --build build/package --parallel "$(nproc)"
(cd build/package && cpack --config CPackConfig.cmake >/dev/null)
deb=$(ls build/package/lanescope_*.deb)

for need in libqt6widgets6 libqt6svg6 libzstd1 libisal2 fonts-inter; do
    dpkg-deb --field "$deb" Depends | grep -q "\b$need\b" || { echo "$deb does not depend on $need" >&2; exit 1; }
done
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
dpkg-deb --extract "$deb" "$root"
for file in usr/bin/lanescope usr/bin/lanescope-cli usr/share/applications/lanescope.desktop usr/share/doc/lanescope/copyright \
    usr/share/icons/hicolor/scalable/apps/lanescope.svg; do
    test -s "$root/$file" || { echo "$deb lacks $file" >&2; exit 1; }
done
cli="$root/usr/bin/lanescope-cli"
"$cli" synth healthy -o "$root/a.json.gz"
"$cli" report "$root/a.json.gz" --json | python3 -c 'import json, sys; json.load(sys.stdin)'
"$cli" render "$root/a.json.gz" -o "$root/a.png"
test -s "$root/a.png"
QT_QPA_PLATFORM=offscreen "$root/usr/bin/lanescope" --version
echo "package: all well, $here/$deb"
