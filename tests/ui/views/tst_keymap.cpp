// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/nameless_widgets.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/models/detail_model.h"
#include "ui/models/keymap_model.h"
#include "ui/views/key_caps.h"
#include "ui/views/keymap.h"
#include "ui/views/keymap_file.h"
#include "ui/views/keymap_page.h"
#include "ui/views/row_view.h"
#include "ui/views/shortcuts_dialog.h"

#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// The keys of actions: presets, changes, conflicts and files, in the page as users see it.
class TestKeymap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetsHaveNoConflicts_data();
    void presetsHaveNoConflicts();
    void presetsHaveTheirKeys();
    void changesLastAndWork();
    void conflictsWaitForTheUser();
    void someKeysAreRefused_data();
    void someKeysAreRefused();
    void keysAreRecordedInThePage();
    void conflictsAreDecidedInThePage();
    void changedKeysOfFindWork();
    void pageSearchesByKey();
    void tabReachesEveryControl();
    void actionsOfInnerMenusSayTheirMenu();
    void filesGoRound();
    void filesThatAreNoneAreRefused_data();
    void filesThatAreNoneAreRefused();
    void wrongFilesSayWhereAndWhat_data();
    void wrongFilesSayWhereAndWhat();
    void importsAskFirst();
    void shortcutsAreThoseInForce();
    void combinationsAreCut();
};

namespace {

QKeySequence keys(const char* text)
{
    return QKeySequence::fromString(QLatin1String(text), QKeySequence::PortableText);
}

/// The keymap page in a window.
struct OpenPage
{
    OpenPage()
    {
        fixture.window.resize(1440, 900);
        fixture.window.show();
        fixture.window.activateWindow();
        fixture.window.actions().trigger(QStringLiteral("tools.keymap"));
        page = fixture.window.findChild<KeymapPage*>();
        rows = fixture.window.findChild<RowView*>(QStringLiteral("keymap.rows"));
    }

    void select(const char* id)
    {
        const auto* model = static_cast<const KeymapModel*>(rows->model());
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->rowAt(row)->id == QLatin1String(id))
                rows->setCurrentIndex(model->index(row, 0));
        }
    }

    template <class Widget>
    Widget* find(const char* name)
    {
        return fixture.window.findChild<Widget*>(QLatin1String(name));
    }

    QAction* action(const char* id) { return fixture.window.actions().find(QLatin1String(id)); }

    WindowFixture fixture;
    KeymapPage* page = nullptr;
    RowView* rows = nullptr;
};

} // namespace

void TestKeymap::presetsHaveNoConflicts_data()
{
    QTest::addColumn<int>("preset");
    QTest::newRow("Faultline") << int(KeyPreset::Faultline);
    QTest::newRow("Visual Studio") << int(KeyPreset::VisualStudio);
    QTest::newRow("Qt Creator") << int(KeyPreset::QtCreator);
}

void TestKeymap::presetsHaveNoConflicts()
{
    QFETCH(const int, preset);
    WindowFixture fixture;
    Keymap keymap(fixture.window.actions(), fixture.settings);
    keymap.setPreset(KeyPreset(preset));
    for (const KeyConflict& each : keymap.conflicts())
        QFAIL(
            qPrintable(each.keys.toString() + u' ' + each.holder + u' ' + each.others.join(u' ')));
    for (const QAction* action : fixture.window.actions().all()) {
        for (const QKeySequence& each : action->shortcuts()) {
            const QString refusal = Keymap::refusal(action->objectName(), each);
            QVERIFY2(refusal.isEmpty(), qPrintable(action->objectName() + refusal));
        }
    }
}

