// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that reports come back from a file as they were written.
#include "core/base/file.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/stackwalk_json.h"
#include "core/report/stackwalk_text.h"
#include "core/report/text_report.h"
#include "tests/support/report_builder.h"
#include "tests/support/report_filler.h"

#include <QTest>

using namespace faultline;
using namespace faultline::codec;
using namespace faultline::test;

namespace {

using Encoded = std::vector<std::byte>;

/// Every rendering of a report, one after another.
std::string everyText(const Report& report)
{
    std::string all = report::renderJson(report, {.candidates = report::IncludeCandidates::Yes,
                                                  .extras = report::IncludeExtras::Yes});
    all += report::renderText(report, {});
    all += report::renderMarkdown(report, {});
    all += report::renderStackwalkJson(report);
    all += report::renderStackwalkText(report, {});
    return all;
}

/// A report whose event is of that kind. The filler takes alternatives in turn, so one of the first
/// turns gives it.
template <class Detail>
Report filledReport()
{
    for (std::size_t first = 0; first < std::variant_size_v<decltype(Event::detail)>; ++first) {
        auto report = ReportFiller(first).makeReport();
        if (std::holds_alternative<Detail>(report.event->detail))
            return report;
    }
    qFatal("the filler never takes that kind of event");
}

Result<Report> readBack(const Encoded& file)
{
    return readReport(ByteView::copyOf(file), {}, {});
}

/// The last enumerator must be the last one that the compiler can name. It prints numbers without a
/// name as "(faultline::…)7".
template <auto value>
constexpr bool hasName()
{
    const std::string_view text = __PRETTY_FUNCTION__;
    return text[text.find("value = ") + 8] != '(';
}

template <class Enum>
constexpr bool isLast()
{
    constexpr auto last = kLastEnumerator<Enum>;
    constexpr auto next = static_cast<Enum>(static_cast<std::underlying_type_t<Enum>>(last) + 1);
    return hasName<last>() && !hasName<next>();
}

template <class... Enums>
constexpr bool areLast = (isLast<Enums>() && ...);

static_assert(areLast<FrameStatus, FrameTrust, UnwindMethod, Language, StackEnd, CpuFamily>);
static_assert(areLast<ObjectType, SourceServer, DownloadStatus, UseStatus, AnswerLayer>);
static_assert(areLast<ObjectFileStatus, StreamInfo::Status, EventKind, OsFamily>);
static_assert(areLast<Annotation::Origin, Diagnostic::Severity, MemoryAccessKind>);
static_assert(areLast<InstructionTarget::State, AdjustedAddress::Kind, CrashInconsistency>);
static_assert(areLast<CandidateOrigin, IdentityVerdict, IdentityEvidence, OutcomeKind>);
static_assert(areLast<SkipReason, LookupPart, ErrorKind>);
static_assert(areLast<Exploitability, ResolvedWith, ScriptNameTrust>);
static_assert(areLast<ScriptFileKey::Kind, ScriptFileOrigin::Kind, ScriptStackRole>);
static_assert(areLast<ScriptFrameOrder, JvmDetail::FileOrigin, JvmModule::Type>);

} // namespace

class TestReportCodec : public QObject
{
    Q_OBJECT

private slots:
    void goldenReportsRenderTheSame_data();
    void goldenReportsRenderTheSame();
    void everyFieldComesBack();
    void sharedValuesStayShared();
    void memoryIsLeftOutUnlessAskedFor();
    void memoryIsAViewOfTheFile();
    void equalTextsAreStoredOnce();
    void anEmptyReportIsSmall();
    void theSinksErrorEndsTheWriting();
    void readsVersion1();
    void everySeedOpens();
};

void TestReportCodec::goldenReportsRenderTheSame_data()
{
    QTest::addColumn<bool>("isMinidump");
    QTest::addColumn<bool>("withMemory");
    QTest::newRow("minidump") << true << false;
    QTest::newRow("minidump with memory") << true << true;
    QTest::newRow("request") << false << false;
    QTest::newRow("request with memory") << false << true;
}

void TestReportCodec::goldenReportsRenderTheSame()
{
    QFETCH(bool, isMinidump);
    QFETCH(bool, withMemory);
    const auto report = isMinidump ? makeMinidumpReport() : makeNativeReport();
    const auto file =
        encodeReport(*report, withMemory ? EventMemory::Include : EventMemory::LeaveOut);
    const auto read = readBack(file);
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(everyText(*read), everyText(*report));
    QVERIFY(isSame(*read, *report));
}

template <class Detail>
void checkEveryField()
{
    const auto report = filledReport<Detail>();
    const auto file = encodeReport(report, EventMemory::Include);
    const auto read = readBack(file);
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QVERIFY(isSame(*read, report));
    QCOMPARE(encodeReport(*read, EventMemory::Include), file);
}

