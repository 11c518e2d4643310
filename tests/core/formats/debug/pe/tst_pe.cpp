// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_object.h"
#include "tests/support/object_walk.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/pe_builder.h"

#include <QTest>

using namespace faultline;
using test::PeBuilder;

class TestPe : public QObject
{
    Q_OBJECT

private slots:
    void identity_data();
    void identity();
    void debugLink();
    void portablePdbTakesTheTimestamp();
    void exportsAndCoffSymbols();
    void exportsEndWithTheirFunction_data();
    void exportsEndWithTheirFunction();
    void underscoreGoesOnlyOnI386();
    void forwardersAreNoSymbols();
    void longSectionNames();
    void zippedSectionsAreUnpacked();
    void imageIsReadByAddress();
    void nothingIsReadFromNothing();
    void auxiliaryRecordsBeyondTheTable();
    void unwindFeature_data();
    void unwindFeature();
    void headerDefects_data();
    void headerDefects();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint32_t kCode = 0x60000020;
constexpr std::uint32_t kData = 0x40000040;

PeBuilder sample()
{
    PeBuilder builder;
    builder.addSection(".text", std::string(0x40, '\x90'), kCode);
    builder.addSection(".pdata", std::string(12, '\1'), kData);
    builder.addSection(".debug_info", "info", kData);
    builder.hasExceptionDirectory = true;
    builder.codeView = PeBuilder::CodeView{};
    builder.codeView->guid = {0x99, 0xd9, 0x49, 0x32, 0x40, 0x0c, 0x31, 0x49,
                              0x86, 0x10, 0xf4, 0xe4, 0xfb, 0x0b, 0x69, 0x36};
    builder.codeView->name = "C:\\build\\crash.pdb";
    return builder;
}

ByteView bytesOf(const PeBuilder& builder)
{
    return ByteView::fromVector(builder.build());
}

object::ObjectPtr openOrNull(const PeBuilder& builder)
{
    const auto object = pe::openPe(bytesOf(builder), ParseLimits{});
    return object ? *object : nullptr;
}

} // namespace

void TestPe::identity_data()
{
    QTest::addColumn<bool>("is64");
    QTest::addColumn<int>("machine");
    QTest::addColumn<bool>("isNb10");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<QString>("debugId");
    QTest::newRow("pe32 with rsds")
        << false << 0x14c << false << "x86" << "3249d999-0c40-4931-8610-f4e4fb0b6936-1";
    QTest::newRow("pe32+ with rsds")
        << true << 0x8664 << false << "x86_64" << "3249d999-0c40-4931-8610-f4e4fb0b6936-1";
    QTest::newRow("arm64") << true << 0xaa64 << false << "arm64"
                           << "3249d999-0c40-4931-8610-f4e4fb0b6936-1";
    QTest::newRow("pdb 2.0 by nb10") << false << 0x14c << true << "x86" << "3249D999-1";
}

void TestPe::identity()
{
    QFETCH(bool, is64);
    QFETCH(int, machine);
    QFETCH(bool, isNb10);
    auto builder = sample();
    builder.is64 = is64;
    builder.machine = static_cast<std::uint16_t>(machine);
    builder.codeView->isNb10 = isNb10;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QTEST(QString::fromUtf8(archName(object->arch()).data()), "arch");
    QTEST(QString::fromStdString(object->debugId().canonical()), "debugId");
    QCOMPARE(object->codeId().text(), std::string("5ab380779000"));
    QCOMPARE(object->debugFileName(), std::string("C:\\build\\crash.pdb"));
    QCOMPARE(object->kind(), object::ObjectKind::Executable);
    QCOMPARE(object->companions().size(), std::size_t{1});
    QCOMPARE(object->companions().front().kind, object::CompanionReference::Kind::CodeViewPdb);
}

/// MinGW's objcopy adds the section. Its name is in the string table.
void TestPe::debugLink()
{
    PeBuilder builder;
    builder.addSection(".gnu_debuglink", std::string("app.debug\0\0\0\x44\x33\x22\x11\0\0", 18),
                       0x42000040);
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto companions = object->companions();
    QCOMPARE(companions.size(), std::size_t{1});
    QCOMPARE(companions[0].kind, object::CompanionReference::Kind::DebugLink);
    QCOMPARE(companions[0].name, std::string("app.debug"));
    QCOMPARE(companions[0].identity, std::string("11223344"));
}

