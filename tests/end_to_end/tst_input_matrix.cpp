// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of input through every front end of the command line and the server: the same frames,
// candidates and conclusions. docs/protocols.md lists what differs.
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

namespace {

const QString kCorpora = QStringLiteral(FL_TESTS_DIR "/corpora/");

constexpr auto kMapping = "# compiler: R8\n"
                          "com.x.Main -> a.a:\n"
                          "# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n"
                          "    1:1:void com.x.Util.check():7:7 -> b\n"
                          "    1:1:void go():20 -> b\n"
                          "    void one():3:3 -> c\n"
                          "    void two():4:4 -> c\n"
                          "com.x.Failure -> a.x:\n";

constexpr auto kScript = "function a(b){return b.c}\n//# sourceMappingURL=app.min.js.map\n";
constexpr auto kMap =
    R"({"version":3,"sources":["app.ts"],"sourcesContent":["function first(x) {\n  return x.y;\n}\n"],)"
    R"("names":["first","x"],"mappings":"AAAA,SAASA,MAAMC,GACb,OAAOA"})";

constexpr auto kScriptFrames =
    R"([{"abs_path":"app:///app.min.js","filename":"app.min.js","function":"a","lineno":1,"colno":16}])";
constexpr auto kJvmFrames =
    R"([{"module":"a.a","function":"c","filename":"SourceFile"},)"
    R"({"module":"a.a","function":"b","filename":"SourceFile","lineno":1}])";

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

QByteArray eventOf(const char* platform, const char* exception, const char* frames)
{
    return QByteArray(R"({"event_id":"0123456789abcdef0123456789abcdef","platform":")") + platform +
           R"(","exception":{"values":[{)" + exception + R"(,"stacktrace":{"frames":)" + frames +
           "}}]}}";
}

QByteArray envelopeOf(const QByteArray& event)
{
    return "{\"event_id\":\"0123456789abcdef0123456789abcdef\"}\n{\"type\":\"event\",\"length\":" +
           QByteArray::number(event.size()) + "}\n" + event + "\n";
}

/// The same stacks as a request to Symbolicator. `sources` are JSON.
QByteArray jvmRequest(const QByteArray& sources)
{
    return R"({"platform":"java","sources":[)" + sources +
           R"(],"stacktraces":[{"exception":{"type":"x","module":"a"},"frames":[)"
           R"({"function":"c","module":"a.a","filename":"SourceFile","index":0},)"
           R"({"function":"b","module":"a.a","filename":"SourceFile","lineno":1,"index":1}]}],)"
           R"("exceptions":[{"type":"x","module":"a"}],"classes":["a.a"]})";
}

/// Nothing listens on the port of its source.
QByteArray scriptRequest()
{
    return QByteArray(R"({"platform":"javascript","source":{"id":"s","url":"http://127.0.0.1:1/",)"
                      R"("token":"t"},"scraping":{"enabled":false},"stacktraces":[{"frames":)") +
           kScriptFrames + "}]}";
}

QByteArray nativeRequest()
{
    return R"({"signal":11,"modules":[{"type":"elf","code_file":"/opt/null_write",)"
           R"("image_addr":"0x400000","image_size":8192,)"
           R"("code_id":"00112233445566778899aabbccddeeff00112233"}],"stacktraces":[{"frames":[)"
           R"({"instruction_addr":"0x4017db"},{"instruction_addr":"0x900000"}]}]})";
}

/// A machine's own places count as further sources.
QString withoutCounts(const QByteArray& report)
{
    static const QRegularExpression kSources(
        "none of your \\d+ sources has it|your one source does not have it");
    return QString::fromUtf8(report).replace(kSources, "no source has it");
}

/// Without what tells of the places that were searched on this machine alone.
QJsonObject comparable(const QByteArray& report)
{
    auto object = QJsonDocument::fromJson(withoutCounts(report).toUtf8()).object();
    QJsonArray modules;
    for (const auto& value : object["modules"].toArray()) {
        auto module = value.toObject();
        QJsonArray configured;
        for (const auto& candidate : module["candidates"].toArray()) {
            auto shown = candidate.toObject();
            auto ours = shown["faultline"].toObject();
            if (ours.contains("origin")) // Only configured sources have none.
                continue;
            for (const auto* changing : {"sequence", "answered_by", "attempts", "duration_ms"})
                ours.remove(changing);
            shown["faultline"] = ours;
            configured.append(shown);
        }
        module["candidates"] = configured;
        auto ours = module["faultline"].toObject();
        ours.remove("debug_details");
        module["faultline"] = ours;
        modules.append(module);
    }
    object["modules"] = modules;
    auto ours = object["faultline"].toObject();
    auto diagnostics = ours["diagnostics"].toArray();
    for (qsizetype i = diagnostics.size(); i-- > 0;) {
        if (diagnostics[i].toObject()["area"].toString() == "server") // Who made the report.
            diagnostics.removeAt(i);
    }
    ours["diagnostics"] = diagnostics;
    object["faultline"] = ours;
    return object;
}

QString differenceOf(const QString& key, const QJsonObject& expected, const QJsonObject& answer)
{
    const auto text = [&key](const QJsonObject& object) {
        return QString::fromUtf8(QJsonDocument(QJsonObject{{key, object[key]}}).toJson());
    };
    return "here: " + text(expected) + "there: " + text(answer);
}

/// The functions of the first stack, callee first.
QStringList functionsOf(const QJsonObject& report)
{
    QStringList functions;
    for (const auto& frame : report["stacktraces"][0]["frames"].toArray()) {
        if (const auto name = frame.toObject()["function"].toString(); !name.isEmpty())
            functions.append(name);
    }
    return functions;
}

bool occurInOrder(const QStringList& words, const QString& text)
{
    qsizetype at = 0;
    for (const auto& word : words) {
        at = text.indexOf(word, at);
        if (at < 0)
            return false;
        at += word.size();
    }
    return true;
}

} // namespace

class TestInputMatrix : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyFrontEndSaysTheSame_data();
    void everyFrontEndSaysTheSame();
    void endpointsAnswerAsTheForm_data();
    void endpointsAnswerAsTheForm();
    void namesAreRestored_data();
    void namesAreRestored();

private:
    void addInputs() const;
    ProgramRun symbolicate(const QString& format, const QByteArray& input, bool atTheServer);
    QStringList linesOf(const QByteArray& text) const;

    QTemporaryDir m_folder; // Of the symbols.
    QTemporaryDir m_crash;  // Nothing else lies beside the crash file.
    std::unique_ptr<ServeProcess> m_server;
};

/// Both have the same configured source. What differs is listed in docs/protocols.md.
void TestInputMatrix::initTestCase()
{
    write(m_folder.filePath("mapping.txt"), kMapping);
    write(m_folder.filePath("app.min.js"), kScript);
    write(m_folder.filePath("app.min.js.map"), kMap);
    QVERIFY(QFile::copy(sampleFolder("null_write") + "/null_write", m_folder.filePath("program")));
    const auto settings = "connect_to_reserved_ips: true\nsources:\n  - id: samples\n"
                          "    type: folder\n    path: \"" +
                          m_folder.path().toUtf8() + "\"\n";
    write(m_folder.filePath("config.yml"), settings);
    m_server = std::make_unique<ServeProcess>(settings);
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
}

void TestInputMatrix::addInputs() const
{
    QTest::addColumn<QByteArray>("input");
    const auto native = contentOf(kCorpora + "sentry/null_write.json");
    QTest::newRow("native, file") << contentOf(sampleFolder("null_write") + "/null_write.dmp");
    QTest::newRow("native, text") << contentOf(kCorpora + "apple/macos.crash");
    QTest::newRow("native, text in JSON") << contentOf(kCorpora + "apple/macos.ips");
    QTest::newRow("native, event") << native;
    QTest::newRow("native, envelope") << envelopeOf(native);
    QTest::newRow("native, request") << nativeRequest();
    const auto script =
        eventOf("javascript", R"("type":"TypeError","value":"no y")", kScriptFrames);
    QTest::newRow("script, text") << QByteArray(
        "TypeError: no y\n    at a (app:///app.min.js:1:16)\n");
    QTest::newRow("script, event") << script;
    QTest::newRow("script, envelope") << envelopeOf(script);
    QTest::newRow("script, request") << scriptRequest();
    const auto jvm = eventOf("java", R"("type":"x","module":"a","value":"gone")", kJvmFrames);
    QTest::newRow("JVM, text") << QByteArray(
        "a.x: gone\n\tat a.a.b(SourceFile:1)\n\tat a.a.c(SourceFile)\n");
    QTest::newRow("JVM, event") << jvm;
    QTest::newRow("JVM, envelope") << envelopeOf(jvm);
    QTest::newRow("JVM, request") << jvmRequest(R"({"id":"own","type":"folder","path":")" +
                                                m_folder.path().toUtf8() + "\"}");
}

ProgramRun
TestInputMatrix::symbolicate(const QString& format, const QByteArray& input, bool atTheServer)
{
    const auto crash = m_crash.filePath("crash");
    write(crash, input);
    QStringList arguments{"symbolicate", "--format", format, "--config",
                          m_folder.filePath("config.yml")};
    if (atTheServer)
        arguments += QStringList{"--server", m_server->url()};
    return runFaultline(arguments + QStringList{crash});
}

/// What is said about a place on this machine alone is left out, and so are the reasons that count
/// the places.
QStringList TestInputMatrix::linesOf(const QByteArray& text) const
{
    auto lines = withoutCounts(text).split('\n');
    lines.replaceInStrings(": no source has a usable file", "");
    lines.removeIf([&](const QString& line) {
        return line.contains(m_crash.path()) || line.contains(m_server->url()) ||
               line.contains("tried") || line.isEmpty() || line == "Notes";
    });
    return lines;
}

void TestInputMatrix::everyFrontEndSaysTheSame_data()
{
    addInputs();
}

void TestInputMatrix::everyFrontEndSaysTheSame()
{
    QFETCH(QByteArray, input);
    const auto here = symbolicate("json", input, false);
    const auto there = symbolicate("json", input, true);
    QVERIFY2(here.exitCode == 0 || here.exitCode == 4, here.errors.constData());
    QCOMPARE(there.exitCode, here.exitCode);
    const auto expected = comparable(here.output);
    const auto answer = comparable(there.output);
    QVERIFY(!expected["stacktraces"].toArray().isEmpty());
    QCOMPARE(answer.keys(), expected.keys());
    for (const auto& key : expected.keys())
        QVERIFY2(answer[key] == expected[key], qPrintable(differenceOf(key, expected, answer)));

    const auto functions = functionsOf(expected);
    const auto conclusion = expected["faultline"]["insight"]["cause"].toObject();
    const bool isCrash = conclusion["code"].toString() != "snapshot";
    for (const auto* format : {"text", "markdown"}) {
        const auto read = symbolicate(format, input, false);
        // Markdown marks what a forge would take for its own signs.
        auto text = QString::fromUtf8(read.output);
        text.remove('`').remove('\\').remove(QChar(0x200b));
        QVERIFY2(occurInOrder(functions, text), qPrintable(functions.join(", ") + "\n" + text));
        // The header for a ticket has the reason only.
        QVERIFY2(!isCrash || format == std::string_view("markdown") ||
                     text.contains(conclusion["text"].toString()),
                 qPrintable(conclusion["text"].toString() + "\n" + text));
        QCOMPARE(linesOf(symbolicate(format, input, true).output), linesOf(read.output));
    }
}

void TestInputMatrix::endpointsAnswerAsTheForm_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("native") << nativeRequest();
    QTest::newRow("script") << scriptRequest();
    QTest::newRow("JVM") << jvmRequest({});
}

