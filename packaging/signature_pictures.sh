#!/bin/sh
# Makes the pictures of the nine signatures in docs/user/pictures from generated traces, 1200 px wide, with the program
# of a build folder:
#
#   packaging/signature_pictures.sh BUILD [FOLDER]
#
# The same build gives the same bytes, so that a picture changes only when drawing, findings or the generator do.
set -eu

build=${1:?expected the build folder}
here=$(cd "$(dirname "$0")/.." && pwd)
out=${2:-$here/docs/user/pictures}
cli=$build/app/cli/lanescope-cli
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
export QT_QPA_PLATFORM=offscreen LANESCOPE_RENDER=${LANESCOPE_RENDER:-$build/app/render/lanescope-render}

# NAME TRACE RANGE...: the bands, the threads and the streams
draw() {
    name=$1 trace=$2
    shift 2
    "$cli" render --no-index --width 1200 --header-width 190 --theme light --title "$name" \
        --tracks "parts,idle,main thread,autograd thread,stream 7,stream 20,stream 24" "$@" \
        -o "$out/signature-$name.png" "$trace"
}

synth() { "$cli" synth "$@" > /dev/null; }
mkdir -p "$out"

for kind in launch-bound input-starvation sync-stalls allocator-stalls unoverlapped-allreduce memory-bound healthy; do
    synth "$kind" --seed 3 -o "$made/$kind.json.gz"
done
draw unoverlapped-allreduce "$made/unoverlapped-allreduce.json.gz" --step 12
draw launch-bound "$made/launch-bound.json.gz" --step 12
draw input-starvation "$made/input-starvation.json.gz" --step 12
draw memory-bound "$made/memory-bound.json.gz" --step 12
draw sync-stalls "$made/sync-stalls.json.gz" --step 12
draw allocator-stalls "$made/allocator-stalls.json.gz" --step 12
draw healthy "$made/healthy.json.gz" --step 12

mkdir "$made/straggler" "$made/pipeline"
synth straggler --seed 1 --strength 2 --straggler 2 -o "$made/straggler"
draw straggler "$made/straggler/straggler_rank0.json.gz" --step 12
synth pipeline-bubbles --seed 3 -o "$made/pipeline"
draw pipeline-bubbles "$made/pipeline/pipeline-bubbles_rank1.json.gz" --step 12
