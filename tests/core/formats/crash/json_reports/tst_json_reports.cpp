// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/json_reports/json_reports.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::jsonreports;

/// Reports that other crash reporters write as JSON.
class TestJsonReports : public QObject
{
    Q_OBJECT

private slots:
    void forms_data();
    void forms();
    void cutReportsAreRefused_data();
    void cutReportsAreRefused();
    void otherJsonIsNone();
    void modulesHaveTheirIdentity();
    void theCrashMayStandBehindManyImages();
    void processorsHaveTheirWidth();
    void imagesOfMetricKitHaveTheirIdentity();
    void aMemoryTerminationHasNoThreads();
    void threadDumpsHaveVirtualThreads();
    void deepTreesAreRead();
    void limitsAreKept();
    void aReportWithoutFramesIsRefused();
};

namespace {

constexpr const char* kStackwalk = R"json({"status":"OK",
 "crash_info":{"type":"SIGSEGV / SEGV_MAPERR","address":"0x18","crashing_thread":1,
               "assertion":"node"},
 "system_info":{"os":"Linux","os_ver":"6.1","cpu_arch":"amd64"},
 "modules":[{"base_addr":"0x1000","end_addr":"0x9000","filename":"app","debug_file":"app",
             "debug_id":"2DC59791A1D64AEA517099F1A8691B350","code_id":"9197c52dd6a1",
             "version":"1.2"}],
 "threads":[{"thread_name":"idle","frames":[{"frame":0,"module":"app","offset":"0x1010",
                                              "trust":"context"}]},
            {"thread_id":7,"frames":[
              {"frame":0,"module":"app","function":"scene::bounds","file":"/s/node.cpp","line":31,
               "offset":"0x1a12","trust":"context",
               "inlines":[{"function":"scene::size","file":"/s/size.h","line":4}]},
              {"frame":1,"module":"app","offset":"0x2cd1","trust":"scan"}]}]})json";

constexpr const char* kKsCrash = R"json({"report":{"id":"1"},
 "binary_images":[{"image_addr":4096,"image_size":32768,"name":"/a/viewer",
                   "uuid":"9197C52D-D6A1-3A4A-9170-99F1A8691B35"}],
 "system":{"system_name":"iOS","system_version":"17.5","cpu_arch":"arm64",
           "process_name":"viewer"},
 "crash":{"error":{"type":"mach","address":24,"reason":"why",
                   "mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS",
                           "code_name":"KERN_INVALID_ADDRESS"},"signal":{"name":"SIGSEGV"}},
          "threads":[{"index":3,"crashed":true,"name":"main",
                      "registers":{"basic":{"pc":5000,"sp":7}},
                      "backtrace":{"skipped":2,"contents":[
                        {"instruction_addr":5000,"object_name":"viewer","symbol_name":"bounds"},
                        {"instruction_addr":6000,"object_name":"viewer",
                         "symbol_name":"<redacted>"}]}}]}})json";

/// The handler crashed while it wrote the report, which then stands inside.
constexpr const char* kKsCrashTwice = R"json({"recrash_report":{"report":{"id":"1"},
 "system":{"system_name":"macOS","cpu_arch":"x86","binary_cpu_type":16777223},
 "crash":{"diagnosis":"why","error":{"type":"signal","signal":{"name":"SIGSEGV"}},
          "threads":[{"index":1,"crashed":true,"stack":{"overflow":true},
                      "backtrace":{"contents":[{"instruction_addr":5000,
                        "object_name":"viewer","symbol_name":"recurse"}]}}]}},
 "report":{"id":"2"},
 "crash":{"error":{"type":"signal","signal":{"name":"SIGBUS"}},
          "crashed_thread":{"index":4,"name":"writer","crashed":true,
                            "backtrace":{"contents":[{"instruction_addr":6000,
                              "object_name":"reporter","symbol_name":"encode"}]}}}})json";

/// The same without the report that was being written.
constexpr const char* kKsCrashOfHandler = R"json({"report":{"id":"2"},"binary_images":[],
 "crash":{"error":{"type":"signal","signal":{"name":"SIGBUS"}},
          "crashed_thread":{"index":4,"name":"writer","crashed":true,
                            "backtrace":{"contents":[{"instruction_addr":6000,
                              "object_name":"reporter","symbol_name":"encode"}]}}}})json";

