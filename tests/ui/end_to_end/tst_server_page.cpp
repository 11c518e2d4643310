// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/http_client.h"
#include "tests/ui/support/engine_window.h"
#include "tests/ui/support/nameless_widgets.h"
#include "ui/views/notice_bar.h"
#include "ui/views/row_view.h"
#include "ui/views/server_page.h"
#include "ui/views/state_page.h"

#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <csignal>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::HttpReply;
using faultline::test::LoopbackServer;
using namespace std::chrono_literals;
using State = ServerSession::State;

namespace {

constexpr int kWaitMs = 60'000;

const std::string kStatus = R"({"version":"1.4.0","uptime_seconds":529200,"readiness":"ready",
    "controllable":true,"token":"page-token-77",
    "jobs":{"running":[{"id":"j","request_id":"a71f","request":"POST /minidump","scope":"acme",
                        "milliseconds":8200}],"max_running":200},
    "requests":{"total":1240,"lately":{"seconds":60,"requests":840,"failed":0,
        "p50_milliseconds":42,"p95_milliseconds":1900},
      "recent":[{"id":"r-1","request":"POST /symbolicate","scope":"web","state":"completed",
                 "status":200,"milliseconds":310,"ended_seconds_ago":18,"modules":31,"lacking":0},
                {"id":"r-0","request":"POST /minidump","scope":"acme","state":"failed",
                 "status":200,"milliseconds":9,"ended_seconds_ago":44,
                 "message":"not a minidump: <b>"}],
      "endpoints":[{"endpoint":"POST /minidump","requests":4,"failed":1,"p50_milliseconds":40}],
      "minutes":[{"requests":6},{"requests":9}]},
    "caches":{"folder":"/var/cache/faultline","quota_bytes":null,"disk_bytes":100,"free_bytes":29,
              "kinds":[{"kind":"objects","entries":8412,"bytes":76451000000,"removable_bytes":0},
                       {"kind":"symcaches","entries":21,"bytes":1000,"removable_bytes":500}]},
    "sources":[{"id":"company store","type":"http","location":"https:\/\/store.example\/",
                "host":"store.example"},
               {"id":"builds","type":"filesystem","location":"/srv","host":null}],
    "blocked_hosts":[{"host":"store.example","seconds_left":3120,"reason":"connection refused"}],
    "process":{"address":"127.0.0.1:3021","threads":34,"open_files":212,"max_open_files":65536,
               "memory_bytes":431000000},
    "log":[{"unix_milliseconds":1790000000000,"level":"warn","category":"net",
            "message":"store.example: connection refused"}]})";

constexpr const char* kBody =
    R"({"stacktraces":[{"frames":[{"instruction_addr":"0x401010"}]}],"modules":[{"type":"pe",)"
    R"("debug_id":"01234567-89ab-cdef-0123-456789abcdef-1","debug_file":"app.pdb",)"
    R"("code_file":"app.exe","image_addr":"0x400000","image_size":65536}]})";

/// The window with the page of servers in front.
class ServerWindow : public EngineWindow
{
public:
    ServerWindow()
    {
        write(QStringLiteral("server.yml"), "bind: \"127.0.0.1:0\"\nstatus_page: true\n"
                                            "connect_to_reserved_ips: true\n"
                                            "sources:\n- {id: store, type: http, "
                                            "url: 'http://127.0.0.1:1/'}\n");
        window.actions().trigger(QStringLiteral("tools.server"));
    }

    QString text(const char* name) const
    {
        return window.findChild<QLabel*>(QLatin1String(name))->text();
    }

    bool waitFor(State state)
    {
        return QTest::qWaitFor([this, state] { return server().state() == state; }, kWaitMs);
    }

    /// The sentence in the middle of the page.
    QString stateSentence() const
    {
        const auto* page = window.findChild<ServerPage*>()->findChild<StatePage*>();
        return page->sentence();
    }

    /// Every text that can be seen or heard.
    QString allTexts() const
    {
        QStringList texts;
        for (const QWidget* each : window.findChildren<QWidget*>()) {
            texts += {each->accessibleName(), each->accessibleDescription(), each->toolTip()};
            if (const auto* label = qobject_cast<const QLabel*>(each))
                texts.append(label->text());
        }
        for (const auto* view : window.findChildren<RowView*>()) {
            for (int row = 0; view->model() && row < view->model()->rowCount(); ++row) {
                for (int column = 0; column < view->model()->columnCount(); ++column)
                    texts.append(view->model()->index(row, column).data().toString());
            }
        }
        return texts.join(u'\n');
    }

    std::uint16_t port() { return std::uint16_t(QUrl(server().url()).port()); }
};

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

