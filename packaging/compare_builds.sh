#!/usr/bin/env bash
# Two builds of the terminal program measured side by side: their benches run in turn, so that both see the same machine.
#   packaging/compare_builds.sh OLD_CLI NEW_CLI FILE...
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: $0 OLD_CLI NEW_CLI FILE..." >&2; exit 2; }
old=$1
new=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LANESCOPE_CACHE_DIR="$work/cache"

for file in "$@"; do
    for round in 1 2 3; do
        "$old" bench --json "$file" >"$work/old.$round.json"
        "$new" bench --json "$file" >"$work/new.$round.json"
    done
    python3 - "$work" "$file" <<'PY'
import json, sys

work, name = sys.argv[1:]


def best(build):
    rows = []
    for i in (1, 2, 3):
        entry = json.load(open(f"{work}/{build}.{i}.json"))["files"][0]
        rows.append({
            "warm, x inflate alone": entry["ratios"]["warm_to_inflate"],
            "fresh, x inflate alone": entry["ratios"]["fresh_to_inflate"],
            "CPU, x inflate's CPU": entry["ratios"]["cpu_to_inflate_cpu"],
            "peak, bytes per event": entry["fresh"]["peak_bytes_per_event"],
            "resident, bytes per event": entry["fresh"]["resident_bytes_per_event"],
        })
    return {key: min(row[key] for row in rows) for key in rows[0]}


old, new = best("old"), best("new")
print(name)
for key in old:
    print(f"  {key:28} old {old[key]:8.2f}   new {new[key]:8.2f}   new / old {new[key] / old[key]:.3f}")
PY
done
