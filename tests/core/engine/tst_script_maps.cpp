// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/report.h"
#include "tests/core/engine/event_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Which map is that of a script: maps inside of scripts, maps of steps, segments, names with
/// escapes.
class TestScriptMaps : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void embeddedMapsAreTheirOwn();
    void aRebuiltScriptHasItsNewMap();
    void stepsOfOneNameAreTheirOwn();
    void namesAreDecoded_data();
    void namesAreDecoded();
    void recordedNamesAreDecoded_data();
    void recordedNamesAreDecoded();
    void theMapOfABundleIsThatOfItsSegments();
    void sourceRootsAreJoined();

private:
    void write(const QString& name, const QByteArray& content) const;
    symbolicate::SymbolicateOptions options() const;

    ReportPtr run(const QByteArray& input) const { return runOffline(input, options()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// A map of one token: the script's first character is that of a source's line, counted from 1.
QByteArray mapOf(const QByteArray& source, int line, const QByteArray& text = {})
{
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";
    const auto content = QByteArray(text).replace('\n', "\\n");
    return R"({"version":3,"sources":[")" + source + R"("],)" +
           (text.isEmpty() ? QByteArray() : R"("sourcesContent":[")" + content + R"("],)") +
           R"("names":[],"mappings":"AA)" + kDigits[(line - 1) * 2] + R"(A"})";
}

QByteArray scriptWith(const QByteArray& map)
{
    return "f();\n//# sourceMappingURL=data:application/json;base64," + map.toBase64() + '\n';
}

QByteArray stackOf(const QByteArrayList& places)
{
    QByteArray text = "Error: e\n";
    for (const auto& place : places)
        text += "    at f (" + place + ":1:1)\n";
    return text;
}

QStringList placesOf(const ReportPtr& report)
{
    QStringList places;
    if (!report)
        return places;
    for (const auto& frame : report->stacks.at(0)->frames)
        places += QStringLiteral("%1:%2 %3")
                      .arg(QString::fromStdString(frame.position.file.value_or("-")))
                      .arg(frame.position.line.value_or(0))
                      .arg(QString::fromStdString(frame.position.context.line.value_or("-")));
    return places;
}

} // namespace

void TestScriptMaps::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestScriptMaps::write(const QString& name, const QByteArray& content) const
{
    const QString path = m_folder->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile::remove(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

symbolicate::SymbolicateOptions TestScriptMaps::options() const
{
    sources::SourceConfig source;
    source.id = "local:0";
    source.where = sources::FolderSource{.path = m_folder->path().toStdString()};
    symbolicate::SymbolicateOptions options;
    options.sources = {source};
    return options;
}

/// Such a map has no name, so it must not be taken for another one without a name.
void TestScriptMaps::embeddedMapsAreTheirOwn()
{
    write("a/one.js", scriptWith(mapOf("first.js", 1, "mine\nother")));
    write("b/two.js", scriptWith(mapOf("second.js", 2, "x\nsecret")));
    const auto report = run(stackOf({"https://a.test/a/one.js", "https://a.test/b/two.js"}));
    QCOMPARE(placesOf(report), (QStringList{"first.js:1 mine", "second.js:2 secret"}));
}

void TestScriptMaps::aRebuiltScriptHasItsNewMap()
{
    engine::EngineConfig config;
    config.offline = true;
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    const auto stack = stackOf({"https://a.test/out/app.js"}).toStdString();
    const auto event = intake::readEvent(ByteView::fromString(stack), {});
    QVERIFY(event);
    for (const int line : {1, 3}) {
        write("out/app.js", scriptWith(mapOf("a.js", line, "one\ntwo\nthree")));
        const auto report = engine.run(*event, options(), {});
        QVERIFY(report);
        QCOMPARE(placesOf(*report), QStringList(line == 1 ? "a.js:1 one" : "a.js:3 three"));
    }
}

/// Bundlers give the sources of all bundles names like "webpack:///./step.js".
void TestScriptMaps::stepsOfOneNameAreTheirOwn()
{
    const auto step = [](const QByteArray& source, int line) {
        return mapOf("webpack:///./step.js", 1, scriptWith(mapOf(source, line, "1\n2\n3")));
    };
    write("a/one.js", scriptWith(step("deep.ts", 1)));
    write("b/two.js", scriptWith(step("other.ts", 3)));
    const auto report = run(stackOf({"https://a.test/a/one.js", "https://a.test/b/two.js"}));
    QCOMPARE(placesOf(report), (QStringList{"deep.ts:1 1", "other.ts:3 3"}));
}

void TestScriptMaps::namesAreDecoded_data()
{
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("blank") << QByteArray("my%20app.js.map") << "out/my app.js.map" << true;
    QTest::newRow("letter") << QByteArray("%C3%A9.map") << QStringLiteral("out/\u00e9.map") << true;
    QTest::newRow("as it stands") << QByteArray("a%20b.map") << "out/a%20b.map" << true;
    QTest::newRow("other folder") << QByteArray("../m/a%20b.map") << "m/a b.map" << true;
    QTest::newRow("not UTF-8") << QByteArray("%ff.map") << "out/x.map" << false;
    QTest::newRow("no name of a file") << QByteArray("a.map%00b.map") << "out/a.map" << false;
}

void TestScriptMaps::namesAreDecoded()
{
    QFETCH(QByteArray, reference);
    QFETCH(QString, file);
    QFETCH(bool, isFound);
    write("out/the app.js", "f();\n//# sourceMappingURL=" + reference + '\n');
    write(file, mapOf("src/my%20file.ts", 2));
    write("out/src/my file.ts", "one\ntwo\n");
    const auto report = run(stackOf({"https://a.test/out/the%20app.js"}));
    QVERIFY(report);
    const bool isOriginal = placesOf(report).at(0).contains("my%20file.ts:2");
    QCOMPARE(isOriginal, isFound);
    if (isFound && file.startsWith("out/"))
        QCOMPARE(placesOf(report), QStringList("src/my%20file.ts:2 two"));
}

/// The path of a script that the trace itself names.
void TestScriptMaps::recordedNamesAreDecoded_data()
{
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("a map") << QByteArray("my%20app.js.map") << "my app.js.map" << true;
    QTest::newRow("a hidden folder") << QByteArray("%2Essh/a.map") << ".ssh/a.map" << false;
    QTest::newRow("no map, plain") << QByteArray("id_rsa") << "id_rsa" << false;
    QTest::newRow("no map") << QByteArray("id%5Frsa") << "id_rsa" << false;
    QTest::newRow("cut") << QByteArray("id%5Frsa%00.map") << "id_rsa" << false;
}

void TestScriptMaps::recordedNamesAreDecoded()
{
    QFETCH(QByteArray, reference);
    QFETCH(QString, file);
    QFETCH(bool, isFound);
    write("app.js", "f();\n//# sourceMappingURL=" + reference + '\n');
    write(file, mapOf("a.ts", 3));
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.useLocalFiles = true;
    const auto path = m_folder->filePath("app.js").toUtf8();
    const auto report = runOffline(stackOf({path}), options);
    QVERIFY(report);
    QCOMPARE(placesOf(report).at(0).startsWith("a.ts:3"), isFound);
}

void TestScriptMaps::theMapOfABundleIsThatOfItsSegments()
{
    auto map = mapOf("main.ts", 1, "main");
    map.chop(1);
    map += R"(,"x_facebook_segments":{"1":)" + mapOf("lazy.ts", 2, "x\nlazy") + "}}";
    write("main.jsbundle.map", map);
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.locatedFiles = {
        {.module = 0, .path = m_folder->filePath("main.jsbundle.map").toStdString()}};
    const auto report =
        runOffline(stackOf({"/a/main.jsbundle", "seg-1.js", "seg-2.js", "7.js"}), options);
    const auto places = placesOf(report);
    QCOMPARE(places.size(), 4);
    QCOMPARE(places[0], QStringLiteral("main.ts:1 main"));
    QCOMPARE(places[1], QStringLiteral("lazy.ts:2 lazy"));
    const auto& missing = report->modules[2]->debugDetails;
    QVERIFY2(missing.find("no segment 2") != std::string::npos, missing.c_str());
    QCOMPARE(places[3], QStringLiteral("7.js:1 -")); // The map has no modules.
}

void TestScriptMaps::sourceRootsAreJoined()
{
    auto map = mapOf("../a.ts", 2, "x\ny");
    map.chop(1);
    write("out/app.js", scriptWith(map + R"(,"sourceRoot":"https://src.test/root/"})"));
    const auto report = run(stackOf({"https://a.test/out/app.js"}));
    QCOMPARE(placesOf(report), QStringList("https://src.test/a.ts:2 y"));
    QCOMPARE(report->stacks[0]->frames[0].position.absPath,
             std::optional<std::string>("https://src.test/a.ts"));
}

QTEST_GUILESS_MAIN(TestScriptMaps)
#include "tst_script_maps.moc"
