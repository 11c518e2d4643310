// SPDX-License-Identifier: GPL-3.0-or-later
// Stored reports come from disks and other machines. For any bytes, reading must stay inside them,
// allocate no more than allowed, and say what is wrong.
#include "core/base/hash.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "tests/support/report_file.h"
#include "tests/support/report_filler.h"

#include <QTest>

using namespace faultline;
using namespace faultline::codec;
using namespace faultline::test;
using namespace std::string_literals;

namespace {

Result<Report> readFrom(const std::string& file, const ParseLimits& limits = {})
{
    return readReport(ByteView::fromString(file), limits, {});
}

std::string fullFile()
{
    const auto bytes = encodeReport(ReportFiller().makeReport(), EventMemory::Include);
    return std::string(asText(bytes));
}

std::string with(std::string ReportFile::* section, std::string content)
{
    ReportFile file;
    file.*section = std::move(content);
    return file.bytes();
}

/// Size and checksum of an attachment, as a section records them.
std::string mention(const std::string& content)
{
    std::string bytes(1, static_cast<char>(content.size()));
    const std::uint64_t sum = checksum64(asBytes(content));
    for (int i = 0; i < 8; ++i)
        bytes += static_cast<char>(sum >> (8 * i));
    return bytes;
}

} // namespace

class TestReportDamage : public QObject
{
    Q_OBJECT

private slots:
    void theBuildersFileIsRead();
    void defects_data();
    void defects();
    void everyPrefixIsRefused();
    void everyFlippedByteIsFound();
    void needsNoMoreMemoryThanAllowed();
    void stopsWhenAsked();
};

void TestReportDamage::theBuildersFileIsRead()
{
    const auto read = readFrom(ReportFile().bytes());
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    // A thread and a module, a stack of one frame without a module, and a text.
    ReportFile file;
    file.texts = "\x01\x04main"s;
    file.event = "\x50\x01\x00\x01\x00"s;
    file.stacks = "\x01\x01\x02\x01\x40\x01\x01"s;
    const auto report = readFrom(file.bytes());
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    QCOMPARE(report->stacks[0]->frames[0].position.function.value_or(""), std::string("main"));
}

void TestReportDamage::defects_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<bool>("isUnsupported");
    const auto row = [](const char* name, const std::string& file, const char* detail,
                        bool isUnsupported = false) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QString::fromUtf8(detail)
                            << isUnsupported;
    };
    using F = ReportFile;
    const auto valid = F().bytes();

    row("empty file", "", "report: no report begins here");
    row("other magic", "FLSYMC\r\n" + valid.substr(8), "report: no report begins here");
    F later;
    later.version = 3;
    row("later version", later.bytes(),
        "report: version 3 of the format, this program reads 1 to 2", true);
    row("header cut off", valid.substr(0, 100), "report: header needs 176 bytes, 100 left");
    F seven;
    seven.sectionCount = 7;
    row("other number of sections", seven.bytes(), "report: 7 sections instead of 6");
    std::string flipped = valid;
    flipped[40] ^= 1;
    row("damaged table", flipped, "report: the header has another checksum");
    row("end cut off", valid.substr(0, 180), "report: 180 bytes instead of 181");
    row("longer than written", valid + "x", "report: 182 bytes instead of 181");
    flipped = valid;
    flipped[177] ^= 1;
    row("damaged section", flipped, "report: event section: has another checksum");

    row("more texts than bytes", with(&F::texts, "\x05\x01"s),
        "report: texts section: 5 texts, 1 bytes left");
    row("text longer than its section", with(&F::texts, "\x01\x05main"s),
        "report: texts section: text 1 needs 5 bytes, 4 left");
    row("bytes after the texts", with(&F::texts, "\x01\x03main"s),
        "report: texts section: 1 bytes after the last text");
    row("text that does not exist", with(&F::summary, "\x20\x07"s),
        "report: summary section: text 7 does not exist at offset 0x2");

    row("unknown field", with(&F::event, "\x80\x80\x01"s),
        "report: event section: field 15 of 14 at offset 0x3", true);
    row("unknown enumerator", with(&F::event, "\x01\x09"s),
        "report: event section: enumerator 9, the last known one is 7 at offset 0x2", true);
    row("unknown architecture", with(&F::event, "\x04\x20\x64"s),
        "report: event section: architecture 100 is not known at offset 0x3", true);
    row("unknown kind of event", with(&F::event, "\x80\x10\x09"s),
        "report: event section: kind 9 is not known at offset 0x3", true);
    row("section cut off", with(&F::event, "\x02"s),
        "report: event section: ends inside a value at offset 0x1");
    row("bytes after the event", with(&F::event, "\0\0\0"s),
        "report: event section: 2 bytes after the last value");
    row("number too large", with(&F::event, "\x20\xff\xff\xff\xff\x1f"s),
        "report: event section: number 8589934591 exceeds 4294967295 at offset 0x6");
    row("more elements than bytes", with(&F::stacks, "\x05\x00"s),
        "report: stacks section: 5 elements, 1 bytes left at offset 0x1");
    row("flag of another value", with(&F::stacks, "\x01\x02"s),
        "report: stacks section: flag with the value 2 at offset 0x2");
    row("field of another section", with(&F::summary, "\x01"s),
        "report: summary section: a field stands outside its section at offset 0x1");
    // One module whose debug id (bit 5) is of kind 7.
    row("unknown kind of debug id", with(&F::event, "\x40\x01\x20\x07"s + std::string(17, '\0')),
        "report: event section: debug id of kind 7 with bytes that do not fit it at offset 0x15");
    // One thread, one given frame (bit 20); its carried fields (bit 8) are number 2 of none.
    row("carried fields that do not exist",
        with(&F::event, "\x10\x01\x80\x80\x40\x01\x80\x02\x02"s),
        "report: event section: number 2 exceeds 1 at offset 0x9");
    // One thread whose registers (bit 5) have bit 48 set.
    row("register that no set has",
        with(&F::event, "\x10\x01\x20\x04\x80\x80\x80\x80\x80\x80\x40\x00"s),
        "report: event section: number 281474976710656 exceeds 281474976710655 at offset 0xb");

    // One module with an unknown CodeView record (bit 12).
    F attached;
    attached.event = "\x40\x01\x80\x20"s + mention("abc");
    row("attachment that is missing", attached.bytes(),
        "report: event section: attachment of 3 bytes, 0 left at offset 0xd");
    attached.attachments = "abd";
    row("damaged attachment", attached.bytes(),
        "report: event section: attachment of 3 bytes has another checksum at offset 0xd");
    attached.attachments = "abcdef";
    row("attachment of nothing", attached.bytes(),
        "report: attachments section: 3 bytes belong to nothing");

    row("requesting thread that does not exist", with(&F::event, "\x20\x00"s),
        "report: the requesting thread names number 0 of 0");
    row("annotation's module that does not exist", with(&F::event, "\x80\x01\x01\x08\x02"s),
        "report: the module of annotation  names number 2 of 0");
    row("stack without thread", with(&F::stacks, "\x01\x00"s), "report: 1 stacks of 0 threads");
    row("state without module", with(&F::modules, "\x01\x00"s),
        "report: states of 1 modules out of 0");
    F stateless;
    stateless.event = "\x40\x01\x00"s;
    stateless.modules = "\x01\x00"s;
    row("module without state", stateless.bytes(), "report: a module has no state");
    F frame;
    frame.event = "\x10\x01\x00"s;
    frame.stacks = "\x01\x01\x02\x01\x20\x00"s;
    row("frame's module that does not exist", frame.bytes(),
        "report: the module of row 0 of thread 0 names number 0 of 0");
    // The frame's carried fields (bit 8) have variables (bit 3), which renderers copy.
    F variables;
    variables.event = "\x10\x01\x80\x80\x40\x01\x80\x02\x01\x08\x01"s;
    variables.texts = "\x01\x07{},\"a\":"s;
    row("variables that break out of their object", variables.bytes(),
        "report: the variables of row 0 of thread 0: unexpected text at line 1 column 3");
    variables.texts = "\x01\x02[]"s;
    row("variables that are no object", variables.bytes(),
        "report: the variables of row 0 of thread 0 are no JSON object");
    frame.stacks = "\x01\x01\x01\x03"s;
    row("stack of a thread that does not exist", frame.bytes(),
        "report: the thread of stack 0 names number 3 of 1");
}

