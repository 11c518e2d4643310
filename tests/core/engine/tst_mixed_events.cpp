// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/model/report.h"
#include "core/report/json_report.h"
#include "tests/core/engine/event_run.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/wasm_builder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Events whose frames belong to several languages: each is symbolicated with its own files.
class TestMixedEvents : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void wasmFrames_data();
    void wasmFrames();
    void wasmWithoutDebugInfoStays();
    void wasmWithASourceMap();
    void theUsersWasmModule();
    void errorsOfTwoLanguages_data();
    void errorsOfTwoLanguages();
    void oneStackOfThreeLanguages_data();
    void oneStackOfThreeLanguages();
    void nativeImagesAlone_data();
    void nativeImagesAlone();
    void storedReportsComeBack();

private:
    void write(const QString& name, const QByteArray& content) const;
    void writeFiles() const;

    ReportPtr run(const QByteArray& input) const
    {
        return runWithFolder(input, m_folder->path().toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

constexpr auto kScript = "first();\nsecond();\n//# sourceMappingURL=app.js.map\n";
constexpr auto kScriptMap =
    R"({"version":3,"sources":["shop.ts"],"names":[],"mappings":"AAIA;AAKA"})";
constexpr auto kMapping = R"(# compiler: R8
com.acme.Pricing -> a.b:
# {"id":"sourceFile","fileName":"Pricing.kt"}
    1:1:int discount(int):30:30 -> c
com.acme.PriceException -> a.x:
)";
/// Script, Java, machine code, and Dart, each as frames of Sentry.
constexpr auto kScriptFrame =
    R"({"platform":"javascript","abs_path":"app:///app.js","lineno":2,"colno":1,"function":"f"})";
constexpr auto kJavaFrame =
    R"({"platform":"java","module":"a.b","function":"c","filename":"SourceFile","lineno":1})";
constexpr auto kNativeFrame = R"({"platform":"native","instruction_addr":"0x10090"})";
constexpr auto kDartFrame =
    R"({"platform":"dart","abs_path":"package:shop/main.dart","function":"main","lineno":12})";

QByteArray bytesOf(const std::vector<std::byte>& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())};
}

/// A module with the function "outer" of DwarfBuilder, and where its code begins.
std::pair<QByteArray, std::size_t> wasmModule(bool hasDebugInfo)
{
    DwarfBuilder::Shape shape{.addressBytes = 4};
    WasmBuilder wasm;
    wasm.addFunction({.name = "code", .body = std::string(0x1100, '\x01')});
    if (hasDebugInfo) {
        for (const auto& [name, bytes] : DwarfBuilder(shape).build())
            wasm.addCustom("." + name, std::string(asText(bytes)));
    }
    const auto bytes = wasm.build();
    return {bytesOf(bytes), wasm.codeOffset()};
}

QString placeOf(const Frame& frame)
{
    return QStringLiteral("%1 %2:%3")
        .arg(QString::fromStdString(frame.position.function.value_or("-")),
             QString::fromStdString(frame.position.file.value_or("-")))
        .arg(frame.position.line.value_or(0));
}

QStringList placesOf(const Report& report, std::size_t stack)
{
    QStringList places;
    for (const auto& frame : report.stacks.at(stack)->frames)
        places << placeOf(frame);
    return places;
}

QByteArray exceptionOf(const QByteArray& type, const QByteArray& frames)
{
    return R"({"type":")" + type + R"(","value":"v","stacktrace":{"frames":[)" + frames + "]}}";
}

QByteArray eventOf(const QByteArray& platform, const QByteArray& exceptions)
{
    return R"({"event_id":"a","platform":")" + platform + R"(","exception":{"values":[)" +
           exceptions + R"(]},"debug_meta":{"images":[
             {"type":"proguard","uuid":"2f259f80-58b7-44cb-d7cd-de1505e7e718"},
             {"type":"elf","code_file":"/lib/libshop.so","code_id":"0102030405060708",
              "image_addr":"0x10000","image_size":4096}]}})";
}

} // namespace

void TestMixedEvents::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    writeFiles();
}

void TestMixedEvents::write(const QString& name, const QByteArray& content) const
{
    const QString path = m_folder->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

void TestMixedEvents::writeFiles() const
{
    write("app.js", kScript);
    write("app.js.map", kScriptMap);
    write("mapping.txt", kMapping);
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = 0x80, .content = std::vector<std::byte>(0x100)});
    elf.add(ElfBuilder::Section{.name = ".note.gnu.build-id",
                                .type = 7,
                                .flags = 2,
                                .address = 0x400,
                                .content = elf.note("GNU", 3, "\1\2\3\4\5\6\7\10")});
    elf.addSymbols(".symtab", 2, {{.name = "crashing", .value = 0x80, .sizeBytes = 0x100}});
    elf.add(ElfBuilder::Segment{});
    write("libshop.so", bytesOf(elf.build()));
}

