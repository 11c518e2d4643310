// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/symbfile/range_tree.h"
#include "core/formats/debug/symbfile/symbfile_object.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"
#include "symbfile_bytes.h"
#include "tests/support/debug_lookup.h"

#include <QStringList>
#include <QTest>

using namespace faultline;
using namespace faultline::symbfile;
using namespace faultline::test;

namespace {

Range range(std::uint64_t address, std::uint64_t sizeBytes, std::string_view name, unsigned depth)
{
    return {.address = address,
            .sizeBytes = sizeBytes,
            .function = name,
            .file = "/s/a.c",
            .callFile = std::nullopt,
            .callLine = depth,
            .depth = depth,
            .lines = {{.offset = 0, .line = 10 + depth}}};
}

ByteView fileOf(const std::vector<Range>& ranges)
{
    std::string file;
    SymbfileWriter writer([&](Bytes bytes) -> Result<void> {
        file += asText(bytes);
        return {};
    });
    for (const auto& range : ranges) {
        if (!writer.add(range))
            qFatal("a range was refused");
    }
    if (!writer.finish())
        qFatal("the end was refused");
    return ByteView::fromString(std::move(file));
}

object::ObjectPtr open(const ByteView& file, std::optional<std::uint64_t> expected = std::nullopt)
{
    const auto object = openSymbfile(file, {}, expected);
    return object ? *object : nullptr;
}

/// "function:line", innermost first, separated by blanks.
QString chainAt(const object::Object& object, std::uint32_t address)
{
    const auto info = object.debugInfo();
    if (!info)
        return "no debug info";
    const DebugLookup lookup(*info);
    if (const auto broken = lookup.brokenPromise(); !broken.empty())
        return QString::fromStdString("broken promise: " + broken);
    QStringList levels;
    for (const auto& frame : lookup.at(address))
        levels += QString::fromStdString(frame.function + ":" + std::to_string(frame.line));
    return levels.join(' ');
}

} // namespace

/// Symbfiles as debug info (docs/spec/symbfile.md §5).
class TestSymbfileObject : public QObject
{
    Q_OBJECT

private slots:
    void theWorkedExample();
    void chains_data();
    void chains();
    void callsInOtherFiles();
    void loadAddresses_data();
    void loadAddresses();
    void storedLoadAddress();
    void prefixes();
    void overlapsAreBounded();
    void manyOverlapsOfOneDepth();
    void isRecognised();
};

void TestSymbfileObject::theWorkedExample()
{
    const auto object = open(ByteView::fromString(exampleSymbfile()));
    QVERIFY(object);
    QCOMPARE(chainAt(*object, 0x0fff), QString());
    QCOMPARE(chainAt(*object, 0x1003), QString("main:3"));
    QCOMPARE(chainAt(*object, 0x1005), QString("f:9 main:4"));
    QCOMPARE(chainAt(*object, 0x100a), QString("main:5"));
    QCOMPARE(chainAt(*object, 0x1020), QString());
    QVERIFY(object->features().hasDebugInfo && !object->features().hasUnwindInfo);
}

using Ranges = std::vector<Range>;

void TestSymbfileObject::chains_data()
{
    QTest::addColumn<Ranges>("ranges");
    QTest::addColumn<unsigned>("address");
    QTest::addColumn<QString>("chain");
    const auto row = [](const char* name, const Ranges& ranges, unsigned address,
                        const char* chain) {
        QTest::newRow(name) << ranges << address << QString(chain);
    };
    const Ranges twice{range(0x10, 0x10, "first", 0), range(0x08, 0x10, "second", 0)};
    row("the first of two functions", twice, 0x12, "first:10");
    row("the rest of the second", twice, 0x0a, "second:10");
    const Ranges around{range(0x10, 0x10, "inner", 0), range(0x00, 0x40, "outer", 0)};
    row("before a function inside", around, 0x08, "outer:10");
    row("the function inside", around, 0x18, "inner:10");
    row("after a function inside", around, 0x28, "outer:10");
    const Ranges childFirst{range(0x14, 4, "g", 1), range(0x10, 0x10, "f", 0)};
    row("a call before its caller", childFirst, 0x15, "g:11 f:1");
    const Ranges hole{range(0x10, 0x10, "f", 0), range(0x14, 4, "h", 2)};
    row("a hole in the depths", hole, 0x15, "f:10");
    row("a call without a caller", {range(0x10, 4, "g", 1)}, 0x11, "");
    const Ranges beyond{range(0x10, 0x10, "f", 0), range(0x18, 0x10, "g", 1)};
    row("a call that ends after its caller", beyond, 0x18, "g:11 f:1");
    row("after that caller", beyond, 0x21, "");
    const Ranges across{range(0x10, 8, "a", 0), range(0x18, 8, "b", 0), range(0x14, 8, "g", 1)};
    row("a call in two functions, first", across, 0x15, "g:11 a:1");
    row("a call in two functions, second", across, 0x19, "g:11 b:1");
    const Ranges siblings{range(0, 0x40, "f", 0), range(0x10, 8, "x", 1), range(0x18, 8, "y", 1),
                          range(0x1a, 2, "z", 2)};
    row("the first sibling", siblings, 0x11, "x:11 f:1");
    row("inside the second sibling", siblings, 0x1a, "z:12 y:2 f:1");
    row("after the siblings", siblings, 0x20, "f:10");
    row("no bytes", {range(0x10, 0, "f", 0)}, 0x10, "");
    row("bytes beyond all addresses", {range(UINT64_MAX, 2, "f", 0)}, 0, "");
    row("too far for a module", {range(1ull << 33, 4, "far", 0), range(0, 4, "f", 0)}, 0, "f:10");
}

