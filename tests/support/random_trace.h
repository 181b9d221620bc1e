// Random traces as lists of events, and what a twin asks of them: every pair of events is looked at, every nanosecond
// on its own. Nothing here knows the store.
#pragma once

#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::testing::twins {

using Event = WorkStore::Event;
using Events = std::vector<Event>;

inline bool isWork(const Event& e) { return isGpuWork(e.role); }
inline bool isOp(const Event& e) { return e.role == Role::CpuOp; }
inline bool isRange(const Event& e) { return e.role == Role::UserAnnotation; }
inline bool isCall(const Event& e) { return e.role == Role::Runtime; }
inline std::int64_t endOf(const Event& e) { return e.start + e.duration; }

// Calls are nested without overlap: what contains it, and is not itself, from the inside to the outside.
inline std::vector<const Event*> around(const Events& all, const Event& e) {
    std::vector<const Event*> out;
    for (const Event& o : all)
        if (&o != &e && !isWork(o) && o.tid == e.tid && o.start <= e.start && endOf(e) <= endOf(o)) out.push_back(&o);
    std::sort(out.begin(), out.end(), [](const Event* a, const Event* b) { return a->duration < b->duration; });
    return out;
}
template <class Wanted>
const Event* innermost(const Events& all, const Event& e, Wanted wanted) {
    for (const Event* o : around(all, e))
        if (wanted(*o)) return o;
    return nullptr;
}
inline const Event* callOf(const Events& all, const Event& work) {
    for (const Event& o : all)
        if (isCall(o) && work.correlation != 0 && o.correlation == work.correlation) return &o;
    return nullptr;
}
inline std::int64_t nanosecondsWith(std::int64_t begin, std::int64_t end, const auto& holds) {
    std::int64_t out = 0;
    for (std::int64_t ns = begin; ns < end; ++ns) out += holds(ns) ? 1 : 0;
    return out;
}
inline bool runsAt(const Event& e, std::int64_t ns) { return e.start <= ns && ns < endOf(e); }
inline bool anyAt(const Events& all, std::int64_t ns, std::int64_t device, const auto& wanted) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Event& e) { return isWork(e) && e.device == device && runsAt(e, ns) && wanted(e); });
}
inline bool isComm(const Event& e) { return workClass(e.kind) == WorkClass::Communication; }
inline bool isCompute(const Event& e) { return workClass(e.kind) == WorkClass::Compute; }

// Two steps, one host thread of nested calls, two devices of two streams each; on a stream one after the other. In a
// random order of the file.
Events randomTrace(std::uint64_t seed);
std::shared_ptr<const TraceStore> storeOf(const Events& events);
// The same as the events of a file, comma separated, in the order given.
std::string jsonOf(const Events& events);

// Rows of a table for which the wanted columns have these texts; -1 where there is none.
inline std::int64_t rowOf(const Table& table, std::initializer_list<std::pair<const char*, std::string>> wanted) {
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        bool all = true;
        for (const auto& [column, text] : wanted)
            all = all && textIn(table, r, column) == QString::fromStdString(text.empty() ? "-" : text);
        if (all) return static_cast<std::int64_t>(r);
    }
    return -1;
}
#define ROW_OF(name, ...)                                                                                              \
    const std::int64_t name##Found = rowOf(__VA_ARGS__);                                                               \
    QVERIFY(name##Found >= 0);                                                                                         \
    const auto name = static_cast<std::size_t>(name##Found)

using Twin = void (*)(const Events&, const TraceStore&);
struct NamedTwin {
    const char* analysis;
    Twin check;
};

} // namespace lanescope::testing::twins
