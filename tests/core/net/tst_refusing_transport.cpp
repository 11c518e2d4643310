// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/refusing_transport.h"

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
};

QTEST_APPLESS_MAIN(TestRefusingTransport)
#include "tst_refusing_transport.moc"
