// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/formats/debug/script/syntax_tree.h"
#include "core/insight/why.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/model/report.h"
#include "core/report/candidate_text.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "tests/core/engine/event_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// A stack of a script, as text or as a Sentry event, goes through the engine like any crash file.
class TestScriptEvents : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aPastedStackGetsItsSources();
    void aMapWithoutTextsIsNamedByTheScript();
    void aSentryEventGetsItsSources();
    void aFolderOfAnotherLayoutIsSearched();
    void aMapIsFoundByDebugId();
    void readsNoPrivateFileThatAStackNames_data();
    void readsNoPrivateFileThatAStackNames();
    void aSourceWithoutANameKeepsTheScriptsPlace();
    void aReferenceBeforeCodeIsNone();
    void aMissingMapExplainsItself();
    void aMissingScriptExplainsItself();
    void damageIsTold_data();
    void damageIsTold();
    void sectionsByUrlAreRead();
    void inlinedBodiesAreFrames();
    void modulesOfRamBundles();
    void metrosNamesComeAfterTheText();
    void codeOfRamBundles();
    void segmentsOfRamBundles();
    void theUsersMapCounts();
    void severalStepsAreFollowed();
    void mapsOfLinesKeepTheScriptsNames();
    void otherTextsAreNotTheFileOfTheirName_data();
    void otherTextsAreNotTheFileOfTheirName();
    void pathsOfWindowsAreFound();
    void storedReportsComeBack();

private:
    void write(const QString& name, const QByteArray& content) const;
    ReportPtr run(const QByteArray& input, const QString& folder) const;
    ReportPtr run(const QByteArray& input, symbolicate::SymbolicateOptions options) const;

    QTemporaryDir m_folder;
};

namespace {

constexpr auto kScript = R"(class a{b(n){throw new Error("x"+n)}}new a().b(1);)";
constexpr auto kSource = R"(export class Ledger {
  fill(n: number) {
    throw new Error("x" + n);
  }
}
new Ledger().fill(1);
)";

constexpr auto kStack = R"(Error: x1
    at a.b (https://example.com/assets/app.min.js:1:20)
    at https://example.com/assets/app.min.js:1:46
    at node:internal/main:5:1
)";

void appendVlq(QByteArray& out, int value)
{
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned rest = value < 0 ? unsigned(-value) * 2 + 1 : unsigned(value) * 2;
    do {
        const unsigned digit = rest & 31;
        rest >>= 5;
        out += kDigits[digit | (rest != 0 ? 32 : 0)];
    } while (rest != 0);
}

struct Segment
{
    int column, line, originalColumn;
};

/// Encodes the segments of one generated line, all of source 0.
QByteArray mappingsOf(std::initializer_list<Segment> segments)
{
    QByteArray text;
    Segment last{0, 0, 0};
    for (const auto& segment : segments) {
        if (!text.isEmpty())
            text += ',';
        appendVlq(text, segment.column - last.column);
        appendVlq(text, 0);
        appendVlq(text, segment.line - last.line);
        appendVlq(text, segment.originalColumn - last.originalColumn);
        last = segment;
    }
    return text;
}

QByteArray quoted(QByteArray text)
{
    return '"' + text.replace('"', "\\\"").replace('\n', "\\n") + '"';
}

QByteArray mapOf(const QByteArray& source, const QByteArray& text, const QByteArray& more = {})
{
    return R"({"version":3,"sources":[")" + source + R"("],"sourcesContent":[)" + quoted(text) +
           R"(],"names":[],"mappings":")" +
           mappingsOf({{0, 0, 13}, {8, 1, 2}, {13, 2, 4}, {19, 2, 10}, {37, 5, 0}, {45, 5, 13}}) +
           '"' + more + '}';
}

QString placeOf(const Frame& frame)
{
    return QStringLiteral("%1 %2:%3")
        .arg(QString::fromStdString(frame.position.function.value_or("-")),
             QString::fromStdString(frame.position.file.value_or("-")))
        .arg(frame.position.line.value_or(0));
}

