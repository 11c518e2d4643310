// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/source/source_fitness.h"

#include <QTest>

using namespace faultline;

class TestSourceFitness : public QObject
{
    Q_OBJECT

private slots:
    void pagesOfMarkupAreRefused_data();
    void pagesOfMarkupAreRefused();
    void otherTextsAreRefused_data();
    void otherTextsAreRefused();
};

void TestSourceFitness::pagesOfMarkupAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isTaken");
    const QByteArray page = "<!DOCTYPE html><title>Log in</title>\n";
    QTest::newRow("source") << "app.c" << QByteArray("int main();\n") << true;
    QTest::newRow("empty source") << "app.c" << QByteArray() << true;
    QTest::newRow("blank source") << "app.c" << QByteArray(" \n") << true;
    QTest::newRow("page") << "app.c" << page << false;
    QTest::newRow("page after blanks") << "app.c" << "\r\n\t " + page << false;
    QTest::newRow("page with a byte order mark") << "app.c" << "\xEF\xBB\xBF" + page << false;
    QTest::newRow("header without an extension") << "include/vector" << page << false;
    QTest::newRow("page is the source") << "index.HTML" << page << true;
    QTest::newRow("php") << "a/index.php" << QByteArray("<?php echo 1;\n") << true;
}

void TestSourceFitness::pagesOfMarkupAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    QFETCH(bool, isTaken);
    const auto checked = symbolicate::checkIsSource(name.toStdString(), text.toStdString());
    QCOMPARE(checked.has_value(), isTaken);
    if (!isTaken)
        QCOMPARE(checked.error(),
                 (Error{ErrorKind::Malformed, "the answer is markup, not source text"}));
}

void TestSourceFitness::otherTextsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("checksum"); // -1: none.
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("error");
    QTest::newRow("last line") << "a\nb\n" << -1 << 2 << "";
    QTest::newRow("last line without an end") << "a\nb" << -1 << 2 << "";
    QTest::newRow("no line known") << "" << -1 << 0 << "";
    QTest::newRow("too short") << "a\nb\n"
                               << -1 << 3 << "malformed: it has 2 lines, and line 3 was compiled";
    QTest::newRow("checksum fits") << "a\n" << 1 << 1 << "";
    QTest::newRow("checksum differs")
        << "a\n"
        << 0 << 1 << "malformed: its checksum is not the recorded one";
}

void TestSourceFitness::otherTextsAreRefused()
{
    QFETCH(QString, text);
    QFETCH(int, checksum);
    QFETCH(int, line);
    QFETCH(QString, error);
    SourceText source;
    source.text = text.toStdString();
    if (checksum >= 0)
        source.checksumMatches = checksum == 1;
    const auto fits = symbolicate::checkFits(source, std::uint32_t(line));
    QCOMPARE(fits ? QString() : QString::fromStdString(fits.error().describe()), error);
}

QTEST_GUILESS_MAIN(TestSourceFitness)
#include "tst_source_fitness.moc"
