// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace faultline;

namespace {

std::string sample()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/sentry/null_write.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Result<EventPtr> read(std::string text, const ParseLimits& limits = {})
{
    return sentry::readSentryEvent(ByteView::fromString(std::move(text)), limits);
}

constexpr std::string_view kImages =
    R"("debug_meta":{"images":[{"type":"elf","image_addr":"0x1000","image_size":4096}]})";

/// An event with one image, and these members.
std::string eventWith(std::string_view members)
{
    return concat("{", kImages, members.empty() ? "" : ",", members, "}");
}

std::string detailOf(const Event& event, std::string_view key)
{
    const auto found = std::ranges::find(event.details, key,
                                         [](const auto& d) { return std::string_view(d.first); });
    return found == event.details.end() ? std::string("(none)") : found->second;
}

/// "area: text" of each diagnostic.
QStringList diagnosticsOf(const Event& event)
{
    QStringList lines;
    for (const auto& each : event.diagnostics)
        lines.append(QString::fromStdString(each.area + ": " + each.text));
    return lines;
}

/// Formats the threads as "id*:address,address"; "*" marks the thread of the event.
QString stacksOf(const Event& event)
{
    QStringList stacks;
    for (const auto& thread : event.threads) {
        QStringList frames;
        for (const auto& frame : *thread.givenFrames)
            frames.append(QString::number(frame.asNative()->instructionAddress, 16));
        stacks.append((thread.id ? QString::number(*thread.id) : QStringLiteral("?")) +
                      (thread.isRequesting.value_or(false) ? "*:" : ":") + frames.join(','));
    }
    return stacks.join(' ');
}

std::optional<bool> adjustOf(const Frame& frame)
{
    return frame.carried ? frame.carried->adjust : std::nullopt;
}

} // namespace

class TestSentryEvent : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void readsTheEvent_data();
    void readsTheEvent();
    void readsStacks();
    void readsModules();
    void keepsFacts();
    void choosesStacks_data();
    void choosesStacks();
    void readsFrames();
    void adjustments_data();
    void adjustments();
    void reasons_data();
    void reasons();
    void times_data();
    void times();
    void readsTheWebForm();
    void readsStacksOfScripts();
    void readsStacksOfTheJvm();
    void readsLocksOfTheJvm();
    void mappingsAreModules();
    void breadcrumbsAreFacts();
    void jvmEventsCutOff();
    void everyPrefixIsRefused();
    void refuses_data();
    void refuses();
    void namesWhatItLeavesOut_data();
    void namesWhatItLeavesOut();
    void toleratesOtherTypes_data();
    void toleratesOtherTypes();
    void limitsHold();
};

void TestSentryEvent::recognises_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* name, const QByteArray& text, bool expected) {
        QTest::newRow(name) << text << expected;
    };
    row("event", R"({"event_id":"a"})", true);
    row("cut off behind the name", R"({"platform":"native","event_id": "a)", true);
    row("late", R"({ "extra" : {"a":["}",{"b":"\"]"}],"event_id":1}, "debug_meta":{)", true);
    row("wrapped", R"({"event":{"platform":"native","exception":{}}})", true);
    row("in a list", R"([{"threads":{"values":[]}}])", true);
    row("byte order mark", "\xef\xbb\xbf{\"contexts\":{}}", true);
    row("request", R"({"stacktraces":[],"event_id":"a"})", false);
    row("list of threads", R"({"threads":[{}]})", false);
    row("number as id", R"({"event_id":1})", false);
    row("typical name as a value", R"({"a":"event_id","b":{"event_id":"a"}})", false);
    row("other object", R"({"hello":1})", false);
    row("empty object", "{}", false);
    row("unclosed", "{\"a\":{{{{", false);
    row("text", "event_id", false);
    row("nothing", "", false);
}

void TestSentryEvent::recognises()
{
    QFETCH(QByteArray, text);
    QTEST(sentry::looksLikeSentryEvent(text.toStdString()), "expected");
}

void TestSentryEvent::readsTheEvent_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto text = sample();
    QVERIFY(!text.empty());
    const auto row = [](const char* name, const std::string& content) {
        QTest::newRow(name) << QByteArray::fromStdString(content);
    };
    row("as sent", text);
    row("byte order mark", "\xef\xbb\xbf" + text);
    row("wrapped", "{\"event\":" + text + "}");
    row("in a list", "[" + text + "]");
    row("in a list, wrapped", "[{\"event\":" + text + "}]");
}