/// As simulators write it: the crash behind so many images.
std::string ksCrashBehindImages(int images)
{
    std::string text = R"({"binary_images":[)";
    for (int i = 0; i < images; ++i)
        text +=
            concat(i > 0 ? "," : "", R"({"image_addr":)", 1000 * (i + 1),
                   R"(,"image_vmaddr":0,"image_size":1000,"name":"/library/number/)", i, R"("})");
    return text + R"(],"crash":{"error":{"signal":{"name":"SIGABRT"}},"threads":[{"crashed":true,)"
                  R"("backtrace":{"contents":[{"instruction_addr":1001}]}}]}})";
}

constexpr const char* kCreatedump = R"json({"payload":{"protocol_version":"1.0.0",
 "configuration":{"architecture":"arm64","version":"8.0.1 "},"process_name":"viewer",
 "threads":[{"is_managed":"true","crashed":"true","native_thread_id":"0x1092",
             "managed_exception_type":"System.NullReferenceException","stack_frames":[
   {"is_managed":"true","native_address":"0x7010","method_name":"Scene.Node.Bounds()",
                     "filename" : "viewer.dll"
}

                            ,
   {"repeated":"0x5","repeated_frames":[{"is_managed":"true","native_address":"0x7020",
    "method_name":"Scene.Tree.Walk()","filename":"viewer.dll"}]},
   {"is_managed":"false","module_address":"0x4000","native_address":"0x4123",
    "unmanaged_name":"Run","native_module":"libcoreclr.so"}]
                            }]
                            }
                            , "parameters" : {"ExceptionType" : "0x05000000"}
                            })json";

constexpr const char* kMetricKit = R"json({"timeStampEnd":"2026-01-02 10:00:00",
 "hangDiagnostics":[{"callStackTree":{"callStacks":[]}}],
 "crashDiagnostics":[{"version":"1.0.0","callStackTree":{"callStackPerThread":true,"callStacks":[
   {"threadAttributed":false,"callStackRootFrames":[{"binaryName":"libsystem_kernel.dylib",
     "binaryUUID":"11111111-2222-3333-4444-555555555555","offsetIntoBinaryTextSegment":1284,
     "address":7000001284,"sampleCount":1}]},
   {"threadAttributed":true,"callStackRootFrames":[{"binaryName":"viewer",
     "binaryUUID":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","offsetIntoBinaryTextSegment":6674,
     "address":4294973970,"sampleCount":1,"subFrames":[{"binaryName":"viewer",
     "binaryUUID":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","offsetIntoBinaryTextSegment":4294967296,
     "address":4294978769,"sampleCount":1,"subFrames":[{"binaryName":"dyld","address":9000,
     "binaryUUID":"22222222-2222-3333-4444-555555555555","offsetIntoBinaryTextSegment":80}]}]}]}]},
  "diagnosticMetaData":{"exceptionType":1,"exceptionCode":1,"signal":11,"pid":42,
   "platformArchitecture":"arm64e","osVersion":"iPhone OS 17.1 (21B74)","deviceType":"iPhone14,2",
   "terminationReason":"Namespace SIGNAL, Code 0xb","appVersion":"1.2",
   "virtualMemoryRegionInfo":"0x18 is not in any region."}}]})json";

constexpr const char* kMetricKitOf27 = R"json({"environment":{"pid":7,
  "osVersion":{"platform":"iOS","number":"27.0","buildNumber":"24A1"},"platformArchitecture":"arm64"},
 "memoryExceptionDiagnostic":{"callStackTree":{"callStackPerThread":false,
  "binaryInfo":[{"uuid":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","name":"viewer"}],
  "callStackThreads":[{"threadAttributed":true,"rootFrames":[{
   "binaryUUID":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","offsetIntoBinaryTextSegment":16,
   "address":4294967312,"sampleCount":9,"subFrames":[
    {"binaryUUID":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","offsetIntoBinaryTextSegment":32,
     "address":4294967328,"sampleCount":2,"subFrames":[]},
    {"binaryUUID":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","offsetIntoBinaryTextSegment":48,
     "address":4294967344,"sampleCount":7,"subFrames":[]}]}]}]}}})json";

