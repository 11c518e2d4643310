// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/engine_window.h"
#include "ui/bridge/file_facts.h"
#include "ui/bridge/file_streams.h"
#include "ui/bridge/stream_fields.h"
#include "ui/bridge/walk_evidence.h"
#include "ui/models/stack_model.h"
#include "ui/views/hex_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// Drives the docks that say why a stack is as it is and what the file says, over the real engine.
class TestFileFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evidenceHasTheStepsOfAFrame();
    void evidenceExplainsTheSignature();
    void evidenceFollowsTheStack();
    void evidenceSaysWhyThereIsNone();
    void fieldsMarkTheirBytes();
    void recordsOpenByKeyboard();
    void environmentIsHiddenUntilAskedFor();
    void scriptsHaveNoDocksOfMachineCode();
    void scriptsHaveBothPlaces();
};

namespace {

const QString kSample = QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp");

std::string_view scriptEvent()
{
    return R"({"platform": "javascript", "exception": {"values": [{"type": "TypeError", "value": "no total", "stacktrace": {"frames": [
        {"function": "pay", "abs_path": "https:\/\/shop.example\/app.min.js", "lineno": 1, "colno": 99},
        {"function": "e", "abs_path": "https:\/\/shop.example\/app.min.js", "lineno": 1, "colno": 48213}]}}]}})";
}

struct OpenReport
{
    explicit OpenReport(const QString& file, const char* action = nullptr)
    {
        session = workbench.open(file);
        isReady = session && EngineWindow::waitUntilIdle(*session);
        if (action)
            workbench.window.actions().trigger(QLatin1String(action));
    }

    WorkbenchDock& dock(const char* id)
    {
        return *workbench.window.reportPage().workspace().dock(QLatin1String(id));
    }

    EngineWindow workbench;
    ReportSession* session = nullptr;
    bool isReady = false;
};

int stepsIn(const EvidenceModel& model, int frame)
{
    return int(std::ranges::count_if(model.allRows(), [frame](const EvidenceRow& row) {
        return row.id.frame == frame && row.id.kind == EvidenceRow::Kind::Step;
    }));
}

} // namespace

void TestFileFacts::evidenceHasTheStepsOfAFrame()
{
    OpenReport open(kSample, "view.dock.evidence");
    QVERIFY(open.isReady);
    WalkEvidence& evidence = open.session->evidence();
    QTRY_COMPARE(evidence.state(), WalkEvidence::State::Known);
    const auto& rows = evidence.rows().allRows();
    QVERIFY(rows.size() > 2);
    QCOMPARE(rows.last().id.kind, EvidenceRow::Kind::End);
    QCOMPARE(rows.first().branch, Group::None); // The file itself has the first frame.
    const int second =
        int(std::ranges::find(rows, 1, [](const EvidenceRow& row) { return row.id.frame; }) -
            rows.begin());
    RowView& view = open.workbench.rows("evidence.rows");
    view.setCurrentIndex(evidence.rows().index(second, 0));
    QTest::keyClick(&view, Qt::Key_Return);
    QTRY_VERIFY(stepsIn(evidence.rows(), 1) > 0);
    QTRY_VERIFY(evidence.memory().rowCount() > 0);
    QVERIFY(evidence.registers().rowCount() > 0);
    QCOMPARE(evidence.explanation().frame, 1);
}

/// Two panels that name different frames would contradict each other.
void TestFileFacts::evidenceFollowsTheStack()
{
    OpenReport open(kSample, "view.dock.evidence");
    QVERIFY(open.isReady);
    WalkEvidence& evidence = open.session->evidence();
    QTRY_COMPARE(evidence.state(), WalkEvidence::State::Known);
    QCOMPARE(evidence.explanation().frame,
             int(open.session->place().currentFrame()->physicalIndex));
    open.session->place().selectFrame({.physicalIndex = 3});
    QCOMPARE(evidence.explanation().frame, 3);
    RowView& view = open.workbench.rows("evidence.rows");
    QCOMPARE(evidence.rows().rowAt(view.currentIndex().row())->id.frame, 3);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Up);
    const int above = evidence.explanation().frame;
    QCOMPARE(int(open.session->place().currentFrame()->physicalIndex), above);
    QTRY_VERIFY(evidence.registers().rowCount() > 0);
}

void TestFileFacts::evidenceExplainsTheSignature()
{
    OpenReport open(kSample, "view.dock.evidence");
    QVERIFY(open.isReady);
    QTRY_VERIFY(open.session->evidence().signature().rowCount() > 0);
    QVERIFY(!open.session->evidence().signatureText().isEmpty());
}

void TestFileFacts::evidenceSaysWhyThereIsNone()
{
    EngineWindow workbench;
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("script.json"), scriptEvent()));
    QVERIFY(session && EngineWindow::waitUntilIdle(*session));
    workbench.window.actions().trigger(QStringLiteral("view.dock.evidence"));
    QTRY_COMPARE(session->evidence().state(), WalkEvidence::State::NotWalked);
    for (const char* name : {"evidence.memory", "evidence.registers"}) // White without a word.
        QVERIFY(!workbench.window.findChild<RowView*>(QLatin1String(name))->isVisible());
}