void TestSentryEvent::readsTheEvent()
{
    QFETCH(QByteArray, text);
    QVERIFY(sentry::looksLikeSentryEvent(text.toStdString()));
    const auto result = read(text.toStdString());
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    const Event& event = **result;
    QCOMPARE(event.kind, EventKind::NativeJson);
    QCOMPARE(event.timestamp, std::optional<std::int64_t>(1709622550));
    QCOMPARE(event.platform, std::optional<std::string>("native"));
    QCOMPARE(event.asNative()->signal, std::optional<std::uint32_t>(11));
    QCOMPARE(event.system.os, OsFamily::Linux);
    QCOMPARE(event.system.osVersion, std::string("6.1.0"));
    QCOMPARE(event.system.arch, Arch::Amd64);
    QCOMPARE(event.system.cpuCount, 4u);
    QCOMPARE(event.asNative()->process.name, std::string("null_write"));
    QCOMPARE(event.asNative()->process.createTime, std::optional<std::int64_t>(1709622000));
    QVERIFY(event.crash.present && event.crash.addressKnown);
    QCOMPARE(event.crash.reason, std::string("SIGSEGV / SEGV_MAPERR"));
    QCOMPARE(event.crash.details, std::string("Segmentation fault"));
    QCOMPARE(event.crash.address, std::uint64_t{0x18});
    QCOMPARE(event.crash.threadId, std::optional<std::uint64_t>(8303));
}

void TestSentryEvent::readsStacks()
{
    const auto result = read(sample());
    QVERIFY(result);
    const Event& event = **result;
    // The raw stack, callee first, without the frame that has no address; no empty stack.
    QCOMPARE(stacksOf(event), QStringLiteral("8303*:4019a0,4019c5,4017db,401880 8304:4019c5,6583"));
    QCOMPARE(event.requestingThread, std::optional<std::uint32_t>(0));
    QCOMPARE(event.threads[0].name, std::optional<std::string>("main"));
    QCOMPARE(event.threads[0].givenRegisters.size(), std::size_t{3});
    QCOMPARE(event.threads[0].givenRegisters[0].first, std::string("rip"));
    QCOMPARE(event.threads[0].givenRegisters[0].second, std::uint64_t{0x4019a0});
    QCOMPARE(event.threads[1].isRequesting, std::optional(false));
    QCOMPARE(diagnosticsOf(event),
             (QStringList{"images: 1 of other than native code left out (proguard)",
                          "exception 0: 1 of 5 frames have no instruction address and are left "
                          "out"}));
}

void TestSentryEvent::readsModules()
{
    const auto result = read(sample());
    QVERIFY(result);
    const Event& event = **result;
    QCOMPARE(event.modules.size(), std::size_t{1});
    const auto& module = event.modules[0];
    QCOMPARE(module.type, ObjectType::Elf);
    QCOMPARE(module.address, std::uint64_t{0x400000});
    QCOMPARE(module.sizeBytes, std::uint64_t{745472});
    QCOMPARE(module.debugId->canonical(), std::string("056d12fc-9cf8-b108-0d94-e991125ddefb"));
    QCOMPARE(module.codeFile, std::optional<std::string>("/opt/null_write"));
    // "rel:1" counts images. Image 0 is not a module, so the module is the first.
    QCOMPARE(event.threads[1].givenFrames->back().asNative()->relativeTo,
             std::optional<std::uint32_t>(0));
}

void TestSentryEvent::keepsFacts()
{
    const auto result = read(sample());
    QVERIFY(result);
    const Event& event = **result;
    QCOMPARE(event.details.front().first, std::string("event"));
    QCOMPARE(detailOf(event, "release"), std::string("null_write@1.2.3"));
    QCOMPARE(detailOf(event, "dist"), std::string("7"));
    QCOMPARE(detailOf(event, "message"), std::string("writing weights"));
    QCOMPARE(detailOf(event, "SDK"), std::string("sentry.native 0.7.0"));
    QCOMPARE(detailOf(event, "tag branch"), std::string("main"));
    QCOMPARE(detailOf(event, "tag retries"), std::string("3"));
    QCOMPARE(detailOf(event, "mechanism"), std::string("signalhandler"));
}

