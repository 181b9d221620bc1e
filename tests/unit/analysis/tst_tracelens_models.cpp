// Holds the tables of TraceLens for kernels, operators and performance models of real traces against ours. What differs
// is listed, with its cause, in docs/user/compare-with-tracelens.md (lines that begin with "* ").
#include "core/base/json.h"
#include "core/session/load_trace.h"
#include "tests/support/table_access.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <cmath>
#include <map>
#include <set>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

struct Reference {
    QString name; // of the file
    std::shared_ptr<const TraceStore> store;
    Json report;
};

// A table of theirs: cells by heading.
class Theirs {
public:
    Theirs(const Json& report, std::string_view table) {
        const Json* at = report.find(table);
        if (at == nullptr || at->find("columns") == nullptr) return;
        for (const Json& column : at->find("columns")->elements()) m_columns.push_back(*column.asText());
        m_rows = &at->find("rows")->elements();
    }
    std::size_t size() const { return m_rows != nullptr ? m_rows->size() : 0; }
    const Json& cell(std::size_t row, std::string_view column) const {
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            if (m_columns[c] == column) return (*m_rows)[row].elements()[c];
        qFatal("no column %s", std::string(column).c_str());
    }
    std::string text(std::size_t row, std::string_view column) const {
        const std::string* text = cell(row, column).asText();
        return text != nullptr ? *text : std::string();
    }
    double number(std::size_t row, std::string_view column) const {
        return cell(row, column).asNumber().value_or(std::nan(""));
    }

private:
    std::vector<std::string> m_columns;
    const Json::Array* m_rows = nullptr;
};

const std::vector<Reference>& references() {
    static const std::vector<Reference> all = [] {
        std::vector<Reference> out;
        const QString traces = QString(LANESCOPE_SHARED_DIR) + "/traces/";
        for (const QString& name : QDir(traces + "reference/tracelens").entryList({"*.json"}, QDir::Files)) {
            QFile file(traces + "reference/tracelens/" + name);
            if (!file.open(QIODevice::ReadOnly)) continue;
            const auto json = parseJson(file.readAll().toStdString(), name.toStdString());
            if (!json.ok()) qFatal("%s", qPrintable(name));
            const Json* at = &*json;
            for (const char* key : {"tracelens", "analyses", "generate_perf_report_pytorch", "result"})
                at = at != nullptr ? at->find(key) : nullptr;
            const Json* trace = json->find("file");
            if (at == nullptr || trace == nullptr || trace->asText() == nullptr) continue;
            LoadOptions options;
            options.useIndex = false;
            RunContext run;
            const QString path = traces + QString::fromStdString(*trace->asText());
            const auto loaded = loadTrace(path.toStdString(), options, run);
            if (!loaded.ok()) qFatal("%s", loaded.error().text().c_str());
            out.push_back({QFileInfo(path).fileName(), loaded->store, *at});
        }
        return out;
    }();
    return all;
}

QStringList known() {
    QStringList out;
    QFile file(QString(LANESCOPE_SOURCE_DIR) + "/docs/user/compare-with-tracelens.md");
    if (!file.open(QIODevice::ReadOnly)) return out;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
        if (line.startsWith("* ")) out << line.mid(2);
    return out;
}

// All differences of one kind ("GPU time", "operations" ...) are listed, and no others.
void compareWithDocs(const QStringList& found, const QStringList& kinds) {
    const QStringList listed = known();
    for (const QString& one : found)
        if (!listed.contains(one)) qWarning("* %s", qPrintable(one));
    for (const QString& one : found) QVERIFY2(listed.contains(one), qPrintable("not listed: " + one));
    for (const QString& one : listed)
        for (const QString& kind : kinds)
            if (one.contains(kind)) QVERIFY2(found.contains(one), qPrintable("listed, but no longer there: " + one));
}

QString difference(const Reference& r, const std::string& name, const char* kind, double here, double there,
                   int decimals) {
    return QString("%1 %2 %3: %4 here, %5 in TraceLens")
        .arg(r.name, QString::fromStdString(name), QString(kind))
        .arg(here, 0, 'f', decimals)
        .arg(there, 0, 'f', decimals);
}

std::string compact(const Json& dims) {
    std::string out;
    for (const char c : dims.dump(Json::Style::Compact))
        if (c != ' ' && c != '\n') out += c;
    return out;
}