/// The endpoint of a request and `--format symbolicator` have one writer.
void TestInputMatrix::endpointsAnswerAsTheForm()
{
    QFETCH(QByteArray, request);
    const auto here = symbolicate("symbolicator", request, false);
    const auto there = symbolicate("symbolicator", request, true);
    QVERIFY2(here.exitCode == 0 || here.exitCode == 4, here.errors.constData());
    QCOMPARE(there.exitCode, 0);
    const auto answer = QJsonDocument::fromJson(there.output).object();
    QCOMPARE(answer["status"].toString(), QString("completed"));
    QVERIFY(!answer.contains("faultline"));
    auto expected = QJsonDocument::fromJson(here.output).object();
    for (const auto& key : answer.keys()) {
        if (key != "modules") // Their candidates are of this machine.
            QVERIFY2(answer[key] == expected[key], qPrintable(differenceOf(key, expected, answer)));
    }
}

void TestInputMatrix::namesAreRestored_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QStringList>("best");         // What people get, callee first.
    QTest::addColumn<QStringList>("symbolicator"); // Caller first, as Symbolicator has it.
    const QStringList script{"first"};
    QTest::newRow("script, text") << QByteArray("TypeError: no y\n"
                                                "    at a (app:///app.min.js:1:16)\n")
                                  << script << script;
    QTest::newRow("script, event")
        << eventOf("javascript", R"("type":"TypeError","value":"no y")", kScriptFrames) << script
        << script;
    const QStringList best{"com.x.Util.check", "com.x.Main.go", "com.x.Main.one"};
    const QStringList all{"two", "one", "go", "check"};
    QTest::newRow("JVM, text")
        << QByteArray("a.x: gone\n\tat a.a.b(SourceFile:1)\n\tat a.a.c(SourceFile)\n") << best
        << all;
    QTest::newRow("JVM, event") << eventOf("java", R"("type":"x","module":"a","value":"gone")",
                                           kJvmFrames)
                                << best << all;
}

/// The form is the caller's choice for every input.
void TestInputMatrix::namesAreRestored()
{
    QFETCH(QByteArray, input);
    const auto best = symbolicate("json", input, false);
    QVERIFY2(best.exitCode == 0, best.errors.constData());
    QTEST(functionsOf(QJsonDocument::fromJson(best.output).object()), "best");
    const auto answer = symbolicate("symbolicator", input, false);
    QVERIFY2(answer.exitCode == 0, answer.errors.constData());
    const auto document = QJsonDocument::fromJson(answer.output).object();
    QTEST(functionsOf(document), "symbolicator");
    QVERIFY(!answer.output.contains("faultline"));
    QVERIFY(!answer.output.contains("instruction_addr"));
}

QTEST_GUILESS_MAIN(TestInputMatrix)
#include "tst_input_matrix.moc"
