// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/reference_retrace.h"
#include "tests/support/mapping_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::jvm;
using test::mappingFrom;

/// The vectors of docs/spec/jvm.md §14.2 that concern one frame.
class TestReferenceRetrace : public QObject
{
    Q_OBJECT

private slots:
    void vectors_data();
    void vectors();
    void rulesOfTheMiddleEntryCountForAll();
    void ruleNeedsItsException();
    void outlineHandsItsLineToTheCaller();
    void outlineWithoutCaller();
    void synthesizedIsSaid();
    void ruleThatTakesAllRemovesTheFrame();
};

namespace {

constexpr const char* kNullPointer = "Ljava/lang/NullPointerException;";

std::string textOf(const std::vector<jvm::RetracedFrame>& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += concat(text.empty() ? "" : ", ",
                       row.module == "x.Main" ? std::string() : std::string(row.module) + ".",
                       row.function, ":", row.line ? concat(*row.line) : std::string("-"));
    return text;
}

/// "-" means no line.
std::optional<std::uint32_t> lineOf(const QString& text)
{
    return text == "-" ? std::nullopt : std::optional(text.toUInt());
}

std::vector<jvm::RetracedFrame> retraced(const proguard::MappingCache& mapping,
                                         std::optional<std::uint32_t> line,
                                         std::optional<std::string_view> thrown = std::nullopt)
{
    std::vector<jvm::RetracedFrame> rows;
    jvm::WorkBudget budget;
    jvm::ReferenceRetrace(mapping, budget)
        .retrace({.module = "a", .function = "r", .line = line, .arguments = {}}, thrown, rows);
    return rows;
}

} // namespace

void TestReferenceRetrace::vectors_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* members, const char* line,
                        const char* expected) {
        QTest::addRow("%s, line %s", name, line) << members << line << expected;
    };
    const auto* chain = "7:8:void m3(long):78:79>r;7:8:void m2(int):87>r;7:8:void r():101>r";
    row("three deep", chain, "8", "m3:79, m2:87, r:101");
    const auto* two = "1:5:void o():10:14>r;6:10:void i():20:24>r;6:10:void o():15>r";
    row("inlined later", two, "3", "o:12");
    row("inlined later", two, "8", "i:22, o:15");
    row("no original end", "1:3:void c():10>r", "2", "c:10");
    const auto* oneLine = "1:10:void q():27:27>r;11:15:void q():42>r";
    row("one original line", oneLine, "8", "q:27");
    row("one original line", oneLine, "13", "q:42");
    row("inverted range", "5:3:void m()>r", "3", "m:3");
    row("inverted original", "2:5:void m():5:2>r", "3", "m:3");
    row("span without a range", "void m():42:44>r", "1", "m:42, m:43, m:44");
    row("one line without a range", "void m():42:42>r", "2", "m:42");
    row("one line without a range", "void m():42:42>r", "-", "m:42");
    row("zero span", "void m():0:0>r", "8", "m:-");
    const auto* bare = "void m(int)>r;void n(int, int)>r";
    row("bare methods", bare, "7", "m:7, n:7");
    row("bare methods", bare, "-", "m:0, n:0");
    const auto* ranges = "1:3:void m():11:13>r;4:4:void m():10:10>r";
    row("outside of all ranges", ranges, "27", "r:27");
    row("outside of all ranges", ranges, "-", "m:0");
    const auto* single = "1:1:void f():122:122>r;2:2:void f():124:124>r";
    row("ranges of a line", single, "-", "f:0");
    row("ranges of a line", single, "0", "f:0");
    row("ranges of a line", single, "1", "f:122");
    row("ranges of a line", single, "2", "f:124");
    row("preamble", "0:0:void p():42:42>r;0:0:void q():28>r;1:1:void q():153>r", "-", "p:42, q:28");
    row("preamble with a span", "0:0:void p():42:44>r;0:0:void q():29>r", "-", "p:0, q:0");
    row("sorted by name", "void p3():72:72>r;void main3():30>r", "-", "main3:0, p3:0");
    row("alone", "void main4():153>r", "-", "main4:153");
    row("overloads", "void d():7>r;void d(java.lang.String):11>r", "-", "d:0");
    const auto* mixed =
        "java.util.List s(java.util.List)>r;3:3:void y():425:425>r;void c(java.lang.String[])>r";
    row("ranges hide the others", mixed, "3", "y:425");
    row("ranges hide the others", mixed, "0", "s:0, c:0");
    row("overloads of one line",
        "1:1:void o():7:7>r;1:1:void o(java.lang.String):13:13>r;1:1:void o(int):15:15>r", "1",
        "o:7, o:13, o:15");
    row("two chains of one range",
        "10:10:void a():1:1>r;10:10:void b():2>r;1:1:void b():9:9>r;10:10:void "
        "c():3:3>r;10:10:void d():4>r",
        "10", "a:1, b:2, c:3, d:4");
    row("range begins beyond 0", "1:1:void a():1:1>r;1:1:void b():2>r;5:5:void c():3>r", "-",
        "b:0");
}

void TestReferenceRetrace::vectors()
{
    QFETCH(QString, members);
    QFETCH(QString, line);
    QFETCH(QString, expected);
    std::string text = "x.Main -> a:\n";
    for (const auto& member : members.split(';'))
        text += "    " + QString(member).replace(">", " -> ").toStdString() + "\n";
    // "int, int" has a blank, which mappings do not have but tools accept.
    const auto mapping = mappingFrom(text);
    QVERIFY(mapping);
    QCOMPARE(QString::fromStdString(textOf(retraced(*mapping, lineOf(line)))), expected);
}