struct Estimate {
    double operations = 0, bytes = 0; // of one call
};
// By operator and shapes; several where the types of the inputs differ.
using Estimates = std::map<std::pair<std::string, std::string>, std::vector<Estimate>>;

Estimates oursOf(const TraceStore& store) {
    Estimates out;
    if (missingNeed(store, *findAnalysis("flops"))) return out;
    const AnalysisResult result = resultOf("flops", store);
    const Table& table = tableIn(result.tables, "flops");
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        std::string shapes = textIn(table, r, "shapes").remove(' ').toStdString();
        const auto count = static_cast<double>(numberIn(table, r, "count"));
        out[{textIn(table, r, "name").toStdString(), std::move(shapes)}].push_back(
            {static_cast<double>(numberIn(table, r, "flops")) / count,
             static_cast<double>(numberIn(table, r, "moved_bytes")) / count});
    }
    return out;
}

// By family and the operator's name where there is no rule here.
bool isWithoutRule(const std::string& name) {
    static const std::set<std::string> kNames{"aten::linalg_norm", "aten::cumsum", "aten::upsample_nearest2d"};
    return kNames.contains(name) || !name.starts_with("aten::");
}

double sizeOf(const Json& dims) {
    double out = 1;
    for (const Json& n : dims.elements()) out *= n.asNumber().value_or(1);
    return out;
}

// What rules that differ add here to their figures: a bias of a convolution, which they do not see, is one addition per
// output, and its bytes; they have 6 operations and 6 elements per channel of a norm on top; a copy computes nothing.
Estimate ruleOf(const std::string& name, const Json& dims, double operations) {
    const Json::Array& inputs = dims.elements();
    if (name == "aten::copy_") return {-operations, 0};
    if (name == "aten::layer_norm")
        return {-6 * sizeOf(inputs.at(2)), -6 * 2 * sizeOf(inputs.at(2))}; // 2-byte elements
    if (name != "aten::convolution" || inputs.size() < 3 || inputs[2].elements().empty()) return {};
    double perOutput = 2;
    const Json::Array& weight = inputs[1].elements();
    for (std::size_t i = 1; i < weight.size(); ++i) perOutput *= weight[i].asNumber().value_or(1);
    return {operations / perOutput, 2 * inputs[2].elements()[0].asNumber().value_or(0)}; // 2-byte elements
}

// From a type to itself: the copy engine may do that, and work without a kernel is no row of ours.
bool hasOneType(const Json& types) {
    const Json::Array& all = types.elements();
    return all.size() > 1 && all[0].asText() != nullptr && all[1].asText() != nullptr &&
           *all[0].asText() == *all[1].asText();
}

// The row of ours: their layer_norm is the native_layer_norm it calls, without the last argument.
std::pair<std::string, std::string> keyOf(const std::string& name, const std::string& shapes) {
    if (name != "aten::layer_norm") return {name, shapes};
    return {"aten::native_layer_norm", shapes.substr(0, shapes.rfind(",[]")) + "]"};
}

// Their bytes of a single number among the inputs: one element of its type.
bool isBytesOfScalars(double here, double there) { return there > here && there - here <= 16; }

} // namespace