/// The page of servers: the window's own server as a real process, and other servers that answer,
/// are slow, refuse, lie or are gone.
class TestServerPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aStoppedServerOffersToStart();
    void theOwnServerIsStartedShownAndStopped();
    void whatBecameOfModulesIsToldAsWhy();
    void theFirstStartWritesAConfiguration();
    void theOwnServerEndsWithTheWindow();
    void itsCrashIsTold();
    void aServerThatCannotStartSaysWhy();
    void showsWhatAnotherServerTells();
    void serversThatDoNotTell_data();
    void serversThatDoNotTell();
    void theLastAnswerStaysWhenTheServerGoes();
    void aSlowServerHoldsNothingUp();
    void aBlockedHostIsAskedAgain();
    void requestsAreFiltered();
    void linesOfTheLogAreShownOnce();
    void secretsAreNotShown();
    void theDialogTakesOnlyUsableAddresses();
    void nobodyIsAskedWhileThePageIsHidden();
    void everythingHasAName();
    void theTabKeyReachesEverything();
    void aNarrowWindowHasTheRightColumnBelow();
};

void TestServerPage::initTestCase()
{
    const QByteArray folder = QFileInfo(QStringLiteral(FL_PROGRAM)).path().toUtf8();
    qputenv("PATH", folder + ':' + qgetenv("PATH"));
}

void TestServerPage::aStoppedServerOffersToStart()
{
    ServerWindow workbench;
    QCOMPARE(workbench.server().state(), State::Stopped);
    QCOMPARE(workbench.text("server.sentence"), QStringLiteral("The server is not running"));
    QVERIFY(workbench.button(QStringLiteral("Start")));
    QVERIFY(!workbench.window.findChild<QPushButton*>(QStringLiteral("server.stop"))->isVisible());
}

void TestServerPage::theOwnServerIsStartedShownAndStopped()
{
    ServerWindow workbench;
    QVERIFY(workbench.press(QStringLiteral("Start")));
    QVERIFY2(workbench.waitFor(State::Ready), qPrintable(workbench.server().problem()));
    QCOMPARE(workbench.text("server.sentence"),
             QStringLiteral("The server is ready and has nothing to do"));
    QVERIFY(workbench.text("server.facts").contains(workbench.server().url()));
    QCOMPARE(workbench.server().numbers().size(), 6);
    QCOMPARE(cell(workbench.server().sources(), 0, 0), QStringLiteral("store"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.server().log().rowCount() > 0, kWaitMs);
    QCOMPARE(faultline::test::postJson(workbench.port(), "/symbolicate?scope=acme", kBody).status,
             200);
    QTRY_COMPARE_WITH_TIMEOUT(workbench.server().requests().rowCount(), 1, kWaitMs);
    QCOMPARE(cell(workbench.server().requests(), 0, ServerRequestModel::RequestColumn),
             QStringLiteral("POST /symbolicate"));
    QCOMPARE(cell(workbench.server().requests(), 0, ServerRequestModel::StateColumn),
             QStringLiteral("done in part"));
    QVERIFY(workbench.press(QStringLiteral("Reload config")));
    QTRY_VERIFY_WITH_TIMEOUT(
        workbench.server().log().text().contains(QStringLiteral("configuration reloaded")),
        kWaitMs);
    QVERIFY(workbench.press(QStringLiteral("Drain")));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.text("server.sentence").contains(QStringLiteral("draining")),
                             kWaitMs);
    QVERIFY(workbench.press(QStringLiteral("Stop")));
    QVERIFY(workbench.waitFor(State::Stopped));
    QCOMPARE(workbench.text("server.sentence"), QStringLiteral("The server is not running"));
}

void TestServerPage::whatBecameOfModulesIsToldAsWhy()
{
    ServerWindow workbench;
    QVERIFY(workbench.press(QStringLiteral("Start")));
    QVERIFY(workbench.waitFor(State::Ready));
    faultline::test::postJson(workbench.port(), "/symbolicate", kBody);
    QTRY_COMPARE_WITH_TIMEOUT(workbench.server().requests().rowCount(), 1, kWaitMs);
    workbench.click(workbench.rows("server.requests"), 0);
    QVERIFY(workbench.press(QStringLiteral("Modules of this request")));
    QTRY_COMPARE_WITH_TIMEOUT(workbench.server().modules().rowCount(), 1, kWaitMs);
    QCOMPARE(cell(workbench.server().modules(), 0, 0), QStringLiteral("app.exe"));
    const WhyReport why = workbench.server().explain(workbench.server().modules().rowAt(0)->index);
    QVERIFY2(why.headline.contains(QStringLiteral("app.exe")), qPrintable(why.headline));
    QVERIFY(!why.candidates.isEmpty());
    QCOMPARE(workbench.rows("server.candidates").model()->rowCount(), int(why.candidates.size()));
    QVERIFY(workbench.allTexts().contains(why.headline));
    QVERIFY(workbench.press(QStringLiteral("Close")));
    QVERIFY(workbench.rows("server.log").isVisible());
    workbench.server().openModules(QStringLiteral("unknown"));
    QTRY_VERIFY_WITH_TIMEOUT(!workbench.server().modulesProblem().isEmpty(), kWaitMs);
}