QString whyCodeOf(const Report& report)
{
    const auto code =
        insight::whyCodeName(insight::whyModule(report, 0, insight::settingOf(report)).code);
    return QString::fromUtf8(code.data(), qsizetype(code.size()));
}

const ScriptFrame& scriptOf(const Frame& frame)
{
    return std::get<ScriptFrame>(frame.detail);
}

} // namespace

void TestScriptEvents::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

void TestScriptEvents::write(const QString& name, const QByteArray& content) const
{
    const QString path = m_folder.filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

ReportPtr TestScriptEvents::run(const QByteArray& input,
                                symbolicate::SymbolicateOptions options) const
{
    return runOffline(input, std::move(options));
}

ReportPtr TestScriptEvents::run(const QByteArray& input, const QString& folder) const
{
    return runWithFolder(input, m_folder.filePath(folder).toStdString());
}

/// Whoever made the event chose the path.
void TestScriptEvents::readsNoPrivateFileThatAStackNames_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("a script") << "private/app.js" << true;
    QTest::newRow("a package") << "private/.pnpm/app.js" << true;
    QTest::newRow("no extension") << "private/id_rsa" << false;
    QTest::newRow("a hidden folder") << "private/.ssh/keys.js" << false;
}

void TestScriptEvents::readsNoPrivateFileThatAStackNames()
{
    QFETCH(QString, file);
    QFETCH(bool, isRead);
    write(file, "first line\nsecond line\n");
    const auto path = m_folder.filePath(file).toUtf8();
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.useLocalFiles = true;
    const auto report = run("Error: e\n    at f (" + path + ":2:1)\n", options);
    QVERIFY(report);
    const auto& context = report->stacks.front()->frames.front().position.context;
    QCOMPARE(context.line.has_value(), isRead);
}

/// The line of one file must never stand beside the name of another.
void TestScriptEvents::aSourceWithoutANameKeepsTheScriptsPlace()
{
    write("unnamed/app.min.js", "f();\n//# sourceMappingURL=app.min.js.map\n");
    write("unnamed/app.min.js.map",
          R"({"version":3,"sources":[null],"names":[],"mappings":"AAYA"})");
    const auto report = run("Error: e\n    at f (https://a.example/app.min.js:1:1)\n", "unnamed");
    QVERIFY(report);
    const auto& frame = report->stacks[0]->frames[0];
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(1));
    QVERIFY(frame.status != FrameStatus::Symbolicated);
    QVERIFY(frame.note.contains("no source"));
}

void TestScriptEvents::aReferenceBeforeCodeIsNone()
{
    write("string/app.js", "f(`\n//# sourceMappingURL=other.map\n`);\n");
    write("string/other.map",
          R"({"version":3,"sources":["wrong.ts"],"names":[],"mappings":"AAYA"})");
    const auto report = run("Error: e\n    at f (https://a.example/app.js:1:1)\n", "string");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(1));
}

void TestScriptEvents::aPastedStackGetsItsSources()
{
    write("dist/assets/app.min.js",
          QByteArray(kScript) + "\n//# sourceMappingURL=app.min.js.map\n");
    write("dist/assets/app.min.js.map", mapOf("../src/ledger.ts", kSource));
    const auto report = run(kStack, "dist");
    QVERIFY(report);
    QCOMPARE(report->event->kind, EventKind::JavaScript);
    QCOMPARE(report->stacks.size(), 1u);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 3u);
    const bool hasNames = script::hasGrammar(script::Grammar::TypeScript);
    QCOMPARE(placeOf(frames[0]),
             QString(hasNames ? "Ledger.fill ../src/ledger.ts:3" : "a.b ../src/ledger.ts:3"));
    QCOMPARE(scriptOf(frames[0]).nameTrust,
             hasNames ? ScriptNameTrust::OriginalText : ScriptNameTrust::Minified);
    QCOMPARE(frames[0].position.context.line,
             std::optional<std::string>("    throw new Error(\"x\" + n);"));
    QCOMPARE(frames[0].status, FrameStatus::Symbolicated);
    QCOMPARE(frames[0].inApp, std::optional(true));
    QCOMPARE(frames[1].position.line, std::optional<std::uint32_t>(6));
    QCOMPARE(frames[2].inApp, std::optional(false));
    QCOMPARE(report->modules.size(), 1u);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Found);
    QCOMPARE(report->modules[0]->frameCount, 2u);
    QVERIFY(!report->modules[0]->candidates.empty());
    QVERIFY(report::renderText(*report, {}).find("ledger.ts:3") != std::string::npos);
    QVERIFY(report::renderMarkdown(*report, {}).find("ledger.ts:3") != std::string::npos);
    // A script has no address.
    QVERIFY2(!report::renderText(*report, {}).contains("0x0"),
             report::renderText(*report, {}).c_str());
    QVERIFY(!report::renderMarkdown(*report, {}).contains("0x0"));
    QVERIFY(!report::renderJson(*report, {.extras = report::IncludeExtras::Yes}).contains("0x0"));
}

