// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/symcache/symcache.h"
#include "fake_object.h"
#include "symcache_support.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// We write symcaches, but disks can damage them. For any bytes, opening and look-ups must stay
/// inside them.
class TestSymCacheDamage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void headerDefects_data();
    void headerDefects();
    void everyPrefixIsRefused();
    void flippedBitsNeverReachOutside();
    void verifyFindsEveryFlippedBit();
    void inlineLoopEnds();

private:
    std::string m_valid;
};

namespace {

constexpr std::size_t kChecksumAt = 16;
constexpr std::size_t kChecksumFrom = 24;
constexpr std::size_t kHeaderBytes = 80 + 10 * 24;

void put32(std::string& bytes, std::size_t at, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[at + i] = static_cast<char>(value >> (8 * i));
}

std::uint64_t get64(const std::string& bytes, std::size_t at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 8; i > 0; --i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[at + i - 1]);
    return value;
}

/// Recomputes the checksum, so that the reader gets to the defect.
void seal(std::string& bytes)
{
    const std::uint64_t sum =
        checksum64(asBytes(bytes).subspan(kChecksumFrom, kHeaderBytes - kChecksumFrom));
    put32(bytes, kChecksumAt, static_cast<std::uint32_t>(sum));
    put32(bytes, kChecksumAt + 4, static_cast<std::uint32_t>(sum >> 32));
}

void lookEverywhere(const symcache::SymCache& cache)
{
    for (std::uint64_t address = 0xff0; address < 0x1260; ++address) {
        auto frames = cache.lookup(address);
        while (const auto frame = frames.next())
            QVERIFY(frame->function.size() + frame->path.size() < 1000);
        if (const auto function = cache.functionAt(address))
            (void)cache.rows(*function);
    }
    (void)cache.functionsNamed("outer");
    for (std::uint32_t i = 0; i < cache.fileCount(); ++i)
        (void)cache.file(i);
}

} // namespace

void TestSymCacheDamage::initTestCase()
{
    UnitBuilder builder;
    const auto a = builder.file("a.c", "src", "/build");
    builder.function(0x1000, 0x1100, "outer")
        .line(0x1000, a, 10)
        .line(0x1010, a, 20)
        .inlined(0x1010, 0x1040, object::kNoIndex, "middle", a, 12)
        .inlined(0x1020, 0x1030, 0, "inner", a, 21);
    builder.function(0x1200, 0x1240, "other").line(0x1200, a, 30);
    auto object = std::make_shared<FakeObject>();
    object->units.emplace_back(std::move(builder.unit));
    object->table = {{.address = 0x1180, .sizeBytes = 16, .name = "symbol"}};
    const auto written = writeCache({.object = object, .symbolObjects = {}});
    QVERIFY(written);
    m_valid = written->bytes;
    QVERIFY(symcache::SymCache::open(ByteView::fromString(m_valid))->verify());
}

void TestSymCacheDamage::headerDefects_data()
{
    QTest::addColumn<int>("at");
    QTest::addColumn<quint32>("value");
    QTest::addColumn<bool>("sealed");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* title, int at, quint32 value, bool sealed,
                        const QString& detail) {
        QTest::newRow(title) << at << value << sealed << detail;
    };
    row("magic", 0, 0, false, QStringLiteral("symcache header: no magic number at offset 0"));
    row("version", 8, 1, false,
        QStringLiteral("symcache header: version 1 at offset 8, expected 6"));
    row("section count", 12, 11, false,
        QStringLiteral("symcache header: 11 sections at offset 12, expected 10"));
    row("checksum", 56, 7, false,
        QStringLiteral("symcache header: checksum at offset 16 does not fit"));
    row("file size", 24, 5, true,
        QStringLiteral("symcache header: file size 5 at offset 24, found %1"));
    row("section offset", 80 + 24, 0xfffffff0, true,
        QStringLiteral(
            "symcache section starts: 40 bytes at offset 0xfffffff0 do not fit %1 bytes"));
    row("section inside the header", 80 + 24, 8, true,
        QStringLiteral("symcache section starts: 40 bytes at offset 0x8 do not fit %1 bytes"));
    row("section size", 80 + 32, 39, true,
        QStringLiteral("symcache section starts: 39 bytes are no whole number of 4-byte records"));
    row("fewer starts than rows", 80 + 32, 36, true,
        QStringLiteral(
            "symcache header: 9 starts, 10 rows, 3 index and 7 string offsets, bucket shift 9"));
    row("bucket shift", 60, 32, true,
        QStringLiteral(
            "symcache header: 10 starts, 10 rows, 3 index and 7 string offsets, bucket shift 32"));
}

void TestSymCacheDamage::headerDefects()
{
    QFETCH(int, at);
    QFETCH(quint32, value);
    QFETCH(bool, sealed);
    QFETCH(QString, detail);
    std::string bytes = m_valid;
    put32(bytes, static_cast<std::size_t>(at), value);
    if (sealed)
        seal(bytes);
    const auto cache = symcache::SymCache::open(ByteView::fromString(bytes));
    QVERIFY(!cache);
    QCOMPARE(cache.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(cache.error().detail),
             detail.contains(QLatin1String("%1")) ? detail.arg(m_valid.size()) : detail);
}

void TestSymCacheDamage::everyPrefixIsRefused()
{
    for (std::size_t length = 0; length < m_valid.size(); ++length)
        QVERIFY(!symcache::SymCache::open(ByteView::fromString(m_valid.substr(0, length))));
}

void TestSymCacheDamage::flippedBitsNeverReachOutside()
{
    for (std::size_t at = kChecksumFrom; at < m_valid.size(); ++at) {
        for (const int mask : {0x01, 0x80, 0xff}) {
            std::string bytes = m_valid;
            bytes[at] = static_cast<char>(bytes[at] ^ mask);
            if (at < kHeaderBytes)
                seal(bytes);
            if (const auto cache = symcache::SymCache::open(ByteView::fromString(bytes)))
                lookEverywhere(*cache);
        }
    }
}

void TestSymCacheDamage::verifyFindsEveryFlippedBit()
{
    for (std::size_t section = 0; section < 10; ++section) {
        const std::uint64_t offset = get64(m_valid, 80 + section * 24);
        const std::uint64_t size = get64(m_valid, 88 + section * 24);
        for (std::uint64_t at = offset; at < offset + size; ++at) {
            std::string bytes = m_valid;
            bytes[static_cast<std::size_t>(at)] =
                static_cast<char>(bytes[static_cast<std::size_t>(at)] ^ 0x10);
            const auto cache = symcache::SymCache::open(ByteView::fromString(bytes));
            QVERIFY(cache);
            QVERIFY(!cache->verify());
        }
    }
}

void TestSymCacheDamage::inlineLoopEnds()
{
    std::string bytes = m_valid;
    const std::uint64_t inlines = get64(bytes, 80 + 4 * 24);
    put32(bytes, static_cast<std::size_t>(inlines),
          4); // Function count is three: inline 0 is scope 3, inline 1 is scope 4.
    put32(bytes, static_cast<std::size_t>(inlines) + 20, 3); // Each is the other's parent.
    const auto cache = symcache::SymCache::open(ByteView::fromString(bytes));
    QVERIFY(cache);
    auto frames = cache->lookup(0x1020);
    int count = 0;
    while (frames.next())
        ++count;
    QCOMPARE(count, 512);
    QVERIFY(!cache->functionAt(0x1020));
}

QTEST_GUILESS_MAIN(TestSymCacheDamage)
#include "tst_symcache_damage.moc"
