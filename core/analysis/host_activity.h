// What a host slice does, as far as idle time of the GPU asks: waiting for the device, allocating, loading data. One
// visible table of rules (docs/user/idle.md), decided by role and name. Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope {

enum class HostActivity : std::uint8_t { Other, Synchronisation, Allocation, DataLoading };

struct HostRule {
    HostActivity activity = HostActivity::Other;
    enum class Of : std::uint8_t {
        Calls /* runtime and driver */,
        Python,
        Ranges /* operators and annotations */
    } of{};
    std::string_view pattern; // lower case; '^' anchors at the start, '$' at the end, else anywhere in the name
    std::string_view without; // the rule does not hold when the name has this
};
// The first rule that holds decides.
std::span<const HostRule> hostRules();
HostActivity hostActivity(Role role, std::string_view name);

// The same by name id, each name looked at once. One thread's.
class HostActivities {
public:
    explicit HostActivities(const TraceStore& store) : m_store(store) {}
    // An asynchronous copy to pageable memory that returned only after the copy had ended was a wait as well.
    HostActivity of(SliceId slice);

private:
    bool waitedForItsCopy(SliceId call) const;
    const TraceStore& m_store;
    std::vector<std::uint8_t> m_known[3]; // per HostRule::Of and name: 1 + activity, 0 = not looked at
};

} // namespace lanescope
