// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/end_to_end/open_dock.h"
#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/frame_registers.h"
#include "ui/bridge/frame_values.h"
#include "ui/models/mapping_model.h"
#include "ui/views/source_editor.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QToolTip>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// Drives registers, operands, searches, texts and the inspector over the real engine.
class TestCodeAndMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void registersStandInGroups();
    void registersLeadToMemoryAndCode();
    void scriptsSayWhyTheyHaveNone();
    void operandsAreInWords();
    void memoryIsSearched_data();
    void memoryIsSearched();
    void textsStandBehindTheStack();
    void selectedBytesAreExplained();
    void anEditorIsChosenOnce();
    void mappingsShowWhatTheyDo();
    void wordsOfTheSourceHaveValues();
};

namespace {

const RegisterRow* registerOf(const OpenDock& open, const QString& name)
{
    const auto* model = dynamic_cast<const RegisterModel*>(open.rows("registers.rows").model());
    const auto& rows = model->allRows();
    const auto found = std::ranges::find_if(rows, [&](const RegisterRow& row) {
        return row.kind == RegisterRow::Kind::Register && row.name == name;
    });
    return found == rows.end() ? nullptr : &*found;
}

QDialog* openDialog(const OpenDock& open, const char* name)
{
    for (QDialog* each : open.workbench.window.findChildren<QDialog*>(QLatin1String(name))) {
        if (each->isVisible())
            return each;
    }
    return nullptr;
}

} // namespace

void TestCodeAndMemory::registersStandInGroups()
{
    OpenDock open(kSample, "dock.registers");
    RowView& rows = open.rows("registers.rows");
    QTRY_VERIFY(open.rowOf("registers.rows", QStringLiteral("rip")) > 0);
    QCOMPARE(open.column("registers.rows", 0).value(0), QStringLiteral("General"));
    QVERIFY(open.rowOf("registers.rows", QStringLiteral("Flags")) > 0);
    const int others = open.rowOf("registers.rows", QStringLiteral("Segments and others"));
    QVERIFY(others > 0 && open.rowOf("registers.rows", QStringLiteral("cs")) < 0);
    rows.setFocus();
    rows.setCurrentIndex(rows.model()->index(others, 0));
    QTest::keyClick(&rows, Qt::Key_Return);
    QVERIFY(open.rowOf("registers.rows", QStringLiteral("cs")) > others);
    const RegisterRow* sp = registerOf(open, QStringLiteral("rsp"));
    QVERIFY(sp && sp->isChanged && !sp->callerValue.isEmpty() && sp->callerValue != sp->value);
    const auto* model = rows.model();
    const int flags = open.rowOf("registers.rows", QStringLiteral("Flags")) + 1;
    QVERIFY(model->index(flags, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("IF interrupts")));
}

void TestCodeAndMemory::registersLeadToMemoryAndCode()
{
    OpenDock open(kSample, "dock.registers");
    QTRY_VERIFY(registerOf(open, QStringLiteral("rip")) &&
                registerOf(open, QStringLiteral("rip"))->isCode);
    RowView& rows = open.rows("registers.rows");
    const int sp = open.rowOf("registers.rows", QStringLiteral("rsp"));
    rows.setFocus();
    rows.setCurrentIndex(rows.model()->index(sp, 0));
    QTest::keyClick(&rows, Qt::Key_Return);
    Workspace& workspace = open.workbench.window.reportPage().workspace();
    QTRY_VERIFY(workspace.isInFront(QStringLiteral("dock.memory")));
    QTRY_COMPARE(open.session->memory().state(), FrameMemory::State::Known);
    QMenu menu;
    const int pc = open.rowOf("registers.rows", QStringLiteral("rip"));
    Q_EMIT rows.menuOpened(menu, rows.model()->index(pc, 0));
    QCOMPARE(menu.actions().size(), 2);
    QVERIFY(menu.actions().at(1)->isEnabled());
    menu.actions().at(1)->trigger();
    QTRY_VERIFY(workspace.isInFront(QStringLiteral("dock.disassembly")));
    QTRY_VERIFY(open.session->code().placeRow() >= 0);
}

