// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_object.h"
#include "core/formats/debug/golang/go_debug_info.h"
#include "tests/support/debug_lookup.h"
#include "tests/support/go_program_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

using Release = GoProgramBuilder::Release;

/// Go programs without symbols and DWARF: what the runtime's own tables say.
class TestGoProgram : public QObject
{
    Q_OBJECT

private slots:
    void namesLinesAndInlinedCalls_data();
    void namesLinesAndInlinedCalls();
    void startOfCodeMustBeKnown();
    void withoutTreesInlinedLinesAreHidden();
    void tableWithoutSectionHeaders();
    void triesFewTables();
    void sharedTablesAskForNoEndlessWork();
    void damagedTreeLosesItsLines();
    void numbersByAddress();
    void damagedNumbers();
    void defects_data();
    void defects();
    void everyPrefixIsValueOrError_data();
    void everyPrefixIsValueOrError();
    void everyByteMayBeDamaged();
};

namespace {

constexpr std::uint64_t kMain = GoProgramBuilder::kText - GoProgramBuilder::kBase;

object::ObjectPtr openedElf(std::vector<std::byte> bytes)
{
    auto object = elf::openElf(ByteView::fromVector(std::move(bytes)), ParseLimits{});
    return object ? *object : object::ObjectPtr();
}

QString chainAt(const DebugLookup& lookup, std::uint64_t address)
{
    QStringList parts;
    for (const auto& frame : lookup.at(static_cast<std::uint32_t>(address)))
        parts << QString("%1 %2:%3")
                     .arg(QString::fromStdString(frame.function),
                          QString::fromStdString(frame.file))
                     .arg(frame.line);
    return parts.join(", ");
}

/// The header of a table with one function, whose bytes the caller damages.
Result<golang::FunctionTable> tableOf(const std::vector<std::byte>& bytes)
{
    const auto view = ByteView::copyOf(bytes);
    const auto header = golang::readTableHeader(view.span());
    if (!header)
        return std::unexpected(header.error());
    return golang::FunctionTable::open(view, GoProgramBuilder::kTable, *header,
                                       GoProgramBuilder::kText);
}

} // namespace

void TestGoProgram::namesLinesAndInlinedCalls_data()
{
    QTest::addColumn<Release>("release");
    QTest::addColumn<bool>("isBig");
    QTest::addColumn<unsigned>("wordBytes");
    QTest::addColumn<bool>("isRelocated");
    const auto row = [](const char* name, Release release, bool isBig, unsigned wordBytes,
                        bool isRelocated) {
        QTest::newRow(name) << release << isBig << wordBytes << isRelocated;
    };
    row("Go 1.12", Release::Go112, false, 8, false);
    row("Go 1.15", Release::Go115, false, 8, false);
    row("Go 1.15, 32 bits", Release::Go115, false, 4, false);
    row("Go 1.15, position-independent", Release::Go115, false, 8, true);
    row("Go 1.17", Release::Go117, false, 8, false);
    row("Go 1.17, position-independent", Release::Go117, false, 8, true);
    row("Go 1.18", Release::Go118, false, 8, false);
    row("Go 1.18, big-endian", Release::Go118, true, 8, false);
    row("Go 1.20", Release::Go120, false, 8, false);
    row("Go 1.20, 32 bits", Release::Go120, false, 4, false);
    row("Go 1.20, position-independent", Release::Go120, false, 8, true);
    row("Go 1.26: the header does not say where the code begins", Release::Go126, false, 8, false);
    row("Go 1.26, big-endian, 32 bits", Release::Go126, true, 4, false);
}

