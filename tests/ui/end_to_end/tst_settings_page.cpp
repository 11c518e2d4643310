// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "tests/ui/support/nameless_widgets.h"
#include "ui/style/workbench_style.h"
#include "ui/translation/translation.h"
#include "ui/views/settings_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSet>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// The page of settings over the real engine, by mouse and keyboard.
class TestSettingsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySectionNamesItsWidgets_data();
    void everySectionNamesItsWidgets();
    void theTabKeyReachesEverySetting();
    void searchShowsWhatFits_data();
    void searchShowsWhatFits();
    void searchWithoutAMatchOffersAWayBack();
    void changesSurviveARestart();
    void wrongValuesAreRefused();
    void changedValuesHaveAWayBack();
    void offlineByConfigurationIsNoChange();
    void appearanceAndStackFollowAtOnce();
    void cachesAreMeasuredCheckedAndCleared();
    void cachesAreMeasuredAgainWhenThePageReturns();
    void aSelectedKindIsCleared();
    void nothingIsCutOnASmallScreen_data();
    void nothingIsCutOnASmallScreen();
};

namespace {

const QStringList kSections{
    QStringLiteral("sources"),     QStringLiteral("caches"),     QStringLiteral("credentials"),
    QStringLiteral("source_code"), QStringLiteral("appearance"), QStringLiteral("keys"),
    QStringLiteral("editors"),     QStringLiteral("stack"),      QStringLiteral("network")};

struct Page
{
    explicit Page(EngineWindow& workbench)
    {
        workbench.window.actions().trigger(QStringLiteral("edit.preferences"));
        page = workbench.window.findChild<SettingsPage*>();
        if (!page)
            qFatal("the page of settings did not open");
    }

    template <class Widget>
    Widget* find(const char* name) const
    {
        auto* found = page->findChild<Widget*>(QLatin1String(name));
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }

    void type(const char* field, const QString& text) const
    {
        auto* edit = find<QLineEdit>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }

    void press(const char* name) const
    {
        QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton);
    }

    QStringList shownSections() const
    {
        QStringList titles;
        const auto* list = find<QListWidget>("settings.list");
        for (int row = 0; row < list->count(); ++row) {
            if (!list->item(row)->isHidden() && (list->item(row)->flags() & Qt::ItemIsSelectable))
                titles.append(list->item(row)->text());
        }
        return titles;
    }

    SettingsPage* page = nullptr;
};

/// Fills the cache by opening a report with symbols of a server.
void fillCache(EngineWindow& workbench, LoopbackServer& server)
{
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("server"), QString::fromStdString(server.url()),
          QStringLiteral("native")}});
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("crash.dmp"), scene::dump().text()));
    QTRY_COMPARE_WITH_TIMEOUT(session->header().framePercent, 100, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(!session->isBusy(), 60'000);
}

} // namespace

void TestSettingsPage::everySectionNamesItsWidgets_data()
{
    QTest::addColumn<QString>("section");
    for (const QString& section : kSections)
        QTest::newRow(qPrintable(section)) << section;
}

void TestSettingsPage::everySectionNamesItsWidgets()
{
    QFETCH(QString, section);
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::S3, QStringLiteral("builds"), QStringLiteral("acme"),
          QStringLiteral("unified"), SourceSetting::Access::Keys}});
    const Page page(workbench);
    page.page->showSection(section);
    QCOMPARE(page.page->section(), section);
    QTest::qWait(30);
    const QStringList nameless = namelessIn(workbench.window);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestSettingsPage::theTabKeyReachesEverySetting()
{
    EngineWindow workbench;
    const Page page(workbench);
    page.page->showSection(QStringLiteral("network"));
    workbench.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&workbench.window));
    QSet<QString> reached;
    for (int i = 0; i < 40; ++i) {
        if (const QWidget* focused = QApplication::focusWidget())
            reached.insert(focused->objectName());
        QTest::keyClick(&workbench.window, Qt::Key_Tab);
    }
    for (const char* name :
         {"settings.search", "settings.list", "settings.offline", "settings.proxy",
          "settings.proxy_address", "settings.authorities", "settings.largest_download"})
        QVERIFY2(reached.contains(QLatin1String(name)), name);
}

void TestSettingsPage::searchShowsWhatFits_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("section");
    QTest::newRow("a label") << QStringLiteral("proxy") << QStringLiteral("Network");
    QTest::newRow("a hint") << QStringLiteral("least recently") << QStringLiteral("Caches");
    QTest::newRow("a section") << QStringLiteral("credent") << QStringLiteral("Credentials");
    QTest::newRow("a choice") << QStringLiteral("newest frame") << QStringLiteral("Stack");
    QTest::newRow("hosts") << QStringLiteral("hosts that may") << QStringLiteral("Source code");
}

