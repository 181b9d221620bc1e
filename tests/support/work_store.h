// A few events by hand, made into a store by the most obvious means (quadratic, no reader, no builder): for tests of
// analyses whose input must not depend on the rest of the program.
#pragma once

#include "core/store/trace_store.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::testing {

class WorkStore {
public:
    struct Arg {
        ArgField field{};
        std::int64_t number = 0;
        std::string text; // of text fields
    };
    struct Event {
        std::string pid = "1", tid = "1";
        Role role = Role::CpuOp;
        std::string name;
        std::int64_t start = 0, duration = 0; // ns
        std::uint64_t correlation = 0;
        std::uint64_t externalId = 0;
        WorkKind kind = WorkKind::None;
        std::optional<std::int64_t> device, stream; // of the row group, for GPU work
        std::vector<Arg> args;
    };

    // In file order; the index returned finds the row after build().
    std::size_t add(Event event);
    // Shorter spellings of the same, times in ns.
    std::size_t kernel(std::int64_t device, std::int64_t stream, std::int64_t start, std::int64_t duration,
                       WorkKind kind = WorkKind::Other, std::uint64_t correlation = 0, std::string name = "kernel");
    std::size_t call(std::int64_t start, std::int64_t duration, std::uint64_t correlation,
                     std::string name = "cudaLaunchKernel", std::string tid = "1");
    std::size_t op(std::string name, std::int64_t start, std::int64_t duration, std::string tid = "1",
                   Role role = Role::CpuOp);
    std::size_t step(std::int64_t number, std::int64_t start, std::int64_t duration);
    void markWarmup(std::int64_t stepNumber) { m_warmup.push_back(stepNumber); }

    std::shared_ptr<const TraceStore> build();
    SliceId row(std::size_t index) const { return SliceId{m_rowOf[index]}; }
    std::size_t size() const { return m_events.size(); }
    const Event& event(std::size_t index) const { return m_events[index]; }

private:
    std::vector<Event> m_events;
    std::vector<std::uint32_t> m_rowOf;
    std::vector<std::int64_t> m_warmup;
};

} // namespace lanescope::testing
