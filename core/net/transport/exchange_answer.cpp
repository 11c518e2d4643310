// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/exchange_answer.h"

#include "core/base/contained.h"

#include <future>

namespace faultline::net {

namespace {

class Collector final : public ExchangeSink
{
public:
    explicit Collector(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    void onHead(const HttpHead& head) override { m_answer.status = head.status; }

    Flow onBytes(Bytes bytes) override
    {
        m_isTooLong |= bytes.size() > m_maxBytes - m_answer.body.size();
        if (m_isTooLong)
            return Flow::Abort;
        m_answer.body += asText(bytes);
        return Flow::Continue;
    }

    void onEnd(Result<void> outcome) override { m_end.set_value(std::move(outcome)); }

    Result<ExchangeAnswer> wait()
    {
        auto outcome = m_end.get_future().get();
        if (m_isTooLong)
            return fail(ErrorKind::Malformed, "the answer exceeds ", m_maxBytes, " bytes");
        FL_CHECK(std::move(outcome));
        return std::move(m_answer);
    }

private:
    std::promise<Result<void>> m_end;
    ExchangeAnswer m_answer;
    std::size_t m_maxBytes;
    bool m_isTooLong = false;
};

} // namespace

Result<ExchangeAnswer> waitForAnswer(Transport& transport,
                                     HttpExchange exchange,
                                     std::size_t maxBytes,
                                     const std::stop_token& stop)
{
    const auto collector = std::make_shared<Collector>(maxBytes);
    const auto id = transport.start(std::move(exchange), collector);
    const std::stop_callback cancel(
        stop, [&transport, id] { containedAlone([&] { transport.cancel(id); }); });
    return collector->wait();
}

} // namespace faultline::net
