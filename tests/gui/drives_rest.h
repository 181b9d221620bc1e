// Analyses, help, ranks.
#pragma once

#include "tests/gui/drives.h"

#include "app/gui/window/linked_compare.h"
#include "core/analysis/builtin_analyses.h"

#include <QMessageBox>
#include <QThread>

#include <atomic>

namespace lanescope::testing {

inline panels::AnalysisPanel& analyses(WindowFixture& f) { return f.w().page().bottom().analyses(); }
template <models::Scope scope>
bool isOver(WindowFixture& f, const Before&) {
    return analyses(f).options().scope() == scope;
}
inline void openKernels(WindowFixture& f) {
    f.w().page().bottom().showTab(panels::BottomPanel::Tab::Analyses);
    analyses(f).open("kernels");
    QVERIFY(QTest::qWaitFor([&] { return analyses(f).table().table() != nullptr; }));
}
inline std::atomic<bool> holdWorkers{false}; // a load keeps its worker, whatever was asked of it
inline std::atomic<int> heldWorkers{0};
// No worker is free: what is asked from now on waits.
inline void holdAllWorkers(WindowFixture& f) {
    holdWorkers = true;
    for (int i = 0; i < std::max(3, QThread::idealThreadCount() + 1); ++i) {
        f.w().loader().open(smallTracePath());
        QVERIFY(QTest::qWaitFor([i] { return heldWorkers > i; }, 20'000));
    }
    f.w().loader().cancel();
}

inline const Drive kAnalyseDrives[] = {
    {"analyse.list", nullptr,
     [](WindowFixture& f, const Before&) {
         return shows(f, panels::BottomPanel::Tab::Analyses) && analyses(f).list().search().hasFocus();
     }},
    {"analyse.whole", [](WindowFixture& f) { analyses(f).setScope(models::Scope::Visible); },
     isOver<models::Scope::Whole>},
    {"analyse.range", setRange, isOver<models::Scope::Range>},
    {"analyse.step", nullptr, isOver<models::Scope::Step>},
    {"analyse.visible", nullptr, isOver<models::Scope::Visible>},
    {"analyse.compare", nullptr, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptOpen); }},
    {"analyse.linked", nullptr, // nothing was compared yet: it says so, or asks
     [](WindowFixture& f, const Before&) {
         return asksForFile(QFileDialog::AcceptOpen) || says(f, "compare") || says(f, "compared");
     }},
    {"analyse.save", openKernels, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptSave); }},
    {"analyse.key_averages", nullptr,
     [](WindowFixture&, const Before&) {
         const auto* dialog = shownDialog<QDialog>();
         return dialog && dialog->inherits("lanescope::panels::KeyAveragesDialog");
     }},
    {"analyse.stop",
     [](WindowFixture& f) {
         f.w().page().bottom().showTab(panels::BottomPanel::Tab::Analyses);
         holdAllWorkers(f);
         static std::int64_t times = 0; // a range of its own each time: an answer that is there is not waited for
         const TimeRange whole = f.store().extent();
         f.w().selection().setRange(TimeRange{whole.begin, whole.begin + whole.length() / 2 + Ns{++times}});
         analyses(f).setScope(models::Scope::Range);
         analyses(f).open("call_tree");
         QVERIFY(analyses(f).isWaiting());
     },
     [](WindowFixture& f, const Before&) {
         return !analyses(f).isWaiting() && analyses(f).sentence().contains("stopped") && !analyses(f).table().table();
     }},
};

inline const Drive kHelpDrives[] = {
    {"help.keys", nullptr, [](WindowFixture& f, const Before&) { return f.w().keysSheet().isVisible(); }},
    {"help.practise", nullptr,
     [](WindowFixture& f, const Before&) {
         return f.w().training().isOpen() && f.w().training().practice().isVisible();
     }},
    {"help.about", nullptr, [](WindowFixture&, const Before&) { return shownDialog<QMessageBox>() != nullptr; }},
};

// One for each of a list: analyses, walkthroughs.
inline std::vector<Drive> listedDrives() {
    std::vector<Drive> out;
    for (const AnalysisInfo& info : builtinAnalyses()) {
        const QString id = QString::fromUtf8(info.id.data(), static_cast<qsizetype>(info.id.size()));
        out.push_back({"analyse." + id, [id](WindowFixture& f) { analyses(f).open(id == "idle" ? "copies" : "idle"); },
                       [id](WindowFixture& f, const Before&) {
                           return shows(f, panels::BottomPanel::Tab::Analyses) && analyses(f).list().chosen() == id;
                       }});
    }
    for (const trainer::Walkthrough& walk : trainer::walkthroughs()) {
        const QString id = QString::fromUtf8(walk.signature.data(), static_cast<qsizetype>(walk.signature.size()));
        out.push_back({"help.walk-" + id, nullptr, [id](WindowFixture& f, const Before&) {
                           if (!f.w().training().isOpen() || !f.w().training().walk().isVisible()) return false;
                           const trainer::Walkthrough* open = f.w().training().walk().walkthrough();
                           return open && open->signature == id.toStdString();
                       }});
    }
    return out;
}

} // namespace lanescope::testing
