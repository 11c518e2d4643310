// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/wasm/wasm_object.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/object_walk.h"
#include "tests/support/wasm_builder.h"

#include <QTest>

using namespace faultline;
using test::WasmBuilder;

/// WebAssembly modules: sections, names, identity, DWARF relative to the code section.
class TestWasm : public QObject
{
    Q_OBJECT

private slots:
    void identity_data();
    void identity();
    void symbolsAreFileOffsets();
    void exportsNameWhatHasNoName();
    void dwarfCountsFromTheCodeSection();
    void functionsWithoutCode();
    void companions();
    void badFiles_data();
    void badFiles();
    void everyPrefixGivesValueOrError();
};

namespace {

using namespace std::string_literals;

WasmBuilder sample()
{
    WasmBuilder wasm;
    for (const int kind : {0, 1, 2, 3, 4, 0})
        wasm.addImport(kind);
    wasm.addFunction({.name = "first"});
    wasm.addFunction({.name = ""});
    wasm.addFunction({.name = "third", .body = "\0\x01\x01\x0b"s});
    return wasm;
}

Result<object::ObjectPtr> open(WasmBuilder wasm)
{
    return object::openObject(ByteView::fromVector(wasm.build()), {});
}

} // namespace

void TestWasm::identity_data()
{
    QTest::addColumn<QByteArray>("buildId");
    QTest::addColumn<QString>("codeId");
    QTest::addColumn<QString>("debugId");
    const auto id = QByteArray::fromHex("bda18fd85d4a4eb893022d6bfad846b1");
    const QString text = QStringLiteral("bda18fd8-5d4a-4eb8-9302-2d6bfad846b1");
    QTest::newRow("sixteen bytes") << id << QString::fromLatin1(id.toHex()) << text;
    QTest::newRow("longer") << id + "\x01\x02" << QString::fromLatin1(id.toHex()) + "0102" << text;
    QTest::newRow("shorter") << id.left(4) << "bda18fd8"
                             << "00000000-0000-0000-0000-000000000000";
}

void TestWasm::identity()
{
    QFETCH(QByteArray, buildId);
    QFETCH(QString, codeId);
    QFETCH(QString, debugId);
    auto wasm = sample();
    wasm.addCustom("build_id", buildId.toStdString());
    const auto object = open(wasm);
    QVERIFY2(object, object ? "" : object.error().detail.c_str());
    QCOMPARE((*object)->format(), object::FileFormat::Wasm);
    QCOMPARE((*object)->arch(), Arch::Wasm32);
    QCOMPARE((*object)->kind(), object::ObjectKind::Library);
    QCOMPARE(QString::fromStdString((*object)->codeId().text()), codeId);
    QCOMPARE(QString::fromStdString((*object)->debugId().canonical()), debugId);
    QVERIFY((*object)->features().hasSymbols);
    QVERIFY(!(*object)->features().hasDebugInfo);
}

void TestWasm::symbolsAreFileOffsets()
{
    auto wasm = sample();
    const auto object = open(wasm);
    QVERIFY(object);
    wasm.build();
    const auto symbols = (*object)->symbols();
    QCOMPARE(symbols.size(), std::size_t{2});
    QCOMPARE(symbols[0].name, std::string_view("first"));
    // A count, then size and body of each function. The body's address is after its size.
    QCOMPARE(symbols[0].address, wasm.codeOffset() + 2);
    QCOMPARE(symbols[0].sizeBytes, std::uint64_t{3}); // Up to the next function.
    QCOMPARE(symbols[1].name, std::string_view("third"));
    QCOMPARE(symbols[1].address, wasm.codeOffset() + 8);
    QCOMPARE(symbols[1].sizeBytes, std::uint64_t{4});
}

/// Exports remain when the section with the names was stripped.
void TestWasm::exportsNameWhatHasNoName()
{
    auto wasm = sample(); // Functions 2 to 4 have code.
    wasm.addExport("memory", 2, 3);
    wasm.addExport("run", 0, 3);
    wasm.addExport("again", 0, 3);
    wasm.addExport("other name", 0, 4);
    const auto object = open(wasm);
    QVERIFY(object);
    const auto symbols = (*object)->symbols();
    QCOMPARE(symbols.size(), std::size_t{3});
    QCOMPARE(symbols[0].name, std::string_view("first"));
    QCOMPARE(symbols[1].name, std::string_view("run"));
    QCOMPARE(symbols[2].name, std::string_view("third"));
}

