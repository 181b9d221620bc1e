// Frames measured over and over, in CPU ms of this thread. Internal to the benches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

namespace lanescope::render {

inline double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

struct Times {
    double build = 0, paint = 0; // scene, picture
    double over = 0;             // what lies over the frame: scene and picture
    std::size_t boxes = 0, labels = 0;
    double all() const { return build + paint + over; }
};

struct Spread {
    Times median, best;
    double ms() const { return median.all(); }
    double bestMs() const { return best.all(); }
};

// Median and best of 21 frames; those before fill caches.
template <class Bench, class NextView>
Spread measure(Bench& bench, NextView nextView) {
    std::vector<Times> times;
    for (int i = 0; i < 25; ++i) {
        const Times t = bench.frame(nextView(i));
        if (i >= 4) times.push_back(t);
    }
    std::sort(times.begin(), times.end(), [](const Times& a, const Times& b) { return a.all() < b.all(); });
    return {times[times.size() / 2], times.front()};
}

} // namespace lanescope::render
