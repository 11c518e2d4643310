// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/byte_assembler.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace faultline;
using namespace faultline::test;

/// Full dumps exceed 4 GiB: the data of Memory64List lies at 64-bit offsets.
class TestMinidumpLargeFile : public QObject
{
    Q_OBJECT

private slots:
    void memoryBehindFourGigabytes();
};

void TestMinidumpLargeFile::memoryBehindFourGigabytes()
{
    constexpr std::uint64_t kHole = 5ull << 30;
    ByteAssembler out;
    out.u32(0x504d444d).u32(0xa793).u32(2).u32(32).u32(0).u32(1).u64(2);
    out.u32(7).u32(56).u32(56); // SystemInfo at 56, Memory64List at 112.
    out.u32(9).u32(48).u32(112);
    out.u16(9).zeros(54);
    out.u64(2).u64(160).u64(0x10000).u64(kHole).u64(0x200000000).u64(8);
    const auto head = out.finish();
    QCOMPARE(head.size(), std::size_t{160});

    const QTemporaryDir folder;
    const auto path = folder.filePath("large.dmp");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(head.data()), static_cast<qint64>(head.size()));
    if (!file.seek(static_cast<qint64>(160 + kHole)) ||
        file.write("\x88\x77\x66\x55\x44\x33\x22\x11") != 8)
        QSKIP("the file system takes no large sparse files");
    file.close();

    const auto bytes = mapForeignFile(path.toStdString());
    QVERIFY(bytes.has_value());
    const auto event = minidump::readMinidumpEvent(*bytes, {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->asNative()->memory->readUnsigned(0x200000000, 8),
             std::optional<std::uint64_t>(0x1122334455667788));
    QCOMPARE((*event)->asNative()->memory->readUnsigned(0x10000 + kHole - 8, 8),
             std::optional<std::uint64_t>(0));
    QVERIFY(!(*event)->asNative()->memory->readUnsigned(0x10000 + kHole, 8));
}

QTEST_GUILESS_MAIN(TestMinidumpLargeFile)
#include "tst_minidump_large_file.moc"
