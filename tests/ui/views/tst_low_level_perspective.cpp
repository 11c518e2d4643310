// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr auto kLowLevel = "view.perspective.low_level";
constexpr auto kCrash = "view.perspective.crash";

struct Crash : WindowFixture
{
    explicit Crash(QSize size = {1440, 900})
        : session(openReady(QStringLiteral("/x/crash.dmp"), size)),
          workspace(window.reportPage().workspace())
    {
    }

    void show(const char* perspective)
    {
        window.actions().trigger(QLatin1String(perspective));
        QTest::qWait(50);
    }

    bool isShown(const char* id) const { return !workspace.dock(QLatin1String(id))->isHidden(); }

    QRect place(const char* id) const { return workspace.dock(QLatin1String(id))->geometry(); }

    ReportSession* session;
    Workspace& workspace;
};

} // namespace

class TestLowLevelPerspective : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void codeStandsAboveData();
    void littleWidthMakesTabs();
    void theStackShowsFunctionsOnly();
    void panelsKeepTheirShares();
    void eachPerspectiveKeepsItsDocks();
    void itComesBackAtTheNextStart();
};

void TestLowLevelPerspective::codeStandsAboveData()
{
    Crash crash;
    crash.show(kLowLevel);
    QVERIFY(crash.window.actions().find(QLatin1String(kLowLevel))->isChecked());
    QVERIFY(!crash.window.actions().find(QLatin1String(kCrash))->isChecked());
    for (const char* id : {"dock.source", "dock.disassembly", "dock.locals", "dock.registers",
                           "dock.memory", "dock.memmap"})
        QVERIFY2(crash.isShown(id), id);
    const QRect source = crash.place("dock.source");
    const QRect code = crash.place("dock.disassembly");
    QCOMPARE(source.top(), code.top());
    QVERIFY(source.right() < code.left());
    QVERIFY(code.right() < crash.place("dock.locals").left());
    const QRect registers = crash.place("dock.registers");
    QVERIFY(source.bottom() < registers.top());
    QCOMPARE(registers.left(), 0);
    QCOMPARE(registers.top(), crash.place("dock.memory").top());
    QVERIFY(crash.workspace.isInFront(QStringLiteral("dock.memory")));
    QCOMPARE(
        crash.workspace.tabifiedDockWidgets(crash.workspace.dock(QStringLiteral("dock.memory")))
            .contains(crash.workspace.dock(QStringLiteral("dock.memmap"))),
        true);
    for (const char* id : {"dock.source", "dock.disassembly", "dock.locals", "dock.memory"})
        QVERIFY2(crash.place(id).width() > crash.workspace.width() / 5, id);
}

void TestLowLevelPerspective::littleWidthMakesTabs()
{
    Crash crash({1366, 768});
    crash.show(kLowLevel);
    QCOMPARE(crash.window.size(), QSize(1366, 768));
    auto* registers = crash.workspace.dock(QStringLiteral("dock.registers"));
    QVERIFY(crash.workspace.tabifiedDockWidgets(registers).contains(
        crash.workspace.dock(QStringLiteral("dock.memory"))));
    QVERIFY(crash.workspace.isInFront(QStringLiteral("dock.registers")));
    QCOMPARE(crash.place("dock.locals").left(), 0);
    QVERIFY(crash.place("dock.locals").top() > crash.place("dock.source").bottom());
}

void TestLowLevelPerspective::theStackShowsFunctionsOnly()
{
    Crash crash;
    auto* rows = crash.window.findChildren<RowView*>(QStringLiteral("stack.rows")).last();
    QVERIFY(!rows->isColumnHidden(StackModel::TrustColumn));
    crash.show(kLowLevel);
    QVERIFY(rows->isColumnHidden(StackModel::TrustColumn));
    QVERIFY(!rows->isColumnHidden(StackModel::FunctionColumn));
    crash.show(kCrash);
    QTRY_VERIFY(!rows->isColumnHidden(StackModel::TrustColumn));
    QVERIFY(rows->isColumnHidden(StackModel::MangledColumn));
}

void TestLowLevelPerspective::panelsKeepTheirShares()
{
    Crash crash;
    crash.show(kLowLevel);
    const int before = crash.place("dock.disassembly").width();
    crash.window.resize(2160, 1200);
    QTRY_VERIFY(crash.place("dock.disassembly").width() > before * 14 / 10);
    QVERIFY(crash.workspace.currentStack()->width() < crash.workspace.width() / 3);
}

void TestLowLevelPerspective::eachPerspectiveKeepsItsDocks()
{
    Crash crash;
    crash.show(kLowLevel);
    crash.workspace.dock(QStringLiteral("dock.locals"))->close();
    crash.show(kCrash);
    QVERIFY(crash.isShown("dock.details"));
    QVERIFY(!crash.isShown("dock.disassembly"));
    crash.show(kLowLevel);
    QVERIFY(!crash.isShown("dock.locals"));
    crash.window.actions().trigger(QStringLiteral("view.reset_layout"));
    QVERIFY(crash.isShown("dock.locals"));
}

void TestLowLevelPerspective::itComesBackAtTheNextStart()
{
    Crash first;
    first.show(kLowLevel);
    first.workspace.dock(QStringLiteral("dock.locals"))->close();
    first.window.close();
    const QByteArray layout = first.settings.dockLayout();
    WindowFixture second;
    second.settings.setPerspective(Perspective::LowLevel);
    second.settings.setDockLayout(layout);
    Workspace& workspace = second.window.reportPage().workspace();
    workspace.restoreLayout();
    QVERIFY(workspace.dock(QStringLiteral("dock.locals"))->isHidden());
    QVERIFY(!workspace.dock(QStringLiteral("dock.disassembly"))->isHidden());
}

QTEST_MAIN(TestLowLevelPerspective)
#include "tst_low_level_perspective.moc"
