// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/end_to_end/open_dock.h"
#include "ui/models/code_model.h"
#include "ui/models/memory_model.h"
#include "ui/views/chip.h"
#include "ui/views/document_tabs.h"
#include "ui/views/flat_button.h"
#include "ui/views/link_button.h"
#include "ui/views/row_delegate.h"
#include "ui/views/stack_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr QSize kDesk(1440, 900);
constexpr QSize kLaptop(1366, 768);

constexpr std::string_view kTrace = "java.lang.IllegalStateException: the cart is empty\n"
                                    "\tat com.example.Cart.total(Cart.java:12)\n"
                                    "\tat com.example.Shop.main(Shop.java:40)\n";

/// A window with the sample of a native crash in front.
struct Crash : EngineWindow
{
    explicit Crash(QSize size = kDesk)
    {
        window.resize(size);
        window.show();
        session = open(kSample);
        if (!waitUntilIdle(*session))
            qFatal("the sample is never read");
        settle();
    }

    /// Sizes are fitted in later turns of the event loop.
    static void settle() { QTest::qWait(60); }

    Workspace& workspace() { return window.reportPage().workspace(); }

    WorkbenchDock& dock(const char* id) { return *workspace().dock(QLatin1String(id)); }

    DocumentTabs& tabs() { return *window.findChild<DocumentTabs*>(); }

    void trigger(const char* action)
    {
        window.actions().trigger(QLatin1String(action));
        settle();
    }

    /// The places of the docks in sight, by their names.
    QMap<QString, QRect> places()
    {
        QMap<QString, QRect> found;
        for (const WorkbenchDock* each : workspace().docks()) {
            if (workspace().isInFront(each->objectName()))
                found.insert(each->objectName(), each->geometry());
        }
        return found;
    }

    QHeaderView& stackTitles()
    {
        return *workspace().currentStack()->findChild<RowView*>()->header();
    }

    ReportSession* session = nullptr;
};

/// Are the docks where they were, up to a row? The stack ends at a whole one.
bool areAlike(const QMap<QString, QRect>& one, const QMap<QString, QRect>& other)
{
    constexpr int kRounding = 24;
    if (one.keys() != other.keys())
        return false;
    for (auto each = one.cbegin(); each != one.cend(); ++each) {
        const QRect at = other.value(each.key());
        const int apart =
            std::max(std::abs(each->width() - at.width()), std::abs(each->height() - at.height()));
        if (apart > kRounding) {
            qWarning() << each.key() << *each << at;
            return false;
        }
    }
    return true;
}

/// The columns of which a cell in sight is cut.
QList<int> cutColumns(const RowView& view, const QList<int>& columns)
{
    QList<int> cut;
    const auto* delegate = dynamic_cast<const RowDelegate*>(view.itemDelegate());
    for (const int column : columns) {
        for (int row = 0; row < view.model()->rowCount() && !cut.contains(column); ++row) {
            const QModelIndex index = view.model()->index(row, column);
            if (!view.isColumnHidden(column) && !view.visualRect(index).isEmpty() &&
                delegate->cellWidth(index) > view.columnWidth(column))
                cut.append(column);
        }
    }
    return cut;
}

} // namespace

/// What gets how much room, and that it gets it back.
class TestRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickOnATabDragsNoColumn();
    void docksComeBackAfterATrace();
    void roomIsGivenBack();
    void zoomIsTakenBack();
    void theKeyboardIsInTheStack();
    void arrowsWithAltAreNoTabs();
    void choicesStandRightOfTheirTabs();
    void addressesAreWhole();
    void emptyColumnsAreHidden();
    void streamsStandLeftOfTheirBytes();
    void oneViewTakesAllTheRoom();
    void theStripFoldsIntoAMenu();
};

/// The first visit of a report of another kind shows other columns while the button is down.
void TestRoom::aClickOnATabDragsNoColumn()
{
    Crash crash;
    crash.open(crash.write(QStringLiteral("shop.txt"), kTrace));
    DocumentTabs& tabs = crash.tabs();
    tabs.setCurrentIndex(0);
    Crash::settle();
    for (const int tab : {2, 1, 2, 1}) {
        QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(tab).center());
        Crash::settle();
        QCOMPARE(tabs.currentIndex(), tab);
        const QHeaderView& titles = crash.stackTitles();
        const int function = titles.sectionSize(StackModel::FunctionColumn);
        QVERIFY2(function > titles.width() / 3, qPrintable(QString::number(function)));
        QVERIFY(titles.sectionSize(StackModel::NumberColumn) < titles.width() / 6);
        QVERIFY(titles.length() >= titles.width() - 2);
    }
    for (const char* name : {"stack", "stack.traced"})
        QVERIFY2(crash.settings().columns(QLatin1String(name)).isEmpty(), name);
}

