// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "ui/views/settings_page.h"
#include "ui/views/source_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QTcpServer>
#include <QTemporaryDir>

#include <algorithm>
#include <mutex>
#include <sys/stat.h>

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
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
    void aSourceThatIsOffIsNeverContacted();
    void secretsGoToTheKeychainAndToTheServer();
    void secretsServeTheOpenReport();
    void aKeyFileIsReadOnlyIfItIsOne_data();
    void aKeyFileIsReadOnlyIfItIsOne();
    void withoutAKeychainItSaysSo();
    void aBucketIsEntered();
    void fieldsOfTheEditorFitBesideTheList();
    void theEditorCoversTheListInNarrowWindows();
    void orderIsChangedByKeysAndButtons();
    void presetIsAdded();
    void testTellsHowAServerAnswers_data();
    void testTellsHowAServerAnswers();
    void slowServerIsNotWaitedForLong();
    void serverThatIsGoneCannotBeReached();
    void foldersAreTested();
    void aFolderIsLookedAtWhenItIsEntered();
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
        window.activateWindow(); // Keys of a list are those of the active window.
        if (!QTest::qWaitForWindowActive(&window))
            qFatal("the window does not become active");
        window.actions().trigger(QStringLiteral("symbols.sources"));
        page = window.findChild<SettingsPage*>();
        rows = page ? page->findChild<RowView*>(QStringLiteral("sources.rows")) : nullptr;
        if (!rows)
            qFatal("the page of sources did not open");
    }

    template <class Widget>
    Widget* find(const char* name) const
    {
        auto* found = page->findChild<Widget*>(QLatin1String(name));
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }

    /// A check box may be as wide as its column; only its box and text can be pressed.
    void press(const char* name) const
    {
        auto* button = find<QAbstractButton>(name);
        const int width = std::min(button->width(), button->sizeHint().width());
        QTest::mouseClick(button, Qt::LeftButton, {}, {width / 2, button->height() / 2});
    }

    bool isEnabled(const char* name) const { return find<QAbstractButton>(name)->isEnabled(); }

    QString cell(int row, int column) const
    {
        return rows->model()->index(row, column).data().toString();
    }

    QString place(int row) const
    {
        return rows->model()->index(row, SourceModel::NameColumn).data(SecondLineRole).toString();
    }

    QString result(int row) const { return cell(row, SourceModel::TestColumn); }

    /// Chooses a kind in the menu of new sources.
    void add(SourceSetting::Kind kind) const
    {
        press("sources.add");
        auto* menu = find<QMenu>("sources.kinds");
        QVERIFY(QTest::qWaitFor([menu] { return menu->isVisible(); }));
        const QString name = QStringLiteral("sources.kind.%1").arg(int(kind));
        for (QAction* action : menu->actions()) {
            if (action->objectName() == name)
                action->trigger();
        }
        menu->close();
    }

    void type(const char* field, const QString& text) const
    {
        auto* edit = find<QLineEdit>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }

    void choose(const char* field, const QVariant& data) const
    {
        auto* box = find<QComboBox>(field);
        box->setCurrentIndex(box->findData(data));
        Q_EMIT box->activated(box->currentIndex());
    }

    QString hint() const { return find<QLabel>("source.hint")->text(); }

    MainWindow& window;
    SettingsPage* page = nullptr;
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
    page.add(SourceSetting::Kind::Http);
    QVERIFY(!page.isEnabled("source.first"));
    page.type("source.location", QStringLiteral("http://127.0.0.1:9/"));
    page.type("source.name", QStringLiteral("store"));
    QCOMPARE(workbench.settings().sources().size(), 1);
    QVERIFY(!workbench.settings().sources().first().isOn);
    page.press("source.first");
    const SourceSetting source = workbench.settings().sources().first();
    QVERIFY(source.isOn);
    QCOMPARE(source.location, QStringLiteral("http://127.0.0.1:9/"));
    QCOMPARE(source.layout, QStringLiteral("debuginfod"));
    QCOMPARE(page.cell(0, SourceModel::NameColumn), QStringLiteral("store"));
    QCOMPARE(page.place(0), QStringLiteral("http://127.0.0.1:9/"));

    page.rows->setFocus();
    QTest::keyClick(page.rows, Qt::Key_Return);
    page.type("source.location", QStringLiteral("http://127.0.0.1:9/other"));
    page.type("source.name", QStringLiteral("renamed"));
    QCOMPARE(names(workbench), QStringList{QStringLiteral("renamed")});
    QCOMPARE(page.place(0), QStringLiteral("http://127.0.0.1:9/other"));
    QTRY_COMPARE(AppSettings(workbench.settingsFile()).sources(), workbench.settings().sources());

    page.press("source.duplicate");
    QCOMPARE(workbench.settings().sources().size(), 2);
    QVERIFY(!workbench.settings().sources().last().isOn);
    page.press("source.remove");
    page.press("source.remove");
    QVERIFY(workbench.settings().sources().isEmpty());
    QCOMPARE(page.rows->model()->rowCount(), 0);
}

