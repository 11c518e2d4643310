// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/requests/jvm_request.h"

#include <QTest>

using namespace faultline;

namespace {

Result<std::vector<sources::SourceConfig>> noSources(std::string_view /*json*/)
{
    return std::vector<sources::SourceConfig>();
}

Result<requests::Request> decode(std::string_view text, requests::RequestLimits limits = {})
{
    FL_TRY(const auto document, json::parseJson(text));
    return requests::decodeJvmRequest(
        document, {.readSources = noSources, .filesystemRoots = std::nullopt, .limits = limits});
}

constexpr std::string_view kWhole = R"({"platform":"android","sources":[],
    "exceptions":[{"type":"kj","module":"a"}],
    "stacktraces":[{"exception":{"type":"x","module":""},"frames":[
        {"function":"b","module":"a.a","index":0,"filename":"F","abs_path":"P","lineno":7,
         "pre_context":["p"],"context_line":"c","post_context":["q"],"in_app":true,
         "signature":"()V","method_synthesized":true,"platform":"java"},
        {"function":"c","module":"a.a","index":1}]}, {"exception":null,"frames":[]}],
    "modules":[{"type":"proguard","uuid":"246fb328-fc4e-406a-87ff-fc35f6149d8f"},
               {"type":"source","uuid":"11111111-fc4e-406a-87ff-fc35f6149d8f"}],
    "classes":["a.a"],"release_package":"com.x","options":{"apply_source_context":false}})";

} // namespace

class TestJvmRequest : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryField();
    void ordersFrames_data();
    void ordersFrames();
    void ourFactsAreAskedFor();
    void refuses_data();
    void refuses();
    void limitsFramesAndLookups();
    void everyPrefixGivesValueOrError();
};

void TestJvmRequest::readsEveryField()
{
    const auto request = decode(kWhole);
    QVERIFY2(request, request ? "" : request.error().detail.c_str());
    const auto& event = *request->event->asJvm();
    QCOMPARE(event.platform, std::optional<std::string>("android"));
    QCOMPARE(event.exceptions, (std::vector<JvmException>{{"kj", "a"}}));
    QCOMPARE(event.stacks.size(), 2u);
    QCOMPARE(event.stacks[0].exception, (std::optional<JvmException>({"x", ""})));
    QVERIFY(!event.stacks[1].exception);
    // The default is caller first, so the last frame of the request is the callee.
    const auto& frame = event.stacks[0].frames.at(1);
    QCOMPARE(frame.index, 0u);
    QCOMPARE(frame.position.function, std::optional<std::string>("b"));
    QCOMPARE(frame.position.file, std::optional<std::string>("F"));
    QCOMPARE(frame.position.absPath, std::optional<std::string>("P"));
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(7));
    QCOMPARE(frame.position.context.before, std::vector<std::string>{"p"});
    QCOMPARE(frame.position.context.line, std::optional<std::string>("c"));
    QCOMPARE(frame.position.context.after, std::vector<std::string>{"q"});
    QCOMPARE(frame.inApp, std::optional(true));
    QCOMPARE(frame.detail.module, std::string("a.a"));
    QCOMPARE(frame.detail.signature, std::optional<std::string>("()V"));
    QVERIFY(frame.detail.isSynthesized);
    QCOMPARE(frame.platform, std::optional<std::string>("java"));
    QCOMPARE(event.modules.size(), 2u);
    QCOMPARE(event.modules[0].type, JvmModule::Type::Mapping);
    QCOMPARE(event.modules[1].type, JvmModule::Type::SourceBundle);
    QCOMPARE(event.classes, std::vector<std::string>{"a.a"});
    QCOMPARE(event.releasePackage, std::optional<std::string>("com.x"));
    QVERIFY(!request->options.applySourceContext);
    QCOMPARE(request->options.answer, symbolicate::AnswerStyle::Compatible);
    QCOMPARE(request->answer.extras, report::IncludeExtras::No);
}

void TestJvmRequest::ordersFrames_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("first");
    QTest::newRow("absent") << QByteArray("{}") << "callee";
    QTest::newRow("caller first") << QByteArray(R"({"frame_order":"caller_first"})") << "callee";
    QTest::newRow("callee first") << QByteArray(R"({"frame_order":"callee_first"})") << "caller";
}

/// In the request below the caller comes first.
void TestJvmRequest::ordersFrames()
{
    QFETCH(QByteArray, options);
    QFETCH(QString, first);
    const auto request = decode(
        R"({"sources":[],"stacktraces":[{"frames":[{"function":"caller","module":"m","index":0},)"
        R"({"function":"callee","module":"m","index":1}]}],"options":)" +
        options.toStdString() + "}");
    QVERIFY(request);
    QCOMPARE(request->event->asJvm()->stacks[0].frames[0].position.function,
             std::optional(first.toStdString()));
}

void TestJvmRequest::ourFactsAreAskedFor()
{
    const auto request = decode(R"({"sources":[],"options":{"faultline":true}})");
    QVERIFY(request);
    QCOMPARE(request->options.answer, symbolicate::AnswerStyle::Best);
    QCOMPARE(request->answer.extras, report::IncludeExtras::Yes);
}

void TestJvmRequest::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("part");
    QTest::newRow("id") << QByteArray(
                               R"({"sources":[],"modules":[{"type":"proguard","uuid":"x"}]})")
                        << "invalid debug identifier";
    QTest::newRow("type") << QByteArray(R"({"sources":[],"modules":[{"type":"elf",
        "uuid":"246fb328-fc4e-406a-87ff-fc35f6149d8f"}]})")
                          << "expected `proguard` or `source`";
    QTest::newRow("order") << QByteArray(R"({"sources":[],"options":{"frame_order":"x"}})")
                           << "expected `caller_first` or `callee_first`";
    QTest::newRow("frame without index")
        << QByteArray(R"({"sources":[],"stacktraces":[{"frames":[{"function":"f",
            "module":"m"}]}]})")
        << "index";
    QTest::newRow("line that is too large")
        << QByteArray(R"({"sources":[],"stacktraces":[{"frames":[{"function":"f","module":"m",
            "index":0,"lineno":4294967296}]}]})")
        << "lineno";
    QTest::newRow("no sources") << QByteArray("{}") << "sources";
}

void TestJvmRequest::refuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, part);
    const auto request = decode(json.toStdString());
    QVERIFY(!request);
    QCOMPARE(request.error().kind, ErrorKind::Malformed);
    QVERIFY2(request.error().detail.find(part.toStdString()) != std::string::npos,
             request.error().detail.c_str());
}

void TestJvmRequest::limitsFramesAndLookups()
{
    requests::RequestLimits limits;
    limits.maxFrames = 1;
    QVERIFY(!decode(kWhole, limits));
    limits.maxFrames = 2;
    QVERIFY(decode(kWhole, limits));
}

void TestJvmRequest::everyPrefixGivesValueOrError()
{
    for (std::size_t size = 0; size < kWhole.size(); ++size)
        QVERIFY(!decode(kWhole.substr(0, size)));
}

QTEST_GUILESS_MAIN(TestJvmRequest)
#include "tst_jvm_request.moc"
