// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/symcache.h"
#include "fake_object.h"
#include "symcache_support.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestSymCache : public QObject
{
    Q_OBJECT

private slots:
    void frames_data();
    void frames();
    void emptyObjectMakesAnEmptyCache();
    void identityIsKept();
    void filesKeepChecksumAndSource();
    void functionsByNameAndAddress();
    void rowsOfAFunction();
    void damagedUnitsAreCountedAndTheRestKept();
    void windowsNamesAreUndecorated();
    void bytesDoNotDependOnThreads();
    void stopsWhenAsked();
    void invalidTextBecomesUtf8();
    void symcacheMayFollowAnEntryHeader();
};

namespace {

/// Has functions with everything that a look-up can meet. All rows of frames() use this object.
std::shared_ptr<FakeObject> sampleObject()
{
    UnitBuilder first;
    const auto a = first.file("a.c", "src", "/build");
    const auto b = first.file("../inc/b.h", "src", "/build");
    first.function(0x1000, 0x1100, "outer")
        .line(0x1000, a, 10, 3)
        .line(0x1010, b, 100)
        .line(0x1020, b, 200)
        .line(0x1030, b, 101)
        .line(0x1040, a, 11)
        .inlined(0x1010, 0x1040, object::kNoIndex, "middle", a, 12)
        .inlined(0x1020, 0x1030, 0, "inner", b, 102)
        .inlined(0x1080, 0x1090, object::kNoIndex, "middle", a, 12);
    first.function(0x1200, 0x1210, "noLines");
    first.function(0x1300, 0x1340, "lateLine").line(0x1310, a, 30);
    first.function(0x1400, 0x1500, "around").line(0x1400, a, 40).line(0x1480, a, 41);
    first.function(0x1600, 0x1610, "first wins").line(0x1600, a, 60);
    first.function(0x2000, 0x2010, "").line(0x2000, a, 70);
    first.function(0x3000, 0x3010, "split").line(0x3000, a, 80);
    first.unit.functions.back().entry = 0x1000;
    UnitBuilder second;
    const auto c = second.file("c.c");
    second.function(0x1440, 0x1460, "nested").line(0x1440, c, 1);
    second.function(0x1600, 0x1610, "duplicate").line(0x1600, c, 2);
    second.function(0x1600, 0x1620, "longer duplicate").line(0x1600, c, 3);

    auto object = std::make_shared<FakeObject>();
    object->units.emplace_back(std::move(first.unit));
    object->units.emplace_back(std::move(second.unit));
    object->table = {
        {.address = 0x1000, .sizeBytes = 0x200, .name = "outer_symbol"}, // Covered by debug info.
        {.address = 0x1050, .sizeBytes = 0x10, .name = "label"},         // Inside a function.
        {.address = 0x2000, .sizeBytes = 0x10, .name = "nameless"},
        {.address = 0x0800, .sizeBytes = 0, .name = "before"},
        {.address = 0x1110, .sizeBytes = 0x10, .name = "sized"},
        {.address = 0x1110, .sizeBytes = 0x20, .name = "alias"},
        {.address = 0x11f0, .sizeBytes = 0x100, .name = "cut"},
        {.address = 0x4000, .sizeBytes = 0x100, .name = "big"},
        {.address = 0x4040, .sizeBytes = 0x10, .name = "in big"},
        {.address = 0x5000, .sizeBytes = 0, .name = "last"},
        {.address = 0x5000000000, .sizeBytes = 0, .name = "beyond"},
        {.address = 0x4800, .sizeBytes = 4, .name = ""}};
    return object;
}

QString framesAt(const symcache::SymCache& cache, std::uint64_t address)
{
    return describeFrames(cache.lookup(address));
}

symcache::SymCache openWritten(const Result<WrittenCache>& written)
{
    auto cache = symcache::SymCache::open(ByteView::fromString(written->bytes));
    if (!cache)
        qFatal("%s", cache.error().detail.c_str());
    return *cache;
}

} // namespace

