// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/report/function_arguments.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/pretty_json.h"
#include "core/report/stackwalk_json.h"
#include "core/report/stackwalk_text.h"
#include "core/report/stream_dump.h"
#include "core/report/text_report.h"
#include "tests/support/golden.h"
#include "tests/support/report_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// The forms of `faultline stackwalk`, and the analysis in our own reports.
class TestStackwalkReport : public QObject
{
    Q_OBJECT

private slots:
    void forms_data();
    void forms();
    void emptyReport();
    void anotherBuildIsSaid();
    void oneThreadAlone();
    void streamsAreDumped_data();
    void streamsAreDumped();
    void hexViewPadsItsLastLine();
    void unknownNumberOfProcessors();
    void nothingOfTheFileDrivesTheTerminal();
    void evidence_data();
    void evidence();
    void certificatesAreShown();
    void prettyJsonKeepsTheValue_data();
    void prettyJsonKeepsTheValue();
    void parameterTypes_data();
    void parameterTypes();
    void parametersComeFromTheStack();
    void coresSayWhatTheyKnow();
    void analysisInOurReports();
};

namespace {

CrashAnalysis fullAnalysis()
{
    CrashAnalysis analysis;
    CrashInstruction instruction;
    instruction.text = "mov qword ptr [rax + 0x8], rbx";
    instruction.areAccessesCertain = true;
    instruction.accesses = {{.address = 0x8,
                             .sizeBytes = 8,
                             .kind = MemoryAccessKind::Write,
                             .isNullDereference = true,
                             .isGuardPage = true}};
    instruction.target = {.state = InstructionTarget::State::Known, .address = 0x1234};
    analysis.instruction = instruction;
    analysis.adjustedAddress = AdjustedAddress{AdjustedAddress::Kind::NullPointer, 8};
    PossibleBitFlip fromRegister;
    fromRegister.address = 0x1000;
    fromRegister.sourceRegister = "rax";
    fromRegister.confidence = 0.25F;
    PossibleBitFlip likely;
    likely.address = 0x2000;
    likely.nearbyRegisters = 1;
    likely.confidence = 0.625F;
    analysis.bitFlips = {fromRegister, likely};
    analysis.inconsistencies = {CrashInconsistency::ViolationWhereAccessIsAllowed};
    analysis.exploitability = Exploitability::Medium;
    analysis.exploitabilityReasons = {"write to a bad address (90)"};
    return analysis;
}

std::shared_ptr<Report> analysedReport()
{
    auto report = makeMinidumpReport();
    report->analysis = std::make_shared<const CrashAnalysis>(fullAnalysis());
    return report;
}

} // namespace

void TestStackwalkReport::forms_data()
{
    QTest::addColumn<QString>("form");
    QTest::newRow("stackwalk.json") << "json";
    QTest::newRow("stackwalk.txt") << "text";
    QTest::newRow("stackwalk_brief.txt") << "brief";
    QTest::newRow("stackwalk_machine.txt") << "machine";
}

void TestStackwalkReport::forms()
{
    QFETCH(QString, form);
    const auto report = analysedReport();
    report::StackwalkTextOptions options;
    options.brief = form == "brief";
    std::string text;
    if (form == "json")
        text = report::prettyJson(report::renderStackwalkJson(*report)) + "\n";
    else if (form == "machine")
        text = report::renderStackwalkMachine(*report, options);
    else
        text = report::renderStackwalkText(*report, options);
    const auto name = "report/" + QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(matchesGolden(QByteArray::fromStdString(text), name));
}

void TestStackwalkReport::emptyReport()
{
    Report report;
    auto event = std::make_shared<Event>();
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    report.event = event;
    QVERIFY(report::renderStackwalkText(report, {}).contains("No crash\n"));
    QVERIFY(report::renderStackwalkMachine(report, {}).contains("Crash|No crash||\n"));
    const auto parsed = json::parseJson(report::renderStackwalkJson(report));
    QVERIFY(parsed.has_value());
}