/// Then only the minified text tells the functions, and the map the names in it.
void TestScriptEvents::aMapWithoutTextsIsNamedByTheScript()
{
    QByteArray mappings;
    for (const auto& segment : std::vector<std::vector<int>>{
             {6, 0, 0, 13, 0}, {2, 0, 1, -11, 1}, {5, 0, 1, 2}, {6, 0, 0, 6}}) {
        mappings += mappings.isEmpty() ? "" : ",";
        for (const int field : segment)
            appendVlq(mappings, field);
    }
    write("textless/assets/app.min.js",
          QByteArray(kScript) + "\n//# sourceMappingURL=app.min.js.map\n");
    write("textless/assets/app.min.js.map",
          R"({"version":3,"sources":["../src/ledger.ts"],"names":["Ledger","fill"],"mappings":")" +
              mappings + R"("})");
    const auto report = run(kStack, "textless");
    QVERIFY(report);
    const auto& frame = report->stacks[0]->frames[0];
    const bool hasNames = script::hasGrammar(script::Grammar::JavaScript);
    QCOMPARE(placeOf(frame),
             QString(hasNames ? "Ledger.fill ../src/ledger.ts:3" : "a.b ../src/ledger.ts:3"));
    QCOMPARE(scriptOf(frame).nameTrust,
             hasNames ? ScriptNameTrust::MappedScope : ScriptNameTrust::Minified);
}

void TestScriptEvents::aSentryEventGetsItsSources()
{
    const auto report = run(R"({"event_id":"0123456789abcdef0123456789abcdef",
        "platform":"javascript","release":"1.0","exception":{"values":[{"type":"Error",
        "value":"x1","stacktrace":{"frames":[
        {"filename":"https://example.com/assets/app.min.js","lineno":1,"colno":46,"function":"?"},
        {"filename":"https://example.com/assets/app.min.js","lineno":1,"colno":20}]}}]}})",
                            "dist");
    QVERIFY(report);
    QCOMPARE(report->event->crash.reason, std::string("Error"));
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(3));
    QCOMPARE(report->stacks[0]->frames[1].position.line, std::optional<std::uint32_t>(6));
}

void TestScriptEvents::aFolderOfAnotherLayoutIsSearched()
{
    write("other/static/js/app.min.js",
          QByteArray(kScript) + "\n//# sourceMappingURL=app.min.js.map\n");
    write("other/maps/app.min.js.map", mapOf("../src/ledger.ts", kSource));
    const auto report = run(kStack, "other");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(3));
    const auto& candidates = report->modules[0]->candidates;
    const bool saysHow = std::ranges::any_of(candidates, [](const Candidate& candidate) {
        return candidate.fileType == "source_map" &&
               candidate.outcome.kind == OutcomeKind::FoundByName;
    });
    QVERIFY(saysHow);
}