void TestFileFacts::fieldsMarkTheirBytes()
{
    OpenReport open(kSample, "view.dock.raw");
    QVERIFY(open.isReady);
    const auto& streams = open.session->streams().rows().allRows();
    const auto exception =
        std::ranges::find(streams, QStringLiteral("Exception"), &StreamRow::type);
    QVERIFY(exception != streams.end());
    open.session->streams().select(exception->index);
    StreamFields& fields = open.session->streams().fields();
    QTRY_COMPARE(fields.state(), StreamFields::State::Known);
    const auto& rows = fields.rows().allRows();
    const auto code = std::ranges::find(rows, QStringLiteral("ExceptionCode"), &FieldRow::name);
    QVERIFY(code != rows.end());
    QCOMPARE(code->firstByte, qint64(8));
    QVERIFY(!code->meaning.isEmpty());
    RowView& view = open.workbench.rows("raw.fields");
    view.setCurrentIndex(fields.rows().index(int(code - rows.begin()), 0));
    const auto* hex = open.dock("dock.raw").findChild<HexView*>();
    QVERIFY(hex);
    QCOMPARE(hex->caret(), qint64(8));
}

void TestFileFacts::recordsOpenByKeyboard()
{
    OpenReport open(kSample, "view.dock.raw");
    QVERIFY(open.isReady);
    const auto& streams = open.session->streams().rows().allRows();
    const auto threads = std::ranges::find(streams, QStringLiteral("ThreadList"), &StreamRow::type);
    QVERIFY(threads != streams.end());
    open.session->streams().select(threads->index);
    StreamFields& fields = open.session->streams().fields();
    QTRY_COMPARE(fields.state(), StreamFields::State::Known);
    const auto& rows = fields.rows().allRows();
    const auto first = std::ranges::find(rows, QStringLiteral("[0]"), &FieldRow::name);
    QVERIFY(first != rows.end());
    QCOMPARE(first->branch, Group::Folded);
    const auto before = rows.size();
    RowView& view = open.workbench.rows("raw.fields");
    view.setCurrentIndex(fields.rows().index(int(first - rows.begin()), 0));
    QTest::keyClick(&view, Qt::Key_Return);
    QTRY_VERIFY(fields.rows().allRows().size() > before);
}

void TestFileFacts::environmentIsHiddenUntilAskedFor()
{
    OpenReport open(kSample, "view.dock.annotations");
    QVERIFY(open.isReady);
    FileFacts& facts = open.session->fileFacts();
    QTRY_VERIFY(facts.hasEvent());
    const int hidden = facts.hiddenVariables();
    const int before = facts.annotations().rowCount();
    facts.showEnvironment();
    QCOMPARE(facts.hiddenVariables(), 0);
    QCOMPARE(facts.annotations().rowCount(), before + hidden);
}

void TestFileFacts::scriptsHaveNoDocksOfMachineCode()
{
    OpenReport open(kSample);
    QVERIFY(open.isReady);
    QVERIFY(!open.dock("dock.registers").isHidden());
    const QString modules = open.dock("dock.modules").windowTitle();
    const Workspace& workspace = open.workbench.window.reportPage().workspace();
    open.workbench.window.actions().trigger(QStringLiteral("view.dock.evidence"));
    QTRY_VERIFY(workspace.isInFront(QStringLiteral("dock.evidence")));
    const QString file = open.workbench.write(QStringLiteral("script.json"), scriptEvent());
    ReportSession* script = open.workbench.open(file);
    QVERIFY(script && EngineWindow::waitUntilIdle(*script));
    QTRY_VERIFY(open.dock("dock.registers").isHidden());
    QVERIFY(open.dock("dock.modules").windowTitle() != modules);
    open.workbench.window.reportPage().workspace().showSession(open.session);
    QTRY_VERIFY(!open.dock("dock.registers").isHidden());
    QCOMPARE(open.dock("dock.modules").windowTitle(), modules);
    QTRY_VERIFY(workspace.isInFront(QStringLiteral("dock.evidence")));
}

void TestFileFacts::scriptsHaveBothPlaces()
{
    EngineWindow workbench;
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("script.json"), scriptEvent()));
    QVERIFY(session && EngineWindow::waitUntilIdle(*session));
    QTRY_VERIFY(session->stack().rowCount() >= 2);
    const auto& frames = session->stack().frames();
    QCOMPARE(frames.at(0)->traced, QStringLiteral("app.min.js:1:48213"));
    QCOMPARE(frames.at(1)->traced, QStringLiteral("app.min.js:1:99"));
    QCOMPARE(frames.at(0)->location, QStringLiteral("app.min.js:1:48213"));
    QVERIFY(frames.at(0)->sentence.contains(u"app.min.js line 1"));
    QVERIFY(!workbench.rows("stack.rows").isColumnHidden(StackModel::TracedColumn));
}

QTEST_MAIN(TestFileFacts)

#include "tst_file_facts.moc"
