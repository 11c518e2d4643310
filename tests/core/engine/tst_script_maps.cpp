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

QTEST_GUILESS_MAIN(TestScriptMaps)
#include "tst_script_maps.moc"
