// Kinds by name, asked of the rules once per different name. Any thread.
#pragma once

#include "core/build/kind_rules.h"
#include "core/build/string_table.h"

#include <atomic>
#include <memory>

namespace lanescope::build {

class KindCache {
public:
    KindCache(const KindRules& rules, const StringTable& strings)
        : m_rules(rules), m_strings(strings), m_kinds(new std::atomic<std::uint8_t>[strings.size()]()) {}
    // By name alone; for kernels.
    WorkKind kindOf(std::uint32_t name) {
        const std::uint8_t known = m_kinds[name].load(std::memory_order_relaxed);
        if (known != 0) return static_cast<WorkKind>(known - 1);
        const WorkKind kind = m_rules.classifyKernel(m_strings.text(name));
        m_kinds[name].store(static_cast<std::uint8_t>(static_cast<unsigned>(kind) + 1), std::memory_order_relaxed);
        return kind;
    }

private:
    const KindRules& m_rules;
    const StringTable& m_strings;
    std::unique_ptr<std::atomic<std::uint8_t>[]> m_kinds; // kind + 1; 0 = not asked yet
};

} // namespace lanescope::build