void TestPe::portablePdbTakesTheTimestamp()
{
    auto builder = sample();
    builder.codeView->minorVersion = 0x504d;
    builder.codeView->entryTimestamp = 0xfeedface;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(object->debugId().canonical(),
             std::string("3249d999-0c40-4931-8610-f4e4fb0b6936-feedface"));
}

void TestPe::exportsAndCoffSymbols()
{
    auto builder = sample();
    builder.exports = {{"one", 0x410}, {"two", 0x420}};
    builder.symbols = {{"of_assembler", 12, 1, 0}, {"short", 4},          {"a_rather_long_name", 8},
                       {"variable", 8, 2, 0},      {".text", 0, 1, 0, 3}, {"undefined", 0, 0},
                       {"label", 8, 1, 0x20, 6}};
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{5});
    QCOMPARE(symbols[0].name, std::string_view("one"));
    QCOMPARE(symbols[0].address, std::uint64_t{0x410});
    QCOMPARE(symbols[2].name, std::string_view("short"));
    QCOMPARE(symbols[2].address, std::uint64_t{0x404});
    QCOMPARE(symbols[3].name, std::string_view("a_rather_long_name"));
    // It follows the record that says that it is one.
    QCOMPARE(symbols[4].name, std::string_view("of_assembler"));
    QCOMPARE(symbols[4].address, std::uint64_t{0x40c});
    QVERIFY(object->features().hasSymbols);
    QVERIFY(!openOrNull(sample())->features().hasSymbols);
}

void TestPe::exportsEndWithTheirFunction_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<QList<quint32>>("table");
    // Sizes of the functions at 0x410, 0x440, 0x450 and 0x490.
    QTest::addColumn<QList<quint64>>("sizes");
    const quint32 plain = PeBuilder::sectionRva(1); // Unwind info without flags …
    const quint32 chained = plain + 4;              // … and that of a later part.
    QTest::newRow("x64") << 0x8664 << QList<quint32>{0x410, 0x420,   plain, 0x420, 0x428,
                                                     plain, 0x450,   0x458, plain, 0x458,
                                                     0x460, chained, 0x460, 0x470, chained + 1}
                         << QList<quint64>{0x10, 0x10, 0x20, 0};
    QTest::newRow("x64, parts apart")
        << 0x8664 << QList<quint32>{0x480, 0x488, chained, 0x410, 0x418, plain}
        << QList<quint64>{8, 0x10, 0x30, 0};
    // Packed: words at bit 2; 2: without a prolog.
    QTest::newRow("arm64") << 0xaa64
                           << QList<quint32>{0x410, 2 << 2 | 1, 0x450, plain + 8, 0x460, 1 << 2 | 2}
                           << QList<quint64>{8, 0x10, 0x14, 0};
    QTest::newRow("empty functions")
        << 0x8664 << QList<quint32>{0x410, 0x410, plain} << QList<quint64>{0, 0, 0, 0};
    QTest::newRow("x86 has none") << 0x14c << QList<quint32>{0x410, 0x420, plain}
                                  << QList<quint64>{0, 0, 0, 0};
}

/// Code between exported functions belongs to functions with unknown names.
void TestPe::exportsEndWithTheirFunction()
{
    QFETCH(int, machine);
    QFETCH(QList<quint32>, table);
    QFETCH(QList<quint64>, sizes);
    PeBuilder builder;
    builder.machine = static_cast<std::uint16_t>(machine);
    builder.is64 = machine != 0x14c;
    builder.addSection(".text", std::string(0xa0, '\x90'), kCode);
    builder.addSection(".xdata", std::string("\1\0\0\0\x21\0\0\0\4\0\0\0", 12), kData);
    builder.addSection(".pdata",
                       std::string(reinterpret_cast<const char*>(table.constData()),
                                   static_cast<std::size_t>(table.size()) * sizeof(quint32)),
                       kData);
    builder.hasExceptionDirectory = true;
    builder.exceptionDirectoryBytes = static_cast<std::uint32_t>(table.size() * sizeof(quint32));
    builder.exports = {{"a", 0x410}, {"b", 0x440}, {"c", 0x450}, {"d", 0x490}};
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{4});
    for (std::size_t i = 0; i < symbols.size(); ++i)
        QCOMPARE(symbols[i].sizeBytes, sizes[static_cast<qsizetype>(i)]);
}

