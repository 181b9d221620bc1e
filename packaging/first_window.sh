#!/bin/bash
# How long the window program takes from its start to the first picture of its window, seven times.
# Usage: packaging/first_window.sh LANESCOPE [FILE...]
# A small library stands before Qt's, takes the time when the first picture is handed over, and ends the program.
set -e
program=$1
[ -x "$program" ] || { echo "usage: $0 LANESCOPE [FILE...]" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/flush.cpp" <<'CPP'
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <unistd.h>
class QRegion;
class QWindow;
class QPoint;
class QBackingStore {
public:
    void flush(const QRegion&, QWindow*, const QPoint&);
};
void QBackingStore::flush(const QRegion&, QWindow*, const QPoint&) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const double ms = static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    std::fprintf(stderr, "first picture after %.1f ms\n", ms - std::atof(std::getenv("STARTED_MS")));
    _exit(0);
}
CPP
g++ -O2 -shared -fPIC "$folder/flush.cpp" -o "$folder/flush.so"
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen} XDG_CONFIG_HOME=$folder LANESCOPE_CACHE_DIR=$folder
for _ in 1 2 3 4 5 6 7; do
    STARTED_MS=$(date +%s%N | awk '{printf "%.3f", $1 / 1e6}') LD_PRELOAD=$folder/flush.so timeout 20 "$@" 2>&1 |
        grep "first picture"
done
