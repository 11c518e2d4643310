// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/log_tail.h"
#include "core/server/status/request_book.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::server;
using namespace std::chrono_literals;
using Clock = RequestBook::Clock;

namespace {

const Clock::time_point kStart = Clock::time_point(1000h);

RequestInfo
request(const std::string& id, Clock::time_point started, const std::string& path = "/symbolicate")
{
    return {.id = id,
            .method = "POST",
            .path = path,
            .started = started,
            .server = {},
            .scope = "acme"};
}

HttpResponse envelope(const std::string& text)
{
    return jsonResponse(200, std::make_shared<const std::string>(text));
}

/// A report with a module that was found and one that was not.
Report report(std::size_t locationBytes = 10)
{
    auto event = std::make_shared<Event>();
    event->modules.resize(3);
    Report made;
    for (std::size_t i = 0; i < 3; ++i) {
        auto module = std::make_shared<ModuleReport>();
        module->debugStatus = i == 0   ? ObjectFileStatus::Found
                              : i == 1 ? ObjectFileStatus::Missing
                                       : ObjectFileStatus::Unused;
        Candidate candidate;
        candidate.source = "store";
        candidate.location = std::string(locationBytes, 'x');
        module->candidates.push_back(std::move(candidate));
        made.modules.push_back(std::move(module));
    }
    made.event = std::move(event);
    return made;
}

} // namespace

/// What a server remembers of its requests.
class TestRequestBook : public QObject
{
    Q_OBJECT

private slots:
    void tellsHowRequestsEnded_data();
    void tellsHowRequestsEnded();
    void aPendingRequestEndsWithItsJob();
    void monitorsAndThePageAreLeftOut();
    void countsByEndpoint();
    void strangersMakeNoEndpoints();
    void toldSharesAreNearTheTruth();
    void keepsAnHour();
    void keepsModulesWithinItsLimits();
    void keepsTheLastLinesOfTheLog();
};

void TestRequestBook::tellsHowRequestsEnded_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](int status, const char* body, const char* end, const char* message) {
        QTest::newRow(body) << status << QByteArray(body) << QByteArray(end) << QByteArray(message);
    };
    row(200, R"({"status":"completed","stacktraces":[]})", "completed", "");
    row(200, R"({"status":"pending","request_id":"x"})", "pending", "");
    row(200, R"({"status":"failed","message":"not a minidump"})", "failed", "not a minidump");
    row(200, R"({"status":"timeout"})", "timeout", "");
    row(200, R"({"status":"internal_error"})", "internal_error", "");
    row(400, R"({"detail":"bad form","causes":[]})", "refused", "bad form");
    row(415, "Expected JSON", "refused", "Expected JSON");
    row(503, R"({"detail":"too many"})", "internal_error", "too many");
}

void TestRequestBook::tellsHowRequestsEnded()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, end);
    QFETCH(QByteArray, message);
    RequestBook book(kStart);
    auto response = envelope(body.toStdString());
    response.status = unsigned(status);
    book.answered(request("r-1", kStart), response, kStart + 1500ms);
    const auto facts = book.facts(kStart + 4s);
    QCOMPARE(facts.total, std::uint64_t(1));
    const auto& ended = facts.recent.at(0);
    QCOMPARE(ended.id, std::string("r-1"));
    QCOMPARE(ended.request, std::string("POST /symbolicate"));
    QCOMPARE(ended.scope, std::string("acme"));
    QCOMPARE(QByteArray::fromStdString(std::string(requestEndName(ended.end))), end);
    QCOMPARE(QByteArray::fromStdString(ended.message), message);
    QCOMPARE(ended.milliseconds, std::uint64_t(1500));
    QCOMPARE(ended.secondsAgo, std::uint64_t(2));
    QVERIFY(!ended.modules && !ended.hasModules);
}

void TestRequestBook::aPendingRequestEndsWithItsJob()
{
    RequestBook book;
    const auto asked = request("r-1", Clock::now());
    book.answered(asked, envelope(R"({"status":"pending","request_id":"x"})"), Clock::now());
    book.jobEnded(asked, R"({"status":"failed","message":"cut"})");
    const auto facts = book.facts(Clock::now());
    QCOMPARE(facts.recent.size(), std::size_t(1));
    QCOMPARE(facts.recent[0].end, RequestEnd::Failed);
    QCOMPARE(facts.recent[0].message, std::string("cut"));
    QCOMPARE(facts.lately.failed, std::uint64_t(1));
    book.jobEnded(asked, R"({"status":"completed"})"); // Its end is known.
    QCOMPARE(book.facts(Clock::now()).recent[0].end, RequestEnd::Failed);
}

void TestRequestBook::monitorsAndThePageAreLeftOut()
{
    RequestBook book(kStart);
    for (const auto* path : {"/healthcheck", "/ready", "/status", "/status.json",
                             "/status/requests/1", "/__lbheartbeat__"})
        book.answered(request("r", kStart, path), envelope("{}"), kStart);
    QCOMPARE(book.facts(kStart).total, std::uint64_t(0));
    QVERIFY(book.facts(kStart).endpoints.empty());
}

