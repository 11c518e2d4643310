// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/requests/native_request.h"
#include "core/sources/source_parser.h"

#include <QTest>

using namespace faultline;

namespace {

/// Replaces the real source parser: every entry needs an id and becomes a file system source below
/// /symbols.
Result<std::vector<sources::SourceConfig>> readTestSources(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    json::JsonErrors errors;
    std::vector<sources::SourceConfig> sources;
    json::JsonCursor(document.root(), errors).forEachItem([&](const json::JsonCursor& item) {
        sources::SourceConfig source;
        source.id = item.member("id").string();
        source.where =
            sources::FilesystemSource{item.member("path").optionalString().value_or("/symbols")};
        if (const auto patterns = item.member("patterns"); !patterns.isAbsent())
            source.filters.pathPatterns = patterns.strings();
        sources.push_back(std::move(source));
    });
    if (!errors.ok())
        return std::unexpected(*errors.first());
    return sources;
}

requests::RequestPolicy testPolicy()
{
    return {.readSources = readTestSources, .filesystemRoots = std::nullopt, .limits = {}};
}

Result<requests::Request> decode(std::string_view text,
                                 const requests::RequestPolicy& policy = testPolicy())
{
    FL_TRY(const auto document, json::parseJson(text));
    return requests::decodeNativeRequest(document, policy);
}

} // namespace

class TestNativeRequest : public QObject
{
    Q_OBJECT

private slots:
    void emptyRequestHasDefaults();
    void readsEveryFrameField();
    void readsThreads();
    void normalisesModules_data();
    void normalisesModules();
    void keepsTheDifferenceBetweenNoSizeAndZero();
    void callerFirstIsTurnedRound();
    void variablesAreAskedFor();
    void ourFactsAreAskedFor();
    void sourcesAbsentNullAndEmpty();
    void requestsStayBelowTheirRoots();
    void requestsDoNotSignAsThisMachine();
    void limitsTheWorkOfARequest_data();
    void limitsTheWorkOfARequest();
    void refuses_data();
    void refuses();
    void everyPrefixGivesValueOrError();
};

void TestNativeRequest::emptyRequestHasDefaults()
{
    const auto request = decode("{}");
    QVERIFY(request);
    QVERIFY(request->event->kind == EventKind::NativeJson);
    QVERIFY(request->event->asNative()->memory);
    QVERIFY(request->event->threads.empty());
    QVERIFY(!request->options.sources);
    QVERIFY(request->options.applySourceContext);
    QVERIFY(request->options.scraping.enabled);
    QVERIFY(request->answer.candidates == report::IncludeCandidates::No);
    QVERIFY(request->answer.frameOrder == report::FrameOrder::CalleeFirst);
    QVERIFY(!request->answer.maxFramesPerThread);
}

void TestNativeRequest::readsEveryFrameField()
{
    const auto request = decode(
        R"({"stacktraces":[{"frames":[{"platform":"nodejs","instruction_addr":"0x7fff","addr_mode":"rel:2",
        "adjust_instruction_addr":false,"function_id":"0x5","package":"/p","lang":"cpp","symbol":"sym","sym_addr":"0x8",
        "function":"fun","filename":"f.c","abs_path":"/a/f.c","lineno":3,"pre_context":["a"],"context_line":"b",
        "post_context":["c","d"],"source_link":"http://x/","in_app":true,"vars":{"v":1.50,"w":[null]},"trust":"fp"}]}]})");
    QVERIFY(request);
    const auto& frame = request->event->threads.at(0).givenFrames->at(0);
    QVERIFY(frame.carried);
    QCOMPARE(frame.carried->platform, std::optional<std::string>("node"));
    QCOMPARE(frame.asNative()->instructionAddress, std::uint64_t{0x7fff});
    QVERIFY(frame.asNative()->relativeTo == 2u && frame.carried->adjust == false &&
            frame.carried->functionId == 5u && frame.asNative()->symbolAddress == 8u);
    QVERIFY(frame.asNative()->package == "/p" && frame.asNative()->symbol == "sym" &&
            frame.position.function == "fun" && frame.position.file == "f.c");
    QVERIFY(frame.asNative()->language == Language::Cpp &&
            frame.trust == FrameTrust::FramePointer && frame.inApp == true);
    QVERIFY(frame.position.absPath == "/a/f.c" && frame.position.line == 3u &&
            frame.position.context.line == "b" && frame.position.link == "http://x/");
    QVERIFY(frame.position.context.before.size() == 1 && frame.position.context.after.size() == 2);
    QCOMPARE(frame.carried->variablesJson, std::string(R"({"v":1.50,"w":[null]})"));
}

