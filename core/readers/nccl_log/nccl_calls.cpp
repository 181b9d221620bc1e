#include "core/readers/nccl_log/nccl_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::readers::nccl {
namespace {

struct TypeName {
    std::string_view name;
    std::int64_t bytes;
};
constexpr std::array<TypeName, 12> kTypes{{{"int8", 1},
                                           {"uint8", 1},
                                           {"int32", 4},
                                           {"uint32", 4},
                                           {"int64", 8},
                                           {"uint64", 8},
                                           {"float16", 2},
                                           {"float32", 4},
                                           {"float64", 8},
                                           {"bfloat16", 2},
                                           {"float8_e4m3", 1},
                                           {"float8_e5m2", 1}}};
constexpr std::array<std::string_view, 7> kAlgorithms{"TREE",      "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS",
                                                      "NVLS_TREE", "PAT"};
constexpr std::array<std::string_view, 3> kProtocols{"LL", "LL128", "SIMPLE"};
constexpr std::array<std::string_view, 5> kOperations{"sum", "prod", "max", "min", "avg"};
constexpr std::size_t kMostWaiting = 256;

// Old logs write numbers.
template <std::size_t N>
std::string named(std::string_view word, const std::array<std::string_view, N>& names) {
    const auto number = wholeNumber(word);
    if (number && *number >= 0 && static_cast<std::size_t>(*number) < N)
        return std::string(names[static_cast<std::size_t>(*number)]);
    return std::string(word);
}

std::string keyOf(const NcclCall& c) {
    return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", c.function, c.count, c.bytes, c.ranks, c.type, c.operation,
                       c.algorithm, c.protocol, c.firstChannel.value_or(-1), c.lastChannel.value_or(-1));
}

} // namespace

void CallList::add(NcclCall call, NcclLog& log) {
    const auto [at, fresh] = m_known.try_emplace(keyOf(call), log.calls.size());
    if (!fresh) {
        log.calls[at->second].times += call.times;
    } else if (log.calls.size() < kMaxCalls) {
        log.calls.push_back(std::move(call));
    } else {
        log.callsLeftOut += call.times;
        m_known.erase(at);
    }
}

void CallList::call(const Line& line, NcclLog& log) {
    const std::string_view m = line.message;
    NcclCall one;
    one.function = m.substr(0, m.find(':'));
    one.count = numberAfter(m, "count").value_or(0);
    const auto type = numberAfter(m, "datatype");
    if (type && *type >= 0 && static_cast<std::size_t>(*type) < kTypes.size()) {
        one.type = kTypes[static_cast<std::size_t>(*type)].name;
        if (one.count <= INT64_MAX / 8) one.bytes = one.count * kTypes[static_cast<std::size_t>(*type)].bytes;
    }
    one.operation = named(wordAfter(m, "op"), kOperations);
    if (const std::size_t ranks = m.find("[nranks="); ranks != std::string_view::npos)
        one.ranks = wholeNumber(m.substr(ranks + 8)).value_or(0);
    ++log.callLines;
    std::deque<NcclCall>& waiting = m_waiting[line.process];
    waiting.push_back(std::move(one));
    if (waiting.size() <= kMostWaiting) return;
    add(std::move(waiting.front()), log);
    waiting.pop_front();
}

void CallList::choice(const Line& line, NcclLog& log) {
    const std::string_view m = line.message;
    NcclCall one;
    one.function = m.substr(0, m.find(':'));
    one.bytes = wholeNumber(m.substr(std::min(m.size(), one.function.size() + 2))).value_or(0);
    one.algorithm = named(wordAfter(m, "Algo"), kAlgorithms);
    one.protocol = named(wordAfter(m, "proto"), kProtocols);
    if (const std::size_t channels = m.find("}={"); channels != std::string_view::npos) {
        const auto numbers = numbersIn(m.substr(channels));
        if (!numbers.empty()) one.firstChannel = numbers.front();
        if (!numbers.empty()) one.lastChannel = numbers.back();
    }
    ++log.choiceLines;
    std::deque<NcclCall>& waiting = m_waiting[line.process];
    const auto call = std::find_if(waiting.begin(), waiting.end(), [&](const NcclCall& c) {
        return c.function == one.function && c.bytes == one.bytes;
    });
    if (call != waiting.end()) {
        one.count = call->count;
        one.ranks = call->ranks;
        one.type = call->type;
        one.operation = call->operation;
        waiting.erase(call);
    }
    add(std::move(one), log);
}

void CallList::finish(NcclLog& log) {
    for (auto& [process, waiting] : m_waiting)
        for (NcclCall& call : waiting) add(std::move(call), log);
    m_waiting.clear();
}

void addWarning(NcclLog& log, std::map<std::string, std::size_t>& known, NcclWarning warning) {
    log.warningCount += warning.times;
    const auto at = known.find(warning.place + '\n' + warning.text);
    if (at != known.end()) {
        NcclWarning& same = log.warnings[at->second];
        same.times += warning.times;
        same.hosts.merge(warning.hosts);
        same.processes.merge(warning.processes);
        return;
    }
    if (log.warnings.size() == kMaxWarnings) return;
    known.emplace(warning.place + '\n' + warning.text, log.warnings.size());
    log.warnings.push_back(std::move(warning));
}

} // namespace lanescope::readers::nccl
