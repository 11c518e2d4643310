// SPDX-License-Identifier: GPL-3.0-or-later
// Events in JSON on the command line: the output for events, and the errors for other JSON.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/golden.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

namespace {

constexpr int kUnreadable = 3;

const QString kEvent = QStringLiteral(FL_TESTS_DIR "/corpora/sentry/null_write.json");

} // namespace

class TestEventCli : public QObject
{
    Q_OBJECT

private slots:
    void printsTheEvent();
    void refuses_data();
    void refuses();
    void stillTakesRequests();
    void restoresTracesOfTheJvm_data();
    void restoresTracesOfTheJvm();
    void restoresThrowables();
    void reportsTracesOfTheJvm();
    void refusesToRestoreOtherInput();
    void sharesNoNames();
    void tellsOfMappingsNotUsed();
};

void TestEventCli::printsTheEvent()
{
    const auto run =
        runFaultline({"symbolicate", "--offline", "-s", ".", kEvent}, sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    QVERIFY(matchesGolden(run.output, "cli/event.txt"));
}

void TestEventCli::refuses_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("text");
    const QByteArray unknown("JSON that is neither an event nor a request");
    QTest::newRow("empty object") << QByteArray("{}") << unknown;
    QTest::newRow("other object") << QByteArray(R"({"hello":1})") << unknown;
    QTest::newRow("KSCrash")
        << QByteArray(R"({"binary_images":[],"crash":{},"report":{"version":"3.2.0"}})")
        << QByteArray("report of KSCrash: no thread has a frame");
    QTest::newRow("event of JavaScript")
        << QByteArray(R"({"event_id":"a","platform":"javascript"})")
        << QByteArray("sentry event of platform javascript: debug_meta.images has no image");
    QTest::newRow("envelope without an event")
        << QByteArray("{}\n{\"type\":\"session\"}\n{}\n")
        << QByteArray("the envelope holds no crash file: session");
}

void TestEventCli::refuses()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("event.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    const auto run = runFaultline({"symbolicate", "--offline", file.fileName()}, folder.path());
    QCOMPARE(run.exitCode, kUnreadable);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.contains(text), run.errors.constData());
}

void TestEventCli::stillTakesRequests()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("request.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"stacktraces":[{"frames":[{"instruction_addr":"0x1"}]}]})");
    file.close();
    const auto run = runFaultline({"symbolicate", "--offline", file.fileName()}, folder.path());
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("0x1"), run.output.constData());
}

void TestEventCli::restoresTracesOfTheJvm_data()
{
    QTest::addColumn<QString>("mapping"); // Where it lies below the folder.
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("found");
    QTest::newRow("a file") << "maps/app.bin" << QStringList({"-s", "maps/app.bin"}) << true;
    QTest::newRow("in a folder") << "maps/app.txt" << QStringList({"-s", "maps"}) << true;
    QTest::newRow("beside the trace") << "app.txt" << QStringList() << true;
    QTest::newRow("for the module")
        << "maps/app.bin" << QStringList({"--module", "mapping.txt=maps/app.bin"}) << true;
    QTest::newRow("elsewhere") << "maps/app.txt" << QStringList() << false;
}

void TestEventCli::restoresTracesOfTheJvm()
{
    QFETCH(QString, mapping);
    QFETCH(QStringList, arguments);
    QFETCH(bool, found);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("maps")));
    QFile file(folder.filePath(mapping));
    QVERIFY(file.open(QIODevice::WriteOnly) &&
            file.write("com.x.Main -> a.a:\n    1:1:void go():7:7 -> b\n") > 0);
    file.close();
    QFile trace(folder.filePath(QStringLiteral("trace.log")));
    const QByteArray text = "x.Y: z\n\tat a.a.b(SourceFile:1)\n";
    QVERIFY(trace.open(QIODevice::WriteOnly) && trace.write(text) == text.size());
    trace.close();
    const auto run = runFaultline(
        QStringList({"symbolicate", "--offline", "--format", "restored", "trace.log"}) + arguments,
        folder.path());
    QCOMPARE(run.errors, QByteArray());
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output, found ? QByteArray("x.Y: z\n\tat com.x.Main.go(Main.java:7)\n") : text);
}

