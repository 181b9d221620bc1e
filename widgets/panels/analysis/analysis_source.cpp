#include "widgets/panels/analysis/analysis_source.h"

#include <utility>

namespace lanescope::panels {

namespace {

const QString kSlot = QStringLiteral("analysis");
const QString kReasonsSlot = QStringLiteral("analysis reasons");

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

using Answer = std::shared_ptr<const models::AnalysisAnswer>;

struct Answered {
    Answer answer;
    std::shared_ptr<const LoadedTrace> other;
};

Result<Answered> compareWith(const QString& path, std::shared_ptr<const LoadedTrace> other,
                             const std::shared_ptr<const timeline::OpenTrace>& open, PerWhat per,
                             OperatorGrouping grouping, RunContext& context) {
    if (!other) {
        auto loaded = loadTrace(path.toStdString(), {}, context);
        if (!loaded.ok()) return loaded.error();
        other = std::make_shared<const LoadedTrace>(std::move(*loaded));
    }
    AnalysisInput input;
    input.operators = grouping;
    const auto name = [](const LoadedTrace& trace) { return trace.path.filename().string(); };
    auto compared = compareSides({*other->store, input, name(*other)}, {*open->trace.store, input, name(open->trace)},
                                 per, context);
    if (!compared.ok()) return compared.error();
    auto result = std::make_shared<AnalysisResult>();
    result->tables = std::move(compared->tables);
    auto answer = std::make_shared<models::AnalysisAnswer>();
    answer->store = open->trace.store;
    answer->result = std::move(result);
    answer->other =
        std::make_shared<const models::OtherTrace>(models::OtherTrace{other, std::move(compared->beforeSlices)});
    return Answered{std::move(answer), std::move(other)};
}

} // namespace

AnalysisSource::AnalysisSource(const timeline::Shared& shared, jobs::JobRunner& runner, QObject* parent)
    : QObject(parent), m_shared(shared), m_runner(runner) {
    connect(&shared.document, &timeline::Document::changed, this, [this] {
        cancel();
        m_answers.clear();
    });
    connect(&shared.document, &timeline::Document::factsChanged, this, &AnalysisSource::forgetCharts);
}

AnalysisSource::~AnalysisSource() = default;

void AnalysisSource::ask(const models::AnalysisRequest& request) {
    const std::string key = request.key();
    if (const auto kept = m_answers.find(key)) {
        cancel();
        return emit answered(key, kept);
    }
    const auto open = m_shared.document.sharedTrace();
    const models::TraceAnalysis* facts = m_shared.document.analysis();
    AnalysisInput input = request.input(facts ? facts->thresholds : GapThresholds{});
    input.eventText = [open](SliceId slice) { return eventText(open->trace, slice); };
    m_runner.start(
        kSlot, this,
        [request, open, input, results = m_results](RunContext& context) -> Result<Answer> {
            return models::answer(request, open->trace.store, input, *results, context);
        },
        [this, key, store = open->trace.store](Result<Answer> result) { finish(key, store, std::move(result)); });
}

void AnalysisSource::finish(const std::string& key, const std::shared_ptr<const TraceStore>& store,
                            Result<Answer> result) {
    if (!m_shared.document.isOpen() || m_shared.document.sharedStore() != store) return;
    if (!result.ok()) return emit failed(key, result.error());
    m_answers.put(key, *result);
    emit answered(key, *result);
}

void AnalysisSource::compare(const QString& path, PerWhat per, OperatorGrouping grouping) {
    const std::string key = "compare|" + path.toStdString() + "|" + std::to_string(static_cast<int>(per)) + "|" +
                            std::to_string(static_cast<int>(grouping));
    if (const auto kept = m_answers.find(key)) return emit answered(key, kept);
    const auto open = m_shared.document.sharedTrace();
    m_runner.start(
        kSlot, this,
        [path, open, per, grouping, other = path == m_otherPath ? m_other : nullptr](RunContext& context) {
            return compareWith(path, other, open, per, grouping, context);
        },
        [this, key, path, store = open->trace.store](Result<Answered> result) {
            if (!result.ok()) return finish(key, store, result.error());
            m_otherPath = path;
            m_other = result->other;
            finish(key, store, std::move(result->answer));
        });
}

void AnalysisSource::cancel() { m_runner.cancel(kSlot); }
bool AnalysisSource::isRunning() const { return m_runner.isRunning(kSlot); }
const Progress* AnalysisSource::progress() const { return m_runner.progress(kSlot); }

void AnalysisSource::askReasons() {
    const auto store = m_shared.document.sharedStore();
    using Reasons = QHash<QString, QString>;
    m_runner.start(
        kReasonsSlot, this,
        [store](RunContext& context) -> Result<Reasons> {
            Reasons out;
            for (const AnalysisInfo& info : builtinAnalyses()) {
                if (context.stopRequested()) break;
                if (const auto reason = missingNeed(*store, info)) out[q(info.id)] = q(*reason);
            }
            return out;
        },
        [this, store](Result<Reasons> result) {
            if (result.ok() && m_shared.document.isOpen() && m_shared.document.sharedStore() == store)
                emit reasonsKnown(*result);
        });
}

} // namespace lanescope::panels
