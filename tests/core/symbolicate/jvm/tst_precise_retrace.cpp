// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/symbolicate/jvm/retrace/precise_remapper.h"
#include "tests/support/mapping_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::jvm;
using test::mappingFrom;

/// Checks that alternatives are kept apart, and that only rows which the mapping proves are
/// returned.
class TestPreciseRetrace : public QObject
{
    Q_OBJECT

private slots:
    void frames_data();
    void frames();
    void descriptorSelectsAnOverload_data();
    void descriptorSelectsAnOverload();
    void laterMappingWithTheMethodWins();
    void signatureIsReadWithAllMappings();
    void rowsSayTheirAlternative();
    void outlineHandsItsLineToTheCaller();
    void rulesCountPerChain();
    void namesOfOtherCompilersStay();
    void inlinedCodeIsInTheOwnersLanguage();
};

namespace {

std::string textOf(const JvmStackFrame& row)
{
    const std::string module = row.detail.module == "x.Main" ? "" : row.detail.module + ".";
    return concat(module, *row.position.function, ":",
                  row.position.line ? concat(*row.position.line) : std::string("-"));
}

/// Rows of one alternative joined by " < ", alternatives by " | ".
std::string textOf(const std::vector<JvmStackFrame>& rows)
{
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isNext = i > 0 && rows[i].detail.alternative != rows[i - 1].detail.alternative;
        text += concat(i == 0 ? "" : isNext ? " | " : " < ", textOf(rows[i]));
    }
    return text;
}

JvmStackFrame frameOf(std::optional<std::uint32_t> line, std::optional<std::string> descriptor = {})
{
    JvmStackFrame frame;
    frame.detail.module = "a";
    frame.detail.signature = std::move(descriptor);
    frame.position.function = "r";
    frame.position.line = line;
    return frame;
}

JvmStack stackOf(std::vector<JvmStackFrame> frames, std::optional<JvmException> exception = {})
{
    JvmStack stack;
    stack.exception = std::move(exception);
    stack.frames = std::move(frames);
    return stack;
}

std::vector<JvmStackFrame> remapped(const Mappings& mappings, const JvmStackFrame& frame)
{
    return PreciseRemapper(mappings, {}).remap(stackOf({frame}), 0).frames;
}

std::string mappingOf(const QString& members)
{
    std::string text = "x.Main -> a:\n";
    for (const auto& member : members.split(';'))
        text += (member.startsWith('#') ? "    " + member
                                        : "    " + QString(member).replace(">", " -> "))
                    .toStdString() +
                "\n";
    return text;
}

} // namespace