void TestGoProgram::namesLinesAndInlinedCalls()
{
    QFETCH(Release, release);
    QFETCH(bool, isBig);
    QFETCH(unsigned, wordBytes);
    QFETCH(bool, isRelocated);
    auto program =
        smallGoProgram(release, isBig ? std::endian::big : std::endian::little, wordBytes);
    if (isRelocated)
        program.relocated();
    const auto object = openedElf(program.elf());
    QVERIFY(object);
    QVERIFY(object->features().hasSymbols);
    QVERIFY(object->features().hasUnwindInfo);
    QVERIFY(!object->features().hasDebugInfo);
    QCOMPARE(object->warnings(), std::vector<std::string>());
    const auto reader = object->debugInfo();
    QVERIFY(reader);
    const DebugLookup lookup(*reader);
    QCOMPARE(lookup.brokenPromise(), std::string());
    QCOMPARE(lookup.damagedRecords(), 0u);
    QCOMPARE(lookup.functionCount(), std::size_t{2});
    QCOMPARE(chainAt(lookup, kMain), QString("main.main main.go:10"));
    QCOMPARE(chainAt(lookup, kMain + 8), QString("main.outer main.go:20, main.main main.go:10"));
    QCOMPARE(chainAt(lookup, kMain + 0xc),
             QString("main.inner inner.go:30, main.outer main.go:20, main.main main.go:10"));
    QCOMPARE(chainAt(lookup, kMain + 0x10), QString("main.outer main.go:21, main.main main.go:10"));
    QCOMPARE(chainAt(lookup, kMain + 0x1f), QString("main.main main.go:12"));
    QCOMPARE(chainAt(lookup, kMain + 0x20), QString("runtime.goexit asm_amd64.s:1700"));
    QCOMPARE(chainAt(lookup, kMain + 0x30), QString());
    QCOMPARE(lookup.units().front().inlines.size(), std::size_t{2}); // The outer one is one range.
}

void TestGoProgram::startOfCodeMustBeKnown()
{
    const auto object = openedElf(smallGoProgram(Release::Go126).withoutModuleData().elf());
    QVERIFY(object);
    QVERIFY(!object->features().hasSymbols);
    QVERIFY(!object->debugInfo());
    QCOMPARE(object->warnings().size(), std::size_t{1});
    QCOMPARE(object->warnings().front(),
             std::string("Go function table: nothing says where the program's code begins"));
}

/// Their functions are not known, and the function around them has no such lines.
void TestGoProgram::withoutTreesInlinedLinesAreHidden()
{
    const auto object = openedElf(smallGoProgram(Release::Go120).withoutModuleData().elf());
    QVERIFY(object);
    const auto reader = object->debugInfo();
    QVERIFY(reader);
    const DebugLookup lookup(*reader);
    QCOMPARE(lookup.brokenPromise(), std::string());
    QCOMPARE(chainAt(lookup, kMain + 4), QString("main.main main.go:10"));
    QCOMPARE(chainAt(lookup, kMain + 8), QString("main.main :0"));
    QCOMPARE(chainAt(lookup, kMain + 0xc), QString("main.main :0"));
    QCOMPARE(chainAt(lookup, kMain + 0x14), QString("main.main main.go:12"));
}

void TestGoProgram::tableWithoutSectionHeaders()
{
    auto program = smallGoProgram(Release::Go120);
    golang::ProgramImage image;
    image.loadAddress = GoProgramBuilder::kBase;
    const auto code = std::vector<std::byte>(0x30, std::byte{0x90});
    image.parts.push_back({GoProgramBuilder::kText, ByteView::copyOf(code), true});
    auto constants = std::vector<std::byte>(0x40, std::byte{0xff}); // Looks like a magic number.
    const auto table = program.functionTable();
    constants.insert(constants.end(), table.begin(), table.end());
    image.parts.push_back({GoProgramBuilder::kTable - 0x40, ByteView::copyOf(constants), false});
    const auto opened = golang::openGoProgram(image);
    QVERIFY(opened);
    QCOMPARE((*opened)->table().size(), std::size_t{2});
    image.parts.pop_back();
    const auto none = golang::openGoProgram(image);
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::NotFound);
}

/// The whole image is searched for each header that fits, so a hostile image must not have many.
void TestGoProgram::triesFewTables()
{
    constexpr std::size_t kHeaderBytes = 72;
    constexpr std::size_t kHeaders = 100'000;
    const auto table = smallGoProgram(Release::Go120).functionTable();
    auto header = std::vector<std::byte>(table.begin(), table.begin() + kHeaderBytes);
    header[8] = std::byte{1}; // One function, whose record lies at the end of the header itself.
    for (const std::size_t part : {32, 40, 48, 56, 64})
        std::ranges::fill(std::span(header).subspan(part, 8), std::byte{0});
    golang::ProgramImage image;
    std::vector<std::byte> constants;
    for (std::size_t i = 0; i < kHeaders; ++i)
        constants.insert(constants.end(), header.begin(), header.end());
    QVERIFY(golang::readTableHeader(constants));
    image.parts.push_back({GoProgramBuilder::kTable, ByteView::copyOf(constants), false});
    QCOMPARE(golang::openGoProgram(image).error().kind, ErrorKind::NotFound);
}