void TestScriptEvents::aMapIsFoundByDebugId()
{
    const QByteArray id = "2f259f80-58b7-44cb-d7cd-de1505e7e718";
    write("ids/renamed-1.js", QByteArray(kScript) + "\n//# debugId=" + id + "\n");
    write("ids/renamed-2.map", mapOf("../src/ledger.ts", kSource, R"(,"debugId":")" + id + '"'));
    const auto report = run(R"({"event_id":"0123456789abcdef0123456789abcdef",
        "platform":"javascript","debug_meta":{"images":[{"type":"sourcemap",
        "code_file":"app:///x.js","debug_id":")" +
                                id + R"("}]},
        "exception":{"values":[{"type":"Error","stacktrace":{"frames":[
        {"abs_path":"app:///x.js","lineno":1,"colno":20}]}}]}})",
                            "ids");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(3));
    QCOMPARE(scriptOf(report->stacks[0]->frames[0]).resolvedWith,
             std::optional(ResolvedWith::DebugId));
}

void TestScriptEvents::aMissingMapExplainsItself()
{
    write("nomap/assets/app.min.js", QByteArray(kScript) + "\n//# sourceMappingURL=gone.map\n");
    const auto report = run(kStack, "nomap");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].status, FrameStatus::Missing);
    QCOMPARE(placeOf(report->stacks[0]->frames[0]),
             QStringLiteral("a.b https://example.com/assets/app.min.js:1"));
    const auto& module = *report->modules[0];
    QVERIFY2(module.debugDetails.find("https://example.com/assets/gone.map") != std::string::npos,
             module.debugDetails.c_str());
    QVERIFY(report::renderText(*report, {}).find("gone.map") != std::string::npos);
    QCOMPARE(whyCodeOf(*report), QStringLiteral("offline"));
}

void TestScriptEvents::aMissingScriptExplainsItself()
{
    const auto report = run("Error: x1\n    at f (/nowhere/app.js:1:20)\n", "nomap");
    QVERIFY(report);
    QCOMPARE(whyCodeOf(*report), QStringLiteral("script_missing"));
    const auto& details = report->modules[0]->debugDetails;
    QVERIFY2(details.find("/nowhere/app.js") != std::string::npos, details.c_str());
}

void TestScriptEvents::damageIsTold_data()
{
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("base64") << QByteArray("data:application/json;base64,e30*") << QByteArray()
                            << "map_damaged" << "damaged base64: digit 3 is none";
    QTest::newRow("text") << QByteArray("app.min.js.map") << QByteArray(R"({"sources":["a)")
                          << "map_damaged" << "the string at byte 12 does not end";
    QTest::newRow("cycle") << QByteArray("app.min.js.map")
                           << QByteArray(R"({"version":3,"sections":[{"offset":{"line":0,"column":)"
                                         R"(0},"url":"app.min.js.map"}]})")
                           << "map_damaged" << "which the section is a part of";
    QTest::newRow("segments") << QByteArray("app.min.js.map")
                              << QByteArray(R"({"sources":["a"],"mappings":"AAAA,!"})") << ""
                              << "1 damaged segments are left out; damaged: a byte that is no "
                                 "base64 digit at offset 5";
}

void TestScriptEvents::damageIsTold()
{
    QFETCH(QByteArray, reference);
    QFETCH(QByteArray, map);
    QFETCH(QString, code);
    QFETCH(QString, words);
    const auto folder = QStringLiteral("damage-") + QString::fromLatin1(QTest::currentDataTag());
    write(folder + "/assets/app.min.js",
          QByteArray(kScript) + "\n//# sourceMappingURL=" + reference + '\n');
    if (!map.isEmpty())
        write(folder + "/assets/app.min.js.map", map);
    const auto report = run(kStack, folder);
    QVERIFY(report);
    const auto& module = *report->modules[0];
    auto told = QString::fromStdString(module.debugDetails);
    for (const auto& note : module.notes)
        told += QString::fromStdString(note);
    QVERIFY2(told.contains(words), qPrintable(told));
    QCOMPARE(whyCodeOf(*report), code);
}

