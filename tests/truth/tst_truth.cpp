// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/code_kind.h"
#include "tests/truth/shadow_stack.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace faultline::truth;

/// The tracer that measures how often stacks are right, and its scorer.
class TestTruth : public QObject
{
    Q_OBJECT

private slots:
    void callsAndReturnsAreFollowed();
    void aReturnToAnotherPlaceIsNotConfirmed();
    void aJumpOutOfCallsEndsTheirFrames();
    void aReturnAddressMayBeTakenAndPutBack();
    void aSignalFrameLastsUntilItsSystemCall();
    void anotherStackEndsTheTrace();
    void instructionsAreToldApart_data();
    void instructionsAreToldApart();
    void aProgramOfOursIsTraced();
    void theScorerFindsWrongFrames();
};

namespace {

constexpr std::uint64_t kStack = 0x8000;

std::vector<std::uint64_t> addresses(const ShadowStack& shadow, std::uint64_t pc)
{
    std::vector<std::uint64_t> all;
    for (const auto& link : shadow.chain(pc))
        all.push_back(link.address);
    return all;
}

using Addresses = std::vector<std::uint64_t>;

} // namespace

void TestTruth::callsAndReturnsAreFollowed()
{
    ShadowStack shadow(8);
    shadow.called(0x7ff8, 0x1005, kStack);
    shadow.called(0x7fe8, 0x2005, kStack);
    QCOMPARE(addresses(shadow, 0x3000), (Addresses{0x3000, 0x2005, 0x1005}));
    const auto result = shadow.returned(0x7fe8, 0x2005);
    QVERIFY(result.isConfirmed);
    shadow.moved(0x7ff0, kStack, true);
    QCOMPARE(addresses(shadow, 0x2005), (Addresses{0x2005, 0x1005}));
    QVERIFY(!shadow.isLeaving());
}

void TestTruth::aReturnToAnotherPlaceIsNotConfirmed()
{
    ShadowStack shadow(8);
    shadow.called(0x7ff8, 0x1005, kStack);
    const auto result = shadow.returned(0x7ff8, 0x9999);
    QVERIFY(result.id != 0);
    QVERIFY(!result.isConfirmed);
    QCOMPARE(shadow.returned(0x7fa0, 0x9999).id, ShadowStack::Id{0});
}

void TestTruth::aJumpOutOfCallsEndsTheirFrames()
{
    ShadowStack shadow(8);
    shadow.called(0x7ff8, 0x1005, kStack);
    shadow.called(0x7fc8, 0x2005, kStack);
    shadow.called(0x7f98, 0x3005, kStack);
    shadow.moved(0x7fd0, kStack, false);
    QVERIFY(shadow.isLeaving());
    QCOMPARE(addresses(shadow, 0x3000), (Addresses{0x3000, 0x1005}));
    shadow.jumped();
    QVERIFY(!shadow.isLeaving());
}

/// OCaml's caml_c_call pops its return address, and goes on below it or with a call.
void TestTruth::aReturnAddressMayBeTakenAndPutBack()
{
    ShadowStack shadow(8);
    shadow.called(0x7ff8, 0x1005, kStack);
    shadow.called(0x7fc8, 0x2005, kStack);
    shadow.moved(0x7fd0, kStack, false);
    shadow.moved(0x7fc8, kStack, false);
    QCOMPARE(addresses(shadow, 0x3000), (Addresses{0x3000, 0x2005, 0x1005}));
    shadow.moved(0x7fd0, kStack, false);
    shadow.called(0x7fa0, 0x4005, kStack);
    QVERIFY(!shadow.hidesFrames());
    shadow.moved(0x7fd0, kStack, false);
    shadow.called(0x7fc8, 0x4005, kStack);
    QVERIFY(shadow.hidesFrames());
}

void TestTruth::aSignalFrameLastsUntilItsSystemCall()
{
    constexpr std::uint64_t kOtherStack = 0x20000;
    ShadowStack shadow(8);
    shadow.called(0x7ff8, 0x1005, kStack);
    shadow.moved(0x7f00, kStack, false);
    shadow.signalled(0x1f000, 0x5000, kOtherStack, 0x1234, 0x7f00);
    QCOMPARE(addresses(shadow, 0x6000), (Addresses{0x6000, 0x5000, 0x1234, 0x1005}));
    QVERIFY(shadow.isInSignalHandler());
    QVERIFY(shadow.returned(0x1f000, 0x5000).isConfirmed);
    shadow.moved(0x1f008, kOtherStack, true);
    QCOMPARE(addresses(shadow, 0x5000), (Addresses{0x5000, 0x1234, 0x1005}));
    shadow.signalReturned();
    shadow.moved(0x7f00, kStack, false);
    QVERIFY(shadow.isSure());
    QCOMPARE(addresses(shadow, 0x1234), (Addresses{0x1234, 0x1005}));
}

