// Analyses, help, ranks.
#pragma once

#include "tests/gui/drives.h"

#include "app/gui/window/linked_compare.h"
#include "core/analysis/builtin_analyses.h"

#include <QMessageBox>

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
inline bool isPractising(WindowFixture& f, const Before&) { return f.w().training().isOpen(); }

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
         analyses(f).open("critical_path");
         analyses(f).open("call_tree");
     },
     [](WindowFixture& f, const Before&) { return !analyses(f).isWaiting(); }, true, false},
};

inline const Drive kHelpDrives[] = {
    {"help.keys", nullptr, [](WindowFixture& f, const Before&) { return f.w().keysSheet().isVisible(); }},
    {"help.practise", nullptr, isPractising},
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
        out.push_back({"help.walk-" + id, nullptr, isPractising});
    }
    return out;
}

} // namespace lanescope::testing
