#include "tests/support/cli_runner.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>

namespace lanescope::testing {

CliRun runProgram(const QString& program, const QStringList& arguments, const QStringList& environment) {
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const QString& line : environment) variables.insert(line.section('=', 0, 0), line.section('=', 1));
    process.setProcessEnvironment(variables);
    process.start(program, arguments);
    CliRun run;
    if (!process.waitForStarted() || !process.waitForFinished(300'000)) {
        process.kill();
        process.waitForFinished();
        run.err = process.errorString().toUtf8();
        return run;
    }
    if (process.exitStatus() == QProcess::NormalExit) run.exitCode = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

CliRun runCli(const QStringList& arguments, const QStringList& environment) {
    return runProgram(QStringLiteral(LANESCOPE_CLI), arguments, environment);
}

QJsonObject jsonOf(const CliRun& run) { return QJsonDocument::fromJson(run.out).object(); }

bool writeFile(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace lanescope::testing
