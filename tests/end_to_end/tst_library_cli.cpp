// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline library` and `faultline diff` as their users see them.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/postgres_server.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

class TestLibraryCli : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void importsAFolderOnce();
    void findsAndCounts();
    void showsWhatIsKnown();
    void tagsAndUndoes();
    void removesReports();
    void signsByRules();
    void exportsSafely();
    void goesOnAfterKill();
    void importsEveryKindOfEvent();
    void refusesWhatItCannotDo();
    void comparesCrashes();
    void worksOnAServer();
    void showsNoPasswords();

private:
    QString library() const
    {
        return m_address.isEmpty() ? m_folder->filePath(QStringLiteral("l/reports.fldb"))
                                   : m_address;
    }

    QString crashes() const { return m_folder->filePath(QStringLiteral("crashes")); }

    ProgramRun run(QStringList arguments) const
    {
        arguments.prepend(QStringLiteral("library"));
        return runFaultline(arguments + QStringList{"--library", library()});
    }

    QJsonObject json(const QStringList& arguments) const
    {
        const auto result = run(arguments + QStringList{"--format", "json"});
        if (result.exitCode != 0)
            qWarning("exit code %d: %s", result.exitCode, result.errors.constData());
        return QJsonDocument::fromJson(result.output).object();
    }

    QJsonObject import() const { return json({"import", "--offline", crashes()}); }

    /// A copy of a sample's dump, made different by what stands behind its end.
    void addCrash(const QString& sample, const QString& name, const QByteArray& tail = {}) const
    {
        QFile dump(sampleFolder(sample) + "/" + sample + ".dmp");
        QVERIFY(dump.open(QIODevice::ReadOnly));
        QFile copy(crashes() + "/" + name);
        QVERIFY(copy.open(QIODevice::WriteOnly));
        copy.write(dump.readAll() + tail);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_address; ///< Of a library on a server.
};

void TestLibraryCli::init()
{
    m_address.clear();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(crashes() + "/deeper"));
    addCrash("null_write", "a.dmp");
    addCrash("null_write", "deeper/b.dmp", "b");
    addCrash("failed_assert", "c.dmp");
    addCrash("null_write", "same.dmp");
}

void TestLibraryCli::importsAFolderOnce()
{
    const auto dry = json({"import", "--offline", "--dry-run", crashes()});
    QCOMPARE(dry["added"].toInt(), 3);
    QCOMPARE(dry["duplicates"].toInt(), 1);
    QVERIFY(!QFile::exists(library()));
    const auto first = import();
    QCOMPARE(first["added"].toInt(), 3);
    QCOMPARE(first["duplicates"].toInt(), 1);
    QCOMPARE(first["failed"].toInt(), 0);
    const auto second = import();
    QCOMPARE(second["added"].toInt(), 0);
    QCOMPARE(json({"import", "--offline", "--dry-run", crashes()})["duplicates"].toInt(), 4);
    QCOMPARE(second["duplicates"].toInt(), 4);
    QCOMPARE(json({"list"})["total"].toInt(), 3);
}

void TestLibraryCli::findsAndCounts()
{
    import();
    const auto groups = json({"group"});
    QCOMPARE(groups["total"].toInt(), 2);
    const auto largest = groups["groups"].toArray()[0].toObject();
    QCOMPARE(largest["count"].toInt(), 2);
    const auto id = QString::number(largest["id"].toInt());
    QCOMPARE(json({"search", "group:" + id})["total"].toInt(), 2);
    QCOMPARE(json({"group", "--id", id})["groups"].toArray().size(), 1);
    QCOMPARE(
        json({"list", "--limit", "1", "--sort", "path", "--ascending"})["reports"].toArray().size(),
        1);
    QCOMPARE(json({"search", "kind:=minidump"})["total"].toInt(), 3);
    QCOMPARE(json({"search", "kind:!=minidump"})["total"].toInt(), 0);
    const auto kinds = json({"stats", "kind"})["kind"].toArray();
    QCOMPARE(kinds[0].toObject()["count"].toInt(), 3);
    const auto text = run({"list"});
    QVERIFY2(text.output.contains("3 of 3"), text.output.constData());
}