void TestSentryEvent::choosesStacks_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("stacks");
    const auto row = [](const char* name, const char* members, const char* stacks) {
        QTest::newRow(name) << QByteArray(members) << QString::fromLatin1(stacks);
    };
    row("exceptions before threads",
        R"("threads":{"values":[{"id":2,"stacktrace":{"frames":[{"instruction_addr":2}]}}]},)"
        R"("exception":{"values":[{"thread_id":1,"stacktrace":{"frames":[{"instruction_addr":1}]}}]})",
        "1*:1 2:2");
    row("raw stack without addresses",
        R"("exception":[{"raw_stacktrace":{"frames":[{}]},"stacktrace":{"frames":[{"instruction_addr":1}]}}])",
        "?*:1");
    row("stack of the event",
        R"("stacktrace":{"frames":[{"instruction_addr":1},{"instruction_addr":2}]})", "?*:2,1");
    row("one exception that is no list",
        R"("exception":{"stacktrace":{"frames":[{"instruction_addr":1}]}})", "?*:1");
    row("exception of the crashed thread",
        R"("threads":[{"id":2,"crashed":true}],)"
        R"("exception":[{"thread_id":1,"stacktrace":{"frames":[{"instruction_addr":1}]}},)"
        R"({"thread_id":2,"stacktrace":{"frames":[{"instruction_addr":2}]}}])",
        "1:1 2*:2");
    row("crashed thread",
        R"("exception":[{"thread_id":3}],"threads":[{"id":1,"current":true,"stacktrace":{"frames":[{"instruction_addr":1}]}},)"
        R"({"id":2,"crashed":true,"stacktrace":{"frames":[{"instruction_addr":2}]}}])",
        "1:1 2*:2");
    row("thread of the exception",
        R"("exception":[{"thread_id":"0x2"}],"threads":[{"id":1,"current":true,"stacktrace":{"frames":[{"instruction_addr":1}]}},)"
        R"({"id":"2","stacktrace":{"frames":[{"instruction_addr":2}]}}])",
        "1:1 2*:2");
    row("current thread",
        R"("threads":[{"id":1,"stacktrace":{"frames":[{"instruction_addr":1}]}},)"
        R"({"id":2,"current":true,"stacktrace":{"frames":[{"instruction_addr":2}]}}])",
        "1:1 2*:2");
    row("no thread stands out",
        R"("threads":[{"id":1,"stacktrace":{"frames":[{"instruction_addr":1}]}}])", "1:1");
}

void TestSentryEvent::choosesStacks()
{
    QFETCH(QByteArray, members);
    const auto result = read(eventWith(members.toStdString()));
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QTEST(stacksOf(**result), "stacks");
}

void TestSentryEvent::readsFrames()
{
    const auto result = read(eventWith(
        R"("stacktrace":{"frames":[{"instruction_addr":"0x1010","function":"f","symbol":"_Z1fv",)"
        R"("symbol_addr":"0x1000","package":"/a","filename":"f.c","abs_path":"/src/f.c","lineno":7,)"
        R"("pre_context":["a"],"context_line":"b","post_context":["c","d"],"in_app":true,)"
        R"("vars":{"n":1},"trust":"cfi","lang":"cpp","platform":"native","function_id":"0x6"}]})"));
    QVERIFY(result);
    const auto& frame = (*result)->threads[0].givenFrames->front();
    QCOMPARE(frame.asNative()->instructionAddress, std::uint64_t{0x1010});
    QCOMPARE(frame.position.function, std::optional<std::string>("f"));
    QCOMPARE(frame.asNative()->symbol, std::optional<std::string>("_Z1fv"));
    QCOMPARE(frame.asNative()->symbolAddress, std::optional<std::uint64_t>(0x1000));
    QCOMPARE(frame.asNative()->package, std::optional<std::string>("/a"));
    QCOMPARE(frame.position.file, std::optional<std::string>("f.c"));
    QCOMPARE(frame.position.absPath, std::optional<std::string>("/src/f.c"));
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(7));
    QCOMPARE(frame.position.context.before, std::vector<std::string>{"a"});
    QCOMPARE(frame.position.context.line, std::optional<std::string>("b"));
    QCOMPARE(frame.position.context.after.size(), std::size_t{2});
    QCOMPARE(frame.inApp, std::optional<bool>(true));
    QCOMPARE(frame.carried->variablesJson, std::string(R"({"n":1})"));
    QCOMPARE(frame.trust, FrameTrust::Cfi);
    QCOMPARE(frame.asNative()->language, std::optional<Language>(Language::Cpp));
    QCOMPARE(frame.carried->functionId, std::optional<std::uint64_t>(6));
    QVERIFY(!frame.asNative()->relativeTo && !frame.carried->adjust);
}