/// Many functions may point to the same rows. What they take together is limited by the table's
/// size; names stay.
void TestGoProgram::sharedTablesAskForNoEndlessWork()
{
    constexpr std::uint32_t kRows = 50'000;
    constexpr std::uint32_t kFunctions = 600;
    GoProgramBuilder program(Release::Go120);
    program.files({"/src/a.go"});
    GoProgramBuilder::Function large{
        .name = "main.large", .sizeBytes = kRows, .files = {{0, kRows}}};
    for (std::uint32_t i = 0; i < kRows; ++i)
        large.lines.push_back({static_cast<std::int32_t>(1 + i % 2), 1});
    program.add(large);
    large.lines = {{7, kRows}};
    for (std::uint32_t i = 1; i < kFunctions; ++i)
        program.add(large);
    auto bytes = program.functionTable();
    const auto header = golang::readTableHeader(bytes);
    QVERIFY(header);
    const auto field = [&](std::uint64_t at) { return std::span(bytes).subspan(at, 4); };
    const auto record = [&](std::uint32_t index) {
        const auto offset = ByteReader(field(header->functions + 8 * index + 4)).u32();
        return header->records + offset;
    };
    constexpr std::uint64_t kLinesInRecord = 24;
    for (std::uint32_t i = 1; i < kFunctions; ++i)
        std::ranges::copy(field(record(0) + kLinesInRecord),
                          field(record(i) + kLinesInRecord).begin());
    golang::ProgramImage image;
    image.loadAddress = GoProgramBuilder::kBase;
    image.functionTable = {GoProgramBuilder::kTable, ByteView::copyOf(bytes), false};
    image.parts.push_back(
        {GoProgramBuilder::kText, ByteView::copyOf(std::vector<std::byte>(kRows)), true});
    const auto opened = golang::openGoProgram(image);
    QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
    const auto reader = golang::makeGoDebugInfo(*opened);
    std::size_t lines = 0;
    std::size_t functions = 0;
    std::uint32_t damaged = 0;
    for (std::size_t i = 0; i < reader->unitCount(); ++i) {
        const auto unit = reader->readUnit(i, {});
        QVERIFY(unit);
        lines += unit->lines.size();
        functions += unit->functions.size();
        damaged += unit->damagedRecords;
    }
    QCOMPARE(functions, std::size_t{kFunctions});
    QVERIFY(lines >= kRows);
    QVERIFY2(lines <= 4 * bytes.size(), qPrintable(QString::number(lines)));
    QVERIFY(damaged > 0);
}

void TestGoProgram::damagedTreeLosesItsLines()
{
    GoProgramBuilder program(Release::Go120);
    program.files({"/src/a.go"});
    const auto function = [](std::string name, std::int32_t parentPc) {
        return GoProgramBuilder::Function{.name = std::move(name),
                                          .sizeBytes = 0x10,
                                          .files = {{0, 0x10}},
                                          .lines = {{5, 8}, {6, 8}},
                                          .inlined = {{-1, 8}, {0, 8}},
                                          .tree = {{"main.in", -1, 0, 5, parentPc}}};
    };
    for (int i = 0; i < 24; ++i)
        program.add(function("main.good", 4));
    program.add(function("main.bad", 0x400)); // Beyond the function.
    const auto object = openedElf(program.elf());
    QVERIFY(object);
    const DebugLookup lookup(*object->debugInfo());
    QCOMPARE(lookup.damagedRecords(), 1u);
    QCOMPARE(lookup.brokenPromise(), std::string());
    QCOMPARE(chainAt(lookup, kMain + 8), QString("main.in a.go:6, main.good a.go:5"));
    QCOMPARE(chainAt(lookup, kMain + 24 * 0x10), QString("main.bad a.go:5"));
    QCOMPARE(chainAt(lookup, kMain + 24 * 0x10 + 8), QString("main.bad :0"));
}

