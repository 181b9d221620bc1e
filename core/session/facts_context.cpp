#include "core/session/facts_context.h"

#include "core/session/event_tags.h"

namespace lanescope {

std::optional<std::size_t> FactsContext::inputCalled(std::string_view name) const {
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        if (m_inputs[i].name == name) return i;
    return std::nullopt;
}

std::optional<std::size_t> FactsContext::firstLoaded() const {
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        if (loaded(i)) return i;
    return std::nullopt;
}

const std::vector<DeviceWork>& FactsContext::devices(std::size_t input) {
    const auto it = m_devices.find(input);
    if (it != m_devices.end()) return it->second;
    return m_devices[input] = collectDeviceWork(store(input));
}

void FactsContext::findTags() {
    m_tagsFound = true;
    m_tagOfRow.resize(m_inputs.size());
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        if (!loaded(i)) continue;
        auto tags = eventTags(trace(i), m_run.stopToken());
        if (!tags.ok()) {
            if (!m_tagError) m_tagError = tags.error();
            continue;
        }
        for (EventTag& tag : *tags) {
            m_byTag.try_emplace(tag.tag, TaggedSlice{i, tag.slice});
            m_tagOfRow[i].try_emplace(tag.slice.value, std::move(tag.tag));
        }
    }
}

std::optional<TaggedSlice> FactsContext::tagged(std::string_view tag) {
    if (!m_tagsFound) findTags();
    const auto it = m_byTag.find(tag);
    if (it == m_byTag.end()) return std::nullopt;
    return it->second;
}

Json FactsContext::tagOf(std::size_t input, std::optional<SliceId> slice) {
    if (!slice) return {};
    if (!m_tagsFound) findTags();
    const auto it = m_tagOfRow[input].find(slice->value);
    if (it != m_tagOfRow[input].end()) return it->second;
    return "(no tag) " + std::string(store(input).name(*slice)); // told apart from "there is none"
}

} // namespace lanescope
