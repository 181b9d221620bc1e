#!/usr/bin/env bash
# clang-tidy over the sources; whatever it says is an error (.clang-tidy).
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
cmake --preset tidy >/dev/null
cmake --build build/tidy --parallel "$(nproc)"  # generated headers
git ls-files 'app/*.cpp' 'core/*.cpp' 'widgets/*.cpp' |
    xargs -P "$(nproc)" -n 4 clang-tidy-16 -p build/tidy --quiet --warnings-as-errors='*'