void TestGoProgram::numbersByAddress()
{
    const auto table = tableOf(smallGoProgram(Release::Go120).functionTable());
    QVERIFY(table);
    const auto main = table->find(GoProgramBuilder::kText + 5);
    QVERIFY(main);
    QCOMPARE(std::string(main->name), std::string("main.main"));
    const auto size = [&](std::uint64_t offset) {
        return golang::valueAt(table->values(*main, main->stackBytes),
                               GoProgramBuilder::kText + offset);
    };
    QCOMPARE(size(3), std::optional(0));
    QCOMPARE(size(4), std::optional(0x18));
    QCOMPARE(size(0x1c), std::optional(0));
    QCOMPARE(size(0x20), std::optional<std::int32_t>());
    QVERIFY(table->find(GoProgramBuilder::kText + 0x2f));
    QVERIFY(!table->find(GoProgramBuilder::kText + 0x30));
    QVERIFY(!table->find(GoProgramBuilder::kText - 1));
}

void TestGoProgram::damagedNumbers()
{
    const std::array<std::byte, 6> endless{std::byte{0x80}, std::byte{0x80}, std::byte{0x80},
                                           std::byte{0x80}, std::byte{0x80}, std::byte{0x01}};
    golang::PcValues values(endless, 0x1000, 1);
    QVERIFY(!values.next());
    QVERIFY(values.isDamaged());
    const std::array<std::byte, 2> beyond{std::byte{4}, std::byte{8}};
    golang::PcValues wrapping(beyond, ~std::uint64_t{3}, 4);
    QVERIFY(!wrapping.next());
    QVERIFY(wrapping.isDamaged());
}

void TestGoProgram::defects_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QString>("detail");
    QTest::newRow("magic number") << 0 << quint64{0x7fffffff}
                                  << "no Go function table: unknown first bytes";
    QTest::newRow("number of functions")
        << 8 << quint64{0x10000}
        << "Go function table: 65536 functions at offset 0xe8 do not fit 372 bytes";
    QTest::newRow("names") << 32 << quint64{0x1000}
                           << "Go function table: a part at offset 0x1000 of 372 bytes";
}

void TestGoProgram::defects()
{
    QFETCH(int, offset);
    QFETCH(quint64, value);
    QFETCH(QString, detail);
    auto bytes = smallGoProgram(Release::Go120).functionTable();
    for (int i = 0; i < 8 && (offset != 0 || i < 4); ++i)
        bytes[static_cast<std::size_t>(offset + i)] = static_cast<std::byte>(value >> (8 * i));
    const auto header = golang::readTableHeader(bytes);
    QVERIFY(!header);
    QCOMPARE(QString::fromStdString(header.error().detail), detail);
}

void TestGoProgram::everyPrefixIsValueOrError_data()
{
    QTest::addColumn<Release>("release");
    QTest::newRow("Go 1.12") << Release::Go112;
    QTest::newRow("Go 1.17") << Release::Go117;
    QTest::newRow("Go 1.18") << Release::Go118;
    QTest::newRow("Go 1.20") << Release::Go120;
}

void TestGoProgram::everyPrefixIsValueOrError()
{
    QFETCH(Release, release);
    const auto whole = smallGoProgram(release).functionTable();
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const std::vector<std::byte> prefix(whole.begin(), whole.begin() + static_cast<long>(size));
        const auto table = tableOf(prefix);
        if (!table) {
            QVERIFY(!table.error().detail.empty());
            continue;
        }
        for (std::size_t i = 0; i < table->size(); ++i) {
            const auto function = table->function(i);
            QVERIFY(function || !function.error().detail.empty());
        }
    }
    const auto file = smallGoProgram(release).elf();
    for (std::size_t size = 0; size < file.size(); size += 7) {
        const std::vector<std::byte> prefix(file.begin(), file.begin() + static_cast<long>(size));
        const auto object = openedElf(prefix);
        const auto reader = object ? object->debugInfo() : nullptr;
        if (reader)
            QCOMPARE(DebugLookup(*reader).brokenPromise(), std::string());
    }
}

void TestGoProgram::everyByteMayBeDamaged()
{
    const auto whole = smallGoProgram(Release::Go120).elf();
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        auto bytes = whole;
        bytes[at] ^= std::byte{0x41};
        const auto object = openedElf(std::move(bytes));
        const auto reader = object ? object->debugInfo() : nullptr;
        if (reader)
            QCOMPARE(DebugLookup(*reader).brokenPromise(), std::string());
    }
}

QTEST_GUILESS_MAIN(TestGoProgram)
#include "tst_go_program.moc"
