// What the answers of `facts` share: the inputs, their GPU work and the way from args.tag to events and back. Built
// when first asked for. One thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/session/facts.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace lanescope {

struct TaggedSlice {
    std::size_t input = 0; // index of the input
    SliceId slice;
};

class FactsContext {
public:
    FactsContext(std::span<const FactsInput> inputs, RunContext& run) : m_inputs(inputs), m_run(run) {}

    std::span<const FactsInput> inputs() const { return m_inputs; }
    bool loaded(std::size_t input) const { return m_inputs[input].trace.ok(); }
    const LoadedTrace& trace(std::size_t input) const { return m_inputs[input].trace.value(); }
    const TraceStore& store(std::size_t input) const { return *trace(input).store; }
    std::optional<std::size_t> inputCalled(std::string_view name) const;
    std::optional<std::size_t> firstLoaded() const;
    RunContext& run() { return m_run; }

    const std::vector<DeviceWork>& devices(std::size_t input); // of a loaded input
    std::optional<TaggedSlice> tagged(std::string_view tag);
    Json tagOf(std::size_t input, std::optional<SliceId> slice); // null when there is none
    // The first failure to read raw text, if any.
    const std::optional<Error>& tagError() const { return m_tagError; }

private:
    void findTags();

    std::span<const FactsInput> m_inputs;
    RunContext& m_run;
    std::map<std::size_t, std::vector<DeviceWork>> m_devices;
    bool m_tagsFound = false;
    std::map<std::string, TaggedSlice, std::less<>> m_byTag;
    std::vector<std::unordered_map<std::uint32_t, std::string>> m_tagOfRow; // per input
    std::optional<Error> m_tagError;
};

// An answer to one key of `expect`: `asked` is what stands there.
using FactFunction = Json (*)(FactsContext& facts, const Json& asked);

} // namespace lanescope