void TestSourcesPage::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QString>("location");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no scheme") << QStringLiteral("symbols.example.org")
                               << QStringLiteral("The address starts with http");
    QTest::newRow("no host") << QStringLiteral("http://")
                             << QStringLiteral("The address starts with http");
    QTest::newRow("a password") << QStringLiteral("https://me:secret@symbols.example.org/")
                                << QStringLiteral("Enter name and password as credentials");
}

/// The last good address stays in use, and the reason stands beside the field.
void TestSourcesPage::whatDoesNotFitIsRefused()
{
    QFETCH(QString, location);
    QFETCH(QString, reason);
    EngineWindow workbench;
    workbench.settings().setSources({kFirst});
    const Page page(workbench);
    page.type("source.location", location);
    QVERIFY2(page.hint().startsWith(reason), qPrintable(page.hint()));
    QVERIFY(page.find<QLineEdit>("source.location")->property("wrong").toBool());
    QCOMPARE(workbench.settings().sources(), QList<SourceSetting>{kFirst});
    page.type("source.location", QStringLiteral("http://127.0.0.1:3/"));
    QCOMPARE(workbench.settings().sources().first().location,
             QStringLiteral("http://127.0.0.1:3/"));
    QVERIFY(!page.find<QLineEdit>("source.location")->property("wrong").toBool());
}

void TestSourcesPage::aSourceThatIsOffIsNeverContacted()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("server"), QString::fromStdString(server.url()),
          QStringLiteral("native")}});
    const Page page(workbench);
    page.rows->setFocus();
    QTest::keyClick(page.rows, Qt::Key_Space);
    QVERIFY(!workbench.settings().sources().first().isOn);
    page.press("sources.test_all");
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("crash.dmp"), scene::dump().text()));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 60'000);
    QCOMPARE(server.totalHits(), 0);
    const Page again(workbench);
    again.rows->setFocus();
    QTest::keyClick(again.rows, Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(session->header().framePercent, 100, 60'000);
}

void TestSourcesPage::secretsGoToTheKeychainAndToTheServer()
{
    std::mutex mutex; // Guards `seen`.
    std::string seen;
    LoopbackServer server;
    server.handleOthers([&](const LoopbackServer::Request& request) {
        const std::lock_guard lock(mutex);
        if (const auto header = request.headers.find("authorization");
            header != request.headers.end())
            seen = header->second;
        return LoopbackServer::Reply{.status = 404};
    });
    EngineWindow workbench;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("server"), QString::fromStdString(server.url()),
          QStringLiteral("native")}});
    const Page page(workbench);
    page.choose("source.access", int(SourceSetting::Access::Token));
    page.press("source.set");
    auto* dialog = page.page->findChild<QDialog*>(QStringLiteral("dialog.credentials"));
    QVERIFY(dialog);
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("credentials.token"));
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    QTest::keyClicks(field, QStringLiteral("s3cret"));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("credentials.keep")),
                      Qt::LeftButton);
    const QString id = workbench.settings().sources().first().id;
    QVERIFY(!id.isEmpty());
    QTRY_COMPARE(workbench.keychain().secrets.value(QStringLiteral("source:%1:token").arg(id)),
                 QStringLiteral("s3cret"));
    page.press("source.second");
    QTRY_VERIFY_WITH_TIMEOUT(page.result(0).startsWith(QStringLiteral("answers after")), 30'000);
    {
        const std::lock_guard lock(mutex);
        QCOMPARE(QString::fromStdString(seen), QStringLiteral("Bearer s3cret"));
    }
    workbench.settings().save();
    QFile file(workbench.settingsFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("s3cret"));
    page.press("source.forget");
    QTRY_VERIFY(workbench.keychain().secrets.isEmpty());
    QCOMPARE(page.find<QLabel>("source.secret")->text(), QStringLiteral("not set"));
}