void TestLibraryCli::showsWhatIsKnown()
{
    import();
    const auto shown = json({"show", "1"});
    QVERIFY(shown["frames"].toArray().size() > 1);
    QCOMPARE(shown["sha256"].toString().size(), 64);
    QCOMPARE(shown["mode"].toString(), QString("faultline"));
    // Its twin is the one that is most like it.
    const auto alike = shown["alike"].toArray();
    QVERIFY(!alike.isEmpty());
    QCOMPARE(alike[0].toObject()["group"], shown["report"].toObject()["group"]);
    QVERIFY(alike[0].toObject()["likeness"].toDouble() > 0.99);
    // Three reports teach no probability.
    QVERIFY(!shown.contains("probability_of_first_group"));
    const auto whole = run({"show", "1", "--whole", "--format", "json"});
    QVERIFY(QJsonDocument::fromJson(whole.output).object().contains("stacktraces"));
    QVERIFY(run({"show", "1", "--whole"}).output.contains("Thread"));
}

void TestLibraryCli::tagsAndUndoes()
{
    import();
    const auto tagged = json({"tag", "1", "2", "--add", "gpu", "--note", "=1+1"});
    const auto action = QString::number(tagged["actions"].toArray()[0].toInt());
    QCOMPARE(json({"search", "tag:=gpu"})["total"].toInt(), 2);
    QVERIFY(!json({"tag", "--undo", action})["actions"].toArray().isEmpty());
    QCOMPARE(json({"search", "tag:=gpu"})["total"].toInt(), 0);
    const auto group =
        QString::number(json({"group"})["groups"].toArray()[0].toObject()["id"].toInt());
    json({"tag", "--group", group, "--fixed-in", "2.5"});
    QCOMPARE(json({"search", "status:=fixed_in"})["total"].toInt(), 2);
    QCOMPARE(run({"tag", "--undo", action}).exitCode, 1); // It was changed since.
    QCOMPARE(run({"tag", "99", "--add", "x"}).exitCode, 3);
    QCOMPARE(run({"tag", "3", "--status", "known"}).exitCode, 0);
    QCOMPARE(run({"tag", "3", "--status", "known"}).output, QByteArray("nothing changed\n"));
    QCOMPARE(run({"tag", "3", "--status", "known", "--fixed-in", "2"}).exitCode, 2);
    QCOMPARE(run({"tag", "1", "--add", " x"}).exitCode, 2);
    QCOMPARE(run({"tag"}).exitCode, 2);
}

void TestLibraryCli::removesReports()
{
    import();
    const auto total = json({"list"})["total"].toInt();
    QCOMPARE(run({"remove", "1", "99"}).exitCode, 3);
    QCOMPARE(json({"list"})["total"].toInt(), total); // A wrong number removes nothing.
    QCOMPARE(json({"remove", "1", "2", "1"})["removed"].toInt(), 2);
    QCOMPARE(json({"list"})["total"].toInt(), total - 2);
    QCOMPARE(run({"show", "1"}).exitCode, 3);
    QCOMPARE(run({"remove", "3"}).output, QByteArray("removed 1 report\n"));
    QCOMPARE(run({"remove"}).exitCode, 2);
}

void TestLibraryCli::signsByRules()
{
    import();
    const auto before = json({"show", "1"})["report"].toObject()["signature"].toString();
    const auto rules = library() + ".rules";
    QVERIFY(QDir().mkpath(rules));
    QFile list(rules + "/prefix_signature_re.txt");
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write("# Everything goes on.\n.*\n");
    list.close();
    const auto preview = json({"sign", "--dry-run"});
    QVERIFY(preview["moved"].toInt() > 0);
    QCOMPARE(json({"show", "1"})["report"].toObject()["signature"].toString(), before);
    QCOMPARE(json({"sign"})["moved"], preview["moved"]);
    const auto after = json({"show", "1"})["report"].toObject()["signature"].toString();
    QVERIFY2(after.startsWith(before + " | "), qPrintable(after));
    QCOMPARE(json({"sign"})["moved"].toInt(), 0);
    // The mode stays for what is signed later.
    json({"sign", "--mode", "socorro"});
    QCOMPARE(json({"show", "1"})["mode"].toString(), QString("socorro"));
    json({"sign"});
    QCOMPARE(json({"show", "1"})["mode"].toString(), QString("socorro"));
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write("ok\nfoo(\n");
    list.close();
    const auto refused = run({"sign"});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.errors.contains("line 2"), refused.errors.constData());
}

