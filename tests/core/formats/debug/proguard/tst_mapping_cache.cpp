// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/mapping_identity.h"
#include "core/formats/debug/proguard/mapping_reader.h"
#include "core/formats/debug/proguard/source_file_name.h"
#include "tests/support/mapping_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::proguard;
using test::mappingFrom;

/// From the text of a mapping to look-ups in its cache.
class TestMappingCache : public QObject
{
    Q_OBJECT

private slots:
    void classesAndMembers();
    void blocksOfOneClassAreJoined();
    void flagsAreSharedByMethod();
    void recordsBelongToTheLineBefore();
    void parametersLeaveOutInlinees();
    void summaryTellsTheHead();
    void validity_data();
    void validity();
    void damagedCaches_data();
    void damagedCaches();
    void everyPrefixIsRefused();
    void damagedBytesNeverCrash();
    void ids_data();
    void ids();
    void sourceFiles_data();
    void sourceFiles();
};

namespace {

constexpr const char* kMapping =
    "# compiler: R8\n"
    "# compiler_version: 8.5.35\n"
    "# min_api: 24\n"
    "# pg_map_id: 5b46fdc\n"
    "# pg_map_hash: SHA-256 abcd\n"
    "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n"
    "x.Main -> a.b:\n"
    "# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n"
    "    int size -> c\n"
    "    long size -> c\n"
    "    1:3:void x.Util.inner(int):10:12 -> r\n"
    "    1:3:void run():20 -> r\n"
    "    # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"()V\"}\n"
    "    java.lang.String name() -> q\n"
    "broken\n"
    "x.Util -> a.c:\n"
    "    5:5:void other():7:7 -> r\n";

std::vector<std::byte> bytesOf(std::string_view text)
{
    auto file = TempFile::createInMemory();
    if (!file || !proguard::writeMappingCache(text, *file, ParseLimits(), {}))
        return {};
    const auto written = file->map();
    const auto view = written->span();
    return {view.begin(), view.end()};
}

std::string
namesOf(const proguard::MappingCache& cache, std::string_view owner, std::string_view method)
{
    std::string names;
    const auto known = cache.findMethod(*cache.findClass(owner), method);
    for (std::uint32_t i = 0; known && i < known->entryCount; ++i) {
        const auto entry = cache.entryAt(known->firstEntry + i);
        names += concat(names.empty() ? "" : " ", entry.receiver, ".", entry.name,
                        entry.isSynthesized ? "*" : "", entry.isOutline ? "#" : "");
    }
    return names;
}

} // namespace

void TestMappingCache::classesAndMembers()
{
    const auto cache = mappingFrom(kMapping);
    QVERIFY(cache);
    QVERIFY(cache->verify());
    QCOMPARE(cache->classCount(), 2u);
    QVERIFY(!cache->findClass("a.d"));
    QVERIFY(!cache->findClass(""));
    const auto main = cache->findClass("a.b");
    QVERIFY(main);
    QCOMPARE(main->original, std::string_view("x.Main"));
    QCOMPARE(main->sourceFile, std::optional<std::string_view>("Main.kt"));
    QCOMPARE(cache->findOriginalClass("x.Util")->obfuscated, std::string_view("a.c"));
    QVERIFY(!cache->findOriginalClass("x.Unknown"));
    QVERIFY(!cache->findMethod(*main, "z"));
    const auto run = cache->findMethod(*main, "r");
    QCOMPARE(run->entryCount, 2u);
    QVERIFY(run->hasRanges && !run->hasBase && run->isAscending);
    const auto inner = cache->entryAt(run->firstEntry);
    QCOMPARE(inner.receiver, std::string_view("x.Util"));
    QVERIFY(inner.namesReceiver);
    QCOMPARE(inner.arguments, std::string_view("int"));
    QCOMPARE(inner.range, (proguard::EntryRange{1, 3}));
    QCOMPARE(inner.originalFrom, 10u);
    QCOMPARE(inner.originalTo, 12u);
    QVERIFY(!inner.sourceFile);
    const auto outer = cache->entryAt(run->firstEntry + 1);
    QCOMPARE(outer.originalTo, kNoLine);
    QCOMPARE(outer.residual, std::string_view("()V"));
    QCOMPARE(outer.sourceFile, std::optional<std::string_view>("Main.kt"));
    QCOMPARE(cache->entryAt(cache->findMethod(*main, "q")->firstEntry).returnType,
             std::string_view("java.lang.String"));
    QCOMPARE(cache->findField(*main, "c")->type, std::string_view("int"));
    QVERIFY(!cache->findField(*main, "d"));
    QCOMPARE(cache->entriesAround(*run, 9).count, 0u);
    QCOMPARE(cache->entriesAround(*run, 2).count, 2u);
}

