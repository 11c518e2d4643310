// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "ui/views/sources_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTcpServer>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// The page of sources over the real engine: by mouse and keyboard, with servers that answer, are
/// slow, refuse, fail, or are gone.
class TestSourcesPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sourceIsAddedEditedAndRemoved();
    void orderIsChangedByKeysAndButtons();
    void presetIsAdded();
    void testTellsHowAServerAnswers_data();
    void testTellsHowAServerAnswers();
    void slowServerIsNotWaitedForLong();
    void serverThatIsGoneCannotBeReached();
    void foldersAreTested();
    void sourcesOfTheConfigurationAreFixed();
    void hostsAreAllowedAndForgotten();
    void addedServerServesTheOpenReport();
};

namespace {

const SourceSetting kFirst{SourceSetting::Kind::Http, QStringLiteral("first"),
                           QStringLiteral("http://127.0.0.1:1/"), QStringLiteral("symstore")};
const SourceSetting kSecond{SourceSetting::Kind::Http, QStringLiteral("second"),
                            QStringLiteral("http://127.0.0.1:2/"), QStringLiteral("debuginfod")};

/// The page of a window, opened by the menu's action.
struct Page
{
    explicit Page(EngineWindow& workbench) : window(workbench.window)
    {
        window.actions().trigger(QStringLiteral("symbols.sources"));
        dialog = window.findChild<SourcesDialog*>();
        rows = dialog ? dialog->findChild<RowView*>(QStringLiteral("sources.rows")) : nullptr;
        if (!rows)
            qFatal("the page of sources did not open");
    }

    void press(const char* name) const
    {
        QTest::mouseClick(dialog->findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton);
    }

    bool isEnabled(const char* name) const
    {
        return dialog->findChild<QPushButton*>(QLatin1String(name))->isEnabled();
    }

    QString cell(int row, int column) const
    {
        return rows->model()->index(row, column).data().toString();
    }

    QString result(int row) const { return cell(row, SourceModel::TestColumn); }

    /// Forms that were closed live on until the next turn of the event loop.
    QDialog* openForm() const
    {
        const auto forms = dialog->findChildren<QDialog*>(QStringLiteral("dialog.add_source"));
        for (QDialog* form : forms) {
            if (form->isVisible())
                return form;
        }
        qFatal("no form is open");
    }

    /// Fills in the form that is open and accepts it.
    void fillIn(SourceSetting::Kind kind, const QString& location, const QString& name) const
    {
        QDialog* form = openForm();
        auto* kinds = form->findChild<QComboBox*>(QStringLiteral("source.kind"));
        kinds->setCurrentIndex(kinds->findData(int(kind)));
        const auto type = [form](const char* field, const QString& text) {
            auto* edit = form->findChild<QLineEdit*>(QLatin1String(field));
            edit->selectAll();
            QTest::keyClicks(edit, text);
        };
        if (kind != SourceSetting::Kind::Preset)
            type("source.location", location);
        type("source.name", name);
        QTest::mouseClick(form->findChild<QPushButton*>(QStringLiteral("source.add")),
                          Qt::LeftButton);
    }

    MainWindow& window;
    SourcesDialog* dialog = nullptr;
    RowView* rows = nullptr;
};

QStringList names(const EngineWindow& workbench)
{
    QStringList all;
    for (const SourceSetting& source : const_cast<EngineWindow&>(workbench).settings().sources())
        all.append(source.name);
    return all;
}

} // namespace

