#include "core/query/filter_columns.h"

#include "core/query/slice_facts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace lanescope::filter {

namespace {

bool inside(const std::vector<Bounds>& any, std::int64_t value) {
    for (const Bounds& b : any)
        if (value >= b.low && value <= b.high) return true;
    return false;
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

bool wordIsAny(const Test& test, std::string_view text) {
    return std::find(test.words.begin(), test.words.end(), lowered(text)) != test.words.end();
}

bool textHolds(const Test& test, std::string_view text) {
    return test.pattern ? test.pattern->matches(text) : text == test.exact;
}

// Rows of a side column that lie in a block.
std::pair<std::size_t, std::size_t> within(const SideColumn& column, std::uint32_t first, std::uint32_t count) {
    const auto begin = std::lower_bound(column.rows.begin(), column.rows.end(), first);
    const auto end = std::lower_bound(begin, column.rows.end(), first + count);
    return {static_cast<std::size_t>(begin - column.rows.begin()), static_cast<std::size_t>(end - column.rows.begin())};
}

struct NameTest final : ColumnTest {
    std::span<const std::uint32_t> names;
    std::vector<std::uint8_t> hit;
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        for (std::uint32_t i = 0; i < n; ++i) out[i] = hit[names[first + i]];
    }
};

struct ByteTest final : ColumnTest { // category, kind, class
    std::span<const std::uint8_t> column;
    std::array<std::uint8_t, 256> hit{};
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        for (std::uint32_t i = 0; i < n; ++i) out[i] = hit[column[first + i]];
    }
};

template <class ValueOf>
struct NumberTest final : ColumnTest {
    NumberTest(std::vector<Bounds> b, ValueOf v) : bounds(std::move(b)), valueOf(std::move(v)) {}
    std::vector<Bounds> bounds;
    ValueOf valueOf;
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        if (bounds.size() == 1) {
            const Bounds b = bounds.front();
            for (std::uint32_t i = 0; i < n; ++i) {
                const std::int64_t value = valueOf(first + i);
                out[i] = static_cast<std::uint8_t>(value >= b.low && value <= b.high);
            }
            return;
        }
        for (std::uint32_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(inside(bounds, valueOf(first + i)));
    }
};
template <class ValueOf>
std::unique_ptr<ColumnTest> numberTest(const Test& test, ValueOf valueOf) {
    return std::make_unique<NumberTest<ValueOf>>(test.numbers, std::move(valueOf));
}

// One answer per track; rows with a value of their own (stream, device) are asked again.
struct TrackTest final : ColumnTest {
    std::span<const Track> tracks;
    std::vector<std::uint8_t> hit; // by track
    const SideColumn* own = nullptr;
    std::vector<Bounds> bounds; // of own values
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        std::fill(out, out + n, std::uint8_t{0});
        auto track = std::upper_bound(tracks.begin(), tracks.end(), first,
                                      [](std::uint32_t row, const Track& t) { return row < t.firstSlice; });
        for (track = track == tracks.begin() ? track : track - 1; track != tracks.end(); ++track) {
            if (track->firstSlice >= first + n) break;
            const std::uint32_t from = std::max(track->firstSlice, first);
            const std::uint32_t to = std::min(track->firstSlice + track->sliceCount, first + n);
            if (from < to) std::fill(out + (from - first), out + (to - first), hit[track - tracks.begin()]);
        }
        if (own == nullptr) return;
        const auto [begin, end] = within(*own, first, n);
        for (std::size_t i = begin; i < end; ++i)
            out[own->rows[i] - first] = static_cast<std::uint8_t>(inside(bounds, own->valueAt(i)));
    }
};

template <class Holds>
std::unique_ptr<TrackTest> trackTest(const TraceStore& store, Holds holds) {
    auto out = std::make_unique<TrackTest>();
    out->tracks = store.tracks();
    for (const Track& track : store.tracks()) out->hit.push_back(static_cast<std::uint8_t>(holds(track)));
    return out;
}

struct SideTextTest final : ColumnTest { // any of some text columns
    std::vector<const SideColumn*> columns;
    std::vector<std::uint8_t> hit; // by string
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        std::fill(out, out + n, std::uint8_t{0});
        for (const SideColumn* column : columns) {
            const auto [begin, end] = within(*column, first, n);
            for (std::size_t i = begin; i < end; ++i)
                out[column->rows[i] - first] |= hit[static_cast<std::size_t>(column->valueAt(i))];
        }
    }
};