void TestKeymap::presetsHaveTheirKeys()
{
    OpenPage open;
    QTest::mouseClick(open.find<QAbstractButton>("keymap.preset.1"), Qt::LeftButton);
    QVERIFY(open.fixture.settings.keyPreset() == KeyPreset::VisualStudio);
    QCOMPARE(open.action("view.dock.modules")->shortcut(), keys("Ctrl+Alt+U"));
    QCOMPARE(open.action("view.dock.parallel")->shortcut(), keys("Ctrl+Shift+D, S"));
    QVERIFY(open.action("go.back")->shortcuts().contains(keys("Ctrl+-")));
    QTest::mouseClick(open.find<QAbstractButton>("keymap.preset.2"), Qt::LeftButton);
    QCOMPARE(open.action("go.address")->shortcut(), keys("Ctrl+L"));
    QCOMPARE(open.action("go.palette")->shortcut(), keys("Ctrl+K"));
    QCOMPARE(open.action("view.dock.modules")->shortcut(), keys("Alt+7"));
    QTest::mouseClick(open.find<QAbstractButton>("keymap.preset.0"), Qt::LeftButton);
    QCOMPARE(open.action("go.address")->shortcut(), keys("Ctrl+G"));
}

void TestKeymap::changesLastAndWork()
{
    WindowFixture fixture;
    Keymap keymap(fixture.window.actions(), fixture.settings);
    keymap.setKeys(QStringLiteral("view.density"), {keys("Ctrl+J")});
    keymap.setKeys(QStringLiteral("go.address"), {});
    fixture.settings.save();
    AppSettings later(fixture.settingsFile());
    ActionRegistry actions;
    const Keymap again(actions, later);
    QCOMPARE(actions.find(QStringLiteral("view.density"))->shortcut(), keys("Ctrl+J"));
    QVERIFY(actions.find(QStringLiteral("go.address"))->shortcuts().isEmpty());
    QCOMPARE(again.changedCount(), 2);
    // The preset's own keys are no change.
    keymap.setKeys(QStringLiteral("go.address"), {keys("Ctrl+G")});
    QVERIFY(!keymap.isChanged(QStringLiteral("go.address")));
    keymap.resetAll();
    QCOMPARE(keymap.changedCount(), 0);
}

void TestKeymap::conflictsWaitForTheUser()
{
    WindowFixture fixture;
    Keymap keymap(fixture.window.actions(), fixture.settings);
    keymap.setKeys(QStringLiteral("go.crash"), {keys("Alt+Home"), keys("Ctrl+T")});
    QCOMPARE(keymap.conflicts().size(), 1);
    QCOMPARE(keymap.conflicts().first().holder, QStringLiteral("go.anything"));
    QCOMPARE(keymap.conflicts().first().others, QStringList{QStringLiteral("go.crash")});
    // The keys still do one thing.
    QCOMPARE(keymap.holder(keys("Ctrl+T")), QStringLiteral("go.anything"));
    QVERIFY(!fixture.window.actions()
                 .find(QStringLiteral("go.crash"))
                 ->shortcuts()
                 .contains(keys("Ctrl+T")));
    keymap.giveTo(QStringLiteral("go.crash"), keys("Ctrl+T"));
    QVERIFY(keymap.conflicts().isEmpty());
    QCOMPARE(keymap.holder(keys("Ctrl+T")), QStringLiteral("go.crash"));
    QVERIFY(keymap.keys(QStringLiteral("go.anything")).isEmpty());
}

void TestKeymap::someKeysAreRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("letter") << QStringLiteral("go.back") << QStringLiteral("B") << true;
    QTest::newRow("letter in the library")
        << QStringLiteral("triage.assign") << QStringLiteral("A") << false;
    QTest::newRow("context menu") << QStringLiteral("go.back") << QStringLiteral("Shift+F10")
                                  << true;
    QTest::newRow("tab") << QStringLiteral("go.back") << QStringLiteral("Tab") << true;
    QTest::newRow("function key") << QStringLiteral("go.back") << QStringLiteral("F8") << false;
}

void TestKeymap::someKeysAreRefused()
{
    QFETCH(const QString, id);
    QFETCH(const QString, text);
    QFETCH(const bool, isRefused);
    QCOMPARE(
        !Keymap::refusal(id, QKeySequence::fromString(text, QKeySequence::PortableText)).isEmpty(),
        isRefused);
    QVERIFY(!Keymap::warning(keys("Ctrl+Alt+Q")).isEmpty());
    QVERIFY(Keymap::warning(keys("Ctrl+Q")).isEmpty());
}