/// The open report asks again as soon as the keychain has the new secret.
void TestSourcesPage::secretsServeTheOpenReport()
{
    LoopbackServer server;
    server.handle(kTarget, [](const LoopbackServer::Request& request) {
        const auto header = request.headers.find("authorization");
        const bool isAllowed = header != request.headers.end() && header->second == "Bearer s3cret";
        return isAllowed ? LoopbackServer::Reply{.body = scene::dumpSymbols()}
                         : LoopbackServer::Reply{.status = 401};
    });
    EngineWindow workbench;
    SourceSetting source{SourceSetting::Kind::Http, QStringLiteral("server"),
                         QString::fromStdString(server.url()), QStringLiteral("native"),
                         SourceSetting::Access::Token};
    source.id = QStringLiteral("a1");
    workbench.settings().setSources({source});
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("crash.dmp"), scene::dump().text()));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 60'000);
    QCOMPARE(session->header().framePercent, 0);
    QVERIFY(server.hits(kTarget) > 0);
    workbench.credentials().set(source.id, {{QStringLiteral("token"), QStringLiteral("s3cret")}});
    QTRY_COMPARE_WITH_TIMEOUT(session->header().framePercent, 100, 60'000);
}

void TestSourcesPage::aKeyFileIsReadOnlyIfItIsOne_data()
{
    QTest::addColumn<QByteArray>("content"); // Null: a pipe that nobody writes into.
    QTest::addColumn<bool>("isKey");
    QTest::newRow("a key") << QByteArray("{\"private_key\":\"k\",\"client_email\":\"e\"}") << true;
    QTest::newRow("without an address") << QByteArray("{\"private_key\":\"k\"}") << false;
    QTest::newRow("no JSON") << QByteArray("key") << false;
    QTest::newRow("a pipe") << QByteArray() << false;
}

void TestSourcesPage::aKeyFileIsReadOnlyIfItIsOne()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, isKey);
    EngineWindow workbench;
    const QString path = workbench.folder() + QStringLiteral("/key.json");
    if (content.isNull())
        QCOMPARE(::mkfifo(path.toLocal8Bit().constData(), 0600), 0);
    else
        workbench.write(QStringLiteral("key.json"), content.toStdString());
    SourceSetting source{SourceSetting::Kind::Gcs, QStringLiteral("bucket"),
                         QStringLiteral("acme-builds"), QStringLiteral("unified"),
                         SourceSetting::Access::KeyFile};
    source.isOn = false;
    workbench.settings().setSources({source});
    const Page page(workbench);
    page.press("source.set");
    auto* dialog = page.page->findChild<QDialog*>(QStringLiteral("dialog.credentials"));
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>(QStringLiteral("credentials.key_file"))->setText(path);
    QCOMPARE(dialog->findChild<QPushButton*>(QStringLiteral("credentials.keep"))->isEnabled(),
             isKey);
}

void TestSourcesPage::withoutAKeychainItSaysSo()
{
    EngineWindow workbench;
    workbench.keychain().isMissing = true;
    SourceSetting source = kFirst;
    source.access = SourceSetting::Access::Token;
    source.id = QStringLiteral("a1");
    workbench.settings().setSources({source});
    const Page page(workbench);
    workbench.credentials().set(source.id, {{QStringLiteral("token"), QStringLiteral("s3cret")}});
    QTRY_VERIFY(workbench.credentials().lacksKeychain());
    QVERIFY(page.find<QLabel>("source.secret")
                ->text()
                .startsWith(QStringLiteral("until Faultline ends")));
    page.page->showSection(QStringLiteral("credentials"));
    QVERIFY(workbench.notices().contains(
        QStringLiteral("No keychain answers: credentials last until Faultline ends.")));
    QCOMPARE(workbench.rows("credentials.rows").model()->rowCount(), 1);
}