void TestPreciseRetrace::frames_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* members, int line, const char* expected) {
        QTest::newRow(name) << members << line << expected;
    };
    row("chain", "7:8:void m3(long):78:79>r;7:8:void m2(int):87>r;7:8:void r():101>r", 8,
        "m3:79 < m2:87 < r:101");
    row("overloads of one line",
        "1:1:void o():7:7>r;1:1:void o(java.lang.String):13:13>r;1:1:void o(int):15:15>r", 1,
        "o:7 | o:13 | o:15");
    row("two chains of one range",
        "10:10:void a():1:1>r;10:10:void b():2>r;1:1:void b():9:9>r;10:10:void "
        "c():3:3>r;10:10:void d():4>r",
        10, "a:1 < b:2 | c:3 < d:4");
    row("two chains, one after the other",
        "10:10:void a():1:1>r;10:10:void b():2>r;10:10:void c():3:3>r;10:10:void d():4>r", 10,
        "a:1 < b:2 | c:3 < d:4");
    row("call without a line", "2:2:void i():206:206>r;2:2:void m():0:0>r", 2, "i:206 < m:-");
    row("call with its line twice, after another class",
        "4:4:void x.Util.check(int):7:7>r;4:4:void m():17:17>r", 4, "x.Util.check:7 < m:17");
    row("two methods of another class",
        "4:4:void x.Util.check(int):7:7>r;4:4:void x.Util.all():9:9>r;4:4:void m():17>r", 4,
        "x.Util.check:7 < x.Util.all:9 < m:17");
    row("overloads that were moved here",
        "4:4:void x.Util.check(int):7:7>r;4:4:void x.Util.all():9:9>r", 4,
        "x.Util.check:7 | x.Util.all:9");
    row("another class without a line", "4:4:void x.Util.check(int):0:0>r;4:4:void m():17:17>r", 4,
        "x.Util.check:- < m:17");
    row("narrowest range of a method", "1:9:void m():1:9>r;5:5:void i():70:70>r;5:5:void m():5>r",
        5, "i:70 < m:5");
    row("whole method yields", "0:65535:void m():40:40>r;5:5:void n():70:70>r", 5, "n:70");
    row("whole method serves", "0:65535:void m():40:40>r;5:5:void n():70:70>r", 6, "m:40");
    row("ranges of two methods overlap", "1:9:void m():1:9>r;5:12:void n():70:77>r", 6,
        "m:6 | n:71");
    row("whole method without a line", "0:65535:void m():40:40>r", -1, "m:40");
    row("line 0 lies in a range", "0:65535:void m():40:40>r", 0, "m:40");
    row("no line, one method", "1:1:void m():5:5>r;2:2:void m():6:6>r", -1, "m:-");
    row("no line, two methods", "1:1:void m():5:5>r;2:2:void n():6:6>r", -1, "m:- | n:-");
    row("no line, inlined", "1:1:void i():5:5>r;1:1:void m():6>r", -1, "m:-");
    row("outside of all ranges", "1:3:void m():11:13>r;4:4:void m():10:10>r", 27, "m:-");
    row("outside of all ranges of two", "1:3:void m():11:13>r;4:4:void n():10:10>r", 27,
        "m:- | n:-");
    row("lines were not changed", "void m(int)>r", 7, "m:7");
    row("one line of a method", "void m():42:42>r", 7, "m:42");
    row("some line of a span", "void m():42:44>r", 7, "m:-");
    row("line 0 is unknown", "1:1:void m():0:0>r", 1, "m:-");
    row("same twice", "1:1:void m():5:5>r;1:1:void m():5:5>r", 1, "m:5");
    row("preamble", "0:0:void p():42:42>r;0:0:void q():28>r;1:1:void q():153>r", 0, "p:42 < q:28");
    row("line outside of the ranges of another method", "void m()>r;7:7:void n():70:70>r", 5,
        "m:5");
    row("lambda within its method", "18:23:void m()>r;19:22:void lambda$m$0()>r;30:30:void n()>s",
        21, "lambda$m$0:21");
    row("line that a lambda may share",
        "18:23:void m()>r;19:22:void lambda$m$0()>r;30:30:void n()>s", 22, "m:22 | lambda$m$0:22");
    row("method among lines of inlined code",
        "10:1046:void m()>r;30:32:void n()>r;40:40:void k()>s", 30, "n:30");
    row("range that may have lines of inlined code", "10:1046:void m()>r;30:1044:void n()>r", 1043,
        "m:1043 | n:1043");
    row("lines that are not those of the source", "18:23:void m():1:6>r;19:22:void n():9:12>r", 21,
        "m:4 | n:11");
    row("hash of ProGuard", "1:1:void concat$721a0040(int):5:5>r", 1, "concat:5");
    row("no hash of ProGuard", "1:1:void access$1000(int):5:5>r", 1, "access$1000:5");
    row("call that ProGuard does not end", "9:9:void i():3:3>r;9:9:void m():25>r;9:9:void m():21>r",
        9, "i:3 < m:25");
    row("call that ProGuard does not end, with another",
        "9:9:void i():3:3>r;9:9:void m():25>r;9:9:void k():24>r;9:9:void m():21>r", 9,
        "i:3 < m:25");
    row("call without lines that ProGuard does not end",
        "8:8:void c():0:0>r;8:8:void m():21>r;9:9:void i():3:3>r;9:9:void c():999>r;9:9:void "
        "m():21>r",
        9, "i:3 < m:21");
    row("call at line 999", "9:9:void i():3:3>r;9:9:void c():999>r;9:9:void m():21>r", 9,
        "i:3 < c:999 < m:21");
    row("method is not in the mapping", "void m()>s", 12, "r:12");
}

void TestPreciseRetrace::frames()
{
    QFETCH(QString, members);
    QFETCH(int, line);
    QFETCH(QString, expected);
    const auto frame = frameOf(line < 0 ? std::nullopt : std::optional(std::uint32_t(line)));
    QCOMPARE(QString::fromStdString(textOf(remapped({mappingFrom(mappingOf(members))}, frame))),
             expected);
}

void TestPreciseRetrace::descriptorSelectsAnOverload_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("descriptor");
    QTest::addColumn<QString>("expected");
    const char* residual =
        "1:1:void m(x.Arg):5:5>r;# "
        "{\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"()V\"};"
        "1:1:void n():6:6>r;# "
        "{\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"(I)V\"}";
    QTest::newRow("residual signature") << residual << 1 << "()V" << "m:5";
    QTest::newRow("other residual signature") << residual << -1 << "(I)V" << "n:-";
    QTest::newRow("arguments") << "1:1:void m(int):5:5>r;1:1:void n(x.Main):6:6>r" << 1 << "(La;)V"
                               << "n:6";
    QTest::newRow("none fits") << "1:1:void m(int):5:5>r;1:1:void n(long):6:6>r" << 1 << "(Z)V"
                               << "m:5 | n:6";
}