constexpr const char* kSatyr = R"json({"signal":11,"executable":"/usr/bin/viewer","stacktrace":[
 {"frames":[{"address":4096,"build_id":"9197c52dd6a1","build_id_offset":16,"function_name":"poll",
             "file_name":"/lib64/libc.so.6"}]},
 {"crash_thread":true,"frames":[
  {"address":4195527,"build_id":"0123456789abcdef","build_id_offset":1223,"function_name":"inner",
   "file_name":"/usr/bin/viewer"},
  {"address":4195600,"build_id_offset":1296,"function_name":"??"}]}]})json";

constexpr const char* kMemoryTermination = R"json({"process":{},
 "system":{"system_name":"iOS","system_version":"17.5","cpu_arch":"arm64","process_name":"viewer"},
 "crash":{"error":{"address":0,"type":"memory_termination","signal":{"name":"SIGKILL","signal":9},
  "memory_termination":{"memory_level":"terminal","memory_limit":100}},"threads":[]}})json";

constexpr const char* kThreadDump = R"json({"threadDump":{"processId":"3862",
 "time":"2026-01-25T15:46:04Z","runtimeVersion":"21.0.10+7","threadContainers":[
 {"container":"<root>","threads":[
  {"tid":"9","name":"main","stack":["java.base\/java.lang.Thread.sleep(Native Method)",
                                     "a.b.Main.main(Main.java:7)"]},
  {"tid":"11","name":"Signal Dispatcher","stack":[]}]},
 {"container":"pool","parent":"<root>","threads":[
  {"tid":"31","virtual":true,"name":"","stack":["a.b.Work.run(Work.java:3)"]}]}]}})json";

std::string placeOf(const Event& event, const Frame& frame)
{
    const auto& native = *frame.asNative();
    if (native.relativeTo)
        return concat(event.modules[*native.relativeTo].codeFile.value_or("?"), "+",
                      Hex{native.instructionAddress});
    return concat(native.package.value_or("?"), "@", Hex{native.instructionAddress});
}

std::string summaryOf(const Event& event)
{
    std::string text = concat(event.crash.reason, event.crash.addressKnown ? " at " : "",
                              event.crash.addressKnown ? concat(Hex{event.crash.address}) : "", " ",
                              event.crash.assertion);
    for (const auto& thread : event.threads) {
        text += concat("\n", stackRoleName(thread.role), " ", thread.id ? concat(*thread.id) : "-",
                       " ", thread.name.value_or("-"), ":");
        for (const auto& frame : *thread.givenFrames) {
            text += "\n ";
            for (const auto& symbol : frame.asNative()->reported)
                text += concat(" ", symbol.function, " <");
            text += concat(" ", frame.position.function.value_or("?"), ":",
                           frame.position.line.value_or(0), " ", placeOf(event, frame), " ",
                           frameTrustName(frame.trust));
        }
    }
    return text;
}

Result<EventPtr> read(const std::string& text, const ParseLimits& limits = {})
{
    return readJsonReport(ByteView::fromString(text), limits);
}

} // namespace

