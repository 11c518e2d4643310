// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/msf_file.h"
#include "tests/support/pdb_builder.h"

#include <QTest>

using namespace faultline;

class TestMsfFile : public QObject
{
    Q_OBJECT

private slots:
    void streams_data();
    void streams();
    void directoryMapOfSeveralBlocks_data();
    void directoryMapOfSeveralBlocks();
    void defects_data();
    void defects();
    void sharedBlocksAreRefused();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint32_t kBlock = 512;

std::vector<std::string> sampleStreams()
{
    return {"", "short", std::string(kBlock, 'f'), std::string(3 * kBlock + 7, 'l') + "end"};
}

Result<pdb::MsfFile> openMsf(std::vector<std::byte> bytes)
{
    return pdb::MsfFile::open(ByteView::fromVector(std::move(bytes)), ParseLimits{});
}

void put32(std::vector<std::byte>& bytes, std::size_t offset, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes.at(offset + i) = static_cast<std::byte>(value >> (8 * i));
}

} // namespace

void TestMsfFile::streams_data()
{
    QTest::addColumn<bool>("scatter");
    QTest::newRow("consecutive blocks") << false;
    QTest::newRow("blocks in reverse order") << true;
}

void TestMsfFile::streams()
{
    QFETCH(bool, scatter);
    const auto expected = sampleStreams();
    const auto msf = openMsf(test::buildMsf(expected, kBlock, scatter));
    QVERIFY2(msf, msf ? "" : msf.error().detail.c_str());
    QCOMPARE(msf->streamCount(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(std::string(msf->stream(i).text()), expected[i]);
    QVERIFY(msf->stream(99).empty());
}

void TestMsfFile::directoryMapOfSeveralBlocks_data()
{
    streams_data();
}

/// One block of the map names as many directory blocks as it has room for numbers.
void TestMsfFile::directoryMapOfSeveralBlocks()
{
    QFETCH(bool, scatter);
    std::vector<std::string> expected(40'000);
    expected.front() = "first";
    expected.back() = std::string(2 * kBlock, 'l') + "end";
    const auto msf = openMsf(test::buildMsf(expected, kBlock, scatter));
    QVERIFY2(msf, msf ? "" : msf.error().detail.c_str());
    QCOMPARE(msf->streamCount(), expected.size());
    QCOMPARE(std::string(msf->stream(0).text()), expected.front());
    QCOMPARE(std::string(msf->stream(39'999).text()), expected.back());
}

void TestMsfFile::defects_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<quint32>("value");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    const auto malformed = static_cast<int>(ErrorKind::Malformed);
    const int directory = 9 * kBlock; // Three fixed blocks and six of streams stand before it.
    QTest::newRow("no signature") << 0 << 0u << static_cast<int>(ErrorKind::Unsupported)
                                  << "no msf 7.00 signature at offset 0";
    QTest::newRow("block size zero") << 32 << 0u << malformed << "msf superblock: block size 0";
    QTest::newRow("block size no power of two")
        << 32 << 4095u << malformed << "msf superblock: block size 4095";
    QTest::newRow("directory map outside")
        << 52 << 0xffffffu << malformed
        << "msf directory: map of 1 blocks at block 16777215 does not fit 5632 bytes";
    QTest::newRow("directory larger than the file")
        << 44 << 0xffffffffu << malformed
        << "msf directory: map of 8388608 blocks at block 10 does not fit 5632 bytes";
    QTest::newRow("directory block outside") << 10 * static_cast<int>(kBlock) << 99u << malformed
                                             << "msf directory: block 99 lies outside 5632 bytes";
    QTest::newRow("more streams than bytes")
        << directory << 1000u << malformed << "msf directory: 1000 streams in 44 bytes";
    QTest::newRow("stream larger than the file")
        << directory + 8 << 0x7fffffffu << malformed
        << "msf directory: 4 streams need 4194309 blocks, file has 11";
    QTest::newRow("stream block outside")
        << directory + 20 << 11u << malformed
        << "msf directory: block 11 of stream 1 lies outside 5632 bytes";
}

void TestMsfFile::defects()
{
    QFETCH(int, offset);
    QFETCH(quint32, value);
    QFETCH(int, kind);
    auto bytes = test::buildMsf(sampleStreams(), kBlock);
    put32(bytes, static_cast<std::size_t>(offset), value);
    const auto msf = openMsf(std::move(bytes));
    QVERIFY(!msf);
    QTEST(QString::fromStdString(msf.error().detail), "detail");
    QCOMPARE(static_cast<int>(msf.error().kind), kind);
}

/// Streams that all claim the same blocks would make a small file unpack to a large one.
void TestMsfFile::sharedBlocksAreRefused()
{
    test::ByteAssembler directory;
    const std::uint32_t count = 40;
    directory.u32(count);
    for (std::uint32_t i = 0; i < count; ++i)
        directory.u32(kBlock);
    for (std::uint32_t i = 0; i < count; ++i)
        directory.u32(3);
    auto bytes = test::buildMsf({test::asString(directory.finish())}, kBlock);
    // Let the superblock name the stream (block 3) as the directory; its own map block lists one
    // block.
    put32(bytes, 44, 4 + count * 8);
    put32(bytes, 5 * kBlock, 3);
    const auto msf = openMsf(std::move(bytes));
    QVERIFY(!msf);
    QCOMPARE(msf.error().detail,
             std::string("msf directory: 40 streams need 40 blocks, file has 6"));
}

void TestMsfFile::everyPrefixGivesValueOrError()
{
    const auto bytes = test::buildMsf(sampleStreams(), kBlock, true);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        const auto msf =
            openMsf(std::vector(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
        for (std::size_t i = 0; msf && i < msf->streamCount(); ++i)
            QCOMPARE(std::string(msf->stream(i).text()), sampleStreams()[i]);
    }
}

QTEST_GUILESS_MAIN(TestMsfFile)
#include "tst_msf_file.moc"