void TestStackwalkReport::anotherBuildIsSaid()
{
    const auto report = analysedReport();
    const auto of = [](auto&& part, auto change) {
        auto copy = std::make_shared<std::remove_cvref_t<decltype(*part)>>(*part);
        change(*copy);
        return copy;
    };
    auto& stack = report->stacks.at(*report->event->requestingThread);
    const auto marked = std::ranges::find(stack->frames, FrameStatus::Symbolicated, &Frame::status);
    QVERIFY(marked != stack->frames.end());
    const auto index = static_cast<std::size_t>(marked - stack->frames.begin());
    const auto name = marked->position.function.value();
    auto& module = report->modules.at(marked->module.value());
    module = of(module, [](ModuleReport& m) {
        m.wrongBuild = BuildIdentity{.verdict = IdentityVerdict::WrongBuild,
                                     .evidence = IdentityEvidence::Told,
                                     .found = "wrong build: debug id x",
                                     .expected = {}};
    });
    stack = of(stack, [&](ThreadStack& s) { s.frames[index].makeNative().fromWrongBuild = true; });
    report->crashedFunction = name;

    const auto human = report::renderStackwalkText(*report, {});
    QVERIFY(human.contains("  (WARNING: wrong build: debug id x)\n"));
    QCOMPARE(QByteArray::fromStdString(human).count(" [wrong build]\n"), 1);
    const auto json = report::renderStackwalkJson(*report);
    QVERIFY(json.contains(R"("wrong_build":"wrong build: debug id x")"));
    QVERIFY(json.contains(R"("wrong_build":true)") == !report->stacks[0]->frames[index].isInlined);
    const auto ours = report::renderText(*report, {});
    QCOMPARE(QByteArray::fromStdString(ours).count("wrong build)"), 2);
    QVERIFY(ours.contains(concat("In: ", name, " (wrong build)\n")));
    QVERIFY(report::renderMarkdown(*report, {}).contains("wrong build)\n"));
    const auto api = report::renderJson(*report, {.extras = report::IncludeExtras::Yes});
    QVERIFY(api.contains(R"("wrong_build":true)"));
    QVERIFY(!report::renderJson(*report, {}).contains("wrong_build"));
}

void TestStackwalkReport::oneThreadAlone()
{
    const auto report = analysedReport();
    const auto requesting = *report->event->requestingThread;
    const auto threads = report->event->threads.size();
    QVERIFY(threads > 1);
    for (std::size_t i = 0; i < threads; ++i) {
        if (report->event->threads[i].skipped)
            continue;
        const report::StackwalkTextOptions options{.onlyThread = i};
        const auto human = QByteArray::fromStdString(report::renderStackwalkText(*report, options));
        QCOMPARE(human.count("\nThread "), 1);
        QVERIFY(human.contains(concat("\nThread ", i, " ").c_str()));
        QCOMPARE(human.contains("(crashed)"), i == requesting);
    }
}

void TestStackwalkReport::streamsAreDumped_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("content");
    const auto row = [](const char* name, const char* stream, StreamInfo::Status status,
                        const QByteArray& bytes, const char* head, const char* content) {
        QTest::newRow(name) << stream << static_cast<int>(status) << bytes << head << content;
    };
    using Status = StreamInfo::Status;
    row("unknown", "", Status::NotParsed, QByteArray("\x01\x41\x1b", 3),
        "Stream 0x12345678 (unknown) (Vendor) @ 0x00000040, 3 bytes, not read\n",
        "  00000000  01 41 1b                                         |.A.|\n");
    row("text", "LinuxCmdLine", Status::Parsed, QByteArray("./app\0--now\0", 12),
        "Stream 0x12345678 LinuxCmdLine (Vendor) @ 0x00000040, 12 bytes, read\n",
        "  ./app\n  --now\n");
    row("list", "UnloadedModuleList", Status::Parsed, QByteArray("\x02\x00", 2), "2 bytes, read\n",
        "  0x1000 - 0x3000  gone\\x1b.so  code id \n");
    row("damaged list", "UnloadedModuleList", Status::Damaged, QByteArray("\x02", 1),
        "1 bytes, damaged\n", "  00000000  02 ");
    row("empty", "", Status::NotParsed, QByteArray(), "0 bytes, not read\n", "\n");
}

void TestStackwalkReport::streamsAreDumped()
{
    QFETCH(QString, name);
    QFETCH(int, status);
    QFETCH(QByteArray, bytes);
    Event event;
    event.makeNative().memory = std::make_shared<const MemoryImage>();
    event.makeNative().unloadedModules = {
        {.address = 0x1000, .sizeBytes = 0x2000, .codeId = {}, .name = "gone\x1b.so"}};
    StreamInfo stream;
    stream.id = 0x12345678;
    stream.name = name.toStdString();
    stream.vendor = "Vendor";
    stream.offset = 0x40;
    stream.sizeBytes = static_cast<std::uint64_t>(bytes.size());
    stream.status = static_cast<StreamInfo::Status>(status);
    stream.bytes = ByteView::fromString(bytes.toStdString());
    event.makeNative().streams = {stream};
    std::string out;
    report::dumpStreams(event, [&](std::string_view piece) { out += piece; });
    QFETCH(QString, head);
    QFETCH(QString, content);
    QVERIFY2(QString::fromStdString(out).contains(head), out.c_str());
    QVERIFY2(QString::fromStdString(out).contains(content), out.c_str());
    QVERIFY(!out.contains('\x1b'));
}