void TestSourcesPage::aBucketIsEntered()
{
    EngineWindow workbench;
    const Page page(workbench);
    page.add(SourceSetting::Kind::S3);
    page.type("source.name", QStringLiteral("builds"));
    page.type("source.location", QStringLiteral("acme-builds"));
    QVERIFY(page.hint().startsWith(QStringLiteral("Enter the region")));
    QVERIFY(!page.isEnabled("source.first"));
    page.type("source.region", QStringLiteral("eu-central-1"));
    page.type("source.folder", QStringLiteral("symbols/"));
    page.choose("source.layout", QStringLiteral("symstore"));
    page.choose("source.access", int(SourceSetting::Access::None));
    page.press("source.type.pe");
    page.type("source.paths", QStringLiteral("*/libscene*, */viewer"));
    QVERIFY(page.isEnabled("source.first"));
    const SourceSetting source = workbench.settings().sources().first();
    QCOMPARE(source.kind, SourceSetting::Kind::S3);
    QCOMPARE(source.region, QStringLiteral("eu-central-1"));
    QCOMPARE(source.layout, QStringLiteral("symstore"));
    QCOMPARE(source.onlyPaths.size(), 2);
    QVERIFY(source.fileTypes.contains(QStringLiteral("pdb")));
    QVERIFY(!source.fileTypes.contains(QStringLiteral("pe")));
    for (const FileGroup& group : fileGroups()) {
        for (const QString& type : group.types)
            QVERIFY2(sources::parseFileType(type.toStdString()), qPrintable(type));
    }
    QCOMPARE(page.place(0), QStringLiteral("s3://acme-builds/symbols/"));
}

/// The editor does not scroll sideways: what does not fit is cut.
void TestSourcesPage::fieldsOfTheEditorFitBesideTheList()
{
    EngineWindow workbench;
    workbench.settings().setSources({kFirst});
    workbench.window.resize(1440, 900);
    const Page page(workbench);
    auto* panel = page.find<QWidget>("source.panel");
    auto* scroll = panel->findChild<QScrollArea*>();
    QVERIFY(scroll);
    using Kind = SourceSetting::Kind;
    for (const Kind kind : {Kind::Folder, Kind::Http, Kind::S3, Kind::Gcs, Kind::Sentry}) {
        page.add(kind);
        QTRY_VERIFY(panel->isVisible() && page.rows->isVisible());
        QTRY_VERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
                     qPrintable(QStringLiteral("%1: %2 in %3")
                                    .arg(int(kind))
                                    .arg(scroll->widget()->width())
                                    .arg(scroll->viewport()->width())));
    }
}

void TestSourcesPage::theEditorCoversTheListInNarrowWindows()
{
    EngineWindow workbench;
    workbench.settings().setSources({kFirst, kSecond});
    workbench.window.resize(900, 700);
    const Page page(workbench);
    QTRY_VERIFY(page.rows->isVisible());
    auto* panel = page.find<QWidget>("source.panel");
    QVERIFY(!panel->isVisible());
    page.rows->setFocus();
    QTest::keyClick(page.rows, Qt::Key_Return);
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(!page.rows->isVisible());
    page.press("source.back");
    QTRY_VERIFY(page.rows->isVisible());
    QVERIFY(!panel->isVisible());
}