void TestMixedEvents::wasmFrames_data()
{
    QTest::addColumn<QByteArray>("frame");
    QTest::newRow("V8") << QByteArray(
        "    at shop.outer (http://a.test/x/shop.wasm:wasm-function[0]:@)");
    QTest::newRow("V8, no name") << QByteArray("    at http://a.test/shop.wasm:wasm-function[0]:@");
    QTest::newRow("V8, no URL") << QByteArray(
        "    at shop.outer (wasm://wasm/shop.wasm-0a1b2c3d:wasm-function[0]:@)");
    QTest::newRow("V8, no name of the module")
        << QByteArray("    at outer (wasm://wasm/0a1b2c3d:wasm-function[0]:@)");
    QTest::newRow("Firefox, compiled by a script")
        << QByteArray("outer@http://a.test/a.js line 7 > WebAssembly.Module:wasm-function[0]:@");
    QTest::newRow("Node") << QByteArray("    at outer (file:///srv/shop.wasm:wasm-function[0]:@)");
    QTest::newRow("Firefox") << QByteArray("outer@http://a.test/shop.wasm:wasm-function[0]:@");
    QTest::newRow("Firefox, no name") << QByteArray("@http://a.test/shop.wasm:wasm-function[0]:@");
}

void TestMixedEvents::wasmFrames()
{
    QFETCH(QByteArray, frame);
    const auto [module, code] = wasmModule(true);
    write("build/shop.wasm", module);
    const QByteArray script =
        frame.startsWith("    at") ? "    at f (app:///app.js:2:1)\n" : "f@app:///app.js:2:1\n";
    const auto at = [&](std::size_t offset) {
        return QByteArray(frame)
                   .replace("@)", "0x" + QByteArray::number(qulonglong(code + offset), 16) + ')')
                   .replace(":@", ":0x" + QByteArray::number(qulonglong(code + offset), 16)) +
               '\n';
    };
    const auto report = run("RuntimeError: unreachable\n" + at(0x1014) + at(0x1008) + script);
    QVERIFY(report);
    QCOMPARE(report->event->kind, EventKind::JavaScript);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 4u);
    QCOMPARE(frames[0].position.function, std::optional<std::string>("inner"));
    QVERIFY(frames[0].isInlined);
    QCOMPARE(frames[1].position.function, std::optional<std::string>("outer"));
    QCOMPARE(frames[1].position.line, std::optional<std::uint32_t>(7));
    QCOMPARE(frames[2].position.function, std::optional<std::string>("outer"));
    QVERIFY(frames[2].isNative());
    QCOMPARE(frames[2].originalIndex, 1u);
    QCOMPARE(placeOf(frames[3]), QString("f shop.ts:10"));
    const auto& wasm = *report->modules.at(frames[0].module.value());
    QCOMPARE(wasm.debugStatus, ObjectFileStatus::Found);
    QCOMPARE(wasm.frameCount, 2u);
}

/// Then the frame stays as the engine printed it.
void TestMixedEvents::wasmWithoutDebugInfoStays()
{
    const auto report = run("Error: e\n    at m.f (http://a.test/none.wasm:wasm-function[3]:0x1f)\n"
                            "    at g (app:///app.js:2:1)\nh.wasm-function[7]@[wasm code]\n");
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 3u);
    QCOMPARE(frames[0].position.function, std::optional<std::string>("m.f"));
    QVERIFY(frames[0].note.contains("function 3 of a WebAssembly module"));
    QCOMPARE(placeOf(frames[1]), QString("g shop.ts:10"));
    QVERIFY(!frames[2].position.line);
}

/// As Emscripten makes it: the columns of the map are offsets in the module.
void TestMixedEvents::wasmWithASourceMap()
{
    const auto [module, code] = wasmModule(false);
    write("build/shop.wasm", module);
    write("build/shop.wasm.map",
          R"({"version":3,"sources":["../src/shop.c"],"names":[],"mappings":"gCAEA,gBAIE"})");
    const auto report = run("Error: e\n    at f (http://a.test/shop.wasm:wasm-function[0]:0x22)\n"
                            "    at g (http://a.test/shop.wasm:wasm-function[0]:0x35)\n");
    QVERIFY(report);
    QCOMPARE(placesOf(*report, 0), (QStringList{"f ../src/shop.c:3", "g ../src/shop.c:7"}));
    QVERIFY(code > 0);
}

void TestMixedEvents::theUsersWasmModule()
{
    const auto [module, code] = wasmModule(true);
    write("other/renamed.bin.wasm", module);
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.moduleFiles = {{.module = "shop.wasm",
                            .path = m_folder->filePath("other/renamed.bin.wasm").toStdString()}};
    const auto offset = QByteArray::number(qulonglong(code + 0x1008), 16);
    const auto report = runOffline(
        "Error: e\n    at f (http://a.test/shop.wasm:wasm-function[0]:0x" + offset + ")\n",
        options);
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].position.function, std::optional<std::string>("outer"));
}

void TestMixedEvents::errorsOfTwoLanguages_data()
{
    QTest::addColumn<QByteArray>("platform");
    QTest::newRow("of scripts") << QByteArray("javascript");
    QTest::newRow("of the JVM") << QByteArray("java");
    QTest::newRow("of neither") << QByteArray("other");
}

