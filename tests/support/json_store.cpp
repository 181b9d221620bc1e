#include "tests/support/json_store.h"

#include "core/session/load_trace.h"

#include <QFile>
#include <QTemporaryDir>

namespace lanescope::testing {

std::shared_ptr<const TraceStore> storeFromFile(const QString& path) {
    LoadOptions options;
    options.useIndex = false;
    options.threads = 1;
    RunContext context;
    const auto trace = loadTrace(path.toStdString(), options, context);
    return trace.ok() ? trace->store : nullptr;
}

std::shared_ptr<const TraceStore> storeFromEvents(const QString& events, const QString& topLevel) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return nullptr;
    const QString head = topLevel.isEmpty() ? QString() : topLevel + QStringLiteral(",\n");
    file.write(
        (QStringLiteral("{") + head + QStringLiteral("\"traceEvents\": [") + events + QStringLiteral("]}")).toUtf8());
    file.close();
    return storeFromFile(path);
}

} // namespace lanescope::testing