void TestSentryEvent::adjustments_data()
{
    QTest::addColumn<QByteArray>("adjustment");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::newRow("automatic") << QByteArray("auto") << -1 << -1;
    QTest::newRow("none") << QByteArray("none") << 0 << 0;
    QTest::newRow("all") << QByteArray("all") << 1 << 1;
    QTest::newRow("all but the callee") << QByteArray("all_but_first") << 0 << 1;
    QTest::newRow("unknown word") << QByteArray("some") << -1 << -1;
}

void TestSentryEvent::adjustments()
{
    QFETCH(QByteArray, adjustment);
    const auto result =
        read(eventWith(R"("stacktrace":{"frames":[{"instruction_addr":1},{"instruction_addr":2}],)"
                       R"("instruction_addr_adjustment":")" +
                       adjustment.toStdString() + "\"}"));
    QVERIFY(result);
    const auto& frames = *(*result)->threads[0].givenFrames;
    const auto number = [](std::optional<bool> flag) { return flag ? int{*flag} : -1; };
    QTEST(number(adjustOf(frames[0])), "first");
    QTEST(number(adjustOf(frames[1])), "second");
}

void TestSentryEvent::reasons_data()
{
    QTest::addColumn<QByteArray>("exception");
    QTest::addColumn<QByteArray>("reason"); // "reason|details|address known|signal"
    const auto row = [](const char* name, const char* exception, const char* reason) {
        QTest::newRow(name) << QByteArray(exception) << QByteArray(reason);
    };
    row("type and value", R"("type":"T","value":"v")", "T|v|0|0");
    row("nothing", "", "||0|0");
    row("Mach exception and signal",
        R"("type":"EXC_BAD_ACCESS","mechanism":{"meta":{"signal":{"number":10,"name":"SIGBUS"}}})",
        "EXC_BAD_ACCESS (SIGBUS)||0|10");
    row("Mach exception alone", R"("mechanism":{"meta":{"mach_exception":{"name":"EXC_CRASH"}}})",
        "EXC_CRASH||0|0");
    row("signal alone", R"("mechanism":{"meta":{"signal":{"name":"SIGABRT"}}})", "SIGABRT||0|0");
    row("address", R"("type":"T","mechanism":{"data":{"relevant_address":"0x0"}})", "T||1|0");
    row("address of another form", R"("type":"T","mechanism":{"data":{"relevant_address":"x"}})",
        "T||0|0");
}

void TestSentryEvent::reasons()
{
    QFETCH(QByteArray, exception);
    const auto result = read(eventWith("\"exception\":[{" + exception.toStdString() + "}]"));
    QVERIFY(result);
    const auto& crash = (*result)->crash;
    QVERIFY(crash.present);
    QTEST(QByteArray::fromStdString(concat(crash.reason, "|", crash.details, "|",
                                           crash.addressKnown ? 1 : 0, "|",
                                           (*result)->asNative()->signal.value_or(0))),
          "reason");
}

void TestSentryEvent::times_data()
{
    QTest::addColumn<QByteArray>("time");
    QTest::addColumn<qint64>("seconds"); // -1: none
    QTest::newRow("number") << QByteArray("1700000000") << qint64{1700000000};
    QTest::newRow("fraction") << QByteArray("1700000000.75") << qint64{1700000000};
    QTest::newRow("universal time") << QByteArray("\"2023-11-14T22:13:20Z\"") << qint64{1700000000};
    QTest::newRow("zone and fraction")
        << QByteArray("\"2023-11-14T20:13:20.123-02:00\"") << qint64{1700000000};
    QTest::newRow("no zone") << QByteArray("\"2023-11-14 22:13:20\"") << qint64{1700000000};
    QTest::newRow("no such month") << QByteArray("\"2023-13-14T22:13:20Z\"") << qint64{-1};
    QTest::newRow("no time") << QByteArray("\"2023-11-14\"") << qint64{-1};
    QTest::newRow("more behind it") << QByteArray("\"2023-11-14T22:13:20Zx\"") << qint64{-1};
    QTest::newRow("beyond all years") << QByteArray("18446744073709551615") << qint64{-1};
    QTest::newRow("exponent") << QByteArray("1e300") << qint64{-1};
    QTest::newRow("negative") << QByteArray("-5") << qint64{-1};
    QTest::newRow("list") << QByteArray("[]") << qint64{-1};
}

