// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a cache folder, or the clock, change while a process uses them.
#include "core/base/file.h"
#include "core/cache/entry_header.h"
#include "tests/core/cache/store_fixture.h"

#include <QTest>

#include <fstream>
#include <random>

using namespace faultline;
using faultline::test::Recipe;
using faultline::test::StoreFixture;
using namespace std::chrono_literals;

namespace {

constexpr cache::CacheVersions kDerived{"derived", cache::CacheCategory::Derived, 1, {}};
constexpr cache::CacheVersions kDownloaded{"downloaded", cache::CacheCategory::Downloaded, 1, {}};
constexpr std::uint64_t kHeadBytes = 4096;

/// A payload in which the position determines every byte. It is used in its mapping.
class MappedItem final : public cache::CacheItemRequest<ByteView>
{
public:
    MappedItem(const cache::CacheVersions& kind, std::size_t sizeBytes)
        : m_kind(kind), m_sizeBytes(sizeBytes)
    {
    }

    static std::vector<std::byte> content(std::size_t sizeBytes)
    {
        std::vector<std::byte> bytes(sizeBytes);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::byte>(i * 31 + i / 251 + 1);
        return bytes;
    }

    const cache::CacheVersions& versions() const override { return m_kind; }

    cache::CacheKey key() const override
    {
        return cache::CacheKeyBuilder("").addFile("test", "mapped").build();
    }

    Result<void> compute(const cache::CacheInputs&, TempFile& out, std::stop_token) override
    {
        return out.append(content(m_sizeBytes));
    }

    Result<ByteView> load(ByteView bytes) const override { return bytes; }

private:
    const cache::CacheVersions& m_kind;
    std::size_t m_sizeBytes;
};

/// Inverts one bit.
void flip(const std::filesystem::path& path, std::uint64_t offset, unsigned bit)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(offset));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(offset));
    file.put(static_cast<char>(byte ^ (1 << bit)));
}

} // namespace

class TestCacheVandals : public QObject, private StoreFixture
{
    Q_OBJECT

private slots:

    void init() { reset(); }

    void aFlippedBitNeverAnswers_data();
    void aFlippedBitNeverAnswers();
    void largeDownloadsAreCheckedAfterACrashOfTheMachine_data();
    void largeDownloadsAreCheckedAfterACrashOfTheMachine();
    void entriesThatChangeAreCheckedAgain();
    void anEntryThatIsCutWhileServedIsMadeAnew();
    void whatWasMadeFromACutInputIsMadeAgain();
    void failuresFromTheFutureHaveExpired_data();
    void failuresFromTheFutureHaveExpired();
    void usesInTheFutureAreMarkedAnew();

private:
    std::filesystem::path pathOf(const cache::CacheItem& item) const
    {
        return folder() / std::string_view(item.versions().name) /
               item.key().relativePath(item.versions().current);
    }
};

void TestCacheVandals::aFlippedBitNeverAnswers_data()
{
    QTest::addColumn<qulonglong>("sizeBytes");
    QTest::newRow("smaller than a page") << 3000ull;
    QTest::newRow("large") << 700'001ull;
}

void TestCacheVandals::aFlippedBitNeverAnswers()
{
    QFETCH(qulonglong, sizeBytes);
    const auto item = std::make_shared<MappedItem>(kDerived, sizeBytes);
    const auto expected = MappedItem::content(sizeBytes);
    std::mt19937 random(7);
    for (int i = 0; i < 120; ++i) {
        static_cast<void>(makeStore()->fetch(item).wait());
        const auto offset = random() % (kHeadBytes + sizeBytes);
        flip(pathOf(*item), offset, random() % 8);
        const auto answer = makeStore()->fetch(item).wait();
        QVERIFY(answer.has_value());
        QVERIFY2(std::ranges::equal((*answer)->span(), expected),
                 qPrintable(QString::number(offset)));
    }
}

void TestCacheVandals::largeDownloadsAreCheckedAfterACrashOfTheMachine_data()
{
    QTest::addColumn<bool>("startedLater");
    QTest::addColumn<int>("layer");
    QTest::newRow("last used before the start, checked")
        << true << int(cache::CacheLayer::Computed);
    QTest::newRow("used since, trusted") << false << int(cache::CacheLayer::Disk);
}

void TestCacheVandals::largeDownloadsAreCheckedAfterACrashOfTheMachine()
{
    QFETCH(bool, startedLater);
    constexpr std::size_t kLarge = (16 << 20) + 1;
    const auto item = std::make_shared<MappedItem>(kDownloaded, kLarge);
    auto settings = config();
    settings.machineStart = std::chrono::system_clock::now() + (startedLater ? 1h : -1h);
    static_cast<void>(makeStore(settings)->fetch(item).wait());
    flip(pathOf(*item), 5'000'000, 1); // The page did not reach the disk.
    QTEST(int(makeStore(settings)->fetch(item).answer().trace.layer), "layer");
}

