// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/response_filter.h"

namespace faultline::server {

namespace {

using Change = std::function<void(HttpResponse&)>;

class FilteredExchange final : public RequestExchange
{
public:
    FilteredExchange(std::unique_ptr<RequestExchange> exchange, Change change)
        : m_exchange(std::move(exchange)), m_change(std::move(change))
    {
    }

    std::optional<HttpResponse> receive(Bytes piece) override
    {
        auto response = m_exchange->receive(piece);
        if (response)
            m_change(*response);
        return response;
    }

    bool keepsInMemory(std::uint64_t bodyBytes) const override
    {
        return m_exchange->keepsInMemory(bodyBytes);
    }

    bool finishesQuickly() const override { return m_exchange->finishesQuickly(); }

    void finish(Respond respond) override
    {
        m_exchange->finish(
            [change = m_change, respond = std::move(respond)](HttpResponse response) mutable {
                change(response);
                respond(std::move(response));
            });
    }

private:
    std::unique_ptr<RequestExchange> m_exchange;
    Change m_change;
};

} // namespace

HttpOpening filterResponse(HttpOpening opening, Change change)
{
    if (auto* response = std::get_if<HttpResponse>(&opening)) {
        change(*response);
        return opening;
    }
    return std::make_unique<FilteredExchange>(
        std::move(std::get<std::unique_ptr<RequestExchange>>(opening)), std::move(change));
}

} // namespace faultline::server