void TestSentryEvent::times()
{
    QFETCH(QByteArray, time);
    const auto result = read(eventWith("\"timestamp\":" + time.toStdString()));
    QVERIFY(result);
    QTEST(qint64{(*result)->timestamp.value_or(-1)}, "seconds");
}

void TestSentryEvent::readsTheWebForm()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/fuzz/sentry_event/web_api.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll().toStdString();
    QVERIFY(sentry::looksLikeSentryEvent(text));
    const auto result = read(text);
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    const Event& event = **result;
    QCOMPARE(stacksOf(event), QStringLiteral("3*:100004000"));
    const auto& frame = event.threads[0].givenFrames->front();
    QCOMPARE(frame.asNative()->symbolAddress, std::optional<std::uint64_t>(0x100003f00));
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(3));
    QCOMPARE(frame.position.absPath, std::optional<std::string>("/a.m"));
    QCOMPARE(frame.inApp, std::optional<bool>(true));
    QCOMPARE(event.modules[0].type, ObjectType::MachO);
    QCOMPARE(event.modules[0].codeFile, std::optional<std::string>("App"));
    QCOMPARE(event.system.arch, Arch::Arm64); // Taken from the image.
    QCOMPARE(event.system.os, OsFamily::Ios);
    QCOMPARE(event.timestamp, std::optional<std::int64_t>(1709622550));
    QCOMPARE(detailOf(event, "event"), std::string("0f"));
    QCOMPARE(detailOf(event, "release"), std::string("a@1"));
    QCOMPARE(detailOf(event, "tag os"), std::string("iOS"));
}

void TestSentryEvent::everyPrefixIsRefused()
{
    const auto text = sample();
    const auto end = text.rfind('}');
    for (std::size_t size = 0; size <= end; ++size) {
        (void)sentry::looksLikeSentryEvent(std::string_view(text).substr(0, size));
        QVERIFY(!read(text.substr(0, size)));
    }
    QVERIFY(read(text.substr(0, end + 1)));
}

void TestSentryEvent::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("detail");
    const auto row = [](const char* name, const char* text, const char* detail) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(detail);
    };
    constexpr auto* kNoImage = ": debug_meta.images has no image of native code, and nothing else "
                               "is resolved";
    row("no images", R"({"event_id":"a","platform":"native"})",
        QByteArray(QByteArray("sentry event of platform native") + kNoImage).constData());
    row("images of JavaScript",
        R"({"platform":"javascript","debug_meta":{"images":[{"type":"sourcemap"}]}})",
        QByteArray(QByteArray("sentry event of platform javascript") + kNoImage).constData());
    row("images of another type", R"({"debug_meta":{"images":7}})",
        QByteArray(QByteArray("sentry event") + kNoImage).constData());
    row("image without type and address", R"({"debug_meta":{"images":[{"code_file":"a"}]}})",
        QByteArray(QByteArray("sentry event") + kNoImage).constData());
    row("several events", "[{},{}]", "sentry event: the list holds 2 events, expected one");
    row("no event", "[]", "sentry event: the list holds 0 events, expected one");
    row("text in a list", R"(["a"])", "sentry event: expected a map, found a string");
    row("number", "7", "sentry event: expected a map, found an integer");
    row("no JSON", R"({"event_id":)", "sentry event: unexpected text at line 1 column 12");
}

void TestSentryEvent::refuses()
{
    QFETCH(QByteArray, text);
    const auto result = read(text.toStdString());
    QVERIFY(!result);
    QTEST(QByteArray::fromStdString(result.error().detail), "detail");
}

void TestSentryEvent::namesWhatItLeavesOut_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QStringList>("diagnostics");
    const auto row = [](const char* name, const char* members, const QStringList& diagnostics) {
        QTest::newRow(name) << QByteArray(members) << diagnostics;
    };
    row("no stacks", "",
        {"stacks: no exception, thread or stack trace has a frame with an address"});
    row("address",
        "\"exception\":[{},\n{\"stacktrace\":{\"frames\":[{\"instruction_addr\":1},"
        "{\"instruction_addr\":\"zz\"}]}}]",
        {"exception 1, frame 1: instruction_addr at line 2 is no address, expected an integer, "
         "\"0x…\" or a decimal text",
         "exception 1: 1 of 2 frames have no instruction address and are left out"});
    row("address mode",
        R"("threads":[{"stacktrace":{"frames":[{"instruction_addr":1,"addr_mode":"rel:1"}]}}])",
        {"thread 0, frame 0: the address mode is neither \"abs\" nor \"rel:\" and the number of "
         "one of the 1 images"});
    row("register", R"("stacktrace":{"registers":{"pc":"x"},"frames":[{"instruction_addr":1}]})",
        {"stack trace: register pc at line 1 is no number, left out"});
}

