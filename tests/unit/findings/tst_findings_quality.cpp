// The tables in docs/dev/findings-quality.md are what this test works out from made-up traces: precision and recall on
// the generator, the same away from what the rules were set on and on another maker of traces, and what is said when
// something is taken away. UPDATE_FINDINGS_QUALITY=1 writes them; otherwise the page is compared.
#include "core/analysis/signatures/signatures.h"
#include "tests/support/findings_case.h"
#include "tests/support/other_program.h"
#include "tests/support/synth_case.h"
#include "tests/support/taken_away.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const QString kPage = QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/dev/findings-quality.md");

struct Tally {
    int wanted = 0, found = 0, right = 0, confirmed = 0;
};
using Tallies = std::map<std::string, Tally>;

struct Plan {
    std::string kind;
    double strength;
    int seed;
    std::uint64_t bytes = 0;
    bool withStack = false;
};

constexpr const char* kKinds[] = {"launch-bound",           "input-starvation", "sync-stalls", "allocator-stalls",
                                  "unoverlapped-allreduce", "memory-bound",     "straggler",   "pipeline-bubbles"};

std::vector<Plan> plans() {
    std::vector<Plan> out;
    for (const char* kind : kKinds)
        for (const double strength : {0.0, 0.1, 0.3, 0.7, 1.4, 3.0}) out.push_back({kind, strength, 11});
    for (int seed = 21; seed <= 26; ++seed) out.push_back({"mixture", 1, seed});
    for (int seed = 31; seed <= 33; ++seed) out.push_back({"healthy", 1, seed});
    return out;
}

// Seeds, strengths between the ones above, sizes and stacks that no rule was set on.
std::vector<Plan> plansAway() {
    std::vector<Plan> out;
    for (const char* kind : kKinds) {
        for (const int seed : {101, 202, 303})
            for (const double strength : {0.5, 1.3, 2.7}) out.push_back({kind, strength, seed});
        out.push_back({kind, 1.1, 404, 5'000'000, true});
    }
    for (int seed = 501; seed <= 506; ++seed) out.push_back({"mixture", 0.8, seed});
    for (int seed = 601; seed <= 603; ++seed) out.push_back({"healthy", 1, seed, 3'000'000, seed == 603});
    return out;
}

// What a rank must show: the answers, and on the straggler what makes it late.
std::set<std::string> expectedOf(const Json& answers) {
    std::set<std::string> out;
    for (const Json& id : answers.find("expected")->elements()) out.insert(*id.asText());
    return out;
}

// A straggler's own reason is right on its own rank.
bool isReasonOfStraggler(const std::string& id, const FoundCase& c, std::size_t rank) {
    const Json* straggler = c.answers[rank].find("ranks")->find("straggler");
    if (straggler == nullptr || !straggler->asInteger()) return false;
    if (*straggler->asInteger() != c.stores[rank]->info().rank.value_or(-1)) return false;
    return id == "input-starvation" || id == "launch-bound";
}

void count(Tallies& tallies, const FoundCase& c, std::size_t rank) {
    const std::set<std::string> wanted = expectedOf(c.answers[rank]);
    for (const std::string& id : wanted) ++tallies[id].wanted;
    for (const Finding& f : c.results[rank].findings) {
        const std::string id(f.signature->id);
        if (!wanted.contains(id) && isReasonOfStraggler(id, c, rank)) continue;
        Tally& t = tallies[id];
        ++t.found;
        t.right += wanted.contains(id) ? 1 : 0;
        t.confirmed += f.confidence == Confidence::Confirmed ? 1 : 0;
    }
}

QString share(int part, int whole) {
    return whole == 0 ? QString("-") : QString("%1 %").arg(100.0 * part / whole, 0, 'f', 1);
}

QString tableOf(const Tallies& tallies, int traces) {
    QString out = QString("%1 traces (files) judged.\n\n").arg(traces);
    out += "| signature | expected | found | right | precision | recall | confirmed |\n|---|---|---|---|---|---|---|\n";
    for (const SignatureInfo& s : builtinSignatures()) {
        const auto it = tallies.find(std::string(s.id));
        const Tally t = it == tallies.end() ? Tally() : it->second;
        out += QString("| %1. %2 | %3 | %4 | %5 | %6 | %7 | %8 |\n")
                   .arg(QChar(s.letter))
                   .arg(QString::fromStdString(std::string(s.id)))
                   .arg(t.wanted)
                   .arg(t.found)
                   .arg(t.right)
                   .arg(share(t.right, t.found), share(t.right, t.wanted), share(t.confirmed, t.found));
    }
    return out;
}

QString judgedPlans(const std::vector<Plan>& plans) {
    Tallies tallies;
    int traces = 0;
    for (const Plan& plan : plans) {
        synth::SynthOptions o;
        o.kind = plan.kind;
        o.strength = plan.strength;
        o.seed = static_cast<std::uint64_t>(plan.seed);
        o.ranks = 0;
        o.targetBytes = plan.bytes;
        o.withStack = plan.withStack;
        const FoundCase c = findIn(o);
        if (!c.error.empty()) return QString::fromStdString(c.error);
        for (std::size_t r = 0; r < c.results.size(); ++r, ++traces) count(tallies, c, r);
    }
    return tableOf(tallies, traces);
}