void TestRequestBook::countsByEndpoint()
{
    RequestBook book(kStart);
    book.answered(request("1", kStart, "/requests/a"), envelope("{}"), kStart + 10ms);
    book.answered(request("2", kStart, "/requests/b"), envelope("{}"), kStart + 10ms);
    book.answered(request("3", kStart, "/minidump"), envelope(R"({"status":"failed"})"),
                  kStart + 10ms);
    const auto endpoints = book.facts(kStart).endpoints;
    QCOMPARE(endpoints.size(), std::size_t(2));
    QCOMPARE(endpoints[0].endpoint, std::string("POST /minidump"));
    QCOMPARE(endpoints[0].failed, std::uint64_t(1));
    QCOMPARE(endpoints[1].endpoint, std::string("POST /requests"));
    QCOMPARE(endpoints[1].requests, std::uint64_t(2));
}

void TestRequestBook::strangersMakeNoEndpoints()
{
    RequestBook book(kStart);
    for (int i = 0; i < 1000; ++i) {
        book.answered(request("a", kStart, "/" + std::to_string(i)), emptyResponse(404), kStart);
        book.answered(request("b", kStart, "/x" + std::to_string(i)), envelope("{}"), kStart);
    }
    const auto facts = book.facts(kStart);
    QVERIFY(facts.endpoints.size() <= 65);
    QCOMPARE(facts.recent.size(), std::size_t(200));
    QCOMPARE(facts.total, std::uint64_t(2000));
    const auto other =
        std::ranges::find(facts.endpoints, "other", &RequestFacts::Endpoint::endpoint);
    QVERIFY(other != facts.endpoints.end());
    QVERIFY(other->refused == 1000);
}

void TestRequestBook::toldSharesAreNearTheTruth()
{
    LatencyCounts counts;
    QVERIFY(!counts.share(50));
    for (int ms = 1; ms <= 1000; ++ms)
        counts.add(std::chrono::milliseconds(ms));
    for (const auto& [percent, truth] : {std::pair(50U, 500'000), {95U, 950'000}, {99U, 990'000}}) {
        const auto told = counts.share(percent)->count();
        QVERIFY2(told >= truth && double(told) <= truth * 1.26, QByteArray::number(qint64(told)));
    }
    LatencyCounts extremes;
    extremes.add(std::chrono::microseconds(-5));
    extremes.add(std::chrono::hours(24 * 365 * 100));
    QVERIFY(extremes.share(1)->count() <= 1);
    QVERIFY(extremes.share(99)->count() > 0);
}

void TestRequestBook::keepsAnHour()
{
    RequestBook book(kStart);
    for (int minute = 0; minute < 90; ++minute) {
        const auto now = kStart + std::chrono::minutes(minute);
        if (minute % 2 == 0)
            book.answered(request("r", now - 20ms), envelope("{}"), now);
        if (minute != 80)
            book.sample(std::size_t(minute), 1000, now);
    }
    const auto facts = book.facts(kStart + 89min + 30s);
    QCOMPARE(facts.minutes.size(), std::size_t(60));
    QCOMPARE(*facts.minutes.front().running, std::uint64_t(30));
    QCOMPARE(facts.minutes.front().requests, std::uint64_t(1));
    QCOMPARE(facts.minutes[1].requests, std::uint64_t(0));
    QVERIFY(!facts.minutes[1].times.half);
    QVERIFY(!facts.minutes[50].running); // The eightieth.
    QCOMPARE(facts.lately.seconds, std::uint64_t(90));
    QCOMPARE(facts.lately.requests, std::uint64_t(1));
    const auto young = RequestBook(kStart).facts(kStart + 5s);
    QCOMPARE(young.minutes.size(), std::size_t(1));
    QCOMPARE(young.lately.seconds, std::uint64_t(5));
}

void TestRequestBook::keepsModulesWithinItsLimits()
{
    RequestBook book(kStart);
    book.reported(request("first", kStart), report());
    book.answered(request("first", kStart), envelope(R"({"status":"completed"})"), kStart);
    auto facts = book.facts(kStart);
    QVERIFY(facts.recent[0].hasModules);
    QCOMPARE(*facts.recent[0].modules, std::uint32_t(2)); // One was not needed.
    QCOMPARE(facts.recent[0].lacking, std::uint32_t(1));
    const auto kept = book.modulesOf("first");
    QVERIFY(kept && kept->modules.size() == 3 && kept->stacks.empty());
    QVERIFY(!book.modulesOf("second"));
    for (int i = 0; i < 100; ++i) // Thirty megabytes.
        book.reported(request(std::to_string(i), kStart), report(100'000));
    QVERIFY(!book.modulesOf("first") && !book.modulesOf("0") && book.modulesOf("99"));
    QVERIFY(!book.facts(kStart).recent[0].hasModules);
    QCOMPARE(*book.facts(kStart).recent[0].modules, std::uint32_t(2));
}

void TestRequestBook::keepsTheLastLinesOfTheLog()
{
    LogTail tail;
    for (int i = 0; i < 300; ++i)
        tail.write(LogLevel::Info, "server", "line " + std::to_string(i) + "\x1b[1m");
    tail.write(LogLevel::Warning, "net", std::string(100'000, 'x'));
    const auto lines = tail.lines();
    QCOMPARE(lines.size(), std::size_t(200));
    QVERIFY(lines.front().message.starts_with("line 101"));
    QVERIFY(!lines.front().message.contains('\x1b'));
    QVERIFY(lines.back().message.size() <= 1000);
    QVERIFY(lines.front().unixMilliseconds <= lines.back().unixMilliseconds);
}

QTEST_GUILESS_MAIN(TestRequestBook)
#include "tst_request_book.moc"