void TestRoom::docksComeBackAfterATrace()
{
    Crash crash;
    const auto before = crash.places();
    crash.open(crash.write(QStringLiteral("shop.txt"), kTrace));
    Crash::settle();
    QVERIFY(!crash.places().contains(QStringLiteral("dock.registers")));
    crash.tabs().setCurrentIndex(1);
    Crash::settle();
    QVERIFY(areAlike(before, crash.places()));
}

void TestRoom::roomIsGivenBack()
{
    Crash crash;
    for (const char* perspective :
         {"view.perspective.crash", "view.perspective.low_level", "view.perspective.threads"}) {
        crash.trigger(perspective);
        const auto before = crash.places();
        for (const QSize size : {QSize(1000, 600), QSize(620, 420), kDesk}) {
            crash.window.resize(size);
            Crash::settle();
        }
        QVERIFY2(areAlike(before, crash.places()), perspective);
    }
}

void TestRoom::zoomIsTakenBack()
{
    Crash crash;
    const auto before = crash.places();
    const auto chips = [&] {
        QStringList texts;
        for (const Chip* each : crash.window.findChildren<Chip*>()) {
            if (each->isVisible())
                texts.append(each->text());
        }
        return texts;
    };
    const QStringList shown = chips();
    const auto* facts = crash.window.findChild<QLabel*>(QStringLiteral("summary.facts"));
    const auto* signature =
        crash.window.findChild<LinkButton*>(QStringLiteral("summary.signature"));
    const int left = signature->geometry().left();
    for (int i = 0; i < 5; ++i)
        crash.trigger("view.zoom_in");
    crash.trigger("view.zoom_reset");
    QTRY_COMPARE(signature->geometry().left(), left);
    QCOMPARE(signature->geometry().left(), facts->geometry().right() + 1);
    QCOMPARE(chips(), shown);
    QVERIFY(areAlike(before, crash.places()));
}

/// The stack has no rows yet when the window opens, and keeps the keyboard when it gets them.
void TestRoom::theKeyboardIsInTheStack()
{
    EngineWindow workbench;
    workbench.window.resize(kDesk);
    workbench.window.show();
    workbench.window.openFiles({kSample});
    QVERIFY(QTest::qWaitForWindowActive(&workbench.window));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.window.reportPage().workspace().currentStack() &&
                                 workbench.rows("stack.rows").model()->rowCount() > 3,
                             30'000);
    QTRY_COMPARE(QApplication::focusWidget(), &workbench.rows("stack.rows"));
}

