// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline corpus` as its users see it.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/zip_builder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

class TestCorpusCli : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void writesALineForEachCrash();
    void readsAListFromStandardInput();
    void aBadFileIsALine();
    void resumesWhereverItWasCut();
    void resumesAfterAnArchiveWasCut();
    void refusesAnOutputThatIsNone();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    QString output() const { return path("out.jsonl"); }

    QString crashes() const { return path("crashes"); }

    ProgramRun corpus(QStringList arguments, const QByteArray& input = {}) const
    {
        arguments.prepend("corpus");
        return runFaultline(arguments + QStringList{"--offline", "--output", output()}, {}, input);
    }

    static QByteArray contentOf(const QString& name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const QString& name, const QByteArray& content)
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QList<QJsonObject> lines() const
    {
        QList<QJsonObject> found;
        for (const auto& line : contentOf(output()).split('\n')) {
            if (!line.isEmpty())
                found.append(QJsonDocument::fromJson(line).object());
        }
        return found;
    }

    /// File and part of each line, sorted: what must be there once.
    QStringList places() const
    {
        QStringList found;
        for (const auto& line : lines())
            found.append(line["file"].toString() + " " + QString::number(line["part"].toInt()));
        found.sort();
        return found;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCorpusCli::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(crashes() + "/deeper"));
    const auto dump = contentOf(sampleFolder("null_write") + "/null_write.dmp");
    QVERIFY(!dump.isEmpty());
    write(crashes() + "/a.dmp", dump);
    write(crashes() + "/deeper/b.dmp", dump + "b");
    write(crashes() + "/deeper/c.dmp",
          contentOf(sampleFolder("failed_assert") + "/failed_assert.dmp"));
}

void TestCorpusCli::writesALineForEachCrash()
{
    const auto run = corpus({crashes(), "--jobs", "3", "--frames", "2"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.startsWith("3 crashes, 0 failed"), run.output.constData());
    QCOMPARE(places(), (QStringList{crashes() + "/a.dmp 0", crashes() + "/deeper/b.dmp 0",
                                    crashes() + "/deeper/c.dmp 0"}));
    QSet<QString> ids;
    for (const auto& line : lines()) {
        ids.insert(line["id"].toString());
        QCOMPARE(line["kind"].toString(), QString("minidump"));
        QVERIFY(!line["signature"].toString().isEmpty());
        QVERIFY(!line["cause"].toString().isEmpty());
        QCOMPARE(line["frames"].toArray().size(), 2);
        QVERIFY(line["blame"].toObject().contains("module"));
        QVERIFY(!line["modules_without_symbols"].toArray().isEmpty());
        QVERIFY(line["quality"].toInt() <= 4);
        QVERIFY(line["threads"].toInt() > 0);
    }
    QCOMPARE(ids.size(), 3);
}

void TestCorpusCli::readsAListFromStandardInput()
{
    const auto list = (crashes() + "/a.dmp\n\n" + crashes() + "/deeper\n").toUtf8();
    QCOMPARE(corpus({"-"}, list).exitCode, 0);
    QCOMPARE(lines().size(), 3);
}

void TestCorpusCli::aBadFileIsALine()
{
    write(crashes() + "/no crash.txt", "nothing happened");
    write(crashes() + "/cut.dmp", contentOf(crashes() + "/a.dmp").first(40));
    const auto run = corpus({crashes(), path("gone.dmp")});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.output.startsWith("3 crashes, 3 failed"), run.output.constData());
    QStringList kinds;
    for (const auto& line : lines()) {
        if (line.contains("error"))
            kinds.append(line["error"].toObject()["kind"].toString());
    }
    QCOMPARE(kinds.size(), 3);
    QVERIFY(kinds.contains("not_found"));
}

/// Whatever of the output is left after a kill, the same lines are there in the end.
void TestCorpusCli::resumesWhereverItWasCut()
{
    QCOMPARE(corpus({crashes()}).exitCode, 0);
    QCOMPARE(corpus({crashes()}).exitCode, 2); // It exists.
    const auto whole = contentOf(output());
    const auto expected = places();
    for (const qsizetype size :
         {qsizetype{0}, qsizetype{1}, whole.indexOf('\n'), whole.indexOf('\n') + 1,
          whole.size() / 2, whole.size() - 1, whole.size()}) {
        write(output(), whole.first(size));
        QCOMPARE(corpus({crashes(), "--resume"}).exitCode, 0);
        QCOMPARE(places(), expected);
    }
}

void TestCorpusCli::resumesAfterAnArchiveWasCut()
{
    const auto dump = contentOf(crashes() + "/a.dmp").toStdString();
    ZipBuilder zip;
    zip.add("one.dmp", dump);
    zip.add("two.dmp", dump + "2");
    const auto archive = zip.build();
    write(path("two.zip"), QByteArray(reinterpret_cast<const char*>(archive.data()),
                                      static_cast<qsizetype>(archive.size())));
    QCOMPARE(corpus({path("two.zip"), crashes() + "/a.dmp", "--jobs", "1"}).exitCode, 0);
    const auto whole = contentOf(output());
    const auto expected = places();
    QCOMPARE(expected.size(), 3);
    QCOMPARE(lines()[0]["parts"].toInt(), 2);
    QCOMPARE(lines()[0]["name"].toString(), QString("one.dmp"));
    const auto afterFirst = whole.indexOf('\n') + 1;
    for (const auto size : {afterFirst, afterFirst + 10}) {
        write(output(), whole.first(size));
        QCOMPARE(corpus({path("two.zip"), crashes() + "/a.dmp", "--resume"}).exitCode, 0);
        QCOMPARE(places(), expected);
    }
}

void TestCorpusCli::refusesAnOutputThatIsNone()
{
    const QByteArray other = "{\"file\":\"x\"}\nsomething else\nand more\n";
    write(output(), other);
    const auto run = corpus({crashes(), "--resume"});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.errors.contains("line 1 is none of a corpus"), run.errors.constData());
    QCOMPARE(contentOf(output()), other);
}

QTEST_GUILESS_MAIN(TestCorpusCli)
#include "tst_corpus_cli.moc"
