// The different category texts of a trace, numbered in order of first appearance in one byte. Beyond the limit a
// category shares the number of an earlier one of its role, and that is listed. One thread at a time.
#pragma once

#include "core/build/roles.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope::build {

class CategoryTable {
public:
    CategoryTable();
    // `text` is interned as `id`.
    std::uint8_t number(std::uint32_t id, std::string_view text);
    // For work on rows whose slices have no category: numbers of the roles Kernel, Memcpy and Memset, with empty texts.
    void addDeviceWork();
    bool hasDeviceWork() const { return m_deviceWork[0] != 0; }
    // 0 = no category, for all other roles and without addDeviceWork().
    std::uint8_t deviceWork(Role role) const;
    Role role(std::uint8_t number) const { return m_infos[number].role; }
    TrackRole trackRole(std::uint8_t number) const { return m_trackRoles[number]; }
    const std::vector<CategoryInfo>& infos() const { return m_infos; }
    std::uint64_t shared() const { return m_shared; } // categories without a number of their own

private:
    static constexpr std::size_t kRoles = static_cast<std::size_t>(Role::Other) + 1;
    static constexpr std::size_t kOwnNumbers = 256 - kRoles;
    static constexpr std::array kDeviceRoles{Role::Kernel, Role::Memcpy, Role::Memset};
    std::uint8_t add(std::uint32_t id, Role role);
    std::uint8_t addOrShare(std::uint32_t id, Role role);
    std::vector<CategoryInfo> m_infos;
    std::array<TrackRole, 256> m_trackRoles{};
    std::vector<std::uint16_t> m_numbers; // by string id; kUnknown = not asked yet
    std::array<std::uint16_t, kRoles> m_overflow;
    std::array<std::uint8_t, 3> m_deviceWork{}; // numbers by place in kDeviceRoles; 0 = not asked for
    std::uint64_t m_shared = 0;
};

} // namespace lanescope::build
