// What the page of several ranks shows: the job, its clocks as they are laid now (with the way back), which ranks are
// shown, what is chosen. Widgets listen and read. Times of the view are on the common clock, written as RankTime
// because that is what scales and rulers count in: onRuler() is the only way there. GUI thread, or any one thread
// without it.
#pragma once

#include "core/query/short_names.h"
#include "core/query/time_axis.h"
#include "core/query/time_scale.h"
#include "widgets/ranks/rank_trace.h"
#include "widgets/scene/piece_cache.h"
#include "widgets/scene/ranks_view.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace lanescope::ranksview {

inline RankTime onRuler(CommonTime t) { return rankTime(count(t)); }

struct ChosenSlice {
    std::size_t record = 0;
    SliceId slice;
    friend bool operator==(const ChosenSlice&, const ChosenSlice&) = default;
};

// What lists and heat maps are confined to; empty sets: everything.
struct RanksFilter {
    std::set<std::uint32_t> groups; // indices in Matching::groups
    std::set<std::int64_t> steps;   // numbers
    friend bool operator==(const RanksFilter&, const RanksFilter&) = default;
};

class RanksDocument final : public QObject {
    Q_OBJECT
public:
    explicit RanksDocument(QObject* parent = nullptr) : QObject(parent) {}

    void open(std::shared_ptr<const RankJob> job);
    void close();
    bool isOpen() const { return m_job != nullptr; }
    const RankJob& job() const { return *m_job; }
    std::shared_ptr<const RankJob> sharedJob() const { return m_job; }
    const RankSet& set() const { return m_set; } // with the alignment as it is now
    const align::StragglerReport& report() const { return m_measures->report; }
    const StragglerVerdict& verdict() const { return m_measures->verdict; }
    bool isAtFault(std::size_t record) const;  // the straggler, or of the slow stage
    bool isAnalysed(std::size_t record) const; // false: a copy of a rank that was found before; waits are not known
    std::string placeText(std::size_t record) const; // "pp 3, dp 1" where the layout says more than the rank does
    const std::vector<MeasuredCollective>& measured() const { return m_measures->measured; }
    const RankMeasures& measures() const { return *m_measures; }
    const align::MatchedCollective& matched(std::size_t measured) const;
    std::string label(std::size_t record) const; // "rank 2"; of records without a rank the file

    // For pictures that are given away, of a document made for them: see lanescope::leaveFilesOut(). Last of all.
    void leaveFilesOut();
    bool filesLeftOut() const { return m_filesLeftOut; }

    // Clocks. Every change can be undone, one at a time.
    struct Clocks {
        align::Alignment alignment;
        std::vector<std::int64_t> shifted; // by hand, by record
        std::string event;
        std::vector<std::optional<std::int64_t>> eventStarts; // by record, on its own clock
    };
    Clocks clocks() const { return {m_set.alignment, m_shifted, m_event, m_eventStarts}; }
    void alignBy(align::AlignBy by, const std::vector<std::optional<std::int64_t>>& eventStarts = {},
                 const std::string& event = {});
    const std::string& alignedEvent() const { return m_event; } // its name, when aligned by one
    const std::vector<std::optional<std::int64_t>>& eventStarts() const { return m_eventStarts; } // by record, then
    // As a session has them: what was before cannot be undone.
    void setClocks(align::AlignBy by, const std::vector<std::optional<std::int64_t>>& eventStarts,
                   const std::string& event, const std::vector<std::int64_t>& shiftedNs);
    enum class Shift : std::uint8_t { New, Continued /* of the same drag: one step back for all of it */ };
    void shiftRank(std::size_t record, std::int64_t byNs, Shift shift);
    std::int64_t shiftedBy(std::size_t record) const; // by hand, since it was aligned
    bool canUndo() const { return !m_undo.empty(); }
    void undo();
    // Large jobs are measured elsewhere: `later` gets the work (for a worker) and what to do with its result (on this
    // thread); what comes later takes the place of what is not done. Without it, or for small jobs, at once.
    struct Moved {
        Clocks clocks;
        std::shared_ptr<RankMeasures> measures;
    };
    using Later = std::function<void(std::function<Moved()> work, std::function<void(const Moved&)> done)>;
    void setLater(Later later) { m_later = std::move(later); }
    bool isMeasuring() const { return m_measuring; } // clocks have moved, figures are still those of before

    // How the job is split over its ranks: as found, or as given ("tp=2, dp=4"; empty: as found again). What is wrong
    // with a text, or empty.
    QString setLayout(const QString& text);
    QString givenLayoutText() const { return m_givenLayout; }
    void setRanksPerNode(std::optional<std::int64_t> count);
    std::optional<std::int64_t> ranksPerNode() const { return m_perNode; }

    const RanksFilter& filter() const { return m_filter; }
    void setFilter(const RanksFilter& filter);
    bool isListed(std::size_t measured) const;     // its group and step pass the filter
    std::vector<std::int64_t> listedSteps() const; // all, or those of the filter

    // NCCL logs and flight recorder dumps.
    const RankCompanions& companions() const { return *m_companions; }
    void setCompanions(std::shared_ptr<const RankCompanions> companions);

    // Which ranks are shown, in order of the records.
    static constexpr std::size_t kShownAtFirst = 8;
    const std::vector<std::size_t>& shown() const { return m_shown; }
    void setShown(std::vector<std::size_t> records);
    std::optional<std::size_t> placeOf(std::size_t record) const; // among the shown

