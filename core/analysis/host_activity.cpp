#include "core/analysis/host_activity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace lanescope {

namespace {

using enum HostActivity;
constexpr auto kCalls = HostRule::Of::Calls;
constexpr auto kPython = HostRule::Of::Python;
constexpr auto kRanges = HostRule::Of::Ranges;

constexpr std::array kRules{
    HostRule{Synchronisation, kCalls, "synchronize", {}}, // cuda, hip, cu, ze, aclrt ... of stream, device, event
    HostRule{Synchronisation, kCalls, "queuefinish", {}},
    HostRule{Synchronisation, kCalls, "memcpy", "async"}, // blocking copies
    HostRule{Allocation, kCalls, "malloc", {}},
    HostRule{Allocation, kCalls, "hostalloc", {}},
    HostRule{Allocation, kCalls, "memalloc", {}},
    HostRule{Allocation, kCalls, "^cudafree", {}},
    HostRule{Allocation, kCalls, "^hipfree", {}},
    HostRule{Allocation, kCalls, "^hiphostfree", {}},
    HostRule{Allocation, kCalls, "^cumemfree", {}},
    HostRule{Allocation, kCalls, "^cumemcreate", {}}, // mapped pools, as expandable segments use them
    HostRule{Allocation, kCalls, "^cumemmap", {}},
    HostRule{Allocation, kCalls, "^cumemunmap", {}},
    HostRule{Allocation, kCalls, "^cumemaddress", {}},
    HostRule{Allocation, kCalls, "^cumemsetaccess", {}},
    HostRule{Allocation, kCalls, "^cumemrelease", {}},
    HostRule{Allocation, kCalls, "^hipmemcreate", {}},
    HostRule{Allocation, kCalls, "^hipmemmap", {}},
    HostRule{Allocation, kCalls, "^hipmemunmap", {}},
    HostRule{Allocation, kCalls, "aclrtfree", {}},
    HostRule{DataLoading, kRanges, "dataloader", {}},
    HostRule{DataLoading, kRanges, "data_load", {}},
    HostRule{DataLoading, kRanges, "data load", {}},
    HostRule{DataLoading, kRanges, "load_data", {}},
    HostRule{DataLoading, kRanges, "^data", "parallel"},
    HostRule{DataLoading, kRanges, "next_batch", {}},
    HostRule{DataLoading, kRanges, "get_batch", {}},
    HostRule{DataLoading, kPython, ": __next__$", {}},
    HostRule{DataLoading, kPython, "torch/utils/data/", {}},
};

bool patternHolds(std::string_view pattern, std::string_view lower) {
    const bool atStart = pattern.starts_with('^');
    if (atStart) pattern.remove_prefix(1);
    const bool atEnd = pattern.ends_with('$');
    if (atEnd) pattern.remove_suffix(1);
    if (atStart) return lower.starts_with(pattern);
    if (atEnd) return lower.ends_with(pattern);
    return lower.find(pattern) != std::string_view::npos;
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

std::optional<HostRule::Of> groupOf(Role role) {
    switch (role) {
    case Role::Runtime:
    case Role::Driver:
        return kCalls;
    case Role::PythonFunction:
        return kPython;
    case Role::CpuOp:
    case Role::UserAnnotation:
        return kRanges;
    default:
        return std::nullopt;
    }
}

HostActivity decide(HostRule::Of group, std::string_view name) {
    const std::string lower = lowered(name);
    for (const HostRule& rule : kRules) {
        if (rule.of != group || !patternHolds(rule.pattern, lower)) continue;
        if (!rule.without.empty() && lower.find(rule.without) != std::string::npos) continue;
        return rule.activity;
    }
    return Other;
}

} // namespace

std::span<const HostRule> hostRules() { return kRules; }

HostActivity hostActivity(Role role, std::string_view name) {
    const auto group = groupOf(role);
    return group ? decide(*group, name) : Other;
}

HostActivity HostActivities::of(SliceId slice) {
    const auto group = groupOf(m_store.role(slice));
    if (!group) return Other;
    std::vector<std::uint8_t>& known = m_known[static_cast<std::size_t>(*group)];
    const std::uint32_t name = m_store.nameId(slice).value;
    if (known.empty()) known.assign(m_store.stringCount(), 0);
    if (known[name] == 0)
        known[name] = static_cast<std::uint8_t>(1 + static_cast<int>(decide(*group, m_store.name(slice))));
    const auto activity = static_cast<HostActivity>(known[name] - 1);
    if (activity == Other && *group == kCalls && waitedForItsCopy(slice)) return Synchronisation;
    return activity;
}

bool HostActivities::waitedForItsCopy(SliceId call) const {
    const std::string_view name = m_store.name(call);
    if (name.find("emcpy") == std::string_view::npos) return false; // cudaMemcpyAsync, hipMemcpyAsync ...
    for (const SliceId copy : m_store.launchedBy(call)) {
        const std::string direction = lowered(m_store.name(copy));
        const bool toPageable = direction.find("dtoh") != std::string::npos &&
                                (direction.find("pageable") != std::string::npos ||
                                 direction.find("pagable") != std::string::npos); // older spelling
        if (toPageable && m_store.end(copy) <= m_store.end(call)) return true;
    }
    return false;
}

} // namespace lanescope
