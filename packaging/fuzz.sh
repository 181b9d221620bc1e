#!/usr/bin/env bash
# Runs every fuzz target for a while from its seeds.   packaging/fuzz.sh BUILD_DIR SECONDS [TARGET...]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
build=$1
seconds=$2
shift 2
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
    for path in "$build"/tests/fuzz/fuzz_*; do
        [ -x "$path" ] && [ -f "$path" ] && targets+=("$(basename "$path")")
    done
fi
[ "${#targets[@]}" -gt 0 ] || { echo "no fuzz targets in $build/tests/fuzz" >&2; exit 1; }

run_one() {
    local target=$1 work
    work=$(mktemp -d)
    local seeds="$here/tests/fuzz/seeds/${target#fuzz_}"
    mkdir -p "$seeds"
    mkdir "$work/corpus_new"
    local words=() dict="$here/tests/fuzz/${target#fuzz_}.dict"
    [ -f "$dict" ] && words=(-dict="$dict")
    (cd "$work" && UBSAN_OPTIONS=halt_on_error=1 "$build/tests/fuzz/$target" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=3000 -max_len=65536 -print_final_stats=1 "${words[@]}" corpus_new "$seeds" >log 2>&1) || {
        tail -40 "$work/log"
        cp "$work"/crash-* "$work"/timeout-* "$work"/oom-* "$here/" 2>/dev/null || true
        echo "fuzz target $target failed; the input is kept beside the sources" >&2
        return 1
    }
    printf '%s: %s executions, clean\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")"
    rm -rf "$work"
}
build=$(cd "$build" && pwd)
export -f run_one
export here build seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'run_one "$1"' _ {}