struct BytesTest final : ColumnTest {
    const TraceStore* store = nullptr;
    std::vector<Bounds> bounds;
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        std::fill(out, out + n, std::uint8_t{0});
        for (const ArgField field : {ArgField::Bytes, ArgField::InElements, ArgField::OutElements}) {
            const SideColumn& column = store->arg(field);
            const auto [begin, end] = within(column, first, n);
            for (std::size_t i = begin; i < end; ++i) {
                const auto bytes = messageBytes(*store, SliceId{column.rows[i]});
                out[column.rows[i] - first] = static_cast<std::uint8_t>(bytes && inside(bounds, *bytes));
            }
        }
    }
};

// Work belongs to the step that launched it; everything else to the step its start lies in.
struct StepTest final : ColumnTest {
    const TraceStore* store = nullptr;
    std::vector<std::pair<std::int64_t, std::int64_t>> steps; // [begin, end) of the steps asked for
    bool holds(std::int64_t at) const {
        for (const auto& [begin, end] : steps)
            if (at >= begin && at < end) return true;
        return false;
    }
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t*, std::uint8_t* out) const override {
        const auto start = store->slices().start;
        for (std::uint32_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(holds(start[first + i]));
        const LaunchLinks& links = store->launches();
        auto link = std::lower_bound(links.workRows.begin(), links.workRows.end(), first);
        for (; link != links.workRows.end() && *link < first + n; ++link) {
            const std::uint32_t call = links.callRows[static_cast<std::size_t>(link - links.workRows.begin())];
            out[*link - first] = static_cast<std::uint8_t>(holds(start[call]));
        }
    }
};

std::unique_ptr<ColumnTest> stepTest(const TraceStore& store, const Test& test) {
    auto out = std::make_unique<StepTest>();
    out->store = &store;
    for (const Step& step : store.steps())
        if (inside(test.numbers, step.number))
            out->steps.emplace_back(count(store.start(SliceId{step.slice})), count(store.end(SliceId{step.slice})));
    return out;
}

std::unique_ptr<ColumnTest> byteTest(const TraceStore& store, const Test& test) {
    auto out = std::make_unique<ByteTest>();
    if (test.field == Field::Category) {
        out->column = store.slices().category;
        for (std::size_t c = 0; c < store.categories().size() && c < out->hit.size(); ++c)
            out->hit[c] = textHolds(test, store.text(store.categories()[c].text));
        return out;
    }
    out->column = store.slices().kind;
    for (std::size_t k = 1; k < static_cast<std::size_t>(WorkKind::Count_); ++k) {
        const auto kind = static_cast<WorkKind>(k);
        const std::string_view word = test.field == Field::Kind ? kindWord(kind) : className(workClass(kind));
        out->hit[k] = wordIsAny(test, word);
    }
    return out;
}

std::unique_ptr<ColumnTest> sideText(const TraceStore& store, const Test& test, std::initializer_list<ArgField> fields,
                                     RunContext& run) {
    auto out = std::make_unique<SideTextTest>();
    std::vector<std::uint8_t> used(store.stringCount(), 0);
    for (const ArgField field : fields) {
        const SideColumn& column = store.arg(field);
        out->columns.push_back(&column);
        for (std::size_t i = 0; i < column.size(); ++i) used[static_cast<std::size_t>(column.valueAt(i))] = 1;
    }
    out->hit = textTable(store, test, used, run);
    return out->hit.empty() ? nullptr : std::move(out);
}

std::unique_ptr<ColumnTest> nameTest(const TraceStore& store, const Test& test, RunContext& run) {
    auto out = std::make_unique<NameTest>();
    out->names = store.slices().name;
    out->hit = textTable(store, test, usedNames(store), run);
    return out->hit.empty() ? nullptr : std::move(out);
}

std::unique_ptr<ColumnTest> streamOrDevice(const TraceStore& store, const Test& test) {
    const bool isStream = test.field == Field::Stream;
    auto out = trackTest(store, [&](const Track& track) {
        const auto value = isStream ? track.stream : track.device;
        return value && inside(test.numbers, *value);
    });
    out->own = &store.arg(isStream ? ArgField::Stream : ArgField::Device);
    out->bounds = test.numbers;
    return out;
}

