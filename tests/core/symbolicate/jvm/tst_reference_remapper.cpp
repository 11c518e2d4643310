// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/symbolicate/jvm/retrace/reference_remapper.h"
#include "core/symbolicate/jvm/retrace/source_path.h"
#include "tests/support/mapping_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::jvm;
using test::mappingFrom;

/// Stacks of events, as the reference's server remaps them (docs/spec/jvm.md §§5, 14.1).
class TestReferenceRemapper : public QObject
{
    Q_OBJECT

private slots:
    void exceptions_data();
    void exceptions();
    void inlinedFramesKeepTheirIndex();
    void classAloneIsKnown();
    void signatureSelectsTheMethod();
    void unknownFrameGetsAFormattedSignature();
    void lineBeatsSignature();
    void inAppByPackage_data();
    void inAppByPackage();
    void synthesizedFramesNeedALineToBeDropped();
    void ruleSeesTheRemappedException();
    void filesOfRows_data();
    void filesOfRows();
    void fileOfFacadeWithoutLine();
    void firstMappingThatKnowsTheClassWins();
    void bundleUrls_data();
    void bundleUrls();
};

namespace {

constexpr const char* kActivity = "io.ex.MainActivity -> io.ex.MainActivity:\n"
                                  "    1:1:void bar():54:54 -> t\n"
                                  "    1:1:void foo():44 -> t\n"
                                  "    1:1:void onClickHandler(android.view.View):40 -> t\n"
                                  "io.ex.-$$Lambda$r3Avc -> e.a.c.a:\n"
                                  "    io.ex.MainActivity f$0 -> b\n";

JvmStackFrame frameOf(std::string module, std::string function, std::optional<std::uint32_t> line)
{
    JvmStackFrame frame;
    frame.detail.module = std::move(module);
    frame.position.function = std::move(function);
    frame.position.line = line;
    frame.index = 7;
    return frame;
}

std::string textOf(const JvmStackFrame& frame)
{
    return concat(frame.detail.module, ".", *frame.position.function, ":",
                  frame.position.line ? concat(*frame.position.line) : std::string("-"), " ",
                  frame.position.file.value_or("-"));
}

JvmStack stackOf(std::vector<JvmStackFrame> frames, std::optional<JvmException> exception = {})
{
    JvmStack stack;
    stack.exception = std::move(exception);
    stack.frames = std::move(frames);
    return stack;
}

std::vector<JvmStackFrame> remapped(const jvm::Mappings& mappings,
                                    const JvmStackFrame& frame,
                                    const std::optional<JvmException>& exception = {},
                                    const std::optional<std::string>& package = {})
{
    return jvm::ReferenceRemapper(mappings, package).remap(stackOf({frame}, exception), 0).frames;
}

std::string remappedText(std::string_view mapping, const JvmStackFrame& frame)
{
    std::string text;
    for (const auto& row : remapped({mappingFrom(mapping)}, frame))
        text += concat(text.empty() ? "" : ", ", textOf(row));
    return text;
}

} // namespace

void TestReferenceRemapper::exceptions_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("expected");
    QTest::newRow("inner class") << "org.a.b" << "g$a" << "org.slf4j.helpers|Util$Security";
    QTest::newRow("no package") << "" << "kj" << "a.b|Compose";
    QTest::newRow("into no package") << "" << "k" << "|Root";
    QTest::newRow("unknown") << "x" << "y" << "x|y";
}

void TestReferenceRemapper::exceptions()
{
    QFETCH(QString, module);
    QFETCH(QString, type);
    QFETCH(QString, expected);
    const jvm::Mappings mappings{
        mappingFrom("org.slf4j.helpers.Util$Security -> org.a.b.g$a:\n"
                    "    void m() -> a\na.b.Compose -> kj:\nRoot -> k:\n")};
    const JvmException exception{type.toStdString(), module.toStdString()};
    const auto stack = jvm::ReferenceRemapper(mappings, {}).remap(stackOf({}, exception), 0);
    QCOMPARE(QString::fromStdString(concat(stack.exception->module, "|", stack.exception->type)),
             expected);
}

void TestReferenceRemapper::inlinedFramesKeepTheirIndex()
{
    const auto rows = remapped({mappingFrom(kActivity)}, frameOf("io.ex.MainActivity", "t", 1));
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(textOf(rows[0]), std::string("io.ex.MainActivity.bar:54 MainActivity.java"));
    QCOMPARE(textOf(rows[2]),
             std::string("io.ex.MainActivity.onClickHandler:40 MainActivity.java"));
    QCOMPARE(rows[0].index, 7u);
    QCOMPARE(rows[0].position.absPath, rows[0].position.file);
    QCOMPARE(remappedText(kActivity, frameOf("io.ex.MainActivity", "t", 2)),
             std::string("io.ex.MainActivity.t:2 MainActivity.java"));
}

