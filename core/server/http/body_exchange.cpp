// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/body_exchange.h"

#include "core/server/http/body_spool.h"

namespace faultline::server {

namespace {

constexpr std::string_view kTooLong = "length limit exceeded";

class BodyExchange final : public RequestExchange
{
public:
    BodyExchange(BodyExchangeOptions options, BodyHandler handler)
        : m_options(std::move(options)), m_spool(m_options.spoolFolder),
          m_handler(std::move(handler))
    {
    }

    std::optional<HttpResponse> receive(Bytes piece) override
    {
        if (piece.size() > m_options.maxBodyBytes - m_spool.sizeBytes())
            return m_options.refuse(413, kTooLong);
        if (const auto stored = m_spool.append(piece); !stored)
            return m_options.refuse(507, stored.error().detail);
        return std::nullopt;
    }

    bool keepsInMemory(std::uint64_t bodyBytes) const override
    {
        return bodyBytes <= m_spool.memoryBytes();
    }

    void finish(Respond respond) override
    {
        auto body = m_spool.take();
        if (!body)
            respond(m_options.refuse(507, body.error().detail));
        else
            m_handler(*std::move(body), std::move(respond));
    }

private:
    BodyExchangeOptions m_options;
    BodySpool m_spool;
    BodyHandler m_handler;
};

} // namespace

HttpResponse BodyExchangeOptions::textRefusal(unsigned status, std::string_view text)
{
    return textResponse(status, std::string(text));
}

HttpOpening
openBodyExchange(const HttpRequestHead& head, BodyExchangeOptions options, BodyHandler handler)
{
    if (head.contentLength.value_or(0) > options.maxBodyBytes)
        return options.refuse(413, kTooLong);
    return std::make_unique<BodyExchange>(std::move(options), std::move(handler));
}

} // namespace faultline::server
