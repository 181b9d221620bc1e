// A number of independent jobs on a number of threads, the caller's among them.
#pragma once

#include "core/base/stage_times.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace lanescope::build {

struct Sharing {
    unsigned threads = 1;
    std::stop_token stop;
    StageTimes* times = nullptr; // helpers add their time to `stage`; the caller times itself
    Stage stage = Stage::Sort;
};

// Calls job(0) ... job(count - 1), each once, in any order. No further job begins after a stop request. The first
// exception of a job (memory) is thrown again here, after all threads are done.
template <class Job>
void shareWork(std::size_t count, const Sharing& sharing, Job&& job) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failureMutex;
    const auto work = [&] {
        try {
            for (std::size_t i = next.fetch_add(1); i < count && !sharing.stop.stop_requested(); i = next.fetch_add(1))
                job(i);
        } catch (...) {
            const std::lock_guard lock(failureMutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    const auto help = [&] {
        std::optional<StageTimer> timer;
        if (sharing.times) timer.emplace(*sharing.times, sharing.stage);
        work();
    };
    {
        std::vector<std::jthread> helpers;
        const std::size_t wanted = std::min<std::size_t>(sharing.threads, count);
        for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(help);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace lanescope::build
