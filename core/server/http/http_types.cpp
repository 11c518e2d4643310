// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/http_types.h"

#include "core/base/text.h"
#include "core/json/json_writer.h"

namespace faultline::server {

namespace {

class BodilessExchange final : public RequestExchange
{
public:
    explicit BodilessExchange(std::move_only_function<void(Respond)> answer)
        : m_answer(std::move(answer))
    {
    }

    std::optional<HttpResponse> receive(Bytes) override { return std::nullopt; }

    void finish(Respond respond) override { m_answer(std::move(respond)); }

private:
    std::move_only_function<void(Respond)> m_answer;
};

} // namespace

std::string_view HttpRequestHead::header(std::string_view name) const
{
    for (const auto& [key, value] : headers) {
        if (equalsIgnoreCase(key, name))
            return value;
    }
    return {};
}

HttpResponse emptyResponse(unsigned status)
{
    return {.status = status, .contentType = {}, .headers = {}, .body = nullptr};
}

HttpResponse textResponse(unsigned status, std::string text)
{
    return {.status = status,
            .contentType = "text/plain; charset=utf-8",
            .headers = {},
            .body = std::make_shared<const std::string>(std::move(text))};
}

HttpResponse jsonResponse(unsigned status, std::shared_ptr<const std::string> json)
{
    return {.status = status,
            .contentType = "application/json",
            .headers = {},
            .body = std::move(json)};
}

HttpResponse
errorResponse(unsigned status, std::string_view detail, const std::vector<std::string>& causes)
{
    auto text = std::make_shared<std::string>();
    json::JsonWriter json(*text);
    json.beginObject().member("detail", detail);
    if (!causes.empty()) {
        json.key("causes").beginArray();
        for (const auto& cause : causes)
            json.value(cause);
        json.endArray();
    }
    json.endObject();
    return jsonResponse(status, std::move(text));
}

HttpResponse failureResponse(const Error& error)
{
    if (!error.momentary)
        return errorResponse(500, "internal error");
    auto response = errorResponse(503, error.detail);
    response.headers.emplace_back("Retry-After", "10");
    return response;
}

std::unique_ptr<RequestExchange>
makeBodilessExchange(std::move_only_function<void(RequestExchange::Respond)> answer)
{
    return std::make_unique<BodilessExchange>(std::move(answer));
}

} // namespace faultline::server