void TestSentryEvent::namesWhatItLeavesOut()
{
    QFETCH(QByteArray, members);
    const auto result = read(eventWith(members.toStdString()));
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QTEST(diagnosticsOf(**result), "diagnostics");
}

void TestSentryEvent::toleratesOtherTypes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("stacks");
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/fuzz/sentry_event/hostile.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QTest::newRow("hostile seed") << file.readAll() << "?*:1,ffffffffffffffff";
    const auto row = [](const char* name, const char* members) {
        QTest::newRow(name) << QByteArray::fromStdString(
                                   eventWith(std::string(R"("stacktrace":{"frames":[)") +
                                             R"({"instruction_addr":1}]},)" + members))
                            << "?*:1";
    };
    row("exception", R"("exception":7)");
    row("exceptions", R"("exception":{"values":"x"})");
    row("stack", R"("exception":[{"stacktrace":[]},{"stacktrace":{"frames":{}}},null,"x"])");
    row("threads", R"("threads":[[],7,{"id":{},"name":[],"stacktrace":"x"}])");
    row("contexts", R"("contexts":{"os":7,"device":"x","app":[]})");
    row("tags", R"("tags":7)");
    row("message", R"("message":{"formatted":7},"logentry":[])");
    row("signal", R"("signal":"SIGSEGV","timestamp":{},"platform":[],"sdk":"x","release":[])");
    row("entries", R"("entries":[7,{"type":"exception"},{"type":[],"data":{}}])");
}

void TestSentryEvent::toleratesOtherTypes()
{
    QFETCH(QByteArray, text);
    const auto result = read(text.toStdString());
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QTEST(stacksOf(**result), "stacks");
}

void TestSentryEvent::limitsHold()
{
    std::string threads;
    std::string images;
    for (int i = 0; i < 100; ++i) {
        const auto separator = i == 0 ? "" : ",";
        threads +=
            concat(separator, R"({"id":)", i, R"(,"stacktrace":{"frames":[)",
                   R"({"instruction_addr":1},{"instruction_addr":2},{"instruction_addr":3}]}})");
        images += concat(separator, R"({"type":"elf"})");
    }
    ParseLimits limits;
    limits.maxModules = 2;
    limits.maxThreads = 3;
    limits.maxFramesPerThread = 2;
    limits.maxFramesPerEvent = 5;
    const auto result = read(
        concat(R"({"debug_meta":{"images":[)", images, R"(]},"threads":[)", threads, "]}"), limits);
    QVERIFY(result);
    QCOMPARE((*result)->modules.size(), std::size_t{2});
    QCOMPARE(stacksOf(**result), QStringLiteral("0:3,2 1:3,2 2:3"));
    const auto notes = diagnosticsOf(**result);
    QVERIFY(notes.contains("images: more than 2, the other 98 are left out"));
    QVERIFY(notes.contains("thread 0: too many frames, 1 callers are left out"));
}

