// Tests that look at what is around a slice. A row above is known by its parent column; GPU work stands where its
// launch call stands.
#include "core/query/filter_columns.h"

#include <algorithm>

namespace lanescope::filter {

namespace {

enum class Above : std::uint8_t { NotAsked, No, Yes };
constexpr int kMaxAncestors = 4096; // a bound, not a rule: parents of damaged files cannot make this endless

struct AncestorTest final : ColumnTest {
    const TraceStore* store = nullptr;
    Field field{};
    std::vector<std::uint8_t> hit;  // by name
    std::vector<std::uint8_t> isOp; // by category
    std::vector<Above> selfOrAbove; // Under: by row

    bool ofRow(std::uint32_t row) const {
        const SliceColumns& slices = store->slices();
        if (field == Field::Under) return selfOrAbove[row] == Above::Yes;
        if (field == Field::Parent) return hit[slices.name[row]] != 0;
        for (int i = 0; row != kNoRow && i < kMaxAncestors; ++i, row = slices.parent[row])
            if (isOp[slices.category[row]] != 0) return hit[slices.name[row]] != 0;
        return false;
    }
    void block(std::uint32_t first, std::uint32_t n, const std::uint8_t* wanted, std::uint8_t* out) const override {
        const LaunchLinks& links = store->launches();
        auto link = std::lower_bound(links.workRows.begin(), links.workRows.end(), first);
        for (std::uint32_t i = 0; i < n; ++i) {
            out[i] = 0;
            const std::uint32_t row = first + i;
            while (link != links.workRows.end() && *link < row) ++link;
            if (wanted[i] == 0) continue;
            const bool linked = link != links.workRows.end() && *link == row;
            const std::uint32_t from = linked ? links.callRows[static_cast<std::size_t>(link - links.workRows.begin())]
                                              : store->slices().parent[row];
            out[i] = static_cast<std::uint8_t>(from != kNoRow && ofRow(from));
        }
    }
};

// Each row is answered once: the way up ends at the first row whose answer is known.
bool fillUnder(AncestorTest& test, RunContext& run) {
    const SliceColumns& slices = test.store->slices();
    test.selfOrAbove.assign(slices.size(), Above::NotAsked);
    std::vector<std::uint32_t> path;
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (row % 65'536 == 0 && run.stopRequested()) return false;
        path.clear();
        std::uint32_t at = row;
        Above answer = Above::No;
        while (at != kNoRow && path.size() < kMaxAncestors) {
            if (test.selfOrAbove[at] != Above::NotAsked) {
                answer = test.selfOrAbove[at];
                break;
            }
            path.push_back(at);
            at = slices.parent[at];
        }
        for (auto it = path.rbegin(); it != path.rend(); ++it) {
            if (test.hit[slices.name[*it]] != 0) answer = Above::Yes;
            test.selfOrAbove[*it] = answer;
        }
    }
    return true;
}

} // namespace

std::unique_ptr<ColumnTest> ancestorTest(const TraceStore& store, const Test& test, RunContext& run) {
    auto out = std::make_unique<AncestorTest>();
    out->store = &store;
    out->field = test.field;
    out->costly = true;
    out->hit = textTable(store, test, usedNames(store), run);
    if (out->hit.empty()) return nullptr;
    out->isOp.assign(256, 0);
    for (std::size_t c = 0; c < store.categories().size() && c < out->isOp.size(); ++c)
        out->isOp[c] = static_cast<std::uint8_t>(store.categories()[c].role == Role::CpuOp);
    if (test.field == Field::Under && !fillUnder(*out, run)) return nullptr;
    return out;
}

} // namespace lanescope::filter
