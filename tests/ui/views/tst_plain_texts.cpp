// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/views/document_tabs.h"
#include "ui/views/report_page.h"
#include "ui/views/state_page.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolTip>

#include <array>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr std::array kTextRoles{Qt::DisplayRole,        Qt::ToolTipRole,
                                Qt::StatusTipRole,      Qt::WhatsThisRole,
                                Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole};

/// Some texts are made of several ones that are bounded each.
constexpr qsizetype kLongest = 8 * kLongestShown;

void checkLength(const QString& text, const QString& where)
{
    QVERIFY2(text.size() <= kLongest, qPrintable(where));
}

/// A rich text of ours holds pictures and links of ours only.
void checkMarkup(const QLabel& label)
{
    QTextDocument document;
    document.setHtml(label.text());
    checkLength(document.toPlainText(), label.objectName());
    for (QTextBlock block = document.begin(); block != document.end(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextCharFormat format = part.fragment().charFormat();
            QVERIFY2(!format.isImageFormat(), qPrintable(label.text()));
            QVERIFY2(!format.isAnchor() || format.anchorHref() == QLatin1String("signature"),
                     qPrintable(label.text()));
        }
    }
}

void checkLabels(const QWidget& window)
{
    const auto labels = window.findChildren<QLabel*>();
    QVERIFY(labels.size() > 20);
    for (QLabel* label : labels) {
        label->ensurePolished();
        if (label->textFormat() == Qt::RichText) {
            checkMarkup(*label);
            continue;
        }
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
        checkLength(label->text(), label->objectName());
    }
}

void checkWidgets(const QWidget& window)
{
    const auto widgets = window.findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const QString where =
            QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
        for (const QString& text :
             {widget->toolTip(), widget->statusTip(), widget->whatsThis(), widget->accessibleName(),
              widget->accessibleDescription(), widget->windowTitle()})
            checkLength(text, where);
    }
}

void checkModels(const QWidget& window)
{
    const auto views = window.findChildren<QAbstractItemView*>();
    for (const QAbstractItemView* view : views) {
        const QAbstractItemModel* model = view->model();
        for (int row = 0; model && row < std::min(model->rowCount(), 200); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                for (const int role : kTextRoles)
                    checkLength(model->index(row, column).data(role).toString(),
                                view->objectName());
                checkLength(model->index(row, column).data(SecondLineRole).toString(),
                            view->objectName());
            }
        }
    }
}

void checkActions(const QWidget& window)
{
    const auto actions = window.findChildren<QAction*>();
    for (const QAction* action : actions) {
        for (const QString& text : {action->text(), action->toolTip(), action->statusTip()})
            checkLength(text, action->objectName());
    }
}

void checkAll(const QWidget& window)
{
    checkLabels(window);
    checkWidgets(window);
    checkModels(window);
    checkActions(window);
}

void showEveryDock(WindowFixture& fixture)
{
    Workspace& workspace = fixture.window.reportPage().workspace();
    for (const WorkbenchDock* dock : workspace.docks())
        workspace.focusDock(dock->objectName());
    QTest::qWait(50);
}

const QLabel* shownToolTip()
{
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget* widget : widgets) {
        if (widget->inherits("QTipLabel") && widget->isVisible())
            return qobject_cast<QLabel*>(widget);
    }
    return nullptr;
}

} // namespace

/// Opens reports whose every text is hostile, and looks at everything that the window shows.
class TestPlainTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shownTextIsBounded();
    void nothingIsMarkup_data();
    void nothingIsMarkup();
    void toolTipsArePlain();
    void namesStayWhole();
    void copiesAreWhole();
    void failuresNameTheFileWhole();
    void tabsAndMenusKeepAmpersands();
};

void TestPlainTexts::shownTextIsBounded()
{
    const QString exact(kLongestShown, u'x');
    QCOMPARE(shownText(exact), exact);
    const QString cut = shownText(exact + u'y');
    QCOMPARE(cut.size(), kLongestShown);
    QVERIFY(cut.endsWith(u'…'));
    // No half of a pair is left.
    const QString pairs = QString(kLongestShown - 2, u'x') + QStringLiteral("😀😀😀");
    QVERIFY(!shownText(pairs).at(shownText(pairs).size() - 2).isHighSurrogate());
    QCOMPARE(withoutKeys(QStringLiteral("a&b&&c")), QStringLiteral("a&&b&&&&c"));
    QCOMPARE(richText(QStringLiteral("f<B>&")), QStringLiteral("f&lt;B&gt;&amp;"));
    QCOMPARE(titleText(QStringLiteral("a[*]b")), QStringLiteral("a[*][*]b"));
}