/// Events have the cause in front of its error and callers first; the report has both the other
/// way.
void TestSentryEvent::readsStacksOfScripts()
{
    const auto event = read(R"({"event_id":"a","platform":"node","release":{"version":"1.0"},
        "dist":"7","debug_meta":{"images":[{"type":"sourcemap","code_file":"app:///x.js",
        "debug_id":"2f259f80-58b7-44cb-d7cd-de1505e7e718"}]},
        "exception":{"values":[
        {"type":"Error","value":"root","stacktrace":{"frames":[{"filename":"app:///y.js","lineno":1}]}},
        {"type":"TypeError","value":"top",
         "stacktrace":{"frames":[{"filename":"mapped.ts","lineno":9}]},
         "raw_stacktrace":{"frames":[
          {"abs_path":"app:///x.js","filename":"x.js","lineno":2,"colno":3,"function":"?","in_app":true},
          {"platform":"java","abs_path":"X.java","lineno":4},
          {"abs_path":"app:///x.js","lineno":5,"colno":6,"function":"f"}]}}]}})");
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::JavaScript);
    const auto& scripts = std::get<ScriptEvent>((*event)->detail);
    QCOMPARE(scripts.release, std::optional<std::string>("1.0"));
    QCOMPARE(scripts.dist, std::optional<std::string>("7"));
    QCOMPARE(scripts.stacks.size(), 2u);
    QCOMPARE(scripts.stacks[0].type, std::string("TypeError"));
    QCOMPARE(scripts.stacks[0].role, ScriptStackRole::Error);
    QCOMPARE(scripts.stacks[1].type, std::string("Error"));
    QCOMPARE(scripts.stacks[1].role, ScriptStackRole::Cause);
    const auto& frames = scripts.stacks[0].frames;
    QCOMPARE(frames.size(), 2u);
    QCOMPARE(frames[0].position.function, std::optional<std::string>("f"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(5));
    QVERIFY(!frames[1].position.function);
    QCOMPARE(frames[1].inApp, std::optional(true));
    QCOMPARE(frames[1].position.column, std::optional<std::uint32_t>(3));
    QCOMPARE((*event)->modules.size(), 2u);
    QVERIFY((*event)->modules[0].debugId);
    QCOMPARE((*event)->threads[1].name, std::optional<std::string>("caused by Error: root"));
    QCOMPARE(diagnosticsOf(**event), QStringList{"stacks: 1 frame of other code, or without a file "
                                                 "or line, left out"});
    QCOMPARE(detailOf(**event, "release"), std::string("1.0"));
}

const char* const kJvmEvent = R"({"event_id":"a","platform":"java","release":"com.x.app@1.0+7",
        "debug_meta":{"images":[{"type":"proguard","uuid":"2f259f80-58b7-44cb-d7cd-de1505e7e718"},
        {"type":"jvm","debug_id":"00000000-58b7-44cb-d7cd-de1505e7e718"},{"type":"proguard"}]},
        "exception":{"values":[
        {"type":"b","module":"a","value":"root","stacktrace":{"frames":[
          {"module":"a.a","function":"c","lineno":1,"filename":"SourceFile"}]}},
        {"type":"IllegalStateException","module":"java.lang","value":"top\nmore","stacktrace":{"frames":[
          {"module":"java.lang.Thread","function":"run","lineno":840,"filename":"Thread.java","in_app":false},
          {"function":"no class"},{"platform":"native","module":"x","function":"y"},
          {"module":"a.b","function":"d","lineno":2,"filename":"r8-map-id-12ab"}]}}]},
        "threads":{"values":[{"name":"main","stacktrace":{"frames":[
          {"module":"a.c","function":"e","signature":"(I)V"}]}},{"name":"idle"}]}})";

void TestSentryEvent::readsStacksOfTheJvm()
{
    const auto event = read(kJvmEvent);
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::Jvm);
    const auto& jvm = std::get<JvmEvent>((*event)->detail);
    QCOMPARE(jvm.releasePackage, std::optional<std::string>("com.x.app"));
    QCOMPARE(jvm.mapIds, std::vector<std::string>{"12ab"});
    QCOMPARE(jvm.modules.size(), std::size_t{2});
    QCOMPARE(jvm.modules[0].type, JvmModule::Type::Mapping);
    QCOMPARE(jvm.modules[1].type, JvmModule::Type::SourceBundle);
    // One map id and one UUID are the same mapping.
    QCOMPARE((*event)->modules.size(), std::size_t{1});
    QCOMPARE((*event)->modules[0].debugId, std::optional(jvm.modules[0].id));
    QCOMPARE((*event)->modules[0].codeId, std::optional(CodeId::parse("12ab")));
    QCOMPARE(jvm.stacks.size(), std::size_t{3});
    QCOMPARE(jvm.stacks[0].exception, (JvmException{"IllegalStateException", "java.lang"}));
    QCOMPARE(jvm.stacks[1].role, JvmStackRole::Cause);
    QCOMPARE(jvm.stacks[2].thread, std::string("main"));
    const auto& frames = jvm.stacks[0].frames;
    QCOMPARE(frames.size(), std::size_t{2});
    QCOMPARE(frames[0].detail.module, std::string("a.b"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(2));
    QVERIFY(frames[0].index != frames[1].index);
    QCOMPARE(frames[1].inApp, std::optional(false));
    QCOMPARE(jvm.stacks[2].frames[0].detail.signature, std::optional<std::string>("(I)V"));
    QCOMPARE(jvm.messages.size(), std::size_t{3});
    QCOMPARE(jvm.messages[2].stack, std::size_t{1});
    QCOMPARE((*event)->crash.reason, std::string("java.lang.IllegalStateException"));
    QCOMPARE(QString::fromStdString((*event)->crash.details), QStringLiteral("top\nmore"));
    QCOMPARE((*event)->requestingThread, std::optional<std::uint32_t>(0));
    QCOMPARE(diagnosticsOf(**event), QStringList{"stacks: 2 frames of other code, or without a "
                                                 "class or method, left out"});
    QCOMPARE(detailOf(**event, "release"), std::string("com.x.app@1.0+7"));
}