void TestSettingsPage::searchShowsWhatFits()
{
    QFETCH(QString, text);
    QFETCH(QString, section);
    EngineWindow workbench;
    const Page page(workbench);
    QCOMPARE(page.shownSections().size(), kSections.size());
    auto* field = page.find<QLineEdit>("settings.search");
    QTest::keyClicks(field, text);
    QVERIFY(page.shownSections().contains(section));
    QVERIFY(page.shownSections().size() < kSections.size());
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(page.shownSections().size(), kSections.size());
}

void TestSettingsPage::searchWithoutAMatchOffersAWayBack()
{
    EngineWindow workbench;
    const Page page(workbench);
    QTest::keyClicks(page.find<QLineEdit>("settings.search"), QStringLiteral("zzz<b>"));
    QVERIFY(page.shownSections().isEmpty());
    QVERIFY(workbench.press(QStringLiteral("Clear search")));
    QCOMPARE(page.shownSections().size(), kSections.size());
}

void TestSettingsPage::changesSurviveARestart()
{
    EngineWindow workbench;
    const Page page(workbench);
    page.page->showSection(QStringLiteral("network"));
    page.type("settings.proxy_address", QStringLiteral("http://proxy.example.org:3128"));
    page.type("settings.connect_time", QStringLiteral("20"));
    page.page->showSection(QStringLiteral("caches"));
    page.type("settings.cache_limit", QStringLiteral("40"));
    workbench.settings().save();
    AppSettings again(workbench.settingsFile());
    QCOMPARE(again.preferences().text(Preference::ProxyAddress),
             QStringLiteral("http://proxy.example.org:3128"));
    QCOMPARE(again.preferences().number(Preference::ConnectTime), 20);
    QCOMPARE(again.preferences().number(Preference::CacheLimit), 40);
    // The limit counts at once.
    QTRY_COMPARE(workbench.caches().limitBytes(), quint64(40) << 30);
}

void TestSettingsPage::wrongValuesAreRefused()
{
    EngineWindow workbench;
    const Page page(workbench);
    page.page->showSection(QStringLiteral("network"));
    page.type("settings.per_host", QStringLiteral("99"));
    auto* field = page.find<QLineEdit>("settings.per_host");
    QVERIFY(field->property(kWrong).toBool());
    QCOMPARE(field->text(), QStringLiteral("99"));
    QCOMPARE(field->accessibleDescription(), QStringLiteral("A whole number from 1 to 64"));
    QCOMPARE(workbench.settings().preferences().number(Preference::DownloadsPerHost), 8);
    page.type("settings.per_host", QStringLiteral("16"));
    QVERIFY(!field->property(kWrong).toBool());
    QCOMPARE(workbench.settings().preferences().number(Preference::DownloadsPerHost), 16);
    page.page->showSection(QStringLiteral("editors"));
    page.type("settings.editor_command", QStringLiteral("vi"));
    QVERIFY(workbench.settings().editorCommand().isEmpty());
    page.type("settings.editor_command", QStringLiteral("vi +%l %f"));
    QCOMPARE(workbench.settings().editorCommand(), QStringLiteral("vi +%l %f"));
}

void TestSettingsPage::changedValuesHaveAWayBack()
{
    EngineWindow workbench;
    const Page page(workbench);
    page.page->showSection(QStringLiteral("caches"));
    QVERIFY(!workbench.button(QStringLiteral("Reset to 7")));
    page.type("settings.cache_keep", QStringLiteral("30"));
    const auto resets = page.page->findChildren<QAbstractButton*>();
    const auto reset = std::ranges::find_if(resets, [](const QAbstractButton* each) {
        return each->isVisible() &&
               each->accessibleName() == QStringLiteral("Reset: Delete what was not read for");
    });
    QVERIFY(reset != resets.end());
    QTest::mouseClick(*reset, Qt::LeftButton);
    QCOMPARE(workbench.settings().preferences().number(Preference::CacheKeep), 7);
    QCOMPARE(page.find<QLineEdit>("settings.cache_keep")->text(), QStringLiteral("7"));
    QVERIFY(!(*reset)->isVisible());
}

void TestSettingsPage::offlineByConfigurationIsNoChange()
{
    EngineWindow workbench;
    workbench.settings().setOfflineDefault(true);
    const Page page(workbench);
    page.page->showSection(QStringLiteral("network"));
    auto* offline = page.find<QCheckBox>("settings.offline");
    QVERIFY(offline->isChecked());
    const auto hasReset = [&page] {
        const auto buttons = page.page->findChildren<QAbstractButton*>();
        return std::ranges::any_of(buttons, [](const QAbstractButton* each) {
            return each->isVisible() && each->accessibleName() == QStringLiteral("Reset: Offline");
        });
    };
    QVERIFY(!hasReset());
    offline->click();
    QVERIFY(!workbench.settings().isOffline());
    QVERIFY(hasReset());
}