void TestPlainTexts::nothingIsMarkup_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("markup in every text") << QStringLiteral("/x/hostile <b>&1.dmp");
    QTest::newRow("a megabyte in every text") << QStringLiteral("/x/huge.dmp");
    QTest::newRow("a damaged file") << QStringLiteral("/x/corrupt<img src=x>.dmp");
    QTest::newRow("a file that is being read") << QStringLiteral("/x/slow<img src=x>.dmp");
}

void TestPlainTexts::nothingIsMarkup()
{
    QFETCH(QString, file);
    WindowFixture fixture;
    fixture.window.resize(1440, 900);
    fixture.window.show();
    const ReportSession* session = fixture.window.openFile(file);
    if (!file.contains(QLatin1String("slow")))
        QTRY_VERIFY(session->header().isComplete ||
                    session->state() == ReportSession::State::Failed);
    showEveryDock(fixture);
    fixture.window.reportPage().workspace().explainModule(1);
    checkAll(fixture.window);
}

/// Qt makes the label of a tool tip itself.
void TestPlainTexts::toolTipsArePlain()
{
    const QString text = QStringLiteral("f<B>::g <img src='/nowhere'> <I as Iterator>::next");
    WindowFixture fixture;
    fixture.window.show();
    QToolTip::showText(QPoint(10, 10), text, &fixture.window);
    const QLabel* tip = shownToolTip();
    QVERIFY(tip);
    QCOMPARE(tip->textFormat(), Qt::PlainText);
    QCOMPARE(tip->text(), text);
    QToolTip::showText(QPoint(60, 60), QStringLiteral("<b>another</b>"), &fixture.window);
    QVERIFY(shownToolTip());
    QCOMPARE(shownToolTip()->textFormat(), Qt::PlainText);
    QToolTip::hideText();
}

void TestPlainTexts::namesStayWhole()
{
    WindowFixture fixture;
    fixture.window.resize(1440, 900);
    fixture.window.show();
    ReportSession* session = fixture.window.openFile(QStringLiteral("/x/hostile.dmp"));
    QTRY_VERIFY(session->header().isComplete);
    const QString text = QString::fromLatin1(kHostileText);
    const StackModel& stack = session->stack();
    bool isThere = false;
    for (int row = 0; row < stack.rowCount(); ++row) {
        const QModelIndex index = stack.index(row, StackModel::FunctionColumn);
        isThere = isThere || (index.data().toString().contains(text) &&
                              index.data(Qt::ToolTipRole).toString().contains(text));
    }
    QVERIFY(isThere);
    const auto* facts = fixture.window.findChild<QLabel*>(QStringLiteral("summary.facts"));
    QVERIFY(facts);
    QVERIFY2(facts->accessibleName().contains(text), qPrintable(facts->accessibleName()));
    QTextDocument document;
    document.setHtml(facts->text());
    QVERIFY2(document.toPlainText().contains(QStringLiteral("<img src=x>")),
             qPrintable(document.toPlainText()));
}

void TestPlainTexts::copiesAreWhole()
{
    WindowFixture fixture;
    fixture.window.show();
    ReportSession* session = fixture.window.openFile(QStringLiteral("/x/huge.dmp"));
    QTRY_VERIFY(session->header().isComplete);
    const QModelIndex index = session->stack().index(0, StackModel::FunctionColumn);
    QVERIFY(index.data().toString().size() <= kLongestShown);
    QVERIFY(index.data(WholeTextRole).toString().size() >= 1'000'000);
}

void TestPlainTexts::failuresNameTheFileWhole()
{
    WindowFixture fixture;
    fixture.window.show();
    fixture.window.openFile(QStringLiteral("/x/corrupt<b>&<img src=x>%1.dmp"));
    StatePage& page = fixture.window.reportPage().errorPage();
    QTRY_VERIFY(page.isVisible());
    QCOMPARE(page.accessibleName(),
             QStringLiteral("corrupt<b>&<img src=x>%1.dmp is damaged and cannot be read."));
}

void TestPlainTexts::tabsAndMenusKeepAmpersands()
{
    WindowFixture fixture;
    fixture.window.show();
    const QString name = QStringLiteral("a&b [*].dmp");
    const ReportSession* session = fixture.window.openFile(QStringLiteral("/x/") + name);
    QTRY_VERIFY(session->header().isComplete);
    QTRY_COMPARE(fixture.settings.recentFiles().size(), 1);
    const auto* tabs = fixture.window.findChild<DocumentTabs*>();
    QCOMPARE(tabs->tabText(1), QStringLiteral("a&&b [*].dmp"));
    const auto actions = fixture.window.findChildren<QAction*>();
    QVERIFY(std::ranges::any_of(actions, [](const QAction* action) {
        return action->text() == QLatin1String("a&&b [*].dmp");
    }));
    QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("a&b [*][*].dmp")));
}

QTEST_MAIN(TestPlainTexts)
#include "tst_plain_texts.moc"
