// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/crash/sentry_event/sentry_events.h"

#include <QFile>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

std::string sample()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/sentry/null_write.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

constexpr std::string_view kImages =
    R"("debug_meta":{"images":[{"type":"elf","image_addr":"0x1000","image_size":4096}]})";

/// An event with one image, and these members.
std::string eventWith(std::string_view members)
{
    return concat("{", kImages, members.empty() ? "" : ",", members, "}");
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

QTEST_GUILESS_MAIN(TestSentryEvent)
#include "tst_sentry_event.moc"
