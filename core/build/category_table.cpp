#include "core/build/category_table.h"

namespace lanescope::build {
namespace {

constexpr std::uint16_t kUnknown = 0xffff;

} // namespace

CategoryTable::CategoryTable() {
    m_overflow.fill(kUnknown);
    add(0, Role::Other); // no category
    m_numbers.push_back(0);
}

std::uint8_t CategoryTable::number(std::uint32_t id, std::string_view text) {
    if (id >= m_numbers.size()) m_numbers.resize(std::size_t{id} + 1, kUnknown);
    if (m_numbers[id] != kUnknown) return static_cast<std::uint8_t>(m_numbers[id]);
    const std::uint8_t found = addOrShare(id, roleOfCategory(text));
    m_numbers[id] = found;
    return found;
}

std::uint8_t CategoryTable::addOrShare(std::uint32_t id, Role role) {
    if (m_infos.size() < kOwnNumbers) return add(id, role);
    std::uint16_t& overflow = m_overflow[static_cast<std::size_t>(role)];
    if (overflow == kUnknown)
        overflow = add(id, role);
    else
        ++m_shared;
    return static_cast<std::uint8_t>(overflow);
}

void CategoryTable::addDeviceWork() {
    if (hasDeviceWork()) return;
    for (std::size_t i = 0; i < kDeviceRoles.size(); ++i) m_deviceWork[i] = addOrShare(0, kDeviceRoles[i]);
}

std::uint8_t CategoryTable::deviceWork(Role role) const {
    for (std::size_t i = 0; i < kDeviceRoles.size(); ++i)
        if (kDeviceRoles[i] == role) return m_deviceWork[i];
    return 0;
}

std::uint8_t CategoryTable::add(std::uint32_t id, Role role) {
    m_trackRoles[m_infos.size()] = trackRoleOf(role);
    m_infos.push_back({StringId{id}, role});
    return static_cast<std::uint8_t>(m_infos.size() - 1);
}

} // namespace lanescope::build
