// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/symbolicate/native/summary_files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace faultline;
using namespace faultline::symbolicate;

namespace {

class KeptLog final : public LogSink
{
public:
    void write(LogLevel, std::string_view, std::string_view message) override
    {
        messages.emplace_back(message);
    }

    std::vector<std::string> messages;
};

void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class TestSummaryFiles : public QObject
{
    Q_OBJECT

private slots:

    void filesOfAFolderAreReadInTheirOrder()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath("b.natvis"), "<AutoVisualizer><Type Name='B'/></AutoVisualizer>");
        writeFile(folder.filePath("a.NATVIS"), "<AutoVisualizer><Type Name='A'/></AutoVisualizer>");
        writeFile(folder.filePath("c.txt"), "<AutoVisualizer><Type Name='C'/></AutoVisualizer>");
        const auto files = readSummaryFiles(folder.path().toStdString());
        QCOMPARE(files.size(), 2u);
        QCOMPARE(files[0].name, "a.NATVIS");
        QCOMPARE(files[1].visualizers.front()->name, "B");
        QVERIFY(readSummaryFiles(folder.filePath("nothing").toStdString()).empty());
    }

    void aBrokenFileIsToldOnceAndLosesNothingElse()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath("bad.natvis"),
                  "<AutoVisualizer>\n<Type Name='Good'/>\n<Type Name='Bad'");
        writeFile(folder.filePath("more.natvis"),
                  "<AutoVisualizer><Type Name='More'/></AutoVisualizer>");
        SummaryFiles files;
        files.setFolder(folder.path().toStdString());
        KeptLog log;
        const auto set = files.get({}, log);
        QCOMPARE(log.messages.size(), 1u);
        QVERIFY(log.messages.front().starts_with("bad.natvis:3: "));
        QCOMPARE(set->find("Good").size(), 1u);
        QCOMPARE(set->find("More").size(), 1u);
        QVERIFY(set->find("Bad").empty());
        QVERIFY(!set->find("std::vector<int, std::allocator<int> >").empty());
        QCOMPARE(files.get({}, log), set);
        QCOMPARE(log.messages.size(), 1u);
    }

    void filesBesideTheDebugFileComeFirst()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath("app.natvis"),
                  "<AutoVisualizer><Type Name='QString' Priority='Low'/></AutoVisualizer>");
        writeFile(folder.filePath("app.debug.natvis"),
                  "<AutoVisualizer><Type Name='QString'/></AutoVisualizer>");
        SummaryFiles files;
        KeptLog log;
        const auto set = files.get({folder.filePath("app.debug").toStdString()}, log);
        const auto found = set->find("QString");
        QCOMPARE(found.size(), 3u);
        QCOMPARE(found.front().visualizer->file, "app.debug.natvis");
        QCOMPARE(found.back().visualizer->file, "app.natvis");
        QCOMPARE(files.get({}, log)->find("QString").size(), 1u);
    }

    void withoutAFolderThereAreOurFiles()
    {
        SummaryFiles files;
        KeptLog log;
        QVERIFY(!files.get({}, log)->find("QString").empty());
        QVERIFY(log.messages.empty());
    }
};

QTEST_GUILESS_MAIN(TestSummaryFiles)
#include "tst_summary_files.moc"
