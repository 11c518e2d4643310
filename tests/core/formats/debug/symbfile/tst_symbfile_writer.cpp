// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"
#include "symbfile_bytes.h"

#include <QTest>

using namespace faultline;
using namespace faultline::symbfile;
using namespace faultline::test;

namespace {

std::string write(const std::vector<symbfile::Record>& records, symbfile::WriterLimits limits = {})
{
    std::string file;
    symbfile::SymbfileWriter writer(
        [&](Bytes bytes) -> Result<void> {
            file += asText(bytes);
            return {};
        },
        limits);
    for (const auto& record : records) {
        if (!writer.add(record))
            qFatal("a record was refused");
    }
    if (!writer.finish())
        qFatal("the end was refused");
    return file;
}

/// The texts of the records point into `file`.
std::vector<symbfile::Record> read(const std::string& file)
{
    std::vector<symbfile::Record> records;
    auto reader = symbfile::SymbfileReader::open(asBytes(file));
    while (reader) {
        auto record = reader->next();
        if (!record || !*record)
            break;
        records.push_back(**record);
    }
    return records;
}

symbfile::Range range(std::uint64_t address, std::string_view function)
{
    return {.address = address,
            .sizeBytes = 4,
            .function = function,
            .file = "/s/a.c",
            .callFile = std::nullopt,
            .callLine = 0,
            .depth = 0,
            .lines = {{0, 1}, {2, 3}}};
}

} // namespace

class TestSymbfileWriter : public QObject
{
    Q_OBJECT

private slots:
    void theExampleComesBack();
    void anEmptyFileHasAnEmptyTable();
    void addressesGoBackwardsAndWrap();
    void severalTablesAreWritten();
    void linesThatGoBackwardsAreRefused();
};

void TestSymbfileWriter::theExampleComesBack()
{
    const auto example = exampleSymbfile();
    const auto records = read(example);
    QCOMPARE(records.size(), 3u);
    const auto written = write(records);
    QVERIFY(read(written) == records);
}

void TestSymbfileWriter::anEmptyFileHasAnEmptyTable()
{
    QCOMPARE(write({}), symbfileStart() + message(4, ""));
}

void TestSymbfileWriter::addressesGoBackwardsAndWrap()
{
    const std::vector<symbfile::Record> records{range(0x1000, "a"), range(0x10, "b"),
                                                range(0xfffffffffffffff0, "c"), range(0, "d")};
    const auto written = write(records);
    QVERIFY(read(written) == records);
}

void TestSymbfileWriter::severalTablesAreWritten()
{
    std::vector<symbfile::Record> records;
    for (std::uint64_t i = 0; i < 100; ++i)
        records.emplace_back(range(i * 16, "shared"));
    records.emplace_back(symbfile::ReturnPad{7, {{"once", "", 0}}});
    const auto small = write(records, {.tableBytes = 1 << 20, .bufferedBytes = 200});
    const auto large = write(records);
    QVERIFY(read(small) == records);
    QVERIFY(read(large) == records);
    QVERIFY(small.size() > large.size());
}

void TestSymbfileWriter::linesThatGoBackwardsAreRefused()
{
    symbfile::SymbfileWriter writer([](Bytes) -> Result<void> { return {}; });
    auto record = range(1, "f");
    record.lines = {{4, 1}, {2, 2}};
    const auto added = writer.add(record);
    QVERIFY(!added);
    QCOMPARE(added.error().detail, std::string("line table: row at 2 after 4"));
}

QTEST_GUILESS_MAIN(TestSymbfileWriter)
#include "tst_symbfile_writer.moc"
