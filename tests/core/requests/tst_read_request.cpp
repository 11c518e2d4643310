// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/read_request.h"
#include "core/sources/source_parser.h"

#include <QTest>

using namespace faultline;

namespace {

constexpr std::string_view kNative =
    R"({"sources":[{"id":"s","type":"http","url":"http:\/\/127.0.0.1\/",
    "layout":{"type":"symstore"}}],"modules":[{"type":"elf","image_addr":"0x1000"}],
    "stacktraces":[{"frames":[]},{"frames":[{"instruction_addr":"0x1001"}]}]})";
constexpr std::string_view kScript = R"({"platform":"javascript","source":{"id":"s",
    "url":"http:\/\/127.0.0.1\/","token":"t"},"allow_scraping":false,
    "stacktraces":[{"frames":[{"abs_path":"app:a.js","lineno":1,"colno":2}]}],
    "modules":[{"type":"sourcemap","code_file":"app:a.js",
    "debug_id":"246fb328-fc4e-406a-87ff-fc35f6149d8f"}]})";
constexpr std::string_view kJvm = R"({"platform":"java","sources":[],
    "exceptions":[{"type":"E","module":"a"}],"stacktraces":[{"exception":{"type":"E","module":"a"},
    "frames":[{"function":"b","module":"a.a","index":0,"lineno":7}]}],"modules":[]})";

requests::RequestPolicy policy()
{
    requests::RequestPolicy policy;
    policy.readSources = sources::parseSources;
    return policy;
}

Result<requests::Request> read(std::string_view text)
{
    return requests::readRequest(text, policy(), {});
}

} // namespace

class TestReadRequest : public QObject
{
    Q_OBJECT

private slots:
    void knowsTheKind_data();
    void knowsTheKind();
    void keepsTheOptionsOfScripts();
    void refuses_data();
    void refuses();
    void everyPrefixGivesValueOrError();
};

void TestReadRequest::knowsTheKind_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<EventKind>("kind");
    QTest::addColumn<int>("threads");
    const auto row = [](const char* name, std::string_view text, EventKind kind, int threads) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << kind
                            << threads;
    };
    row("native", kNative, EventKind::NativeJson, 2);
    row("script", kScript, EventKind::JavaScript, 1);
    row("jvm", kJvm, EventKind::Jvm, 1);
    row("native without frames", R"({"modules":[{"type":"pe","image_addr":"0x1"}]})",
        EventKind::NativeJson, 0);
    row("script without frames",
        R"({"stacktraces":[],"source":{"id":"s","url":"http:\/\/127.0.0.1\/",
        "token":"t"}})",
        EventKind::JavaScript, 0);
    row("jvm without frames", R"({"stacktraces":[],"sources":[],"modules":[{"type":"proguard",
        "uuid":"246fb328-fc4e-406a-87ff-fc35f6149d8f"}]})",
        EventKind::Jvm, 0);
    row("jvm with classes alone", R"({"stacktraces":[],"sources":[],"classes":["a.a"]})",
        EventKind::Jvm, 0);
    row("with a byte order mark", "\xef\xbb\xbf  {\"stacktraces\":[]}", EventKind::NativeJson, 0);
}

void TestReadRequest::knowsTheKind()
{
    QFETCH(QByteArray, text);
    QFETCH(EventKind, kind);
    QFETCH(int, threads);
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    QVERIFY(requests::looksLikeRequest(view));
    const auto request = read(view);
    QVERIFY2(request, request ? "" : request.error().detail.c_str());
    QCOMPARE(request->event->kind, kind);
    QCOMPARE(static_cast<int>(request->event->threads.size()), threads);
    // Only an endpoint answers like Symbolicator, never an input.
    QCOMPARE(request->options.answer, symbolicate::AnswerStyle::Best);
}

void TestReadRequest::keepsTheOptionsOfScripts()
{
    const auto request = read(kScript);
    QVERIFY(request);
    QCOMPARE(request->options.sources.value().size(), 1u);
    QCOMPARE(request->options.sources->front().id, std::string("s"));
    QVERIFY(!request->options.scraping.enabled);
    QCOMPARE(request->answer.frameOrder, report::FrameOrder::CallerFirst);
}

void TestReadRequest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("other JSON") << QByteArray(R"({"hello":1})")
                                << QByteArray("JSON that is neither an event nor a request: it has "
                                              "no exception, threads, debug_meta, stacktraces or "
                                              "modules");
    QTest::newRow("frames that are no list")
        << QByteArray(R"({"stacktraces":[{"frames":{"a":1}}]})")
        << QByteArray("stacktraces[0].frames: expected a list, found a map at line 1 column 27");
    QTest::newRow("script without its source")
        << QByteArray(R"({"stacktraces":[{"frames":[{"abs_path":"a","lineno":1}]}]})")
        << QByteArray("source: missing field at line 1 column 1");
}

void TestReadRequest::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, detail);
    const auto request = read({text.constData(), static_cast<std::size_t>(text.size())});
    QVERIFY(!request);
    QCOMPARE(QByteArray::fromStdString(request.error().detail), detail);
}

void TestReadRequest::everyPrefixGivesValueOrError()
{
    for (const auto whole : {kNative, kScript, kJvm}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto request = read(whole.substr(0, size));
            QVERIFY2(!request, "a cut request was read");
            QVERIFY(!request.error().detail.empty());
        }
    }
}

QTEST_GUILESS_MAIN(TestReadRequest)

#include "tst_read_request.moc"
