// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/managed/ppdb_cache.h"
#include "core/symcache/managed/ppdb_cache_writer.h"
#include "tests/support/ppdb_builder.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using test::PpdbBuilder;

/// The cache of portable PDBs returns what was written, and damage causes no invalid memory access.
class TestPpdbCache : public QObject
{
    Q_OBJECT

private slots:
    void lookups_data();
    void lookups();
    void filesAndIdentity();
    void aDamagedMethodCostsItself();
    void sharedSequencePointsAreBounded();
    void damagedCaches_data();
    void damagedCaches();
    void everyPrefixIsRefused();

private:
    Result<ByteView> cacheOf(const PpdbBuilder& builder)
    {
        FL_TRY(const auto pdb, ppdb::PortablePdb::open(ByteView::fromVector(builder.build()), {}));
        FL_TRY(auto out, TempFile::create(m_dir.path().toStdString()));
        FL_TRY(m_stats, symcache::writePpdbCache(*pdb, out, {}));
        return out.map();
    }

    QTemporaryDir m_dir;
    symcache::PpdbCacheStats m_stats;
};

namespace {

PpdbBuilder sample()
{
    PpdbBuilder pdb;
    pdb.documents = {{.name = "/src/a.cs", .sha256 = std::string(32, 'h')},
                     {.name = "/src/b.vb", .language = PpdbBuilder::Language::VisualBasic}};
    pdb.methods = {{.document = 1, .points = {{3, 10, 5}, {6, 0}, {9, 12, 1}, {12, 0}}},
                   {.document = 1, .points = {}},
                   {.document = 2, .points = {{0, 0}, {2, 100, 2}}}};
    return pdb;
}

} // namespace

void TestPpdbCache::lookups_data()
{
    QTest::addColumn<quint32>("method");
    QTest::addColumn<quint32>("ilOffset");
    QTest::addColumn<QString>("position");
    QTest::newRow("before the first point") << 1u << 2u << "";
    QTest::newRow("at a point") << 1u << 3u << "/src/a.cs:10:5";
    QTest::newRow("behind it") << 1u << 5u << "/src/a.cs:10:5";
    QTest::newRow("hidden") << 1u << 6u << "/src/a.cs:10:5?";
    QTest::newRow("visible again") << 1u << 11u << "/src/a.cs:12:1";
    QTest::newRow("hidden at the end") << 1u << 0xffffffffu << "/src/a.cs:12:1?";
    QTest::newRow("method without points") << 2u << 0u << "";
    QTest::newRow("hidden before all others") << 3u << 1u << "";
    QTest::newRow("another document") << 3u << 2u << "/src/b.vb:100:2";
    QTest::newRow("no such method") << 4u << 0u << "";
    QTest::newRow("method 0") << 0u << 0u << "";
}

void TestPpdbCache::lookups()
{
    QFETCH(quint32, method);
    QFETCH(quint32, ilOffset);
    QFETCH(QString, position);
    const auto bytes = cacheOf(sample());
    QVERIFY2(bytes, bytes ? "" : bytes.error().detail.c_str());
    const auto cache = symcache::PpdbCache::open(*bytes);
    QVERIFY(cache);
    const auto found = cache->lookup(method, ilOffset);
    const auto text = found ? concat(found->file.path, ":", found->line, ":", found->column,
                                     found->isApproximate ? "?" : "")
                            : std::string();
    QCOMPARE(QString::fromStdString(text), position);
}

void TestPpdbCache::filesAndIdentity()
{
    const auto bytes = cacheOf(sample());
    const auto cache = symcache::PpdbCache::open(*bytes);
    QVERIFY(cache && cache->verify());
    QCOMPARE(cache->debugId().canonical(),
             std::string("0c1033f7-8632-492e-91c6-c314b72e1920-e60b819d"));
    QCOMPARE(cache->fileCount(), 2u);
    QCOMPARE(cache->file(0)->checksumKind, object::DebugFile::ChecksumKind::Sha256);
    QCOMPARE(asText(cache->file(0)->checksum),
             std::string_view("hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"));
    QCOMPARE(cache->file(1)->checksumKind, object::DebugFile::ChecksumKind::None);
    QCOMPARE(cache->file(1)->language, Language::VisualBasic);
    QVERIFY(!cache->file(2));
}

void TestPpdbCache::aDamagedMethodCostsItself()
{
    auto builder = sample();
    builder.methods[0].blob = std::string("\0\x80", 2);
    const auto bytes = cacheOf(builder);
    QVERIFY(bytes);
    const auto cache = symcache::PpdbCache::open(*bytes);
    QCOMPARE(cache->damagedMethods(), 1u);
    QVERIFY(!cache->lookup(1, 3));
    QVERIFY(cache->lookup(3, 2));
}

void TestPpdbCache::sharedSequencePointsAreBounded()
{
    PpdbBuilder builder;
    builder.documents = {{.name = "a.cs"}};
    PpdbBuilder::Method method{.document = 1, .points = {}};
    for (std::uint32_t i = 0; i < 4000; ++i)
        method.points.push_back({i, i + 1, 1});
    builder.methods.assign(2000, method);
    builder.sharesBlobs = true; // 2000 methods stand for the same 20 KB.
    const auto bytes = cacheOf(builder);
    QVERIFY(!bytes);
    QCOMPARE(QString::fromStdString(bytes.error().detail),
             QString("portable pdb: sequence points of 2000 methods share their bytes too often"));
}

void TestPpdbCache::damagedCaches_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("detail");
    QTest::newRow("magic") << 0 << "ppdb cache: no magic in SIZE bytes";
    QTest::newRow("version") << 8 << "ppdb cache: version 254, not 1";
    QTest::newRow("file size") << 24 << "";
    QTest::newRow("method count") << 55 << "";
    QTest::newRow("point count") << 59 << "";
    QTest::newRow("string bytes") << 67 << "";
}

void TestPpdbCache::damagedCaches()
{
    QFETCH(int, offset);
    QFETCH(QString, detail);
    const auto good = cacheOf(sample());
    QVERIFY(good);
    std::vector<std::byte> bytes(good->span().begin(), good->span().end());
    bytes[static_cast<std::size_t>(offset)] ^= std::byte{0xff};
    const auto cache = symcache::PpdbCache::open(ByteView::copyOf(bytes));
    QVERIFY(!cache);
    QCOMPARE(cache.error().kind, ErrorKind::Malformed);
    if (!detail.isEmpty())
        QCOMPARE(QString::fromStdString(cache.error().detail),
                 detail.replace("SIZE", QString::number(bytes.size())));
}

void TestPpdbCache::everyPrefixIsRefused()
{
    const auto good = cacheOf(sample());
    QVERIFY(good);
    for (std::size_t size = 0; size < good->size(); ++size)
        QVERIFY(!symcache::PpdbCache::open(ByteView::copyOf(good->span().first(size))));
}

QTEST_GUILESS_MAIN(TestPpdbCache)
#include "tst_ppdb_cache.moc"
