// Every #include is checked against the table of layers: what a folder may include beside itself.
#include "tests/arch/source_tree.h"

#include <QRegularExpression>
#include <QTest>

namespace {

struct Layer {
    const char* folder;
    const char* mayInclude; // folders of ours, separated by blanks
    const char* libraries;  // prefixes of outside headers that not everybody may use
};

// Longest prefix wins. "core" stands for every folder in core.
constexpr Layer kLayers[] = {
    {"core/base", "", "fmt/"},
    {"core/io", "core/base", "fmt/ zlib.h zstd.h isa-l isa-l.h igzip_lib.h crc.h xxhash.h"},
    {"core/store", "core/base", "fmt/"},
    {"core/build", "core/store core/base", "fmt/"},
    {"core/readers", "core/build core/store core/io core/base", "fmt/ simdjson"},
    {"core/cache", "core/store core/io core/base", "fmt/ zstd.h xxhash.h"},
    {"core/query", "core/store core/base", "fmt/ cxxabi.h re2/"},
    {"core/analysis", "core/query core/store core/base", "fmt/"},
    {"core/export", "core/analysis core/query core/store core/base", "fmt/ nlohmann/"},
    {"core/align", "core/query core/store core/base", "fmt/"},
    {"core/notes", "core/query core/store core/base", "fmt/ nlohmann/"},
    {"core/session_file", "core/notes core/analysis core/query core/store core/base", "fmt/"},
    {"core/report", "core/export core/analysis core/notes core/query core/store core/base", "fmt/"},
    {"core/synth", "core/io core/base", "fmt/ nlohmann/ zlib.h zstd.h igzip_lib.h isa-l"},
    {"core/session", "core", "fmt/ nlohmann/ simdjson"},
    {"widgets/scene", "core/notes core/export core/query core/store core/analysis core/base", "fmt/"},
    {"widgets/paint", "widgets/scene core/notes core/export core/query core/store core/analysis core/base", "fmt/ Q"},
    {"widgets/pictures",
     "widgets/paint widgets/scene core/session_file core/report core/notes core/export core/analysis core/query "
     "core/store core/base",
     "fmt/ Q"},
    {"widgets/models", "core", "fmt/ Q"},
    {"widgets/jobs", "core/session core/io core/build core/store core/base", "fmt/ Q"},
    {"widgets", "widgets core", "fmt/ Q"},
    {"app/cli", "app/cli core", "fmt/ CLI/ simdjson sqlite3.h"},
    {"app/cli/bench", "app/cli core", "fmt/ simdjson isa-l"}, // it measures the bare libraries beside our own
    {"app/render", "app/render widgets/rankpictures widgets/ranks widgets/pictures widgets/paint widgets/scene core",
     "fmt/ Q"},
    {"app/gui", "app/gui widgets core", "fmt/ Q"},
};

constexpr const char* kRestricted[] = {"Q",       "simdjson", "zlib.h", "zstd.h",    "isa-l", "igzip_lib.h", "crc.h",
                                       "archive", "xxhash.h", "CLI/",   "nlohmann/", "fmt/",  "sqlite3",     "re2/"};

const Layer* layerOf(const QString& path) {
    const Layer* best = nullptr;
    for (const Layer& layer : kLayers) {
        const QString folder = layer.folder;
        if (path.startsWith(folder + "/") && (!best || folder.size() > QString(best->folder).size())) best = &layer;
    }
    return best;
}

bool startsWithAny(const QString& text, const QString& prefixes) {
    for (const QString& prefix : prefixes.split(' ', Qt::SkipEmptyParts))
        if (text.startsWith(prefix)) return true;
    return false;
}

bool isInAny(const QString& include, const QString& folders) {
    for (const QString& folder : folders.split(' ', Qt::SkipEmptyParts))
        if (include.startsWith(folder + "/")) return true;
    return false;
}

// Empty when the include is allowed, else what is wrong.
QString complaint(const QString& file, const QString& include) {
    const Layer* layer = layerOf(file);
    if (!layer) return "no layer knows this folder";
    static const QRegularExpression own("^(app|core|widgets|tests|resources)/");
    if (own.match(include).hasMatch()) {
        const Layer* target = layerOf(include);
        if (target == layer || isInAny(include, layer->mayInclude)) return {};
        return QStringLiteral("%1 may not include %2").arg(layer->folder, include);
    }
    for (const char* restricted : kRestricted) {
        const bool isQt = restricted == QStringLiteral("Q");
        const bool hit =
            isQt ? QRegularExpression("^(Q[A-Z]|Qt)").match(include).hasMatch() : include.startsWith(restricted);
        if (hit && !startsWithAny(include, layer->libraries))
            return QStringLiteral("%1 may not use the library header %2").arg(layer->folder, include);
    }
    return {};
}

} // namespace

class TestLayers : public QObject {
    Q_OBJECT
private slots:
    void arrowsOnlyGoDown() {
        static const QRegularExpression include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
        QStringList wrong;
        int seen = 0;
        for (const auto& file : lanescope::arch::sourceFiles({"app", "core", "widgets"})) {
            for (const QString& line : file.lines) {
                const auto match = include.match(line);
                if (!match.hasMatch()) continue;
                ++seen;
                if (match.captured(1).endsWith(".moc")) continue;
                const QString text = complaint(file.path, match.captured(1));
                if (!text.isEmpty()) wrong << file.path + ": " + text;
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
        QVERIFY(seen > 100); // the scan really saw the sources
    }

    void aForbiddenIncludeIsNoticed() {
        QVERIFY(!complaint("core/store/x.cpp", "core/readers/reader.h").isEmpty());
        QVERIFY(!complaint("core/query/x.cpp", "QString").isEmpty());
        QVERIFY(!complaint("core/store/x.cpp", "simdjson.h").isEmpty());
        QVERIFY(!complaint("widgets/scene/x.cpp", "widgets/paint/theme.h").isEmpty());
        QVERIFY(!complaint("app/cli/x.cpp", "widgets/scene/scene.h").isEmpty());
        QVERIFY(complaint("core/build/x.cpp", "core/store/columns.h").isEmpty());
        QVERIFY(complaint("widgets/paint/x.cpp", "QPainter").isEmpty());
        QVERIFY(complaint("core/base/x.cpp", "vector").isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