void TestWasm::dwarfCountsFromTheCodeSection()
{
    test::DwarfBuilder::Shape shape{.addressBytes = 4, .functionBegin = 0x20, .functionEnd = 0x60};
    WasmBuilder wasm;
    wasm.addFunction({.name = "code", .body = std::string(0x1100, '\x01')});
    for (const auto& [name, bytes] : test::DwarfBuilder(shape).build())
        wasm.addCustom("." + name, std::string(asText(bytes)));
    const auto object = open(wasm);
    QVERIFY(object);
    wasm.build();
    QVERIFY((*object)->features().hasDebugInfo);
    const auto reader = (*object)->debugInfo();
    QVERIFY(reader);
    const auto unit = reader->readUnit(0, {});
    QVERIFY2(unit, unit ? "" : unit.error().detail.c_str());
    QCOMPARE(unit->functions.size(), std::size_t{1});
    QCOMPARE(unit->functions[0].begin, static_cast<std::uint32_t>(wasm.codeOffset() + 0x20));
    QCOMPARE(unit->functions[0].end, static_cast<std::uint32_t>(wasm.codeOffset() + 0x60));

    wasm.hasCode = false; // Without it nothing says what the addresses mean.
    const auto bare = open(wasm);
    QVERIFY(bare);
    QCOMPARE((*bare)->kind(), object::ObjectKind::Debug);
    QVERIFY(!(*bare)->debugInfo());
    QCOMPARE(
        (*bare)->warnings(),
        std::vector<std::string>{"debug info without a code section: its addresses mean nothing"});
}

/// If the file is cut between two sections, only this check detects it.
void TestWasm::functionsWithoutCode()
{
    WasmBuilder wasm;
    wasm.addFunction({.name = "f"});
    const auto file = wasm.build();
    const auto whole = wasm::openWasm(ByteView::copyOf(file), {});
    QVERIFY(whole);
    QVERIFY((*whole)->warnings().empty());
    // After the function section. All sections here are smaller than 128 bytes.
    std::size_t end = 8;
    while (std::to_integer<int>(file[end]) != 3)
        end += 2 + std::to_integer<std::size_t>(file[end + 1]);
    end += 2 + std::to_integer<std::size_t>(file[end + 1]);
    const auto cut = wasm::openWasm(ByteView::copyOf(Bytes(file).first(end)), {});
    QVERIFY(cut);
    QCOMPARE((*cut)->warnings(),
             std::vector<std::string>{"functions without a code section: the file may be cut off"});
}

void TestWasm::companions()
{
    auto wasm = sample();
    wasm.addCustom("external_debug_info", WasmBuilder::sized("app.debug.wasm"));
    wasm.addCustom("sourceMappingURL", WasmBuilder::sized("app.wasm.map"));
    const auto object = open(wasm);
    QVERIFY(object);
    const auto companions = (*object)->companions();
    QCOMPARE(companions.size(), std::size_t{2});
    QCOMPARE(companions[0].kind, object::CompanionReference::Kind::ExternalDebugInfo);
    QCOMPARE(companions[0].name, std::string("app.debug.wasm"));
    QCOMPARE(companions[1].kind, object::CompanionReference::Kind::SourceMap);
    QCOMPARE(companions[1].name, std::string("app.wasm.map"));
}

void TestWasm::badFiles_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("detail");
    const QByteArray header("\0asm\x01\0\0\0", 8);
    QTest::newRow("no signature") << QByteArray(16, 'x') << "no webassembly signature at offset 0";
    QTest::newRow("a component")
        << QByteArray("\0asm\x0d\0\x01\0", 8)
        << "webassembly version 0x1000d, only modules of version 1 are known";
    QTest::newRow("no section") << header << "webassembly: no section";
    QTest::newRow("section beyond the file")
        << header + QByteArray("\x0a\x20xx")
        << "webassembly: section 10 at offset 0x8: 32 bytes do not fit 12";
    QTest::newRow("name beyond its section")
        << header + QByteArray("\x00\x02\x7fx", 4)
        << "webassembly: custom section at offset 0x8: its name exceeds 2 bytes";
}

void TestWasm::badFiles()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, detail);
    const auto object = wasm::openWasm(ByteView::fromString(file.toStdString()), {});
    QVERIFY(!object);
    QCOMPARE(QString::fromStdString(object.error().detail), detail);
}

void TestWasm::everyPrefixGivesValueOrError()
{
    auto wasm = sample();
    wasm.addCustom("build_id", "0123456789abcdef");
    const auto bytes = wasm.build();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto object = wasm::openWasm(ByteView::copyOf(Bytes(bytes).first(size)), {});
        if (object)
            test::walkObject(**object);
        else
            QVERIFY(!object.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestWasm)
#include "tst_wasm.moc"
