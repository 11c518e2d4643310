// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/cache/entry_header.h"

#include <QTest>

using namespace faultline;

namespace {

cache::EntryHeader sample()
{
    return {.failure = std::nullopt,
            .createdAt = 1'700'000'000'000,
            .lastUpgradeAttempt = 1'700'000'100'000,
            .objectRank = 3,
            .category = cache::CacheCategory::Index,
            .payloadChecksum = crc32(asBytes("payload")),
            .scope = "global",
            .keyText = "scope: global\n\nsource: a\nlocation: b\n"};
}

std::vector<std::byte> entryOf(const cache::EntryHeader& header, std::string_view payload)
{
    auto file = cache::encodeEntryHeader(header, payload.size());
    const auto bytes = asBytes(payload);
    file.insert(file.end(), bytes.begin(), bytes.end());
    return file;
}

Result<cache::ReadEntry> read(const std::vector<std::byte>& file)
{
    return cache::readEntry(ByteView::copyOf(file));
}

void patch(std::vector<std::byte>& file, std::size_t offset, std::uint32_t value)
{
    std::memcpy(file.data() + offset, &value, sizeof(value));
}

} // namespace

class TestEntryHeader : public QObject
{
    Q_OBJECT

private slots:
    void payloadsSurvive();
    void failuresSurvive_data();
    void failuresSurvive();
    void everyPrefixIsRefused();
    void defectsAreNamed_data();
    void defectsAreNamed();
    void flippedBitsOfTheHeadAreNoticed();
    void theUpgradeTimeMayBeRewritten();
    void damagedPayloadsAreNoticed();
    void longFailureTextsAreCut();
};

void TestEntryHeader::payloadsSurvive()
{
    for (const std::string_view payload : {"", "timeout", "malformed but a payload"}) {
        const auto entry = read(entryOf(sample(), payload));
        QVERIFY(entry.has_value());
        QCOMPARE(entry->header, sample());
        QCOMPARE(entry->payload.text(), payload);
    }
}

void TestEntryHeader::failuresSurvive_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    QTest::newRow("not found") << int(ErrorKind::NotFound) << "";
    QTest::newRow("permission denied") << int(ErrorKind::PermissionDenied) << "403 Forbidden";
    QTest::newRow("timeout") << int(ErrorKind::Timeout) << "4m 33s";
    QTest::newRow("download failed")
        << int(ErrorKind::DownloadFailed) << "500 Internal Server Error";
    QTest::newRow("malformed") << int(ErrorKind::Malformed) << "x";
    QTest::newRow("unsupported") << int(ErrorKind::Unsupported) << "y";
}

void TestEntryHeader::failuresSurvive()
{
    QFETCH(int, kind);
    QFETCH(QString, detail);
    auto header = sample();
    header.failure = Error{static_cast<ErrorKind>(kind), detail.toStdString()};
    const auto entry = read(entryOf(header, ""));
    QVERIFY(entry.has_value());
    QCOMPARE(entry->header, header);
}

void TestEntryHeader::everyPrefixIsRefused()
{
    const auto file = entryOf(sample(), "payload");
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto entry = read({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)});
        QVERIFY(!entry && entry.error().kind == ErrorKind::Malformed);
    }
}

void TestEntryHeader::defectsAreNamed_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<uint>("value");
    QTest::addColumn<QString>("detail");
    QTest::newRow("magic") << 0 << 0u << "cache entry: no magic at offset 0";
    QTest::newRow("format") << 8 << 9u << "cache entry: format 9, expected 2";
    QTest::newRow("head beyond the file")
        << 12 << 8192u << "cache entry: head of 8192 bytes in a file of 4103";
    QTest::newRow("head not of whole pages")
        << 12 << 100u << "cache entry: head of 100 bytes in a file of 4103";
    QTest::newRow("no head") << 12 << 0u << "cache entry: payload of 7 bytes, 4103 present";
    QTest::newRow("payload size") << 40 << 8u << "cache entry: payload of 8 bytes, 7 present";
    QTest::newRow("texts beyond the head")
        << 52 << 0xffffffffu << "cache entry: texts of 4294967301 bytes in a head of 4096";
    QTest::newRow("state that is never stored") << 16 << 9u << "cache entry: state 9";
    QTest::newRow("unknown category") << 68 << 3u << "cache entry: category 3";
    QTest::newRow("failure with a payload")
        << 16 << 1u << "cache entry: a failure with a payload of 7 bytes";
}

void TestEntryHeader::defectsAreNamed()
{
    QFETCH(int, offset);
    QFETCH(uint, value);
    QFETCH(QString, detail);
    auto file = entryOf(sample(), "payload");
    patch(file, static_cast<std::size_t>(offset), value);
    const auto entry = read(file);
    QVERIFY(!entry.has_value());
    QCOMPARE(QString::fromStdString(entry.error().detail), detail);
}

void TestEntryHeader::flippedBitsOfTheHeadAreNoticed()
{
    const auto file = entryOf(sample(), "payload");
    for (std::size_t offset = 0; offset < 160; ++offset) {
        if (offset >= 32 && offset < 40)
            continue; // The upgrade time.
        auto damaged = file;
        damaged[offset] ^= std::byte{0x10};
        QVERIFY(!read(damaged).has_value());
    }
}

void TestEntryHeader::theUpgradeTimeMayBeRewritten()
{
    auto file = entryOf(sample(), "payload");
    patch(file, 32, 5);
    patch(file, 36, 0);
    QCOMPARE(read(file)->header.lastUpgradeAttempt, std::int64_t{5});
}

void TestEntryHeader::damagedPayloadsAreNoticed()
{
    QVERIFY(cache::checkPayload(*read(entryOf(sample(), "payload"))));
    const auto damaged = cache::checkPayload(*read(entryOf(sample(), "paXload")));
    QCOMPARE(damaged.error().kind, ErrorKind::Malformed);
    QVERIFY(damaged.error().detail.starts_with("cache entry: payload has checksum 0x"));
}

void TestEntryHeader::longFailureTextsAreCut()
{
    auto header = sample();
    header.failure = Error{ErrorKind::Malformed, std::string(1 << 20, 'x')};
    QCOMPARE(read(entryOf(header, ""))->header.failure->detail.size(), std::size_t{64 << 10});
}

QTEST_GUILESS_MAIN(TestEntryHeader)
#include "tst_entry_header.moc"
