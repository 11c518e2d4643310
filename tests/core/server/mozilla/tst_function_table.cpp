// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/breakpad/breakpad_object.h"
#include "core/server/mozilla/function_table.h"
#include "core/server/mozilla/function_table_writer.h"

#include <QTest>

using namespace faultline;
using namespace faultline::server::mozilla;

namespace {

constexpr const char* kHead = "MODULE Linux x86_64 0123456789ABCDEF0123456789ABCDEF0 app\n";

ByteView tableOf(const std::string& records)
{
    const auto object = breakpad::openBreakpad(ByteView::fromString(kHead + records), {});
    auto file = TempFile::createInMemory();
    if (!object || !file || !writeFunctionTable(**object, *file, {}))
        qFatal("no table");
    return *file->map();
}

FunctionTable open(const std::string& records)
{
    auto table = FunctionTable::open(tableOf(records));
    if (!table)
        qFatal("the table cannot be opened");
    return *std::move(table);
}

QString describe(const FunctionTable& table, std::uint64_t offset)
{
    const auto match = table.find(offset);
    if (!match)
        return "nothing";
    const auto position = [](std::string_view file, std::uint32_t line) {
        return QString(" %1:%2")
            .arg(QString::fromUtf8(file.data(), qsizetype(file.size())))
            .arg(line);
    };
    auto text = QString("%1+%2")
                    .arg(QString::fromStdString(std::string(match->function)))
                    .arg(match->functionOffset, 0, 16) +
                position(match->file, match->line);
    for (const auto& call : match->inlines)
        text += QString(" < %1").arg(QString::fromStdString(std::string(call.function))) +
                position(call.file, call.line);
    return text;
}

} // namespace

class TestFunctionTable : public QObject
{
    Q_OBJECT

private slots:
    void nearestStartNames_data();
    void nearestStartNames();
    void inlinedCalls();
    void moduleFile_data();
    void moduleFile();
    void everyPrefixIsRefused();
    void everyDamagedByteIsBorne();
};

void TestFunctionTable::nearestStartNames_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<QString>("answer");
    QTest::newRow("below the first") << quint64(0xfff) << "nothing";
    QTest::newRow("start") << quint64(0x1000) << "first+0 a.c:10";
    QTest::newRow("second line") << quint64(0x1088) << "first+88 a.c:11";
    QTest::newRow("gap") << quint64(0x1180) << "first+180 :0";
    QTest::newRow("PUBLIC inside a FUNC") << quint64(0x2010) << "inside+0 a.c:20";
    QTest::newRow("nested") << quint64(0x2044) << "nested+4 a.c:30";
    QTest::newRow("after a nested one") << quint64(0x2070) << "nested+30 a.c:20";
    QTest::newRow("both at one address") << quint64(0x3000) << "function+0 :0";
    QTest::newRow("far away") << quint64(0x9000) << "function+6000 :0";
    QTest::newRow("beyond 32 bits") << quint64(0x1'0000'3000) << "function+100000000 :0";
}

void TestFunctionTable::nearestStartNames()
{
    QFETCH(quint64, offset);
    QFETCH(QString, answer);
    const auto table = open("FILE 0 a.c\n"
                            "FUNC 1000 100 0 first\n1000 80 10 0\n1080 80 11 0\n"
                            "FUNC 2000 100 0 outer\n2000 100 20 0\n"
                            "FUNC 2040 10 0 nested\n2040 10 30 0\n"
                            "FUNC 3000 10 0 function\n"
                            "PUBLIC 2010 0 inside\nPUBLIC 3000 0 symbol\n");
    QCOMPARE(describe(table, offset), answer);
}

void TestFunctionTable::inlinedCalls()
{
    const auto table = open("FILE 0 a.c\nFILE 1 b.h\n"
                            "INLINE_ORIGIN 0 middle\nINLINE_ORIGIN 1 inner\n"
                            "FUNC 1000 40 0 outer\n"
                            "INLINE 0 4 0 0 1010 20\nINLINE 1 8 1 1 1018 8\n"
                            "1000 10 3 0\n1010 8 7 1\n1018 8 9 1\n1020 10 7 1\n1030 10 5 0\n");
    QCOMPARE(describe(table, 0x1008), QString("outer+8 a.c:3"));
    QCOMPARE(describe(table, 0x1012), QString("outer+12 a.c:4 < middle b.h:7"));
    QCOMPARE(describe(table, 0x1019), QString("outer+19 a.c:4 < inner b.h:9 < middle b.h:8"));
    QCOMPARE(describe(table, 0x1030), QString("outer+30 a.c:5"));
}

void TestFunctionTable::moduleFile_data()
{
    QTest::addColumn<std::string>("records");
    QTest::addColumn<std::string>("file");
    QTest::newRow("named") << std::string("INFO CODE_ID 5C1 app.dll\n") << std::string("app.dll");
    QTest::newRow("id alone") << std::string("INFO CODE_ID 5C1\n") << std::string();
    QTest::newRow("generator first")
        << std::string("INFO GENERATOR tool 1.0\nINFO CODE_ID 5C1 app.dll\n")
        << std::string("app.dll");
    QTest::newRow("too late") << std::string("FILE 0 a.c\nINFO CODE_ID 5C1 app.dll\n")
                              << std::string();
}

void TestFunctionTable::moduleFile()
{
    QFETCH(std::string, records);
    QFETCH(std::string, file);
    QCOMPARE(std::string(open(records).moduleFile()), file);
}

void TestFunctionTable::everyPrefixIsRefused()
{
    const auto whole = tableOf("FILE 0 a.c\nFUNC 1000 100 0 first\n1000 80 10 0\nPUBLIC 9 0 p\n");
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!FunctionTable::open(*whole.slice(0, size)));
    QVERIFY(FunctionTable::open(whole));
}

/// Impossible values may give wrong answers, but nothing worse.
void TestFunctionTable::everyDamagedByteIsBorne()
{
    const auto whole = tableOf("FILE 0 a.c\nINLINE_ORIGIN 0 in\nFUNC 1000 100 0 first\n"
                               "INLINE 0 4 0 0 1010 20\n1000 80 10 0\nPUBLIC 9 0 p\n");
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::vector<std::byte> bytes(whole.span().begin(), whole.span().end());
        bytes[at] = std::byte{0xff};
        const auto table = FunctionTable::open(ByteView::fromVector(std::move(bytes)));
        if (!table)
            continue;
        for (const std::uint64_t offset : {0ull, 9ull, 0x1000ull, 0x1011ull, 0xffffffffull})
            (void)table->find(offset);
        (void)table->moduleFile();
    }
}

QTEST_GUILESS_MAIN(TestFunctionTable)
#include "tst_function_table.moc"
