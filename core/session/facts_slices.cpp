#include "core/session/facts_keys.h"

namespace lanescope::facts {
namespace {

// One value per tag that is asked for; null for a tag that no slice has.
template <class Function>
Json perTag(FactsContext& facts, const Json& asked, Function valueOf) {
    Json out = Json::object();
    for (const auto& [tag, ignored] : asked.members()) {
        const auto slice = facts.tagged(tag);
        out[tag] = slice ? Json(valueOf(facts.store(slice->input), *slice)) : Json();
    }
    return out;
}

std::string_view classWord(const TraceStore& store, SliceId slice) {
    const Role role = store.role(slice);
    if (isGpuWork(role)) {
        switch (workClass(store.kind(slice))) {
        case WorkClass::Communication:
            return "comm";
        case WorkClass::Memory:
            return "mem";
        case WorkClass::Compute:
        case WorkClass::None:
            return "compute";
        }
    }
    if (isLaunchCall(role)) return "launch";
    if (role == Role::GpuSync || role == Role::GpuEvent) return "sync";
    if (role == Role::GpuAnnotation) return "gpu_note";
    return "cpu";
}

std::optional<SliceId> sliceWithPythonId(const TraceStore& store, std::int64_t id) {
    const SideColumn& ids = store.arg(ArgField::PythonId);
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (ids.valueAt(i) == id) return SliceId{ids.rows[i]};
    return std::nullopt;
}

} // namespace

Json startNs(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [](const TraceStore& store, TaggedSlice s) { return count(store.start(s.slice)); });
}

Json durNs(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [](const TraceStore& store, TaggedSlice s) {
        return store.uncutDuration(s.slice).value_or(store.duration(s.slice).count());
    });
}

Json nameOf(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [](const TraceStore& store, TaggedSlice s) { return store.name(s.slice); });
}

Json streamOf(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [](const TraceStore& store, TaggedSlice s) { return store.stream(s.slice); });
}

Json classOf(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [](const TraceStore& store, TaggedSlice s) { return classWord(store, s.slice); });
}

Json parentOf(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked,
                  [&](const TraceStore& store, TaggedSlice s) { return facts.tagOf(s.input, store.parent(s.slice)); });
}

Json pythonParent(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [&](const TraceStore& store, TaggedSlice s) {
        const auto id = store.arg(ArgField::PythonParentId).find(s.slice.value);
        return id ? facts.tagOf(s.input, sliceWithPythonId(store, *id)) : Json();
    });
}

Json absStartNs(FactsContext& facts, const Json& asked) {
    return perTag(facts, asked, [](const TraceStore& store, TaggedSlice s) {
        return store.info().baseTimeNs.value_or(0) + count(store.start(s.slice));
    });
}

} // namespace lanescope::facts