void TestMappingCache::blocksOfOneClassAreJoined()
{
    const auto cache = mappingFrom("x.One -> a:\n    void first() -> r\nx.Other -> b:\n"
                                   "    void m() -> r\nx.Two -> a:\n    void second() -> r\n");
    QVERIFY(cache);
    QCOMPARE(cache->classCount(), 2u);
    QCOMPARE(cache->findClass("a")->original, std::string_view("x.Two"));
    QCOMPARE(namesOf(*cache, "a", "r"), std::string("x.One.first x.Two.second"));
}

void TestMappingCache::flagsAreSharedByMethod()
{
    const auto cache = mappingFrom("x.Main -> a:\n    1:1:void s():1:1 -> r\n"
                                   "    2:2:void s():2:2 -> r\n"
                                   "    # {\"id\":\"com.android.tools.r8.synthesized\"}\n"
                                   "    3:3:void s(int):3:3 -> r\n"
                                   "    4:4:void x.Glue.s():3:3 -> r\n"
                                   "x.Glue -> b:\n"
                                   "# {\"id\":\"com.android.tools.r8.synthesized\"}\n"
                                   "    void o() -> o\n"
                                   "    # {\"id\":\"com.android.tools.r8.outline\"}\n");
    QVERIFY(cache);
    QCOMPARE(namesOf(*cache, "a", "r"), std::string("x.Main.s* x.Main.s* x.Main.s x.Glue.s*"));
    QCOMPARE(namesOf(*cache, "b", "o"), std::string("x.Glue.o*#"));
}

void TestMappingCache::recordsBelongToTheLineBefore()
{
    const auto cache = mappingFrom("x.Main -> a:\n    void m() -> r\n"
                                   "    # {\"id\":\"sourceFile\",\"fileName\":\"Late.kt\"}\n"
                                   "    # "
                                   "{\"id\":\"com.android.tools.r8.outlineCallsite\",\"positions\":"
                                   "{\"1\":4},\"outline\":\"Lb;o()V\"}\n"
                                   "    # "
                                   "{\"id\":\"com.android.tools.r8.rewriteFrame\",\"conditions\":["
                                   "\"throws(La/B;)\"],\"actions\":[\"removeInnerFrames(3)\"]}\n"
                                   "# comment\n"
                                   "# {\"id\":\"com.android.tools.r8.synthesized\"}\n");
    QVERIFY(cache);
    QVERIFY(!cache->findClass("a")->sourceFile);
    const auto entry = cache->entryAt(0);
    QVERIFY(!entry.isSynthesized);
    QCOMPARE(cache->positions(entry.extras).count, 1u);
    const auto position = cache->positionAt(cache->positions(entry.extras).first);
    QCOMPARE(position.outline, std::string_view("Lb;o()V"));
    QCOMPARE(position.outlineLine, 1u);
    QCOMPARE(position.callsiteLine, 4u);
    const auto rule = cache->ruleAt(cache->rules(entry.extras).first);
    QCOMPARE(cache->componentAt(rule.conditions.first).text, std::string_view("La/B;"));
    QCOMPARE(cache->componentAt(rule.actions.first).count, 3u);
    QCOMPARE(cache->positions(kNoExtras).count, 0u);
}

