// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stack_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::report;

namespace {

Frame frameOf(const char* function, const char* file, std::uint32_t line)
{
    Frame frame;
    frame.status = FrameStatus::Symbolicated;
    frame.trust = FrameTrust::Cfi;
    frame.module = 0;
    frame.position.function = function;
    frame.position.file = file;
    frame.position.line = line;
    auto& native = frame.makeNative();
    native.instructionAddress = 0x1123;
    native.pc = 0x1123;
    native.symbolAddress = 0x1100;
    return frame;
}

/// An inlined call, its frame, a frame without a name, and a guess.
Report reportOf()
{
    auto event = std::make_shared<Event>();
    event->threads.emplace_back();
    EventModule module;
    module.codeFile = "/opt/app/ui";
    module.address = 0x1000;
    event->modules.push_back(module);
    auto stack = std::make_shared<ThreadStack>();
    stack->frames = {frameOf("ui::Span::copy", "span.h", 41), frameOf("paint", "c:\\w.cpp", 120),
                     frameOf("", "", 0), frameOf("guessed", "", 0)};
    stack->frames[0].isInlined = true;
    stack->frames[2].position = {};
    stack->frames[2].status = FrameStatus::Missing;
    for (std::uint32_t i = 1; i < 4; ++i)
        stack->frames[i].originalIndex = i - 1;
    stack->frames[3].trust = FrameTrust::Scan;
    Report report;
    report.event = event;
    auto known = std::make_shared<ModuleReport>();
    known->module = module;
    report.modules = {known};
    report.stacks = {stack};
    return report;
}

} // namespace

/// Checks the rows that the clipboard gets (docs/spec/workbench.md §4.12).
class TestStackText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clipboardRows();
    void scriptsKeepTheirColumns();
};

/// All code of a minified script is in one line.
void TestStackText::scriptsKeepTheirColumns()
{
    auto report = reportOf();
    auto stack = std::make_shared<ThreadStack>(*report.stacks[0]);
    stack->frames.resize(1);
    stack->frames[0].detail = ScriptFrame();
    stack->frames[0].isInlined = false;
    stack->frames[0].position.file = "app.min.js";
    stack->frames[0].position.line = 1;
    stack->frames[0].position.column = 48213;
    report.stacks = {stack};
    const auto rows = wholeStack(report, 0);
    for (const auto form : {StackForm::Clipboard, StackForm::Markdown, StackForm::Plain})
        QVERIFY(stackText(report, rows, form).contains("[app.min.js:1:48213]"));
}

void TestStackText::clipboardRows()
{
    const auto report = reportOf();
    StackSelection rows{.thread = 0, .rows = {}};
    for (std::size_t i = 0; i < 4; ++i)
        rows.rows.push_back({.frame = i, .note = {}});
    rows.rows.push_back({.frame = std::nullopt, .note = "cut"});
    const auto text = QString::fromStdString(stackText(report, rows, StackForm::Clipboard));
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines.at(0), QStringLiteral(" 0  ui!ui::Span::copy  [span.h @ 41]  (inline)"));
    QCOMPARE(lines.at(1), QStringLiteral(" 0  ui!paint+0x23  [c:\\w.cpp @ 120]"));
    QVERIFY2(lines.at(2).startsWith(QStringLiteral(" 1  ui+0x123  (")), qPrintable(lines.at(2)));
    QCOMPARE(lines.at(3), QStringLiteral(" 2  ui!guessed+0x23  (scan)"));
    QCOMPARE(lines.at(4), QStringLiteral("   ... cut"));
}

QTEST_GUILESS_MAIN(TestStackText)
#include "tst_stack_text.moc"