void TestNativeRequest::readsThreads()
{
    const auto request = decode(
        R"({"signal":11,"stacktraces":[{"frames":[],"thread_id":null},{"thread_id":17,"thread_name":"worker",
        "is_requesting":true,"registers":{"rip":4096,"rsp":"0X7FFF","rip":"255"},"frames":[{"instruction_addr":-1}]}]})");
    QVERIFY(request);
    QVERIFY(request->event->asNative()->signal == 11u);
    QVERIFY(request->event->requestingThread == 1u);
    QVERIFY(!request->event->threads.at(0).id);
    const auto& thread = request->event->threads.at(1);
    QVERIFY(thread.id == 17u && thread.name == "worker");
    QCOMPARE(thread.givenRegisters,
             (std::vector<std::pair<std::string, std::uint64_t>>{{"rip", 255}, {"rsp", 0x7fff}}));
    QCOMPARE(thread.givenFrames->at(0).asNative()->instructionAddress, ~std::uint64_t{0});
}

void TestNativeRequest::normalisesModules_data()
{
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<QString>("debugId");
    QTest::addColumn<QString>("codeId");
    QTest::addColumn<QString>("type");
    QTest::newRow("compact capitals")
        << QByteArray(
               R"("type":"pe","debug_id":"3249D99D0C4049318610F4E4FB0B69361","code_id":"5AB380779000")")
        << "3249d99d-0c40-4931-8610-f4e4fb0b6936-1" << "5ab380779000" << "pe";
    QTest::newRow("unusable debug id")
        << QByteArray(R"("type":"elf","debug_id":"not an id","code_id":"F1-C3-BC")") << ""
        << "f1c3bc" << "elf";
    QTest::newRow("empty ids") << QByteArray(R"("type":"elf","debug_id":"","code_id":"")") << ""
                               << "" << "elf";
    QTest::newRow("null ids") << QByteArray(R"("type":"elf","debug_id":null,"code_id":null)") << ""
                              << "" << "elf";
    QTest::newRow("unknown type") << QByteArray(R"("type":"coff","extra":1)") << "" << ""
                                  << "unknown";
    QTest::newRow("type in another case") << QByteArray(R"("type":"PE")") << "" << "" << "unknown";
}

void TestNativeRequest::normalisesModules()
{
    QFETCH(QByteArray, module);
    const auto request = decode("{\"modules\":[{" + module.toStdString() + "}]}");
    QVERIFY(request);
    const auto& decoded = request->event->modules.at(0);
    QTEST(QString::fromStdString(decoded.debugId ? decoded.debugId->canonical() : ""), "debugId");
    QTEST(QString::fromStdString(decoded.codeId ? decoded.codeId->text() : ""), "codeId");
    QTEST(QString::fromStdString(std::string(objectTypeName(decoded.type))), "type");
}

void TestNativeRequest::keepsTheDifferenceBetweenNoSizeAndZero()
{
    const auto request = decode(
        R"({"modules":[{"type":"elf","image_size":0},{"type":"elf","image_size":null},{"type":"elf","image_size":7}]})");
    QVERIFY(request);
    const auto& modules = request->event->modules;
    QVERIFY(modules[0].zeroSizeGiven && !modules[1].zeroSizeGiven && !modules[2].zeroSizeGiven);
    QCOMPARE(modules[2].sizeBytes, std::uint64_t{7});
}

void TestNativeRequest::callerFirstIsTurnedRound()
{
    const auto request = decode(
        R"({"options":{"frame_order":"caller_first","dif_candidates":true,"apply_source_context":false},
        "stacktraces":[{"frames":[{"instruction_addr":1},{"instruction_addr":2}]}]})");
    QVERIFY(request);
    QCOMPARE(request->event->threads[0].givenFrames->front().asNative()->instructionAddress,
             std::uint64_t{2});
    QVERIFY(request->answer.frameOrder == report::FrameOrder::CallerFirst);
    QVERIFY(request->answer.candidates == report::IncludeCandidates::Yes);
    QVERIFY(!request->options.applySourceContext);
    QVERIFY(request->answer.extras == report::IncludeExtras::No);
}