void TestLibraryCli::exportsSafely()
{
    import();
    json({"tag", "1", "--note", "=cmd()", "--customer", "ACME", "--add", "@tag"});
    const auto outside = run({"export"}).output;
    QCOMPARE(outside.count("\r\n"), 4);
    QVERIFY(!outside.contains("ACME") && !outside.contains("cmd()"));
    QVERIFY(!outside.contains(m_folder->path().toUtf8()));
    QVERIFY(outside.contains("\"'@tag\""));
    const auto full = run({"export", "--share", "full"}).output;
    QVERIFY(full.contains("ACME") && full.contains("\"'=cmd()\""));
    const auto file = m_folder->filePath("out.json");
    QCOMPARE(run({"export", "--format", "json", "-o", file}).exitCode, 0);
    QFile exported(file);
    QVERIFY(exported.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(exported.readAll()).object()["reports"].toArray().size(), 3);
}

/// The import ends somewhere; the same command goes on with what is left.
void TestLibraryCli::goesOnAfterKill()
{
    for (int i = 0; i < 30; ++i)
        addCrash("null_write", QString("deeper/%1.dmp").arg(i), QByteArray::number(i));
    for (int round = 0; round < 4; ++round) {
        QProcess process;
        process.setProcessEnvironment(bareEnvironment());
        process.start(QStringLiteral(FL_PROGRAM),
                      {"library", "import", "--offline", crashes(), "--library", library()});
        QVERIFY(process.waitForStarted());
        process.waitForFinished(100 + 150 * round);
        process.kill();
        process.waitForFinished();
    }
    const auto rest = import();
    QCOMPARE(rest["failed"].toInt(), 0);
    QCOMPARE(json({"list"})["total"].toInt(), 33);
    QCOMPARE(import()["added"].toInt(), 0);
}

void TestLibraryCli::importsEveryKindOfEvent()
{
    QFile jvm(crashes() + "/trace.txt");
    QVERIFY(jvm.open(QIODevice::WriteOnly));
    jvm.write("Exception in thread \"main\" java.lang.IllegalStateException: closed\n"
              "\tat com.acme.Store.load(Store.java:12)\n\tat com.acme.Main.main(Main.java:3)\n");
    jvm.close();
    QFile script(crashes() + "/script.txt");
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("TypeError: x is undefined\n    at render (https://acme.example/list.js:10:5)\n"
                 "    at main (https://acme.example/app.js:2:1)\n");
    script.close();
    QFile nothing(crashes() + "/notes.bin");
    QVERIFY(nothing.open(QIODevice::WriteOnly));
    nothing.write(QByteArray("\x00\x01\x02 nothing of ours", 19));
    nothing.close();
    const auto imported = run({"import", "--offline", crashes(), "--format", "json"});
    QCOMPARE(imported.exitCode, 3); // One file is no crash; the others are there.
    const auto summary = QJsonDocument::fromJson(imported.output).object();
    QCOMPARE(summary["added"].toInt(), 5);
    QCOMPARE(summary["failed"].toInt(), 1);
    QCOMPARE(
        json({"search", "kind:=jvm"})["reports"].toArray()[0].toObject()["signature"].toString(),
        QString("java.lang.IllegalStateException: com.acme.Store.load (Store.java)"));
    QCOMPARE(json({"search", "kind:=javascript"})["reports"]
                 .toArray()[0]
                 .toObject()["signature"]
                 .toString(),
             QString("TypeError: render (list.js)"));
}