void TestMappingCache::parametersLeaveOutInlinees()
{
    const auto cache = mappingFrom("x.Main -> a:\n    1:1:void in(int):1:1 -> r\n"
                                   "    1:1:void out(int):2 -> r\n    5:5:void out(int):9:9 -> r\n"
                                   "    7:7:void out(long):8:8 -> r\n");
    QVERIFY(cache);
    const auto method = *cache->findMethod(*cache->findClass("a"), "r");
    const auto found = cache->findParameters(method, "int");
    QCOMPARE(found.count, 1u);
    QCOMPARE(cache->entryAt(cache->entryOfParameters(found.first)).name, std::string_view("out"));
    QCOMPARE(cache->findParameters(method, "long").count, 1u);
    QCOMPARE(cache->findParameters(method, "").count, 0u);
}

void TestMappingCache::summaryTellsTheHead()
{
    const auto cache = mappingFrom(kMapping);
    const auto summary = cache->summary();
    QCOMPARE(summary.compiler, std::string_view("R8"));
    QCOMPARE(summary.compilerVersion, std::string_view("8.5.35"));
    QCOMPARE(summary.minApi, std::string_view("24"));
    QCOMPARE(summary.mapId, std::string_view("5b46fdc"));
    QCOMPARE(summary.mapHash, std::string_view("SHA-256 abcd"));
    QCOMPARE(summary.formatVersion, std::string_view("2.2"));
    QCOMPARE(summary.methodCount, 4u);
    QCOMPARE(summary.fieldCount, 2u);
    QCOMPARE(summary.damagedLines, 1u);
    QCOMPARE(summary.firstDamagedLine, 15u);
    QVERIFY(summary.hasLineInfo);
    QVERIFY(mappingFrom("x.M -> a:\n    void m() -> r\n")->summary().compiler.empty());
}

void TestMappingCache::validity_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("error");
    const QString refused = "mapping: no class with a member in the first 50 lines";
    QTest::newRow("empty") << QByteArray() << refused;
    QTest::newRow("garbage") << QByteArray("a -> proguard:\n  not a valid proguard member line\n")
                             << refused;
    QTest::newRow("classes alone")
        << QByteArray("# compiler: R8\n\nx.a -> b:\nx.c -> d:\n") << QString();
    QTest::newRow("class among other lines") << QByteArray("a -> b:\nis shown here\n") << refused;
    QTest::newRow("member first") << QByteArray("    void m() -> a\na -> b:\n") << refused;
    QTest::newRow("member on line 50")
        << QByteArray("a -> b:\n" + QByteArray("#\n").repeated(48) + "    int f -> g\n")
        << QString();
    QTest::newRow("member on line 51")
        << QByteArray("a -> b:\n" + QByteArray("#\n").repeated(49) + "    int f -> g\n") << refused;
}

void TestMappingCache::validity()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, error);
    auto file = TempFile::createInMemory();
    const auto written = proguard::writeMappingCache(text.toStdString(), *file, ParseLimits(), {});
    QCOMPARE(QString::fromStdString(written ? std::string() : written.error().detail), error);
    if (!written)
        QCOMPARE(written.error().kind, ErrorKind::Malformed);
}

void TestMappingCache::damagedCaches_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("value");
    QTest::addColumn<QString>("error");
    using namespace cache_format;
    QTest::newRow("magic") << 0 << 0x20 << "mapping cache: no magic in %1 bytes";
    QTest::newRow("version") << int(header::kVersionAt) << 2 << "mapping cache: version 2, not 1";
    QTest::newRow("file size") << int(header::kFileSizeAt) << 7
                               << "mapping cache: %1 bytes, header says 7";
    QTest::newRow("class count")
        << int(header::kCountsAt) << 0x1000000
        << "mapping cache: section 0 with 16777216 records at offset 0x78 does not fit %1 bytes";
    QTest::newRow("slot count") << int(header::kCountsAt + 4) << 3
                                << "mapping cache: 3 slots for 2 classes";
}