void TestCacheVandals::entriesThatChangeAreCheckedAgain()
{
    const auto item = std::make_shared<MappedItem>(kDerived, 100'000);
    const auto store = makeStore();
    static_cast<void>(store->fetch(item).wait());
    store->clearMemory();
    QCOMPARE(store->fetch(item).answer().trace.layer, cache::CacheLayer::Disk);
    store->clearMemory();
    flip(pathOf(*item), kHeadBytes + 50'000, 3);
    QCOMPARE(store->fetch(item).answer().trace.layer, cache::CacheLayer::Computed);
}

/// Without protection, reading beyond the new end would cause a SIGBUS.
void TestCacheVandals::anEntryThatIsCutWhileServedIsMadeAnew()
{
    constexpr std::size_t kBytes = 300'000;
    const auto item = std::make_shared<MappedItem>(kDerived, kBytes);
    const auto expected = MappedItem::content(kBytes);
    static_cast<void>(makeStore()->fetch(item).wait());
    const auto store = makeStore();
    const auto served = *store->fetch(item).wait();
    std::filesystem::resize_file(pathOf(*item), kHeadBytes + 8192);
    const auto before = missingPageCount();
    QCOMPARE(served->data()[200'000], std::byte(0));
    QCOMPARE(served->data()[100], expected[100]);
    QVERIFY(missingPageCount() > before);
    QVERIFY(!isComplete(*served));
    const auto again = store->fetch(item).answer();
    QCOMPARE(again.trace.layer, cache::CacheLayer::Computed);
    QVERIFY(std::ranges::equal((**again.value).span(), expected));
    QVERIFY(isComplete(**again.value));
    QCOMPARE(store->fetch(item).answer().trace.layer, cache::CacheLayer::Memory);
}

void TestCacheVandals::whatWasMadeFromACutInputIsMadeAgain()
{
    constexpr std::size_t kBytes = 300'000;
    const auto input = std::make_shared<MappedItem>(kDownloaded, kBytes);
    std::atomic<int> runs{0};
    const auto item = std::make_shared<test::TextItem>(
        "last byte",
        [&](const cache::CacheInputs& inputs, const std::stop_token&) -> Result<std::string> {
            FL_TRY(const auto bytes, inputs.get<ByteView>(0));
            if (runs++ == 0)
                std::filesystem::resize_file(pathOf(*input), kHeadBytes + 4096);
            return std::to_string(std::to_integer<int>(bytes->span().back()));
        },
        std::vector<cache::CacheInput>{{.item = input}});
    static_cast<void>(makeStore()->fetch(input).wait());
    const auto answer = makeStore()->fetch(item).wait();
    QVERIFY(answer.has_value());
    QCOMPARE(**answer, std::to_string(std::to_integer<int>(MappedItem::content(kBytes).back())));
    QCOMPARE(runs.load(), 2);
}

void TestCacheVandals::failuresFromTheFutureHaveExpired_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("inMemory");
    QTest::newRow("absence, on disk") << int(ErrorKind::NotFound) << false;
    QTest::newRow("absence, in memory") << int(ErrorKind::NotFound) << true;
    QTest::newRow("malformed, on disk") << int(ErrorKind::Malformed) << false;
}

void TestCacheVandals::failuresFromTheFutureHaveExpired()
{
    QFETCH(int, kind);
    QFETCH(bool, inMemory);
    Recipe recipe;
    recipe.result = fail(static_cast<ErrorKind>(kind), "why");
    const auto store = makeStore();
    m_ahead = 24h * 365;
    static_cast<void>(store->fetch(recipe.item()).wait());
    m_ahead = 0s;
    if (!inMemory)
        store->clearMemory();
    static_cast<void>(store->fetch(recipe.item()).wait());
    QCOMPARE(recipe.runs->load(), 2);
}

void TestCacheVandals::usesInTheFutureAreMarkedAnew()
{
    const Recipe recipe;
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    test::setAge(entryPath(*recipe.item()), -24h * 365);
    QCOMPARE(makeStore()->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Disk);
    QVERIFY(test::ageOf(entryPath(*recipe.item())) < 60);
    QVERIFY(test::ageOf(entryPath(*recipe.item())) > -60);
}

QTEST_GUILESS_MAIN(TestCacheVandals)
#include "tst_cache_vandals.moc"