void TestServerPage::theFirstStartWritesAConfiguration()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("new/server.yml"));
    ServerProcess process(QStringLiteral("/bin/true"), file,
                          folder.filePath(QStringLiteral("it's a cache")));
    process.start();
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), ServerProcess::State::Failed, kWaitMs);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY(text.contains("status_page: true") && text.contains("it''s a cache'"));
    ServerProcess again(QString(), file, {});
    again.start();
    QCOMPARE(again.state(), ServerProcess::State::Failed);
    QVERIFY(again.reason().contains(QStringLiteral("was found neither")));
}

void TestServerPage::theOwnServerEndsWithTheWindow()
{
    std::uint16_t port = 0;
    {
        ServerWindow workbench;
        QVERIFY(workbench.press(QStringLiteral("Start")));
        QVERIFY(workbench.waitFor(State::Ready));
        port = workbench.port();
        QCOMPARE(faultline::test::get(port, "/healthcheck").status, 200);
    }
    QCOMPARE(faultline::test::get(port, "/healthcheck").status, 0);
}

void TestServerPage::itsCrashIsTold()
{
    ServerWindow workbench;
    QVERIFY(workbench.press(QStringLiteral("Start")));
    QVERIFY(workbench.waitFor(State::Ready));
    ::kill(pid_t(workbench.serverProcess().processId()), SIGKILL);
    QVERIFY(workbench.waitFor(State::Ended));
    QCOMPARE(workbench.text("server.sentence"), QStringLiteral("The server has ended by itself"));
    QVERIFY2(workbench.server().problem().contains(QStringLiteral("signal 9")),
             qPrintable(workbench.server().problem()));
    QVERIFY(workbench.press(QStringLiteral("Start")));
    QVERIFY(workbench.waitFor(State::Ready));
}

void TestServerPage::aServerThatCannotStartSaysWhy()
{
    ServerWindow workbench;
    workbench.write(QStringLiteral("server.yml"), "bind: nowhere\n");
    QVERIFY(workbench.press(QStringLiteral("Start")));
    QVERIFY(workbench.waitFor(State::Ended));
    QVERIFY2(workbench.server().problem().contains(QStringLiteral("bind")),
             qPrintable(workbench.server().problem()));
}

void TestServerPage::showsWhatAnotherServerTells()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    QCOMPARE(workbench.text("server.sentence"),
             QStringLiteral("One of 2 sources does not answer: company store"));
    QVERIFY(workbench.text("server.facts").contains(QStringLiteral("up 6 d 3 h")));
    const auto& numbers = workbench.server().numbers();
    QCOMPARE(numbers.at(0).value, QStringLiteral("1"));
    QCOMPARE(numbers.at(0).unit, QStringLiteral("of 200"));
    QCOMPARE(numbers.at(1).value, QStringLiteral("14"));
    QCOMPARE(numbers.at(2).value, QStringLiteral("42"));
    QVERIFY(numbers.at(3).warns);
    QCOMPARE(numbers.at(4).value, QStringLiteral("0.0"));
    auto& requests = workbench.server().requests();
    QCOMPARE(requests.rowCount(), 3);
    QCOMPARE(cell(requests, 0, ServerRequestModel::StateColumn), QStringLiteral("running"));
    QCOMPARE(cell(requests, 0, ServerRequestModel::AgeColumn), QStringLiteral("8.2 s"));
    QCOMPARE(cell(requests, 2, ServerRequestModel::StepColumn),
             QStringLiteral("not a minidump: <b>"));
    QCOMPARE(cell(workbench.server().caches(), 0, 0),
             QStringLiteral("Debug files · as downloaded"));
    QVERIFY(workbench.server().cacheSummary().contains(QStringLiteral("disk 71 % full")));
    QCOMPARE(cell(workbench.server().sources(), 0, 1), QStringLiteral("paused"));
    QCOMPARE(cell(workbench.server().sources(), 1, 1), QStringLiteral("filesystem"));
    QCOMPARE(workbench.server().hosts().size(), 1);
    // Nobody else's server is stopped from here.
    QVERIFY(!workbench.window.findChild<QPushButton*>(QStringLiteral("server.stop"))->isVisible());
}

