// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/script_stack/hermes_dump.h"

#include <QTest>

using namespace faultline;
using namespace faultline::scriptstack;

/// The JSON that Hermes itself writes.
class TestHermesDump : public QObject
{
    Q_OBJECT

private slots:
    void isRecognised_data();
    void isRecognised();
    void stackOfACrash();
    void functionsThatRan();
    void isRefused_data();
    void isRefused();
    void limitsAreKept();
    void everyPrefixIsRead();
};

namespace {

constexpr std::string_view kCrash = R"({"callstack":[
  {"StackFrameRegOffs":"8","SegmentID":0,"SourceURL":"main.jsbundle","FunctionID":2,
   "ByteCodeOffset":4,"SourceLocation":"shop.js:11:3"},
  {"CJSModuleOffset":3,"SourceURL":"main.jsbundle","FunctionID":1,"ByteCodeOffset":0},
  {"NativeCode":true},{"FunctionID":7},{"FunctionID":-1,"ByteCodeOffset":2},
  {"FunctionID":4,"ByteCodeOffset":2}]})";
constexpr std::string_view kCoverage = R"({"executedFunctions":[
  {"line":0,"column":7,"SourceURL":"main.jsbundle"},{"line":1,"SourceURL":"x"},
  {"line":4294967295,"column":0,"SourceURL":"x"}]})";

Result<EventPtr> read(std::string_view text, const ParseLimits& limits = {})
{
    return readHermesDump(ByteView::fromString(std::string(text)), limits);
}

} // namespace

void TestHermesDump::isRecognised_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isDump");
    QTest::newRow("crash") << QByteArray(kCrash.data(), qsizetype(kCrash.size())) << true;
    QTest::newRow("native code only")
        << QByteArray(R"( {"callstack":[{"NativeCode":true}]})") << true;
    QTest::newRow("coverage") << QByteArray(kCoverage.data(), qsizetype(kCoverage.size())) << true;
    QTest::newRow("another call stack") << QByteArray(R"({"callstack":[{"line":1}]})") << false;
    QTest::newRow("prose") << QByteArray(R"("callstack" and "ByteCodeOffset")") << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void TestHermesDump::isRecognised()
{
    QFETCH(QByteArray, text);
    QTEST(looksLikeHermesDump(text.toStdString()), "isDump");
}

void TestHermesDump::stackOfACrash()
{
    const auto event = read(kCrash);
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::JavaScript);
    QCOMPARE((*event)->threads[0].role, StackRole::Error);
    const auto& frames = (*event)->asScript()->stacks.at(0).frames;
    QCOMPARE(frames.size(), std::size_t{4});
    QCOMPARE(frames[0].position.absPath, std::optional<std::string>("main.jsbundle"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(1));
    QVERIFY(!frames[0].position.column);
    QCOMPARE(frames[0].bytecode,
             std::optional(BytecodePlace{
                 .kind = BytecodePlace::Kind::Hermes, .segment = 0, .function = 2, .offset = 4}));
    QVERIFY(frames[0].note.ends_with("compiled from shop.js:11:3"));
    QCOMPARE(frames[1].bytecode->segment, 3u);
    QCOMPARE(frames[1].position.line, std::optional<std::uint32_t>(4));
    QVERIFY(!frames[2].bytecode && !frames[2].position.absPath);
    QCOMPARE(frames[3].position.absPath, std::optional<std::string>("<bundle>"));
    QCOMPARE((*event)->modules.size(), std::size_t{2});
    QCOMPARE((*event)->diagnostics.at(0).text,
             std::string("2 frames are left out: too many, or without a place"));
}

void TestHermesDump::functionsThatRan()
{
    const auto event = read(kCoverage);
    QVERIFY(event);
    QCOMPARE((*event)->threads[0].role, StackRole::Thread);
    const auto& frames = (*event)->asScript()->stacks.at(0).frames;
    QCOMPARE(frames.size(), std::size_t{1});
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(1));
    QCOMPARE(frames[0].position.column, std::optional<std::uint32_t>(8));
}

void TestHermesDump::isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no frame") << QByteArray(R"({"callstack":[{"FunctionID":1}]})")
                              << "Hermes's dump: no frame in callstack or executedFunctions";
    QTest::newRow("a list") << QByteArray("[]")
                            << "Hermes's dump: no frame in callstack or executedFunctions";
    QTest::newRow("no JSON") << QByteArray("{") << "Hermes's dump: ";
}

void TestHermesDump::isRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, detail);
    const auto event = read(text.toStdString());
    QVERIFY(!event);
    QVERIFY2(QString::fromStdString(event.error().detail).startsWith(detail),
             event.error().detail.c_str());
}

void TestHermesDump::limitsAreKept()
{
    ParseLimits limits;
    limits.maxFramesPerThread = 1;
    const auto event = read(kCrash, limits);
    QVERIFY(event);
    QCOMPARE((*event)->asScript()->stacks.at(0).frames.size(), std::size_t{1});
    QVERIFY((*event)->diagnostics.at(0).text.starts_with("5 frames"));
}

void TestHermesDump::everyPrefixIsRead()
{
    for (std::size_t size = 0; size < kCrash.size(); ++size) {
        const auto text = kCrash.substr(0, size);
        static_cast<void>(looksLikeHermesDump(text));
        QVERIFY(!read(text));
    }
}

QTEST_GUILESS_MAIN(TestHermesDump)
#include "tst_hermes_dump.moc"