void TestCodeAndMemory::scriptsSayWhyTheyHaveNone()
{
    EngineWindow workbench;
    const QString file = workbench.write(QStringLiteral("error.txt"),
                                         "TypeError: x is undefined\n"
                                         "    at draw (https://example.org/app.js:10:3)\n"
                                         "    at main (https://example.org/app.js:20:1)\n");
    ReportSession* session = workbench.open(file);
    QVERIFY(session && EngineWindow::waitUntilIdle(*session));
    workbench.window.actions().trigger(QStringLiteral("view.dock.registers"));
    const auto* dock =
        workbench.window.reportPage().workspace().dock(QStringLiteral("dock.registers"));
    QTRY_VERIFY(std::ranges::any_of(dock->findChildren<StatePage*>(), [](const StatePage* page) {
        return page->sentence().contains(QStringLiteral("scripts and the JVM have no registers"));
    }));
}

void TestCodeAndMemory::operandsAreInWords()
{
    OpenDock open(kSample, "dock.disassembly");
    QTRY_VERIFY(open.session->code().placeRow() >= 0);
    const auto& code = open.session->code().rows().allRows();
    QVERIFY(std::ranges::any_of(code, [](const CodeRow& row) {
        return !row.isCrash && row.meaning.contains(QStringLiteral("child"));
    }));
    const auto crash = std::ranges::find(code, true, &CodeRow::isCrash);
    QVERIFY(crash != code.end());
    QCOMPARE(crash->place, quint64(0x10));
}

void TestCodeAndMemory::memoryIsSearched_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("the stack pointer's page as bytes") << 1 << QStringLiteral("00 00") << true;
    QTest::newRow("a text that nobody has") << 0 << QStringLiteral("zqxjkvbwpy") << false;
    QTest::newRow("no bytes") << 1 << QStringLiteral("xyz") << false;
    QTest::newRow("no pointer") << 2 << QStringLiteral("main()") << false;
}

void TestCodeAndMemory::memoryIsSearched()
{
    QFETCH(const int, kind);
    QFETCH(const QString, text);
    QFETCH(const bool, isFound);
    OpenDock open(kSample, "dock.search");
    auto* line = open.workbench.window.findChild<QLineEdit*>(QStringLiteral("search.text"));
    open.workbench.window.findChild<QComboBox*>(QStringLiteral("search.kind"))
        ->setCurrentIndex(kind);
    line->setText(text);
    QTest::keyClick(line, Qt::Key_Return);
    MemorySearch& found = open.session->memory().search();
    QTRY_VERIFY(found.state() != MemorySearch::State::Searching);
    QCOMPARE(found.rows().rowCount() > 0, isFound);
    if (!isFound) {
        QVERIFY(open.shows(text.first(3)));
        return;
    }
    RowView& rows = open.rows("search.rows");
    rows.setFocus();
    rows.setCurrentIndex(rows.model()->index(0, 0));
    const quint64 address = found.rows().rowAt(0)->address;
    QTest::keyClick(&rows, Qt::Key_Return);
    QTRY_VERIFY(open.session->memory().placeRow() >= 0);
    const auto* row = open.session->memory().rows().rowAt(open.session->memory().placeRow());
    QVERIFY(address >= row->address && address - row->address < 16);
}

void TestCodeAndMemory::textsStandBehindTheStack()
{
    OpenDock open(QStringLiteral(FL_TESTS_DIR "/corpora/samples/failed_assert/failed_assert.dmp"),
                  "dock.strings");
    FrameTexts& texts = open.session->memory().texts();
    QTRY_COMPARE(texts.state(), FrameTexts::State::Known);
    QTRY_VERIFY(texts.rows().rowCount() > 0);
    for (const TextRow& row : texts.rows().allRows())
        QVERIFY(!row.where.isEmpty() && !row.text.isEmpty() && !row.length.isEmpty());
}

void TestCodeAndMemory::selectedBytesAreExplained()
{
    OpenDock open(kSample, "dock.memory");
    FrameMemory& memory = open.session->memory();
    QTRY_VERIFY(memory.placeRow() >= 0);
    open.workbench.window.actions().trigger(QStringLiteral("view.dock.inspector"));
    QTRY_VERIFY(memory.inspected().rowCount() > 10);
    const auto& values = memory.inspected().allRows();
    const auto word = std::ranges::find(values, QStringLiteral("u64"), &ValueRow::type);
    QVERIFY(word != values.end());
    const MemoryRow* row = memory.rows().rowAt(memory.placeRow());
    QCOMPARE(word->little, QString::number(row->words.toULongLong(nullptr, 16)));
    QVERIFY(!word->big.isEmpty() && word->big != word->little);
}