void TestServerPage::serversThatDoNotTell_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, int status, const QByteArray& body, const char* text) {
        QTest::newRow(name) << status << body << QString::fromLatin1(text);
    };
    row("a login page with 200", 200, "<html>Sign in</html>", "is no Faultline server");
    row("a huge body", 200, QByteArray(9 << 20, 'x'), "is no Faultline server");
    row("another program's JSON", 200, R"({"version":"2"})", "is no Faultline server");
    row("no status page", 404, "", "has no status page");
    row("wants a token", 401, "", "refuses to show its status");
    row("forbids", 403, R"({"detail":"this host is not known"})", "refuses to show its status");
    row("is ill", 500, "", "gives no status");
    row("is gone", 0, "", "gives no status");
}

void TestServerPage::serversThatDoNotTell()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, sentence);
    auto other = std::make_unique<LoopbackServer>();
    const QString url = QString::fromStdString(other->url());
    if (status == 0)
        other.reset();
    else
        other->reply("/status.json", {.status = status, .body = body.toStdString()});
    ServerWindow workbench;
    workbench.server().useRemote(url, {});
    QVERIFY(workbench.waitFor(State::Away));
    QVERIFY2(workbench.text("server.sentence").contains(sentence),
             qPrintable(workbench.text("server.sentence")));
    QVERIFY(workbench.stateSentence().contains(sentence.toHtmlEscaped()));
    QVERIFY(!workbench.server().answeredAt().isValid());
    QTRY_VERIFY(workbench.button(QStringLiteral("Try again"))); // Once it is laid out.
}

void TestServerPage::theLastAnswerStaysWhenTheServerGoes()
{
    auto other = std::make_unique<LoopbackServer>();
    other->reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other->url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    other.reset();
    QVERIFY(workbench.waitFor(State::Away));
    QCOMPARE(workbench.text("server.sentence"), QStringLiteral("The server gives no status"));
    QVERIFY(workbench.text("server.facts").startsWith(QStringLiteral("what is shown is from ")));
    QCOMPARE(workbench.server().requests().rowCount(), 3);
    QVERIFY(workbench.rows("server.requests").isVisible());
    QVERIFY(!workbench.window.findChild<QPushButton*>(QStringLiteral("server.drain"))->isEnabled());
}

void TestServerPage::aSlowServerHoldsNothingUp()
{
    LoopbackServer slow;
    slow.reply("/status.json", {.body = kStatus, .delay = 60s});
    LoopbackServer quick;
    quick.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(slow.url()), {});
    QTRY_COMPARE_WITH_TIMEOUT(slow.hits("/status.json"), 1, kWaitMs);
    QCOMPARE(workbench.server().state(), State::Asking);
    QCOMPARE(workbench.text("server.sentence"), QStringLiteral("Asking the server…"));
    workbench.server().useRemote(QString::fromStdString(quick.url()), {}); // Waits for nothing.
    QVERIFY(workbench.waitFor(State::Ready));
    QCOMPARE(slow.hits("/status.json"), 1);
}

void TestServerPage::aBlockedHostIsAskedAgain()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    other.reply("/status/unblock", {.status = 200});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    QVERIFY(workbench.press(QStringLiteral("Try again now")));
    QTRY_COMPARE_WITH_TIMEOUT(other.hits("/status/unblock"), 1, kWaitMs);
    QCOMPARE(other.lastRequest("/status/unblock").body,
             std::string("token=page-token-77&host=store.example"));
    other.reply("/status/reload", {.status = 403});
    QVERIFY(workbench.press(QStringLiteral("Reload config")));
    const auto* notices = workbench.window.findChild<ServerPage*>()->findChild<NoticeBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(
        !notices->texts().filter(QStringLiteral("The server did not do it")).isEmpty(), kWaitMs);
}

void TestServerPage::requestsAreFiltered()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    auto* filter = workbench.window.findChild<QLineEdit*>(QStringLiteral("server.filter"));
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("WEB"));
    QCOMPARE(workbench.server().requests().rowCount(), 1);
    filter->clear();
    QCOMPARE(workbench.server().requests().rowCount(), 3);
    QVERIFY(workbench.press(QStringLiteral("By endpoint")));
    QVERIFY(workbench.rows("server.endpoints").isVisible());
}