void TestSettingsPage::appearanceAndStackFollowAtOnce()
{
    EngineWindow workbench;
    const Page page(workbench);
    page.page->showSection(QStringLiteral("appearance"));
    auto* theme = page.find<QComboBox>("settings.theme");
    for (const auto& [choice, tokens] : {std::pair{ThemeChoice::Dark, darkTokens()},
                                         std::pair{ThemeChoice::Light, lightTokens()}}) {
        theme->setCurrentIndex(theme->findData(int(choice)));
        Q_EMIT theme->activated(theme->currentIndex());
        QCOMPARE(QGuiApplication::palette().color(QPalette::Base), tokens.base);
    }
    page.page->showSection(QStringLiteral("stack"));
    QVERIFY(workbench.settings().stackOptions().foldRecursion);
    page.press("settings.stack_fold_recursion");
    QVERIFY(!workbench.settings().stackOptions().foldRecursion);
    // What the menu changes is shown here, too.
    workbench.settings().setStackOptions(StackOptions());
    QVERIFY(page.find<QCheckBox>("settings.stack_fold_recursion")->isChecked());
}

void TestSettingsPage::cachesAreMeasuredCheckedAndCleared()
{
    LoopbackServer server;
    EngineWindow workbench;
    fillCache(workbench, server);
    const Page page(workbench);
    page.page->showSection(QStringLiteral("caches"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.caches().isMeasured() && workbench.caches().entries() > 1,
                             30'000);
    RowView& rows = workbench.rows("caches.rows");
    QVERIFY(rows.model()->rowCount() >= 2);
    QVERIFY(!page.find<QPushButton>("caches.clean")->isEnabled());
    page.press("caches.check");
    QTRY_VERIFY_WITH_TIMEOUT(workbench.caches().work() == CacheSession::Work::None, 30'000);
    QVERIFY(workbench.caches().entries() > 1);
    page.press("caches.clear");
    auto* box = page.page->findChild<QMessageBox*>(QStringLiteral("dialog.clear_caches"));
    QVERIFY(box);
    QTest::keyClick(box, Qt::Key_Escape);
    QVERIFY(workbench.caches().entries() > 1);
    QTRY_VERIFY(!page.page->findChild<QMessageBox*>(QStringLiteral("dialog.clear_caches")));
    page.press("caches.clear");
    QTest::mouseClick(page.find<QPushButton>("caches.clear_now"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(workbench.caches().entries(), quint64(0), 30'000);
    QTRY_COMPARE(rows.model()->rowCount(), 0);
}

void TestSettingsPage::cachesAreMeasuredAgainWhenThePageReturns()
{
    LoopbackServer server;
    EngineWindow workbench;
    const Page page(workbench);
    page.page->showSection(QStringLiteral("caches"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.caches().isMeasured() && !workbench.caches().isMeasuring(),
                             30'000);
    QCOMPARE(workbench.caches().entries(), quint64(0));
    fillCache(workbench, server);
    QVERIFY(!page.page->isVisible());
    workbench.window.actions().trigger(QStringLiteral("symbols.caches"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.caches().entries() > 1, 30'000);
}

void TestSettingsPage::aSelectedKindIsCleared()
{
    LoopbackServer server;
    EngineWindow workbench;
    fillCache(workbench, server);
    const Page page(workbench);
    page.page->showSection(QStringLiteral("caches"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.caches().entries() > 1, 30'000);
    RowView& rows = workbench.rows("caches.rows");
    const int kinds = rows.model()->rowCount();
    workbench.click(rows, 0);
    QCOMPARE(page.find<QPushButton>("caches.clear")->text(), QStringLiteral("Clear selected…"));
    page.press("caches.clear");
    QTest::mouseClick(page.find<QPushButton>("caches.clear_now"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(rows.model()->rowCount(), kinds - 1, 30'000);
    QVERIFY(workbench.caches().entries() > 0);
}

void TestSettingsPage::nothingIsCutOnASmallScreen_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("section");
    for (const QString& section : kSections) {
        QTest::newRow(qPrintable(section + QStringLiteral(" English")))
            << QLocale(QLocale::English) << section;
        QTest::newRow(qPrintable(section + QStringLiteral(" Turkish")))
            << QLocale(QLocale::Turkish) << section;
    }
}

/// Every button has the room of its text at 1366×768.
void TestSettingsPage::nothingIsCutOnASmallScreen()
{
    QFETCH(QLocale, locale);
    QFETCH(QString, section);
    installTranslation(*qApp, locale);
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("company store"),
          QStringLiteral("https://symbols.acme.example/"), QStringLiteral("unified")}});
    const Page page(workbench);
    page.page->showSection(section);
    QTest::qWait(30);
    for (const auto* button : page.page->findChildren<QPushButton*>()) {
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(),
                     qPrintable(button->text()));
    }
    QCOMPARE(workbench.window.width(), 1366);
}

QTEST_MAIN(TestSettingsPage)
#include "tst_settings_page.moc"
