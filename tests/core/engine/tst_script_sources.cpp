// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/report.h"
#include "tests/core/engine/event_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Which file of a folder is a script, its map or its source, when names alone do not tell.
class TestScriptSources : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void compilersKeepNames_data();
    void compilersKeepNames();
    void mapsLieBesideTheirScripts();
    void mapsAreAppliedOnce_data();
    void mapsAreAppliedOnce();
    void stepsAreStillFollowed();
    void bundlesWithoutAName_data();
    void bundlesWithoutAName();
    void bundlesOfAnotherName_data();
    void bundlesOfAnotherName();
    void modulesOfTheOnlyBundle_data();
    void modulesOfTheOnlyBundle();
    void placesInBytecode_data();
    void placesInBytecode();
    void functionsThatRan();

private:
    void write(const QString& name, const QByteArray& content) const;

    ReportPtr run(const QByteArray& input) const
    {
        return runWithFolder(input, m_folder->path().toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// A map whose generated line n is the line of `lines` with this index, all counted from 0.
QByteArray mapOf(const QByteArray& sources, const std::vector<int>& lines, QByteArray more = {})
{
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";
    QByteArray mappings;
    int last = 0;
    for (const int line : lines) {
        const int delta = line - last;
        last = line;
        Q_ASSERT(std::abs(delta) < 16);
        mappings += QByteArray("AA") + kDigits[delta < 0 ? -delta * 2 + 1 : delta * 2] + "A;";
    }
    return R"({"version":3,"sources":[)" + sources + R"(],"names":[],"mappings":")" + mappings +
           '"' + more + '}';
}

QByteArray scriptOf(const QByteArray& name)
{
    return "first();\nsecond();\nthird();\n//# sourceMappingURL=" + name + ".map\n";
}

QByteArray stackAt(const QByteArray& place)
{
    return "Error: e\n    at f (" + place + ")\n";
}

QString placeOf(const Frame& frame)
{
    return QStringLiteral("%1:%2")
        .arg(QString::fromStdString(frame.position.file.value_or("-")))
        .arg(frame.position.line.value_or(0));
}

QString contextOf(const Frame& frame)
{
    return QString::fromStdString(frame.position.context.line.value_or("-"));
}

} // namespace

void TestScriptSources::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestScriptSources::write(const QString& name, const QByteArray& content) const
{
    const QString path = m_folder->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

/// A compiler that works file by file keeps the names, so the script has its source's name.
void TestScriptSources::compilersKeepNames_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("other"); // A further file, of three lines.
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("context");
    const QByteArray plain = "1\n2\n3\n4\n5\n6\n7\n8\n";
    QTest::newRow("the script alone") << QByteArray("../../src/a/util.js") << "" << plain << "-";
    QTest::newRow("a source of the script's own name")
        << QByteArray("util.js") << "" << plain << "-";
    QTest::newRow("the source") << QByteArray("../../src/a/util.js") << "src/a/util.js" << plain
                                << "8";
    QTest::newRow("a source of another folder")
        << QByteArray("../../src/a/util.js") << "src/b/util.js" << plain << "-";
    QTest::newRow("another script of that name")
        << QByteArray("../../src/a/util.js") << "dist/b/util.js" << scriptOf("util.js") << "-";
    QTest::newRow("a script in a folder of the same name")
        << QByteArray("../../src/a/util.js") << "dist/x/a/util.js" << scriptOf("util.js") << "-";
    QTest::newRow("a source of another checkout")
        << QByteArray("/build/of/ci/src/a/util.js") << "src/a/util.js" << plain << "8";
    QTest::newRow("a source in another language")
        << QByteArray("../../src/a/util.coffee") << "src/a/util.js" << plain << "-";
}

void TestScriptSources::compilersKeepNames()
{
    QFETCH(QByteArray, source);
    QFETCH(QString, other);
    QFETCH(QByteArray, content);
    QFETCH(QString, context);
    write("dist/a/util.js", scriptOf("util.js"));
    write("dist/a/util.js.map", mapOf('"' + source + '"', {2, 1, 7}));
    if (!other.isEmpty())
        write(other, content);
    const auto report = run(stackAt("app:///dist/a/util.js:3:1"));
    QVERIFY(report);
    const auto& frame = report->stacks[0]->frames[0];
    QCOMPARE(placeOf(frame), QString(source + ":8"));
    QCOMPARE(contextOf(frame), context);
}