void TestStackwalkReport::hexViewPadsItsLastLine()
{
    const std::string text = "0123456789abcdef!";
    QCOMPARE(QString::fromStdString(report::hexView(std::as_bytes(std::span(text)), 0x10)),
             QString("  00000010  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  "
                     "|0123456789abcdef|\n"
                     "  00000020  21                                               |!|\n"));
}

void TestStackwalkReport::unknownNumberOfProcessors()
{
    Report report;
    auto event = std::make_shared<Event>();
    event->kind = EventKind::CoreFile;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    report.event = event;
    QVERIFY(!report::renderStackwalkText(report, {}).contains(" 0 CPU"));
}

void TestStackwalkReport::nothingOfTheFileDrivesTheTerminal()
{
    const auto report = analysedReport();
    for (const auto& text :
         {report::renderStackwalkText(*report, {}), report::renderStackwalkMachine(*report, {}),
          report::renderStackwalkJson(*report)})
        QVERIFY(!text.contains('\x1b'));
}

void TestStackwalkReport::evidence_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("expected"); // For x.dll: subject, microcode.
    QTest::newRow("both")
        << R"({"ModuleSignatureInfo":{"A":["x.dll","y.dll"],"B":["z.dll"]},"CPUMicrocodeVersion":"0xb4"})"
        << "A 180";
    QTest::newRow("in a string") << R"({"ModuleSignatureInfo":"{ \"A\": [\"x.dll\"] }"})" << "A 0";
    QTest::newRow("of other types")
        << R"({"ModuleSignatureInfo":{"A":"x.dll"},"CPUMicrocodeVersion":7})"
        << " 0";
    QTest::newRow("no object") << "[1]" << " 0";
    QTest::newRow("no json") << "{" << "error";
}

void TestStackwalkReport::evidence()
{
    QFETCH(QString, json);
    QFETCH(QString, expected);
    const auto found = report::parseStackwalkEvidence(json.toStdString());
    QString text = "error";
    if (found) {
        const auto subject = found->certificateSubjects.find("x.dll");
        text = QStringLiteral("%1 %2")
                   .arg(QString::fromStdString(
                       subject != found->certificateSubjects.end() ? subject->second : ""))
                   .arg(found->microcode.value_or(0));
    }
    QCOMPARE(text, expected);
}

void TestStackwalkReport::certificatesAreShown()
{
    const auto report = analysedReport();
    const auto name = std::string(report::codeFileName(report->event->modules.front()));
    report::StackwalkEvidence evidence;
    evidence.certificateSubjects = {{name, "Some Company"}};
    QVERIFY(report::renderStackwalkText(*report, {}, evidence).contains("(main) (Some Company)\n"));
    const auto json = report::renderStackwalkJson(*report, evidence);
    QVERIFY(json.contains(R"("cert_subject":"Some Company")"));
    QVERIFY(json.contains(R"("modules_contains_cert_info":true)"));
}

void TestStackwalkReport::prettyJsonKeepsTheValue_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nested") << R"({"a":[1,{"b":null}]})"
                            << "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ]\n}";
    QTest::newRow("empty ones") << R"([{},[]])" << "[\n  {},\n  []\n]";
    QTest::newRow("text that looks like structure") << R"(["{\"a\":[1,2]}\\"])"
                                                    << "[\n  \"{\\\"a\\\":[1,2]}\\\\\"\n]";
}

void TestStackwalkReport::prettyJsonKeepsTheValue()
{
    QFETCH(QString, json);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(report::prettyJson(json.toStdString())), expected);
}

void TestStackwalkReport::parameterTypes_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QStringList>("types"); // "-": no list.
    QTest::newRow("none") << "main" << QStringList{"-"};
    QTest::newRow("one") << "f(int)" << QStringList{"int"};
    QTest::newRow("templates") << "a::f(std::map<int, char>, char*)"
                               << QStringList{"std::map<int, char>", "char*"};
    QTest::newRow("function pointer")
        << "f(void (*)(int, int), long) const" << QStringList{"void (*)(int, int)", "long"};
    QTest::newRow("unbalanced") << "f(a>b)" << QStringList{"-"};
    QTest::newRow("turned around") << ")f(" << QStringList{"-"};
}