/// Vector 29 of docs/spec/jvm.md §14.2, and the header of a thread, which we restore.
void TestEventCli::restoresThrowables()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& content) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    };
    write("mapping.txt", "x.Failure -> a.b.c:\nx.Main -> a.r:\n    1:10:void q():27:27 -> r\n");
    const QByteArray trace("a.b.c: msg\n\tat a.r.r(SourceFile:3)\nCaused by: a.b.c: a.b.c is bad\n"
                           "\tat a.r.r(SourceFile:4)\n\t... 7 more\n");
    const QByteArray restored("x.Failure: msg\n\tat x.Main.q(Main.java:27)\n"
                              "Caused by: x.Failure: x.Failure is bad\n"
                              "\tat x.Main.q(Main.java:27)\n\t... 7 more\n");
    for (const QByteArray thread : {"", "Exception in thread \"main\" "}) {
        write("trace.txt", thread + trace);
        const auto run = runFaultline(
            {"symbolicate", "--offline", "--format", "restored", "-s", ".", "trace.txt"},
            folder.path());
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.output, thread + restored);
    }
}

/// The form does not depend on the input: text is a report, with its mapping among the modules.
void TestEventCli::reportsTracesOfTheJvm()
{
    const QTemporaryDir folder;
    QFile mapping(folder.filePath("mapping.txt"));
    QVERIFY(mapping.open(QIODevice::WriteOnly) &&
            mapping.write("com.x.Main -> a.a:\n    1:1:void go():7:7 -> b\n") > 0);
    mapping.close();
    QFile trace(folder.filePath("trace.log"));
    QVERIFY(trace.open(QIODevice::WriteOnly) &&
            trace.write("x.Y: z\n\tat a.a.b(SourceFile:1)\n") > 0);
    trace.close();
    const auto run = runFaultline({"symbolicate", "--offline", "trace.log"}, folder.path());
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("com.x.Main.go"), run.output.constData());
    QVERIFY2(run.output.contains("mapping.txt"), run.output.constData());
    QVERIFY2(run.output.contains("Modules"), run.output.constData());
}

void TestEventCli::refusesToRestoreOtherInput()
{
    const auto run = runFaultline({"symbolicate", "--offline", "--format", "restored",
                                   QStringLiteral(FL_TESTS_DIR "/corpora/apple/macos.crash")});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.errors.contains("only traces of the JVM"), run.errors.constData());
    QCOMPARE(run.output, QByteArray());
}

void TestEventCli::sharesNoNames()
{
    const QTemporaryDir folder;
    QFile trace(folder.filePath("trace.log"));
    QVERIFY(trace.open(QIODevice::WriteOnly) &&
            trace.write("x.Y: no file /home/berta/notes of berta@example.org\n"
                        "\tat a.B.c(B.java:1)\n") > 0);
    trace.close();
    const QStringList start{"symbolicate", "--offline", "trace.log"};
    QVERIFY(runFaultline(start, folder.path()).output.contains("berta"));
    for (const auto* format : {"text", "markdown", "json"}) {
        const auto run = runFaultline(start + QStringList{"--share", "outside", "--format", format},
                                      folder.path());
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(!run.output.contains("berta"), run.output.constData());
        QVERIFY2(run.output.contains("a.B.c"), run.output.constData());
        QVERIFY2(run.errors.contains("left out: "), run.errors.constData());
    }
    const auto raw =
        runFaultline(start + QStringList{"--share", "team", "--format", "restored"}, folder.path());
    QCOMPARE(raw.exitCode, 2);
}

void TestEventCli::tellsOfMappingsNotUsed()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& content) {
        QFile file(folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    const QByteArray text = "x.Y: z\n\tat a.a.b(SourceFile:1)\n";
    QVERIFY(write("trace.log", text) && write("one.txt", "x.A -> a.a:\n    void m() -> b\n") &&
            write("two.txt", "x.B -> a.a:\n    void n() -> b\n") && write("bad.bin", "nothing\n"));
    const QStringList start{"symbolicate", "--offline", "--format", "restored", "trace.log"};
    const auto run = runFaultline(start, folder.path());
    QCOMPARE(run.output, text);
    QCOMPARE(run.errors.count("one of several mappings here"), 2);
    const auto damaged =
        runFaultline(start + QStringList{"--module", "mapping.txt=bad.bin"}, folder.path());
    QVERIFY2(damaged.errors.contains("bad.bin: malformed"), damaged.errors.constData());
}

QTEST_GUILESS_MAIN(TestEventCli)
#include "tst_event_cli.moc"
