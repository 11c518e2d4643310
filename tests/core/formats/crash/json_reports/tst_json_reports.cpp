// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/json_reports/json_reports.h"

#include <QTest>

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
                      "  ?:0 app@0x1010 context\nerror 7 -:\n"
                      "  scene::size < scene::bounds < ?:31 "
                      "app@0x1a12 context\n"
                      "  ?:0 app@0x2cd1 scan");
    QTest::newRow("Socorro") << "{\"json_dump\":" + QByteArray(kStackwalk) + "}"
                             << QByteArray("SIGSEGV / SEGV_MAPERR at 0x18 node\nthread - idle:\n"
                                           "  ?:0 app@0x1010 context\nerror 7 -:\n"
                                           "  scene::size < scene::bounds < ?:31 "
                                           "app@0x1a12 context\n"
                                           "  ?:0 app@0x2cd1 scan");
    QTest::newRow("KSCrash") << QByteArray(kKsCrash)
                             << QByteArray("EXC_BAD_ACCESS / KERN_INVALID_ADDRESS at 0x18 why\n"
                                           "error 3 main:\n  bounds:0 viewer@0x1388 none\n"
                                           "  ?:0 viewer@0x1770 none");
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
