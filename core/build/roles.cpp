#include "core/build/roles.h"

#include <array>
#include <optional>

namespace lanescope::build {
namespace {

struct Word {
    std::string_view text; // lower case
    Role role;
};

constexpr std::array kWords{
    // operators and what users mark
    Word{"cpu_op", Role::CpuOp},
    Word{"operator", Role::CpuOp}, // before October 2022
    Word{"hpu_op", Role::CpuOp},
    Word{"user_annotation", Role::UserAnnotation},
    Word{"user", Role::UserAnnotation},
    Word{"python_function", Role::PythonFunction},
    Word{"python", Role::PythonFunction},
    Word{"cpu_instant_event", Role::CpuInstant},
    // host calls that start GPU work
    Word{"cuda_runtime", Role::Runtime},
    Word{"runtime", Role::Runtime},
    Word{"hip_runtime", Role::Runtime},
    Word{"hip_runtime_api", Role::Runtime},
    Word{"xpu_runtime", Role::Runtime},
    Word{"mtia_runtime", Role::Runtime},
    Word{"glow_runtime", Role::Runtime},
    Word{"hpu_runtime", Role::Runtime},
    Word{"npu_runtime", Role::Runtime},
    Word{"musa_runtime", Role::Runtime},
    Word{"mlu_runtime", Role::Runtime},
    Word{"privateuse1_runtime", Role::Runtime},
    Word{"cuda_driver", Role::Driver},
    Word{"hip_driver", Role::Driver},
    Word{"xpu_driver", Role::Driver},
    Word{"musa_driver", Role::Driver},
    Word{"mlu_driver", Role::Driver},
    Word{"privateuse1_driver", Role::Driver},
    // GPU work
    Word{"kernel", Role::Kernel},
    Word{"mtia_ccp_events", Role::Kernel},
    Word{"concurrent_kernel", Role::Kernel},
    Word{"gpu_kernel", Role::Kernel},
    Word{"npu_kernel", Role::Kernel},
    Word{"hpu_kernel", Role::Kernel},
    Word{"gpu_memcpy", Role::Memcpy},
    Word{"memcpy", Role::Memcpy},
    Word{"gpu_memset", Role::Memset},
    Word{"memset", Role::Memset},
    // GPU rows that are no work
    Word{"gpu_user_annotation", Role::GpuAnnotation},
    Word{"cuda_sync", Role::GpuSync},
    Word{"hip_sync", Role::GpuSync},
    Word{"xpu_sync", Role::GpuSync},
    Word{"privateuse1_sync", Role::GpuSync},
    Word{"cuda_event", Role::GpuEvent},
    // the rest
    Word{"overhead", Role::Overhead},
    Word{"trace", Role::Span},
    Word{"collective_comm", Role::Collective},
};

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equalsLower(std::string_view text, std::string_view lowerCase) {
    if (text.size() != lowerCase.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (lower(text[i]) != lowerCase[i]) return false;
    return true;
}

std::optional<Role> roleOfWord(std::string_view word) {
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    for (const Word& known : kWords)
        if (equalsLower(word, known.text)) return known.role;
    return std::nullopt;
}

} // namespace

Role roleOfCategory(std::string_view category) {
    while (!category.empty()) {
        const std::size_t comma = category.find(',');
        if (const auto role = roleOfWord(category.substr(0, comma))) return *role;
        if (comma == std::string_view::npos) break;
        category.remove_prefix(comma + 1);
    }
    return Role::Other;
}

TrackRole trackRoleOf(Role role) {
    switch (role) {
    case Role::CpuOp:
    case Role::UserAnnotation:
    case Role::PythonFunction:
    case Role::CpuInstant:
        return TrackRole::Host;
    case Role::Runtime:
    case Role::Driver:
        return TrackRole::RuntimeCalls;
    case Role::Kernel:
    case Role::Memcpy:
    case Role::Memset:
        return TrackRole::Stream;
    case Role::GpuAnnotation:
        return TrackRole::GpuSpans;
    case Role::GpuSync:
    case Role::GpuEvent:
        return TrackRole::GpuSyncs;
    case Role::Overhead:
        return TrackRole::Overhead;
    case Role::Span:
        return TrackRole::Spans;
    case Role::Collective:
    case Role::Other:
        break;
    }
    return TrackRole::Other;
}

} // namespace lanescope::build