void TestNativeRequest::variablesAreAskedFor()
{
    const auto with = decode(R"({"options":{"extract_variables":true}})");
    QVERIFY(with && with->options.extractVariables);
    const auto without = decode(R"({"options":{}})");
    QVERIFY(without && !without->options.extractVariables);
    QVERIFY(!decode(R"({"options":{"extract_variables":"yes"}})"));
}

void TestNativeRequest::ourFactsAreAskedFor()
{
    const auto request = decode(R"({"options":{"faultline":true}})");
    QVERIFY(request && request->answer.extras == report::IncludeExtras::Yes);
    QVERIFY(!decode(R"({"options":{"faultline":"yes"}})"));
}

void TestNativeRequest::sourcesAbsentNullAndEmpty()
{
    QVERIFY(!decode(R"({"sources":null})")->options.sources);
    QVERIFY(decode(R"({"sources":[]})")->options.sources->empty());
    QCOMPARE(decode(R"({"sources":[{"id":"a"},{"id":"b"}]})")->options.sources->size(),
             std::size_t{2});
}

void TestNativeRequest::requestsStayBelowTheirRoots()
{
    auto policy = testPolicy();
    policy.filesystemRoots = {"/symbols"};
    QVERIFY(decode(R"({"sources":[{"id":"a","path":"/symbols/x"}]})", policy));
    const auto outside = decode(R"({"sources":[{"id":"a","path":"/symbols/../etc"}]})", policy);
    QVERIFY(!outside);
    QCOMPARE(outside.error().detail,
             std::string(
                 "sources: source \"a\": requests may not name this folder at line 1 column 12"));
    policy.filesystemRoots.emplace();
    QVERIFY(!decode(R"({"sources":[{"id":"a"}]})", policy));
}

/// The signature would be for any endpoint that a stranger's request names.
void TestNativeRequest::requestsDoNotSignAsThisMachine()
{
    constexpr std::string_view kRequest =
        R"({"sources":[{"id":"a","type":"s3","bucket":"b","region":["r","http:\/\/evil.example"],)"
        R"("aws_credentials_provider":"container"}]})";
    requests::RequestPolicy policy;
    policy.readSources = sources::parseSources;
    const auto refused = decode(kRequest, policy);
    QVERIFY(!refused);
    QCOMPARE(refused.error().detail,
             std::string("sources: source \"a\": requests may not sign with the keys of this "
                         "machine (request_machine_identity) at line 1 column 12"));
    policy.allowsMachineIdentity = true;
    QVERIFY(decode(kRequest, policy));
    policy.readSources = sources::parseOwnSources;
    policy.allowsMachineIdentity = false;
    std::string instance(kRequest);
    instance.replace(instance.find("container"), 9, "instance");
    QVERIFY(!decode(instance, policy));
}

