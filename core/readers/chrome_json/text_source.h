// The text of the file front to back, with a way to give back what was read too far. One thread at a time.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/base/stage_times.h"
#include "core/io/input.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::readers {

class TextSource {
public:
    TextSource(io::InputFile& input, std::span<const char> head, RunContext& context)
        : m_input(input), m_context(context), m_front(head.data(), head.size()) {}
    // Fills `out` as far as there is text; less only at its end. After an error of the file the text ends there.
    std::size_t read(std::span<char> out);
    // Puts text back in front of what comes next.
    void giveBack(std::string_view text);
    std::uint64_t offset() const { return m_offset; } // of what read() gives next
    const std::optional<Error>& error() const { return m_error; }
    StageTimes& stages() { return m_context.stages(); }
    bool deferredWork() { return m_deferred && m_deferred->doSome(); } // thread-safe

private:
    io::InputFile& m_input;
    RunContext& m_context;
    std::string m_front; // given back or taken beforehand
    std::size_t m_frontAt = 0;
    std::uint64_t m_offset = 0;
    std::optional<Error> m_error;
    std::shared_ptr<io::DeferredWork> m_deferred = m_input.deferredWork();
};

} // namespace lanescope::readers