void TestReferenceRemapper::classAloneIsKnown()
{
    QCOMPARE(remappedText(kActivity, frameOf("e.a.c.a", "onClick", 2)),
             std::string("io.ex.-$$Lambda$r3Avc.onClick:2 -.java"));
}

void TestReferenceRemapper::signatureSelectsTheMethod()
{
    auto frame = frameOf("io.ex.MainActivity", "t", std::nullopt);
    frame.detail.signature = "(Landroid/view/View;)V";
    const auto rows = remapped({mappingFrom(kActivity)}, frame);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(textOf(rows[0]),
             std::string("io.ex.MainActivity.onClickHandler:40 MainActivity.java"));
    QCOMPARE(rows[0].detail.signature, std::optional<std::string>("(android.view.View)"));
}

void TestReferenceRemapper::unknownFrameGetsAFormattedSignature()
{
    auto frame = frameOf("not.Known", "t", 3);
    frame.detail.signature = "(Le/a/c/a;[I)Z";
    auto rows = remapped({mappingFrom(kActivity)}, frame);
    QCOMPARE(textOf(rows[0]), std::string("not.Known.t:3 -"));
    QCOMPARE(rows[0].detail.signature,
             std::optional<std::string>("(io.ex.-$$Lambda$r3Avc, int[]): boolean"));
    frame.detail.signature = "(Le/a/c/a)Z";
    rows = remapped({mappingFrom(kActivity)}, frame);
    QCOMPARE(rows[0].detail.signature, frame.detail.signature);
}

void TestReferenceRemapper::lineBeatsSignature()
{
    auto frame = frameOf("io.ex.MainActivity", "t", 0);
    frame.detail.signature = "(Landroid/view/View;)V";
    const auto rows = remapped({mappingFrom(kActivity)}, frame);
    QCOMPARE(textOf(rows[0]), std::string("io.ex.MainActivity.onClickHandler:0 MainActivity.java"));
}

void TestReferenceRemapper::inAppByPackage_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("mapped, unset") << "io.ex.MainActivity" << -1 << 1;
    QTest::newRow("mapped, false") << "io.ex.MainActivity" << 0 << 0;
    QTest::newRow("not mapped") << "io.ex.Other" << -1 << -1;
}

void TestReferenceRemapper::inAppByPackage()
{
    QFETCH(QString, module);
    QFETCH(int, before);
    QFETCH(int, after);
    const auto flag = [](int value) {
        return value < 0 ? std::nullopt : std::optional(value != 0);
    };
    auto frame = frameOf(module.toStdString(), "t", 1);
    frame.inApp = flag(before);
    const auto rows = remapped({mappingFrom(kActivity)}, frame, {}, "io.e");
    QCOMPARE(rows[0].inApp, flag(after));
}

void TestReferenceRemapper::synthesizedFramesNeedALineToBeDropped()
{
    const jvm::Mappings mappings{mappingFrom("x.CustomThreadFactory$$Lambda$0 -> b:\n"
                                             "# {\"id\":\"com.android.tools.r8.synthesized\"}\n"
                                             "    0:25:void run$bridge():0:0 -> run\n")};
    const auto kept = remapped(mappings, frameOf("b", "run", std::nullopt));
    QCOMPARE(kept.size(), std::size_t{1});
    QVERIFY(kept[0].detail.isSynthesized);
    QCOMPARE(kept[0].position.line, std::optional<std::uint32_t>(0));
    jvm::ReferenceRemapper remapper(mappings, {});
    QVERIFY(remapper.remap(stackOf({frameOf("b", "run", 3)}), 4).frames.empty());
    QCOMPARE(remapper.hidden().size(), std::size_t{1});
    QCOMPARE(remapper.hidden()[0].stack, std::size_t{4});
    QCOMPARE(remapper.hidden()[0].reason, JvmHiddenFrame::Reason::Synthesized);
}

void TestReferenceRemapper::ruleSeesTheRemappedException()
{
    const jvm::Mappings mappings{
        mappingFrom("x.Main -> a:\n    4:4:void z.O():23:23 -> r\n    4:4:void c():7 -> r\n"
                    "    # "
                    "{\"id\":\"com.android.tools.r8.rewriteFrame\",\"conditions\":[\"throws(Lx/"
                    "Oops;)\"],\"actions\":[\"removeInnerFrames(1)\"]}\n"
                    "x.Oops -> o:\n")};
    jvm::ReferenceRemapper remapper(mappings, {});
    const auto stack = remapper.remap(
        stackOf({frameOf("a", "r", 4), frameOf("a", "r", 4)}, JvmException{"o", ""}), 0);
    QCOMPARE(stack.frames.size(), std::size_t{3}); // Only the first frame is below the exception.
    QCOMPARE(*stack.frames[0].position.function, std::string("c"));
}