void TestScriptSources::mapsLieBesideTheirScripts()
{
    for (const QByteArray folder : {"a", "b", "c"}) {
        write("out/" + folder + "/util.js", scriptOf("util.js") + "// " + folder);
        write("out/" + folder + "/util.js.map",
              mapOf("\"../../" + folder + ".ts\"", {folder[0] - 'a', 0}));
    }
    const auto report = run("Error: e\n    at f (app:///b/util.js:1:1)\n"
                            "    at g (app:///c/util.js:1:1)\n    at h (app:///a/util.js:1:1)\n");
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(placeOf(frames[0]), QString("../../b.ts:2"));
    QCOMPARE(placeOf(frames[1]), QString("../../c.ts:3"));
    QCOMPARE(placeOf(frames[2]), QString("../../a.ts:1"));
}

/// A source that names a map may be the script itself, or lead to it.
void TestScriptSources::mapsAreAppliedOnce_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("the same map") << QByteArray("../src/util.js") << scriptOf("util.js");
    QTest::newRow("the map by another way") << QByteArray("util.js") << scriptOf("../dist/util.js");
    QTest::newRow("a map of the same name elsewhere")
        << QByteArray("webpack:///./node_modules/lib/util.js") << scriptOf("util.js");
}

void TestScriptSources::mapsAreAppliedOnce()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, text);
    const QByteArray quoted = '"' + QByteArray(text).replace('\n', "\\n") + '"';
    write("dist/util.js", "made();\n" + scriptOf("util.js"));
    write("dist/util.js.map",
          mapOf('"' + source + '"', {1, 0, 2}, R"(,"sourcesContent":[)" + quoted + ']'));
    const auto report = run(stackAt("app:///dist/util.js:1:1"));
    QVERIFY(report);
    QVERIFY(QString(source + ":2").endsWith(placeOf(report->stacks[0]->frames[0])));
    QCOMPARE(contextOf(report->stacks[0]->frames[0]), QString("second();"));
}

void TestScriptSources::stepsAreStillFollowed()
{
    write("dist/app.min.js", scriptOf("app.min.js"));
    write("dist/app.min.js.map", mapOf("\"app.js\"", {1, 0}));
    write("dist/app.js", "step();\n" + scriptOf("app.js"));
    write("dist/app.js.map", mapOf("\"../src/app.ts\"", {4, 6}));
    write("src/app.ts", "1\n2\n3\n4\n5\n6\n7\n");
    const auto report = run(stackAt("app:///dist/app.min.js:1:1"));
    QVERIFY(report);
    QCOMPARE(placeOf(report->stacks[0]->frames[0]), QString("../src/app.ts:7"));
    QCOMPARE(contextOf(report->stacks[0]->frames[0]), QString("7"));
}

/// Release builds of React Native print "name@line:column".
void TestScriptSources::bundlesWithoutAName_data()
{
    QTest::addColumn<QStringList>("maps");
    QTest::addColumn<QString>("place");
    const QString unknown = "<bundle>:2";
    QTest::newRow("no map") << QStringList() << unknown;
    QTest::newRow("the only map") << QStringList{"x/app.map"} << "app.ts:6";
    QTest::newRow("the only map of a bundle")
        << QStringList{"main.jsbundle.map", "web.js.map"} << "app.ts:6";
    QTest::newRow("two maps of bundles")
        << QStringList{"main.jsbundle.map", "index.android.bundle.map"} << unknown;
    QTest::newRow("two other maps") << QStringList{"a.js.map", "b.js.map"} << unknown;
}

void TestScriptSources::bundlesWithoutAName()
{
    QFETCH(QStringList, maps);
    QFETCH(QString, place);
    for (const auto& map : maps)
        write(map, mapOf(map == "web.js.map" ? "\"web.ts\"" : "\"app.ts\"", {2, 5}));
    for (const QByteArray line : {"f@2:1", "f:2:1"}) {
        const auto report = run("TypeError: e\n" + line + "\n@2:1\nvalue@-1\ng@2:1\n");
        QVERIFY(report);
        const auto& frames = report->stacks[0]->frames;
        QCOMPARE(frames.size(), 4u);
        QCOMPARE(placeOf(frames[0]), place);
        QCOMPARE(placeOf(frames[1]), place);
        QCOMPARE(frames[2].position.function, std::optional<std::string>("value"));
        QVERIFY(!frames[2].position.line);
        QCOMPARE(placeOf(frames[3]), place);
    }
}