void TestReportDamage::defects()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, detail);
    QFETCH(bool, isUnsupported);
    const auto read = readFrom(file.toStdString());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().detail), detail);
    QCOMPARE(read.error().kind, isUnsupported ? ErrorKind::Unsupported : ErrorKind::Malformed);
}

void TestReportDamage::everyPrefixIsRefused()
{
    const auto file = fullFile();
    QVERIFY(readFrom(file));
    for (std::size_t size = 0; size < file.size(); ++size)
        QVERIFY(!readFrom(file.substr(0, size)));
}

void TestReportDamage::everyFlippedByteIsFound()
{
    auto file = fullFile();
    for (std::size_t i = 0; i < file.size(); ++i) {
        file[i] ^= 0x10;
        const bool isRead = readFrom(file).has_value();
        QVERIFY2(!isRead, qPrintable(QString::number(i)));
        file[i] ^= 0x10;
    }
}

void TestReportDamage::needsNoMoreMemoryThanAllowed()
{
    // A thousand stacks of one byte each would take a hundred times as much.
    const auto file = with(&ReportFile::stacks, "\xe8\x07"s + std::string(1000, '\0'));
    ParseLimits limits;
    limits.maxReportBytes = 1000;
    const auto read = readFrom(file, limits);
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::Unsupported);
    QCOMPARE(read.error().detail,
             "report: stacks section: needs more memory than allowed at offset 0x2"s);

    // A long text that is named repeatedly counts each time.
    ReportFile echo;
    echo.texts = "\x01\xe4\x0"s;
    echo.texts[2] = '\x07';
    echo.texts += std::string(996, 'a');
    echo.summary = "\x08\x03"s; // Three diagnostics, each with this text.
    for (int i = 0; i < 3; ++i)
        echo.summary += "\x04\x01"s;
    limits.maxReportBytes = 2500;
    QVERIFY(!readFrom(echo.bytes(), limits));
    limits.maxReportBytes = 5000;
    QVERIFY(readFrom(echo.bytes(), limits));
}

void TestReportDamage::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    const auto read = readReport(ByteView::fromString(fullFile()), {}, stop.get_token());
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestReportDamage)
#include "tst_report_damage.moc"
