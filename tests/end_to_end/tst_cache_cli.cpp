// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline cache` and `faultline symbols fetch` as their users see them.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/loopback_server.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

class TestCacheCli : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void listsKindsAndEntries();
    void showsAnEntry();
    void cleansUp_data();
    void cleansUp();
    void repeatsUntilItIsStopped();
    void verifiesAndRemoves();
    void importsWhatSymbolicatorFetched();
    void exitCodes_data();
    void exitCodes();
    void fetchesForLaterUseOffline();

private:
    QString config(const QByteArray& more = {}) const
    {
        const QString path = m_folder->filePath(QStringLiteral("config.yml"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write("cache_dir: \"" + m_folder->filePath(QStringLiteral("cache")).toUtf8() +
                       "\"\n" + more);
        return path;
    }

    /// Symbolicates a sample, which leaves a symcache and metadata.
    void fill() const
    {
        const auto run = runFaultline({"symbolicate", "--offline", "-c", config(), "-s", ".",
                                       "--format", "json", "null_write.dmp"},
                                      sampleFolder("null_write"));
        QVERIFY2(run.exitCode == 0, run.errors.constData());
    }

    QJsonDocument json(QStringList arguments, int exitCode = 0) const
    {
        arguments += {"--format", "json", "-c", config()};
        const auto run = runFaultline(QStringList{"cache"} + arguments);
        if (run.exitCode != exitCode)
            qWarning("exit code %d: %s", run.exitCode, run.errors.constData());
        return run.exitCode == exitCode ? QJsonDocument::fromJson(run.output) : QJsonDocument();
    }

    QStringList files(const QString& kind) const
    {
        QStringList paths;
        QDirIterator each(m_folder->filePath("cache/" + kind), QDir::Files,
                          QDirIterator::Subdirectories);
        while (each.hasNext())
            paths += each.next();
        return paths;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCacheCli::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestCacheCli::listsKindsAndEntries()
{
    QCOMPARE(json({"list"})["kinds"].toArray().size(), 0); // Nothing has been written yet.
    fill();
    bool found = false;
    const auto kinds = json({"list"})["kinds"].toArray();
    for (const QJsonValue kind : kinds) {
        if (kind["kind"] == "symcaches") {
            found = true;
            QCOMPARE(kind["entries"].toInt(), 1);
            QVERIFY(kind["bytes"].toInt() > 4096);
        }
    }
    QVERIFY(found);
    const auto entries = json({"list", "symcaches"})["entries"].toArray();
    QCOMPARE(entries.size(), 1);
    QCOMPARE(entries[0]["path"].toString(), files("symcaches").value(0));
    QVERIFY(entries[0]["location"].toString().endsWith("/null_write"));
    const auto text = runFaultline({"cache", "list", "-c", config()});
    QVERIFY2(text.output.contains("symcaches                1         0"), text.output.constData());
}

void TestCacheCli::showsAnEntry()
{
    fill();
    const auto entry = json({"list", "symcaches"})["entries"][0]["entry"].toString();
    const auto shown = json({"show", entry.left(12)})["entries"][0];
    QCOMPARE(shown["entry"].toString(), entry);
    QCOMPARE(shown["scope"].toString(), QStringLiteral("global"));
    QVERIFY(shown["key"].toString().startsWith("scope: global\n\nsource: "));
    const auto text = runFaultline({"cache", "show", "-c", config(), entry});
    QVERIFY2(text.output.contains("  state      payload\n"), text.output.constData());
}

void TestCacheCli::cleansUp_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("removed");
    const QByteArray expired("caches: {derived: {max_unused_for: 0s}}");
    QTest::newRow("nothing has expired") << QByteArray() << QStringList() << false;
    QTest::newRow("everything has") << expired << QStringList() << true;
    QTest::newRow("a dry run") << expired << QStringList{"--dry-run"} << false;
}

void TestCacheCli::cleansUp()
{
    QFETCH(QByteArray, settings);
    QFETCH(QStringList, options);
    QFETCH(bool, removed);
    fill();
    const auto run =
        runFaultline(QStringList{"cache", "cleanup", "-c", config(settings)} + options);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(files("symcaches").isEmpty(), removed);
    QVERIFY2(run.output.startsWith(options.isEmpty() ? "removed " : "would remove "),
             run.output.constData());
}

void TestCacheCli::repeatsUntilItIsStopped()
{
    fill();
    QProcess process;
    process.setProcessEnvironment(bareEnvironment());
    process.start(QStringLiteral(FL_PROGRAM),
                  {"cache", "cleanup", "-c", config(), "--repeat", "10ms"});
    QByteArray output;
    while (output.count('\n') < 3 && process.waitForReadyRead())
        output += process.readAllStandardOutput();
    process.terminate();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(output.count('\n') >= 3);
}

void TestCacheCli::verifiesAndRemoves()
{
    fill();
    QCOMPARE(json({"verify"})["damaged"].toArray().size(), 0);
    QFile file(files("symcaches").value(0));
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(file.size() - 1);
    file.write("!");
    file.close();
    const auto damaged = json({"verify"}, 3)["damaged"].toArray();
    QCOMPARE(damaged.size(), 1);
    QCOMPARE(damaged[0]["removed"].toBool(), false);
    QCOMPARE(json({"verify", "--remove"}, 3)["damaged"][0]["removed"].toBool(), true);
    QVERIFY(files("symcaches").isEmpty());
    QCOMPARE(json({"verify"})["damaged"].toArray().size(), 0);
}

void TestCacheCli::importsWhatSymbolicatorFetched()
{
    const QString name(58, 'a');
    const QDir theirs(m_folder->filePath("theirs"));
    QVERIFY(theirs.mkpath("objects/v2/aa/bb"));
    for (const auto& [last, data] : {std::pair{"01", "MODULE"}, {"02", ""}, {"03", "timeoutX"}}) {
        QFile file(theirs.filePath("objects/v2/aa/bb/" + name + last));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(data);
    }
    const auto done = json({"import", theirs.path()}, 3);
    QCOMPARE(done["payloads"].toInt(), 1);
    QCOMPARE(done["failures"].toInt(), 1);
    QCOMPARE(done["damaged"].toArray().size(), 1);
    QCOMPARE(files("objects").size(), 2);
    QCOMPARE(json({"list", "objects"})["entries"].toArray().size(), 2);
    const auto text = runFaultline({"cache", "import", "-c", config(), theirs.path()});
    QVERIFY2(text.output.contains("\nimported 0 payloads and 0 failures; 2 were there already"),
             text.output.constData());
    QVERIFY(!json({"verify"}).isNull());
}

void TestCacheCli::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("no command") << QStringList{} << 2;
    QTest::newRow("no cache folder configured") << QStringList{"cleanup", "-c", "WITHOUT"} << 2;
    QTest::newRow("interval without a unit") << QStringList{"cleanup", "--repeat", "5"} << 2;
    QTest::newRow("too few digits") << QStringList{"show", "abc"} << 2;
    QTest::newRow("no such entry") << QStringList{"show", "abcdef"} << 3;
}

void TestCacheCli::exitCodes()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFile without(m_folder->filePath(QStringLiteral("without.yml")));
    QVERIFY(without.open(QIODevice::WriteOnly) && without.write("offline: true\n") > 0);
    without.close();
    arguments.replaceInStrings(QStringLiteral("WITHOUT"), without.fileName());
    if (!arguments.contains("-c") && !arguments.isEmpty())
        arguments += {"-c", config()};
    const auto run = runFaultline(QStringList{"cache"} + arguments);
    QVERIFY(run.ended);
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY(!run.errors.isEmpty());
}

