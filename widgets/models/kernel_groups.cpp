#include "widgets/models/kernel_groups.h"

#include "core/query/short_names.h"

namespace lanescope::models {

StringId KernelGroups::groupOf(StringId name) {
    std::atomic<std::uint32_t>& known = m_known[name.value];
    if (const std::uint32_t group = known.load(std::memory_order_relaxed); group != 0) return StringId{group - 1};
    std::string text = kernelGroupName(m_store.text(name));
    const std::lock_guard lock(m_mutex);
    const std::uint32_t group = m_byText.try_emplace(std::move(text), name.value).first->second;
    known.store(group + 1, std::memory_order_relaxed);
    return StringId{group};
}

} // namespace lanescope::models