void TestLibraryCli::refusesWhatItCannotDo()
{
    QCOMPARE(run({"list"}).exitCode, 3); // No library yet.
    import();
    QCOMPARE(run({"search", "colour:red"}).exitCode, 2);
    QCOMPARE(run({"list", "--sort", "colour"}).exitCode, 2);
    QCOMPARE(run({"stats", "colour"}).exitCode, 2);
    QCOMPARE(run({"show", "99"}).exitCode, 3);
    QCOMPARE(run({"group", "--id", "99"}).exitCode, 3);
    QCOMPARE(run({"group", "--id", "1", "paint"}).exitCode, 2);
    QCOMPARE(run({"import", "--offline", crashes() + "/none"}).exitCode, 3);
    QCOMPARE(run({"migrate"}).exitCode, 0);
    QFile damaged(library());
    QVERIFY(damaged.open(QIODevice::ReadWrite));
    damaged.write("no database any more");
    damaged.close();
    QCOMPARE(run({"import", "--offline", "--dry-run", crashes()}).exitCode, 3);
    const auto refused = run({"list"});
    QCOMPARE(refused.exitCode, 3);
    QVERIFY2(refused.errors.contains("not a database"), refused.errors.constData());
}

void TestLibraryCli::comparesCrashes()
{
    const auto diff = [&](const QStringList& files) {
        return runFaultline(QStringList{"diff", "--offline"} + files, crashes());
    };
    const auto equal = diff({"a.dmp", "same.dmp"});
    QCOMPARE(equal.exitCode, 0);
    QCOMPARE(equal.output, QByteArray("equal\n"));
    const auto different = diff({"a.dmp", "c.dmp"});
    QCOMPARE(different.exitCode, 1);
    QVERIFY2(different.output.contains("signature: "), different.output.constData());
    const auto json = QJsonDocument::fromJson(diff({"a.dmp", "c.dmp", "--format", "json"}).output);
    QCOMPARE(json["equal"].toBool(true), false);
    QVERIFY(!json["stack"].toArray().isEmpty());
    QCOMPARE(diff({"a.dmp", "none.dmp"}).exitCode, 2);
    QCOMPARE(diff({"a.dmp"}).exitCode, 2);
}

/// An address takes the place of the file in every command.
void TestLibraryCli::worksOnAServer()
{
    const auto server = PostgresServer::start();
    if (!server && !qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
        QSKIP("Debian's package postgresql is not installed");
    QVERIFY2(server, server ? "" : server.error().detail.c_str());
    QVERIFY((*server)->run("CREATE SCHEMA team"));
    m_address = QString::fromStdString((*server)->url("team"));
    QCOMPARE(json({"import", "--offline", "--dry-run", crashes()})["added"].toInt(), 3);
    QCOMPARE(run({"list"}).exitCode, 3); // A dry run makes none.
    QCOMPARE(import()["added"].toInt(), 3);
    QCOMPARE(import()["duplicates"].toInt(), 4);
    QCOMPARE(json({"search", "kind:=minidump"})["total"].toInt(), 3);
    QCOMPARE(run({"tag", "1", "--status", "known"}).exitCode, 0);
    QCOMPARE(json({"search", "status:known"})["total"].toInt(), 1);
    QCOMPARE(run({"sign"}).exitCode, 0);
    QCOMPARE(run({"migrate"}).output, QByteArray("nothing to do\n"));
    (*server)->stop(PostgresServer::Stop::InOrder);
    const auto away = run({"list"});
    QCOMPARE(away.exitCode, 3);
    QVERIFY2(away.errors.startsWith("faultline: library: connection to server"), away.errors);
}

void TestLibraryCli::showsNoPasswords()
{
    m_address = QStringLiteral("postgresql://anna:secret@localhost/crashes");
    for (const QStringList& command : {QStringList{"list"}, QStringList{"import", crashes()},
                                       QStringList{"migrate"}, QStringList{"sign"}}) {
        const auto refused = run(command);
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.errors.contains(".pgpass"), refused.errors);
        QVERIFY(!refused.errors.contains("secret") && !refused.output.contains("secret"));
    }
}

QTEST_GUILESS_MAIN(TestLibraryCli)
#include "tst_library_cli.moc"
