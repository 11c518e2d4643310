// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace faultline::ui;

/// The file of the settings: what is written when, and what it may not wait for.
class TestAppSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void changesOfOneTurnAreOneWrite();
    void changesInAHurryAreFewWrites();
    void whatStaysEqualIsNotWritten();
    void twoProgramsKeepEachOthersKeys();
    void aLinkStaysALink();
    void readsWhatQSettingsWrote();
    void isForItsOwnerOnly();
    void aPipeIsNoFile();
    void aForeignLockStopsNothing();
    void recentFilesAreToldOnce();
    void pinnedFilesStay();
    void librariesAreRemembered();
    void updatedFilesKeepTheirPlaces();
    void pagesAndDraftsAreKept();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("s.ini")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAppSettings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestAppSettings::changesOfOneTurnAreOneWrite()
{
    AppSettings settings(file());
    for (int i = 0; i < 100; ++i)
        settings.setOpenFiles(QStringList(i + 1, QStringLiteral("/x")));
    settings.setZoomPercent(150);
    QCOMPARE(settings.writes(), 0);
    QTRY_COMPARE(settings.writes(), 1);
    QCOMPARE(AppSettings(file()).openFiles().size(), 100);
    QCOMPARE(AppSettings(file()).zoomPercent(), 150);
}

/// However many turns of the event loop bring a change.
void TestAppSettings::changesInAHurryAreFewWrites()
{
    AppSettings settings(file());
    settings.setCurrentFile(QStringLiteral("/first"));
    QTRY_COMPARE(settings.writes(), 1);
    for (int i = 0; i < 500; ++i) {
        settings.setCurrentFile(QStringLiteral("/%1").arg(i));
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(AppSettings(file()).currentFile(), QStringLiteral("/499"));
    QVERIFY2(settings.writes() < 50, qPrintable(QString::number(settings.writes())));
}

void TestAppSettings::whatStaysEqualIsNotWritten()
{
    AppSettings settings(file());
    settings.setCurrentFile(QStringLiteral("/a"));
    settings.save();
    settings.setCurrentFile(QStringLiteral("/a"));
    settings.save();
    settings.save();
    QCOMPARE(settings.writes(), 1);
}

void TestAppSettings::twoProgramsKeepEachOthersKeys()
{
    AppSettings first(file());
    AppSettings second(file());
    first.setZoomPercent(150);
    first.save();
    second.setCurrentFile(QStringLiteral("/b"));
    second.save();
    QCOMPARE(AppSettings(file()).zoomPercent(), 150);
    QCOMPARE(AppSettings(file()).currentFile(), QStringLiteral("/b"));
    QCOMPARE(second.zoomPercent(), 150);
}

void TestAppSettings::aLinkStaysALink()
{
    const QString target = m_folder->filePath(QStringLiteral("elsewhere.ini"));
    QVERIFY(QFile(target).open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(target, file()));
    AppSettings settings(file());
    settings.setZoomPercent(150);
    settings.save();
    QVERIFY(QFileInfo(file()).isSymLink());
    QCOMPARE(AppSettings(target).zoomPercent(), 150);
}

void TestAppSettings::readsWhatQSettingsWrote()
{
    {
        QSettings before(file(), QSettings::IniFormat);
        before.setValue(QStringLiteral("appearance/zoom"), 150);
        before.setValue(QStringLiteral("window/openFiles"),
                        QStringList{QStringLiteral("/ç, ü.dmp"), QStringLiteral("/b;c")});
        before.setValue(QStringLiteral("window/geometry"), QByteArray("\0\1\xff", 3));
    }
    AppSettings settings(file());
    QCOMPARE(settings.zoomPercent(), 150);
    QCOMPARE(settings.openFiles(),
             (QStringList{QStringLiteral("/ç, ü.dmp"), QStringLiteral("/b;c")}));
    QCOMPARE(settings.windowGeometry(), QByteArray("\0\1\xff", 3));
    settings.setOffline(true);
    settings.save();
    const QSettings after(file(), QSettings::IniFormat);
    QCOMPARE(after.value(QStringLiteral("appearance/zoom")).toInt(), 150);
    QVERIFY(after.value(QStringLiteral("symbols/offline")).toBool());
}

/// The file lists what its owner opened.
void TestAppSettings::isForItsOwnerOnly()
{
    AppSettings settings(file());
    settings.setCurrentFile(QStringLiteral("/a"));
    settings.save();
    const auto others = QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(file()) & others));
    QCOMPARE(QFile::permissions(file()) & QFile::ReadOwner, QFile::ReadOwner);
}

/// Opening a pipe for reading waits for somebody who writes.
void TestAppSettings::aPipeIsNoFile()
{
    QCOMPARE(::mkfifo(QFile::encodeName(file()).constData(), 0600), 0);
    AppSettings settings(file());
    QCOMPARE(settings.zoomPercent(), 100);
    settings.setZoomPercent(150);
    settings.save();
    QCOMPARE(settings.zoomPercent(), 150);
    QCOMPARE(settings.writes(), 0);
    QVERIFY(QFileInfo::exists(file()));
    QVERIFY(!QFileInfo(file()).isFile());
}

/// A host that is gone left the lock on a shared disk. Qt takes away locks that have become old.
void TestAppSettings::aForeignLockStopsNothing()
{
    const QString name = file() + QStringLiteral(".lock");
    QFile lock(name);
    QVERIFY(lock.open(QIODevice::WriteOnly));
    lock.write("4711\nfaultline-workbench\nanother-host.example.org\n");
    lock.close();
    AppSettings settings(file());
    settings.setZoomPercent(150);
    settings.save();
    QCOMPARE(settings.writes(), 1);
    QVERIFY(QFile::exists(name)); // So nobody waited until it was old.
    QCOMPARE(AppSettings(file()).zoomPercent(), 150);
}

