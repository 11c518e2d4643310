// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "symbfile_bytes.h"

#include <QTest>

#include <memory>
#include <string>

using namespace faultline;
using namespace faultline::symbfile;
using namespace faultline::test;

namespace {

/// Records refer to the file and to the reader's tables.
struct ReadFile
{
    std::shared_ptr<const std::string> file;
    std::shared_ptr<symbfile::SymbfileReader> reader;
    std::vector<symbfile::Record> records;
    QString error; ///< Empty: read to the end.
};

ReadFile readAll(const std::string& file)
{
    ReadFile result;
    result.file = std::make_shared<const std::string>(file);
    auto reader = symbfile::SymbfileReader::open(asBytes(*result.file));
    if (!reader) {
        result.error = QString::fromStdString(reader.error().detail);
        return result;
    }
    result.reader = std::make_shared<symbfile::SymbfileReader>(*std::move(reader));
    while (true) {
        auto record = result.reader->next();
        if (!record) {
            result.error = QString::fromStdString(record.error().detail);
            return result;
        }
        if (!*record)
            return result;
        result.records.push_back(**record);
    }
}

/// A range of function "f" at an absolute address.
std::string rangeBody(int address)
{
    return bytesOf({0x60, address, 0x10, 0x04, 0x1a, 0x01, 'f'});
}

} // namespace

class TestSymbfileReader : public QObject
{
    Q_OBJECT

private slots:
    void readsTheExample();
    void everyPrefixIsReadOrRefused();
    void refuses_data();
    void refuses();
    void tablesAreReplaced();
    void addressesGoOnAcrossTables();
    void deltasWrap();
    void lastMemberOfAOneofCounts();
    void unpackedNumbersCount();
    void unknownMessagesArePassedOver();
};

void TestSymbfileReader::readsTheExample()
{
    const auto file = readAll(exampleSymbfile());
    QCOMPARE(file.error, QString());
    QCOMPARE(file.records.size(), 3u);
    const symbfile::Range main{.address = 0x1000,
                               .sizeBytes = 0x20,
                               .function = "main",
                               .file = "/s/a.c",
                               .callFile = std::nullopt,
                               .callLine = 0,
                               .depth = 0,
                               .lines = {{0, 3}, {10, 5}}};
    QVERIFY(std::get<symbfile::Range>(file.records[0]) == main);
    const symbfile::Range inlined{.address = 0x1004,
                                  .sizeBytes = 6,
                                  .function = "f",
                                  .file = "/s/a.c",
                                  .callFile = "/s/a.c",
                                  .callLine = 4,
                                  .depth = 1,
                                  .lines = {{0, 9}}};
    QVERIFY(std::get<symbfile::Range>(file.records[1]) == inlined);
    const symbfile::ReturnPad pad{0x1009, {{"main", "/s/a.c", 4}, {"f", "/s/a.c", 9}}};
    QVERIFY(std::get<symbfile::ReturnPad>(file.records[2]) == pad);
}

void TestSymbfileReader::everyPrefixIsReadOrRefused()
{
    const auto whole = exampleSymbfile();
    const std::vector<std::size_t> ends{10, 0x1d, 0x32, 0x4a, whole.size()};
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const bool isBetweenMessages = std::ranges::find(ends, size) != ends.end();
        QCOMPARE(readAll(whole.substr(0, size)).error.isEmpty(), isBetweenMessages);
    }
}

