// The project's own sources as text, for the checks on layers and sizes.
#pragma once

#include <QDirIterator>
#include <QFile>
#include <QString>
#include <QStringList>

namespace lanescope::arch {

struct SourceFile {
    QString path; // relative to the root, with '/'
    QStringList lines;
};

inline QList<SourceFile> sourceFiles(const QStringList& folders) {
    QList<SourceFile> files;
    const QString root = QStringLiteral(LANESCOPE_SOURCE_DIR);
    for (const QString& folder : folders) {
        QDirIterator it(root + "/" + folder, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            QFile file(path);
            if (!file.open(QIODevice::ReadOnly)) continue;
            files.append({path.mid(root.size() + 1), QString::fromUtf8(file.readAll()).split('\n')});
        }
    }
    return files;
}

} // namespace lanescope::arch
