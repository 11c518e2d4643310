// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/symbol_archive.h"
#include "tests/support/zip_builder.h"

#include <QTest>

#include <array>
#include <cstring>
#include <limits>

using namespace faultline;
using namespace faultline::server::mozilla;
using faultline::test::ZipBuilder;

namespace {

packing::ZipArchive archiveOf(const std::vector<std::string>& contents)
{
    ZipBuilder zip;
    for (std::size_t i = 0; i < contents.size(); ++i)
        zip.add("a.pdb/" + std::to_string(i) + "/a.sym", contents[i],
                {.method = ZipBuilder::Method::Deflated});
    return *packing::ZipArchive::open(ByteView::fromVector(zip.build()));
}

} // namespace

/// What an archive may become.
class TestSymbolArchive : public QObject
{
    Q_OBJECT

private slots:
    void limits_data();
    void limits();
    void sumThatWraps();
    void countsWhatItUnpacks();
};

void TestSymbolArchive::limits_data()
{
    QTest::addColumn<int>("secondBytes");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("as large as allowed") << 90 << QByteArray();
    QTest::newRow("one file too large")
        << 101 << QByteArray("a.pdb/1/a.sym has 101 bytes unpacked, more than 100");
    QTest::newRow("too large together")
        << 91 << QByteArray("The files have more than 150 bytes unpacked");
}

void TestSymbolArchive::limits()
{
    QFETCH(int, secondBytes);
    const auto archive = archiveOf({std::string(60, 'x'), std::string(secondBytes, 'y')});
    const auto listed = listSymbols(archive, {.maxFileBytes = 100, .maxUnpackedBytes = 150});
    QTEST(QByteArray::fromStdString(listed ? std::string() : listed.error().detail), "error");
}

/// No file is that large, but a directory can say so.
void TestSymbolArchive::sumThatWraps()
{
    ZipBuilder zip;
    zip.add("a.pdb/0/a.sym", "x", {.useZip64 = true});
    zip.add("a.pdb/1/a.sym", "x", {.useZip64 = true});
    auto bytes = zip.build();
    const auto zip64Field = std::to_array<std::uint8_t>({1, 0, 24, 0});
    int changed = 0;
    for (std::size_t at = 0; at + 12 <= bytes.size(); ++at) {
        if (std::memcmp(bytes.data() + at, zip64Field.data(), zip64Field.size()) != 0)
            continue;
        std::memset(bytes.data() + at + zip64Field.size(), 0xff, 8);
        ++changed;
    }
    QCOMPARE(changed, 2);
    const auto archive = packing::ZipArchive::open(ByteView::fromVector(std::move(bytes)));
    QVERIFY(archive);
    const auto most = std::numeric_limits<std::uint64_t>::max();
    QVERIFY(!listSymbols(*archive, {}));
    QVERIFY(!listSymbols(*archive, {.maxFileBytes = most, .maxUnpackedBytes = most}));
}

void TestSymbolArchive::countsWhatItUnpacks()
{
    const auto archive = archiveOf({std::string(60, 'x'), std::string(60, 'y')});
    const auto symbols = listSymbols(archive, {});
    QVERIFY(symbols);
    SymbolUnpacker unpacker(archive, {.maxFileBytes = 100, .maxUnpackedBytes = 100});
    QCOMPARE(unpacker.read(symbols->at(0).entry)->size(), std::size_t{60});
    const auto second = unpacker.read(symbols->at(1).entry);
    QVERIFY(!second);
    QCOMPARE(second.error().kind, ErrorKind::Malformed);
}

QTEST_GUILESS_MAIN(TestSymbolArchive)
#include "tst_symbol_archive.moc"