void TestScriptEvents::sectionsByUrlAreRead()
{
    write("parts/assets/app.min.js", QByteArray(kScript) + "\n//# sourceMappingURL=app.map\n");
    write("parts/assets/app.map",
          R"({"version":3,"sections":[{"offset":{"line":0,"column":0},"url":"maps/part.map"}]})");
    write("parts/assets/maps/part.map", mapOf("../src/ledger.ts", kSource));
    const auto report = run(kStack, "parts");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(3));
}

/// `inner` was inlined into `outer`, which calls it in line 6.
void TestScriptEvents::inlinedBodiesAreFrames()
{
    auto map = mapOf("../src/ledger.ts", kSource,
                     R"(,"scopes":"BAAA,BFBAA,CBB,BFBAC,CBB,CBA,EGNC,ECDC,IAFC,FR,FD")");
    map.replace(R"("names":[])", R"("names":["outer","inner"])");
    write("scopes/assets/app.min.js", QByteArray(kScript) + "\n//# sourceMappingURL=app.map\n");
    write("scopes/assets/app.map", map);
    const auto report = run(kStack, "scopes");
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 4u);
    QCOMPARE(placeOf(frames[0]), QStringLiteral("inner ../src/ledger.ts:3"));
    QVERIFY(frames[0].isInlined);
    QCOMPARE(scriptOf(frames[0]).nameTrust, ScriptNameTrust::MapScopes);
    QCOMPARE(placeOf(frames[1]), QStringLiteral("outer ../src/ledger.ts:6"));
    QVERIFY(!frames[1].isInlined);
    QCOMPARE(frames[1].originalIndex, 0u);
    QCOMPARE(frames[1].position.context.line, std::optional<std::string>("new Ledger().fill(1);"));
    QCOMPARE(frames[2].originalIndex, 1u);
    QCOMPARE(report->modules[0]->frameCount, 2u);
}

/// webpack's "cheap-module-source-map" tells lines only; the names of the script are not minified.
void TestScriptEvents::mapsOfLinesKeepTheScriptsNames()
{
    write("lines/app.js", "/* webpack */\nclass Shape { get area() { return compute(); } }\n");
    write("lines/app.js.map",
          R"({"version":3,"sources":["shape.js"],"sourcesContent":["\nclass Shape {\n}\n"],)"
          R"("names":[],"mappings":"AAAA;AACA"})");
    const auto report = run("Error: x\n    at get area (https://example.com/app.js:2:41)\n"
                            "    at https://example.com/app.js:2:20\n",
                            "lines");
    QVERIFY(report);
    const auto& frames = report->stacks.front()->frames;
    QCOMPARE(placeOf(frames[0]), "get area shape.js:2");
    QCOMPARE(placeOf(frames[1]), "<anonymous> shape.js:2");
    QVERIFY(!frames[0].position.column);
}

void TestScriptEvents::otherTextsAreNotTheFileOfTheirName_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("what a bundler evaluates") << QByteArray("webpack-internal:///./src/app.min.js");
    QTest::newRow("an original file") << QByteArray("webpack:///./src/app.min.js");
    QTest::newRow("a URL that is the text") << QByteArray("data:text/javascript,x/app.min.js");
}

void TestScriptEvents::otherTextsAreNotTheFileOfTheirName()
{
    QFETCH(QByteArray, path);
    write("named/app.min.js", kScript);
    write("named/app.min.js.map", mapOf("../src/ledger.ts", kSource));
    const auto report = run("Error: x\n    at f (" + path + ":1:20)\n", "named");
    QVERIFY(report);
    const auto& frame = report->stacks.front()->frames.front();
    QVERIFY(!scriptOf(frame).isSymbolicated);
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(1));
}

void TestScriptEvents::pathsOfWindowsAreFound()
{
    write("windows/app.min.js", kScript);
    write("windows/app.min.js.map", mapOf("../src/ledger.ts", kSource));
    const auto report = run("Error: x\n    at a.b (C:\\Users\\me\\dist\\app.min.js:1:20)\n"
                            "    at f (\\\\server\\share\\app.min.js:1:20)\n",
                            "windows");
    QVERIFY(report);
    const auto& frames = report->stacks.front()->frames;
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(3));
    QCOMPARE(frames[1].position.line, std::optional<std::uint32_t>(3));
}