void TestSymbfileObject::chains()
{
    QFETCH(Ranges, ranges);
    QFETCH(unsigned, address);
    QFETCH(QString, chain);
    const auto object = open(fileOf(ranges));
    QVERIFY(object);
    QCOMPARE(chainAt(*object, address), chain);
}

void TestSymbfileObject::callsInOtherFiles()
{
    auto outer = range(0, 0x20, "f", 0);
    auto inner = range(8, 8, "g", 1);
    inner.file = "/s/g.h";
    inner.callFile = "/s/macro.h";
    const auto object = open(fileOf({outer, inner}));
    const auto info = object->debugInfo();
    const auto frames = DebugLookup(*info).at(9);
    QCOMPARE(frames.size(), std::size_t{2});
    QCOMPARE(frames[0].file, std::string("g.h"));
    QCOMPARE(frames[1].file, std::string("macro.h"));
}

void TestSymbfileObject::loadAddresses_data()
{
    QTest::addColumn<quint64>("expected");
    QTest::addColumn<quint64>("loaded");
    QTest::newRow("linked there") << quint64{0x400000} << quint64{0x400000};
    QTest::newRow("moved in memory") << quint64{0x56550000} << quint64{0};
    QTest::newRow("unknown") << quint64{0} << quint64{0};
}

void TestSymbfileObject::loadAddresses()
{
    QFETCH(quint64, expected);
    QFETCH(quint64, loaded);
    const auto object = open(fileOf({range(0x401000, 4, "f", 0)}), expected);
    QCOMPARE(quint64{object->loadAddress()}, loaded);
    QCOMPARE(chainAt(*object, static_cast<std::uint32_t>(0x401000 - loaded)), QString("f:10"));
}

void TestSymbfileObject::storedLoadAddress()
{
    std::string file(fileOf({range(0x401000, 4, "f", 0)}).text());
    appendMessage(MessageType::LoadAddress, "200000", file);
    const auto object = open(ByteView::fromString(file), 0x400000);
    QCOMPARE(object->loadAddress(), std::uint64_t{0x200000});
    QCOMPARE(chainAt(*object, 0x201000), QString("f:10"));
}

void TestSymbfileObject::prefixes()
{
    const auto whole = fileOf({range(0, 0x40, "f", 0), range(0x10, 8, "x", 1),
                               range(0x12, 2, "z", 2), range(0x80, 8, "g", 0)});
    for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
        const auto object = open(*whole.slice(0, bytes));
        QCOMPARE(object != nullptr, bytes >= 10); // Magic and header.
        if (object)
            QVERIFY(!chainAt(*object, 0x12).startsWith("broken"));
    }
}

/// One range of each depth over all functions: every depth would have as many pieces as the first.
void TestSymbfileObject::overlapsAreBounded()
{
    constexpr unsigned kFunctions = 20'000;
    constexpr unsigned kDepths = 250;
    Ranges ranges;
    for (unsigned i = 0; i < kFunctions; ++i)
        ranges.push_back(range(std::uint64_t{i} * 16, 8, "f", 0));
    for (unsigned depth = 1; depth < kDepths; ++depth)
        ranges.push_back(range(0, std::uint64_t{kFunctions} * 16, "g", depth));
    const auto object = open(fileOf(ranges));
    const auto info = object->debugInfo();
    std::size_t inlines = 0;
    for (std::size_t i = 0; i < info->unitCount(); ++i)
        inlines += info->readUnit(i, {})->inlines.size();
    QVERIFY2(inlines < 20 * ranges.size(), std::to_string(inlines).c_str());
    QVERIFY(info->lostRecords() > 0);
}

/// Each large range overlaps all small ones. Looking at each of them would take 4 thousand million
/// steps.
void TestSymbfileObject::manyOverlapsOfOneDepth()
{
    constexpr unsigned kSmall = 200'000;
    constexpr unsigned kLarge = 20'000;
    Ranges ranges;
    for (unsigned i = kSmall; i > 0; --i)
        ranges.push_back(range(std::uint64_t{i} * 16, 8, "small", 0));
    for (unsigned i = 0; i < kLarge; ++i)
        ranges.push_back(range(16, std::uint64_t{kSmall} * 16, i == 0 ? "first" : "other", 0));
    const auto tree = makeRangeTree(ranges, ranges.size() * 4);
    QCOMPARE(tree.depths.size(), std::size_t{1});
    const auto& pieces = tree.depths.front();
    QCOMPARE(pieces.size(), std::size_t{2} * kSmall);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        QCOMPARE(pieces[i].begin, std::uint64_t{16} + 8 * i);
        QCOMPARE(ranges[pieces[i].range].function, i % 2 == 0 ? "small" : "first");
    }
}

void TestSymbfileObject::isRecognised()
{
    const auto file = fileOf({range(0, 4, "f", 0)});
    QVERIFY(object::detectFormat(file.span()) == object::FileFormat::Symbfile);
    const auto object = object::openObject(file, {});
    QVERIFY(object && (*object)->format() == object::FileFormat::Symbfile);
    QVERIFY(!openSymbfile(ByteView::fromString("no symbfile"), {}));
}

QTEST_GUILESS_MAIN(TestSymbfileObject)
#include "tst_symbfile_object.moc"