void TestMixedEvents::errorsOfTwoLanguages()
{
    QFETCH(QByteArray, platform);
    const auto report = run(eventOf(platform, exceptionOf("a.x", kJavaFrame) + ',' +
                                                  exceptionOf("RangeError", kScriptFrame)));
    QVERIFY(report);
    QCOMPARE(report->event->kind, platform == "java" ? EventKind::Jvm : EventKind::JavaScript);
    QCOMPARE(report->stacks.size(), 2u);
    QCOMPARE(placesOf(*report, 0), QStringList{"f shop.ts:10"});
    QCOMPARE(placesOf(*report, 1), QStringList{"com.acme.Pricing.discount Pricing.kt:30"});
    QCOMPARE(report->event->threads[0].role, StackRole::Error);
    QCOMPARE(report->event->threads[1].role, StackRole::Cause);
    QCOMPARE(report->stacks[1]->error->type, std::string("PriceException"));
    QCOMPARE(report->event->crash.reason, std::string("RangeError"));
    for (const auto& stack : report->stacks)
        QVERIFY(stack->frames[0].module.value_or(0) < report->modules.size());
    QCOMPARE(report->modules.size(), report->event->modules.size());
}

/// Callers first, as events have them.
void TestMixedEvents::oneStackOfThreeLanguages_data()
{
    QTest::addColumn<QByteArray>("frames");
    QTest::addColumn<QStringList>("places");
    const QString script = "f shop.ts:10";
    const QString java = "com.acme.Pricing.discount Pricing.kt:30";
    const QString native = "crashing -:0";
    const QString dart = "main package:shop/main.dart:12";
    const auto row = [](const char* name, QList<QByteArray> frames, const QStringList& places) {
        QTest::newRow(name) << frames.join(',') << places;
    };
    row("machine code in between", {kScriptFrame, kNativeFrame, kJavaFrame},
        {java, native, script});
    row("machine code innermost", {kJavaFrame, kScriptFrame, kNativeFrame}, {native, script, java});
    row("several in turn", {kScriptFrame, kJavaFrame, kScriptFrame, kJavaFrame},
        {java, script, java, script});
    row("one of them and machine code", {kDartFrame, kNativeFrame}, {native, dart});
    row("a language that nothing resolves", {kScriptFrame, kDartFrame, kNativeFrame},
        {native, dart, script});
}

void TestMixedEvents::oneStackOfThreeLanguages()
{
    QFETCH(QByteArray, frames);
    QFETCH(QStringList, places);
    for (const QByteArray platform : {"javascript", "java", "native"}) {
        const auto report = run(eventOf(platform, exceptionOf("E", frames)));
        QVERIFY(report);
        QCOMPARE(report->stacks.size(), 1u);
        QCOMPARE(placesOf(*report, 0), places);
        std::uint32_t number = 0;
        for (const auto& frame : report->stacks[0]->frames) {
            QCOMPARE(frame.originalIndex, number++);
            if (frame.isNative())
                QCOMPARE(report->event->modules.at(frame.module.value()).codeFile,
                         std::optional<std::string>("/lib/libshop.so"));
        }
        const auto json = report::renderJson(*report, {.extras = report::IncludeExtras::Yes});
        QVERIFY(json.contains("shop.ts") || !frames.contains("app.js"));
    }
}

/// SDKs list the images of a process with every event.
void TestMixedEvents::nativeImagesAlone_data()
{
    QTest::addColumn<QByteArray>("platform");
    QTest::addColumn<QByteArray>("frame");
    QTest::addColumn<QString>("place");
    QTest::newRow("scripts") << QByteArray("javascript") << QByteArray(kScriptFrame)
                             << "f shop.ts:10";
    QTest::newRow("the JVM") << QByteArray("java") << QByteArray(kJavaFrame)
                             << "com.acme.Pricing.discount Pricing.kt:30";
    QTest::newRow("machine code") << QByteArray("native") << QByteArray(kNativeFrame)
                                  << "crashing -:0";
}

void TestMixedEvents::nativeImagesAlone()
{
    QFETCH(QByteArray, platform);
    QFETCH(QByteArray, frame);
    QFETCH(QString, place);
    const auto report = run(eventOf(platform, exceptionOf("E", frame)));
    QVERIFY(report);
    QVERIFY(report->event->parts.empty());
    QCOMPARE(placesOf(*report, 0), QStringList{place});
}

void TestMixedEvents::storedReportsComeBack()
{
    const auto report = run(eventOf("javascript", exceptionOf("a.x", kJavaFrame) + ',' +
                                                      exceptionOf("E", kNativeFrame)));
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
    QCOMPARE(read->event->parts.size(), report->event->parts.size());
    QCOMPARE(placesOf(*read, 0), placesOf(*report, 0));
    QCOMPARE(placesOf(*read, 1), placesOf(*report, 1));
}

QTEST_GUILESS_MAIN(TestMixedEvents)
#include "tst_mixed_events.moc"