/// Module 12 begins at line 3 of the text that the map describes; module 11 is absent.
void TestScriptEvents::modulesOfRamBundles()
{
    auto map = mapOf("../src/ledger.ts", kSource,
                     R"(,"x_facebook_offsets":[0,1,1,1,1,1,1,1,1,1,1,null,3])");
    map.replace(R"("mappings":")", R"("mappings":";;;)");
    write("ram/main.jsbundle.map", map);
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    const auto path = m_folder.filePath("ram/main.jsbundle.map").toStdString();
    options.locatedFiles = {{.module = 0, .path = path}, {.module = 1, .path = path}};
    const auto report = run("Error: x1\n    at f (12.js:1:20)\n    at g (11.js:1:20)\n", options);
    QVERIFY(report);
    QCOMPARE(report->modules.size(), 2u);
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(3));
    QVERIFY(!scriptOf(report->stacks[0]->frames[1]).isSymbolicated);
    const auto& details = report->modules[1]->debugDetails;
    QVERIFY2(details.find("no module 11") != std::string::npos, details.c_str());
}

/// The function map says "Ledger#fill" for the whole source. Without the text it counts.
void TestScriptEvents::metrosNamesComeAfterTheText()
{
    const auto functionMap = [](const char* name) {
        return QByteArray(R"(,"x_facebook_sources":[[{"names":[")") + name +
               R"("],"mappings":"AAA"}]])";
    };
    const auto nameBy = [&](const QByteArray& map) {
        write("metro/assets/app.min.js",
              QByteArray(kScript) + "\n//# sourceMappingURL=app.min.js.map\n");
        write("metro/assets/app.min.js.map", map);
        const auto report = run(kStack, "metro");
        return report ? placeOf(report->stacks[0]->frames[0]) : QString();
    };
    QCOMPARE(nameBy(mapOf("../src/ledger.ts", kSource, functionMap("Ledger#fill"))),
             QStringLiteral("Ledger.fill ../src/ledger.ts:3"));
    auto withoutText = mapOf("../src/ledger.ts", "", functionMap("Ledger#fill"));
    withoutText.replace(R"("sourcesContent":[""])", R"("sourcesContent":[null])");
    QCOMPARE(nameBy(withoutText), QStringLiteral("Ledger#fill ../src/ledger.ts:3"));
    withoutText.replace("Ledger#fill", "each$argument_1");
    QCOMPARE(nameBy(withoutText), QStringLiteral("each$argument_1 ../src/ledger.ts:3"));
}

