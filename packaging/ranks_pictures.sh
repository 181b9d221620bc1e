#!/bin/sh
# Makes the pictures of several ranks in docs/user/pictures from generated traces, 1200 px wide, with the program of a
# build folder:
#
#   packaging/ranks_pictures.sh BUILD [FOLDER]
#
# The same build gives the same bytes, so that a picture changes only when drawing, the analysis or the generator do.
set -eu

build=${1:?expected the build folder}
here=$(cd "$(dirname "$0")/.." && pwd)
out=${2:-$here/docs/user/pictures}
cli=$build/app/cli/lanescope-cli
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
export QT_QPA_PLATFORM=offscreen LANESCOPE_CACHE_DIR="$made/cache"

mkdir -p "$out" "$made/job"
"$cli" synth straggler --ranks 8 --seed 1 --strength 1 --straggler 2 --cause slow-compute -o "$made/job" > /dev/null

# NAME OPTION...
draw() {
    name=$1
    shift
    "$cli" render --no-index --width 1200 --header-width 170 --theme light "$@" -o "$out/ranks-$name.png" "$made/job"
}

draw stacked --step 14 --ranks 0,1,2,5 --title "Step 14: rank 2 keeps the others waiting"
draw collective --collective most --ranks 0,1,2,5 --title "The collective with most waiting"
draw kind --step 14 --layout kind --compact --tracks communication --title "Communication of all ranks"