void TestCodeAndMemory::anEditorIsChosenOnce()
{
    OpenDock open(kSample, "dock.source");
    QAction* action = open.workbench.window.actions().find(QStringLiteral("source.editor"));
    QVERIFY(!action->isEnabled()); // The sources of the sample are not on this computer.
    QVERIFY(!action->toolTip().isEmpty());
    open.workbench.window.actions().trigger(QStringLiteral("source.choose_editor"));
    QDialog* dialog = openDialog(open, "dialog.editor");
    QVERIFY(dialog);
    auto* command = dialog->findChild<QLineEdit*>(QStringLiteral("editor.command"));
    auto* save = dialog->findChild<QPushButton*>(QStringLiteral("editor.save"));
    QVERIFY(!command->text().isEmpty() && save->isEnabled());
    command->setText(QStringLiteral("my-editor"));
    QVERIFY(!save->isEnabled());
    command->setText(QStringLiteral("my-editor +%l %f"));
    QVERIFY(save->isEnabled());
    save->click();
    QCOMPARE(open.workbench.settings().editorCommand(), QStringLiteral("my-editor +%l %f"));
}

void TestCodeAndMemory::mappingsShowWhatTheyDo()
{
    OpenDock open(kSample, "dock.source");
    const auto frames = open.session->stack().frames();
    const auto withPath =
        std::ranges::find_if(frames, [](const auto& frame) { return frame->path.contains(u'/'); });
    QVERIFY(withPath != frames.end());
    const QString recorded = (*withPath)->path;
    const QString folder = recorded.left(recorded.lastIndexOf(u'/'));
    const QString name = recorded.mid(folder.size() + 1);
    open.workbench.write(name, "// A file of the build.\n");
    open.workbench.window.actions().trigger(QStringLiteral("symbols.path_mappings"));
    QDialog* dialog = openDialog(open, "dialog.path_mappings");
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>(QStringLiteral("mappings.from"))->setText(folder);
    dialog->findChild<QLineEdit*>(QStringLiteral("mappings.to"))->setText(open.workbench.folder());
    auto* preview = dialog->findChild<RowView*>(QStringLiteral("mappings.preview"));
    const auto* model = dynamic_cast<const MappedFileModel*>(preview->model());
    const auto isFound = [&] {
        return std::ranges::any_of(model->allRows(), [&](const MappedFileRow& row) {
            return row.recorded == recorded && row.state == MappedFileRow::State::Found;
        });
    };
    QTRY_VERIFY(isFound());
    QVERIFY(open.workbench.settings().pathMappings().isEmpty());
    dialog->findChild<QPushButton*>(QStringLiteral("mappings.save"))->click();
    QCOMPARE(open.workbench.settings().pathMappings().size(), 1);
}

void TestCodeAndMemory::wordsOfTheSourceHaveValues()
{
    OpenDock open(kSample, "dock.source");
    open.session->place().selectFrame({.physicalIndex = 1, .inlineDepth = 0});
    open.session->requestValues();
    QTRY_COMPARE(open.session->values().state(), FrameValues::State::Known);
    auto* editor = open.workbench.window.findChild<SourceEditor*>();
    QVERIFY(editor);
    Q_EMIT editor->wordHovered(QStringLiteral("this"), QPoint(50, 50));
    QTRY_VERIFY(QToolTip::isVisible());
    const auto shown = QTextDocumentFragment::fromHtml(QToolTip::text()).toPlainText();
    QVERIFY2(shown.startsWith(QStringLiteral("this = 0x")), qPrintable(QToolTip::text()));
    Q_EMIT editor->wordHovered(QStringLiteral("nobody"), QPoint(50, 50));
    QTRY_VERIFY(!QToolTip::isVisible());
}

QTEST_MAIN(TestCodeAndMemory)

#include "tst_code_and_memory.moc"