void TestCacheCli::fetchesForLaterUseOffline()
{
    QFile symbols(sampleFolder("null_write") + "/null_write");
    QVERIFY(symbols.open(QIODevice::ReadOnly));
    const auto body = symbols.readAll().toStdString();
    const QString dump = m_folder->filePath(QStringLiteral("null_write.dmp"));
    QVERIFY(QFile::copy(sampleFolder("null_write") + "/null_write.dmp", dump));
    LoopbackServer server;
    const auto info = runFaultline({"symbols", "info", "--format", "json", symbols.fileName()});
    const QString id = QJsonDocument::fromJson(info.output)["code_id"].toString();
    server.reply(QStringLiteral("/%1/%2/executable").arg(id.left(2), id.mid(2)).toStdString(),
                 {.body = body});
    const auto settings =
        config("sources:\n  - {id: s, type: http, url: \"" +
               QByteArray::fromStdString(server.url()) + "\", layout: {type: unified}}\n");
    const auto fetched =
        runFaultline({"symbols", "fetch", "--format", "json", "-c", settings, dump});
    QVERIFY2(fetched.exitCode == 0, fetched.errors.constData());
    const auto summary = QJsonDocument::fromJson(fetched.output);
    QCOMPARE(summary["modules"].toInt(), 2);
    QCOMPARE(summary["with_symbols"].toInt(), 1);
    QCOMPARE(summary["fetched_files"].toInt(), 1);
    QVERIFY(summary["fetched_bytes"].toInt() > 1000);
    const auto hits = server.totalHits();
    const auto offline = runFaultline({"symbolicate", "--offline", "-c", settings, dump});
    QVERIFY2(offline.output.contains("sample::process(sample::Node*)"), offline.output.constData());
    QCOMPARE(server.totalHits(), hits);
    const auto again = runFaultline({"symbols", "fetch", "-c", settings, dump});
    QVERIFY2(again.output.contains("0 files fetched (0 bytes), 1 already there"),
             again.output.constData());
}

QTEST_GUILESS_MAIN(TestCacheCli)
#include "tst_cache_cli.moc"
