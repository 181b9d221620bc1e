// The table of precision and recall in docs/dev/findings-quality.md is what this test works out from generated traces.
// UPDATE_FINDINGS_QUALITY=1 writes it; otherwise the page is compared.
#include "core/analysis/signatures/signatures.h"
#include "tests/support/findings_case.h"

#include <QFile>
#include <QTest>

#include <map>
#include <set>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const char* const kBegin = "<!-- table: begin -->\n";
const char* const kEnd = "<!-- table: end -->\n";
const QString kPage = QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/dev/findings-quality.md");

struct Tally {
    int wanted = 0, found = 0, right = 0, confirmed = 0;
};

struct Plan {
    std::string kind;
    double strength;
    int seed;
};

std::vector<Plan> plans() {
    std::vector<Plan> out;
    for (const char* kind : {"launch-bound", "input-starvation", "sync-stalls", "allocator-stalls",
                             "unoverlapped-allreduce", "memory-bound", "straggler", "pipeline-bubbles"})
        for (const double strength : {0.0, 0.1, 0.3, 0.7, 1.4, 3.0}) out.push_back({kind, strength, 11});
    for (int seed = 21; seed <= 26; ++seed) out.push_back({"mixture", 1, seed});
    for (int seed = 31; seed <= 33; ++seed) out.push_back({"healthy", 1, seed});
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

void count(std::map<std::string, Tally>& tallies, const FoundCase& c, std::size_t rank) {
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

QString tableOf(const std::map<std::string, Tally>& tallies, int traces) {
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

} // namespace

class FindingsQualityTest : public QObject {
    Q_OBJECT
private slots:
    void theTableOnThePageIsWhatIsFoundToday() {
        std::map<std::string, Tally> tallies;
        int traces = 0;
        for (const Plan& plan : plans()) {
            synth::SynthOptions o;
            o.kind = plan.kind;
            o.strength = plan.strength;
            o.seed = static_cast<std::uint64_t>(plan.seed);
            o.ranks = 0;
            const FoundCase c = findIn(o);
            QVERIFY2(c.error.empty(), c.error.c_str());
            for (std::size_t r = 0; r < c.results.size(); ++r, ++traces) count(tallies, c, r);
        }
        const QString table = tableOf(tallies, traces);
        QFile file(kPage);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QString page = QString::fromUtf8(file.readAll());
        file.close();
        const auto begin = page.indexOf(kBegin), end = page.indexOf(kEnd);
        QVERIFY(begin >= 0 && end > begin);
        const auto from = begin + QString(kBegin).size();
        if (qEnvironmentVariableIsSet("UPDATE_FINDINGS_QUALITY")) {
            page.replace(from, end - from, table);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(page.toUtf8());
            return;
        }
        QCOMPARE(page.mid(from, end - from), table);
    }
};

QTEST_APPLESS_MAIN(FindingsQualityTest)
#include "tst_findings_quality.moc"
