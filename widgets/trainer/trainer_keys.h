// Keys of the trainer's pages: they act while the page or something on it has the focus. GUI thread.
#pragma once

#include "widgets/trainer/trace_stage.h"

#include <QShortcut>

#include <functional>

namespace lanescope::trainer {

inline void onKey(QWidget& page, const QString& keys, std::function<void()> act) {
    auto* shortcut = new QShortcut(QKeySequence(keys), &page);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(shortcut, &QShortcut::activated, &page, std::move(act));
}

// To see all, to go from step to step, to pan; zoom and pan by W S A D are the timeline's own.
inline void addStageKeys(QWidget& page, TraceStage& stage) {
    constexpr double kPanShare = 0.1;
    onKey(page, QStringLiteral("0"), [&stage] { stage.view().fitAll(); });
    onKey(page, QStringLiteral("Ctrl+."), [&stage] { stage.fitStep(1); });
    const auto add = [&page](int key, std::function<void()> act) {
        auto* shortcut = new QShortcut(QKeySequence(key), &page);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        QObject::connect(shortcut, &QShortcut::activated, &page, std::move(act));
    };
    add(QKeyCombination(Qt::ControlModifier, Qt::Key_Comma).toCombined(), [&stage] { stage.fitStep(-1); });
    add(Qt::Key_Left, [&stage] { stage.view().panBy(-kPanShare * stage.view().canvasWidth()); });
    add(Qt::Key_Right, [&stage] { stage.view().panBy(kPanShare * stage.view().canvasWidth()); });
}

} // namespace lanescope::trainer
