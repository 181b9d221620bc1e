#include "core/analysis/steady_steps.h"

#include <algorithm>
#include <iterator>

namespace lanescope {

std::vector<std::size_t> stepsApart(const TraceStore& store) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < store.steps().size(); ++i)
        if (store.duration(SliceId{store.steps()[i].slice}).count() > 0) order.push_back(i);
    const auto start = [&store](std::size_t i) { return store.start(SliceId{store.steps()[i].slice}); };
    std::stable_sort(order.begin(), order.end(),
                     [&start](std::size_t a, std::size_t b) { return start(a) < start(b); });
    std::vector<std::size_t> out;
    for (const std::size_t i : order)
        if (out.empty() || start(i) >= store.end(SliceId{store.steps()[out.back()].slice})) out.push_back(i);
    return out;
}

std::vector<std::size_t> steadySteps(const TraceStore& store) {
    const std::vector<std::size_t> apart = stepsApart(store);
    std::vector<std::size_t> out;
    const auto keep = [&](auto wanted) {
        std::copy_if(apart.begin(), apart.end(), std::back_inserter(out),
                     [&](std::size_t i) { return wanted(store.steps()[i]); });
    };
    keep([](const Step& s) { return !s.warmup && !s.cutOff; });
    if (out.empty()) keep([](const Step& s) { return !s.cutOff; });
    return out.empty() ? apart : out;
}

SteadyMean steadyMean(const TraceStore& store) {
    SteadyMean out;
    for (const std::size_t i : steadySteps(store)) {
        ++out.steps;
        out.wallNs += store.duration(SliceId{store.steps()[i].slice}).count();
    }
    return out;
}

} // namespace lanescope