void TestTruth::anotherStackEndsTheTrace()
{
    ShadowStack shadow(8);
    shadow.called(0x7ff8, 0x1005, kStack);
    shadow.moved(0x50000, 0x60000, false);
    QVERIFY(!shadow.isSure());
}

void TestTruth::instructionsAreToldApart_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("is64Bit");
    QTest::addColumn<CodeKind>("kind");
    QTest::newRow("direct call") << QByteArray("\xe8\x01\x02\x03\x04", 5) << true << CodeKind::Call;
    QTest::newRow("call through a register")
        << QByteArray("\x41\xff\xd4", 3) << true << CodeKind::Call;
    QTest::newRow("system call of i386's vDSO")
        << QByteArray("\x65\xff\x15\x10\x00\x00\x00", 7) << false << CodeKind::Call;
    QTest::newRow("jump of the procedure linkage table")
        << QByteArray("\xf2\xff\x25\x01\x02\x03\x04", 7) << true << CodeKind::IndirectJump;
    QTest::newRow("return") << QByteArray("\xf3\xc3", 2) << true << CodeKind::Return;
    QTest::newRow("return at the end of memory")
        << QByteArray("\xc3", 1) << true << CodeKind::Return;
    QTest::newRow("return that removes arguments")
        << QByteArray("\xc2\x04\x00", 3) << false << CodeKind::Return;
    QTest::newRow("increment of i386 is no prefix")
        << QByteArray("\x48\xc3", 2) << false << CodeKind::Other;
    QTest::newRow("push through memory")
        << QByteArray("\xff\x35\x00\x00\x00\x00", 6) << true << CodeKind::Other;
    QTest::newRow("system call") << QByteArray("\x0f\x05", 2) << true << CodeKind::SystemCall;
}

void TestTruth::instructionsAreToldApart()
{
    QFETCH(QByteArray, code);
    QFETCH(bool, is64Bit);
    QTEST(
        codeKind(std::as_bytes(std::span(code.constData(), static_cast<std::size_t>(code.size()))),
                 is64Bit),
        "kind");
}

/// Builds own.c, traces it, and lets the scorer ask faultline for the stacks.
void TestTruth::aProgramOfOursIsTraced()
{
    if (QStandardPaths::findExecutable("python3").isEmpty() ||
        QStandardPaths::findExecutable("gcc").isEmpty())
        QSKIP("python3 or gcc is not installed");
    QTemporaryDir folder;
    QProcess scorer;
    scorer.start("python3",
                 {FL_TEST_SOURCE_DIR "/score_truth.py", "--tracer", FL_TRACER, "--faultline",
                  FL_PROGRAM, "--out", folder.path(), "--instants", "8", "--steps", "20000",
                  "--only", "own, -O2", "--programs", "2", "--walkers", "faultline", "--details"});
    QVERIFY(scorer.waitForFinished(240'000));
    const auto text = scorer.readAllStandardOutput();
    QVERIFY2(scorer.exitCode() == 0, text + scorer.readAllStandardError());
    QFile chains(folder.filePath("own-o2/chains.json"));
    QVERIFY(chains.open(QIODevice::ReadOnly));
    unsigned sure = 0;
    while (!chains.atEnd()) {
        const auto instant = QJsonDocument::fromJson(chains.readLine()).object();
        sure += instant["doubt"].toString().isEmpty();
        QVERIFY(instant["chain"].toArray().size() > 3);
    }
    QVERIFY(sure >= 4);
    static const QRegularExpression row(R"(\| faultline \| (\d+) \| (\d+) \(100\.0 %\))");
    auto rows = row.globalMatch(QString::fromUtf8(text));
    QVERIFY2(rows.hasNext(), text);
    while (rows.hasNext()) {
        const auto match = rows.next();
        QCOMPARE(match.captured(1), match.captured(2));
    }
}

/// A true chain with another address must cost the walker a frame and count as invented.
void TestTruth::theScorerFindsWrongFrames()
{
    if (QStandardPaths::findExecutable("python3").isEmpty())
        QSKIP("python3 is not installed");
    QProcess python;
    python.start(
        "python3",
        {"-c", "import sys; sys.path.insert(0, '" FL_TEST_SOURCE_DIR
               "'); from chains import compare; d = compare([1, 2, 3, 4], [1, 9, 3, 4, 5]); "
               "print(d.score.perfect, d.score.found, d.score.invented, d.missing, d.invented)"});
    QVERIFY(python.waitForFinished());
    QCOMPARE(python.readAllStandardOutput().trimmed(), QByteArray("0 3 2 [1] [9, 5]"));
}

QTEST_GUILESS_MAIN(TestTruth)
#include "tst_truth.moc"
