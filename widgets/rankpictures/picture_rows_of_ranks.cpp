#include "widgets/rankpictures/picture_rows_of_ranks.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace lanescope::rankpictures {

using namespace scene;

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

} // namespace

RanksLayout withWords(const RanksData& data, const RanksLayout& whole, const std::vector<std::string>& words) {
    if (words.empty()) return whole;
    constexpr const char* kinds[] = {"parts", "idle", "compute", "communication"}; // as RankRowKind
    const auto wanted = [&](const RanksRow& row) {
        std::string name = row.name + "\n" + kinds[static_cast<std::size_t>(row.kind)];
        const RankOnView& rank = data.ranks[row.rank];
        if (row.what == RanksRow::What::Timeline) name += "\n" + rank.data->tree.row(row.row).name;
        name = lower(name + "\n" + rank.name + "\n");
        return std::any_of(words.begin(), words.end(),
                           [&](const std::string& word) { return name.find(lower(word)) != std::string::npos; });
    };
    RanksLayout out;
    const auto isGroup = [](const RanksRow& row) {
        return row.what == RanksRow::What::RankGroup || row.what == RanksRow::What::KindGroup;
    };
    const auto push = [&](RanksRow row) {
        row.y = out.height;
        out.height += row.height;
        out.rows.push_back(std::move(row));
    };
    std::optional<RanksRow> group;
    for (const RanksRow& row : whole.rows) {
        if (isGroup(row)) {
            group = row;
            continue;
        }
        if (!wanted(row)) continue;
        if (group) push(*std::exchange(group, std::nullopt));
        push(row);
    }
    return out;
}

double rowsThatFit(const RanksLayout& layout, double scroll, double most) {
    double out = 0;
    for (const RanksRow& row : layout.rows) {
        if (row.y + row.height <= scroll) continue;
        if (row.y + row.height - scroll > most) break;
        out = row.y + row.height - scroll;
    }
    return std::max(out, std::min(kLeastRows, most));
}

std::size_t ranksBelow(const RanksLayout& layout, double bottom) {
    std::set<std::uint32_t> in, below;
    for (const RanksRow& row : layout.rows) {
        if (row.what == RanksRow::What::KindGroup) continue;
        (row.y + row.height <= bottom + 0.5 ? in : below).insert(row.rank);
    }
    std::size_t out = 0;
    for (const std::uint32_t rank : below) out += in.contains(rank) ? 0 : 1;
    return out;
}

std::int64_t waitsIn(const RankOnView& rank, TimeRange own) {
    std::int64_t sum = 0;
    for (const RankWait& wait : rank.waits) {
        if (!rank.data || wait.slice.value >= rank.data->store.slices().size()) continue;
        const RankTime begin = rank.data->store.start(wait.slice);
        const TimeRange part = TimeRange{begin, begin + Ns{wait.waitNs}}.clippedTo(own);
        if (!part.empty()) sum += part.length().count();
    }
    return sum;
}

} // namespace lanescope::rankpictures
