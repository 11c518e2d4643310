// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/refusing_transport.h"
#include "tests/support/no_more_threads.h"

#include <QTest>

#include <future>

using namespace faultline;

namespace {

struct Outcome
{
    Result<void> result;
    std::thread::id thread;
};

class KeptOutcome final : public net::ExchangeSink
{
public:
    void onHead(const net::HttpHead&) override { QFAIL("a refused exchange has no head"); }

    Flow onBytes(Bytes) override { return Flow::Abort; }

    void onEnd(Result<void> outcome) override
    {
        m_outcome.set_value({std::move(outcome), std::this_thread::get_id()});
    }

    Outcome wait() { return m_outcome.get_future().get(); }

private:
    std::promise<Outcome> m_outcome;
};

} // namespace

class TestRefusingTransport : public QObject
{
    Q_OBJECT

private slots:

    void everyExchangeEndsWithTheFailure()
    {
        net::RefusingTransport transport({ErrorKind::Internal, "libcurl.so.4: not installed"});
        const auto first = std::make_shared<KeptOutcome>();
        const auto second = std::make_shared<KeptOutcome>();
        const auto id = transport.start({}, first);
        QVERIFY(transport.start({}, second) != id);
        transport.resume(id);
        transport.cancel(id);
        for (const auto& sink : {first, second}) {
            const auto outcome = sink->wait();
            QVERIFY(!outcome.result);
            QCOMPARE(outcome.result.error().kind, ErrorKind::Internal);
            QCOMPARE(outcome.result.error().detail, std::string("libcurl.so.4: not installed"));
            QVERIFY(outcome.thread != std::this_thread::get_id());
        }
    }

    /// Only the exchanges that begin meanwhile are refused.
    void withoutAThreadExchangesEnd()
    {
        WorkerPool pool(1);
        QVERIFY(pool.ensureThread());
        const auto transport = net::makeCurlTransport({}, &pool);
        const auto refused = std::make_shared<KeptOutcome>();
        {
            const test::NoMoreThreads limit;
            transport->cancel(transport->start({}, refused));
            const auto outcome = refused->wait();
            QVERIFY(!outcome.result);
            QVERIFY(outcome.result.error().momentary);
            QVERIFY2(outcome.result.error().detail.starts_with(kNoThread),
                     outcome.result.error().detail.c_str());
            QVERIFY(outcome.thread != std::this_thread::get_id());
        }
        const auto begun = std::make_shared<KeptOutcome>();
        net::HttpExchange exchange;
        exchange.url = "http://127.0.0.1:1/";
        QVERIFY(transport->start(std::move(exchange), begun) != 0);
        const auto outcome = begun->wait();
        QVERIFY(!outcome.result);
        QCOMPARE(outcome.result.error().kind, ErrorKind::DownloadFailed);
    }
};

QTEST_APPLESS_MAIN(TestRefusingTransport)
#include "tst_refusing_transport.moc"