void TestSymCache::frames_data()
{
    QTest::addColumn<quint64>("address");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* title, quint64 address, const char* expected) {
        QTest::newRow(title) << address << QString::fromLatin1(expected);
    };
    row("own line with column", 0x1000, "outer /build/src/a.c:10:3 @1000");
    row("last byte of a line", 0x100f, "outer /build/src/a.c:10:3 @1000");
    row("inlined once", 0x1010, "middle /build/inc/b.h:100 < outer /build/src/a.c:12 @1000");
    row("inlined twice", 0x102f,
        "inner /build/inc/b.h:200 < middle /build/inc/b.h:102 < outer /build/src/a.c:12 @1000");
    row("back in the caller", 0x1040, "outer /build/src/a.c:11 @1000");
    row("label does not cut the function", 0x1050, "outer /build/src/a.c:11 @1000");
    row("second range of an inlined call", 0x1085,
        "middle /build/src/a.c:11 < outer /build/src/a.c:12 @1000");
    row("last byte of the function", 0x10ff, "outer /build/src/a.c:11 @1000");
    row("exactly behind the function", 0x1100, "");
    row("sized symbol in a gap", 0x1110, "sized :0 symtab @1110");
    row("last byte of a sized symbol", 0x111f, "sized :0 symtab @1110");
    row("behind a sized symbol", 0x1120, "");
    row("symbol up to the debug info", 0x11ff, "cut :0 symtab @11f0");
    row("function without lines", 0x1205, "noLines :0 @1200");
    row("symbol does not resume behind a function", 0x1220, "");
    row("entry before the first line", 0x1300, "lateLine :0 @1300");
    row("from the first line on", 0x1310, "lateLine /build/src/a.c:30 @1300");
    row("around a nested function", 0x143f, "around /build/src/a.c:40 @1400");
    row("nested function", 0x1440, "nested c.c:1 @1440");
    row("behind the nested function", 0x1460, "around /build/src/a.c:40 @1400");
    row("later line behind it", 0x1480, "around /build/src/a.c:41 @1400");
    row("first of duplicates", 0x1600, "first wins /build/src/a.c:60 @1600");
    row("rest of a longer duplicate", 0x1610, "longer duplicate c.c:3 @1600");
    row("nameless function takes the symbol", 0x2008, "nameless /build/src/a.c:70 @2000");
    row("separated part has the real entry", 0x3000, "split /build/src/a.c:80 @1000");
    row("symbol without size runs to the next", 0x0fff, "before :0 symtab @800");
    row("below everything", 0x07ff, "");
    row("symbol around another", 0x403f, "big :0 symtab @4000");
    row("symbol inside another", 0x404f, "in big :0 symtab @4040");
    row("outer symbol goes on", 0x4050, "big :0 symtab @4000");
    row("unnamed symbols are left out", 0x4800, "");
    row("last symbol without size is endless", 0xffffffff, "last :0 symtab @5000");
    row("beyond 32 bits", 0x100000000, "");
}

void TestSymCache::frames()
{
    static const auto written = writeCache({.object = sampleObject(), .symbolObjects = {}});
    QVERIFY(written);
    static const symcache::SymCache cache = openWritten(written);
    QFETCH(quint64, address);
    QTEST(framesAt(cache, address), "expected");
}

void TestSymCache::emptyObjectMakesAnEmptyCache()
{
    const auto written =
        writeCache({.object = std::make_shared<FakeObject>(), .symbolObjects = {}});
    QVERIFY(written);
    const symcache::SymCache cache = openWritten(written);
    QVERIFY(cache.verify());
    QCOMPARE(framesAt(cache, 0), QString());
    QCOMPARE(cache.functionCount(), 0u);
    QVERIFY(!cache.functionAt(0x1000));
    QVERIFY(cache.functionsNamed("f").empty());
}

void TestSymCache::identityIsKept()
{
    auto object = std::make_shared<FakeObject>();
    object->cpu = Arch::Arm64e;
    const symcache::SymCache uuid =
        openWritten(writeCache({.object = object, .symbolObjects = {}}));
    QCOMPARE(uuid.debugId(), object->id);
    QCOMPARE(uuid.arch(), Arch::Arm64e);
    object->id = DebugId::fromPdb20(0x12345678, 9);
    const symcache::SymCache stamp =
        openWritten(writeCache({.object = object, .symbolObjects = {}}));
    QCOMPARE(stamp.debugId(), object->id);
}