std::unique_ptr<ColumnTest> threadTest(const TraceStore& store, const Test& test) {
    return trackTest(store, [&](const Track& track) {
        const Thread& thread = store.threads()[track.thread.value];
        switch (test.field) {
        case Field::Pid:
            return wordIsAny(test, store.text(thread.pid));
        case Field::Tid:
            return wordIsAny(test, store.text(thread.tid));
        case Field::Process:
            return textHolds(test, store.text(thread.processName));
        default:
            return textHolds(test, store.text(thread.name));
        }
    });
}

Test fromTraceStart(const Test& test, const TraceStore& store) {
    Test out = test;
    const std::int64_t origin = count(store.extent().begin);
    for (Bounds& b : out.numbers) {
        if (__builtin_add_overflow(b.low, origin, &b.low)) b.low = origin < 0 ? INT64_MIN : INT64_MAX;
        if (__builtin_add_overflow(b.high, origin, &b.high)) b.high = origin < 0 ? INT64_MIN : INT64_MAX;
    }
    return out;
}

} // namespace

std::vector<std::uint8_t> usedNames(const TraceStore& store) {
    std::vector<std::uint8_t> used(std::max<std::size_t>(store.stringCount(), 1), 0);
    for (const std::uint32_t name : store.slices().name) used[name] = 1;
    return used;
}

std::vector<std::uint8_t> textTable(const TraceStore& store, const Test& test, const std::vector<std::uint8_t>& used,
                                    RunContext& run) {
    std::vector<std::uint8_t> out(std::max<std::size_t>(store.stringCount(), 1), 0);
    for (std::uint32_t id = 0; id < used.size(); ++id) {
        if (id % 256 == 0 && run.stopRequested()) return {};
        if (used[id] == 0) continue;
        const std::string_view text = store.text(StringId{id});
        out[id] = static_cast<std::uint8_t>(test.pattern ? test.pattern->matchesName(text) : text == test.exact);
    }
    return out;
}

std::unique_ptr<ColumnTest> columnTest(const TraceStore& store, const Test& test, RunContext& run) {
    const SliceColumns& slices = store.slices();
    switch (test.field) {
    case Field::Name:
        return nameTest(store, test, run);
    case Field::Category:
    case Field::Kind:
    case Field::Class:
        return byteTest(store, test);
    case Field::Duration:
        return numberTest(test, [&slices](std::uint32_t row) { return slices.duration.at(row); });
    case Field::Start:
        return numberTest(fromTraceStart(test, store), [&slices](std::uint32_t row) { return slices.start[row]; });
    case Field::End:
        return numberTest(fromTraceStart(test, store),
                          [&slices](std::uint32_t row) { return slices.start[row] + slices.duration.at(row); });
    case Field::Correlation:
        return numberTest(test, [&slices](std::uint32_t row) { return slices.correlation.at(row); });
    case Field::ExternalId:
        return numberTest(test, [&slices](std::uint32_t row) { return slices.externalId.at(row); });
    case Field::Step:
        return stepTest(store, test);
    case Field::Stream:
    case Field::Device:
        return streamOrDevice(store, test);
    case Field::Rank:
        return trackTest(store,
                         [&](const Track&) { return store.info().rank && inside(test.numbers, *store.info().rank); });
    case Field::Pid:
    case Field::Tid:
    case Field::Thread:
    case Field::Process:
        return threadTest(store, test);
    case Field::Bytes: {
        auto out = std::make_unique<BytesTest>();
        out->store = &store;
        out->bounds = test.numbers;
        return out;
    }
    case Field::Shape:
        return sideText(store, test, {ArgField::InputDims}, run);
    case Field::Dtype:
        return sideText(store, test, {ArgField::Dtype, ArgField::InputTypes}, run);
    case Field::Group:
        return sideText(store, test, {ArgField::GroupName, ArgField::GroupDescription}, run);
    case Field::Operator:
    case Field::Parent:
    case Field::Under:
        return ancestorTest(store, test, run);
    }
    return nullptr;
}

} // namespace lanescope::filter
