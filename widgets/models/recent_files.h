// The list of traces opened lately, kept in the user's settings. QSettings writes to a temporary name and renames, so
// a crash never leaves half a list. GUI thread; no access to the files themselves.
#pragma once

#include <QDateTime>
#include <QSettings>
#include <QString>
#include <QVector>

#include <array>
#include <cstdint>
#include <optional>

namespace lanescope::models {

struct RecentFile {
    QString path; // absolute
    QDateTime opened;
    std::uint64_t bytes = 0;
    qint64 modifiedMs = 0; // of the file when it was opened, to tell that it changed since
    QString facts;         // "rank 3, 16 steps"
    // compute, exposed communication, exposed copies, idle in ns; empty until analysed, or without GPU work
    std::optional<std::array<qint64, 4>> parts;
    QString fileName() const;
};

class RecentFiles {
public:
    static constexpr int kMaxFiles = 12;
    explicit RecentFiles(QSettings& settings) : m_settings(settings) {}
    QVector<RecentFile> files() const; // newest first
    void add(const RecentFile& file);  // replaces an older entry of the same path
    void setParts(const QString& path, const std::array<qint64, 4>& parts);
    void remove(const QString& path);
    void clear();

private:
    void store(const QVector<RecentFile>& files);
    QSettings& m_settings;
};

} // namespace lanescope::models