void TestKeymap::keysAreRecordedInThePage()
{
    OpenPage open;
    QVERIFY(open.page->isVisible());
    QCOMPARE(namelessIn(*open.page), QStringList());
    open.select("view.density");
    auto* recorder = open.find<QLineEdit>("keymap.recorder");
    QTest::keyClick(open.rows, Qt::Key_Return);
    QTRY_VERIFY(recorder->hasFocus());
    QTest::keyClick(recorder, Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(open.action("view.density")->shortcut(), keys("Ctrl+J"));
    QTest::keyClick(recorder, Qt::Key_B);
    QVERIFY(open.find<QLabel>("keymap.remark")->isVisible());
    QCOMPARE(open.action("view.density")->shortcuts().size(), 1);
    QTest::keyClick(recorder, Qt::Key_Escape);
    QTRY_VERIFY(open.rows->hasFocus());
    QTest::qWait(20); // Rows of former keys go.
    const auto remove = open.find<QAbstractButton>("keymap.remove");
    QTest::mouseClick(remove, Qt::LeftButton);
    QVERIFY(open.action("view.density")->shortcuts().isEmpty());
}

void TestKeymap::conflictsAreDecidedInThePage()
{
    OpenPage open;
    open.select("view.density");
    auto* recorder = open.find<QLineEdit>("keymap.recorder");
    recorder->setFocus();
    QTest::keyClick(recorder, Qt::Key_T, Qt::ControlModifier);
    auto* card = open.find<QWidget>("keymap.conflict");
    QTRY_VERIFY(card->isVisible());
    QCOMPARE(open.action("go.anything")->shortcut(), keys("Ctrl+T"));
    QVERIFY(open.action("view.density")->shortcuts().isEmpty());
    QTest::mouseClick(open.find<QAbstractButton>("keymap.filter.2"), Qt::LeftButton);
    QCOMPARE(static_cast<const KeymapModel*>(open.rows->model())->shown(), 2);
    open.select("view.density");
    QTest::mouseClick(open.find<QAbstractButton>("keymap.use_here"), Qt::LeftButton);
    QVERIFY(!card->isVisible());
    QCOMPARE(open.action("view.density")->shortcut(), keys("Ctrl+T"));
    QVERIFY(open.action("go.anything")->shortcuts().isEmpty());
    QTest::mouseClick(open.find<QAbstractButton>("keymap.reset_all"), Qt::LeftButton);
    QCOMPARE(open.action("go.anything")->shortcut(), keys("Ctrl+T"));
}

/// Tables have no keys of their own for it in the window.
void TestKeymap::changedKeysOfFindWork()
{
    OpenPage open;
    Keymap keymap(open.fixture.window.actions(), open.fixture.settings);
    keymap.setKeys(QStringLiteral("edit.find"), {keys("Ctrl+J")});
    QVERIFY(QTest::qWaitForWindowActive(&open.fixture.window));
    open.rows->setFocus();
    QTRY_VERIFY(open.rows->hasFocus());
    QTest::keyClick(open.rows, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(!open.rows->isFiltering());
    QTest::keyClick(open.rows, Qt::Key_J, Qt::ControlModifier);
    QVERIFY(open.rows->isFiltering());
}

void TestKeymap::pageSearchesByKey()
{
    OpenPage open;
    auto* search = open.find<QLineEdit>("keymap.search");
    QTest::keyClicks(search, QStringLiteral("Ctrl+G"));
    const auto* model = static_cast<const KeymapModel*>(open.rows->model());
    QCOMPARE(model->shown(), 1);
    QCOMPARE(model->rowAt(1)->id, QStringLiteral("go.address"));
    search->setText(QStringLiteral("Ctrl+F12"));
    QCOMPARE(model->shown(), 0);
    QTest::mouseClick(open.find<QWidget>("keymap.footer")->findChild<QAbstractButton*>(),
                      Qt::LeftButton);
    QCOMPARE(model->shown(), model->count(KeymapFilter::All));
}

/// In the order in which they stand.
void TestKeymap::tabReachesEveryControl()
{
    OpenPage open;
    open.select("go.back");
    Keymap keymap(open.fixture.window.actions(), open.fixture.settings);
    keymap.setKeys(QStringLiteral("go.back"), {keys("F8")});
    QVERIFY(QTest::qWaitForWindowActive(&open.fixture.window));
    open.find<QWidget>("keymap.import")->setFocus();
    QStringList reached;
    for (int i = 0; i < 9; ++i) {
        reached.append(QApplication::focusWidget()->objectName());
        QTest::keyClick(&open.fixture.window, Qt::Key_Tab);
    }
    QCOMPARE(reached,
             QStringList({QStringLiteral("keymap.import"), QStringLiteral("keymap.export"),
                          QStringLiteral("keymap.search"), QStringLiteral("keymap.filter.0"),
                          QStringLiteral("keymap.preset.0"), QStringLiteral("keymap.rows"),
                          QStringLiteral("keymap.remove"), QStringLiteral("keymap.recorder"),
                          QStringLiteral("keymap.reset")}));
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("keymap.reset_all"));
}

void TestKeymap::actionsOfInnerMenusSayTheirMenu()
{
    OpenPage open;
    open.select("view.theme.dark");
    QCOMPARE(open.rows->currentIndex().data().toString(), QStringLiteral("Theme ▸ Dark"));
}

void TestKeymap::filesGoRound()
{
    const KeymapFile file{.preset = KeyPreset::VisualStudio,
                          .changed = {{QStringLiteral("go.back"), {QStringLiteral("F8")}},
                                      {QStringLiteral("go.crash"), {}}}};
    const auto read = readKeymap(writeKeymap(file));
    QVERIFY(read.has_value());
    QVERIFY(read->preset == file.preset);
    QCOMPARE(read->changed, file.changed);
    const QByteArray bytes = writeKeymap(file);
    for (qsizetype length = 0; length + 1 < bytes.trimmed().size(); ++length)
        QVERIFY(!readKeymap(bytes.first(length)).has_value());
}

void TestKeymap::filesThatAreNoneAreRefused_data()
{
    using Kind = KeymapFileError::Kind;
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("error");
    const auto row = [](const char* name, const QByteArray& bytes, Kind kind) {
        QTest::newRow(name) << bytes << int(kind);
    };
    const auto holding = [](const QByteArray& rest) {
        return QByteArray("{\"faultline_keys\":1," + rest + "}");
    };
    row("empty", {}, Kind::NotJson);
    row("other JSON", "{\"a\":1}", Kind::NotAKeymap);
    row("a list", "[1]", Kind::NotAKeymap);
    row("a later version", "{\"faultline_keys\":2,\"keys\":{}}", Kind::NotAKeymap);
    row("keys that are no object", holding("\"keys\":[]"), Kind::NotAKeymap);
    row("another preset", holding("\"preset\":\"emacs\",\"keys\":{}"), Kind::UnknownPreset);
    row("no list", holding("\"keys\":{\"go.back\":\"F8\"}"), Kind::NotKeys);
    row("no keys", holding("\"keys\":{\"go.back\":[\"F8\",\"Ctrl+Nonsense\"]}"), Kind::NotKeys);
    row("an empty text", holding("\"keys\":{\"go.back\":[\"\"]}"), Kind::NotKeys);
    row("too many",
        holding("\"keys\":{\"go.back\":[\"F1\",\"F2\",\"F3\",\"F4\",\"F5\",\"F6\",\"F7\",\"F8\","
                "\"F9\"]}"),
        Kind::TooManyKeys);
    row("too large", QByteArray(kLargestKeymapFile + 1, ' '), Kind::TooLarge);
}

void TestKeymap::filesThatAreNoneAreRefused()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, error);
    const auto read = readKeymap(bytes);
    QVERIFY(!read.has_value());
    QCOMPARE(int(read.error().kind), error);
}