// Another maker of traces: the kind is what must be found, and nothing else.
QString judgedOthers() {
    Tallies tallies;
    int traces = 0;
    double worst = 0;
    for (const char* kind : {"healthy", "launch-bound", "input-starvation", "sync-stalls", "allocator-stalls",
                             "unoverlapped-allreduce", "memory-bound"})
        for (int i = 0; i < 18; ++i, ++traces) {
            OtherOptions o{kind, static_cast<std::uint64_t>(i + 1), 2 + i % 7, 1 + i % 2, 0.1 * (i % 4), i % 3, 0};
            o.strength = 1 + 0.2 * (i % 6);
            const OtherTrace made = otherTrace(o);
            const FindingsResult result = findInText(made.json);
            ++tallies[kind].wanted;
            std::vector<OtherTrace::Span> windows;
            for (const FindingWindow& w : result.windows)
                if (w.counts) windows.emplace_back(w.at.begin, w.at.end);
            for (const Finding& f : result.findings) {
                Tally& t = tallies[std::string(f.signature->id)];
                ++t.found;
                t.right += f.signature->id == o.kind ? 1 : 0;
                t.confirmed += f.confidence == Confidence::Confirmed ? 1 : 0;
                const auto wanted = static_cast<double>(made.costWithin(windows));
                if (f.signature->id == o.kind && o.kind != "healthy")
                    worst = std::max(worst, std::abs(static_cast<double>(f.costNs) - wanted) / wanted);
            }
        }
    return tableOf(tallies, traces) +
           QString("\nLargest difference of a cost from the books of the other maker: %1 %.\n")
               .arg(100 * worst, 0, 'f', 1);
}

QString saidOf(const FindingsResult& result) {
    QStringList out;
    for (const Finding& f : result.findings)
        out << QString("%1 %2")
                   .arg(QChar(f.signature->letter))
                   .arg(QString::fromUtf8(confidenceWord(f.confidence).data()));
    return out.isEmpty() ? QString("nothing") : out.join(", ");
}

QString judgedTaken() {
    QString out = "| kind, one rank | complete | without steps | without launch calls | without host rows | first half "
                  "of the file |\n"
                  "|---|---|---|---|---|---|\n";
    for (const char* kind : {"unoverlapped-allreduce", "launch-bound", "input-starvation", "memory-bound", "straggler",
                             "pipeline-bubbles", "sync-stalls", "allocator-stalls", "healthy"}) {
        synth::SynthOptions o;
        o.kind = kind;
        o.seed = 77;
        o.ranks = 0;
        o.straggler = o.kind == "straggler" ? std::optional<unsigned>(2) : std::nullopt;
        const SynthCase files(o);
        const std::string text = files.text(o.kind == "pipeline-bubbles" ? files.files.size() - 1 : 0);
        out += QString("| %1 |").arg(kind);
        for (const Taken what : {Taken::Nothing, Taken::Steps, Taken::Calls, Taken::HostRows, Taken::Half})
            out += QString(" %1 |").arg(saidOf(findInText(withTaken(text, what))));
        out += "\n";
    }
    return out;
}

// The part of the page between its marks is what was worked out; or it is written there.
QString compareBlock(const QString& name, const QString& table) {
    const QString begin = QString("<!-- %1: begin -->\n").arg(name), end = QString("<!-- %1: end -->\n").arg(name);
    QFile file(kPage);
    if (!file.open(QIODevice::ReadOnly)) return "no page";
    QString page = QString::fromUtf8(file.readAll());
    file.close();
    const auto from = page.indexOf(begin) + begin.size(), to = page.indexOf(end);
    if (page.indexOf(begin) < 0 || to < from) return "the page has no place for it";
    if (!qEnvironmentVariableIsSet("UPDATE_FINDINGS_QUALITY"))
        return page.mid(from, to - from) == table ? QString() : table;
    page.replace(from, to - from, table);
    if (!file.open(QIODevice::WriteOnly)) return "cannot be written";
    file.write(page.toUtf8());
    return {};
}

} // namespace

class FindingsQualityTest : public QObject {
    Q_OBJECT
private slots:
    void theTableOnThePageIsWhatIsFoundToday() { QCOMPARE(compareBlock("table", judgedPlans(plans())), QString()); }
    void soIsTheTableOfSeedsAndSizesThatNoRuleWasSetOn() {
        QCOMPARE(compareBlock("away", judgedPlans(plansAway())), QString());
    }
    void soIsTheTableOfTheOtherMaker() { QCOMPARE(compareBlock("other", judgedOthers()), QString()); }
    void soIsTheTableOfWhatIsTakenAway() { QCOMPARE(compareBlock("taken", judgedTaken()), QString()); }
};

QTEST_APPLESS_MAIN(FindingsQualityTest)
#include "tst_findings_quality.moc"
