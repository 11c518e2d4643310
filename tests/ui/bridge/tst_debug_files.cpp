// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_engine.h"
#include "ui/bridge/debug_files.h"
#include "ui/bridge/session_core.h"

#include <QSignalSpy>
#include <QTest>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;

using Answer = engine::DebugFileAnswer;
using Fit = Answer::Fit;

Q_DECLARE_METATYPE(Fit)

/// Checks that no file which the user offers for a module is used before it was compared.
class TestDebugFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyAFileThatBelongsIsUsed_data();
    void onlyAFileThatBelongsIsUsed();
    void theFileOfAnotherModuleIsUsedThere();
    void aFileForNobodyIsRefused();
    void whatCannotBeReadIsRefused();
};

namespace {

/// A session of which the event is known, and the files that are offered to it.
struct Bench
{
    NoticeInbox inbox;
    FakeEngine engine{inbox};
    SessionCore core{engine, "/x/crash.dmp"};
    DebugFiles files{core};
    QSignalSpy accepted{&files, &DebugFiles::accepted};
    QSignalSpy refused{&files, &DebugFiles::refused};
    QSignalSpy doubted{&files, &DebugFiles::doubted};

    Bench()
    {
        core.open();
        core.take(symbolicatedCrash("/x/crash.dmp").event);
    }

    std::size_t modules() const { return core.state().event->modules.size(); }

    void offer(int module, Answer answer)
    {
        files.offer(module, QStringLiteral("/y/some.pdb"));
        const auto* question = std::get_if<engine::DebugFileQuestion>(&engine.questions.back());
        QVERIFY(question && question->path == "/y/some.pdb");
        QVERIFY(files.take({.job = engine::JobId{2},
                            .event = kFakeEvent,
                            .value = std::make_shared<engine::Inspection>(
                                engine::Inspection{std::move(answer)})}));
    }
};

Answer known(std::vector<Fit> fits)
{
    return {.state = Answer::State::Known, .fits = std::move(fits)};
}

} // namespace

void TestDebugFiles::onlyAFileThatBelongsIsUsed_data()
{
    QTest::addColumn<Fit>("fit");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("its id") << Fit::ById << "accepted";
    QTest::newRow("a module without ids") << Fit::NotKnown << "accepted";
    QTest::newRow("a file without an id") << Fit::WithoutId << "doubted";
    QTest::newRow("another build") << Fit::OtherBuild << "doubted";
    QTest::newRow("another format") << Fit::OtherKind << "refused";
    QTest::newRow("no debug file") << Fit::NoDebugFile << "refused";
}

void TestDebugFiles::onlyAFileThatBelongsIsUsed()
{
    QFETCH(const Fit, fit);
    QFETCH(const QString, outcome);
    Bench bench;
    std::vector<Fit> fits(bench.modules(), Fit::OtherKind);
    fits[1] = fit;
    bench.offer(1, known(fits));
    QCOMPARE(bench.accepted.size(), outcome == "accepted" ? 1 : 0);
    QCOMPARE(bench.doubted.size(), outcome == "doubted" ? 1 : 0);
    QCOMPARE(bench.refused.size(), outcome == "refused" ? 1 : 0);
    if (outcome == "accepted") {
        QCOMPARE(bench.accepted[0][0].toInt(), 1);
        QVERIFY(bench.accepted[0][2].toString().isEmpty());
    }
    // The session itself uses a file only when a view, which has asked, says so.
    for (const std::string& command : bench.engine.commands)
        QVERIFY(!command.starts_with("locate"));
}

void TestDebugFiles::theFileOfAnotherModuleIsUsedThere()
{
    Bench bench;
    std::vector<Fit> fits(bench.modules(), Fit::OtherBuild);
    fits[0] = Fit::ById;
    bench.offer(1, known(fits));
    QCOMPARE(bench.accepted.size(), 1);
    QCOMPARE(bench.accepted[0][0].toInt(), 0);
    QVERIFY(bench.accepted[0][2].toString().startsWith("some.pdb has the id of "));
}

void TestDebugFiles::aFileForNobodyIsRefused()
{
    Bench bench;
    bench.offer(-1, known(std::vector<Fit>(bench.modules(), Fit::NotKnown)));
    QCOMPARE(bench.refused.size(), 1);
    QCOMPARE(bench.accepted.size(), 0);
}

void TestDebugFiles::whatCannotBeReadIsRefused()
{
    Bench bench;
    bench.offer(0, {.state = Answer::State::NotReadable, .fits = {}});
    QCOMPARE(bench.refused.size(), 1);
    QVERIFY(!bench.files.take({.job = engine::JobId{99}, .event = kFakeEvent, .value = nullptr}));
}

QTEST_GUILESS_MAIN(TestDebugFiles)
#include "tst_debug_files.moc"