void TestRoom::arrowsWithAltAreNoTabs()
{
    Crash crash;
    crash.tabs().setFocus();
    QTest::keyClick(&crash.tabs(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(crash.tabs().currentIndex(), 1);
    QTest::keyClick(&crash.tabs(), Qt::Key_Left);
    QCOMPARE(crash.tabs().currentIndex(), 0);
}

void TestRoom::choicesStandRightOfTheirTabs()
{
    Crash crash;
    crash.trigger("view.dock.memory");
    const auto* words = crash.window.findChild<FlatButton*>(QStringLiteral("memory.words"));
    QTRY_VERIFY(words->isVisible() && words->height() > 0);
    const QPoint at = words->mapTo(&crash.workspace(), words->rect().center());
    QCOMPARE(crash.workspace().childAt(at), words);
    const QRect dock = crash.dock("dock.memory").geometry();
    QVERIFY(at.y() < dock.top() && at.x() > dock.center().x() && at.x() < dock.right());
    crash.trigger("view.dock.source");
    QTRY_VERIFY(!words->isVisible());
    crash.dock("dock.memory").setFloating(true);
    Crash::settle();
    QVERIFY(words->isVisible());
    QVERIFY(crash.dock("dock.memory").isAncestorOf(words));
}

void TestRoom::addressesAreWhole()
{
    for (const QSize size : {kDesk, kLaptop}) {
        Crash crash(size);
        crash.trigger("view.perspective.low_level");
        RowView& code = crash.rows("disassembly.rows");
        QTRY_VERIFY(code.model()->rowCount() > 10);
        Crash::settle();
        QCOMPARE(cutColumns(code, {CodeModel::AddressColumn, CodeModel::OffsetColumn}),
                 QList<int>());
        const auto& model = dynamic_cast<const CodeModel&>(*code.model());
        const auto row = std::ranges::find(model.allRows(), true, &CodeRow::isCrash);
        QVERIFY(row != model.allRows().end());
        const auto* delegate = dynamic_cast<const RowDelegate*>(code.itemDelegate());
        const QModelIndex meaning =
            model.index(int(row - model.allRows().begin()), CodeModel::MeaningColumn);
        QVERIFY(delegate->cellWidth(meaning) <= code.columnWidth(CodeModel::MeaningColumn));
        crash.trigger("view.perspective.crash");
        crash.trigger("view.dock.evidence");
        RowView& memory = *crash.window.findChild<RowView*>(QStringLiteral("evidence.memory"));
        QTRY_VERIFY(memory.isVisible() && memory.model()->rowCount() > 0);
        Crash::settle();
        QCOMPARE(cutColumns(memory, {MemoryModel::AddressColumn, MemoryModel::WordsColumn}),
                 QList<int>());
    }
}

void TestRoom::emptyColumnsAreHidden()
{
    Crash crash;
    const auto isHidden = [&](int column) { return crash.stackTitles().isSectionHidden(column); };
    QVERIFY(!isHidden(StackModel::TrustColumn));
    crash.open(crash.write(QStringLiteral("shop.txt"), kTrace));
    Crash::settle();
    QVERIFY(isHidden(StackModel::TrustColumn));
    QVERIFY(isHidden(StackModel::TracedColumn)); // Nothing was renamed.
    QVERIFY(!isHidden(StackModel::LocationColumn));
    crash.tabs().setCurrentIndex(1);
    Crash::settle();
    QVERIFY(!isHidden(StackModel::TrustColumn));
}

void TestRoom::streamsStandLeftOfTheirBytes()
{
    Crash crash(kLaptop);
    crash.trigger("view.dock.raw");
    RowView& streams = crash.rows("raw.rows");
    const auto inWindow = [&](const char* name) {
        const auto* view = crash.window.findChild<QWidget*>(QLatin1String(name));
        return QRect(view->mapTo(&crash.window, QPoint()), view->size());
    };
    QTRY_VERIFY(crash.rows("raw.fields").isVisible());
    Crash::settle();
    QVERIFY(inWindow("raw.rows").right() < inWindow("raw.fields").left());
    QVERIFY(inWindow("raw.fields").bottom() < inWindow("raw.bytes").top());
    const int row = streams.visualRect(streams.model()->index(0, 0)).height();
    QVERIFY(streams.viewport()->height() >= 8 * row);
}

void TestRoom::oneViewTakesAllTheRoom()
{
    Crash crash(kLaptop);
    crash.trigger("view.dock.raw");
    const auto before = crash.places();
    crash.trigger("view.maximise");
    QCOMPARE(crash.places().keys(), QStringList{QStringLiteral("dock.raw")});
    QVERIFY(crash.dock("dock.raw").height() > crash.workspace().height() * 9 / 10);
    QVERIFY(crash.dock("dock.raw").width() > crash.workspace().width() * 9 / 10);
    crash.trigger("view.maximise");
    QVERIFY(areAlike(before, crash.places()));
    crash.workspace().focusStack();
    crash.trigger("view.maximise");
    QVERIFY(crash.places().isEmpty());
    crash.trigger("view.dock.registers");
    QVERIFY(crash.workspace().isInFront(QStringLiteral("dock.registers")));
    QVERIFY(crash.workspace().isInFront(QStringLiteral("dock.raw")));
}

void TestRoom::theStripFoldsIntoAMenu()
{
    Crash crash;
    const auto* more = crash.window.findChild<FlatButton*>(QStringLiteral("strip.more"));
    QVERIFY(!more->isVisible());
    for (int i = 0; i < 10; ++i)
        crash.trigger("view.zoom_in");
    QTRY_VERIFY(more->isVisible());
    QVERIFY(!more->menu()->isEmpty());
    crash.trigger("view.zoom_reset");
    QTRY_VERIFY(!more->isVisible());
}

QTEST_MAIN(TestRoom)
#include "tst_room.moc"