/// The forms are those of an ANR trace of ART.
void TestSentryEvent::readsLocksOfTheJvm()
{
    const auto event = read(R"({"event_id":"a","platform":"java","threads":{"values":[
        {"name":"main","held_locks":{"0x1":{"type":8,"address":"0x1","package_name":"a.a",
          "class_name":"e","thread_id":39},"0x2":{"type":1,"address":"0x2","class_name":"g"}},
         "stacktrace":{"frames":[{"module":"a.b","function":"c","lock":{"type":8,"address":"0x1",
          "package_name":"a.a","class_name":"e","thread_id":39}}]}},
        {"name":"pool","held_locks":{"0x1":{"type":1,"address":"0x1","package_name":"a.a",
          "class_name":"e"},"0x3":{"type":99}},
         "stacktrace":{"frames":[{"module":"a.d","function":"run"}]}}]}})");
    QVERIFY(event);
    const auto& jvm = std::get<JvmEvent>((*event)->detail);
    QStringList texts;
    for (const auto& message : jvm.messages) {
        QVERIFY(message.frame.has_value());
        texts.append(
            QStringLiteral("%1 %2").arg(message.stack).arg(QString::fromStdString(message.text)));
    }
    QCOMPARE(texts, (QStringList{"0 - waiting to lock <0x1> (a a.a.e) held by thread 39",
                                 "0 - locked <0x2> (a g)", "1 - locked <0x1> (a a.a.e)"}));
    QCOMPARE(detailOf(**event, "blocked"), std::string("\"main\" waits for <0x1> of \"pool\""));
}

void TestSentryEvent::mappingsAreModules()
{
    const auto modulesOf = [](std::vector<std::string> mapIds, std::size_t uuids) {
        JvmEvent jvm;
        jvm.mapIds = std::move(mapIds);
        for (std::size_t i = 0; i < uuids; ++i)
            jvm.modules.push_back({JvmModule::Type::Mapping,
                                   *DebugId::parse(concat("0f3c9a527b1e4d869c205ae1d7f4b3c", i))});
        return jvmtext::mappingModulesOf(jvm);
    };
    QCOMPARE(modulesOf({}, 0).size(), std::size_t{1});
    QVERIFY(!modulesOf({}, 0)[0].debugId && !modulesOf({}, 0)[0].codeId);
    QCOMPARE(modulesOf({}, 2).size(), std::size_t{2});
    QVERIFY(modulesOf({}, 2)[1].debugId);
    QCOMPARE(modulesOf({"ab"}, 1).size(), std::size_t{1});
    const auto several = modulesOf({"ab", "cd"}, 1);
    QCOMPARE(several.size(), std::size_t{3});
    QVERIFY(!several[0].debugId && !several[1].debugId && several[2].debugId);
}

void TestSentryEvent::breadcrumbsAreFacts()
{
    std::string crumbs;
    for (int i = 0; i < 120; ++i)
        crumbs += concat(i == 0 ? "" : ", ", R"({"timestamp": 1, "type": "default", "message": ")",
                         i, R"("})");
    const auto event = read(concat(
        R"({"platform": "javascript", "stacktrace": {"frames": [)",
        R"({"abs_path": "app.js", "lineno": 1, "colno": 2}]}, "breadcrumbs": [)", crumbs, "]}"));
    QVERIFY(event);
    std::vector<std::string> shown;
    for (const auto& [name, value] : (*event)->details) {
        if (name == "breadcrumb")
            shown.push_back(value);
    }
    QCOMPARE(shown.size(), std::size_t{100});
    QCOMPARE(shown.front(), std::string("1 default: 20"));
    QCOMPARE(shown.back(), std::string("1 default: 119"));
}

void TestSentryEvent::jvmEventsCutOff()
{
    const std::string whole(kJvmEvent);
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!read(whole.substr(0, size)));
}

QTEST_GUILESS_MAIN(TestSentryEvent)
#include "tst_sentry_event.moc"