void TestReportCodec::everyFieldComesBack()
{
    checkEveryField<NativeEvent>();
    checkEveryField<ScriptEvent>();
    checkEveryField<JvmEvent>();
    const auto report = filledReport<NativeEvent>();
    Report other = report;
    other.isOffline = !other.isOffline;
    QVERIFY(!isSame(other, report));
}

void TestReportCodec::sharedValuesStayShared()
{
    const auto read = readBack(encodeReport(ReportFiller().makeReport(), EventMemory::LeaveOut));
    QVERIFY(read);
    const auto& frames = *read->event->threads[0].givenFrames;
    QVERIFY(frames[0].carried);
    QCOMPARE(frames[1].carried.get(), frames[0].carried.get());
    QVERIFY(read->stacks[0]->frames[0].carried != frames[0].carried);
}

void TestReportCodec::memoryIsLeftOutUnlessAskedFor()
{
    const auto report = filledReport<NativeEvent>();
    const auto read = readBack(encodeReport(report, EventMemory::LeaveOut));
    QVERIFY(read);
    const auto& native = *read->event->asNative();
    QVERIFY(native.memory->ranges().empty());
    QVERIFY(native.memory->byteOrder() == std::endian::big);
    QCOMPARE(native.streams.size(), 2u);
    for (const auto& stream : native.streams) {
        QVERIFY(stream.bytes.empty());
        QVERIFY(stream.sizeBytes != 0);
    }
    QCOMPARE(read->event->modules[0].unknownCodeView.text(),
             report.event->modules[0].unknownCodeView.text());
}

void TestReportCodec::memoryIsAViewOfTheFile()
{
    const auto encoded = encodeReport(filledReport<NativeEvent>(), EventMemory::Include);
    const auto file = ByteView::copyOf(encoded);
    const auto read = readReport(file, {}, {});
    QVERIFY(read);
    const auto* begin = read->event->asNative()->memory->ranges().front().bytes.data();
    QVERIFY(begin >= file.data() && begin < file.data() + file.size());
}

void TestReportCodec::equalTextsAreStoredOnce()
{
    const auto report = makeMinidumpReport();
    const auto before = encodeReport(*report, EventMemory::LeaveOut).size();
    auto stack = std::make_shared<ThreadStack>(*report->stacks[0]);
    stack->frames.insert(stack->frames.end(), 1000, stack->frames[0]);
    report->stacks[0] = stack;
    const auto after = encodeReport(*report, EventMemory::LeaveOut).size();
    QVERIFY2((after - before) / 1000 < 32, qPrintable(QString::number(after - before)));
}

void TestReportCodec::anEmptyReportIsSmall()
{
    Report report;
    report.event = std::make_shared<const Event>();
    const auto file = encodeReport(report, EventMemory::Include);
    QCOMPARE(file.size(), 176u + 5u);
    const auto read = readBack(file);
    QVERIFY(read);
    QVERIFY(read->event->asNative()->memory); // Never null once read.
}

void TestReportCodec::theSinksErrorEndsTheWriting()
{
    int pieces = 0;
    const auto written =
        writeReport(*makeMinidumpReport(), EventMemory::LeaveOut, [&](Bytes) -> Result<void> {
            if (++pieces == 2)
                return fail(ErrorKind::Internal, "disk full");
            return {};
        });
    QVERIFY(!written);
    QCOMPARE(written.error().detail, std::string("disk full"));
    QCOMPARE(pieces, 2);
}

/// The file was written by the first version of the codec and stays as it is.
void TestReportCodec::readsVersion1()
{
    const std::filesystem::path path = FL_TESTS_DIR "/corpora/fuzz/report/minidump.flreport";
    const auto file = readFile(path, 1 << 20);
    QVERIFY2(file, file ? "" : file.error().detail.c_str());
    const auto read = readReport(*file, {}, {});
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    Report expected = *makeMinidumpReport();
    expected.signature.reset(); // It came later.
    QCOMPARE(everyText(*read), everyText(expected));
}

/// A seed that is refused at once tests nothing of the reader.
void TestReportCodec::everySeedOpens()
{
    std::size_t seeds = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(FL_TESTS_DIR "/corpora/fuzz/report")) {
        const auto file = readFile(entry.path(), 1 << 20);
        QVERIFY2(file, entry.path().c_str());
        const auto read = readReport(*file, {}, {});
        QVERIFY2(read,
                 read ? "" : concat(entry.path().string(), ": ", read.error().detail).c_str());
        ++seeds;
    }
    QVERIFY(seeds >= 4);
}

QTEST_GUILESS_MAIN(TestReportCodec)
#include "tst_report_codec.moc"