void TestServerPage::linesOfTheLogAreShownOnce()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QTRY_VERIFY_WITH_TIMEOUT(other.hits("/status.json") > 1, kWaitMs);
    QVERIFY(workbench.waitFor(State::Ready));
    QCOMPARE(workbench.server().log().rowCount(), 1);
    auto more = kStatus;
    more.insert(more.rfind("}]"), R"(},{"unix_milliseconds":1790000000000,"level":"info",)"
                                  R"("category":"server","message":"another line")");
    other.reply("/status.json", {.body = more});
    QTRY_COMPARE_WITH_TIMEOUT(workbench.server().log().rowCount(), 2, kWaitMs);
}

void TestServerPage::secretsAreNotShown()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()),
                                 QStringLiteral("bearer-secret-1"));
    QVERIFY(workbench.waitFor(State::Ready));
    QCOMPARE(other.lastRequest("/status.json").headers.at("authorization"),
             std::string("Bearer bearer-secret-1"));
    for (const char* secret : {"bearer-secret-1", "page-token-77"})
        QVERIFY2(!workbench.allTexts().contains(QLatin1String(secret)), secret);
    workbench.settings().save();
    QFile settings(workbench.settingsFile());
    QVERIFY(!settings.open(QIODevice::ReadOnly) || !settings.readAll().contains("bearer-secret"));
}

void TestServerPage::theDialogTakesOnlyUsableAddresses()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    QVERIFY(workbench.press(QStringLiteral("Other server…")));
    auto* dialog = workbench.window.findChild<QDialog*>(QStringLiteral("dialog.server"));
    QVERIFY(dialog && dialog->isVisible());
    const auto child = [dialog](const char* name) {
        return dialog->findChild<QWidget*>(QLatin1String(name));
    };
    auto* url = qobject_cast<QLineEdit*>(child("server_dialog.url"));
    auto* show = qobject_cast<QPushButton*>(child("server_dialog.show"));
    qobject_cast<QRadioButton*>(child("server_dialog.other"))->click();
    for (const char* wrong : {"", "store", "ftp://store", "http://", "http://user:pw@store"}) {
        url->setText(QString::fromLatin1(wrong));
        QVERIFY2(!show->isEnabled(), wrong);
    }
    QVERIFY(namelessIn(*dialog).isEmpty());
    url->setText(QString::fromStdString(other.url()));
    QVERIFY(show->isEnabled());
    QTest::mouseClick(show, Qt::LeftButton);
    QVERIFY(workbench.waitFor(State::Ready));
    workbench.server().useOwn();
    QCOMPARE(workbench.server().state(), State::Stopped);
}

void TestServerPage::nobodyIsAskedWhileThePageIsHidden()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.window.actions().trigger(QStringLiteral("help.welcome"));
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QTest::qWait(ServerSession::kIntervalMs / 4);
    QCOMPARE(other.hits("/status.json"), 0);
    workbench.window.actions().trigger(QStringLiteral("tools.server"));
    QVERIFY(workbench.waitFor(State::Ready));
}

void TestServerPage::everythingHasAName()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    QStringList nameless = namelessIn(workbench.window);
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    QTest::qWait(50);
    nameless += namelessIn(workbench.window);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QCOMPARE(workbench.server().requests().index(2, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("POST /minidump, failed, 44 s, not a minidump: <b>, acme"));
}

void TestServerPage::theTabKeyReachesEverything()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    workbench.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&workbench.window));
    QSet<QString> reached;
    for (int i = 0; i < 60; ++i) {
        if (const QWidget* focused = QApplication::focusWidget())
            reached.insert(focused->objectName());
        QTest::keyClick(&workbench.window, Qt::Key_Tab);
    }
    for (const char* name :
         {"server.browser", "server.reload", "server.drain", "server.choose", "server.filter",
          "server.requests", "server.caches", "server.log", "server.sources", "server.process"})
        QVERIFY2(reached.contains(QLatin1String(name)), name);
}

void TestServerPage::aNarrowWindowHasTheRightColumnBelow()
{
    LoopbackServer other;
    other.reply("/status.json", {.body = kStatus});
    ServerWindow workbench;
    workbench.server().useRemote(QString::fromStdString(other.url()), {});
    QVERIFY(workbench.waitFor(State::Ready));
    const auto place = [&workbench](const char* name) {
        const RowView& view = workbench.rows(name);
        return QRect(view.mapTo(&workbench.window, QPoint()), view.size());
    };
    QTRY_VERIFY(place("server.sources").left() > place("server.requests").right());
    workbench.window.resize(800, 768);
    QTRY_VERIFY(place("server.sources").top() > place("server.log").bottom());
    QVERIFY(place("server.sources").right() <= 800);
}

QTEST_MAIN(TestServerPage)
#include "tst_server_page.moc"
