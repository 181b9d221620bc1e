#!/usr/bin/env bash
# Sets everything up and does the main job: opens a trace, or a sample of our own when none is given.
# With a display the window opens; without one the picture and the report are written, and it says where.
#   packaging/run.sh [FILE...]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)

"$here/packaging/install_packages.sh" run
cmake -S "$here" --preset release -DLANESCOPE_TESTS=OFF -DLANESCOPE_WERROR=OFF -B "$here/build/run" >/dev/null
cmake --build "$here/build/run" --parallel
bin="$here/build/run"

files=("$@")
if [ "${#files[@]}" -eq 0 ]; then
    mkdir -p "$here/out"
    files=("$here/out/sample.json.gz")
    "$bin/app/cli/lanescope-cli" synth healthy --output "${files[0]}"
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$bin/app/gui/lanescope" "${files[@]}"
fi

mkdir -p "$here/out"
for file in "${files[@]}"; do
    name=$(basename "$file")
    "$bin/app/cli/lanescope-cli" render "$file" --output "$here/out/$name.png"
    "$bin/app/cli/lanescope-cli" report "$file" --format md >"$here/out/$name.report.md.part"
    mv "$here/out/$name.report.md.part" "$here/out/$name.report.md"
    echo "no display here, so these were written:"
    echo "  picture: $here/out/$name.png"
    echo "  report:  $here/out/$name.report.md"
done