void TestSourcesPage::orderIsChangedByKeysAndButtons()
{
    EngineWindow workbench;
    workbench.settings().setSources({kFirst, kSecond});
    const Page page(workbench);
    page.rows->setFocus();
    QCOMPARE(page.rows->currentIndex().row(), 0);
    QTest::keyClick(page.rows, Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(names(workbench), (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
    QTest::keyClick(page.rows, Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(names(workbench), (QStringList{QStringLiteral("second"), QStringLiteral("first")}));
    QCOMPARE(page.rows->currentIndex().row(), 1);
    QTest::keyClick(page.rows, Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(names(workbench), (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
    QCOMPARE(page.rows->currentIndex().row(), 0);
    QTest::keyClick(page.rows, Qt::Key_Delete);
    QCOMPARE(names(workbench), QStringList{QStringLiteral("second")});
}

void TestSourcesPage::presetIsAdded()
{
    EngineWindow workbench;
    workbench.settings().setOffline(true); // Nothing may ask a public server.
    const Page page(workbench);
    auto* presets = page.find<QMenu>("sources.presets");
    QVERIFY(!presets->actions().isEmpty());
    QVERIFY(!presets->actions().first()->toolTip().isEmpty());
    presets->actions().first()->trigger();
    auto sources = workbench.settings().sources();
    QCOMPARE(sources.size(), 1);
    QCOMPARE(sources.first().kind, SourceSetting::Kind::Preset);
    QVERIFY(!sources.first().location.isEmpty());
    QVERIFY(!sources.first().isOn);
    page.press("source.first");
    QVERIFY(workbench.settings().sources().first().isOn);
    page.press("source.second");
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
    page.press("source.second");
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
    page.press("source.second");
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("cannot be reached"), 60'000);
}

void TestSourcesPage::foldersAreTested()
{
    EngineWindow workbench;
    const QTemporaryDir folder;
    workbench.settings().setSources(
        {{SourceSetting::Kind::Folder, QStringLiteral("there"), folder.path(), {}},
         {SourceSetting::Kind::Folder, QStringLiteral("not there"),
          folder.filePath(QStringLiteral("no/such/folder")), QStringLiteral("symstore")},
         {SourceSetting::Kind::Folder, QStringLiteral("no path"), QStringLiteral("build"), {}}});
    const Page page(workbench);
    page.press("sources.test_all");
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("can be read"), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(page.result(1), QStringLiteral("is not there"), 30'000);
    QCOMPARE(page.result(2), QStringLiteral("was not asked"));
}

void TestSourcesPage::aFolderIsLookedAtWhenItIsEntered()
{
    EngineWindow workbench;
    const QTemporaryDir folder;
    const Page page(workbench);
    page.add(SourceSetting::Kind::Folder);
    page.type("source.location", folder.filePath(QStringLiteral("no/such/folder")));
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("is not there"), 30'000);
    page.type("source.location", folder.path());
    QTRY_COMPARE_WITH_TIMEOUT(page.result(0), QStringLiteral("can be read"), 30'000);
}

void TestSourcesPage::sourcesOfTheConfigurationAreFixed()
{
    LoopbackServer server;
    EngineWindow workbench({scene::http("company", server.url())});
    workbench.settings().setSources({kFirst});
    const Page page(workbench);
    page.rows->setFocus();
    QCOMPARE(page.rows->model()->rowCount(), 2);
    QCOMPARE(page.cell(0, SourceModel::NameColumn), QStringLiteral("company"));
    QVERIFY(!page.isEnabled("source.first"));
    QVERIFY(!page.isEnabled("source.remove"));
    QVERIFY(page.find<QLineEdit>("source.location")->isReadOnly());
    page.press("source.second");
    QTRY_VERIFY_WITH_TIMEOUT(page.result(0).startsWith(QStringLiteral("answers after")), 30'000);
    QTest::keyClick(page.rows, Qt::Key_Down);
    QVERIFY(page.isEnabled("source.remove"));
}

void TestSourcesPage::hostsAreAllowedAndForgotten()
{
    EngineWindow workbench;
    workbench.settings().allowSourceHost(QStringLiteral("one.example.org"));
    const Page page(workbench);
    page.page->showSection(QStringLiteral("source_code"));
    auto* host = page.find<QLineEdit>("sources.host");
    auto* hosts = page.find<QListWidget>("sources.hosts");
    QCOMPARE(hosts->count(), 1);
    QTest::keyClicks(host, QStringLiteral("Two.example.org"));
    QTest::keyClick(host, Qt::Key_Return);
    QCOMPARE(workbench.settings().sourceHosts(),
             (QStringList{QStringLiteral("one.example.org"), QStringLiteral("two.example.org")}));
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
    page.add(SourceSetting::Kind::Http);
    page.choose("source.layout", QStringLiteral("native"));
    page.type("source.location", QString::fromStdString(server.url()));
    QCOMPARE(server.totalHits(), 0);
    page.press("source.first");
    QTRY_COMPARE_WITH_TIMEOUT(session->header().framePercent, 100, 60'000);
    QVERIFY(server.hits(kTarget) > 0);
}

QTEST_MAIN(TestSourcesPage)
#include "tst_sources_page.moc"
