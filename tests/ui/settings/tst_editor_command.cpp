// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/editor_command.h"

#include <QTest>

using namespace faultline::ui;

class TestEditorCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAreInserted_data();
    void placesAreInserted();
    void wrongCommandsGiveNothing_data();
    void wrongCommandsGiveNothing();
    void presetsAreWhole();
};

void TestEditorCommand::placesAreInserted_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("expected"); ///< The program first.
    const QString plain = QStringLiteral("/src/a.cpp");
    const QString hostile = QStringLiteral("/src/$(rm x); \"a b\" %l.cpp");
    QTest::newRow("line and column")
        << QStringLiteral("code --goto %f:%l:%c") << plain
        << QStringList{QStringLiteral("code"), QStringLiteral("--goto"),
                       QStringLiteral("/src/a.cpp:12:3")};
    QTest::newRow("arguments of their own")
        << QStringLiteral("kate --line %l %f") << plain
        << QStringList{QStringLiteral("kate"), QStringLiteral("--line"), QStringLiteral("12"),
                       plain};
    QTest::newRow("a file stays one argument and is not read again")
        << QStringLiteral("vim +%l %f") << hostile
        << QStringList{QStringLiteral("vim"), QStringLiteral("+12"), hostile};
    QTest::newRow("quotes and percent signs")
        << QStringLiteral("\"/opt/my editor/run\" \"--at=100%% %f\" %x") << plain
        << QStringList{QStringLiteral("/opt/my editor/run"), QStringLiteral("--at=100% /src/a.cpp"),
                       QStringLiteral("%x")};
}

void TestEditorCommand::placesAreInserted()
{
    QFETCH(const QString, command);
    QFETCH(const QString, file);
    QFETCH(QStringList, expected);
    const auto run = editorCommand(command, {.file = file, .line = 12, .column = 3});
    QVERIFY(run);
    QCOMPARE(run->program, expected.takeFirst());
    QCOMPARE(run->arguments, expected);
}

void TestEditorCommand::wrongCommandsGiveNothing_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("empty") << QString();
    QTest::newRow("blanks") << QStringLiteral("   ");
    QTest::newRow("a program only") << QStringLiteral("code");
    QTest::newRow("no place for the file") << QStringLiteral("code --line %l");
    QTest::newRow("the file as program") << QStringLiteral("%f");
    QTest::newRow("the file as program, with arguments") << QStringLiteral("%f --at %f");
    QTest::newRow("a percent sign and an f") << QStringLiteral("code %%f");
}

void TestEditorCommand::wrongCommandsGiveNothing()
{
    QFETCH(const QString, command);
    QVERIFY(!editorCommand(command, {.file = QStringLiteral("/src/a.cpp"), .line = 1}));
}

/// What is not known is the first line and column.
void TestEditorCommand::presetsAreWhole()
{
    QVERIFY(editorPresets().size() >= 6);
    for (const EditorPreset& preset : editorPresets()) {
        const auto run = editorCommand(preset.command, {.file = QStringLiteral("/src/a.cpp")});
        QVERIFY2(run && !preset.name.isEmpty(), qPrintable(preset.command));
        const QString all = run->arguments.join(u' ');
        QVERIFY2(all.contains(QStringLiteral("/src/a.cpp")), qPrintable(all));
        QVERIFY2(!all.contains(u'%') && all.contains(u'1'), qPrintable(all));
    }
}

QTEST_GUILESS_MAIN(TestEditorCommand)
#include "tst_editor_command.moc"