void TestPreciseRetrace::descriptorSelectsAnOverload()
{
    QFETCH(QString, members);
    QFETCH(int, line);
    QFETCH(QString, descriptor);
    QFETCH(QString, expected);
    const auto frame = frameOf(line < 0 ? std::nullopt : std::optional(std::uint32_t(line)),
                               descriptor.toStdString());
    QCOMPARE(QString::fromStdString(textOf(remapped({mappingFrom(mappingOf(members))}, frame))),
             expected);
}

void TestPreciseRetrace::laterMappingWithTheMethodWins()
{
    const Mappings mappings{mappingFrom("x.First -> a:\n    1:1:void m():1:1 -> q\n"),
                            mappingFrom("x.Second -> a:\n    1:1:void m():1:1 -> r\n")};
    QCOMPARE(textOf(remapped(mappings, frameOf(1))), std::string("x.Second.m:1"));
}

void TestPreciseRetrace::signatureIsReadWithAllMappings()
{
    const Mappings mappings{mappingFrom("x.First -> b:\n    1:1:void m():1:1 -> q\n"),
                            mappingFrom("x.Second -> c:\n    1:1:void m():1:1 -> r\n")};
    const auto rows = remapped(mappings, frameOf(1, "(Lb;Lc;)V"));
    QCOMPARE(rows[0].detail.signature, std::optional<std::string>("(x.First, x.Second)"));
}

void TestPreciseRetrace::rowsSayTheirAlternative()
{
    const auto rows =
        remapped({mappingFrom(mappingOf("1:1:void a():1:1>r;1:1:void b():2>r;1:1:void c():3:3>r"))},
                 frameOf(1));
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[1].detail.alternative, 0u);
    QCOMPARE(rows[2].detail.alternative, 1u);
    QCOMPARE(rows[0].detail.alternativeCount, 2u);
}

void TestPreciseRetrace::outlineHandsItsLineToTheCaller()
{
    const Mappings mappings{mappingFrom(
        "o.C -> o:\n    1:2:int outline():0 -> o\n    # {\"id\":\"com.android.tools.r8.outline\"}\n"
        "x.Main -> a:\n    4:5:int f.z.oc(int):98:99 -> r\n    4:5:int oc(int):24 -> r\n"
        "    27:27:int oc(int):0:0 -> r\n"
        "    # "
        "{\"id\":\"com.android.tools.r8.outlineCallsite\",\"positions\":{\"1\":4,\"2\":5}}\n")};
    auto outline = frameOf(2);
    outline.detail.module = "o";
    outline.position.function = "o";
    PreciseRemapper remapper(mappings, {});
    const auto stack = remapper.remap(stackOf({outline, frameOf(27)}), 0);
    QCOMPARE(textOf(stack.frames), std::string("f.z.oc:99 < oc:24"));
    QCOMPARE(remapper.hidden().size(), std::size_t{1});
    QCOMPARE(remapper.hidden()[0].reason, JvmHiddenFrame::Reason::Outline);
}

void TestPreciseRetrace::rulesCountPerChain()
{
    const Mappings mappings{
        mappingFrom("x.Main -> a:\n    4:4:void i():23:23 -> r\n    4:4:void c():7 -> r\n"
                    "    # "
                    "{\"id\":\"com.android.tools.r8.rewriteFrame\",\"conditions\":[\"throws(Lx/"
                    "Oops;)\"],\"actions\":[\"removeInnerFrames(1)\"]}\n"
                    "    4:4:void k():9:9 -> r\n    4:4:void l():8 -> r\nx.Oops -> o:\n")};
    const auto stack =
        PreciseRemapper(mappings, {}).remap(stackOf({frameOf(4)}, JvmException{"o", ""}), 0);
    QCOMPARE(textOf(stack.frames), std::string("c:7 | k:9 < l:8"));
}

void TestPreciseRetrace::namesOfOtherCompilersStay()
{
    const Mappings mappings{
        mappingFrom("# compiler: R8\nx.Main -> a:\n    9:9:void i$721a0040():3:3 -> r\n"
                    "    9:9:void m():25 -> r\n    9:9:void m():21 -> r\n")};
    QCOMPARE(textOf(remapped(mappings, frameOf(9))), std::string("i$721a0040:3 < m:25 < m:21"));
}

/// Row 21 of the table in docs/spec/jvm.md.
void TestPreciseRetrace::inlinedCodeIsInTheOwnersLanguage()
{
    const Mappings mappings{mappingFrom("x.Main -> a:\n"
                                        "# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n"
                                        "    2:2:void foo.Baz$Q.inl():42:42 -> r\n"
                                        "    2:2:void main():102 -> r\n")};
    const auto rows = remapped(mappings, frameOf(2));
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].position.file, std::optional<std::string>("Baz.kt"));
    QCOMPARE(rows[1].position.file, std::optional<std::string>("Main.kt"));
}

QTEST_GUILESS_MAIN(TestPreciseRetrace)
#include "tst_precise_retrace.moc"
