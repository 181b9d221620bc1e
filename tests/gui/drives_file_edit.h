// Files, the clipboard, search, notes, settings.
#pragma once

#include "tests/gui/drives.h"

#include <QTreeWidget>

namespace lanescope::testing {

inline std::atomic<bool> holdLoads{false}; // a load waits until it is stopped

inline const TraceStore* storeBefore = nullptr;

inline const Drive kFileDrives[] = {
    {"file.open", nullptr,
     [](WindowFixture&, const Before&) {
         return asksForFile(QFileDialog::AcceptOpen) &&
                shownDialog<QFileDialog>()->fileMode() == QFileDialog::ExistingFiles;
     }},
    {"file.open-folder", nullptr,
     [](WindowFixture&, const Before&) {
         return asksForFile(QFileDialog::AcceptOpen) &&
                shownDialog<QFileDialog>()->fileMode() == QFileDialog::Directory;
     }},
    {"file.sample", nullptr,
     [](WindowFixture& f, const Before&) {
         return f.w().document().isOpen() && f.w().document().path() != smallTracePath();
     }},
    {"file.stop",
     [](WindowFixture& f) {
         holdLoads = true;
         f.w().loader().open(smallTracePath());
     },
     [](WindowFixture& f, const Before&) { return !f.w().loader().isLoading(); }},
    {"file.reload",
     [](WindowFixture& f) {
         zoomIn(f);
         storeBefore = &f.store();
     },
     [](WindowFixture& f, const Before& before) { // another store, looked at in the same way
         return f.w().document().isOpen() && &f.store() != storeBefore && !f.w().session().isPlacing() &&
                f.w().view().target().visible() == before.view;
     }},
    {"file.close", nullptr, [](WindowFixture& f, const Before&) { return !f.w().document().isOpen(); }},
    {"file.save-session", nullptr, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptSave); }},
    {"file.save-session-as", nullptr,
     [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptSave); }},
    {"file.save-session-cut", setRange,
     [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptSave); }},
    {"file.export", nullptr,
     [](WindowFixture& f, const Before&) { return f.w().pictureDialog() && f.w().pictureDialog()->isVisible(); }},
    {"file.export-report", nullptr,
     [](WindowFixture& f, const Before&) { return f.w().reportDialog() && f.w().reportDialog()->isVisible(); }},
    {"file.export-cut", setRange, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptSave); }},
    {"file.quit", nullptr, [](WindowFixture& f, const Before&) { return !f.w().isVisible(); }},
};

inline const Drive kEditDrives[] = {
    {"edit.copy-name",
     [](WindowFixture& f) {
         chooseKernel(f);
         QApplication::clipboard()->setText("before");
     },
     [](WindowFixture& f, const Before&) {
         return QApplication::clipboard()->text() == QString::fromStdString(demangled(f.store().name(kernelOf(f))));
     }},
    {"edit.copy-picture", [](WindowFixture&) { QApplication::clipboard()->setText("before"); },
     [](WindowFixture& f, const Before&) {
         return QApplication::clipboard()->image().size() == f.canvas().size() * 2;
     }},
    {"edit.search", nullptr, [](WindowFixture& f, const Before&) { return f.w().toolBar().omnibox().hasFocus(); }},
    {"edit.next-hit", [](WindowFixture& f) { searchFor(f, "aten"); },
     [](WindowFixture& f, const Before&) {
         return f.w().toolBar().omnibox().result().startsWith("1 of ") &&
                now(f) == f.w().searching().hits()->byTime.front();
     }},
    {"edit.previous-hit", [](WindowFixture& f) { searchFor(f, "aten"); },
     [](WindowFixture& f, const Before&) {
         return f.w().searching().hits() && now(f) == f.w().searching().hits()->byTime.back();
     }},
    {"edit.search-name", chooseKernel,
     [](WindowFixture& f, const Before&) {
         const auto* hits = f.w().searching().hits();
         return hits && std::find(hits->byRow.begin(), hits->byRow.end(), kernelOf(f)) != hits->byRow.end();
     }},
    {"edit.find-value",
     [](WindowFixture& f) {
         chooseKernel(f);
         QTreeWidget& tree = f.w().page().bottom().details().argumentTree();
         QVERIFY(QTest::qWaitFor([&] { return tree.topLevelItemCount() > 0; }));
         const auto items = tree.findItems("stream", Qt::MatchExactly);
         QVERIFY(!items.isEmpty());
         tree.setCurrentItem(items.front());
     },
     [](WindowFixture& f, const Before&) { // all of them on the kernel's stream, it among them
         const auto* hits = f.w().searching().hits();
         if (!hits || hits->byRow.empty()) return false;
         bool itself = false;
         for (const SliceId hit : hits->byRow) {
             if (f.store().stream(hit) != f.store().stream(kernelOf(f))) return false;
             itself = itself || hit == kernelOf(f);
         }
         return itself && shows(f, panels::BottomPanel::Tab::Search);
     }},
    {"edit.palette", nullptr, [](WindowFixture& f, const Before&) { return f.w().palette().isVisible(); }, false},
    {"edit.settings", nullptr,
     [](WindowFixture& f, const Before&) { return f.w().settingsDialog() && f.w().settingsDialog()->isVisible(); }},
    {"edit.keys", nullptr,
     [](WindowFixture& f, const Before&) {
         return f.w().settingsDialog() && f.w().settingsDialog()->isVisible() &&
                f.w().settingsDialog()->page()->inherits("lanescope::panels::KeysPage");
     }},
    {"note.add", chooseKernel, [](WindowFixture& f, const Before&) { return asks(f); }},
    {"note.text", nullptr, [](WindowFixture& f, const Before&) { return asks(f); }},
    {"note.list", nullptr, [](WindowFixture& f, const Before&) { return shows(f, panels::BottomPanel::Tab::Notes); }},
    {"note.keep-measure", setRange,
     [](WindowFixture& f, const Before& before) {
         return f.w().notes().list().size() == 1 && f.w().notes().list()[0].begin == before.range->begin &&
                f.w().notes().list()[0].end == before.range->end;
     }},
    {"note.remove", addNote, [](WindowFixture& f, const Before&) { return f.w().notes().list().empty(); }},
    {"note.next",
     [](WindowFixture& f) {
         addNote(f);
         f.w().notes().choose(std::nullopt);
     },
     [](WindowFixture& f, const Before&) { return f.w().notes().chosen() == std::optional<std::size_t>(0); }},
    {"note.edit", addNote,
     [](WindowFixture& f, const Before&) { return asks(f) && f.w().askBox().edit().text() == "first words"; }},
    {"note.meaning", addNote,
     [](WindowFixture& f, const Before&) { return f.w().notes().list()[0].meaning != notes::Meaning{}; }},
    {"note.arrow",
     [](WindowFixture& f) {
         f.w().selection().setSlices({f.launchedKernel(2), f.launchedKernel(5)});
     },
     [](WindowFixture& f, const Before&) { return asks(f); }},
    {"note.finding", nullptr, // a healthy trace: it says that there is none with a place
     [](WindowFixture& f, const Before&) { return f.w().notes().list().size() == 1 || says(f, "finding"); }},
    {"note.undo", addNote, [](WindowFixture& f, const Before&) { return f.w().notes().list().empty(); }},
    {"note.redo",
     [](WindowFixture& f) {
         addNote(f);
         f.w().notes().undo();
     },
     [](WindowFixture& f, const Before&) { return f.w().notes().list().size() == 1; }},
};

} // namespace lanescope::testing
