// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/requests/native_request.h"
#include "core/requests/native_request_writer.h"
#include "core/sources/source_parser.h"

#include <QTest>

using namespace faultline;

class TestNativeRequestWriter : public QObject
{
    Q_OBJECT

private slots:
    void decodersReadItBack_data();
    void decodersReadItBack();
};

void TestNativeRequestWriter::decodersReadItBack_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("nothing") << QByteArray(R"({"stacktraces":[],"modules":[]})");
    QTest::newRow("smallest stack and module") << QByteArray(
        R"({"stacktraces":[{"registers":{},"frames":[{"instruction_addr":"0x1","trust":"none"}]}],)"
        R"("modules":[{"type":"unknown","image_addr":"0x0"}]})");
    QTest::newRow("everything") << QByteArray(
        R"({"platform":"native","signal":11,"stacktraces":[{"thread_id":7,"thread_name":"main",)"
        R"("is_requesting":true,"registers":{"rip":"0xffffffffffffffff"},"frames":[)"
        R"({"instruction_addr":"0x10","addr_mode":"rel:3","adjust_instruction_addr":false,)"
        R"("function_id":"0x6","platform":"csharp","package":"/a","lang":"cpp","symbol":"_Z1fv",)"
        R"("sym_addr":"0x8","function":"f","filename":"f.c","abs_path":"/f.c","lineno":3,)"
        R"("pre_context":["a"],"context_line":"\"b\"","post_context":["c","d"],)"
        R"("source_link":"https://e/","in_app":true,"vars":{"n":[1]},"trust":"cfi"}]}],)"
        R"("modules":[{"type":"elf","code_id":"abcd","code_file":"/a",)"
        R"("debug_id":"056d12fc-9cf8-b108-0d94-e991125ddefb","debug_file":"a.debug",)"
        R"("debug_checksum":"SHA256:00","image_addr":"0x400000","image_size":0}]})");
}

/// Decoding and writing again gives the same text.
void TestNativeRequestWriter::decodersReadItBack()
{
    QFETCH(QByteArray, request);
    const auto document = json::parseJson(request.toStdString());
    QVERIFY(document);
    const auto decoded = requests::decodeNativeRequest(
        *document,
        {.readSources = sources::parseSources, .filesystemRoots = std::nullopt, .limits = {}});
    QVERIFY2(decoded, decoded ? "" : decoded.error().detail.c_str());
    QCOMPARE(QByteArray::fromStdString(requests::writeNativeRequest(*decoded->event)), request);
}

QTEST_GUILESS_MAIN(TestNativeRequestWriter)
#include "tst_native_request_writer.moc"
