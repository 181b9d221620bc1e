#!/usr/bin/env bash
# The long checks that are no single test program: ThreadSanitizer over the unit tests, clang-tidy over the sources.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"

echo "--- ThreadSanitizer on the unit tests"
cmake --preset tsan >/dev/null
cmake --build build/tsan --parallel "$(nproc)" --target lanescope_unit_tests
ctest --test-dir build/tsan --output-on-failure -L unit -LE long

echo "--- clang-tidy"
cmake --preset tidy >/dev/null
cmake --build build/tidy --parallel "$(nproc)"  # generated headers
git ls-files 'app/*.cpp' 'core/*.cpp' 'widgets/*.cpp' |
    xargs -P "$(nproc)" -n 4 clang-tidy-16 -p build/tidy --quiet