void TestSourcesPage::sourceIsAddedEditedAndRemoved()
{
    EngineWindow workbench;
    const Page page(workbench);
    QVERIFY(!page.isEnabled("sources.edit"));
    page.press("sources.add");
    page.fillIn(SourceSetting::Kind::Http, QStringLiteral("http://127.0.0.1:9/"),
                QStringLiteral("store"));
    QCOMPARE(workbench.settings().sources().size(), 1);
    QCOMPARE(workbench.settings().sources().first().location,
             QStringLiteral("http://127.0.0.1:9/"));
    QCOMPARE(page.cell(0, SourceModel::NameColumn), QStringLiteral("store"));

    QTest::keyClick(page.rows, Qt::Key_Return);
    page.fillIn(SourceSetting::Kind::Http, QStringLiteral("http://127.0.0.1:9/other"),
                QStringLiteral("renamed"));
    QCOMPARE(names(workbench), QStringList{QStringLiteral("renamed")});
    QCOMPARE(page.cell(0, SourceModel::LocationColumn), QStringLiteral("http://127.0.0.1:9/other"));
    QCOMPARE(workbench.settings().sources().first().layout, QStringLiteral("debuginfod"));

    page.press("sources.remove");
    QVERIFY(workbench.settings().sources().isEmpty());
    QCOMPARE(page.rows->model()->rowCount(), 0);
}

void TestSourcesPage::orderIsChangedByKeysAndButtons()
{
    EngineWindow workbench;
    workbench.settings().setSources({kFirst, kSecond});
    const Page page(workbench);
    QCOMPARE(page.rows->currentIndex().row(), 0);
    QVERIFY(!page.isEnabled("sources.up"));
    page.press("sources.down");
    QCOMPARE(names(workbench), (QStringList{QStringLiteral("second"), QStringLiteral("first")}));
    QCOMPARE(page.rows->currentIndex().row(), 1);
    QVERIFY(!page.isEnabled("sources.down"));
    page.press("sources.up");
    QCOMPARE(names(workbench), (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
    QCOMPARE(page.rows->currentIndex().row(), 0);
}

void TestSourcesPage::presetIsAdded()
{
    EngineWindow workbench;
    workbench.settings().setOffline(true); // Nothing may ask a public server.
    const Page page(workbench);
    page.press("sources.add");
    page.fillIn(SourceSetting::Kind::Preset, {}, QStringLiteral("public"));
    const auto sources = workbench.settings().sources();
    QCOMPARE(sources.size(), 1);
    QCOMPARE(sources.first().kind, SourceSetting::Kind::Preset);
    QVERIFY(!sources.first().location.isEmpty());
    QTRY_COMPARE(AppSettings(workbench.settingsFile()).sources(), sources);
    page.press("sources.test");
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("was not asked"), 30'000);
}

void TestSourcesPage::testTellsHowAServerAnswers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("begin");
    QTest::newRow("has no such file") << 404 << "answers after";
    QTest::newRow("asks for credentials") << 401 << "asks for credentials (401)";
    QTest::newRow("does not allow it") << 403 << "does not allow the request (403)";
    QTest::newRow("fails") << 500 << "fails (500)";
    QTest::newRow("has everything") << 200 << "answers, but is no symbol server";
}

void TestSourcesPage::testTellsHowAServerAnswers()
{
    QFETCH(int, status);
    QFETCH(QString, begin);
    LoopbackServer server;
    server.handleOthers([status](const LoopbackServer::Request&) {
        return LoopbackServer::Reply{.status = status, .body = "<html>log in</html>"};
    });
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("server"), QString::fromStdString(server.url()),
          QStringLiteral("symstore")}});
    const Page page(workbench);
    page.press("sources.test_all");
    QTRY_VERIFY_WITH_TIMEOUT(page.result(0).startsWith(begin), 30'000);
    QVERIFY(server.totalHits() > 0);
}

void TestSourcesPage::slowServerIsNotWaitedForLong()
{
    LoopbackServer server;
    Gate gate;
    server.handleOthers(gate.after({.status = 404}));
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("slow"), QString::fromStdString(server.url()),
          QStringLiteral("debuginfod")}});
    const Page page(workbench);
    page.press("sources.test");
    QCOMPARE(page.result(0), QStringLiteral("testing…"));
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("did not answer in time"), 60'000);
}

