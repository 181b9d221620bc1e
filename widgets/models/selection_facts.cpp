#include "widgets/models/selection_facts.h"

#include "core/analysis/launches/launch_delays.h"
#include "core/export/quantity.h"
#include "core/query/slice_facts.h"
#include "widgets/models/figure_tables.h"
#include "widgets/models/navigation.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace lanescope::models {

namespace {

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
QString ns(std::int64_t n) { return QString::number(n) + QStringLiteral(" ns"); }
QString durationText(std::int64_t n) { return q(formatDuration(n)); }

Fact timeFact(const QString& label, std::int64_t n) { return {label, durationText(n), ns(n), FactWidth::Half}; }

QString absoluteText(std::int64_t epochNs) {
    const QDateTime t = QDateTime::fromMSecsSinceEpoch(epochNs / 1'000'000, Qt::UTC);
    return t.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) +
           QStringLiteral(".%1 UTC").arg(epochNs % 1'000'000'000, 9, 10, QLatin1Char('0'));
}

void addTimes(SelectionFacts& out, const TraceStore& store, RankTime zero, const QString& zeroName) {
    const std::int64_t start = count(store.start(out.slice));
    const std::int64_t end = count(store.end(out.slice));
    out.facts.push_back(timeFact(QStringLiteral("duration"), end - start));
    const QString from = zeroName.isEmpty() ? QStringLiteral("start") : QStringLiteral("start in ") + zeroName;
    out.facts.push_back({from, q(formatOffset(start - count(zero))), ns(start - count(zero)), FactWidth::Half});
}

// The other clocks, in full.
void addClocks(SelectionFacts& out, const TraceStore& store) {
    const std::int64_t start = count(store.start(out.slice));
    const std::int64_t end = count(store.end(out.slice));
    out.facts.push_back({QStringLiteral("start, file"), ns(start), {}, FactWidth::Whole});
    out.facts.push_back({QStringLiteral("end, file"), ns(end), {}, FactWidth::Whole});
    if (const auto base = store.info().baseTimeNs)
        out.facts.push_back(
            {QStringLiteral("absolute"), absoluteText(*base + start), ns(*base + start), FactWidth::Whole});
}

void addLaunch(SelectionFacts& out, const TraceStore& store) {
    const auto delay = launchDelay(store, out.slice);
    if (!delay) return;
    out.facts.push_back(timeFact(QStringLiteral("queue delay"), delay->queueNs));
    out.facts.push_back(timeFact(QStringLiteral("launch delay"), delay->launchNs));
    out.facts.push_back(timeFact(QStringLiteral("launch call"), store.duration(delay->call).count()));
}

// Typed arguments worth a line of their own; the rest is in the tree.
void addArguments(SelectionFacts& out, const TraceStore& store) {
    const auto number = [&](ArgField field) { return store.arg(field).find(out.slice.value); };
    const auto text = [&](ArgField field) -> QString {
        const auto id = number(field);
        return id ? q(store.text(StringId{static_cast<std::uint32_t>(*id)})) : QString();
    };
    const auto add = [&](const char* label, const QString& value, const QString& exact = {}) {
        if (value.isEmpty()) return;
        const FactWidth width = value.size() > 22 ? FactWidth::Whole : FactWidth::Half;
        out.facts.push_back({QString::fromLatin1(label), value, exact, width});
    };
    if (const auto bytes = messageBytes(store, out.slice)) {
        add("bytes", q(formatBytes(*bytes)), QString::number(*bytes) + QStringLiteral(" B"));
        const std::int64_t length = store.duration(out.slice).count();
        if (length > 0 && store.kind(out.slice) == WorkKind::Memory)
            add("rate", q(formatRate(static_cast<double>(*bytes) / static_cast<double>(length) * 1e9)));
    }
    add("collective", text(ArgField::CollectiveName));
    add("data type", text(ArgField::Dtype));
    if (const auto group = groupWords(store, out.slice)) add("group", q(*group));
    if (const auto size = number(ArgField::GroupSize)) add("group size", QString::number(*size));
    if (const auto elements = number(ArgField::InElements)) add("elements in", q(formatCount(*elements)));
    add("shapes", text(ArgField::InputDims));
    add("types", text(ArgField::InputTypes));
    if (const auto sequence = number(ArgField::SequenceNumber)) add("sequence", QString::number(*sequence));
    const std::int64_t correlation = store.slices().correlation.at(out.slice.value);
    if (correlation != 0) add("correlation", QString::number(correlation));
}

ChainLink linkTo(const TraceStore& store, ShortNames& names, const char* what, SliceId slice) {
    (void)store;
    return {q(names.of(slice)), QString::fromLatin1(what), slice};
}

void addChain(SelectionFacts& out, const TraceStore& store, ShortNames& names) {
    SliceId at = out.slice;
    if (const auto call = store.launchOf(out.slice)) {
        out.comesFrom.push_back(linkTo(store, names, "launch", *call));
        at = *call;
    }
    bool haveOperator = false, haveFrame = false;
    for (const SliceId up : ancestors(store, at)) {
        const Role role = store.role(up);
        if (role == Role::PythonFunction) {
            out.stack.push_back(q(store.name(up)));
            if (!haveFrame) out.comesFrom.push_back(linkTo(store, names, "frame", up));
            haveFrame = true;
        } else if (role == Role::CpuOp) {
            if (!haveOperator) out.comesFrom.push_back(linkTo(store, names, "operator", up));
            haveOperator = true;
        } else if (role == Role::UserAnnotation) {
            out.comesFrom.push_back(linkTo(store, names, "range", up));
        }
    }
    const std::vector<SliceId> work = store.launchedBy(out.slice);
    out.startsTotal = work.size();
    for (std::size_t i = 0; i < work.size() && i < SelectionFacts::kMaxStarts; ++i)
        out.starts.push_back(linkTo(store, names, "starts", work[i]));
}

void addRecordedStack(SelectionFacts& out, const TraceStore& store) {
    if (!out.stack.empty()) return;
    const auto id = store.arg(ArgField::CallStack).find(out.slice.value);
    if (!id) return;
    const QString text = q(store.text(StringId{static_cast<std::uint32_t>(*id)}));
    for (const QString& line : text.split(QLatin1Char(';'), Qt::SkipEmptyParts)) out.stack.push_back(line.trimmed());
}

QString kindText(const TraceStore& store, SliceId slice) {
    QString out = isGpuWork(store.role(slice)) ? QString::fromLatin1(kindName(store.kind(slice)))
                                               : q(store.text(store.category(slice).text));
    if (const auto stream = store.stream(slice); stream && isGpuWork(store.role(slice)))
        out += QStringLiteral(", stream %1").arg(*stream);
    return out;
}

} // namespace