void TestReferenceRemapper::filesOfRows_data()
{
    QTest::addColumn<QByteArray>("mapping");
    QTest::addColumn<QString>("expected");
    QTest::newRow("facade without a record")
        << QByteArray("k.ResultKt -> a:\n    1:1:void f():122:122 -> r\n"
                      "    2:2:void f():124:124 -> r\n")
        << "k.ResultKt.f:124 Result.kt";
    QTest::newRow("recorded, inlined from another file")
        << QByteArray("x.Main -> a:\n# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n"
                      "    2:2:void foo.Baz$Q.inl():42:42 -> r\n    2:2:void main():102 -> r\n")
        << "foo.Baz$Q.inl:42 Baz.kt, x.Main.main:102 Main.kt";
    QTest::newRow("synthetic class")
        << QByteArray("h.LocalKt$$ExternalSyntheticLambda0 -> a:\n"
                      "# {\"id\":\"sourceFile\",\"fileName\":\"R8$$SyntheticClass\"}\n"
                      "    2:2:kotlin.Unit io.ComposableSingletons$ScreenKt.l$2():42:42 -> r\n")
        << "io.ComposableSingletons$ScreenKt.l$2:42 Screen.kt";
    QTest::newRow("method of a synthetic class")
        << QByteArray("x.Factory$$InternalSyntheticLambda$1$0 -> a:\n"
                      "# {\"id\":\"sourceFile\",\"fileName\":\"R8$$SyntheticClass\"}\n"
                      "    2:2:void run():42:42 -> r\n")
        << "x.Factory$$InternalSyntheticLambda$1$0.run:42 Factory";
}

void TestReferenceRemapper::filesOfRows()
{
    QFETCH(QByteArray, mapping);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(remappedText(mapping.toStdString(), frameOf("a", "r", 2))),
             expected);
}

void TestReferenceRemapper::fileOfFacadeWithoutLine()
{
    const std::string mapping = "k.ResultKt -> a:\n    1:1:void f():122:122 -> r\n"
                                "    2:2:void f():124:124 -> r\n";
    QCOMPARE(remappedText(mapping, frameOf("a", "r", {})), std::string("k.ResultKt.f:0 Result.kt"));
    QCOMPARE(remappedText(mapping, frameOf("a", "r", 0)), std::string("k.ResultKt.f:0 Result.kt"));
}

void TestReferenceRemapper::firstMappingThatKnowsTheClassWins()
{
    const jvm::Mappings mappings{mappingFrom("x.First -> a:\n    1:1:void m():1:1 -> q\n"),
                                 mappingFrom("x.Second -> a:\n    1:1:void m():1:1 -> r\n")};
    QCOMPARE(textOf(remapped(mappings, frameOf("a", "r", 1))[0]),
             std::string("x.First.r:1 First.java"));
}

void TestReferenceRemapper::bundleUrls_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("url");
    QTest::newRow("kotlin") << "com.foo.Bar" << "Bar.kt" << "~/com/foo/Bar.jvm";
    QTest::newRow("inner class") << "com.foo.Bar$Inner" << "Bar.java" << "~/com/foo/Bar.jvm";
    QTest::newRow("no file") << "com.foo.ui.Base$$ExternalSyntheticLambda2" << ""
                             << "~/com/foo/ui/Base.jvm";
    QTest::newRow("facade") << "io.ex.FooKt" << "Foo.kt" << "~/io/ex/Foo.jvm";
    QTest::newRow("no package") << "Main" << "Main.java" << "~/Main.jvm";
    QTest::newRow("file of a lambda") << "a.B$1" << "B$1.java" << "~/a/B.jvm";
}

void TestReferenceRemapper::bundleUrls()
{
    QFETCH(QString, module);
    QFETCH(QString, file);
    QFETCH(QString, url);
    auto frame = frameOf(module.toStdString(), "m", 1);
    if (!file.isEmpty())
        frame.position.absPath = file.toStdString();
    QCOMPARE(QString::fromStdString(jvm::bundleUrl(frame)), url);
}

QTEST_GUILESS_MAIN(TestReferenceRemapper)
#include "tst_reference_remapper.moc"
