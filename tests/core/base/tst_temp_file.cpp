// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temp_file.h"
#include "core/packing/compression.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace faultline;

namespace {

/// Limits the size of every file that this process writes, which looks like a full disk to the
/// writer.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }

    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

std::filesystem::path pathOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

} // namespace

class TestTempFile : public QObject
{
    Q_OBJECT

private slots:
    void vanishesUnlessKept();
    void isCreatedWithItsFirstByte();
    void tellsWhenItIsClosed();
    void livesInMemoryWhenAsked();
    void growsToItsLimitInMemory();
    void failsWithTheSystemsTextWhenNothingIsLeft();
    void packsAndUnpacks_data();
    void packsAndUnpacks();
    void refusesDamagedPacks_data();
    void refusesDamagedPacks();
};

void TestTempFile::vanishesUnlessKept()
{
    const QTemporaryDir folder;
    const auto kept = pathOf(folder) / "sub" / "kept";
    {
        auto first = TempFile::create(pathOf(folder), 4096);
        auto second = first->createSibling();
        QVERIFY(first->append(asBytes("one")) && second->append(asBytes("two")));
        QCOMPARE(second->map()->text(), std::string_view("two"));
        QVERIFY(second->keepAs(kept));
    }
    QCOMPARE(std::filesystem::file_size(kept), std::uintmax_t{4096 + 3});
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
}

void TestTempFile::isCreatedWithItsFirstByte()
{
    const QTemporaryDir folder;
    int created = 0;
    auto file = TempFile::createLater(4096, [&] {
        ++created;
        return TempFile::create(pathOf(folder), 4096);
    });
    QVERIFY(file.truncate(0));
    QVERIFY(file.map()->empty());
    auto sibling = file.createSibling();
    QCOMPARE(created, 0);
    QVERIFY(file.append(asBytes("text")));
    QVERIFY(file.append(asBytes("s")));
    QCOMPARE(created, 1);
    QCOMPARE(file.map()->text(), std::string_view("texts"));
    QVERIFY(sibling->append(asBytes("other")));
    QCOMPARE(created, 2);
    QCOMPARE(sibling->map()->text(), std::string_view("other"));
    QVERIFY(file.keepAs(pathOf(folder) / "kept"));
    auto empty =
        TempFile::createLater(4096, [&] { return TempFile::create(pathOf(folder), 4096); });
    QVERIFY(empty.writeReserved(asBytes("head")));
    QVERIFY(empty.keepAs(pathOf(folder) / "empty"));
    auto broken = TempFile::createLater(
        0, []() -> Result<TempFile> { return fail(ErrorKind::PermissionDenied, "no"); });
    QCOMPARE(broken.append(asBytes("x")).error(), (Error{ErrorKind::PermissionDenied, "no"}));
}

void TestTempFile::tellsWhenItIsClosed()
{
    const QTemporaryDir folder;
    const auto token = std::make_shared<int>();
    auto file = TempFile::create(pathOf(folder));
    file->hold(token);
    auto moved = *std::move(file);
    QCOMPARE(token.use_count(), 2L);
    QVERIFY(moved.append(asBytes("x")));
    QVERIFY(moved.keepAs(pathOf(folder) / "kept"));
    QCOMPARE(token.use_count(), 1L);
    {
        auto dropped = TempFile::create(pathOf(folder));
        dropped->hold(token);
    }
    QCOMPARE(token.use_count(), 1L);
}

void TestTempFile::livesInMemoryWhenAsked()
{
    const QTemporaryDir folder;
    auto file = TempFile::createInMemory(4096);
    QVERIFY(file && file->isInMemory());
    QVERIFY(file->append(asBytes("text")));
    QCOMPARE(file->map()->text(), std::string_view("text"));
    QVERIFY(file->createSibling()->isInMemory());
    const auto kept = file->keepAs(pathOf(folder) / "kept");
    QCOMPARE(kept.error().kind, ErrorKind::Internal);
    QVERIFY(kept.error().detail.starts_with("no space left on the disk for "));
}

void TestTempFile::growsToItsLimitInMemory()
{
    auto file = TempFile::createInMemory();
    QVERIFY(file->writeAt(TempFile::kMaxBytesInMemory - 1, asBytes("x")));
    QVERIFY(!file->writeAt(TempFile::kMaxBytesInMemory, asBytes("x")));
}

void TestTempFile::failsWithTheSystemsTextWhenNothingIsLeft()
{
    const QTemporaryDir folder;
    auto file = TempFile::create(pathOf(folder));
    QVERIFY(file->append(asBytes("before")));
    {
        const FileSizeLimit limit(4096); // Holds for files in memory as well.
        const auto written = file->append(asBytes(std::string(8192, 'x')));
        QCOMPARE(written.error().kind, ErrorKind::Internal);
        QVERIFY2(written.error().detail.contains("File too large"), written.error().detail.c_str());
    }
    QCOMPARE(file->sizeBytes(), std::uint64_t{6});
    QVERIFY(file->isInMemory());
    QCOMPARE(file->map()->text().substr(0, 6), std::string_view("before"));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestTempFile::packsAndUnpacks_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a text") << QByteArray("some text");
    QTest::newRow("more than a buffer") << QByteArray("pattern ").repeated(100'000);
}

void TestTempFile::packsAndUnpacks()
{
    QFETCH(QByteArray, bytes);
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    auto packed = TempFile::createInMemory();
    auto unpacked = TempFile::createInMemory();
    QVERIFY(packing::packZstd(asBytes(text), *packed));
    QVERIFY(packing::unpackZstd(packed->map()->span(), text.size(), *unpacked));
    QCOMPARE(unpacked->map()->text(), text);
}

void TestTempFile::refusesDamagedPacks_data()
{
    QTest::addColumn<int>("keptBytes"); // Negative: all but these.
    QTest::addColumn<int>("flippedByte");
    QTest::addColumn<int>("limit");
    QTest::newRow("empty") << 0 << -1 << 1000;
    QTest::newRow("cut off") << -3 << -1 << 1000;
    QTest::newRow("no zstd") << 1000 << 0 << 1000;
    QTest::newRow("content differs from its checksum") << 1000 << 12 << 1000;
    QTest::newRow("more than the limit") << 1000 << -1 << 4;
}

void TestTempFile::refusesDamagedPacks()
{
    QFETCH(int, keptBytes);
    QFETCH(int, flippedByte);
    QFETCH(int, limit);
    auto file = TempFile::createInMemory();
    QVERIFY(packing::packZstd(asBytes("some text that is short"), *file));
    std::string packed(file->map()->text());
    if (flippedByte >= 0)
        packed[static_cast<std::size_t>(flippedByte)] ^= 1;
    const auto kept = keptBytes < 0 ? packed.size() - static_cast<std::size_t>(-keptBytes)
                                    : static_cast<std::size_t>(keptBytes);
    auto out = TempFile::createInMemory();
    const auto unpacked = packing::unpackZstd(asBytes(std::string_view(packed).substr(0, kept)),
                                              static_cast<std::uint64_t>(limit), *out);
    QCOMPARE(unpacked.error().kind, ErrorKind::Malformed);
}

QTEST_GUILESS_MAIN(TestTempFile)
#include "tst_temp_file.moc"