void TestAppSettings::pinnedFilesStay()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    {
        AppSettings settings(file);
        settings.rememberFile({.path = QStringLiteral("/kept"), .signature = QStringLiteral("a")});
        settings.pinRecentFile(QStringLiteral("/kept"), true);
        for (int i = 0; i < 2 * AppSettings::kMostRecentFiles; ++i)
            settings.rememberFile({.path = QStringLiteral("/%1").arg(i)});
    }
    AppSettings settings(file);
    QCOMPARE(settings.recentFiles().size(), AppSettings::kMostRecentFiles + 1);
    QCOMPARE(settings.recentFiles().last().path, QStringLiteral("/kept"));
    QCOMPARE(settings.recentFilesPinnedFirst().first().path, QStringLiteral("/kept"));
    // Opened again, it is still pinned, and still the one that was used last.
    settings.rememberFile({.path = QStringLiteral("/kept"), .signature = QStringLiteral("b")});
    QVERIFY(settings.recentFiles().first().isPinned);
    QCOMPARE(settings.recentFiles().first().signature, QStringLiteral("b"));
    settings.moveRecentFile(QStringLiteral("/kept"), QStringLiteral("/moved"));
    settings.forgetRecentFiles();
    QCOMPARE(settings.recentFiles().size(), 1);
    QCOMPARE(settings.recentFiles().first().path, QStringLiteral("/moved"));
    settings.pinRecentFile(QStringLiteral("/moved"), false);
    settings.forgetRecentFiles();
    QVERIFY(settings.recentFiles().isEmpty());
}

void TestAppSettings::librariesAreRemembered()
{
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("settings.ini")));
    QSignalSpy changed(&settings, &AppSettings::librariesChanged);
    settings.rememberLibrary({.file = QStringLiteral("/a.fldb"), .reports = 3});
    settings.rememberLibrary({.file = QStringLiteral("/b.fldb"), .reports = 4, .regressions = 1});
    settings.rememberLibrary({.file = QStringLiteral("/a.fldb"), .reports = 5});
    settings.rememberLibrary({.file = QStringLiteral("/a.fldb"), .reports = 5});
    QCOMPARE(changed.size(), 3);
    QCOMPARE(settings.libraries().size(), 2);
    QCOMPARE(settings.libraries().first().reports, quint64(5));
    QCOMPARE(settings.libraries().last().regressions, quint64(1));
    for (int i = 0; i < 2 * AppSettings::kMostLibraries; ++i)
        settings.rememberLibrary({.file = QString::number(i)});
    QCOMPARE(settings.libraries().size(), AppSettings::kMostLibraries);
    settings.forgetLibrary(settings.libraries().first().file);
    QCOMPARE(settings.libraries().size(), AppSettings::kMostLibraries - 1);
}

void TestAppSettings::updatedFilesKeepTheirPlaces()
{
    AppSettings settings(file());
    settings.rememberFiles({{.path = QStringLiteral("/a")}, {.path = QStringLiteral("/b")}});
    settings.updateFiles({{.path = QStringLiteral("/a"), .signature = QStringLiteral("new")},
                          {.path = QStringLiteral("/c")}});
    const auto files = settings.recentFiles();
    QCOMPARE(files.size(), 3);
    QCOMPARE(files.at(0).path, QStringLiteral("/b"));
    QCOMPARE(files.at(1).signature, QStringLiteral("new"));
    QCOMPARE(files.at(2).path, QStringLiteral("/c"));
}

void TestAppSettings::pagesAndDraftsAreKept()
{
    const QList<QStringList> pages{{QStringLiteral("group"), QStringLiteral("3")},
                                   {QStringLiteral("library")}};
    const QStringList draft{QStringLiteral("a\n\"b\\, c\n"), QString(), QStringLiteral("ş")};
    {
        AppSettings settings(file());
        settings.setOpenPages(pages);
        settings.setCurrentPage(QStringLiteral("group"));
        settings.setRulesDraft(QStringLiteral("/l.fldb"), draft);
        settings.save();
    }
    AppSettings after(file());
    QCOMPARE(after.openPages(), pages);
    QCOMPARE(after.currentPage(), QStringLiteral("group"));
    QCOMPARE(after.rulesDraft(QStringLiteral("/l.fldb")), draft);
    QVERIFY(after.rulesDraft(QStringLiteral("/other.fldb")).isEmpty());
    after.setRulesDraft(QStringLiteral("/l.fldb"), {});
    QVERIFY(after.rulesDraft(QStringLiteral("/l.fldb")).isEmpty());
}

void TestAppSettings::recentFilesAreToldOnce()
{
    AppSettings settings(file());
    QSignalSpy changed(&settings, &AppSettings::recentFilesChanged);
    QList<RecentFile> files;
    for (int i = 0; i < 100; ++i)
        files.append({QStringLiteral("/%1").arg(i), QStringLiteral("sig"), {}});
    settings.rememberFiles(files);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(settings.recentFiles().size(), AppSettings::kMostRecentFiles);
    QCOMPARE(settings.recentFiles().first().path, QStringLiteral("/99"));
}

QTEST_GUILESS_MAIN(TestAppSettings)
#include "tst_app_settings.moc"