void TestScriptSources::bundlesOfAnotherName_data()
{
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("place");
    const QString unknown = "index.android.bundle:2";
    QTest::newRow("its own map") << "index.android.bundle.map" << "app.ts:6";
    QTest::newRow("the only map") << "release.map" << "app.ts:6";
    QTest::newRow("the map of another platform") << "main.jsbundle.map" << unknown;
}

void TestScriptSources::bundlesOfAnotherName()
{
    QFETCH(QString, map);
    QFETCH(QString, place);
    write("maps/" + map, mapOf("\"app.ts\"", {2, 5}));
    const auto report = run("Error: e\n    at f (/data/app/index.android.bundle:2:1)\n");
    QVERIFY(report);
    QVERIFY(placeOf(report->stacks[0]->frames[0]).endsWith(place));
}

void TestScriptSources::modulesOfTheOnlyBundle_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QString>("place");
    QTest::newRow("a map with modules")
        << QByteArray(R"(,"x_facebook_offsets":[0,null,2])") << "app.ts:8";
    QTest::newRow("another map") << QByteArray() << "2.js:1";
}

void TestScriptSources::modulesOfTheOnlyBundle()
{
    QFETCH(QByteArray, more);
    QFETCH(QString, place);
    write("any.map", mapOf("\"app.ts\"", {2, 5, 7}, more));
    const auto report = run("Error: e\nf@2.js:1:1\n");
    QVERIFY(report);
    QCOMPARE(placeOf(report->stacks[0]->frames[0]), place);
}

void TestScriptSources::placesInBytecode_data()
{
    QTest::addColumn<QByteArray>("frame");
    QTest::addColumn<QString>("place");
    QTest::newRow("a module") << QByteArray(
                                     R"({"CJSModuleOffset":0,"FunctionID":1,"ByteCodeOffset":4,)")
                              << "shop.js:5";
    QTest::newRow("a segment") << QByteArray(R"({"SegmentID":0,"FunctionID":2,"ByteCodeOffset":9,)")
                               << "shop.js:11";
    QTest::newRow("neither number")
        << QByteArray(R"({"FunctionID":2,"ByteCodeOffset":2,)") << "shop.js:11";
    QTest::newRow("no such function")
        << QByteArray(R"({"SegmentID":0,"FunctionID":3,"ByteCodeOffset":9,)") << "main.jsbundle:1";
    QTest::newRow("no such segment")
        << QByteArray(R"({"SegmentID":7,"FunctionID":1,"ByteCodeOffset":9,)") << "main.jsbundle:8";
}

void TestScriptSources::placesInBytecode()
{
    QFETCH(QByteArray, frame);
    QFETCH(QString, place);
    write("main.jsbundle.map",
          R"({"version":3,"sources":["shop.js"],"names":[],"mappings":"AAAA,YAIE,oBAMI",)"
          R"("x_hermes_function_offsets":{"0":[0,10,30]}})");
    const auto report =
        run(R"({"callstack":[)" + frame + R"("SourceURL":"main.jsbundle"},{"NativeCode":true}]})");
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 2u);
    QCOMPARE(placeOf(frames[0]), place);
    QCOMPARE(frames[1].position.function, std::optional<std::string>("[native code]"));
}

/// Lines and columns of a coverage profile count from 0.
void TestScriptSources::functionsThatRan()
{
    write("main.jsbundle.map", mapOf("\"app.ts\"", {2, 5}));
    const auto report = run(R"({"executedFunctions":[
        {"line":0,"column":3,"SourceURL":"main.jsbundle"},
        {"line":1,"column":0,"SourceURL":"main.jsbundle"}]})");
    QVERIFY(report);
    QCOMPARE(report->event->threads[0].role, StackRole::Thread);
    QCOMPARE(placeOf(report->stacks[0]->frames[0]), QString("app.ts:3"));
    QCOMPARE(placeOf(report->stacks[0]->frames[1]), QString("app.ts:6"));
}

QTEST_GUILESS_MAIN(TestScriptSources)
#include "tst_script_sources.moc"