void TestStackwalkReport::parameterTypes()
{
    QFETCH(QString, function);
    QFETCH(QStringList, types);
    const auto name = function.toStdString();
    const auto found = faultline::report::parameterTypes(name);
    QStringList texts{"-"};
    if (found) {
        texts.clear();
        for (const auto type : *found)
            texts.append(QString::fromStdString(std::string(type)));
    }
    QCOMPARE(texts, types);
}

void TestStackwalkReport::parametersComeFromTheStack()
{
    Event event;
    event.system.arch = Arch::X86;
    event.system.os = OsFamily::Windows;
    std::vector<std::byte> stack(16);
    stack[0] = std::byte{0x2a};
    event.makeNative().memory = std::make_shared<const MemoryImage>(
        std::vector<MemoryRange>{{.address = 0x1000, .bytes = ByteView::fromVector(stack)}},
        std::endian::little);
    Frame callee;
    Frame caller;
    caller.makeNative().sp = 0x1000;
    Frame outer;
    outer.makeNative().sp = 0x1004;
    std::vector<report::StackwalkFrame> frames(3);
    frames[0].frame = &callee;
    frames[0].native = callee.asNative();
    frames[0].function = "f(int, char)";
    frames[1].frame = &caller;
    frames[1].native = caller.asNative();
    frames[2].frame = &outer;
    frames[2].native = outer.asNative();
    QCOMPARE(report::functionArgumentsText(event, frames, 0),
             std::string("    Arguments (assuming cdecl [static function])\n"
                         "        arg 0 (int) = 0x0000002a\n"
                         "        arg 1 (char) = <unknown>\n\n"));
    frames[0].function = "A::f(int)";
    QVERIFY(report::functionArgumentsText(event, frames, 0).contains("arg 0 (this) = <unknown>"));
    event.system.os = OsFamily::Linux;
    QVERIFY(report::functionArgumentsText(event, frames, 0).contains("arg 0 (this) = 0x0000002a"));
    event.system.arch = Arch::Amd64;
    QVERIFY(report::functionArgumentsText(event, frames, 0).empty());
}

/// A core does not count processors, and its notes are not streams of a minidump.
void TestStackwalkReport::coresSayWhatTheyKnow()
{
    const auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    event->system.cpuCount = 0;
    event->makeNative().streams = {
        {.id = 0x202, .name = "NT_X86_XSTATE", .vendor = "LINUX", .bytes = {}}};
    report->event = event;
    const auto dump = QByteArray::fromStdString(report::renderStackwalkText(*report, {}));
    QVERIFY(dump.contains("\n     0 CPU\n"));
    QVERIFY(dump.contains("streams encountered"));
    event->kind = EventKind::CoreFile;
    const auto core = QByteArray::fromStdString(report::renderStackwalkText(*report, {}));
    QVERIFY2(!core.contains("0 CPU") && !core.contains("streams encountered"), core.constData());
}

void TestStackwalkReport::analysisInOurReports()
{
    const auto report = analysedReport();
    const auto text = report::renderText(*report, {});
    QVERIFY(text.contains("Instruction: mov qword ptr [rax + 0x8], rbx, writes 8 bytes at 0x8"));
    QVERIFY(text.contains("Null pointer with offset 0x8"));
    QVERIFY(text.contains("A flipped bit may be the cause: 0x2000 is mapped"));
    auto nulled = std::make_shared<CrashAnalysis>(*report->analysis);
    nulled->bitFlips.resize(1);
    nulled->bitFlips[0].address = 0;
    nulled->bitFlips[0].isNull = true;
    auto other = *report;
    other.analysis = nulled;
    QVERIFY(report::renderText(other, {}).contains("rax = 0x0 would be a null pointer"));
    QVERIFY(text.contains("Exploitability by Breakpad's rules: medium"));
    const auto json = report::renderJson(*report, {.extras = report::IncludeExtras::Yes});
    QVERIFY(json.contains(R"("exploitability":"medium")"));
    QVERIFY(json.contains(R"("crash_inconsistencies":["access_violation_when_access_allowed"])"));
    QVERIFY(!report::renderJson(*report, {}).contains("exploitability"));
}

QTEST_GUILESS_MAIN(TestStackwalkReport)
#include "tst_stackwalk_report.moc"