void TestPe::underscoreGoesOnlyOnI386()
{
    for (const bool isI386 : {true, false}) {
        auto builder = sample();
        builder.is64 = !isI386;
        builder.machine = isI386 ? 0x14c : 0x8664;
        builder.symbols = {{"__start", 0}};
        const auto object = openOrNull(builder);
        QVERIFY(object);
        QCOMPARE(object->symbols().front().name,
                 isI386 ? std::string_view("_start") : std::string_view("__start"));
    }
}

void TestPe::forwardersAreNoSymbols()
{
    auto builder = sample();
    builder.exports = {{"real", 0x410},
                       {"forwarded", PeBuilder::sectionRva(3) + 4}}; // Into .edata.
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(object->symbols().size(), std::size_t{1});
    QCOMPARE(object->symbols().front().name, std::string_view("real"));
}

void TestPe::longSectionNames()
{
    const auto object = openOrNull(sample());
    QVERIFY(object);
    QVERIFY(object->features().hasDebugInfo);
    const auto section = object->section(".debug_info");
    QVERIFY(section);
    QCOMPARE(section->text(), std::string_view("info"));
    QVERIFY(!object->section(".debug_line"));
    QCOMPARE(object->ranges().at(2).name, std::string(".debug_info"));
}

void TestPe::zippedSectionsAreUnpacked()
{
    const std::string content(1000, 'i');
    const std::string header("ZLIB\0\0\0\0\0\0\x03\xe8", 12);
    PeBuilder builder;
    builder.addSection(".text", std::string(0x40, '\x90'), kCode);
    builder.addSection(".zdebug_info", header + test::zlibOf(content), kData);
    builder.addSection(".zdebug_line", header + "no stream", kData);
    builder.addSection(".zdebug_frame", "plain", kData);
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QVERIFY(object->features().hasDebugInfo);
    const auto section = object->section(".debug_info");
    QVERIFY(section);
    QCOMPARE(section->text(), std::string_view(content));
    QCOMPARE(object->section(".debug_info")->data(), section->data()); // Once for all.
    QVERIFY(!object->section(".debug_line"));
    QVERIFY(!object->section(".debug_str"));
    QVERIFY(!object->section(".debug_frame"));
    auto warnings = object->warnings();
    std::ranges::sort(warnings); // In order of the questions.
    QCOMPARE(warnings.size(), std::size_t{2});
    QCOMPARE(warnings[0], std::string("section .zdebug_frame: does not begin with ZLIB"));
    QVERIFY2(warnings[1].starts_with("section .zdebug_line: "), warnings[1].c_str());
}

void TestPe::imageIsReadByAddress()
{
    PeBuilder builder;
    builder.addSection(".text", "0123456789", kCode, 6); // Padded in the file.
    builder.addSection(".bss", "", 0xc0000080, 0x100);
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto base = object->loadAddress();
    QCOMPARE(base, std::uint64_t{0x140000000});
    QCOMPARE(object->readImage(base + 0x402, 2)->text(), std::string_view("23"));
    QCOMPARE(object->readImage(base + 0x402, 100)->text(), std::string_view("2345"));
    QCOMPARE(object->readImage(base, 2)->text(), std::string_view("MZ"));
    QVERIFY(!object->readImage(base + 0x406, 1));
    QVERIFY(!object->readImage(base + PeBuilder::sectionRva(1), 1));
    QVERIFY(!object->readImage(base - 1, 1));
    QVERIFY(object->ranges().at(0).executable);
    QVERIFY(object->ranges().at(1).writable);
    QCOMPARE(object->ranges().at(1).sizeBytes, std::uint64_t{0x100});
}

void TestPe::nothingIsReadFromNothing()
{
    const auto object = openOrNull(sample());
    QVERIFY(!object->readImage(object->loadAddress() + 0x400, 0));
}

