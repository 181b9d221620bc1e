// Small traces with known places to go to, written once per test program.
#pragma once

#include "tests/gui/window_fixture.h"
#include "tests/support/cli_runner.h"

namespace lanescope::testing {

// One call launches gemm_a, gemm_b and gemm_c on three streams; between their ends and starts the GPU is idle twice.
inline QString gapsTracePath() {
    static QTemporaryDir dir;
    static const QString path = [] {
        const QByteArray kernel = R"({"ph":"X","cat":"kernel","name":"gemm_%1","pid":0,"tid":%2,"ts":%3,"dur":100,)"
                                  R"("args":{"device":0,"stream":%2,"correlation":9}})";
        QString text = R"({"traceEvents":[)"
                       R"({"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":0,"dur":50,)"
                       R"("args":{"correlation":9}})";
        text += ',' + QString(kernel).arg("a").arg(7).arg(100);
        text += ',' + QString(kernel).arg("b").arg(8).arg(400);
        text += ',' + QString(kernel).arg("c").arg(9).arg(900) + "]}";
        const QString out = dir.filePath("gaps.json");
        if (!writeFile(out, text.toUtf8())) qFatal("the trace cannot be written");
        return out;
    }();
    return path;
}
inline SliceId named(WindowFixture& f, std::string_view name) {
    for (std::uint32_t row = 0; row < f.store().slices().size(); ++row)
        if (f.store().name(SliceId{row}) == name) return SliceId{row};
    qFatal("the trace has no slice of that name");
}
inline TimeRange between(WindowFixture& f, const char* first, const char* second) {
    return {f.store().end(named(f, first)), f.store().start(named(f, second))};
}

// Several findings.
inline QString findingsTracePath() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "sync-stalls+input-starvation+launch-bound";
        options.steps = 6;
        return SynthCase(options, "findings.json");
    }();
    return QString::fromStdString(made.files.at(0).trace.string());
}

} // namespace lanescope::testing
