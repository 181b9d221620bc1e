// Ranks for tests as a few calls: what is not said is empty. Times are ns of the rank's own clock.
#pragma once

#include "core/align/rank_record.h"

#include <string>
#include <utility>

namespace lanescope::testing {

class RankBuilder {
public:
    explicit RankBuilder(std::int64_t rank, std::int64_t world = 0) {
        m_record.rank = rank;
        m_record.file = "rank" + std::to_string(rank) + ".json";
        if (world > 0) m_record.worldSize = world;
    }
    RankBuilder& group(std::string name, std::vector<std::int64_t> members) {
        align::RankGroup group;
        group.name = std::move(name);
        group.size = static_cast<std::int64_t>(members.size());
        group.members = std::move(members);
        m_record.groups.push_back(std::move(group));
        return *this;
    }
    // Of the last group.
    RankBuilder& event(std::int64_t begin, std::int64_t end, std::optional<std::int64_t> seq = {},
                       CollectiveKind kind = CollectiveKind::AllReduce, std::int64_t bytes = -1) {
        align::CommEvent event;
        event.begin = begin;
        event.end = end;
        event.seq = seq;
        event.kind = kind;
        event.bytes = bytes;
        event.group = static_cast<std::uint32_t>(m_record.groups.size() - 1);
        event.step = static_cast<std::int32_t>(m_record.steps.size()) - 1;
        m_record.events.push_back(event);
        m_record.begin = m_record.events.size() == 1 ? begin : m_record.begin;
        m_record.end = std::max(m_record.end, end);
        return *this;
    }
    RankBuilder& transfer(std::int64_t begin, std::int64_t end, CollectiveKind kind, std::int32_t peer,
                          std::optional<std::int64_t> seq = {}) {
        event(begin, end, seq, kind);
        m_record.events.back().peer = peer;
        return *this;
    }
    RankBuilder& step(std::int64_t number, std::int64_t begin, std::int64_t end, align::RankFigures figures = {}) {
        align::RankStep step;
        step.number = number;
        step.begin = begin;
        step.end = end;
        step.figures = figures;
        m_record.steps.push_back(step);
        return *this;
    }
    RankBuilder& warmup() {
        m_record.steps.back().warmup = true;
        return *this;
    }
    align::RankRecord& record() { return m_record; }
    operator align::RankRecord() const { return m_record; }

private:
    align::RankRecord m_record;
};

} // namespace lanescope::testing
