// SPDX-License-Identifier: GPL-3.0-or-later
// Symbolicates every crash file of tests/corpora/samples with its own folder as the only source,
// and compares with what the sources of the samples prescribe.
#include "core/base/file.h"
#include "tests/golden_samples/expected_chain.h"
#include "tests/golden_samples/folder_symbolication.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

const std::filesystem::path kTests = FL_TESTS_DIR;

struct CommittedSample
{
    const char* folder;
    const char* dump;
    const char* chain;
    bool fromTop; ///< The chain begins with the crashing frame.
    const char* reason;
    const char* threadName; ///< Name of the requesting thread; "none" when the dump has no names.
    std::size_t threads;
};

// The kernel cuts thread names to 15 bytes.
constexpr std::array kCommittedSamples{
    CommittedSample{"default", "sample", "viewer", true, "SIGSEGV / SEGV_MAPERR", "RenderWorker",
                    9},
    CommittedSample{"null_write", "null_write", "null_write", true, "SIGSEGV / SEGV_MAPERR",
                    "null_write", 1},
    CommittedSample{"uncaught_exception", "uncaught_exception", "uncaught_exception", false,
                    "SIGABRT / SI_TKILL", "uncaught_except", 1},
    CommittedSample{"failed_assert", "failed_assert", "failed_assert", false, "SIGABRT / SI_TKILL",
                    "failed_assert", 1},
    CommittedSample{"stack_overflow", "stack_overflow", "stack_overflow", true,
                    "SIGSEGV / SEGV_ACCERR", "stack_overflow", 2},
    CommittedSample{"second_thread", "second_thread", "second_thread", true,
                    "SIGSEGV / SEGV_MAPERR", "RenderWorker", 2},
    CommittedSample{"windows_mingw", "sample", "windows_null_write", true,
                    "EXCEPTION_ACCESS_VIOLATION_WRITE", "none", 1},
    CommittedSample{"windows_pdb", "sample", "windows_null_write", true,
                    "EXCEPTION_ACCESS_VIOLATION_WRITE", "none", 1},
};

Result<ReportPtr> symbolicateSample(const char* folderName, const char* dumpName)
{
    const auto folder = kTests / "corpora" / "samples" / folderName;
    FL_TRY(auto dump, mapForeignFile(folder / (std::string(dumpName) + ".dmp")));
    return symbolicateWithFolder(std::move(dump), folder);
}

/// The line of a source file of the viewer, counted from 1.
std::string viewerLine(const std::string& file, std::uint32_t line)
{
    const auto bytes = readFile(kTests / "samples" / "viewer" / file, 1 << 20);
    if (!bytes || line == 0)
        return "?";
    const auto lines = QByteArray::fromStdString(std::string(bytes->text())).split('\n');
    return lines.value(static_cast<qsizetype>(line) - 1).toStdString();
}

} // namespace

class TestCommittedSamples : public QObject
{
    Q_OBJECT

private slots:
    void showsTheChainOfTheSource_data();
    void showsTheChainOfTheSource();
    void everySampleIsTested();
    void namesTheThreads();
    void showsSourceLinesFromTheBundle();
};

void TestCommittedSamples::showsTheChainOfTheSource_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kCommittedSamples.size(); ++i)
        QTest::newRow(kCommittedSamples[i].folder) << static_cast<int>(i);
}

void TestCommittedSamples::showsTheChainOfTheSource()
{
    QFETCH(int, index);
    const auto& sample = kCommittedSamples[static_cast<std::size_t>(index)];
    const auto report = symbolicateSample(sample.folder, sample.dump);
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    const Event& event = *(*report)->event;

    QCOMPARE(event.threads.size(), sample.threads);
    QVERIFY(event.requestingThread);
    const auto& thread = event.threads[*event.requestingThread];
    QVERIFY(thread.isRequesting == true);
    QCOMPARE(thread.name.value_or("none"), std::string(sample.threadName));
    QCOMPARE(event.crash.reason, std::string(sample.reason));

    const auto& stack = *(*report)->stacks[*event.requestingThread];
    QVERIFY(stack.complete);
    const auto chain = readChain(kTests / "samples" / (std::string(sample.chain) + ".chain"));
    const QString difference = compareChain(stack.frames, chain, sample.fromTop);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestCommittedSamples::everySampleIsTested()
{
    const std::filesystem::directory_iterator folders(kTests / "corpora" / "samples");
    for (const auto& entry : folders) {
        const auto name = entry.path().filename().string();
        QVERIFY2(!entry.is_directory() ||
                     std::ranges::any_of(kCommittedSamples,
                                         [&](const auto& s) { return name == s.folder; }),
                 name.c_str());
    }
}

void TestCommittedSamples::namesTheThreads()
{
    const auto report = symbolicateSample("default", "sample");
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    QStringList names;
    for (const auto& thread : (*report)->event->threads)
        names << QString::fromStdString(thread.name.value_or("?"));
    names.sort();
    QCOMPARE(names.join(' '), QStringLiteral("RenderWorker viewer watchdog worker-1 worker-2 "
                                             "worker-3 worker-4 worker-5 worker-6"));
}

void TestCommittedSamples::showsSourceLinesFromTheBundle()
{
    const auto report = symbolicateSample("default", "sample");
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    std::size_t framesWithSource = 0;
    for (const auto& frame : (*report)->stacks[*(*report)->event->requestingThread]->frames) {
        if (!frame.position.absPath || !frame.position.absPath->starts_with("/src/viewer/"))
            continue;
        ++framesWithSource;
        const auto line = frame.position.line.value_or(0);
        QCOMPARE(frame.position.context.line.value_or("none"),
                 viewerLine(*frame.position.file, line));
        QVERIFY(!frame.position.context.before.empty() && !frame.position.context.after.empty());
        QCOMPARE(frame.position.context.before.back(), viewerLine(*frame.position.file, line - 1));
        QCOMPARE(frame.position.context.after.front(), viewerLine(*frame.position.file, line + 1));
    }
    QCOMPARE(framesWithSource, readChain(kTests / "samples" / "viewer.chain").size());
}

QTEST_GUILESS_MAIN(TestCommittedSamples)
#include "tst_committed_samples.moc"