void TestSymbfileReader::refuses_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<QString>("error");
    const auto add = [](const char* name, const std::string& file, const char* error) {
        QTest::newRow(name) << file << QString(error);
    };
    const auto start = symbfileStart();
    add("other magic", "symbfilf", "no symbfile magic at offset 0");
    add("magic alone", "symbfile",
        "message at offset 8: file ends within the length of the message");
    add("no header", "symbfile" + message(4, ""),
        "message at offset 8: type 4 where the header is expected");
    add("second header", start + message(1, ""),
        "message at offset 10: type 1 is not allowed here");
    add("type zero", start + message(0, ""), "message at offset 10: type 0 is not allowed here");
    add("cut type", start + bytesOf({3}),
        "message at offset 10: file ends within the type of the message");
    add("cut body", start + bytesOf({3, 4, 1}), "message at offset 10: needs 3 bytes, 1 left");
    add("long length", start + std::string(10, '\xff') + bytesOf({1, 2}),
        "message at offset 10: the length has more than 10 bytes");
    add("17 MiB", start + bytesOf({0x80, 0x80, 0xc0, 0x08, 0x02}),
        "message at offset 10: 17825792 bytes, limit 16777216");
    add("type of 32 bits", start + bytesOf({0, 0xff, 0xff, 0xff, 0xff, 0x0f}),
        "message at offset 10: type 4294967295 exceeds 31 bits");
    add("no address", start + message(2, bytesOf({0x1a, 1, 'f'})),
        "message at offset 10: record without an address");
    add("delta first", start + message(2, bytesOf({0x08, 8, 0x1a, 1, 'f'})),
        "message at offset 10: relative address in the first record");
    add("no function", start + message(2, bytesOf({0x60, 1})),
        "message at offset 10: range without a function");
    add("no such string", start + message(2, bytesOf({0x60, 1, 0x48, 0})),
        "message at offset 10: string 0 of a table of 0");
    add("columns differ", start + message(2, rangeBody(1) + bytesOf({0x42, 3, 0x0a, 1, 0})),
        "message at offset 10: line table with 1 offsets and 0 lines");
    add("pad columns differ", start + message(3, bytesOf({0x28, 1, 0x12, 1, 0})),
        "message at offset 10: return pad with 1 functions, 0 files and 0 lines");
    add("not UTF-8", start + message(4, bytesOf({0x0a, 1, 0xff})),
        "message at offset 10: a text is not UTF-8");
    add("another wire type", start + message(2, bytesOf({0x62, 0})),
        "message at offset 10: protobuf: unknown pbf field type");
}

void TestSymbfileReader::refuses()
{
    QFETCH(std::string, file);
    QFETCH(QString, error);
    const auto read = readAll(file);
    if (!read.error.startsWith(error))
        QCOMPARE(read.error, error);
}

void TestSymbfileReader::tablesAreReplaced()
{
    const auto table = [](char text) { return message(4, bytesOf({0x0a, 1, text})); };
    const auto byIndex = message(2, bytesOf({0x60, 1, 0x48, 0}));
    const auto file = readAll(symbfileStart() + table('a') + byIndex + table('b') + byIndex);
    QCOMPARE(file.records.size(), 2u);
    QVERIFY(std::get<symbfile::Range>(file.records[0]).function == "a");
    QVERIFY(std::get<symbfile::Range>(file.records[1]).function == "b");
}

void TestSymbfileReader::addressesGoOnAcrossTables()
{
    const auto delta = message(2, bytesOf({0x08, 3, 0x1a, 1, 'f'})); // Zigzag: -2.
    const auto file = readAll(symbfileStart() + message(2, rangeBody(9)) + message(4, "") + delta);
    QCOMPARE(file.records.size(), 2u);
    QCOMPARE(std::get<symbfile::Range>(file.records[1]).address, 7u);
}

void TestSymbfileReader::deltasWrap()
{
    const auto delta = message(2, bytesOf({0x08, 5, 0x1a, 1, 'f'})); // Zigzag: -3.
    const auto file = readAll(symbfileStart() + message(2, rangeBody(1)) + delta);
    QCOMPARE(file.records.size(), 2u);
    QCOMPARE(std::get<symbfile::Range>(file.records[1]).address, 0xfffffffffffffffeu);
}

void TestSymbfileReader::lastMemberOfAOneofCounts()
{
    const auto body = bytesOf({0x60, 1, 0x48, 0, 0x1a, 1, 'x', 0x10, 1, 0x10, 2});
    const auto file = readAll(symbfileStart() + message(2, body));
    QCOMPARE(file.error, QString());
    QVERIFY(std::get<symbfile::Range>(file.records[0]).function == "x");
    QCOMPARE(std::get<symbfile::Range>(file.records[0]).sizeBytes, 2u);
}

void TestSymbfileReader::unpackedNumbersCount()
{
    const auto table = bytesOf({0x42, 8, 0x08, 1, 0x10, 7, 0x08, 2, 0x10, 8});
    const auto file = readAll(symbfileStart() + message(2, rangeBody(1) + table));
    QCOMPARE(file.error, QString());
    const std::vector<symbfile::LineRow> rows{{1, 7}, {3, 8}};
    QVERIFY(std::get<symbfile::Range>(file.records[0]).lines == rows);
}

void TestSymbfileReader::unknownMessagesArePassedOver()
{
    const auto file = readAll(symbfileStart() + message(99, "anything") + message(2, rangeBody(1)));
    QCOMPARE(file.error, QString());
    QCOMPARE(file.records.size(), 1u);
}

QTEST_GUILESS_MAIN(TestSymbfileReader)
#include "tst_symbfile_reader.moc"