/// Without a limit, a request with 50 000 sources took 1.1 GB and 70 s.
void TestNativeRequest::limitsTheWorkOfARequest_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("detail"); // Empty: accepted.
    const auto list = [](int count, const QByteArray& item) {
        QByteArray text = "[";
        for (int i = 0; i < count; ++i)
            text += (i == 0 ? "" : ",") + QByteArray(item).replace('#', QByteArray::number(i));
        return text + "]";
    };
    const auto sources = [&](int count) { return list(count, R"({"id":"#"})"); };
    const auto patterns = [&](int count, const QByteArray& pattern) {
        return R"([{"id":"a","patterns":)" + list(count, pattern) + "}]";
    };
    const auto row = [](const char* name, const QByteArray& request, const QByteArray& detail) {
        QTest::newRow(name) << request << detail;
    };
    row("sources at the limit", R"({"sources":)" + sources(4) + "}", "");
    row("sources", R"({"sources":)" + sources(5) + "}",
        "sources: 5 sources, limit 4 (max_request_sources) at line 1 column 12");
    row("patterns at the limit", R"({"sources":)" + patterns(3, R"("#")") + "}", "");
    row("patterns", R"({"sources":)" + patterns(4, R"("#")") + "}",
        "sources: 4 path patterns, limit 3 (max_request_path_patterns) at line 1 column 12");
    row("long patterns", R"({"sources":)" + patterns(3, R"("####")") + "}",
        "sources: path patterns of 12 bytes, limit 10 (max_request_path_pattern_bytes) at line 1 "
        "column 12");
    row("origins",
        R"({"scraping":{"enabled":true,"headers":{},"allowed_origins":)" + list(4, R"("#")") + "}}",
        "scraping.allowed_origins: 4 origins, limit 3 (max_request_path_patterns) at line 1 column "
        "60");
    const auto modules = [&](int count) { return list(count, R"({"type":"elf"})"); };
    row("look-ups at the limit",
        R"({"sources":)" + sources(3) + R"(,"modules":)" + modules(3) + "}", "");
    row("look-ups", R"({"sources":)" + sources(3) + R"(,"modules":)" + modules(4) + "}",
        "4 modules in 3 sources are 12 look-ups, limit 9 (max_request_lookups)");
    const auto stacks = [&](int count) {
        return R"({"stacktraces":[{"frames":[]},{"frames":)" +
               list(count, R"({"instruction_addr":"0x#"})") + "}]}";
    };
    row("frames at the limit", stacks(3), "");
    row("frames", stacks(4),
        "stacktraces: 4 frames, limit 3 (max_request_frames) at line 1 column 16");
    row("the configured sources have no limit", R"({"modules":)" + modules(100) + "}", "");
}

void TestNativeRequest::limitsTheWorkOfARequest()
{
    QFETCH(QByteArray, request);
    auto policy = testPolicy();
    policy.limits = {.maxSources = 4,
                     .maxPathPatterns = 3,
                     .maxPathPatternBytes = 10,
                     .maxFrames = 3,
                     .maxLookups = 9};
    const auto decoded = decode(request.toStdString(), policy);
    QTEST(decoded ? QByteArray() : QByteArray::fromStdString(decoded.error().detail), "detail");
}

void TestNativeRequest::refuses_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("detail"); // Its beginning.
    const auto frame = [](const char* fields) {
        return QByteArray(R"({"stacktraces":[{"frames":[{"instruction_addr":1,)") + fields +
               "}]}]}";
    };
    QTest::newRow("no map") << QByteArray("[]") << ".: expected a map, found a list";
    QTest::newRow("stacktraces null")
        << QByteArray(R"({"stacktraces":null})") << "stacktraces: expected a list, found null";
    QTest::newRow("frames missing")
        << QByteArray(R"({"stacktraces":[{}]})") << "stacktraces[0].frames: missing field";
    QTest::newRow("address missing") << QByteArray(R"({"stacktraces":[{"frames":[{}]}]})")
                                     << "stacktraces[0].frames[0].instruction_addr: missing field";
    QTest::newRow("address word")
        << QByteArray(R"({"stacktraces":[{"frames":[{"instruction_addr":"xyz"}]}]})")
        << "stacktraces[0].frames[0].instruction_addr: invalid address";
    QTest::newRow("line negative")
        << frame(R"("lineno":-1)")
        << "stacktraces[0].frames[0].lineno: expected an unsigned integer";
    QTest::newRow("line above 32 bits")
        << frame(R"("lineno":4294967296)")
        << "stacktraces[0].frames[0].lineno: integer 4294967296 is above";
    QTest::newRow("line text")
        << frame(R"("lineno":"1")")
        << "stacktraces[0].frames[0].lineno: expected an unsigned integer, found a string";
    QTest::newRow("trust unknown")
        << frame(R"("trust":"guess")") << "stacktraces[0].frames[0].trust: unknown trust";
    QTest::newRow("trust null") << frame(R"("trust":null)")
                                << "stacktraces[0].frames[0].trust: expected a string, found null";
    QTest::newRow("language unknown")
        << frame(R"("lang":"basic")") << "stacktraces[0].frames[0].lang: unknown language";
    QTest::newRow("address mode null")
        << frame(R"("addr_mode":null)") << "stacktraces[0].frames[0].addr_mode: expected a string";
    QTest::newRow("address mode without index")
        << frame(R"("addr_mode":"rel:")")
        << "stacktraces[0].frames[0].addr_mode: invalid address mode";
    QTest::newRow("address mode word")
        << frame(R"("addr_mode":"pc")")
        << "stacktraces[0].frames[0].addr_mode: invalid address mode";
    QTest::newRow("context null") << frame(R"("pre_context":null)")
                                  << "stacktraces[0].frames[0].pre_context: expected a list";
    QTest::newRow("variables list")
        << frame(R"("vars":[])") << "stacktraces[0].frames[0].vars: expected a map";
    QTest::newRow("field twice") << frame(R"("lineno":1,"lineno":1)")
                                 << "stacktraces[0].frames[0].lineno: duplicate field";
    QTest::newRow("register word")
        << QByteArray(R"({"stacktraces":[{"frames":[],"registers":{"rip":"zz"}}]})")
        << "stacktraces[0].registers.rip: invalid address";
    QTest::newRow("registers null")
        << QByteArray(R"({"stacktraces":[{"frames":[],"registers":null}]})")
        << "stacktraces[0].registers: expected a map";
    QTest::newRow("thread id text")
        << QByteArray(R"({"stacktraces":[{"frames":[],"thread_id":"1"}]})")
        << "stacktraces[0].thread_id: expected";
    QTest::newRow("requesting number")
        << QByteArray(R"({"stacktraces":[{"frames":[],"is_requesting":1}]})")
        << "stacktraces[0].is_requesting: expected a boolean";
    QTest::newRow("module type missing")
        << QByteArray(R"({"modules":[{}]})") << "modules[0].type: missing field";
    QTest::newRow("module size text")
        << QByteArray(R"({"modules":[{"type":"elf","image_size":"0x1000"}]})")
        << "modules[0].image_size: expected";
    QTest::newRow("module address null")
        << QByteArray(R"({"modules":[{"type":"elf","image_addr":null}]})")
        << "modules[0].image_addr: expected";
    QTest::newRow("sources map") << QByteArray(R"({"sources":{}})") << "sources: expected a list";
    QTest::newRow("source unusable")
        << QByteArray(R"({"sources":[{}]})") << "sources: [0].id: missing field";
    QTest::newRow("options null") << QByteArray(R"({"options":null})") << "options: expected a map";
    QTest::newRow("option number") << QByteArray(R"({"options":{"dif_candidates":1}})")
                                   << "options.dif_candidates: expected a boolean";
    QTest::newRow("frame order unknown") << QByteArray(R"({"options":{"frame_order":"up"}})")
                                         << "options.frame_order: unknown variant";
    QTest::newRow("signal name") << QByteArray(R"({"signal":"SIGSEGV"})")
                                 << "signal: expected an unsigned integer";
    QTest::newRow("platform number")
        << QByteArray(R"({"platform":1})") << "platform: expected a string";
    QTest::newRow("scraping empty")
        << QByteArray(R"({"scraping":{}})") << "scraping.enabled: missing field";
    QTest::newRow("scraping without headers")
        << QByteArray(R"({"scraping":{"enabled":true,"allowed_origins":[]}})")
        << "scraping.headers: missing field";
}

void TestNativeRequest::refuses()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, detail);
    const auto request = decode(body.toStdString());
    QVERIFY(!request);
    QCOMPARE(request.error().kind, ErrorKind::Malformed);
    QVERIFY2(request.error().detail.starts_with(detail.toStdString()),
             request.error().detail.c_str());
    QVERIFY2(request.error().detail.contains(" at line 1 column "), request.error().detail.c_str());
}

void TestNativeRequest::everyPrefixGivesValueOrError()
{
    const std::string whole =
        R"({"stacktraces":[{"registers":{"rip":"0x1"},"frames":[{"instruction_addr":"0x1","vars":{"a":[1]}}]}],
        "modules":[{"type":"elf","image_addr":"0x1","debug_id":"3249d99d-0c40-4931-8610-f4e4fb0b6936"}],"sources":[{"id":"a"}]})";
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!decode(std::string_view(whole).substr(0, size)));
    QVERIFY(decode(whole));
}

QTEST_GUILESS_MAIN(TestNativeRequest)
#include "tst_native_request.moc"
