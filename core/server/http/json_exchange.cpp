// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/json_exchange.h"

#include "core/base/text.h"
#include "core/json/json_reader.h"

namespace faultline::server {

namespace {

/// A body of this size has some hundred frames, which take a few milliseconds.
constexpr std::uint64_t kQuickBytes = std::uint64_t{16} * 1024;

bool isJsonType(std::string_view contentType)
{
    const auto type = toLowerAscii(trimAscii(contentType.substr(0, contentType.find(';'))));
    return type == "application/json" ||
           (type.starts_with("application/") && type.ends_with("+json"));
}

HttpResponse tooLong()
{
    return textResponse(413, "Failed to buffer the request body: length limit exceeded");
}

class JsonExchange final : public RequestExchange
{
public:
    JsonExchange(const JsonExchangeOptions& options, JsonBodyHandler handler)
        : m_maxBytes(options.maxBodyBytes), m_spool(options.spoolFolder),
          m_isQuick(options.isQuick), m_handler(std::move(handler))
    {
    }

    std::optional<HttpResponse> receive(Bytes piece) override
    {
        if (piece.size() > m_maxBytes - m_spool.sizeBytes())
            return tooLong();
        if (const auto stored = m_spool.append(piece); !stored)
            return errorResponse(500, stored.error().detail);
        return std::nullopt;
    }

    bool keepsInMemory(std::uint64_t bodyBytes) const override
    {
        return bodyBytes <= m_spool.memoryBytes();
    }

    bool finishesQuickly() const override
    {
        return m_isQuick && m_spool.sizeBytes() <= kQuickBytes && m_isQuick(m_spool.inMemory());
    }

    void finish(Respond respond) override
    {
        const auto body = m_spool.take();
        if (!body) {
            respond(errorResponse(500, body.error().detail));
            return;
        }
        const auto document = json::parseJson(body->text());
        if (!document)
            respond(textResponse(400, concat("Failed to parse the request body as JSON: ",
                                             document.error().detail)));
        else
            m_handler(*document, std::move(respond));
    }

private:
    std::uint64_t m_maxBytes;
    BodySpool m_spool;
    std::function<bool(std::string_view)> m_isQuick;
    JsonBodyHandler m_handler;
};

} // namespace

HttpOpening openJsonExchange(const HttpRequestHead& head,
                             const JsonExchangeOptions& options,
                             JsonBodyHandler handler)
{
    if (!isJsonType(head.header("Content-Type")))
        return textResponse(415, "Expected request with `Content-Type: application/json`");
    if (head.contentLength.value_or(0) > options.maxBodyBytes)
        return tooLong();
    return std::make_unique<JsonExchange>(options, std::move(handler));
}

} // namespace faultline::server