void TestKeymap::wrongFilesSayWhereAndWhat_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    QTest::newRow("no JSON") << QByteArray("{\"faultline_keys\":1,}")
                             << QStringLiteral("at byte 21");
    QTest::newRow("no keys")
        << QByteArray("{\"faultline_keys\":1,\"keys\":{\"go.back\":[\"Ctrl+Nonsense\"]}}")
        << QStringLiteral("“Ctrl+Nonsense” is no combination of keys, for go.back");
    QTest::newRow("a character")
        << QByteArray("{\"faultline_keys\":1,\"keys\":{\"go.back\":[\"A\"]}}")
        << QStringLiteral("the keys A. A single character would be typed into fields.");
    QTest::newRow("the context menu's")
        << QByteArray("{\"faultline_keys\":1,\"keys\":{\"go.back\":[\"Shift+F10\"]}}")
        << QStringLiteral("always open the context menu.");
}

/// Nothing of such a file is taken.
void TestKeymap::wrongFilesSayWhereAndWhat()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, part);
    OpenPage open;
    const QString path = open.fixture.folder.filePath(QStringLiteral("wrong.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    QSignalSpy messages(open.page, &KeymapPage::messageGiven);
    open.page->importFrom(path);
    QCOMPARE(messages.size(), 1);
    const QString message = messages.first().first().toString();
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY(!open.page->findChild<QDialog*>(QStringLiteral("dialog.keymap_take")));
    QVERIFY(open.fixture.settings.changedKeys().isEmpty());
}

void TestKeymap::importsAskFirst()
{
    OpenPage open;
    const QString path = open.fixture.folder.filePath(QStringLiteral("keys.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(writeKeymap({.preset = KeyPreset::QtCreator,
                            .changed = {{QStringLiteral("go.back"), {QStringLiteral("F8")}},
                                        {QStringLiteral("no.such"), {QStringLiteral("F9")}}}}));
    file.close();
    open.page->importFrom(path);
    auto* box = open.find<QDialog>("dialog.keymap_take");
    QTRY_VERIFY(box && box->isVisible());
    QVERIFY(open.action("go.back")->shortcut() != keys("F8"));
    for (auto* button : box->findChildren<QAbstractButton*>()) {
        if (button->text().contains(QStringLiteral("Take")))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QTRY_COMPARE(open.action("go.back")->shortcut(), keys("F8"));
    QVERIFY(open.fixture.settings.keyPreset() == KeyPreset::QtCreator);
    QCOMPARE(open.fixture.settings.changedKeys().size(), 1);
    const QString written = open.fixture.folder.filePath(QStringLiteral("out.json"));
    QVERIFY(open.page->exportTo(written).isEmpty());
    QFile out(written);
    QVERIFY(out.open(QIODevice::ReadOnly));
    QCOMPARE(readKeymap(out.readAll())->changed.value(QStringLiteral("go.back")),
             QStringList{QStringLiteral("F8")});
    QVERIFY(!open.page->exportTo(QStringLiteral("/no/such/folder/keys.json")).isEmpty());
}

void TestKeymap::shortcutsAreThoseInForce()
{
    OpenPage open;
    Keymap keymap(open.fixture.window.actions(), open.fixture.settings);
    keymap.setKeys(QStringLiteral("go.back"), {keys("F8")});
    open.fixture.window.actions().trigger(QStringLiteral("help.shortcuts"));
    auto* dialog = open.fixture.window.findChild<ShortcutsDialog*>();
    QVERIFY(dialog);
    const auto* model = dialog->findChild<RowView*>()->model();
    bool isFound = false;
    for (int row = 0; row < model->rowCount(); ++row)
        isFound |= model->index(row, 0).data().toString() == QStringLiteral("Back") &&
                   model->index(row, 1).data().toString() == QStringLiteral("F8");
    QVERIFY(isFound);
    dialog->close();
}

void TestKeymap::combinationsAreCut()
{
    QCOMPARE(keyCaps(QStringLiteral("Ctrl+Shift+P")),
             (QStringList{QStringLiteral("Ctrl"), QStringLiteral("Shift"), QStringLiteral("P")}));
    QCOMPARE(keyCaps(QStringLiteral("Ctrl++")),
             (QStringList{QStringLiteral("Ctrl"), QStringLiteral("+")}));
    QCOMPARE(keyCaps(QStringLiteral("+")), QStringList{QStringLiteral("+")});
    QCOMPARE(keyCaps({}), QStringList());
}

QTEST_MAIN(TestKeymap)

#include "tst_keymap.moc"
