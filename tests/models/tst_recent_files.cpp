// The list of recent files in the user's settings.
#include "widgets/models/recent_files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using lanescope::models::RecentFile;
using lanescope::models::RecentFiles;

namespace {

RecentFile file(const QString& path) {
    RecentFile f;
    f.path = path;
    f.opened = QDateTime(QDate(2026, 3, 1), QTime(14, 20));
    f.bytes = 1'060'000'000;
    f.modifiedMs = 77;
    f.facts = "rank 3 of 8, 16 steps";
    return f;
}

QStringList paths(const RecentFiles& recent) {
    QStringList out;
    for (const RecentFile& f : recent.files()) out << f.path;
    return out;
}

} // namespace

class TestRecentFiles : public QObject {
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void theNewestComesFirstAndOnlyOnce() {
        QSettings settings(m_dir->filePath("s.ini"), QSettings::IniFormat);
        RecentFiles recent(settings);
        recent.add(file("/a.json"));
        recent.add(file("/b.json"));
        recent.add(file("/a.json"));
        QCOMPARE(paths(recent), (QStringList{"/a.json", "/b.json"}));
    }

    void whatWasKnownComesBackInTheNextRun() {
        {
            QSettings settings(m_dir->filePath("s.ini"), QSettings::IniFormat);
            RecentFiles recent(settings);
            recent.add(file("/a, b; \u00e4.json.gz"));
            recent.setParts("/a, b; \u00e4.json.gz", {5'000'000'000, 3, 2, 1});
        }
        QSettings settings(m_dir->filePath("s.ini"), QSettings::IniFormat);
        const auto files = RecentFiles(settings).files();
        QCOMPARE(files.size(), 1);
        QCOMPARE(files[0].path, QString("/a, b; \u00e4.json.gz"));
        QCOMPARE(files[0].fileName(), QString("a, b; \u00e4.json.gz"));
        QCOMPARE(files[0].bytes, std::uint64_t{1'060'000'000});
        QCOMPARE(files[0].modifiedMs, qint64{77});
        QCOMPARE(files[0].opened, QDateTime(QDate(2026, 3, 1), QTime(14, 20)));
        QVERIFY(files[0].parts);
        QCOMPARE((*files[0].parts)[0], qint64{5'000'000'000});
    }

    void theListIsShortened() {
        QSettings settings(m_dir->filePath("s.ini"), QSettings::IniFormat);
        RecentFiles recent(settings);
        for (int i = 0; i < 30; ++i) recent.add(file(QString("/%1.json").arg(i)));
        QCOMPARE(recent.files().size(), RecentFiles::kMaxFiles);
        QCOMPARE(paths(recent).first(), QString("/29.json"));
    }

    void filesCanBeTakenOutAndTheListCleared() {
        QSettings settings(m_dir->filePath("s.ini"), QSettings::IniFormat);
        RecentFiles recent(settings);
        recent.add(file("/a.json"));
        recent.add(file("/b.json"));
        recent.remove("/b.json");
        QCOMPARE(paths(recent), QStringList{"/a.json"});
        recent.clear();
        QVERIFY(recent.files().isEmpty());
    }

    void nonsenseInTheSettingsIsNoHarm() {
        QFile ini(m_dir->filePath("s.ini"));
        QVERIFY(ini.open(QIODevice::WriteOnly));
        ini.write("[recent]\nsize=900000000\n1\\path=/a.json\n1\\parts=x\n2\\path=\n");
        ini.close();
        QSettings settings(m_dir->filePath("s.ini"), QSettings::IniFormat);
        const auto files = RecentFiles(settings).files();
        QCOMPARE(files.size(), 1);
        QVERIFY(!files[0].parts);
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_APPLESS_MAIN(TestRecentFiles)
#include "tst_recent_files.moc"