/// The map has no function maps, so the code of the module names the function, although it begins
/// at line 3 of the text that the map describes.
void TestScriptEvents::codeOfRamBundles()
{
    auto map = mapOf("../src/ledger.ts", "", R"(,"x_facebook_offsets":[0,null,3])");
    map.replace(R"("mappings":")", R"("mappings":";;;)");
    const QByteArray code(kScript);
    const std::array<quint32, 9> head{
        0xFB0B'D1E5, 3, 1, 0, 0, 0, 0, 1, static_cast<quint32>(code.size()) + 1};
    const QByteArray table(reinterpret_cast<const char*>(head.data()), sizeof(head));
    write("indexed/main.jsbundle", table + QByteArray(1, '\0') + code + QByteArray(1, '\0'));
    write("indexed/main.jsbundle.map", map);
    const auto byFolder = run("Error: x1\n    at 2.js:1:20\n    at g (1.js:1:20)\n", "indexed");
    QVERIFY(byFolder);
    const auto& frames = byFolder->stacks[0]->frames;
    QVERIFY(scriptOf(frames[0]).isSymbolicated);
    QCOMPARE(frames[0].position.function, std::optional<std::string>("a.b"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(3));
    QVERIFY(!scriptOf(frames[1]).isSymbolicated);
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.locatedFiles = {
        {.module = 0, .path = m_folder.filePath("indexed/main.jsbundle").toStdString()}};
    const auto chosen = run("Error: x1\n    at a.b (2.js:1:20)\n", options);
    QVERIFY(chosen);
    QCOMPARE(placeOf(chosen->stacks[0]->frames[0]), placeOf(frames[0]));
}

/// Module 1 of segment 3 begins at line 2 of the text that the segment's map describes.
void TestScriptEvents::segmentsOfRamBundles()
{
    auto segment = mapOf("../src/ledger.ts", kSource, R"(,"x_facebook_offsets":[0,2])");
    segment.replace(R"("mappings":")", R"("mappings":";;)");
    const auto map =
        mapOf("../src/other.ts", "", R"(,"x_facebook_segments":{"3":)" + segment + "}");
    write("segments/main.jsbundle.map", map);
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    const auto path = m_folder.filePath("segments/main.jsbundle.map").toStdString();
    for (std::uint32_t i = 0; i < 3; ++i)
        options.locatedFiles.push_back({.module = i, .path = path});
    const auto report = run("Error: x1\n    at f (seg-3_1.js:1:20)\n    at g (seg-4.js:1:20)\n"
                            "    at h (seg-3_7.js:1:20)\n",
                            options);
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames[0].position.file, std::optional<std::string>("../src/ledger.ts"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(3));
    const auto& missing = report->modules[1]->debugDetails;
    QVERIFY2(missing.find("no segment 4") != std::string::npos, missing.c_str());
    const auto& module = report->modules[2]->debugDetails;
    QVERIFY2(module.find("no module 7") != std::string::npos, module.c_str());
}

void TestScriptEvents::theUsersMapCounts()
{
    write("chosen.map", mapOf("../src/ledger.ts", kSource));
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.locatedFiles = {{.module = 0, .path = m_folder.filePath("chosen.map").toStdString()}};
    const auto report = run(kStack, options);
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(3));
    const auto& notes = report->modules[0]->notes;
    QCOMPARE(notes.size(), 1u);
    QVERIFY(notes[0].find("the script itself was not found") != std::string::npos);
}

/// The map names a script that has a map of its own.
void TestScriptEvents::severalStepsAreFollowed()
{
    const QByteArray step = "// made\n\n// by a compiler\nclass Ledger{fill(n){throw new "
                            "Error(\"x\"+n)}}\n";
    const QByteArray deepest = R"({"version":3,"sources":["deep.ts"],"sourcesContent":[)" +
                               quoted("function deep() {\n  go();\n}\n") +
                               R"(],"names":[],"mappings":";;AACE"})";
    write("steps/assets/app.min.js",
          QByteArray(kScript) + "\n//# sourceMappingURL=app.min.js.map\n");
    write("steps/assets/app.min.js.map",
          mapOf("step.js", step + "//# sourceMappingURL=step.js.map\n"));
    write("steps/assets/step.js.map", deepest);
    const auto report = run(kStack, "steps");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.file, std::optional<std::string>("deep.ts"));
    QCOMPARE(report->stacks[0]->frames[0].position.line, std::optional<std::uint32_t>(2));
}

void TestScriptEvents::storedReportsComeBack()
{
    const auto report = run(kStack, "dist");
    QVERIFY(report);
    std::vector<std::byte> file;
    const auto written =
        codec::writeReport(*report, codec::EventMemory::LeaveOut, [&](Bytes piece) -> Result<void> {
            file.insert(file.end(), piece.begin(), piece.end());
            return {};
        });
    QVERIFY(written);
    const auto read = codec::readReport(ByteView::copyOf(file), {}, {});
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(report::renderText(*read, {}), report::renderText(*report, {}));
    const auto& stacks = std::get<ScriptEvent>(read->event->detail).stacks;
    QCOMPARE(stacks.size(), 1u);
    QCOMPARE(stacks[0].frames[0].rawLine,
             std::string("at a.b (https://example.com/assets/app.min.js:1:20)"));
}

QTEST_GUILESS_MAIN(TestScriptEvents)
#include "tst_script_events.moc"