void TestJsonReports::forms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("minidump-stackwalk")
        << QByteArray(kStackwalk)
        << QByteArray("SIGSEGV / SEGV_MAPERR at 0x18 node\nthread - idle:\n"
                      "  ?:0 app+0x10 context\nerror 7 -:\n"
                      "  scene::size < scene::bounds < ?:31 "
                      "app+0xa12 context\n"
                      "  ?:0 app+0x1cd1 scan");
    QTest::newRow("Socorro") << "{\"json_dump\":" + QByteArray(kStackwalk) + "}"
                             << QByteArray("SIGSEGV / SEGV_MAPERR at 0x18 node\nthread - idle:\n"
                                           "  ?:0 app+0x10 context\nerror 7 -:\n"
                                           "  scene::size < scene::bounds < ?:31 "
                                           "app+0xa12 context\n"
                                           "  ?:0 app+0x1cd1 scan");
    QTest::newRow("KSCrash") << QByteArray(kKsCrash)
                             << QByteArray("EXC_BAD_ACCESS / KERN_INVALID_ADDRESS at 0x18 why\n"
                                           "error 3 main:\n  bounds:0 viewer@0x1388 none\n"
                                           "  ?:0 viewer@0x1770 none");
    QTest::newRow("KSCrash, the handler crashed")
        << QByteArray(kKsCrashTwice)
        << QByteArray("SIGSEGV / STACK_OVERFLOW \nerror 1 -:\n  recurse:0 viewer@0x1388 none\n"
                      "thread 4 crash of the crash handler, writer:\n"
                      "  encode:0 reporter@0x1770 none");
    QTest::newRow("KSCrash, of the handler alone")
        << QByteArray(kKsCrashOfHandler)
        << QByteArray("SIGBUS \nerror 4 writer:\n  encode:0 reporter@0x1770 none");
    QTest::newRow("MetricKit")
        << QByteArray(kMetricKit)
        << QByteArray("EXC_BAD_ACCESS (SIGSEGV) at 0x18 \nthread 0 -:\n"
                      "  ?:0 libsystem_kernel.dylib+0x504 none\n"
                      "error 1 -:\n  ?:0 viewer+0x1a12 none\n  ?:0 viewer+0x2cd1 none\n"
                      "  ?:0 dyld+0x50 none");
    QTest::newRow("MetricKit of iOS 27")
        << QByteArray(kMetricKitOf27)
        << QByteArray(" \nerror 0 -:\n  ?:0 viewer+0x30 none\n  ?:0 viewer+0x10 none");
    QTest::newRow("abrt") << QByteArray(kSatyr)
                          << QByteArray("SIGSEGV \nthread - -:\n  poll < ?:0 "
                                        "/lib64/libc.so.6+0x10 none\n"
                                        "error - -:\n  inner < ?:0 /usr/bin/viewer+0x4c7 none\n"
                                        "  ?:0 ?@0x400510 none");
    QTest::newRow("createdump") << QByteArray(kCreatedump)
                                << QByteArray("System.NullReferenceException \nerror 4242 -:\n"
                                              "  Scene.Node.Bounds():0 viewer.dll@0x7010 none\n"
                                              "  Scene.Tree.Walk():0 viewer.dll@0x7020 none\n"
                                              "  Scene.Tree.Walk():0 viewer.dll@0x7020 none\n"
                                              "  Scene.Tree.Walk():0 viewer.dll@0x7020 none\n"
                                              "  Run < ?:0 libcoreclr.so+0x123 none");
}

void TestJsonReports::forms()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    const auto event = read(text.toStdString());
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE(QByteArray::fromStdString(summaryOf(**event)), expected);
}

void TestJsonReports::cutReportsAreRefused_data()
{
    forms_data();
}

void TestJsonReports::cutReportsAreRefused()
{
    QFETCH(const QByteArray, text);
    for (int size = 0; size < text.size(); ++size) {
        const auto event = read(text.left(size).toStdString());
        QVERIFY2(!event, qPrintable(QString::number(size)));
        QVERIFY(event.error().kind == ErrorKind::Malformed ||
                event.error().kind == ErrorKind::Unsupported);
    }
}

void TestJsonReports::otherJsonIsNone()
{
    QVERIFY(!looksLikeJsonReport(R"({"modules":[],"stacktraces":[]})"));
    QVERIFY(!looksLikeJsonReport(R"({"crash_info":{}})"));
    QVERIFY(!looksLikeJsonReport(""));
    QVERIFY(looksLikeJsonReport(kStackwalk));
}

void TestJsonReports::modulesHaveTheirIdentity()
{
    const auto event = read(kStackwalk);
    QVERIFY(event.has_value());
    const auto& module = (*event)->modules.front();
    QCOMPARE(module.address, std::uint64_t{0x1000});
    QCOMPARE(module.sizeBytes, std::uint64_t{0x8000});
    QVERIFY(module.debugId.has_value());
    QCOMPARE(QString::fromStdString(module.version), "1.2");
    const auto other = read(kKsCrash);
    QVERIFY(other.has_value());
    QVERIFY((*other)->modules.front().debugId.has_value());
    QCOMPARE((*other)->threads.front().givenRegisters.size(), std::size_t{2});
    QCOMPARE((*other)->diagnostics.size(), std::size_t{1}); // What the reporter skipped.
}

void TestJsonReports::theCrashMayStandBehindManyImages()
{
    constexpr int kImages = 5000;
    const auto text = ksCrashBehindImages(kImages);
    QVERIFY(text.find("\"crash\"") > std::size_t{256} << 10);
    const auto event = read(text);
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->modules.size(), std::size_t{kImages});
    QCOMPARE((*event)->threads.size(), std::size_t{1});
}