void TestPe::auxiliaryRecordsBeyondTheTable()
{
    auto builder = sample();
    builder.symbols = {{"first", 4}, {"second", 8}, {"third", 12}};
    auto bytes = builder.build();
    const std::string_view name = "second";
    const auto found = std::search(
        bytes.begin(), bytes.end(), name.begin(), name.end(),
        [](std::byte byte, char character) { return byte == static_cast<std::byte>(character); });
    QVERIFY(found != bytes.end());
    *(found + 17) = std::byte{200}; // Count of auxiliary records, more than there are.
    const auto object = pe::openPe(ByteView::fromVector(std::move(bytes)), ParseLimits{});
    QVERIFY(object);
    QCOMPARE((*object)->symbols().size(), std::size_t{2});
}

void TestPe::unwindFeature_data()
{
    QTest::addColumn<bool>("hasDirectory");
    QTest::addColumn<bool>("hasStub");
    QTest::addColumn<bool>("pdataIsEmpty");
    QTest::addColumn<bool>("expected");
    QTest::newRow("exception directory") << true << false << false << true;
    QTest::newRow("no directory") << false << false << false << false;
    QTest::newRow("packer stub with empty pdata") << true << true << true << false;
    QTest::newRow("stub section but real pdata") << true << true << false << true;
}

void TestPe::unwindFeature()
{
    QFETCH(bool, hasDirectory);
    QFETCH(bool, hasStub);
    QFETCH(bool, pdataIsEmpty);
    PeBuilder builder;
    builder.hasExceptionDirectory = hasDirectory;
    builder.addSection(".pdata", pdataIsEmpty ? "" : std::string(12, '\1'), kData, 12);
    if (hasStub)
        builder.addSection(".stub1", "x", kCode);
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QTEST(object->features().hasUnwindInfo, "expected");
}

void TestPe::headerDefects_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("value");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    const auto unsupported = static_cast<int>(ErrorKind::Unsupported);
    const auto malformed = static_cast<int>(ErrorKind::Malformed);
    QTest::newRow("no dos magic") << 0 << 0 << unsupported << "no pe signature";
    QTest::newRow("header outside the file") << 0x3e << 0xffff << unsupported << "no pe signature";
    QTest::newRow("too many sections")
        << 0x46 << 0x7000 << malformed
        << "section table: 28672 headers at offset 0x100 do not fit 2124 bytes";
    QTest::newRow("unknown optional header")
        << 0x58 << 0x107 << malformed << "optional header at offset 0x58: magic 0x107";
    QTest::newRow("short optional header")
        << 0x54 << 40 << malformed << "optional header at offset 0x58: 40 bytes";
}

void TestPe::headerDefects()
{
    QFETCH(int, offset);
    QFETCH(int, value);
    QFETCH(int, kind);
    PeBuilder builder;
    builder.addSection(".text", std::string(0x40, '\x90'), kCode);
    builder.codeView = PeBuilder::CodeView{};
    builder.codeView->name = "crash.pdb";
    auto bytes = builder.build();
    bytes.at(static_cast<std::size_t>(offset)) = static_cast<std::byte>(value & 0xff);
    bytes.at(static_cast<std::size_t>(offset) + 1) = static_cast<std::byte>(value >> 8);
    const auto object = pe::openPe(ByteView::fromVector(std::move(bytes)), ParseLimits{});
    QVERIFY(!object);
    QCOMPARE(static_cast<int>(object.error().kind), kind);
    QTEST(QString::fromStdString(object.error().detail), "detail");
}

void TestPe::everyPrefixGivesValueOrError()
{
    auto builder = sample();
    builder.exports = {{"one", 0x410}};
    builder.symbols = {{"a_rather_long_name", 8}};
    const auto file = bytesOf(builder);
    std::size_t opened = 0;
    for (std::size_t size = 0; size <= file.size(); ++size) {
        const auto object = pe::openPe(ByteView::copyOf(file.span().first(size)), ParseLimits{});
        if (!object)
            continue;
        ++opened;
        test::walkObject(**object);
    }
    QVERIFY(opened > 0 && opened < file.size());
}

QTEST_GUILESS_MAIN(TestPe)
#include "tst_pe.moc"
