// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/breakpad/breakpad_object.h"
#include "core/formats/debug/object/debug_info.h"

#include <QTest>

#include <random>
#include <sstream>

using namespace faultline;

class TestBreakpad : public QObject
{
    Q_OBJECT

private slots:
    void minimalFile();
    void headerDefects_data();
    void headerDefects();
    void featuresFollowTheRecords_data();
    void featuresFollowTheRecords();
    void publicsAreTheSymbols();
    void stackSectionStartsAtTheFirstRecord();
    void functionWithLines();
    void lineGapsHaveNoLine();
    void inlinesNestByAddress();
    void inlineWithSeveralRangesBecomesSeveral();
    void inlinesOfTheOldForm();
    void numberedNamesAreNoOldForm();
    void inlineHangsOnTheNearestDepth();
    void overlappingInlinesAreCut_data();
    void overlappingInlinesAreCut();
    void anyInlinesMakeAStrictTree();
    void badLinesAreCounted_data();
    void badLinesAreCounted();
    void uselessUnitIsMalformed();
    void unitsSplitAtFunctions();
    void windowsLineEndsReadAlike();
    void everyPrefixGivesValueOrError();
};

namespace {

const std::string kModule = "MODULE Linux x86_64 492E2DD23CC306CA9C494EEF1533A3810 crash test\n";

const std::string kFull = kModule + "INFO CODE_ID D22D2E49C33CCA069C494EEF1533A381ABCDEF01\n"
                                    "FILE 0 /src/a.c\n"
                                    "FILE 1 /src/b.h\n"
                                    "INLINE_ORIGIN 0 outer inlined\n"
                                    "INLINE_ORIGIN 1 inner()\n"
                                    "FUNC m 1000 40 0 work(int, char const*)\n"
                                    "INLINE 0 11 0 0 1010 20\n"
                                    "INLINE 1 21 1 1 1018 8\n"
                                    "1000 10 10 0\n"
                                    "1010 8 20 1\n"
                                    "1018 8 30 1\n"
                                    "1020 10 22 1\n"
                                    "1030 10 12 0\n"
                                    "FUNC 2000 10 0\n"
                                    "PUBLIC 3000 0 stub\n"
                                    "PUBLIC m 3010 4 other stub\n"
                                    "STACK CFI INIT 1000 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
                                    "FUNC 4000 10 0 after stack\n";

Result<object::ObjectPtr> open(const std::string& text)
{
    return breakpad::openBreakpad(ByteView::fromString(text), ParseLimits{});
}

object::DebugUnit readAll(const std::string& text)
{
    const auto object = open(text);
    const auto reader = object ? (*object)->debugInfo() : nullptr;
    if (!reader || reader->unitCount() == 0)
        return {};
    auto unit = reader->readUnit(0, {});
    // The views in the unit point into the reader's text, which literals and kFull keep alive here
    // only through a copy.
    static std::vector<object::ObjectPtr> keepAlive;
    keepAlive.push_back(*object);
    return unit ? std::move(*unit) : object::DebugUnit{};
}

QString describe(const object::DebugUnit& unit)
{
    QStringList lines;
    for (const object::DebugFunction& function : unit.functions) {
        lines << QStringLiteral("%1-%2 %3")
                     .arg(function.begin, 0, 16)
                     .arg(function.end, 0, 16)
                     .arg(QString::fromUtf8(function.name.data(),
                                            static_cast<qsizetype>(function.name.size())));
        for (std::uint32_t i = 0; i < function.inlineCount; ++i) {
            const object::DebugInline& call = unit.inlines[function.firstInline + i];
            const int parent = call.parent == object::kNoIndex
                                   ? -1
                                   : static_cast<int>(call.parent - function.firstInline);
            lines << QStringLiteral(" inline %1-%2 %3 in %4 from %5:%6")
                         .arg(call.begin, 0, 16)
                         .arg(call.end, 0, 16)
                         .arg(QString::fromUtf8(call.name.data(),
                                                static_cast<qsizetype>(call.name.size())))
                         .arg(parent)
                         .arg(static_cast<int>(call.callFile))
                         .arg(call.callLine);
        }
        for (std::uint32_t i = 0; i < function.lineCount; ++i) {
            const object::DebugLine& line = unit.lines[function.firstLine + i];
            lines << QStringLiteral(" %1 %2:%3")
                         .arg(line.address, 0, 16)
                         .arg(static_cast<int>(line.file))
                         .arg(line.line);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void TestBreakpad::minimalFile()
{
    const auto object = open(kModule);
    QVERIFY(object);
    QCOMPARE((*object)->format(), object::FileFormat::Breakpad);
    QCOMPARE((*object)->kind(), object::ObjectKind::Debug);
    QCOMPARE((*object)->arch(), Arch::Amd64);
    QCOMPARE((*object)->debugId().breakpad(), std::string("492E2DD23CC306CA9C494EEF1533A3810"));
    QCOMPARE((*object)->debugFileName(), std::string("crash test"));
    QVERIFY((*object)->codeId().empty());
    QVERIFY((*object)->debugInfo() == nullptr);
    QCOMPARE((*open(kFull))->codeId().text(),
             std::string("d22d2e49c33cca069c494eef1533a381abcdef01"));
}

void TestBreakpad::headerDefects_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* title, const char* text, ErrorKind kind, const char* detail) {
        QTest::newRow(title) << QString::fromLatin1(text) << static_cast<int>(kind)
                             << QString::fromLatin1(detail);
    };
    row("empty", "", ErrorKind::Unsupported, "no MODULE record at offset 0");
    row("other text", "HELLO world\n", ErrorKind::Unsupported, "no MODULE record at offset 0");
    row("cut", "MODULE Linux x86_64\n", ErrorKind::Malformed,
        "MODULE record at offset 0: fewer than three fields");
    row("unknown architecture", "MODULE Linux z80 492E2DD23CC306CA9C494EEF1533A3810 a\n",
        ErrorKind::Malformed, "MODULE record at offset 0: unknown architecture z80");
    row("bad id", "MODULE Linux x86 xyz a\n", ErrorKind::Malformed,
        "MODULE record at offset 0: no debug id in xyz");
}

void TestBreakpad::headerDefects()
{
    QFETCH(QString, text);
    const auto object = open(text.toStdString());
    QVERIFY(!object);
    QTEST(static_cast<int>(object.error().kind), "kind");
    QTEST(QString::fromStdString(object.error().detail), "detail");
}

void TestBreakpad::featuresFollowTheRecords_data()
{
    QTest::addColumn<QString>("records");
    QTest::addColumn<bool>("debugInfo");
    QTest::addColumn<bool>("symbols");
    QTest::addColumn<bool>("unwind");
    QTest::newRow("none") << QString() << false << false << false;
    QTest::newRow("functions") << QStringLiteral("FUNC 1000 10 0 f\n") << true << false << false;
    QTest::newRow("publics") << QStringLiteral("PUBLIC 1000 0 f\n") << false << true << false;
    QTest::newRow("unwind data") << QStringLiteral("STACK CFI INIT 0 10 x\n") << false << false
                                 << true;
}

void TestBreakpad::featuresFollowTheRecords()
{
    QFETCH(QString, records);
    const auto object = open(kModule + records.toStdString());
    QVERIFY(object);
    QTEST((*object)->features().hasDebugInfo, "debugInfo");
    QTEST((*object)->features().hasSymbols, "symbols");
    QTEST((*object)->features().hasUnwindInfo, "unwind");
    QVERIFY(!(*object)->features().hasSources);
}

void TestBreakpad::publicsAreTheSymbols()
{
    const auto object = open(kFull);
    const auto symbols = (*object)->symbols();
    QCOMPARE(symbols.size(), std::size_t{2});
    QCOMPARE(symbols[0].address, std::uint64_t{0x3000});
    QCOMPARE(symbols[1].address, std::uint64_t{0x3010});
    QVERIFY(symbols[1].name == "other stub");
}

void TestBreakpad::stackSectionStartsAtTheFirstRecord()
{
    const auto object = open(kFull);
    const auto stack = (*object)->section("STACK");
    QVERIFY(stack);
    QVERIFY(stack->text().starts_with("STACK CFI INIT 1000 40"));
    QVERIFY(!(*object)->section(".text"));
    QVERIFY(!(*open(kModule))->section("STACK"));
}

void TestBreakpad::functionWithLines()
{
    QCOMPARE(describe(readAll(kModule + "FILE 7 a.c\nFUNC 1000 20 8 main\n1000 8 -5 7\n1008 18 12 "
                                        "9\n1018 8 3 7\n1018 0 4 7\n")),
             QStringLiteral("1000-1020 main\n 1000 0:0\n 1008 -1:12\n 1018 0:3"));
    QCOMPARE(describe(readAll(kModule + "FUNC 2000 10 0\n")),
             QStringLiteral("2000-2010 <unknown>"));
}

void TestBreakpad::lineGapsHaveNoLine()
{
    QCOMPARE(describe(readAll(kModule + "FILE 0 a.c\nFUNC 1000 20 0 f\n1004 4 1 0\n1010 4 2 0\n")),
             QStringLiteral("1000-1020 f\n 1004 0:1\n 1008 -1:0\n 1010 0:2\n 1014 -1:0"));
}

void TestBreakpad::inlinesNestByAddress()
{
    const object::DebugUnit unit = readAll(kFull);
    QCOMPARE(describe(unit),
             QStringLiteral("1000-1040 work(int, char const*)\n"
                            " inline 1010-1030 outer inlined in -1 from 0:11\n"
                            " inline 1018-1020 inner() in 0 from 1:21\n"
                            " 1000 0:10\n 1010 1:20\n 1018 1:30\n 1020 1:22\n 1030 0:12\n"
                            "2000-2010 <unknown>"));
    QCOMPARE(unit.damagedRecords, 0u);
}

void TestBreakpad::inlineWithSeveralRangesBecomesSeveral()
{
    QCOMPARE(describe(readAll(kModule + "INLINE_ORIGIN 3 g\nFUNC 1000 40 0 f\nINLINE 0 5 0 3 1010 "
                                        "8 1020 100\nINLINE 1 6 0 9 1024 4\n")),
             QStringLiteral("1000-1040 f\n inline 1010-1018 g in -1 from -1:5\n inline 1020-1040 g "
                            "in -1 from -1:5\n inline 1024-1028  in 1 from -1:6"));
}

void TestBreakpad::inlinesOfTheOldForm()
{
    // The call of h lies in g, whose file its origin names; the call of g lies in f, whose file
    // only the lines outside g tell.
    QCOMPARE(describe(readAll(kModule + "FILE 0 /a.c\nFILE 1 /b.h\nFILE 2 /c.h\n"
                                        "INLINE_ORIGIN 0 1 g(int, int)\nINLINE_ORIGIN 1 -1 h\n"
                                        "FUNC 1000 40 0 f\nINLINE 0 5 0 1010 10 1028 8\n"
                                        "INLINE 1 6 1 1018 8\nINLINE 2 7 0 1018 4\n"
                                        "1010 10 20 1\n1020 8 30 0\n")),
             QStringLiteral("1000-1040 f\n inline 1010-1020 g(int, int) in -1 from 1:5\n"
                            " inline 1018-1020 h in 0 from 0:6\n"
                            " inline 1018-101c g(int, int) in 1 from -1:7\n"
                            " inline 1028-1030 g(int, int) in -1 from 1:5\n"
                            " 1010 0:20\n 1020 1:30\n 1028 -1:0"));
}

void TestBreakpad::numberedNamesAreNoOldForm()
{
    QCOMPARE(describe(readAll(kModule + "FILE 0 /a.c\nINLINE_ORIGIN 0 7 dwarfs\nINLINE_ORIGIN 1 g\n"
                                        "FUNC 1000 40 0 f\nINLINE 0 5 0 0 1010 10\n")),
             QStringLiteral("1000-1040 f\n inline 1010-1020 7 dwarfs in -1 from 0:5"));
}

void TestBreakpad::inlineHangsOnTheNearestDepth()
{
    QCOMPARE(describe(readAll(kModule +
                              "INLINE_ORIGIN 0 g\nINLINE_ORIGIN 1 h\nFUNC 1000 40 0 f\nINLINE 0 5 "
                              "0 0 1010 20\nINLINE 3 6 0 1 1018 8\nINLINE 2 7 0 1 1034 4\n")),
             QStringLiteral("1000-1040 f\n inline 1010-1030 g in -1 from -1:5\n inline 1018-1020 h "
                            "in 0 from -1:6\n inline 1034-1038 h in -1 from -1:7"));
}

void TestBreakpad::overlappingInlinesAreCut_data()
{
    QTest::addColumn<QByteArray>("records");
    QTest::addColumn<QString>("inlines");
    // Found in dump_syms's text of librados: ranges of equal calls that touch are joined.
    QTest::newRow("a range that outlives its call goes on in the next")
        << QByteArray("INLINE 0 5 0 0 1000 10 1010 10\nINLINE 1 6 0 1 1008 10\n")
        << " inline 1000-1010 g in -1 from -1:5\n inline 1008-1010 h in 0 from -1:6\n"
           " inline 1010-1020 g in -1 from -1:5\n inline 1010-1018 h in 2 from -1:6";
    QTest::newRow("and waits where none is around")
        << QByteArray("INLINE 0 5 0 0 1000 10 1018 8\nINLINE 1 6 0 1 1008 14\n")
        << " inline 1000-1010 g in -1 from -1:5\n inline 1008-1010 h in 0 from -1:6\n"
           " inline 1018-1020 g in -1 from -1:5\n inline 1018-101c h in 2 from -1:6";
    QTest::newRow("and ends when none follows")
        << QByteArray("INLINE 0 5 0 0 1000 10\nINLINE 1 6 0 1 1008 14\n")
        << " inline 1000-1010 g in -1 from -1:5\n inline 1008-1010 h in 0 from -1:6";
    QTest::newRow("a range in front of its call is cut where that begins")
        << QByteArray("INLINE 0 5 0 0 1010 10\nINLINE 1 6 0 1 1008 10\n")
        << " inline 1008-1010 h in -1 from -1:6\n inline 1010-1020 g in -1 from -1:5\n"
           " inline 1010-1018 h in 1 from -1:6";
    QTest::newRow("of two at one depth the later begins where the earlier ends")
        << QByteArray("INLINE 0 5 0 0 1000 10\nINLINE 0 6 0 1 1008 10\n")
        << " inline 1000-1010 g in -1 from -1:5\n inline 1010-1018 h in -1 from -1:6";
}

void TestBreakpad::overlappingInlinesAreCut()
{
    QFETCH(QByteArray, records);
    QFETCH(QString, inlines);
    QCOMPARE(describe(readAll(kModule + "INLINE_ORIGIN 0 g\nINLINE_ORIGIN 1 h\nFUNC 1000 40 0 f\n" +
                              records.toStdString())),
             QStringLiteral("1000-1040 f\n") + inlines);
}

void TestBreakpad::anyInlinesMakeAStrictTree()
{
    std::minstd_rand generator(7);
    const auto below = [&generator](unsigned limit) {
        return static_cast<unsigned>(generator() % limit);
    };
    for (int round = 0; round < 500; ++round) {
        std::ostringstream records;
        records << kModule << "INLINE_ORIGIN 0 g\nFUNC 1000 100 0 f\n" << std::hex;
        for (unsigned i = below(16); i > 0; --i)
            records << "INLINE " << below(4) << " 1 0 0 " << 0x1000 + below(0x100) << ' '
                    << 1 + below(0x40) << '\n';
        const object::DebugUnit unit = readAll(records.str());
        for (std::size_t i = 0; i < unit.inlines.size(); ++i) {
            const object::DebugInline& call = unit.inlines[i];
            QVERIFY(call.begin < call.end);
            if (call.parent == object::kNoIndex)
                continue;
            QVERIFY(call.parent < i);
            QVERIFY(unit.inlines[call.parent].begin <= call.begin);
            QVERIFY(call.end <= unit.inlines[call.parent].end);
        }
    }
}

void TestBreakpad::badLinesAreCounted_data()
{
    QTest::addColumn<QString>("line");
    for (const char* line : {"1000 zz 1 0", "1000", "INLINE 0 1", "INLINE 0 1 0 0",
                             "INLINE 999 1 0 0 1000 4", "FUNC zz 1 0 g", "garbage"})
        QTest::newRow(line) << QString::fromLatin1(line);
}

void TestBreakpad::badLinesAreCounted()
{
    QFETCH(QString, line);
    const object::DebugUnit unit =
        readAll(kModule + "FUNC 1000 10 0 f\n" + line.toStdString() + "\n");
    QCOMPARE(unit.functions.size(), std::size_t{1});
    QCOMPARE(unit.damagedRecords, 1u);
}

void TestBreakpad::uselessUnitIsMalformed()
{
    std::string text = kModule + "FUNC 1000 10 0 f\n";
    for (int i = 0; i < 100; ++i)
        text += "garbage\n";
    const auto object = open(text);
    const auto unit = (*object)->debugInfo()->readUnit(0, {});
    QVERIFY(!unit);
    QCOMPARE(unit.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(unit.error().detail),
             QStringLiteral("breakpad functions at offset 0x41: 100 of 101 lines cannot be read"));
}

void TestBreakpad::unitsSplitAtFunctions()
{
    std::string text = kModule;
    std::size_t functions = 0;
    while (text.size() < (5u << 20)) {
        text +=
            "FUNC " +
            QByteArray::number(static_cast<quint64>(0x1000 + functions * 16), 16).toStdString() +
            " 10 0 function with a name\n";
        ++functions;
    }
    const auto object = open(text);
    const auto reader = (*object)->debugInfo();
    QVERIFY(reader->unitCount() >= 4);
    std::size_t found = 0;
    for (std::size_t unit = 0; unit < reader->unitCount(); ++unit)
        found += reader->readUnit(unit, {})->functions.size();
    QCOMPARE(found, functions);
}

void TestBreakpad::windowsLineEndsReadAlike()
{
    std::string windows;
    for (const char c : kFull)
        windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    QCOMPARE(describe(readAll(windows)), describe(readAll(kFull)));
    QCOMPARE((*open(windows))->debugFileName(), std::string("crash test"));
}

void TestBreakpad::everyPrefixGivesValueOrError()
{
    for (std::size_t length = 0; length <= kFull.size(); ++length) {
        const auto object = open(kFull.substr(0, length));
        if (!object)
            continue;
        if (const auto reader = (*object)->debugInfo()) {
            for (std::size_t unit = 0; unit < reader->unitCount(); ++unit)
                QVERIFY(reader->readUnit(unit, {}) || true);
        }
    }
}

QTEST_GUILESS_MAIN(TestBreakpad)
#include "tst_breakpad.moc"