    // Timelines come later, one by one.
    void setTrace(std::size_t record, std::shared_ptr<const RankTrace> trace);
    void setFailed(std::size_t record, const QString& why);
    const RankTrace* trace(std::size_t record) const; // null: not open
    std::shared_ptr<const RankTrace> sharedTrace(std::size_t record) const;
    bool wantsTrace(std::size_t record) const; // neither open nor failed
    std::size_t openCount() const { return m_opened.size(); }
    // Slices of its timeline, also after that was let go; 0: it was not open yet.
    std::size_t slicesOf(std::size_t record) const;
    // Of the others as many are closed as are more than `most`.
    void letGoBut(const std::vector<std::size_t>& keep, std::size_t most);

    // What is chosen.
    std::optional<std::int64_t> step() const { return m_step; }
    void setStep(std::optional<std::int64_t> number);
    const std::vector<std::int64_t>& steps() const { return m_steps; }
    std::optional<ChosenSlice> slice() const { return m_slice; }
    std::optional<std::size_t> collective() const { return m_collective; } // in measured()
    void choose(std::optional<ChosenSlice> slice);
    void chooseCollective(std::optional<std::size_t> measured);
    std::optional<std::size_t> collectiveOf(const ChosenSlice& slice) const;
    ChosenSlice sliceOf(const align::CommPlace& part) const;
    std::optional<std::size_t> pairOf(const ChosenSlice& slice) const; // in Matching::pairs
    // What is one with the chosen slice on other ranks: the parts of its collective, or a send and its receive.
    std::vector<ChosenSlice> joinedParts() const;

    // On the ruler.
    TimeRange extent() const;
    std::optional<TimeRange> stepRange(std::int64_t number) const; // of the reference, else of all
    std::optional<TimeRange> stepRange(std::size_t record, std::int64_t number) const;
    TimeRange collectiveRange(std::size_t measured) const;
    std::optional<TimeRange> sliceRange(const ChosenSlice& slice) const;
    TimeScale scaleOf(std::size_t record, const TimeScale& common) const;
    RankTime zero() const; // the chosen step's start on the reference, else the extent's
    std::string zeroName() const;
    // What the ruler counts in: the step, else the start of all; clocks of the day are those of the reference.
    TimeAxis axis(AxisClock clock) const;

    std::int64_t waitNs(std::size_t record, std::optional<std::int64_t> step) const;
    align::RankFigures figures(std::size_t record) const; // of the chosen step, else of all
    // What a frame reads, of the shown ranks or of some. Valid until this changes.
    scene::RanksData sceneData(const TimeScale& common) const { return sceneData(common, m_shown); }
    scene::RanksData sceneData(const TimeScale& common, std::span<const std::size_t> records) const;
    // Grows with every change of what sceneData() says, scales alone left out: who keeps one asks for it again then.
    std::uint64_t sceneRevision() const { return m_revision; }

signals:
    void changed();     // another job, or none
    void clocksMoved(); // figures follow with alignmentChanged()
    void alignmentChanged();
    void layoutChanged();
    void filterChanged();
    void companionsChanged();
    void shownChanged();
    void traceChanged(std::size_t record);
    void stepChanged();
    void selectionChanged();

private:
    struct Opened {
        std::shared_ptr<const RankTrace> trace;
        std::unique_ptr<ShortNames> names;
        std::unique_ptr<scene::PieceCache> kept;
        QString failed;
    };
    void keepForUndo();
    void take(const Clocks& clocks);
    void measure(); // again, after the clocks moved
    void move(std::function<Clocks(const RankSet&)> clocks);
    void takeMeasures(std::shared_ptr<RankMeasures> measures);
    void placeEvents(std::size_t record);
    bool isLarge() const { return m_later && m_events > kMeasuredAtOnce; }
    void showAtFirst();
    std::vector<scene::RankFigure> figureTexts(std::size_t record) const;

    std::shared_ptr<const RankJob> m_job;
    RankSet m_set;
    bool m_filesLeftOut = false;
    std::shared_ptr<RankMeasures> m_measures = std::make_shared<RankMeasures>();
    std::shared_ptr<const RankCompanions> m_companions = std::make_shared<const RankCompanions>();
    std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>> m_beside; // by rank, of the companions
    Later m_later;
    std::uint64_t m_generation = 0; // of what is measured later
    std::uint64_t m_revision = 0;
    std::size_t m_events = 0;
    bool m_measuring = false;
    QString m_givenLayout;
    std::optional<std::int64_t> m_perNode;
    RanksFilter m_filter;
    std::vector<std::int64_t> m_steps;
    std::vector<std::int64_t> m_shifted;
    std::string m_event;
    std::vector<std::optional<std::int64_t>> m_eventStarts;
    std::vector<Clocks> m_undo;
    std::vector<std::size_t> m_shown;
    std::map<std::size_t, Opened> m_opened;
    std::map<std::size_t, std::size_t> m_slices; // of all that were open since the job was opened
    std::optional<std::int64_t> m_step;
    std::optional<ChosenSlice> m_slice;
    std::optional<std::size_t> m_collective;
};

// The step in the middle of those that count: neither warm-up nor cut off.
std::optional<std::int64_t> typicalRankStep(const RankSet& set);

} // namespace lanescope::ranksview
