#include "widgets/panels/analysis/table_files.h"

#include <QSaveFile>

namespace lanescope::panels {

Format formatOf(const QString& path) {
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) return Format::Csv;
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) return Format::Json;
    if (path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive)) return Format::Markdown;
    return Format::Text;
}

Status writeTables(const std::vector<Table>& tables, const QString& path) {
    const QByteArray bytes = QByteArray::fromStdString(render(tables, formatOf(path)));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return Error{ErrorCode::NotWritable, "cannot be written: " + file.errorString().toStdString(),
                     path.toStdString(), "choose another folder"};
    return {};
}

} // namespace lanescope::panels
