#include "widgets/models/recent_files.h"

#include <algorithm>

namespace lanescope::models {

namespace {
const QString kGroup = QStringLiteral("recent");

std::optional<std::array<qint64, 4>> readParts(const QVariantList& list) {
    if (list.size() != 4) return std::nullopt;
    std::array<qint64, 4> out{};
    for (int i = 0; i < 4; ++i) out[static_cast<std::size_t>(i)] = list[i].toLongLong();
    return out;
}

QVariantList partsList(const RecentFile& file) {
    QVariantList out;
    if (file.parts)
        for (const qint64 ns : *file.parts) out << ns;
    return out;
}
} // namespace

QString RecentFile::fileName() const { return path.section(QLatin1Char('/'), -1); }

QVector<RecentFile> RecentFiles::files() const {
    QVector<RecentFile> out;
    const int n = std::min(m_settings.beginReadArray(kGroup), kMaxFiles); // the file may have been edited by hand
    for (int i = 0; i < n; ++i) {
        m_settings.setArrayIndex(i);
        RecentFile file;
        file.path = m_settings.value("path").toString();
        file.opened = m_settings.value("opened").toDateTime();
        file.bytes = m_settings.value("bytes").toULongLong();
        file.modifiedMs = m_settings.value("modified").toLongLong();
        file.facts = m_settings.value("facts").toString();
        file.parts = readParts(m_settings.value("parts").toList());
        if (!file.path.isEmpty()) out << file;
    }
    m_settings.endArray();
    return out;
}

void RecentFiles::store(const QVector<RecentFile>& files) {
    m_settings.remove(kGroup);
    m_settings.beginWriteArray(kGroup, static_cast<int>(files.size()));
    for (int i = 0; i < files.size(); ++i) {
        m_settings.setArrayIndex(i);
        m_settings.setValue("path", files[i].path);
        m_settings.setValue("opened", files[i].opened);
        m_settings.setValue("bytes", QVariant::fromValue<qulonglong>(files[i].bytes));
        m_settings.setValue("modified", files[i].modifiedMs);
        m_settings.setValue("facts", files[i].facts);
        m_settings.setValue("parts", partsList(files[i]));
    }
    m_settings.endArray();
    m_settings.sync();
}

void RecentFiles::add(const RecentFile& file) {
    QVector<RecentFile> list = files();
    list.removeIf([&](const RecentFile& f) { return f.path == file.path; });
    list.prepend(file);
    if (list.size() > kMaxFiles) list.resize(kMaxFiles);
    store(list);
}

void RecentFiles::setParts(const QString& path, const std::array<qint64, 4>& parts) {
    QVector<RecentFile> list = files();
    for (RecentFile& file : list)
        if (file.path == path) file.parts = parts;
    store(list);
}

void RecentFiles::remove(const QString& path) {
    QVector<RecentFile> list = files();
    list.removeIf([&](const RecentFile& f) { return f.path == path; });
    store(list);
}

void RecentFiles::clear() { store({}); }

} // namespace lanescope::models
