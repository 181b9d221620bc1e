// Where notes are kept, and that nothing is lost: read-only folders, full disks, kills, other writers.
#include "core/base/atomic_file.h"
#include "core/notes/notes_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lanescope;
using namespace lanescope::notes;
namespace fs = std::filesystem;

namespace {

Note flag(std::int64_t ns, std::string text) { return {rankTime(ns), rankTime(ns), std::move(text)}; }

NotesDocument documentOf(std::initializer_list<Note> list) {
    NotesDocument out;
    out.notes = list;
    return out;
}

std::string contentOf(const fs::path& path) { return readSmallFile(path, std::size_t{1} << 26).value(); }

struct Folder {
    QTemporaryDir dir;
    fs::path path(const char* name = "") const { return fs::path(dir.path().toStdString()) / name; }
    NotesPlaces places() const { return placesFor(path("trace.json.gz"), "", path("user")); }
};

} // namespace

class TestNotesFile : public QObject {
    Q_OBJECT
private slots:
    void notesLieBesideTheTraceUnderItsName() {
        const NotesPlaces places = placesFor("/data/a/trace.json.gz", "", "/home/u/notes");
        QCOMPARE(places.beside.string(), std::string("/data/a/trace.json.gz.lanescope-notes.json"));
        QCOMPARE(places.user.parent_path().string(), std::string("/home/u/notes"));
        const NotesPlaces other = placesFor("/data/b/trace.json.gz", "", "/home/u/notes");
        QVERIFY(other.user != places.user); // traces of one name in two folders
        const NotesPlaces member = placesFor("/data/all.tar", "x/w3.json", "");
        QCOMPARE(member.beside.string(), std::string("/data/all.tar!x_w3.json.lanescope-notes.json"));
        QVERIFY(member.user.empty());
    }

