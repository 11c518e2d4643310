// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/translation/translation.h"
#include "ui/views/action_registry.h"
#include "ui/views/main_menu.h"
#include "ui/views/settings_page.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMenuBar>
#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

/// The character after the mark, in lower case; null without a mark.
QChar mnemonicOf(const QString& text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text.at(i) != u'&')
            continue;
        if (text.at(i + 1) != u'&')
            return text.at(i + 1).toLower();
        ++i; // A doubled mark is the character itself.
    }
    return {};
}

class Checker
{
public:
    explicit Checker(QString place) : m_place(std::move(place)) {}

    /// A text without a mark is a failure when `isNeeded`.
    void take(const QString& text, bool isNeeded)
    {
        const QChar key = mnemonicOf(text);
        if (key.isNull()) {
            if (isNeeded)
                m_failures.append(QStringLiteral("%1: “%2” has no key").arg(m_place, text));
            return;
        }
        if (m_seen.contains(key))
            m_failures.append(QStringLiteral("%1: “%2” and “%3” have the same key")
                                  .arg(m_place, m_seen.value(key), text));
        m_seen.insert(key, text);
    }

    QStringList failures() const { return m_failures; }

private:
    QString m_place;
    QHash<QChar, QString> m_seen;
    QStringList m_failures;
};

QStringList failuresOf(const QList<QAction*>& actions, const QString& place)
{
    Checker checker(place);
    QStringList failures;
    for (const QAction* action : actions) {
        if (action->isSeparator())
            continue;
        checker.take(action->text(), true);
        if (action->menu() && action->objectName() != QLatin1String("file.recent"))
            failures += failuresOf(action->menu()->actions(), action->text());
    }
    return failures + checker.failures();
}

QStringList failuresOf(const QWidget& dialog)
{
    Checker checker(dialog.windowTitle());
    for (const QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
        checker.take(button->text(), false);
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        if (label->buddy())
            checker.take(label->text(), false);
    }
    return checker.failures();
}

} // namespace

/// With the Alt key, each entry of a menu and each button of a dialog has a key of its own, in
/// every language.
class TestMnemonics : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void keysAreUnique_data()
    {
        // A translation cannot be taken away again, so English comes first.
        QTest::addColumn<QLocale>("locale");
        QTest::newRow("English") << QLocale(QLocale::English);
        QTest::newRow("Turkish") << QLocale(QLocale::Turkish);
    }

    void keysAreUnique()
    {
        QFETCH(QLocale, locale);
        WindowFixture fixture;
        installTranslation(*qApp, locale);
        const ActionRegistry actions;
        QMenuBar bar;
        buildMainMenu(bar, actions);
        const UiContext context{fixture.theme, fixture.settings, fixture.workbench};
        const SettingsPage settings(context);
        const QStringList failures =
            failuresOf(bar.actions(), QStringLiteral("menu bar")) + failuresOf(settings);
        QVERIFY2(failures.isEmpty(), qPrintable(failures.join(u'\n')));
    }
};

QTEST_MAIN(TestMnemonics)

#include "tst_mnemonics.moc"
