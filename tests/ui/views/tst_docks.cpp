// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/views/report_page.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr const char* kDocks[] = {
    "dock.thread",  "dock.locks",    "dock.chain",    "dock.parallel",    "dock.threads",
    "dock.source",  "dock.details",  "dock.why",      "dock.registers",   "dock.modules",
    "dock.raw",     "dock.activity", "dock.log",      "dock.locals",      "dock.disassembly",
    "dock.memory",  "dock.memmap",   "dock.evidence", "dock.annotations", "dock.breadcrumbs",
    "dock.handles", "dock.unloaded", "dock.find"};

} // namespace

class TestDocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void docksNeverOverlap();
    void docksToggleByAction();
    void actionsAreCalledLikeTheirDocks();
    void everyDockHasAPlace();
    void layoutIsSavedAndRestored();
    void brokenLayoutFallsBack();
};

/// Also where Why? has more to say than its place is high.
void TestDocks::docksNeverOverlap()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/no-symbols.dmp"));
    for (const int height : {900, 680, 600}) {
        fixture.window.resize(1280, height);
        QCoreApplication::processEvents();
        QCOMPARE(fixture.window.height(), height);
        const auto docks = fixture.window.findChildren<WorkbenchDock*>();
        const auto& workspace = fixture.window.reportPage().workspace();
        for (WorkbenchDock* a : docks) {
            const auto behind = workspace.tabifiedDockWidgets(a);
            for (const WorkbenchDock* b : docks) {
                // One that lies behind another tab has no area of its own.
                if (a == b || !workspace.isInFront(a->objectName()) ||
                    !workspace.isInFront(b->objectName()) || behind.contains(b))
                    continue;
                const QString names = a->objectName() + u' ' + b->objectName();
                QVERIFY2(!a->geometry().intersects(b->geometry()), qPrintable(names));
            }
        }
    }
}

void TestDocks::docksToggleByAction()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    for (const char* id : kDocks) {
        WorkbenchDock* dock = fixture.window.reportPage().workspace().dock(QLatin1String(id));
        QVERIFY2(dock, id);
        dock->close();
        fixture.window.actions().trigger(QStringLiteral("view.") + QLatin1String(id));
        QVERIFY2(!dock->isHidden(), id);
    }
    fixture.window.actions().trigger(QStringLiteral("view.reset_layout"));
    QVERIFY(fixture.window.reportPage().workspace().dock(QStringLiteral("dock.log"))->isHidden());
}

void TestDocks::actionsAreCalledLikeTheirDocks()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    for (const char* id : kDocks) {
        const WorkbenchDock* dock = fixture.window.reportPage().workspace().dock(QLatin1String(id));
        const QAction* action =
            fixture.window.actions().find(QStringLiteral("view.") + QLatin1String(id));
        QCOMPARE(action->text().remove(u'&').toLower(), dock->windowTitle().toLower());
    }
}

/// A dock without one would lie over the others.
void TestDocks::everyDockHasAPlace()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    Workspace& workspace = fixture.window.reportPage().workspace();
    for (const Perspective each :
         {Perspective::Threads, Perspective::LowLevel, Perspective::Crash}) {
        workspace.setPerspective(each);
        for (WorkbenchDock* dock : workspace.docks())
            QVERIFY2(workspace.dockWidgetArea(dock) != Qt::NoDockWidgetArea,
                     qPrintable(dock->objectName()));
    }
}

void TestDocks::layoutIsSavedAndRestored()
{
    WindowFixture first;
    first.openReady(QStringLiteral("/x/crash.dmp"));
    first.window.reportPage().workspace().dock(QStringLiteral("dock.threads"))->close();
    first.window.close();
    const QByteArray saved = first.settings.dockLayout();
    QVERIFY(!saved.isEmpty());
    WindowFixture second;
    second.settings.setDockLayout(saved);
    Workspace& workspace = second.window.reportPage().workspace();
    workspace.restoreLayout();
    QVERIFY(workspace.dock(QStringLiteral("dock.threads"))->isHidden());
    QVERIFY(!workspace.dock(QStringLiteral("dock.source"))->isHidden());
    QVERIFY(!second.settings.isRestoringLayout());
}

void TestDocks::brokenLayoutFallsBack()
{
    WindowFixture fixture;
    fixture.settings.setDockLayout(QByteArrayLiteral("not a layout"));
    Workspace& workspace = fixture.window.reportPage().workspace();
    workspace.restoreLayout();
    QVERIFY(!workspace.dock(QStringLiteral("dock.threads"))->isHidden());
}

QTEST_MAIN(TestDocks)

#include "tst_docks.moc"