void TestSymCache::filesKeepChecksumAndSource()
{
    UnitBuilder builder;
    const auto plain = builder.file("plain.c");
    const auto hashed = builder.file("hashed.c", "C:\\src");
    builder.unit.files[hashed].checksumKind = object::DebugFile::ChecksumKind::Md5;
    builder.unit.files[hashed].checksum = std::string_view("\x01\xab\xff", 3);
    builder.unit.files[hashed].embeddedSource = "int x;\n";
    builder.function(0x10, 0x20, "f").line(0x10, plain, 1).line(0x18, hashed, 2);
    auto object = std::make_shared<FakeObject>();
    object->units.emplace_back(std::move(builder.unit));
    const symcache::SymCache cache =
        openWritten(writeCache({.object = object, .symbolObjects = {}}));

    const auto first = cache.file(cache.lookup(0x10).next()->file);
    QCOMPARE(text(first->path), QStringLiteral("plain.c"));
    QCOMPARE(first->checksumKind, object::DebugFile::ChecksumKind::None);
    QVERIFY(first->checksum.empty() && first->embeddedSource.empty());
    const auto second = cache.file(cache.lookup(0x18).next()->file);
    QCOMPARE(text(second->path), QStringLiteral("C:\\src\\hashed.c"));
    QCOMPARE(second->checksumKind, object::DebugFile::ChecksumKind::Md5);
    QCOMPARE(text(second->checksum), QStringLiteral("01abff"));
    QCOMPARE(text(second->embeddedSource), QStringLiteral("int x;\n"));
    QVERIFY(!cache.file(2));
}

void TestSymCache::functionsByNameAndAddress()
{
    const symcache::SymCache cache =
        openWritten(writeCache({.object = sampleObject(), .symbolObjects = {}}));
    const auto inside = cache.functionAt(0x1025);
    QVERIFY(inside);
    QCOMPARE(text(inside->name), QStringLiteral("outer"));
    QCOMPARE(inside->begin, 0x1000u);
    QCOMPARE(inside->end, 0x1100u);
    QVERIFY(!inside->fromSymbolTable);
    QVERIFY(cache.functionAt(0x4040)->fromSymbolTable);
    QVERIFY(!cache.functionAt(0x1100));
    const auto named = cache.functionsNamed("nested");
    QCOMPARE(named.size(), std::size_t{1});
    QCOMPARE(named[0].begin, 0x1440u);
    QVERIFY(cache.functionsNamed("duplicate").empty());
    QVERIFY(!cache.function(cache.functionCount()));
}

void TestSymCache::rowsOfAFunction()
{
    const symcache::SymCache cache =
        openWritten(writeCache({.object = sampleObject(), .symbolObjects = {}}));
    QStringList rows;
    for (const symcache::SymRow& row : cache.rows(cache.functionsNamed("outer").at(0)))
        rows << QStringLiteral("%1-%2 %3 %4/%5")
                    .arg(row.begin, 0, 16)
                    .arg(row.end, 0, 16)
                    .arg(row.line)
                    .arg(text(row.function))
                    .arg(row.inlineDepth);
    QCOMPARE(rows,
             (QStringList{
                 QStringLiteral("1000-1010 10 outer/0"), QStringLiteral("1010-1020 100 middle/1"),
                 QStringLiteral("1020-1030 200 inner/2"), QStringLiteral("1030-1040 101 middle/1"),
                 QStringLiteral("1040-1080 11 outer/0"), QStringLiteral("1080-1090 11 middle/1"),
                 QStringLiteral("1090-1100 11 outer/0")}));
    QStringList parts;
    for (const symcache::SymRow& row : cache.rows(cache.functionsNamed("around").at(0)))
        parts << QStringLiteral("%1-%2").arg(row.begin, 0, 16).arg(row.end, 0, 16);
    QCOMPARE(parts, (QStringList{QStringLiteral("1400-1440"), QStringLiteral("1460-1480"),
                                 QStringLiteral("1480-1500")}));
}

