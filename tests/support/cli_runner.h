// Runs the real terminal program and keeps what it says.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace lanescope::testing {

struct CliRun {
    int exitCode = -1; // -1: did not start, crashed or hung
    QByteArray out;
    QByteArray err;
};

// `environment` holds NAME=value lines that come on top of the test's own.
CliRun runCli(const QStringList& arguments, const QStringList& environment = {});
CliRun runProgram(const QString& program, const QStringList& arguments, const QStringList& environment = {});

// stdout as one JSON object; empty when it is none.
QJsonObject jsonOf(const CliRun& run);

bool writeFile(const QString& path, const QByteArray& content);
QByteArray readFile(const QString& path);

} // namespace lanescope::testing