void TestReferenceRetrace::rulesOfTheMiddleEntryCountForAll()
{
    const auto mapping =
        mappingFrom("x.Main -> a:\n    4:4:void p():1:1 -> r\n    4:4:void q():2 -> r\n"
                    "    # "
                    "{\"id\":\"com.android.tools.r8.rewriteFrame\",\"conditions\":[\"throws(Ljava/"
                    "lang/NullPointerException;)\"],\"actions\":[\"removeInnerFrames(1)\"]}\n"
                    "    4:4:void s():3 -> r\n");
    QCOMPARE(textOf(retraced(*mapping, 4, kNullPointer)), std::string("q:2, s:3"));
}

void TestReferenceRetrace::ruleNeedsItsException()
{
    const auto mapping =
        mappingFrom("x.Main -> a:\n    4:4:void z.O():23:23 -> r\n    4:4:void c():7 -> r\n"
                    "    # "
                    "{\"id\":\"com.android.tools.r8.rewriteFrame\",\"conditions\":[\"throws(Ljava/"
                    "lang/NullPointerException;)\"],\"actions\":[\"removeInnerFrames(1)\"]}\n");
    QCOMPARE(textOf(retraced(*mapping, 4, kNullPointer)), std::string("c:7"));
    QCOMPARE(textOf(retraced(*mapping, 4, "Ljava/lang/Error;")), std::string("z.O:23, c:7"));
    QCOMPARE(textOf(retraced(*mapping, 4)), std::string("z.O:23, c:7"));
}

void TestReferenceRetrace::outlineHandsItsLineToTheCaller()
{
    const auto mapping = mappingFrom(
        "o.C -> a:\n    1:2:int outline():0 -> a\n    # {\"id\":\"com.android.tools.r8.outline\"}\n"
        "some.K -> b:\n    4:5:int f.z.oc(int):98:99 -> s\n    4:5:int oc(int):24 -> s\n"
        "    27:27:int oc(int):0:0 -> s\n"
        "    # "
        "{\"id\":\"com.android.tools.r8.outlineCallsite\",\"positions\":{\"1\":4,\"2\":5}}\n");
    jvm::WorkBudget budget;
    jvm::ReferenceRetrace retrace(*mapping, budget);
    std::vector<jvm::RetracedFrame> rows;
    QCOMPARE(
        retrace.retrace({.module = "a", .function = "a", .line = 2, .arguments = {}}, {}, rows),
        jvm::RetraceOutcome::Outline);
    QCOMPARE(
        retrace.retrace({.module = "b", .function = "s", .line = 27, .arguments = {}}, {}, rows),
        jvm::RetraceOutcome::Frames);
    QCOMPARE(textOf(rows), std::string("f.z.oc:99, some.K.oc:24"));
    // The line was passed on to its caller, so the next frame keeps its own.
    retrace.retrace({.module = "b", .function = "s", .line = 27, .arguments = {}}, {}, rows);
    QCOMPARE(textOf(rows), std::string("some.K.oc:0"));
}

void TestReferenceRetrace::outlineWithoutCaller()
{
    const auto mapping = mappingFrom("o.C -> a:\n    1:2:int outline():0 -> a\n"
                                     "    # {\"id\":\"com.android.tools.r8.outline\"}\n"
                                     "x.Main -> b:\n    5:5:void m():9:9 -> r\n");
    jvm::WorkBudget budget;
    jvm::ReferenceRetrace retrace(*mapping, budget);
    std::vector<jvm::RetracedFrame> rows;
    retrace.retrace({.module = "a", .function = "a", .line = 1, .arguments = {}}, {}, rows);
    QVERIFY(rows.empty());
    QCOMPARE(retrace.retrace({.module = "not.Known", .function = "r", .line = 5, .arguments = {}},
                             {}, rows),
             jvm::RetraceOutcome::Unknown);
    retrace.retrace({.module = "b", .function = "r", .line = 5, .arguments = {}}, {}, rows);
    QCOMPARE(textOf(rows), std::string("m:9"));
}

void TestReferenceRetrace::synthesizedIsSaid()
{
    const auto mapping = mappingFrom("x.Main -> a:\n    2:2:void i():206:206 -> r\n"
                                     "    2:2:void i$s():0:0 -> r\n"
                                     "    # {\"id\":\"com.android.tools.r8.synthesized\"}\n"
                                     "    3:3:void i$s():0:0 -> r\n");
    const auto rows = retraced(*mapping, 2);
    QCOMPARE(textOf(rows), std::string("i:206, i$s:0"));
    QVERIFY(!rows[0].isSynthesized);
    QVERIFY(rows[1].isSynthesized);
    QVERIFY(retraced(*mapping, 3)[0].isSynthesized);
}

void TestReferenceRetrace::ruleThatTakesAllRemovesTheFrame()
{
    const auto mapping =
        mappingFrom("x.Main -> a:\n    4:4:void c():7:7 -> r\n"
                    "    # "
                    "{\"id\":\"com.android.tools.r8.rewriteFrame\",\"conditions\":[\"throws(Ljava/"
                    "lang/NullPointerException;)\"],\"actions\":[\"removeInnerFrames(4)\"]}\n");
    std::vector<jvm::RetracedFrame> rows;
    jvm::WorkBudget budget;
    QCOMPARE(jvm::ReferenceRetrace(*mapping, budget)
                 .retrace({.module = "a", .function = "r", .line = 4, .arguments = {}},
                          kNullPointer, rows),
             jvm::RetraceOutcome::Removed);
}

QTEST_GUILESS_MAIN(TestReferenceRetrace)
#include "tst_reference_retrace.moc"