void TestSourcesPage::serverThatIsGoneCannotBeReached()
{
    // A port that was free a moment ago.
    QTcpServer gone;
    QVERIFY(gone.listen(QHostAddress::LocalHost));
    const QString url = QStringLiteral("http://127.0.0.1:%1/").arg(gone.serverPort());
    gone.close();
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("gone"), url, QStringLiteral("ssqp")}});
    const Page page(workbench);
    page.press("sources.test");
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("cannot be reached"), 60'000);
}

void TestSourcesPage::foldersAreTested()
{
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Folder, QStringLiteral("there"), QDir::tempPath(), {}},
         {SourceSetting::Kind::Folder, QStringLiteral("not there"),
          QDir::tempPath() + QStringLiteral("/no/such/folder"), QStringLiteral("symstore")}});
    const Page page(workbench);
    page.press("sources.test_all");
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("can be read"), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(page.result(1), QStringLiteral("is not there"), 30'000);
}

void TestSourcesPage::sourcesOfTheConfigurationAreFixed()
{
    LoopbackServer server;
    EngineWindow workbench({scene::http("company", server.url())});
    workbench.settings().setSources({kFirst});
    const Page page(workbench);
    QCOMPARE(page.rows->model()->rowCount(), 2);
    QCOMPARE(page.cell(0, SourceModel::NameColumn), QStringLiteral("company"));
    QVERIFY(!page.isEnabled("sources.edit"));
    QVERIFY(!page.isEnabled("sources.remove"));
    page.press("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(page.result(0).startsWith(QStringLiteral("answers after")), 30'000);
    QTest::keyClick(page.rows, Qt::Key_Down);
    QVERIFY(page.isEnabled("sources.remove"));
    QVERIFY(!page.isEnabled("sources.up"));
}

void TestSourcesPage::hostsAreAllowedAndForgotten()
{
    EngineWindow workbench;
    workbench.settings().allowSourceHost(QStringLiteral("one.example.org"));
    const Page page(workbench);
    auto* host = page.dialog->findChild<QLineEdit*>(QStringLiteral("sources.host"));
    auto* hosts = page.dialog->findChild<QListWidget*>(QStringLiteral("sources.hosts"));
    QCOMPARE(hosts->count(), 1);
    QTest::keyClicks(host, QStringLiteral("Two.example.org"));
    QTest::keyClick(host, Qt::Key_Return);
    QCOMPARE(workbench.settings().sourceHosts(),
             (QStringList{QStringLiteral("one.example.org"), QStringLiteral("two.example.org")}));
    QVERIFY(page.dialog->isVisible());
    hosts->setCurrentRow(0);
    page.press("sources.forget");
    QCOMPARE(workbench.settings().sourceHosts(), QStringList{QStringLiteral("two.example.org")});
}

void TestSourcesPage::addedServerServesTheOpenReport()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    EngineWindow workbench;
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("crash.dmp"), scene::dump().text()));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 60'000);
    QCOMPARE(session->header().framePercent, 0);
    const Page page(workbench);
    page.press("sources.add");
    QDialog* form = page.openForm();
    auto* kinds = form->findChild<QComboBox*>(QStringLiteral("source.kind"));
    kinds->setCurrentIndex(kinds->findData(int(SourceSetting::Kind::Http)));
    auto* layouts = form->findChild<QComboBox*>(QStringLiteral("source.layout"));
    layouts->setCurrentIndex(layouts->findData(QStringLiteral("native")));
    page.fillIn(SourceSetting::Kind::Http, QString::fromStdString(server.url()),
                QStringLiteral("server"));
    QTRY_COMPARE_WITH_TIMEOUT(session->header().framePercent, 100, 60'000);
    QVERIFY(server.hits(kTarget) > 0);
}

QTEST_MAIN(TestSourcesPage)
#include "tst_sources_page.moc"
