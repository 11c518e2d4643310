// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/trace_text.h"

#include <QTest>

using namespace faultline;

/// Texts with traces of the JVM, printed again with the names that a report has.
class TestTraceText : public QObject
{
    Q_OBJECT

private slots:
    void keepsItsOtherLines();
    void marksAlternatives();
    void leavesHiddenFramesOut();
    void errorFilesHaveDescriptors();
    void unchangedTextStaysAsItWas_data();
    void unchangedTextStaysAsItWas();
    void otherTextsAreRefused();
};

namespace {

Frame frameOf(std::uint64_t index, const SourcePosition& position, const JvmDetail& detail)
{
    Frame frame;
    frame.position = position;
    frame.position.function = detail.module + "." + position.function.value_or("");
    JvmFrame jvm;
    jvm.index = index;
    jvm.module = detail.module;
    jvm.signature = detail.signature;
    jvm.fileOrigin = detail.fileOrigin;
    frame.detail = std::move(jvm);
    return frame;
}

Frame restored(std::uint64_t index,
               std::string module,
               std::string function,
               std::string file,
               std::uint32_t line)
{
    SourcePosition position;
    position.function = std::move(function);
    position.file = std::move(file);
    position.line = line;
    JvmDetail detail;
    detail.module = std::move(module);
    detail.fileOrigin = JvmDetail::FileOrigin::Recorded;
    return frameOf(index, position, detail);
}

intake::TraceText textOf(const QString& text)
{
    return *intake::TraceText::open(ByteView::fromString(text.toStdString()));
}

/// The parts of a report that leaves everything as it is.
struct Parts
{
    explicit Parts(const intake::TraceText& text)
    {
        const auto& event = *text.event()->asJvm();
        for (const auto& stack : event.stacks) {
            auto& made = stacks.emplace_back();
            for (const auto& frame : stack.frames)
                made.frames.push_back(frameOf(frame.index, frame.position, frame.detail));
            if (stack.exception)
                made.error = StackError{.type = stack.exception->type,
                                        .package = stack.exception->module,
                                        .message = {}};
        }
        for (const auto& message : event.messages)
            result.messages.push_back(message.text);
    }

    Report report() const
    {
        Report made;
        for (const auto& stack : stacks)
            made.stacks.push_back(std::make_shared<const ThreadStack>(stack));
        made.jvm = std::make_shared<const JvmResult>(result);
        return made;
    }

    std::vector<ThreadStack> stacks;
    JvmResult result;
};

QString restoredText(const intake::TraceText& text, const Parts& parts)
{
    return QString::fromStdString(text.restored(parts.report()));
}

} // namespace

void TestTraceText::keepsItsOtherLines()
{
    const auto text = textOf("I/tag( 1): hello\n"
                             "E/tag( 2): a.x: about a.a\n"
                             "E/tag( 2): \tat a.a.b(SourceFile:1) ~[lib.jar:1]\n"
                             "E/tag( 2): \t... 3 more\n"
                             "bye");
    Parts parts(text);
    parts.stacks[0].error = StackError{"LedgerException", "com.x", {}};
    parts.result.messages[0] = "about com.x.Ledger";
    parts.stacks[0].frames = {restored(2, "com.x.In", "check", "In.kt", 7),
                              restored(2, "com.x.Ledger", "post", "Ledger.kt", 20)};
    QCOMPARE(restoredText(text, parts),
             QString("I/tag( 1): hello\n"
                     "E/tag( 2): com.x.LedgerException: about com.x.Ledger\n"
                     "E/tag( 2): \tat com.x.In.check(In.kt:7) ~[lib.jar:1]\n"
                     "E/tag( 2): \tat com.x.Ledger.post(Ledger.kt:20) ~[lib.jar:1]\n"
                     "E/tag( 2): \t... 3 more\n"
                     "bye\n"));
}

void TestTraceText::marksAlternatives()
{
    const auto text = textOf("a.x\n\tat a.a.b(SourceFile)\n");
    Parts parts(text);
    const auto call = [](std::string function, std::uint32_t line) {
        JvmCall made;
        made.module = "com.x.A";
        made.position.function = std::move(function);
        made.position.file = "A.kt";
        made.position.line = line;
        made.fileOrigin = JvmDetail::FileOrigin::Recorded;
        return made;
    };
    parts.stacks[0].frames = {restored(1, "com.x.A", "f", "A.kt", 0)};
    std::get<JvmFrame>(parts.stacks[0].frames[0].detail).alternatives = {{.calls = {call("f", 0)}},
                                                                         {.calls = {call("g", 2)}}};
    QCOMPARE(restoredText(text, parts),
             QString("a.x\n\tat com.x.A.f(A.kt)\n\t<OR> at com.x.A.g(A.kt:2)\n"));
}

void TestTraceText::leavesHiddenFramesOut()
{
    const auto text = textOf("a.x\n\tat a.a.b(F:1)\n\tat a.a.c(F:2)\n");
    Parts parts(text);
    parts.stacks[0].frames.erase(parts.stacks[0].frames.begin());
    QCOMPARE(restoredText(text, parts), QString("a.x\n\tat a.a.c(F:2)\n"));
}

void TestTraceText::errorFilesHaveDescriptors()
{
    const auto text = textOf("j  a.a.b(I)V+12\n");
    Parts parts(text);
    parts.stacks[0].frames = {restored(0, "com.x.A", "f", "A.java", 0)};
    std::get<JvmFrame>(parts.stacks[0].frames[0].detail).signature = "(int): void";
    QCOMPARE(restoredText(text, parts), QString("j  com.x.A.f(int): void+12\n"));
}

void TestTraceText::unchangedTextStaysAsItWas_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("trace") << "Exception in thread \"main\" a.b.C: m\n\tat x//a.b.c(F.java:1)\n"
                              "\tat a.b.d(Native Method)\nCaused by: x.y\n\t... 1 more\n";
    QTest::newRow("dump") << "\"main\" prio=5 tid=1 Blocked\n  at a.b.m(F:1)\n"
                             "  - locked <0x1> (a a.c)\n\n";
    QTest::newRow("several lines of message") << "a.b: one\ntwo\n\tat a.m(F:1)\n";
}

void TestTraceText::unchangedTextStaysAsItWas()
{
    QFETCH(QString, text);
    const auto read = textOf(text);
    QCOMPARE(restoredText(read, Parts(read)), text);
}

void TestTraceText::otherTextsAreRefused()
{
    const auto other = intake::TraceText::open(ByteView::fromString("hello\n"));
    QVERIFY(!other);
    QCOMPARE(other.error().kind, ErrorKind::Unsupported);
}

QTEST_GUILESS_MAIN(TestTraceText)
#include "tst_trace_text.moc"
