// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/help/command_help.h"
#include "app/faultline/help/completion.h"
#include "app/faultline/help/manual_page.h"
#include "app/faultline/program_help.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QTest>

using namespace faultline::app;

/// What packages install beside the programs: manual pages and completions.
class TestHelp : public QObject
{
    Q_OBJECT

private slots:
    void everyArgumentIsDescribed();
    void choicesAreWords();
    void manualNamesEverything();
    void manualPagesAreClean();
    void bashCompletes_data();
    void bashCompletes();
    void fishAndZshNameEverything();
};

namespace {

void visitAll(const CommandHelp& command, const std::function<void(const CommandHelp&)>& visit)
{
    visit(command);
    for (const auto& below : command.commands)
        visitAll(below, visit);
}

std::string withoutEscapes(std::string text)
{
    for (auto at = text.find("\\-"); at != std::string::npos; at = text.find("\\-"))
        text.erase(at, 1);
    return text;
}

QStringList runBash(const QString& script)
{
    QProcess bash;
    bash.start(QStringLiteral("bash"), {QStringLiteral("-c"), script});
    if (!bash.waitForFinished(60'000) || bash.exitCode() != 0)
        qFatal("bash: %s", bash.readAllStandardError().constData());
    return QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

void TestHelp::everyArgumentIsDescribed()
{
    int count = 0;
    visitAll(programHelp(), [&](const CommandHelp& command) {
        QVERIFY2(!command.description.empty(), command.name.c_str());
        for (const auto& argument : command.arguments) {
            ++count;
            QVERIFY2(!argument.description.empty(), command.name.c_str());
            QVERIFY2(argument.isOption() || !argument.value.empty(), command.name.c_str());
        }
    });
    QVERIFY(count > 80);
}

void TestHelp::choicesAreWords()
{
    ArgumentHelp argument{.names = {"--format"}, .value = "json|text", .description = {}};
    QCOMPARE(argument.choices(), (std::vector<std::string>{"json", "text"}));
    for (const char* other : {"FILE", "NAME|ID", "", "DIR_OR_URL"}) {
        argument.value = other;
        QVERIFY2(argument.choices().empty(), other);
    }
}

void TestHelp::manualNamesEverything()
{
    const auto program = programHelp();
    const auto page = withoutEscapes(manualPage(program, program, "1.2.3"));
    QVERIFY(page.starts_with(".TH FAULTLINE 1 \"\" \"Faultline 1.2.3\""));
    for (const auto& command : program.commands) {
        QVERIFY(page.contains("faultline-" + std::string(command.word())));
        const auto own = withoutEscapes(manualPage(program, command, "1.2.3"));
        visitAll(command, [&](const CommandHelp& below) {
            for (const auto& argument : below.arguments) {
                for (const auto& name : argument.names)
                    QVERIFY2(own.contains(name), name.c_str());
            }
        });
    }
}

/// groff warns about macros and escapes that it does not know.
void TestHelp::manualPagesAreClean()
{
    if (QStandardPaths::findExecutable(QStringLiteral("groff")).isEmpty())
        QSKIP("groff is not installed");
    const auto program = programHelp();
    std::string pages = manualPage(program, program, "1");
    for (const auto& command : program.commands)
        pages += manualPage(program, command, "1");
    QProcess groff;
    groff.start(QStringLiteral("groff"), {"-man", "-ww", "-Tutf8", "-z"});
    groff.write(QByteArray::fromStdString(pages));
    groff.closeWriteChannel();
    QVERIFY(groff.waitForFinished(60'000));
    QCOMPARE(groff.readAllStandardError(), QByteArray());
}

void TestHelp::bashCompletes_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("offered"); // Some of it.
    QTest::addColumn<QString>("notOffered");
    QTest::newRow("commands") << "faultline ''" << QStringList{"serve", "symbolicate", "cache"}
                              << "documentation";
    QTest::newRow("started word") << "faultline sym" << QStringList{"symbolicate", "symbols"}
                                  << "serve";
    QTest::newRow("commands below")
        << "faultline cache ''" << QStringList{"list", "clear"} << "serve";
    QTest::newRow("options") << "faultline symbolicate --o" << QStringList{"--output", "--offline"}
                             << "--symbols";
    QTest::newRow("options of a command below")
        << "faultline cache clear --" << QStringList{"--module", "--dry-run"} << "--repeat";
    QTest::newRow("values") << "faultline symbolicate --format ''"
                            << QStringList{"html", "json", "markdown", "sarif", "text"}
                            << "--offline";
    QTest::newRow("after a file") << "faultline symbolicate crash.dmp --off"
                                  << QStringList{"--offline"} << "--output";
}

void TestHelp::bashCompletes()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, offered);
    QFETCH(QString, notOffered);
    const QString script =
        QString::fromStdString(bashCompletion(programHelp())) +
        QStringLiteral("\nCOMP_WORDS=(%1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _faultline; "
                       "printf '%s\\n' \"${COMPREPLY[@]}\"\n")
            .arg(typed);
    const QStringList words = runBash(script);
    for (const QString& word : offered)
        QVERIFY2(words.contains(word), qPrintable(words.join(u' ')));
    QVERIFY2(!words.contains(notOffered), qPrintable(words.join(u' ')));
}

void TestHelp::fishAndZshNameEverything()
{
    const auto program = programHelp();
    const auto fish = fishCompletion(program);
    const auto zsh = zshCompletion(program);
    visitAll(program, [&](const CommandHelp& command) {
        QVERIFY2(zsh.contains(command.word()) && fish.contains(command.word()),
                 command.name.c_str());
        for (const auto& argument : command.arguments) {
            for (const auto& name : argument.names) {
                QVERIFY2(zsh.contains(name), name.c_str());
                const auto letters = name.substr(name.find_first_not_of('-'));
                QVERIFY2(fish.contains((name.starts_with("--") ? " -l " : " -s ") + letters),
                         name.c_str());
            }
        }
    });
}

QTEST_GUILESS_MAIN(TestHelp)
#include "tst_help.moc"
