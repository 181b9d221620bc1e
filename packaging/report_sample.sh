#!/bin/sh
# Makes a sample of each form of a review report from generated traces, and the pictures of pages that
# docs/user/report.md shows, with the program of a build folder:
#
#   packaging/report_sample.sh BUILD [FOLDER]     reports go to FOLDER (none: they are not kept), pictures to docs
#
# The same build gives the same bytes. pdftoppm of poppler-utils draws the pages.
set -eu

build=${1:?expected the build folder}
here=$(cd "$(dirname "$0")/.." && pwd)
cli=$build/app/cli/lanescope-cli
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
out=${2:-$made/reports}
mkdir -p "$out" "$here/docs/user/pictures"

"$cli" synth sync-stalls --steps 6 --seed 3 -o "$made/before.json" > /dev/null
"$cli" synth healthy --steps 6 --seed 3 -o "$made/after.json" > /dev/null
"$cli" report --no-index --html "$out/review.html" --pdf "$out/review.pdf" --md "$out/review.md" "$made/before.json"
"$cli" report --no-index --before-after --html "$out/change.html" --pdf "$out/change.pdf" "$made/before.json" "$made/after.json"
"$cli" report --no-index --before-after --pr "$made/before.json" "$made/after.json" > "$out/change-table.md"
pdftoppm -r 72 -png -f 1 -l 1 -singlefile "$out/review.pdf" "$here/docs/user/pictures/report-review"
pdftoppm -r 72 -png -f 2 -l 2 -singlefile "$out/review.pdf" "$here/docs/user/pictures/report-evidence"
pdftoppm -r 72 -png -f 1 -l 1 -singlefile "$out/change.pdf" "$here/docs/user/pictures/report-change"