void TestJsonReports::processorsHaveTheirWidth()
{
    const auto event = read(kKsCrashTwice);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->system.arch, Arch::Amd64);
}

void TestJsonReports::imagesOfMetricKitHaveTheirIdentity()
{
    const auto event = read(kMetricKit);
    QVERIFY(event.has_value());
    const auto& modules = (*event)->modules;
    QCOMPARE(modules.size(), std::size_t{3});
    QCOMPARE(modules[1].type, ObjectType::MachO);
    QCOMPARE(modules[1].debugId->canonical(), std::string("9197c52d-d6a1-3a4a-9170-99f1a8691b35"));
    QCOMPARE(modules[1].address, std::uint64_t{0x1'0000'0000});
    QCOMPARE((*event)->requestingThread, std::optional<std::uint32_t>(1));
    QCOMPARE((*event)->system.osVersion, std::string("17.1"));
    QCOMPARE((*event)->system.osBuild, std::string("21B74"));
    QCOMPARE((*event)->system.arch, Arch::Arm64e);
    QCOMPARE((*event)->crash.code, 11u);
    QCOMPARE((*event)->diagnostics.size(), std::size_t{1}); // The hang is not read.
    const auto newer = read(kMetricKitOf27);
    QVERIFY(newer.has_value());
    QVERIFY(!(*newer)->crash.present);
    QCOMPARE((*newer)->diagnostics.size(), std::size_t{1}); // A branch of the tree.
    QCOMPARE((*newer)->asNative()->process.id, std::optional<std::uint32_t>(7));
}

void TestJsonReports::aMemoryTerminationHasNoThreads()
{
    const auto event = read(kMemoryTermination);
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QVERIFY((*event)->threads.empty());
    QCOMPARE((*event)->crash.reason, std::string("SIGKILL"));
    QVERIFY((*event)->crash.assertion.contains("too much memory"));
    QVERIFY(std::ranges::find((*event)->details, "memory_limit", [](const auto& each) {
                return each.first;
            }) != (*event)->details.end());
}

void TestJsonReports::threadDumpsHaveVirtualThreads()
{
    const auto event = read(kThreadDump);
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    const auto* jvm = (*event)->asJvm();
    QVERIFY(jvm != nullptr);
    QCOMPARE(jvm->stacks.size(), std::size_t{2}); // One thread has no frame.
    QCOMPARE(jvm->stacks[0].thread, std::string("main"));
    QCOMPARE(jvm->stacks[0].frames.size(), std::size_t{2});
    QCOMPARE(jvm->stacks[1].thread, std::string("virtual #31"));
    QCOMPARE(jvm->stacks[1].frames.front().detail.module, std::string("a.b.Work"));
}

void TestJsonReports::deepTreesAreRead()
{
    constexpr int kDepth = 500;
    std::string text = R"({"callStacks":[{"threadAttributed":true,"callStackRootFrames":[)";
    for (int i = 0; i < kDepth; ++i)
        text += concat(R"({"binaryUUID":"9197C52D-D6A1-3A4A-9170-99F1A8691B35","binaryName":"a",)",
                       R"("offsetIntoBinaryTextSegment":)", i, R"(,"subFrames":[)");
    for (int i = 0; i < kDepth; ++i)
        text += "]}";
    const auto event = read(text + "]}]}");
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->threads.front().givenFrames->size(), std::size_t{kDepth});
}

void TestJsonReports::limitsAreKept()
{
    ParseLimits limits;
    limits.maxThreads = 1;
    limits.maxModules = 0;
    limits.maxFramesPerThread = 1;
    const auto event = read(kStackwalk, limits);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QCOMPARE((*event)->threads.front().givenFrames->size(), std::size_t{1});
    QVERIFY((*event)->modules.empty());
    QVERIFY(!(*event)->diagnostics.empty());
}

void TestJsonReports::aReportWithoutFramesIsRefused()
{
    const auto event = read(R"({"crash_info":{},"system_info":{},"threads":[]})");
    QVERIFY(!event);
    QCOMPARE(event.error().kind, ErrorKind::Unsupported);
}

QTEST_GUILESS_MAIN(TestJsonReports)
#include "tst_json_reports.moc"