class TestTraceLensModels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (references().empty()) QSKIP("the figures of TraceLens are not there");
    }

    void everyKernelHasTheSameCountAndTime() {
        int checked = 0;
        for (const Reference& reference : references()) {
            const Theirs theirs(reference.report, "kernel_summary");
            std::map<std::string, std::pair<std::int64_t, double>> byName; // there: by operator and stream as well
            for (std::size_t r = 0; r < theirs.size(); ++r) {
                auto& [count, us] = byName[theirs.text(r, "Kernel name")];
                count += static_cast<std::int64_t>(theirs.number(r, "Kernel duration (\u00B5s)_count"));
                us += theirs.number(r, "Kernel duration (\u00B5s)_sum");
            }
            const AnalysisResult result = resultOf("kernels", *reference.store);
            const Table& ours = tableIn(result.tables, "kernels");
            QCOMPARE(ours.rows.size(), byName.size());
            for (std::size_t r = 0; r < ours.rows.size(); ++r) {
                const auto there = byName.find(textIn(ours, r, "name").toStdString());
                QVERIFY2(there != byName.end(), qPrintable(textIn(ours, r, "name")));
                QCOMPARE(numberIn(ours, r, "count"), there->second.first);
                const double us = static_cast<double>(numberIn(ours, r, "total_ns")) / 1e3;
                QVERIFY2(std::abs(us - there->second.second) < 0.001 * static_cast<double>(there->second.first) + 0.001,
                         qPrintable(textIn(ours, r, "name")));
                ++checked;
            }
        }
        QVERIFY(checked > 300);
    }

    void everyOperatorHasTheSameTimeOnTheGpu() {
        QStringList found;
        int checked = 0;
        for (const Reference& reference : references()) {
            const Theirs theirs(reference.report, "ops_summary");
            if (theirs.size() == 0) continue;
            const AnalysisResult result = resultOf("operators", *reference.store);
            const Table& ours = tableIn(result.tables, "operators");
            std::map<std::string, double> us;
            for (std::size_t r = 0; r < ours.rows.size(); ++r)
                if (textIn(ours, r, "device_type") == "CPU")
                    us[textIn(ours, r, "name").toStdString()] =
                        static_cast<double>(numberIn(ours, r, "self_device_ns")) / 1e3;
            for (std::size_t r = 0; r < theirs.size(); ++r) {
                const std::string name = theirs.text(r, "name");
                const double there = theirs.number(r, "total_direct_kernel_time_sum");
                QVERIFY2(us.contains(name), name.c_str());
                ++checked;
                // Absolute times there are floating-point microseconds.
                if (std::abs(us[name] - there) <= std::max(0.5, 1e-3 * there)) continue;
                found << difference(reference, name, "GPU time", us[name], there, 3);
            }
        }
        QVERIFY(checked > 150);
        compareWithDocs(found, {" GPU time: "});
    }

    void everyModelNeedsTheSameOperationsAndBytes() {
        QStringList found;
        std::map<std::string, int> same;
        for (const Reference& reference : references()) {
            const Theirs theirs(reference.report, "unified_perf_summary");
            const Estimates ours = oursOf(*reference.store);
            for (std::size_t r = 0; r < theirs.size(); ++r) {
                if (!theirs.cell(r, "has_perf_model").asBool().value_or(false)) continue;
                const std::string name = theirs.text(r, "name");
                if (isWithoutRule(name)) continue;
                const std::string shapes = compact(theirs.cell(r, "Input Dims"));
                const auto here = ours.find(keyOf(name, shapes));
                const bool mayBeEngine = name == "aten::copy_" && hasOneType(theirs.cell(r, "Input type"));
                if (here == ours.end() && name == "aten::copy_") continue; // between host and device: no kernel either
                QVERIFY2(here != ours.end(), (name + shapes).c_str());
                const std::string place = name + " " + shapes;
                const double operations = theirs.number(r, "GFLOPS") * 1e9;
                const double bytes = theirs.number(r, "Data Moved (MB)") * 1024 * 1024;
                const Estimate rule = ruleOf(name, theirs.cell(r, "Input Dims"), operations);
                const Estimate there{operations + rule.operations, bytes + rule.bytes};
                const auto differs = [](double a, double b) { return std::abs(a - b) > 1e-6 * std::max(a, b) + 0.5; };
                const auto isSame = [&](const Estimate& e) {
                    return (!std::isfinite(operations) || !differs(e.operations, there.operations)) &&
                           (!std::isfinite(bytes) || !differs(e.bytes, there.bytes) ||
                            isBytesOfScalars(e.bytes, there.bytes));
                };
                if (std::any_of(here->second.begin(), here->second.end(), isSame)) {
                    ++same[name == "aten::copy_" || name == "aten::layer_norm" ? name : theirs.text(r, "op category")];
                    continue;
                }
                if (mayBeEngine) continue;
                const Estimate& first = here->second.front();
                if (std::isfinite(operations) && differs(first.operations, there.operations))
                    found << difference(reference, place, "operations", first.operations, operations, 0);
                if (std::isfinite(bytes) && differs(first.bytes, there.bytes))
                    found << difference(reference, place, "bytes", first.bytes, bytes, 0);
            }
        }
        for (const auto& [category, count] : same) qInfo("%s: %d the same", category.c_str(), count);
        QVERIFY(same["GEMM"] > 60);
        QVERIFY(same["SDPA_fwd"] > 5);
        QVERIFY(same["CONV_fwd"] > 10);
        QVERIFY(same["elementwise"] > 100);
        QVERIFY(same["aten::copy_"] > 40);
        QVERIFY(same["aten::layer_norm"] > 6);
        compareWithDocs(found, {" operations: ", " bytes: "});
    }
};

QTEST_APPLESS_MAIN(TestTraceLensModels)
#include "tst_tracelens_models.moc"