SelectionFacts selectionFacts(const TraceStore& store, ShortNames& names, SliceId slice, RankTime zero,
                              const QString& zeroName) {
    SelectionFacts out;
    out.slice = slice;
    out.shortName = q(names.of(slice));
    out.fullName = q(demangled(store.name(slice)));
    out.kindText = kindText(store, slice);
    if (isGpuWork(store.role(slice))) out.kind = store.kind(slice);
    addTimes(out, store, zero, zeroName);
    addLaunch(out, store);
    addArguments(out, store);
    addClocks(out, store);
    addChain(out, store, names);
    addRecordedStack(out, store);
    return out;
}

QString workInsideText(const TraceStore& store, SliceId slice, const RunContext& context) {
    const WorkInside work = workInside(store, slice, context);
    if (work.count == 0) return {};
    const QString what = work.kernels == work.count ? QStringLiteral("kernel") : QStringLiteral("piece");
    return QStringLiteral("%1 %2%3%4 started inside, %5 of GPU time")
        .arg(q(formatCount(static_cast<std::int64_t>(work.count))), what,
             work.count == 1 ? QString() : QStringLiteral("s"),
             work.kernels == work.count ? QString() : QStringLiteral(" of GPU work"), durationText(work.sumNs));
}

QString sameNameText(const TraceStore& store, SliceId slice) {
    const std::uint32_t name = store.slices().name[slice.value];
    std::vector<std::int64_t> durations;
    const auto names = store.slices().name;
    for (std::uint32_t row = 0; row < names.size(); ++row)
        if (names[row] == name) durations.push_back(store.duration(SliceId{row}).count());
    if (durations.size() < 2) return QStringLiteral("the only one of this name");
    std::sort(durations.begin(), durations.end());
    const auto nearestRank = [&](std::size_t percent) {
        return durations[std::max<std::size_t>(1, (durations.size() * percent + 99) / 100) - 1];
    };
    const std::int64_t own = store.duration(slice).count();
    const auto below =
        static_cast<std::size_t>(std::upper_bound(durations.begin(), durations.end(), own) - durations.begin());
    return QStringLiteral("%1 of this name: p50 %2, p95 %3, this one at p%4")
        .arg(q(formatCount(static_cast<std::int64_t>(durations.size()))),
             q(formatDuration(nearestRank(50), Precision::Slice)), q(formatDuration(nearestRank(95), Precision::Slice)))
        .arg(below * 100 / durations.size());
}

} // namespace lanescope::models
