#!/usr/bin/env bash
# Sets everything up and passes the tests: what people and CI run before a change lands.
#   packaging/check.sh          release build and all tests, build without GUI, AddressSanitizer on the unit tests,
#                               format check, a minute per fuzz target          (within 60 minutes on 2 cores)
#   packaging/check.sh long     also what carries the CTest label "long": ThreadSanitizer, clang-tidy, the full
#                               mutation and monkey runs, the Debian package, installation on a bare root (needs root)
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
mode=${1:-short}
jobs=$(nproc)
fuzz_seconds=${LANESCOPE_FUZZ_SECONDS:-60}
began=$SECONDS
step() { printf '\n=== %s (%d s so far)\n' "$*" $((SECONDS - began)); }

step "packages"
packaging/install_packages.sh test

step "format"
git ls-files '*.cpp' '*.h' | xargs clang-format-16 --dry-run --Werror

step "release build"
cmake --preset release >/dev/null
cmake --build build/release --parallel "$jobs"

step "build without GUI, and its tests"
cmake -S . -B build/no-gui -G Ninja -DCMAKE_BUILD_TYPE=Release -DLANESCOPE_GUI=OFF -DLANESCOPE_WERROR=ON >/dev/null
cmake --build build/no-gui --parallel "$jobs"
ctest --test-dir build/no-gui --output-on-failure --parallel "$jobs" -R '^tst_(layers|sizes|cli_)' -LE long

step "AddressSanitizer and UBSan on the unit tests"
cmake --preset asan >/dev/null
cmake --build build/asan --parallel "$jobs" --target lanescope_unit_tests
UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 ctest --test-dir build/asan --output-on-failure --parallel "$jobs" -L unit -LE long

if [ -f tests/fuzz/CMakeLists.txt ]; then
    step "fuzz targets, $fuzz_seconds s each"
    cmake --preset fuzz >/dev/null
    cmake --build build/fuzz --parallel "$jobs" --target lanescope_fuzz_targets
    packaging/fuzz.sh build/fuzz "$fuzz_seconds"
fi

if [ "$mode" = long ]; then
    step "long checks"
    ctest --test-dir build/release --output-on-failure -L long
fi

step "all tests on the release build"
ctest --test-dir build/release --output-on-failure --parallel "$jobs" -LE long
step "done"