void TestSymCache::damagedUnitsAreCountedAndTheRestKept()
{
    auto object = sampleObject();
    object->units[0]->damagedRecords = 3;
    object->units.insert(object->units.begin(), std::nullopt);
    const auto written = writeCache({.object = object, .symbolObjects = {}});
    QVERIFY(written);
    QCOMPARE(written->stats.units, 5u); // Includes the two that were lost before, and four records.
    QCOMPARE(written->stats.damagedUnits, 3u);
    QCOMPARE(written->stats.damagedRecords, 7u);
    QCOMPARE(written->stats.hiddenFunctions, 1u);
    QCOMPARE(written->stats.notes,
             (std::vector<std::string>{"made up", "unit 0: broken on purpose"}));
    const symcache::SymCache cache = openWritten(written);
    QCOMPARE(cache.unitCount(), 5u);
    QCOMPARE(cache.damagedUnits(), 3u);
    QCOMPARE(cache.damagedRecords(), 7u);
    QCOMPARE(framesAt(cache, 0x1000), QStringLiteral("outer /build/src/a.c:10:3 @1000"));
}

void TestSymCache::windowsNamesAreUndecorated()
{
    auto object = std::make_shared<FakeObject>();
    object->fileFormat = object::FileFormat::Pdb;
    object->cpu = Arch::X86;
    object->table = {{.address = 0x10, .sizeBytes = 4, .name = "_main"},
                     {.address = 0x20, .sizeBytes = 4, .name = "?f@@YAXXZ"}};
    auto code = std::make_shared<FakeObject>();
    code->table = {{.address = 0x10, .sizeBytes = 4, .name = "hidden"},
                   {.address = 0x30, .sizeBytes = 4, .name = "_from_elf"}};
    const symcache::SymCache cache =
        openWritten(writeCache({.object = object, .symbolObjects = {code}}));
    QCOMPARE(framesAt(cache, 0x10), QStringLiteral("main :0 symtab @10"));
    QCOMPARE(framesAt(cache, 0x20), QStringLiteral("?f@@YAXXZ :0 symtab @20"));
    QCOMPARE(framesAt(cache, 0x30), QStringLiteral("_from_elf :0 symtab @30"));
}

void TestSymCache::bytesDoNotDependOnThreads()
{
    const auto one = writeCache({.object = sampleObject(), .symbolObjects = {}}, 1);
    for (std::size_t threads = 2; threads < 6; ++threads) {
        const auto more = writeCache({.object = sampleObject(), .symbolObjects = {}}, threads);
        QVERIFY(more->bytes == one->bytes);
    }
    QCOMPARE(one->stats.sizeBytes, one->bytes.size());
}

void TestSymCache::stopsWhenAsked()
{
    std::stop_source stop;
    auto object = sampleObject();
    object->stopAtFirstUnit = &stop;
    const auto written = writeCache({.object = object, .symbolObjects = {}}, 1, stop.get_token());
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Cancelled);
}

void TestSymCache::invalidTextBecomesUtf8()
{
    auto object = std::make_shared<FakeObject>();
    object->table = {{.address = 0x10, .sizeBytes = 4, .name = "a\xff"},
                     {.address = 0x20, .sizeBytes = 4, .name = "b"}};
    const symcache::SymCache cache =
        openWritten(writeCache({.object = object, .symbolObjects = {}}));
    QCOMPARE(framesAt(cache, 0x10), QStringLiteral("a\uFFFD :0 symtab @10"));
    QCOMPARE(framesAt(cache, 0x20), QStringLiteral("b :0 symtab @20"));
}

void TestSymCache::symcacheMayFollowAnEntryHeader()
{
    auto file = TempFile::create(std::filesystem::temp_directory_path());
    QVERIFY(file);
    QVERIFY(file->append(asBytes(std::string(4096, 'h'))));
    WorkerPool pool(1);
    QVERIFY(
        symcache::writeSymCache({.object = sampleObject(), .symbolObjects = {}}, *file, pool, {}));
    const auto cache = symcache::SymCache::open(file->map()->from(4096));
    QVERIFY(cache);
    QVERIFY(cache->verify());
    QCOMPARE(framesAt(*cache, 0x1440), QStringLiteral("nested c.c:1 @1440"));
}

QTEST_GUILESS_MAIN(TestSymCache)
#include "tst_symcache.moc"
