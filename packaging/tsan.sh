#!/usr/bin/env bash
# ThreadSanitizer over the unit tests.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
cmake --preset tsan >/dev/null
cmake --build build/tsan --parallel "$(nproc)" --target lanescope_unit_tests
TSAN_OPTIONS="halt_on_error=1 suppressions=$here/packaging/tsan.supp" ctest --test-dir build/tsan --output-on-failure -L unit -LE long -E tst_limits