    void whatIsSavedComesBackAndWithoutNotesNoFileIsMade() {
        const Folder f;
        const auto none = saveNotes(f.places(), {}, {}, {}, {});
        QVERIFY(none.ok());
        QVERIFY(!fs::exists(f.places().beside));
        const auto saved = saveNotes(f.places(), documentOf({flag(5, "a")}), {"t", 1, 2, 3}, {}, {});
        QVERIFY(saved.ok());
        QCOMPARE(saved->path, f.places().beside);
        const auto loaded = loadNotes(f.places(), {});
        QVERIFY(loaded.ok());
        QCOMPARE(loaded->document.notes, std::vector<Note>{flag(5, "a")});
        const auto emptied = saveNotes(f.places(), {}, {}, {}, *loaded); // the last note went: the file says so
        QVERIFY(emptied.ok());
        QVERIFY(loadNotes(f.places(), {})->document.notes.empty());
        QCOMPARE(QDir(f.dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 1); // nothing left behind
    }

    void inAFolderThatTakesNoFilesTheUsersFolderIsUsed() {
        if (::geteuid() == 0) QSKIP("the administrator may write everywhere; the next test does it otherwise");
        const Folder f;
        fs::permissions(f.path(), fs::perms::owner_read | fs::perms::owner_exec);
        NotesPlaces places = f.places();
        QTemporaryDir user;
        places.user = fs::path(user.path().toStdString()) / "deep" / "n.json";
        const auto saved = saveNotes(places, documentOf({flag(5, "a")}), {}, {}, {});
        fs::permissions(f.path(), fs::perms::owner_all);
        QVERIFY(saved.ok());
        QCOMPARE(saved->path, places.user);
        QCOMPARE(loadNotes(places, {})->document.notes.size(), std::size_t{1});
    }

    void whereNoFileCanBeMadeBesideTheTraceTheUsersFolderIsUsed() {
        const Folder f;
        NotesPlaces places = f.places();
        places.beside = "/proc/no-file-can-be-made-here.json"; // not even by the administrator
        const auto saved = saveNotes(places, documentOf({flag(5, "a")}), {}, {}, {});
        QVERIFY(saved.ok());
        QCOMPARE(saved->path, places.user);
        QCOMPARE(loadNotes(places, {})->document.notes.size(), std::size_t{1});
        places.user.clear();
        const auto failed = saveNotes(places, documentOf({flag(5, "a")}), {}, {}, {});
        QVERIFY(!failed.ok());
        QCOMPARE(failed.error().code, ErrorCode::NotWritable);
    }

    void aFileOfANewerVersionIsLeftAsItIs() {
        const Folder f;
        const std::string newer = R"({"format":"lanescope-notes","version":7,"notes":[],"future":true})";
        QVERIFY(writeAtomically(f.places().beside, newer).ok());
        const auto loaded = loadNotes(f.places(), {});
        QVERIFY(!loaded.ok());
        QCOMPARE(loaded.error().code, ErrorCode::UnsupportedFormat);
        const auto saved = saveNotes(f.places(), documentOf({flag(5, "a")}), {}, {}, {});
        QVERIFY(!saved.ok());
        QCOMPARE(contentOf(f.places().beside), newer);
    }

    void whatSomebodyElseWroteMeanwhileIsKeptAside() {
        const Folder f;
        const auto mine = saveNotes(f.places(), documentOf({flag(5, "mine")}), {}, {}, {});
        QVERIFY(mine.ok());
        const auto loaded = loadNotes(f.places(), {});
        QVERIFY(saveNotes(f.places(), documentOf({flag(6, "theirs")}), {}, {}, *loaded).ok());
        const auto again = saveNotes(f.places(), documentOf({flag(5, "mine too")}), {}, {}, *loaded);
        QVERIFY(again.ok());
        QCOMPARE(again->keptAside.string(), f.places().beside.string() + ".1");
        QVERIFY(contentOf(again->keptAside).find("theirs") != std::string::npos);
        QVERIFY(contentOf(f.places().beside).find("mine too") != std::string::npos);
    }

    void aDamagedFileIsKeptAside() {
        const Folder f;
        QVERIFY(writeAtomically(f.places().beside, "{\"format\":").ok());
        const auto saved = saveNotes(f.places(), documentOf({flag(5, "a")}), {}, {}, {});
        QVERIFY(saved.ok());
        QCOMPARE(contentOf(saved->keptAside), std::string("{\"format\":"));
        QVERIFY(loadNotes(f.places(), {}).ok());
    }

    // The file size limit stands for a full disk: the write fails in the middle. In a child, so that only it is
    // limited.
    void aFullDiskLeavesWhatWasSavedBefore() {
        const Folder f;
        QVERIFY(saveNotes(f.places(), documentOf({flag(5, "safe")}), {}, {}, {}).ok());
        const std::string before = contentOf(f.places().beside);
        NotesPlaces places = f.places();
        places.user.clear();
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit limit{1000, 1000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const auto loaded = loadNotes(places, {});
            const auto saved = saveNotes(places, documentOf({flag(5, std::string(3000, 'x'))}), {}, {}, *loaded);
            ::_exit(!saved.ok() && saved.error().code == ErrorCode::NotWritable ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QCOMPARE(contentOf(places.beside), before);
        QCOMPARE(QDir(f.dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    // Killed at any moment while it saves without end, a whole version is there: never half of one, never none.
    void aKillWhileSavingLeavesAWholeFile() {
        const Folder f;
        NotesPlaces places = f.places();
        places.user.clear();
        QVERIFY(saveNotes(places, documentOf({flag(1, "first")}), {}, {}, {}).ok());
        for (int round = 0; round < 12; ++round) {
            int pipe[2];
            QCOMPARE(::pipe(pipe), 0);
            const pid_t child = ::fork();
            if (child == 0) {
                LoadedNotes before = loadNotes(places, {}).value();
                for (std::int64_t n = 1;; ++n) {
                    const auto saved =
                        saveNotes(places, documentOf({flag(n, std::string(3000, static_cast<char>('a' + n % 26)))}), {},
                                  {}, before);
                    if (!saved.ok() || !saved->keptAside.empty()) ::_exit(1);
                    before.text = saved->text;
                    before.path = saved->path;
                    if (n == 1 && ::write(pipe[1], "x", 1) != 1) ::_exit(2);
                }
            }
            char started = 0;
            QCOMPARE(::read(pipe[0], &started, 1), ssize_t{1}); // it is in the middle of it
            ::usleep(static_cast<useconds_t>(137 * round));     // another moment each time; none of them is waited for
            ::kill(child, SIGKILL);
            int status = 0;
            ::waitpid(child, &status, 0);
            ::close(pipe[0]);
            ::close(pipe[1]);
            QVERIFY(WIFSIGNALED(status));
            const auto loaded = loadNotes(places, {});
            QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().text().c_str());
            QCOMPARE(loaded->document.notes.size(), std::size_t{1});
            QCOMPARE(loaded->document.notes[0].text.size(), std::size_t{3000});
        }
    }
};

QTEST_APPLESS_MAIN(TestNotesFile)
#include "tst_notes_file.moc"
