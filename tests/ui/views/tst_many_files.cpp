// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/views/document_tabs.h"
#include "ui/views/notice_bar.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"

#include <QDropEvent>
#include <QMimeData>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

/// Counts how often a tab is measured: a layout measures each tab.
class CountingStyle final : public QProxyStyle
{
public:
    CountingStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    QSize sizeFromContents(ContentsType type,
                           const QStyleOption* option,
                           const QSize& size,
                           const QWidget* widget) const override
    {
        measured += type == CT_TabBarTab ? 1 : 0;
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    }

    mutable int measured = 0;
};

struct ManyFiles : WindowFixture
{
    ManyFiles()
    {
        tabs = window.findChild<DocumentTabs*>();
        tabs->setStyle(&style);
        window.resize(1200, 800);
        window.show();
        QCoreApplication::processEvents();
        style.measured = 0;
    }

    ~ManyFiles() { tabs->setStyle(nullptr); }

    bool areComplete() const
    {
        return std::ranges::all_of(workbench.sessions(), [](const ReportSession* session) {
            return session->header().isComplete;
        });
    }

    CountingStyle style;
    DocumentTabs* tabs = nullptr;
};

QStringList files(int count, const char* form = "/x/%1.dmp")
{
    QStringList paths;
    for (int i = 0; i < count; ++i)
        paths.append(QString::fromLatin1(form).arg(i));
    return paths;
}

} // namespace

/// What is done per file when many are opened. Numbers of layouts, saves and rows; no times.
class TestManyFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layoutsDoNotGrowWithTheFiles();
    void resultsAreShownTogether();
    void savesAreFew();
    void onlyShownReportsHaveRows();
    void thereIsALimit();
    void aDropHasTheLimit();
    void namesAreToldApart();
    void aTabThatIsClosedIsForgotten();
};

void TestManyFiles::layoutsDoNotGrowWithTheFiles()
{
    ManyFiles fixture;
    constexpr int kFiles = 300;
    fixture.window.openFiles(files(kFiles, "/x/slow%1.dmp"));
    QCoreApplication::processEvents();
    QCOMPARE(fixture.tabs->count(), kFiles + 1);
    QCOMPARE(fixture.tabs->currentIndex(), kFiles);
    const int perTab = fixture.style.measured / kFiles;
    QVERIFY2(perTab <= 12, qPrintable(QString::number(perTab)));
}

/// Each report gets an icon, which changes the width of its tab.
void TestManyFiles::resultsAreShownTogether()
{
    ManyFiles fixture;
    constexpr int kFiles = 200;
    fixture.window.openFiles(files(kFiles));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.areComplete(), 120'000);
    const auto hasIcon = [&] {
        for (int tab = 1; tab < fixture.tabs->count(); ++tab) {
            if (fixture.tabs->tabIcon(tab).isNull())
                return false;
        }
        return true;
    };
    QTRY_VERIFY(hasIcon());
    const int perTab = fixture.style.measured / kFiles;
    QVERIFY2(perTab <= 40, qPrintable(QString::number(perTab)));
    QTRY_COMPARE(fixture.settings.recentFiles().size(), AppSettings::kMostRecentFiles);
}

void TestManyFiles::savesAreFew()
{
    ManyFiles fixture;
    const int before = fixture.settings.writes();
    fixture.window.openFiles(files(200, "/x/slow%1.dmp"));
    QTRY_COMPARE(AppSettings(fixture.settingsFile()).openFiles().size(), 200);
    QVERIFY2(fixture.settings.writes() - before <= 3,
             qPrintable(QString::number(fixture.settings.writes() - before)));
}

void TestManyFiles::onlyShownReportsHaveRows()
{
    ManyFiles fixture;
    const auto views = [&] { return fixture.window.findChildren<StackView*>().size(); };
    const auto before = views();
    fixture.window.openFiles(files(100));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.areComplete(), 120'000);
    QCOMPARE(views(), before + 1);
    fixture.tabs->setCurrentIndex(3);
    QCOMPARE(views(), before + 2);
    QCOMPARE(fixture.window.currentSession()->fileName(), QStringLiteral("2.dmp"));
    const auto rows = fixture.window.findChildren<RowView*>(QStringLiteral("stack.rows"));
    QVERIFY(std::ranges::any_of(rows, [](const RowView* each) {
        return each->isVisible() && each->model() && each->model()->rowCount() > 0;
    }));
}

void TestManyFiles::thereIsALimit()
{
    ManyFiles fixture;
    fixture.window.openFiles(files(MainWindow::kMostReports + 3, "/x/slow%1.dmp"));
    QCOMPARE(fixture.workbench.sessions().size(), MainWindow::kMostReports);
    const auto bars = fixture.window.findChildren<NoticeBar*>();
    QVERIFY(std::ranges::any_of(bars, [](const NoticeBar* bar) {
        const QString text = bar->texts().join(u' ');
        return text.startsWith(QLatin1String("3 file")) && text.contains(QLatin1String("1000"));
    }));
    QVERIFY(!fixture.window.openFile(QStringLiteral("/x/slow-another.dmp")));
    QVERIFY(fixture.window.openFile(QStringLiteral("/x/slow7.dmp"))); // It is open.
    QCOMPARE(fixture.window.currentSession()->fileName(), QStringLiteral("slow7.dmp"));
}

void TestManyFiles::aDropHasTheLimit()
{
    ManyFiles fixture;
    QList<QUrl> urls;
    for (const QString& file : files(MainWindow::kMostReports + 1, "/x/slow%1.dmp"))
        urls.append(QUrl::fromLocalFile(file));
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&fixture.window, &enter);
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&fixture.window, &drop);
    QCOMPARE(fixture.workbench.sessions().size(), MainWindow::kMostReports);
}

void TestManyFiles::namesAreToldApart()
{
    ManyFiles fixture;
    fixture.window.openFiles({QStringLiteral("/one/slow.dmp"), QStringLiteral("/x/slow&b.dmp"),
                              QStringLiteral("/two/slow.dmp")});
    QCOMPARE(fixture.tabs->tabText(1), QStringLiteral("slow.dmp (one)"));
    QCOMPARE(fixture.tabs->tabText(2), QStringLiteral("slow&&b.dmp"));
    QCOMPARE(fixture.tabs->tabText(3), QStringLiteral("slow.dmp (two)"));
    Q_EMIT fixture.tabs->tabCloseRequested(1);
    QCOMPARE(fixture.tabs->tabText(2), QStringLiteral("slow.dmp"));
    QCOMPARE(fixture.tabs->indexOf(fixture.tabs->sessionAt(2)), 2);
}

void TestManyFiles::aTabThatIsClosedIsForgotten()
{
    ManyFiles fixture;
    fixture.window.openFiles(files(40));
    while (fixture.tabs->count() > 1)
        Q_EMIT fixture.tabs->tabCloseRequested(1 + (fixture.tabs->count() - 1) / 2);
    QTest::qWait(100); // What was collected names no closed report.
    QVERIFY(fixture.workbench.sessions().isEmpty());
    QVERIFY(!fixture.window.currentSession());
    QVERIFY(fixture.window.openFile(QStringLiteral("/x/0.dmp")));
    QCOMPARE(fixture.tabs->count(), 2);
}

QTEST_MAIN(TestManyFiles)
#include "tst_many_files.moc"