void TestMappingCache::damagedCaches()
{
    QFETCH(int, offset);
    QFETCH(int, value);
    QFETCH(QString, error);
    auto bytes = bytesOf(kMapping);
    const auto size = bytes.size();
    cache_format::store32(bytes.data() + offset, std::uint32_t(value));
    const auto cache = proguard::MappingCache::open(ByteView::fromVector(std::move(bytes)));
    QVERIFY(!cache);
    QCOMPARE(cache.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(cache.error().detail),
             error.contains("%1") ? error.arg(size) : error);
}

void TestMappingCache::everyPrefixIsRefused()
{
    const auto bytes = bytesOf(kMapping);
    QVERIFY(!bytes.empty());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        QVERIFY(!proguard::MappingCache::open(ByteView::copyOf(Bytes(bytes).first(size))));
}

void TestMappingCache::damagedBytesNeverCrash()
{
    const auto bytes = bytesOf(kMapping);
    for (std::size_t at = cache_format::header::kFlagsAt; at < bytes.size(); ++at) {
        auto damaged = bytes;
        damaged[at] ^= std::byte{0xff};
        const auto cache = proguard::MappingCache::open(ByteView::fromVector(std::move(damaged)));
        if (!cache)
            continue;
        QVERIFY(!cache->verify());
        for (const auto* name : {"a.b", "a.c", "a.d"}) {
            const auto owner = cache->findClass(name);
            const auto method = owner ? cache->findMethod(*owner, "r") : std::nullopt;
            if (!method)
                continue;
            const auto around = cache->entriesAround(*method, 2);
            for (std::uint32_t i = 0; i < std::min(around.count, 8u); ++i)
                static_cast<void>(cache->entryAt(around.first + i));
            static_cast<void>(cache->findParameters(*method, "int"));
            static_cast<void>(cache->findField(*owner, "c"));
        }
        static_cast<void>(cache->summary());
        static_cast<void>(cache->findOriginalClass("x.Util"));
    }
}

void TestMappingCache::ids_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("id");
    QTest::newRow("empty") << QByteArray() << "0e71d76c-5067-5a02-a5d9-7e81070eb125";
    QTest::newRow("small") << QByteArray("a -> b:\n    void method() -> b\n")
                           << "abfc84fb-9379-5cb3-b53a-baaf3bb7912f";
}

void TestMappingCache::ids()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, id);
    const auto bytes = text.toStdString();
    QCOMPARE(QString::fromStdString(proguard::mappingId(asBytes(bytes)).canonical()), id);
}

void TestMappingCache::sourceFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("file");
    QTest::newRow("facade") << "com.example.MainKt" << "Other.java" << "Main.kt";
    QTest::newRow("extension of the reference") << "com.example.Main" << "Other.kt" << "Main.kt";
    QTest::newRow("inner class") << "com.example.Main$Inner" << "" << "Main.java";
    QTest::newRow("facade inside") << "com.example.ComposableSingletons$MainKt" << "" << "Main.kt";
    QTest::newRow("only the suffix") << "com.example.Foo$Kt" << "" << "Foo.java";
    QTest::newRow("lambda") << "io.ex.-$$Lambda$r3Avc" << "" << "-.java";
    QTest::newRow("no package") << "Main" << "noextension" << "Main.java";
}

void TestMappingCache::sourceFiles()
{
    QFETCH(QString, name);
    QFETCH(QString, reference);
    QFETCH(QString, file);
    const auto className = name.toStdString();
    const auto known = reference.toStdString();
    const auto made = proguard::synthesizeSourceFile(
        className, known.empty() ? std::nullopt : std::optional<std::string_view>(known));
    QCOMPARE(QString::fromStdString(made.text()), file);
}

QTEST_GUILESS_MAIN(TestMappingCache)
#include "tst_mapping_cache.moc"
