// A small file system of a test's own, to be filled up or made read-only; gone at the end. Only root can make one:
// where it cannot be made ok() is false, and the test skips with a message.
#pragma once

#include "tests/support/cli_runner.h"

#include <QDir>
#include <QTemporaryDir>

#include <unistd.h>

namespace lanescope::testing {

class OwnDisk {
public:
    explicit OwnDisk(const char* options) {
        if (::geteuid() != 0) return;
        m_mounted = runProgram("mount", {"-t", "tmpfs", "-o", options, "tmpfs", m_dir.path()}).exitCode == 0;
    }
    ~OwnDisk() {
        if (m_mounted) runProgram("umount", {"-l", m_dir.path()});
    }
    OwnDisk(const OwnDisk&) = delete;
    OwnDisk& operator=(const OwnDisk&) = delete;

    bool ok() const { return m_mounted; }
    QString file(const QString& name) const { return m_dir.filePath(name); }
    QStringList names() const { return QDir(m_dir.path()).entryList(QDir::Files | QDir::Hidden); }
    bool makeReadOnly() { return runProgram("mount", {"-o", "remount,ro", m_dir.path()}).exitCode == 0; }
    // Takes all the room that is left, in a file of that name.
    bool fill(const QString& name) {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return false;
        const QByteArray page(4096, 'x');
        for (int i = 0; i < 1'000'000; ++i)
            if (file.write(page) != page.size()) return true;
        return false;
    }

private:
    QTemporaryDir m_dir;
    bool m_mounted = false;
};

} // namespace lanescope::testing
